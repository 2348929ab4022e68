"""German."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

GERMAN = Tongue(
    verbs={
        "use": """
            nutz- benutz- genutz- nütz- verwend- einsetz- eingesetzt setz- ruf- rief aufgerufen ruft lies-
            les- liest las gelesen schreib- schrieb- geschrieben speicher- gespeichert sicher- gesichert
            leg- abgelegt send- sende- gesendet gesandt schick- geschickt empfäng- empfang- hol- geholt
            bezieh- bezog- bezogen lad- läd- lädt geladen importier- exportier- publizier- abonnier-
            veröffentlich- sprech- sprich- spricht gesprochen kommunizier- verbind- verbunden lauf- läuft
            lief- bau- gebaut aufgebaut betreib- betrieben generier- erzeug- erstell- frag- gefragt
            abgefragt öffn- geöffnet konsumier- leit- weitergeleitet stream- protokollier- zeichn-
            aufgezeichnet erweiter- installier- synchronisier- replizier- spiegel- gespiegelt archivier-
            verschlüssel- signier- prüf- geprüft authentifizier- anmeld- angemeldet miss- mess- misst
            gemessen überwach- meld- gemeldet benachrichtig- verwalt- konfigurier- start- gestartet
            verarbeit- umgewandelt wandel- komprimier- kopier- übertrag- überträg- übernimm- übernehm-
            liefer- geliefert tausch- ausgetauscht registrier- sammel- gesammelt indexier- such- druck-
            zeig- steuer- gesteuert bedien- implementier- unterstütz- stütz- greif- zugreif- zugegriffen
            bereitgestellt ausgeliefert auswert- ausgewertet entwickel- analysier- bestimm- kommt kommen
            stamm-""",
        "need": """
            brauch- gebraucht benötig- erforder- voraussetz- vorausgesetzt häng- abhäng- abhängig
            angewiesen""",
        "own": """
            betreib- betrieben betreu- pfleg- gepflegt wart- gewartet verwalt- verantwort- leit- geleitet
            führ- geführt entwickel- erstell- schrieb- geschrieben gehör- besitz- herausgegeben gegründet
            gebaut koordinier- administrier- zuständig verantwortlich kümmer- hergestellt herstell-""",
        "hold": "besteh- enthält enthalt- enthielt umfass- beinhalt- gliedert gegliedert unterteilt",
        "belong": "gehör- zähl- angehör-",
        "stand": """
            steh- steht stand- lieg- liegt lag- befind- sitz- saß- wohn- arbeit- läuft lauf- betrieben
            untergebracht angesiedelt ansässig verankert aufgestellt installier- montier- gehostet
            aufbewahrt verwahrt häng- stationier- gelegen sitz hauptsitz standort büro labor""",
        "follow": "ersetz- folg- ablös- abgelöst löst",
        "precede": "vorausgeh- vorangeh-",
        "obey": """
            entsprech- entspricht erfüll- befolg- einhält einhalt- hält halten richt- unterlieg-
            implementier- umgesetzt setz- beruf- zitier- anwend- angewendet zertifizier-""",
        "mean": "bedeut- bezeichn- meint steht",
        "name": "heißt heißen genannt nennt nennen bezeichnet",
        "be": "ist sind war waren",
    },
    endings="e t en te ten et ete eten end st n er ern ert elt eln elte elten erte erten est",
    passive="wird werden wurde wurden worden",
    done="t en rt lt",
    place="in im am an bei beim nahe innerhalb neben",
    means="mit über via per mittels auf unter durch gegen",
    other="aus von vom nach zu zur zum in im an ans ins",
    idle="""
        für ohne während seit gegen zwischen wegen trotz um als wie laut bis statt vor hinter gemäß
        bezüglich""",
    agent="von vom durch",
    of="des der von vom eines einer",
    part="""
        teil teile bestandteil bestandteile komponente komponenten modul module mitglied mitglieder
        baustein bausteine abteilung einheit eines einer""",
    own="sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere",
    pronoun="es er sie dies diese dieser dieses beide",
    person="ich man ihr du jemand",
    we="wir",
    article="""
        der die das den dem des ein eine einen einem einer eines seine seinen seinem seiner ihr ihre ihren
        ihrem ihrer unser unsere unseren unserem alle allen jede jeder jedes zwei drei mehrere viele beide
        beiden eigene eigenen eigener""",
    some="ein eine einen einem einer eines der die das dem",
    alone="",
    alone_here="t",
    joint="und oder sowie auch sowohl",
    clause="weil wenn während obwohl da damit sofern falls bis bevor nachdem aber sondern als dass wie wo ob",
    relative="der die das welche welcher welches",
)
"""The words of German."""
