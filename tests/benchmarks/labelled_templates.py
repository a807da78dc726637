"""Draw templates whose facts have labels: `Authors: …` in any decoration, language and form of the value.

The templates of `drawn_templates` have facts without labels, or with few of them.  Here the shape of the
fields (a heading, a bold line, a list …), the mark after the label and the language are drawn independently.  So are
the place of the title, and the form of each value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tests.benchmarks.note_templates import Template

_LABELS_TABLE = """
    Title, Paper title, Paper, Paper Title # Author, Authors, Author(s), Written by, By, AUTHORS, authors
      # Venue, Conference, Journal/Conference, Published in, Publication, Presented at, Published at, Journal, VENUE
      # Year, Date, Publish date, Publication date, Published, Publication year, year
      # Link, Paper link, URL, PDF, Source, Original, Paper, arXiv, Paper URL, Full text, link
    Title, Name # Authors, Author # Venue, Publication, Conference # Year, Publication Date # Link, Paper, PDF
    标题, 题目, 论文标题, 论文题目 # 作者, 论文作者 # 会议, 期刊, 发表于, 发表会议, 会议/期刊, 出处
      # 年份, 发表时间, 时间, 发表年份 # 链接, 论文链接, 论文地址, 原文链接
    標題, 題目, 論文標題 # 作者, 論文作者 # 會議, 期刊, 發表於 # 年份, 發表時間, 時間, 發表年份 # 連結, 論文連結
    タイトル, 論文名, 論文タイトル # 著者, 著者名 # 学会, 会議, 掲載誌, 発表先, 学会名 # 年, 発表年, 出版年, 公開日
      # リンク, 論文リンク, URL, 論文URL
    제목, 논문 제목, 논문명 # 저자, 논문 저자 # 학회, 저널, 학회/저널, 게재지 # 연도, 발표 연도, 출판 연도, 발행일
      # 링크, 논문 링크, 원문
    Titel # Autoren, Autor, Autor:innen, Verfasser # Konferenz, Zeitschrift, Erschienen in, Veröffentlicht in
      # Jahr, Datum, Erscheinungsjahr, Veröffentlicht # Link, Quelle, URL
    Titre # Auteurs, Auteur, Auteur(s) # Conférence, Revue, Publié dans # Année, Date, Date de publication
      # Lien, Source
    Título # Autores, Autor, Autor(es) # Conferencia, Revista, Publicado en # Año, Fecha, Fecha de publicación
      # Enlace, Fuente
    Título # Autores, Autor # Conferência, Periódico, Publicado em, Revista # Ano, Data, Ano de publicação # Link, Fonte
    Название # Авторы, Автор # Конференция, Журнал, Опубликовано в # Год, Дата, Год публикации # Ссылка, Источник
"""
"""The labels of title, authors, venue, year and link, in a language each."""
_NAMES = (
    *["{Ada Lovelace, Barbara Liskov, Grace Hopper}"] * 4,
    "{Ada Lovelace, Barbara Liskov and Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, and Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov & Grace Hopper}",
    "{Ada Lovelace; Barbara Liskov; Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper}.",
    "{Ada Lovelace、Barbara Liskov、Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper} ({acronym} {year})",
    "{Lovelace, A., Liskov, B., & Hopper, G.}",
    "{A. Lovelace, B. Liskov and G. Hopper}",
    "{Lovelace, Ada and Liskov, Barbara and Hopper, Grace}",
    "{Lovelace, Ada; Liskov, Barbara; Hopper, Grace}",
    "{[[Ada Lovelace]], [[Barbara Liskov]], [[Grace Hopper]]}",
    "{[[Ada Lovelace]] [[Barbara Liskov]] [[Grace Hopper]]}",
    "{[Ada Lovelace](https://example.org/a), [Barbara Liskov](https://example.org/b), [Grace Hopper](people/gh.md)}",
    "{Ada Lovelace¹, Barbara Liskov² and Grace Hopper¹}",
    "{Ada Lovelace1, Barbara Liskov2, Grace Hopper1}",
    "{Ada Lovelace1,2, Barbara Liskov1, Grace Hopper2}",
    "{Ada Lovelace*, Barbara Liskov, Grace Hopper†}",
    "{Ada Lovelace (MIT), Barbara Liskov (MIT), Grace Hopper (Yale University)}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper} (University of California, Riverside)",
    "{Ada Lovelace, University of Bonn; Barbara Liskov, MIT; Grace Hopper, Yale University}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper}, Google Research",
    "{Ada Lovelace} et al.",
    "{Ada Lovelace} et al.",
    "{Ada Lovelace}, et.al",
    "{Lovelace} et al.",
    "{Ada Lovelace} 等",
    "{Ada Lovelace}等人",
)
_NAMES_ON_LINES = (
    "{Ada Lovelace\nBarbara Liskov\nGrace Hopper}",
    "{- Ada Lovelace\n- Barbara Liskov\n- Grace Hopper}",
    "{- [[Ada Lovelace]]\n- [[Barbara Liskov]]\n- [[Grace Hopper]]}",
)
"""Forms of names for shapes whose values may be lines or lists of their own."""
_VENUES = (
    *["{acronym}"] * 3,
    "{acronym} {year}",
    "{acronym} {year}",
    "{acronym}'{yy}",
    "{acronym} '{yy}",
    "{year} {acronym} oral",
    "{acronym} {year} (Oral)",
    "{acronym}, {year}",
    "{conference}",
    "{conference} ({acronym})",
    "{conference} ({acronym} {year})",
    "{journal}",
    "{journal} {volume} ({year})",
    "{journal}, {volume}({issue}), {first}–{last}",
    "{journal}, Volume {volume}, Issue {issue}, {year}",
    "arXiv",
    "",
)
_DATES = (
    "{year}",
    "{year}",
    "{year}",
    "{year}-05-{day}",
    "May {year}",
    "{year}/05/{day}",
    "{year}年5月",
    "{year}.5",
    "",
)
_LINKS = (
    "https://arxiv.org/abs/{arxiv}",
    "<https://arxiv.org/abs/{arxiv}>",
    "[paper](https://arxiv.org/abs/{arxiv})",
    "[https://arxiv.org/abs/{arxiv}](https://arxiv.org/abs/{arxiv})",
    "https://doi.org/{doi}",
    "[arXiv:{arxiv}](https://arxiv.org/abs/{arxiv})",
    "https://openreview.net/forum?id={openreview}",
    "[PDF](https://arxiv.org/pdf/{arxiv}.pdf)",
    "https://example.org/papers/{slug}.pdf",
    "",
    "",
)
_EMOJI = ("📝", "👥", "🏛️", "📅", "🔗")
_TITLE_MARKS = ("%s", "%s", "%s", "*%s*", "**%s**", '"%s"')
_NUMBERED_TITLES = (
    "2024-05-{day} %s",
    "{number}. %s",
    "Paper {number}: %s",
    "[{acronym} {year}] %s",
    "Paper Review: %s",
)
_BODIES = (
    "# Summary\n\nThey propose a method and evaluate it.\n\n# Thoughts\n\n- Good.\n",
    "# Paper Review\n\n- Research Background\n\n    Training such models takes a long time.\n\n- Problem to Solve\n",
    "# Notes\n\n**Problem:** Training takes long.\n\n**Idea:** Train on fewer data: half of them is enough.\n",
    "",
)

_Field = tuple[str, str]
"""A label and its value."""


class _Marks(NamedTuple):
    """What is drawn once for all fields of a note."""

    draw: Random
    colon: str
    label: str
    """The marks around a label: `**%s**`."""
    level: int
    """The level of the headings below the title."""

    def line(self, field: _Field) -> str:
        """Return a field as one line: the mark after the label is inside its emphasis, or after it."""
        label, value = field
        if self.label.startswith("*") and self.colon in (": ", "："):
            return self.label % (label + self.colon.strip()) + " " + value
        return self.label % label + self.colon + value


def _headings(marks: _Marks, fields: Sequence[_Field]) -> str:
    gap = marks.draw.choice(("\n", "\n\n"))
    return gap.join(f"{'#' * marks.level} {label}{_colon(marks)}{value}" for label, value in fields)


def _values_below_headings(marks: _Marks, fields: Sequence[_Field]) -> str:
    colon, gap = marks.draw.choice(("", ":", "：")), marks.draw.choice(("\n", "\n\n"))
    return "\n\n".join(f"{'#' * marks.level} {label}{colon}{gap}{value}" for label, value in fields)


def _paragraphs(marks: _Marks, fields: Sequence[_Field]) -> str:
    return "\n\n".join(map(marks.line, fields))


def _lines(marks: _Marks, fields: Sequence[_Field]) -> str:
    return marks.draw.choice(("\n", "  \n", "\\\n", "<br>\n")).join(map(marks.line, fields))


def _bold_lines(marks: _Marks, fields: Sequence[_Field]) -> str:
    return "\n\n".join(f"**{label}{_colon(marks)}{value}**" for label, value in fields)


def _values_below_labels(marks: _Marks, fields: Sequence[_Field]) -> str:
    colon = marks.draw.choice(("", ":", "：")) if marks.label.startswith("**") else marks.draw.choice((":", "："))
    return "\n\n".join(f"{marks.label % (label + colon)}\n{value}" for label, value in fields)


def _items(marks: _Marks, fields: Sequence[_Field]) -> str:
    mark = marks.draw.choice(("- ", "- ", "* ", "+ ", "1. ", "- [ ] ", "- [x] "))
    return "\n".join(mark + marks.line(field) for field in fields)


def _nested_items(marks: _Marks, fields: Sequence[_Field]) -> str:
    head = marks.draw.choice(("Metadata", "Info", "Paper", "**Basic information**"))
    return f"- {head}\n" + "\n".join(f"  - {marks.line(field)}" for field in fields)


def _values_in_items(marks: _Marks, fields: Sequence[_Field]) -> str:
    colon, indent = marks.draw.choice(("", ":", "：")), marks.draw.choice(("  - ", "    - ", "\t- "))
    return "\n".join(f"- {marks.label % label}{colon}\n{indent}{value}" for label, value in fields)


def _quote(marks: _Marks, fields: Sequence[_Field]) -> str:
    gap, opening = (
        marks.draw.choice(("\n> ", "  \n> ", "\n>\n> ")),
        marks.draw.choice(("", "[!info]\n> ", "[!note] Info\n> ")),
    )
    return f"> {opening}{gap.join(map(marks.line, fields))}"


def _items_in_callout(marks: _Marks, fields: Sequence[_Field]) -> str:
    kind = marks.draw.choice(("[!info]", "[!abstract] Metadata", "[!summary]+"))
    return f"> {kind}\n" + "\n".join(f"> - {marks.line(field)}" for field in fields)


def _table(marks: _Marks, fields: Sequence[_Field]) -> str:
    rows = [f"| {marks.label % label} | {value.replace('|', '')} |" for label, value in fields]
    head = marks.draw.choice(("|  |  |\n|---|---|", "| Field | Value |\n| --- | --- |", ""))
    return "\n".join([head, *rows] if head else [rows[0], "|---|---|", *rows[1:]])


def _definitions(marks: _Marks, fields: Sequence[_Field]) -> str:
    return "\n\n".join(f"{marks.label % label}\n: {value}" for label, value in fields)


def _html(marks: _Marks, fields: Sequence[_Field]) -> str:
    return "<br>\n".join(f"<b>{label}:</b> {value}" for label, value in fields)


def _details(marks: _Marks, fields: Sequence[_Field]) -> str:
    return f"<details>\n<summary>Details</summary>\n\n{_items(marks, fields)}\n\n</details>"


def _with_emoji(marks: _Marks, fields: Sequence[_Field]) -> str:
    prefixed = [(f"{emoji} {label}", value) for emoji, (label, value) in zip(_EMOJI, fields, strict=False)]
    return marks.draw.choice((_lines, _items, _paragraphs, _headings))(marks, prefixed)


def _code(marks: _Marks, fields: Sequence[_Field]) -> str:
    return "```\n" + "\n".join(f"{label}: {value}" for label, value in fields) + "\n```"


def _properties(marks: _Marks, fields: Sequence[_Field]) -> str:
    mark = marks.draw.choice(("", "", "- "))
    return "\n".join(f"{mark}{label.casefold().replace(' ', '-')}:: {value}" for label, value in fields)


def _brackets(marks: _Marks, fields: Sequence[_Field]) -> str:
    form, gap = marks.draw.choice(("[%s] %s", "【%s】%s", "【%s】 %s", "[%s]: %s")), marks.draw.choice(("\n", "\n\n"))
    return gap.join(form % field for field in fields)


def _round_bullets(marks: _Marks, fields: Sequence[_Field]) -> str:
    mark = marks.draw.choice(("• ", "· ", "•	"))
    return marks.draw.choice(("\n", "\n\n")).join(mark + marks.line(field) for field in fields)


def _front_matter(marks: _Marks, fields: Sequence[_Field]) -> str:
    pairs = (
        f'{label.casefold()}: "{value}"' if ":" in value or value[0] in "[*@`" else f"{label.casefold()}: {value}"
        for label, value in fields
    )
    return "---\n" + "\n".join(pairs) + "\n---"


_Shape = Callable[[_Marks, Sequence[_Field]], str]
_SHAPES: tuple[_Shape, ...] = (
    *[_headings] * 3,
    *[_values_below_headings] * 2,
    *[_paragraphs] * 2,
    *[_lines] * 2,
    *[_bold_lines] * 2,
    _values_below_labels,
    *[_items] * 3,
    _nested_items,
    _values_in_items,
    _quote,
    _items_in_callout,
    _table,
    _definitions,
    _html,
    _details,
    _with_emoji,
    _code,
    _properties,
    _brackets,
    _round_bullets,
    _front_matter,
)
"""The shapes of fields; the more frequent ones are drawn more often."""
_OF_LINES = (_values_below_headings, _values_below_labels)
"""Shapes whose values may have several lines."""


def _colon(marks: _Marks) -> str:
    """Return the mark after a label in a heading or in a line that is bold as a whole."""
    return marks.draw.choice((": ", ":", "：", "： "))


def _read_labels() -> list[list[list[str]]]:
    """Return the labels of each language: those of title, authors, venue, year and link."""
    rows: list[str] = []
    for line in _LABELS_TABLE.strip("\n").split("\n"):
        if line.startswith("      "):
            rows[-1] += line
        else:
            rows.append(line)
    return [[[word.strip() for word in part.split(",")] for part in row.split("#")] for row in rows]


_LANGUAGES = _read_labels()


def draw_templates(seed: int, count: int) -> list[Template]:
    """Return some templates, the same for the same seed."""
    draw = Random(seed)
    return [_template(draw, number) for number in range(count)]


def _template(draw: Random, number: int) -> Template:
    shape = draw.choice(_SHAPES)
    place = draw.choice(("label", "label", "heading", "heading", "numbered heading", "file", "several", "several"))
    if shape is _front_matter and place == "several":
        place = "heading"
    mark = draw.choice(
        (": ", ": ", ": ", "：", ":", " - ", " = ", " | ") if shape not in (_table, _quote) else (": ", "：")
    )
    label = draw.choice(("%s", "%s", "**%s**", "**%s**", "*%s*", "__%s__"))
    marks = _Marks(draw, mark, label, draw.choice((3, 4) if place == "several" else (1, 2, 3, 3, 4)))
    fields = _fields(draw, shape, has_title=place == "label")
    text, note = _placed(draw, marks, place, shape(marks, fields))
    before = "# Reading list\n\nSome papers that I read.\n\n" if place == "several" else ""
    return Template(
        group="drawn labels", name=f"{number} {shape.__name__.strip('_')}", text=text, before=before, note=note
    )


def _fields(draw: Random, shape: _Shape, *, has_title: bool) -> list[_Field]:
    """Return the labels and values of a paper; at least two of them state more than a title."""
    titles, authors, venues, years, links = map(draw.choice, draw.choice(_LANGUAGES[:1] * 5 + _LANGUAGES))
    names = draw.choice((*_NAMES, *_NAMES_ON_LINES * 2) if shape in _OF_LINES else _NAMES)
    venue, date, link = draw.choice(_VENUES), draw.choice(_DATES), draw.choice(_LINKS)
    venue = "" if "{acronym}" in names else venue
    if not link and (venue in ("", "arXiv") or not date):
        link = _LINKS[0]
    title = draw.choice(_TITLE_MARKS) % "{title}" if has_title else ""
    titles = "Title" if titles == links else titles
    rest = [(authors, names), (venues, venue), (years, date), (links, link)]
    if draw.random() < 1 / 2:
        draw.shuffle(rest)
    return [(label, value) for label, value in [(titles, title), *rest] if value]


def _placed(draw: Random, marks: _Marks, place: str, fields: str) -> tuple[str, str]:
    """Return the text of a paper with its title in a place, and the name of the note."""
    body = draw.choice(_BODIES)
    body = ("\n" + body).replace("\n#", "\n" + "#" * marks.level) if body else "\n"
    is_front_matter = fields.startswith("---\n")
    if place == "several":
        return f"## {{title}}\n\n{fields}\n{body}\n", "notes.md"
    if place == "file":
        return f"{fields}\n{body}", draw.choice(("{file}.md", "papers/{file}.md"))
    name = draw.choice(("n{number}.md", "{key}.md", "{year}/{slug}.md", "P{number}_reading_0903.md"))
    if place == "label":
        opening = draw.choice(("", "", "# Paper notes\n\n"))
        return f"{fields}\n{body}" if is_front_matter else f"{opening}{fields}\n{body}", name
    forms = [form for form in _NUMBERED_TITLES if "{journal}" not in fields or "{acronym}" not in form]
    heading = "# " + (draw.choice(forms) if place == "numbered heading" else "%s") % "{title}"
    return f"{fields}\n\n{heading}\n{body}" if is_front_matter else f"{heading}\n\n{fields}\n{body}", name
