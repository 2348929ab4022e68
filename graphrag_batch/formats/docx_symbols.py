"""Characters of Word's symbol fonts, which stand in a private area of Unicode, as what they look like."""

from __future__ import annotations

# The letters of the font Symbol from 0x41 on, and its signs.
_UPPER = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_LOWER = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL = {
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼",
    0xA2: "′", 0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xAB: "↔",
    0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×",
    0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕",
    0xC6: "∅", 0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉",
    0xD0: "∠", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬",
    0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_SYMBOL |= {0x41 + n: char for n, char in enumerate(_UPPER)} | {
    0x61 + n: char for n, char in enumerate(_LOWER)
}
_WINGDINGS = {
    0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x71: "❑",
    0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→",
    0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0xA3: "☐"}
_TABLES = {"Symbol": _SYMBOL, "Wingdings": _WINGDINGS, "Wingdings 2": _WINGDINGS_2}


def symbol(font: str, char: str) -> str:
    """A character as it looks in `font`. One of the private area that no table knows is a replacement mark;
    any other is itself."""
    code = ord(char)
    private = 0xF000 <= code <= 0xF0FF
    if not private and (code > 0xFF or font not in _TABLES):
        return char
    known = _TABLES.get(font, _SYMBOL).get(code & 0xFF)
    if known is not None:
        return known
    if not private:
        return char
    plain = chr(code & 0xFF)
    return plain if font in ("", "Symbol") and plain.isascii() and plain.isprintable() else "\ufffd"
