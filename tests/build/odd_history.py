"""One history that holds all that makes an index hard to keep up, commit after commit on one line.

An event is a few paragraphs of steps (`ground`), each paragraph a commit. Most are about what an edit does to
the links and imports of files that it does not touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.build.ground import Ground
from tests.gitrepo import GitRepo

if TYPE_CHECKING:
    from pathlib import Path

START = """
write .graphrag.yaml embed: {model: none}
write README.md # Harbor\\n\\nSee [the guide](docs/guide.md) and https://example.org/harbor.
write docs/guide.md # Guide\\n\\n## Setup\\n\\nBack to the [start](../README.md).\\n\\n## Setup\\n\\nAgain.
write notes.txt To be done.
write run.sh #!/bin/sh\\nexec harbor
write app/core.py def main():\\n    return 1
"""

EVENTS: dict[str, str] = {
    # ---- what git can do to a path
    "rename by case alone": """
        move notes.txt Notes.txt

        move Notes.txt notes.txt

        move docs Docs

        move Docs docs""",
    "both cases of a name": """
        write Notes.txt Other.

        remove notes.txt

        move Notes.txt notes.txt""",
    "every kind in one place": """
        write swap # Swap

        link swap README.md

        remove swap
        write swap/one.md # One\\n\\n[r](../README.md)
        write swap/two.md # Two\\n\\n[one](one.md)

        remove swap
        module swap 1

        module swap 2

        remove swap
        write swap # Swap

        remove swap
        module swap 2

        remove swap
        link swap docs

        remove swap""",
    "mode only": """
        execute run.sh

        execute app/core.py
        write run.sh #!/bin/sh\\nexec harbor""",
    "empty": "git status\n\ngit status",
    "no text and text again": """
        write odd.md

        write odd.md # Odd

        write odd.md \\0

        write odd.md version https://git-lfs.github.com/spec/v1

        write odd.md # Odd

        remove odd.md""",
    "names that are no text": """
        write \\xff\\xfe.md # Bytes\\n\\n[g](docs/guide.md)
        write "quoted.md # Quoted
        write new\\x0aline.md # Line
        write uml\\xc3\\xa4ut.md # Umlaut

        remove "quoted.md""",
    "mass rename": "\n".join(f"write many/{n}.md # Page {n}\\n\\n[next]({n + 1}.md)" for n in range(24))
    + "\n\nmove many lots\n\nmove lots docs/many\n\nremove docs/many",
    "revert of a revert": """
        write notes.txt Half done.

        git revert --no-commit HEAD

        git revert --no-commit HEAD""",
    # ---- what decides what is indexed
    "ignored": """
        write .graphragignore docs/

        write .graphragignore app/

        remove .graphragignore""",
    "attributes": """
        write .gitattributes docs/** linguist-generated

        write .gitattributes *.py linguist-vendored

        remove .gitattributes""",
    "configuration and back": """
        write .graphrag.yaml embed: {model: none}\\nchunk: {target_tokens: 20, max_tokens: 40}

        write .graphrag.yaml embed: {model: none}

        write .graphrag.yaml embed: {model: none}\\nselect: {exclude: [docs/]}

        write .graphrag.yaml embed: {model: none}""",
    # ---- links of files that stay as they are
    "a page that comes later": """
        write l1/a.md # A\\n\\n[b](b.md) [part](b.md#part) [x](x)

        write l1/b.md # B

        write l1/b.md # B\\n\\n## Part\\n\\nText.

        write l1/b.md # B\\n\\n## Parts\\n\\nText.

        remove l1/b.md""",
    "a name without its ending": """
        write l2/a.md # A\\n\\n[x](x)
        write l2/x/index.md # Index

        write l2/x.md # Page

        write l2/x.rst Page\\n====

        remove l2/x.md

        remove l2/x
        write l2/x Plain.

        remove l2/x""",
    "a name in another case": """
        write l3/a.md # A\\n\\n[t](Topic.md)
        write l3/topic.md # Lower

        write l3/TOPIC.md # Upper

        write l3/Topic.md # Exact

        remove l3/TOPIC.md

        remove l3/Topic.md

        move l3/topic.md l3/tOPIC.md""",
    "relative, else from the root": """
        write l4/deep/a.md # A\\n\\n[g](docs/guide.md) [s](/start.md)

        write l4/deep/docs/guide.md # Near guide

        write l4/start.md # Start

        write start.md # Start of all

        remove l4/deep/docs

        remove start.md""",
    "the ending it is published under": """
        write l5/a.md # A\\n\\n[p](page.html#top)
        write l5/page.md # Page\\n\\n## Top\\n\\nText.

        write l5/page.html <p>Page</p>

        remove l5/page.html""",
    "a label used twice": """
        write l6/a.rst A\\n=\\n\\nSee :ref:`there`.
        write l6/b.rst .. _there:\\n\\nB\\n=\\n\\nText.

        write l6/c.rst .. _there:\\n\\nC\\n=\\n\\nText.

        remove l6/b.rst

        write l6/a.rst .. _there:\\n\\nA\\n=\\n\\nSee :ref:`there`.""",
    "a definition named twice": """
        write l7/a.rst A\\n=\\n\\nSee :func:`make_it` and :meth:`pkg.Boat.sail` and :class:`~pkg.Boat`.
        write l7/one.py def make_it():\\n    return 1\\n\\n\\ndef sail():\\n    return 2

        write l7/two.py def make_it():\\n    return 3

        write l7/three.py class Boat:\\n    def sail(self):\\n        return 4

        remove l7/two.py

        write .graphragignore l7/three.py

        remove .graphragignore

        write l7/four.py class Boat:\\n    def sail(self):\\n        return 5

        remove l7/three.py""",
    "a target that is one no more": """
        write l8/a.md # A\\n\\n[b](b.md)
        write l8/b.md # B

        link l8/b.md a.md

        remove l8/b.md
        write l8/b.md \\0

        write l8/b.md # B

        write .gitattributes l8/b.md linguist-generated

        remove .gitattributes

        remove l8/b.md
        write l8/b.md/inner.md # Inner""",
    "an address cited twice": """
        write l9/a.md # A\\n\\nhttps://example.org/one
        write l9/b.md # B\\n\\n[one](HTTPS://EXAMPLE.ORG/one/)

        remove l9/a.md

        remove l9/b.md""",
    # ---- imports of files that stay as they are
    "a folder becomes a package": """
        write p1/main.py from pkg.util import helper\\nimport util
        write p1/pkg/util.py def helper():\\n    return 1

        write p1/pkg/__init__.py

        write p1/__init__.py "The whole."

        write .graphragignore p1/pkg/__init__.py

        remove .graphragignore

        remove p1/pkg/__init__.py

        remove p1/__init__.py
        link p1/pkg/__init__.py util.py

        remove p1/pkg/__init__.py
        module p1/pkg/__init__.py 1

        remove p1/pkg/__init__.py""",
    "the nearest of several": """
        write p2/b/main.py import helper\\nfrom helper import run
        write p2/a/helper.py def run():\\n    return 1

        write p2/c/helper.py def run():\\n    return 2

        write p2/b/helper.py def run():\\n    return 3

        remove p2/b/helper.py

        remove p2/a/helper.py

        write p2/c/helper.pyi def run() -> int: ...""",
    "a name or a module of that name": """
        write p3/main.py from things import part
        write p3/things/__init__.py part = 1

        write p3/things/part.py part = 2

        move p3/things p3/stuff

        move p3/stuff p3/things""",
    "relative imports": """
        write p4/sub/mod.py from .other import x\\nfrom ..top import y
        write p4/sub/other.py x = 1
        write p4/top.py y = 2

        write p4/sub/__init__.py

        write p4/__init__.py

        remove p4/sub/__init__.py""",
    "scripts": """
        write s1/a.ts import { x } from './x'\\nimport { y } from './y.js'
        write s1/x/index.ts export const x = 1
        write s1/y.ts export const y = 1

        write s1/x.js export const x = 2

        write s1/x.ts export const x = 3

        write s1/y.js export const y = 2

        remove s1/x.ts

        remove s1/x.js""",
    "java": """
        write j1/app/Main.java import com.acme.Thing;\\nclass Main {}
        write j1/lib/com/acme/Thing.java package com.acme;\\npublic class Thing {}

        write j1/app/com/acme/Thing.java package com.acme;\\npublic class Thing { int x; }

        remove j1/app/com""",
    "rust": """
        write r1/src/one/two.rs use crate::util::Thing;\\nuse super::three;\\nmod four;
        write r1/src/util.rs pub struct Thing;
        write r1/src/main.rs mod one;\\nmod util;

        write r1/src/one/util.rs pub struct Thing;
        write r1/src/one/lib.rs pub mod two;

        write r1/src/one/three.rs pub fn f() {}
        write r1/src/one/two/four.rs pub fn g() {}

        move r1/src/one/two/four.rs r1/src/one/two/four/mod.rs

        remove r1/src/one/lib.rs""",
    "go": """
        write g1/main.go package main\\n\\nimport "example.org/m/pkg/util"
        write pkg/util/util.go package util

        write m/pkg/util/util_test.go package util

        write m/pkg/util/util.go package util

        remove m

        remove pkg""",
    "includes": """
        write c1/src/a.c #include "x.h"\\n#include <lib/y.h>
        write c1/include/x.h int x;
        write c1/include/lib/y.h int y;

        write x.h int root;

        write c1/src/x.h int near;

        remove c1/src/x.h

        remove x.h""",
    # ---- other lines of history
    "octopus": """
        git branch one
        git branch two
        git branch three
        git checkout -q one
        write one.md # One\\n\\n[two](two.md)
        git add -A
        git commit -q -m One
        git checkout -q two
        write two.md # Two\\n\\n[three](three.md)
        git add -A
        git commit -q -m Two
        git checkout -q three
        write three.md # Three\\n\\n[one](one.md)
        git add -A
        git commit -q -m Three
        git checkout -q main
        git merge -q --no-edit one two three

        remove two.md""",
    "unrelated roots": """
        git checkout -q --orphan other
        git rm -q -r -f .
        write other.md # Other\\n\\n[one](one.md)
        git add -A
        git commit -q -m Other
        git checkout -q --orphan another
        git rm -q -r -f .
        write README.md # Another
        git add -A
        git commit -q -m Another
        git checkout -q main
        git merge -q --no-edit --allow-unrelated-histories other

        git merge -q -s ours --no-edit --allow-unrelated-histories another""",
    "force-push and back": """
        git tag was
        git reset -q --hard HEAD~20

        git reset -q --hard was""",
}

AS_BEFORE = ("empty", "revert of a revert")


def odd_history(path: Path) -> tuple[GitRepo, dict[str, str]]:
    """The repository, and of each commit on its line what it is about.

    A file that changes with every commit keeps a build from finding the tree among those of earlier ones,
    but where nothing or something old is what the event is about.
    """
    repo = GitRepo(path)
    ground = Ground(repo)
    ground.run(START)
    about = {repo.commit("Begin"): "begin"}
    for name, script in EVENTS.items():
        for number, paragraph in enumerate(script.split("\n\n"), start=1):
            ground.run(paragraph)
            if name not in AS_BEFORE:
                repo.write("count.txt", f"{len(about)}")
            about[repo.commit(name)] = f"{name} ({number})"
    return repo, about
