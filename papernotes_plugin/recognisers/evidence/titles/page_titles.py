"""Return the title of a paper from the title that a browser shows for its page, and the facts that are in it.

Sites add their name, the journal, its volume, the authors and the year.  `_SITES`, `_JOURNAL_HOSTS` and `_READERS`
are the table of what each of them writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.romanisation import CJK


class PageTitle(NamedTuple):
    """The title of a paper, and the facts that were in the title of its page."""

    title: str
    venue: str = ""
    year: int | None = None
    authors: tuple[str, ...] = ()
    track: str = ""


class _Site(NamedTuple):
    """The site of a page."""

    names: tuple[str, ...]
    """The names after the title, in lower case."""
    host: str

    @property
    def names_journals(self) -> bool:
        """Return whether the site writes the journal after a bar."""
        if self.names and (self.names[0] in _AFTER_JOURNAL or self.names[0].endswith(_PUBLISHER)):
            return True
        return self.host in _JOURNAL_HOSTS or self.host.endswith(_JOURNAL_DOMAINS)


def _names(table: str) -> frozenset[str]:
    """Return the names in a table with bars between them."""
    return frozenset(name.strip() for line in table.splitlines() for name in line.split("|") if name.strip())


_AFTER_JOURNAL = _names("""
    acs publications|aip publishing|annual reviews|bmj journals|cambridge core|emerald insight|emerald publishing
    full text|iopscience|jama network|mit press|mit press direct|oxford academic|royal society publishing
    springer link|springer nature link|springerlink
""")
"""Sites that name a journal before them: `Title | Bioinformatics | Oxford Academic`."""
_SITES = _AFTER_JOURNAL | _names("""
    abstract|academia.edu|acl anthology|acm|acm digital library|apa psycnet|ar5iv|archive ouverte hal|arxiv|arxiv.org
    asee peer|bioone|biorxiv|cambridge university press|chemrxiv|core reader|cvf open access|de gruyter|doaj|drops
    edarxiv|elsevier|eric|europe pmc|free full-text|frontiers|fulltext|get access|google scholar|hal|hathitrust|hindawi
    ieee conference publication|ieee journals & magazine|ieee journals and magazine|ieee magazine|ieee xplore
    ingentaconnect|jmir publications|jstor|karger publishers|learntechlib|liebertpub|mathscinet|mdpi|medrxiv
    mit press journals|mpg.pure|nasa/ads|nber|ncbi|neurips proceedings|nih|openreview|osf
    osf preprints|pdf|philarchive|physical review link manager
    philpapers|pmc|pmc - ncbi|preprints.org|proceedings of machine learning research|project euclid|project muse
    psyarxiv preprints|pubmed|pubmed central|request article|request pdf|researchgate|sage journals
    sage publications inc|scholars portal|scielo|sciencedirect|scitepress|semantic scholar|springer|springer nature
    ssrn|taylor & francis|taylor & francis online|taylor and francis online|university of chicago press journals|wiley
    wiley online library|zenodo|中国知网|cnki|知网|万方数据|百度学术|维普网|维普期刊|国家哲学社会科学文献中心
    cinii|cinii research|j-stage|dbpia|earticle|네이버 학술정보
""")
"""Names at the end of the titles of pages, and the words there for the kind of page: `Get Access`."""
_MAX_SPACES = 2
"""Spaces after the name of a site and a dash from which a title may be there."""
_SEPARATOR = lazy_regex(r"(?<!\s)\s+\\?[-–—|]\s+(?=[^-–—|]*$|PMC - NCBI$|Free Full-Text$)", re.IGNORECASE)
_HOST_NAME = r"(?:\w[\w-]{0,30}\.)+(?:org|com|net|edu|gov)"
_HOST = lazy_regex(_HOST_NAME, re.IGNORECASE)
_FILE = lazy_regex(r"[\w.-]+(?: ?\(\d\))?\.pdf")
"""The name of the file, which the viewers of browsers write after the title of a PDF."""
_HOST_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}\((?:{_HOST_NAME}|application/pdf[ -]Obje[ck]t)\)$", re.IGNORECASE)
"""The host, as some browsers and clippers write it: `Title (nature.com)`."""
_NUMBER = r"(?:\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
"""The number of a preprint in arXiv."""
_OPENING = lazy_regex(
    r"(?:Full article: |View of |EconPapers: |Frontiers \\?\| |\(PDF\) |\[PDF\] |Project MUSE - |ASEE PEER - "
    r"|Paper page - |(?:OSF|OSF Preprints|PsyArXiv Preprints|EdArXiv Preprints|SocArXiv Papers) \\?\| "
    r"|IEEE Xplore (?:Abstract|Full[ -]Text)[^-–—|]{0,12}\s[-–—|]\s"
    rf"|\[?{_NUMBER}\]\s*"
    rf"|\[?[aA]r[xX]iv[: ]{{1,2}}{_NUMBER}"
    r"(?: ?\[[a-z.-]+(?:\.[A-Z]{2})?\])?[\]:,.]{0,2}\s[–—-]?\s*(?![(\[]))(?=\S+\s+\S)"
)
"""The words of sites before the title: `Full article: `, `Frontiers | `, `[1706.03762] `, `arXiv:1706.03762 `."""
_SHORT_JOURNAL_BEFORE = lazy_regex(r"^[A-Z]{2,6} - (?=\S+ \S+ \S)")
"""The short name of the journal before the title, as Copernicus writes it: `ESSD - Title`."""
_JOURNAL_BEFORE = lazy_regex(
    r"(?P<venue>[^|]{3,60}) \\?\| Free Full-Text \\?\| (?=\S+ \S+ \S)"
    r"|(?P<jmir>JMIR [A-Z][\w ]{3,40}|Journal of Medical Internet Research) - (?=\S+ \S+ \S)"
)
"""The journal before the title: `Agriculture | Free Full-Text | Title`, `JMIR Mental Health - Title`."""
_VOLUME = lazy_regex(
    r"(?P<title>\S.{6,}?)(?:: (?P<venue>[^\W\d_][^:|]{2,110}))?(?: ?: | \\?\| )Vol(?:ume)?\.? ?\d+ ?,?"
    r" (?:No|Iss(?:ue)?)\.? ?[\w–-]+"
)
"""Journal and volume, as Taylor & Francis, the ACM and the AIP write them: `Title: College Teaching: Vol 0, No 0`."""
_WILEY = lazy_regex(
    r"(?P<title>.+\S) [-–] (?P<author>[^\W\d_][\w'’. ‐-]{1,30}) [-–] (?P<year>(?:19|20)\d\d) [-–]"
    r" (?P<venue>[A-Z][^–]{3,90})"
)
_WILEY_EARLY = lazy_regex(r"(?P<title>.+\S) [-–] (?P<author>[^\W\d_][\w'’. ‐]{1,30}) [-–] (?P<venue>[A-Z][^–]{3,90})")
"""First author, year and journal, as Wiley writes them, without the year before the volume of the paper is out."""
_SAGE = lazy_regex(r"(?P<title>.+\S) - (?P<names>[^\W\d_a-z][^\d()]{3,400}), (?P<year>(?:19|20)\d\d)")
"""Authors and year, as SAGE writes them: `Title - Ann Lee, Bob Ray, 2024`."""
_ERIC = lazy_regex(
    r"ERIC - (?:E[JD]\d+ - )?(?P<title>.+), (?P<venue>[^,]{3,90}), (?P<year>(?:19|20)\d\d)(?:-[A-Z][a-z]{2}|-\d\d)*"
)
_CHINESE = lazy_regex(
    rf"(?P<title>\S.{{3,200}}?) [-–—]+ (?:(?P<people>[{CJK}]{{2,4}}(?:[、,，;][{CJK}]{{2,4}}){{0,5}}) [-–—]+ )?"
    rf"《?(?P<venue>[{CJK}][{CJK}()（）·]{{1,24}})》?(?: [-–—]+ |(?<=》))(?P<year>(?:19|20)\d\d)年?第?\d{{1,3}}期"
)
"""Authors, journal, year and issue, as Chinese indexes write them: `标题 - 张三 - 社会学研究 - 2014年第5期`."""
_PHILPAPERS = lazy_regex(r"(?P<names>[^,]{5,80}(?: & [^,]{5,40})?), (?P<title>.{8,})")
_SCISPACE = lazy_regex(
    r"(?:\(PDF\) )?(?P<title>\S+ \S.+?)(?: \((?P<year>(?:19|20)\d\d)\))? \\?\| [^|]{3,80} \\?\|"
    r" [\d,.]+K? Citations?(?: \([\w.]+\))?"
)
"""The first author and the citations, as SciSpace writes them: `(PDF) Title (2020) | Ann Lee | 96 Citations`."""
_SSRN = lazy_regex(r"(?P<title>\S+ \S.+) by (?P<names>\S.{3,300}?) :: SSRN")
_NUMBERED = lazy_regex(
    r"(?P<venue>[A-Z][^\d:|]{3,60}) \d+(?: ?\(\d+\))?, [\w–-]+ \((?P<year>(?:1[89]|20)\d\d)\)"
    r" [-–—] (?P<title>\S+ \S.+)"
)
"""Journal, numbers and year before the title, as the APS writes them: `Phys. Rev. 10, 116 (1900) - Title`."""
_SCI_HUB = lazy_regex(
    r"Sci-Hub \\?\| (?P<title>\S+ \S[^|]+?)(?:\. (?P<venue>[^\W\d_][^.|\d]{2,90}), \d+\(\d+\)[^|]{0,40})?"
    r"(?: \\?\| \S+)?"
)
_PUBLICATION = lazy_regex(
    r"(?:the )?(?:[^|]{0,60}\b)?(?:journal|proceedings|transactions|bulletin|review of|annals|quarterly|philosophical"
    r" transactions|plos \w+|communications of|scientific reports|nature \w+|international \w+ of)\b[^|]{0,130}",
    re.IGNORECASE,
)
_BAR = lazy_regex(r"(?<!\s)\s+\\?\|\s+")
_AFTER_DASH = lazy_regex(
    r"(?P<title>\S+ \S+ .*\S) [-–—ー] (?P<venue>(?:The )?(?:[A-Z]\w+ ){0,3}Journal of [A-Z][^–—|,.\d]{2,80}"
    r"|(?P<of_site>(?:Nature|Science|Communications|Scientific|Cell|npj)(?: (?:& )?[A-Z]\w+){1,4}))"
)
"""A journal after the title; those of large publishers count on their own sites."""
_JOURNAL_HOSTS = _names("""
    academic.oup.com|ahajournals.org|annualreviews.org|ascelibrary.org|ascopubs.org|bmj.com|cambridge.org|degruyter.com
    direct.mit.edu|dl.acm.org|emerald.com|jamanetwork.com|journals.aps.org|journals.physiology.org|journals.plos.org
    journals.sagepub.com|journals.uchicago.edu|liebertpub.com|lifescied.org|link.springer.com|nature.com|nejm.org
    pnas.org|psychiatryonline.org|pubs.acs.org|pubs.aip.org|pubsonline.informs.org|read.dukeupress.edu
    royalsocietypublishing.org|science.org|utpjournals.press
""")
"""Hosts that write their journal after a bar: `Title | Nature Human Behaviour`, `Title | Higher Education`."""
_JOURNAL_DOMAINS = (".springeropen.com", ".biomedcentral.com", ".bmj.com", ".plos.org")
_PUBLISHER = (" press", " press journals", " publishing", " publishers", " publications")
_MESSAGE = lazy_regex(
    r"(?:just a moment|one moment,? please|redirecting|get access|(?:please )?(?:sign|log) ?-?in|access denied"
    r"|page not found|not found|(?:error )?(?:403|404|500|502|503)(?: (?:error|forbidden|(?:page )?not found))?"
    r"|attention required!?|are you a robot\??|verify (?:that )?you are (?:a )?human|verifying you are human"
    r"|checking your browser|security (?:check|verification)|cookies? (?:absent|required|not supported)"
    r"|error ?[-:] ?cookies turned off|validate user|request rejected|radware captcha page|bot verification|loading"
    r"|client challenge|forbidden|captcha|untitled(?:[ -](?:document|\d+))?|pii: ?s?\S{6,30}"
    r"|microsoft (?:word|powerpoint) - \S.*\.(?:docx?|rtf|pptx?))(?: ?[.…!]{1,3})?(?:\s\\?[-–—|]\s.{2,40})?"
    r"|\{\{ ?[\w.]+ ?\}\}",
    re.IGNORECASE,
)
"""Words of a server or a PDF file in place of a title: `Just a moment...`, `Redirecting`, `Microsoft Word - a.doc`.

Also a variable of a template, which a site generator replaces: `{{ page.paper_ref }}`.
"""
_MAX_MESSAGE = 120
_MAX_JOURNAL = 160
_MIN_WORDS = 3
_MIN_LENGTH = 12
"""Characters of a title with the name of a site."""


def read(words: str, host: str = "") -> PageTitle:
    """Return the title of a paper without what sites add to it, and the facts that these state.

    Args:
        words: The title of the page.
        host: Its host, if the title is the text of a link.

    Examples:
        >>> read("[1706.03762] Attention Is All You Need").title, read("Wool grows in sleep - ScienceDirect").title
        ('Attention Is All You Need', 'Wool grows in sleep')
        >>> read("Sheep and Schools - Ann Lee, Bob Ray, 2024").authors
        ('Ann Lee', 'Bob Ray')
        >>> read("Why Sheep Count: College Teaching: Vol 12, No 3")[:2]
        ('Why Sheep Count', 'College Teaching')
    """
    if words.endswith(")"):
        words = _HOST_AT_END.sub("", words)
    if host.endswith(".copernicus.org"):
        words = _SHORT_JOURNAL_BEFORE.sub("", words)
    if len(words) < _MIN_LENGTH or not may_name_site(words):
        return PageTitle(words)
    for sign, pattern in _WHOLE:
        if sign in words and (match := pattern.fullmatch(words)):
            return _from_match(match)
    page, words = _without_opening(words)
    words, sites = _without_sites(words)
    site = _Site(sites, host)
    for sign, reader in _READERS:
        if sign in words and (read_page := reader(words, site)):
            return read_page._replace(venue=read_page.venue or page.venue)
    return page._replace(title=words)


def may_name_site(words: str) -> bool:
    """Return whether words have a mark before the name of a site, so that their host may say more; quick."""
    return any(map(words.__contains__, _SIGNS))


def host_of(url: str) -> str:
    """Return the host of a URL without `www.`, in lower case."""
    return url.partition("//")[2].partition("/")[0].removeprefix("www.").lower()


def is_message(words: str) -> bool:
    """Return whether words are what a server or the writer of a file says in place of a title.

    Examples:
        >>> [is_message(text) for text in ("Just a moment...", "Sign in | ResearchGate", "Redirecting Attention")]
        [True, True, False]
    """
    return len(words) <= _MAX_MESSAGE and _MESSAGE.fullmatch(words) is not None


def names_site(words: str) -> bool:
    """Return whether a text is the name of a site, with or without a word or two after a dash.

    Examples:
        >>> [names_site(words) for words in ("Sage Journals", "Oxford Academic - JCR", "Frontiers of Science")]
        [True, True, False]
    """
    site, _, rest = words.casefold().partition(" - ")
    return site in _SITES and rest.count(" ") < _MAX_SPACES


def _from_match(match: re.Match[str]) -> PageTitle:
    """Return what the groups of a pattern say."""
    named = match.groupdict()
    year = int(named["year"]) if named.get("year") else None
    return PageTitle(match["title"], _journal(named.get("venue") or ""), year, _people(named.get("names") or ""))


def _without_opening(words: str) -> tuple[PageTitle, str]:
    """Return the journal before a title, and the rest of the words, without what sites write before a title."""
    if journal := _JOURNAL_BEFORE.match(words):
        return PageTitle("", _journal(journal["venue"] or journal["jmir"])), words[journal.end() :]
    opening = _OPENING.match(words)
    return PageTitle(""), words[opening.end() :] if opening else words


def _without_sites(words: str) -> tuple[str, tuple[str, ...]]:
    """Return the words without the names of sites at their end, and these names in lower case."""
    sites: list[str] = []
    for _ in range(4):
        if words.endswith((" on JSTOR", " on JSTOR.")):
            return words[: words.rindex(" on JSTOR")], ("jstor", *sites)
        separator = _SEPARATOR.search(words)
        name = words[separator.end() :].strip().casefold() if separator else ""
        is_publisher = separator is not None and "|" in separator[0] and name.endswith(_PUBLISHER)
        if not separator or not (name in _SITES or is_publisher or _HOST.fullmatch(name) or _FILE.fullmatch(name)):
            break
        words = words[: separator.start()]
        sites.insert(0, name)
    return words, tuple(sites)


def _read_volume(words: str, site: _Site) -> PageTitle | None:
    """Return title and journal of `Title: Journal: Vol 12, No 3`."""
    match = _VOLUME.fullmatch(words)
    return _from_match(match) if match else None


def _read_wiley(words: str, site: _Site) -> PageTitle | None:
    """Return title, first author, year and journal of `Title - Lee - 2012 - Journal of Wool`."""
    match = _WILEY.fullmatch(words)
    if not match and (site.host.endswith("wiley.com") or any(name.startswith("wiley") for name in site.names)):
        match = _WILEY_EARLY.fullmatch(words)
    if not match or not match["author"][:1].isupper():
        return None
    return _from_match(match)._replace(authors=(match["author"].strip(),))


def _read_sage(words: str, site: _Site) -> PageTitle | None:
    """Return title, authors and year of `Title - Ann Lee, Bob Ray, 2024`; None if the names are none."""
    match = _SAGE.fullmatch(words) if words[-4:].isdigit() else None
    people = _people(match["names"]) if match else ()
    return _from_match(match) if match and people else None


def _read_chinese(words: str, site: _Site) -> PageTitle | None:
    """Return title, authors, journal and year of `标题 - 社会学研究 - 2014年第5期`."""
    match = _CHINESE.fullmatch(words)
    if not match:
        return None
    return _from_match(match)._replace(authors=authorship.split_authors(match["people"] or ""))


def _read_names_first(words: str, site: _Site) -> PageTitle | None:
    """Return authors and title of a page of PhilPapers: `Ann Lee, Title - PhilPapers`."""
    match = _PHILPAPERS.fullmatch(words) if {"philpapers", "philarchive"} & {*site.names} else None
    return _from_match(match) if match and _people(match["names"]) else None


def _read_dash(words: str, site: _Site) -> PageTitle | None:
    """Return title and journal of `Title - The Journal of Wool`, `Title - Nature Photonics`."""
    match = _AFTER_DASH.fullmatch(words)
    return _from_match(match) if match and (site.names_journals or not match["of_site"]) else None


def _read_bar(words: str, site: _Site) -> PageTitle | None:
    """Return title and journal of `Title | Journal`, where a site or the words themselves say that it is one."""
    title, *parts_after = _BAR.split(words)
    name = parts_after[-1].strip() if parts_after else ""
    is_title = len(title.split()) >= _MIN_WORDS and len(parts_after) <= 2
    if not is_title or not (name[:1].isupper() or name.startswith("npj ")) or len(name) > _MAX_JOURNAL:
        return None
    venue, year, _ = venues.parse_venue(name)
    is_journal = venue or site.names_journals or _PUBLICATION.fullmatch(name)
    return PageTitle(title, _journal(name), year) if is_journal else None


def _journal(name: str) -> str:
    """Return the name of a journal or of proceedings as all recognisers write it."""
    name = name.strip(" .,:")
    return venues.parse_venue(name, labelled=True)[0] or name


def _people(names: str) -> tuple[str, ...]:
    """Return full names; () if one of them is none."""
    people = authorship.split_authors(names)
    are_people = bool(people) and all(map(authorship.is_person, people))
    return people if are_people and all(" " in name for name in people) else ()


_SIGNS = (
    " - ",
    " – ",
    " — ",
    "| ",
    " \\- ",
    "] ",
    ": ",
    "(PDF) ",
    "View of ",
    " on JSTOR",
    " :: SSRN",
    "rXiv",
    "rxiv",
    " ー ",
)
"""At least one of these is in every title that a site has changed."""
_WHOLE = (("ERIC - ", _ERIC), (" :: SSRN", _SSRN), (") ", _NUMBERED), ("Sci-Hub", _SCI_HUB), ("Citation", _SCISPACE))
_READERS: tuple[tuple[str, Callable[[str, _Site], PageTitle | None]], ...] = (
    (" Vol", _read_volume),
    ("期", _read_chinese),
    (" - ", _read_wiley),
    (" – ", _read_wiley),
    (" - ", _read_sage),
    (", ", _read_names_first),
    (" - ", _read_dash),
    (" – ", _read_dash),
    (" — ", _read_dash),
    (" ー ", _read_dash),
    ("| ", _read_bar),
)
"""The reader of each form, after a sign that all its titles have."""
