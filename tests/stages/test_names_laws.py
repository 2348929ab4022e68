"""Laws of linking: order, symmetry, no cycles, few candidates; and what the rules do with several names."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag_batch.config import NamesConfig
from graphrag_batch.stages.names import (
    BLOCK_LIMIT,
    EntityFields,
    Link,
    NameStat,
    block_keys,
    entity_of,
    link,
    norm,
    preference,
    score,
)
from graphrag_batch.textual import ENTITY_TYPES

CONFIG = NamesConfig()

_VOCABULARY = """
    access control controls role based Click Python 2 3 8.1 8.2 v8.1 RBAC rbac Role-Based C C# C++ .NET
    Node.js nodejs node the of and & colour color organisation organization Ada Lovelace Dr. Inc. ISO ISO/IEC
    27001 27001:2013 analyzers analyser-9 user_id user-id $HOME (x) "quoted" it's I II IV J. U.S.
    数据库 Ｆｕｌｌ ß İ é e\u0301 \u200b 🚀
"""
_WORDS = _VOCABULARY.split()
_SURFACES = st.one_of(
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(" ".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(st.sampled_from(list("abAB019 .-_/'\"()[]$&#+@:sv\u2019é\u0345ΣŉǰﬁİK℮¼")), max_size=12),
)
_TYPES = st.sampled_from([*ENTITY_TYPES, ""])


@st.composite
def _names(draw: st.DrawFn) -> list[NameStat]:
    """Names as a corpus has them: each normal form once, with all its surfaces; pairs among them."""
    written = draw(st.lists(st.tuples(_SURFACES, _TYPES, st.integers(1, 40)), min_size=2, max_size=9))
    surfaces: dict[str, dict[tuple[str, str], int]] = {}
    for surface, type_, documents in written:
        if key := norm(surface):
            surfaces.setdefault(key, {})[surface, type_] = documents
    norms = sorted(surfaces)
    pairs: dict[str, dict[str, int]] = {n: {} for n in norms}
    for a, b in (
        draw(st.lists(st.tuples(st.sampled_from(norms), st.sampled_from(norms)), max_size=3)) if norms else ()
    ):
        if a != b:
            pairs[a][b] = pairs[b][a] = draw(st.integers(1, 5))
    return [
        NameStat(
            n,
            tuple((s, t, d) for (s, t), d in sorted(surfaces[n].items())),
            tuple(sorted(draw(st.sets(st.integers(0, 3), max_size=2)))),
            tuple(sorted(pairs[n].items())),
        )
        for n in norms
    ]


@given(_SURFACES)
@example("the the Cathedral")
@example("((U.S.)'s)")
@example("x version version 8")
def test_a_normal_form_is_its_own_normal_form(surface: str) -> None:
    assert norm(norm(surface)) == norm(surface)
    assert not norm(surface) or any(map(str.isalnum, norm(surface)))


@given(_SURFACES)
def test_white_space_and_what_cannot_be_seen_make_no_other_name(surface: str) -> None:
    assert norm(f"\u200b\t{surface}\u00ad \n") == norm(surface)


@pytest.mark.parametrize(
    ("surface", "normal"),
    [
        ("C", "c"), ("C#", "c#"), ("C++", "c++"), (".NET", ".net"), ("Node.js", "node.js"),
        ("F#", "f#"), ("ISO/IEC 27001", "iso 27001"), ("ISO27001", "iso 27001"),
        ("Kubernetes’s", "kubernetes"), ("“Role‑Based Access Control”", "role based access control"),
        ("[link]", "link"), ("print()", "print"), ("--no-cache", "--no-cache"),
        ("MAX_RETRIES", "max_retries"), ("${MAX_RETRIES}", "max_retries"), ("GitHub", "github"),
        ("  the\nNetherlands ", "netherlands"), ("The Who", "the who"), ("Straße", "strasse"),
        ("src/main.py", "src/main.py"), ("@org/team", "@org/team"), ("#123", "#123"), ("AT&T", "at&t"),
        ("2024", "2024"), ("v2.0.1", "2.0.1"), ("x" * 201, ""), ("…", ""), ("🚀", ""), ("", ""),
        ("'' \"\"", ""), ("; DROP TABLE names; --", "drop table names"), ("אבג", "אבג"),
        ("\u202eevil\u202c", "evil"),
    ],
)  # fmt: skip
def test_the_normal_form_of(surface: str, normal: str) -> None:
    assert norm(surface) == normal


@given(_names(), st.randoms())
def test_links_do_not_depend_on_order(names: list[NameStat], random: object) -> None:
    for name in names:
        others = [other for other in names if other is not name]
        assert link(name, others, CONFIG) == link(name, others[::-1], CONFIG) == link(name, names, CONFIG)
    if names:
        assert entity_of(names) == entity_of(names[::-1])


@given(_names())
def test_following_links_ends(names: list[NameStat]) -> None:
    known = {name.norm: name for name in names}
    for name in names:
        told = link(name, names, CONFIG)
        if told.target != name.norm:
            assert preference(known[told.target]) > preference(name)
            assert told.score is not None
            assert told.score.total >= CONFIG.accept
        for other, doubt in told.doubts:
            assert preference(known[other]) > preference(name)
            assert doubt.total >= CONFIG.doubt
            assert other != told.target
    assert len({preference(name) for name in names}) == len(names)


@given(_names())
def test_a_score_is_the_same_both_ways(names: list[NameStat]) -> None:
    for a, b in itertools.combinations(names, 2):
        told = score(a, b)
        assert told == score(b, a)
        assert all(0 <= part <= 1 and round(part, 4) == part for part in told[:6])


@given(_names())
def test_names_that_are_one_share_a_block(names: list[NameStat]) -> None:
    """Nothing is accepted that blocks would not have found."""
    for a, b in itertools.permutations(names, 2):
        if score(a, b).total >= CONFIG.accept:
            assert set(block_keys(a)) & set(block_keys(b)), (a, b)


@given(_names())
def test_keys_are_few(names: list[NameStat]) -> None:
    for name in names:
        assert 1 <= len(block_keys(name)) <= 30
        assert set(block_keys(name.norm)) <= set(block_keys(name))


def test_a_word_that_all_names_have_makes_no_block_of_its_own() -> None:
    names = [f"cluster node n{n}x{n * 7919 % 1000}" for n in range(1000)]
    blocks: dict[str, int] = {}
    for name in names:
        for key in block_keys(name):
            blocks[key] = blocks.get(key, 0) + 1
    assert sum(count**2 for count in blocks.values() if count <= BLOCK_LIMIT) < 20 * len(names)


def _stat(written: str, type_: str = "product", documents: int = 5, **more: object) -> NameStat:
    return NameStat(norm(written), ((written, type_, documents),), **more)  # type: ignore[arg-type]


def _target(name: NameStat, *others: NameStat) -> str:
    return link(name, others, CONFIG).target


def test_what_a_text_says_is_one_is_one() -> None:
    short = _stat("k8s", pairs=(("kubernetes", 1),))
    assert _target(short, _stat("Kubernetes")) == "kubernetes"
    assert link(short, [_stat("Kubernetes")], CONFIG).score == score(short, _stat("Kubernetes"))
    assert score(short, _stat("Kubernetes")).rule == "pair"
    assert set(block_keys(short)) & set(block_keys("kubernetes"))


def test_a_text_makes_no_two_versions_one() -> None:
    assert _target(_stat("Python 2", pairs=(("python 3", 9),)), _stat("Python 3")) == "python 2"


def test_an_acronym_with_two_expansions_is_neither() -> None:
    pca = _stat("ACAP", "concept")
    one, two = _stat("Atomic Commit And Push", "concept"), _stat("Always Check All Ports", "concept")
    assert _target(pca, one) == one.norm
    assert _target(pca, two) == two.norm
    both = link(pca, [one, two], CONFIG)
    assert both.target == "acap"
    assert {other for other, _ in both.doubts} == {one.norm, two.norm}


def test_of_two_expansions_that_texts_give_the_usual_one_stands() -> None:
    one, two = _stat("continuous integration", "concept"), _stat("confidence interval", "concept")
    for first, second, target in ((4, 2, one.norm), (3, 2, "ci"), (2, 2, "ci"), (1, 9, two.norm)):
        short = _stat("CI", "concept", pairs=((two.norm, second), (one.norm, first)))
        assert _target(short, one, two) == target


def test_a_version_is_the_product_only_while_there_is_no_other() -> None:
    click, old, new = _stat("Click"), _stat("Click 7.1"), _stat("Click 8.1")
    assert _target(new, click) == "click"
    told = link(new, [click, old], CONFIG)
    assert told.target == "click 8.1"
    assert [other for other, _ in told.doubts] == ["click"]


def test_a_last_name_is_a_person_only_if_there_is_one() -> None:
    short, ada, mary = (
        _stat("Lovelace", "person"),
        _stat("Ada Lovelace", "person"),
        _stat("Mary Lovelace", "person"),
    )
    assert _target(short, ada) == ada.norm
    assert _target(short, ada, mary) == short.norm
    assert _target(_stat("Lovelace", "product"), ada) == "lovelace"


def test_types_keep_names_apart() -> None:
    for a, b, one in (
        ("person", "product", False),
        ("concept", "product", True),
        ("product", "product", True),
    ):
        links = {
            _target(_stat("Git Hub", a), _stat("GitHub", b)),
            _target(_stat("GitHub", b), _stat("Git Hub", a)),
        }
        assert (len(links) == 1) == one


def test_an_entity_is_called_what_most_documents_call_it() -> None:
    short = NameStat(
        "rbac", (("RBAC", "", 9), ("rbac", "concept?", 2)), (), (("role based access control", 3),)
    )
    long = NameStat(
        "role based access control",
        (("Role-Based Access Control", "", 4), ("role-based access control", "product?", 4)),
    )
    typed = NameStat("rbacs", (("RBACs", "standard", 1),))
    assert entity_of([typed, long, short]) == EntityFields(
        "standard",
        "RBAC",
        long.norm,
        ("Role-Based Access Control", "role-based access control", "rbac", "RBACs"),
    )
    assert entity_of([NameStat("x")]) == EntityFields("concept", "x", "x", ())


def test_the_settings_say_how_alike_is_alike() -> None:
    a, b = _stat("New York City", "location"), _stat("New York", "location")
    assert link(b, [a], CONFIG) == Link("new york", None, (("new york city", score(a, b)),))
    assert link(b, [a], NamesConfig(accept=0.66, doubt=0.65)).target == "new york city"
    assert link(b, [a], NamesConfig(accept=0.95, doubt=0.95)) == Link("new york")
