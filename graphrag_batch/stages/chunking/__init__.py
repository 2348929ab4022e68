"""The parts of the chunk stage. Pure, and reached only through `stages/chunk.py`."""
