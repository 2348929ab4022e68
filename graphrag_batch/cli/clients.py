"""The MCP entries of coding agents: where each keeps them, and merging ours into what is there."""

from __future__ import annotations

import json
import re
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_batch.cli.jsontext import remove_member, set_member

SERVER = "graphrag-batch"
_STRING = r'"(?:\\.|[^"\\])*"'
_COMMENT = re.compile(_STRING + r"|//[^\n]*|/\*.*?\*/", re.S)
_TRAILING_COMMA = re.compile(_STRING + r"|,(?=\s*[}\]])", re.S)
# White space of JSON, and the byte order mark.
BLANK = " \t\r\n\ufeff"


@dataclass(frozen=True, slots=True)
class Client:
    """One coding agent: its project file, the key that holds servers, and what an entry adds."""

    name: str
    path: str
    key: str
    extra: tuple[tuple[str, str], ...] = ()


CLIENTS = (
    Client("claude", ".mcp.json", "mcpServers"),
    Client("cursor", ".cursor/mcp.json", "mcpServers"),
    Client("vscode", ".vscode/mcp.json", "servers", (("type", "stdio"),)),
)


@dataclass(frozen=True, slots=True)
class Merge:
    """What a file should become: `text`, or None to remove it. `by_hand` is what to add where the
    file cannot be changed without harm, and `why`."""

    text: str | None
    why: str = ""
    by_hand: str = ""


def command_line() -> list[str]:
    """How a client with a minimal PATH starts this program: absolute, through this Python if there
    is no script."""
    name = f"{SERVER}.exe" if sys.platform == "win32" else SERVER
    script = Path(sysconfig.get_path("scripts")) / name
    found = str(script) if script.is_file() else shutil.which(SERVER)
    # -P: no module of the folder that it is started in.
    return [found] if found else [sys.executable, "-P", "-m", "graphrag_batch"]


def entry(root: Path, client: Client = CLIENTS[0]) -> dict[str, Any]:
    """The server entry for the repository at `root`."""
    command, *before = command_line()
    return {
        **dict(client.extra),
        "command": command,
        "args": [*before, "serve", "--repo", str(root.absolute())],
    }


def mcp_config(root: Path, client: Client = CLIENTS[0]) -> str:
    """A whole client file with our entry alone: ready to paste."""
    return json.dumps({client.key: {SERVER: entry(root, client)}}, indent=2, ensure_ascii=False) + "\n"


def print_mcp_config(root: Path) -> None:
    """Prints the JSON to paste into a client that reads `mcpServers`."""
    sys.stdout.write(mcp_config(root))


def merge(client: Client, root: Path, text: str | None) -> Merge:
    """The client's file with our entry; `text` is what it holds now, None when there is no file."""
    if text is None or not text.strip(BLANK):
        return Merge(mcp_config(root, client))
    mark, text = _without_mark(text)
    value, problem = _parse(client, text)
    if problem:
        already = f'"{SERVER}"' in text
        by_hand = json.dumps({SERVER: entry(root, client)}, indent=2, ensure_ascii=False)
        why = "already names our server; left alone" if already else problem
        return Merge(mark + text, why, "" if already else by_hand)
    there = value.get(client.key, {}).get(SERVER)
    # What the user added to the entry (an environment, a switch) stays.
    wanted = {**(there if isinstance(there, dict) else {}), **entry(root, client)}
    return Merge(mark + (text if there == wanted else set_member(text, (client.key, SERVER), wanted)))


def unmerge(client: Client, root: Path, text: str | None) -> Merge:
    """The client's file without our entry; None when `merge` made the file. An entry that holds more
    than ours is the user's by now, and stays."""
    if text is None or text == mcp_config(root, client):
        return Merge(None)
    mark, text = _without_mark(text)
    value, problem = _parse(client, text)
    if problem:
        ours = f'"{SERVER}"' in text
        return Merge(mark + text, f"{problem}: remove {SERVER} by hand" if ours else "")
    there = value.get(client.key, {}).get(SERVER, {})
    if not isinstance(there, dict) or not set(there) <= set(entry(root, client)):
        return Merge(mark + text, f"the entry {SERVER} was edited: remove it by hand if you wish")
    return Merge(mark + remove_member(text, (client.key, SERVER)))


def _without_mark(text: str) -> tuple[str, str]:
    """The byte order mark, if there is one, and the text after it."""
    return (BLANK[-1], text[1:]) if text.startswith(BLANK[-1]) else ("", text)


def _parse(client: Client, text: str) -> tuple[dict[str, Any], str]:
    """The file's value, or why it must not be touched."""
    try:
        value = json.loads(text, object_pairs_hook=_unique)
    except _Twice as error:
        return {}, f"holds {error} twice"
    except (ValueError, RecursionError) as error:
        return {}, _why_unreadable(text, error)
    if not isinstance(value, dict) or not isinstance(value.get(client.key, {}), dict):
        return {}, f"has no object where {client.key} belongs"
    return value, ""


def _why_unreadable(text: str, error: Exception) -> str:
    """JSON with comments, which rewriting would risk, is told from what is no JSON at all."""
    bare = _COMMENT.sub(_blanked, text)
    try:
        json.loads(_TRAILING_COMMA.sub(_blanked, bare))
    except json.JSONDecodeError as problem:
        return f"is not JSON (line {problem.lineno}: {problem.msg})"
    except (ValueError, RecursionError):
        return f"cannot be read as JSON ({error})"
    return "has comments" if bare != text else "has a comma too many for strict JSON"


def _blanked(found: re.Match[str]) -> str:
    """A string as it is, anything else as blanks, so that lines keep their numbers."""
    return found[0] if found[0].startswith('"') else re.sub(r"[^\n]", " ", found[0])


class _Twice(ValueError):
    """A key that an object holds twice: which of them a client reads is anyone's guess."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(repr(key) for key in keys if keys.count(key) > 1))
    return value
