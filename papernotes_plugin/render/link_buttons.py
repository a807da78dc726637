"""Buttons: the links of a paper, each called by what it leads to, in the order in which readers look for them.

An author calls a link as the sentence wants it ("here", "source", a title); a button says what opens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from papernotes_plugin import citekeys, identifiers, text
from papernotes_plugin.identifiers.schemes import EVENT_HOSTS
from papernotes_plugin.vocabulary.model import Identifier, Link, Paper

PDF, POSTER, CODE = "PDF", "Poster", "Code"
_NAMES: Mapping[str, tuple[str, ...]] = {
    PDF: ("pdf", "fulltext", "full text"),
    POSTER: ("poster",),
    "Talk": ("talk", "oral", "presentation"),
    CODE: ("code", "github", "repo", "repository", "source code", "implementation", "official code"),
    "Project": ("project", "project page", "projectpage", "homepage", "website", "page", "webpage"),
    "Data": ("data", "dataset", "datasets", "benchmark"),
    "Model": ("model", "models", "weights", "checkpoints"),
    "Demo": ("demo",),
    "Slides": ("slides",),
    "Video": ("video", "youtube", "recording"),
    "Blog": ("blog", "blog post", "blogpost", "post"),
    "Supplement": ("supplement", "supplementary", "supplementary material", "appendix", "supp"),
}
"""What a button is called, and what authors call it."""
_CALLED = {word: name for name, words in _NAMES.items() for word in words}
_SITES: Mapping[str, str] = {
    "github.com": CODE,
    "gitlab.com": CODE,
    "codeberg.org": CODE,
    "bitbucket.org": CODE,
    "huggingface.co": "Hugging Face",
    "youtube.com": "Video",
    "youtu.be": "Video",
    "slideslive.com": "Talk",
}
_FIRST = (PDF, "arXiv", "OpenReview", "DOI")
_LAST = (POSTER, *(name for name in _NAMES if name not in (PDF, POSTER)), "Hugging Face")
_FILES = {
    "arxiv": "https://arxiv.org/pdf/{}",
    "openreview": "https://openreview.net/pdf?id={}",
    "acl": "https://aclanthology.org/{}.pdf",
}
"""Where the text itself stands, by scheme."""


def link_buttons(paper: Paper) -> tuple[Link, ...]:
    """The author's links, the canonical ones of identifiers that none of them leads to, and the text itself as a PDF.

    Two that are called the same and lead to the same paper, or to the same address, are one.
    """
    found: dict[tuple[str, str], Link] = {}
    for link in (*_given(paper), *_canonical(paper)):
        found.setdefault((link.label, str(identifiers.from_url(link.url) or link.url)), link)
    links = list({link.url: link for link in reversed(found.values())}.values())[::-1]
    if all(link.label != PDF for link in links):
        links += [Link(PDF, url) for url in list(_files(paper))[:1]]
    names: dict[str, int] = {}
    out: list[Link] = []
    for name, url in ((link.label, link.url) for link in sorted(links, key=lambda link: _rank(link.label))):
        names[name] = names.get(name, 0) + 1
        out.append(Link(f"{name} {names[name]}" if names[name] > 1 else name, url))
    return tuple(out)


def _given(paper: Paper) -> Iterator[Link]:
    """The author's links under the names of buttons; none that leads nowhere."""
    own = {text.comparison_key(name) for name in (paper.title, *paper.labels)}
    for link in paper.links:
        if text.escape_url(link.url):
            yield Link(_name(link, own), link.url)


def _canonical(paper: Paper) -> Iterator[Link]:
    """Where the identifiers lead that no link of the author's leads to the page of."""
    told = {identifiers.from_url(link.url) for link in paper.links if not _is_file(link.url)}
    for identifier in paper.identifiers:
        if identifier not in told and (url := identifiers.canonical_url(identifier)):
            yield Link(PDF if _is_file(url) else _scheme_name(identifier), url)


def _files(paper: Paper) -> Iterator[str]:
    for scheme, address in _FILES.items():
        yield from (address.format(i.value) for i in paper.identifiers if i.scheme == scheme)


def _name(link: Link, own: set[str]) -> str:
    """What a button for a link of the author's is called."""
    label = " ".join(link.label.split())
    word = label.strip("[]()").casefold()
    if _is_file(link.url) and _CALLED.get(word, PDF) == PDF:
        return PDF
    identifier = identifiers.from_url(link.url)
    if identifier:
        # a conference has pages of its own for posters and for talks
        return _CALLED[word] if word in _CALLED and identifier.scheme in EVENT_HOSTS else _scheme_name(identifier)
    host = _host(link.url)
    if word in _CALLED:
        return _CALLED[word]
    if host in _SITES:
        return _SITES[host]
    plain = text.comparison_key(label)
    if not plain or plain in own or plain.count(" ") > 2 or citekeys.is_citekey(label):
        return host or label or "Link"
    return label[:1].upper() + label[1:]


def _scheme_name(identifier: Identifier) -> str:
    if identifier.scheme in EVENT_HOSTS:
        return POSTER
    if identifier.scheme.removesuffix("-oral") in EVENT_HOSTS:
        return "Talk"
    return identifiers.scheme_label(identifier)


def _is_file(url: str) -> bool:
    """The link opens a PDF."""
    path = url.partition("?")[0].partition("#")[0].casefold()
    return path.endswith((".pdf", "/pdf")) or "arxiv.org/pdf/" in path


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _rank(name: str) -> tuple[int, int]:
    if name in _FIRST:
        return 0, _FIRST.index(name)
    return (2, _LAST.index(name)) if name in _LAST else (1, 0)
