"""The macros of BSD manual pages (mdoc) as text, a line at a time. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from graphrag_batch.formats.man_roff import arguments, plain

_AROUND = {
    "Op": "[]", "Bq": "[]", "Brq": "{}", "Pq": "()", "Aq": "<>", "Sq": "‘’", "Dq": "“”", "Qq": '""',
    "Ql": "‘’", "En": "",
}  # fmt: skip
_SAID = {
    "Ex": "The {} utility exits 0 on success, and >0 if an error occurs.",
    "Rv": "The {} function returns the value 0 if successful; otherwise the value -1 is returned and the "
    "global variable errno is set to indicate the error.",
}
_OPEN = {"Oo": "[", "Bo": "[", "Bro": "{", "Po": "(", "Ao": "<", "So": "‘", "Do": "“", "Qo": '"'}
_CLOSE = {"Oc": "]", "Bc": "]", "Brc": "}", "Pc": ")", "Ac": ">", "Sc": "’", "Dc": "”", "Qc": '"'}
_SYSTEMS = {
    "Ux": "UNIX", "Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly",
    "Bsx": "BSD/OS", "At": "AT&T UNIX",
    "Bt": "is currently in beta test.",
    "Ud": "currently under development.",
}  # fmt: skip
_PLAIN_WORDS = """
    Ad An Ar Cd Cm Dv Em Er Ev Fa Fd Fr Ft Ic In Lb Li Lk Ms Mt Nd No Pa St Sx Sy Tn Va Vt D1 Dl Sh Ss
    Ot Tg %A %B %C %D %I %J %N %O %P %Q %R %T %U %V Nm Fl Xr Ns Ap Fn Fo Fc Pf Es Eo Ec Lp Pp
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_CALLABLE = _PLAIN | set(_AROUND) | set(_OPEN) | set(_CLOSE) | set(_SYSTEMS)
_NO_SPACE_BEFORE = frozenset(".,;:?!)]")
_NO_SPACE_AFTER = frozenset("([")


@dataclass(slots=True)
class _Line:
    """The text of one line as it is put together."""

    text: str = ""
    glued: bool = True
    pending: list[str] = field(default_factory=list)  # what closes at the end of the line

    def add(self, word: str, glue: bool = False) -> None:
        """Put a word after a blank, unless it is punctuation or `glue` says otherwise."""
        if word == "":
            return
        self.text += word if glue or self.glued or word in _NO_SPACE_BEFORE else f" {word}"
        self.glued = word in _NO_SPACE_AFTER

    def close(self) -> None:
        """Close the enclosures that last to the end of the line, before its punctuation."""
        body = self.text.rstrip(".,;:?!") if self.pending else self.text
        rest = self.text[len(body) :]
        self.text = body + "".join(reversed(self.pending)) + rest
        self.pending.clear()


def mdoc_text(macro: str, rest: str, name: str, say: Callable[[str], str] = plain) -> str:
    """What the macro line `.macro rest` prints; `name` is that of the page, for a bare `.Nm`."""
    words = arguments(rest)
    if macro in _SAID and words[:1] == ["-std"]:
        return _SAID[macro].format(" ".join(map(say, words[1:])) or name)
    line = _Line()
    _run(line, [macro, *words] if macro in _CALLABLE else words, name, say)
    line.close()
    return line.text


def _run(line: _Line, words: list[str], name: str, say: Callable[[str], str]) -> None:
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word not in _CALLABLE:
            line.add(say(word))
        elif word in _AROUND:
            around = _AROUND[word]
            line.add(around[:1], glue=line.glued)
            line.glued = True
            line.pending.append(around[1:])
        elif word in _OPEN:
            line.add(_OPEN[word])
            line.glued = True
        elif word in _CLOSE:
            line.add(_CLOSE[word], glue=True)
        elif word in _SYSTEMS:
            line.add(_SYSTEMS[word])
        else:
            at = _plain_macro(line, word, words, at, name, say)


def _plain_macro(
    line: _Line, macro: str, words: list[str], at: int, name: str, say: Callable[[str], str]
) -> int:
    """A macro that prints its arguments; where the next word is to be read."""
    end = at
    while end < len(words) and words[end] not in _CALLABLE:
        end += 1
    given = [say(word) for word in words[at:end]]
    match macro:
        case "Fl":
            _flags(line, given)
            return end
        case "Ns":
            line.glued = True
        case "Ap" | "Fc":
            line.add("'" if macro == "Ap" else ")", glue=True)
            line.glued = macro == "Ap"
        case "Nm" if not given or given[0] in _NO_SPACE_BEFORE:
            line.add(name)
        case "Pf" if given:
            line.add(given.pop(0))
            line.glued = True
        case _:
            given = _composed(macro, given)
    for word in given:
        line.add(word)
    return end


def _flags(line: _Line, given: list[str]) -> None:
    for flag in given or [""]:
        line.add(flag if flag and flag in _NO_SPACE_BEFORE else f"-{flag}")
    line.glued = not given or line.glued


def _composed(macro: str, given: list[str]) -> list[str]:
    """The words of a macro that puts its arguments together in its own way."""
    if macro == "Nd":
        return ["-", *given]
    if macro == "In":
        return ["#include", *(f"<{word}>" for word in given)]
    if macro == "Xr" and len(given) > 1:
        return [f"{given[0]}({given[1]})", *given[2:]]
    if macro in ("Fn", "Fo") and given:
        return [f"{given[0]}({', '.join(given[1:])}{')' if macro == 'Fn' else ''}"]
    return given
