"""Last words of names, and first ones, that say what they are of and are no ends of a longer name: "Tennet
Supplies", "Barn Store", "Leave Request Form". English, German, French, Spanish. Pure data."""

from __future__ import annotations

_LAST = {
    "organization": """
        telecom telekom telecoms telecommunications communications broadband wireless ventures capital
        investments equity advisors advisers associates brothers bros sons daughters sisters cousins
        libraries museums panel jury caucus scouts volunteers supplies supply wholesale wholesalers
        distributors imports exports trading traders merchants retail outfitters water electric
        electricity energy power gas utilities waterworks insurance assurance mutual underwriters
        reinsurance inspectorate ombudsman commissioners constabulary diocese archdiocese facility unit
        auditors architects engineers surveyors consultants contractors builders printers carriers
        hauliers haulage freight shipping lines rail railways railway transport transit buses coaches
        ferries travel couriers courier homes housing properties realty foods dairy dairies farms growers
        fisheries seafoods winery distillery roasters catering pharmaceuticals biotech biosciences
        genomics diagnostics medical healthcare health dental pharmacy electronics instruments devices
        semiconductors microsystems motors automotive aerospace aviation avionics marine dynamics
        machinery castings metals steel alloys plastics polymers chemicals ceramics packaging textiles
        interactive software digital media publishers editions productions films coalition confederation
        syndicate treasury exchequer customs coastguard rescue ambulance cabinet chamber chancellery
        embassy consulate presidency taskforce kindergarten conservatory ensemble choir quartet
        philharmonic squadron battalion corps fund endowment charity hospice collective coop fellowship
        brotherhood helpdesk forge forges smithy yachts chandlers laundry tannery upholsterers joiners
        joinery carpentry masonry roofing plumbing glazing cleaning catering events outreach admissions
        purchasing crewing dispatch payroll accounting accounts marketing sales finance receiving shipping
        stewards wardens wardens' directorate bench hr legal compliance ag kg ohg gbr sarl sas srl spa bv
        nv oy aps kft sl pty pte llp cic ev eg sa betriebsrat personalrat vorstand aufsichtsrat beirat
        gemeinderat stadtrat landtag bundestag ausschuss kommission gremium leitstelle rechtsabteilung
        verlag druckerei werft spedition reederei versicherung krankenkasse sparkasse genossenschaft
        brauerei bäckerei gärtnerei molkerei söhne töchter gebrüder datentechnik elektronik elektrotechnik
        maschinenbau medizintechnik messtechnik umwelttechnik anlagenbau metallbau werkzeugbau fahrzeugbau
        kunststofftechnik logistik systeme energie telekommunikation beratung consult treuhand holding
        fils frères cie associés transports électricité énergie assurances hermanos hijos suministros
        talleres cía transportes seguros energía
    """,
    "location": """
        store stores field fields trench works drove lane row terrace crescent walk green common heath fens
        moss mere tarn loch lough beck brook weir lock sluice basin quay quays wharf jetty dock docks
        slipway anchorage sound firth shoal skerry skerries sands spit isles crag fell pike tor downs wold
        wolds dale saddle plain plains steppe delta estuary lagoon oasis dune dunes cave caves cavern pothole
        mine pit shaft adit colliery kiln smelter refinery factory warehouse shed barn stable stables hut
        cabin cottage farmhouse manor grange mansion villa priory minster temple mosque synagogue crypt
        graveyard lighthouse airfield aerodrome heliport junction crossing roundabout motorway bypass viaduct
        aqueduct underpass allotments orchard vineyard meadows pasture paddock greenhouse arboretum zoo
        aquarium marina boatyard campsite playground racecourse kitchen basement cellar attic loft corridor
        lobby foyer canteen cafeteria courtyard annexe mezzanine datacentre datacenter precinct borough
        footpath bridleway towpath transect plot cairn henge mound hillfort substation borehole well lido
        barracks embankment promenade parade copse woods thicket hedge orchard rectory vicarage
        straße strasse gasse platz allee weg ufer brücke hafen bahnhof halle turm schleuse kai
    """,
    "work": """
        agreement contract lease licence license covenant declaration resolution memorandum bylaws rules
        instructions procedure procedures checklist form questionnaire certificate book notebook logbook
        almanac yearbook dictionary glossary encyclopedia encyclopaedia atlas proceedings
        transactions annals monograph thesis dissertation newsletter digest statement circular minutes
        statute statutes bill constitution textbook reader reports papers protocols
        vertrag vereinbarung betriebsvereinbarung satzung leitfaden leitlinie merkblatt konzept bericht
        verzeichnis
    """,
    "event": """
        test intercomparison fest con conf camp bazaar market pageant rehearsal evacuation
        inspection referendum heatwave shutdown incident
    """,
    "product": """
        app suite bot kit meter gauge detector analyser analyzer recorder transmitter receiver antenna
        amplifier valve motor battery inverter charger converter display screen keyboard laptop tablet
        terminal kiosk switch firewall queue cache planner editor viewer player mixer plotter linter parser
        debugger profiler emulator simulator generator loader importer scraper crawler relay mailer archiver
        calendar chat messenger wiki tool tools toolbox workbench rover lander mobile mobil desktop lite pro
        mini machine boiler kiln-controller thermostat lamp lens microphone projector
    """,
    "concept": """
        warden supervisor director secretary treasurer clerk advisor adviser assistant technician developer
        buyer investigator sponsor delegate representative responder registrar marshal keeper
    """,
    "standard": "protocol format specification notation encoding syntax",
}
LAST = {word: kind for kind, words in _LAST.items() for word in words.split()}
"""Last words of names of several."""

_FIRST = {
    "organization": """
        fachbereich fachgebiet fachdienst ateliers talleres calidad compras ventas recursos servicios service
        services direction bureau cabinet établissements éts maison editorial ediciones éditions grupo groupe
        kommission ausschuss arbeitsgruppe arbeitskreis bundesanstalt landesanstalt bundesministerium
        staatsministerium gesundheitsamt finanzamt ordnungsamt bauamt tribunal juzgado sindicato syndicat
        transports transportes laboratorios laboratoires cofradía compañía compagnie consejería
    """,
    "location": """
        quai puerta muelle almacén nave patio entrepôt hangar atelier-dépôt écluse kai schleuse werkhalle
        lagerhalle parkplatz aula hörsaal campus trench bay shed camp lot
    """,
    "work": """
        protocolo procedimiento instrucción formulario circular procédure consigne formulaire notice
        verfahrensanweisung arbeitsanweisung dienstanweisung betriebsvereinbarung merkblatt formular
    """,
    "event": "simulacro exercice übung operación opération",
}
FIRST = {word: kind for kind, words in _FIRST.items() for word in words.split()}
"""First words of names of several."""

COUNTED_MORE = {
    word: kind
    for kind, words in {
        "location": """
            bay trench berth quay lock shed shelf rack plot field station gallery sector well borehole
            transect store aisle lane lot pit stall cell booth platform hangar ramp basin yard
            bahnsteig halle tor lager regal feld schacht becken quai hangar poste muelle nave andén aula
        """,
        "work": "protocol procedure form protokoll formular protocolo formulario procédure formulaire",
        "product": """
            pump sensor boiler tank engine generator compressor turbine reactor unit crane buoy logger probe
            camera printer pumpe sensor kessel motor bomba pompe capteur caldera
        """,
    }.items()
    for word in words.split()
}
"""What is numbered or lettered: "Bay 2", "Protocol P4", "Pump 3"."""

WORK_ENDS = (
    "gesetz",
    "konzept",
    "satzung",
    "anweisung",
    "vereinbarung",
    "richtlinie",
    "verordnung",
    "ordnung",
    "handbuch",
    "leitfaden",
    "leitlinie",
    "statut",
    "kodex",
    "merkblatt",
    "gesetzbuch",
)
"""What single German names of works end with."""
PARTY_ENDS = (
    "amt",
    "verein",
    "verband",
    "behörde",
    "ministerium",
    "gesellschaft",
    "genossenschaft",
    "abteilung",
    "betrieb",
    "anstalt",
    "stiftung",
    "kommission",
    "ausschuss",
    "agentur",
    "klinik",
    "institut",
    "werft",
    "druckerei",
    "schule",
    "kasse",
    "versicherung",
    "dienstleister",
    "stelle",
)
"""The same, of parties."""
EVENT_ENDS = ("Fest", "Conf", "Con", "Camp", "Thon", "Jam", "Days", "Day", "Expo", "Summit", "Week")
"""What names of one word with a capital letter inside end with, of what happens."""
RECORDS = frozenset(
    ("register", "catalogue", "catalog", "archive", "inventory", "ledger", "directory", "repository")
)
"""What is written down, and more often in a program than on paper."""
