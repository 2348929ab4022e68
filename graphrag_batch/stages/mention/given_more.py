"""More first names of people: rarer ones, or of fewer countries. Alone they may name other things, too.
Pure data."""

from __future__ import annotations

_MORE = """
    Aarne Aart Aatos Abdelkader Abdellah Abderrahim Abdi Abdoulaye Abebech Abiodun Achim Adama Adedayo
    Adel Adelaida Adelmo Adeola Adewale Adisa Adjoa Adriaan Adrianna Adrienne Adrián Adwoa Adèle Adélaïde
    Afua Agathe Agda Agnese Agnès Ahmet Aicha Aileen Ailish Aitana Akin Akinyi Akua Alaa Alain Alaric
    Alban Albane Albena Alberico Albertine Albin Albína Aldous Aldwin Aled Aleida Aleksandr Alemayehu
    Alexandrine Alexandru Alfio Alfonsina Algernon Alhassan Alicja Alioune Alix Alke Almaz Almudena Almut
    Alojzy Alphonse Alrun Alun Alva Alvar Alwine Amadeo Amadi Amador Amalia Amalie Amancio Amandine Amani
    Amarachi Amari Amaya Ambika Ambrogio Ambrose Ambrosio Ameer Amelie Amira Amitabh Amma Ammar Amund
    Amélia Anabel Anass Anastasio Anastazja Anatol Anatoli Anaya Anaëlle Andile Andoni Andrada Andreea
    Andreu Andrija Andrä André Andrée Anela Anett Anette Aneurin Angelica Angiolina Angélique Anica
    Aniceto Anina Ankit Ankita Ankur Anna-Lena Annalisa Annamaria Annbritt Anne-Laure Anne-Marie Annegret
    Annegrit Annelie Annemieke Annichen Annick Anniina Annunziata Anouar Ansah Anselma Antal Anthonie
    Antoaneta Antonie Antonietta Antonin Antonius Antonín Antti Antía Antón Anxo Anđela Aoibheann Aparna
    Apolline Apolonia Araminta Arantxa Arash Arcadio Archana Archibald Arend Ari Ariane Arianna Aribert
    Aristide Arja Arjan Arkadi Arkadiusz Arkaitz Armand Armande Armida Arnaldo Arnd Arndt Arnfried Arni
    Arnim Arnstein Aroha Arsen Arsenio Arsène Artemio Artur Aruna Arved Arvo Aránzazu Asante Asen Asgeir
    Ashley Ashton Asmaa Assia Assunta Asta Astri Astrit Atanas Athénaïs Atieno Atle Attila Attilio Aubin
    Aubrey Audun Augusta Auguste Augustine Augustus Aukje Auli Aurea Aurel Auri Aurélia Austin Avel Awa
    Awet Axelle Ayana Ayesha Aymeric Ayomide Ayoub Azahara Aziza Aída Aïcha Aïssata Babajide Babak Badr
    Balaji Baldassarre Balduin Balázs Baptist Baptiste Barbel Barbora Barbro Barend Barna Barnabas Barney
    Bartholomew Bartolomeo Bartolomé Bartłomiej Basilio Basma Bassam Bastiaan Baudilio Baudouin Bayo Bea
    Bekele Beltrán Benedek Benedetta Benedetto Benedicta Benita Benjamín Bent Bente Berenguer Berglind
    Bergljot Berhane Bernadett Bernarda Bernardina Bernardí Bernat Berndt Bernt Bertel Berthe Berthold
    Bertolt Bertrand Bessie Beth Bethan Bethany Betje Betsy Bettany Beñat Bharat Bhaskar Biagio Bianka
    Bibbi Bieito Bilge Bilqis Binta Birgitte Birgül Birkir Biruk Bisi Bjarki Bjarte Björk Bjørg Bjørn
    Blagoja Blai Blanka Blas Bláthnaid Bo Boateng Bob Bobby Bodo Bogna Bojan Bojana Bola Bolanle Bonifacio
    Bonifaz Borivoj Borja Borys Bosse Botho Boubacar Boudewijn Božidar Bradley Brahim Brais Branimir
    Branislav Bree Breogán Brianna Brice Brieuc Brigham Brigitta Brit Britt Brody Bronisława Bruna
    Brunhild Brunhilde Brygida Bryn Brynja Brynjar Bryony Brígida Burghard Burkhart Bàrbara Bärbel Bård
    Béatrice Bénédicte Børge Bülent Calanthe Caleb Calista Calixto Callista Calvin Camillo Canan Candace
    Candice Cansu Carine Carles Carlijn Carlota Carmel Carmelo Carmine Carole Carrie Carson Casandra
    Casimiro Casper Cassie Cassius Cathrine Catrin Cayetana Cecilie Cecilio Cecily Cedany Cees Celestina
    Ceren Cerys Cesare Cesc Cesira Chad Chaima Chandran Charlene Charline Charlotta Charlène Charmaine
    Charu Cheikh Cheng Cherie Cheryl Chika Chike Chimamanda Chinonso Chioma Chizoba Christabel Christel
    Christelle Christer Christfried Christiaan Christl Christoffer Chukwudi Cian Cicely Cindy Cipriano
    Claas Claire-Lise Clarice Clarissa Clarisse Clas Claudette Claudie Clementine Clifford Clint Clive
    Clodagh Clàudia Cléa Clélia Cody Coen Coenraad Colby Coleen Conchita Conrado Constantino Cordt
    Cornelius Corrie Corvin Costantino Costanza Covadonga Crescencio Cressida Cristal Cristiana Cristoforo
    Curt Cuthbert Cvetana Cyprienne Cyrielle Cándida Cándido Cäcilie Célestin Célestine Côme Dagrun
    Daliborka Dalila Damaris Damilola Damon Daniil Danijel Danil Danilo Danièle Dankwart Daoud Darek
    Dariusz Darja Darla Darlene Darrell Darren Darryl Darío Dawit Deanna Debbie Debora Debra Declan
    Deepika Deirdra Delf Delia Delilah Della Delphie Demba Demetrio Denitsa Denzil Desiderio Desiree
    Desislava Detlev Devi Dewi Dezső Dhanya Diallo Diederik Dieneke Diethard Diethelm Dijana Dilan Dilek
    Diletta Dilwyn Dimitar Dinesh Dino Dipak Dirkje Ditlev Ditmar Ditte Djamel Djibril Dobromir Dobrosław
    Dominica Dominika Domitila Donata Donovan Dorcas Dorina Dorit Doroteo Dorothee Dorothée Dorte Dorthe
    Doug Doğan Dragomir Drahomíra Dražen Draženka Dries Driss Drusilla Duane Dudley Dumitru Durga Dustin
    Dwayne Dwight Dzhamilya Dáithí Dávid Débora Dénes Désirée Dídac Dónal Dörthe Džemal Earnest Ebbe
    Ebenezer Ebru Eckehard Eckhardt Edelmiro Edie Edison Edita Edmunda Edmundo Edna Edvard Edvin Edwina
    Edwyn Edzard Eelco Efraín Efrén Egbert Eggert Egidio Ehrenfried Eike Eilert Eimear Einari Eirin Ekene
    Elaina Elbert Elda Eldbjørg Eldon Elek Elemér Elfa Elfi Elfreda Elfrida Elftraud Elham Eligio Elijah
    Elisabet Elisabetta Elisenda Eliseo Elli Ellie Elling Elliott Ellis Elly Elmar Elmer Elmira Elowen
    Elowyn Elpidio Elroy Elsie Elske Elton Elvin Elwyn Elías Elína Emanuele Emeterio Emiel Emigdio Emilian
    Emiliano Emilía Emine Emlyn Emmeline Emmerich Emmet Emmi Emrah Emília Encarna Enda Engin Enitan Enok
    Enza Eoghan Ephraim Epifanio Erasmo Ercole Erdem Erdmann Erdoğan Eren Erhan Erkki Erland Erlend Erling
    Erlingur Ermanno Ermenegildo Erna Ernestina Ernestine Errol Erzsébet Esben Eskil Esme Esmee Esmé Esra
    Essi Estela Estella Esteve Ethan Ethel Eudes Eugeniusz Eugène Eulalia Eulalio Eunice Eusebia Eustace
    Eva-Lena Evangeline Evelyne Evelína Everett Evgeni Evie Ewart Eylem Eyob Eystein Eyvind Ezekiah Ezgi
    Ezinne Ezio Eñaut Fabia Fabiana Fabien Fabián Fabrizia Fadila Fahd Faiza Falko Fanta Farhad Farhan
    Farida Faridah Farouk Farzana Fatemeh Faten Fatih Fatimah Fatoumata Fausta Faustine Faustino Faye
    Fedir Fedor Feli Felicitas Felicja Feliks Feliu Fenella Fenna Ferdi Ferdinando Ferdo Ferhat Feride
    Fernand Fernande Fidel Filiberto Filiz Filomeno Fiorenza Firas Firat Fjóla Flavian Flavie Flemming
    Fletcher Florentine Florentino Florentyna Floriane Florica Florinda Flynn Fokke Folkert Fortunata
    Fortunato Francesc Francette Francine Franciszka Franckie Franjo Franka Frankie Frano Frans
    François-Xavier Frauke Fred Freddy Fredrick Fredrika Freek Freimut Fridolin Fridtjof Friedbert Friedel
    Friederich Friedolin Friedwart Fritzi Froilán Frouke Fryderyk Frédérique Frøydis Fulgencio Fulvio
    Funmi Fèlix Félicie Félicité Fıratcan Gabi Gabin Gabino Gabrielle Gail Gaizka Gamal Ganesh Garry
    Gaspare Gaston Gauthier Gautier Gawain Gaynor Gaëtan Gearóid Geerd Geertje Geertruida Geesje Geirmund
    Genadi Genaro Genevieve Genís Georgeta Georgette Georgi Georgiana Geraint Gerardus Gerben Gerbrand
    Gereon Gerfried Gergana Gergő Gerhardus Gerhart Gerlof Germaine Germana Gero Gerold Gerolf Gerry Gerta
    Gertie Gertjan Gertraud Gervais Gervasio Gerwin Gerónimo Gesche Gesine Getachew Ghenadie Ghita
    Giacinta Giacomina Giampaolo Giancarlo Gianfranco Gianmarco Gianna Gijsbert Gilberto Gilda Giles
    Ginette Ginevra Ginny Ginés Gioacchino Gioia Gisle Gislinde Gisèle Gita Gitte Giuditta Giulietta
    Giuseppa Giusy Gizella Gizem Glauco Glenda Glyn Glynis Glòria Godwin Goldie Gontzal Gopal Gorazd
    Goronwy Gotthilf Goyo Graciela Grady Grazia Graziana Graziano Greger Gregoria Grethe Griff Grigor
    Grigore Griselda Grit Grizel Gro Grover Gruffydd Grégoire Grégory Gudbrand Gudmund Guifré Guilhem
    Guillem Guinevere Guislain Gul Gullan Gulsen Gumersindo Gunborg Gundolf Gunhild Gunn Gunter Gunther
    Gunthild Gurpreet Gustava Guus Guénolé Guðmundur Guðrún Gwenaëlle Gwenda Gwendolen Gwendolyn Gwenola
    Gwyn Gwynedd Gérald Géraldine Gísli Gökhan Gørild Gülay Habiba Hafdís Haile Hajar Hakim Haldis Haleh
    Halfdan Halil Halldís Halldór Halldóra Hallgrim Hallgrímur Hallvard Hamed Hamida Hamnet Hani Haniya
    Hank Hanka Hanneke Hannibal Hanno Hans-Georg Hans-Jürgen Hans-Peter Hansjörg Hanspeter Harjit Harkaitz
    Harlan Harm Harmen Harpreet Harri Harris Harrison Harro Harsha Hartmann Haruna Harvie Haske Hasso
    Hatem Hattie Hauke Hayat Hayden Haydn Hayley Haytham Hedvika Hefin Hege Heidemarie Heiki Heimo Hein
    Heini Heino Heleen Helgi Heliodoro Helke Hella Hellmut Helma Helmar Hemant Hemi Hendrike Hendrikus
    Henk-Jan Henny Henrich Henryka Hephzibah Heraclio Herborg Herbrand Herdis Hereward Herma Herman
    Hermance Hermenegildo Hermia Herminia Herta Hertha Hervé Hesham Hessel Heulwen Hiba Hicham Hidde
    Hilaria Hildur Hilja Hilke Hilkka Hillevi Hilmar Hinemoa Hinrich Hipólito Hira Hiske Hjördís Hjørdis
    Hone Honora Honorato Honorio Honoré Horace Horacio Horatio Houda Howard Hrafn Hristo Hrvoje Hubrecht
    Hugues Huguette Hulda Huma Humberta Humphrey Huub Hylke Hywel Håkon Hülya Hüseyin Iacopo Ibai Iben
    Ibrahima Ichabod Idriss Idwal Ifan Ifeanyi Ifeyinwa Ifigenia Ifor Ignasi Ignatia Ignazio Igone Ihintza
    Ijeoma Ilan Ildar Ildefonso Ilenia Ilie Ilija Ilinca Iljana Ilker Illtyd Ilsebill Ilta Imad Imene
    Immacolata Immanuel Immo Imogene Indalecio Indra Inge-Lise Ingeburg Ingegerd Ingela Ingelore Ingmar
    Ingolf Ingomar Ingram Ingunn Ingvar Inigo Inocencio Intissar Iolanda Iona Ione Ionela Iorwerth Iosif
    Ipek Irenka Iria Irja Irma Irmela Irmtraut Irvin Irving Irwin Irène Isaak Isabeau Isaiah Isaias
    Isambard Isaura Isaías Isbert Ishaq Isidoro Ismaila Ismaël Isobel Isolda Issa Issam Istvan Ivanka
    Ivano Ivaylo Iveta Ivica Ivor Iván Ixone Iyabo Izaskun Iñigo Jaana Jabari Jabu Jacco Jace Jackie Jacky
    Jaco Jacobo Jacobus Jacopo Jacqui Jada Jagdish Jago Jagoda Jahid Jaideep Jake Jakobína Jakov Jalal
    Jamaal Jamison Jan-Peter Jan-Willem Janika Janko Jann Janna Janneke Jannes Jannetje Jannicke Jantine
    Jantje Jared Jarek Jari-Matti Jarkko Jarle Jarno Jaroslava Jarrod Jarvis Jasna Jaspreet Jatin Javed
    Javiera Jawad Jayanthi Jayden Jayne Jean-Baptiste Jean-Charles Jean-Claude Jean-François Jean-Jacques
    Jean-Louis Jean-Marc Jean-Marie Jean-Michel Jean-Philippe Jean-Yves Jeannine Jed Jefferson Jehan
    Jelani Jelmer Jelto Jemima Jemimah Jenaro Jens-Peter Jenson Jeppe Jeremías Jerko Jermaine Jerome Jerry
    Jerusha Jerónimo Jesper Jethro Jignesh Jihane Jilly Jimmy Jindřich Jitendra Jitske Joaquim Joaquima
    Jocasta Jocelin Jocelyn Jochem Jodie Joely Joep Joey Johanne Johnathan Jolana Jolanta Jolien Jolyon
    Jonna Jonás Jonáš Jordana Jordina Jorg Jorma Jorrit Jory Jos Josceline Josefine Josette Josiah Josie
    Josif Josine Josselin Josune José-Marie Jovana Joël Judoc Juhani Juho Julchen Julen Jules Julianna
    Julienne Juliusz Jupp Juraj Jurgen Jurre Justino Justo Jyrki Jóhann Jóhanna Jón Jóna Józefina
    Jörg-Peter Jørgen Jørn Jürg Kaare Kadiatou Kahu Kai-Uwe Kaija Kaitlyn Kajal Kalani Kalina Kamau Kamran
    Kara Kareem Karianne Karima Karl-Heinz Karlijn Karmele Karmen Karoliina Karolína Karst Karsta Kartik
    Kasim Katarína Katelyn Kathy Katlego Katrina Katrín Kauko Kay Kayla Kaylee Kayode Kazimiera Keanu
    Keegan Keelin Keely Kelsey Kelvin Kemal Kendall Kendra Kenelm Kenny Kenza Kepa Kerem Kerttu Kerys
    Keshav Kester Ketil Keturah Kezia Khadijah Khalida Khanh Kibet Kibwe Kilian Kimberley Kimmo Kingsley
    Kiril Kirsti Kirstin Kitty Kjartan Klas Klazina Klementyna Knud Kojo Kolbein Kolbjørn Komal Konradin
    Konstantyn Koos Korbinian Kordula Korkut Kornel Kornelia Kourosh Krasimir Kreszenz Krijn Kristijan
    Kristján Kristofer Kristoffer Kristopher Kristín Kristýna Krzysztofa Kumar Kumari Kunle Kuno Kwadwo
    Kwaku Kwasi Kyla Kyösti Károly Käte Käthe Kévin Lacey Lachlann Ladislao Ladislav Laetitia Lamberto
    Lambrecht Lamine Lammert Lamorna Lana Landolf Landon Lanre Larissa Larry Lars-Erik Laszlo Laureano
    Lauretta Lauri Lavanya Laverne Lavinia Lawson Layth Leandra Leanne Leberecht Lebrecht Leendert
    Leif-Erik Leilani Leioa Lekan Lemuel Leni Lennie Lenore Leocadio Leofric Leoncio Leopoldina Leoš Leroy
    Lesley Leslie Lester Letitia Letizia Lettice Lettie Levent Levente Liane Libby Licia Lidija Lien
    Liesbet Lieve Lieven Ligia Lila Lilah Lili Liliane Liliya Liljana Lillemor Lindon Lindsey Lino Lisbet
    Lisette Lison Liss Lissy Liv-Marit Livio Lizzie Ljerka Ljubomir Lleucu Llewellyn Llibert Llorens
    Llúcia Loann Longinos Loni Lonneke Lonnie Lope Lorcan Lore Lorea Lorelei Lorella Losa Lotti Lottie
    Loubna Louella Louison Lovis Lovisa Lowell Lowenna Lowie Loïs Luana Lubbert Lubomír Lubov Lucasta Luce
    Lucette Luchino Lucija Lucrezia Lucyna Ludmiła Ludovica Ludovít Ludvig Ludwika Luella Luigia Luise
    Luit Lupe Lutger Luther Luuk Lwazi Lydie Lykke Lyle Lyndon Lynette Lynne Lysander Lázaro Lætitia
    Léandre Léna Léonard Léonce Léontine Léopoldine Lüder Maarit Macario Mackenzie Maddi Maddie Madelaine
    Madeline Madge Mae Magdaléna Mahmud Maialen Maider Maik Maika Maj Maj-Britt Makana Makar Makayla
    Maksymilian Malachi Malachy Malak Malena Malene Malia Malika Malin Malvina Malwine Mamadou Mamie
    Mandeep Mandla Manel Manjit Manlio Manne Manola Manolo Mansour Marbod Marc-Antoine Marcelino Marcella
    Marcelle Marcelline Marcellus Marcia Marciano Mareen Margalida Margareta Margaretha Margaux Marged
    Margery Margherita Margie Margo Margrete Margrethe Margrét Marhild Maria-Lena Maria-Luise Mariah
    Mariama Mariann Marianna Mariateresa Marica Maricruz Marie-Anne Marie-Christine Marie-Françoise
    Marie-Hélène Marie-Laure Marie-Louise Marie-Noëlle Marie-Pierre Marie-Thérèse Mariel Mariele Marietta
    Mariette Marijana Marijn Marike Marilena Marinka Marino Mariola Maristella Maritxell Marián Marja
    Marjolaine Marjolein Marjorie Markéta Marla Marlis Marlit Marloes Marlon Marmaduke Marsha Marten
    Marthe Martial Martijn Martirià Martje Martyna Martí Marvin Marwa Marwan Masoud Massimiliano Massoud
    Mateja Mathes Mathijs Mathilda Mathurine Mathéo Matias Matija Matilda Matiu Mats-Ola Matthijs Mattie
    Mattijs Mattin Matyáš Mavis Maximilien Mayank Maynard Maëva Maïté Małgosia Medina Mehwish Meindert
    Meinolf Meirion Melania Mele Melek Melike Melisa Melisande Meltem Melánia Menno Mercè Mere Mererid
    Merfyn Merrick Merryn Merve Mervyn Mesut Meta Metin Metta Meurig Michalina Michelangelo Micheline
    Michiel Mickaël Mickey Mihail Mihajlo Mijo Mikaela Mikhaylo Mikkel Mikołaj Mikuláš Milen Milind Milka
    Millicent Millie Millán Milovan Mimmo Mindy Minh-Anh Minke Minnie Mirosława Mirza Mitesh Mladen Mogens
    Mohit Moisés Momčilo Monir Mordecai Moreno Morfydd Mortimer Morton Moussa Mpho Muireann Mulugeta
    Mumtaz Muna Munir Murad Murat Murrough Musa Myles Myrthe Myrtille Máxima Märit Märta Mélissa Mélodie
    Mònica Mónica Nabila Nadeem Nadija Nadir Nadira Nadège Naeem Nagesh Nagore Nahia Nahid Naima Najat
    Najib Nalini Namrata Nanda Nanette Narciso Narcís Naresh Narges Nargis Naroa Nasreen Natacha Natalija
    Natalino Nataliya Nataly Natalía Nathanael Nathanaël Nazareno Nazario Nazlı Neda Nedeljko Neelam Nele
    Nelli Nellie Nello Nelly Nergis Nerina Nerissa Nermin Nesrin Nessa Nessie Nettie Nevena Nevio Ngaire
    Nicasio Nicki Nicla Nicodemus Nicoleta Nicoletta Nicolette Nicolò Nidhi Niels-Erik Nienke Nihat Nikki
    Niklaus Nikodem Nikolaj Nikolay Nikoleta Nilay Nilgün Nilüfer Nima Nimisha Ninel Nino Ninon Niraj
    Nirmala Nisreen Nnamdi Noel Noelani Noelia Noemi Nokuthula Nona Noortje Noreen Norris Notker Noëlle
    Nunzia Nunzio Nuray Nurten Nynke Obadiah Octavius Oda Odalys Oddbjørg Oddrun Oddur Oddvar Odelia Odell
    Odessa Odilon Odón Oene Oihana Okke Olabisi Oladipo Olaia Olajide Olatz Olaug Olavi Olayinka
    Oleksandra Olimpia Oline Ollie Oluchi Olufunke Olusegun Oluwaseyi Oluwatobi Ombeline Onder Ondrej
    Onintza Onno Onur Ophélie Oreste Orlaith Orsola Orville Osagie Osama Osbert Osborn Osborne Osei Osmond
    Osric Ostap Oswalda Oswin Otakar Otfried Otilia Otje Otmar Ottavia Ottavio Ottfried Otti Ottokar Oumar
    Oumou Ousmane Ovidio Ozan Paco Padraig Palesa Palle Palmira Palmiro Pam Pania Pankaj Paolina Parag
    Paresh Parvati Parveen Parviz Pascaline Pascoe Pascuala Pasquale Patrizio Patsy Patti Patty Patxi
    Paul-Henri Paule Pauli Paulin Paulus Paulína Pavlina Payal Peder Pelayo Pelin Pentti Pepa Pepe Pepijn
    Per-Erik Perdita Peregrine Perico Perihan Pernilla Pernille Perpetua Perran Perrin Pete Petronela
    Petronella Petronila Petter Petteri Petya Philemon Philibert Philippine Philomena Phineas Phyllida
    Pierluigi Pierpaolo Pierre-Louis Pierrette Pierrick Piers Piet Pietje Pippa Pirmin Placido Plamen
    Poldi Policarpo Poonam Popke Porfirio Prabhu Prachi Pradeep Pramod Prashant Pratik Praveen Preben
    Preethi Preston Primula Priti Priyal Prue Pryderi Przemek Ptolemy Puneet Purnima Pánfilo Pío Pınar
    Quillan Quimeta Quinn Quinten Quintin Quintín Quique Quirino Quynh Rachida Radan Radcliffe Radhika
    Radmir Radomir Radoslav Radoslava Radovan Rae Rafal Raghu Ragnhildur Rahim Raik Raili Raimar Raimo
    Raimundo Raisa Rajan Rajeev Rajendra Rakhi Ramadan Raman Ramin Ramiz Ramla Ramya Randa Randal Randolf
    Randolph Randy Rangi Ranjit Ranveig Raphaëlle Rasha Rashida Ratna Rauno Rawiri Raymund Razia Rebekah
    Reece Reese Reg Reggie Rehana Reid Reidar Reidun Reimar Reimund Reimut Reinald Reinaldo Reinbert
    Reinder Reinfried Reingard Reinhilde Reinholde Reinier Reinmar Reinout Remigiusz Remington Remo Renaud
    Renee Renske Renu Renáta Rhoda Rhona Rhonda Rhonwen Rianne Rica Riccarda Richarda Ridwan Riemer Rienk
    Riet Riham Rikard Riley Rina Ringo Rinske Rintje Rishi Ritesh Riyad Roald Rob Robbie Robertas Robyn
    Rocco Rochelle Roddy Roderic Roderich Rodger Rodica Rodion Rodolphe Rodrigue Roeland Roelof Rogelia
    Roisin Rolande Rolando Rolv Romina Romolo Romuald Romy Román Ronaldo Ronnie Ronny Roque Rosalba
    Rosalinda Rosamond Rosamund Rosangela Rosaria Rose-Marie Roseanne Rosel Roselinde Rosemond Rosendo
    Roser Rosetta Roshan Roshni Rosi Rosl Rossana Rossella Rotraud Rotraut Rowena Roxanne Royce Royston
    Rozalia Ruairi Rubina Ruchi Rudger Rudy Rufina Rufus Rukmini Rumen Runar Rupa Ruperto Rupprecht Rusana
    Ruslana Russ Rut Rutger Ruurd Ružica Rébecca Régulo Réjane Róbert Róża Rún Rúnar Rüdiger Rütger Sabela
    Sabina Sabino Sabolč Sadaf Sadie Sadiq Safa Safia Sagar Saioa Saleh Saliha Salimata Salome Salomé
    Salomón Saloni Salustiano Samanta Samar Sameer Samia Samina Sammy Sampo Samuele Sancho Sanda Sandford
    Sanjiv Sante Santeri Santosh Sapna Saravanan Saroj Satish Satu Savita Savo Sawyer Sayed Scarlett
    Seamus Sebastiaan Sebastiana Sefa Sefina Sehrish Seija Selami Selwyn Semisi Semra Senait Sendoa Seppi
    Septimus Serafina Seraphina Serenella Sergej Serhii Sevda Severiano Severin Severina Sevgi Sevinç
    Seyfi Seyma Shabana Shabnam Shahid Shahram Shailesh Shaima Shakil Shamsa Shana Shania Sharad Sharmila
    Sharron Shawn Shay Shayla Sheetal Shefali Sheldon Shelley Shelly Sheridan Sherri Sherry Sherwood
    Shilpa Shobha Shreyas Shruti Shubham Sian Sibel Sid Siegbert Sieghard Siegmar Siegmund Siegrid Siegrun
    Sietse Sigfrid Sigfrido Sigismund Sigmund Sigríður Sigrún Sigurður Sigvard Siiri Sijmen Silja Silvano
    Silvanus Silvester Silviu Simeon Simeón Simke Simonetta Simonne Simran Simón Sina Sindhu Sinem Sinisa
    Siniša Sinje Sione Sioned Sipke Sirkka Siwan Sixto Siyabonga Sjoukje Slavomír Slađana Sloane Smiljana
    Snorri Sofieke Sofiya Soheil Soile Solenn Soline Solvei Solvår Sondra Sonsoles Sophy Sorley Soumaya
    Srećko Sruthi Staffan Stanislas Stanislava Stanko Stanley Stefaan Stefaniya Steffi Stefka Stefán Stein
    Steinunn Stela Stellan Stepan Stephan Stevie Stian Stoyan Stoyanka Struan Subhadra Sudhir Sugandha
    Suhail Sukie Suleiman Suleyman Sumit Sunitha Sunna Supriya Suraj Susannah Sushil Sushma Susi Susie
    Suze Suzette Suzie Suzon Svanhild Svante Svantje Svatava Svava Svea Sverrir Svetoslav Sviatoslav
    Swapna Swenja Sybil Sybren Sylvester Sylviane Sylwester Sylwia Sytske Szabolcs Ségolène Séraphin
    Séraphine Sévérine Sílvia Sönke Tabea Tabitha Taco Tade Tahira Tahmina Taiwo Taliesin Tamati Tamer
    Tamika Tamme Tammo Tammy Tancredi Tane Tania Tarcisio Tareixa Tareq Tarmo Tarun Tasha Tatum Tayo Teake
    Tecla Teddy Tellef Temesgen Teodomiro Teodor Teofil Teresita Tero Terttu Tesfaye Tetiana Tetske Tevita
    Thabiso Thaddeus Thalia Thandeka Thandi Thaïs Theda Thelma Thembi Theobald Theodosia Theun Thibaud
    Thijmen Thilo Thirza Thomasina Thoralf Thorbjørn Thordis Thore Thorgeir Thorunn Thorvald Thulani
    Thurston Théodore Théotime Tia Tiana Tiemen Tiernan Tigist Tiina Tijmen Tijn Tilmann Tilo Timm Timon
    Timoteo Tirso Titouan Tiziana Tiziano Tjalling Tjitske Tobben Tobey Tobi Tobiah Tobit Tolga Tom-Erik
    Tomasa Tomi Tommasina Tomàs Tonya Tordis Torfinn Torgny Toribia Toribio Torkel Torun Toyin Tracey
    Traudel Traute Trent Trenton Tricia Trina Trinity Trish Trisha Tristram Trixie Trudy Trym Tsepo
    Tsvetan Tsvetana Tuija Tullia Tullio Turgut Tuulikki Tuure Tuğba Tuğçe Twyla Txema Txomin Tycho
    Tymoteusz Tyra Tyrone Tyson Tánczos Uchenna Udaya Uilke Uisdean Ujjwal Ulbe Uli Ulla-Britt Ulli Umar
    Umberta Umut Undine Unnur Ursel Ursule Uschi Usman Utku Uxía Uğur Vaishali Valentino Valeri Valerian
    Valeriia Valeriu Valère Valérian Valériane Valéry Vanda Vandana Vanna Vappu Varsha Vasanth Vasil
    Vaughan Vaughn Veerle Veijo Veli Velimir Velma Velten Venancio Vendula Venelin Venkatesh Vernon
    Veronika Veselin Veselina Veslemøy Vetle Vic Vicent Victorien Victorine Vidal Viggo Vikas Vikki
    Viktorie Viktória Vilde Vilhelm Vilhelmina Viljo Vimala Vincenza Vinod Vinyet Violaine Violante
    Violette Viorel Vipin Virgile Virginia Virpi Vishal Viswanathan Vitale Vitalie Vitold Vittore Viviane
    Vivien Vivienne Vjekoslav Vladimiro Vladko Vlastimil Vlatka Vojislav Volkan Volkhard Volkhart Volkmer
    Volkwin Vusi Víctor Vít Wacław Wafa Wahid Waldtraut Waleed Walentyna Waleria Wallburga Wally Walpurga
    Wangari Wannes Wasim Waylon Wayne Wenche Wendel Wendela Wenke Werna Weronika Wessel Wiepke Wiesława
    Wigbert Wijnand Wiktoria Wilbert Wilbur Wilda Wiley Wilf Wilfred Wilfredo Wilhelmine Willa Willard
    Willeke Willemien Willemijn Willibald Willibert Willis Willoughby Wilmer Wilson Wiltrud Wincenty
    Winfrid Winfried Winnie Winona Winrich Wioletta Wiremu Wobke Wolf-Dieter Wolfdietrich Wolter Woody
    Wubbo Wulf Wunibald Wyatt Wyn Wytse Władysława Włodzimierz Xabat Xanthe Xavière Xela Xiana Ximo Xoán
    Yaiza Yakubu Yalda Yana Yanira Yanis Yaprak Yasir Yasmina Yasmine Yassin Yassine Yaël Yde Yegor
    Yelyzaveta Yemi Yesenia Yewande Yeşim Yigit Yoann Yoel Yohan Yohannes Yolaine Yolande Yonas Yorck
    Yordan Yordanka Yousuf Ype Yrsa Yuliia Yusra Yvain Yvaine Yıldız Zach Zachariah Zack Zadie Zahari Zaid
    Zaida Zainabu Zaira Zakaria Zaki Zane Zdenko Zebedee Zeinab Zelda Zenon Zeynep Ziemowit Zigor Zillah
    Zipporah Zlata Zlatan Zlatko Zoilo Zoraida Zorana Zorica Zuhal Zuleikha Zuri Zuzanna Zvonimir Zwaantje
    Álex Árni Árpád Ása Ásdís Åsa Çağla Çiğdem Édith Églantine Élia Éliane Éliette Élisabeth Élise Éloi
    Éléonore Émeline Émilie Éric Étiennette Évelyne Íris Ólafur Ólöf Öivind Øivind Þorsteinn Þóra İlker
    İpek İsmail Şebnem Şerife Štefan Željka
"""
MORE = frozenset(_MORE.split())
"""First names; of several words that begin with one, the others are a last name."""
