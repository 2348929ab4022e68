"""The inline markup of reStructuredText: what is not shown, and what is set apart. Pure; linear."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphrag_batch.stages.passage.build import Drop, Mark, Markup

_ANY = re.compile(r"[`*|\\\[]|_(?![^\W_])")
_EVENT = re.compile(
    r"\\(?P<escape>.|\n)|``(?P<literal>[^`]+(?:`[^`]+)*)``"
    r"|(?P<role>:[A-Za-z][\w.+:-]{0,40}:)?`(?P<body>[^`]+)`(?P<under>__?(?!\w))?"
    r"|(?<![\w*])\*\*(?P<bold>[^*\s](?:[^*]*[^*\s])?)\*\*(?![\w*])"
    r"|(?<![\w*])\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|\|(?P<put>[^|\s](?:[^|\n]{0,100}[^|\s])?)\|_{0,2}|\[(?P<note>\d+|[#*][\w.-]*|[\w.-]+)\]_(?!\w)"
    r"|(?<![\w`.:/-])(?P<word>\w+(?:[-.:+]\w+)*?)__?(?![\w`])"
)
_TITLED = re.compile(r"\s*(.*?)\s*<([^<>]+)>\s*$", re.DOTALL)
_LINKS = frozenset(
    {"ref", "doc", "any", "numref", "term", "download", "pep", "rfc", "issue", "pull", "user", "gh"}
)
_PLAIN = frozenset({"abbr", "sup", "sub", "emphasis", "strong", "guilabel", "menuselection", "dfn", "math"})
_LONGEST = 1000


@dataclass(slots=True)
class RstScan:
    """Scans content; `names` are those that references may name, folded."""

    names: frozenset[str] = frozenset()

    def __call__(self, content: str) -> Markup | None:
        """The markup of the content, None for none."""
        if not _ANY.search(content):
            return None
        drops: list[Drop] = []
        marks: list[Mark] = []
        for event in _EVENT.finditer(content):
            self._event(event, drops, marks)
        return Markup(drops, marks)

    def _event(self, event: re.Match[str], drops: list[Drop], marks: list[Mark]) -> None:
        start, end = event.span()
        if event["escape"] is not None:
            drops.append(Drop(start, end if event["escape"].isspace() else start + 1))
        elif event["body"] is not None:
            self._interpreted(event, drops, marks)
        elif event["put"] is not None or event["note"] is not None:
            before = event["note"] is not None and event.string[start - 1 : start] == " "
            drops.append(Drop(start - before, end))
        elif event["word"] is not None:
            if " ".join(event["word"].lower().split()) in self.names:
                drops.append(Drop(event.end("word"), end))
                marks.append((start, event.end("word"), "link"))
        else:
            for name, mark in (("literal", "code"), ("bold", "bold"), ("italic", "italic")):
                if event[name] is not None:
                    a, b = event.span(name)
                    drops += [Drop(start, a), Drop(b, end)]
                    marks.append((a, b, mark))

    def _interpreted(self, event: re.Match[str], drops: list[Drop], marks: list[Mark]) -> None:
        """A role's text, a link's, or that of neither."""
        a, b = event.span("body")
        role = (event["role"] or "").strip(":").rpartition(":")[2].lower()
        titled = _TITLED.match(event["body"]) if "<" in event["body"] and b - a < _LONGEST else None
        if titled is not None and titled[1]:
            a, b = a + titled.start(1), a + titled.end(1)
        elif titled is not None:
            a, b = a + titled.start(2), a + titled.end(2)
        elif role and event["body"][:1] in "~!":
            tail = event["body"].rpartition(".")[2] if event["body"][0] == "~" else event["body"][1:]
            a = b - len(tail)
        drops += [Drop(event.start(), a), Drop(b, event.end())]
        if event["under"] is not None or role in _LINKS:
            marks.append((a, b, "link"))
        elif role in _PLAIN or not role:
            marks.append((a, b, "term" if role == "dfn" else "italic"))
        else:
            marks.append((a, b, "code"))
