"""What an artifact holds of a golden set's pages, as `graph_quality` compares it."""

from __future__ import annotations

import json

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.measure.graph_quality import Found, FoundMention, FoundRelation, Node

_MENTIONS = """SELECT d.path, m.start, m.end, m.surface, m.type, m.entity, m.features FROM mentions m
    JOIN docs d ON d.id = m.doc ORDER BY d.path, m.start"""
_OF_RELATION = "SELECT 1 FROM evidence e WHERE e.src = r.src AND e.dst = r.dst AND e.rel = r.rel"
_STRUCTURE = "('structure', 'definition', 'link', 'import')"
# A relation without evidence (owners, say) is a statement too.
_RELATIONS = f"""SELECT r.src, r.rel, r.dst, EXISTS ({_OF_RELATION})
        AND NOT EXISTS ({_OF_RELATION} AND e.pattern NOT IN {_STRUCTURE}), r.confidence
    FROM relations r ORDER BY r.src, r.rel, r.dst"""
_NODES = """SELECT e.id, e.name, e.aliases, coalesce(d.path, ''), coalesce(s.start, -1) FROM entities e
    LEFT JOIN docs d ON d.id = e.doc LEFT JOIN sections s ON s.id = e.id ORDER BY e.id"""
_REFERENCE = "reference"


def found_in(artifact: Artifact) -> Found:
    """The mentions, relations and entities of an artifact."""
    mentions = [
        FoundMention(path, start, end, surface, kind, entity, _REFERENCE in json.loads(features))
        for path, start, end, surface, kind, entity, features in artifact.execute(_MENTIONS)
    ]
    relations = [
        FoundRelation(src, rel, dst, bool(structural), confidence)
        for src, rel, dst, structural, confidence in artifact.execute(_RELATIONS)
    ]
    nodes = {
        id_: Node((name, *json.loads(aliases)), path, start)
        for id_, name, aliases, path, start in artifact.execute(_NODES)
    }
    return Found(mentions, relations, nodes)
