"""Which things of one artifact are the same things in another, though their ids differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

Row = dict[str, Any]
Groups = dict[str, list[Row]]
_T = TypeVar("_T")


@dataclass(slots=True)
class Matches:
    """Ids of the first artifact → ids of the second, of what has another id there. What has the same
    id in both needs no entry."""

    docs: dict[int, int] = field(default_factory=dict)
    sections: dict[int, int] = field(default_factory=dict)
    entities: dict[int, int] = field(default_factory=dict)


def changes(names: Sequence[str], old: Sequence[Any], new: Sequence[Any]) -> dict[str, list[Any]]:
    """Name → [old value, new value] of what differs."""
    values = zip(names, old, new, strict=True)
    return {name: [before, after] for name, before, after in values if before != after}


def pair_off(
    old: list[_T],
    new: list[_T],
    old_key: Callable[[_T], Hashable | None],
    new_key: Callable[[_T], Hashable | None],
) -> list[tuple[_T, _T]]:
    """Pairs of equal keys, the first with the first and so on, taken out of both lists. None is the
    key of what pairs with nothing."""
    waiting: dict[Hashable, list[_T]] = defaultdict(list)
    for item in reversed(new):
        if (key := new_key(item)) is not None:
            waiting[key].append(item)
    pairs = []
    for item in old:
        key = old_key(item)
        if key is not None and waiting.get(key):
            pairs.append((item, waiting[key].pop()))
    _remove(old, (one for one, _ in pairs))
    _remove(new, (other for _, other in pairs))
    return pairs


def _remove(items: list[_T], gone: Iterable[_T]) -> None:
    taken = {id(item) for item in gone}
    items[:] = [item for item in items if id(item) not in taken]
