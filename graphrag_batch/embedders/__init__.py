"""The only modules that load a model. They turn text into unit vectors and know nothing of documents or storage."""
