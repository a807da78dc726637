"""Lines: one line of our Markdown as the HTML that the host makes of it, without asking the host.

Text, links, code, emphasis, formulas and inline tags, as our escapes and marks write them; what each of them becomes
is learnt from the host once.  Whatever else there is, the host shall read itself.
"""

from __future__ import annotations

import re

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, sentinel

STARTS = re.compile(r"^(?:[ \t]|[-+>#|:=!?/~^%]|\*\s|\d{1,9}[.)](?:\s|$)|\[[ xX]\])", re.MULTILINE)
"""How a line begins that might be more than text."""
_TEXT = r"(?:[^\\`*_{}\[\]<>&|~^\#@$!\n\x00-\x1f\x7f]++|&(?:\#\d{1,7}|[a-zA-Z][a-zA-Z0-9]{1,30});|\\[*_]|!(?!\[))++"
_URL = r"[^()\s<>\"'\\`*\[\]{}|^$]++"
_NAMES = "a|b|br|circle|code|del|em|foreignObject|g|i|ins|kbd|mark|path|q|rect|s|small|span|strong|sub|sup|svg|u|var"
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
KEPT = 1 << 13
"""How many texts, and how many pieces between two links, are kept with what became of them."""
_LIVE = re.compile(
    # signs that each of them holds, first: the rest of a text is passed over at once
    r"[-+=:/.(\dzZ](?i:(?<=--)|(?<=[+][+/])|(?<==[=/])|(?<=:)(?=[\w+-]*:|//)|(?<=www\.)|(?<=\()(?:tm|c|r)\)|(?<=c/)o"
    r"|(?<=\d/)\d|(?<=\d)(?:st|nd|rd|th)(?![a-z0-9])|(?<=klz)zwxh)"
)
"""What means something to an extension, which our escapes leave nowhere within a text."""
_TYPED = re.compile(r"[\"']|\.\.|<<|>>|&quot;|&#(?:34|39);")
"""What Python-Markdown's `smarty` sets as a printer would."""
_AFTER_MARK = re.compile(r"[\s.,;:)<?!\]]|\Z")


class Lines:
    """Reads lines for one site."""

    def __init__(self, host: SiteMarkdown) -> None:
        self._host = host
        self._smarty = host.uses("markdown.extensions.smarty")
        self._math = host.uses("papernotes_plugin.markdown_extensions.math") or host.uses("pymdownx.arithmatex")
        self.ids: set[str] = set()
        """The ids of the tags that were read since this was emptied."""
        self._texts: dict[str, str | None] = {}
        self._pieces: dict[str, str | None] = {}
        self._formulas: dict[str, str | None] = {}
        a, b = sentinel(0), sentinel(1)
        self.paragraph = host.pieces(a, 1)
        """What stands around a paragraph; nothing where the host does not do as expected."""
        self._link = self._learnt(f"[{b}](https://{a}.example/x)", 2)
        self._strong = self._learnt(f"**{a}**", 1)
        self._emphasis = self._learnt(f"*{a}*", 1)
        self._code = self._learnt(f"`{a}`", 1)
        self._break = host.pieces(f"{a}\n{b}", 2)[1:2]
        tags = '<span class="x">y</span> <small>y</small><br>y <code>&#91;\\*</code>'
        known = self._learnt(tags, 0) == (tags.replace("\\", ""),)
        self.sure = bool(known and self._link and self._break and len(self.paragraph) == 2)
        """Whether the host reads links, tags and paragraphs as expected."""

    def _learnt(self, mark: str, count: int) -> tuple[str, ...]:
        """What stands around the sentinels of a mark within a line."""
        html, _ = self._host.convert(f"papermouldaz {mark} papermouldbz")
        start, end = html.find("papermouldaz ") + len("papermouldaz "), html.rfind(" papermouldbz")
        parts = re.split(r"papermould\d+z", html[start:end])
        found = [int(n) for n in re.findall(r"papermould(\d+)z", html[start:end])]
        if end < start or found != list(range(count)):
            return ()
        if count == 2:
            # of the link: its address stands within one that is sure to be one
            head, tail = parts[0].removesuffix("https://"), parts[1].removeprefix(".example/x")
            return (head, tail, parts[2]) if head != parts[0] and tail != parts[1] else ()
        return tuple(parts)

    def text(self, words: str) -> str | None:
        """The HTML of words that `_TEXT` matches; None where an extension might read something into them."""
        try:
            return self._texts[words]
        except KeyError:
            sure = not _LIVE.search(words) and not (self._smarty and _TYPED.search(words))
            made = words.replace("\\*", "*").replace("\\_", "_") if sure else None
            if len(self._texts) >= KEPT:
                self._texts.clear()
            self._texts[words] = made
            return made

    def read(self, line: str, lead: ToHref) -> str | None:
        """The HTML of a line, or of the lines of a paragraph; None where the host shall read them."""
        pieces: list[str] = _LINK.split(line)
        for at in range(0, len(pieces), 3):
            between = self._between(pieces[at])
            if between is None:
                return self._read(line, lead)
            pieces[at] = between
        for at in range(1, len(pieces), 3):
            label = self.text(pieces[at])
            made = label and self._anchored(label, lead(pieces[at + 1]))
            if not made:
                return None
            pieces[at : at + 2] = made, ""
        return "".join(pieces)

    def _between(self, words: str) -> str | None:
        """The HTML of what stands before, between or behind links; None where they may have to do with it."""
        if not words:
            return ""
        try:
            return self._pieces[words]
        except KeyError:
            if "[" in words or words[0] in "*`" or words[-1] in "*`!" or 'id="' in words or 'name="' in words:
                return None
            if len(self._pieces) >= KEPT:
                self._pieces.clear()
            made = self._pieces[words] = self._read(words, str)
            return made

    def _read(self, line: str, lead: ToHref) -> str | None:
        """A line, sign by sign."""
        out: list[str] = []
        open_: list[tuple[str, int]] = []
        at = 0
        for match in _TOKEN.finditer(line):
            if match.start() != at:
                return None
            at = match.end()
            kind = match.lastgroup
            made: str | None
            if kind == "text":
                made = self.text(match[0])
            elif kind == "link":
                label = self.text(match["label"])
                made = label and self._anchored(label, lead(match["url"]))
            elif kind == "tag":
                made = match[0]
                self.see(made)
            else:
                made = self._mark(kind or "", match, out, open_, lead)
            if made is None:
                return None
            out.append(made)
        return "".join(out) if at == len(line) and not open_ else None

    def see(self, tags: str) -> None:
        """Note the ids of tags, with what may stand between them."""
        if 'id="' in tags or 'name="' in tags:
            self.ids.update(found[1] or found[2] for found in _ID.finditer(tags))

    def _anchored(self, label: str, href: str) -> str | None:
        head, tail, end = self._link
        return f"{head}{href}{tail}{label}{end}" if label == label.strip() and label else None

    def _mark(
        self, kind: str, match: re.Match[str], out: list[str], open_: list[tuple[str, int]], lead: ToHref
    ) -> str | None:
        """What a token becomes that is no text, no tag and no whole link."""
        if kind == "open":
            if any(mark == "[" for mark, _ in open_):
                return None
            open_.append(("[", len(out)))
            return ""
        if kind == "close":
            if not open_ or open_[-1][0] != "[":
                return None
            _, place = open_.pop()
            label = "".join(out[place:])
            del out[place:]
            return self._anchored(label, lead(match["target"]))
        if kind == "star":
            return self._star(match, out, open_)
        if kind == "code":
            return (
                match["code"].join(self._code) if self._code and match.string[match.start() - 1 :][:1] != "`" else None
            )
        if kind == "math":
            return self._formula(match[0])
        return self._break[0] if not match.string[: match.start()].endswith((" ", "\n")) else None

    def _star(self, match: re.Match[str], out: list[str], open_: list[tuple[str, int]]) -> str | None:
        """Emphasis, where all parsers agree that it is some."""
        mark, line, (start, end) = match[0], match.string, match.span()
        pieces = self._strong if mark == "**" else self._emphasis
        if open_ and open_[-1][0] == mark:
            if line[start - 1] in " \n*\\" or not _AFTER_MARK.match(line, end):
                return None
            open_.pop()
            return pieces[1]
        before = line[:start][-1:]
        opens = (not before or before in " (>[\n") and line[end : end + 1] not in " \n*\\_"
        if len(pieces) != 2 or not opens or any(held != "[" for held, _ in open_):
            return None
        open_.append((mark, len(out)))
        return pieces[0]

    def _formula(self, tex: str) -> str | None:
        """A formula, which the host sets once."""
        if tex not in self._formulas:
            made = self._learnt(tex, 0) if self._math else ()
            self._formulas[tex] = made[0] if made else None
        return self._formulas[tex]
