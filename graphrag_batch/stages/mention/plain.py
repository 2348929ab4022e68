"""Common English words that name nothing by themselves, whatever their first letter looks like where a
sentence, a heading or a cell begins. Pure data, written for this."""

from __future__ import annotations

import re

from graphrag_batch.stages.mention.given import GIVEN

_NOUNS = """
    ability absence abstract access accident account accounts action actions activity addition address
    addresses administrator administrators advantage advice age agenda agent agents agreement aim air alarm
    alarms alert alerts alias aliases amount analysis anchor angle animal answer answers appendix application
    applications approach approval architecture archive archives area areas argument arguments array arrays
    article articles artifact artifacts aspect asset assets assumption attachment attachments attack attacks
    attempt attempts attention attribute attributes audience audit audits author authors authorization
    availability average axis back backend background backup backups balance bank bar base basics basis batch
    batches battery behaviour behavior benefit benefits bibliography bill billing binary bit block blocks
    board body book books boot border bottom box boxes branch branches bread break browser browsers budget
    buffer bug bugs build builder builds building bundle bundles business button buttons cable cache caches
    calculation calendar call callback callbacks caller calls camera candidate capacity car card cards care
    case cases catalogue category categories cause causes caution caveat cell cells center certificate
    certificates chain chains challenge chance change changelog changes channel channels chapter character
    characters charge charges chart charts chat check checklist checks child children choice choices chunk
    chunks circuit city claim class classes classification clause cleaning cleanup client clients clock code
    codes collection collections collector color colour column columns command commands comment comments
    commit commits committee communication community company comparison compatibility compilation compiler
    compliance component components computer computers concept concepts conclusion condition conditions
    configuration configurations conflict conflicts connection connections connector consent consequence
    consideration considerations console constant constants constraint constraints consumer consumers contact
    contacts container containers content contents context contract contracts contribution contributions
    contributor contributors control controls convention conventions conversion cookie cookies copies copy
    copyright core corner cost costs count counter counters country course coverage crash crashes creation
    credential credentials credits criteria cursor customer customers cycle daemon damage danger dashboard
    dashboards data database databases dataset date dates day days deadline debt decision decisions decoder
    default defaults defect defects definition definitions degree delay delays delete deletion delivery demand
    demo department dependencies dependency deployment deployments depth description descriptions design
    destination detail details detection developer developers development deviation device devices diagram
    diagrams dictionary difference differences difficulty dimension direction directories directory disaster
    disclaimer discount discussion disk disks display distance distribution document documentation documents
    domain domains door downtime draft drafts drive driver drivers duration duties duty edge edges edit
    editing edition editor effect effects effort element elements email emails employee employees encoding
    encryption end endpoint endpoints energy engine engineer engineers enhancement enhancements entity entries
    entry environment environments equipment error errors escalation estimate evaluation event events evidence
    examination example examples exception exceptions execution exercise exercises existence expectation
    expectations expense experience experiment experiments expiry explanation export exports exposure
    expression expressions extension extensions extent face fact factor factors failure failures fallback
    family faq faqs fault faults feature features fee feedback fees field fields figure figures file filename
    files filter filters finding findings fire fix fixes flag flags flow food footnote force form format
    formats formatting forms formula foundation frame framework frequency friend front frontend function
    functions funding future gain game gap gate gateway generation glossary goal goals goods government grade
    graph graphs greeting greetings grid ground group groups growth guest guidance guide guideline guidelines
    guides half hand handler handlers handling hand-over hardware hash head header headers heading headings
    health heart heat height help hello hi highlights hint hints history hold home hook hooks host hosts hour
    hours house household human icon icons idea ideas identifier identifiers identity image images impact
    implementation implementations implication import importance imports improvement improvements incident
    incidents income index indexes indices individual individuals industry info information infrastructure
    ingredient ingredients initialization injection input inputs inquiries inside inspection installation
    instance instances institution instruction instructions integer integration integrations intent
    interaction interest interface interfaces interval intervals introduction inventory investigation
    invitation invoice issue issues item items iteration job jobs join journal judgement jurisdiction key
    keyboard keys keyword keywords kind kinds knowledge lab label labels lack land language languages latency
    law laws layer layers layout lead leader leads legend length letter letters level levels liability library
    libraries licence licences license licenses licensing life lifecycle light limit limitation limitations
    limits line lines link links list listing lists literature load local location locations lock locks log
    logger logging login logs loop loops loss machine machines magic mail main maintainer maintainers
    maintenance majority man management manager managers manual manuals map mapping mappings maps margin mark
    marker marks mass match matches material materials mathematics maximum meaning means measure measurement
    measurements measures mechanism media meeting meetings member members membership memory men mention menu
    menus merge message messages metadata method methodology methods metric metrics middleware migration
    migrations milestone minimum minute minutes misc mission mistake mistakes mode model models modes
    modification modifications module modules moment money monitor monitoring month months motion motivation
    mount mouse move movement music name names namespace namespaces nature navigation need needs network
    networks neighbour news node nodes noise non-goals notation note notes nothing notice notification
    notifications number numbers object objective objectives objects observation observations offer office
    officer offset operation operations operator operators opinion opportunity option options order orders
    organisation organization origin others outage outages outcome outcomes outline output outputs overhead
    overview owner owners ownership package packages page pages pair paper parameter parameters parent parents
    part participant participants parties partition partner partners parts party passphrase password passwords
    past patch patches path paths pattern patterns pause payload payment payments peer peers penalties people
    percentage performance period periods permission permissions person personnel perspective phase phases
    photo picture piece pieces pipe pipeline pipelines pitfalls place placeholder places plan planning plans
    plant platform platforms player plugin plugins point pointer pointers points policies policy poll pool
    pools port portability ports position positions possibility post posts power practice practices
    precondition preconditions preface preference preferences preparation prerequisite prerequisites presence
    present presentation pressure preview price prices pricing primary principle principles priorities
    priority privacy privilege privileges problem problems procedure procedures process processes processing
    processor produce producer product production products profile profiles profit program programme programs
    progress project projects promise prompt proof properties property proposal proposals protection protocol
    protocols prototype provider providers provision proxy public publication publications pull purchase
    purpose purposes push quality quantity queries query question questions queue queues quick-start
    quickstart quota quotas quotation random range ranges rank rate rates ratio rationale reader readers
    reading readings readme reality reason reasons rebase recap receipt recipe recipes recipient recipients
    recommendation recommendations record recorder recording recordings records recovery redirect reduction
    reference references region registration registry regression regulation regulations relation relations
    relationship relationships relay release releases relevance reliability remainder remark remarks remedy
    reminder remote removal replacement replica replicas reply report reporting reports repositories
    repository representation request requests requirement requirements research reset resolution resource
    resources respect response responses responsibilities responsibility rest restart restore restriction
    restrictions result results retention retries retry return returns reuse revenue review reviewer reviewers
    reviews revision revisions reward right rights ring risk risks roadmap role roles rollback room root roots
    round route router routes routine row rows rule rules run runbook runner running runs runtime safety
    salary sale sales sample samples sampling save scalability scale scaling scenario scenarios schedule
    schedules scheduling schema schemas school science scope score scores screen screenshot screenshots script
    scripts search seat second seconds secret secrets section sections security segment selection selector
    sender sense sensor sensors sentence sequence serialization series server servers service services session
    sessions set sets setting settings setup severity shape share shares sheet shell shift shipment shipping
    shortcut shortcuts show side sign signal signals signature signatures signing silence site sites situation
    size sizes skill skills snapshot snapshots snippet snippets socket sockets software solution solutions
    sort sound source sources space spaces specification specifications speed sponsors spread staff stack
    stage stages staging standard standards start state statement statements states station statistics status
    step steps storage store stores story strategies strategy stream streams street strength string strings
    structure structures student students studies study style styles subject submission subnet subscription
    subscriptions subset success suggestion suggestions suite summary supplier suppliers supply support
    surface survey suspension switch switches symbol symbols symptom symptoms synopsis syntax system systems
    tab table tables tag tags target targets task tasks tax taxes teacher teachers team teams technique
    techniques technology telephone temperature template templates term terminal termination terminology terms
    test tester testing tests text texts thanks theme themes theory thing things thought thread threads
    threshold throughput ticket tickets time timeline timeout timeouts timer times timestamp timestamps tip
    tips title titles todo token tokens tool toolbar tooling tools top topic topics total trace tracing
    tracking trade traffic trail trailer trailers training transaction transactions transfer transfers
    transition translation translations transparency transport travel tree trees trend trigger triggers
    trouble troubleshooting truth turn tutorial tutorials type types typing understanding unit units update
    updates upgrade upgrades upload uploads uptime usability usage use user users utilities utility validation
    validity validator value values variable variables variant variants variation vehicle vendor vendors
    verification version versioning versions video videos view viewer views violation violations vision
    visitor visitors volume volumes vote voucher vulnerabilities vulnerability wait walk wall war warehouse
    warning warnings warranty waste watch water way ways weather web week weeks weight welcome width wiki
    window windows wish witness woman women wood word words work workaround workarounds worker workers
    workflow workflows working workspace world wrapper writer writing year years yield zone zones
"""
_OTHERS = """
    able absolutely accordingly active actual actually additional additionally adding advanced afterwards
    ahead almost alone alternatively altogether always among anonymous anyway apart apparently appropriate
    approximately arguably automatic automatically available aware away awesome bad basically beforehand best
    better big briefly broken building by-laws called carefully certain certainly clean clearly close closed
    collectively common commonly complete completed completely conceptually congratulations consequently
    considering consistent conversely correct correctly creating crucially current custom daily dead dear
    deeper default deprecated depending different directly disabled done early easily easy effectively either
    elsewhere empty enabled enough entire entirely equal equally equivalent especially essential essentially
    evidently exact exactly excellent excluding existing expected experimental explicit explicitly external
    extra extremely failed failing fair false fast few fewer final finally fine five flat flexible following
    forbidden foreign former fortunately forward four free frequent frequently fresh friendly full fully
    fundamental generally given global good goodbye gradually great greater greetings half hard hardly hello
    hence hereby hidden high higher highly historically honestly hopefully huge ideally identical if immediate
    immediately implicit important importantly improved incidentally incoming incomplete incorrect
    increasingly indeed independent individual inevitably initial inner instant interactive interesting
    interestingly internal internally internationally invalid inversely ironically isolated joint just kindly
    known large largely last late lately later latest least left legal less lightweight likewise limited
    little live local locally long longer loosely loud low lower luckily made main mainly major mandatory
    manual manually many massive maybe mean meanwhile medium merely minimal minor missing mixed modern monthly
    more moreover most mostly much multiple namely native naturally near nearly necessarily necessary negative
    nested never nevertheless new newer next nice nine nobody nonetheless normal normally notable notably
    notwithstanding numerous obsolete obvious obviously occasional occasionally odd off offline often old
    older once one ongoing online only open optional optionally ordinary original otherwise outdated outer
    outgoing outside overall own parallel partial partially particular particularly peculiar pending perhaps
    periodic permanent permanently personal personally physical plain please plus poor popular positive
    possible possibly practically precise precisely preferably present presumably pretty previous previously
    primarily private probably proper properly public purely quick quickly quiet quite rapid rarely rather raw
    ready real realistically really reasonable recent recently recommended recursive redundant regarding
    regardless regular regularly related relative relatively reliable remaining remarkably remember remote
    removed repeatable repeatedly required reserved respectively responsible reverse rich right rigid rough
    roughly rubbish sadly safe same scheduled seamless secondary secondly secure selected selecting senior
    separate separately serious seriously seven several shared short shortly similar similarly simple simpler
    simply simultaneous single six slight slightly slow slowly small smaller smart so-called soft solely
    sometimes somewhat soon sorry special specially specific specifically speaking stable static steady still
    straight strict strictly strong strongly subsequent subsequently successful successfully sudden suddenly
    sufficient suitable sure surely surprisingly synchronous technically temporarily temporary ten thank then
    there thereafter therefore third thirdly third-party thoroughly three thus tight today together tomorrow
    tonight too total traditionally transparent trivial true truly two typical typically ultimately unable
    unauthorized unclear under unfortunately uniform unique universal unknown unless unlike unlikely unlimited
    unofficial unstable unsupported unused unusual up upcoming upper urgent useful usually valid various vast
    verbose versus very virtual visible visually weak weekly well whatever whenever wherever whether whichever
    whole wide widely within wonderful worse worst worth wrong yearly yesterday yet young zero congrats cheers
    howdy bonjour hola hallo
"""
# Acronyms that name nothing: what they are for is a common noun.
_ACRONYMS = """
    api apis url urls uri uris urn urns id ids uid gid pid os ui ux gui cli ip cpu cpus gpu gpus ram rom ssd
    hdd pr prs faq faqs todo readme ok eof eol uuid uuids guid regex repl sdk ide ides vm vms vcs vcss dvcs
    orm crud mvc rpc lts ttl tty crlf lf cr csrf xss get put post patch head options delete trace pdf ci cd
    qa hr pc pcs tv usb led lcd dvd am pm bc ad vs asap fyi imho rtfm wip mvp poc roi
"""
_NO_NOUNS = frozenset(_OTHERS.split())
ACRONYMS = frozenset(_ACRONYMS.split())
PLAIN = frozenset(_NOUNS.split()) | _NO_NOUNS | ACRONYMS
_FORMS = ("ed", "ly")
_ENDINGS = ("tion", "tions", "ment", "ments", "ness", "ly", "ability", "ivity", "ously")
# "Don't", "We'll", "You've", "I'm".
_CONTRACTED = re.compile(
    r"(?:\w+n['’]t|(?:i|you|we|they|he|she|it|that|there|this|who|what|where|how)['’](?:ll|ve|re|d|m|s))\Z",
    re.IGNORECASE,
)


def is_plain(word: str) -> bool:
    """Whether a word is a common one of English, or made like one."""
    lower = word.lower()
    return lower in PLAIN or (len(lower) > 6 and lower.endswith(_ENDINGS)) or is_never(word)


def is_never(word: str) -> bool:
    """Whether a word names nothing whatever anybody says: adverbs, adjectives, "don't"."""
    lower = word.lower()
    adverb = len(lower) > 6 and lower.endswith("ly") and word[1:].islower()
    return lower in _NO_NOUNS or adverb or bool(_CONTRACTED.match(word))


def is_formed(word: str) -> bool:
    """Whether a word is formed as verbs and adjectives are: where a sentence begins, it names nothing."""
    return len(word) > 4 and word[1:].islower() and word.lower().endswith(_FORMS) and word not in GIVEN
