"""Write single inlines of Markdown: links, images, code, formulas, titles and formatted citations.

The result means the same in CommonMark and in Python-Markdown, in a paragraph, a heading, a table and a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from papernotes_plugin import text
from papernotes_plugin.text.escaping import Url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Run

_PLAIN_CODE = lazy_regex(r"[\w .,;:/()+='\"?%-]+")
_TEX_LEFT = lazy_regex(r"[\\{}^_$/]")
"""Characters that remain of a formula without a form in Unicode."""


def link(label: str, href: Url) -> str:
    """Return a link; without a URL the label alone.  The label is already Markdown."""
    return f"[{label}]({href})" if href and label else label


def generated_link(label: str, href: Url, title: str = "", *, attributes: bool) -> str:
    """Return a link that is added to a note; it has a class of its own if the site reads attribute lists.

    Examples:
        >>> generated_link("He", "p.md", "Deep (2016)", attributes=True), generated_link("He", "p.md", attributes=False)
        ('[He](p.md "Deep (2016)"){ .papernotes-link }', '[He](p.md)')
    """
    markdown = link(label, Url(f'{href} "{title}"') if title else href)
    return f"{markdown}{{ .papernotes-link }}" if attributes and markdown != label else markdown


def format_runs(words: Iterable[Run], *, start: bool = False) -> str:
    """Return a citation or reference as Markdown; `start` is true where the text may begin a block.

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
    before, _, after = inner.partition(core)
    # Next to punctuation, a parser may not read an asterisk as emphasis.
    plain = run.text.strip()[0].isalnum() and run.text.strip()[-1].isalnum()
    for applies, sign, tag in ((run.italic, "*", "em"), (run.bold, "**", "strong"), (run.superscript, "", "sup")):
        if applies:
            core = f"{sign}{core}{sign}" if plain and sign else f"<{tag}>{core}</{tag}>"
    return f"{before}{link(core, text.escape_url(run.url))}{after}"


def link_title(words: str) -> str:
    """Return a text for the title of a link, with special characters of Markdown written as entities."""
    return re.sub(r"[^\w ,.;()?!-]", lambda m: f"&#{ord(m[0])};" if m[0].isascii() else m[0], " ".join(words.split()))


def paper_page_link(page: Url, title: str, *, attributes: bool) -> str:
    """Return the arrow after a reference that links to the page of the paper at the URL `page`."""
    words = link_title(text.plain_text(title))
    return f'[]({page} "Paper page: {words}"){{ .papernotes-sign }}' if attributes else f'[↗]({page} "Paper page")'


def image(alt: str, src: Url) -> str:
    """Return an image; without a URL its alternative text."""
    return f"![{text.escape_markdown(alt)}]({src})" if src else text.escape_markdown(alt)


def escape_with_spaces(words: str, *, start: bool = False) -> str:
    """Return escaped running text with the spaces at its ends; `start` is true where it may begin a block."""
    if not words.strip():
        return " " if words else ""
    before, after = " " if words[0].isspace() else "", " " if words[-1].isspace() else ""
    escape = text.escape_markdown if start else text.escape_inside_line
    return before + escape(words.strip()) + after


def code_span(value: str) -> str:
    """Return a code span; as HTML if the text would end the span or start a template."""
    if _PLAIN_CODE.fullmatch(value) and value.strip() == value:
        return f"`{value}`"
    return f"<code>{text.escape_markdown(value)}</code>"


def code_lines(value: str) -> str:
    """Return lines of code as one code span: not every parser reads code blocks in lists and quotes."""
    lines = value.expandtabs(4).strip("\n").split("\n")
    out = ["".join(map(_verbatim, re.split("( {2,}|^ )", line))) for line in lines]
    return f"<code>{'<br>'.join(out)}</code>" if any(out) else ""


def _verbatim(part: str) -> str:
    return "&nbsp;" * len(part) if part and not part.strip(" ") and part != " " else escape_with_spaces(part)


def formula(source: str) -> str:
    """Return a formula in a form without links, tags or templates for parsers that know no math.

    Text that is no formula is escaped.
    """
    spans = text.math_spans(source)
    if len(spans) != 1 or spans[0][:2] != (0, len(source)):
        return text.escape_markdown(source)
    if spans[0][2].lstrip()[0] in "^_" and not _TEX_LEFT.search(text.plain_text(source)):
        # An exponent without its base is no formula by itself.
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
    r"""Return a title for a heading or a link, in Unicode; formulas without a form in Unicode stay formulas.

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
    """Return a part of a title as plain text, with the spaces at its ends."""
    before = piece[:1] if piece[:1].isspace() else ""
    after = piece[-1:] if piece[-1:].isspace() else ""
    return before + text.plain_text(piece) + after
