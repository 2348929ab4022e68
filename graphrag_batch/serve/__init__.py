"""The MCP server: read-only tools over artifacts. Cannot reach git, the build or anything that writes."""
