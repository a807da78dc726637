"""Schemes: the one table of the ways papers are numbered, what a canonical value looks like, and its URL.

Imports only the model.  `papernotes_plugin.identifiers` reads the many spellings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from papernotes_plugin.model import Identifier


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of numbering papers."""

    name: str
    label: str
    """What people call it; the text of a link."""
    pattern: re.Pattern[str]
    """A canonical value, in full."""
    template: str
    """The canonical URL, `{}` for the value."""
    exclusive: bool = True
    """Two different values can never be one paper."""


def _scheme(name: str, label: str, pattern: str, template: str, exclusive: bool = True) -> Scheme:
    return Scheme(name, label, re.compile(pattern, re.ASCII), template, exclusive)


EVENTS = {
    "icml": ("ICML", "icml.cc"),
    "iclr": ("ICLR", "iclr.cc"),
    "neurips": ("NeurIPS", "neurips.cc"),
    "cvpr": ("CVPR", "cvpr.thecvf.com"),
    "iccv": ("ICCV", "iccv.thecvf.com"),
    "eccv": ("ECCV", "eccv.ecva.net"),
    "aistats": ("AISTATS", "virtual.aistats.org"),
    "mlsys": ("MLSys", "mlsys.org"),
}
"""Conferences with a page per poster, and one per talk under another number."""

ARXIV = r"(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z]+(?:-[a-z]+)?/\d{2}(?:0[1-9]|1[0-2])\d{3})"
ACL = r"(?:[A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)"

SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        _scheme("doi", "DOI", r"10\.\d{4,9}(?:\.\d+)*/[^\sA-Z]*[^\sA-Z.,;:]", "https://doi.org/{}"),
        # https://info.arxiv.org/help/arxiv_identifier.html
        _scheme("arxiv", "arXiv", ARXIV, "https://arxiv.org/abs/{}"),
        _scheme("openreview", "OpenReview", r"[\w-]{6,24}", "https://openreview.net/forum?id={}"),
        # https://aclanthology.org/info/ids/
        _scheme("acl", "ACL", ACL, "https://aclanthology.org/{}/"),
        _scheme("pmlr", "PMLR", r"[vr]\d{1,4}/[a-z0-9_-]+", "https://proceedings.mlr.press/{}.html"),
        _scheme("cvf", "CVF", r"(?:content/[A-Za-z]+\d{4}W?(?:/[\w-]+)?|content_[A-Za-z]+_\d{4}(?:_workshops)?(?:/w\d+)?)/[^\s/?#]+_paper", ""),
        *(
            _scheme(name, label, r"20\d\d/\d{1,7}", f"https://{host}/virtual/{{year}}/poster/{{number}}")
            for name, (label, host) in EVENTS.items()
        ),
        *(
            _scheme(f"{name}-oral", f"{label} talk", r"20\d\d/\d{1,7}", f"https://{host}/virtual/{{year}}/oral/{{number}}")
            for name, (label, host) in EVENTS.items()
        ),
        _scheme("nips", "NeurIPS", r"\d{4}/[0-9a-f]{32}(?:-[A-Za-z_]+)?", ""),
        _scheme("nips-number", "NeurIPS", r"\d{1,5}-[a-z0-9-]+", "https://papers.nips.cc/paper/{}"),
        _scheme("jmlr", "JMLR", r"v\d{1,3}/[a-z0-9-]+", "https://jmlr.org/papers/{}.html"),
        _scheme("pmid", "PubMed", r"[1-9]\d{0,8}", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
        _scheme("pmcid", "PMC", r"PMC[1-9]\d{0,8}", "https://pmc.ncbi.nlm.nih.gov/articles/{}/"),
        _scheme("isbn", "ISBN", r"97[89]\d{10}", "https://openlibrary.org/isbn/{}", False),
        _scheme("s2", "Semantic Scholar", r"[0-9a-f]{40}|CorpusID:\d{1,10}", "https://www.semanticscholar.org/paper/{}", False),
        _scheme("ieee", "IEEE", r"[1-9]\d{3,9}", "https://ieeexplore.ieee.org/document/{}"),
        _scheme("aaai", "AAAI", r"[A-Z]+/\d{1,7}", "https://ojs.aaai.org/index.php/{journal}/article/view/{number}"),
        _scheme("ijcai", "IJCAI", r"20\d\d/[1-9]\d{0,3}", "https://www.ijcai.org/proceedings/{}"),
        _scheme("usenix", "USENIX", r"[a-z0-9-]+/[a-z0-9_-]+", "https://www.usenix.org/conference/{event}/presentation/{name}"),
        _scheme("isca", "ISCA", r"[a-z0-9_]+_\d{4}/[a-z0-9_-]+", "https://www.isca-archive.org/{}.html"),
        _scheme("iacr", "ePrint", r"(?:19|20)\d\d/\d{3,5}", "https://eprint.iacr.org/{}"),
        _scheme("hal", "HAL", r"[a-z]+-\d{8}", "https://hal.science/{}"),
        _scheme("ssrn", "SSRN", r"[1-9]\d{2,9}", "https://papers.ssrn.com/sol3/papers.cfm?abstract_id={}"),
        _scheme("osf", "OSF", r"[a-z0-9]{5}", "https://osf.io/preprints/osf/{}"),
        _scheme("pii", "ScienceDirect", r"[SB][0-9X]{16}", "https://www.sciencedirect.com/science/article/pii/{}"),
        _scheme("jair", "JAIR", r"\d{1,6}", "https://www.jair.org/index.php/jair/article/view/{}"),
        _scheme("rss", "RSS", r"\d{2}/p\d{2,3}", ""),
        _scheme("distill", "Distill", r"20\d\d/[a-z0-9-]+", "https://distill.pub/{}/"),
        _scheme("dblp", "DBLP", r"(?:conf|journals|books|series|phd|reference)/[\w./-]+", "https://dblp.org/rec/{}", False),
        _scheme("pwc", "Papers with Code", r"[a-z0-9-]+", "https://paperswithcode.com/paper/{}", False),
        _scheme("openalex", "OpenAlex", r"W\d{4,12}", "https://openalex.org/{}", False),
        _scheme("ads", "ADS", r"[12]\d{3}[\w.&]{14}[A-Z.]", "https://ui.adsabs.harvard.edu/abs/{}/abstract", False),
        _scheme("inspire", "INSPIRE", r"\d{1,8}", "https://inspirehep.net/literature/{}", False),
    )
}
"""Every scheme by name."""


def label(identifier: Identifier) -> str:
    """What people call its scheme."""
    scheme = SCHEMES.get(identifier.scheme)
    return scheme.label if scheme else identifier.scheme


def url(identifier: Identifier) -> str:
    """The canonical URL; "" for an unknown scheme."""
    scheme, value = SCHEMES.get(identifier.scheme), identifier.value
    if scheme is None:
        return ""
    head, _, tail = value.rpartition("/")
    if scheme.name == "cvf":
        # until 2020 the workshop stood behind `html`, since then before it
        top, _, workshop = head.partition("/") if head.startswith("content_") else (head, "", "")
        return f"https://openaccess.thecvf.com/{top}/html/{workshop + '/' if workshop else ''}{quote(tail)}.html"
    if scheme.name == "nips":
        digest, _, track = tail.partition("-")
        track = track or ("Conference" if int(head) >= 2022 else "")
        return f"https://proceedings.neurips.cc/paper_files/paper/{head}/hash/{digest}-Abstract{'-' + track if track else ''}.html"
    if scheme.name == "rss":
        return f"https://www.roboticsproceedings.org/rss{head}/{tail}.html"
    if "{}" not in scheme.template:
        parts = {"year": head, "journal": head, "event": head, "number": tail, "name": tail}
        return scheme.template.format(**parts)
    return scheme.template.format(quote(value, safe="/:()-._;"))
