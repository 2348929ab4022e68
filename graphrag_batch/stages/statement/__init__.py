"""The rules behind `stages.statements`: frames of verbs and nouns over a parse, triggers without one, and
structure. Pure, like every stage."""

STATEMENTS_VERSION = 4
"""To be raised whenever an equal document gives other statements. Asking here
compiles no expressions."""
