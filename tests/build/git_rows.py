"""What git can do to a repository since it was indexed, and what an index then has to report.

A script has one step a line: what git did (`git …`, or `fails git …`), what the user did to files (`write`,
`remove`, `link`), `commit`, `index` for a build in between, `clone` or `in` for another folder. In `files`
stands what became of documents: `+` added, `~` modified, `-` deleted, `>` renamed, `=` unchanged; `!` are the
paths skipped; in `work` the stages that ran. What is not named is zero.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphrag_batch.source.plan import Reason

LINK = "1" * 40
BUMPED = "2" * 40
ONE = "parsed 1 chunked 1 assembled 1"
MOVED = "parse_reused 1 chunk_reused 1 assembled 1"

# main: three commits; side and topic: a page each beside the third; clash: another third.
FILES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "README.md": "# Harbor\n\nSee [the guide](docs/guide.md).\n",
    "docs/guide.md": "# Guide\n\nRead [a page](deep/page.md).\n",
    "docs/deep/page.md": "# Page\n\nBack to the [start](../../README.md).\n",
    "notes.txt": "To be done.\n",
    "run.sh": "#!/bin/sh\nexec harbor\n",
    "src/app/__init__.py": '"""The app."""\n',
    "src/app/core.py": "from app import run\n\n\ndef main():\n    return run()\n",
}
HISTORY = """
write notes.txt Half done.
commit Second
git branch side
git branch topic
git branch clash
write docs/guide.md # Guide, third edition
commit Third
git checkout -q side
write side.md # Side
commit Side
git checkout -q topic
write topic.md # Topic
commit Topic
git checkout -q clash
write docs/guide.md # Guide, pirated edition
commit Clash
git checkout -q main
index
"""


@dataclass(frozen=True)
class Row:
    """One row of the table: what happens, and the report of the build that follows, of `rev`."""

    name: str
    script: str
    files: str
    work: str = ""
    mode: str = "incremental"
    reason: Reason = Reason.TREE_CHANGED
    rev: str = "HEAD"
    vectors: bool = False


def same(name: str, script: str, files: str = "=7 !1", rev: str = "HEAD", vectors: bool = False) -> Row:
    """A row after which nothing is to be done but to point at an artifact that is there."""
    return Row(name, script, files, "", "reused", Reason.UNCHANGED, rev, vectors)


ROWS = [
    # ---- commits rewritten
    same("nothing", ""),
    same("amend, message only", "git commit -q --amend -m Other"),
    Row("amend, content", "write notes.txt Done.\ngit commit -qa --amend --no-edit", "~1 =6 !1", ONE),
    Row("amend, and the old commit is gone from disk", """
        write notes.txt Done.
        git commit -qa --amend --no-edit
        git reflog expire --expire=now --all
        git gc -q --prune=now""", "~1 =6 !1", ONE),
    Row("rebase onto", "git checkout -q side\ngit rebase -q main", "+1 =7 !1", ONE),
    Row("rebase that drops a commit", "git rebase -q --onto HEAD~2 HEAD~1", "~1 =6 !1", ONE),
    same("rebase that drops a commit, undone", """
        git rebase -q --onto HEAD~2 HEAD~1
        index
        git reset -q --hard ORIG_HEAD"""),
    same("rebase stopped by a conflict", """
        git checkout -q clash
        index
        fails git rebase -q main"""),
    Row("force-push", "git checkout -q --detach\ngit branch -q -f main side\ngit checkout -q main",
        "+1 ~1 =6 !1", "parsed 2 chunked 2 assembled 2"),
    same("force-push and back", """
        git tag was main
        git reset -q --hard side
        index
        git reset -q --hard was"""),
    Row("reset --hard", "git reset -q --hard HEAD~1", "~1 =6 !1", ONE),
    Row("reset --soft: what is staged does not count", "git reset -q --soft HEAD~1", "~1 =6 !1", ONE),
    same("stash", "write notes.txt Done.\ngit stash -q"),
    same("stash and pop: what is not committed does not count",
         "write notes.txt Done.\ngit stash -q\ngit stash pop -q"),
    Row("stash, itself indexed", "write notes.txt Done.\ngit stash -q", "~1 =6 !1", ONE, rev="stash@{0}"),
    Row("cherry-pick", "git cherry-pick side", "+1 =7 !1", ONE),
    Row("revert", "git revert --no-edit HEAD", "~1 =6 !1", ONE),
    same("revert of a revert", "git revert --no-edit HEAD\nindex\ngit revert --no-edit HEAD"),
    Row("revert of a revert, and an edit", """
        git revert --no-edit HEAD
        index
        git revert --no-edit HEAD
        write notes.txt Done.
        commit""", "~2 =5 !1", "parsed 1 parse_reused 1 chunked 1 chunk_reused 1 assembled 2"),
    same("empty commit", "git commit -q --allow-empty -m Nothing"),
    Row("two fixups squashed", """
        write notes.txt Done.
        git commit -qa --fixup HEAD~1
        git -c sequence.editor=true rebase -q -i --autosquash --root""", "~1 =6 !1", ONE),
    # ---- merges
    Row("merge, fast-forward", """
        git checkout -q -b ahead
        write new.md # New
        commit
        git checkout -q main
        git merge -q --ff-only ahead""", "+1 =7 !1", ONE),
    same("merge, fast-forward to what was indexed", """
        git checkout -q -b behind HEAD~1
        index
        git merge -q --ff-only main"""),
    Row("merge, no fast-forward", "git merge -q --no-ff --no-edit side", "+1 =7 !1", ONE),
    Row("merge, octopus", "git merge -q --no-edit side topic", "+2 =7 !1", "parsed 2 chunked 2 assembled 2"),
    Row("merge, squashed", "git merge -q --squash side\ngit commit -qm Squashed", "+1 =7 !1", ONE),
    Row("merge, conflict resolved", """
        fails git merge -q clash
        write docs/guide.md # Guide, both editions
        git commit -qam Merge""", "~1 =6 !1", ONE),
    same("merge, conflict not resolved", "fails git merge -q clash"),
    same("merge -s ours", "git merge -q -s ours --no-edit clash"),
    Row("merge of an unrelated history", """
        git checkout -q --orphan other
        git rm -q -r -f .
        write other.md # Other
        commit
        git checkout -q main
        git merge -q --no-edit --allow-unrelated-histories other""", "+1 =7 !1", ONE),
    # ---- branches
    same("another branch and back", "git checkout -q side\nindex\ngit checkout -q main"),
    Row("orphan branch", """
        git checkout -q --orphan fresh
        git rm -q -r -f docs src
        write only.md # Only
        commit""", "+1 -4 =3 !1", ONE),
    Row("detached HEAD", "git checkout -q --detach HEAD~1", "~1 =6 !1", ONE),
    Row("bisecting", "git bisect start HEAD HEAD~2", "~1 =6 !1", ONE),
    Row("a branch named like a file", """
        git checkout -q -b notes.txt side
        git checkout -q main""", "+1 ~1 =6 !1", "parsed 2 chunked 2 assembled 2", rev="notes.txt"),
    Row("a tag of a tag of a tree", """
        git tag -a -m Tree tree HEAD~1^{tree}
        git tag -a -m Again again tree""", "~1 =6 !1", ONE, rev="again"),
    same("refs packed, objects repacked, notes written",
         "git pack-refs --all\ngit repack -q -a -d\ngit notes add -m Note"),
    same("replace refs of a commit and a blob", """
        git replace HEAD HEAD~2
        git replace HEAD:README.md HEAD:notes.txt"""),
    same("grafts", "graft"),
    same("a lock that a dead git left", "write .git/index.lock"),
    Row("an entry of the reflog", "git reset -q --hard HEAD~1\ngit reset -q --hard ORIG_HEAD",
        "~1 =6 !1", ONE, rev="HEAD@{1}"),
    # ---- paths
    Row("rename", "git mv docs manual\ncommit", ">2 =5 !1", "parse_reused 2 chunk_reused 2 assembled 2"),
    Row("rename by case alone", "git mv notes.txt Notes.txt\ncommit", ">1 =6 !1", MOVED),
    Row("rename of a folder by case alone", "git mv docs t\ngit mv t Docs\ncommit", ">2 =5 !1",
        "parse_reused 2 chunk_reused 2 assembled 2"),
    Row("both cases of a name", "write Notes.txt Other.\ncommit", "+1 =7 !1", ONE),
    Row("both cases of a name, then one", """
        write Notes.txt Other.
        commit
        index
        remove notes.txt
        commit""", "-1 =7 !1"),
    Row("rename and edit", "git mv docs/guide.md docs/manual.md\nwrite docs/manual.md # Manual\ncommit",
        "+1 -1 =6 !1", ONE),
    Row("two files change places", """
        git mv README.md t
        git mv notes.txt README.md
        git mv t notes.txt
        commit""", "~2 =5 !1", "parsed 2 chunked 2 assembled 2"),
    Row("copy", "write copy.txt Half done.\ncommit", "+1 =7 !1", MOVED),
    Row("a name that is no text", r"write \xff.md # Bytes" "\ncommit", "+1 =7 !1", ONE),
    same("a file that is only meant to be added", "write new.md # New\ngit add -N new.md"),
    Row("mode only", "git update-index --chmod=+x run.sh\ngit commit -qm Mode", "~1 =6 !1", MOVED),
    Row("file to symbolic link", "link notes.txt README.md\ncommit", "-1 =6 !2"),
    Row("symbolic link to file", """
        link notes.txt README.md
        commit
        index
        remove notes.txt
        write notes.txt Done.
        commit""", "+1 =6 !1", ONE),
    Row("file to folder", "remove notes.txt\nwrite notes.txt/one.md # One\ncommit", "+1 -1 =6 !1", ONE),
    Row("folder to file", "remove docs/deep\nwrite docs/deep Deep.\ncommit", "+1 -1 =6 !1", ONE),
    Row("folder to symbolic link", "remove docs/deep\nlink docs/deep ../src\ncommit", "-1 =6 !2"),
    Row("file to submodule", f"""
        git update-index --cacheinfo 160000,{LINK},notes.txt
        git commit -qm Submodule""", "-1 =6 !2"),
    Row("submodule to file", f"""
        git update-index --cacheinfo 160000,{LINK},notes.txt
        git commit -qm Submodule
        index
        write notes.txt Done.
        commit""", "+1 =6 !1", ONE),
    Row("folder to submodule", f"""
        git rm -q -r docs
        git update-index --add --cacheinfo 160000,{LINK},docs
        git commit -qm Submodule""", "-2 =5 !2"),
    Row("submodule moved on", f"""
        git update-index --add --cacheinfo 160000,{LINK},sub
        git commit -qm Submodule
        index
        git update-index --cacheinfo 160000,{BUMPED},sub
        git commit -qm Bump""", "=7 !2"),
    Row("submodule of this very repository", """
        git -c protocol.file.allow=always submodule add -q ../repo sub
        git commit -qm Submodule""", "+1 =7 !2", ONE),
    Row("a file becomes binary", r"write notes.txt \0" "\ncommit", "-1 =6 !2"),
    Row("a file becomes a Git LFS pointer",
        r"write notes.txt version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1" "\ncommit",
        "-1 =6 !2"),
    # ---- what decides what is indexed
    Row("ignore file", "write .graphragignore docs/\ncommit", "-2 =5 !4"),
    Row("ignore file changed", """
        write .graphragignore docs/
        commit
        index
        write .graphragignore src/
        commit""", "+2 -2 =3 !4", "parse_reused 2 chunk_reused 2 assembled 2"),
    Row("ignore file that makes no sense: it is said, the rest counts",
        r"write .graphragignore notes.txt\n[[:odd:]]x" "\ncommit", "-1 =6 !3"),
    Row("attributes", "write .gitattributes notes.txt linguist-generated\ncommit", "+1 -1 =6 !2", ONE),
    Row("attributes taken back", """
        write .gitattributes notes.txt linguist-generated
        commit
        index
        write .gitattributes notes.txt -linguist-generated
        commit""", "+1 ~1 =6 !1", "parsed 1 parse_reused 1 chunked 1 chunk_reused 1 assembled 2"),
    Row("attributes of line ends: what git stores counts", """
        write .gitattributes *.md text eol=crlf
        commit""", "+1 =7 !1", ONE),
    same("attributes of the worktree alone",
         "write .git/info/attributes notes.txt linguist-generated\nwrite .gitattributes * binary"),
    Row("configuration", r"""
        write .graphrag.yaml embed: {model: none}\nchunk: {target_tokens: 20, max_tokens: 40}
        commit""", "+7 !1", "parse_reused 7 chunked 7 assembled 7", "full", Reason.CONFIG_CHANGED),
    same("configuration and back", r"""
        write .graphrag.yaml embed: {model: none}\nchunk: {target_tokens: 20, max_tokens: 40}
        commit
        index
        git revert --no-edit HEAD"""),
    Row("configuration and back, and an edit", r"""
        write .graphrag.yaml embed: {model: none}\nchunk: {target_tokens: 20, max_tokens: 40}
        commit
        index
        git revert --no-edit HEAD
        write notes.txt Done.
        commit""", "~1 =6 !1", ONE),
    Row("configuration of retrieval", r"""
        write .graphrag.yaml embed: {model: none}\nretrieval: {k: 3}
        commit""", "=7 !1"),
    # ---- checkouts and clones
    same("sparse checkout", "git sparse-checkout set docs"),
    Row("sparse checkout, then a commit", """
        git sparse-checkout set docs
        write docs/guide.md # Guide, fourth edition
        git commit -qam Fourth
        git sparse-checkout set src""", "~1 =6 !1", ONE),
    Row("shallow clone", "clone ../shallow --depth=1", "+7 !1", "parsed 7 chunked 7 assembled 7", "full",
        Reason.NO_ARTIFACT),
    same("shallow clone, deepened, then whole", """
        clone ../shallow --depth=1
        index
        git fetch -q --deepen=1
        git fetch -q --unshallow"""),
    Row("shallow clone of a branch rewritten upstream", """
        clone ../shallow --depth=1
        index
        in ../repo
        git reset -q --hard side
        in ../shallow
        git fetch -q --depth=1
        git reset -q --hard origin/main""", "+1 ~1 =6 !1", "parsed 2 chunked 2 assembled 2"),
    Row("partial clone, sparse and offline", """
        git config uploadpack.allowFilter true
        clone ../partial --filter=blob:none --sparse""", "+3 !5", "parsed 3 chunked 3 assembled 3", "full",
        Reason.NO_ARTIFACT),
    Row("partial clone, and its blobs arrive", """
        git config uploadpack.allowFilter true
        clone ../partial --filter=blob:none --sparse
        index
        git sparse-checkout disable""", "+4 =3 !1", "parsed 4 chunked 4 assembled 4", "incremental",
        Reason.OBJECTS_MISSING),
    Row("partial clone, and nothing arrives: nothing is done", """
        git config uploadpack.allowFilter true
        clone ../partial --filter=blob:none --sparse
        index""", "=3 !5", "", "reused", Reason.OBJECTS_MISSING),
    Row("linked worktree of another branch: its own pointer, the memo shared", """
        git worktree add -q ../linked side
        in ../linked""", "+1 ~1 =6 !1", "parsed 2 chunked 2 assembled 2"),
    same("linked worktree of what the first one indexed: nothing is done twice", """
        git checkout -q side
        index
        git checkout -q main
        git worktree add -q ../linked side
        in ../linked""", "=8 !1"),
    same("linked worktree removed: the first goes on as it was", """
        git worktree add -q ../linked side
        in ../linked
        index
        in ../repo
        git worktree remove ../linked"""),
    Row("linked worktree removed, its branch merged: the memo remembers", """
        git worktree add -q ../linked side
        in ../linked
        index
        in ../repo
        git worktree remove ../linked
        git merge -q --no-edit side""", "+1 =7 !1", MOVED),
    same("linked worktree moved", """
        git worktree add -q ../linked side
        in ../linked
        index
        git worktree move . ../further
        in ../further""", "=8 !1"),
    same("git directory moved away", "git init -q --separate-git-dir ../elsewhere"),
    Row("clone that borrows objects", "clone ../lent --shared", "+7 !1", "parsed 7 chunked 7 assembled 7",
        "full", Reason.NO_ARTIFACT),
    Row("bare repository, pushed to", """
        clone ../bare --bare
        index
        in ../repo
        git push -q ../bare +side:main
        in ../bare""", "+1 ~1 =6 !1", "parsed 2 chunked 2 assembled 2"),
    Row("what was fetched and not merged", """
        clone ../other
        git commit -q --allow-empty -m Nothing
        write notes.txt Done.
        commit
        in ../repo
        git fetch -q ../other""", "~1 =6 !1", ONE, rev="FETCH_HEAD"),
    Row("SHA-256", """
        git init -q --initial-branch=main --object-format=sha256 ../long
        in ../long
        write .graphrag.yaml embed: {model: none}
        write a.md # A
        commit
        index
        git mv a.md b.md
        write c.md # C
        commit""", "+1 >1 !1", "parsed 1 parse_reused 1 chunked 1 chunk_reused 1 assembled 2"),
    # ---- with vectors
    Row("edit, with vectors", "write notes.txt Done.\ncommit", "~1 =6", f"{ONE} embedded 1", vectors=True),
    Row("rename, with vectors", "git mv docs manual\ncommit", ">2 =5",
        "parse_reused 2 chunk_reused 2 assembled 2", vectors=True),
    Row("branch merged that a linked worktree indexed, with vectors", """
        git worktree add -q ../linked side
        in ../linked
        index
        in ../repo
        git merge -q --no-edit side""", "+1 =7", f"{MOVED} embed_reused 1", vectors=True),
    Row("no model", "write .graphrag.yaml embed: {model: none}\ncommit", "+7 !1",
        "parse_reused 7 chunked 7 assembled 7", "full", Reason.MODEL_CHANGED, vectors=True),
    Row("no model, and the model again with an edit", """
        write .graphrag.yaml embed: {model: none}
        commit
        index
        write .graphrag.yaml embed: {model: minilm}
        write notes.txt Done.
        commit""", "~1 =6 !1", f"{ONE} embedded 1", vectors=True),
]  # fmt: skip
