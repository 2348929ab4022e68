"""The rules behind `stages.statements`: frames of verbs and nouns over a parse, triggers without one, and
structure. Pure, like every stage."""
