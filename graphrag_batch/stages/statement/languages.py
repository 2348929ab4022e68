"""Trigger words of languages that nothing here parses (and of English where no parser is at hand).

A language's triggers are lines of `relation | weight | expression`: what stands before it in the clause is
the relation's subject, what follows its object; `<` after the relation turns that round. An expression with
` … ` encloses the object: `hängt von … ab`. `@` wants a team for its owner (else it says what follows the
relation after a slash), `#` the name of a standard (else the same), `^` a name with a capital or a digit for
its object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.statement.inflect import base_of, forms
from graphrag_batch.textual import folded


class Trigger(NamedTuple):
    """A line of a table; `is_loose`: with words in it that may deny what it says."""

    rel: str
    turned: bool
    weight: float
    wants: str
    closing: str
    otherwise: str
    is_loose: bool


class Language(NamedTuple):
    """What is needed of a language: its triggers, by how they begin, as one expression with a numbered group
    for each; words that deny, that hedge and that make a condition of a clause, joints of enumerations,
    relative pronouns, words that end an object, those after which the subject follows its verb (German).
    `quick` finds no more and no less than the expression of triggers, without telling which. All of them read
    text that is folded."""

    triggers: tuple[tuple[Trigger, ...], ...]
    quick: re.Pattern[str]
    expression: re.Pattern[str]
    denying: re.Pattern[str]
    hedging: re.Pattern[str]
    conditional: re.Pattern[str]
    joint: re.Pattern[str]
    relative: re.Pattern[str]
    ending: re.Pattern[str]
    fronted: re.Pattern[str]


_EN = r"""
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
located_in | .65 ^ | ha(?:s|ve) (?:its|their) (?:seat|headquarters|office|home) in
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

_DE = r"""
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

_ES = r"""
uses | .7 | usan?|utilizan?|emplean?|(?:se ejecutan?|funcionan?|corren?)~ (?:en|sobre|con|bajo)
uses | .7 | (?:está|están) (?:construid|escrit|hech)[oa]s? (?:con|en|sobre)
uses | .65 | (?:lee|leen)~ (?:de|desde|del)|(?:escriben?|publican?)~ en|llaman? al?|consultan?|invocan?
uses | .65 ^ | (?:guardan?|almacenan?|registran?|anotan?|archivan?)% en
uses | .65 ^ | (?:leen?|reciben?|obtienen?|toman?|descargan?|importan?|recogen?)% (?:de|desde|del)
uses | .65 ^ | (?:envían?|mandan?|exportan?|escriben?|transmiten?|suben?)% al?
uses | .65 ^ | se (?:conectan?|comunican?)~ (?:al?|con)|trabajan? con|se apoyan? en|hablan?
uses | .65 ^ | (?:envían?|transmiten?|se comunican?|hablan?)% (?:por|mediante|vía|a través de)
uses | .65 ^ | (?:se|es|son|está|están) (?:miden?|vigilan?|cifran?|calculan?|\w+d[oa]s?)~ (?:con|mediante)
uses< | .7 | (?:es|son|está|están) (?:usad|utilizad)[oa]s? por
depends_on | .75 | dependen? del?|requieren?|necesitan?
depends_on | .75 | no (?:funcionan?|arrancan?|trabajan?|operan?|se ejecutan?) sin
cites/depends_on | .7 # | (?:(?:está|están) )?basad[oa]s? en|se basan? en
depends_on< | .7 | (?:es|son) (?:requerid|necesitad)[oa]s? por
owned_by/part_of | .65 @ | pertenecen?~ al?
owned_by | .7 | (?:(?:es|son|está|están) )?(?:mantenid|gestionad|administrad|operad|dirigid)[oa]s? por
owned_by | .7 | (?:está|están) a cargo del?
owned_by< | .7 @ | se (?:encargan?|ocupan?) del?
part_of | .65 | forman? parte del?|(?:es|son) (?:una? )?(?:parte|componentes?|módulos?|miembros?) del?
part_of< | .65 | tienen? (?:\w+ )?(?:partes|componentes|módulos|miembros|piezas|campos|columnas)
part_of< | .65 | se dividen? en
part_of | .65 | (?:es|son) un[oa] de (?:los|las) (?:\w+ )?(?:partes|componentes|módulos|miembros|piezas) del?
part_of< | .7 | constan? de|se componen? de|(?:está|están) (?:compuest|formad)[oa]s? por|comprenden?
part_of< | .7 | incluyen?|contienen?
located_in | .7 | se (?:encuentran?|ubican?|hallan?) en
located_in | .7 | (?:está|están) (?:ubicad|situad|alojad|instalad)[oa]s? en
located_in | .6 ^ | (?:está|están) en|tienen? su sede~ en
located_in | .6 ^ | (?:se (?:alojan?|exponen?|conservan?|guardan?)|yacen?) en
located_in | .65 ^ | (?:, )?con sede en|se encuentran? (?:instalad|situad|expuest)[oa]s? en
located_in | .65 ^ | (?:está|están) junto al?
owned_by | .7 | (?:es|son|está|están) (?:mantenid|gestionad|administrad|operad)[oa]s? por|lo mantiene
owned_by | .7 | la mantiene
owned_by< | .7 @ | (?:es|son) responsables? del?|mantienen?|gestionan?|administran?
precedes | .7 | (?:va|van|viene|vienen|ocurre) antes (?:de|del|que)
precedes< | .7 | (?:va|van|viene|vienen|ocurre) después (?:de|del|que)
precedes | .7 | precede[n]? al?|se ejecutan? antes del?|empiezan? antes del?
precedes< | .7 | se ejecutan? después del?|empiezan? después del?|(?:sustituyen?|reemplazan?)(?: al?)?
precedes< | .7 | siguen? al?|(?:sustituy|reemplaz)(?:ó|eron|aron)(?: al?)?
precedes< | .7 | ha (?:sustituido|reemplazado)(?: al?)?
precedes | .7 | se ejecutan? antes (?:que|del?)|preceden? al?
precedes | .7 | (?:es|son|fue|fueron|sido) (?:sustituid|reemplazad)[oa]s?% por
cites | .7 ^ | cumplen?(?: con)?(?: las?| los| el)?|citan?|se ajustan? al?|siguen?(?: la| el)? norma
cites | .6 # | implementan?|soportan?|aplican?(?: la| el)?|(?:está|están) sujet[oa]s? al?(?: la)?
defines | .65 | definen?
located_in | .6 ^ | se guardan? en|(?:está|están) en (?:la orilla|el centro|el norte|el sur|las afueras) del?
part_of | .65 | (?:es|son) (?:la|el) (?:\w+ )?(?:entrada|sección|capítulo|parte) del?
uses | .6 ^ | leen? (?:la variable|el archivo|el fichero)
part_of | .6 ^ | trabajan? (?:en|para)
refers_to | .6 | remiten? al?|se refieren? al?|hacen? referencia al?
same_as | .7 | significan?|también (?:conocid|llamad)[oa]s? como|es la abreviatura de
is-a | .6 | (?:es|era|fue) una?
is-a | .5 ^ | es (?:el|la)
"""

_FR = r"""
uses | .7 | utilise(?:nt)?|emploie(?:nt)?|(?:tourne|tournent|fonctionne|fonctionnent)~ (?:sur|sous|avec)
uses | .7 | (?:est|sont) (?:construit|écrit|développé)e?s? (?:avec|en|sur)
uses | .65 | (?:lit|lisent)~ (?:dans|depuis)|(?:écrit|écrivent|publie|publient)~ dans
uses | .65 ^ | (?:stocke|stockent|enregistre|garde|conserve|archive|sauvegarde|écrit|consigne)% (?:dans|sur)
uses | .65 ^ | (?:lit|reçoit|reçoivent|récupère|obtient|tire|importe|télécharge)% (?:de|depuis|du|d['’])
uses | .65 ^ | (?:envoie|envoient|transmet|exporte|expédie|remonte|pousse)% (?:à|au|vers)
uses | .65 ^ | se connecte(?:nt)? (?:à|au|aux)|(?:s['’]appuie(?:nt)?|se repose(?:nt)?) sur|parle(?:nt)?
uses | .65 ^ | (?:envoie|transmet|communique|passe|dialogue|parle)% (?:via|par|en)
uses | .65 ^ | (?:est|sont) (?:surveillé|chiffré|mesuré|calculé|géré|déployé|généré)e?s? (?:avec|par)
uses | .65 | appelle(?:nt)?|interroge(?:nt)?
uses< | .7 | (?:est|sont) (?:utilisé|employé)e?s? par
depends_on | .75 | dépend(?:ent)? d(?:e(?: l[ae’']?)?|u|es|’|')|(?:requiert|requièrent)|nécessite(?:nt)?
depends_on | .75 | repose(?:nt)? sur
depends_on | .75 | ne (?:fonctionne|démarre|tourne|marche)(?:nt)? pas sans
depends_on | .7 | (?:a|ont) besoin d(?:e(?: l[ae’']?)?|u|es|’|')
cites/depends_on | .7 # | (?:est|sont) (?:basée?|fondée?)s? sur|se fonde(?:nt)? sur
depends_on< | .7 | (?:est|sont) (?:requis|nécessité)e?s? par
owned_by/part_of | .65 @ | appartien(?:t|nent) (?:à(?: l[a’'])?|aux?)
part_of | .65 | (?:fait|font) partie d(?:e(?: l[a’'])?|u|es|’|')
part_of | .65 | (?:est|sont) un(?:e)? (?:partie|composante?|module|membre) d(?:e(?: l[a’'])?|u|es|’|')
part_of< | .7 | (?:se compose|se composent|est composée?|est constituée?) d(?:e|es|’|')|compren(?:d|nent)
part_of< | .7 | contien(?:t|nent)|comporte(?:nt)?
part_of | .65 | (?:est|sont) l['’]une? des (?:parties|composante?s|modules) d(?:e(?: l[a’'])?|u|es|’|')
located_in | .7 | se (?:trouve|trouvent|situe|situent) (?:à|en|dans|au)
located_in | .7 | (?:est|sont) (?:située?s?|hébergée?s?|basée?s?|installée?s?) (?:à|en|dans|au)
located_in | .7 | (?:est|sont) (?:implantée?s?|exposée?s?) (?:à|en|dans|au)
located_in | .65 ^ | (?:a|ont) (?:son|leur) siège (?:à|en|au|dans)|dont le siège est (?:à|en|au)
owned_by | .7 | (?:(?:est|sont) )?(?:maintenu|administré|exploité|entretenu|dirigé)e?s? par
owned_by | .65 @ | (?:est|sont) gérée?s? par
owned_by | .65 | (?:est|sont) (?:à la|sous la|en) (?:charge|responsabilité) d(?:e(?: l[a’'])?|u|es|’|')
owned_by< | .7 @ | s['’]occupe(?:nt)? d(?:e(?: l[a’'])?|u|es|’|')
owned_by< | .7 @ | (?:est|sont) responsables? d(?:e(?: l[a’'])?|u|es|’|')|maintien(?:t|nent)|gère|gèrent
precedes | .7 | (?:vient|viennent|passe|passent|va|vont) avant
precedes< | .7 | (?:vient|viennent|passe|passent|va|vont) après
precedes | .7 | précède(?:nt)?|s['’]exécute(?:nt)? avant
precedes< | .7 | s['’]exécute(?:nt)? après|remplace(?:nt)?|succède(?:nt)? (?:à|aux?)|(?:a|ont) remplacé
precedes | .7 | (?:est|sont|a été|ont été) (?:remplacé|suivi)e?s?% (?:par|de)
cites | .7 ^ | (?:est|sont) conformes? (?:à(?: l[a’'])?|aux?)|respecte(?:nt)?|cite(?:nt)?
cites | .6 # | implémente(?:nt)?|suivent|suit|met(?:tent)? en œuvre
cites | .6 # | (?:est|sont) soumise?s? (?:à(?: l[a’'])?|aux?)
defines | .65 | définit|définissent
refers_to | .6 | (?:renvoie|renvoient|se réfère|se réfèrent) (?:à|aux?)
same_as | .7 | signifie|(?:est|sont) aussi connue?s? sous le nom de
is-a | .6 | (?:est|était) une?|désigne
is-a | .5 ^ | est (?:le|la|l['’])
"""

# Words that deny, hedge, make a condition; joints; relative pronouns; words that end an object.
_WORDS = {
    "en": (
        r"not|\w+n[’']t|never|no longer|cannot|neither|nor|no|without|instead|avoids?|stopped|stops?|nobody"
        r"|used to",
        r"may|might|could|would|can|optionally|possibly|perhaps|maybe|potentially|probably|sometimes|should"
        r"|plans? to|wants? to|previously|formerly|originally",
        r"if|unless|whether|until|when",
        r"and|or|as well as|and/or|&",
        r"which|that|who",
        r"which|that|who|because|but|while|when|if|where|so|although|since|unless|instead|rather|without|until"
        r"|for|to|via|before|after|during|by|from|is|are|was|were|has|have|must|should|may|can|will",
        r"(?!)",
    ),
    "de": (
        r"nicht|keine?[mnrs]?|nie|niemals|ohne|statt|anstelle|weder|nichts|niemand",
        r"kann|können|könnte|könnten|darf|dürfen|optional|möglicherweise|eventuell|vielleicht|wahrscheinlich"
        r"|manchmal|würde|würden|sollte|sollten|früher|ursprünglich",
        r"wenn|falls|sofern|ob|solange|bis",
        r"und|oder|sowie|bzw\.|&",
        r"der|die|das|welche[rs]?",
        r"aber|weil|wenn|sondern|um|damit|ohne|statt|sowie|falls|dass|obwohl|während|bevor|nachdem|ist|sind|wird"
        r"|werden|hat|haben|muss|müssen|soll|kann|für|zum|zur|mit|bei|durch|per|über",
        r"für|in|im|bei|beim|mit|zu[mr]?|auf|nach|vor|seit|unter|über|zwischen|aus|von|vom|an|am|ab|durch|hier|dort"
        r"|dabei|dafür|dazu|hierfür|intern|außerdem|zusätzlich|seitdem|damit",
    ),
    "es": (
        r"no|nunca|jamás|sin|tampoco|nadie|ningun[oa]?|en lugar de|en vez de",
        r"puede[n]?|podría[n]?|opcionalmente|posiblemente|quizás?|tal vez|probablemente|a veces|debería[n]?"
        r"|antes|anteriormente|originalmente",
        r"si|cuando|hasta que|a menos que",
        r"y|e|o|u|así como|&",
        r"que|cual|cuales|quien",
        r"que|pero|porque|cuando|si|para|sin|aunque|mientras|donde|por|mediante|con|desde|es|son|está|están|debe"
        r"|deben|puede|pueden|ha|han",
        r"(?!)",
    ),
    "fr": (
        r"n['’e]|pas|jamais|plus|sans|aucune?|ni|au lieu de|personne",
        r"peut|peuvent|pourrait|pourraient|éventuellement|optionnellement|peut-être|parfois|devrait|devraient"
        r"|auparavant|initialement",
        r"si|s['’]il|lorsque|quand|jusqu",
        r"et|ou|ainsi que|&",
        r"qui|que|lequel|laquelle",
        r"qui|que|mais|parce|car|si|lorsque|quand|pour|sans|afin|où|dont|par|avec|via|est|sont|doit|doivent|peut"
        r"|peuvent|a|ont",
        r"(?!)",
    ),
}  # fmt: skip
# `~` in an expression: adverbs and times that may stand there. `%`: a few words, whatever they are.
_BETWEEN = {
    "en": r"(?: (?:also|now|then|always|only|directly|currently|still|mainly))?",
    "de": r"(?: (?:auch|außerdem|zusätzlich|direkt|nur|stets|immer|derzeit|heute|täglich|seit \w+(?: \d{4})?|"
    r"im (?:Jahr |Keller )?(?:\w+ )?\d{4}|\d{4}))?",
    "es": r"(?: (?:también|además|siempre|directamente|hoy|ahora|(?:desde|en) (?:\w+ de )?\d{4}))?",
    "fr": r"(?: (?:aussi|également|toujours|directement|désormais|(?:depuis|en) (?:\w+ )?\d{4}))?",
}
_ANY = r"(?: [^\s.;:,()]+){0,5}?"
_TABLES = {"en": _EN, "de": _DE, "es": _ES, "fr": _FR}
LANGUAGES = frozenset(_TABLES)


def _word(expression: str) -> re.Pattern[str]:
    # On folded text, an expression that ignores case would find the same in three times the time.
    return re.compile(rf"(?<![\w-])(?:{folded(expression)})(?:(?<=['’])|(?![\w-]))")


@cache
def language(tag: str, own: tuple[tuple[str, str], ...] = ()) -> Language:
    """The tables of a language (English for one that has none), with triggers of the configuration:
    pairs of a relation and what says it."""
    name = tag if tag in _TABLES else "en"
    triggers: dict[str, list[Trigger]] = {}
    table = _TABLES[name].replace("~", _BETWEEN[name]).strip().split("\n")
    lines = [*(line for rel, text in own for line in _own(rel, text)), *table]
    for line in lines:
        rel, marks, expression = (part.strip() for part in line.split(" | ", 2))
        weight, _, wants = marks.partition(" ")
        is_loose, expression = "%" in expression, expression.replace("%", _ANY)
        for way in _alternatives(expression):
            opening, _, closing = (part.strip() for part in way.partition("…"))
            said, _, otherwise = rel.rstrip("<").partition("/")
            trigger = Trigger(said, rel.endswith("<"), float(weight), wants, closing, otherwise, is_loose)
            triggers.setdefault(opening, []).append(trigger)
    ways = "|".join(triggers), "|".join(f"({opening})" for opening in triggers)
    return Language(tuple(map(tuple, triggers.values())), *map(_word, (*ways, *_WORDS[name])))


def _own(rel: str, trigger: str) -> Iterator[str]:
    """The lines for what the configuration names: as written, and in the other forms of an English verb."""
    first, _, rest = trigger.partition(" ")
    base, third, past, participle, _ = forms(base_of(first))
    if first in ("is", "are", "was"):
        yield f"{rel} | .7 | {re.escape(trigger)}"
        return
    tail = re.escape(f" {rest}") if rest else ""
    yield f"{rel} | .7 | (?:{'|'.join(map(re.escape, (first, base, third, past)))}){tail}"
    yield f"{rel}< | .7 | (?:is|are|was|were) {re.escape(participle)}{tail} by"


def _alternatives(expression: str) -> list[str]:
    """The ways of saying it, where one encloses its object; else they stay together."""
    if "…" not in expression:
        return [expression]
    ways, depth, start = [], 0, 0
    for i, character in enumerate(expression):
        depth += (character == "(") - (character == ")")
        if character == "|" and not depth:
            ways.append(expression[start:i])
            start = i + 1
    return [*ways, expression[start:]]
