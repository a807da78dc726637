"""Decide whether words call a copy of a paper, ask to open a file, quote sentences, explain a name or name a file."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_COPY = lazy_regex(
    r"(?=[a-z])(?:(?:the|an?|our|my|this|its|local|earlier|older|longer|shorter|final|full|extended|archival|official|published|draft"
    r"|technical|tech|free|[A-Z]{2,6}|paper|conference|journal) )*"
    r"(?:cop(?:y|ies)|drafts?|versions?|record|pre-?prints?|reprints?|manuscript|reports?|posters?|critique|slides)"
    r"(?: (?:of|from|at|on|in|by|for|the|our|this|its|[A-Z][\w.-]*|arXiv|final|full|published|whole|paper|article"
    r"|version|thesis|talk|book|chapter|report|\d{4}))*$"
)
"""A phrase that calls its target a copy of a paper: `local copy of the paper`, `poster from TFP 2012`."""
_RECORDING = lazy_regex(
    r"(?:(?:conference|oral|full|our|the) )?(?:presentation|talk|lecture|keynote) (?:video|audio|recording|slides)s?"
    r"(?: (?:at|from|in|of|on|for)\b.{0,60})?$"
    r"|(?:presentation|poster|slides|talk|vortrag|folien), [^\n,]{2,60},? (?:19|20)\d\d$",
    re.IGNORECASE,
)
"""A phrase that calls its target a recording, `Presentation video at OSDI`, or a kind of talk: `Poster, EGU, 2023`."""
_REQUEST = lazy_regex(
    r"(?:(?:haga |haz |dar )?cli[ck]k? aqu[íi]|clique[rz]? (?:ici|aqui)|(?:hier )?klicken|cliccare qui"
    r"|(?:click|tap) here|(?:descargar?|télécharger|baixar|scaricare|download) (?:el|la|este|le|o|il|the|this|my|our) "
    r"|(?:read|view|get|find) (?:the|this|my|our) [^.:]{3,50} here$"
    r"|(?:\w+ ){0,2}(?:notes?|slides|summary|review) here$)",
    re.IGNORECASE,
)
"""A request to open a file: `Clic aquí para descargar el artículo`, `My notes here`."""
_SENTENCES = lazy_regex(
    r"(?=(?:[^\s‘“\"]+ ){30}).*[a-z]{3}[.!?] (?:It|This|He|She|They|We|There|But|And|That|I|You|If|When)\b"
)
"""A long text of two sentences, which is a quotation."""
_QUOTED_SENTENCES = lazy_regex(r"(?=(?:\S+ ){30})[“\"](?>.*?[a-z]{3}[.!?] [A-Z][a-z]+ [a-z]+ ).*[”\"]\W{0,40}$")
"""A long text in quotation marks with the end of a sentence in it."""
_WORK_OF_PEOPLE = lazy_regex(
    r"(?:one|another|work|research|results|that|those) (?:by|from) [^\W\d_a-z]\w+ [^\W\d_a-z]"
    r"|(?:[A-Z][a-z]+: )?(?:[^\W\d_a-z][\w.-]+ (?:and |& )?){0,4}[^\W\d_a-z]\w+(?:['’]s|(?<=s)['’]) "
    r"(?:[a-z-]+|(?:19|20)\d\d) (?:[a-z-]+ )?"
    r"(?:papers?|articles?|reviews?|stud(?:y|ies)|books?|chapters?|essay|report|survey|preprint|thesis|work)"
    r"(?: (?:in|on|of|about|from|for|with|and|where|that)\b.*)?$"
)
"""A description of a work with the names of its authors: `Plonsky and Oswald's recent review in Language Learning`."""
_APPOSITION = lazy_regex(r"[A-Z][A-Z\d-]++\w*, (?:the|an?) [a-z][^\s:]*(?: [^\s:]+){0,6}$")
"""A short remark on a method: `PEVI, the special case that PFQL generalises`; a title has more words."""
_CITED_ABOVE = lazy_regex(
    r"\W*(?:(?:op|loc|art|ob|lug)\.? ?cit|ibid(?:em)?|id(?:em)?|ivi|infra|supra|passim|ébd|ebd|a\.a\.O"
    r"|(?:article|art|ouvrage|ouvr) préc(?:ité)?|(?:opera|saggio) citat[ao])\b\.?"
    r"(?:[\s,.;:]*+(?:pp?|pág|pag|s|S|n|note|nota|t|vol|cap)?\.? ?\d[\d\s–-]*+(?:ss?|ff?)?\.?){0,3}\W*$",
    re.IGNORECASE,
)
"""Words in place of a work cited above: `op. cit., p. 228`, `Ibid.`, `art. préc.`"""

_UNDERSCORED = lazy_regex(r"(?=\D*\d)[^\W_]+(?:_[^\W_]+){3,}")
"""The name of a file with a number, whose words have no blanks: `Ann_Lee_Journal_Club_08_Apr_25`."""
_JOINED_WORDS = lazy_regex(r"(?<!\w)[^\W\d_]+(?:_[^\W_]+){4,}(?!\w)")
"""Words of the name of a file: `Lee A 2012 Cognitive_load_in_simultaneous_interpreting`."""
_WORDS_OF_FILE = lazy_regex(r"(?!vision|agenda|expo|horizon)[a-z-]{3,} (?:19|20)\d\d(?: [a-z-]+){2,}")
"""The words of the name of a file, without its hyphens: `naidoo 2013 students as consumers`."""
_DATA_FILE = lazy_regex(r"\[?[^\s\[\]]{1,120}\.(?:xlsx?|csv|tsv|txt|zip|gz|rds|docx?|pptx?)(?:\]|$)")
"""The name of a file of data, alone or in brackets before a remark: `[data/Lee_2017.xlsx] - Table S5`."""
_TAG_WITHIN = lazy_regex(r"[a-z).?!] #[a-z]{4,} [A-Z]")
"""A tag between sentences: `They rise. #mnemonic The other cause is …`."""
_NUMBERS_OF_JOURNAL = lazy_regex(r"\b(?:19|20)\d\d;\s?\d{1,4}(?:\s?\([\w -]{1,12}\))?:\s?[A-Za-z]?\d")
"""Year, volume, number and page, which only a whole reference has: `Antipode 2014;46(5):1205`."""
_DATED_WORK = lazy_regex(
    r"(?P<byline>[^\W\d_a-z][^()]{1,60},? \(?(?:19|20)\d\d[a-z]?\)?) (?:papers?|article|study|book|review|chapter)"
)
"""Names and a year with a word for their work: `Breslow, 2006 paper`."""
_PLACE_IN_WORK = lazy_regex(
    r"(?P<names>[^\W\d_a-z][^()]{1,60}) \((?P<year>(?:19|20)\d\d), (?:[Cc]h(?:ap)?|pp?|[Ss]ec)\b[^()]*\)"
)
"""Names and a year with a part of their work: `Tegmark (2017, Ch. 1)`."""
_DOCUMENT_OF_PERSON = lazy_regex(
    r"(?:[A-Z]\. ?)*(?:[^\W\d_a-z]\w+ ){0,3}[^\W\d_a-z]\w+['’]s (?:presentations?|slides|talks?|home ?page|website"
    r"|lectures?|papers?|notes)$"
    r"|(?:(?:der|den|dem|ein|einen|el|un|l['’]|o|um|il|the|an) ?)?(?i:artikel|aufsatz|beitrag|paper|articles?"
    r"|artículo|artigo|articolo|статья) (?:von|by|de|di|van|av|af) (?:[^\W\d_a-z]\w+ ){0,2}[^\W\d_a-z]\w+"
    r"(?:,? (?:und|and|[ye]|et|&) (?:[^\W\d_a-z]\w+ ){0,2}[^\W\d_a-z]\w+)?$"
    r"|(?:Accepted|Presented|Submitted|To appear) (?:at|in|to) (?:the )?[^\W\d_a-z]"
    r"|(?:[^\W\d_a-z]\w+(?:['’]s?)? ){1,3}(?i:master['’]?s?|msc|phd|ph\.d\.|doctoral|bachelor['’]?s?|bsc)"
    r" (?i:thesis|dissertation)$"
    r"|(?i:publication|preprint|paper|article|app(?:lication)? note) ?@ ?\w+$"
)
"""The text of a link to the works of a person, what became of one, or where it is.

Examples are `A. Lee's slides`, `Lee MSc Thesis`, `Accepted at the Workshop`, `Preprint @bioRxiv`.
"""
_DESCRIBED = lazy_regex(
    r"(?:(?:[Aa]n?|[Tt]he|[Tt]his|[Aa]nother) )?(?:[a-z]+ )?(?:[Aa]rticle|[Pp]aper|[Pp]reprint) (?:by [^:]{3,60} )?"
    r"(?:that|which|discussing|describing|introducing|presenting|explaining|about|on (?:the|how|why)) [a-z\d]"
    r"|(?:[Ss]urvey|[Rr]eview|[Oo]verview|[Oo]riginal|[Ss]eminal) (?:paper|article) (?:of|on|for|about) "
    r"|(?:[A-Z][a-z]+ )?(?:19|20)\d\d (?:[a-z]+ ){0,2}(?:articles?|papers?|survey|study|review|textbook)"
    r" (?:of|on|by|from|about) "
    r"|[A-Z]\w+ (?:lab|group) (?:paper|article|study) (?:of|on|about) |[Pp]aper (?:last|this) (?:week|month|year)\b"
)
"""A phrase about a paper without its title: `An article by Ann Lee discussing cells`, `Paper that introduces it`.

Also `Feb 2024 survey of maps`, and `Lee lab paper on cells`.
"""
_ANNOUNCEMENT = lazy_regex(
    r"(?:(?:an?|the|another|our|my|brand) )?(?:new|our|my) (?:new |latest |recent |first |joint )?"
    r"(?:pre-?print|paper|article|publication)"
    r"(?: (?:in|on|at|with|out|by|from|is|was|has|led|published|accepted|@)\b|\s?[!:@])"
    r"|(?:papers?|pre-?prints?|articles?) (?:just |now |finally |recently )?(?:published|accepted|out)"
    r" (?:now )?(?:in|at|on|by) "
    r"|(?:excited|happy|thrilled|proud|pleased|delighted|honou?red|glad) to (?:ann?ou?n?ce|share|present|report|see)\b"
    r"|.*\bcheck out (?:our|my|the|this) (?:new |latest |full )?(?:pre-?print|paper|article|publication)\b",
    re.IGNORECASE,
)
"""News of a paper without its title: `New paper in PNAS!`, `Check out our new preprint`, `Paper accepted at ICML`."""
_SIZE = lazy_regex(
    r"\d[\d.,]*[KMBT]?,? (?:params?|parameters|citations|pages|layers)\b(?:,| [—–-] |$)|\d[\d.]*[KMBT],\s"
)
"""A number of parts, with others: `175B params, 96 layers`."""
_NUMBERED_PART = lazy_regex(
    r"(?:[\w.]{2,20} [–—-] )?(?:Theorem|Lemma|Claim|Proposition|Corollary|Definition|Figure|Fig\.|Table|Section|Sect?\."
    r"|Chapter|Appendix|Equation|Eq\.|§)\s?(?:\d+(?:\.\d+)*[a-z]?|[A-Z])"
    r"(?: (?:of|in|from) \S+(?: \S+){0,3}| \([^()]{2,30}\))?$"
)
"""A numbered part of a work that is cited by a key: `Lemma 2 of FLP85`, `Theorem 1 (FLP85)`, `DLS88 - Theorem 4.4`."""


_NUMBERED_TEXT = lazy_regex(
    r"(?:Paragraph|Example|Exercise|Step|Lesson|Module|Unit|Slide|Worksheet|Template|Task|Problem|Phase|Activity)"
    r"\s\d+(?:\.\d+)*\s?(?:[:：]|[–—-]\s)"
)
"""A numbered part of a course or of a text with its heading: `Example 3.4: Success Story`."""
_QUOTED_IN = lazy_regex(r".{3,200}, quoted in [A-Z]")
"""A letter, and the book that quotes it."""
_NUMBER_OF_LABEL = lazy_regex(r"[^:]{3,60}: (?:[~<>≈$€£]{0,2}\d{1,3}(?:,\d{3})+|[~<>≈]?\d+(?:\.\d+)? ?%)$")
"""A label and a number: `Annual deaths: 45,979`."""
_PHRASES = (
    _RECORDING,
    _COPY,
    _REQUEST,
    _SENTENCES,
    _QUOTED_SENTENCES,
    _WORK_OF_PEOPLE,
    _APPOSITION,
    _CITED_ABOVE,
    _NUMBERED_PART,
    _NUMBERED_TEXT,
    _DESCRIBED,
    _ANNOUNCEMENT,
    _SIZE,
    _DOCUMENT_OF_PERSON,
    _QUOTED_IN,
    _NUMBER_OF_LABEL,
)


def is_other_phrase(title: str) -> bool:
    """Return whether words are a copy of a paper, news, a request, a remark, a part, a number or `op. cit.`.

    Examples:
        >>> [is_other_phrase(words) for words in ("local copy of the paper", "First Draft of a Report on the EDVAC")]
        [True, False]
        >>> [is_other_phrase(words) for words in ("op. cit., p. 228", "Ibid", "Idea of a University")]
        [True, True, False]
        >>> is_other_phrase("Lee and Ray's recent review in Language Learning"), is_other_phrase("Darwin's Great Book")
        (True, False)
        >>> [is_other_phrase(words) for words in ("Lemma 2 of FLP85", "DLS88 - Theorem 4.4", "Theorem Proving")]
        [True, True, False]
        >>> is_other_phrase("Example 3.4: Success Story"), is_other_phrase("Example-Based Machine Translation")
        (True, False)
        >>> is_other_phrase("Lee MSc Thesis"), is_other_phrase("Publication @VirusResearch")
        (True, True)
        >>> is_other_phrase("New paper in PNAS!"), is_other_phrase("New Paper-Based Sensors of Water")
        (True, False)
        >>> is_other_phrase("Annual deaths: 45,979")
        True
    """
    return any(pattern.match(title) for pattern in _PHRASES)


def is_file_or_source(title: str) -> bool:
    """Return whether words are the name of a file, have a tag within, or end with the numbers of a journal.

    Examples:
        >>> names = "[data/Lee.xlsx] - Table S5", "Birds. Nature 2014;46(5):12-21"
        >>> [is_file_or_source(words) for words in names]
        [True, True]
        >>> is_file_or_source("naidoo 2013 students as consumers"), is_file_or_source("agenda 2030 for all cities")
        (True, False)
    """
    return (
        ("_" in title and not any(map(str.isalpha, title)))
        or ("_" in title and (_UNDERSCORED.fullmatch(title) or _JOINED_WORDS.search(title)) is not None)
        or (";" in title and _NUMBERS_OF_JOURNAL.search(title) is not None)
        or ("." in title and _DATA_FILE.match(title) is not None)
        or (" #" in title and _TAG_WITHIN.search(title) is not None)
        or (title.islower() and _WORDS_OF_FILE.fullmatch(title) is not None)
    )


def names_with_year(title: str) -> Evidence | None:
    """Return authors and year of words for their work, or for a part of it: `Lee, 2006 paper`, `Lee (2017, Ch. 1)`."""
    match = _DATED_WORK.fullmatch(title)
    part = None if match else _PLACE_IN_WORK.fullmatch(title)
    words = match["byline"] if match else f"{part['names']} {part['year']}" if part else ""
    byline = short_bylines.read_byline(words) if words else None
    return Evidence(authors=byline.authors, year=byline.year) if byline and byline.year else None
