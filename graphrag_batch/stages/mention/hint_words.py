"""Words around a name that say a little of what it is of, and how much. Pure data.

Points: ten are as much as an outright "X is a company". English, German, French, Spanish together: what is
written alike and says other things in two of them is left out.
"""

from __future__ import annotations

Weights = dict[str, float]


def _table(*rows: tuple[str, Weights]) -> dict[str, Weights]:
    return {word: weights for words, weights in rows for word in words.split()}


_PARTY: Weights = {"organization": 3, "person": 2}
_PERSON: Weights = {"person": 4}
_PRODUCT: Weights = {"product": 3}
_WORK: Weights = {"work": 3}
_PLACE: Weights = {"location": 4}
_EVENT: Weights = {"event": 6}

VERBS = _table(
    (
        """
        wants wanted insists approved approves signed signs agreed agrees decided bought buys sold
        sells paid pays supplied supplies delivered delivers promised promises audits audited owns
        operates manages maintains funds funded finances sponsors hired hires employs manufactures
        developed publishes published certifies certified inspects inspected regulates objected
        invoices invoiced quotes quoted rents rented leases donated lent announced acquired merged
        granted grants awarded fined licensed licenses liefert lieferte prüft prüfte betreibt wartet
        baut baute verlangt verlangte genehmigt genehmigte beauftragt bezahlt zahlt kauft kaufte
        verkauft fertigt produziert vermietet zertifiziert livre fournit exige exploite fabrique
        vend vérifie audite emploie finance paie signe suministra entrega aprobó firma firmó exige
        pidió fabrica mantiene vende compra audita financia contrata paga exigió cobra
        """,
        _PARTY,
    ),
    (
        """
        asked asks requests requested ordered orders charges charged offers offered makes made
        builds built develops issued issues refuses refused accepted accepts answers answered
        replied responds gave gives took confirmed confirms moves transports carries provides
        provided recommends recommended trains bietet stellt demande propose pide ofrece
        """,
        {"organization": 1.5, "person": 1, "product": 1},
    ),
    (
        """
        wrote said says told argued joined retired suspects suspected thinks thought believes doubts noticed
        explained explains suggested suggests prefers knew knows worries remembers volunteered apologised
        phoned phones rang emailed drew draws led leads chairs chaired sits left saw warned warns warnt met
        hopes likes liked showed found looked looks brought brings
        meint sagt sagte schrieb fragt fragte leitet dit écrit pense propose dirige dijo dice escribió cree
        opina dirige
        """,
        _PERSON,
    ),
    (
        """
        stores reads writes sends receives listens polls starts stops restarts crashes crashed supports
        exposes returns depends loads parses indexes encrypts caches schedules exports imports prints displays
        computes calculates converts generates retries fails failed logs connects talks speaks serves uses
        pushes pulls fetches queries processes validates checks compares measures weighs consists contains
        speichert liest schreibt sendet empfängt läuft nutzt benutzt benötigt braucht verwaltet zeigt
        stocke lit envoie enregistre tourne affiche calcule utilise mesure contient
        guarda almacena lee escribe envía funciona usa utiliza muestra calcula mide contiene depende
        """,
        _PRODUCT,
    ),
    (
        """
        applies states describes governs forbids prohibits stipulates covers regelt gilt verbietet
        schreibt-vor s'applique prévoit interdit régit establece prohíbe regula dispone
        """,
        _WORK,
    ),
    ("lies borders liegt grenzt", _PLACE),
    ("happened occurred lasted", _EVENT),
)
"""What follows a name: what is done by it."""
PASSIVE = _table(
    ("held", {"event": 6}),
    ("adopted repealed amended ratified enacted published superseded approved revised", {"work": 3}),
    (
        "installed restarted deployed upgraded configured started stopped replaced used backed updated"
        " rebooted"
        " calibrated serviced repaired decommissioned charged launched mounted moored",
        _PRODUCT,
    ),
    ("located situated flooded inhabited", _PLACE),
    ("founded hired audited accredited certified fined paid informed notified asked invoiced", _PARTY),
    ("born elected appointed promoted away absent off ill", _PERSON),
)
"""After "is", "was", "will be": what is done to it."""
NOUNS = _table(
    (
        "staff employees people customers contract invoice invoices engineers auditors shareholders",
        {"organization": 5},
    ),
    ("account accounts office offices group subsidiary", {"organization": 2}),
    (
        "users api sdk cli client server plugin version versions license release database configuration",
        {"product": 3},
    ),
    ("side shore coast road bank hills residents", {"location": 3}),
)
"""What follows a name: what is its."""
BEFORE = _table(
    ("near outside around across towards toward beyond north south east west", {"location": 4}),
    ("nahe bei-der unweit hacia hasta vers", {"location": 3}),
    ("at", {"organization": 2, "location": 2}),
    ("in", {"location": 2.5}),
    ("from", {"organization": 1, "location": 1, "product": 0.5}),
    ("by", {"organization": 3, "person": 2}),
    ("for", {"organization": 2}),
    ("with", {"organization": 1, "product": 1}),
    ("of", {"organization": 1}),
    ("via through using onto into", {"product": 2.5}),
    ("on", {"product": 1.5}),
    ("under per", {"work": 2}),
    ("during", {"event": 3}),
    ("aboard", {"product": 6}),
    ("following gemäß", {"work": 2, "standard": 1}),
    ("bei", {"organization": 3, "location": 1}),
    ("von", {"organization": 1.5, "person": 1}),
    ("durch par por", {"organization": 2.5, "person": 2}),
    ("chez", {"organization": 5}),
    ("laut según selon", {"organization": 1.5, "person": 1.5, "work": 1}),
    ("aus nach", {"location": 2}),
    ("en à", {"location": 2}),
    (
        "ask asks tell tells phone phones contact inform informs notify notifies thank pay pays invoice hire"
        " telephone ring call calls remind fragt informiert prévenir contacter avisar llamar",
        {"organization": 2.5, "person": 3},
    ),
    ("join joined joins leaves audited acquired", {"organization": 3}),
    (
        "use uses using install installs installing restart restarts upgrade upgrades deploy deploys reload"
        " start stop run replace replaces configure open benutzt nutzt utiliser utiliza usa",
        {"product": 3},
    ),
)
"""The word before a name."""
PREPOSITIONS = frozenset(("at", "in", "from", "by", "for", "with", "of"))
"""Those of them that say nothing of parties and places where a text is about software."""
PAIRS = _table(
    (
        "order_from ordered_from orders_from bought_from buy_from buys_from rent_from rented_from hired_from"
        " supplied_by delivered_by audited_by funded_by operated_by employed_by insured_by certified_by"
        " issued_by sponsored_by commissioned_by manufactured_by sold_by hosted_by provided_by built_by"
        " made_by"
        " paid_by run_by owned_by works_for worked_for work_for works_at worked_at customer_of customers_of"
        " contract_with agreement_with member_of subsidiary_of behalf_of client_of supplier_of partner_of"
        " hosted_at staff_of employees_of engineers_of people_of directors_of board_of rented_at"
        " department_of office_of invoices_from invoice_from quote_from delivery_from deliveries_from"
        " trained_by signed_with signed_by partnership_with gehostet_bei bestellt_bei vertrag_mit"
        " contrato_con contrat_avec commandé_chez commande_à",
        {"organization": 5, "person": 1},
    ),
    ("written_by drawn_by led_by chaired_by reviewed_by photographed_by taken_by", {"person": 6}),
    (
        "runs_on run_on depends_on depend_on based_on built_on stored_in kept_in writes_to write_to"
        " reads_from"
        " read_from sends_to send_to pushed_to pushes_to logged_in entry_in entered_in recorded_in log_into"
        " version_of instance_of copy_of logs_of migrated_to moved_to integrated_with account_in"
        " release_of users_of called_by",
        {"product": 4},
    ),
    (
        "live_in lives_in based_in lives_at north_of south_of east_of west_of end_of edge_of parish_of"
        " town_of"
        " road_to train_to way_to travelled_to travel_to drive_to arrived_in arrived_at office_in sits_in"
        " born_in went_to back_to walk_to shore_of site_at site_in",
        {"location": 5},
    ),
    ("accordance_with comply_with complies_with subject_to required_by laid_in", {"work": 3, "standard": 2}),
    ("part_of", {"organization": 2, "product": 1}),
)
"""The two words before a name (without its article)."""
