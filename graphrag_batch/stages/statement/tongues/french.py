"""French."""

from __future__ import annotations

from graphrag_batch.stages.statement.tongues.values import Tongue

FRENCH = Tongue(
    verbs={
        "use": """
            utilis- emploi- employ- appel- appell- invoqu- interrog- lit lisent lu lue lus lues lire écri-
            écrit écrivent stock- sauvegard- enregistr- conserv- gard- envoi- envoy- reçoi- reçu reçoit
            reçoivent récupèr- récupér- obtien- obtient télécharg- charg- import- export- publi- abonn-
            écout- parl- communiqu- connect- tourn- fonctionn- exécut- constru- construit déploi- déploy-
            héberg- génèr- génér- sert servent demand- ouvr- ouvre consomm- produi- produit transm-
            transmet transmettent transmis relai- relay- diffus- journalis- consign- archiv- install-
            synchronis- répliqu- chiffr- sign- vérifi- authentifi- valid- contrôl- test- mesur- surveill-
            alert- notifi- prévien- prévient gèr- gér- configur- program- lanc- démarr- trait- transform-
            converti- traduit compress- copi- déplac- migr- prend prennent pris rend renvoi- renvoy-
            accept- expos- intègr- intégr- échang- li- rattach- collect- rassembl- index- cherch- imprim-
            affich- command- appui- appuy- repos- implément- support- dépos- déposé pouss- tir- vers-
            provien- provient vien- vient calcul- analys- accèd- accéd- remont- puis-""",
        "need": "nécessit- requiert requièr- requis requise dépend- besoin exig-",
        "own": """
            maintien- maintenu- maintien entretien- entretenu- gèr- gér- administr- exploit- dirig- pilot-
            tien- tenu- tient occup- développ- coordonn- supervis- écrit- cré- fond- conçu- appartien-
            appartient appartiennent responsable charge fabriqu- anim- possèd-""",
        "hold": """
            contien- contient contenu comport- compren- comprend compos- constitu- inclu- inclut regroup-
            divis-""",
        "belong": "appartien- appartient appartiennent fait font",
        "stand": """
            trouv- situ- héberg- bas- install- implant- siège siég- expos- rest- travaill- habit- log-
            tourn- fonctionn- exécut- entrepos- conserv- ouvr- ouvre""",
        "follow": "remplac- succèd- succéd- suit suivent suivi- suivie",
        "precede": "précèd- précéd-",
        "obey": """
            respect- conform- conforme suit suivent appliqu- implément- soumis- cit- œuvre régi- régie
            certifi-""",
        "mean": "signifi- désign- représent- indiqu-",
        "name": "appelle appelé appelée nomm- dénomm- connu connue",
        "be": "est sont était étaient fut",
    },
    endings="""
        e es ent é ée és ées ait aient a i it is ie ies ient t u ue us ues ant ts te nt rent èrent ra
        ront s""",
    passive="est sont été était étaient être fut",
    done="é ée és ées i ie is ies it ite its ites u ue us ues ert erte ise ises",
    place="à au aux en dans chez près sous",
    means="avec via par sur sous au moyen contre",
    other="de depuis du des d vers dans à au aux en",
    idle="pour sans entre pendant selon comme contre après avant sauf lors dès",
    agent="par",
    of="de du des d",
    part="""
        partie parties composant composants composante composantes module modules membre membres élément
        éléments section chapitre unité une un""",
    own="son sa ses leur leurs notre",
    pronoun="deux il elle ils elles celui-ci celle-ci ce ceci cela ça",
    person="vous je tu",
    we="nous on",
    article="""
        le la les l un une des son sa ses leur leurs notre nos votre vos chaque tout toute tous toutes
        deux trois plusieurs autre autres même mêmes propre propres ce cet cette ces""",
    some="un une le la l les",
    alone="",
    alone_here="e t",
    joint="et ou ainsi aussi également comme",
    clause="parce quand lorsque tandis bien si mais où car puisque dont comme pour afin pendant",
    relative="qui que lequel laquelle",
)
"""The words of French."""
