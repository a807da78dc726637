"""Patterns of the names and dates that open or end a line of family names, a title, and a year or a venue."""

from __future__ import annotations

import re

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.authors.short_bylines import may_be_family_name
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import FILMS, MUSIC, PODCASTS, SONGS
from papernotes_plugin.recognisers.evidence.references.name_lists import FAMILY, FULL_NAMES, JOINED, LISTED, MORE, WORD
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.structure.reference_openings import LABEL, TASK_STATES
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR

_SESSION = (
    r"(?:(?:Week|Session|Class|Lecture|Day|Meeting|Unit|Module|Woche|Sitzung|Semana|Sesión|Sessão|Aula|Séance|Semaine"
    rf"|Settimana|Lezione)\s\d{{1,2}}|\d{{1,2}}[./]\d{{1,2}}\.?|{MONTH}\.?\s\d{{1,2}}|\d{{1,2}}\.?\s{MONTH}\.?)"
    r"(?:[:.)]|\s[–—-]|(?=\s))\s+"
)
"""The session of a course in which a text is read: `Week 3: `, `12.04. `, `April 27 – `."""
OPENS_SESSION = lazy_regex(_SESSION)
_PRESENTER = r"[^\W\d_a-z][^\W\d_]+(?: (?:and )?[^\W\d_a-z][^\W\d_]+){0,3} present(?:s|ed|ing)?: "
"""The person who presents a text in a group: `Oscar presents: `."""
_OPENING = (
    rf"[^\w\[(“„\"«]{{0,12}}"
    rf"(?:{TASK_STATES}\s+|\d{{1,3}}[.)]\s+|{_SESSION}|{_PRESENTER}"
    r"|(?:Optional|Recommended|Required|Suggested|Background|Skim|Read):\s+)?"
    r"(?:\[[^\W\d_][\w+]{0,14}\d{2,4}[a-z]?\]:?\s+)?"
)
"""Marks, the state of a task, a number, a presenter or a key before an entry."""
TITLE_OPENING = lazy_regex(_OPENING)
_IN_BRACKETS = r"[(\[](?P<in>[^()\[\]\n]{4,60})[)\]]"
_EDITED = r"(?P<edited>,?\s\(?(?:eds?|Hrsgg?|Hgg?|dirs?|orgs?|coords?)\.\)?)?"
DATED = lazy_regex(
    rf"{_OPENING}(?P<names>{LISTED}){MORE}?{_EDITED}(?:(?:,?\s)?{_IN_BRACKETS}\s?[,:.;]?|(?:,?\s|(?P<glued>(?<=[^\W\d_]{{3}})_?))(?P<year>{PRINTED_YEAR})[a-z]?\b"
    r"(?:,?\s(?P<venue>[A-Z]{2}[A-Za-z&.]{0,8}))?(?P<plain>\s?:|[,.]|(?=\s[–—-]\s)|(?=\s[“„\"«])|(?(more)(?=\s[^\W\d_a-z]))|$)?)(?:\s[–—-])?\s+(?=\S)"
)
"""`Card (1990), `, `Acemoglu, Johnson, Robinson (AER 2001): `, `Solow 1956 – `, `Bargh et al. 1998 JPSP, `.

Names and year may be a key: `Jinek2012: `.  After `et al.` and the year, no mark is needed: `Bargh et al. 1998 The
Automaticity of Behavior`.
"""
PLACE_AND_YEAR = lazy_regex(rf"{WORD},\s{PRINTED_YEAR}\.\s")
YEAR_FIRST = lazy_regex(
    rf"{_OPENING}[(\[]?(?P<year>{PRINTED_YEAR})[)\]]?[.:,]?(?:\s[–—-])?\s+(?P<names>{JOINED}){MORE}?(?:[,:]|\s[–—-])\s+(?=\S)"
)
"""`1990 Card, `, `(1990) Card & Krueger – `."""
UNDATED = lazy_regex(rf"{_OPENING}(?P<names>{JOINED}){MORE}?{_EDITED}(?:[,:]|\s[–—-])\s+(?=\S)")
"""Names before a title whose year is after it: `Rawls, `, `Bott & Tu, `."""
SEVERAL = lazy_regex(
    rf"{_OPENING}(?P<names>{FAMILY}, {FAMILY}(?P<third>(?:, {FAMILY}){{1,5}})?){MORE}?{_EDITED}(?(third)[:.]|:)\s+"
    r"(?=\S)"
)
"""Names with only commas between them, and a colon or a point: `Lattner, Adve: `, `Chandra, Griesemer, Redstone. `."""
IN_FULL = lazy_regex(rf"{_OPENING}(?P<names>{FULL_NAMES}){MORE}?{_EDITED}[,:]?\s+")
"""Full names, before a marked title: `Joan Scott, `, `Ann Lee and Bob Ray: `; `Joan Scott ` before a quotation."""
LAST = lazy_regex(
    rf"(?:\s(?P<dash>[–—-])\s|(?P<comma>,)\s|\s(?P<open>\())(?:by\s)?(?P<names>{JOINED}){MORE}?"
    rf"(?(open),?\s(?P<inner>[^()\n]{{4,40}})\)|(?:,?\s{_IN_BRACKETS}|,?\s(?P<year>{PRINTED_YEAR})))[\s.;✓✅☑️]*$"
)
"""Names and the year at the end: ` – Angrist & Krueger (1991)`, ` (Baddeley & Hitch 1974)`."""
BEFORE_MARK = lazy_regex(rf"{_OPENING}(?:{LABEL}\s?:\s+)?")
"""The marks and the label before a title in quotation marks or in emphasis: `Artículo: “Title”, `."""
AFTER_MARK = lazy_regex(
    rf"(?:,?\s(?:by|von|par|de|por|di)\s|,\s|\s(?P<open>\())(?P<names>{JOINED}){MORE}?"
    rf"(?(open),?\s(?P<inner>{PRINTED_YEAR})\)|(?:,?\s\(?(?P<year>{PRINTED_YEAR})\)?)?)[,.]\s+(?=\S)"
)
"""Names, and often a year, between a marked title and a journal: `“Title”, Card (1990), `, `“Title” (Card, 1990), `"""
OTHER_LABEL = lazy_regex(
    rf"(?:{FILMS}|{SONGS}|{MUSIC}|{PODCASTS}|videos?|game|talk|lecture|guest|screening|watch|listen|notes?|optional"
    r"|assignment|homework|due|exam|theme|topic|visit|website|blog)",
    re.IGNORECASE,
)
"""Words before a title with a colon that say what else it is."""
_FURTHER_NAMES = lazy_regex(rf"(?P<names>(?:{FAMILY}, ){{1,6}})(?=[^\W\d_a-z][\w-]* [^:\n]*[^\W\d_])(?!\S+:|and )")
"""Names with commas after the first one, before a title of several words."""


def with_names_after_commas(text: str, names: tuple[str, ...], start: int) -> tuple[tuple[str, ...], int]:
    """Return names and the start of the title after those that follow the first one: `Hardt, Price, Srebro, Title`.

    Words before `and`, or before a colon, belong to a title: `Diamond, Guns, Germs, and Steel`.
    """
    further = _FURTHER_NAMES.match(text, start) if len(names) == 1 and text[start - 2 : start] == ", " else None
    others = further["names"].rstrip(", ").split(", ") if further else []
    if not further or is_title_word(others[-1]) or not all(map(may_be_family_name, others)):
        return names, start
    return (*names, *others), further.end()
