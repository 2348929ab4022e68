"""`python -m graphrag_batch`: the same command line as `graphrag-batch`."""

import sys


def main() -> None:
    """Serve a git hook at once, or else run the command line."""
    # Neither at the top: git waits for the one, and a server must not hold the other, which writes.
    if sys.argv[1:3] == ["hook", "run"]:
        from graphrag_batch.cli.quick import serve_git

        if serve_git(sys.argv[3:]):
            return
    try:
        from graphrag_batch.cli.main import main as command_line
    except KeyboardInterrupt:  # later ones the command line sees to
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
