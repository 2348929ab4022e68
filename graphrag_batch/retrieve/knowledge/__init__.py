"""What the graph knows: entities by name, what is told of each and where, how they hang together.

Answers are values (`values`), bounded whatever the graph holds, and the same for the same artifact. Nothing
here searches text for an answer: that is the rest of `retrieve`.
"""
