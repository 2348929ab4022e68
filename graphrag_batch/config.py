"""The configuration: one frozen dataclass per stage, and the strict reading of `.graphrag.yaml`.

The file that counts is the one *in the tree being indexed*. Pure: takes text, returns values.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, get_origin, get_type_hints

import yaml

from graphrag_batch.errors import ConfigError

CONFIG_PATH = ".graphrag.yaml"
IGNORE_NAME = ".graphragignore"


@dataclass(frozen=True, slots=True)
class SelectConfig:
    """Which tracked paths are indexed. `include`/`exclude` are gitignore-style patterns. Documents with
    `security: restricted` are marked in every answer (`mark`) or left out (`exclude`)."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int = 1_000_000
    generated: bool = False
    vendored: bool = False
    restricted: str = "mark"


@dataclass(frozen=True, slots=True)
class HtmlConfig:
    """CSS selectors: what is kept, in place of what looks like the main content, and what is dropped besides
    navigation, footers and the like."""

    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableConfig:
    """CSV and TSV files: how many rows are indexed (the first ones) besides the columns and their summary."""

    rows: int = 50


@dataclass(frozen=True, slots=True)
class FormatsConfig:
    """How files that are no plain text are read. `max_bytes` is for PDF and Word, in place of
    `select.max_bytes`."""

    max_bytes: int = 50_000_000
    html: HtmlConfig = field(default_factory=HtmlConfig)
    table: TableConfig = field(default_factory=TableConfig)


@dataclass(frozen=True, slots=True)
class RedactConfig:
    """Secrets are replaced before anything is stored. `allow` are regular expressions for values that are
    none, `allow_paths` gitignore-style patterns of files that hold none (test keys, say)."""

    enabled: bool = True
    allow: tuple[str, ...] = ()
    allow_paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkConfig:
    """Sizes in the embedder's tokens. Prose chunks aim at `target_tokens` and never pass `max_tokens`; a
    question with its answer, and definitions, never `faq_tokens`; a procedure, whose steps stay together,
    never `procedure_tokens`. `overlap` is the share repeated where one block must be cut."""

    target_tokens: int = 500
    max_tokens: int = 1000
    overlap: float = 0.15
    faq_tokens: int = 400
    procedure_tokens: int = 2000


@dataclass(frozen=True, slots=True)
class DedupeConfig:
    """Whether copies are looked for, how alike two documents must be (the share of runs of three words that
    they have in common, as estimated), and how many words of prose it takes; shorter ones, and source code,
    are copies of their equals alone."""

    enabled: bool = True
    threshold: float = 0.8
    min_words: int = 30


@dataclass(frozen=True, slots=True)
class GazetteerConfig:
    """How many terms to mine, and how often a term must occur."""

    mine_topk: int = 2000
    min_freq: int = 3


@dataclass(frozen=True, slots=True)
class RegexConfig:
    """Version of the pattern set."""

    version: str = "1"


@dataclass(frozen=True, slots=True)
class ExtractConfig:
    """Entity extraction."""

    ner: str = "none"
    gazetteer: GazetteerConfig = field(default_factory=GazetteerConfig)
    regex: RegexConfig = field(default_factory=RegexConfig)


@dataclass(frozen=True, slots=True)
class EmbedConfig:
    """Which model makes vectors (`none`: no vectors), their length (0: the model's own), where a model is
    that is reached over HTTP ("": the service's own address), and the stored precision."""

    model: str = "minilm"
    dim: int = 0
    endpoint: str = ""
    quantize: str = "int8"


@dataclass(frozen=True, slots=True)
class WeightsConfig:
    """Weights of the published formula, used by `preset: spec`."""

    semantic: float = 0.7
    hop: float = 0.2
    relation: float = 0.1


@dataclass(frozen=True, slots=True)
class RetrievalConfig:
    """Defaults of a query. `preset` is `measured` (the fusion chosen by benchmark) or `spec`."""

    k: int = 10
    hops: int = 1
    rels: tuple[str, ...] = ()
    preset: str = "measured"
    weights: WeightsConfig = field(default_factory=WeightsConfig)


@dataclass(frozen=True, slots=True)
class MemoConfig:
    """What is remembered between builds, in the git directory. Over `max_mb` megabytes, what was used
    longest ago is forgotten."""

    max_mb: int = 2000


@dataclass(frozen=True, slots=True)
class WatchConfig:
    """Watch mode: the folder whose changes start a build (the whole worktree is indexed), and how long
    nothing must change before it starts."""

    dir: str = "."
    debounce_ms: int = 300


@dataclass(frozen=True, slots=True)
class SqliteConfig:
    """Where else to leave a copy of the artifact: a path in the repository that git ignores."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration of one tree."""

    project: str = ""
    select: SelectConfig = field(default_factory=SelectConfig)
    formats: FormatsConfig = field(default_factory=FormatsConfig)
    redact: RedactConfig = field(default_factory=RedactConfig)
    chunk: ChunkConfig = field(default_factory=ChunkConfig)
    dedupe: DedupeConfig = field(default_factory=DedupeConfig)
    extract: ExtractConfig = field(default_factory=ExtractConfig)
    embed: EmbedConfig = field(default_factory=EmbedConfig)
    retrieval: RetrievalConfig = field(default_factory=RetrievalConfig)
    memo: MemoConfig = field(default_factory=MemoConfig)
    watch: WatchConfig = field(default_factory=WatchConfig)
    sqlite: SqliteConfig = field(default_factory=SqliteConfig)


def _is_expression(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


def _is_weight(value: float) -> bool:
    return 0 <= value < float("inf")


def _is_inside(path: str) -> bool:
    return (
        not re.match(r"[/\\]|[A-Za-z]:", path) and ".." not in re.split(r"[/\\]", path) and "\0" not in path
    )


def _is_address(text: str) -> bool:
    return not text or re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#@]*)?", text) is not None


# What a value must satisfy beyond its type: dotted key -> (test, what is wanted).
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "select.max_bytes": (lambda v: v > 0, "a positive number of bytes"),
    "select.restricted": (lambda v: v in ("mark", "exclude"), "mark or exclude"),
    "formats.max_bytes": (lambda v: v > 0, "a positive number of bytes"),
    "formats.table.rows": (lambda v: v >= 0, "zero or more"),
    "redact.allow": (lambda v: all(map(_is_expression, v)), "regular expressions that compile"),
    "chunk.target_tokens": (lambda v: 20 <= v <= 8000, "between 20 and 8000"),
    "chunk.max_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "chunk.overlap": (lambda v: 0 <= v <= 0.5, "between 0 and 0.5"),
    "chunk.faq_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "chunk.procedure_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "dedupe.threshold": (lambda v: 0.7 <= v <= 1, "between 0.7 and 1"),
    "dedupe.min_words": (lambda v: v >= 5, "five or more"),
    "extract.gazetteer.mine_topk": (lambda v: v >= 0, "zero or more"),
    "extract.gazetteer.min_freq": (lambda v: v >= 1, "one or more"),
    "embed.model": (lambda v: v.strip() == v != "", "a model's name"),
    "embed.dim": (lambda v: 0 <= v <= 8192, "between 0 (the model's own) and 8192"),
    "embed.endpoint": (_is_address, "empty, or an http(s):// address without a name, password or query"),
    "embed.quantize": (lambda v: v == "int8", "int8"),
    "retrieval.k": (lambda v: 1 <= v <= 1000, "between 1 and 1000"),
    "retrieval.hops": (lambda v: 0 <= v <= 3, "between 0 and 3"),
    "retrieval.preset": (lambda v: v in ("measured", "spec"), "measured or spec"),
    "retrieval.weights.semantic": (_is_weight, "a number from 0 up"),
    "retrieval.weights.hop": (_is_weight, "a number from 0 up"),
    "retrieval.weights.relation": (_is_weight, "a number from 0 up"),
    "memo.max_mb": (lambda v: v >= 1, "one or more megabytes"),
    "watch.dir": (_is_inside, "a folder of the repository, relative to its root"),
    "watch.debounce_ms": (lambda v: 0 <= v <= 60_000, "between 0 and 60000 milliseconds"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_YAML_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_NEXT = "correct the file, commit it, and index again (`graphrag-batch init --dry-run` shows every setting)"


def load_config(text: str, where: str = CONFIG_PATH) -> Config:
    """The configuration written in `text` (YAML), strict.

    Raises ConfigError naming file and line: for a key that does not exist (with the nearest that
    does), a value of the wrong type or out of range, a key given twice, an alias, or text that is
    no YAML. An empty text is the default configuration.
    """
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise _yaml_error(error, where) from None
    except RecursionError:
        raise ConfigError("nested too deeply to be read", where=where, next_step=_NEXT) from None
    if node is None:
        return Config()
    config: Config = _read(Config, node, "", where)
    if config.chunk.target_tokens > config.chunk.max_tokens:
        raise ConfigError("chunk.target_tokens is larger than chunk.max_tokens", where=where, next_step=_NEXT)
    return config


def _yaml_error(error: yaml.YAMLError, where: str) -> ConfigError:
    mark = getattr(error, "problem_mark", None)
    place = f"{where}:{mark.line + 1}" if mark else where
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    return ConfigError(f"not valid YAML: {problem}", where=place, next_step=_NEXT)


def _fail(message: str, node: yaml.Node, where: str) -> ConfigError:
    return ConfigError(message, where=f"{where}:{node.start_mark.line + 1}", next_step=_NEXT)


def _read(kind: Any, node: yaml.Node, key: str, where: str) -> Any:
    """The value of `node` as `kind`: a configuration dataclass, a tuple of text, or a scalar."""
    if is_dataclass(kind):
        return _read_mapping(kind, node, key, where)
    value = _read_tuple(node, key, where) if get_origin(kind) is tuple else _scalar(kind, node, key, where)
    test, wanted = _RULES.get(key, (None, ""))
    if test is not None and not test(value):
        raise _fail(f"{key} must be {wanted}, not {value!r}", node, where)
    return value


def _read_mapping(kind: Any, node: yaml.Node, key: str, where: str) -> Any:
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
        return kind()
    if not isinstance(node, yaml.MappingNode):
        raise _fail(f"{key or 'the file'} must hold settings (key: value)", node, where)
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for name_node, value_node in node.value:
        name = str(name_node.value)
        dotted = f"{key}.{name}" if key else name
        if name not in hints:
            raise _fail(f"unknown setting {dotted}{_nearest(dotted)}", name_node, where)
        if name in values:
            raise _fail(f"{dotted} is given twice", name_node, where)
        values[name] = _read(hints[name], value_node, dotted, where)
    return kind(**values)


def _read_tuple(node: yaml.Node, key: str, where: str) -> tuple[str, ...]:
    if isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null":
        node = yaml.SequenceNode("tag:yaml.org,2002:seq", [node], node.start_mark, node.end_mark)
    if not isinstance(node, yaml.SequenceNode):
        raise _fail(f"{key} must be a list of text", node, where)
    return tuple(_scalar(str, item, key, where) for item in node.value)


def _scalar(kind: type, node: yaml.Node, key: str, where: str) -> Any:
    if not isinstance(node, yaml.ScalarNode):
        raise _fail(f"{key} must be {_YAML_NAMES[kind]}", node, where)
    try:
        value = yaml.SafeLoader("").construct_object(node)
    except (yaml.YAMLError, ValueError):
        raise _fail(f"{key} must be {_YAML_NAMES[kind]}, not {node.value!r}", node, where) from None
    # A version such as 2 or 1.0, or a date, is text here although YAML reads a number.
    if kind is str and not isinstance(value, str | bool | bytes | None):
        value = node.value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if value is None and kind is str:
        value = ""
    if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
        raise _fail(f"{key} holds half a character (a lone surrogate)", node, where)
    if type(value) is not kind:
        raise _fail(f"{key} must be {_YAML_NAMES[kind]}, not {node.value!r}", node, where)
    return value


# Accepted so that one file serves this version and later ones; nothing reads them yet.
RESERVED = ("extract", "sqlite")


def reserved_settings(config: Config) -> tuple[str, ...]:
    """The settings that were changed although this version does not use them."""
    default = Config()
    return tuple(
        name
        for name in setting_names()
        if name.partition(".")[0] in RESERVED and _value(config, name) != _value(default, name)
    )


def _value(config: Any, dotted: str) -> Any:
    for name in dotted.split("."):
        config = getattr(config, name)
    return config


def setting_names(kind: Any = Config, prefix: str = "") -> list[str]:
    """Every setting as a dotted key, in the order of the dataclasses."""
    names: list[str] = []
    hints = get_type_hints(kind)
    for item in fields(kind):
        dotted = f"{prefix}{item.name}"
        nested = is_dataclass(hints[item.name])
        names.extend(setting_names(hints[item.name], f"{dotted}.") if nested else [dotted])
    return names


def _nearest(dotted: str) -> str:
    names = setting_names()
    groups = sorted({n.rpartition(".")[0] for n in names} - {""})
    close = difflib.get_close_matches(dotted, names + groups, n=1, cutoff=0.5)
    tail = dotted.rpartition(".")[2]
    close = close or [n for n in names if n.rpartition(".")[2] == tail][:1]
    return (
        f" (did you mean {close[0]}?)" if close else f" (known: {', '.join(f.name for f in fields(Config))})"
    )
