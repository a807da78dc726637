"""Recognise citekeys by their form, and derive facts from them.

Imports only the model, the identifiers and the venues.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from papernotes_plugin.identifiers import equivalents, parse_identifier
from papernotes_plugin.venues import parse_venue
from papernotes_plugin.venues.venue_words import expand_year
from papernotes_plugin.vocabulary.model import Evidence, Identifier

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NAME = r"[^\W\d_](?:['’]?[^\W\d_])*"
_COUNT = r"\+*"
"""Suffix that distinguishes papers which would get the same key; it is part of the key."""
# ChuntingZhou2025ICLR++
_FULL = re.compile(rf"(?P<name>{_NAME}){_YEAR}(?P<venue>[A-Z][A-Za-z]{{1,9}}){_COUNT}")
# vaswani2017attention, Smith2020b, smith_2020_foo, smith:2020, last_word_2020, devlin-etal-2019-bert, SmithEtAl2020
_SHORT = re.compile(
    rf"(?P<name>{_NAME}(?:[_-]{_NAME}){{0,5}})[_:.-]?{_YEAR}(?:[a-z]{{0,2}}|[_:.-]?[^\W\d_][\w-]*){_COUNT}"
)
# heDeepResidualLearning2016, as Better BibTeX makes them
_TITLED = re.compile(rf"(?P<name>[a-zß-öø-ÿ]{{2,}})(?!\d+[a-z]?\+*$)(?P<title>[A-Z0-9][\w'’-]*?){_YEAR}[a-z]?{_COUNT}")
_WITH_TITLE = re.compile(
    r"[^\W\d_][\w-]{0,100}[^\W\d_][_:.-]?(?:19|20)\d\d(?:[_-]?[^\W\d_]{4}[\w-]*|_[^\W\d_]+_\w+)"
    r"|[a-zß-öø-ÿ]{2,}[A-Z][a-z]*+[A-Z][\w-]{0,100}(?:19|20)\d\d[a-z]?"
)
_NO_TITLE_WORDS = re.compile(r"\d+[^A-Z\d]|.*_")
"""The words after the name of a system, which is no author: `3_` of `dreamerv3_2024`, `4dgs` of `endo4dgs2024`."""
# DBLP:conf/nips/VaswaniSPUJGKP17: the first author, the others' initials, two digits of the year
_DBLP = re.compile(r"DBLP:(?P<id>(?:conf|journals|books|series|phd)/(?P<venue>[\w-]+)/(?P<name>[\w-]+))")
_DBLP_NAME = re.compile(r"(?P<name>(?:Mc|Mac)?[A-Z][a-z]+)[A-Z]*(?P<year>\d\d)[a-z]?")
# pmlr-v70-finn17a
_PMLR = re.compile(r"pmlr-(?P<volume>v\d+)-(?P<paper>(?P<name>[a-z-]+)(?P<year>\d\d)[a-z]{1,2})")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NO_NAMES = _words(
    """
    enem enade fuvest unicamp unesp uerj ufrj vunesp obmep saeb ebau evau selectividad vestibular abitur
    gpt chatgpt llama gemini claude bert resnet vgg alphafold imagenet mnist cifar coco mscoco voc pascal kitti
    cityscapes waymo nuscenes squad glue humaneval librispeech ontonotes wikitext trec clef duc tac kaggle aime imo
    olympiad olympics euro expo ces agenda project vision horizon covid python java cuda windows office ubuntu
    version ver chapter section figure fig table part week day weekly daily monthly annual lecture course class
    homework exam spring summer autumn fall winter january february march april may june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec top best favorite favourite new old
    my the paper papers notes note meeting minutes standup report reading list log diary journal todo plan draft
    talk talks slides poster posters survey review reviews summary overview index archive readme workshop tutorial
    challenge conference conf year since until from before after released edition vol volume issue copyright update
    rfc bcp pep jsr ecmascript es iso din html css wcag
    updated ai ml nlp cv cs rl llm llms workshops meetings lectures courses events journals
    """
)
"""Words before a year in names of systems, data sets, events, notes and files, which are no family names."""
_SEASONS = _words("spring summer autumn fall winter semester")
"""Words before a year in names of terms and events, also after other words: `candidates_fall2019`."""
_SMALL_WORDS = _words("i my we our this these that in of on at to for with from the is are year month week day")
"""Words of the titles of posts, which are no parts of a name: `stuff-i-learnt-this-year-2018`."""
_PARTICLES = _words(
    "van von de der den del della di da dos du la le el al bin ibn ten ter noauthor unknown anonymous anon"
    " group groupe grupo team consortium collaboration committee commission society association institute institut"
    " university universite ministry ministere council"
)
"""Particles before a family name, words for an unknown author, such as `noauthor` of Zotero, and those for a group."""


def _no_name(name: str) -> bool:
    """Return whether the part before the year cannot be a family name."""
    first, *others = re.split(r"[_-]", name)
    # neither a venue nor a short acronym is a family name
    return (
        len(first) < 2
        or not _SEASONS.isdisjoint(other.lower() for other in others)
        or (len(others) > 1 and not _SMALL_WORDS.isdisjoint(other.lower() for other in others))
        or any(part.lower() in _NO_NAMES for part in (first, name))
        or (name.isupper() and 1 < len(name) < 6)
        or bool(parse_venue(name)[0])
        or bool(parse_venue(first)[0])
    )


def is_no_name(word: str) -> bool:
    """Return whether a word before a year names a system, a data set or a kind of document: `COCO2017`."""
    return word.casefold() in _NO_NAMES


@lru_cache(maxsize=1 << 12)
def is_citekey(text: str) -> bool:
    """Return whether a text has the form of a citekey written by an author or a tool.

    Examples:
        >>> [is_citekey(key) for key in ("ChuntingZhou2025ICLR+", "vaswani2017attention", "ICLR2025", "GPT-4")]
        [True, True, False, False]
    """
    if not 5 <= len(text) <= 120 or " " in text or not any(map(str.isdigit, text)):
        return False
    if _DBLP.fullmatch(text) or _PMLR.fullmatch(text):
        return True
    full = _FULL.fullmatch(text)
    if full and parse_venue(full["venue"])[0]:
        return not bool(parse_venue(full["name"])[0]) and full["name"].lower() not in _NO_NAMES
    match = _SHORT.fullmatch(text) or _TITLED.fullmatch(text)
    if match is None or _no_name(match["name"]):
        return False
    # `wbf2024.notes` is a note in a hierarchy of names
    rest = text[match.end("year") :]
    return not (rest.startswith(".") and rest[1:].lower() in _NO_NAMES)


def has_title(key: str) -> bool:
    """Return whether a key has words of the title, as no name of a user of a site has.

    Examples:
        >>> [has_title(key) for key in ("lee2017attention", "barroDemocracyGrowth1996", "lee2017", "lee2017a")]
        [True, True, False, False]
    """
    return _WITH_TITLE.fullmatch(key) is not None


_SEAM = re.compile(r"(?:Mc)?[^\W\d_a-zß-öø-ÿ][a-zß-öø-ÿ]+|[^\W\d_a-zß-öø-ÿ]+(?![a-zß-öø-ÿ])|[a-zß-öø-ÿ]+")
_VON = re.compile(r"(?<=\w{4})von(?= )")


def _spaced(name: str) -> str:
    """Return `AshishVaswani` as `Ashish Vaswani`; other names are unchanged."""
    if name.isupper() or name.islower():
        return name
    words = " ".join(_SEAM.findall(name))
    return _VON.sub(" von", words) if words.replace(" ", "") == name else name


_MAX_FAMILY = 18
"""Maximum number of letters of a family name: `nasargrandpursuit2011` has the title, too."""


def _family(name: str) -> tuple[str, ...]:
    """Return the family name of the first author, if the key certainly begins with it."""
    first, *others = re.split(r"[_-]|EtAl|etal(?![a-z])", name)
    # `Cesa_Bianchi_2006`, `Martin-Dussaud2018` may have one family name of two parts
    if len(first) > _MAX_FAMILY or (first[:1].isupper() and others and others[0][:1].isupper()):
        return ()
    # `SmithJones2020` has two family names or a given name
    seams = sum(a.islower() and b.isupper() for a, b in pairwise(first))
    if any(a.islower() and b.isupper() for other in others for a, b in pairwise(other)):
        # `deboinmarie-claudeAmenerScientifiques2022` has the rest of a given name before the title
        return ()
    if first.lower() in _PARTICLES or (seams and not first.startswith(("Mc", "Mac", "De", "Le", "La"))) or seams > 1:
        return ()
    return (first[:1].upper() + first[1:],) if first else ()


def _from_dblp(key: str, match: re.Match[str]) -> Evidence:
    own = Identifier("dblp", match["id"])
    name = _DBLP_NAME.fullmatch(match["name"])
    return Evidence(
        citekey=key,
        authors=(name["name"],) if name else (),
        year=expand_year(name["year"]) if name else None,
        venue=parse_venue(match["venue"].upper())[0],
        identifiers=(own, *equivalents(own)),
    )


def _from_pmlr(key: str, match: re.Match[str]) -> Evidence:
    own = parse_identifier(f"pmlr:{match['volume']}/{match['paper']}")
    return Evidence(
        citekey=key,
        authors=_family(match["name"]),
        year=expand_year(match["year"]),
        identifiers=(own,) if own else (),
    )


def citekey_evidence(key: str) -> Evidence:
    """Return the facts that a key certainly contains: first author, year, venue, identifiers; none for other text.

    Examples:
        >>> evidence = citekey_evidence("AshishVaswani2017NeurIPS")
        >>> evidence.authors, evidence.year, evidence.venue
        (('Ashish Vaswani',), 2017, 'NeurIPS')
    """
    if not is_citekey(key):
        return Evidence()
    if dblp := _DBLP.fullmatch(key):
        return _from_dblp(key, dblp)
    if pmlr := _PMLR.fullmatch(key):
        return _from_pmlr(key, pmlr)
    full = _FULL.fullmatch(key)
    if full and (venue := parse_venue(full["venue"])[0]):
        return Evidence(citekey=key, authors=(_spaced(full["name"]),), year=int(full["year"]), venue=venue)
    titled = _TITLED.fullmatch(key)
    match = titled or _SHORT.fullmatch(key)
    if match is None:
        return Evidence(citekey=key)
    if titled and _NO_TITLE_WORDS.match(titled["title"]):
        return Evidence(citekey=key, year=int(titled["year"]))
    return Evidence(citekey=key, authors=_family(match["name"]), year=int(match["year"]))
