r"""Key: pandoc's and MyST's citations (see `pages.citations`), `[[@key]]`, `[[key|label]]` and `` `{key}` ``.

A wikilink, a role or a bracketed citation whose key looks like one that somebody generated establishes a paper (a
citation only where there is no `.bib`); anything else joins a paper that something else established.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from unicodedata import normalize

from papernotes_plugin import citekeys, identifiers
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.recognisers.evidence import title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import Evidence, Inline, InlineKind, Mention, MentionKind

_BRACES = re.compile(r"^\{([^{}\s]+)\}$")
_KINDS = frozenset((InlineKind.LINK, InlineKind.WIKILINK, InlineKind.EMBED, InlineKind.CODE))
_IDENTIFIER = re.compile(r"(?:arxiv|doi|openreview|acl|pmid|isbn):", re.IGNORECASE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The keys of a note."""
    end = 0
    for place, inline in enumerate(context.inlines):
        if inline.kind not in _KINDS:
            continue
        inside = inline.span.end <= end
        if inline.kind is not InlineKind.CODE:
            # the words of a link are no citation of their own
            end = max(end, inline.span.end)
        if place in context.claimed_inlines or inside:
            continue
        if inline.kind is InlineKind.WIKILINK:
            mention = _wikilink(context, inline)
            if mention:
                context.claimed_inlines.add(place)
                yield mention
        elif inline.kind is InlineKind.CODE:
            yield from _in_code(context, inline)
    yield from _cited(context)


def _in_code(context: NoteContext, inline: Inline) -> Iterator[Mention]:
    match = _BRACES.match(normalize("NFC", inline.text))
    if match and citekeys.is_citekey(match.group(1)):
        evidence = Evidence(citekey=match.group(1))
        yield build_mention(context, MentionKind.KEY, inline.span, match.group(1), inline.block, evidence)


def _wikilink(context: NoteContext, inline: Inline) -> Mention | None:
    # one sign for a letter with its accents, as keys are compared
    target = normalize("NFC", inline.url.split("#")[0].strip())
    name = target.rsplit("/", 1)[-1].removesuffix(".md").strip()
    if not name:
        return None
    key = name.removeprefix("@")
    if context.note_evidence and context.note_evidence.citekey == key:
        return None
    labelled = inline.text.strip()
    labels = (labelled,) if labelled and labelled not in (target, name, key, inline.url) else ()
    if title_heuristics.citekey_of_name(name):
        evidence = Evidence(citekey=key, labels=labels)
        return build_mention(context, MentionKind.KEY, inline.span, labelled or key, inline.block, evidence)
    # any other wikilink may be the title of a paper that a note or an entry establishes
    evidence = Evidence(title=name) if title_heuristics.count_words(name) >= 2 else Evidence(citekey=name)
    return build_mention(
        context, MentionKind.KEY, inline.span, labelled or name, inline.block, evidence, creates_paper=False
    )


def _cited(context: NoteContext) -> Iterator[Mention]:
    source = context.note.text
    starts = [inline.span.start for inline in context.inlines]
    for cluster in citation_syntax.find_citations(source, context.inlines):
        for cited in cluster.cited_keys:
            # what stands here, whatever it stands in
            place = bisect_right(starts, cited.span.start) - 1
            if place in context.claimed_inlines or (
                context.note_evidence and context.note_evidence.citekey == cited.key
            ):
                continue
            if "://" in cited.key:
                continue  # an address, which is a link of its own
            evidence = _evidence(cited.key)
            if evidence:
                founds = bool(evidence.identifiers) or (cited.is_certain and citekeys.is_citekey(cited.key))
                words = source[cited.span.start : cited.span.end]
                yield build_mention(
                    context, MentionKind.KEY, cited.span, words, cluster.block, evidence, creates_paper=founds
                )


def _evidence(key: str) -> Evidence | None:
    if not _IDENTIFIER.match(key):
        return Evidence(citekey=key)
    found = identifiers.parse_identifier(key)
    return Evidence(identifiers=(found,)) if found else None
