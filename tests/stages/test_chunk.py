"""What a chunk is: the unit an agent reads, and the windows embedded for it."""

from __future__ import annotations

import pytest

from graphrag_batch.config import ChunkConfig, EmbedConfig
from graphrag_batch.embedders import tokenizer_for, window_of
from graphrag_batch.fingerprint import canonical_json, digest
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Chunk, Document
from graphrag_batch.stages.chunk import chunk
from graphrag_batch.stages.versions import CHUNK_VERSION

TOKENIZER = tokenizer_for(EmbedConfig())
WINDOW = window_of(EmbedConfig())
SENTENCE = "Every worker polls the queue for jobs that nobody holds. "


def chunks_of(text: str, format: str = "markdown", config: ChunkConfig | None = None) -> tuple[Chunk, ...]:
    document = parse(format, text.encode())
    assert isinstance(document, Document)
    return chunk(document, config or ChunkConfig(), TOKENIZER, WINDOW)


def section(title: str, sentences: int) -> str:
    return f"{title}\n\n" + SENTENCE * sentences + "\n\n"


def tokens(text: str) -> int:
    return len(TOKENIZER.spans(text))


# ---- prose ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u3000\n"])
def test_blank_text_has_no_chunk(text: str) -> None:
    assert chunk(Document("text", text), ChunkConfig(), TOKENIZER, WINDOW) == ()


def test_a_short_page_is_one_chunk() -> None:
    (only,) = chunks_of("# Queue\n\n" + section("## Put", 5) + section("## Take", 5))
    assert (only.kind, only.section, only.start_line, only.end_line) == ("prose", 0, 1, 9)


def test_many_tiny_sections_make_few_chunks_of_whole_sections() -> None:
    text = "# Options\n\n" + "".join(section(f"## Option {n}", 4) for n in range(40))
    chunks = chunks_of(text)
    assert len(chunks) <= -(-tokens(text) // 400)
    assert all(one.text.startswith(("# Options", "## Option")) for one in chunks)
    assert all(400 <= one.tokens <= 700 for one in chunks)


def test_a_large_section_is_cut_between_blocks_and_keeps_its_neighbours_apart() -> None:
    paragraphs = "\n\n".join(f"Paragraph {n}. " + SENTENCE * 12 for n in range(10))
    chunks = chunks_of(
        "# Guide\n\n" + section("## Small", 8) + f"## Large\n\n{paragraphs}\n\n" + section("## Last", 8)
    )
    large = [one for one in chunks if "Paragraph" in one.text]
    assert [one.text.split()[0] for one in large[1:]] == ["Paragraph"] * (len(large) - 1)
    assert large[0].text.startswith("## Large")
    assert not any("## Small" in one.text or "## Last" in one.text for one in large)
    assert not any(one.overlap for one in chunks)


def test_a_heading_goes_with_what_follows_it() -> None:
    long = SENTENCE * 60
    chunks = chunks_of(f"# Title\n\n## Part\n\n### Detail\n\n{long}\n\n### Other\n\n{long}")
    assert chunks[0].text.startswith("# Title\n")
    assert not any(one.text.splitlines()[-1].startswith("#") for one in chunks)
    assert "## Part" in chunks[0].text
    assert "### Detail" in chunks[0].text


@pytest.mark.parametrize(
    "block", ["- one\n- two\n- three", "```sh\nmake\n```", "| a | b |\n| - | - |\n| 1 | 2 |"]
)
def test_an_introduction_stays_with_what_it_introduces(block: str) -> None:
    filler = "\n\n".join(SENTENCE * 10 for _ in range(4))
    for sentences in range(1, 60, 6):
        text = f"# T\n\n{SENTENCE * sentences}\n\n{filler}\n\nDo it like this:\n\n{block}\n\n{filler}\n"
        (holder,) = [one for one in chunks_of(text) if "like this:" in one.text]
        assert block in holder.text


def test_lists_tables_and_fences_stay_whole_where_they_fit() -> None:
    items = "\n".join(f"- item {n}: {SENTENCE}" for n in range(50))
    rows = "| key | value |\n| --- | --- |\n" + "\n".join(
        f"| k{n} | some value number {n} |" for n in range(80)
    )
    fence = "```python\n" + "\n\n".join(f"value_{n} = compute({n})" for n in range(80)) + "\n```"
    chunks = chunks_of(f"# T\n\nText.\n\n{items}\n\nText.\n\n{rows}\n\nText.\n\n{fence}\n")
    for block in (items, rows, fence):
        assert 500 < tokens(block) < 1000
        assert any(block.strip() in one.text for one in chunks)


@pytest.mark.parametrize(
    ("block", "starts"),
    [
        (SENTENCE * 150, "Every"),
        ("每个工作进程都会轮询队列，寻找没有人持有的任务。" * 120, "每"),
        ("\n".join(f"- item {n}\n  {SENTENCE}" for n in range(150)), "- item"),
        ("| key | value |\n| --- | --- |\n" + "\n".join(f"| k{n} | {SENTENCE}|" for n in range(150)), "| k"),
        ("```python\n" + "\n\n".join(f"def f{n}():\n    return {n}" for n in range(200)) + "\n```", "def f"),
    ],
    ids=["paragraph", "chinese", "list", "table", "fence"],
)
def test_only_a_block_too_large_is_cut_and_repeats_some_of_the_part_before(block: str, starts: str) -> None:
    first, *rest = chunks_of(f"# T\n\n{block}\n")
    assert rest
    assert max(one.tokens for one in (first, *rest)) <= 1000
    for one in rest:
        assert one.text.startswith(starts)
        assert 0.08 <= tokens(one.text[: one.overlap]) / one.tokens <= 0.25
        assert one.text[one.overlap :].lstrip().startswith(starts)


def test_no_overlap_when_none_is_asked_for() -> None:
    chunks = chunks_of(SENTENCE * 150, config=ChunkConfig(overlap=0))
    assert len(chunks) > 1
    assert not any(one.overlap for one in chunks)


def test_a_word_without_end_is_cut_by_tokens() -> None:
    chunks = chunks_of("a1B2" * 3000)
    assert len(chunks) > 1
    assert max(one.tokens for one in chunks) <= 1000


def test_front_matter_is_a_chunk_of_its_own_unless_tiny() -> None:
    body = "# Title\n\n" + SENTENCE
    keys = "".join(f"key{n}: a value of some length\n" for n in range(10))
    assert [one.kind for one in chunks_of(f"---\n{keys}---\n\n{body}")] == ["metadata", "prose"]
    assert [one.kind for one in chunks_of(f"---\ntitle: Short\n---\n\n{body}")] == ["prose"]


def test_a_question_shares_its_chunk_with_no_other() -> None:
    faq = "# Questions\n\n" + "".join(f"## Is {n} enough?\n\nIt is, says rule {n}.\n\n" for n in range(9))
    chunks = chunks_of(faq)
    assert [one.text.count("enough?") for one in chunks] == [1] * 9
    assert {one.kind for one in chunks} == {"faq"}
    assert chunks[0].text.startswith("# Questions")


def test_a_long_answer_is_cut_at_the_size_of_answers() -> None:
    chunks = chunks_of("# Why so long?\n\n" + "\n\n".join([SENTENCE * 12] * 8))
    assert len(chunks) > 2
    assert max(one.tokens for one in chunks) <= ChunkConfig().faq_tokens
    assert {one.kind for one in chunks} == {"faq"}


def test_definitions_go_together_up_to_the_size_of_answers() -> None:
    terms = "".join(f"## Term {n}\n\n{SENTENCE * 4}\n\n" for n in range(20))
    chunks = chunks_of(f"# Glossary\n\n{terms}")
    assert 2 < len(chunks) < 20
    assert all(150 <= one.tokens <= ChunkConfig().faq_tokens for one in chunks)
    assert {one.kind for one in chunks} == {"definition"}


def test_the_steps_of_a_procedure_stay_together() -> None:
    steps = "".join(f"{n}. {SENTENCE * 4}\n" for n in range(1, 31))
    [chunk] = chunks_of(f"# Restore\n\nDo this, in order:\n\n{steps}")
    assert ChunkConfig().max_tokens < chunk.tokens <= ChunkConfig().procedure_tokens
    assert chunk.kind == "procedure"
    around = chunks_of(f"# Restore\n\n{SENTENCE * 40}\n\nDo this:\n\n{steps}\n\n{SENTENCE * 40}\n")
    [whole] = [one for one in around if "30. " in one.text]
    assert "\n1. " in whole.text


def test_a_procedure_in_sections_stays_together() -> None:
    steps = "".join(f"## Step {n}\n\n{SENTENCE * 10}\n\n" for n in range(1, 13))
    [chunk] = chunks_of(f"# Restore\n\n{steps}")
    assert ChunkConfig().max_tokens < chunk.tokens
    assert chunk.kind == "procedure"
    longer = chunks_of(f"# Restore\n\n{steps * 4}")
    assert max(one.tokens for one in longer) <= ChunkConfig().procedure_tokens


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# Why\n\n" + SENTENCE, "prose"),
        ("# Install\n\n1. Download it.\n2. Unpack it.\n3. Run it.\n", "procedure"),
        ("## Step 1: fetch\n\nFetch.\n\n## Step 2: build\n\nBuild.\n", "procedure"),
        ("# FAQ\n\n## Is it fast?\n\nYes.\n", "faq"),
        ("# Glossary\n\n## Berth\n\nA place at the quay.\n\n## Quay\n\nA wall.\n", "definition"),
        ("## 它快吗？\n\n快。\n", "faq"),
        ("# Keys\n\n| key | value |\n| --- | --- |\n| a | first |\n| b | second |\n", "table"),
        ("# Use\n\n```python\nimport queue\nqueue.put(1)\nqueue.join()\n```\n", "code"),
    ],
)
def test_the_kind_of_a_chunk_is_what_most_of_it_is(text: str, kind: str) -> None:
    assert [one.kind for one in chunks_of(text)] == [kind]


# ---- code -----------------------------------------------------------------------------------------

HEADER = '"""Jobs."""\n\nimport json\nimport time\n\nLIMIT = 10\nNAME = "jobs"\n' + "OTHER = 1\n" * 12


def function(name: str, lines: int, indent: str = "") -> str:
    body = "".join(f"{indent}    value_{n} = compute(self, {n}, 'text')\n" for n in range(lines))
    return f"{indent}def {name}(self):\n{body}{indent}    return value_0\n\n\n"


def test_module_code_is_packed_and_each_definition_is_its_own_chunk() -> None:
    chunks = chunks_of(f"{HEADER}\n\n{function('take', 8)}{function('put', 8)}", "code:python")
    assert [(one.kind, one.text.splitlines()[0]) for one in chunks] == [
        ("code", '"""Jobs."""'),
        ("symbol", "def take(self):"),
        ("symbol", "def put(self):"),
    ]


def test_tiny_definitions_share_chunks() -> None:
    chunks = chunks_of("".join(f"def f{n}(x):\n    return x + {n}\n\n\n" for n in range(30)), "code:python")
    assert 4 <= len(chunks) <= 12


def test_a_small_class_is_one_chunk_and_a_large_one_is_a_chunk_per_method() -> None:
    small = "class Small:\n" + function("a", 2, "    ") + function("b", 2, "    ")
    large = "class Large:\n" + "".join(function(name, 9, "    ") for name in ("one", "two", "three"))
    chunks = chunks_of(small + large, "code:python")
    assert [one.text.split("(")[0].split()[-1] for one in chunks] == ["a", "one", "two", "three"]
    assert chunks[1].text.startswith("class Large:")


def test_a_long_function_is_whole_up_to_the_limit_and_then_cut_between_statements() -> None:
    (whole,) = chunks_of(function("fits", 50), "code:python")
    assert whole.tokens > 500
    parts = chunks_of(function("endless", 300), "code:python")
    assert len(parts) > 2
    assert all(one.kind == "symbol" and one.section == 0 for one in parts)
    assert all(one.text.startswith("value_") for one in parts[1:])


def test_a_closing_brace_is_no_chunk() -> None:
    methods = "".join(f"  void m{n}() {{\n" + "    call(1, 2, 3);\n" * 150 + "  }\n\n" for n in range(2))
    chunks = chunks_of(f"class Big {{\n{methods}}}\n", "code:java")
    assert len(chunks) > 2
    assert min(one.tokens for one in chunks) > 100


# ---- windows --------------------------------------------------------------------------------------


def test_a_chunk_longer_than_the_model_reads_has_balanced_windows_and_no_more_than_needed() -> None:
    (one,) = chunks_of("# Queue\n\n" + "\n\n".join(SENTENCE * 7 for _ in range(6)))
    lengths = [tokens(text) for text in one.windows]
    assert len(lengths) == -(-one.tokens // (WINDOW - 2))
    assert max(lengths) <= WINDOW
    assert max(lengths) < 1.5 * min(lengths)
    assert all(text.startswith("Queue\n") for text in one.windows[1:])


def test_a_window_names_title_and_last_headings_once() -> None:
    long = SENTENCE * 60
    chunks = chunks_of(f"# Queue\n\n## Use\n\n### Put\n\n#### Slowly\n\n{long}\n\n## Other\n\n{long}")
    firsts = [text.splitlines()[0] for one in chunks for text in one.windows]
    assert firsts[0] == "# Queue"
    assert "Queue › Put › Slowly" in firsts
    assert "Queue › Other" in firsts


def test_a_window_of_code_begins_with_its_qualified_name_and_signature() -> None:
    text = "class Queue:\n" + "".join(function(name, 12, "    ") for name in ("put", "take"))
    (first, second) = chunks_of(text, "code:python")
    assert first.windows[0].startswith("class Queue\nclass Queue:")
    assert second.windows[0].startswith("class Queue › take\ndef take(self):")


def test_windows_leave_out_what_a_model_cannot_read() -> None:
    blob = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0" * 4
    (one,) = chunks_of(
        "# Data { #data }\n\nSee [the guide](https://example.org/a/target.html) and ![a picture](p.png).\n\n"
        f"| key | value |\n| --- | ----- |\n| a | {blob} |\n\nsha256 {'0123456789abcdef' * 4}\n"
    )
    (window,) = one.windows
    assert "the guide" in window
    assert "a picture" in window
    for noise in ("example.org", "p.png", "---", "QUJD", "89abcdef", "#data"):
        assert noise in one.text
        assert noise not in window


def test_a_chunk_of_nothing_but_noise_still_has_a_window() -> None:
    (one,) = chunks_of("deadbeef01" * 20)
    assert one.windows[0]


def test_later_windows_of_a_table_repeat_its_column_names() -> None:
    rows = "\n".join(f"| option {n} | what the option number {n} is for |" for n in range(45))
    (one,) = chunks_of(f"# Options\n\n| option | meaning |\n| --- | --- |\n{rows}\n")
    assert len(one.windows) > 1
    assert all("| option | meaning |" in text for text in one.windows)
    assert max(map(tokens, one.windows)) <= WINDOW


def test_the_same_text_gives_the_same_windows_wherever_it_stands() -> None:
    part = section("## Part", 80)
    before, after = (
        chunks_of("# T\n\n" + section("## A", 80) + part),
        chunks_of("# T\n\n" + section("## B", 90) + part),
    )
    assert before[-1].windows == after[-1].windows


def test_editing_one_paragraph_changes_the_windows_of_one_chunk() -> None:
    sections = [section(f"## Section {n}", 20 + n) for n in range(12)]
    before = chunks_of("# T\n\n" + "".join(sections))
    sections[5] = sections[5].replace("polls", "asks", 1)
    after = chunks_of("# T\n\n" + "".join(sections))
    assert len(before) == len(after) > 4
    assert sum(a.windows != b.windows for a, b in zip(before, after, strict=True)) == 1


# ---- the version ----------------------------------------------------------------------------------


def test_a_change_of_output_comes_with_a_new_version() -> None:
    texts = {
        "markdown": "# T\n\nIntro.\n\n"
        + "".join(section(f"## S{n}", 3 * n) for n in range(14))
        + "- a\n- b\n" * 400,
        "code:python": HEADER + "".join(function(f"f{n}", 7 * n) for n in range(12)),
    }
    got = digest(*(canonical_json(one) for format, text in texts.items() for one in chunks_of(text, format)))
    golden = {3: "89374e2bb95283b75d3200c50d5ff6cc"}
    assert golden.get(CHUNK_VERSION) == got, "chunks changed: bump CHUNK_VERSION and record the new digest"
