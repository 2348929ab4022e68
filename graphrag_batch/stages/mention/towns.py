"""Towns, counties and rivers of Europe and America that are less known: facts that need no corpus. Pure."""

from __future__ import annotations

_TOWNS = """
    Aalen Aalst Aarau Aargau Abbeville Aberystwyth Accrington Adour Agadir Agde Agrigento Aguascalientes
    Ahaus Ahlen Aisne Ajaccio Akureyri Albacete Albi Alcalá Alcobendas Alcorcón Alcoy Alentejo Alençon
    Alessandria Algarve Algeciras Alkmaar Allgäu Allier Almelo Almere Almería Alnwick Alphen Altenburg
    Altrincham Alès Ambato Amberg Ambert Ambleside Amersfoort Ammersee Amstetten Ancona Andover Anglesey
    Angoulême Annecy Annemasse Ansbach Antananarivo Antequera Antibes Antofagasta Aosta Apeldoorn Apolda
    Appenzell Appleby Aquitaine Arad Aranjuez Arbroath Arcachon Ardennes Ardèche Arendal Arezzo Argenteuil
    Argyll Ariège Arles Arlon Armagh Arnedo Arnsberg Arnstadt Arras Aschaffenburg Ascoli Ashford Asmara
    Assen Astorga Atacama Athlone Aubagne Aubervilliers Aurich Aurillac Autun Auxerre Avellino Aveyron
    Aviemore Avilés Avranches Aylesbury Ayr Azores Backnang Badalona Bagnères Bakersfield Bakewell Balaton
    Balingen Ballarat Ballina Ballymena Bamako Banbury Bangui Banjul Bantry Bar-le-Duc Barakaldo Bariloche
    Barnsley Barnstaple Barranquilla Basildon Basingstoke Bastia Bastogne Batumi Bautzen Bayeux Baza
    Beaujolais Beaune Beauvais Bedford Bedfordshire Beira Belfort Bellinzona Belluno Benavente Bendigo
    Benevento Benidorm Bensheim Bergamo Bergerac Bergheim Berkshire Bermeo Bernburg Berwick Beverley
    Bexhill Biarritz Białystok Biberach Bideford Biella Bienne Bingen Birkenhead Bissau Bitterfeld Bizkaia
    Blackburn Blackpool Blantyre Blois Bludenz Bobigny Bocholt Bodrum Bolton Borkum Bornholm Borås Bottrop
    Boulder Boulogne Bourg-en-Bresse Bourges Bournemouth Brabant Bracknell Bragança Brazzaville Brașov
    Brecon Bremerhaven Brentwood Bressanone Briançon Bridgwater Bridlington Brindisi Brive Brixham Bromley
    Bruay Bruchsal Bucaramanga Buckinghamshire Bude Bulawayo Burgas Burgenland Burghausen Burlington
    Burnley Buxtehude Buxton Bydgoszcz Béarn Béjar Béthune Béziers Böblingen Caernarfon Cagliari Cahors
    Cairngorms Cairns Calabria Calahorra Calatayud Caltanissetta Calvados Calvi Camargue Camborne Cambrai
    Cambridgeshire Campeche Campobasso Cancún Cantabria Cantal Canterbury Carcassonne Cardigan Carlow
    Carmarthen Carpentras Caserta Castleford Castres Catanzaro Cavaillon Cavan Cedar-Rapids Celje Ceuta
    Chalon Chambéry Chamonix Chania Charente Charleville Chartres Chatham Chattanooga Chaumont Chelmsford
    Cheltenham Cherbourg Cheshire Chesterfield Cheyenne Chiapas Chichester Chiclana Chiemsee Chieti
    Chihuahua Chillán Chilterns Chippenham Chișinău Cholet Chorley Châlons Châteauroux Châtellerault
    Cirencester Ciutadella Clacton Cleethorpes Clermont-Ferrand Clonmel Cloppenburg Cluj Cobh Coburg
    Cochabamba Coesfeld Coimbatore Colchester Coleraine Colmar Colombes Compiègne Conakry Concarneau
    Constanța Conwy Copiapó Coquimbo Corby Corfu Corrèze Corse Corte Cosenza Coslada Cotonou Cotswolds
    Cottbus Coutances Cowes Craiova Crawley Creil Cremona Crewe Cromer Crotone Croydon Créteil Culiacán
    Cumbernauld Cuneo Cuxhaven Częstochowa Cáceres Cévennes Dachau Daejeon Darlington Dartmoor Dartmouth
    Daugava Davao Davos Deauville Deggendorf Delfzijl Delmenhorst Delémont Denain Denia Derbyshire Dessau
    Detmold Deventer Dewsbury Didcot Dieppe Digne Dillingen Dinan Dinant Dolomiti Donauwörth Doncaster
    Donegal Donostia Dorchester Dordogne Dordrecht Dorking Dornbirn Dorsten Douai Douala Douarnenez Doubs
    Douro Draguignan Drammen Drenthe Dreux Drogheda Drôme Duero Duluth Dumbarton Dumfries Dunbar Dundalk
    Dunfermline Dunkerque Durance Durham Durrës Dénia Düren Eastbourne Eastleigh Eberswalde Eger Eisenach
    Eisenhüttenstadt Eisenstadt Elbląg Elche Elgin Ellwangen Emden Emmen Emmendingen Emmental Emsland
    Engadin Ennis Enniskillen Enschede Entebbe Epsom Erding Erlangen Erzgebirge Esbjerg Escaut Eschwege
    Eskilstuna Eskişehir Esslingen Essonne Estepona Eure Euskadi Euskirchen Evesham Exmoor Exmouth Falkirk
    Falmouth Falun Fareham Fargo Farnborough Farnham Feldkirch Felixstowe Ferrara Ferrol Fichtelgebirge
    Fife Figeac Figueres Finistère Finnmark Firenze Fishguard Flagstaff Fleetwood Foggia Foix Folkestone
    Fontainebleau Forbach Forchheim Forlì Fougères Franche-Comté Fraserburgh Frauenfeld Fredericia
    Frederikshavn Fredrikstad Freetown Freising Fremantle Fresno Freudenstadt Fribourg Friuli Frosinone
    Fréjus Fuengirola Fuenlabrada Fuerteventura Fulda Funchal Fyn Fécamp Fürth Füssen Galloway Galveston
    Gandía Gard Garmisch Garonne Gascogne Gateshead Gaziantep Gdynia Geelong Gelderland Gelsenkirchen
    Genil Gera Getafe Getxo Gießen Gifhorn Gillingham Gipuzkoa Gironde Givors Gjøvik Glarus Glastonbury
    Gliwice Gloucester Gorizia Goslar Gosport Gotha Gotland Gouda Granollers Grantham Granville Grasse
    Graubünden Gravesend Greenock Greifswald Grimsby Grosseto Guadiana Guadix Guildford Guimarães Guingamp
    Gummersbach Guéret Gwangju Győr Gävle Göppingen Görlitz Günzburg Güstrow Gütersloh Hagenow Haguenau
    Halberstadt Halden Halesowen Halmstad Hamar Hameln Hamm Hammerfest Hanau Harlingen Harrogate Harstad
    Hartlepool Harwich Hasselt Hastings Hattingen Haugesund Hauts-de-France Havel Haverfordwest Hebrides
    Heerenveen Heerlen Heidenheim Helgoland Helmond Helsingborg Helsingør Helston Hendaye Hengelo Hereford
    Herefordshire Herford Herisau Hermosillo Herne Herning Hertfordshire Hexham Hiiumaa Hildesheim
    Hillerød Hilversum Hitchin Hokkaido Holstein Holyhead Homburg Hondarribia Honfleur Hoorn Hordaland
    Horsens Horsham Huancayo Huddersfield Huesca Humber Humberside Hunsrück Huntingdon Husum Hyères
    Hämeenlinna Hérault Höxter IJssel Iași Ibarra Ibiza Idar-Oberstein Igualada Ijssel Ilkley Ilmenau
    Imperia Interlaken Invercargill Ioannina Ipoh Iquique Iquitos Irún Isar Iserlohn Isernia Issoire
    Istres Isère Ithaca Itzehoe Jaca Jaén Jerez Jihlava Joensuu Johor Jujuy Juneau Jura Jylland Jyväskylä
    Jönköping Júcar Jülich Kaiserslautern Kajaani Kalmar Kamenz Kampen Kanazawa Kandy Kapfenberg
    Karlskrona Karlstad Kaufbeuren Kavala Kayseri Keflavík Keighley Kemi Kempten Kendal Keswick Kettering
    Kidderminster Kielce Killarney Kilmarnock Kinsale Kirkcaldy Kirkenes Kirkwall Kiruna Kisumu Klaipėda
    Kleve Kodiak Kokkola Kolding Konya Koper Kortrijk Koszalin Kotka Kranj Krems Kristiansand Kristianstad
    Kristiansund Kuching Kufstein Kulmbach Kumasi Kuopio Kyushu Köthen Labrador Lahn Lahti Landau
    Landsberg Landshut Languedoc Lannion Lansing Lanzarote Laon Lappeenranta Laredo Larnaca Larne Larvik
    Larzac Launceston Lausitz Leamington Lecce Leeuwarden Leganés Legnica Leicestershire Leiria Lelystad
    Lemgo Leoben Leominster Lerwick Letterkenny Leverkusen Leyland Liberec Libourne Libreville Lichfield
    Lienz Liepāja Liguria Lillehammer Lilongwe Limassol Limburg Limousin Lincolnshire Lindau Lippstadt
    Lisburn Lisieux Livorno Liévin Llandudno Llanelli Llanes Locarno Lodi Lofoten Loiret Loja Lomé
    Longyearbyen Lons-le-Saunier Lorca Lorient Lothian Loughborough Louvain Lowestoft Lozère Lubumbashi
    Lucca Ludlow Ludwigsburg Ludwigshafen Lugo Luleå Lunéville Lérida Lörrach Lübben Lüdenscheid Lüneburg
    Macclesfield Macerata Madeira Mahón Maidenhead Maidstone Makassar Mallaig Mallorca Malvern Managua
    Mandalay Manizales Manosque Manresa Mantes Mantova Marbella Marburg Margate Marmande Marne Martigny
    Martigues Maseru Mataró Matera Matlock Maubeuge Mayenne Mazatlán Maó Meaux Mechelen Medway Meißen
    Melilla Melun Memmingen Menorca Menton Meppen Merano Merseburg Mersey Merseyside Mersin Messina
    Meurthe Meuse Middelburg Middlesbrough Midi-Pyrénées Mieres Mikkeli Millau Milton-Keynes Minden Minho
    Miskolc Missoula Miño Moers Molde Mondragón Monrovia Montargis Montauban Montbéliard Monterey
    Montluçon Montreuil Montreux Montrose Montélimar Monza Morbihan Morecambe Morelia Morlaix Mosel
    Moselle Mostar Motherwell Motril Moulins Mullingar Mysore Mâcon Mérida Móstoles Mödling Mühldorf
    Müritz Naas Nanterre Narbonne Narva Narvik Naumburg Navan Neckar Nervión Neubrandenburg Neuchâtel
    Neumünster Neuquén Neuruppin Neuss Neustrelitz Neuwied Nevers Newbury Newfoundland Newquay Newry
    Niamey Nicosia Nienburg Niigata Niort Nitra Nièvre Niš Norderney Nordhausen Nordhorn Nordland
    Norrköping Northallerton Northampton Northeim Nottinghamshire Nouakchott Novara Nunavut Nuneaton Nuoro
    Nuuk Nyon Nördlingen Oaxaca Oban Oberhausen Offenbach Offenburg Ohrid Oise Okehampton Okinawa Oldham
    Olomouc Olsztyn Olten Omagh Opava Opole Oradea Oranienburg Ordesa Oristano Orkney Orly Ormskirk Oruro
    Osijek Osorno Ostende Ostfriesland Oswestry Otago Ouagadougou Ourense Overijssel Oyonnax Pachuca
    Paderborn Padstow Paignton Paisley Palencia Pamiers Pampa Papenburg Pardubice Pavia Paysandú Pembroke
    Pembrokeshire Pennines Penrith Penzance Peoria Pereira Perthshire Perugia Pesaro Pescara Peterborough
    Peterhead Pfalz Pforzheim Piacenza Picardie Piemonte Piraeus Pirmasens Pirna Pistoia Pitlochry Piura
    Plasencia Plauen Podgorica Poitou Poltava Ponferrada Pontarlier Pontefract Pontevedra Pontivy Pontoise
    Poole Popayán Poprad Pordenone Pori Port-Elizabeth Portalegre Portimão Potenza Potosí Powys Prato
    Prešov Privas Provins Ptuj Puertollano Puglia Pärnu Pécs Périgord Périgueux Płock Quedlinburg
    Queenstown Quercy Querétaro Quimper Quimperlé Radolfzell Radom Ragusa Rambouillet Ramsgate Rance
    Randers Rapperswil Rastatt Rauma Ravenna Ravensburg Rawalpindi Recklinghausen Redcar Redditch Redon
    Redruth Remscheid Rendsburg Retford Reus Reutlingen Rheine Rheinland Rhodes Rhyl Rhön Ribadeo Riesa
    Rieti Rimini Riobamba Rioja Riom Ripon Roanne Roanoke Rochdale Rochefort Rodez Roermond Rogaland
    Rosenheim Roskilde Rotherham Rotorua Rottweil Roubaix Roussillon Rovaniemi Rovereto Rovigo Runcorn
    Ryde Rzeszów Rüsselsheim Saale Saaremaa Saarlouis Sabadell Sagunto Saint-Brieuc Saint-Cloud
    Saint-Denis Saint-Dizier Saint-Dié Saint-Flour Saint-Gaudens Saint-Lô Saint-Malo Saint-Nazaire
    Saint-Omer Saint-Quentin Saint-Raphaël Saint-Tropez Salerno Salford Salisbury Salta Saltillo
    Salzgitter Samsun Sandnes Sangerhausen Sanlúcar Santarém Santoña Sarlat Sarreguemines Sarthe Sassari
    Sauerland Saumur Savannah Savoie Savona Saône Scarborough Scarpe Schaffhausen Schelde Schiedam
    Schleswig Schwabach Schwaben Schwarzwald Schwedt Schweinfurt Schwyz Scranton Scunthorpe Seine-et-Marne
    Selby Selfoss Semarang Senlis Sestao Setúbal Sevenoaks Severn Shetland Shikoku Shrewsbury Shropshire
    Sibiu Siegen Sigmaringen Silkeborg Sindelfingen Sines Siracusa Sitges Sitka Sittingbourne Sjælland
    Skagen Skellefteå Skien Skipton Skåne Sneek Snowdonia Soest Soissons Solihull Solingen Solothurn
    Solway Somme Sondrio Sopot Sopron Soria Southend Southport Spessart Speyer Spree Spreewald
    Staffordshire Stans Steinkjer Stellenbosch Stendal Stevenage Steyr Stirling Stockport Stornoway
    Stralsund Stranraer Straubing Stroud Subotica Sudbury Suhl Sundsvall Surrey Svalbard Svolvær Swindon
    Sylt Syracuse Székesfehérvár Sète Sélestat Sønderborg Słupsk Tacna Tacoma Tacuarembó Talavera
    Tallahassee Tampico Tamworth Taranto Tarbes Tarija Tarnów Tarrasa Taunton Taunus Tauranga Teesside
    Tegucigalpa Tejo Telemark Telford Temuco Tenby Tenerife Teramo Terneuzen Terni Terrassa Teruel Tessin
    Texel Thetford Thionville Thonon Thurgau Thurso Tiel Tilbury Tiverton Tolosa Toluca Tonbridge Topeka
    Torgau Torquay Torrejón Torrelavega Torrevieja Torreón Tortosa Toruń Totnes Tourcoing Tournai Trabzon
    Tralee Trapani Traun Traunstein Treviso Trnava Trollhättan Troms Trowbridge Troyes Truro Tudela Tulsa
    Tuttlingen Tuzla Tyne Tyneside Tórshavn Uckermark Udine Uelzen Ullapool Umbria Unna Urbino Ushuaia
    Uster Utrera Uttoxeter Uzhhorod Vaasa Vadsø Valdivia Valenciennes Valletta Vannes Vanoise Vantaa
    Varaždin Varese Vaucluse Vejle Velbert Vendée Vendôme Venlo Ventspils Veracruz Vercelli Vercors Verden
    Verdun Versailles Verviers Vesoul Veszprém Vevey Viana Viareggio Viborg Vicenza Vichy Vientiane
    Viersen Vierzon Vilagarcía Vilaine Villahermosa Villefranche Villeneuve Villeurbanne Villingen
    Vinnytsia Visby Viseu Viterbo Vitoria Vitré Vittel Vlissingen Volos Vosges Växjö Völklingen Waal
    Waiblingen Wakefield Wallasey Wallis Walsall Walsrode Warrington Warwickshire Wasserburg Watford
    Wałbrzych Weilheim Weimar Weinheim Wellingborough Wels Wernigerode Werra Wesel Weser Westerwald
    Westfalen Westport Wetzlar Wexford Weymouth Whitby Whitehaven Whitstable Wichita Wicklow Widnes Wigan
    Wilhelmshaven Wilmington Winchelsea Winchester Windermere Wisbech Wismar Witten Wittenberg Wittenberge
    Woking Wokingham Wolfenbüttel Wolfsberg Wollongong Worcester Worcestershire Workington Worthing
    Wrexham Xalapa Xanten Xàtiva Yaoundé Yecla Yeovil Yonkers Yonne Yucatán Yukon Yvelines Yverdon Zaandam
    Zacatecas Zadar Zafra Zakopane Zamora Zanzibar Zeebrugge Zeeland Zeist Zeltweg Zittau Zlín Zutphen
    Zwickau Zwolle Álava Ålesund Écija Éibar Épernay Épinal Étretat Évora Évreux Évry Ísafjörður
    Île-de-France Öland Östersund Úbeda İzmir Šiauliai Šibenik Žilina
"""
TOWNS = tuple(sorted(frozenset(_TOWNS.split())))
"""Names of one word."""
