"""Read page numbers and other locators in citations, as in https://pandoc.org/MANUAL.html#citation-syntax."""

from __future__ import annotations

import re
from typing import NamedTuple

_LABELS_TABLE = """
    book: book books bk. bks. bk bks
    chapter: chapter chapters chap. chaps. chap chaps ch. chs. ch
    column: column columns col. cols. col cols
    figure: figure figures fig. figs. fig figs
    folio: folio folios fol. fols. fol fols
    number: number numbers no. nos.
    line: line lines l. ll.
    note: note notes n. nn.
    opus: opus opera op. opp.
    page: page pages p. pp. p pp
    paragraph: paragraph paragraphs para. paras. par. ¶ ¶¶
    part: part parts pt. pts.
    section: section sections sec. secs. sec secs sect. § §§
    sub-verbo: s.v. s.vv.
    table: table tables tab. tbl.
    equation: equation equations eq. eqs.
    appendix: appendix app. apps.
    verse: verse verses v. vv.
    volume: volume volumes vol. vols. vol vols
"""
"""CSL's labels of locators and how people write them; a number alone is a page."""
_LABELS = {
    word: label.strip()
    for label, _, words in (line.partition(":") for line in _LABELS_TABLE.strip().splitlines())
    for word in words.split()
}
_SHORT = {
    "book": ("bk.", "bks."),
    "chapter": ("ch.", "chs."),
    "column": ("col.", "cols."),
    "figure": ("fig.", "figs."),
    "folio": ("fol.", "fols."),
    "number": ("no.", "nos."),
    "line": ("l.", "ll."),
    "note": ("n.", "nn."),
    "opus": ("op.", "opp."),
    "page": ("p.", "pp."),
    "paragraph": ("para.", "paras."),
    "part": ("pt.", "pts."),
    "section": ("sec.", "secs."),
    "sub-verbo": ("s.v.", "s.vv."),
    "table": ("table", "tables"),
    "equation": ("eq.", "eqs."),
    "appendix": ("app.", "apps."),
    "verse": ("v.", "vv."),
    "volume": ("vol.", "vols."),
}
_LABEL = re.compile(r"(?:[A-Za-z]+(?:\.[A-Za-z]+)?\.?|[¶§]{1,2})")
_PLACE = re.compile(r"(?:[A-Za-z]{0,3}\.?\d[\w.:/]*|[ivxlcdmIVXLCDM]+(?!\w)|[A-Z](?!\w))")
_SEPARATOR = re.compile(r"\s*(?:[-–—]{1,3}|,|&)\s*")
_DASH = re.compile(r"(?<=\w)\s*(?:-{1,3}|[–—])\s*(?=\w)")


class Locator(NamedTuple):
    """Locator of a passage in a work, and the text after it."""

    label: str = ""
    """CSL's word (`page`, `chapter`); "" without a locator."""
    place: str = ""
    """`3`, `33–35, 38`: ranges with an en dash."""
    rest: str = ""
    """Text after the locator: `and elsewhere`."""

    @property
    def words(self) -> str:
        """Abbreviated label and place: `pp. 33–35`."""
        if not self.label:
            return ""
        several = any(sign in self.place for sign in "–,&")
        return f"{_SHORT[self.label][several]} {self.place}"


def parse_locator(suffix: str) -> Locator:
    """Return the locator at the start of the text after a citekey.

    A number without a label is a page.  Braces enclose a locator that would end too early otherwise: `{p. 3, left}`.

    Args:
        suffix: The text after the citekey; a comma at its start is ignored.

    Examples:
        >>> parse_locator("pp. 33-35, 38 and elsewhere")
        Locator(label='page', place='33–35, 38', rest='and elsewhere')
        >>> parse_locator("ch. 2").words, parse_locator("12").words, parse_locator("and so on").words
        ('ch. 2', 'p. 12', '')
    """
    suffix = suffix.strip().lstrip(",").lstrip()
    if suffix.startswith("{") and "}" in suffix:
        inner, _, rest = suffix[1:].partition("}")
        label, at = _split_label(inner.strip())
        place = inner.strip()[at:].strip()
        return Locator(label, with_en_dashes(place), rest.lstrip(" ,")) if place else Locator(rest=rest.lstrip(" ,"))
    label, start = _split_label(suffix)
    end = start
    while match := _PLACE.match(suffix, end):
        if label == "page" and not start and not match[0][0].isdigit():
            break
        end = match.end()
        separator = _SEPARATOR.match(suffix, end)
        if separator is None or not _PLACE.match(suffix, separator.end()):
            break
        end = separator.end()
    while end > start and suffix[end - 1] in ".:,/":
        end -= 1
    if end == start:
        return Locator(rest=suffix)
    return Locator(label, with_en_dashes(suffix[start:end]), suffix[end:].lstrip(" ,"))


def _split_label(text: str) -> tuple[str, int]:
    """Return the label at the start of a text, `page` without one, and the offset of the place."""
    match = _LABEL.match(text)
    if match:
        label = _LABELS.get(match[0]) or _LABELS.get(match[0].lower())
        if label:
            end = match.end()
            return label, end + len(text[end:]) - len(text[end:].lstrip())
    return "page", 0


def with_en_dashes(place: str) -> str:
    """Return page numbers, or the numbers of another locator, with en dashes in their ranges.

    Examples:
        >>> with_en_dashes("12-5, 14 -- 17"), with_en_dashes("1–2")
        ('12–5, 14–17', '1–2')
    """
    return _DASH.sub("–", place)
