r"""Recognise citekeys: citations of pandoc and MyST, `[[@key]]`, `[[key|label]]` and `` `{key}` ``.

A wikilink, a role or a bracketed citation creates a paper if its key looks generated.  Citations do so only if
there is no `.bib` file.  Any other key joins a paper that another mention or an entry creates.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from unicodedata import normalize

from papernotes_plugin import citekeys, identifiers
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.recognisers.evidence.papers.file_names import read_file_name
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.keyed_titles import title_after_key
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Inline, InlineKind, Mention, MentionKind

_BRACES = lazy_regex(r"^\{([^{}\s]+)\}$")
_KINDS = frozenset((InlineKind.LINK, InlineKind.WIKILINK, InlineKind.EMBED, InlineKind.CODE))
_MIN_TITLE = 4
"""Words from which a name after `@` is the title of an item of Zotero, as in Logseq, and no person."""
_IDENTIFIER = lazy_regex(r"(?:arxiv|doi|openreview|acl|pmid|isbn):", re.IGNORECASE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `KEY` for each wikilink and each citekey in code, then for each citation."""
    link_end = 0
    for index, inline in enumerate(context.inlines):
        if inline.kind not in _KINDS:
            continue
        is_in_link = inline.span.end <= link_end
        if inline.kind is not InlineKind.CODE:
            link_end = max(link_end, inline.span.end)
        # a key in the text of a link is no mention of its own
        if index in context.claimed_inlines or is_in_link:
            continue
        if inline.kind in (InlineKind.WIKILINK, InlineKind.EMBED):
            mention = _mention_of_wikilink(context, inline)
            if mention:
                context.claimed_inlines.add(index)
                yield mention
        elif inline.kind is InlineKind.CODE:
            yield from _mention_in_code(context, inline)
    yield from _mentions_of_citations(context)


def _mention_in_code(context: NoteContext, inline: Inline) -> Iterator[Mention]:
    """Yield the mention of a citekey in braces that a code span is: `` `{lee2020}` ``."""
    match = _BRACES.match(normalize("NFC", inline.text))
    if match and citekeys.is_citekey(match.group(1)):
        evidence = Evidence(citekey=match.group(1))
        yield build_mention(context, MentionKind.KEY, inline.span, match.group(1), inline.block, evidence)


def _mention_of_wikilink(context: NoteContext, inline: Inline) -> Mention | None:
    """Return the mention of a wikilink whose target is a citekey, or names a work; None for other links."""
    # keys are compared in composed form: one character for a letter with its accents
    target = normalize("NFC", inline.url.split("#")[0].strip())
    name = target.rsplit("/", 1)[-1].removesuffix(".md").strip()
    if not name:
        return None
    evidence = read_file_name(name, context.note_evidence)
    if evidence and evidence.authors:
        return build_mention(context, MentionKind.CITATION, inline.span, name, inline.block, evidence)
    # `#[[@ann]]` is the tag of a person
    is_tag = name.startswith("@") and context.note.text.endswith("#", 0, inline.span.start)
    if inline.kind is InlineKind.EMBED or is_tag:
        return None
    key = name.removeprefix("@")
    if _is_own_key(context, key):
        return None
    text = inline.text.strip()
    labels = (text,) if text and text not in (target, name, key, inline.url) else ()
    if citekey_of_name(name):
        evidence = Evidence(citekey=key, title=title_after_key(context, inline), labels=labels)
        return build_mention(context, MentionKind.KEY, inline.span, text or key, inline.block, evidence)
    # any other wikilink may be the title or key of a paper that a note or an entry creates
    count = count_words(name)
    evidence = Evidence(title=key) if count >= 2 else Evidence(citekey=name)
    # `@ann_b_lee on Twitter` is the name of an account
    creates_paper = name.startswith("@") and count_words(name.replace("_", "")) >= _MIN_TITLE
    return build_mention(
        context, MentionKind.KEY, inline.span, text or name, inline.block, evidence, creates_paper=creates_paper
    )


def _mentions_of_citations(context: NoteContext) -> Iterator[Mention]:
    """Yield a mention for each key in the citations of pandoc and MyST that is not the key of the note itself."""
    source = context.note.text
    starts = [inline.span.start for inline in context.inlines]
    claimed = {context.inlines[index].span for index in context.claimed_inlines}
    for cluster in citation_syntax.find_citations(source, context.inlines):
        if cluster.link in claimed:
            continue
        for cited in cluster.cited_keys:
            innermost = bisect_right(starts, cited.span.start) - 1
            if innermost in context.claimed_inlines or _is_own_key(context, cited.key):
                continue
            if "://" in cited.key:
                continue  # a URL, which is a link of its own
            if evidence := _evidence(cited.key):
                is_certain = cited.is_certain or citekeys.has_title(cited.key) or _is_footnote(context, cluster)
                creates_paper = bool(evidence.identifiers) or (is_certain and citekeys.is_citekey(cited.key))
                yield build_mention(
                    context,
                    MentionKind.KEY,
                    cited.span,
                    context.source(cited.span),
                    cluster.block,
                    evidence,
                    creates_paper=creates_paper,
                )


def _is_footnote(context: NoteContext, cluster: citation_syntax.CitationCluster) -> bool:
    """Return whether a citation opens a footnote: `[^1]: @lee2020, p. 3`."""
    parent = context.blocks[cluster.block].parent
    is_in_footnote = parent >= 0 and context.blocks[parent].kind is BlockKind.FOOTNOTE
    return is_in_footnote and context.text_span(context.blocks[cluster.block]).start == cluster.span.start


def _is_own_key(context: NoteContext, key: str) -> bool:
    """Return whether a key is that of the paper that the note is about."""
    return context.note_evidence is not None and context.note_evidence.citekey == key


def _evidence(key: str) -> Evidence | None:
    """Return the evidence of a key, or of an identifier in place of one: `@doi:10.1000/x`; None for a broken one."""
    if not _IDENTIFIER.match(key):
        return Evidence(citekey=key)
    identifier = identifiers.parse_identifier(key)
    return Evidence(identifiers=(identifier,)) if identifier else None
