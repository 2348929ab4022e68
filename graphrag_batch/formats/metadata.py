"""What a document says of itself, by whatever names it does: tags, language, address, security class.

`meta` is the object that front matter or a file's properties make. Settings may lie below others
(`security: {class: internal}`, `taxonomies.tags`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

RESTRICTED = "restricted"
_TAGS = ("tags", "tag", "keywords", "categories", "category", "topics")
_TAXONOMIES = ("taxonomies", "taxonomy")
_LANGUAGE = ("lang", "language", "locale")
_SOURCE = ("source", "canonical", "canonical_url", "url", "source_url", "permalink")
_SECURITY = ("security", "security_class", "classification", "confidentiality")
_CLASS = ("class", "level", "classification", "label")
_MOST_WORDS = 100


def tags_of(meta: Mapping[str, Any]) -> tuple[str, ...]:
    """Tags, keywords and categories, each once: lists, or text with commas."""
    groups = [meta, *(meta[key] for key in _TAXONOMIES if isinstance(meta.get(key), Mapping))]
    words = (word for group in groups for key in _TAGS for word in _words(group.get(key)))
    return tuple(dict.fromkeys(words))[:_MOST_WORDS]


def lang_of(meta: Mapping[str, Any]) -> str:
    """The language as it is named there, "" where none is."""
    return _text(meta, _LANGUAGE)


def source_of(meta: Mapping[str, Any]) -> str:
    """Where the document comes from: an address, or what the page calls its source."""
    return _text(meta, _SOURCE)


def security_of(meta: Mapping[str, Any]) -> str:
    """The security class, several joined by commas, "" where none is given."""
    for key in _SECURITY:
        found = ", ".join(_classes(meta.get(key)))
        if found:
            return found
    return ""


def is_restricted(meta: Mapping[str, Any]) -> bool:
    """Whether `restricted` is the security class, or among the classes."""
    return RESTRICTED in (word.strip().casefold() for word in security_of(meta).split(","))


def _text(meta: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    found = (meta[key].strip() for key in keys if isinstance(meta.get(key), str))
    return next((text for text in found if text), "")


def _classes(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key in _CLASS:
            yield from _classes(value.get(key))
    else:
        yield from _words(value)


def _words(value: Any) -> Iterator[str]:
    """Words as a list, or as text with commas; of a list of objects, their names."""
    if isinstance(value, str):
        value = value.split(",")
    for item in value if isinstance(value, list) else [value]:
        named = item.get("name") if isinstance(item, Mapping) else item
        if isinstance(named, str | int | float) and not isinstance(named, bool):
            word = " ".join(str(named).split())
            if word:
                yield word
