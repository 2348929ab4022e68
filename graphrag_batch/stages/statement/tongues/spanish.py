"""Spanish."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

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
)
"""The words of Spanish."""
