"""Words in and around the names of venues: tracks, editions, years, abbreviations and filler."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EXACT_CASE = _words(
    """
    NATURE SCIENCE CELL NEURON FAST DATE MICRO CASE SODA PETS PODS CRYPTO MM SC SP EC FG DIS ALT ACC LOG CLEAR OAKLAND
    DISTILL HAL AUTOML HUMANOIDS CHIL MICAI KR ACL ESA
    MEDIA MoDELS
    AER QJE JPE JOLE ILRR APSR AJPS AJS JAMA BMJ JPSP RESTUD JFE RESTAT ASQ LANCET
    """
)
"""Acronyms that are also words: recognised only in the case of the table."""

SUBJECTS = frozenset(
    {
        "machine learning",
        "artificial intelligence",
        "neural networks",
        "pattern recognition",
        "computational linguistics",
        "cognitive science",
        "neural computation",
        "autonomous robots",
        "psychological review",
    }
)
"""Journals named like a subject: recognised only with both a year and a volume."""
THINGS = frozenset({"neuron", "cell", "bioinformatics", "neurocomputing", "distill", "hal", "knowledge based systems"})
"""Journals named like a thing: recognised only with a year or a volume."""

ABBREVIATED = {
    "conf": "conference", "int": "international", "intl": "international", "proc": "proceedings", "symp": "symposium",
    "trans": "transactions", "mach": "machine", "learn": "learning", "vis": "vision", "recog": "recognition",
    "recognit": "recognition", "intell": "intelligence", "artif": "artificial", "lang": "language", "syst": "systems",
    "inf": "information", "comput": "computer", "assoc": "association", "annu": "annual", "autom": "automation",
    "robot": "robotics", "j": "journal", "res": "research", "process": "processing", "natl": "national",
}  # fmt: skip
"""Words by their form in lists of journal abbreviations."""

EVENT = lazy_regex(
    r"\b(?:conference|proceedings|symposium|workshop|meeting|advances|annual|journal|transactions|letters|conf|proc)\b"
)
"""Words in the names of events and journals, but not of subjects; for text in the form of `comparison_key`."""

SPONSORS = _words(
    """
    the proceedings of on ieee cvf rsj acm sigkdd sigplan sigsac sigsoft sigmod usenix aaai annual th n ras in year
    """
)
"""Words before the name proper that are often omitted."""

TRACK = lazy_regex(
    r"\b(?:oral[ -]?poster|orals?|posters?|spotlights?|notable(?:[ -]top[ -]?\d+%)?|top[ -]?\d+%|highlights?|findings|"
    r"(?:best|outstanding|distinguished) (?:[a-z]+ ){0,2}paper"
    r"(?: award| runner[ -]up| candidate| finalist| honou?rable mention){0,2}|"
    r"honou?rable mention|datasets? (?:and|&) benchmarks?(?: track)?|position papers?(?: track)?|demos?|tutorial|award|"
    r"(?:short|long|journal|industry|tiny) (?:papers?|track)|workshops?(?: on [^,;.()\[\]]{1,80})?|"
    r"blog ?posts?(?: track)?|main (?:conference|track)|accepted|submitted|rejected|withdrawn|under review)"
    r"(?!\w)(?: \(?top[ -]?\d+%\)?)?"
    r"|口头报告|口头|海报|亮点|最佳论文奖?",
    re.IGNORECASE,
)
"""Words for how a paper was presented or judged."""

_NOMINATED = lazy_regex(r"(?<=award) (?:candidate|finalist|nominee|winner)$", re.IGNORECASE)
_FOLDED_TRACKS = {
    "Oral": "oral orals oralposter 口头报告 口头",
    "Poster": "poster posters 海报",
    "Spotlight": "spotlight spotlights",
    "Highlight": "highlight highlights 亮点",
    "Findings": "findings",
}
_TRACK_NAMES = {word: name for name, words in _FOLDED_TRACKS.items() for word in words.split()}


def is_track(words: str) -> bool:
    """Return whether words only say how a paper was presented or judged.

    Examples:
        >>> [is_track(words) for words in ("Oral", "Award candidate", "ICML Oral")]
        [True, True, False]
    """
    return TRACK.fullmatch(_NOMINATED.sub("", words.strip())) is not None


def fold_track(track: str) -> str:
    """Return a track in its usual form; a paper with talk and poster is an oral.

    Examples:
        >>> [fold_track(track) for track in ("oral", "ORAL", "OralPoster", "spotlights", "best paper")]
        ['Oral', 'Oral', 'Oral', 'Spotlight', 'Best paper']
    """
    key = re.sub(r"[\s-]", "", track).casefold()
    return _TRACK_NAMES.get(key) or track[:1].upper() + track[1:]


FILLER = _words(
    """
    in at to of on the and for a an appear published presented proceedings proc adv conference annual international conf
    meeting ieee cvf acm siam usenix aaai vol volume
    volumes no number issue pp pages page article paper papers report track camera
    ready main preprint arxiv abs e prints edition part as by pmlr lncs series ccf core rank i ii iii jan feb mar apr
    may jun jul aug sep sept oct nov dec accepted
    """
)
"""Words around the name of a venue that say nothing about which venue it is."""
ARXIV_SUBJECT = lazy_regex(r"\b(?:cs|stat)(?:[. ][A-Za-z]{2})?\b")
"""A subject of arXiv: `cs`, `cs.AI`; without `cs`, `AI` is a part of a name, such as `NEJM AI`."""

# --- years ----------------------------------------------------------------------------------------

YEAR = lazy_regex(
    r"(?<![\d.:/-])((?:19|20)\d\d)(?!\d|\.\d)"
    r"|(?:['’`‘]|(?<=\w['’]) (?=\d\d(?:\s?[\])|,;]|\s*$)))(\d\d)(?!\d)",
    re.MULTILINE,
)
"""A year in full, or two digits behind an apostrophe: `ICML'23`, `[CVPR' 20]`, `| OSDI' 22` at the end."""

PAGES = lazy_regex(
    r"\b(?:pages?|pp\.?|article) ?\d+(?: ?[-–—:]+ ?\d+)?"
    r"|\b\d{1,4} ?\(\d{1,3}\)|\b\d{1,4} ?: ?\d{1,6} ?[-–—]+ ?\d{1,6}|\b\d{1,6} ?[–—-]{1,2} ?\d{3,6}\b",
    re.IGNORECASE,
)
"""Volumes, issues and pages, which may look like years."""

ARXIV_DATE = lazy_regex(r"\b(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}\b")
SHORT_YEAR = lazy_regex(r"(?:[A-Z][ -]?|^(?:[A-Z]\S* )?[A-Z]\S*[a-z] )(\d\d)(?!\S)")
"""Two digits after a capital, or after a short name: `NDSS 21`, `USENIX Security 23`."""
ORDINAL = lazy_regex(
    r"\b(\d{1,3})(?:st|nd|rd|th)\b"
    r"|\b((?:(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)y[ -])?[a-z]{2,14}(?:th|st|nd|rd))\b"
)

_UNITS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_STEMS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90}
ORDINALS: dict[int, str] = dict(enumerate(_UNITS.split())) | {
    tens + unit: f"{stem}y-{_UNITS.split()[unit]}" if unit else f"{stem}ieth"
    for stem, tens in _STEMS.items()
    for unit in range(10)
}
"""Ordinal words from `zeroth` to `ninety-ninth`, by number."""
TENS = frozenset(f"{stem}y" for stem in _STEMS)
_NUMBERS = {word.replace("-", " "): number for number, word in ORDINALS.items()}


def parse_ordinal(word: str) -> int:
    """Return the number of an ordinal word: 41 for `forty-first`; 0 for any other word."""
    return _NUMBERS.get(word.replace("-", " "), 0)


def format_ordinal(number: int) -> str:
    """Return a number as an ordinal: `41st` for 41."""
    last = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


def expand_year(digits: str) -> int:
    """Return the year for two digits, 1970 to 2069, or for four."""
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) < 70 else 1900)


SHORT_WORKSHOP = lazy_regex(r"(?<=[A-Za-z][A-Z]{2})[-_]?W(?![A-Za-z])")
"""The sign of a workshop at the end of an acronym: `CVPRW`, `ICCV-W`, `NeurIPSW`."""

NAMED_WORKSHOP = lazy_regex(
    r"(?P<venue>[A-Z](?=\w*[A-Z])\w*(?: ?['’]?(?:\d\d){1,2})?) "
    r"(?P<track>(?:[A-Z][\w&-]* (?:(?:on|for|of|in|and|&) )?){1,6}Workshop)"
    r"(?P<year>,? \(?(?:19|20)\d\d\)?)?"
)
"""A workshop of a conference by its name: `ICML Deep Learning Workshop, 2015`."""
UNNAMED_WORKSHOP = lazy_regex(r"(?: Workshops?|(?<=[A-Z]{4})W(?:orkshops?)?|(?<=[A-Z]{4})[-_]W)(?=[\s,(]*$)")
"""The sign of a workshop between a venue and its year: `ICLR Workshop 2017`, `CVPRW, 2022`."""
