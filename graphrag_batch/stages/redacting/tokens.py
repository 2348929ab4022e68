"""Tokens of well-known issuers, told by their form.

Each holds a long run of letters, digits, `_` and `-`. Such runs are found by one search in a text whose other
characters were made blanks; only where there is one, expressions are tried. Expressions that may match
anywhere in a run end with their repeated class, or are bounded, so that the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.redacting import values
from graphrag_batch.stages.redacting.span import Span

LEAST = 20
_RUN = b"x" * LEAST
_CLASSES = bytes(
    ord("x") if chr(c).isascii() and (chr(c).isalnum() or c in b"_-") else ord(" ") for c in range(256)
)
# Runs without digit and capital are words and rules: `getting-started-with-it`, `-------`.
_DULL = re.compile(rb"[a-z_-]+")

# Anywhere in a run.
_ANYWHERE = {
    "aws-access-key": rb"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])",
    "github-token": rb"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}",
    "gitlab-token": rb"(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt|ffct)-[\w-]{20,}",
    "slack-token": rb"(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}",
    "stripe-key": rb"(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{24,})",
    "google-api-key": rb"(?<![A-Za-z0-9])AIza[\w-]{35}(?![\w-])",
    "google-oauth-secret": rb"(?<![A-Za-z0-9])GOCSPX-[\w-]{20,}",
    "npm-token": rb"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}",
    "pypi-token": rb"(?<![A-Za-z0-9])pypi-AgE[\w-]{50,}",
    "rubygems-token": rb"(?<![A-Za-z0-9])rubygems_[0-9a-f]{48}",
    "docker-token": rb"(?<![A-Za-z0-9])dckr_[po]at_[\w-]{20,}",
    "huggingface-token": rb"(?<![A-Za-z0-9])(?:hf|api_org)_[A-Za-z0-9]{30,}",
    "anthropic-key": rb"(?<![A-Za-z0-9])sk-ant-[\w-]{20,}",
    "openai-key": rb"(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|or)-[\w-]{20,}",
    "twilio-key": rb"(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])",
    "mailgun-key": rb"(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])"
    rb"|(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])",
    "shopify-token": rb"(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    "digitalocean-token": rb"(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{64}",
    "heroku-key": rb"(?<![A-Za-z0-9])HRKU-[\w-]{30,}",
    "databricks-token": rb"(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])",
    "age-key": rb"AGE-SECRET-KEY-1[A-Z0-9]{50,}",
    "linear-key": rb"(?<![A-Za-z0-9])lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
    "notion-token": rb"(?<![A-Za-z0-9])ntn_[A-Za-z0-9]{40,}",
    "figma-token": rb"(?<![A-Za-z0-9])figd_[\w-]{30,}",
    "postman-key": rb"(?<![A-Za-z0-9])PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    "grafana-token": rb"(?<![A-Za-z0-9])gl(?:sa|c)_[A-Za-z0-9_]{32,}",
    "newrelic-key": rb"(?<![A-Za-z0-9])NRAK-[A-Z0-9]{27}",
    "sentry-token": rb"(?<![A-Za-z0-9])sntry[su]_[\w-]{40,}",
    "supabase-key": rb"(?<![A-Za-z0-9])sb(?:p_[0-9a-f]{40}|_secret_[\w-]{20,})",
    "planetscale-token": rb"(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[\w-]{30,}",
    "atlassian-token": rb"(?<![A-Za-z0-9])ATATT3[\w-]{60,}",
    "square-token": rb"(?<![A-Za-z0-9])sq0(?:atp|csp)-[\w-]{22,}",
    "pulumi-token": rb"(?<![A-Za-z0-9])pul-[0-9a-f]{40}",
    "terraform-token": rb"(?<![A-Za-z0-9])(?:tfp|atlasv1)_[\w-]{40,}",
}
# From the beginning of a run on, perhaps over its end.
_AT_START = {
    "jwt": rb"eyJ[\w-]{8,4096}\.eyJ[\w-]{4,8192}\.[\w-]{10,1024}",
    "openai-key": rb"sk-[A-Za-z0-9]{32,64}(?![\w-])",
    "discord-token": rb"[MNO][A-Za-z0-9]{22,25}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])",
    "mailchimp-key": rb"[0-9a-f]{32}-us\d{1,2}(?![\w-])",
}
# By what stands before the run, and the run. The first group is the secret.
_AFTER = {
    ord("."): {
        "sendgrid-key": rb"(SG\.[\w-]{16,32}\.[\w-]{32,64})",
        "google-oauth-token": rb"(ya29\.[\w-]{20,2048})",
        "vault-token": rb"(hv[sbr]\.[\w-]{20,512})",
        "doppler-token": rb"(dp\.(?:pt|st|ct|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,64})",
    },
    ord(":"): {"telegram-token": rb"(?<!\d)(\d{8,11}:[\w-]{34,36})(?![\w-])"},
    ord("/"): {
        "slack-webhook": rb"hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{20,200})",
        "discord-webhook": rb"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d{15,22}/[\w-]{50,100})",
        "teams-webhook": rb"webhook\.office\.com/webhookb2/([\w@/-]{50,300})",
        "google-refresh-token": rb"(?<![A-Za-z0-9])(1//0[\w-]{30,256})",
        "telegram-token": rb"(?<!\d)(\d{8,11}:[\w-]{34,36})(?![\w-])",
    },
    ord(" "): {"bearer-token": rb"[Bb](?:earer|EARER) ([A-Za-z0-9._~+/-]{20,4096}={0,2})"},
    ord('"'): {"jwk": rb'"(?:d|p|q|dp|dq|qi|k)" {0,2}: {0,2}"([\w-]{20,2048})"'},
}
_BACK = 120


def _any_of(expressions: dict[str, bytes]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(b"(?P<%s>%s)" % (_group(k).encode(), e) for k, e in expressions.items()))


def _group(kind: str) -> str:
    return kind.replace("-", "_")


_ANY = _any_of(_ANYWHERE)
_FIRST = _any_of(_AT_START)
_BEFORE = {
    char: [(kind, re.compile(expression)) for kind, expression in expressions.items()]
    for char, expressions in _AFTER.items()
}


def find_tokens(raw: bytes) -> Iterator[Span]:
    """The tokens in `raw`, perhaps overlapping, in no particular order."""
    runs = raw.translate(_CLASSES)
    start = runs.find(_RUN)
    while start >= 0:
        end = runs.find(b" ", start)
        end = len(raw) if end < 0 else end
        before = _BEFORE.get(raw[start - 1]) if start else None
        if before is not None:
            yield from _with_what_is_before(raw, start, end, before)
        if not _DULL.fullmatch(raw, start, end):
            yield from _in_run(raw, start, end)
        start = runs.find(_RUN, end)


def _in_run(raw: bytes, start: int, end: int) -> Iterator[Span]:
    escaped = start and raw[start - 1] == ord("\\") and raw[start] in b"nrt"
    for at in (start, start + 1) if escaped else (start,):
        found = _FIRST.match(raw, at)
        if found:
            yield from _span(found, found.start(), found.end())
    at = start + 1 if escaped else start
    for found in _ANY.finditer(raw[at:end]):
        yield from _span(found, at + found.start(), at + found.end())


def _span(found: re.Match[bytes], start: int, end: int) -> Iterator[Span]:
    kind = str(found.lastgroup)
    if not _is_documented(found[0]) and (kind != "openai_key" or re.search(rb"[0-9A-Z]", found[0])):
        yield Span(start, end, kind.replace("_", "-"))


def _with_what_is_before(
    raw: bytes, start: int, end: int, expressions: list[tuple[str, re.Pattern[bytes]]]
) -> Iterator[Span]:
    for kind, expression in expressions:
        for found in expression.finditer(raw, max(0, start - _BACK), min(len(raw), end + 4096)):
            if found.start(1) <= start < found.end(1):
                is_secret = not values.stands_for_another(found[1]) and (
                    kind != "bearer-token" or values.is_random(found[1]) or values.is_hex(found[1])
                )
                if is_secret:
                    yield Span(*found.span(1), kind)
                break
            if found.start() >= start:
                break


_DOCUMENTED = re.compile(
    rb"example|placeholder|xxxxxx|your[-_]|0000000000|1111111111|aaaaaaaaaa", re.IGNORECASE
)


def _is_documented(token: bytes) -> bool:
    """Whether a token says that it is none: AWS's keys with EXAMPLE, a prefix followed by crosses."""
    return len(set(token)) < 8 or _DOCUMENTED.search(token) is not None
