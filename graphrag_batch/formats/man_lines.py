"""What each line of a manual page prints, and what it is part of. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from graphrag_batch.formats.man_mdoc import mdoc_text
from graphrag_batch.formats.man_roff import STRINGS, arguments, plain, short_string

_CONTROL = re.compile(r"[.']\s*(\\[\"#{}]|[^\s\\]+)[ \t]*(.*)")
_ENDS = re.compile(r"[.']\s*(\S+)\s*")
_CONDITION = re.compile(r"\s*(!?(?:'[^']*'[^']*'|[nt](?![\w.])|\S+))\s*(.*)")
_JOINED = frozenset({"BR", "BI", "IR", "IB", "RB", "RI"})
_PARAGRAPHS = frozenset({"PP", "P", "LP", "HP", "Pp", "Lp"})
_HEADINGS = {"SH": 1, "Sh": 1, "SS": 2, "Ss": 2}
# Requests and macros that print none of their arguments.
_SILENT_WORDS = """
    ad af als am ami ami1 as as1 at aln bd bp br break c2 cc ce cf cflags ch char chop close color
    composite continue cs cu da de1 defcolor device di do dt ec ecr ecs el em eo ev evc fam fc fchar
    fcolor fl fp fschar fspecial ft ftr fzoom gcolor hc hcode hla hlm hpf hy hym hys ie if in it itc
    kern lc length lf lg linetabs ll ls lsm lt mc mk mso na ne nh nm nn nop nr nroff ns nx open opena os
    output pc pev pi pl pm pn pnr po ps psbb pso ptr pvs rchar rd return rfschar rj rm rn rnn rr rs rt
    schar shc shift sizes soquiet sp special spreadwarn ss stringdown stringup substring sv sy ta tag tc
    ti tkf tl tm tm1 tmc tr trf trin trnt troff uf ul unformat vpt vs warn warnscale wh while write
    writec writem PD AT UC DT RE RS YS ME Dd Os Bk Ek Bf Ef Rs Re Hf IX XS XE
"""
_SILENT = frozenset(_SILENT_WORDS.split())
_MDOC = re.compile(r"^[.']\s*(?:Dd|Sh|Dt)\b", re.MULTILINE)
_INDENT = "    "
_DEEPEST = 12
_Kind = tuple[str, int]


@dataclass(slots=True)
class Page:
    """What a page prints: a line for each of the file, and the kind and number of what that is part of."""

    text: list[str] = field(default_factory=list)
    kinds: list[_Kind] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)  # line of a heading -> its level
    header: dict[str, str] = field(default_factory=dict)
    sources: list[tuple[int, str]] = field(default_factory=list)  # (line, file that it reads)


@dataclass(slots=True)
class _State:
    """Where in a page its reader is."""

    page: Page
    mdoc: bool
    strings: dict[str, str]
    name: str = ""
    number: int = 0
    kind: str = "paragraph"
    tag: bool = False  # the next line that prints is an item's tag
    bullet: str = ""  # what the next line that prints begins with
    body: bool = False  # within an item, below its tag
    deep: int = 0
    lists: list[str] = field(default_factory=list)  # what the items of each open mdoc list begin with
    fence: bool = False
    heading: bool = False  # the next line that prints is a heading
    level: int = 0  # of that
    until: str = ""  # a macro's definition lasts until here
    skipped: int = 0  # open braces of a branch that is not taken
    otherwise: bool = True  # whether the next `.el` is taken
    table: str = ""  # "format" or "data"
    separator: str = "\t"


def page_of(text: str) -> Page:
    """What the page that is written in `text` prints."""
    state = _State(Page(), _MDOC.search(text) is not None, dict(STRINGS))
    for line in text.split("\n"):
        state.page.kinds.append((state.kind, state.number))
        printed = _read(state, line).rstrip()
        state.page.text.append(printed)
        if state.page.kinds[-1][0] != "heading":
            state.page.kinds[-1] = (
                "fence" if state.fence and state.kind != "list" else state.kind,
                state.number,
            )
        elif printed:
            state.heading, state.kind = False, "paragraph"
            state.number += 1
    return state.page


def _read(state: _State, line: str) -> str:
    """What one line prints."""
    if state.until:
        ends = _ENDS.fullmatch(line)
        if ends is not None and ends[1] in (state.until, "."):
            state.until = ""
        return ""
    if state.skipped:
        state.skipped = max(0, state.skipped + line.count("\\{") - line.count("\\}"))
        return ""
    if state.table and not line.startswith((".TE", ".T&")):
        return _table_line(state, line)
    control = _CONTROL.match(line) if line[:1] in (".", "'") else None
    if control is not None:
        return _macro(state, control[1], control[2])
    if line[:1] in (".", "'") and len(line.strip()) < 2:
        return ""
    if not line.strip() and not state.fence and not state.body:
        state.number += 1
    return _shown(state, plain(line, state.strings))


def _shown(state: _State, text: str) -> str:
    """Text in its place: a heading, an item's tag, or indented below one."""
    if not text.strip():
        return ""
    if state.heading:
        state.page.kinds[-1] = ("heading", state.number)
        state.page.levels[len(state.page.text)] = state.level  # other macros may stand between the two
        return text.strip()
    if state.bullet:
        text = f"{state.bullet} {text.lstrip()}"
        state.bullet = ""
        return _INDENT * state.deep + text
    if state.tag:
        state.tag, state.body = False, True
        return _INDENT * state.deep + text
    return _INDENT * (state.deep + state.body) + text


def _macro(state: _State, name: str, rest: str) -> str:
    """What a control line prints."""
    if name[0] == "\\":
        return ""
    if name in _HEADINGS:
        return _heading(state, name, rest)
    if name in _PARAGRAPHS:
        return _paragraph(state)
    match name:
        case "if" | "ie" | "el":
            return _conditional(state, name, rest)
        case "TH" | "Dt" | "Dd" | "so":
            return _header(state, name, rest)
        case "TP" | "TQ" | "IP" | "It":
            return _item(state, name, rest)
        case "Bl" | "El" | "Bd" | "Ed":
            _mdoc_block(state, name, rest)
        case "de" | "de1" | "am" | "ig" | "ds" | "ds1":
            _define(state, name, rest.split(maxsplit=2))
        case "TS" | "T&" | "TE" | "nf" | "EX" | "Vb" | "fi" | "EE" | "Ve" | "RS" | "RE":
            _region(state, name)
        case _:
            return _shown(state, _text(state, name, rest))
    return ""


def _define(state: _State, name: str, words: list[str]) -> None:
    """A string, or a macro: its lines are skipped, up to the one that ends it."""
    if name.startswith("ds"):
        state.strings.update({words[0]: short_string(" ".join(words[1:]))} if words else {})
    elif name == "ig":
        state.until = words[0] if words else "."
    else:
        state.until = words[1] if len(words) > 1 else "."


def _region(state: _State, name: str) -> None:
    """The beginning or end of a table, of lines that are not filled, of an indented part."""
    match name:
        case "TS" | "T&":
            state.table, state.kind = "format", "table"
            state.number += name == "TS"
        case "TE":
            state.table, state.kind = "", "paragraph"
            state.number += 1
        case "RS":
            state.deep, state.body = min(_DEEPEST, state.deep + 1), False
        case "RE":
            state.deep, state.body = max(0, state.deep - 1), state.kind == "list" and state.deep <= 1
        case _:
            state.fence = name in ("nf", "EX", "Vb")
            state.number += not state.body


def _text(state: _State, name: str, rest: str) -> str:
    """What a macro prints that changes nothing around it."""
    if name in _SILENT:
        return ""
    say = partial(plain, strings=state.strings)
    if state.mdoc:
        if name == "Nm" and not state.name and rest.strip():
            state.name = say(arguments(rest)[0])
        return mdoc_text(name, rest, state.name, say)
    words = [say(word) for word in arguments(rest)]
    if name in _JOINED:
        return "".join(words)
    if name == "OP":
        return f"[{' '.join(words)}]"
    return " ".join(words)


def _heading(state: _State, name: str, rest: str) -> str:
    state.number += 1
    state.kind, state.fence, state.tag, state.body, state.deep = "paragraph", False, False, False, 0
    state.bullet = ""
    state.lists.clear()
    state.heading = True
    state.level = state.page.levels[len(state.page.text)] = _HEADINGS[name]
    state.page.kinds[-1] = ("heading", state.number)
    say = partial(plain, strings=state.strings)
    return mdoc_text(name, rest, state.name, say) if state.mdoc else " ".join(map(say, arguments(rest)))


def _paragraph(state: _State) -> str:
    if state.mdoc and state.lists:
        return ""
    state.tag, state.body, state.bullet = False, False, ""
    if state.deep == 0:
        state.kind = "paragraph"
        state.number += 1
    return ""


def _item(state: _State, name: str, rest: str) -> str:
    if state.kind != "list":
        state.kind = "list"
        state.number += 1
    state.body = False
    state.bullet, state.tag = "", name in ("TP", "TQ")
    if name == "It":
        state.deep = max(0, len(state.lists) - 1)
        mark = state.lists[-1] if state.lists else ""
        tag = mdoc_text("", rest, state.name, partial(plain, strings=state.strings)) if rest else ""
    elif name == "IP":
        words = arguments(rest)
        mark, tag = "", plain(words[0], state.strings).strip() if words else ""
        if len(tag) == 1 and not tag.isalnum():
            mark, tag = tag, ""
    else:
        return ""
    if tag:
        state.tag = True
        return _shown(state, tag)
    state.bullet, state.body = mark, True
    return ""


def _mdoc_block(state: _State, name: str, rest: str) -> None:
    if name == "Bl":
        marks = {"-bullet": "•", "-dash": "-", "-hyphen": "-", "-enum": "-"}
        state.lists.append(next((mark for kind, mark in marks.items() if kind in rest), ""))
        state.body = False
    elif name == "El":
        if state.lists:
            state.lists.pop()
        state.deep, state.body = max(0, len(state.lists) - 1), bool(state.lists)
        if not state.lists:
            state.kind = "paragraph"
            state.number += 1
    else:
        state.fence = name == "Bd" and ("-literal" in rest or "-unfilled" in rest)
        state.number += not state.lists


def _header(state: _State, macro: str, rest: str) -> str:
    """The names above and below each page; the file that holds what this page says."""
    header = state.page.header
    if macro == "so":
        state.page.sources.append((len(state.page.text), rest.strip()))
        return rest.strip()
    if macro == "Dd":
        header["date"] = rest.strip()
        return rest.strip()
    words = [plain(word, state.strings) for word in arguments(rest)]
    keys = ("name", "section", "date", "source", "manual") if macro == "TH" else ("name", "section")
    header |= {key: word for key, word in zip(keys, words, strict=False) if word}
    state.name = state.name or (words[0].lower() if words else "")
    head = f"{words[0]}({words[1]})" if len(words) > 1 else " ".join(words)
    return " ".join(filter(None, [head, *words[2:]]))


def _conditional(state: _State, name: str, rest: str) -> str:
    """The branch of a condition that a terminal takes."""
    if name == "el":
        taken, branch = state.otherwise, rest
    else:
        found = _CONDITION.match(rest)
        condition, branch = (found[1], found[2]) if found is not None else ("", "")
        if "\\{" in condition:
            condition, _, more = condition.partition("\\{")
            branch = f"\\{{{more} {branch}"
        taken = condition not in ("t", "!n", "v", "0")
        state.otherwise = not taken
    if not taken:
        state.skipped = max(0, branch.count("\\{") - branch.count("\\}"))
        return ""
    branch = branch.replace("\\{", "").replace("\\}", "").lstrip().removesuffix("\\")
    return _read(state, branch) if branch and not branch.startswith((".if", ".ie", "'if")) else ""


def _table_line(state: _State, line: str) -> str:
    """A line of a table: cells between bars; how the table looks is left out."""
    said = line.strip()
    if state.table == "format":
        option = re.search(r"tab ?\((.)\)", said) if said.endswith(";") else None
        state.separator = option[1] if option is not None else state.separator
        state.table = "data" if said.endswith(".") else "format"
        return ""
    if said in ("_", "=", "T{", "T}") or line.startswith("."):
        words = arguments(line[1:].partition(" ")[2]) if line.startswith(".") else []
        return " ".join(plain(word, state.strings) for word in words)
    cells = (
        plain(cell.replace("T{", "").replace("T}", ""), state.strings) for cell in line.split(state.separator)
    )
    return " | ".join(cell.strip() for cell in cells).strip(" |")
