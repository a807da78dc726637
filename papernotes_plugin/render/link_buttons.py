"""Name and sort the links of a paper for the buttons on its page.

Authors label a link to suit the sentence ("here", "source", a title).  A button says what it opens: PDF, Code, DOI.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from papernotes_plugin import citekeys, identifiers, text
from papernotes_plugin.identifiers.schemes import EVENT_HOSTS
from papernotes_plugin.vocabulary.model import Identifier, Link, Paper

PDF, POSTER, CODE = "PDF", "Poster", "Code"
_AUTHOR_LABELS: Mapping[str, tuple[str, ...]] = {
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
"""Names of buttons, each with the labels that authors use for such a link."""
_BUTTON_OF_LABEL = {label: name for name, labels in _AUTHOR_LABELS.items() for label in labels}
_BUTTON_OF_HOST: Mapping[str, str] = {
    "github.com": CODE,
    "gitlab.com": CODE,
    "codeberg.org": CODE,
    "bitbucket.org": CODE,
    "huggingface.co": "Hugging Face",
    "youtube.com": "Video",
    "youtu.be": "Video",
    "slideslive.com": "Talk",
}
_FIRST_BUTTONS = (PDF, "arXiv", "OpenReview", "DOI")
_LAST_BUTTONS = (POSTER, *(name for name in _AUTHOR_LABELS if name not in (PDF, POSTER)), "Hugging Face")
_PDF_URLS = {
    "arxiv": "https://arxiv.org/pdf/{}",
    "openreview": "https://openreview.net/pdf?id={}",
    "acl": "https://aclanthology.org/{}.pdf",
}
"""URL of the PDF, by identifier scheme."""


def link_buttons(paper: Paper) -> tuple[Link, ...]:
    """Return the links of a paper under the names of buttons, in the order of the buttons.

    These are the author's links, the canonical URLs of identifiers that none of them leads to, and a PDF.  Links with
    the same name and paper, or with the same URL, are merged.  Further links with the same name are numbered.
    """
    by_target: dict[tuple[str, str], Link] = {}
    for link in (*_author_links(paper), *_identifier_links(paper)):
        by_target.setdefault((link.label, str(identifiers.from_url(link.url) or link.url)), link)
    links = list({link.url: link for link in reversed(by_target.values())}.values())[::-1]
    if all(link.label != PDF for link in links):
        links += [Link(PDF, url) for url in list(_pdf_urls(paper))[:1]]
    counts: dict[str, int] = {}
    buttons: list[Link] = []
    for name, url in sorted(links, key=lambda link: _position(link.label)):
        counts[name] = counts.get(name, 0) + 1
        buttons.append(Link(f"{name} {counts[name]}" if counts[name] > 1 else name, url))
    return tuple(buttons)


def _author_links(paper: Paper) -> Iterator[Link]:
    """Yield the author's links under the names of buttons, without links whose URL is unsafe."""
    paper_names = {text.comparison_key(name) for name in (paper.name, *paper.labels)}
    for link in paper.links:
        if text.escape_url(link.url):
            yield Link(_button_name(link, paper_names), link.url)


def _identifier_links(paper: Paper) -> Iterator[Link]:
    """Yield the canonical URLs of identifiers whose page no link of the author's opens."""
    linked = {identifiers.from_url(link.url) for link in paper.links if not _is_pdf(link.url)}
    for identifier in paper.identifiers:
        if identifier not in linked and (url := identifiers.canonical_url(identifier)):
            yield Link(PDF if _is_pdf(url) else _scheme_name(identifier), url)


def _pdf_urls(paper: Paper) -> Iterator[str]:
    for scheme, template in _PDF_URLS.items():
        yield from (template.format(i.value) for i in paper.identifiers if i.scheme == scheme)


def _button_name(link: Link, paper_names: set[str]) -> str:
    """Return the name of the button for a link of the author's."""
    label = " ".join(link.label.split())
    word = label.strip("[]()").casefold()
    if _is_pdf(link.url) and _BUTTON_OF_LABEL.get(word, PDF) == PDF:
        return PDF
    identifier = identifiers.from_url(link.url)
    if identifier:
        # a conference has separate pages for the poster and the talk of a paper
        if word in _BUTTON_OF_LABEL and identifier.scheme in EVENT_HOSTS:
            return _BUTTON_OF_LABEL[word]
        return _scheme_name(identifier)
    host = _host(link.url)
    if word in _BUTTON_OF_LABEL:
        return _BUTTON_OF_LABEL[word]
    if host in _BUTTON_OF_HOST:
        return _BUTTON_OF_HOST[host]
    key = text.comparison_key(label)
    if not key or key in paper_names or key.count(" ") > 2 or citekeys.is_citekey(label):
        return host or label or "Link"
    return label[:1].upper() + label[1:]


def _scheme_name(identifier: Identifier) -> str:
    if identifier.scheme in EVENT_HOSTS:
        return POSTER
    if identifier.scheme.removesuffix("-oral") in EVENT_HOSTS:
        return "Talk"
    return identifiers.scheme_label(identifier)


def _is_pdf(url: str) -> bool:
    path = url.partition("?")[0].partition("#")[0].casefold()
    return path.endswith((".pdf", "/pdf")) or "arxiv.org/pdf/" in path


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _position(name: str) -> tuple[int, int]:
    """Return a sort key for the name of a button."""
    if name in _FIRST_BUTTONS:
        return 0, _FIRST_BUTTONS.index(name)
    return (2, _LAST_BUTTONS.index(name)) if name in _LAST_BUTTONS else (1, 0)
