"""Common English verbs, as words that a sentence may begin with: "Rinse", "Written", "Requires". Pure data,
written for this; names of people are left to the table of those."""

from __future__ import annotations

from graphrag_batch.stages.mention.given import GIVEN

_BASE = """
    abort absorb accept access accompany account accrue accuse achieve acknowledge acquire act activate
    adapt adjust administer admit adopt adore advance advertise advise affect afford aggregate agree aid
    aim align alert alter amend amount amplify analyse analyze anchor announce annotate answer anticipate
    apologise appeal appear appoint appreciate approach argue arise arrange arrive aspire assemble assert
    assess assist associate assume assure attack attempt attend attract audit author authorise authorize
    automate await award back bake balance ban bar base batch bear beat become beep begin behave believe
    belong benefit bet beware bid bill bite blame blank blast bleed blend blink block blow boil book boost
    borrow bother bounce bow bracket break breathe brew bridge brief bring broadcast brush buffer bundle
    burn bury buy bypass cache calculate calibrate calm care carry carve cast catch cause caution cease
    center centre challenge charge chase chat cheat chill chop cite claim clamp clarify classify climb
    cling clip coat code cohere collapse come comfort command comment commission communicate commute
    compensate complain complement comply compose compress comprise compromise concede conceive
    concentrate concern conclude condense conduct confess confine conform confront confuse congratulate
    connect conquer consent conserve consist consolidate constitute constrain construct consult consume
    contain contend contest contract contrast contribute control convene converge converse convey convince
    cook cool cooperate coordinate cope correct correlate correspond cost count couple cover crack craft
    crash crawl cross crush cry cultivate cure curate curl customise cycle damage dance dare date deal
    debate decay decide declare decline decode decompose decompress decorate decouple decrease decrypt
    dedicate deduce deem defeat defend defer degrade delay delegate deliver demand demonstrate deny depart
    depend depict deploy deposit deprecate derive descend desert deserve design designate desire destroy
    deteriorate devise devote diagnose dictate die differ differentiate dig digest dilute diminish dip
    direct disagree disappear disassemble discharge disclose discourage discover discuss dislike dismiss
    dispatch dispense dispose dispute disregard disrupt dissolve distinguish distribute disturb dive
    divide dominate donate dose doubt draft drag draw dream dress dribble drift drill drink drip drive dry
    duck dump duplicate dye earn ease eat echo educate elaborate elect eliminate embed embrace emerge emit
    emphasise emphasize employ empower empty emulate enclose encode encounter encourage encrypt end
    endorse endure engage enhance enjoy enlarge enrich enrol ensue entail entertain enumerate equip erase
    erect err erupt establish estimate evacuate evade evolve exaggerate exceed exchange excite excuse
    exert exhaust exhibit exist expect expire explode exploit explore expose express face facilitate fade
    fall fasten favour favor fear feature feed feel fetch fight file fill film finance fire fit flag flap
    flash flatten flee flip float flood flow flush fly focus fold forbid forecast foresee forget forgive
    fork forward found freeze frighten frustrate fry function fund gain gather gauge glance glow glue
    govern grab grade graft greet grind group grow guarantee guard guess guide halt hammer hand hang
    happen harden harm harvest hash hate haul head heal hear heat help hesitate hire hit hold honour honor
    hope host house hunt hurry hurt illustrate imagine imitate impair imply impose impress incline
    incorporate incur indicate induce infer inflict influence inform inherit inhibit initiate injure
    innovate inquire insert insist instruct insulate insure intend intensify interact intercept interfere
    interpret interrupt intervene introduce invade invent invert invest investigate invite involve iron
    isolate iterate jump justify knock know label lack land last laugh lay lead lean leap lease lend let
    level lick lie lift light like linger listen live loan lower maintain manifest manipulate manufacture
    march marry master matter mature mean melt mend mention mess mimic mind mine minimise minimize miss
    mitigate mix mobilise mock model monitor mount multiply mute nag nail narrow need neglect negotiate
    nest notice number nurse obey object oblige observe obsess obtain occupy occur offend omit operate
    oppose opt optimise optimize orbit order organise organize originate oscillate outlaw outline output
    outweigh overcome overlap overlook oversee overwrite owe own pack page paint park parse participate
    partition patch pay peel penetrate perceive perish permit persist persuade pertain phone photograph
    pile pin pipe plan plant play please plug point poke polish poll pool populate portray pose possess
    post postpone pour practise pray preach precede predict preheat preserve preside presume pretend
    prevail prioritise prioritize probe proceed process procure produce prohibit project prolong pronounce
    propagate propose prosper protest prove provoke pump punch punish purchase pursue qualify quantify
    quarantine question queue quit quote rain raise rank rate reach react read realise realize rearrange
    reason reassign reassure rebase rebuild recall recharge reckon recognise recognize recommend reconcile
    reconfigure reconnect reconsider reconstruct recover recruit recycle redeploy redirect redo reflect
    reform refresh refuse regain regard regenerate regret regulate reinforce reinstall reiterate relate
    relax relay release rely remain remedy remember remind render renew rent repair repay repeal rephrase
    replicate represent reproduce rescue resemble reserve reside resign resist respect respond rest
    restructure resubmit result resume retain retire retry reveal reverse reward rewrite rid ride ring
    rinse rise risk roll rotate rub ruin rule rush sacrifice sail salvage sample satisfy say scan scare
    scatter score scrape scratch scream screen screw scrub seal secure see seek seem segment seize sell
    sense separate sequence serialise serve settle sew shake shape sharpen shave shed shelter shift shine
    shock shoot shorten shout shovel shrink shuffle shut sift sigh signal simplify simulate sing sink sit
    sketch slam sleep slice slide slip slow smash smell smile smoke smooth snap sniff soak soften solve
    sound sow span spare spawn speak specialise spell spend spill spin spit spoil sponsor spot spray
    spread sprinkle squeeze stabilise stack staff stage stain stand staple stare state stay steal steer
    stem step sterilise stick stimulate stir stitch strain stream strengthen stress stretch strike strip
    strive struggle study stuff subject subscribe substitute subtract succeed sue suffer suffice suggest
    suit sum summarise summarize supervise supplement suppose suppress surprise surrender surround survey
    survive suspect suspend sustain swallow swap swear sweat sweep swell swim swing symbolise synchronise
    tackle tailor talk tap taste teach tear tease tempt tend tender tether thank thaw think threaten
    thrive throttle throw tick tidy tie tighten tilt time tip tolerate top toss total touch tour trace
    trade trail train transform translate transmit transplant transport trap travel treat trim triple
    trouble trust tune type undergo underline understand undertake undo unfold unify unite unload unpack
    unplug unroll unscrew untar unzip urge vacuum value vanish vary ventilate verify view violate vote
    wake walk want warm warn wash waste watch water wear weigh welcome whisper widen win wind wipe wish
    wonder worry wound wreck wrestle yield zip zoom abandon dilate deepen declutter resample recalibrate
    reboot rerun reopen requeue reindex revalidate recheck rehearse resend reseed reset reship reshape
    resize restock retest retrain unlock unmount unpin unset
"""
_IRREGULAR = """
    arisen arose ate awoke awoken beaten became been began begun bent bitten bled blew blown born borne
    bought bound bred broke broken brought built burnt came caught chose chosen clung crept cut dealt done
    drank drawn drew driven drove drunk dug eaten fallen fed fell felt fled flew flown forbidden foreseen
    forgave forgiven forgot forgotten fought found froze frozen gave given gone got gotten grew ground
    grown heard held hidden hid hung kept knelt knew known laid lain learnt led left lent lit lost made
    meant met mistaken overcome overridden overseen overwritten paid proven put quit ran rang redone
    rewritten ridden risen rose rung said sang sank sat saw seen sent sewn shaken shed shone shot shown
    shrank shrunk shut slain slept slid spelt spent split spoke spoken sprang spread spun stolen stood
    struck stuck stung sung sunk sworn swept swollen swore swum swung taken taught thought threw thrown
    told took torn trodden undergone understood undertaken undone upheld went wept withdrawn withdrew
    withheld woke woken won wore worn wove woven written wrote yanked
"""
_VERBS = (frozenset(_BASE.split()) | frozenset(_IRREGULAR.split())) - {name.lower() for name in GIVEN}
_LEAST = 3


def is_verb(word: str) -> bool:
    """Whether a word of small letters but for its first is a verb, or a form of one."""
    lower = word.lower()
    if word[1:] != lower[1:] or len(lower) < _LEAST or word in GIVEN:
        return False
    return any(stem in _VERBS for stem in _stems(lower))


def _stems(lower: str) -> tuple[str, ...]:
    if lower.endswith("ies") or lower.endswith("ied"):
        return lower, f"{lower[:-3]}y"
    if lower.endswith("ing"):
        return lower, lower[:-3], f"{lower[:-3]}e", lower[:-4]
    if lower.endswith("ed"):
        return lower, lower[:-2], lower[:-1], lower[:-3]
    return (lower, lower[:-1], lower[:-2]) if lower.endswith("s") else (lower,)
