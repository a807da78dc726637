"""Citekeys: what looks like a key somebody generated, and what such a key implies.

Imports only the model and the venues.
"""

from __future__ import annotations

import re

from papernotes_plugin.model import Evidence
from papernotes_plugin.venues import parse_venue

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NAME = r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_]))*"
# ChuntingZhou2025ICLR++
_FULL = re.compile(rf"(?P<name>{_NAME}){_YEAR}(?P<venue>[A-Z][A-Za-z]{{1,9}})(?P<count>\+*)")
# vaswani2017attention, Smith2020, smith2020a, smith_2020_foo, smith:2020, smith-2020, smith.2020
_SHORT = re.compile(
    rf"(?P<name>{_NAME}(?:(?:[_-]|EtAl|etal|_et_al)(?!\d)[^\W\d_]{{2,}}){{0,2}})(?P<sep>[_:.-]?){_YEAR}(?P<rest>[a-z]?(?:[_:.-]?[^\W_][\w-]*)?)(?P<count>\+*)"
)
# heDeepResidualLearning2016
_ZOTERO = re.compile(rf"(?P<name>[a-z]{{2,}}(?:-[a-z]+)?)(?P<words>(?:[A-Z0-9][a-z0-9]*){{1,8}}){_YEAR}(?P<rest>[a-z]?)")
_DBLP = re.compile(r"DBLP:(?:conf|journals|books|series|phd)/(?P<venue>[\w-]+)/(?P<name>[\w/-]+)")
_NO_NAMES = frozenset(
    "gpt llama gemini claude bert resnet vgg imagenet coco covid python java cuda windows office ubuntu office version chapter "
    "section figure table part week day lecture summer winter spring fall autumn january february march april may june july august "
    "september october november december jan feb mar apr jun jul aug sep sept oct nov dec top best paper papers notes note survey "
    "workshop tutorial challenge conference year since until from before after released edition vol volume issue report v q h "
    "trec semeval clef wmt duc tac cifar mnist kitti voc pascal ade cityscapes waymo nuscenes squad glue humaneval gsm math aime "
    "olympiad imo olympics agenda vision horizon world expo euro cop ces y".split()
)
"""Words that stand before a year and are no family names."""


def _no_name(name: str) -> bool:
    return name.lower().strip("-_") in _NO_NAMES or len(name) < 2 or bool(parse_venue(name)[0])


def is_citekey(text: str) -> bool:
    """Whether a text looks like a citation key that somebody or some tool generated.

    >>> [is_citekey(key) for key in ("ChuntingZhou2025ICLR+", "vaswani2017attention", "ICLR2025", "GPT-4")]
    [True, True, False, False]
    """
    if not 5 <= len(text) <= 100 or " " in text:
        return False
    if _DBLP.fullmatch(text):
        return True
    for pattern in (_FULL, _SHORT, _ZOTERO):
        match = pattern.fullmatch(text)
        if match and not _no_name(match["name"]):
            return True
    return False


def _spaced(name: str) -> str:
    """`AshishVaswani` as `Ashish Vaswani`; a name without that seam stays as it is."""
    if name.isupper() or name.islower():
        return name
    # a capital after a small letter begins a word; Mc, Mac, De, La and the like belong to what follows
    words = re.findall(r"[^\W\d_a-z]?[^\W\d_A-Z]+|[^\W\d_a-z]+(?![a-z])", name)
    return name if "".join(words) != name else " ".join(words)


def implied(key: str) -> Evidence:
    """What a key surely says: first author, year, venue; nothing where it is no citekey.

    >>> found = implied("AshishVaswani2017NeurIPS")
    >>> found.authors, found.year, found.venue
    (('Ashish Vaswani',), 2017, 'NeurIPS')
    """
    if not is_citekey(key):
        return Evidence()
    full = _FULL.fullmatch(key)
    if full and (venue := parse_venue(full["venue"])[0]):
        return Evidence(authors=(_spaced(full["name"]),), year=int(full["year"]), venue=venue, citekey=key)
    dblp = _DBLP.fullmatch(key)
    if dblp:
        return Evidence(citekey=key, venue=parse_venue(dblp["venue"].upper())[0])
    zotero = _ZOTERO.fullmatch(key)
    short = _SHORT.fullmatch(key)
    match = short or zotero
    if match is None:
        return Evidence(citekey=key)
    name = zotero["name"] if zotero and not short else match["name"]
    if short and zotero and zotero["words"]:
        name = zotero["name"]
    family = re.split(r"[_-]|EtAl|etal", name)[0]
    return Evidence(authors=(family[:1].upper() + family[1:],), year=int(match["year"]), citekey=key)
