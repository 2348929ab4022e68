"""`python -m graphrag_batch`: the same command line as `graphrag-batch`."""

from graphrag_batch.cli.main import main

if __name__ == "__main__":
    main()
