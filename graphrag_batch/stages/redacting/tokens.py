"""Tokens of well-known issuers, told by their form.

Each holds a long run of letters, digits, `_` and `-`. Such runs are found by one search in a text whose other
characters were made blanks; only where there is one, expressions are tried: at its beginning and behind each
`_` and `-` in it, those that begin with the letter there. Expressions tried inside a run end with their
repeated class, or are bounded, so that the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.redacting import values
from graphrag_batch.stages.redacting.span import Span

LEAST = 20
_RUN = b"x" * LEAST
_CLASSES = bytes(
    ord("x") if chr(c).isascii() and (chr(c).isalnum() or c in b"_-") else ord(" ") for c in range(256)
)
# Runs without digit and capital are words and rules: `getting-started-with-it`, `-------`.
_DULL = re.compile(rb"[a-z_-]+")

# Kind, beginnings, what follows.
_PREFIXED = (
    ("aws-access-key", "AKIA ASIA ABIA ACCA", rb"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", rb"[A-Za-z0-9]{36,}"),
    ("github-token", "github_pat_", rb"[A-Za-z0-9_]{40,}"),
    ("gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- gloas- glimt-", rb"[\w-]{20,}"),
    ("slack-token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", rb"[A-Za-z0-9-]{10,}"),
    ("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", rb"[A-Za-z0-9]{16,}"),
    ("google-api-key", "AIza", rb"[\w-]{35}(?![\w-])"),
    ("google-oauth-secret", "GOCSPX-", rb"[\w-]{20,}"),
    ("npm-token", "npm_", rb"[A-Za-z0-9]{36,}"),
    ("pypi-token", "pypi-AgE", rb"[\w-]{50,}"),
    ("rubygems-token", "rubygems_", rb"[0-9a-f]{48}"),
    ("docker-token", "dckr_pat_ dckr_oat_", rb"[\w-]{20,}"),
    ("huggingface-token", "hf_ api_org_", rb"[A-Za-z0-9]{30,}"),
    ("anthropic-key", "sk-ant-", rb"[\w-]{20,}"),
    ("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-or-", rb"[\w-]{20,}"),
    ("openai-key", "sk-", rb"[A-Za-z0-9]{32,64}(?![\w-])"),
    ("twilio-key", "SK", rb"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("mailgun-key", "key-", rb"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("shopify-token", "shpat_ shpca_ shppa_ shpss_", rb"[0-9a-fA-F]{32}"),
    ("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", rb"[0-9a-f]{64}"),
    ("heroku-key", "HRKU-", rb"[\w-]{30,}"),
    ("databricks-token", "dapi", rb"[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])"),
    ("age-key", "AGE-SECRET-KEY-1", rb"[A-Z0-9]{50,}"),
    ("linear-key", "lin_api_ lin_oauth_", rb"[A-Za-z0-9]{32,}"),
    ("notion-token", "ntn_", rb"[A-Za-z0-9]{40,}"),
    ("figma-token", "figd_", rb"[\w-]{30,}"),
    ("postman-key", "PMAK-", rb"[0-9a-f]{24}-[0-9a-f]{34}"),
    ("grafana-token", "glsa_ glc_", rb"[A-Za-z0-9_]{32,}"),
    ("newrelic-key", "NRAK-", rb"[A-Z0-9]{27}"),
    ("sentry-token", "sntrys_ sntryu_", rb"[\w-]{40,}"),
    ("supabase-key", "sbp_", rb"[0-9a-f]{40}"),
    ("supabase-key", "sb_secret_", rb"[\w-]{20,}"),
    ("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", rb"[\w-]{30,}"),
    ("atlassian-token", "ATATT3", rb"[\w-]{60,}"),
    ("square-token", "sq0atp- sq0csp-", rb"[\w-]{22,}"),
    ("pulumi-token", "pul-", rb"[0-9a-f]{40}"),
    ("terraform-token", "tfp_ atlasv1_", rb"[\w-]{40,}"),
)
# From the beginning of a run that ends at a dot on.
_DOTTED = {
    "jwt": re.compile(rb"eyJ[\w-]{8,4096}\.eyJ[\w-]{4,8192}\.[\w-]{10,1024}"),
    "discord-token": re.compile(rb"[MNO][A-Za-z0-9]{22,25}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])"),
}
# A run that begins with 32 hexadecimal digits and goes on after a hyphen.
_HEX = {
    "mailchimp-key": re.compile(rb"[0-9a-f]{32}-us\d{1,2}(?![\w-])"),
    "mailgun-key": re.compile(rb"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])"),
}


class _After(NamedTuple):
    """A token of which a run is only the end: `hint` is among the `back` bytes before it, which end as
    `before` says; the secret begins with its first group and goes on as `rest` says."""

    kind: str
    hint: bytes
    back: int
    before: bytes
    rest: bytes


_SLACK = rb"hooks\.slack\.com/[a-z]{8,9}/([\w/]*)"
_DISCORD = rb"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d{15,22}/)"
_TEAMS = rb"webhook\.office\.com/webhookb2/([\w@/-]{1,120})"
_DOPPLER = rb"(dp\.[a-z]{2,5}\.(?:[\w-]{1,40}\.)?)"
# By the last byte before the run.
_AFTER = {
    ord("."): (
        _After("sendgrid-key", b"SG.", 3, rb"(SG\.)", rb"[\w-]{16,32}\.[\w-]{32,64}"),
        _After("google-oauth-token", b"ya29.", 5, rb"(ya29\.)", rb"[\w-]{20,2048}"),
        _After("vault-token", b"hv", 4, rb"(hv[sbr]\.)", rb"[\w-]{20,512}"),
        _After("doppler-token", b"dp.", 50, _DOPPLER, rb"[A-Za-z0-9]{40,64}"),
    ),
    ord(":"): (_After("telegram-token", b"", 13, rb"(?<!\d)(\d{8,11}:)", rb"[\w-]{34,36}(?![\w-])"),),
    ord("/"): (
        _After("slack-webhook", b"hooks.slack.com/", 80, _SLACK, rb"[\w/-]{20,200}"),
        _After("discord-webhook", b"/webhooks/", 60, _DISCORD, rb"[\w-]{50,100}"),
        _After("teams-webhook", b"webhook.office.com/", 160, _TEAMS, rb"[\w/-]{20,200}"),
        _After("google-refresh-token", b"1//", 3, rb"(1//)", rb"0[\w-]{30,256}"),
    ),
    ord(" "): (_After("bearer-token", b"", 7, rb"[Bb](?:earer|EARER) ()", rb"[\w.~+/-]{20,4096}={0,2}"),),
    ord('"'): (_After("jwk", b":", 9, rb'"(?:d|p|q|dp|dq|qi|k)" ?: ?"()', rb'[\w-]{20,2048}(?=")'),),
}


def _by_beginning() -> dict[bytes, list[tuple[bytes, str, bytes]]]:
    """By two letters, the tokens that begin with them: beginning, kind, what follows."""
    table: dict[bytes, list[tuple[bytes, str, bytes]]] = {}
    for kind, beginnings, rest in _PREFIXED:
        for beginning in beginnings.encode().split():
            table.setdefault(beginning[:2], []).append((beginning, kind, rest))
    return table


_BY_BEGINNING = _by_beginning()
# Most of them are never needed.
_compiled = cache(re.compile)
_PART = re.compile(rb"[_-](?=[A-Za-z])")


def find_tokens(raw: bytes) -> Iterator[Span]:
    """The tokens in `raw`, perhaps overlapping, in no particular order."""
    runs = raw.translate(_CLASSES)
    start = runs.find(_RUN)
    while start >= 0:
        end = runs.find(b" ", start)
        end = len(raw) if end < 0 else end
        if not _DULL.fullmatch(raw, start, end):
            yield from _in_run(raw, start, end)
        if start and raw[start - 1] in _AFTER:
            yield from _with_what_is_before(raw, start)
        start = runs.find(_RUN, end)


def _in_run(raw: bytes, start: int, end: int) -> Iterator[Span]:
    if start and raw[start - 1] == ord("\\") and raw[start] in b"nrt":
        start += 1  # the letter of an escaped line end
    special = _DOTTED if raw[end : end + 1] == b"." else _HEX if raw[start + 32 : start + 33] == b"-" else {}
    for kind, expression in special.items():
        found = expression.match(raw, start)
        if found and not _is_documented(found[0]):
            yield Span(*found.span(), kind)
            return
    at = start
    while True:
        for beginning, kind, rest in _BY_BEGINNING.get(raw[at : at + 2], ()):
            if not raw.startswith(beginning, at):
                continue
            found = _compiled(rest).match(raw, at + len(beginning))
            if found:
                if not _is_documented(raw[at : found.end()]):
                    yield Span(at, found.end(), kind)
                at = found.end() - 1
                break
        part = _PART.search(raw, at, end)
        if part is None:
            return
        at = part.end()


def _with_what_is_before(raw: bytes, start: int) -> Iterator[Span]:
    for kind, hint, back, before, rest in _AFTER[raw[start - 1]]:
        head = raw[max(0, start - back) : start]
        found = _compiled(before + rb"\Z").search(head) if hint in head else None
        following = _compiled(rest).match(raw, start) if found else None
        if found is None or following is None:
            continue
        begin = start - len(head) + found.start(1)
        value = raw[begin : following.end()]
        if values.stands_for_another(value):
            continue
        if kind != "bearer-token" or values.is_random(value) or values.is_hex(value):
            yield Span(begin, following.end(), kind)


_DOCUMENTED = re.compile(
    rb"example|placeholder|xxxxxx|your[-_]|0000000000|1111111111|aaaaaaaaaa", re.IGNORECASE
)


def _is_documented(token: bytes) -> bool:
    """Whether a token says that it is none: AWS's keys with EXAMPLE, a prefix followed by crosses."""
    return len(set(token)) < 8 or _DOCUMENTED.search(token) is not None
