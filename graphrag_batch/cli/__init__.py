"""The command line: one module per group of commands. Translates exceptions, prints, and nothing else."""
