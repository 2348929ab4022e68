"""Places that everybody knows, in English and as they are called there. Pure data.

Left out is what is as often a person, a company or a word (Reading, Jordan, Bath, Nice, Mobile, Split).
"""

from __future__ import annotations

_WORDS = """
    Afghanistan Albania Algeria Andorra Angola Argentina Armenia Australia Austria Österreich Azerbaijan
    Bahrain Bangladesh Belarus Belgium Belgien Belgique België Belize Benin Bhutan Bolivia Botswana Brazil
    Brasil Brunei Bulgaria Bulgarien Burundi Cambodia Cameroon Canada Kanada Chile China Colombia Croatia
    Kroatien Cuba Cyprus Zypern Czechia Tschechien Denmark Dänemark Danmark Djibouti Ecuador Egypt Ägypten
    Egipto England Eritrea Estonia Estland Eswatini Ethiopia Fiji Finland Finnland France Frankreich
    Francia Gabon Gambia Germany Deutschland Alemania Allemagne Ghana Greece Griechenland Grecia Greenland
    Grönland Guatemala Guinea Guyana Haiti Honduras Hungary Ungarn Hungría Iceland Island India Indien
    Indonesia Indonesien Iran Iraq Irak Ireland Irland Irlanda Israel Italy Italien Italia Italie Jamaica
    Japan Japón Japon Kazakhstan Kenya Kenia Kosovo Kuwait Kyrgyzstan Laos Latvia Lettland Lebanon Libanon
    Lesotho Liberia Libya Libyen Liechtenstein Lithuania Litauen Luxembourg Luxemburg Madagascar Malawi
    Malaysia Maldives Mali Malta Mauritania Mauritius Mexico México Mexiko Moldova Monaco Mongolia
    Montenegro Morocco Marokko Marruecos Mozambique Myanmar Namibia Nepal Netherlands Niederlande
    Nederland Nicaragua Niger Nigeria Norway Norwegen Norge Noruega Oman Pakistan Palestine Panama Panamá
    Paraguay Peru Perú Philippines Philippinen Poland Polen Polska Polonia Portugal Qatar Romania Rumänien
    Russia Russland Rusia Rwanda Samoa Scotland Schottland Senegal Serbia Serbien Seychelles Singapore
    Singapur Slovakia Slowakei Slovenia Slowenien Somalia Spain Spanien España Espagne Sudan Suriname
    Sweden Schweden Sverige Suecia Switzerland Schweiz Suisse Suiza Syria Syrien Taiwan Tajikistan
    Tanzania Tansania Thailand Togo Tunisia Tunesien Turkey Türkei Turquía Turkmenistan Uganda Ukraine
    Ucrania Uruguay Uzbekistan Venezuela Vietnam Wales Yemen Zambia Zimbabwe Korea Scandinavia
    Skandinavien Europe Europa Asia Asien Africa Afrika África America Amerika América Antarctica
    Antarktis Oceania Eurasia Siberia Sibirien Patagonia Tibet Kashmir Crimea Bavaria Bayern Saxony
    Sachsen Hesse Hessen Thuringia Thüringen Brandenburg Niedersachsen Nordrhein-Westfalen
    Baden-Württemberg Schleswig-Holstein Saarland Tyrol Tirol Styria Steiermark Carinthia Kärnten
    Vorarlberg Catalonia Cataluña Catalunya Andalusia Andalucía Galicia Aragón Asturias Castilla Navarra
    Extremadura Murcia Brittany Bretagne Normandy Normandie Provence Alsace Burgundy Bourgogne Occitanie
    Auvergne Lombardy Lombardia Tuscany Toscana Sicily Sicilia Sardinia Sardegna Piedmont Veneto Flanders
    Vlaanderen Wallonia Friesland Jutland Yorkshire Cornwall Kent Sussex Essex Lancashire Cumbria
    Northumberland Norfolk Suffolk Hampshire Dorset Somerset Wiltshire Gloucestershire Oxfordshire Ulster
    Leinster Munster Connacht Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware
    Florida Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts
    Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania
    Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming Ontario Quebec Québec Alberta Manitoba
    Saskatchewan Queensland Tasmania Punjab Gujarat Kerala Rajasthan Bengal London Paris Berlin Madrid
    Rome Rom Roma Vienna Wien Lisbon Lissabon Lisboa Dublin Oslo Stockholm Copenhagen Kopenhagen København
    Helsinki Warsaw Warschau Warszawa Prague Prag Praha Budapest Athens Athen Atenas Brussels Brüssel
    Bruxelles Brussel Amsterdam Bern Zurich Zürich Geneva Genf Genève Ginebra Lausanne Basel Lugano Luzern
    Lucerne Winterthur Chur Thun Konstanz Munich München Hamburg Frankfurt Cologne Köln Stuttgart
    Düsseldorf Dortmund Essen Bremen Hannover Hanover Leipzig Dresden Nürnberg Nuremberg Duisburg Bochum
    Wuppertal Bielefeld Bonn Münster Karlsruhe Mannheim Augsburg Wiesbaden Mönchengladbach Braunschweig
    Chemnitz Kiel Aachen Halle Magdeburg Freiburg Krefeld Lübeck Erfurt Mainz Rostock Kassel Hagen Potsdam
    Saarbrücken Heidelberg Darmstadt Regensburg Ingolstadt Würzburg Ulm Heilbronn Göttingen Wolfsburg Jena
    Trier Koblenz Bamberg Bayreuth Passau Friedrichshafen Tübingen Oldenburg Osnabrück Flensburg Schwerin
    Graz Linz Salzburg Innsbruck Klagenfurt Bregenz Villach Marseille Lyon Toulouse Nantes Strasbourg
    Straßburg Montpellier Bordeaux Lille Rennes Reims Toulon Grenoble Dijon Angers Nîmes Clermont Brest
    Limoges Tours Amiens Perpignan Metz Besançon Orléans Rouen Mulhouse Caen Nancy Avignon Valence
    Poitiers Calais Cannes Bayonne Barcelona Valencia Sevilla Seville Zaragoza Málaga Bilbao Alicante
    Córdoba Valladolid Vigo Gijón Granada Oviedo Pamplona Santander Toledo Salamanca Burgos Cádiz Huelva
    León Badajoz Lleida Tarragona Girona Castellón Logroño Segovia Ávila Porto Coimbra Braga Faro Aveiro
    Milan Milano Mailand Naples Napoli Neapel Turin Torino Palermo Genoa Genova Bologna Bari Catania
    Venice Venedig Venezia Verona Padua Padova Trieste Brescia Parma Modena Pisa Siena Bolzano Bozen
    Trento Manchester Birmingham Leeds Liverpool Bristol Sheffield Edinburgh Glasgow Cardiff Belfast
    Leicester Coventry Nottingham Newcastle Southampton Portsmouth Plymouth Brighton Norwich Oxford
    Cambridge York Aberdeen Dundee Inverness Swansea Exeter Ipswich Bradford Sunderland Hull Derby Stoke
    Wolverhampton Luton Cork Galway Limerick Waterford Kilkenny Sligo Rotterdam Utrecht Eindhoven
    Groningen Tilburg Breda Nijmegen Maastricht Leiden Delft Haarlem Arnhem Antwerp Antwerpen Ghent Gent
    Bruges Brugge Leuven Liège Namur Charleroi Gothenburg Göteborg Malmö Uppsala Lund Örebro Umeå
    Linköping Västerås Bergen Trondheim Stavanger Tromsø Bodø Aarhus Odense Aalborg Tampere Turku Oulu
    Espoo Reykjavik Reykjavík Tallinn Tartu Riga Vilnius Kaunas Kraków Krakow Wrocław Gdańsk Poznań Łódź
    Lublin Katowice Szczecin Brno Ostrava Plzeň Bratislava Košice Debrecen Szeged Ljubljana Maribor Zagreb
    Rijeka Dubrovnik Sarajevo Belgrade Beograd Skopje Tirana Sofia Plovdiv Varna Bucharest București
    Bukarest Timișoara Thessaloniki Patras Heraklion Istanbul Ankara Izmir Antalya Bursa Kyiv Kiev Kharkiv
    Odesa Lviv Dnipro Minsk Moscow Moskau Moscú Petersburg Novosibirsk Yekaterinburg Kazan Vladivostok
    Tbilisi Yerevan Baku Cairo Kairo Alexandria Tunis Algiers Oran Tripoli Casablanca Rabat Marrakesh Fez
    Tangier Dakar Accra Lagos Abuja Ibadan Kano Abidjan Kinshasa Luanda Lusaka Harare Maputo Nairobi
    Mombasa Kampala Kigali Addis Khartoum Johannesburg Pretoria Durban Windhoek Gaborone Jerusalem Haifa
    Amman Beirut Damascus Baghdad Tehran Riyadh Jeddah Dubai Doha Muscat Kabul Karachi Lahore Islamabad
    Peshawar Delhi Mumbai Bombay Kolkata Calcutta Chennai Bangalore Bengaluru Hyderabad Pune Ahmedabad
    Jaipur Lucknow Kochi Nagpur Dhaka Chittagong Kathmandu Colombo Yangon Bangkok Phuket Hanoi Saigon
    Manila Cebu Jakarta Surabaya Bandung Penang Beijing Peking Shanghai Shenzhen Guangzhou Chengdu
    Chongqing Wuhan Tianjin Nanjing Hangzhou Suzhou Xiamen Qingdao Dalian Harbin Macau Taipei Kaohsiung
    Seoul Busan Incheon Daegu Pyongyang Tokyo Tokio Osaka Kyoto Nagoya Sapporo Fukuoka Kobe Yokohama
    Hiroshima Sendai Sydney Melbourne Brisbane Perth Adelaide Canberra Hobart Darwin Auckland Wellington
    Christchurch Dunedin Toronto Montreal Montréal Vancouver Calgary Edmonton Ottawa Winnipeg Halifax
    Chicago Boston Seattle Houston Dallas Denver Atlanta Philadelphia Detroit Miami Baltimore Minneapolis
    Milwaukee Cleveland Cincinnati Pittsburgh Sacramento Oakland Tampa Omaha Albuquerque Tucson Honolulu
    Anchorage Nashville Memphis Louisville Charlotte Raleigh Richmond Buffalo Rochester Albany Portland
    Spokane Boise Guadalajara Monterrey Puebla Tijuana Havana Bogotá Bogota Medellín Cali Cartagena
    Caracas Quito Guayaquil Lima Cusco Arequipa Santiago Valparaíso Montevideo Asunción Rosario Mendoza
    Brasília Salvador Recife Fortaleza Manaus Curitiba Thames Rhine Rhein Danube Donau Elbe Seine Loire
    Rhône Ebro Tajo Guadalquivir Nile Nil Amazon Congo Volga Himalaya Alps Alpen Alpes Pyrenees Pyrenäen
    Andes Anden Carpathians Atlantic Atlantik Pacific Pazifik Mediterranean Mittelmeer Baltic Ostsee
    Nordsee Sahara Bodensee
"""
_PHRASES = (
    "United States", "United States of America", "United Kingdom", "Great Britain", "Northern Ireland",
    "United Arab Emirates", "Czech Republic", "Dominican Republic", "Bosnia and Herzegovina", "Costa Rica",
    "Puerto Rico", "El Salvador", "Sri Lanka", "Saudi Arabia", "South Africa", "South Korea", "North Korea",
    "South Sudan", "New Zealand", "Papua New Guinea", "Ivory Coast", "Burkina Faso", "Sierra Leone",
    "North Macedonia", "Hong Kong", "European Union", "Vatican City", "Soviet Union", "New York",
    "New York City", "Los Angeles", "San Francisco", "San Diego", "San Jose", "San Antonio", "Las Vegas",
    "Salt Lake City", "Kansas City", "St. Louis", "New Orleans", "Washington, D.C.", "Washington DC",
    "Buenos Aires", "Rio de Janeiro", "São Paulo", "Belo Horizonte", "Porto Alegre", "Mexico City",
    "Ciudad de México", "La Paz", "San Juan", "San Sebastián", "Las Palmas", "Santa Cruz", "A Coruña",
    "Cape Town", "Tel Aviv", "Abu Dhabi", "Ho Chi Minh City", "Kuala Lumpur", "New Delhi", "Den Haag",
    "The Hague", "Le Havre", "Le Mans", "La Rochelle", "Aix-en-Provence", "Saint-Étienne",
    "Frankfurt am Main", "Freiburg im Breisgau", "St. Gallen", "St. Pölten", "Nizhny Novgorod",
    "Saint Petersburg", "St. Petersburg", "Port Louis", "North America",
    "South America", "Central America", "Latin America",
    "Middle East", "North Sea", "Baltic Sea", "Black Sea", "Red Sea", "Mediterranean Sea", "Atlantic Ocean",
    "Pacific Ocean", "Indian Ocean", "Arctic Ocean", "New South Wales", "British Columbia", "Nova Scotia",
    "New Jersey", "New Mexico", "New Hampshire", "North Carolina", "South Carolina", "North Dakota",
    "South Dakota", "West Virginia", "Rhode Island", "Silicon Valley",
)  # fmt: skip
_AMBIGUOUS = """
    Essen Hagen Halle Nancy Tours Island Perth Cali Hull Derby Amazon Darwin Salvador Santiago Charlotte Cork
    Georgia Virginia Rosario Montana Sofia Phoenix Elbe Orleans Troy
"""
PLACES = (*sorted(frozenset(_WORDS.split()) - frozenset(_AMBIGUOUS.split())), *_PHRASES)
"""Names of one word, and of several."""
