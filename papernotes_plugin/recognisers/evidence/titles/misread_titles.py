"""Remove titles that are a whole reference, or a part of one, from mentions that were read wrongly.

No recogniser may take such words for a title, whatever the form of the note is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.people import PARTICLES, is_given_name
from papernotes_plugin.recognisers.evidence.references.translator_words import BEFORE_TRANSLATOR
from papernotes_plugin.recognisers.evidence.titles.names_in_titles import are_only_names
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind

_STATED = (MentionKind.LITERATURE_NOTE, MentionKind.BIBTEX, MentionKind.KEY, MentionKind.NAME)
"""Kinds of mentions whose title an author or a program states, or that have none."""
_INITIALS = r"(?:[^\W\d_a-z]\.[ -]?){1,3}"
_SPECIES = r"(?:Albicans|Aureus|Cerevisiae|Coli|Elegans|Falciparum|Melanogaster|Pombe|Subtilis|Tuberculosis)\b"
_FAMILY = rf"(?:(?:{PARTICLES}) ){{0,3}}(?!{_SPECIES})[^\W\d_a-z][\w'’`´-]+"
_NAME = rf"(?:{_INITIALS} ?{_FAMILY}(?: [^\W\d_a-z][\w'’`´-]+)?|{_FAMILY}, {_INITIALS})"
_BETWEEN = r"(?: ?,? (?:and|&) | ?[,;] )"
_GIVEN = r"[^\W\d_a-z][\w'’-]+"
_FULL_NAME = rf"{_GIVEN} {_INITIALS} ?{_FAMILY}"
_OPENS_WITH_NAMES = lazy_regex(rf"(?:{_NAME}{_BETWEEN}){{1,40}}{_NAME}|(?:{_FULL_NAME}{_BETWEEN}){{1,40}}{_FULL_NAME}")
"""Two names with initials or more: `O. Sorlin, and M.-G. Porquet Nuclear magic numbers`."""
_NAMES_AT_END = lazy_regex(
    rf"(?<=[a-z][.?!])\s(?:{_FAMILY}, {_GIVEN}, ){{0,20}}{_FAMILY}, {_GIVEN},? (?:and|&) {_FAMILY}, {_GIVEN}(?: .*)?$"
)
"""Names with the family name first and other facts after a title: `Title? Druga, Ann, and Ko, Amy. Children 2021`."""
_PEOPLE_AT_END = lazy_regex(rf"[,.;] {BEFORE_TRANSLATOR}(?: [^\W\d_a-z][^,;:()\d]{{1,60}})?$")
"""The translator or the editor after a title: `I demoni, a cura di E. Lo Gatto`, `Koniec historii, przeł`."""
_ONE_NAME = lazy_regex(rf"{_FAMILY}, {_INITIALS}")
_GLUED = lazy_regex(r"[^\W\d_a-z][\w'’-]+,? [A-Z]{1,3}")
"""A name with initials without points: `Bird KA`."""
_SIGNS = lazy_regex(
    # volume and page of a journal, perhaps with the year: `Phys. Rep. 428, 259`, `Theory 278 (2026), 924--952`
    r"(?:[A-Z][a-z]{1,8}\. ){1,5}[A-Z]? ?\d{1,4}, [A-Z]?\d{2,}|\d \((?:19|20)\d\d\), \d+[–-]"
    r"|\b\d{1,4} ?\(\d{1,3}\)[:,] ?\d+[–-]"
    # the type of a work in the Chinese standard, and an undated work in that of psychologists
    r"|[a-z]Proceedings of |[\[A-Z]\\?\]//|\(n\.\s?d\.\)|, pp?\.? ?\d"
    # two works: `The Tail at Scale, CACM February 2013 and Attack of the Killer Microseconds`
    r"|, [A-Z][A-Za-z]+(?: [A-Z][a-z]+)? (?:19|20)\d\d (?:and|&) [A-Z]"
    # a statement of two sentences: `The width is linear; the penalty is not`
    r"|\s(?:is|are) [^?;:]{1,100}; (?:the|it|this|they) [^?]*$"
    r"|^[^.?!:]{1,150} (?:is|are|has|have|can|must|will) [^.?!:]{1,150}[a-z]{3}\. [A-Z][^.?!:]{1,150}"
    r" (?:is|are|has|have|can|must|will) "
    # the page of a law journal: `69 U. PITT. L. REV. 1`
    r"|^\d{1,3} (?:[A-Z][A-Za-z'’]{0,9}\.? ?){1,7}\b(?:L|REV|Rev|J)\. \d{1,4}$"
    # an award, and a number of a journal: `SIGPLAN Hall of Fame Award`, `April 1, 1998 issue of JAMA`
    r"|^[A-Z]{3,} (?:[A-Z][a-z]+ |of ){1,5}Awards?$|(?:19|20)\d\d issue of "
    # the last names of a list: `Paz Roberto, Savarese, S., and Lee, M. Improving …`
    rf"|(?<![\w'’`´-]){_FAMILY}, {_INITIALS},? (?:and|&) {_FAMILY}, {_INITIALS} ?[A-Z]"
    # the mark of an editor whose name was taken for the author: `Title, foreword in Collection, ed`
    r"|[,(] ?(?:eds?|trans|transl|Hrsg|Hg|pp?|s)\.?$"
    # the editors of its book: `Title, Ann Reader (Hg.), Book`
    r"|\((?:eds?|edlr|Hrsg|Hg|dir)\.?\)[,.:] [^\W\d_a-z]|Şu eserde: "
    # the book of a chapter: `« Title. » Book`
    r"|^[«“][^«»“”]{3,200}[.,] ?[»”] [^\W\d_a-z]"
    # a day before it, authors in brackets after it, or other authors in capitals
    r"|^\d{1,2}\.? [^\W\d_]{3,10} (?:19|20)\d\d\. |\[[^\[\]]*$|; [A-ZÀ-Þ]{3,}, [^\W\d_a-z]"
    # who checked a text: `Source: Palantir (2023), Validated by Ann Lee (2025)`
    r"|^(?:Validated|Reviewed|Verified|Compiled|Prepared|Edited|Translated|Approved) by [A-Z]"
    # the number of one of several short references: `[9:3] Reinmann (2012), Flick (2019)`
    r"|^\[\d{1,3}[:.]\d{1,3}\] "
    # the next work after a semicolon: `Qualitative Sozialforschung; Luhmann (1990) Die Wissenschaft`
    r"|; [^\W\d_a-z][\w'’-]+ \((?:1[5-9]|20)\d\d\) [^\W\d_a-z]"
    # the size of a sample in a statement: `Students in Germany: 20 % are alone (5 universities, n=7,203)`
    r"|\bn ?= ?\d[\d.,]*\d"
    # the caption of a picture
    r"|^(?:Fig(?:ure)?|Tab(?:le)?|Abb(?:ildung)?)\.? \d{1,3}[.:] "
    # a footnote that has the facts: `Title, supra note 5, in Collection`
    r"|\b(?:supra|infra)[*_]{0,2},? (?:note|nota|n\.) "
    # the end of a given name, or two names: `Maria Evangelista de. Direito Penal`, `Lee, Ann K. Ray, Bob`
    r"|^(?:[^\W\d_a-z][\w'’-]+ ){1,4}(?:de|da|do|dos|das|del|von|van)\. [^\W\d_a-z]"
    rf"|^{_FAMILY}, {_GIVEN}(?: [A-Z]\.)? {_FAMILY}, {_GIVEN}$"
    # the end of the name of a party to a lawsuit: `Inc., v. Rural Telephone Service Co`
    r"|^(?:Inc|LLC|Ltd|Corp|Co)\b\.?,? vs?\. "
    # a date after the end of a quoted title: `Title of Words” June 5`
    r"|^[^“\"]*” (?:[A-Z][a-z]{2,8}\.? \d{1,2}|\d{1,2} [A-Z][a-z]{2,8})$"
    # the day of access
    r"|[.,;] (?:Acesso em|Consult(?:ée?|ado|ato) (?:le|el|em|il)|Abgerufen am|Accessed|Geraadpleegd|Hämtad|Erişim)\b"
    # words before a reference: `Can it be faster? Reference: Gao Xiang, Dong Mingkai`
    r"|[.?!] (?:References?|Refs?\.?|Source|See also|Cited from): \S"
)
"""A sign of a whole reference, which no title has."""
_OPENS_WITH_NAME = lazy_regex(rf"{_FAMILY}, (?P<given>{_GIVEN})\. (?=[^\W\d_a-z])")
"""The name of an author before the title: `Martin, Daniel. Speech and Language`."""
_MARKS_OF_NAMES = lazy_regex(r"\(?\\?[*†‡]\)?| \([A-Z][a-z]+\)")
"""The sign of equal work after a name, or another given name in it: `Ann Lee(*)`, `Xiaojin (Jerry) Zhu`."""
_NAMES_IN_YEAR = lazy_regex(rf"{_NAME}(?:{_BETWEEN}{_NAME})* in (?:19|20)\d\d")
"""People and when they wrote: `D. Shumow in 2009`."""
_FAMILIES_IN_YEAR = lazy_regex(rf"{_GIVEN} (?:and|&|e|et|und|y) {_GIVEN} (?:in|em|en|im) (?:19|20)\d\d")
"""The same without initials: `Needleman e Wunsch em 1970`."""
_ONLY_INITIALS = lazy_regex(r"(?:[^\W\d_a-z]\.[ -]?){1,3}[^\W\d_a-z]?\.?")
"""A name whose family name went into the title: `S. R`."""
_NO_PERSON = lazy_regex(r"Series,? [A-H]\.?|[A-Z]+ Vol\.?")
"""A round of investments, or a journal, that was read as a name: `Series, B.`, `EMR Vol`."""
_REPORTER = lazy_regex(r"U\. ?S\.?|S\. ?Ct\.?|F\. ?(?:[234]d|Supp)\.?|[A-Z]\.(?: ?[A-Z]\.)? ?[23]d\.?")
"""A series that prints what courts decide: `505 U.S. 377`."""


def without_misread_titles(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Yield the mentions, without the facts of readings that took a reference, or a family name, into the title.

    Such a mention keeps its identifiers and its year; one without an identifier is left out.
    """
    for mention in mentions:
        if mention.kind in _STATED or not _is_misread(mention.evidence):
            title = _without_venue(mention.evidence)
            title = title if mention.kind in _STATED else _PEOPLE_AT_END.sub("", title)
            is_whole = title == mention.evidence.title
            yield mention if is_whole else mention._replace(evidence=mention.evidence._replace(title=title))
            continue
        evidence = mention.evidence._replace(title="", authors=(), venue="", track="")
        if evidence.identifiers or evidence.citekey or evidence.bibtex:
            yield mention._replace(evidence=evidence)


def _without_venue(evidence: Evidence) -> str:
    """Return a title without the venue as its last sentence, or names after its end.

    Examples:
        >>> _without_venue(Evidence(title="Can they learn? Druga, Stefania, and Ko, Amy J. Children 2021"))
        'Can they learn?'
        >>> _without_venue(Evidence(title="Old gems: signing on. CMAJ", venue="Cmaj"))
        'Old gems: signing on'
    """
    title, venue = evidence.title, evidence.venue
    if ", " in title and (names := _NAMES_AT_END.search(title)):
        title = title[: names.start()].rstrip(".")
    if not venue or not title.casefold().endswith(f" {venue.casefold()}"):
        return title
    before = title[: -len(venue)].rstrip()
    return before.rstrip(".") if before.endswith((".", "?", "!")) else title


def _is_misread(evidence: Evidence) -> bool:
    """Return whether a title opens with names, is an author, or has signs of a reference, or names lack a family name.

    Examples:
        >>> titles = "O. Sorlin, M. Porquet Nuclear magic numbers", "Magic numbers Phys. Rep. 428, 259", "Magic numbers"
        >>> [_is_misread(Evidence(title=title)) for title in titles]
        [True, True, False]
    """
    title = evidence.title
    if not title:
        return False
    if _ONE_NAME.fullmatch(title) or (
        _GLUED.fullmatch(title) and len(evidence.authors) > 1 and all(map(_GLUED.fullmatch, evidence.authors))
    ):
        return True
    if (
        _OPENS_WITH_NAMES.match(title)
        or _SIGNS.search(title)
        or any(pattern.fullmatch(title) for pattern in (_NAMES_IN_YEAR, _FAMILIES_IN_YEAR))
    ):
        return True
    if title in evidence.authors:
        # the page of an institute about itself: `DARIAH. “[DARIAH](…)”. Accessed 2026`
        return True
    if evidence.authors and (name := _OPENS_WITH_NAME.match(title)) and is_given_name(name["given"]):
        return True
    unmarked, count = _MARKS_OF_NAMES.subn("", title)
    if count and are_only_names(unmarked, evidence.authors):
        return True
    is_of_court = _REPORTER.fullmatch(evidence.venue) is not None
    return any(
        _ONLY_INITIALS.fullmatch(name) or _NO_PERSON.fullmatch(name) or (is_of_court and " v. " in name)
        for name in evidence.authors
    )
