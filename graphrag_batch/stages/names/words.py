"""Words that count for little or nothing in names."""

from __future__ import annotations

_SMALL = """
    a an and at by for from in of on or the to with de del der des di du el et la las le les los und van von y
"""
_LEGAL = "inc incorporated llc ltd limited gmbh corp corporation co plc ag sa srl bv oy pty llp kg"
_TITLES = "mr mrs ms miss dr prof professor sir dame lord lady"
_COUNTED = """
    chapter section figure fig table step part version release appendix page item example equation listing
    level phase stage volume issue number no rule clause article paragraph
"""
_GROUPS = "company group holding holdings"
_KNOWN = """
    us = united states | usa = united states | united states of america = united states | uk = united kingdom
    uae = united arab emirates | ussr = soviet union | eu = european union | un = united nations
    k8s = kubernetes | i18n = internationalization | l10n = localization | a11y = accessibility
    postgres = postgresql | golang = go | js = javascript | ts = typescript | reactjs = react
    react.js = react | vuejs = vue | vue.js = vue | aws = amazon web services | gcp = google cloud platform
"""
_NO_PLURALS = """
    https cors saas paas iaas faas nats aws dbms rdbms macos ios nodejs chaos kubernetes jenkins windows
    postgres pandas keras news series species nervous athens wales james thomas charles lens
"""
_SPELLED = """
    colour color colours colors behaviour behavior behaviours behaviors favour favor honour honor labour labor
    neighbour neighbor neighbours neighbors centre center centres centers licence license licences licenses
    catalogue catalog catalogues catalogs programme program programmes programs grey gray defence defense
    fibre fiber fibres fibers metre meter metres meters theatre theater dialogue dialog modelling modeling
    labelling labeling cancelled canceled travelling traveling artefact artifact artefacts artifacts apis api
"""

SMALL = frozenset(_SMALL.split())
"""Left out where words are compared, and where initials are read."""
LEGAL = frozenset(_LEGAL.split())
"""Behind a company's name."""
NO_PLURALS = frozenset(_NO_PLURALS.split())
"""Words that end in s and are no plurals."""
GROUPS = frozenset(_GROUPS.split())
"""Behind a company's name of two words and more."""
KNOWN = dict(pair.strip().split(" = ") for line in _KNOWN.strip().split("\n") for pair in line.split("|"))
"""Names that everybody knows to be others, though no text says so."""
TITLES = frozenset(_TITLES.split())
"""Before a person's name."""
COUNTED = frozenset(_COUNTED.split())
"""What "8.1" behind them numbers is no version."""
SPELLED = dict(zip(_SPELLED.split()[::2], _SPELLED.split()[1::2], strict=True))
"""British spellings, and the American ones."""
