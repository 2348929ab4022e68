"""A made-up repository of any size, the same for everyone: for measuring how cost grows with the tree.

Services in folders, each with Markdown and reStructuredText that link to one another and to headings,
a Python package whose modules import one another, some JavaScript, Go and C, links out of the tree,
links that lead nowhere, and files that are ignored, generated, binary or empty. File `n` depends on
`n` alone, so a larger tree holds the smaller one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

WORDS = """
queue worker retry backoff lease token shard ledger window batch commit cursor policy quota limit
region bucket replica signal probe budget deadline schedule snapshot journal index vector chunk
section anchor schema field record payload header socket buffer stream filter router handler
""".split()  # noqa: SIM905
PER_SERVICE = 20


def files(count: int) -> Iterator[tuple[str, bytes]]:
    """(path, content) of the first `count` files."""
    for n in range(count):
        path, text = _file(n, random.Random(n))
        yield path, text.encode() if isinstance(text, str) else text


def service(n: int) -> str:
    """The folder of service `n`."""
    return f"services/{WORDS[n % len(WORDS)]}{n}"


def _file(n: int, rng: random.Random) -> tuple[str, str | bytes]:
    if n < len(_TOP):
        return _TOP[n]
    number, kind = divmod(n - len(_TOP), PER_SERVICE)
    folder, package = service(number), service(number).rpartition("/")[2]
    if kind < 7:
        return f"{folder}/docs/{_page(kind)}.md", _markdown(number, kind, rng)
    if kind < 9:
        return f"{folder}/docs/ref{kind}.rst", _rst(number, kind, rng)
    if kind < 15:
        name = "__init__" if kind == 9 else f"mod{kind}"
        return f"{folder}/{package}/{name}.py", "" if kind == 9 else _python(package, kind, rng)
    code = {
        15: (f"{folder}/web/client.js", _javascript(rng)),
        16: (f"{folder}/web/view.js", "import { call } from './client'\n" + _javascript(rng)),
        17: (f"{folder}/cmd/main.go", _go(rng)),
        18: (f"{folder}/src/core.c", f'#include "core.h"\n#include <stdio.h>\n\n{_c(rng)}'),
        19: (
            f"{folder}/src/{'core.h' if number % 3 else 'logo.png'}",
            _c(rng) if number % 3 else b"\x89PNG\0",
        ),
    }
    return code[kind]


_TOP: list[tuple[str, str | bytes]] = [
    (".graphragignore", "drafts/\n*.tmp\n"),
    (".gitattributes", "*.gen.js linguist-generated\n"),
    ("README.md", "# Everything\n\nMany services. See [the first](services/queue0/docs/guide.md#setup).\n"),
    ("drafts/ideas.md", "# Ideas\n\nNot yet.\n"),
]


def _page(kind: int) -> str:
    return ("guide", "setup", "usage", "limits", "faq", "notes", "runbook")[kind]


def _sentence(rng: random.Random) -> str:
    words = [rng.choice(WORDS) for _ in range(rng.randint(7, 14))]
    return " ".join(words).capitalize() + "."


def _paragraph(rng: random.Random) -> str:
    return " ".join(_sentence(rng) for _ in range(rng.randint(2, 4)))


def _markdown(number: int, kind: int, rng: random.Random) -> str:
    near, far = _page(rng.randrange(7)), f"../../../{service(rng.randrange(max(1, number)))}/docs"
    links = (
        f"[near]({near}.md#setup)", f"[far]({far}/guide.md#{rng.choice(WORDS)})", "[code](../src/core.c)",
        f"[gone]({rng.choice(WORDS)}-gone.md)", f"<https://example.org/{rng.choice(WORDS)}>",
    )  # fmt: skip
    parts = [f"# {_page(kind).title()} of {number}", _paragraph(rng), "## Setup", _paragraph(rng)]
    for link in links:
        parts += [f"## {rng.choice(WORDS).title()} {rng.choice(WORDS)}", f"{_paragraph(rng)} See {link}."]
    return "\n\n".join(parts) + "\n"


def _rst(number: int, kind: int, rng: random.Random) -> str:
    title = f"Reference {kind} of {number}"
    label = f"svc-{number}-{kind}"
    other = f"svc-{rng.randrange(max(1, number))}-{rng.choice((7, 8))}"
    return (
        f".. _{label}:\n\n{title}\n{'=' * len(title)}\n\n{_paragraph(rng)} See :ref:`{other}` and "
        f":doc:`guide` and :class:`Job{number}`.\n\nMore\n----\n\n{_paragraph(rng)}\n"
    )


def _python(package: str, kind: int, rng: random.Random) -> str:
    other = rng.randrange(10, 15)
    body = "".join(
        f"\n    def {rng.choice(WORDS)}_{n}(self, value):\n        '''{_sentence(rng)}'''\n"
        f"        return json.dumps(value or self.{rng.choice(WORDS)})\n"
        for n in range(4)
    )
    return (
        f"'''{_sentence(rng)}'''\n\nimport json\nfrom {package} import mod{other}\n"
        f"from .mod{rng.randrange(10, 15)} import helper\n\nLIMIT = {kind}\n\n\n"
        f"class Job{package}{kind}:\n    '''{_sentence(rng)}'''\n{body}\n\ndef helper():\n    return LIMIT\n"
    )


def _javascript(rng: random.Random) -> str:
    return "".join(
        f"// {_sentence(rng)}\nexport function {rng.choice(WORDS)}{n}(value) {{\n  return value + {n}\n}}\n\n"
        for n in range(5)
    )


def _go(rng: random.Random) -> str:
    return 'package main\n\nimport "fmt"\n\n' + "".join(
        f"// {_sentence(rng)}\nfunc {rng.choice(WORDS)}{n}() {{ fmt.Println({n}) }}\n\n" for n in range(5)
    )


def _c(rng: random.Random) -> str:
    return "".join(f"/* {_sentence(rng)} */\nint {rng.choice(WORDS)}_{n}(int a);\n\n" for n in range(5))
