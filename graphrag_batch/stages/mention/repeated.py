"""Names of a document's body, in its headings: there a capital letter says little, but a name is one still.
Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.textual import Passage, RawMention

_WORD = re.compile(r"[^\W_]+")
# So many names that begin with one word are looked for.
_MOST = 20


class Repeated:
    """The names that make entities, by their first words."""

    def __init__(self, body: Iterable[RawMention]) -> None:
        names: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in body:
            first = _WORD.match(one.surface)
            if one.strong and one.found in ("name", "ner") and first is not None and first[0][0].isupper():
                names[first[0]].setdefault(" ".join(one.surface.split()))
        self._names = {
            first: sorted(list(some)[:_MOST], key=lambda name: (-len(name), name))
            for first, some in names.items()
        }

    def find(self, passage: Passage) -> Iterator[Found]:
        """The names in a passage, the longest at each place."""
        text, last = passage.text, 0
        for word in _WORD.finditer(text):
            if word.start() < last or not text[word.start()].isupper():
                continue
            for name in self._names.get(word[0], ()):
                end = word.start() + len(name)
                if text.startswith(name, word.start()) and not text[end : end + 1].isalnum():
                    yield Found(word.start(), end, "concept", "name", 0.4, False)
                    last = end
                    break
