"""Draw publications in random forms: journals, conferences, books, theses, preprints and newspapers."""

from __future__ import annotations

import re
from random import Random

from tests.training.chunks import Chunk, Chunks, Work, marked, pick_words
from tests.training.drawn_events import draw_presentation
from tests.training.drawn_names import draw_names
from tests.training.drawn_numbers import draw_numbers, draw_pages
from tests.training.drawn_titles import draw_quotes
from tests.training.drawn_years import draw_date

_EVENT_ENDINGS = (
    " {y}", "'{yy}", " ’{yy}", "-{y}", ", {y}", " ({y})", "{y}", "’{yy}", "’ {yy}", "' {yy}", " '{yy}", " {yy}", "{yy}"
)  # fmt: skip
_ACRONYMS_TABLE = """
    ICLR CHI CSCW UIST OSDI SOSP NSDI CCS NDSS POPL PLDI ICSE FSE SIGMOD VLDB KDD WWW ACL EMNLP CVPR ICCV NeurIPS ICML
    AAAI IJCAI ASPLOS SIGCOMM CRYPTO EUROCRYPT PETS SOUPS ISMIR DIS TEI IUI FAccT OOPSLA ECOOP ITC LICS STOC FOCS SODA
    IMC S&P Security USENIX MobiCom WiSec Oakland EuroSys DSN RAID ACSAC TACAS PPDP FMCAD TSE CAV ESOP CGO PPoPP SoCC
    INFOCOM MICRO ISCA HPCA DAC ICRA IROS RSS SIGGRAPH JCDL TPDL DH LREC ISWC ESWC HotOS FAST ATC
"""
_PRESS = (
    "The New York Times|N.Y. Times|The Guardian|Die Zeit|Le Monde|New Yorker|Wired|The Atlantic|Harvard Business Review"
    "|Washington Post|El País|ProPublica|MIT Technology Review|Spiegel Online|BBC News|Forbes|Medium|The Economist"
    "|Süddeutsche Zeitung|FAZ|taz|heise online|Libération|Le Figaro|La Repubblica|Corriere della Sera|Il Sole 24 Ore"
    "|Folha de S.Paulo|O Globo|Público|La Nación|La Vanguardia|Коммерсантъ|Хабр|Gazeta Wyborcza|Asahi Shimbun|朝日新聞"
    "|人民日报|Quanta Magazine|Aeon|Slate|Vox|Salon|Mother Jones|NPR|The Conversation|Los Angeles Review of Books"
    "|Brookings Institute|Electronic Frontier Foundation|The Programming Historian|Inside Higher Ed|LSE Impact Blog"
    "|Scientific American|New Scientist|American Scientist|The Public Medievalist|Stanford Encyclopedia of Philosophy"
    "|Towards Data Science|Distill|Hypotheses.org|Strabic.fr|Lawfare|Volokh Conspiracy|Chronicle of Higher Education"
)
_LAW_SCHOOLS = "Yale|Harv.|Stan.|Duke|Chi.-Kent|Santa Clara|Geo. Wash.|U. Pa.|Minn.|Oxford"
_PREPRINTS = (
    "arXiv:#|arXiv preprint arXiv:#|arXiv #|arXiv|preprint|CoRR abs/#|bioRxiv|SSRN|Preprint, arXiv:#|medRxiv|arXiv, #"
    "|bioRxiv #|PsyArXiv|Cryptology ePrint Archive"
)
_THESES = (
    "PhD thesis|Ph.D. dissertation|PhD diss.|Master's thesis|Doctoral dissertation|Diss.|Thèse de doctorat|Dissertation"
    "|MSc thesis|Tesis doctoral"
)
_QUOTED_SHARES = {"zh": 0.5, "ja": 0.7, "ko": 0.7, "ru": 0.4}
"""Shares of journals and books in quotation marks, by language."""
_IN = "In |In: |in |from |In Proceedings of |In *|Presented at |In Proc. "
_IN_OF = {"de": "In: ", "es": "en ", "it": "in ", "pt": "In: ", "zh": "载", "ru": "В кн.: "}
"""Words before the name of a book or a conference, by language."""
_EDITORS = " (Eds.), | (ed.), |, eds., |, editors, "
_FOREIGN_EDITORS = (
    " (Eds.), | (ed.), |, eds. | (Hg.): | (Hrsg.), | (dir.), | (edd.), | (org.), | (orgs.). | (coord.), | (a cura di), "
    "| (éds), "
)
_EDITED_BY = (
    ", ed. |, edited by |, hrsg. von | (ed. |, hg. v. |, sous la direction de |, a cura di |, organizado por |, Eds. "
    "|, compilado por "
)
_TRANSLATED_BY = (
    "trans. |translated by |trad. di |traduzione di |übers. von |traduit par |trad. |prefazione di |Übersetzt von "
    "|con introduzione di |with a foreword by |пер. с англ. "
)
_LENGTHS = ", 352 pp.|, 210 S.|, XII-310 p.|. 431 с.| (ISBN 978-88-6812-932-3)|, pp. 1-316"


def draw_publication(draw: Random, work: Work, year: str) -> tuple[Chunks, bool]:
    """Return the publication of a work as chunks, and whether it has the year."""
    chunks, has_year = _draw_any(draw, work, year)
    return [chunk for chunk in chunks if chunk.text], has_year


def _draw_any(draw: Random, work: Work, year: str) -> tuple[Chunks, bool]:
    kind = work["type"]
    if draw.random() < 0.015 and (pages := draw_pages(draw, work)):
        # a list of the papers of one volume, which its heading names
        return [Chunk(pages, "N")], False
    if kind == "article" and draw.random() < 0.02:
        return _draw_law_review(draw, year), True
    if kind == "article" and draw.random() < 0.06:
        chunks = [Chunk(pick_words(draw, _PRESS), "V")]
        chunks = marked(chunks, "em") if draw.choice((False, True)) else chunks
        if not year or draw.random() < 0.3:
            return chunks, False
        date = draw_date(draw, work["language"] if draw.random() < 0.5 else "en", year)
        opening, closing = draw.choice(((", ", ""), (", ", ""), (" (", ")"), (". ", ""), (" — ", "")))
        return [*chunks, Chunk(opening), *date, Chunk(closing)], True
    if kind in ("article", "inproceedings", "misc") and draw.random() < (0.15 if work["language"] == "ja" else 0.05):
        return draw_presentation(draw, work["language"]), False
    if kind in ("article", "inproceedings", "misc", "techreport") and draw.random() < 0.07:
        kind = "preprint"
    mark = draw.choice(("", "", "em", "em", "em", "strong")) if draw.random() < 0.9 else "link"
    name = work.get("journal") or work.get("booktitle") or ""
    if kind in ("article", "inproceedings", "incollection") and name:
        if kind == "inproceedings" and draw.random() < 0.35:
            name = draw.choice(_ACRONYMS_TABLE.split())
            if draw.random() >= 0.8:
                name = f"{draw.choice(('ACM', 'IEEE', 'USENIX', 'Proc.', 'Proceedings of'))} {name}"
            if year and draw.random() < 0.7:
                return _draw_event(draw, name, year, mark), True
        return _draw_container(draw, work, kind, name, year, mark)
    if kind == "thesis":
        return _draw_thesis(draw, work), False
    if kind == "preprint" or (work.get("arxiv") and draw.random() < 0.6):
        number = work.get("arxiv") or f"{draw.randint(10, 24):02}{draw.randint(1, 12):02}.{draw.randint(1, 19999):05}"
        before, at, _ = pick_words(draw, _PREPRINTS).partition("#")
        return [Chunk(before, "V"), *([Chunk(number, "N")] if at else [])], False
    return _draw_book(draw, work, year)


def _draw_law_review(draw: Random, year: str) -> Chunks:
    """Return a journal of law as its authors write it: `120 Yale L.J. 430 (2010)`."""
    place = pick_words(draw, _LAW_SCHOOLS)
    names = (f"{place} L. Rev.", f"{place} L.J.", f"J. {place} Stud.", f"{place} Law Review", f"{place} J. Int'l L.")
    name = draw.choice(names)
    volume, page = str(draw.randint(1, 140)), str(draw.randint(1, 2400))
    return [
        Chunk(volume, "N"), Chunk(" "), Chunk(name, "V"), Chunk(" "), Chunk(page, "N"),
        Chunk(" ("), Chunk(year or "1999", "Y"), Chunk(")"),
    ]  # fmt: skip


def _draw_event(draw: Random, name: str, year: str, mark: str) -> Chunks:
    """Return a conference with its year: `ICML '19`."""
    ending = draw.choice(_EVENT_ENDINGS)
    before, _, after = ending.format(y="\0", yy="\0").partition("\0")
    chunks = [Chunk(name, "V"), Chunk(before), Chunk(year[2:] if "yy" in ending else year, "Y"), Chunk(after)]
    if mark and mark != "link":
        chunks = marked(chunks, mark)
    if draw.random() < 0.25:
        return [Chunk("In "), *chunks]
    if draw.random() < 0.25:
        opening, closing = draw.choice((("(", ")"), ("(", ")"), ("[", "]"), ("@ ", ""), ("", "")))
        return [Chunk(opening), *chunks, Chunk(closing)]
    return chunks


def _draw_container(draw: Random, work: Work, kind: str, name: str, year: str, mark: str) -> tuple[Chunks, bool]:
    """Return a journal, a conference or a book with its editors, series and numbers, and whether it has the year."""
    language = work["language"]
    has_quotes = draw.random() < _QUOTED_SHARES.get(language, 0)
    opening, closing = draw_quotes(draw, language) if has_quotes else ("", "")
    chunks = [Chunk(opening), Chunk(name, "V"), Chunk(closing)]
    if mark:
        chunks = marked(chunks, mark)
    before = ""
    if kind != "article" or draw.random() < 0.08:
        french, other = draw.choice(("in ", "dans ", "In : ")), pick_words(draw, _IN)
        before = {**_IN_OF, "fr": french}.get(language, other)
        if draw.random() < 0.15:
            before = ""
        if before.startswith("In Proc"):
            chunks = [Chunk("In "), Chunk(before[3:], "V"), *chunks]
            before = ""
    if work.get("editors") and kind == "incollection" and draw.random() < 0.5:
        chunks, before = _draw_editors(draw, work, chunks, before.strip("*"))
    chunks = [Chunk(before.strip("*")), *chunks]
    if work.get("series") and draw.random() < 0.3:
        chunks += [Chunk(draw.choice((", ", ". ", " ("))), Chunk(work["series"], "P")]
    numbers, has_year = draw_numbers(draw, work, year)
    if kind == "article" and work.get("volume") and draw.random() < 0.06:
        # the volume before the journal, as in law
        first = re.split(r"\D", work.get("pages") or "1")[0] or "1"
        chunks = [Chunk(str(work["volume"]), "N"), Chunk(" "), *chunks, Chunk(" "), Chunk(first, "N")]
        if year and draw.random() < 0.8:
            return [*chunks, Chunk(" ("), Chunk(year, "Y"), Chunk(")")], True
        return chunks, False
    if numbers:
        is_number_first = numbers[0].text[:1].isdigit()
        chunks += [Chunk(draw.choice((", ", " ", ", ", ". ", " ") if is_number_first else (", ", ". "))), *numbers]
    if kind != "article" and work.get("publisher") and draw.random() < 0.4:
        chunks += [Chunk(draw.choice((". ", ", "))), *_draw_imprint(draw, work)]
    return chunks, has_year


def _draw_editors(draw: Random, work: Work, chunks: Chunks, before: str) -> tuple[Chunks, str]:
    """Return the name of a book with its editors, and the word that is still to come before them."""
    language = work["language"]
    people = draw_names(draw, work["editors"][:3], language, label="E")
    if draw.random() < 0.15:
        chunks = [Chunk(before), *people, Chunk(", "), *chunks]
        before = ""
    mark = pick_words(draw, _FOREIGN_EDITORS if language != "en" else _EDITORS)
    if draw.random() < 0.3:
        return [*chunks, Chunk(pick_words(draw, _EDITED_BY)), *people, Chunk(draw.choice(("", ")")))], before
    return [*people, Chunk(mark), *chunks], before


def _draw_thesis(draw: Random, work: Work) -> Chunks:
    kind = pick_words(draw, _THESES)
    first = Chunk(draw.choice((kind, f"({kind}", f"[{kind}]")), "P")
    school = Chunk(work.get("school") or "", "P")
    if first.text.startswith("("):
        return [first, Chunk(draw.choice((", ", "; ")), "P"), school._replace(text=f"{school.text})")]
    return [first, Chunk(draw.choice((", ", ". ", " "))), school]


def _draw_book(draw: Random, work: Work, year: str) -> tuple[Chunks, bool]:
    """Return the publisher of a book as chunks, and whether it has the year."""
    chunks = _draw_imprint(draw, work)
    if chunks and work.get("editors") and work.get("authors") and draw.random() < 0.4:
        people = draw_names(draw, work["editors"][:2], work["language"], label="E")
        chunks = [
            Chunk(pick_words(draw, _EDITED_BY).removeprefix(", ")),
            *people,
            Chunk(draw.choice((", ", ". "))),
            *chunks,
        ]
    elif chunks and draw.random() < 0.05:
        people = draw_names(
            draw, work.get("authors") or work["editors"], work["language"], label="O", form="given family"
        )
        chunks = [Chunk(pick_words(draw, _TRANSLATED_BY)), *people[-1:], Chunk(draw.choice((", ", ". "))), *chunks]
    if not (chunks and year and draw.random() < 0.4):
        return chunks, False
    opening, closing = " ", ""
    if not chunks[0].text.endswith(")"):
        opening, closing = draw.choice(((" ", ""), (", ", ""), (" (", ")"), (", ", "")))
    chunks += [Chunk(opening), Chunk(year, "Y"), Chunk(closing)]
    if draw.random() < 0.3:
        chunks.append(Chunk(pick_words(draw, _LENGTHS)))
    return chunks, True


def _draw_imprint(draw: Random, work: Work) -> Chunks:
    """Return the place and the publisher of a book; [] if it has none."""
    publisher, place = work.get("publisher") or "", work.get("address") or ""
    if publisher and place and draw.random() < 0.6:
        text = draw.choice(("{a}: {p}", "{p}, {a}", "{p}: {a}", "{a}, {p}", "{a}:{p}")).format(a=place, p=publisher)
    else:
        text = publisher if draw.random() < 0.8 or not place else place
    if place and draw.random() < (0.12 if work["language"] == "en" else 0.4):
        text = place
    edition = str(work.get("edition") or "")
    if edition and draw.random() < 0.5:
        text = draw.choice(("{e} ed. {t}", "({e} ed.). {t}", "{e} edition, {t}")).format(e=edition, t=text)
    if text and draw.random() < 0.15:
        text = f"({text})"
    return [Chunk(text, "P")] if text else []
