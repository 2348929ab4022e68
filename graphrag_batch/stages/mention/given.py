"""First names of people, of many languages: facts that need no corpus. Pure data."""

from __future__ import annotations

from graphrag_batch.stages.mention.given_more import MORE

_GIVEN = """
    Aaron Abdul Abdullah Abebe Abel Abena Abhishek Abigail Abraham Ada Adaeze Adam Adela Adele Adnan Adrian
    Adriana Adrien Agata Agnes Agnieszka Ahmad Ahmed Aidan Aiden Aiko Ailsa Aine Aino Aisha Aisling Akira
    Akiko Akshay Alan Alasdair Alastair Alba Albert Alberto Albrecht Aleksander Aleksandra Alejandra Alejandro
    Aleksei Alena Alessandra Alessandro Alessia Alex Alexander Alexandra Alexandre Alexei Alexis Alfonso
    Alfred Alfredo Ali Alice Alicia Alina Aline Alison Alistair Allan Allison Alma Alois Alonso Álvaro Alwin
    Amadou Amal Amanda Amara Amelia Amélie Amina Aminata Amir Amit Amos Amrita Amy Ana Anaïs Anand Anastasia
    Anders Andrea Andreas Andrei Andrej Andrés Andrew Andrzej Aneta Ángel Angela Angelika Angelina Angelo
    Angus Anika Anil Anita Anja Anjali Anke Ann Anna Annabel Anne Anneke Annelies Annette Annie Annika
    Annemarie Anselm Ansgar Anthony Antje Antoine Antoinette Anton Antonia Antonio António Anurag Anya Aoife
    Aran Aria Ariana Ariel Arjun Arlo Armando Armin Arnaud Arne Arno Arnold Arthur Arturo Arun Arvid Asha
    Ashok Asif Asma Astrid Atsushi Aude Audrey August Augustin Aurélie Aurélien Aurora Axel Ayasha Aylin Ayşe
    Azra Barbara Barnaby Barry Bartosz Basil Bastian Beata Beate Beatrice Beatrix Beatriz Behrouz Béla Belinda
    Ben Benedict Benedikt Beniamino Benito Benjamin Benoît Berit Bernadette Bernard Bernardo Bernd Bernhard
    Bernice Bert Berta Bertha Bertil Bertram Bettina Beverly Bianca Bilal Birgit Birgitta Birte Bjarne Björn
    Blanca Bogdan Bohdan Boris Božena Brendan Brenda Brent Brian Bridget Brigid Brigitte Britta Bruce Bruno
    Bryan Burak Callum Camila Camilla Camille Camilo Carina Carl Carla Carlo Carlos Carlotta Carmen Carol
    Carolina Caroline Carolyn Carsten Catalina Catarina Cathal Catherine Cathy Catriona Cecil Cecilia Cécile
    Cedric Cédric Celeste Celia Céline Cemal Cenk Cesar César Chantal Charles Charlie Charlotte Chen Chiara
    Chidi Chinedu Chloe Chloé Chris Christa Christian Christiane Christina Christine Christof Christoph
    Christophe Christopher Chukwuemeka Ciara Cillian Claes Claire Clara Claude Claudia Claudine Claudio Claus
    Clemens Clément Clémence Colin Colette Colleen Concepción Connor Conor Conrad Constance Constantin Cora
    Cordelia Corinna Corinne Cornelia Cornelis Cosima Cosimo Craig Cristian Cristiano Cristina Cynthia Cyril
    Cyrus Dag Dagmar Dagny Daisuke Damian Damien Damir Dan Daniel Daniela Daniele Danielle Danuta Daria Darius
    Darragh Dave David Davide Dawid Dean Deborah Deepak Deirdre Delphine Demet Denis Denise Dennis Derek
    Desmond Detlef Devika Devon Dhruv Diana Diane Didier Diego Dieter Dietmar Dietrich Dilip Dimitri Dimitris
    Dina Dirk Dmitri Dmitry Dolores Domenico Dominic Dominik Dominique Donald Donatella Donna Dora Doreen
    Doris Dorothea Dorothy Dorota Douglas Dragan Dragana Duncan Dylan Eamon Éamonn Eberhard Edda Edgar Edith
    Edmund Édouard Eduard Eduardo Edward Edwin Edyta Effie Efua Egon Eileen Einar Eino Eira Eirik Ekaterina
    Elaine Eleanor Elena Eleni Elfriede Eli Eliana Elias Elif Elin Elina Eline Elisa Elisabeth Elise Eliza
    Elizabeth Elke Ella Ellen Elliot Éloïse Elodie Elsa Elsbeth Else Elspeth Elvira Emanuel Emeka Emer Emil
    Émile Emilia Emilie Emilio Emily Emma Emmanuel Emmanuelle Emmett Emre Ender Endre Enrico Enrique Enzo Eoin
    Eric Erica Erich Erik Erika Erin Ernest Ernesto Ernst Ersin Erwin Esma Esmeralda Esperanza Esteban Estelle
    Esther Etienne Étienne Eugen Eugene Eugenia Eugénie Eun-ji Eva Evan Evander Evangelos Evelina Eveline
    Evelyn Evgeny Ewa Ewan Ezekiel Fabian Fabio Fabienne Fabrice Fadi Fahad Farah Farid Fatima Fatma Fatou
    Federica Federico Felicia Felicity Felipe Felix Félix Ferdinand Ferenc Fergus Fernanda Fernando Ffion
    Filip Filippo Filomena Finja Finlay Finn Finola Fiona Fionn Fiorella Fleur Florence Florian Florin
    Folasade Frances Francesca Francesco Francis Francisco Franck François Françoise Frank Franz Franziska
    Fraser Freddie Frederic Frédéric Frederick Frederik Freja Freya Frida Frieda Friederike Friedrich Frithjof
    Fritz Fumiko Gabriel Gabriela Gabriele Gabriella Gaël Gaetano Gareth Gary Gaspard Gavin Geert Geir Gemma
    Geneviève Geoff Geoffrey Georg George Georges Georgia Georgina Georgios Gerald Geraldine Gerard Gérard
    Gerardo Gerd Gerda Gerhard Gerrit Gertrud Gertrude Gesa Ghislaine Giacomo Gianluca Gianni Gideon Gilbert
    Gilles Gillian Giorgio Giovanna Giovanni Gisela Giulia Giuliana Giulio Giuseppe Giuseppina Glenn Gloria
    Godfrey Gonzalo Göran Gordon Gottfried Graeme Graham Grainne Gregor Gregory Greg Greta Gretchen Grigory
    Grzegorz Gudrun Guido Guilherme Guillaume Guillermo Gundula Gunnar Günter Günther Gustaf Gustav Gustavo
    Guy Gwen Gwyneth György Habib Haakon Hadi Hadley Hai Hakan Håkan Hal Halima Halvor Hamish Hamza Hanna
    Hannah Hanne Hannelore Hannes Hans Harald Haruki Haruto Hariharan Harold Harriet Harriette Harry Hartmut
    Harvey Hasan Hassan Hatice Hazel Heather Héctor Hedda Hedwig Heiko Heike Heidi Heiner Heinrich Heinz Helen
    Helena Helene Hélène Helga Helge Helmut Hendrik Henk Henning Henri Henrietta Henriette Henrik Henrike
    Henry Herbert Heribert Hermann Hilary Hilda Hilde Hildegard Hillary Himanshu Hiroki Hiroko Hiroshi Holger
    Horst Hubert Hugh Hugo Humberto Hussein Hyun-woo Iain Ian Ibrahim Ida Idris Ieva Ifeoma Ignacio Ignatius
    Igor Ihor Ikram Ilaria Ildikó Ilias Ilka Ilona Ilse Iman Imani Imelda Imogen Imran Imre Ina Inés Ines Inga
    Inge Ingeborg Inger Ingo Ingrid Inka Ioana Ioannis Ion Irena Irene Irina Irmgard Isaac Isabel Isabella
    Isabelle Ishaan Isidora Isla Ismail Ismael István Ivan Ivana Ivar Ivo Ivy Iwona Izabela Jacek Jacinta Jack
    Jackson Jacob Jacqueline Jacques Jadwiga Jaime Jakob Jakub James Jamie Jamila Jamal Jan Jana Jane Janet
    Janice Janina Janine Janne Jannik Janusz Jari Jarmila Jaroslav Jasmin Jasmine Jason Javier Jean Jeanette
    Jeanne Jeff Jeffrey Jelena Jens Jenna Jennifer Jenny Jeremiah Jeremy Jérôme Jerzy Jessica Jesús Jette Jiří
    Jill Jim Jing Jitka Joachim Joan Joana Joanna Joanne João Joaquín Jochen Jody Joe Joel Joëlle Johan Johann
    Johanna Johannes John Johnny Jolanda Jon Jonas Jonathan Joost Jordan Jordi Jorge Jörg Jörn Joris José
    Josef Josefa Josefina Joseph Josephine Joshua Josiane Josip Joyce Józef Juan Juanita Judith Julia Julian
    Juliane Juliana Julie Julien Juliet Juliette Julio Julius Jun Junko Jürgen Justin Justina Justine Justyna
    Jutta Kaan Kabir Kaja Kai Kamal Kamil Kamila Kanako Karel Karen Karim Karin Karina Karl Karla Karolina
    Karoline Karsten Kasper Katarina Katarzyna Kate Katerina Katharina Katherine Kathleen Kathrin Kathryn
    Katia Katie Katja Katrin Katsuro Kaveh Kavita Kazimierz Kazuo Kazuki Keiko Keith Kelly Ken Kenan Kenji
    Kenneth Kenta Kerstin Keira Kevin Khadija Khaled Khalid Kieran Kim Kimberly Kinga Kiran Kirill Kirsten
    Kirsty Kjell Klara Klaus Knut Kofi Koji Konrad Konstantin Konstantina Kostas Krishna Krista Kristen
    Kristian Kristiina Kristin Kristina Kristine Kristof Krystyna Krzysztof Kumiko Kunal Kurt Kwame Kyle Kylie
    Laila Lakshmi Lale Lambert Lamia Lance Lara Lars Lasse László Latisha Laura Laure Laurel Lauren Laurence
    Laurens Laurent Laurie Lawrence Lea Léa Leah Leandro Leif Leila Lena Lennart Leo León Leon Leonard
    Leonardo Léonie Leonie Leonor Leopold Leszek Leticia Lev Lewis Lia Liam Liana Lidia Liesbeth Liliana
    Lilian Lillian Lilly Lily Lina Linda Lindsay Linnea Linus Lionel Lior Lisa Lisbeth Lise Liselotte Liv
    Livia Ljubica Lloyd Logan Lois Lola Loredana Lorena Lorenz Lorenzo Loretta Lorna Lorraine Lotta Lotte Lou
    Louis Louisa Louise Luc Luca Lucas Lucia Lucía Lucian Luciana Luciano Lucie Lucile Lucille Lucinda Lucjan
    Lucy Ludmila Ludovic Ludwig Luigi Luis Luís Luisa Luiz Łukasz Lukas Luke Lutz Lydia Lynn Maarten Maciej
    Maddalena Madeleine Madhuri Mads Maeve Magda Magdalena Maggie Magnus Mahmoud Mai Maia Maike Maisie Maja
    Makoto Malcolm Malgorzata Małgorzata Malik Malte Mandy Manfred Manish Manja Manoj Manon Manuel Manuela
    Mara Marc Marcel Marcela Marcello Marcelo Marcin Marco Marcos Marcus Marek Mareike Marga Margaret
    Margarete Margarita Margit Margot Margrit Marguerite Maria María Mariam Marian Mariana Marianne Marie
    Mariella Marija Marijke Marika Marilyn Marina Mario Marion Marisa Marit Marius Marjan Marko Markus Marlene
    Marlies Marta Martha Marti Martin Martina Martine Mary Maryam Masashi Massimo Mateo Mateusz Mathias
    Mathieu Mathilde Matías Mats Matt Matteo Matthew Matthias Matthieu Maud Maura Maureen Maurice Mauricio
    Mauro Max Maxim Maxime Maximilian Maxine Mechthild Meena Megan Mehdi Mehmet Mei Meike Melanie Mélanie
    Melina Melinda Melissa Melvin Mercedes Meredith Merete Merle Mette Mia Miao Micaela Michael Michaela
    Michał Michel Michele Michelle Miguel Mihai Mikael Mike Mikhail Mikko Mila Milan Mildred Milena Milica
    Miloš Milton Mina Minh Minna Mira Miranda Mireille Mirela Miriam Mirjam Miroslav Mitchell Mitsuko Modou
    Mohamed Mohammad Mohammed Mohan Moira Mojca Molly Mona Monica Monika Monique Montserrat Morag Morgane
    Moritz Morten Moses Moshe Muhammad Mukesh Muriel Murray Mustafa Myriam Myrna Nadezhda Nadia Nadine Nadja
    Naledi Nanami Nancy Naoko Naomi Narendra Natalia Natalie Natascha Natasha Nathalie Nathan Nathaniel Navid
    Neha Neil Nell Nelson Nerea Neville Ngozi Nguyen Nia Niall Niamh Nicholas Nick Nicola Nicolas Nicole Niels
    Nigel Nihal Nikhil Nikita Niklas Nikola Nikolai Nikolaus Nikos Nils Nina Nisha Nita Noah Noam Noé Noelle
    Noémie Nolan Nora Norbert Noor Norma Norman Nuno Nuria Núria Nur Obi Octavia Odette Odile Ola Olaf Olav
    Ole Oleg Oleksandr Olena Olga Olive Oliver Olivia Olivier Olof Olumide Omar Oona Ophelia Orhan Oriol Orla
    Orlando Orsolya Oscar Oskar Osman Oswald Otto Ottoline Owen Oya Pablo Paloma Pamela Paola Paolo Parisa
    Pascal Pascale Patrice Patricia Patricio Patrick Patrik Patrycja Paul Paula Paulette Paulina Pauline Paulo
    Pavel Paweł Pedro Peggy Pekka Penelope Per Percy Peter Petr Petra Petros Philip Philipp Philippa Philippe
    Phoebe Phyllis Pia Pieter Pierre Pilar Piotr Poppy Prakash Pranav Prasad Pratima Preeti Prisca Priscilla
    Priya Priyanka Quentin Rachel Radek Radha Radu Rafael Rafaela Rafał Raffaele Raghav Rahel Rahul Raimund
    Rainer Raissa Raj Rajesh Rajiv Ralf Ralph Ramesh Ramón Ramona Randall Randi Rania Raoul Raphael Raphaël
    Raquel Rashid Rasmus Raúl Ravi Raymond Razvan Rebecca Regina Reginald Régis Regine Reiko Reiner Reinhard
    Reinhold Renata Renate Renato René Renée Ricarda Ricardo Riccardo Richard Rick Rico Rikke Rita Ritva
    Robert Roberta Roberto Robin Rocío Roderick Rodney Rodolfo Rodrigo Roger Rohan Rohit Roland Rolf Romain
    Roman Romana Romeo Ronald Ronan Ronja Rory Rosa Rosalie Rosalind Rosalyn Rosario Rose Roselyn Rosemarie
    Rosemary Rosie Rowan Roxana Roxane Roy Ruben Rubén Rudi Rudolf Rune Rupert Rupinder Russell Ruta Ruth Ryan
    Ryszard Sabine Sabrina Sachiko Sadia Safiya Saïd Saira Sakura Salim Salma Salvador Salvatore Sam Samantha
    Sami Samira Samuel Samuli Sander Sandra Sandro Sandy Sanjay Sanna Santiago Saoirse Sara Sarah Sascha
    Saskia Satoshi Saul Saurabh Sayaka Scott Sean Seán Sebastian Sébastien Seema Selin Selina Selma Seo-yeon
    Serena Serge Sergei Sergey Sergio Seth Seymour Shane Shankar Shannon Sharon Shaun Sheila Shigeru Shinji
    Shirin Shirley Shreya Sibylle Sidney Siegfried Sigrid Sigurd Silje Silke Silvana Silvia Silvio Simon
    Simona Simone Sinead Sinéad Siobhan Siobhán Sissel Sita Siv Sławomir Slobodan Sofia Sofie Solange Solveig
    Somchai Sonia Sonja Sophia Sophie Søren Soraya Spyros Stanislav Stanisław Stacey Stan Stefan Stefania
    Stefanie Stefano Steffen Stella Sten Stéphane Stephanie Stéphanie Stephen Sterling Steve Steven Stewart
    Stig Stijn Stuart Subhash Sunil Sunita Suresh Susan Susana Susanna Susanne Suzanne Suzuki Svein Sven
    Svenja Svetlana Swati Sybille Sylvain Sylvia Sylvie Szymon Tadeusz Takashi Takeshi Tamar Tamara Tamás
    Tanja Tanya Tara Tariq Tarja Taro Tatiana Tatjana Ted Teemu Temitope Terence Teresa Teréz Terry Tessa
    Thandiwe Thea Themba Theo Theodor Theodora Theodore Theresa Thérèse Thibault Thierry Thijs Thomas Thorsten
    Thu Tiago Tiffany Tilda Till Tilman Tim Timo Timothy Tina Tobias Toby Todd Tom Tomas Tomás Tomáš Tomasz
    Tommaso Tommy Tomoko Toni Tony Torben Tore Torsten Tove Tracy Trevor Trine Tristan Trond Tuomas Tyler Udo
    Ugo Ulf Ulla Ulrich Ulrike Umberto Ursula Urszula Uta Ute Uwe Vadim Valentin Valentina Valerie Valérie
    Valeria Vanessa Vasco Vasily Vassilis Venkat Vera Verena Verónica Veronica Véronique Vesna Vicente Vicky
    Victor Victoria Vidar Vijay Vikram Viktor Viktoria Vilma Vinay Vincent Vincenzo Viola Violeta Virginie
    Vitaly Vittoria Vittorio Vivek Vivian Viviana Vladimir Volker Volodymyr Waldemar Wallace Walter Walther
    Wanda Wanjiru Warren Waltraud Wei Wendy Wenzel Werner Wiebke Wiktor Wilfried Wilhelm Wilhelmina Wilko
    Willem William Willy Wilma Winifred Winston Wojciech Wolf Wolfgang Wolfram Wout Xavier Ximena Xin Yael
    Yann Yannick Yara Yaroslav Yasmin Yasuko Yelena Yetunde Ying Yiorgos Yoko Yolanda Yosef Yoshiko Youssef
    Yuan Yuki Yukio Yuri Yusuf Yunus Yvan Yves Yvette Yvonne Zachary Zahra Zainab Zara Zbigniew Zdeněk Zehra
    Željko Zita Zoe Zoé Zofia Zoltán Zora Zsófia Zuzana
    Deon Hettie Dom Bastien Maëlle Solène Rebeca Otis Maël Loïc Élodie Corentin Séverine Anouk Léo Théo Inès
    Sofía Martín Íñigo Iker Ainhoa Leire Maite Josep Pau Meritxell Remedios Consuelo Milagros Zulema Fabiola
    Thiago Caio Inês Rui Götz Swantje Dörte Mirko Reto Urs Beat Ueli Ruedi Vreni Regula Käthi Aada Eero
    Ilmari Kaisa Matti Juha Veikko Yrjö Ciarán Oisín Rhys Bronwyn Emrys Halina Václav Věra Milada Ondřej
    Tereza Kateřina Ágnes Gábor Katalin Goran Zoran Stjepan Oksana Taras Halyna Takumi Xiu Ling Hao Linh Thuy
    Meera Kavya Layla Samir Ama Oluwaseun Thabo Sipho Lerato Desta Tsegaye Selam
    Teun Hemma Mirta Ragnhild Sylvette Dario Hana Maren Ottilie Leonhard Vroni Perrine Maëlys Maelle
    Gaëlle Gwenaël Gwendal Erwan Ewen Tanguy Malo Nolwenn Enora Soizic Yves-Marie Jean-Luc Jean-Paul
    Jean-Pierre Marie-Claire Anne-Sophie Pierre-Yves Corentine Bérénice Blandine Brune Capucine Clotilde
    Clothilde Coralie Edmée Fanny Ghislain Honorine Joséphine Léopold Ludivine Mahaut Mathurin Mathis
    Mélusine Océane Pernelle Philomène Roseline Roselyne Sandrine Servane Sidonie Tiphaine Ursuline
    Valentine Wilfrid Zélie Zéphyrin Achille Aimé Ambroise Armelle Aurore Barnabé Basile Bertille Cyprien
    Désiré Edgard Edmond Eulalie Firmin Germain Gilberte Gontran Hippolyte Irénée Jocelyne Lazare Lucien
    Lucienne Magali Marcelin Maxence Médard Nestor Octave Oriane Prosper Raymonde Régine Rémi Rémy Romane
    Sacha Tancrède Théophile Thibaut Urbain Victoire Vianney Yvon Yvonnick Adelheid Adalbert Alfons
    Aloisia Anneliese Annelore Annerose Arnulf Balthasar Benno Bernhardine Burkhard Cäcilia Dietlinde
    Eckart Eckhard Edeltraud Edelgard Ekkehard Elfie Engelbert Erdmute Erhard Ewald Falk Friedhelm
    Friedlinde Friedemann Friedrun Gebhard Gerlinde Gernot Gert Gerti Gisbert Giselher Gotthard Gottlieb
    Grete Gunda Hartwig Heide Heidrun Heinke Helmuth Hermine Hiltrud Hinnerk Ignaz Imke Insa Irmtraud
    Isolde Jasper Jobst Jördis Jost Kaspar Karlheinz Klemens Kunigunde Kunibert Lieselotte Liesl Linde
    Lothar Ludger Luitgard Margarethe Meinhard Meinrad Mechtild Neele Nepomuk Notburga Ortrud Ortwin
    Ottmar Pankraz Quirin Reimer Reinhild Resi Rieke Rosalinde Roswitha Rosina Scholastika Sebald Sepp
    Sieglinde Sünje Swaantje Thekla Theres Theresia Traudl Tjark Trude Uda Urban Veit Vinzenz Volkmar
    Walburga Waltraut Wendelin Wibke Wiebe Wilfriede Willi Wolfhard Xaver Zacharias Zenzi Aarti Adaora
    Adebayo Akosua Amaka Aminu Ayodele Babatunde Bukola Chiamaka Chidinma Chinwe Ebele Femi Folake
    Funmilayo Ikenna Kelechi Kwabena Kwesi Makena Mwangi Njeri Nkechi Nneka Nomvula Obinna Olamide Olufemi
    Onyeka Refilwe Segun Sibusiso Tendai Tunde Uche Wambui Yaw Zanele Zodwa Bheki Farai Chipo Tafadzwa
    Rutendo Nyasha Kudzai Mbali Lindiwe Nandi Ayanda Busisiwe Adil Ahlam Amjad Anwar Asim Aziz Bahar
    Bashir Bushra Dalia Faisal Faris Fawzia Ghada Hafsa Haider Hala Hamid Hanan Haris Haya Heba Hisham
    Huda Ilham Latifa Leyla Lubna Maha Majid Manal Mounir Munira Nabil Naila Nasser Nawal Nazanin Noura
    Othman Qasim Rabia Rachid Rana Reem Reza Rima Saad Sabah Said Sana Shadi Suha Tahir Tarek Wael Walid
    Yahya Yasemin Yasin Younes Zaynab Ziad Zineb Özlem Özgür Çağlar Gülşen Ömer İbrahim Aditi Aditya Ajay
    Akash Amrit Ananya Aniket Anisha Anjana Anushka Arvind Ashwin Bhavna Chandra Darshan Deepa Divya
    Gaurav Gayatri Geeta Girish Harini Harish Hema Indira Jaya Jyoti Kalpana Kamala Karthik Kishore Lata
    Madhav Mahesh Meenakshi Nandini Naveen Neeraj Nitin Padma Pallavi Pooja Rakesh Rashmi Rekha Ritu
    Sachin Sandeep Sangeeta Sarita Shalini Shanti Siddharth Smita Sneha Sonali Srinivas Sudha Sujata Tanvi
    Uma Usha Varun Vasudha Vidya Vineet Yash Aasmund Agnete Aksel Alfhild Annfrid Arnfinn Asbjørn Aslaug
    Asle Åse Åshild Åsmund Birger Bodil Borghild Brage Brynhild Dagfinn Egil Eivind Ellinor Embla Espen
    Even Fredrik Frode Gaute Gjertrud Gry Guro Gunnhild Gunvor Guttorm Halldis Halvard Hedvig Hjalmar Idar
    Ingebjørg Ingebrigt Ingerid Ingvild Iselin Jorunn Jostein Kåre Kjersti Kjetil Magne Magnhild Njål Odd
    Oddbjørn Oddny Ottar Oystein Øystein Øyvind Pål Ragna Ragnar Roar Runa Sigbjørn Signe Sindre Siri
    Sivert Sjur Snorre Solfrid Steinar Stine Stål Sturla Sunniva Sverre Synne Synnøve Tarjei Terje Thora
    Tor Torbjørn Torgeir Torhild Torill Tormod Torstein Torunn Trygve Turid Tuva Ulrik Unni Vebjørn Vegard
    Vigdis Yngve Yngvild Aleksi Anneli Antero Arto Eija Eeva Esa Hannele Heikki Helmi Iiro Ilkka Inkeri
    Jaakko Jouni Jukka Kaarina Kalevi Kalle Kari Katri Kirsi Leena Marjatta Marketta Markku Merja Niilo
    Outi Paavo Päivi Pertti Pirjo Pirkko Raija Reijo Riitta Risto Saara Sari Seppo Sini Sirpa Taina Tapani
    Tapio Toivo Tuula Urho Väinö Vesa Ville Bengta Börje Gösta Gunilla Ingemar Ulrika Åke Ebba Elof Frej
    Hjördis Agneta Annemiek Arjen Bart Bas Berend Bram Daan Evert Femke Floor Floris Gijs Greetje Hendrika
    Huib Ineke Jaap Jacoba Jelle Jeroen Joop Jurriaan Kees Klaas Koen Lieke Lodewijk Loes Maaike Maartje
    Machteld Marieke Marleen Mieke Nelleke Niek Pim Rens Rinus Roel Roos Ruud Sanne Siebe Sjaak Sjoerd
    Teunis Tineke Tjeerd Trijntje Truus Wibo Wietse Wim Wiske Wouter Ypke Abelardo Adolfo Agustín Agustina
    Alejo Amparo Anacleto Anselmo Araceli Ariadna Arancha Asunción Aurelio Azucena Baltasar Belén Benigno
    Bernabé Braulio Candela Candelaria Casilda Cayetano Celestino Celso Crisanto Cristóbal Dámaso Delfina
    Dionisio Domingo Edelmira Eladio Eleuterio Eloísa Eloy Encarnación Estefanía Eufemia Eulogio Eusebio
    Evaristo Ezequiel Facundo Feliciano Felisa Fermín Florencia Florencio Francisca Gaspar Genoveva Germán
    Gertrudis Gregorio Guadalupe Guillermina Heriberto Higinio Hilario Hortensia Ignacia Inmaculada Isidro
    Jacinto Jimena Joaquina Juana Julián Julieta Lautaro Leocadia Leopoldo Lisandro Lourdes Lucio Lucrecia
    Macarena Marcial Mariano Maribel Maricarmen Marisol Matilde Maximiliano Melchor Modesto Natividad
    Nélida Nicanor Nicolás Nieves Norberto Octavio Olegario Osvaldo Pascual Paulino Plácido Ponciano
    Primitivo Purificación Ramiro Refugio Reynaldo Rigoberto Rogelio Romualdo Rosalía Rosaura Rufino
    Saturnino Sebastián Segismundo Serafín Servando Severino Silverio Silvestre Socorro Soledad Tadeo
    Telmo Teodora Teodoro Teófilo Tiburcio Trinidad Úrsula Valentín Valeriano Vicenta Victoriano Virtudes
    Wenceslao Yago Zacarías Zenón Aitor Amaia Ander Aritz Asier Begoña Edurne Eider Eneko Garazi Gorka
    Haizea Iñaki Irati Itziar Izaro Jokin Josu Koldo Lander Mikel Miren Nekane Oihane Unai Uxue Xabier
    Zuriñe Aleix Arnau Biel Carme Dolors Enric Eulàlia Ferran Jaume Laia Llorenç Lluís Marçal Mireia
    Montse Neus Pere Queralt Quim Sergi Tomeu Xavi Afonso Amália Anabela Baltazar Duarte Eduarda Filipa
    Filipe Gonçalo Graça Henrique Inácio Lurdes Madalena Mafalda Margarida Martim Mateus Sérgio Simão Tomé
    Valter Zulmira Adelina Agostino Alberta Aldo Amedeo Andreina Antonella Augusto Battista Beppe
    Bernardino Bice Brunella Calogero Carmela Caterina Cinzia Clelia Concetta Corrado Cosetta Damiano
    Donato Edoardo Elettra Eleonora Elio Emanuela Ettore Eugenio Fabrizio Fausto Ferruccio Flavia Flavio
    Franca Franco Fulvia Gennaro Giada Gigliola Gino Giordano Giorgia Giuliano Graziella Guglielmo Italo
    Lapo Lorenza Ludovico Luisella Manfredi Mariangela Mattia Maurizio Michela Milva Mirella Niccolò
    Ornella Patrizia Piera Piero Pietro Raffaella Renzo Rinaldo Rosanna Ruggero Saverio Tito Ubaldo
    Valerio Virgilio Vito Bogumił Bogusław Bolesław Bożena Bronisław Cezary Czesław Dobrosława Elżbieta
    Franciszek Grażyna Gustaw Henryk Jarosław Kacper Kajetan Karol Krystian Łucja Mariusz Marzena
    Mieczysław Mirosław Przemysław Radosław Stanisława Wiesław Witold Władysław Zdzisław Zygmunt Bedřich
    Bohumil Bořivoj Čeněk Dalibor Dušan Eliška František Hynek Jáchym Jaromír Jiřina Květa Lenka Libor
    Libuše Luboš Lukáš Matěj Michal Miloslav Oldřich Pavla Přemysl Radim Radka Růžena Šárka Štěpán Šimon
    Vojtěch Vlasta Vladislav Zdenka Žaneta Boglárka Csaba Csilla Dóra Edit Emese Enikő Gergely Gyula János
    Judit Kálmán Klára Lajos Magdolna Márta Mátyás Mihály Nándor Pál Péter Piroska Réka Rózsa Sándor
    Szilvia Tibor Tünde Zsolt Zsuzsanna Alin Bogdana Călin Cosmin Cristinel Dorin Dragoș Florentina
    Gheorghe Ileana Ionel Ionuț Iulia Laurențiu Liviu Mihaela Mircea Nicolae Octavian Ovidiu Petru Raluca
    Răzvan Ruxandra Sorin Ștefan Traian Vasile Viorica Aleksandar Biljana Blagoje Borislav Branka Branko
    Danica Davor Dejan Dubravka Duško Gordana Jadranka Jasmina Jovan Krešimir Lazar Ljiljana Miljenko
    Milorad Mirjana Nada Nataša Nebojša Nemanja Nenad Neven Novak Petar Predrag Rade Radmila Ratko Sanja
    Saša Slavica Slavko Snežana Srđan Stevan Tihomir Tomislav Uroš Vedran Vinko Vladan Vuk Zdravko Žarko
    Živko Andraž Alenka Anže Aleš Blaž Boštjan Damjan Franc Gašper Janez Jernej Jože Jurij Klemen Luka
    Matej Matjaž Metka Miha Nejc Primož Rok Špela Tadej Urška Žiga Agapi Alexandros Anastasios Apostolos
    Aristea Athanasios Christos Despina Dionysios Eleftheria Fotini Giannis Ioanna Kalliopi Konstantinos
    Kyriakos Lefteris Michalis Nikolaos Panagiotis Paraskevi Stavroula Stelios Thanasis Vasiliki Yannis
    Aleksey Alyona Anatoly Andriy Arkady Artem Boryslav Danylo Denys Dmytro Fyodor Galina Gennady Hryhoriy
    Ilya Inna Iryna Kateryna Kostyantyn Kseniya Larisa Larysa Leonid Lesya Lidiya Lyubov Lyudmila Maksim
    Maksym Mariya Mykola Mykhailo Mykyta Natalya Oleh Oleksiy Olha Pavlo Petro Polina Roksolana Ruslan
    Semyon Serhiy Solomiya Svitlana Tetyana Timofey Vadym Valentyna Valery Vasyl Viktoriya Vitaliy
    Vsevolod Vyacheslav Yaroslava Yevgeny Yevhen Yulia Yuliya Yuriy Zinaida Zoya Aoi Asuka Ayaka Ayumi
    Chihiro Emi Haruka Hideo Hikari Hina Hinata Hitomi Ichiro Izumi Kaori Katsuo Kazuko Kiyoshi Mariko
    Masako Masaru Mayumi Megumi Michiko Midori Miyuki Naoki Natsuki Noboru Nobuo Noriko Ryo Ryota Sayuri
    Setsuko Sho Shota Sora Tadashi Tetsuya Toshio Tsubasa Yasuhiro Yoshi Yumi Yusuke Ngoc Phuong Quang
    Thanh Thi Trang Tuan Anh Huong Duc Jae Ji-woo Min-jun Soo-jin Hyun Jiho Minseo Seojun Yuna Xiaoming
    Jianguo Meiling Weiwei Lihua Yifan Zihan Haoran Ruairí Gráinne Caoimhe Fionnuala Róisín Oonagh Tadhg
    Diarmuid Éamon Cormac Colm Donal Fergal Fintan Pádraig Séamus Ailbhe Bríd Máire Nuala Órla Sorcha Una
    Úna Angharad Anwen Branwen Carys Ceri Dafydd Delyth Dilys Eirlys Eleri Eluned Gethin Glenys Gwenllian
    Gwilym Heledd Huw Ianto Ieuan Iolo Ioan Iwan Llinos Llywelyn Mair Meinir Menna Meredydd Myfanwy Nerys
    Olwen Owain Rhian Rhiannon Rhodri Rhydian Siân Tegan Tegwen Tomos Tudur Ailis Archie Beathag Calum
    Domhnall Eilidh Fearghas Lachlan Mairead Mairi Mungo Murdo Ranald Ruaridh Seonaid Shona Torquil Tamsin
    Wenna Loveday Jowan Demelza Morwenna Kerensa Piran Petroc
"""
_COMMON = frozenset(_GIVEN.split())
GIVEN = _COMMON | MORE
"""First names: of several words that begin with one, the others are a last name."""

_SOMETHING_ELSE = """
    Ada Alba Alex Alma Angel Ariel Aria August Aurora Axel Basil Celeste Charlie Claude Cora Dean Devon Else
    Ender Erin Ewe Florence Georgia Guy Hal Hazel Hugo Imani Iris Ion Ivy Jordan Julia Jun Ken Laurel Lance
    Lena Leo Lev Lily Logan Lou Lynn Mai Max Maxim Mia Mike Mina Mira Mona Nova Nur Ole Olive Orlando Oscar
    Per Pia Poppy Raj Robin Roman Rose Rosemary Rowan Roy Ruby Rune Sam Sandy Scala Siv Stan Stella Sterling
    Dom Beat Regula Pau Reto Rui Consuelo Remedios Milagros Goran Ling Ama Urs Selam
    Ewen Malo Brune Capucine Coralie Fanny Océane Valentine Achille Aimé Aurore Basile Désiré Germain
    Nestor Octave Oriane Prosper Sacha Urbain Victoire Benno Falk Heide Imke Insa Linde Resi Tjark Uda
    Urban Veit Femi Yaw Mbali Nandi Hala Haya Maha Rana Reza Saad Sabah Said Sana Chandra Jaya Mahesh Uma
    Brage Embla Espen Even Odd Roar Runa Signe Siri Thora Tor Esa Kari Outi Sari Sini Toivo Urho Ville
    Bart Bas Floor Pim Roos Celso Domingo Guadalupe Lourdes Marcial Modesto Nieves Pascual Plácido
    Primitivo Refugio Serafín Socorro Soledad Telmo Trinidad Yago Ander Lander Arnau Biel Laia Neus Pere
    Duarte Mateus Franco Tito Vito Edit Judit Lazar Nada Novak Rade Vuk Luka Rok Aoi Hikari Midori Ryo Sho
    Sora Thanh Thi Anh Duc Jae Hyun Una Mair Archie
    Lothar Kyrill Corentine Ted Till Tina Tim Tom Toni Tony Viola Violet Virginia Vera Victoria Warren
    Wolf Kim Kai Jan May June
"""
FIRST_NAMES = _COMMON - frozenset(_SOMETHING_ELSE.split())
"""Those that are a person's name standing alone, too; not what is just as well a word, a place, a product."""
