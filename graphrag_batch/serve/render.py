"""The compact text of each answer: what a model reads. Pure functions of values.

Text and structured content say the same; the text is shorter and keeps code as code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphrag_batch.artifact.activity import Activity
from graphrag_batch.errors import ArtifactMissing, GraphragError
from graphrag_batch.retrieve.described import Described, told_of
from graphrag_batch.retrieve.history import told
from graphrag_batch.retrieve.outlines import Outline, OutlineEntry
from graphrag_batch.retrieve.reading import Page, estimate_tokens
from graphrag_batch.retrieve.sections import cited
from graphrag_batch.retrieve.values import Answer, Hit, lines_shown
from graphrag_batch.serve.checkout import Standing

HARD_CAP = 8000
_SHORT = 8
_MOST_TAKEN = 10


def footer(index: str, *more: str) -> str:
    """The last line of every answer: which index this is (`index`), and what else must be known."""
    return f"[{' · '.join([index, *filter(None, more)])}]"


def index(project: str, commit: str, state: str) -> str:
    """An index in words, and its state."""
    return ", ".join(filter(None, [project, f"index {commit[:_SHORT] or 'unknown'}", state]))


def mode(search_mode: str, reason: str) -> tuple[str, ...]:
    """How was searched, and why not better."""
    return (f"search_mode: {search_mode}", *([f"degraded_reason: {reason}"] if reason else []))


def standing(found: Standing) -> str:
    """How HEAD stands to what is indexed."""
    head = f"HEAD {found.head[:_SHORT]}"
    words = {
        "same": "at HEAD",
        "same tree": f"same content as {head}",
        "ahead": f"HEAD is {found.commits} commit{'s' * (found.commits != 1)} ahead",
        "far": f"HEAD is over {found.commits} commit{'s' * (found.commits != 1)} away",
        "earlier": f"{head} is an earlier commit",
        "diverged": f"{head} has diverged",
        "differs": f"{head} differs",
        "unknown": found.problem,
    }
    return words[found.relation]


def trouble(problem: GraphragError | None) -> str:
    """Why an older index answers than the one that should, for the footer."""
    if problem is None:
        return ""
    if isinstance(problem, ArtifactMissing):
        return f"{clip(problem.what, 120)}, the one opened before answers: see status"
    return f"a newer index is not served ({clip(problem.what, 120)}): see status"


def remedy(doing: Activity) -> str:
    """What is being done about an index that is not HEAD's, or what to do."""
    if doing.building:
        return "being indexed now"
    if doing.queued:
        return "queued for indexing"
    return "the last build failed, see status" if doing.last_error else "run graphrag-batch index"


def age(seconds: float) -> str:
    """`seconds` ago, in the largest unit that fits."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def answer_text(answer: Answer) -> str:
    """What must be known of the hits, these with their places and snippets, then what leads from one to
    another."""
    return hits_text([("", hit) for hit in answer.hits], edges(answer), answer.notes, answer.cursor)


def hits_text(
    hits: Sequence[tuple[str, Hit]], graph: Sequence[str], notes: Sequence[str], cursor: str
) -> str:
    """The same, of hits with their projects ("" where there is only one)."""
    parts = [f"note: {note}" for note in notes]
    if not hits:
        parts.append("No hits. Try fewer or other words, no path or kind filter, or outline().")
    parts.extend(_hit(number, project, hit) for number, (project, hit) in enumerate(hits, 1))
    if graph:
        parts.extend(["graph:", *(f"- {edge}" for edge in graph)])
    if cursor:
        parts.append(f"more: same arguments with cursor={cursor!r}")
    return "\n".join(parts)


def _hit(number: int, project: str, hit: Hit) -> str:
    place = " ".join(filter(None, [f"{hit.path}:{hit.start_line}-{hit.end_line}", cited(hit.pages)]))
    known = (secured(hit.security), made_of(hit.made_of), warned(hit.warnings))
    told = (clip(hit.section), hit.kind, f"{hit.score:.2f}", lines_shown(hit), *known)
    head = " · ".join(filter(None, [f"{number}. {project or place}", project and place, *told]))
    why = f" · {clip(hit.why)}" if hit.why else ""
    columns = f"columns: {clip(hit.columns)}\n" if hit.columns else ""
    return f"{head}\nchunk_id {hit.chunk_id}{why}\n{columns}{hit.snippet.rstrip()}\n"


def made_of(format: str) -> str:
    """Whose lines are meant, where the file is no text."""
    return f"lines of the text made of the {format}" if format else ""


def warned(warnings: Sequence[str]) -> str:
    """What was left out of the text of a file, repaired or guessed."""
    return clip("; ".join(warnings))


def secured(security: str) -> str:
    """The security class, where there is one."""
    return f"security: {clip(security)}" if security else ""


def about(described: Described | None) -> dict[str, str]:
    """What is known of a document besides its text, each in a few words."""
    return {name: clip(value) for name, value in told_of(described).items()} if described else {}


def edges(answer: Answer) -> list[str]:
    """Each edge as a sentence: source, relation, target."""
    names = {e["id"]: clip(_name(e)) for e in answer.entities}
    return [
        f"{names.get(e['src'], e['src'])} {e['rel']} {names.get(e['dst'], e['dst'])}" for e in answer.edges
    ]


def clip(text: str, most: int = 160) -> str:
    """Breadcrumbs, titles and names are short, but for odd files."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _name(entity: dict[str, Any]) -> str:
    """A document by its path, a section by its path and heading, as both repeat (`index.md`, `Usage`);
    anything else by its name."""
    path, name = str(entity.get("path")), str(entity.get("name"))
    if entity.get("type") == "document":
        return path
    return f"{path}#{name}" if entity.get("type") == "section" else name


def page_text(page: Page) -> str:
    """A header with the lines shown, then the text as it is in the file."""
    head = f"{page.path}:{page.start_line}-{page.end_line} of {page.lines}"
    made = made_of(page.made_of)
    about = (secured(page.about.security), warned(page.about.warnings)) if page.about else ()
    parts = [" · ".join(filter(None, [head, cited(page.pages), page.section, made, *about, _taken(page)]))]
    parts.append(page.text)
    near = [f"{name} chunk_id {i}" for name, i in (("previous", page.previous), ("next", page.next)) if i]
    if near:
        parts.append(" · ".join(near))
    if page.truncated:
        parts.append(f"truncated: same arguments with cursor={page.cursor!r}")
    return "\n".join(parts)


def _taken(page: Page) -> str:
    """On which of the lines shown secrets were taken out."""
    places = (
        [t for t in page.about.redacted if page.start_line <= t.line <= page.end_line] if page.about else []
    )
    told = ", ".join(f"{taken.kind} on line {taken.line}" for taken in places[:_MOST_TAKEN])
    more = f", +{len(places) - _MOST_TAKEN}" if len(places) > _MOST_TAKEN else ""
    return f"redacted: {told}{more}" if told else ""


def outline_text(outline: Outline) -> str:
    """One line per folder, file or section, indented by depth."""
    own = outline.path.rpartition("/")[2]
    title = f" · {clip(outline.title)}" if outline.title not in ("", own) else ""
    parts = [f"{outline.path or '.'} ({outline.kind}){title}"]
    if outline.changed:
        along = ", ".join(f"{clip(path)} ({count})" for path, count in outline.together)
        parts.append(told(outline.changed) + (f"; commits change with it {along}" if along else ""))
    if known := about(outline.about):
        parts.append(" · ".join(f"{name}: {value}" for name, value in known.items()))
    first = outline.entries[0] if outline.entries else None
    if first and first.depth and first.path:
        parts.append(f"  … {first.path.rpartition('/')[0]}/ goes on:")
    parts.extend(_entry(entry) for entry in outline.entries)
    if outline.skipped:
        parts.append("not indexed: " + ", ".join(f"{n} {why}" for why, n in outline.skipped.items()))
    if outline.truncated:
        shown = outline.cursor.partition("@")[0]
        parts.append(
            f"truncated at {shown} of {outline.total}: a narrower path, a smaller depth, "
            f"or the same arguments with cursor={outline.cursor!r}"
        )
    return "\n".join(parts)


def _entry(entry: OutlineEntry) -> str:
    pad = "  " * (entry.depth + 1)
    more = f" (+{entry.below})" if entry.below else ""
    name = entry.path.rpartition("/")[2]
    if entry.kind == "folder":
        return f"{pad}{name}/{more}"
    if entry.kind == "file":
        title = f" · {clip(entry.title)}" if entry.title not in ("", name) else ""
        security = f" · {secured(entry.security)}" if entry.security else ""
        lines = f"{entry.end_line} line{'s' * (entry.end_line != 1)}"
        return f"{pad}{name}{title} ({lines}, {size(entry.size)}){security}"
    title = f"{pad}{entry.start_line}-{entry.end_line} {clip(entry.title)}{more}"
    return " · ".join(filter(None, [title, cited(entry.pages), f"section_id {entry.section_id}"]))


def size(number: int) -> str:
    """Bytes for people."""
    return f"{number} B" if number < 1024 else f"{number / 1024:.1f} KB"


def status_text(status: dict[str, Any]) -> str:
    """One `name: value` line each, empty values left out."""
    lines = []
    for name, value in status.items():
        if name == "index":
            lines.append(status_text(value))
        elif value:
            counts = ", ".join(f"{n} {what}" for what, n in value.items()) if isinstance(value, dict) else ""
            lines.append(f"{name}: {counts or value}")
    return "\n".join(filter(None, lines))


def cap(text: str, tail: Sequence[str]) -> str:
    """`text` and the lines that must stay, within the hard cap whatever happened before."""
    end = "\n".join(filter(None, tail))
    if estimate_tokens(text) + estimate_tokens(end) <= HARD_CAP:
        return f"{text}\n{end}"
    lines, spent = [], estimate_tokens(end) + 20
    for line in text.split("\n"):
        spent += estimate_tokens(line)
        if spent > HARD_CAP:
            break
        lines.append(line)
    return "\n".join([*lines, "… cut at the hard cap: ask for less (budget, k, depth)", end])
