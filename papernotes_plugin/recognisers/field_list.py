"""Field list: a paper described by labelled lines alone, with its title as one of them.

`- 论文标题：…` / `- 作者：…` / `- 链接：…` as a list, a paragraph or a callout, one paper after another.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence import field_facts, labelled_values, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.field_labels import DESCRIBES
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import BlockKind, Inline, Mention, MentionKind


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The field lists of a note: each starts at a field that holds a title."""
    for block in context.children(-1):
        if block.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH, BlockKind.QUOTE):
            continue
        group: list[LabelledValue] = []
        for field in [*labelled_values.find(context, [block]), None]:
            if field is None or _names_paper(context, field):
                if group and (mention := _mention(context, group)):
                    yield mention
                group = []
            if field is not None:
                group.append(field)


def _names_paper(context: NoteContext, field: LabelledValue) -> bool:
    """A title field, or a link field whose link carries a title (`论文：[Title](url)`)."""
    if field.meaning == "title":
        return True
    return field.meaning == "link" and any(
        is_paper_link(i)
        and title_heuristics.count_words(title_heuristics.split_title(i.text).title) >= 3
        and not title_heuristics.is_uninformative(i.text)
        for _, i in _links(context, field)
    )


def _links(context: NoteContext, field: LabelledValue) -> list[tuple[int, Inline]]:
    return context.unclaimed_links_in(field.block, field.span)


def _mention(context: NoteContext, group: list[LabelledValue]) -> Mention | None:
    if len({f.meaning for f in group} & DESCRIBES) < 2 or not _names_paper(context, group[0]):
        return None
    if group[0].block in context.claimed_blocks:
        return None
    first = group[0]
    own = PaperLinks()
    title = title_heuristics.split_title(_value(context, first)).title
    field_facts.take_links(context, group, own)
    if title_heuristics.count_words(title) < 2 or not (
        own.identifiers or {"authors", "venue", "abstract"} & {f.meaning for f in group}
    ):
        return None
    said = field_facts.evidence(group)
    context.claimed_inlines.update(own.indices)
    context.claimed_blocks.update(f.block for f in group)
    evidence = said._replace(
        title=title,
        identifiers=own.add_identifiers(said.identifiers),
        links=own.links,
    )
    context.read_spans += (f.span for f in group)
    return build_mention(
        context, MentionKind.CARD, first.value_span, title, first.block, evidence, quotation=_words(context, group)
    )


def _value(context: NoteContext, field: LabelledValue) -> str:
    named = [i.text for _, i in _links(context, field) if not title_heuristics.is_uninformative(i.text)]
    return named[0] if named else field_facts.plain_value(field)


def _words(context: NoteContext, group: list[LabelledValue]) -> str:
    """The fields that the paper does not carry as facts, as written."""
    kept = [f for f in group if f.meaning in ("", "tags")]
    return "\n\n".join(context.source(f.span).strip() for f in kept)
