"""The MCP server: read-only tools over one artifact. Cannot reach git, the build or anything that writes."""
