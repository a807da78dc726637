r"""Key: `[@key]`, `@key`, `[[@key]]`, `[[key|label]]`, `` `{key}` `` and MyST's `` {cite:p}`key, key` ``.

A wikilink, a role or a bracketed citation whose key looks like one that somebody generated establishes a paper even
where no `.bib` knows it; anything else joins a paper that something else established.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin import citekeys, identifiers
from papernotes_plugin.model import Evidence, Inline, InlineKind, Kind, Mention, Span
from papernotes_plugin.recognisers import wording
from papernotes_plugin.recognisers.view import View

# Pandoc's citation keys: a letter, digit or _, then those and single internal punctuation; a trailing + is
# part of a key in the notes we read (a counter of collisions)
_KEY = r"[^\W][\w]*(?:[:.#$%&\-/][\w]+)*\+*"
_AT = re.compile(rf"(?<![\w.@/\\+-])-?@(?:\{{(?P<braced>[^{{}}\s]+)\}}|(?P<key>{_KEY}))")
_BRACES = re.compile(r"^\{([^{}\s]+)\}$")
# https://sphinxcontrib-bibtex.readthedocs.io/en/latest/usage.html#roles
_ROLE = re.compile(r"\{(?:foot)?cite(?::\w+|\w*)\}$")
_LISTED = re.compile(r"(?:\{[^{}]*\})?\s*(?P<key>[^\s,{}`]{2,})(?:\{[^{}]*\})?")
"""One of the keys of a role, between texts in braces."""
_LINE = 1_000
"""How far from a key the brackets around it are looked for."""
_IDENTIFIER = re.compile(r"^(?:arxiv|doi|openreview|acl|pmid|isbn):", re.IGNORECASE)


def recognise(view: View) -> Iterator[Mention]:
    """The keys of a note."""
    end = 0
    for place, inline in enumerate(view.inlines):
        inside = inline.span.end <= end
        if inline.kind in (InlineKind.LINK, InlineKind.WIKILINK, InlineKind.EMBED):
            # the words of a link are no citation of their own
            end = max(end, inline.span.end)
        if place in view.claimed or inside:
            continue
        if inline.kind is InlineKind.WIKILINK:
            mention = _wikilink(view, inline)
            if mention:
                view.claimed.add(place)
                yield mention
        elif inline.kind is InlineKind.CODE:
            yield from _in_code(view, inline)
        elif inline.kind is InlineKind.TEXT and "@" in inline.text:
            yield from _in_text(view, inline)


def _in_code(view: View, inline: Inline) -> Iterator[Mention]:
    if match := _BRACES.match(inline.text):
        if citekeys.is_citekey(match.group(1)):
            evidence = Evidence(citekey=match.group(1))
            yield view.mention(Kind.KEY, inline.span, match.group(1), inline.block, evidence)
        return
    source, (start, end) = view.note.text, inline.span
    if not _ROLE.search(source[max(0, start - 20) : start]):
        return
    for match in _LISTED.finditer(source, start + 1, end):
        key, founds = match["key"], citekeys.is_citekey(match["key"])
        yield view.mention(Kind.KEY, Span(*match.span("key")), key, inline.block, Evidence(citekey=key), founds=founds)


def _wikilink(view: View, inline: Inline) -> Mention | None:
    target = inline.url.split("#")[0].strip()
    name = target.rsplit("/", 1)[-1].removesuffix(".md").strip()
    if not name:
        return None
    key = name.removeprefix("@")
    if view.own and view.own.citekey == key:
        return None
    labelled = inline.text.strip()
    labels = (labelled,) if labelled and labelled not in (target, name, key, inline.url) else ()
    if wording.key_of_name(name):
        evidence = Evidence(citekey=key, labels=labels)
        return view.mention(Kind.KEY, inline.span, labelled or key, inline.block, evidence)
    # any other wikilink may be the title of a paper that a note or an entry establishes
    evidence = Evidence(title=name) if wording.words(name) >= 2 else Evidence(citekey=name)
    return view.mention(Kind.KEY, inline.span, labelled or name, inline.block, evidence, founds=False)


def _in_text(view: View, inline: Inline) -> Iterator[Mention]:
    source = view.note.text
    start, end = inline.span
    for match in _AT.finditer(source, start, end):
        key = (match["braced"] or match["key"]).rstrip(".:")
        bracketed = is_bracketed(source, match.start())
        if _IDENTIFIER.match(key) or len(key) < 2:
            evidence = _by_identifier(key)
            if evidence is None:
                continue
        else:
            evidence = Evidence(citekey=key)
        span = Span(match.start(), match.start() + len(match.group().rstrip(".:")))
        page = key == "url" and source.startswith(":http", match.end())
        if page or (view.own and view.own.citekey == key):
            continue
        founds = bool(evidence.identifiers) or (bracketed and citekeys.is_citekey(key))
        yield view.mention(Kind.KEY, span, source[span.start : span.end], inline.block, evidence, founds=founds)


def _by_identifier(key: str) -> Evidence | None:
    found = identifiers.parse(key)
    return Evidence(identifiers=(found,)) if found else None


def is_bracketed(source: str, at: int) -> bool:
    """The key at an offset stands in `[…]`, alone or with others, on one line."""
    start = source.rfind("\n", max(0, at - _LINE), at) + 1 or max(0, at - _LINE)
    opening = source.rfind("[", start, at)
    if opening < 0 or source.rfind("]", opening, at) >= 0 or source[opening - 1 : opening] == "[":
        return False
    end = source.find("\n", at, at + _LINE)
    return source.find("]", at, end if end >= 0 else at + _LINE) >= 0
