"""Words that say what a name is, or that something is none. English, but for the connectors of names."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that begin a sentence with a capital letter, and never a name.
FUNCTION_WORDS = _set("""
    a an the this that these those each every all any some no none both either neither such another
    other most many much few more less several i you he she it we they one me him us them my your
    his her its our their mine yours who whom whose which what where when why how while since until
    unless although though because if whether as so than then there here thus hence therefore
    however moreover furthermore nevertheless meanwhile instead otherwise also too only just even
    still yet already again once often usually always never sometimes maybe perhaps and or but nor
    for of in on at by to from with without within into onto over under above below between among
    through during before after about against along across around behind beside besides beyond
    despite down except inside near off out outside per regarding toward towards up upon via like
    unlike according due is are was were be been being am do does did done have has had having can
    could may might must shall should will would not first second third fourth next last finally
    later earlier now today currently recently originally initially let please yes ok okay note
    notes see example examples tip tips warning caution important info todo fixme e.g i.e etc vs cf
    figure fig table section chapter appendix page part step steps version following based given
    using used when whenever wherever whatever whichever everything something nothing anything
    everyone someone nobody anyone monday tuesday wednesday thursday friday saturday sunday
""")

# Verbs that begin an instruction.
IMPERATIVES = _set("""
    add allow apply append approve archive ask assign attach avoid backup begin bind boot browse
    build call cancel change check choose clean clear click clone close collect combine commit
    compare compile complete compute configure confirm connect consider contact continue convert
    copy create customize cut debug declare define delete deploy describe destroy detach detect
    determine disable discard disconnect display do document double download drain drop edit email
    enable encrypt enforce ensure enter escalate establish evaluate examine exclude execute exit
    expand explain export expose extend extract fail fetch fill filter find finish fix follow force
    format generate get give go grant handle hide identify ignore implement import improve include
    increase inform init initialize inject insert inspect install integrate invoke issue join keep
    kill launch learn leave limit link list load locate lock log look maintain make manage map mark
    match measure merge migrate modify monitor mount move name navigate notify obtain offer open
    override pass paste pause perform pick place point prefer prepare press prevent print promote
    protect provide provision prune publish pull purge push put query raise read reboot receive
    record recreate reduce refer register reject release reload remove rename repeat replace reply
    report request require reset resolve restart restore restrict retrieve return reuse revert
    review revoke rotate route run save scale scan schedule search select send serve set setup share
    ship show sign skip sort specify split start stop store submit subscribe support supply switch
    sync tag take tell terminate test track transfer trigger try turn type unblock uninstall unlock
    unset update upgrade upload use validate verify view visit wait warn watch work wrap write
""")

# What stands inside a name between words with capital letters, and after which of them what may follow.
CONNECTORS = _set("""
    of de del della dello di da do dos das du des van von der den ter zu la le les el al bin ibn
    of-the
""")
ARTICLES = _set("""
    the a an
""")

# Last words of names, by what they name.
SUFFIXES: dict[str, str] = {}
for _type, _words in {
    "organization": """
        inc corp corporation ltd limited llc gmbh plc co company group holdings university college
        institute institution school academy ministry department agency authority bureau council
        committee commission board team foundation association society union federation league
        party club church bank office court senate parliament army navy force forces police
        regiment division brigade records press times post news airlines airways studios
        studio pictures entertainment consortium initiative laboratory laboratories lab labs
        observatory orchestra band museum hospital hospitals trust trustees logistics foundry desk
        services systems security engineering operations guild crew squad clinic klinik
        faculty brewery partners consulting solutions technologies industries automation optics robotics
        pharma therapeutics analytics alliance directorate secretariat stiftung verein verband
        gesellschaft cooperative council shipyard publishing governance facilities procurement
    """,
    "location": """
        point centre center campus theatre theater street road avenue boulevard square river lake
        sea ocean bay strait gulf island islands isle mountain mountains mount hill hills valley
        peak desert forest park county district province region state city town village airport
        station bridge harbour harbor port dam canal tower hall palace castle house building
        stadium arena cemetery highway coast peninsula glacier plateau cape gallery room quarry
        mill mills chapel abbey cathedral wharf ridge creek cove meadow glen farm yard reservoir
        falls springs marsh moor garden gardens wing depot hangar pier reef straße strasse
    """,
    "event": """
        war battle siege revolution championship championships cup olympics games tournament festival
        conference summit election elections awards award crisis incident outage massacre expedition drill
        earthquake storm flood raid exercise campaign cruise audit workshop symposium congress forum
        hackathon meetup meeting retreat assembly rehearsal trial trials regatta marathon race rally
        colloquium expo gala ceremony carnival parade eclipse eruption blackout breach hurricane cyclone
        typhoon sprint freeze migration cutover launch day days week weekend night season jubilee anniversary
        seminar lecture lectures fair drought fire strike rollout release rehearsal collapse crash explosion
        spill avalanche landslide failover hackday jam
    """,
    "work": """
        policy handbook guideline guidelines manual plan archive series report charter act treaty
        convention constitution code law regulation directive symphony overture standard ordinance
        journal magazine gazette bulletin register guide runbook playbook cookbook primer
        richtlinie verordnung gesetz
    """,
    "product": """
        server database engine framework library toolkit sdk api cli os linux cloud platform
        service system gateway agent manager console portal broker scheduler disk probe buoy
        sensor printer tracker registry proxy client connector exporter controller operator router
        hub cluster clock telescope scanner vault dashboard daemon compiler browser camera pump
        drone satellite reactor turbine spectrometer microscope sampler logger monitor
    """,
    "group": "people language languages",
    "concept": """
        control authentication authorization authorisation recovery management carbon principle
        access officer steward owner lead administrator custodian commander coordinator engineer
        analyst auditor reviewer approver objective ratio score factor effect syndrome disease
        theory theorem method model technique strategy pattern algorithm index
    """,
}.items():
    SUFFIXES |= dict.fromkeys(_words.split(), _type)

# Centres that are a party, not a place: by the word before.
PARTY_CENTRES = _set("""
    operations research data competence support call help response medical information service
    computing resource
""")
# What German names of works end in, and of parties.
WORKS = ("richtlinie", "verordnung", "gesetz", "ordnung", "handbuch", "leitfaden")
PARTIES = (
    "verbund", "ministerium", "amt", "verein", "institut", "klinik", "verband", "werke", "schule",
    "gesellschaft", "behörde",
)  # fmt: skip
# What is numbered or lettered: "Class A", "Room 4".
COUNTED = {
    word: type
    for type, words in {
        "concept": """
            class severity level tier phase priority grade category zone type plan stage klasse stufe
            nivel clase fase categoría niveau classe
        """,
        "location": """
            room building hall gate floor dock pier block wing ward saal raum haus gebäude halle gleis sala
            edificio planta salle bâtiment
        """,
    }.items()
    for word in words.split()
}

# Parts of texts, which are counted.
PARTS = _set("""
    chapter section article clause page table figure annex appendix part paragraph line item point number case
    kapitel abschnitt artikel absatz seite tabelle abbildung anhang teil punkt nummer ziffer zeile anlage satz
    chapitre paragraphe tableau annexe partie alinéa numéro point ligne
    capítulo sección artículo página tabla figura anexo parte apartado párrafo número punto línea
""")
TITLES = _set("""
    frau herr herrn señor señora doña don dra mme monsieur madame
    mr mrs ms miss dr prof professor sir lord lady dame president king queen prince princess captain
    general colonel major admiral senator governor chancellor saint st pope bishop father brother
    sister rev
""")

# Words that a version belongs to no product after.
NO_PRODUCT = _set("""
    version versions release releases section chapter figure table step part appendix page level
    tier phase stage about over under than by of to at in on since until before after from with for
    and or is was are were rule item article equation example exercise requirement clause control
    question option task note class type rev revision
""")
PRODUCT_OF = _set("""
    version versions release v python requires since from in with to than until for
""")
UNITS = _set("""
    % ms s sec seconds second minutes minute min hours hour h days day weeks months years kb mb gb
    tb kib mib gib bytes bits km m cm mm nm kg g mg l ml hz khz mhz ghz v kv mv w kw mw a ma c f k
    °c °f percent times million billion trillion x fps rpm mph db dbm ppm mol
""")

FILE_ENDINGS = _set("""
    md rst txt adoc org py pyi js ts jsx tsx json yaml yml toml ini cfg conf xml html htm css scss
    sql sh bash zsh bat ps1 rb go rs java kt c h cc cpp hpp cs php pl lua r m swift scala ex exs erl
    hs ml tf tfvars hcl lock log csv tsv pdf png jpg svg gz zip tar whl jar war deb rpm iso img
    service socket timer env pem crt key pub proto graphql ipynb vue gradle properties cmake mk
    dockerfile db sqlite sqlite3 ndjson jsonl geojson gpkg shp parquet avro h5 hdf5 nc tif tiff mat rds
    rdata bak tmp swp pid rules spec bib tex sty docx xlsx pptx odt ods ods epub webp mp3 mp4 mov wav
    bz2 xz zst tgz 7z rar apk ipa dll so dylib exe msi dmg map min scss sass less jinja j2 tpl tmpl
    http rest puml drawio csr p12 jks asc sig sha256 gitignore editorconfig dump dmp bin hex dat
""")
DOMAINS = _set("""
    com org net io dev edu gov mil int info app ai cloud example test local localhost internal
    invalid uk de fr eu us ca au jp cn ru nl ch it es se no fi dk pl cz at be ie nz in br me tv co
    sh xyz tech
""")

# Not tickets, though written like some.
NO_TICKETS = _set("""
    UTF SHA AES ISO RFC PEP CVE CWE IEEE EN DIN IEC NIST BS COVID HTTP TLS SSL MD RSA ECMA GPT PCI
    SOC ASCII UCS BASE CRC X H I S A B C D E F G FIPS ANSI MIL STD SP MP MPEG JPEG USB PS GB KB MB
    TB AD BC MIG DC SU TU HTTP2 WPA BCP STD TYPE CAT ARM CPU GPU
""")

_CODE_SUFFIXES = """
    Error Exception Warning Handler Manager Factory Builder Config Client Request Response Provider
    Controller Listener Adapter Parser Reader Writer Iterator Type Context Options Settings Mixin
    Proxy Wrapper Impl Interface Event Callback Model Exporter Loader Resolver Validator Encoder
    Decoder Frame Set Pool Spec Ref
"""
CODE_SUFFIXES = tuple(_CODE_SUFFIXES.split())
LOWER_PRODUCTS = _set("""
    iPhone iPad iPod iOS iPadOS macOS watchOS tvOS eBay iTunes iCloud iMac gRPC eBPF tmux mTLS kOps
""")
NO_CAMEL = ("Mc", "Mac", "De", "Di", "Du", "La", "Le", "Van", "Von", "Fitz", "St")

MONTHS = _set("""
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec
""")

_ENV_ENDINGS = """
    HOME URL URI PATH DIR TOKEN KEY HOST PORT USER USERNAME PASSWORD SECRET FILE REGION DEBUG LEVEL
    ENV CONFIG OPTS ARGS EXTRA LOGIN PROXY ENDPOINT DSN BUCKET REPO DOMAIN PASS PASSPHRASE SECRETS CREDENTIALS
    DEBUG VERBOSE
"""
ENV_ENDINGS = tuple(f"_{word}" for word in _ENV_ENDINGS.split())
# The same, of names of three parts and more: errors are called so, too (PAYMENT_TIMEOUT).
_SETTINGS = """
    TIMEOUT POOL SIZE COUNT LIMIT INTERVAL MODE NAME REPO RETRIES THREADS WORKERS ENABLED DISABLED VERSION TTL
    CACHE LOG BACKEND ADDR ADDRESS DATABASE DB SCHEMA QUEUE TOPIC CERT PREFIX ROOT FORMAT LANG LOCALE TZ ID
    MAX MIN DELAY BATCH BUFFER MEMORY SERVER CLIENT SERVICE PROFILE CHANNEL WEBHOOK EMAIL SENDER STORAGE
"""
SETTINGS = tuple(f"_{word}" for word in _SETTINGS.split())

# Last words before "of" that a name of several words may have.
OF_NAMES = frozenset(SUFFIXES) | _set("""
    secretary minister duke earl house lord church republic kingdom university institute bank bay
    gulf isle battle treaty order school college faculty board chamber court ministry department office
    head bureau
""")
# First words of names, by what they name.
PREFIXES = {
    word: type
    for type, words in {
        "location": """
            lake lago mount cape fort port isle bahía río puerto palacio teatro estación plaza calle san santa
            wasserwerk leitwarte bahnhof schloss see lac mont rue place villa sala edificio monte
            valle castillo château musée-parc parque aeropuerto gare hafen haus
            rechenzentrum serverraum bunker puits grotte galerie salle refuge île pont tour étang fleuve cueva
            pozo isla puente torre laguna nave sede höhle hütte turm brücke insel barrio avenida bulevar
        """,
        "organization": """
            universidad universität université banco bank stadtwerke stadtwerken bundesamt ministerio
            museo musée museum instituto institut taller atelier fundación fondation ayuntamiento
            mairie autoridad autorité klinik hôpital hospital clínica stabsstelle forstamt landesamt amt
            verein alpenverein verband firma société sociedad asociación association équipe equipo
            abteilung hochschule klinikverbund groupement direction agence comité commission ministère conseil
            préfecture syndicat dirección agencia comisión ministerio consejo consejería diputación secretaría
            gerencia departamento laboratorio laboratoire referat dezernat landratsamt
            cooperativa coopérative consorcio consortium club federación fédération cámara chambre
        """,
        "event": """
            semana festival feria fiesta congreso jornada jornadas semaine journée journées fête congrès
            salon tagung
        """,
        "work": """
            arrêté décret decreto decree ordonnance orden verordnung convenio plan libro ley handbuch
            richtlinie loi manual reglamento règlement código code
        """,
    }.items()
    for word in words.split()
}
