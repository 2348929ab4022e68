"""Nouns that say what a name is of, by language: "la grotte de …", "equipo de …", "…straße". Pure data.

`HEADS` are a part of the names they stand before or after. A word of one language may be of another kind in
the next.
"""

from __future__ import annotations

_HEADS = {
    "fr": {
        "location": """
            lac mont montagne col pic aiguille vallée val vallon combe gorge grotte gouffre aven puits
            galerie salle caverne source fontaine rivière ruisseau torrent fleuve étang marais tourbière île
            îlot archipel presqu'île cap pointe baie golfe rade anse plage dune falaise forêt plateau plaine
            glacier refuge cabane domaine château fort tour pont viaduc tunnel barrage écluse canal port quai
            gare aéroport place rue avenue boulevard chemin quartier parc jardin église chapelle abbaye
            cathédrale couvent théâtre stade halle bâtiment pavillon carrière mine phare station centrale
            entrepôt dépôt hangar sentier massif cirque dôme crête moulin ferme caserne prison hôtel auberge
            réservoir digue cimetière marché centre bassin estuaire détroit mer océan désert volcan font
            perte aven émergence
            griffon résurgence exsurgence doline lapiaz captage forage siphon abîme igue scialet tanne
            baume mas
            causse cluse ravin ru gave cascade chute bief mare lône canyon ubac adret alpage calanque
            récif banc
            haut-fond lagune anse ria ruines menhir dolmen belvédère borne croix pas brèche seuil gué bergerie
            buron jas clos lotissement zone parking gîte auberge château-fort citadelle donjon beffroi
        """,
        "organization": """
            université école collège lycée institut musée fondation société entreprise compagnie association
            club équipe direction service agence comité commission ministère conseil préfecture syndicat
            mairie groupe groupement département laboratoire observatoire hôpital clinique banque coopérative
            consortium fédération ligue chambre cour tribunal cabinet bureau faculté académie bibliothèque
            atelier rectorat autorité délégation secrétariat cellule pôle union office orchestre théâtre
            conservatoire
        """,
        "event": """
            crue tempête panne incident coupure inondation incendie séisme avalanche sécheresse canicule
            congrès colloque conférence festival foire salon fête journée journées semaine exposition
            expédition campagne exercice sommet championnat tournoi bataille guerre élection grève ouragan
            cyclone éruption attaque fuite atelier réunion assemblée course régate marathon mission opération
        """,
        "work": """
            loi décret arrêté ordonnance règlement directive code charte traité convention accord manuel guide
            politique plan rapport registre atlas catalogue traité
        """,
    },
    "es": {
        "location": """
            lago laguna río arroyo monte montaña pico sierra cordillera valle cañón garganta cueva gruta pozo
            sima fuente manantial isla islote archipiélago península cabo punta bahía golfo ría playa duna
            acantilado bosque meseta llanura glaciar refugio cabaña castillo fuerte torre puente viaducto
            túnel presa embalse canal puerto muelle estación aeropuerto plaza calle avenida camino barrio
            parque jardín iglesia capilla abadía catedral convento teatro estadio nave edificio pabellón
            cantera mina faro central almacén depósito sala galería palacio hacienda finca mercado ermita
            monasterio mirador cementerio campo volcán desierto estrecho mar océano estuario delta cerro peña
            bodega molino sumidero surgencia dolina torca avenc nacimiento salto cascada catarata
            barranco cañada
            vega ribera sótano acuífero hoya collado loma cuesta alto peñón risco vado balsa charca ibón
            humedal
            marisma albufera caleta ensenada arrecife caverna abismo caño cala barra mina galpón quebrada
            páramo
            rambla soto dehesa cortijo masía caserío venta ruinas dolmen rotonda polígono parcela vertedero
        """,
        "organization": """
            universidad escuela colegio instituto museo fundación sociedad empresa compañía asociación club
            equipo dirección servicio agencia comité comisión ministerio consejo consejería diputación
            sindicato ayuntamiento grupo departamento laboratorio observatorio hospital clínica banco
            cooperativa consorcio federación liga cámara tribunal juzgado gabinete oficina facultad academia
            biblioteca taller autoridad secretaría gerencia delegación junta unión orquesta conservatorio
            autoridad mesa área
        """,
        "event": """
            crecida riada tormenta temporal caída apagón incidente corte inundación incendio terremoto sequía
            congreso coloquio conferencia festival feria fiesta jornada jornadas semana exposición expedición
            campaña simulacro cumbre campeonato torneo batalla guerra elecciones huelga huracán erupción
            ataque fuga reunión asamblea carrera regata maratón misión operación ejercicio avería
        """,
        "work": """
            ley decreto orden ordenanza reglamento directiva código carta tratado convenio acuerdo manual guía
            política plan informe registro atlas catálogo libro
        """,
    },
    "de": {
        "location": """
            stadt dorf see fluss bach gebäude werk raum leitstelle gemeinde insel berg hafen hang tal hütte
            wald höhle schlucht grotte quelle moor gletscher pass gipfel küste bucht kap strand halbinsel
            straße strasse platz gasse allee brücke tunnel turm burg schloss kirche kapelle kloster dom
            bahnhof flughafen halle saal keller stollen schacht grube steinbruch mühle kraftwerk umspannwerk
            wasserwerk klärwerk stausee talsperre wehr damm kanal ufer alp alm weide park garten friedhof
            stadion bunker lager depot rechenzentrum serverraum warte sternwarte land kanton bezirk kreis
            viertel standort ort weiler siedlung
        """,
        "organization": """
            amt behörde büro abteilung firma gesellschaft unternehmen verein bank hochschule hersteller
            betreiber institut klinik werkstatt stelle ausschuss ministerium verband verbund stiftung schule
            universität akademie gericht rat kammer genossenschaft gruppe lieferant anbieter museum orchester
            krankenhaus spital kommission labor referat team agentur zentrum redaktion brauerei
        """,
        "event": """
            sturm orkan hochwasser übung tagung messe konferenz ausfall vorfall störung brand erdbeben lawine
            dürre wahl streik schlacht krieg festival expedition kampagne ausstellung kongress gipfeltreffen
            turnier
        """,
        "work": """
            richtlinie gesetz verordnung handbuch buch satzung ordnung leitfaden vertrag abkommen bericht
            studie aufsatz zeitschrift atlas
        """,
    },
}


def _table(words: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, some in reversed(words.items()) for word in some.split()}


HEADS = {lang: _table(words) for lang, words in _HEADS.items()}
_ALSO_ENGLISH = """
    port fort canal plaza place rue avenue boulevard station prison hotel mine phare col cap pic tour dune
    plage pont mar delta central nave mas pas point pointe centre bureau ferme gare halle hangar marais
    parc pavillon quai rade salle sentier stade tunnel usine zone parking borne clos croix mare chute
    campo cabo camino torre sala sima cala barra venta alto vega mina presa sierra río mirador pico baume
    causse siphon canyon cascade forage captage banc seuil ria barrage cirque combe village vallon anse
    bassin galerie refuge
"""
_ENGLISH = frozenset(_ALSO_ENGLISH.split())
ABROAD = {
    noun: kind
    for lang in ("fr", "es")
    for noun, kind in HEADS[lang].items()
    if kind == "location" and noun not in _ENGLISH
}
"""Nouns for places that names of French and Spanish begin with in any language: "the Aven des Corneilles"."""
LINKED = frozenset(("fr", "es"))
"""Languages whose names go on with "de"."""
ENDING = _table(
    {
        "event": """
            outage incident flood storm blackout breach fire earthquake eruption strike expedition summit
            conference workshop festival landslide avalanche spill crash collapse battle tournament
            exhibition regatta symposium cruise drill exercise disaster accident explosion election hackathon
            meetup marathon leak derailment sinking wildfire heatwave drought hurricane cyclone tsunami riot
            siege massacre blockade rally referendum wreck shipwreck oil-spill
        """,
        "location": """
            hall station bridge tunnel mine yard cave valley lake river bay island glacier ridge quarry
            reservoir dam canal creek brook waterfall gorge peak beach cove reef marsh moor wood forest
            lighthouse observatory harbour harbor airport pier wharf depot centre center campus gallery
            chapel church castle mill farm
            spring springs sinkhole swallet cavern shaft pothole borehole weir tarn loch lough pond
            plateau moraine
            islet skerry ravine gully canyon hut promontory headland lagoon isthmus fen bog crag massif
            escarpment
            estuary fjord strait dune dunes meadow hill hills mountain mountains village hamlet parish basin
            catchment aquifer doline karst swamp peninsula archipelago shoal spit cliff cliffs pass
            saddle summit
            spur outcrop trench seamount rapids falls waterfalls cape point islands lock barrage aqueduct
            viaduct
            causeway jetty breakwater slipway shipyard granary windmill watermill vineyard orchard
            cemetery manor
            monastery priory abbey ruins fort citadel tower gatehouse hangar silo greenhouse nursery
        """,
    }
)
"""Nouns that English names end with though they are written small."""
