"""Laws of changing one member of a JSON text."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.cli.jsontext import remove_member, set_member

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=4).filter(lambda k: k not in ("s", "new")), values, max_size=4)


@given(objects, st.none() | objects, values, st.sampled_from([None, 1, 2, 4, "\t"]))
def test_setting_a_member_adds_it_alone_and_removing_it_restores_every_character(
    top: dict[str, Any], inner: dict[str, Any] | None, value: Any, indent: int | str | None
) -> None:
    before = top if inner is None else {**top, "s": inner}
    text = json.dumps(before, indent=indent)
    changed = set_member(text, ("s", "new"), value)
    assert json.loads(changed) == {**before, "s": {**(inner or {}), "new": value}}
    assert set_member(changed, ("s", "new"), value) == changed
    restored = remove_member(changed, ("s", "new"))
    assert restored == text or not inner
    assert json.loads(restored) == ({**top, "s": inner} if inner else top)
