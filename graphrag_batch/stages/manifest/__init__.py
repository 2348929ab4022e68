"""The readers behind `stages.manifests`: text to requirements, by scanning, so that what is broken costs only
what stands there. Pure, linear in the text."""
