"""The inline markup of AsciiDoc: what is not shown, and what is set apart. Pure; linear."""

from __future__ import annotations

import re

from graphrag_batch.stages.passage.build import Drop, Mark, Markup

_ANY = re.compile(r"[*_`#^~\[{<+&]|\(C\)|\(\(|\\")
_EVENT = re.compile(
    r"\(\(\((?!\()(?:[^()\n]|\([^()\n]{0,100}\)){1,300}\)\)\)"
    r"|(?<![$\\(\w])\(\((?P<index>[^()\n]{1,300})\)\)(?!\))"
    r"|<<(?P<cross>[^<>,\n]{1,300})(?:,\s*(?P<shown>[^<>]{1,300}?))?>>"
    r"|(?<![\w\\])(?P<macro>(?:xref|link|mailto|image|video|audio|icon|kbd|btn|menu|footnote|footnoteref|linkgit|"
    r"include|stem|pass|term|indexterm2?|anchor)::?)(?P<target>[^\s\[\]`]{0,500})\[(?P<text>(?:[^\]\\]|\\.){0,1000})\]"
    r"|(?<![\w\\:])(?P<url>(?:https?|ftp|irc)://[^\s\[\]<>\"]{1,1000})\[(?P<label>(?:[^\]\\]|\\.){0,1000})\]"
    r"|\[\[[^\[\]\n]{1,200}\]\]|(?P<attribute>(?<!\\)\{[\w-]{1,60}\})|(?P<role>\[[.#][\w.#-]{1,60}\])(?=[#*_`])"
    r"|(?P<double>\*\*|__|``|##)(?=\S)|(?<!\w)(?P<open>[*_`#])(?=\S)|(?<=\S)(?P<close>[*_`#])(?!\w)"
    r"|[\^~](?P<raised>[^\s^~]{1,40})[\^~]|\\(?=[*_`#{<\[])|(?P<hard>\s\+(?=\n|$))"
    r"|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,10});"
)
_MARKS = {"*": "bold", "_": "italic", "`": "code", "#": ""}
_LABELS = ("link:", "xref:", "mailto:", "linkgit:")
_SILENT = ("image:", "video:", "audio:", "icon:", "include:", "anchor:", "stem:", "pass:", "indexterm:")


def scan_asciidoc(content: str) -> Markup | None:
    """The markup of the content, None for none."""
    if not _ANY.search(content):
        return None
    drops: list[Drop] = []
    marks: list[Mark] = []
    opened: dict[str, tuple[int, int]] = {}
    for event in _EVENT.finditer(content):
        found = event["double"] or event["open"] or event["close"]
        if found is not None:
            _quote(event, found, opened, drops, marks)
        elif event["macro"] is not None:
            _macro(event, drops, marks)
        else:
            _other(event, drops, marks)
    drops.sort()
    return Markup(drops, marks)


def _quote(
    event: re.Match[str], found: str, opened: dict[str, tuple[int, int]], drops: list[Drop], marks: list[Mark]
) -> None:
    start, end = event.span()
    before = opened.pop(found, None)
    if before is not None and event["open"] is None and before[1] < start:
        drops += [Drop(*before), Drop(start, end)]
        if _MARKS[found[0]]:
            marks.append((before[1], start, _MARKS[found[0]]))
    elif event["close"] is None:
        opened[found] = (start, end)


def _macro(event: re.Match[str], drops: list[Drop], marks: list[Mark]) -> None:
    start, end = event.span()
    macro = event["macro"].rstrip(":") + ":"
    a, b = _label(event, "text")
    if macro.startswith(_SILENT) and macro != "image:":
        drops.append(Drop(start, end))
        return
    if a == b and macro in _LABELS and macro != "xref:":
        a, b = event.span("target")
    if macro == "linkgit:":
        a, b = event.span("target")
    if a == b:
        drops.append(Drop(start, end))
        return
    drops += [Drop(start, a, " " if macro.startswith("footnote") else ""), Drop(b, end)]
    if macro in _LABELS:
        marks.append((a, b, "link"))
    elif macro in ("kbd:", "btn:", "menu:"):
        marks.append((a, b, "code"))


def _other(event: re.Match[str], drops: list[Drop], marks: list[Mark]) -> None:
    start, end = event.span()
    if event["cross"] is not None:
        # An anchor is no name: without words of its own a reference shows nothing.
        if event["shown"] is None:
            drops.append(Drop(start, end))
            return
        a, b = event.span("shown")
        drops += [Drop(start, a), Drop(b, end)]
        marks.append((a, b, "link"))
    elif event["index"] is not None:
        a, b = event.span("index")
        drops += [Drop(start, a), Drop(b, end)]
    elif event["url"] is not None:
        a, b = _label(event, "label")
        a, b = (a, b) if a < b else event.span("url")
        drops += [Drop(start, a), Drop(b, end)]
        marks.append((a, b, "link"))
    elif event["raised"] is not None:
        drops += [Drop(start, start + 1), Drop(end - 1, end)]
    elif event[0][0] == "\\":
        drops.append(Drop(start, end))
    elif event[0][0] == "&":
        drops.append(Drop(start, end, " "))
    else:
        drops.append(Drop(start, end))


def _label(event: re.Match[str], group: str) -> tuple[int, int]:
    """Where the text of a macro stands: its first option, without quotes and the mark of a new window."""
    text, (a, _b) = event[group], event.span(group)
    first = text.partition(",")[0] if "=" in text else text
    if "=" in first:
        return a, a
    shown = first.strip('"^ ')
    return (a + text.find(shown), a + text.find(shown) + len(shown)) if shown else (a, a)
