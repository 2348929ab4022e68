"""How secrets are found: well-known tokens, values assigned to telling names, blocks of key material."""
