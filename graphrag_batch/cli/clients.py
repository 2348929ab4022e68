"""The MCP entries of coding agents: where each keeps them, and merging ours into what is there."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_batch.cli.jsontext import remove_member, set_member

SERVER = "graphrag-batch"


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
    return [found] if found else [sys.executable, "-m", "graphrag_batch"]


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
    if text is None or not text.strip():
        return Merge(mcp_config(root, client))
    value, problem = _parse(client, text)
    if problem:
        already = f'"{SERVER}"' in text
        by_hand = json.dumps({SERVER: entry(root, client)}, indent=2, ensure_ascii=False)
        return Merge(
            text, "already names our server; left alone" if already else problem, "" if already else by_hand
        )
    if value.get(client.key, {}).get(SERVER) == entry(root, client):
        return Merge(text)
    return Merge(set_member(text, (client.key, SERVER), entry(root, client)))


def unmerge(client: Client, root: Path, text: str | None) -> Merge:
    """The client's file without our entry; None when nothing else was in it."""
    if text is None:
        return Merge(None)
    value, problem = _parse(client, text)
    if problem:
        ours = f'"{SERVER}"' in text
        return Merge(text, f"{problem}: remove {SERVER} by hand" if ours else "")
    if SERVER not in value.get(client.key, {}):
        return Merge(text)
    if set(value) == {client.key} and set(value[client.key]) == {SERVER}:
        return Merge(None)
    return Merge(remove_member(text, (client.key, SERVER)))


def _parse(client: Client, text: str) -> tuple[dict[str, Any], str]:
    """The file's value, or why it must not be touched."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}, "has comments or is not strict JSON"
    if not isinstance(value, dict) or not isinstance(value.get(client.key, {}), dict):
        return {}, f"has no object where {client.key} belongs"
    return value, ""
