"""Values of a stage, each made once: taken from the memo, waited for where it is being made, or made now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from graphrag_batch.fingerprint import StageKey
    from graphrag_batch.memo import Memo

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Wanted(Generic[_V]):
    """What a batch wants: `values` it has, those that an earlier batch makes, and the `missing`, which are
    its own to make."""

    values: dict[StageKey, _V]
    awaited: dict[StageKey, Mapping[StageKey, _V]]
    missing: tuple[StageKey, ...]

    @property
    def reused(self) -> int:
        """How many it need not make."""
        return len(self.values) + len(self.awaited)


class UnderWay(Generic[_V]):
    """The values of one stage, while several batches are at work. They settle in the order in which they
    began."""

    def __init__(self, memo: Memo, decode: Callable[[bytes], _V | None]) -> None:
        self._memo = memo
        self._decode = decode
        self._making: dict[StageKey, Mapping[StageKey, _V]] = {}

    def begin(self, wanted: Mapping[StageKey, Sequence[StageKey]]) -> Wanted[_V]:
        """Finds what there is of each wanted key, under any of the keys beside it; the first counts most.
        What is missing must be made, and settled."""
        awaited = {key: self._making[key] for key in wanted if key in self._making}
        rest = {key: places for key, places in wanted.items() if key not in awaited}
        raws = self._memo.get_many(list(dict.fromkeys(place for places in rest.values() for place in places)))
        held = {key: value for key, raw in raws.items() if (value := self._decode(raw)) is not None}
        values = {
            key: next(held[place] for place in places if place in held)
            for key, places in rest.items()
            if not held.keys().isdisjoint(places)
        }
        missing = tuple(key for key in rest if key not in values)
        self._making.update(dict.fromkeys(missing, values))
        return Wanted(values, awaited, missing)

    def settle(
        self, wanted: Wanted[_V], made: Mapping[StageKey, bytes], kept: Mapping[StageKey, bytes]
    ) -> dict[StageKey, _V]:
        """All that was wanted, once the missing were `made`; what is `kept` is remembered."""
        self._memo.put_many(kept.items())
        for key, raw in made.items():
            value = self._decode(raw)
            assert value is not None
            wanted.values[key] = value
            del self._making[key]
        wanted.values.update({key: values[key] for key, values in wanted.awaited.items()})
        return wanted.values
