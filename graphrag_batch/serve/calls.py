"""What all tools share: arguments as agents send them, refusals that explain, results in both forms."""

from __future__ import annotations

import json
from typing import Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, BeforeValidator, Field

from graphrag_batch.retrieve.reading import estimate_tokens
from graphrag_batch.retrieve.spelled import spelled_text
from graphrag_batch.serve import render
from graphrag_batch.serve.models import slim

# Of the whole answer, in tokens: by default, and at most (well under the hard cap).
DEFAULT_BUDGET = 1800
BUDGET = (400, 6000)
HOPS = (0, 3)

# What of the budget goes to notes, cursor and footer.
FRAME = 150
# The longer form of an answer, structured content, is at most this many times the budget.
SLACK = 1.3

# What agents send in place of what the schemas ask for, and mean the same: the number itself for an
# id (the schema asks for text, see models) or a line, one name for a list of names.
Id = Annotated[str, BeforeValidator(lambda v: str(v) if type(v) is int else v)]
Names = Annotated[list[str], BeforeValidator(lambda v: [v] if isinstance(v, str) and v else v or [])]


def bounds(low: int, high: int, description: str | None = None) -> Any:
    """What a schema says of a number. Only told here: `check_bounds` explains better than pydantic."""
    return Field(description=description, json_schema_extra={"minimum": low, "maximum": high})


def check_bounds(**given: tuple[int, int, int]) -> None:
    """Raises ToolError for a number (value, lowest, highest) that is out of range."""
    for name, (value, low, high) in given.items():
        if not low <= value <= high:
            raise wrong(f"{value} is out of range", name, f"give a number from {low} to {high}")


def result(text: str, tail: str, reply: BaseModel) -> CallToolResult:
    """An answer: text with its last line, and the structured content. Clients show the text in a terminal,
    which obeys control characters: there they are spelled out."""
    return CallToolResult(
        content=[TextContent(type="text", text=spelled_text(render.cap(text, [tail])))],
        structured_content=slim(reply),
    )


def size_of(reply: BaseModel) -> int:
    """About how many tokens the structured form takes."""
    return estimate_tokens(json.dumps(slim(reply), ensure_ascii=False))


def wrong(what: str, where: str, next_step: str) -> ToolError:
    """A refusal, to be raised."""
    return ToolError(explain(what, where, next_step))


def explain(what: str, where: str, next_step: str) -> str:
    """The one form of every error that a model reads. What it repeats of the arguments is cut short."""
    what, where, next_step = (render.clip(part, 500) for part in (what, where, next_step))
    lines = [f"{where}: {what}" if where else what, next_step and f"next: {next_step}"]
    return spelled_text("\n".join(filter(None, lines)))
