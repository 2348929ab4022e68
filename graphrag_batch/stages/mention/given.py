"""First names of people, of many languages: facts that need no corpus. Pure data."""

from __future__ import annotations

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
"""
GIVEN = frozenset(_GIVEN.split())
"""First names: of several words that begin with one, the others are a last name."""

_SOMETHING_ELSE = """
    Ada Alba Alex Alma Angel Ariel Aria August Aurora Axel Basil Celeste Charlie Claude Cora Dean Devon Else
    Ender Erin Ewe Florence Georgia Guy Hal Hazel Hugo Imani Iris Ion Ivy Jordan Julia Jun Ken Laurel Lance
    Lena Leo Lev Lily Logan Lou Lynn Mai Max Maxim Mia Mike Mina Mira Mona Nova Nur Ole Olive Orlando Oscar
    Per Pia Poppy Raj Robin Roman Rose Rosemary Rowan Roy Ruby Rune Sam Sandy Scala Siv Stan Stella Sterling
    Dom Beat Regula Pau Reto Rui Consuelo Remedios Milagros Goran Ling Ama Urs Selam
    Ted Till Tina Tim Tom Toni Tony Viola Violet Virginia Vera Victoria Warren Wolf Kim Kai Jan May June
"""
FIRST_NAMES = GIVEN - frozenset(_SOMETHING_ELSE.split())
"""Those that are a person's name standing alone, too; not what is just as well a word, a place, a product."""
