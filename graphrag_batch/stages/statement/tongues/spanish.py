"""Spanish."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

_TRIGGERS = r"""
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

SPANISH = Tongue(
    verbs={
        "use": """
            us- usa utiliz- emple- llam- invoc- consult- le- lee leyó escrib- escrit- guard- almacen-
            conserv- envi- envía envían mand- recib- obtien- obten- descarg- carg- import- export- public-
            suscrib- escuch- habl- comunic- conect- ejecut- corr- funcion- constru- construy- desplieg-
            despleg- aloj- gener- sirv- pid- pregunt- abr- consum- produc- reenví- transmit- registr-
            anot- apunt- archiv- instal- sincroniz- replic- cifr- firm- verific- autentic- autentif-
            valid- comprueb- comprob- mid- med- vigil- monitoriz- monitore- avis- notific- gestion-
            configur- program- arranc- lanz- proces- transform- conviert- convert- traduc- comprim- copi-
            mov- muev- migr- tom- devuelv- devolv- acept- expon- integr- intercambi- enlaz- recog- recoj-
            recopil- index- busc- imprim- muestr- mostr- control- apoy- implement- soport- sub- vuelc-
            volc- obtenid- extra- calcul- analiz- provien- procede acced- escrito""",
        "need": "necesit- requier- requer- depend- precis-",
        "own": """
            manten- mantien- mantuv- gestion- administr- oper- dirig- dirij- llev- encarg- ocup-
            desarroll- coordin- cuid- atiend- atend- supervis- escrib- escrit- cre- fund- diseñ- pertenec-
            responsable cargo fabric-""",
        "hold": "const- contien- conten- contuv- incluy- inclu- comprend- compon- compuest- divid- formad-",
        "belong": "pertenec-",
        "stand": """
            está están estaba estaban encuentr- encontr- ubic- ubicad- situ- situad- hall- aloj- instal-
            yac- qued- trabaj- viv- corr- ejecut- funcion- resid- expuest- guard- sede oficina laboratorio""",
        "follow": "sustitu- sustituy- reemplaz- sucede sucedió sigue siguen",
        "precede": "preced-",
        "obey": """
            cumpl- ajust- sigue siguen respet- aplic- implement- cit- obedec- rig- rige certific- conforme
            prevé""",
        "mean": "signific- design- denot- indic- represent-",
        "name": "llama llaman llamado llamada denomin- conocido conocida",
        "be": "es son era eran fue fueron",
        "pass": "va van viaj- fluye fluyen",
        "change": "migr- cambi- pas- renombr- actualiz-",
    },
    endings="""
        a o e as es an en ó ió aron ieron aba aban ía ían ado ada ados adas ido ida idos idas to ta tos
        tas ando iendo amos emos imos n""",
    passive="es son fue fueron era eran sido está están estaba estaban ser",
    done="ado ada ados adas ido ida idos idas to ta tos tas cho cha chos chas",
    place="en cerca junto dentro",
    means="con mediante por vía sobre bajo contra usando",
    other="de desde del a al en hacia hasta",
    idle="para sin entre durante según como contra tras ante salvo",
    agent="por",
    of="de del",
    part="""
        parte partes componente componentes módulo módulos miembro miembros pieza piezas sección capítulo
        unidad una uno elemento elementos""",
    own="su sus nuestro nuestra",
    pronoun="él ella ello ellos ellas este esta esto estos estas ambos ambas",
    object="",
    person="usted ustedes tú yo te os",
    we="nosotros",
    article="""
        el la los las un una unos unas su sus nuestro nuestra nuestros nuestras cada todo toda todos todas
        dos tres varios varias otro otra otros otras mismo misma propio propia cualquier""",
    some="un una el la los las cualquier",
    alone="n ó á está es era",
    alone_here="a e",
    joint="y e o u también como así",
    clause="porque cuando mientras aunque si pero sino donde como para cuya cuyo pues hasta",
    relative="que quien cual cuales",
    denying=r"no|nunca|jamás|sin|tampoco|nadie|ningun[oa]?|en lugar de|en vez de",
    hedging=(
        r"puede[n]?|podría[n]?|opcionalmente|posiblemente|quizás?|tal vez|probablemente|a veces|"
        r"debería[n]?|antes|anteriormente|originalmente"
    ),
    conditional=r"si|cuando|hasta que|a menos que",
    joining=r"y|e|o|u|así como|&",
    ending=(
        r"que|pero|porque|cuando|si|para|sin|aunque|mientras|donde|por|mediante|con|desde|es|son|está|"
        r"están|debe|deben|puede|pueden|ha|han"
    ),
    between=r"también|además|siempre|directamente|hoy|ahora|(?:desde|en) (?:\w+ de )?\d{4}",
    pages="página documento documentación guía manual política procedimiento",
    determiners="este|esta|esto|el|la|los|las",
    abbreviations=r"p\.\s?ej|Sr|Sra|art",
    starts="El|La|Los|Las|Se",
    teams=r"\w*instituto|equipo|departamento|grupo",
    examples="como",
    nobody="nosotros|se|que|y",
    standing="él|ella|ello|este|esta|lo|la",
    leading="el|l[ao]s?|una?",
    ours="nuestr[oa]",
    nothing_but=r"nada más que|solo|sólo|únicamente",
    but="pero",
    chapters="capítulo|artículo",
    verbal="son|está|están|que",
    no_term="responsables?|objetivo|motivo|resultado|ejemplo|problema",
    reasons="porque|aunque|si",
    degrees="poco|más",
    adverbs=r"además|entonces|después|luego|finalmente|así|ahora|también|asimismo|mientras|\w+mente",
    triggers=_TRIGGERS,
)
"""The words of Spanish."""
