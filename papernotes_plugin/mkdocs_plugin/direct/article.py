"""Convert the Markdown of generated pages to HTML, as the Markdown of the site does.

A parser in Rust converts what every Markdown parser reads in the same way.  The Markdown of the site converts the
blocks that contain anything else: `_CONSTRUCTS` lists what may differ, and each site is asked once what does.
"""

from __future__ import annotations

import html
import posixpath
import re
from typing import Any, NamedTuple
from urllib.parse import unquote

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from papernotes_plugin.markup.markdown_html import FORMULA, convert_markdown
from papernotes_plugin.mkdocs_plugin.direct.same_html import is_same_html
from papernotes_plugin.mkdocs_plugin.direct.site_markdown import SiteMarkdown
from papernotes_plugin.mkdocs_plugin.direct.url_pattern import relative_url
from papernotes_plugin.text.lazy_regex import lazy_regex

log = get_plugin_logger("papernotes")
_CONSTRUCTS = (
    ("a\nb", r"[^\n]\n(?=[^\n])"),
    ("a  \nb", r" {2}\n"),
    ("'a' \"b\" c... d -- e --- f <<g>>", r"\"|'|\.\.|--|<<|>>|&(?i:quot);|&#(?:34|39);"),
    (
        "(c) (tm) +/- --> <-- =/= 1/2 1st c/o",
        r"\((?i:tm|c|r)\)|\+/-|-->|<--|=/=|/(?<=\d/)\d|\d(?i:st|nd|rd|th)\b|\b(?i:c/o)\b",
    ),
    (":smile: :material-link:", r":[\w+-]+:"),
    ("https://example.org www.example.org", r"(?<![\"(/])\b(?i:https?://|ftp://|www\.)"),
    ("@user #1 user/repository#1", r"@(?<![\w&(/]@)\w|#(?<![\w&(/]#)\d"),
    ("==a==", "=="),
    ("a^b^ ^^c^^", r"\^"),
    ("a~b~", r"~(?<!~~)(?!~)"),
    ("~~a~~", "~~"),
    ("++ctrl++", r"\+\+"),
    ("{++a++} {--b--} {==c==} {>>d<<}", r"\{[+~=>-]"),
    ("a\n{ .b }\n\n*c*{ .d } [e](https://example.org){ .f }", r"\{:?\s*(?:[.#]|\w+=)"),
    ("!!! note\n    a", r"\n!!!"),
    ("??? note\n    a", r"\n\?\?\?"),
    ("/// note\na\n///", r"\n///"),
    ('=== "a"\n\n    b', r"\n==="),
    ("a\n:   b", r"\n:\s"),
    ("a[^1]\n\n[^1]: b", r"\[\^"),
    ("- [ ] a\n- [x] b", r"\[[ xX]\]"),
    ("```python\na = 1\n```", r"\n[ >]*(?:```|~~~)"),
    ("a\n\n    b = 1", r"\n(?:> ?)*(?: {4}|\t)"),
    ("4$a$4", r"\$(?<=\w\$)[\w\\]"),
    ("`#!python a`", r"`(?:#!|:::)"),
    ("`a b`", "`"),
    ("[[a]]", r"\[\["),
    ("[a][b]", r"\]\["),
    ('[=50% "a"]', r"\[="),
    ("*[a]: b", r"\n\*\["),
    ("", r"\n:::|-8<"),
    ("> [!abstract]- a\n> b\n>\n> - c", r"\[!"),
    ("> a\n>\n> > b", r"\n>"),
    ("| a | b |\n|---|--:|\n| c | d |", r"\n\|"),
    ("- a\n- b\n  c\n\nd", r"\n[-*+]\s"),
    ("1. a\n2. b\n\nc", r"\n\d+[.)]\s"),
    ("**a** *b*", r"\*|_"),
    ("***a***", r"\*\*\*|___|_\*\*|\*\*_"),
    ("a*b*, *a*b a**b** **a**b a_b_", r"\w[*_]+\w"),
    ('<span class="x">a *b*</span> <bdi>c</bdi><br><small>d</small>', "<(?i:span|bdi|small|br)"),
    ('<p class="x" role="heading">a</p>\n\nb', r"\n<(?i:p)"),
    ('<pre class="x"><code>a\n\n*b*</code></pre>\n\nc', r"\n<(?i:pre|details|nav|div|figure)"),
    (r"\* \_ &#35; &lt;", r"\\|&"),
    ("![a](https://example.org/a.png)", r"!\["),
)
"""Markdown that sites may read differently, and a pattern for text that may contain it.

Each line of the text follows a line break.  A pattern begins with a certain character where it can: then the text is
searched ten times as fast.  There is no sample of what reads other files.
"""
_RAW_HTML = lazy_regex(r"<(?:details|div|figure|nav|p|pre|table)\b")
_SPECIAL_IN_RAW_HTML = lazy_regex(r"```|~~~|-8<|\t|\{[+~=!:-]|\[TOC\]|markdown=|\n\*\[")
"""Text that extensions may read even in raw HTML."""
_LIST_ITEM = lazy_regex(r"[-+*]\s|\d{1,9}[.)]\s")
_LINK = lazy_regex(r'(<(?:a|img)\b[^<>]*?\s(?:xlink:)?(?:href|src)=")([^":?#]+)([?#][^"]*)?(?=")')
_UNCHECKED_URL = lazy_regex(r'="(?<=(?:href|.src)=")(?!https?:|mailto:|ftps?:|[^":?#&]*[?#"])')
"""A URL that MkDocs must render, because its scheme may run a script."""
_HEADING = lazy_regex(r"<h1>([^<]*+(?:<(?!h1>)[^<]*+)*?)</h1>", re.DOTALL)
_HEADING_START = lazy_regex(r"<h[1-6][ >]")
_TITLE = lazy_regex(r"^# .*", re.MULTILINE)
_TAG = lazy_regex(r"<[^<>]*>")
_ID = lazy_regex(r'id="(?<=\sid=")([^"<>]+)"(?=[^<>]*>)')


class Article(NamedTuple):
    """The content of a page as HTML."""

    html: str
    heading: dict[str, Any]
    """The title as the `toc` extension returns it: `id`, `name`, `html` and `level`."""
    ids: frozenset[str]


class ArticleRenderer:
    """Converter of the generated pages of one site."""

    def __init__(self, markdown: SiteMarkdown, files: Files) -> None:
        """Ask the Markdown of a site how it reads what sites may read differently.

        Args:
            markdown: The Markdown of the site.
            files: Files that links lead to.
        """
        self._markdown, self._files = markdown, files
        self._formulas: dict[str, str] = {}
        self._blocks: dict[str, str] = {}
        self._targets: dict[str, dict[str, tuple[str, str]]] = {}
        """Relative URL and URL of the targets of links, by link by folder."""
        self._heading, self._heading_token = self._learn_heading()
        self._slug_of_symbols = str(markdown.convert("# &#128293;")[1][0]["id"]) if self._heading else ""
        """Id of a title that contains only symbols."""
        different = (pattern for sample, pattern in _CONSTRUCTS if not sample or not self._reads_alike(sample))
        self._special = re.compile("|".join(different))
        """Text that the Markdown of the site must convert."""

    def _reads_alike(self, sample: str) -> bool:
        try:
            return is_same_html(self._markdown.convert(sample)[0], self._parsed(sample))
        except Exception:  # Extensions raise any type.
            return False

    def _learn_heading(self) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Return the HTML before and after the text of a title, with `{}` instead of its id, and its `toc` token."""
        word = "Papermarkeraz"
        converted, tokens = self._markdown.convert(f"# {word}")
        slug = self._markdown.slug(word)
        parts = converted.replace(f'id="{slug}"', 'id="{}"').replace(f'"#{slug}"', '"#{}"').split(word)
        is_expected = len(parts) == 2 and len(tokens) == 1 and tokens[0]["id"] == slug and slug not in "".join(parts)
        return (tuple(parts), tokens[0]) if is_expected else ((), {})

    def render(self, text: str, page: File) -> Article | None:
        """Return the content of a page; None if only MkDocs can render it, such as one with a link to nothing."""
        try:
            converted, heading, ids = self.convert(text)
        except Exception as error:
            # MkDocs reports it if it happens again
            log.debug("MkDocs renders '%s', because an extension failed: %r", page.src_uri, error)
            return None
        resolved = self._with_urls(converted, page) if heading else None
        return None if resolved is None else Article(resolved, heading, ids)

    def convert(self, text: str) -> tuple[str, dict[str, Any], frozenset[str]]:
        """Return the content of a page, with links as they are written, its title and its ids.

        The title is empty if the page has none.
        """
        return self._with_title(self._converted(text))

    def heading(self, text: str) -> dict[str, Any]:
        """Return the title of a text as the `toc` extension returns it; empty if there is none."""
        line = _TITLE.search(text)
        return self.convert(line[0])[1] if line else {}

    def _converted(self, text: str) -> str:
        """Return the HTML of a text, without ids of titles and with links as they are written."""
        if not self._special.search(f"\n{text}"):
            return self._parsed(text)
        out: list[str] = []
        simple: list[str] = []
        for block in _blocks(text):
            special = _SPECIAL_IN_RAW_HTML if _RAW_HTML.match(block) else self._special
            if not special.search(f"\n{block}"):
                simple.append(block)
                continue
            out += (self._parsed("\n\n".join(simple)), self._by_site(block))
            simple = []
        return "\n".join([*out, self._parsed("\n\n".join(simple))])

    def _by_site(self, block: str) -> str:
        if block not in self._blocks:
            self._blocks[block] = self._markdown.convert(block)[0]
        return self._blocks[block]

    def _parsed(self, text: str) -> str:
        """Return the HTML of a text by the parser, with callouts and formulas."""
        parsed = convert_markdown(text)
        return FORMULA.sub(self._formula, parsed) if 'class="math' in parsed else parsed

    def _formula(self, match: re.Match[str]) -> str:
        """Return a formula as the Markdown of the site converts it."""
        mark = "$" if match[1] == "inline" else "$$"
        source = f"{mark}{html.unescape(match[2])}{mark}"
        if source not in self._formulas:
            converted = self._markdown.convert(f"papermarkeraz {source}")[0]
            self._formulas[source] = converted.removeprefix("<p>papermarkeraz ").removesuffix("</p>")
        return self._formulas[source]

    def _with_title(self, html_text: str) -> tuple[str, dict[str, Any], frozenset[str]]:
        """Return the HTML of a page whose title has an id, the title and all ids; no title if it is not as expected."""
        match = _HEADING.search(html_text)
        if not match or not self._heading or len(_HEADING_START.findall(html_text)) > 1:
            return html_text, {}, frozenset()
        ids = _ID.findall(html_text)
        name = " ".join(html.unescape(_TAG.sub("", match[1])).split())
        slug = self._markdown.unique(self._markdown.slug(name) or self._slug_of_symbols, ids)
        before, after = (part.replace("{}", html.escape(slug)) for part in self._heading)
        token = {**self._heading_token, "id": slug, "name": html.escape(name, quote=False), "html": match[1]}
        titled = f"{html_text[: match.start()]}{before}{match[1]}{after}{html_text[match.end() :]}"
        return titled, token, frozenset([*ids, *_ID.findall(before), *_ID.findall(after)])

    def _with_urls(self, html_text: str, page: File) -> str | None:
        """Return HTML with links to pages instead of their sources; None if one leads to no page."""
        targets = self._targets.setdefault(_url_folder(page), {})
        page_url, is_resolved = page.url, True

        def resolve(match: re.Match[str]) -> str:
            nonlocal is_resolved
            start, link, ending = match.groups("")
            relative, url = targets.get(link) or ("", page_url)
            # from a page above the target, the relative URL is shorter than from the other pages of the folder
            if url.startswith(page_url):
                relative, url = self._target(link, page)
                if not url.startswith(page_url):
                    targets[link] = relative, url
            is_resolved = is_resolved and bool(url)
            return f"{start}{relative}{ending}"

        html_text = _LINK.sub(resolve, html_text)
        return html_text if is_resolved and not _UNCHECKED_URL.search(html_text) else None

    def _target(self, link: str, page: File) -> tuple[str, str]:
        """Return the relative URL and the URL of the target of a link; "" as the latter if there is none."""
        path = unquote(html.unescape(link)) if "&" in link or "%" in link else link
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.src_uri), path))
        file = self._files.src_uris.get(source)
        if file is None or file.inclusion.is_excluded():
            # raw HTML contains URLs
            return link, "" if path.endswith(".md") else "/"
        return html.escape(relative_url(file.url, page.url)), file.url


def _url_folder(page: File) -> str:
    """Return a key of pages from which a link has the same relative URL."""
    url = page.url.rstrip("/")
    return f"{posixpath.dirname(page.src_uri)} {page.url if page.name == 'index' else posixpath.dirname(url)}"


def _blocks(text: str) -> list[str]:
    """Return the blocks of a text; the items of a list are one block, and the paragraphs of a quote."""
    out: list[str] = []
    for block in re.split(r"\n{2,}", text):
        before = out[-1] if out else ""
        is_item = _LIST_ITEM.match(block) and _LIST_ITEM.match(before)
        if before and (block[:1] in " \t" or is_item or (block.startswith(">") and before.startswith(">"))):
            out[-1] = f"{before}\n\n{block}"
        else:
            out.append(block)
    return out
