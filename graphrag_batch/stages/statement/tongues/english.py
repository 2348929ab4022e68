"""English."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

_TRIGGERS = r"""
uses | .7 | uses?|utili[sz]es?|employs?|leverages?|runs? on
uses | .7 | (?:is|are|was|were) built (?:with|on(?: top of)?)
uses | .65 | calls?|reads? from|writes? to|wraps?|quer(?:y|ies)|scrapes?
uses | .65 | (?:is|are|was|were) (?:written in|powered by|backed by|implemented in)
uses | .65 ^ | (?:reads|pulls|collects|gathers|gets|receives|fetches|takes|loads|imports|retrieves)% from
uses | .65 ^ | (?:writes|sends|pushes|exports|forwards|streams|uploads|publishes|ships)% to
uses | .65 ^ | (?:stores|keeps|saves|records|caches|archives|opens|registers|tracks)% in
uses | .65 ^ | (?:talks?|connects?|subscribes?|listens?) to|authenticates? (?:against|with)|speaks?
uses | .65 ^ | (?:encrypts|signs|measures|compresses|deploys|monitors|builds)% (?:with|over|via)
uses | .65 ^ | (?:integrates|sends|reads)% (?:with|over|via)
uses | .65 ^ | (?:is|are|was|were) (?:hosted|deployed|installed|run) on|(?:built|written) (?:in|on|with|using)
uses | .65 ^ | (?:encrypted|signed|measured|compressed|deployed|monitored|managed|provisioned|computed) with
uses< | .7 | (?:is|are) used by
depends_on | .75 | depends? (?:up)?on|rel(?:y|ies) (?:up)?on|requires?|needs?
depends_on | .75 | (?:does not|do not|doesn[’']t|cannot|can not|can[’']t|will not|won[’']t) \w+ without
cites/depends_on | .7 # | (?:is|are) based on
depends_on< | .7 | (?:is|are) (?:required|needed) by|(?:is|are) a (?:dependency|prerequisite) (?:of|for)
part_of | .7 | (?:is|are) (?:an? )?(?:part|components?|modules?|members?|subsystems?|subset) of
part_of | .65 ^ | (?:is|are) (?:the|one of the) (?:\w+ )?(?:parts?|components?|modules?|members?|entry) of
owned_by/part_of | .65 @ | belongs? to
part_of< | .7 | consists? of|comprises?|(?:is|are) composed of|(?:is|are) made up of
part_of< | .6 | contains?|includes?
part_of< | .65 | (?:is|are) (?:divided|split|organi[sz]ed) into
part_of< | .65 | ha(?:s|ve) (?:\w+ ){0,2}(?:parts|components|modules|subsystems|members|layers|pieces)
part_of< | .65 | ha(?:s|ve) (?:\w+ ){0,2}(?:fields|properties|attributes|columns|tables)
located_in | .7 | (?:is|are|was|were) (?:located|based|hosted|situated|headquartered) (?:in|at)
located_in | .7 | (?:is|are|was|were) (?:housed|installed) (?:in|at)
located_in | .65 ^ | (?:stands?|lies?|sits?|lives?) (?:in|at|on|near)|runs? in
located_in | .65 ^ | (?:is|are) (?:kept|mounted) (?:in|at)
located_in | .65 ^ | ha(?:s|ve) (?:its|their) (?:\w+ )?(?:seat|headquarters|offices?|home|base|yard) (?:in|at)
located_in | .65 ^ | ha(?:s|ve) (?:its|their) (?:\w+ )?(?:depot|workshop|studio|premises|plant) (?:in|at)
owned_by | .7 | (?:(?:is|are|was|were) )?(?:owned|maintained|curated) by|(?:is|are) (?:looked after|kept) by
owned_by | .6 @ | (?:(?:is|are|was|were) |(?<=, ))(?:operated|managed|run|administered|led|overseen) by
owned_by< | .7 | owns?|maintains?|(?:is|are) the (?:owners?|maintainers?) of|looks? after
owned_by< | .65 @ | (?:is|are) (?:responsible for|in charge of)|takes? care of
owned_by< | .65 @ | runs(?! (?:on|in|at|under|before|after|with|as))|operates(?! (?:in|on|at))|oversees
precedes | .7 | precedes?|(?:runs?|starts?|happens?|comes?|goes|go) before
precedes< | .7 | (?:runs?|starts?|happens?|comes?|goes|go) after|(?:replace[sd]?|supersede[sd]?|obsolete[sd]?)
precedes< | .7 | succeed(?:s|ed)?|took over from|takes over from
precedes | .7 | (?:is|are|was|were|been) (?:replaced|superseded|followed|succeeded) (?:by|with)
precedes | .65 ^ | (?:is|are|was|were|been) (?:retired|dropped|abandoned|deprecated)% in favou?r of
cites | .7 | cites?|(?:compl(?:y|ies) with|conforms? to|adheres? to)
cites | .65 # | implements?|supports?|follows?|satisf(?:y|ies)|meets?|observes?|falls? under
cites | .65 # | (?:is|are) (?:certified|audited|assessed|tested) (?:to|against|under)
cites | .65 # | (?:is|are) (?:governed|covered|regulated) by|(?:is|are) subject to
defines | .65 | defines?|specif(?:y|ies)
part_of | .6 ^ | works? (?:at|for)
owned_by | .6 | (?:is|are) kept by
refers_to | .6 | refers? to|references|mentions
same_as | .7 | stands? for|(?:is|are) (?:also|better) known as|(?:is|are) (?:short|an alias) for
is-a | .6 | (?:is|was) an?|means|denotes
is-a | .5 ^ | is the
"""

ENGLISH = Tongue(
    verbs={
        "use": """
            use utilize utilise employ leverage relay feed adopt call invoke query read write store save
            keep cache send receive get fetch pull push load import export parse render emit publish
            subscribe listen talk connect speak run build wrap deploy host compile generate serve ask open
            close poll scrape consume produce forward route proxy stream log record back power drive
            extend inherit derive embed bundle ship install mount sync synchronize synchronise replicate
            mirror archive encrypt decrypt sign verify authenticate authorize authorise validate check
            test measure monitor track watch report alert notify manage provision configure schedule
            trigger start launch execute spawn handle process transform convert translate map encode
            decode serialize deserialize compress hash upload download copy move migrate take return
            accept expose integrate interact communicate exchange link attach bind register collect gather
            aggregate index search look create update delete drop insert issue print draw plot display
            control operate come hear learn implement support""",
        "need": "need require depend rely presuppose",
        "own": """
            own maintain run operate manage administer lead head direct oversee supervise develop design
            write build create make found curate steward keep look host publish author coordinate govern""",
        "hold": "contain include comprise consist compose divide",
        "belong": "belong",
        "stand": """
            locate sit stand lie live house host install base situate headquarter keep mount run deploy
            place put meet work reside seat headquarters office laboratory""",
        "follow": "replace supersede obsolete succeed follow",
        "precede": "precede",
        "obey": """
            comply conform adhere implement follow satisfy meet observe obey respect fulfil fulfill honor
            honour reference cite quote govern regulate certify audit""",
        "mean": "mean denote signify represent describe",
        "name": "call term name dub known abbreviate",
        "be": "be become remain",
        "other": """
            do have go give say tell show let allow make deliver decide say mean know think believe see find
            expect want like prefer seem appear happen begin end stop finish continue try help cause lead
            bring turn fall rise grow cut pay sell buy lend lose win catch throw hit break fix solve avoid
            prevent protect save show explain ask answer reply return refuse deny reject agree promise
            apply belong differ depend vary last wait sleep wake speak carry pull drive fly swim feed eat
            cover include exclude ignore skip repeat reset restart reconnect retry fail crash hang time
            enter leave arrive pass cross reach follow lift raise lower close shut lock unlock join split
            merge count add remove drop keep hold contain mention recommend suggest advise warn learn teach
            study compare discover notice confirm approve sign announce ensure guarantee assume consider
            support exist lack lapse expire describe determine estimate calibrate weigh sample""",
        "pass": "go travel flow pass transit",
        "change": "migrate move switch convert rename upgrade downgrade port change",
    },
    endings="",
    passive="is are was were been being be gets",
    done="ed en un lt pt nt ught ade old eld ound ead et ut hit",
    place="in at near inside within beside outside",
    means="with via over through using on atop against under",
    other="from to into onto in",
    idle="""
        for about like as per during without after before since between among except than towards around
        because despite regarding""",
    agent="by",
    of="of",
    part="""
        part parts component components module modules member members piece pieces section sections
        chapter subsystem subsystems element elements unit units team teams division department branch
        subsidiary layer layers one subset field fields column columns service services plugin""",
    own="its their his her our",
    pronoun="it they this these both each two",
    object="it them",
    person="he she you i one",
    we="we",
    article="""
        the a an its their his her our your any some all each every two three several many most both other
        another same new own""",
    some="a an the one any",
    alone="s",
    alone_here="",
    joint="and or as well also",
    clause="""
        because while whereas although though since so unless until when whenever where if once but than
        whose why how""",
    relative="which that who",
    denying=(
        r"not|\w+n[’']t|never|no longer|cannot|neither|nor|no|without|instead|avoids?|stopped|stops?|"
        r"nobody|used to"
    ),
    hedging=(
        r"may|might|could|would|can|optionally|possibly|perhaps|maybe|potentially|probably|sometimes|"
        r"should|plans? to|wants? to|previously|formerly|originally"
    ),
    conditional=r"if|unless|whether|until|when",
    joining=r"and|or|as well as|and/or|&",
    ending=(
        r"which|that|who|because|but|while|when|if|where|so|although|since|unless|instead|rather|"
        r"without|until|for|to|via|before|after|during|by|from|is|are|was|were|has|have|must|should|"
        r"may|can|will"
    ),
    between=r"also|now|then|always|only|directly|currently|still|mainly",
    pages="""
        page document documentation guide manual runbook policy procedure handbook specification
        report readme tutorial reference overview file notes article playbook""",
    determiners="this|the",
    abbreviations=r"e\.g|i\.e|etc|vs|No|Dr|St|Mr|Mrs",
    starts="It|The|They|This|Its|In",
    teams=r"\w*team|\w*institute|\w*universi\w+",
    examples="such as|including",
    nobody="we|you|i|one|there|and",
    standing="it|they",
    leading="the|an?",
    ours="our",
    nothing_but=r"nothing (?:but|except|more than|other than|beyond|besides)",
    but="but",
    chapters="chapter|section|clause|article",
    verbal="is|are|was|were|be|been|and|or|which|that|who|must|should|can|will|to",
    no_term="example|goal|reason|result|problem",
    reasons="because|since|although|though|while|if|whether|as|which|who",
    degrees="little|bit|lot|few|tad|better|good|bad|great|huge|major|much",
    adverbs=(
        r"however|therefore|moreover|furthermore|otherwise|meanwhile|instead|finally|additionally|"
        r"consequently|nevertheless|thus|hence|also|then|next|later|today|now|\w+ally"
    ),
    triggers=_TRIGGERS,
)
"""The words of English."""
