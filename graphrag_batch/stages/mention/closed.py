"""Closed classes of words in German, French and Spanish, and the keys of front lines in four languages: with
a capital letter or without, they name nothing. Pure data, and the endings of verbs."""

from __future__ import annotations

from graphrag_batch.stages.mention.given import GIVEN

_SMALL = """
    der die das den dem des ein eine einer einem einen eines und oder aber nicht kein keine ist sind
    war waren wird werden wurde wurden hat haben kann können muss müssen soll sollen darf dürfen für
    von vom zum zur mit bei nach aus auf an in im am um über unter vor hinter zwischen durch gegen
    ohne seit bis wer was wann wo wie warum wenn weil ob dass als auch nur noch schon sehr diese
    dieser dieses diesen diesem jede jeder jedes alle allen es er sie wir ihr man sich hier dort
    dann danach davor zuerst zuletzt außerdem siehe el la los las un una unos unas y o pero no es
    son era fue ser está están se su sus por para con sin sobre entre hasta desde durante antes
    después cuando donde como qué quién cuál si porque que del al en este esta estos estas ese esa
    cada todo toda todos todas muy también ya más menos hay han ha le les une des du et ou mais ne
    pas est sont était sera ce cette ces son sa ses leur leurs par pour avec sans sur sous dans vers
    chez qui quoi quand où comment si parce car il elle ils elles on nous vous
    según mediante hacia quizá quizás ahora aquí allí así entonces luego además mientras aunque tras ningún
    ninguna algún alguna algunos varios nunca siempre después primero véase nada nadie ambos otro otra
    selon pendant depuis après avant ainsi alors enfin ensuite puis lorsque chaque tous toutes plusieurs
    aucun aucune peut rien personne toujours jamais aussi même sauf voir notre votre
    laut gemäß je vermutlich etwa etwas nichts niemand jemand mehr viele wenige beide solche zwei drei beim
    ins ans dazu davon dabei damit daher darum jedoch sonst falls sobald solange während wegen trotz statt
    ihre ihren seine seinen unser unsere unseren euer eure siehe ebenso erst zuletzt frühestens spätestens
"""
FOREIGN_WORDS = frozenset(_SMALL.split())
"""What is no name where a sentence begins, whatever language it is in."""
_CLOSED = {
    "de": """
    ab abends allerdings allein allenfalls allgemein also andere anderer anderes anderen anders anfangs anhand
    anschließend anstatt anstelle auch außer außerhalb beispielsweise bereits besonders besser bevor bisher
    bislang bitte bloß dabei dadurch dafür dagegen damals danach dann daran darauf daraufhin darin
    darüber
    darunter dein deine demnach demnächst denn dennoch derselbe derzeit deshalb deswegen dieselbe diesmal doch
    dorthin durchaus eben ebenfalls eher eigentlich einfach einige einiger einiges einmal einst einzig endlich
    entlang entweder entsprechend erneut ersten erster erste erstens euch fast ferner folgende folgender
    folgendes
    früher ganz genau genug gerade gern gestern gleich gleichzeitig grundsätzlich hauptsächlich heute hierbei
    hierfür hiermit hierzu hinzu immer immerhin indem infolge innerhalb insbesondere insgesamt inzwischen
    irgendwann jedenfalls jedenfalls jener jene jenes jenseits jetzt kaum keiner keines keinem keinen künftig
    lange
    lediglich leider letzte letzter letztes letztlich links manche mancher manches manchmal meist meistens
    mich mir
    mindestens mitsamt mittels mittlerweile möglichst morgen morgens nachdem nachher nachts nachträglich
    nahezu
    namens nebenbei neben nein nie niemals nirgends nochmals normalerweise nötigenfalls nun ob oben oberhalb
    obwohl
    ohnehin oft ohne rechts samt sämtliche schließlich schon sechs sieben acht neun zehn fünf vier
    sein
    seitdem seither selbst selten seltsamerweise sicherlich sobald sofern sofort sogar somit sondern sonntags
    sowie sowohl später spät statt stattdessen stets teils teilweise trotzdem überall übrigens umso unabhängig
    unbedingt ungefähr unmittelbar unten unterdessen unterhalb üblicherweise vielleicht vielmehr
    voraussichtlich
    vorbehaltlich vorher vorläufig vorübergehend wann warum weder weil weiter weitere weiterer weiteres
    weiterhin
    welche welcher welches wenigstens wessen wieder wiederum wieso wird wirklich wo wobei wodurch wofür
    woher wohin womit worauf wozu wurde würde zeitweise ziemlich zudem zuletzt zumindest zunächst zurzeit
    zusammen zusätzlich zuvor zwar zwecks zweite zweiter zweites zweitens dritte dritter drittens zwölf
    hundert dies diesem ihnen ihr ihrer ihrem ihres dessen deren jeweils
""",
    "es": """
    a al algo alguien alguna algunas algunos allá alrededor ambas anoche anteriormente antaño apenas aquel
    aquella
    aquellas aquellos arriba asimismo aun aún ayer bajo bastante bien casi ciertamente ciertos como cómo con
    conforme
    conmigo consigo conviene contra cualquier cualquiera cuánto cuánta cuántos cuyo cuya dado dada dados
    debajo debe
    deben debido del delante demasiado dentro deprisa desde detrás dicho dicha dichos dichas dos durante él
    ella ellas
    ellos empero encima enfrente enseguida entretanto era eran esas esos esto eso aquello estamos estaba
    estaban están
    estuvo excepto falta faltan finalmente frente fue fueron fuera gracias haber había habrá hay hecho hizo
    hoy hubo
    igual igualmente incluso inmediatamente jamás juntos lejos lento llega llegan llegó lo luego mal mañana
    mayor mejor
    menor mía mía mismo misma mismos mismas modo mucha muchas mucho muchos ni ningunas ningunos nosotros
    nosotras nuestra
    nuestras nuestro nuestros nueva nuevo ocho once otras otros para peor pese poca pocas poco pocos
    posteriormente
    posiblemente primer primera probablemente pronto propia propio próxima próximo próximos pueda puede
    pueden pues
    puesto qué queda quedan quería quien quienes quince quiere resulta segunda segundo seguro
    seis sendos
    será serán señalado siendo siete sigue siguen siguiente siguientes sino siquiera sobra sólo solo somos
    soy suele
    suelen suya suyo suyos tal tales tampoco tan tanto tanta tarde temprano tenemos tener tenía tercer
    tercera tercero tiene
    tienen toca tres tu tus últimamente último última últimos una unas uno usted ustedes va vamos van
    varias vaya ve
    veces viene vienen vosotros vuelta y yo conviene consta cuesta falló basta bastan vale véanse
""",
    "fr": """
    à actuellement ailleurs ainsi afin alentour alias après-demain assez attendu attention au aucunement
    auparavant auprès auquel aussitôt autant autour autre autrefois autrement autres autrui aux auxquels
    avait avaient
    avez avoir ayant beaucoup bien bientôt bref ça car ceci cela celle celles celui cependant certain
    certaine certaines
    certains ceux cinq combien comme concernant contre côté couvert d’abord davantage debout dedans dehors
    déjà delà
    demain depuis derrière dès désormais dessous dessus deux devant devoir devra dix doit doivent donc dont
    dorénavant
    douze duquel durant effectivement également encore enfin entre environ envers est étaient étant
    étant-donné
    éventuellement excepté faire fallait faut fera fois grâce guère hélas heureusement hier hormis
    hors huit
    ici jadis jusque jusqu là là-bas laquelle lequel lesquelles lesquels lors lorsqu lui maintenant malgré
    mal mes mieux
    mien moins mon moyennant naguère néanmoins neuf ni non nos notamment nôtre nôtres nul nulle onze or outre
    où
    parfois parmi partout peu plein plus plusieurs plutôt pourquoi pourtant pourvu près presque prévu primo
    prochain
    prochaine prochains puisque puisqu quant quasi quatre quel quelle quelles quelque quelques quelqu quels
    quiconque quinze
    quoique quotidiennement récemment reste restent sauf second seconde selon semblable sera serait
    seront seul
    seule seulement sien sinon sitôt six soit soient sommes soudain souvent suis suivant suivante
    suivants supra
    surtout sûrement tandis tant tantôt tard tel telle telles tels tôt toute toutefois toutes très trente
    trois trop
    un uns unes vingt vivement voici voilà vos vôtre vu y zéro à-peu-près quelquefois hormis rarement
    idem
""",
}
CLOSED = {lang: frozenset(words.split()) for lang, words in _CLOSED.items()}
"""The same, of text in that language alone: elsewhere they may be words of names."""

_KEYS = """
    author authors date dated status state version owner owners approved approver reviewed reviewer updated
    created
    published publisher supersedes superseded replaces deprecated category tags keywords subject title
    summary scope
    audience maintainer maintainers contact channel severity duration impact deciders decided effective
    expires
    classification language licence license revision prepared present absent attendees apologies location
    prerequisites ticket tickets issue issues reporter assignee due revdate until since tracker valid
    requirements chat handle product lead description example examples notes remarks related references
    autor autora autores fecha fechas estado versión propietario propietaria responsable responsables
    aprobado aprobada
    revisado revisada publicado publicada sustituye reemplaza categoría etiquetas resumen alcance asunto
    título
    contacto gravedad duración impacto presentes ausentes asistentes lugar hora ámbito vigencia idioma
    redactado redacta
    elaborado requisitos ejemplo ejemplos nota notas observaciones anexo anexos síntoma síntomas causa
    cronología turno
    turnos acciones pendiente pendientes
    auteur auteure auteurs autrice date statut état version propriétaire responsable approuvé approuvée relu
    révisé publié
    publiée remplace catégorie résumé portée objet titre contact gravité durée présents absents excusés lieu
    heure
    langue rédacteur rédactrice rédigé destinataires diffusion matériel déroulement observations remarque
    remarques
    exemple exemples annexe annexes validé validée émetteur entrée participants ordre météo équipe
    autor autorin autoren verfasser verfasserin datum stand status fassung eigentümer eigner verantwortlich
    verantwortliche
    verantwortlicher freigegeben genehmigt geprüft erstellt geändert veröffentlicht herausgeber herausgeberin
    ersetzt
    kategorie schlagworte zusammenfassung geltungsbereich betreff titel kontakt ansprechpartner
    ansprechpartnerin dauer
    auswirkung anwesend abwesend entschuldigt teilnehmer teilnehmende ort uhrzeit sprache bearbeiter
    bearbeiterin gültig
    voraussetzungen beispiel beispiele hinweis hinweise bemerkung bemerkungen anlage anlagen zweck begriffe
    ablauf
    ursache maßnahmen protokollführung leitung verteiler schweregrad
"""
KEYS = frozenset(_KEYS.split())
"""What lines about a document begin with: "Autor: …", "Estado: …"."""

_VERBS = {
    "fr": ("ment", "er", "ir", "ez", "ons", "aient", "eront", "oir", "andre", "endre", "ettre", "uire"),
    "es": (
        "mente",
        "ar",
        "er",
        "ir",
        "ando",
        "iendo",
        "aron",
        "ieron",
        "amos",
        "emos",
        "imos",
        "arse",
        "erse",
    ),
}
_LEAST = 5


def is_bidding(word: str, lang: str) -> bool:
    """Whether a word that begins a sentence has the form of a verb or an adverb of French or Spanish."""
    forms = _VERBS.get(lang)
    return (
        forms is not None
        and len(word) >= _LEAST
        and word[1:].islower()
        and (word.lower().endswith(forms) and word not in GIVEN)
    )
