"""Words around names, by what they say the name is of. English, and the commonest of German, Spanish and
French. Pure data."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NOUNS = {
    "product": """
        service system tool command server database broker cache queue scheduler library framework package
        module plugin application app program daemon agent client platform engine proxy gateway
        cluster dashboard registry vault compiler runtime console printer sensor buoy instrument
        device logger microscope spectrometer photometer fluorometer filter disk probe software
        product sdk portal website webapp bot worker controller orchestrator monitor editor browser
        kernel distribution store index appliance firewall router switch robot vehicle aircraft ship
        utility component balancer api interface archiver manager tracker warehouse network wrapper
        hub mirror bucket repository extension script wiki intranet backend frontend middleware
        exporter importer collector scanner crawler parser generator viewer simulator emulator
        clock camera pump valve motor engine telescope drone sampler balance centrifuge oven furnace laser
        resin wax paint glue alloy drug vaccine reagent solvent machine apparatus detector antenna
        satellite rover lander submarine boat vessel yacht ferry train locomotive car truck bicycle
        transmitter receiver amplifier thermometer barometer hygrometer chronometer theodolite sextant
        clavichord organ piano violin bell loom press crane generator turbine reactor battery inverter
        page webpage spreadsheet catalogue catalog inventory register ledger directory
        hub box terminal kiosk handset phone tablet laptop mainframe supercomputer
    """,
    "organization": """
        company team group institute university agency organisation organization department office
        authority board committee council foundation bank vendor provider supplier manufacturer
        startup firm association union club band publisher society ministry guild consultancy
        retailer airline school hospital party newspaper label laboratory contractor subsidiary
        utility consortium charity museum cooperative workshop orchestra choir brewery bakery trust
        insurer carrier operator shipyard clinic faculty tribunal court regulator broker-dealer
        federation nonprofit ngo
    """,
    "location": """
        lake river city town village island building site plant room region country mountain bay
        harbour harbor port valley street theatre theater venue campus observatory municipality
        district province state county suburb peninsula capital commune settlement hamlet
        neighbourhood quarry mine farm forest meadow slope glacier cave reef lagoon beach pier dock
        warehouse-site depot hangar hall wing floor church chapel castle square bridge tunnel airport
        station reservoir dam marsh moor estuary fjord volcano ridge summit desert canyon park
        headquarters datacentre datacenter vineyard orchard estate garden plateau gorge spring hut
        sinkhole cavern
        pothole borehole weir tarn loch pond moraine islet skerry ravine gully headland isthmus bog fen
        crag massif
        escarpment seep creek stream brook tributary waterfall catchment aquifer karst swamp archipelago
        shoal cliff
        monastery abbey fort citadel tower lighthouse wharf jetty cemetery manor
    """,
    "person": """
        engineer author director keeper scientist researcher analyst student officer professor
        singer actor actress politician writer player footballer musician composer painter poet
        lawyer physician architect historian philosopher journalist economist mathematician
        biologist chemist physicist photographer novelist curator conservator librarian technician
        botanist geologist astronomer surveyor captain nurse surgeon teacher farmer beekeeper
        carpenter programmer developer maintainer founder chairman chairwoman colleague ranger pilot
    """,
    "work": """
        policy guideline guidelines directive regulation law act book paper article report handbook
        manual series study novel album song film movie poem opera dataset record single episode
        play agreement charter treaty ordinance statute bylaw
        textbook thesis journal magazine almanac atlas
    """,
    "standard": """
        protocol format standard specification encoding algorithm notation schema norm
        cipher codec convention
    """,
    "event": """
        incident outage conference festival war battle tournament exhibition drill exercise storm
        flood earthquake eruption election strike expedition cruise campaign summit race
        hurricane drought fire
    """,
    "concept": """
        role procedure process technique method state phase practice principle theorem disease
        condition term measure metric class category level grade label value ratio person member
        species genus disorder syndrome position duty right
    """,
}
_FOREIGN = {
    "product": """
        dienst programm werkzeug datenbank bibliothek anwendung software rechner gerät sonde boje drucker
        tresor netz netzwerk server paket pumpe uhr anlage messgerät plattform
        servicio sistema herramienta programa biblioteca pasarela tienda aplicación base cola sonda boya
        equipo servidor reloj máquina red instrumento
        logiciel outil système serveur bibliothèque programme appareil capteur réseau application
    """,
    "organization": """
        amt behörde büro abteilung firma gesellschaft unternehmen verein bank hochschule hersteller betreiber
        institut klinik werkstatt stelle ausschuss
        empresa universidad banco instituto sociedad asociación fabricante museo taller fundación
        entreprise société université institut association musée atelier équipe
    """,
    "location": """
        stadt dorf see fluss gebäude werk raum leitstelle gemeinde insel berg hafen hang tal hütte wald
        ciudad lago río edificio teatro recinto estación pueblo isla puerto sala valle monte
        ville village lac fleuve bâtiment île port vallée
    """,
    "work": """
        richtlinie gesetz verordnung handbuch buch manual ley libro reglamento directiva
        loi livre manuel règlement
    """,
    "standard": "protokoll norm standard protocolo formato norma protocole format norme",
}
_LABELS = {
    "party": """
        owner owners owned maintainer maintainers responsible custodian verantwortlich verantwortliche
        eigentümer zuständig responsable propietario propriétaire escalation
    """,
    "organization": """
        company organisation organization institution affiliation employer firma empresa entreprise team
        vendor supplier manufacturer operator department publisher betreiber équipe customer client
        lieferant hersteller kunde proveedor cliente fabricante fournisseur fabricant contractor laboratory
        lab university unit abteilung departamento service-desk agency
    """,
    "location": """
        city site location place country region ort standort ciudad lugar recinto lieu ville datacentre
        datacenter office building room locality sede
    """,
    "product": """
        component tool device sensor instrument package dependency image komponente werkzeug system
        service application app software program platform product plugin library equipment gerät
        sistema servicio herramienta outil logiciel engine database
    """,
    "person": """
        author contact name_of_person keeper autor autora auteur approver reviewer editor lead chair
        reporter assignee observer investigator translator surveyor charge signed speaker
        ansprechpartner leitung ansprechperson contacto director
    """,
    "standard": "norm norma norme standard protocol format",
    "host": "host hosts hostname server node machine rechner",
    "concept": "role term class label severity category status state stage phase level grade rolle begriff",
    "variable": "variable env",
    "work": "policy document richtlinie handbook",
    "event": "incident outage drill",
    "path": "file folder directory datei",
}
TYPE_OF = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
TYPE_OF_FOREIGN = {noun: kind for kind, nouns in _FOREIGN.items() for noun in nouns.split()}
PEOPLE = (
    "person", "leiter", "leiterin", "leitung", "beauftragter", "beauftragte", "verantwortlicher",
    "verantwortliche",
    "betreuer", "betreuerin", "prüfer", "prüferin", "partner", "partnerin", "vertretung", "führer",
    "führerin",
)  # fmt: skip
"""What German labels end with, of who has a duty."""
TYPE_OF_LABEL = {noun: kind for kind, nouns in _LABELS.items() for noun in nouns.split()}

_GENERIC = {
    "product": """
        service server database cluster dashboard queue library daemon client broker console agent
        module plugin package tool container image node nodes hub hubs
        pump pumps sensor sensors printer printers probe probes scanner instance firmware driver
        proxy gateway backend frontend
    """,
    "standard": "protocol format standard encoding specification",
    "organization": "staff employees headquarters management",
    "location": "valley river lake island harbour harbor district airport plant warehouse quarry campus",
    "work": "policy act handbook guideline",
}
AMBIGUOUS = frozenset(("platform", "app", "portal", "sdk", "cli", "api"))
"""The same, where the name may be that of whoever made it."""
GENERIC = {noun: kind for kind, nouns in _GENERIC.items() for noun in nouns.split()}
"""What stands behind a name and says what it is, but is no part of it."""

SAID = _set("""
    wrote said says told asked argued joined retired studied suspects suspected thinks thought believes
    believed wants wanted doubts doubted agrees agreed proposed proposes suggested suggests noticed
    explained explains recommends recommended prefers preferred signed resigned died married complained
    hopes hoped promised insisted knew knows approves approved decides decided worries worried reckons
    remembers remembered volunteered apologised apologized objects objected phoned rang emailed
""")
"""What people do."""
ASKED = _set("""
    ask asks tell phone ring thank thanks remind telephone inform consult
""")
WRITTEN_TO = _set("write talk speak turn mail email complain report reports")
BY_PEOPLE = _set("""
    written led chaired approved signed reviewed supervised photographed drawn painted composed invited
    edited translated compiled recorded observed discovered interviewed
""")
BY_PARTIES = _set("""
    owned maintained made built manufactured sold supplied developed published founded employed acquired
    operated funded audited commissioned organised organized sponsored
""")
USED = _set("""
    use uses using require requires need needs install installs installing via through replace replaces
    replacing replaced reload restart restarts upgrade upgrades calls deploy deploys
""")
"""Before what is used."""
USED_WITH = _set("""
    runs run running depend depends built written writes write reads read stored stores kept keeps sends
    migrate migrated moved measured monitored encrypted backed deployed managed configured compiled
    tested cleaned coated integrated
""")
"""The same, with a preposition."""
RUNS = _set("""
    runs stores reads writes sends receives listens polls restarts crashes supports exposes returns
    requires depends loads parses indexes encrypts caches schedules exports imports replaced ships
    speaks
""")
"""What products do."""
STANDS = _set("""
    runs run
    stands stood lies located based situated seat headquartered lives lived born died grew office
    offices branch plant warehouse held works worked buried settled arrived
    parked server servers loading unloading datacentre datacenter factory
""")
"""Before "in" and a place."""
CONFORMS = _set("""
    conforms conform conforming complies comply complying compliant conformant certified cumple
""")
