"""`python -m graphrag_batch`: the same command line as `graphrag-batch`."""

import sys

from graphrag_batch.cli.quick import serve_git


def main() -> None:
    """Serve a git hook at once, or else run the command line."""
    if sys.argv[1:3] == ["hook", "run"] and serve_git(sys.argv[3:]):
        return
    from graphrag_batch.cli.main import main as command_line  # not at the top: git waits for its imports

    command_line()


if __name__ == "__main__":
    main()
