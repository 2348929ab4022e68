"""The configuration: one frozen dataclass per stage, and the strict reading of `.graphrag.yaml`.

The file that counts is the one *in the tree being indexed*. Pure: takes text, returns values.
"""

from __future__ import annotations

from dataclasses import dataclass, field

CONFIG_PATH = ".graphrag.yaml"
IGNORE_NAME = ".graphragignore"


@dataclass(frozen=True, slots=True)
class SelectConfig:
    """Which tracked paths are indexed. `include`/`exclude` are gitignore-style patterns."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int = 1_000_000
    generated: bool = False
    vendored: bool = False


@dataclass(frozen=True, slots=True)
class ChunkConfig:
    """Sizes in the embedder's tokens. Prose chunks aim at `target_tokens` and never pass
    `max_tokens`; `overlap` is the share repeated where one block must be cut."""

    target_tokens: int = 500
    max_tokens: int = 1000
    overlap: float = 0.15


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
    """Which model (`minilm`, or `none` for no vectors), its dimension (0: the model's own) and the
    stored precision."""

    model: str = "minilm"
    dim: int = 0
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
class WatchConfig:
    """Local watch mode."""

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
    chunk: ChunkConfig = field(default_factory=ChunkConfig)
    extract: ExtractConfig = field(default_factory=ExtractConfig)
    embed: EmbedConfig = field(default_factory=EmbedConfig)
    retrieval: RetrievalConfig = field(default_factory=RetrievalConfig)
    watch: WatchConfig = field(default_factory=WatchConfig)
    sqlite: SqliteConfig = field(default_factory=SqliteConfig)
