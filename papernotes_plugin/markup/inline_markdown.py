"""Marks: single pieces of Markdown, safe wherever a piece of a line may stand.

A piece reads the same in CommonMark and in Python-Markdown, in a paragraph, a heading, a table and a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from papernotes_plugin import text
from papernotes_plugin.text.escaping import Url
from papernotes_plugin.vocabulary.citation_model import Run

_PLAIN_CODE = re.compile(r"[\w .,;:/()+='\"?%-]+")
_TEX_LEFT = re.compile(r"[\\{}^_$/]")
"""What is left of a formula that has no form in Unicode."""


def link(label: str, href: Url) -> str:
    """A link of a label that is Markdown already; without a destination the label alone."""
    return f"[{label}]({href})" if href and label else label


def generated_link(label: str, href: Url, title: str = "", *, attributes: bool) -> str:
    """A link that we put among the author's words; where attribute lists are read, it can be told from theirs.

    Examples:
        >>> generated_link("He", "p.md", "Deep (2016)", attributes=True), generated_link("He", "p.md", attributes=False)
        ('[He](p.md "Deep (2016)"){ .papernotes-link }', '[He](p.md)')
    """
    made = link(label, Url(f'{href} "{title}"') if title else href)
    return f"{made}{{ .papernotes-link }}" if attributes and made != label else made


def format_runs(words: Iterable[Run], *, start: bool = False) -> str:
    """A citation or reference; `start` says that it stands where a block could begin.

    Examples:
        >>> format_runs([Run("In "), Run("Nature", italic=True), Run(", "), Run("doi", url="https://doi.org/10.1/x")])
        'In *Nature*, [doi](https://doi.org/10.1/x)'
    """
    return "".join(_run(run, start and not at) for at, run in enumerate(words))


def _run(run: Run, start: bool) -> str:
    inner = escape_with_spaces(run.text, start=start)
    core = inner.strip()
    if not core or not any(run[1:]):
        return inner
    lead, _, trail = inner.partition(core)
    # beside a sign an asterisk may be none to a parser
    plain = run.text.strip()[0].isalnum() and run.text.strip()[-1].isalnum()
    for worn, sign, tag in ((run.italic, "*", "em"), (run.bold, "**", "strong"), (run.superscript, "", "sup")):
        if worn:
            core = f"{sign}{core}{sign}" if plain and sign else f"<{tag}>{core}</{tag}>"
    return f"{lead}{link(core, text.escape_url(run.url))}{trail}"


def link_title(words: str) -> str:
    """Words for the title of a link: signs that Markdown reads there are written as entities."""
    return re.sub(r"[^\w ,.;()?!-]", lambda m: f"&#{ord(m[0])};" if m[0].isascii() else m[0], " ".join(words.split()))


def paper_page_link(page: Url, title: str, *, attributes: bool) -> str:
    """The sign behind a reference that leads to the paper's page, which stands at `page`."""
    words = link_title(text.plain_text(title))
    return f'[]({page} "Paper page: {words}"){{ .papernotes-sign }}' if attributes else f'[↗]({page} "Paper page")'


def image(alt: str, src: Url) -> str:
    """An image, or what it shows in words where it leads nowhere."""
    return f"![{text.escape_markdown(alt)}]({src})" if src else text.escape_markdown(alt)


def escape_with_spaces(words: str, *, start: bool = False) -> str:
    """Running text with the spaces at its ends kept; `start` says that it stands where a block could begin."""
    if not words.strip():
        return " " if words else ""
    lead, trail = " " if words[0].isspace() else "", " " if words[-1].isspace() else ""
    # behind a word no sign begins a block, and need not be escaped
    escaped = text.escape_markdown(words) if start else text.escape_markdown(f"’{words.strip()}")[1:]
    return lead + escaped + trail


def code_span(value: str) -> str:
    """A code span; with signs that would end it or start a template, as HTML."""
    if _PLAIN_CODE.fullmatch(value) and value.strip() == value:
        return f"`{value}`"
    return f"<code>{text.escape_markdown(value)}</code>"


def code_lines(value: str) -> str:
    """Lines of code as one code span: in lists and quotes not every parser knows a block of code."""
    lines = value.expandtabs(4).strip("\n").split("\n")
    out = ["".join(map(_verbatim, re.split("( {2,}|^ )", line))) for line in lines]
    return f"<code>{'<br>'.join(out)}</code>" if any(out) else ""


def _verbatim(part: str) -> str:
    return "&nbsp;" * len(part) if part and not part.strip(" ") and part != " " else escape_with_spaces(part)


def formula(source: str) -> str:
    """A formula that is no link, no tag and no template to a parser that knows no math; else its source as text."""
    spans = text.math_spans(source)
    if len(spans) != 1 or spans[0][:2] != (0, len(source)):
        return text.escape_markdown(source)
    if spans[0][2].lstrip()[0] in "^_" and not _TEX_LEFT.search(text.plain_text(source)):
        # an exponent without its base: alone it is no formula
        return text.escape_markdown(text.plain_text(source))
    mark = "$$" if spans[0][3] else "$"
    tex = " ".join(spans[0][2].split())
    for sign, instead in _TEX_SIGNS:
        tex = tex.replace(sign, instead)
    return mark + tex.strip() + mark


_TEX_SIGNS = (
    ("<", r"\lt "),
    (">", r"\gt "),
    (r"\|", r"\Vert "),
    ("|", r"\vert "),
    ("`", "'"),
    ("](", "] ("),
    ("][", "] ["),
    ("]:", "] :"),
    ("{{", "{ {"),
    ("{%", "{ %"),
    ("{#", "{ #"),
)


@lru_cache(maxsize=1 << 14)
def title_markdown(title: str) -> str:
    r"""A title for a heading or a link: Unicode as far as it goes, formulas that have no such form as formulas.

    Examples:
        >>> [title_markdown(title) for title in (r"Mu$^2$SLAM", r"$\textbf{T}$arget", r"In $O(\frac{n}{2})$ [steps]")]
        ['Mu²SLAM', 'Target', 'In $O(\\frac{n}{2})$ &#91;steps&#93;']
    """
    out, at = [], 0
    for start, end, _, _ in text.math_spans(title):
        if _TEX_LEFT.search(title, start, end) and _TEX_LEFT.search(text.plain_text(title[start:end])):
            out += [title[at:start], title[start:end]]
            at = end
    pieces = [*out, title[at:]]
    written = [
        formula(p) if number % 2 else escape_with_spaces(_plain(p), start=not number) for number, p in enumerate(pieces)
    ]
    return "".join(written).strip() or text.escape_markdown(title)


def _plain(piece: str) -> str:
    """A part of a title as people read it, with the spaces at its ends."""
    before = piece[:1] if piece[:1].isspace() else ""
    after = piece[-1:] if piece[-1:].isspace() else ""
    return before + text.plain_text(piece) + after
