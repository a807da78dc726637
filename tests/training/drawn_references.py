"""Draw references in random forms, with the label of each part: the texts that the model learns from.

A form is an order of the facts, marks between them, and a form of each fact.  Forms are drawn freely, so that the model
learns no style by heart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.training.chunks import ASIAN, POINTER, Chunk, Chunks, Work, marked, pick, pick_words
from tests.training.drawn_names import NAME_FORMS, draw_names
from tests.training.drawn_numbers import draw_pages
from tests.training.drawn_publications import draw_publication
from tests.training.drawn_titles import TitleForm, draw_title, draw_title_form
from tests.training.drawn_years import draw_year

_ORDERS = {
    "AYTV": 22, "ATVY": 26, "TAVY": 12, "TVAY": 3, "TAYV": 5, "TYAV": 2, "ATYV": 4, "YATV": 4, "YTAV": 3, "VTAY": 2,
    "VYTA": 3, "TVY": 11, "YVT": 3, "VYT": 2.5, "VT": 1, "YVAT": 1.5, "YT": 0.5, "TY": 0.5,
    "ATY": 8, "TAY": 4, "AT": 2, "TA": 3, "AYT": 6, "ATV": 3, "TVYA": 2, "AVTY": 1, "VATY": 1,
    "YVTA": 1, "TV": 1, "AVYT": 1, "TYVA": 1,
}  # fmt: skip
"""Weights of the orders of authors, title, venue and year."""
_AFTER_NAMES = {
    "de": {": ": 5, ", ": 3},
    "da": {": ": 3, ". ": 2},
    "it": {", ": 4},
    "fr": {", ": 4},
    "es": {", ": 2, ". ": 2},
}
"""Weights of the marks after the names that open a reference, in languages that have habits of their own."""
_SHARE_OF_HABIT = 0.45
_BETWEEN = {
    ". ": 26, ", ": 24, ": ": 6, " - ": 6, " – ": 5, " — ": 5, " | ": 3, " · ": 2, " ": 5, "\n": 13, "; ": 2, ".\n": 3,
    ",\n": 1, " . ": 1, " // ": 1, " / ": 1, " → ": 0.3, ".": 1, ",": 0.5, " • ": 0.5,
}  # fmt: skip
"""Weights of the marks between two facts."""
_OPENINGS = {
    "": 62, "[#] ": 5, "#. ": 4, "(#) ": 1, "[#]": 1, "→ ": 0.5, "- ": 1, "• ": 1, "* ": 0.5, "📄 ": 0.7, "See ": 1,
    "See also: ": 1, "Paper: ": 1, "Reference: ": 0.7, "Cf. ": 0.6, "Source: ": 0.6,
    "Based on: ": 0.5, "Reading: ": 0.7, "Required: ": 0.5, "Optional: ": 0.4, "Week #: ": 0.4, "KEY: ": 1,
    "[KEY] ": 2, "KEY ": 0.5, "@KEY: ": 0.5, "[@KEY]: ": 0.5, "2021-0#-11: ": 0.5,
    "Citation: ": 0.5, "(*) ": 0.3, "※ ": 0.2, "REMARK: ": 1.5, "REMARK ": 1, "✅ ": 0.3, "Siehe ": 0.4, "Voir ": 0.4,
    "Ver ": 0.3, "参考：": 0.2, "Primary: ": 0.3, "new! ": 0.2,
}  # fmt: skip
"""Weights of the words before a reference; `#` is for a number, `KEY` for a key, and `REMARK` for a remark."""
_OPENINGS_IN = {
    "de": "Vgl. |Siehe |Siehe auch |Siehe zum Beispiel |Vgl. hierzu |Vgl. dazu |Vgl. etwa |S. auch |Dazu "
    "|So auch |Zit. nach |Nach: |Hierzu |Aus: |Grundlegend |Vgl. zum Folgenden |REMARK. Vgl. "
    "|REMARK. Siehe |REMARK, siehe ",
    "fr": "Voir |Voir aussi |Cf. |Voir notamment |Voir par exemple |Cité par |D'après |Source : |Lire "
    "|REMARK. Voir |REMARK. Cf. ",
    "es": "Véase |Véase también |Ver |Cf. |Cfr. |Ver por ejemplo |Citado en |Fuente: |REMARK. Véase |México: |España: ",
    "pt": "Ver |Veja |Cf. |Ver também |Conferir |Apud |Fonte: |REMARK. Ver ",
    "it": "Cfr. |Vedi |Si veda |Cfr. anche |Cit. in |Si vedano |V. |Fonte: |REMARK. Cfr. |REMARK, in ",
    "ru": "См. |См. также |См.: |Ср. |Цит. по: |Источник: |Подробнее см.: |REMARK. См.: ",
    "nl": "Zie |Zie ook |Vgl. |Zie bijvoorbeeld |REMARK. Zie ",
    "da": "Se |Se også |Jf. |Jævnfør |REMARK. Se ",
    "sv": "Se |Se även |Jfr |REMARK. Se ",
    "pl": "Zob. |Por. |Zob. też |Patrz |REMARK. Zob. ",
    "zh": "参见|见|参阅|详见|转引自|参考文献：|来源：|REMARK。参见",
    "ja": "参照：|出典：|参考：|『参考』|詳しくは|REMARK。参照：",
    "ko": "참고: |참조: |출처: |REMARK. 참고: ",
    "en": "See |See also |Cf. |See, for example, |See e.g. |See especially |Quoted in |Compare "
    "|For a review see |As in |REMARK. See |REMARK; see |REMARK. See also |Spain: |Further reading: ",
}
"""Words before a reference in footnotes, by language."""
_SHARE_OF_WORDS = 0.12
_ASIAN_BETWEEN = {
    ", ": 28, ",": 20, "": 12, ". ": 10, ".": 6, ": ": 6, ":": 4, " ": 6, "\n": 6, "、": 4, " / ": 5, " - ": 3, "/": 1,
}  # fmt: skip
"""The same in Chinese, Japanese and Korean, whose marks often have no space; wide commas are read as narrow ones."""
_POINTING = (
    " @| @| [@]| (@)| @ @| @.| @, @| DOI: @| doi: @| Available: @| URL: @| <@>|. @| [pdf]| (PDF)| https| - @| ¦ @ ¦ @"
    "|\n@|\nDOI: @| [Link]| [link] [code]"
).replace("@", POINTER)
"""Links after a reference; `¦` is for a bar."""
_MORE = (
    " (accessed 3 May 2021)|. Accessed: 2020-04-05| [Online]|, S. 45|, hier S. 12–14|, p. 17| #topic/a| ★★★"
    "| (best paper award)| [12 citations]| ⭐| (open access)| (in German)| [in Russian]|. ISBN 978-3-16-148410-0"
    "|. Retrieved from @| (Seminar 3)| (Kap. 2)| (chapters 1-3)| (to appear)| (forthcoming)"
    "| (English translation 1999)|. Print.|. Web.| // РИНЦ| (SCI, IF 3.2)| pp. 1-20 only| 🔥"
    "| (SCI, 中科院1区, IF: 7.7)|（SCI）| (CCF-A)|.(SCI)| [pp. 1-20]| (IF=3.740)| (口頭発表)| [PDF] [BibTeX]"
    "| (B)| (R)| (ch. 2-4)| [e].| (4. Aufl.)|, 454 p.| (in press)| (n. d.)"
    "| Read the whole thing.|\nRead the whole thing.|\nRead all.| (read intro only)| Pages 1-20."
).replace("@", POINTER)
"""Other words after a reference."""
_EDITORS = " (Eds.)| (ed.)|, eds.| (Hg.)| (dir.)|, ed.| (Hrsg.)| (org.)|, orgs.| (a cura di)| (edd.)| (éds.)| (Hrsg.):"
_AFFILIATIONS = " (MIT)| (Stanford University)| (Universität Wien)|, Google| - Oxford"
_WITH = ", with | (with | with |. Co-authored with | (mit "
_TITLE_LABELS = "Title: |Title:|Titre : |Titel: |题目：|Paper: |Article: "
_LABELS = {
    "en": "Authors Title Year Journal Author Publication Published_in Date Venue Name Author(s) Paper",
    "de": "Autoren Titel Jahr Zeitschrift Autor Quelle Erschienen_in Datum Verlag Titel Autor:innen Text",
    "fr": "Auteurs Titre Année Revue Auteur Publication Publié_dans Date Éditeur Nom Auteur(s) Article",
    "zh": "作者 题目 年份 期刊 作者 发表 来源 日期 会议 标题 论文作者 论文",
}
"""Labels of authors, title, year and venue, by language: three of each, in this order by turns."""
_ORGANISATIONS = {
    "en": "World Health Organization|U.S. Department of Energy|OECD|European Commission|National Academy of Sciences"
    "|Library of Congress|The Royal Society|International Labour Office|IEEE Computer Society|Pew Research Center"
    "|National Institute of Mental Health (NIMH)|UNICEF|American Psychological Association|Statistics Norway"
    "|Brookings Institution",
    "de": "Historischer Verein für Hessen|Statistisches Bundesamt|Deutsche Forschungsgemeinschaft|Stadtarchiv Darmstadt"
    "|Bundesamt für Statistik (BFS)|Deutsche UNESCO-Kommission e.V.|Institut für Sozialforschung|Robert Koch-Institut"
    "|Kultusministerkonferenz|Bundeszentrale für politische Bildung|Geschichtsverein Eberstadt",
    "fr": "Ministère de la Culture|INSEE|Cour des comptes|Conseil de l'Europe|Association française de sociologie",
    "es": "Instituto Nacional de Estadística y Geografía (INEGI)|Consejo Nacional de la Cultura y las Artes|CEPAL"
    "|Federación de Gremios de Editores de España|Organización Mundial de la Salud|Banco de España"
    "|Instituto Andaluz de Patrimonio Histórico|Ministerio de Agricultura|Real Academia Española|VVAA",
    "pt": "Ministério da Educação|IBGE|BRASIL|Conselho Federal de Psicologia|Fundação Getúlio Vargas",
    "it": "Ministero dell'Istruzione|ISTAT|Accademia della Crusca|Regione Toscana|Banca d'Italia",
    "ru": "Министерство образования РФ|Росстат|Российская академия наук|Институт языкознания",
    "zh": "国家统计局|中国科学院|教育部|中华人民共和国商务部|世界银行|中国社会科学院语言研究所",
    "ja": "文部科学省|総務省統計局|国立国語研究所|日本建築学会|高野山大学密教文化研究所|東京大学史料編纂所",
    "ko": "한국콘텐츠진흥원|국회예산정책처|보훈교육연구원|한국도로공사 도로교통연구원|통계청|한국은행|교육부"
    "|국립국어원",
}
"""Organisations that are authors, by language."""
_ORGANISATION_SHARE = 0.03
_ORGANISATION_SHARES = {"ko": 0.15, "ja": 0.06, "zh": 0.06}
"""Shares of works by organisations, in most languages and in some."""
_CHAPTERS = {
    "ko": ", #장| #장|, #장 2절|, 제#장",
    "ja": "、第#章| 第#章|第#章",
    "zh": "，第#章|第#章|:第#章",
    "de": ", Kap. #",
}
"""Chapters after a publication, by language."""
_MOST_NAMES = 6
_GOST_NUMBERS = (("Т. ", "№ ", "С. "), ("Vol. ", "N ", "P. "), ("Т.", "Вып. ", "с. "))


class Style(NamedTuple):
    """Choices that the references of a list share; the rest is drawn for each."""

    order: str
    """One letter for each fact: `A`, `T`, `V` and `Y`."""
    separators: tuple[str, ...]
    form: TitleForm
    name_form: str
    language: str


def draw_style(draw: Random, language: str) -> Style:
    """Return a random style."""
    order = pick(draw, _ORDERS)
    marks = _ASIAN_BETWEEN if language in ASIAN and draw.random() < 0.6 else _BETWEEN
    first = pick(draw, marks)
    separators = tuple(first if draw.random() < 0.45 else pick(draw, marks) for _ in range(4))
    if order[0] == "A" and language in _AFTER_NAMES and draw.random() < _SHARE_OF_HABIT:
        separators = (pick(draw, _AFTER_NAMES[language]), *separators[1:])
    form = draw_title_form(draw, language)
    if order == "TVY" and draw.random() < 0.5:
        separators = (draw.choice((" ", " ", " - ", " [", ", ", "  ")), *separators[1:])
    if not form.quotes[0]:
        # without quotation marks, a mark is between a title and the other facts
        separators = tuple(separator or ", " for separator in separators)
    return Style(order, separators, form, pick(draw, NAME_FORMS), language)


def draw_reference(draw: Random, work: Work, style: Style, remarks: Sequence[str]) -> Chunks:
    """Return a reference to a work in a style as chunks, with other words before and after it."""
    year = str(work.get("year") or "")
    people = work.get("authors") or work.get("editors") or []
    chunks, order = _draw_facts(draw, work, style)
    if draw.random() < 0.03:
        # a link on the whole
        chunks = marked(chunks, "link")
    language = work["language"]
    opening = pick(draw, _OPENINGS)
    if language in _OPENINGS_IN and draw.random() < _SHARE_OF_WORDS:
        opening = pick_words(draw, _OPENINGS_IN[language])
    if year and style.order[0] != "Y" and draw.random() < 0.03:
        chunks = [Chunk(year, "Y"), Chunk(draw.choice((" ", ". ", ": ", " - ", "\n"))), *chunks]
    if people and "A" not in style.order and draw.random() < 0.15:
        # the others besides the owner of a list, who has no name there
        others = draw_names(draw, people[:2], work["language"], label="O")
        chunks += [Chunk(pick_words(draw, _WITH)), *others, Chunk(draw.choice(("", ")")))]
    opening = opening.replace("#", str(draw.randint(1, 99)))
    if "KEY" in opening:
        opening = opening.replace("KEY", _draw_key(draw, people, year))
    opening = opening.replace("REMARK", draw.choice(remarks))
    if order[0] == "T" and not opening and draw.random() < 0.05:
        opening = pick_words(draw, _TITLE_LABELS)
    kinds = frozenset({draw.choice(("strong", "em"))}) if opening and draw.random() < 0.1 else frozenset[str]()
    chunks = [Chunk(opening, "O", kinds), *chunks, *_draw_after(draw, remarks)]
    return [chunk for chunk in chunks if chunk.text]


def _draw_facts(draw: Random, work: Work, style: Style) -> tuple[Chunks, str]:
    """Return the facts of a work in a style as chunks, and their order."""
    year, language = str(work.get("year") or ""), work["language"]
    parts: dict[str, Chunks] = {"A": _draw_authors(draw, work, style)}
    parts["V"], has_year = draw_publication(draw, work, year)
    if parts["V"] and not has_year and language in _CHAPTERS and draw.random() < 0.06:
        parts["V"].append(Chunk(pick_words(draw, _CHAPTERS[language]).replace("#", str(draw.randint(1, 9)))))
    is_after_names = "AY" in style.order or style.order[0] == "Y"
    has_own_year = not (has_year and "V" in style.order)
    parts["Y"] = draw_year(draw, year, language, is_after_names=is_after_names) if has_own_year else []
    order = "".join(letter for letter in style.order if letter == "T" or parts.get(letter))
    has_labels = draw.random() < 0.02
    labels = _LABELS.get(language, _LABELS["en"]).split(" ")
    chunks: Chunks = []
    for number, letter in enumerate(order):
        is_last = number == len(order) - 1
        separator = style.separators[min(number, len(style.separators) - 1)]
        if not is_last and order[number + 1] == "Y" and letter in "AV" and separator.strip():
            separator = draw.choice((" ", " ", ", ", ". "))
        if letter == "Y" and number == 1 and separator == " " and "(" not in "".join(c.text for c in parts["Y"]):
            separator = ". "
        ending = separator if not is_last else draw.choice((".", "", "", ""))
        if has_labels:
            label = labels["ATYV".index(letter) + draw.choice((0, 4, 8) if letter != "Y" else (0, 5))]
            chunks.append(Chunk(label.replace("_", " ") + ": "))
        if letter == "T":
            chunks += draw_title(draw, work, style.form, ending)
        else:
            chunks += [*parts[letter], Chunk(ending)]
    return chunks, order


def _draw_authors(draw: Random, work: Work, style: Style) -> Chunks:
    """Return the authors or the editors of a work as chunks."""
    people = work.get("authors") or work.get("editors") or []
    form = style.name_form if draw.random() < 0.95 else ""
    chunks = draw_names(draw, people, work["language"], form=form)
    if not work.get("authors") and draw.random() < 0.8:
        chunks = [*chunks, Chunk(pick_words(draw, _EDITORS))]
    if draw.random() < 0.05 and style.order[0] != "A":
        chunks = [Chunk(draw.choice(("by ", "By ", "von ", "par "))), *chunks]
    if draw.random() < 0.04 and style.order[0] != "A":
        chunks = [Chunk("("), *chunks, Chunk(")")]
    if draw.random() < 0.03:
        chunks = [*chunks, Chunk(pick_words(draw, _AFFILIATIONS))]
    return chunks


def with_organisation(draw: Random, work: Work) -> Work:
    """Return a work, in some cases with one or two organisations as its authors."""
    language = work["language"]
    if language not in _ORGANISATIONS or draw.random() >= _ORGANISATION_SHARES.get(language, _ORGANISATION_SHARE):
        return work
    names = draw.sample(_ORGANISATIONS[language].split("|"), draw.choice((1, 1, 1, 2)))
    return {**work, "authors": [["", name] for name in names]}


def _draw_key(draw: Random, people: Sequence[Sequence[str]], year: str) -> str:
    family = re.sub(r"\W", "", people[0][1]) if people else "Key"
    return draw.choice(
        (f"{family}{year}", f"{family.lower()}{year[2:]}", f"{family[:3]}{year[2:]}", f"{family}:{year}")
    )


def _draw_after(draw: Random, remarks: Sequence[str]) -> Chunks:
    """Return links and remarks after a reference, or a summary below it."""
    chunks: Chunks = []
    for _ in range(draw.choice((0, 0, 1, 1, 1, 2))):
        roll = draw.random()
        if roll < 0.08:
            chunks.append(Chunk("\n" + draw.choice(remarks)))
        elif roll < 0.65:
            chunks.append(Chunk(pick_words(draw, _POINTING).replace("¦", "|")))
        elif roll < 0.85:
            chunks.append(Chunk(pick_words(draw, _MORE)))
        else:
            separator = draw.choice((" ", " - ", " — ", ". ", "\n", " (", ": "))
            chunks.append(Chunk(separator + draw.choice(remarks)))
    return chunks


def draw_gost(draw: Random, work: Work) -> Chunks:
    """Return a reference in the form of libraries in Russia: `Family I. Title / I. Family // Journal. - 2006.`."""
    people, language = (work.get("authors") or work["editors"])[:_MOST_NAMES], work["language"]
    dash = draw.choice((". – ", ". - ", ".-", " - ", ". — "))
    chunks: Chunks = []
    has_names_first = draw.random() < 0.6
    if has_names_first:
        shown = people[:1] if draw.random() < 0.6 else people
        first = draw_names(draw, shown, language, form="family I.")
        chunks += [*first, Chunk(draw.choice((" ", ". ", " ")))]
    chunks += draw_title(draw, work, TitleForm(("", ""), ()))
    if not has_names_first or draw.random() < 0.5:
        # names after the title are authors only if none are before it
        form = draw.choice(("I. family", "family I.", "given family"))
        names = draw_names(draw, people, language, form=form, label="O" if has_names_first else "A")
        without_et_al = [c._replace(label="O") if has_names_first and c.label == "X" else c for c in names]
        chunks += [Chunk(" / "), *without_et_al]
    chunks += _draw_gost_publication(draw, work, dash)
    if draw.random() < 0.1:
        chunks = [chunk._replace(marks=chunk.marks | {"strong"}) if n < 4 else chunk for n, chunk in enumerate(chunks)]
    return [chunk for chunk in [*chunks, Chunk(draw.choice(("", ".", f". {POINTER}")))] if chunk.text]


def _draw_gost_publication(draw: Random, work: Work, dash: str) -> Chunks:
    """Return the journal with its numbers, or the publisher, in that form."""
    year = Chunk(str(work.get("year") or "2001"), "Y")
    journal = work.get("journal") or work.get("booktitle")
    if not journal:
        place, publisher = work.get("address") or "М.", work.get("publisher") or "Наука"
        imprint = Chunk(f"{place}{draw.choice((' : ', ': '))}{publisher}", "P")
        length = Chunk(f"{dash}{draw.randint(90, 700)} {draw.choice(('с', 'с.', 'p.'))}")
        return [Chunk(dash), imprint, Chunk(", "), year, length]
    chunks = [Chunk(draw.choice((" // ", " //", ". // ", dash))), Chunk(journal, "V"), Chunk(dash), year]
    volume, number, pages = work.get("volume"), work.get("number"), draw_pages(draw, work)
    before_volume, before_number, before_pages = draw.choice(_GOST_NUMBERS)
    parts = filter(None, (volume and before_volume + volume, number and before_number + number))
    if volume or number:
        chunks += [Chunk(dash), Chunk(", ".join(parts), "N")]
    if pages:
        chunks += [Chunk(dash), Chunk(before_pages + pages, "N")]
    return chunks
