"""The configuration: one frozen dataclass per stage, and the strict reading of `.graphrag.yaml`.

The file that counts is the one *in the tree being indexed*. Pure: takes text, returns values.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any, get_origin, get_type_hints

import yaml

from graphrag_batch.config_rules import RULES
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
    """Terms of the corpus, mined from titles, headings, bold, code and links: how many at most, and in how
    many documents a term must be set apart."""

    mine_topk: int = 2000
    min_freq: int = 3


@dataclass(frozen=True, slots=True)
class RegexConfig:
    """Version of the set of patterns that tell dates, quantities, tickets, identifiers and the like."""

    version: str = "1"


@dataclass(frozen=True, slots=True)
class NamesConfig:
    """How alike two names must be to count as one entity (`accept`), and to be noted as perhaps the same
    (`doubt`); both from 0 to 1."""

    accept: float = 0.8
    doubt: float = 0.65


@dataclass(frozen=True, slots=True)
class ExtractConfig:
    """What is read out of prose: names, and what sentences say of them. `ner` is a spaCy model (such as
    en_core_web_sm: people, organisations and places too, for about a minute per 1.5 MB of English prose),
    `none`, or `transformers:` and a model's folder. `relations` adds relations of your own:
    `supersedes = supersedes, replaces` (its name, and the verbs that say so)."""

    enabled: bool = True
    ner: str = "none"
    relations: tuple[str, ...] = ()
    gazetteer: GazetteerConfig = field(default_factory=GazetteerConfig)
    regex: RegexConfig = field(default_factory=RegexConfig)
    names: NamesConfig = field(default_factory=NamesConfig)


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
    """No setting: files of similar tools name here where their database goes; ours has its place."""

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
    if config.extract.names.doubt > config.extract.names.accept:
        raise ConfigError(
            "extract.names.doubt is larger than extract.names.accept", where=where, next_step=_NEXT
        )
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
    test, wanted = RULES.get(key, (None, ""))
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


# Read, since files of similar tools have them, and without effect, which is told.
_FOREIGN = ("sqlite",)


def foreign_names(config: Config) -> tuple[str, ...]:
    """The names in a configuration that are settings of similar tools, and none here."""
    return ("sqlite.path",) if config.sqlite.path else ()


def settings(kind: Any = Config) -> list[Field[Any]]:
    """The fields of a dataclass of settings that are any."""
    return [item for item in fields(kind) if kind is not Config or item.name not in _FOREIGN]


def setting_names(kind: Any = Config, prefix: str = "") -> list[str]:
    """Every setting as a dotted key, in the order of the dataclasses."""
    names: list[str] = []
    hints = get_type_hints(kind)
    for item in settings(kind):
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
    return f" (did you mean {close[0]}?)" if close else f" (known: {', '.join(f.name for f in settings())})"
