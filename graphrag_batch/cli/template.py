"""`.graphrag.yaml` with every setting, written from the dataclasses so that it cannot go stale."""

from __future__ import annotations

import json
import textwrap
from dataclasses import is_dataclass
from typing import Any, get_type_hints

from graphrag_batch.cli.suggest import NOTHING, Suggestion
from graphrag_batch.config import Config, settings

_MODEL = "suggested, as most documents here are not in English; the default:"
_NER = "suggested, as most documents here are in English (a minute per 1.5 MB of prose, once); the default:"
_HEADER = """\
# graphrag-batch: every setting with its default. Take the "# " off a line to change it.
# The file counts as committed in the tree that is indexed.
"""


def config_template(suggestion: Suggestion = NOTHING) -> str:
    """The file's text: groups as keys, each setting commented out with its default, so that reading
    it gives the defaults, and taking off any one "# " gives a valid file. Suggestions stand before the
    defaults that they would replace."""
    lines = [_HEADER.rstrip("\n"), "", *_settings(Config(), 0)]
    _suggest(lines, "model", Config().embed.model, suggestion.model, _MODEL)
    _suggest(lines, "ner", Config().extract.ner, suggestion.ner, _NER)
    return "\n".join(lines) + "\n"


def _suggest(lines: list[str], name: str, default: str, value: str, why: str) -> None:
    if value:
        place = lines.index(f"  # {name}: {json.dumps(default)}")
        lines[place:place] = [f"  # {name}: {json.dumps(value)}", f"  # ↑ {why}"]


def _settings(config: Any, depth: int) -> list[str]:
    pad = "  " * depth
    hints = get_type_hints(type(config))
    lines: list[str] = []
    for item in settings(type(config)):
        value = getattr(config, item.name)
        if is_dataclass(hints[item.name]):
            about = " ".join((type(value).__doc__ or "").split())
            lines += ["", *(f"{pad}# {line}" for line in textwrap.wrap(about, 96))] if about else []
            lines += [f"{pad}{item.name}:", *_settings(value, depth + 1)]
        else:
            plain = list(value) if isinstance(value, tuple) else value
            lines.append(f"{pad}# {item.name}: {json.dumps(plain, ensure_ascii=False)}")
    return lines
