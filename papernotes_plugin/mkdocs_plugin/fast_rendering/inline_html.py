"""Convert inline Markdown of generated pages to the HTML that the site's Markdown makes of it.

Supported are text, links, code, emphasis, formulas and inline tags, as generated pages contain them.  The HTML of each
construct is learned from the site's Markdown once.  Anything else is left to the site's Markdown.
"""

from __future__ import annotations

import re

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, marker

BLOCK_START = re.compile(r"^(?:[ \t]|[-+>#|:=!?/~^%]|\*\s|\d{1,9}[.)](?:\s|$)|\[[ xX]\])", re.MULTILINE)
"""Beginning of a line that may be more than text, such as a list item or a quote."""
_TEXT = r"(?:[^\\`*_{}\[\]<>&|~^\#@$!\n\x00-\x1f\x7f]++|&(?:\#\d{1,7}|[a-zA-Z][a-zA-Z0-9]{1,30});|\\[*_]|!(?!\[))++"
_URL = r"[^()\s<>\"'\\`*\[\]{}|^$]++"
_NAMES = (
    "a|b|bdi|br|circle|code|del|em|foreignObject|g|i|ins|kbd|mark|path|q|rect|s|small|span|strong|sub|sup|svg|u|var"
)
_TAG = rf"</?(?:{_NAMES})(?:[ ][a-zA-Z][\w:-]*+(?:=\"[\w .,;:/()\#%?&=-]*+\")?)*+/?>"
_TOKEN = re.compile(
    rf"""(?P<text>{_TEXT})
    | (?P<link>\[(?P<label>{_TEXT})\]\((?P<url>{_URL})\))
    | (?P<tag>(?:{_TAG})++)
    | (?P<open>\[)
    | (?P<close>\]\((?P<target>{_URL})\))
    | (?P<star>\*\*?(?!\*))
    | `(?P<code>[\w.,;:/()+=?%-]++(?:[ ][\w.,;:/()+=?%-]++)*+)`(?!`)
    | (?P<math>\$[^\s$\d](?:[^$\n]*[^\s$\\])?\$(?![\w$]))
    | (?P<break>\n)""",
    re.VERBOSE,
)
_LINK = re.compile(rf"\[({_TEXT})\]\(({_URL})\)")
_ID = re.compile(r"<[a-zA-Z][^<>]*?\sid=\"([^\"<>]+)\"|<a\s[^<>]*?\bname=\"([^\"<>]+)\"")
MAX_CACHED = 1 << 13
"""Texts, and parts between two links, whose HTML is cached."""
_SPECIAL = re.compile(
    # the character that each alternative contains comes first, which makes the search fast
    r"[-+=:/.(\dzZ](?i:(?<=--)|(?<=[+][+/])|(?<==[=/])|(?<=:)(?=[\w+-]*:|//)|(?<=www\.)|(?<=\()(?:tm|c|r)\)|(?<=c/)o"
    r"|(?<=\d/)\d|(?<=\d)(?:st|nd|rd|th)(?![a-z0-9])|(?<=klz)zwxh)"
)
"""Text with a meaning for an extension; escaped text of generated pages rarely contains it."""
_SMART = re.compile(r"[\"']|\.\.|<<|>>|&quot;|&#(?:34|39);")
"""Quotes, dots and angle quotes that the extension `smarty` replaces by typographic characters."""
_AFTER_EMPHASIS = re.compile(r"[\s.,;:)<?!\]]|\Z")


class InlineRenderer:
    """Converter of inline Markdown for one site."""

    def __init__(self, markdown: SiteMarkdown) -> None:
        """Learn the HTML of each construct from the Markdown of the site."""
        self._markdown = markdown
        self._has_smarty = markdown.uses("markdown.extensions.smarty")
        self._has_math = any(map(markdown.uses, ("papernotes_plugin.markdown_extensions.math", "pymdownx.arithmatex")))
        self.ids: set[str] = set()
        """Ids of the converted tags; the caller empties it."""
        self._texts: dict[str, str | None] = {}
        self._parts: dict[str, str | None] = {}
        self._formulas: dict[str, str | None] = {}
        a, b = marker(0), marker(1)
        self.paragraph = markdown.split_at_markers(a, 1)
        """HTML before and after the text of a paragraph; empty if it is not as expected."""
        self._link = self._learn(f"[{b}](https://{a}.example/x)", 2)
        self._strong = self._learn(f"**{a}**", 1)
        self._emphasis = self._learn(f"*{a}*", 1)
        self._code = self._learn(f"`{a}`", 1)
        self._break = markdown.split_at_markers(f"{a}\n{b}", 2)[1:2]
        tags = '<span class="x">y</span> <small>y</small><br>y <code>&#91;\\*</code>'
        keeps_tags = self._learn(tags, 0) == (tags.replace("\\", ""),)
        self.is_usable = bool(keeps_tags and self._link and self._break and len(self.paragraph) == 2)
        """True if the Markdown of the site converts links, tags and paragraphs as expected."""

    def _learn(self, markdown: str, count: int) -> tuple[str, ...]:
        """Return the HTML of inline Markdown, split at its markers; empty if it is not as expected."""
        html, _ = self._markdown.convert(f"papermarkeraz {markdown} papermarkerbz")
        start, end = html.find("papermarkeraz ") + len("papermarkeraz "), html.rfind(" papermarkerbz")
        parts = re.split(r"papermarker\d+z", html[start:end])
        numbers = [int(n) for n in re.findall(r"papermarker(\d+)z", html[start:end])]
        if end < start or numbers != list(range(count)):
            return ()
        if count == 2:
            # a link, whose marker is part of a complete URL
            head, tail = parts[0].removesuffix("https://"), parts[1].removeprefix(".example/x")
            return (head, tail, parts[2]) if head != parts[0] and tail != parts[1] else ()
        return tuple(parts)

    def text(self, text: str) -> str | None:
        """Return the HTML of text that `_TEXT` matches; None if it may have a meaning for an extension."""
        try:
            return self._texts[text]
        except KeyError:
            is_plain = not _SPECIAL.search(text) and not (self._has_smarty and _SMART.search(text))
            html = text.replace("\\*", "*").replace("\\_", "_") if is_plain else None
            if len(self._texts) >= MAX_CACHED:
                self._texts.clear()
            self._texts[text] = html
            return html

    def convert(self, markdown: str, to_href: ToHref) -> str | None:
        """Return the HTML of a line, or of the lines of a paragraph; None if only the site's Markdown can convert it.

        Raises:
            FallBack: If a link cannot be resolved.
        """
        # the parts are: text, label, URL, text, label, URL, ..., text
        parts: list[str] = _LINK.split(markdown)
        for index in range(0, len(parts), 3):
            html = self._outside_links(parts[index])
            if html is None:
                return self._convert_tokens(markdown, to_href)
            parts[index] = html
        for index in range(1, len(parts), 3):
            label = self.text(parts[index])
            link = label and self._linked(label, to_href(parts[index + 1]))
            if not link:
                return None
            parts[index : index + 2] = link, ""
        return "".join(parts)

    def _outside_links(self, markdown: str) -> str | None:
        """Return the HTML of a part before, between or behind links; None if a link may be part of its syntax."""
        if not markdown:
            return ""
        try:
            return self._parts[markdown]
        except KeyError:
            has_id = 'id="' in markdown or 'name="' in markdown
            if "[" in markdown or markdown[0] in "*`" or markdown[-1] in "*`!" or has_id:
                return None
            if len(self._parts) >= MAX_CACHED:
                self._parts.clear()
            html = self._parts[markdown] = self._convert_tokens(markdown, str)
            return html

    def _convert_tokens(self, markdown: str, to_href: ToHref) -> str | None:
        """Return the HTML of a line, token by token."""
        out: list[str] = []
        open_marks: list[tuple[str, int]] = []
        end = 0
        for match in _TOKEN.finditer(markdown):
            if match.start() != end:
                return None
            end = match.end()
            kind = match.lastgroup
            html: str | None
            if kind == "text":
                html = self.text(match[0])
            elif kind == "link":
                label = self.text(match["label"])
                html = label and self._linked(label, to_href(match["url"]))
            elif kind == "tag":
                html = match[0]
                self.record_ids(html)
            else:
                html = self._convert_mark(kind or "", match, out, open_marks, to_href)
            if html is None:
                return None
            out.append(html)
        return "".join(out) if end == len(markdown) and not open_marks else None

    def record_ids(self, html: str) -> None:
        """Add the ids in HTML to `ids`."""
        if 'id="' in html or 'name="' in html:
            self.ids.update(match[1] or match[2] for match in _ID.finditer(html))

    def _linked(self, label: str, href: str) -> str | None:
        before_href, after_href, end = self._link
        return f"{before_href}{href}{after_href}{label}{end}" if label == label.strip() and label else None

    def _convert_mark(
        self, kind: str, match: re.Match[str], out: list[str], open_marks: list[tuple[str, int]], to_href: ToHref
    ) -> str | None:
        """Return the HTML of a token that is not text, a tag or a whole link.

        Args:
            kind: Name of the group of `_TOKEN` that matched.
            match: The token.
            out: HTML of the tokens before it.
            open_marks: Brackets and asterisks that are not closed yet, each with its index in `out`.
            to_href: Resolves links.
        """
        if kind == "open":
            if any(mark == "[" for mark, _ in open_marks):
                return None
            open_marks.append(("[", len(out)))
            return ""
        if kind == "close":
            if not open_marks or open_marks[-1][0] != "[":
                return None
            _, start = open_marks.pop()
            label = "".join(out[start:])
            del out[start:]
            return self._linked(label, to_href(match["target"]))
        if kind == "star":
            return self._convert_emphasis(match, out, open_marks)
        if kind == "code":
            follows_backtick = match.string[max(0, match.start() - 1) : match.start()] == "`"
            return match["code"].join(self._code) if self._code and not follows_backtick else None
        if kind == "math":
            return self._convert_formula(match[0])
        return self._break[0] if not match.string[: match.start()].endswith((" ", "\n")) else None

    def _convert_emphasis(self, match: re.Match[str], out: list[str], open_marks: list[tuple[str, int]]) -> str | None:
        """Return the HTML of asterisks that all Markdown parsers read as emphasis."""
        mark, line, (start, end) = match[0], match.string, match.span()
        pieces = self._strong if mark == "**" else self._emphasis
        if open_marks and open_marks[-1][0] == mark:
            if line[start - 1] in " \n*\\" or not _AFTER_EMPHASIS.match(line, end):
                return None
            open_marks.pop()
            return pieces[1]
        before = line[:start][-1:]
        opens = (not before or before in " (>[\n") and line[end : end + 1] not in " \n*\\_"
        if len(pieces) != 2 or not opens or any(open_mark != "[" for open_mark, _ in open_marks):
            return None
        open_marks.append((mark, len(out)))
        return pieces[0]

    def _convert_formula(self, tex: str) -> str | None:
        """Return the HTML of a formula, which the site's Markdown converts once."""
        if tex not in self._formulas:
            pieces = self._learn(tex, 0) if self._has_math else ()
            self._formulas[tex] = pieces[0] if pieces else None
        return self._formulas[tex]
