"""The language of prose: what a page says, scripts, words, the model; and nothing where there is no prose."""

from __future__ import annotations

import pytest

from graphrag_batch.formats import registry
from graphrag_batch.records import Document
from graphrag_batch.stages.language import detect, language_of, named
from graphrag_batch.stages.versions import LANGUAGE_LIBRARIES

SENTENCES = {
    "en": "The harbour is closed in winter, but the ferry runs on every day of the year.",
    "de": "Der Hafen ist im Winter geschlossen, aber die Fähre fährt an jedem Tag und auch nachts.",
    "fr": "Le port est fermé en hiver, mais le bac passe tous les jours de la semaine pour vous.",
    "es": "El puerto está cerrado en invierno, pero el barco sale todos los días de la semana.",
    "pt": "O porto está fechado no inverno, mas você pode usar o barco em todos os dias do ano.",
    "it": "Il porto è chiuso in inverno, ma il traghetto della città parte ogni giorno anche di notte.",
    "nl": "De haven is in de winter gesloten, maar het veer vaart op alle dagen en ook bij storm.",
    "pl": "Port jest zamknięty w zimie, ale prom pływa przez cały rok i nie tylko w dni robocze.",
    "cs": "Přístav je v zimě zavřený, ale přívoz jezdí po celý rok a také v noci, pokud je to možné.",
    "sv": "Hamnen är stängd på vintern, men färjan går varje dag och det finns även en båt för alla.",
    "da": "Havnen er lukket om vinteren, men færgen sejler hver dag, og du kan også bruge den til alt.",
    "fi": "Satama on suljettu talvella, mutta lautta kulkee joka päivä ja sitä voi käyttää myös yöllä.",
    "tr": "Liman kışın kapalı ama vapur her gün çalışır ve gece için de bir tekne vardır.",
    "hu": "A kikötő télen zárva van, de a komp minden nap közlekedik, és az éjszaka is csak egy óra.",
    "ro": "Portul este închis iarna, dar feribotul circulă în fiecare zi și poate fi folosit pentru toate.",
    "id": "Pelabuhan ditutup pada musim dingin, tetapi feri dapat digunakan setiap hari dan tidak mahal.",
    "vi": "Cảng đóng cửa vào mùa đông nhưng phà chạy hàng ngày và có thể được sử dụng cho tất cả.",
    "ru": "Порт закрыт зимой, но паром ходит каждый день, и мы этим очень довольны.",
    "uk": "Порт зачинений взимку, але пором ходить щодня, і їздити ним дуже зручно.",
    "bg": "Пристанището е затворено през зимата, но фериботът пътува всеки ден и това е добре.",
    "sr": "Лука је затворена зими, али трајект вози сваког дана и њиме се људи радо служе.",
    "el": "Το λιμάνι είναι κλειστό το χειμώνα, αλλά το πλοίο φεύγει κάθε μέρα.",
    "ar": "الميناء مغلق في الشتاء ولكن العبارة تعمل كل يوم في الأسبوع.",
    "fa": "بندر در زمستان بسته است اما کشتی هر روز هفته حرکت می‌کند.",
    "he": "הנמל סגור בחורף אבל המעבורת פועלת בכל יום בשבוע.",
    "hi": "बंदरगाह सर्दियों में बंद है लेकिन नाव हर दिन चलती है।",
    "th": "ท่าเรือปิดในฤดูหนาวแต่เรือข้ามฟากวิ่งทุกวัน",
    "zh": "港口冬天关闭，但是渡轮每天都运行，乘客可以在码头买票。",
    "ja": "港は冬の間閉まっていますが、フェリーは毎日運航しています。",
    "ko": "항구는 겨울에 닫히지만 여객선은 매일 운항하고 있습니다.",
    "ka": "პორტი ზამთარში დაკეტილია, მაგრამ ბორანი ყოველდღე დადის.",
}


def read(text: str, format: str = "markdown") -> Document:
    found = registry.read(format, text.encode())
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_tells_its_language(language: str) -> None:
    assert detect(SENTENCES[language]) == language


@pytest.mark.parametrize("language", ["de", "zh", "ja", "ko", "ru", "hi"])
def test_code_links_and_names_within_do_not_change_it(language: str) -> None:
    page = "# `README`\n\n```python\nfor the_name in with_that(): pass  # the end of it and more\n```\n\n"
    page += f"{SENTENCES[language]} [FastAPI](https://example.com/the/and/of/it) `and_this_is_the_code`\n" * 3
    assert language_of(read(page)) == language


def test_traditional_and_simplified_chinese_and_old_texts_without_kana_are_chinese() -> None:
    assert detect("港口冬天關閉，但是渡輪每天都運行，乘客可以在碼頭買票。") == "zh"


def test_what_the_page_says_wins() -> None:
    assert language_of(read(f"---\nlang: nb-NO\n---\n{SENTENCES['en']}\n")) == "nb"
    assert language_of(read(f"---\nlanguage: python\n---\n{SENTENCES['de']}\n")) == "de"
    page = f"<html lang='da'><body><main><p>{SENTENCES['en']}</p></main></body></html>"
    assert language_of(read(page, "html")) == "da"


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("en", "en"),
        ("en-US", "en"),
        ("zh_CN.UTF-8", "zh"),
        ("PT-br", "pt"),
        ("js", ""),
        ("english", ""),
        ("", ""),
        ("x y", ""),
    ],
)
def test_a_language_is_named_by_its_tag(said: str, tag: str) -> None:
    assert named(said) == tag


@pytest.mark.parametrize(
    "text",
    ["", "README", "# 1.2.3", "pip install harbor", "requests==2.31.0\nflask>=3\nclick\nanyio\n" * 20,
     "7c2b9a4d6e8f1a3b5c7d9e0f2a4b6c8d " * 30, "| a | b |\n| --- | --- |\n| 1 | 2 |\n" * 20],
)  # fmt: skip
def test_what_is_no_prose_has_no_language(text: str) -> None:
    assert language_of(read(text or "x", "text")) == ""


def test_code_has_none() -> None:
    assert language_of(read(f'"""{SENTENCES["de"]}"""\n# {SENTENCES["en"]}\n' * 3, "code:python")) == ""


def test_languages_much_alike_are_told_apart_and_others_by_the_model() -> None:
    catalan = (
        "El port és tancat a l'hivern, però el vaixell surt cada dia i els viatgers poden comprar els "
        "bitllets al moll abans de pujar-hi. Aquesta és la norma des de fa molts anys."
    )
    assert detect(catalan) == "ca"
    latvian = (
        "Osta ziemā ir slēgta, taču prāmis kursē katru dienu, un braucēji biļetes var iegādāties piestātnē "
        "pirms iekāpšanas. Tā tas ir bijis jau daudzus gadus, un neviens par to nesūdzas."
    )
    assert detect(latvian) == "lv"
    assert LANGUAGE_LIBRARIES == ("py3langid",)
