"""The notebooks of fixtures/cases/notebook, what is seen of them: python -m tests.formats.notebook_cases"""

from __future__ import annotations

import json
import re
from typing import Any

from tests.formats.golden import CASES, VISIBLE

FOLDER = CASES / "notebook"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PYTHON = {"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "python"}}


def text(*lines: str, kind: str = "markdown", **more: Any) -> dict[str, Any]:
    """A cell of text."""
    return {"cell_type": kind, "metadata": {}, "source": [f"{line}\n" for line in lines], **more}


def code(*lines: str, outputs: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A cell of code with its outputs."""
    return text(*lines, kind="code", execution_count=1, outputs=outputs or [], **more)


def stream(printed: str, name: str = "stdout") -> dict[str, Any]:
    """What was printed."""
    return {"output_type": "stream", "name": name, "text": printed.splitlines(keepends=True)}


def result(**data: str) -> dict[str, Any]:
    """A value in several forms: plain, html, markdown, latex, png."""
    names = {"png": "image/png"}
    forms = {names.get(key, f"text/{key}"): value for key, value in data.items()}
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": forms}


def book(*cells: dict[str, Any], metadata: dict[str, Any] | None = None, minor: int = 5) -> dict[str, Any]:
    """A notebook of version 4."""
    return {
        "cells": list(cells),
        "metadata": PYTHON | (metadata or {}),
        "nbformat": 4,
        "nbformat_minor": minor,
    }


ERROR = {
    "output_type": "error",
    "ename": "ZeroDivisionError",
    "evalue": "division by zero",
    "traceback": ["\x1b[0;31mZeroDivisionError\x1b[0m", "\x1b[0;32m----> 1\x1b[0m 1/0"],
}
OLD_PLOT = {"output_type": "display_data", "text": ["<old.Plot at 0x1>"], "png": PIXEL}
BOOKS: dict[str, dict[str, Any]] = {
    "plain": book(
        text("# Cranes", "", "How much they lift.", id="intro"),
        code("lift = 12", "lift * 2", outputs=[result(plain="24")], id="first-sum"),
        text("## Limits", "", "Never more than *forty* tonnes."),
        text("### In storms", "", "None at all."),
        code("print(lift)", outputs=[stream("12\n")]),
        text("# Winches", "", "See [cranes](#Cranes)."),
    ),
    "outputs": book(
        text("# Outputs"),
        code("for n in range(60): print(n)", outputs=[stream("".join(f"line {n}\n" for n in range(60)))]),
        code("1/0", outputs=[stream("about to fail\n", "stderr"), ERROR]),
        code("frame", outputs=[result(plain="  ship  length\n0 Anna      90", html="<p>Anna</p>")]),
        code("only_html", outputs=[result(html="<style>p{}</style><p>Only <b>as</b> HTML</p><p>two</p>")]),
        code("bar", outputs=[stream("10%\r50%\r100%\n\x1b[32mgreen\x1b[0m words\n"), stream("x" * 700)]),
        code("shown", outputs=[result(plain="<IPython.core.display.Markdown object>", markdown="## Shown")]),
    ),
    "pictures": book(
        text("# Pictures", "", f"![small](data:image/png;base64,{PIXEL}) beside it."),
        text("![chart](attachment:chart.png)", attachments={"chart.png": {"image/png": PIXEL}}),
        code("plot()", outputs=[result(plain="<Figure size 640x480 with 1 Axes>", png=PIXEL)]),
        code("plot(title)", outputs=[result(plain="Ferries by month", png=PIXEL)]),
    ),
    "unclosed": book(
        text("# Open ends", "", "```python", "never = 'closed'"),
        text("## After the fence", "", "<!-- a comment that", "never ends"),
        text("## After the comment", "", "~~~~", "tilde", "~~~"),
        code('print("""', "```", "fence in code", "```", '""")'),
        text("Setext", "======", "", "the end"),
    ),
    "magics": book(
        code("%%bash", "ls -l harbour"),
        code("%%sql", "select * from berths"),
        code("%matplotlib inline", "!pip install harbour"),
        code("%%time", "work()"),
        metadata={"title": "Magic cells", "authors": [{"name": "Ann Lee"}, {"name": "Lena Roth"}]},
    ),
    "front_matter": book(
        text("---", "title: Tide tables", "tags: [tides, kiel]", "lang: en", "---", kind="raw"),
        text("## Springs", "", "Twice a month."),
        text("<p>raw words</p>", kind="raw", metadata={"raw_mimetype": "text/html"}),
    ),
    "r": {
        "cells": [text("# In R"), code("library(berths)", "summary(fees)", outputs=[result(plain="Min.")])],
        "metadata": {"kernelspec": {"name": "ir", "language": "R"}, "language_info": {"name": "R"}},
        "nbformat": 4,
        "nbformat_minor": 2,
    },
    "julia": {
        "cells": [code("println(2^8)", outputs=[stream("256\n")]), text("Text after code, no heading.")],
        "metadata": {"kernelspec": {"name": "julia-1.9", "language": "julia"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    },
    "version3": {
        "metadata": {"name": "Old notebook"},
        "nbformat": 3,
        "nbformat_minor": 0,
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 1, "metadata": {}, "source": ["Old harbour"]},
                    {"cell_type": "heading", "level": 3, "metadata": {}, "source": ["Its quay"]},
                    {"cell_type": "markdown", "metadata": {}, "source": ["Built of stone."]},
                    {
                        "cell_type": "code", "collapsed": False, "language": "python", "metadata": {},
                        "input": ["stones = 7\n", "stones"], "prompt_number": 1,
                        "outputs": [
                            {"output_type": "pyout", "prompt_number": 1, "text": ["7"]},
                            {"output_type": "stream", "stream": "stdout", "text": ["seven stones\n"]},
                            {"output_type": "pyerr", "ename": "OldError", "evalue": "too old"},
                            OLD_PLOT,
                        ],
                    },
                ]
            }
        ],
    },
    "strings": {  # sources as one string, as some writers have it
        "cells": [
            {"cell_type": "markdown", "source": "# One string\r\n\r\nWith two\rlines."},
            {"cell_type": "code", "source": "a = 1\nb = 2", "outputs": [stream("done")]},
            {"cell_type": "code", "source": ""},
            {"cell_type": "markdown", "source": []},
        ],
        "nbformat": 4,
    },
    "languages": book(
        text("# 港口起重机", "", "起重机每小时吊装三十个集装箱。"),
        text("## الرافعات", "", "ترفع الحاويات."),
        code("# Фонари зажигают в сумерках", "имя = 'Порт'", outputs=[stream("готово\n")]),
        text("## Émoji 👩‍🔧", "", "Naïve café."),
    ),
    "deep": book(
        *(text(f"{'#' * (n % 6 + 1)} Level {n % 6 + 1}, {n // 6}", "", f"Word {n}.") for n in range(12)),
        code("pass", metadata={"tags": ["hide-input"]}, id="the-end"),
    ),
    "no_title": book(text("Only words, and a table.", "", "| a | b |", "|---|---|", "| one | two |")),
}  # fmt: skip


def cases() -> dict[str, str]:
    """The files by name."""
    return {
        f"{name}.ipynb": json.dumps(value, indent=1, ensure_ascii=False) + "\n"
        for name, value in BOOKS.items()
    }


def visible_text(source: str) -> str:
    """What a reader of a notebook sees: all sources, and what was printed, without pictures."""
    value = json.loads(source)
    cells = value["cells"] if "cells" in value else value["worksheets"][0]["cells"]
    seen: list[str] = []
    for cell in cells:
        seen.append(joined(cell.get("source", cell.get("input", ""))))
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            seen += [joined(output.get(key, "")) for key in ("text", "ename", "evalue")]
            seen += [joined(data.get(f"text/{key}", "")) for key in ("plain", "markdown")]
    shown = re.sub(r"data:image/png;base64,[\w+/=]*", "data:image/png", "\n".join(seen))
    return re.sub(r"\x1b\[[\d;]*m", "", shown).replace("\r\n", "\n").replace("\r", "\n") + "\n"


def joined(value: Any) -> str:
    return value if isinstance(value, str) else "".join(value)


def main() -> None:
    """Write every case, and beside it what is seen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, source in cases().items():
        (FOLDER / name).write_text(source, encoding="utf-8")
        (FOLDER / f"{name}{VISIBLE}").write_text(visible_text(source), encoding="utf-8")


if __name__ == "__main__":
    main()
