"""Which names are one, and which are not, however alike."""

from __future__ import annotations

import pytest

from graphrag_batch.config import NamesConfig
from graphrag_batch.stages.names import Link, NameStat, block_keys, link, norm

CONFIG = NamesConfig()


def _name(written: str, type_: str = "concept", documents: int = 5, **more: tuple[int, ...]) -> NameStat:
    return NameStat(norm(written), ((written, type_, documents),), **more)


def _links(*names: NameStat) -> dict[str, Link]:
    """The link of each, with those that share a block with it."""
    keys = {name.norm: set(block_keys(name)) for name in names}
    return {
        name.norm: link(name, [o for o in names if o != name and keys[o.norm] & keys[name.norm]], CONFIG)
        for name in names
    }


def _are_one(a: NameStat, b: NameStat, *others: NameStat) -> bool:
    if a.norm == b.norm:
        return True
    links = _links(a, b, *others)
    return links[a.norm].target == b.norm or links[b.norm].target == a.norm


ONE = """
    concept: role-based access control | Role Based Access Control
    concept: access token | access tokens
    concept: access policy | Access Policies
    concept: load balancer | load-balancer
    concept: user name | username
    concept: data base | database
    concept: e-mail | email
    concept: back end | back-end
    concept: colour palette | color palette
    concept: authorisation server | authorization server
    concept: organisational unit | organizational units
    concept: résumé parser | resume parser
    concept: catalogue service | catalog service
    concept: RBAC | Role-Based Access Control
    concept: SLOs | SLO
    concept: ORM | ORMs
    concept: Response Models { #response-models } | response model
    concept: API | APIs
    concept: "service mesh" | service mesh
    concept: the control plane | control plane
    concept: CI/CD pipeline | CI/CD pipelines
    concept: research & development | research and development
    concept: 数据库 | “数据库”
    concept: zero\u200btrust | zerotrust
    concept: Ｆｕｌｌ Width | full width
    concept: COVID-19 | Covid 19
    concept: sign-in page | sign in page
    concept: Kubernetes's | Kubernetes
    concept: print() | print
    product: Node.js | nodejs
    product: GitHub | Github
    product: GitHub | Git Hub
    product: Click 8.1 | Click
    product: Click v8.1 | Click 8.1
    product: Python version 3.11 | Python 3.11
    product: Python3 | Python 3
    product: scikit_learn | scikit-learn
    product: PostgreSQL's | postgresql
    product: Wi-Fi | WiFi
    product: Flask | `Flask`
    product: iPhone | IPHONE
    product: Mac OS | macOS
    product: UTF-8 | UTF8
    product: Yahoo! | Yahoo
    product: VS Code | VSCode
    standard: ISO/IEC 27001 | ISO 27001
    standard: ISO27001 | ISO 27001
    standard: ISO-27001 | ISO/IEC 27001
    standard: RFC9110 | RFC 9110
    standard: IEEE 802.11 | IEEE802.11
    standard: SHA256 | SHA-256
    organization: Acme Inc. | Acme
    organization: Acme Corporation | ACME Corp
    organization: Example GmbH | Example
    organization: AT&T | at&t
    organization: North Atlantic Treaty Organization | NATO
    organization: North Atlantic Treaty Organisation | North Atlantic Treaty Organization
    organization: World Health Organization | WHO
    organization: The Linux Foundation | Linux Foundation
    organization: World Wide Web Consortium | the World Wide Web Consortium
    location: Zürich | Zurich
    location: U.S. | US
    location: U.S.A. | USA
    location: U.S. | United States
    location: UK | United Kingdom
    product: k8s | Kubernetes
    product: Postgres | PostgreSQL
    product: Vue.js | Vue
    organization: Example Airways Group | Example Airways
    location: The Netherlands | Netherlands
    location: São Paulo | Sao Paulo
    location: St. Petersburg | St Petersburg
    person: J. R. R. Tolkien | J.R.R. Tolkien
    person: Dr. Grace Hopper | Grace Hopper
    person: Grace Hopper | Hopper
    person: Grace Hopper’s | Grace Hopper
    person: G. Hopper | Grace Hopper
    person: J. H. Conway | John Horton Conway
    person: Ms. Ada Lovelace | Ada Lovelace
    person: Gödel | Godel
    variable: $HOME | HOME
    variable: ${MAX_RETRIES} | MAX_RETRIES
    version: v2.0.1 | 2.0.1
    work: "The Cathedral" | The Cathedral
"""

TWO = """
    product: C | C++
    product: C | C#
    product: C# | C++
    product: C# | F#
    product: .NET | Net
    product: Python 2 | Python 3
    product: Python 2 | Python
    product: Python 3.11 | Python 3.12
    product: Windows 10 | Windows 11
    product: Windows 10 | Windows
    product: Java | JavaScript
    product: React | React Native
    product: Angular | AngularJS
    product: Boeing 747 | Boeing
    product: Boeing 737 | Boeing 747
    product: Git | GitHub
    product: Redis | Redux
    product: Docker | Docker Compose
    product: Apache Kafka | Apache Spark
    product: MySQL | MSSQL
    product: Elasticsearch | OpenSearch
    product: Postgres 14.1 | Postgres 15.1
    product: Galaxy S8 | Galaxy S9
    standard: ISO 27001 | ISO 27002
    standard: ISO 27001 | ISO
    standard: ISO 27001:2013 | ISO 27001:2022
    standard: RFC 9110 | RFC 9111
    standard: SHA-256 | SHA-512
    standard: HTTP/1.1 | HTTP/2
    standard: TLS 1.2 | TLS 1.3
    standard: TLS 1.3 | TLS
    standard: UTF-8 | UTF-16
    concept: client library | server library
    concept: upload limit | download limit
    concept: request header | response header
    concept: access control | access control list
    concept: role-based access control | attribute-based access control
    concept: state machine | machine state
    concept: public key | private key
    concept: symmetric encryption | asymmetric encryption
    concept: symmetric | asymmetric
    concept: authentication | authorization
    concept: hypertension | hypotension
    concept: complement | compliment
    concept: intranet | internet
    concept: Plan A | Plan B
    concept: vitamin C | vitamin D
    concept: Type I error | Type II error
    concept: primary replica | secondary replica
    concept: import job | export job
    concept: read lock | write lock
    concept: SQL | software quality level
    concept: max size | min size
    concept: Chapter 2.1 | Chapter
    concept: step one | step two
    concept: 数据库 | 数据
    person: John Smith | Jane Smith
    person: Peterson | Petersen
    person: G. Hopper | Gregory Peck
    person: J. Smith | Kate Smith
    person: IOS | Isidore Of Seville
    product: IOS | Isidore Of Seville
    person: Roberts | Robert
    person: Alexander Hamilton | Alexandra Hamilton
    person: Henry VII | Henry VIII
    person: Henry V | Henry
    person: George Bush | George H. W. Bush
    location: North Korea | South Korea
    location: New York | New York City
    location: New York | New Jersey
    location: Austria | Australia
    location: Indonesia | Indonesian
    location: Springfield | Spring Field Road
    location: Paris | Paris Hilton
    organization: Bank of America | Bank of Africa
    organization: University of Oxford | Oxford University Press
    organization: Red Hat | Red Cross
    event: World War I | World War II
    event: Apollo 11 | Apollo 13
    event: Olympics 2012 | Olympics 2016
    standard: HTTP | HTTPS
    concept: http | https
    concept: VPN | VPNS
    concept: /status | status
    concept: __main__ | main
    concept: url_for | URL
    product: Uber | über
    concept: /users/me | /users/me/
    concept: items=1 | items
    concept: dependency injection | dependency injection system
    api: user_id | userId
    api: get_user | get_users
    api: os.path | ospath
    option: --cache | --no-cache
    option: --cache | cache
    variable: MAX_SIZE | MAX_SIZES
    path: src/main.py | src/main.pyi
    ticket: ABC-123 | ABC-124
    vulnerability: CVE-2024-1234 | CVE-2024-1235
    host: example.com | example.org
    date: 2024-01-02 | 2024-01-03
"""


def _pairs(table: str) -> list[tuple[str, str, str]]:
    rows = [line.split(":", 1) for line in table.strip().split("\n")]
    return [(kind.strip(), *(n.strip() for n in names.split("|"))) for kind, names in rows]  # type: ignore[misc]


@pytest.mark.parametrize(("kind", "a", "b"), _pairs(ONE))
def test_these_are_one(kind: str, a: str, b: str) -> None:
    assert _are_one(_name(a, kind), _name(b, kind))


@pytest.mark.parametrize(("kind", "a", "b"), _pairs(TWO))
def test_these_are_two(kind: str, a: str, b: str) -> None:
    assert not _are_one(_name(a, kind), _name(b, kind))
