"""What is told of the graph. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity. `path` and `line` are where it stands or is defined ("" and 0 where nobody says), in the
    chunk `chunk_id`. `rank` is its PageRank, 1 being the average; `links` counts its neighbours."""

    id: int
    type: str
    name: str
    path: str = ""
    line: int = 0
    chunk_id: int = 0
    aliases: tuple[str, ...] = ()
    description: str = ""
    rank: float = 0.0
    links: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or a piece of structure, that is evidence: found by `pattern`, sure to `confidence`."""

    path: str
    line: int
    chunk_id: int
    text: str
    pattern: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge: `src` `rel` `dst`. `count` is how often it is said, `said` where it is said best; `meta` what
    is known of it besides (JSON)."""

    src: Thing
    rel: str
    dst: Thing
    confidence: float
    count: int
    said: Said | None = None
    meta: str = "{}"


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a route, as the graph has it: `src` `rel` `dst`. It was walked from `src` if `forward`."""

    src: Thing
    rel: str
    dst: Thing
    forward: bool
    confidence: float

    @property
    def end(self) -> Thing:
        """Where the step leads."""
        return self.dst if self.forward else self.src


@dataclass(frozen=True, slots=True)
class Near:
    """An entity some steps away, and the steps."""

    thing: Thing
    score: float
    route: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that tells of an entity: how often it names it, and how sure the surest of these is."""

    path: str
    line: int
    chunk_id: int
    text: str
    count: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a look-up gives. `missing` has the names that nothing is called, with the nearest that there are.
    `total` counts what there is in all, up to a limit."""

    things: tuple[Thing, ...]
    total: int
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    truncated: bool = False
    cursor: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """All that the graph knows of one entity. `totals` counts its edges by relation, those that lead to it
    under `← relation`. `route` leads to the entity that was asked for, None where none was, and `ties` are
    then its edges; `others` are called the same."""

    thing: Thing
    totals: dict[str, int]
    ties: tuple[Tie, ...]
    near: tuple[Near, ...] = ()
    sources: tuple[Source, ...] = ()
    route: tuple[Step, ...] | None = None
    others: tuple[Thing, ...] = ()
    truncated: bool = False
    cursor: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that hang together more than chance would have it, named after the most important.
    `links` are the edges within, `beside` the edges to the communities it has most with."""

    id: int
    label: Thing
    size: int
    links: int
    types: dict[str, int]
    beside: dict[int, int]


@dataclass(frozen=True, slots=True)
class Members:
    """One community: its entities, best first, and the edges within by relation."""

    community: Community
    relations: dict[str, int]
    members: tuple[Thing, ...]
    beside: tuple[Community, ...]
    truncated: bool = False
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """The graph as a whole: entities by type, edges by relation, connected components and the share of
    entities in the `largest`, the largest of so many (`count`) communities, the most important entities,
    those that most shortest paths lead through (with the share). `clustering` is the mean over entities with
    two neighbours or more; `exact` whether it and betweenness were counted, not estimated from a sample.
    `alone` entities have no edge, `apart` documents none that leads out of them."""

    entities: dict[str, int]
    relations: dict[str, int]
    components: int
    largest: float
    communities: tuple[Community, ...]
    count: int
    modularity: float
    clustering: float
    exact: bool
    top: tuple[Thing, ...]
    bridges: tuple[tuple[Thing, float], ...]
    alone: int
    apart: int


@dataclass(frozen=True, slots=True)
class Doubts:
    """Edges for a person to look at, the most doubtful first."""

    ties: tuple[Tie, ...]
    total: int
    truncated: bool = False
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Orphans:
    """Entities without edges, and documents none of whose edges leads out of them; how many in all."""

    things: tuple[Thing, ...]
    alone: int
    apart: int
    truncated: bool = False
    cursor: str = ""
