"""Cut off what the text around a title leaves at its end: status, server, address, ending of a file."""

from __future__ import annotations

import re
from string import ascii_uppercase

from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_company
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex, optional_run
from papernotes_plugin.vocabulary.model import Evidence

_STATUS_WORDS = (
    r"(?:manuscript |paper )?(?:currently )?"
    r"(?:under review|in press|to appear|forthcoming|in preparation|submitted|accepted)"
    r"(?: (?:to|at|in|by) [^()\[\]]{2,30})?"
)
_STATUS = lazy_regex(
    optional_run(r"\s.,;") + rf"[(\[]{_STATUS_WORDS}[)\]]\.?$"
    rf"|{OPTIONAL_SPACE}[.,;]\s+(?:under review|in press|to appear|forthcoming|in preparation|submitted"
    r"|(?:unpublished )?(?:preprint|manuscript)|prépublication|pré-publicação|manuscrito?(?: inédito?)?"
    r"|vorabdruck|unveröffentlichtes manuskript|препринт)\.?$",
    re.IGNORECASE,
)
"""The status of a paper after its title: `Title (under review)`, `Title, to appear`, `Title, preprint`."""
_STATUS_ALONE = lazy_regex(rf"\W*{_STATUS_WORDS}\W*", re.IGNORECASE)
_SERVER = lazy_regex(
    r"(?:[.,]|(?<=[?!]))\s+[Aa]r[Xx]iv (?:[Pp]reprint|e-?[Pp]rint)\b.*$|(?<!\s)\s+[Aa]r[Xx]iv preprint arXiv:.*$"
)
"""The server of a preprint, and what follows it: `Title. arXiv preprint arXiv:2505.12370 , 2025. https`."""
_ADDRESS = lazy_regex(r"[.,:]\s*(?:(?:doi|DOI|URL|https?):?|(?:doi|DOI):?\s*10\.\d{4,9}/\S+)$")
"""A DOI, or a word before an address that was left out: `Title. doi`."""
_REMARK = lazy_regex(r"\([^()]*\)")
"""A remark in brackets, which is no title: `[(Neurobiology of Wool)](…)`."""
_FILE = lazy_regex(r"\.(?:pdf|PDF)$")
_ENCODED = lazy_regex(r"https?%3A%2F\S*|(?=\S*%2F\S*%2F)\S*")
"""An address, encoded as a part of another one."""
_SIGNS = (
    "review",
    "press",
    "appear",
    "coming",
    "prepar",
    ", journal of ",
    "submitted",
    "accepted",
    "print",
    "manus",
    "publica",
    "vorabdruck",
    "препринт",
    "rxiv",
    "%2f",
    "doi: 10.",
)
"""One of these is in all titles from which something is cut, but those with an ending of `_ENDINGS`."""
_ENDINGS = (".pdf", ".PDF", "doi", "DOI", "URL", "http", "https", "doi:", "URL:", '"', "”")
_NUMBER = lazy_regex(r"(?:\d\ufe0f?\u20e3\s*)+")
"""The number of an item as an emoji: `1️⃣ Title`."""
_JOURNAL = lazy_regex(r"(?P<title>.*[^\s,]) ?, (?P<venue>(?:[Tt]he )?(?:Journal|Annals) of (?:the )?[A-Z][\w ]+)")
"""A title and its journal: `Counting of birds, Journal of Nests`."""
_DAY_BEFORE = lazy_regex(r"(?P<year>[012]\d)/[01]\d/[0-3]\d,? (?:[^\W\d_a-z][\w ]{1,20}: )?(?=[^\W\d_])")
"""The day of a paper, and perhaps a name, before its title: `17/01/23, Hinton: Title`."""
_UNREAD_LINK = lazy_regex(r"(?<!\s)\s+\[\[?[^\[\]]{1,30}\]\(\S*$")
"""A link that breaks off, after a title: `Title [[note](./Title-of`."""
_AFTER_PUBLISHER = lazy_regex(r"[A-Z][A-Za-z&]{2,14} \[(?P<title>[A-Z][^\[\]]{20,})\]")
"""A publisher before a title in brackets, whose link is broken: `IEEE [Title]`."""
_UNREAD_ADDRESS = lazy_regex(r"\[(?P<title>[^\[\]]{8,300})\]\([^()]*\)?")
"""A title in a link whose address has blanks, so that it is none in Markdown: `[Title](Title of Words)`."""
_VENUE_IN_BRACKETS = lazy_regex(
    r"(?P<title>.{12,}\S) \[(?=[^\]]*[A-Z][^\]]*[A-Z])[A-Z][\w&/]+(?: [A-Z][\w&/]+)? ['’]?(?P<year>[0-3]\d)\]"
)
"""A title with the unknown acronym of a venue and two digits of the year: `Title [NerIPS 22]`."""
_TYPE = lazy_regex(r"(?<=[^\s\[])\s?\[(?:[JMCDRNSPZG]|EB|DB|CP)(?:/OL)?\\?\](?:\s?//|[.。,]|\s*$).*$")
"""The type of a work in the Chinese standard, and what follows it: `Title[M]. City`."""
_OWN_REMARK = lazy_regex(
    r"\s\((?:WIP|TODO|TBD|DRAFT|in progress|unfinished|incomplete|to be (?:continued|read)"
    r"|(?:half|partially|un)[ -]?read|with (?:link|code|video|slides)s?|preprint\b[^()]{0,40}|[Nn]o questions(?: yet)?"
    r"|related to (?:the )?(?:above|below|previous|next)\b[^()]{0,40}"
    r"|(?:also|see|I|my|skim|skimmed|but|skip) (?!known\b|called\b)[^()]{3,80})\)$"
)
"""The words of a reader on a paper or of the note, after its title: `Title (WIP)`, `Title (also on the next one)`."""
_AFTER_LINKS = lazy_regex(r"\.?(?<=[.?!)\w])\s(?:and|&|und|et|y|e)?\s?\. .{0,80}$")
"""The words between and after links at the end of a title: `Title. [a](…) and [b](…). In progress`."""
_FUSED_NAME = lazy_regex(r"(?P<name>[^\W\d_a-z][^\W\d_A-Z]+ [A-Z]{1,3})\.(?=\d?[A-Z][\w-]*\s)")
"""The last author, without a space before the title."""
_COMPANY = lazy_regex(r"(?<=[\w)])(?:: | \()(?P<name>[A-Z]\w{2,15})\)?$")
"""A word after a title that may be a company: `Title of Words: Google`, `Title of Words (Google)`."""
_MIN_WORDS = 3
"""Words that must remain of a title."""


def without_remains(evidence: Evidence) -> Evidence:
    """Return evidence whose title has nothing of the text around it; no title if nothing else remains.

    Examples:
        >>> titles = "Counting of Wild Birds (under review)", "Counting of wild birds. arXiv preprint", "Under review"
        >>> [without_remains(Evidence(title=title)).title for title in titles]
        ['Counting of Wild Birds', 'Counting of wild birds', '']
    """
    title = evidence.title
    if not title.isascii() and (number := _NUMBER.match(title)):
        title = title[number.end() :]
        evidence = evidence._replace(title=title)
    if title.startswith("(") and _REMARK.fullmatch(title):
        return evidence._replace(title="")
    if title[2:3] == "/" and (day := _DAY_BEFORE.match(title)):
        title = title[day.end() :]
        evidence = evidence._replace(title=title, year=evidence.year or 2000 + int(day["year"]))
    is_initialled = bool(evidence.authors) and evidence.authors[-1].endswith((".", *ascii_uppercase))
    if is_initialled and "." in title[:30] and (fused := _FUSED_NAME.match(title)):
        # `…, Zhou L.3D maps of rivers`
        title = title[fused.end() :]
        evidence = evidence._replace(title=title, authors=(*evidence.authors, fused["name"]))
    if title.endswith(")") and (remark := _OWN_REMARK.search(title)):
        title = title[: remark.start()]
        evidence = evidence._replace(title=title)
    if " . " in title:
        title = _AFTER_LINKS.sub("", title)
        evidence = evidence._replace(title=title)
    if "[" in title:
        evidence = _without_brackets(evidence._replace(title=_TYPE.sub("", title)))
        title = evidence.title
    if (company := _COMPANY.search(title)) and is_company(company["name"]) and count_words(title) > _MIN_WORDS + 1:
        # who wrote the paper
        title = title[: company.start()]
        evidence = evidence._replace(title=title)
    if not (any(map(title.casefold().__contains__, _SIGNS)) or title.endswith(_ENDINGS)):
        return evidence
    if _ENCODED.fullmatch(title) or _STATUS_ALONE.fullmatch(title):
        return evidence._replace(title="")
    for ending in (_ADDRESS, _SERVER, _STATUS, _FILE):
        shorter = ending.sub("", title)
        title = shorter if count_words(shorter) >= _MIN_WORDS else title
    journal = _JOURNAL.fullmatch(title) if " of " in title else None
    if journal and count_words(journal["title"]) >= _MIN_WORDS:
        return evidence._replace(title=journal["title"], venue=evidence.venue or journal["venue"])
    return evidence._replace(title=title)


def _without_brackets(evidence: Evidence) -> Evidence:
    """Return evidence whose title has no broken link, no publisher before brackets, and no venue in brackets."""
    title = _UNREAD_LINK.sub("", evidence.title)
    if unread := _UNREAD_ADDRESS.fullmatch(title):
        title = unread["title"]
    if published := _AFTER_PUBLISHER.fullmatch(title):
        title = published["title"]
    if dated := _VENUE_IN_BRACKETS.fullmatch(title):
        return evidence._replace(title=dated["title"], year=evidence.year or 2000 + int(dated["year"]))
    return evidence._replace(title=title) if count_words(title) >= _MIN_WORDS else evidence
