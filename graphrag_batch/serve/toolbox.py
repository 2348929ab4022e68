"""The tools as the SDK knows them: what each refuses, how little its schemas say, and of several projects
which one it asks."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, Self

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import PrivateAttr, ValidationError

from graphrag_batch.errors import GraphragError
from graphrag_batch.serve.across import Across
from graphrag_batch.serve.calls import explain, wrong
from graphrag_batch.serve.graph_tools import GraphTools
from graphrag_batch.serve.library import Library
from graphrag_batch.serve.state import Shelf
from graphrag_batch.serve.tools import Tools

PROJECT = "project"
MOST_NAMES = 60
"""Characters of names in a schema: `status` lists them all."""

_READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

_FORMS: dict[Callable[..., Any], ReadOnlyTool] = {}


def tools_of(library: Library) -> list[Tool]:
    """The tools over what is served. Of several projects each tool takes the one that it is about; a
    question, and what there is, may be about all."""
    functions = {name: _functions(shelf) for name, shelf in library.shelves.items()}
    first = [_tool(fn) for fn in next(iter(functions.values()))]
    if len(functions) == 1:
        return [*first]
    each = {
        name: [tool.model_copy(update={"fn": fn}) for tool, fn in zip(first, fns, strict=True)]
        for name, fns in functions.items()
    }
    across = Across(library)
    general = {tool.name: tool for tool in (_tool(across.hybrid_query), _tool(across.status))}
    return [
        ProjectTool.over({name: tools[at] for name, tools in each.items()}, general.get(tool.name))
        for at, tool in enumerate(first)
    ]


class ReadOnlyTool(Tool):
    """A tool whose every failure tells the model what, where and the next step."""

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> Any:
        """Runs the tool. Raises ToolError with a text for the model, UnexpectedToolError for a bug."""
        self._refuse_unknown(arguments)
        # Many agents send null for what they leave out.
        arguments = {name: value for name, value in arguments.items() if value is not None}
        try:
            return await super().run(arguments, context, convert_result=convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, GraphragError):
                raise ToolError(explain(cause.what, cause.where, cause.next_step)) from cause
            if isinstance(cause, ValidationError):
                raise ToolError(self._explain_arguments(cause)) from cause
            if isinstance(error, UnexpectedToolError):
                bug = f"a bug in the server ({type(cause).__name__}); its log (stderr) has the details"
                raise UnexpectedToolError(
                    explain(bug, self.name, "try other arguments, or status()")
                ) from cause
            raise ToolError(str(cause)) from cause

    def _refuse_unknown(self, arguments: dict[str, Any]) -> None:
        """A misspelt argument that is ignored would change the answer without a word."""
        known = list(self.parameters["properties"])
        for name in arguments:
            if name not in known:
                near = difflib.get_close_matches(name[:80], known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known) or 'none'}"
                raise ToolError(explain(f"unknown argument {name[:80]!r}", self.name, hint))

    def _explain_arguments(self, error: ValidationError) -> str:
        lines = [
            f"{e['loc'][0]} is missing"
            if e["type"] == "missing"
            else f"{'.'.join(map(str, e['loc']))}: {e['msg']}, not {e['input']!r:.80}"
            for e in error.errors()
        ]
        missing = [str(e["loc"][0]) for e in error.errors() if e["type"] == "missing"]
        properties = self.parameters.get("properties", {})
        wanted = [f"{name} ({properties[name].get('description', 'text')})" for name in missing]
        advice = f"give {' and '.join(wanted)}" if wanted else "correct the arguments and call again"
        return explain("; ".join(lines)[:500], self.name, advice)


class ProjectTool(ReadOnlyTool):
    """A tool that is there once for each project."""

    _each: dict[str, ReadOnlyTool] = PrivateAttr(default_factory=dict)
    _general: ReadOnlyTool | None = PrivateAttr(default=None)

    @classmethod
    def over(cls, each: Mapping[str, ReadOnlyTool], general: ReadOnlyTool | None) -> Self:
        """One tool made of those of each project, and of the one for all where there is one."""
        model = general or next(iter(each.values()))
        made = cls(**dict(model))
        made._each, made._general = dict(each), general
        # One argument more for each tool: for that, what comes back is told by the models alone.
        made.fn_metadata = model.fn_metadata.model_copy(update={"output_schema": {"type": "object"}})
        schema, project = model.parameters, {"type": "string"}
        if general is None:
            schema = schema | {"required": [PROJECT, *schema.get("required", [])]}
        else:
            names = ", ".join(each)
            project["description"] = f"{names if len(names) < MOST_NAMES else 'name'}; default all"
        made.parameters = schema | {"properties": {PROJECT: project} | schema["properties"]}
        return made

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> Any:
        """Runs the tool of the project asked for. Raises ToolError as that does."""
        self._refuse_unknown(arguments)
        tool = self._chosen(arguments.get(PROJECT))
        rest = {name: value for name, value in arguments.items() if name != PROJECT}
        return await tool.run(rest, context, convert_result)

    def _chosen(self, project: Any) -> ReadOnlyTool:
        known = ", ".join(self._each)
        if project in (None, "", "*", "all") and project not in self._each:
            if self._general is not None:
                return self._general
            raise wrong("several projects are served", PROJECT, f"give one of: {known}")
        if not isinstance(project, str) or project.strip() not in self._each:
            near = difflib.get_close_matches(str(project)[:80], self._each, n=1)
            hint = f"did you mean {near[0]}?" if near else f"one of: {known}"
            raise wrong(f"there is no project {project!r:.80}", PROJECT, hint)
        return self._each[project.strip()]


def _functions(shelf: Shelf) -> list[Callable[..., Any]]:
    text, graph = Tools(shelf), GraphTools(shelf)
    return [
        text.hybrid_query, text.read, text.outline, graph.entity_lookup, graph.explain_entity,
        graph.graph_overview, text.status,
    ]  # fmt: skip


def _tool(fn: Callable[..., Any]) -> ReadOnlyTool:
    """The tool of a method, whose schemas are worked out once for all objects that have it."""
    method = getattr(fn, "__func__", fn)
    if method not in _FORMS:
        _FORMS[method] = _form(fn).model_copy(update={"fn": method})
    return _FORMS[method].model_copy(update={"fn": fn})


def _form(fn: Callable[..., Any]) -> ReadOnlyTool:
    description = " ".join((fn.__doc__ or "").split())
    tool = ReadOnlyTool.from_function(fn, description=description, annotations=_READ_ONLY)
    assert isinstance(tool, ReadOnlyTool)
    tool.parameters = _slim(tool.parameters)
    tool.fn_metadata.output_schema = _shallow(tool.fn_metadata.output_schema or {})
    return tool


# Every client pays for the schemas' tokens in every conversation: what says nothing is left out.


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    """An input schema without generated titles and empty defaults."""
    properties = {
        name: {
            key: value
            for key, value in spec.items()
            if key != "title" and not (key == "default" and value in ("", []))
        }
        for name, spec in schema["properties"].items()
    }
    required = {"required": schema["required"]} if "required" in schema else {}
    return {"type": "object", "properties": properties} | required


def _shallow(schema: dict[str, Any]) -> dict[str, Any]:
    """An output schema down to the names of the fields that are always there; the models hold the rest."""
    return {"type": "object", "properties": {name: {} for name in schema["required"]}}
