"""`graphrag-batch init`: `.graphrag.yaml` and the entries of coding agents, shown before written."""

from __future__ import annotations

import difflib
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from graphrag_batch.cli.clients import CLIENTS, Client, Merge, merge, print_mcp_config, unmerge
from graphrag_batch.cli.console import many
from graphrag_batch.cli.options import committed_config, json_option, print_json, repo_option
from graphrag_batch.cli.suggest import EVERY, NOTHING, Suggestion, still_open, suggested, why_suggested
from graphrag_batch.cli.template import config_template
from graphrag_batch.config import CONFIG_PATH, Config, load_config
from graphrag_batch.errors import ConfigError, GraphragError, SourceError
from graphrag_batch.source.git import Repository


@dataclass(frozen=True, slots=True)
class Edit:
    """One file: what it holds (`before`, None: no file) and what it should hold (`after`, None: no
    file). `note` says what the reader must know, `by_hand` what to add where we must not write, and `key`
    under which key of the file."""

    path: str
    before: str | None
    after: str | None
    note: str = ""
    by_hand: str = ""
    key: str = ""

    @property
    def changes(self) -> bool:
        """Whether there is anything to write."""
        return self.before != self.after

    @property
    def verb(self) -> str:
        """What happens to the file."""
        if not self.changes:
            return "keep"
        return "create" if self.before is None else "remove" if self.after is None else "change"


def plan_init(
    root: Path, clients: Sequence[Client] = CLIENTS, suggestion: Suggestion = NOTHING
) -> list[Edit]:
    """What `init` would do in the worktree at `root`, suggesting these models. Writes nothing."""
    before, problem = _read(root, CONFIG_PATH)
    after = config_template(suggestion) if before is None and not problem else before
    edits = [Edit(CONFIG_PATH, before, after, problem)]
    for client in clients:
        text, problem = _read(root, client.path)
        edits.append(_edit(client, text, problem, merge(client, root, text)))
    return edits


def plan_undo(root: Path, clients: Sequence[Client] = CLIENTS) -> list[Edit]:
    """What `init --undo` would do: take out what `init` added, and nothing that was edited since."""
    before, problem = _read(root, CONFIG_PATH)
    ours = before in [config_template(suggestion) for suggestion in EVERY]
    note = "" if ours or before is None else "was edited or is not ours: remove it by hand if you wish"
    edits = [Edit(CONFIG_PATH, before, None if ours else before, problem or note)]
    for client in clients:
        text, problem = _read(root, client.path)
        edits.append(_edit(client, text, problem, unmerge(client, root, text)))
    return edits


def apply_edit(root: Path, edit: Edit) -> None:
    """Writes one file whole (beside it, then in its place), or removes it with its empty folder."""
    target = root / edit.path
    if edit.after is None:
        target.unlink()
        if target.parent != root and not any(target.parent.iterdir()):
            target.parent.rmdir()
        return
    target.parent.mkdir(exist_ok=True)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            out.write(edit.after)
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _edit(client: Client, text: str | None, problem: str, wanted: Merge) -> Edit:
    if problem:
        return Edit(client.path, text, text, problem)
    return Edit(client.path, text, wanted.text, wanted.why, wanted.by_hand, client.key)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _read(root: Path, path: str) -> tuple[str | None, str]:
    """The file's text exactly, and why it must be left alone."""
    target = root / path
    problem = _untouchable(root, target)
    if problem or not target.exists():
        return None, f"{problem}; left alone" if problem else ""
    try:
        with target.open(encoding="utf-8", newline="") as file:
            return file.read(), ""
    except UnicodeDecodeError:
        return None, "is not UTF-8; left alone"
    except OSError as error:
        return None, f"cannot be read ({error.strerror}); left alone"


def _untouchable(root: Path, target: Path) -> str:
    """Why a file may be neither read nor written, "" where it may."""
    folder = target.parent
    if folder.exists() and not folder.is_dir():
        return f"{folder.name} is not a folder"
    if target.is_symlink() or folder.resolve() != root.resolve() / target.relative_to(root).parent:
        return "is a symbolic link"
    if target.exists() and not target.is_file():
        return "is not a file"
    if target.exists() and not target.stat().st_mode & 0o222:
        return "is read-only"
    return ""


def _diff(edit: Edit) -> str:
    old = (edit.before or "").splitlines(keepends=True)
    new = (edit.after or "").splitlines(keepends=True)
    names = ("/dev/null" if edit.before is None else f"a/{edit.path}"), f"b/{edit.path}"
    lines = difflib.unified_diff(old, new, names[0], names[1] if edit.after is not None else "/dev/null")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


@click.command("init")
@repo_option
@click.option(
    "--client",
    "names",
    multiple=True,
    type=click.Choice([c.name for c in CLIENTS]),
    help="Only this client's file; may be repeated (default: offer all).",
)
@click.option("--yes", is_flag=True, help="Accept every change without asking.")
@click.option("--dry-run", is_flag=True, help="Show what would change and write nothing.")
@click.option("--undo", is_flag=True, help="Remove what init added: unedited files and our entries.")
@click.option("--print-mcp", is_flag=True, help="Print the JSON to paste into a client, and do nothing else.")
@json_option
def init_command(
    repo: Path, names: tuple[str, ...], yes: bool, dry_run: bool, undo: bool, print_mcp: bool, as_json: bool
) -> None:
    """Write .graphrag.yaml and add this repository's server to your coding agents.

    Each change is shown and asked for; files keep everything that is in them; a second run changes
    nothing, and --undo takes out exactly what was added. Nothing else is created.
    """
    if print_mcp:
        with Repository.open(repo) as repository:
            print_mcp_config(repository.root or repository.git_dir)
        return
    root = _root(repo)
    clients = [c for c in CLIENTS if not names or c.name in names]
    edits = plan_undo(root, clients) if undo else plan_init(root, clients, _suggestion(repo, root))
    done = {edit.path: _perform(root, edit, yes, dry_run) for edit in edits}
    if undo and not any(edit.changes for edit in edits):
        click.echo("nothing to undo", err=True)
    elif dry_run:
        click.echo("nothing was written: that is what --dry-run is for", err=True)
    if as_json:
        print_json(
            {"root": str(root), "dry_run": dry_run, "files": [_as_json(e, done[e.path]) for e in edits]}
        )
    elif not undo and any(done.values()):
        _say_next([path for path, written in done.items() if written])


def _suggestion(repo: Path, root: Path) -> Suggestion:
    """The models to suggest, having said why; nothing that the settings, committed or here, decide."""
    with Repository.open(repo) as repository:
        suggestion = suggested(repository)
        with suppress(SourceError, ConfigError):
            suggestion = still_open(suggestion, committed_config(repository, repository.resolve()))
    with suppress(ConfigError):
        here, _ = _read(root, CONFIG_PATH)
        suggestion = still_open(suggestion, load_config(here) if here else Config())
    if why := why_suggested(suggestion):
        click.echo(why, err=True)
    return suggestion


def _say_next(written: list[str]) -> None:
    entries = [path for path in written if path != CONFIG_PATH]
    commit = f"commit {CONFIG_PATH}, " if CONFIG_PATH in written else ""
    agent = ", restart your agent" if entries else ""
    click.echo(f"next: {commit}run `graphrag-batch index`{agent}", err=True)
    if entries:
        click.echo(
            f"      {', '.join(entries)}: the entry holds paths of this machine; better not committed",
            err=True,
        )
    click.echo("undo: graphrag-batch init --undo", err=True)


def _root(repo: Path) -> Path:
    with Repository.open(repo) as repository:
        if repository.root is None:
            raise SourceError(
                "a bare repository has no files to write",
                where=str(repository.git_dir),
                next_step="run init in a clone or worktree",
            )
        return repository.root


def _perform(root: Path, edit: Edit, yes: bool, dry_run: bool) -> bool:
    """Shows one edit and, if it is wanted, does it. Everything shown goes to standard error."""
    if edit.before is None and edit.after is None and not edit.note:
        return False  # undoing what is not there
    # Whoever said yes to all need not read a whole file that is new.
    # What goes as a whole is what init wrote.
    whole = edit.after is None or (yes and not dry_run and edit.before is None)
    size = many(len((edit.after or edit.before or "").splitlines()), "line") if edit.changes and whole else ""
    note = ", ".join(part for part in (edit.note, size) if part)
    verb = f"would {edit.verb}" if dry_run and edit.changes else edit.verb
    click.echo(f"{verb}: {edit.path}{f' ({note})' if note else ''}", err=True)
    if edit.by_hand:
        click.echo(f'add this by hand, under "{edit.key}":\n{edit.by_hand}', err=True)
    if not edit.changes:
        return False
    if not whole:
        click.echo(_diff(edit), err=True)
    if dry_run or not (yes or _ask(f"{edit.verb} {edit.path}?")):
        return False
    if _read(root, edit.path) != (edit.before, ""):
        click.echo(f"{edit.path} was changed meanwhile; left alone: run init again", err=True)
        return False
    try:
        apply_edit(root, edit)
    except OSError as error:
        what = f"cannot be written: {error.strerror or error}"
        advice = "check the permissions of the folder and the space on its disk, then run init again"
        raise GraphragError(what, where=edit.path, next_step=advice) from error
    return True


def _ask(question: str) -> bool:
    try:
        return click.confirm(question, default=True, err=True)
    except click.Abort as end:
        if not isinstance(end.__context__, EOFError):
            raise
        click.echo(err=True)  # the question stands on a line that nobody ended
        raise GraphragError(
            "nobody is there to answer",
            next_step="again with --yes to accept every change, or --dry-run to see them",
        ) from None


def _as_json(edit: Edit, done: bool) -> dict[str, object]:
    return {
        "path": edit.path,
        "action": edit.verb,
        "done": done,
        "note": edit.note,
        "key": edit.key,
        "add_by_hand": json.loads(edit.by_hand) if edit.by_hand else None,
    }
