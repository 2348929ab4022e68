"""German."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

_TRIGGERS = r"""
uses | .7 | (?:ver|be)?nutz(?:t|en)|verwende(?:t|n)|(?:läuft|laufen)~ (?:auf|unter|mit)|baut auf|setzt auf
uses | .65 | (?:liest|lesen)~ (?:aus|von|vom)|(?:schreib(?:t|en)|publizier(?:t|en))~ (?:in|nach|an)
uses | .65 ^ | (?:liest|holt|bezieht|empfängt|lädt|importiert)% (?:aus|von|vom)
uses | .65 ^ | (?:schreibt|sendet|schickt|leitet|exportiert|meldet|überträgt|liefert)% (?:an|nach|zu|zum|zur)
uses | .65 ^ | (?:sendet|kommuniziert|spricht|überträgt|verschickt|läuft|geht)% (?:über|per|via)
uses | .65 ^ | (?:verschlüsselt|signiert|misst|arbeite(?:t|n)|verbindet sich|kommuniziert)% mit|spricht
uses | .65 | greif(?:t|en) auf … zu|stütz(?:t|en) sich auf
uses | .65 ^ | (?:wird|werden) mit … (?:überwacht|verwaltet|verschlüsselt|gebaut|gemessen|berechnet|erstellt)
uses | .65 ^ | (?:speicher(?:t|n)|leg(?:t|en)|sicher(?:t|n)|protokollier(?:t|en)|führ(?:t|en))% (?:in|im|auf)
uses | .6 | (?:ist|sind) (?:in|mit) … (?:geschrieben|gebaut|implementiert)|(?:ruft|rufen) … auf
uses< | .7 | (?:wird|werden|wurden?) (?:von|vom|durch) … (?:(?:ver|be|ge)?nutzt|verwendet|aufgerufen)
depends_on | .7 ^ | (?:von|vom)(?= [^.;:,]{1,60} abhäng(?:t|en|ig ist|ig sind))
depends_on | .75 | (?:ist|sind) abhängig von|häng(?:t|en) (?:von|vom) … ab|benötig(?:t|en)|erforder(?:t|n)
depends_on | .75 | brauch(?:t|en)|(?:ist|sind) auf … angewiesen
depends_on | .75 | (?:funktionier(?:t|en)|läuft|laufen|start(?:et|en)|arbeite(?:t|n)) nicht ohne
depends_on | .7 | setz(?:t|en) … voraus
cites/depends_on | .7 # | (?:basier(?:t|en)|beruh(?:t|en)|fuß(?:t|en)) auf
depends_on< | .7 | (?:wird|werden|wurden?) (?:von|vom|durch) … (?:benötigt|gebraucht|vorausgesetzt)
owned_by/part_of | .65 @ | gehör(?:t|en)~ zu[mr]?
owned_by | .65 ^ | gehör(?:t|en)~ (?:dem|der|den)
owned_by | .65 @ | gehör(?:t|en)
owned_by | .65 | (?:der|die|das) (?:von|vom|durch) … (?:betrieben|betreut|gewartet|gepflegt|verwaltet) wird
owned_by | .7 | (?:betrieben|betreut|gewartet|gepflegt|verwaltet|verantwortet|geleitet) (?:von|vom|durch)
owned_by | .65 | steh(?:t|en) unter der (?:Verantwortung|Leitung|Obhut) (?:von|vom|des|der)
owned_by< | .7 @ | kümmer(?:t|n) sich um
part_of | .65 | (?:ist|sind) (?:ein )?(?:Teil|Bestandteil|Komponente|Modul|Mitglied) (?:von|vom|der|des)
part_of< | .65 | ha(?:t|ben) (?:\w+ )?(?:Teile|Komponenten|Module|Bestandteile|Mitglieder|Felder|Spalten)
part_of< | .65 | gliedert sich in
part_of< | .7 | besteh(?:t|en) aus|umfass(?:t|en)|enthäl?t(?:en)?|beinhalte(?:t|n)|(?:setzt|setzen) sich aus
located_in | .7 | befinde(?:t|n) sich (?:in|im|am|an|auf)|(?:steht|stehen|liegt|liegen) (?:in|im|am|bei)
located_in | .65 ^ | (?:ist|sind) (?:in|im|am) … (?:untergebracht|angesiedelt|ansässig)
located_in | .65 ^ | ha(?:t|ben) (?:ihren|seinen) Sitz~ (?:in|im)|(?:läuft|laufen)~ (?:in|im)
located_in | .65 ^ | sitz(?:t|en) (?:in|im)
located_in | .65 ^ | (?:mit|, mit) (?:Haupts|S)itz in
located_in | .65 ^ | (?:steht|stehen|liegt|liegen|hängt)~ (?:vor|auf|neben|nahe|an der)
located_in | .65 ^ | (?:ist|sind) (?:am|an der|auf|in|im|bei) … (?:verankert|aufgestellt|installiert|montiert)
owned_by | .7 | (?:wird|werden|wurden?) (?:von|vom|durch) … (?:betreut|gewartet|gepflegt|betrieben)
owned_by | .7 | (?:wird|werden|wurden?) (?:von|vom|durch) … (?:verantwortet|verwaltet)
owned_by< | .7 @ | (?:ist|sind) (?:verantwortlich|zuständig) für|verantwort(?:et|en)|betreu(?:t|en)
owned_by< | .7 @ | (?:ist|sind) für … (?:verantwortlich|zuständig)
owned_by< | .7 @ | betreib(?:t|en)|pfleg(?:t|en)
precedes | .7 | (?:läuft|laufen|startet|starten|kommt|kommen|steht|erfolgt) vor|geht … voraus
precedes< | .7 | (?:läuft|laufen|startet|starten|kommt|kommen) nach|folg(?:t|en) auf|ersetz(?:t|en)~
precedes< | .7 | löst … ab|(?:hat|haben) … (?:abgelöst|ersetzt)
precedes | .7 | (?:wird|werden|wurden?)~ (?:von|vom|durch) … (?:ersetzt|abgelöst)
cites | .7 ^ | entsprech(?:en)?|entsprich(?:t)|zitier(?:t|en)|(?:hält|halten) sich an
cites | .6 # | setz(?:t|en) … um|(?:richtet|richten) sich nach
cites | .6 # | erfüll(?:t|en)|implementier(?:t|en)|befolg(?:t|en)|unterstütz(?:t|en)|unterlieg(?:t|en)
defines | .65 | definier(?:t|en)
located_in | .65 ^ | (?:der|die|das) (?:in|im) … (?:geführt|betrieben|gehostet|aufbewahrt|verwahrt)
located_in | .65 ^ | (?:der|die|das) (?:in|im) … (?:liegt|liegen|steht|stehen)
uses | .6 ^ | (?:liest|lesen) (?:die Variable|die Datei)|bedien(?:t|en)
part_of | .6 ^ | arbeite(?:t|n) (?:beim?|für|in der|im)
refers_to | .6 | verweis(?:t|en) auf
same_as | .7 | steht für|ist die Abkürzung (?:von|für)
is-a | .6 | (?:ist|war) eine?|bezeichnet|bedeutet
is-a | .5 ^ | ist (?:der|die|das)
"""

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
        "pass": "geht gehen ging fließ- gelang-",
        "change": "migrier- wechsel- wander- umgestellt umbenannt aktualisier-",
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
    object="",
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
    denying=r"nicht|keine?[mnrs]?|nie|niemals|ohne|statt|anstelle|weder|nichts|niemand",
    hedging=(
        r"kann|können|könnte|könnten|darf|dürfen|optional|möglicherweise|eventuell|vielleicht|"
        r"wahrscheinlich|manchmal|würde|würden|sollte|sollten|früher|ursprünglich"
    ),
    conditional=r"wenn|falls|sofern|ob|solange|bis",
    joining=r"und|oder|sowie|bzw\.|&",
    ending=(
        r"aber|weil|wenn|sondern|um|damit|ohne|statt|sowie|falls|dass|obwohl|während|bevor|nachdem|"
        r"ist|sind|wird|werden|hat|haben|muss|müssen|soll|kann|für|zum|zur|mit|bei|durch|per|über"
    ),
    fronted=(
        r"für|in|im|bei|beim|mit|zu[mr]?|auf|nach|vor|seit|unter|über|zwischen|aus|von|vom|an|am|ab|"
        r"durch|hier|dort|dabei|dafür|dazu|hierfür|intern|außerdem|zusätzlich|seitdem|damit"
    ),
    between=(
        r"auch|außerdem|zusätzlich|direkt|nur|stets|immer|derzeit|heute|täglich|seit \w+(?: \d{4})?|"
        r"im (?:Jahr |Keller )?(?:\w+ )?\d{4}|\d{4}"
    ),
    pages="seite dokument dokumentation anleitung handbuch richtlinie leitfaden verfahren",
    determiners="diese[rsmn]?|der|die|das|dem|den|des",
    abbreviations=r"bzw|z\.\s?B|u\.a|ca|usw|Nr",
    starts="Er|Sie|Es|Der|Die|Das",
    teams=r"\w*institut|\w*gmbh|\w*behörde|\w*amt|\w*leitstelle|abteilung|gruppe|gremium",
    examples="wie etwa|wie zum Beispiel",
    nobody="wir|man|ihr|es|und",
    standing="er|sie|es|diese[rs]?",
    leading="der|die|das|eine?",
    ours=r"unser\w*",
    nothing_but=r"nichts (?:als|außer|weiter als)|nur",
    but="aber|sondern",
    chapters="Kapitel|Abschnitt|Artikel",
    verbal="ist|sind|wird|werden|und|oder",
    no_term=(
        "verantwortlich|zuständig|grundlagen?|ziel|zweck|voraussetzung(?:en)?|ausnahmen?|beispiel|"
        "grund|problem|wichtig|ergebnis|folge|teil|unter|als"
    ),
    reasons="weil|da|obwohl|wenn",
    degrees="bisschen|wenig",
    adverbs=(
        r"jedoch|außerdem|danach|dann|zudem|schließlich|dabei|deshalb|daher|trotzdem|ansonsten|"
        r"inzwischen|derzeit|zusätzlich"
    ),
    triggers=_TRIGGERS,
)
"""The words of German."""
