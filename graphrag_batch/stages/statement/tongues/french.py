"""French."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

_TRIGGERS = r"""
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

FRENCH = Tongue(
    verbs={
        "use": """
            utilis- emploi- employ- appel- appell- invoqu- interrog- lit lisent lu lue lus lues lire écri-
            écrit écrivent stock- sauvegard- enregistr- conserv- gard- envoi- envoy- reçoi- reçu reçoit
            reçoivent récupèr- récupér- obtien- obtient télécharg- charg- import- export- publi- abonn-
            écout- parl- communiqu- connect- tourn- fonctionn- exécut- constru- construit déploi- déploy-
            héberg- génèr- génér- sert servent demand- ouvr- ouvre consomm- produi- produit transm-
            transmet transmettent transmis relai- relay- diffus- journalis- consign- archiv- install-
            synchronis- répliqu- chiffr- sign- vérifi- authentifi- valid- contrôl- test- mesur- surveill-
            alert- notifi- prévien- prévient gèr- gér- configur- program- lanc- démarr- trait- transform-
            converti- traduit compress- copi- déplac- migr- prend prennent pris rend renvoi- renvoy-
            accept- expos- intègr- intégr- échang- li- rattach- collect- rassembl- index- cherch- imprim-
            affich- command- appui- appuy- repos- implément- support- dépos- déposé pouss- tir- vers-
            provien- provient vien- vient calcul- analys- accèd- accéd- remont- puis-""",
        "need": "nécessit- requiert requièr- requis requise dépend- besoin exig-",
        "own": """
            maintien- maintenu- maintien entretien- entretenu- gèr- gér- administr- exploit- dirig- pilot-
            tien- tenu- tient occup- développ- coordonn- supervis- écrit- cré- fond- conçu- appartien-
            appartient appartiennent responsable charge fabriqu- anim- possèd-""",
        "hold": """
            contien- contient contenu comport- compren- comprend compos- constitu- inclu- inclut regroup-
            divis-""",
        "belong": "appartien- appartient appartiennent fait font",
        "stand": """
            trouv- situ- héberg- bas- install- implant- siège siég- expos- rest- travaill- habit- log-
            tourn- fonctionn- exécut- entrepos- conserv- ouvr- ouvre""",
        "follow": "remplac- succèd- succéd- suit suivent suivi- suivie",
        "precede": "précèd- précéd-",
        "obey": """
            respect- conform- conforme suit suivent appliqu- implément- soumis- cit- œuvre régi- régie
            certifi-""",
        "mean": "signifi- désign- représent- indiqu-",
        "name": "appelle appelé appelée nomm- dénomm- connu connue",
        "be": "est sont était étaient fut",
        "pass": "va vont transit- circul-",
        "change": "migr- pass- renomm- chang-",
    },
    endings="""
        e es ent é ée és ées ait aient a i it is ie ies ient t u ue us ues ant ts te nt rent èrent ra
        ront s""",
    passive="est sont été était étaient être fut",
    done="é ée és ées i ie is ies it ite its ites u ue us ues ert erte ise ises",
    place="à au aux en dans chez près sous",
    means="avec via par sur sous au moyen contre",
    other="de depuis du des d vers dans à au aux en",
    idle="pour sans entre pendant selon comme contre après avant sauf lors dès",
    agent="par",
    of="de du des d",
    part="""
        partie parties composant composants composante composantes module modules membre membres élément
        éléments section chapitre unité une un""",
    own="son sa ses leur leurs notre",
    pronoun="deux il elle ils elles celui-ci celle-ci ce ceci cela ça",
    object="",
    person="vous je tu",
    we="nous on",
    article="""
        le la les l un une des son sa ses leur leurs notre nos votre vos chaque tout toute tous toutes
        deux trois plusieurs autre autres même mêmes propre propres ce cet cette ces""",
    some="un une le la l les",
    alone="",
    alone_here="e t",
    joint="et ou ainsi aussi également comme",
    clause="parce quand lorsque tandis bien si mais où car puisque dont comme pour afin pendant",
    relative="qui que lequel laquelle",
    denying=r"n['’e]|pas|jamais|plus|sans|aucune?|ni|au lieu de|personne",
    hedging=(
        r"peut|peuvent|pourrait|pourraient|éventuellement|optionnellement|peut-être|parfois|devrait|"
        r"devraient|auparavant|initialement"
    ),
    conditional=r"si|s['’]il|lorsque|quand|jusqu",
    joining=r"et|ou|ainsi que|&",
    ending=(
        r"qui|que|mais|parce|car|si|lorsque|quand|pour|sans|afin|où|dont|par|avec|via|est|sont|doit|"
        r"doivent|peut|peuvent|a|ont"
    ),
    between=r"aussi|également|toujours|directement|désormais|(?:depuis|en) (?:\w+ )?\d{4}",
    pages="page document documentation guide manuel politique procédure",
    determiners="ce|cet|cette|le|les",
    abbreviations="art",
    starts="Il|Elle|Le|Les",
    teams="équipe|comité|service des",
    examples="tels? que|comme",
    nobody="nous|on|vous|il|et",
    standing="il|elle",
    leading="l[ae]s?|l['’]|une?",
    ours="notre",
    nothing_but=r"rien d['’]autre que|que|seulement",
    but="mais",
    chapters="article|contrôle|chapitre",
    verbal="est|sont|qui",
    no_term="objectif|but|exemple|résultat|problème|raison",
    reasons="parce qu|puisqu|si",
    degrees="peu|plus",
    adverbs=(
        r"cependant|toutefois|néanmoins|pourtant|ensuite|enfin|ainsi|alors|donc|aussi|sinon|"
        r"désormais|actuellement|dorénavant|autrement|puis|\w+(?:ellement|amment|emment|ivement|alement)"
    ),
    triggers=_TRIGGERS,
)
"""The words of French."""
