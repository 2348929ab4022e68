"""What tells languages apart at little cost: the words that each is full of, letters of its own, its script.

Words that two of these languages share tell nothing, and are left out where they are counted.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    "en": """the of and to in is that for it with as you are be this on by from or an not can have if
        will your which when but was has we they their there how what should these where only also
        use using used more than its into then all any each must may do does""",
    "de": """der die und das ist nicht mit ein eine einen den dem des zu im auf für sie von als auch
        sich es oder werden wird kann wenn wir bei aus durch nur noch sind aber wie dass diese
        dieser hier haben sein zum zur""",
    "fr": """le la les des et est une dans pour que qui vous pas sur avec sont ce cette plus par être
        du au aux votre nous ou mais il elle peut comme fait aussi ces leur même très sans dont où""",
    "es": """el los las del que es una por con para como más pero sus este esta esto puede ser está
        también cuando desde hay muy sin sobre entre todo tiene lo al su se tu son usar donde ya
        así""",
    "pt": """os não uma com para como mais mas você isso esse essa ser está também quando pode ele são
        seu sua pelo pela dos das ou se em um na no ao você até já muito onde foi tem""",
    "ca": """el la els les i és amb per que una del dels al un no es més com aquesta aquest són pot
        quan però també ja hi ha seva pels si fer tots""",
    "it": """il gli che di è una per con non sono come più anche della delle dei nel alla questo questa
        può essere se da si lo ma ai sul quando ogni puoi tutti viene""",
    "nl": """het een van en dat niet zijn voor met op aan te ook als maar door naar wordt kan je deze
        dit bij uit om wat er nog of worden heeft""",
    "pl": """nie jest się na z do w że jak to przez dla od po oraz być są tym które może lub aby tylko
        jako ten za ale również przy czy""",
    "cs": """je se na že v pro jako jsou nebo které při do být který podle také aby není pokud jen může
        tento pouze od však již by""",
    "sv": """och att är det som en på för med inte av till den har kan om ett eller från du vi ska så
        när detta finns där här""",
    "da": """og at er det som en på for med ikke af til den har kan om et eller fra du vi skal så når
        dette hvis der bliver kun""",
    "fi": """ja on ei että se ovat tai kun jos myös joka voi kuin mutta niin ole tämä sen ovat sitä
        voidaan vain kanssa""",
    "et": """ja on ei et see kui ka oma aga või mis selle seda nii olnud ning kuid saab kõik pole""",
    "tr": """bir ve bu için ile olarak daha da de çok olan gibi ne kadar sonra var veya ise değil
        olduğu nasıl her şey kullanarak""",
    "ro": """și în nu este la cu pentru din care pe mai sau dar sunt fi acest această poate dacă după
        ca sa cum fost doar""",
    "hu": """az és hogy nem egy is ez meg van csak vagy már kell mint ha el de így lehet minden még ezt
        azt akkor""",
    "id": """yang dan di untuk dengan dari ini itu adalah pada tidak akan dapat anda bisa atau juga
        dalam sebagai ke oleh jika""",
    "vi": """và của là có được trong cho không các một này với để bạn như những khi đã trên từ về sẽ
        hoặc cũng""",
}

# Letters (or words) of one language only, of those that share a script; the first that a text has enough of.
LETTERS: dict[str, tuple[tuple[str, str], ...]] = {
    "cyrillic": (
        ("uk", "ї є ґ"), ("be", "ў"), ("mk", "ѓ ќ ѕ"), ("sr", "љ њ ћ ђ џ"), ("kk", "ә ғ қ ң ө ұ ү"),
        ("ru", "ы э ё"), ("bg", "ъ"),
    ),
    "arabic": (("ur", "ٹ ڈ ڑ ے ں"), ("fa", "پ چ ژ گ"), ("ar", "ة ى إ أ")),
    "devanagari": (("mr", "आहे ळ"), ("ne", "हरू छन"), ("hi", "है में के का")),
}  # fmt: skip

# First and last letter of scripts; of those with a language, it is the one that is meant by far most often.
SCRIPTS: tuple[tuple[str, str, str], ...] = (
    ("han", "\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af", ""),
    ("kana", "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d", ""),
    ("hangul", "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af", "ko"),
    ("cyrillic", "\u0400-\u052f", ""),
    ("arabic", "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff", ""),
    ("devanagari", "\u0900-\u097f", ""),
    ("hebrew", "\u0590-\u05ff", "he"),
    ("thai", "\u0e00-\u0e7f", "th"),
    ("greek", "\u0370-\u03ff\u1f00-\u1fff", "el"),
    ("bengali", "\u0980-\u09ff", "bn"),
    ("tamil", "\u0b80-\u0bff", "ta"),
    ("telugu", "\u0c00-\u0c7f", "te"),
    ("gujarati", "\u0a80-\u0aff", "gu"),
    ("gurmukhi", "\u0a00-\u0a7f", "pa"),
    ("kannada", "\u0c80-\u0cff", "kn"),
    ("malayalam", "\u0d00-\u0d7f", "ml"),
    ("sinhala", "\u0d80-\u0dff", "si"),
    ("lao", "\u0e80-\u0eff", "lo"),
    ("burmese", "\u1000-\u109f", "my"),
    ("georgian", "\u10a0-\u10ff\u1c90-\u1cbf", "ka"),
    ("armenian", "\u0530-\u058f", "hy"),
    ("ethiopic", "\u1200-\u137f", "am"),
    ("khmer", "\u1780-\u17ff", "km"),
)

# ISO 639-1, as a page may name its language.
CODES = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu
    hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb
    lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw
    ta te tg th ti tk tl tn to tr tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()  # noqa: SIM905
)
