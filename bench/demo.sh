#!/bin/sh
# What `make demo` shows: this repository's HEAD indexed, two questions answered, the MCP entry.
set -eu
cd "$(git rev-parse --show-toplevel)"

graphrag-batch index
for question in \
    "how does an incremental build stay equal to a full one?" \
    "how do I exclude files from the index?"; do
    printf '\n$ graphrag-batch query "%s"\n' "$question"
    graphrag-batch query -k 3 "$question"
done
printf '\nPaste this into your MCP client (or run: graphrag-batch init):\n'
graphrag-batch init --print-mcp
