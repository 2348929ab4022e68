"""`python -m graphrag_batch`: the same command line as `graphrag-batch`."""

import sys

from graphrag_batch.cli.quick import serve_git

if __name__ == "__main__" and not (sys.argv[1:3] == ["hook", "run"] and serve_git(sys.argv[3:])):
    from graphrag_batch.cli.main import main  # not at the top: git waits for its imports

    main()
