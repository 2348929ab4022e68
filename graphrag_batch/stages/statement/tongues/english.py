"""English."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

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
    },
    endings="",
    passive="is are was were been being be gets",
    done="ed en un lt pt nt ught ade old",
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
)
"""The words of English."""
