"""Text files for bench/formats.py, each of about 5 kB, made by a seeded generator."""

from __future__ import annotations

import json
import random

from words import paragraph, sentence


def markdown(rng: random.Random) -> bytes:
    """A page of documentation: front matter, headings, paragraphs with links, lists, fences, a table."""
    parts = [f"---\ntitle: {sentence(rng, 4)}\ntags: [a, b]\n---\n", f"# {sentence(rng, 4)}"]
    for number in range(6):
        parts.append(f"{'#' * (2 + number % 2)} {sentence(rng, 4)}")
        parts += [
            paragraph(rng),
            f"{sentence(rng)} See [{sentence(rng, 3)}](page-{number}.md#part) and `name_{number}`.",
        ]
        parts.append(rng.choice((_list, _fence, _table))(rng))
    return "\n\n".join(parts).encode() + b"\n"


def _list(rng: random.Random) -> str:
    return "\n".join(f"- **{sentence(rng, 2)}** {sentence(rng)}" for _ in range(5))


def _fence(rng: random.Random) -> str:
    lines = "\n".join(f"{w}_{n} = call({n})  # {sentence(rng, 3)}" for n, w in enumerate("abcdefgh"))
    return f"```python\n{lines}\n```"


def _table(rng: random.Random) -> str:
    rows = "\n".join(f"| {sentence(rng, 2)} | {n} | `flag_{n}` |" for n in range(5))
    return f"| Name | Count | Flag |\n| --- | --- | --- |\n{rows}"


def rst(rng: random.Random) -> bytes:
    """A page of reStructuredText."""
    parts = []
    for number in range(6):
        title = sentence(rng, 4)
        parts += [f".. _part-{number}:", f"{title}\n{'=' * len(title)}", paragraph(rng)]
        parts.append(f"See :ref:`part-{number}` and `a site <https://example.org/{number}>`_, ``literal``.")
        parts.append(f".. code-block:: python\n\n   {sentence(rng)}\n\n* {sentence(rng)}\n* {sentence(rng)}")
    return "\n\n".join(parts).encode() + b"\n"


def asciidoc(rng: random.Random) -> bytes:
    """A page of AsciiDoc."""
    parts = [f"= {sentence(rng, 4)}\n:toc:"]
    for number in range(6):
        parts += [
            f"[[part-{number}]]\n== {sentence(rng, 4)}",
            paragraph(rng),
            f"See <<part-{number}>>. {sentence(rng)}",
        ]
        parts.append(f"[source,python]\n----\n{sentence(rng)}\n----\n\n* {sentence(rng)}\n* {sentence(rng)}")
    return "\n\n".join(parts).encode() + b"\n"


def org(rng: random.Random) -> bytes:
    """Notes in Org."""
    parts = [f"#+title: {sentence(rng, 4)}"]
    for number in range(6):
        parts += [
            f"* TODO {sentence(rng, 4)} :tag:",
            paragraph(rng),
            f"See [[#part-{number}][{sentence(rng, 3)}]].",
        ]
        parts.append(
            f"#+begin_src python\n{sentence(rng)}\n#+end_src\n\n- {sentence(rng)}\n- {sentence(rng)}"
        )
    return "\n\n".join(parts).encode() + b"\n"


def man(rng: random.Random) -> bytes:
    """A manual page."""
    parts = ['.TH MOOR 1 2026-01-01 "moor 1" "Tools"\n.SH NAME\nmoor \\- ' + sentence(rng, 4), ".SH OPTIONS"]
    for number in range(14):
        parts.append(f".TP\n.BR \\-\\-flag\\-{number} =\\fIN\\fR\n{sentence(rng)}\n{paragraph(rng, 2)}")
    return "\n".join(parts).encode() + b"\n"


def table(rng: random.Random) -> bytes:
    """A table of 100 rows."""
    rows = [f'{n},"{sentence(rng, 3)}",{rng.random():.4f},2026-01-{n % 28 + 1:02}' for n in range(100)]
    return "\n".join(["id,title,share,since", *rows]).encode() + b"\n"


def data(rng: random.Random) -> bytes:
    """A JSON file with keys of several levels."""
    part = {
        f"part_{n}": {"title": sentence(rng, 4), "items": [sentence(rng) for _ in range(6)]} for n in range(8)
    }
    return json.dumps({"name": "harbour", "paths": part}, indent=2).encode()


def yaml(rng: random.Random) -> bytes:
    """A file of several manifests."""
    documents = [
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: part-{n}\nspec:\n"
        + "".join(f"  key_{k}:\n    - {sentence(rng, 6)}\n    - {sentence(rng, 6)}\n" for k in range(6))
        for n in range(5)
    ]
    return "---\n".join(documents).encode()
