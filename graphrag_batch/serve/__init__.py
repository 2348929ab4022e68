"""The MCP server: read-only tools over one artifact or several. Cannot reach git, the build or anything that writes."""
