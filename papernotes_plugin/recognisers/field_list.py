"""Field list: a paper described by labelled lines alone, with its title as one of them.

`- 论文标题：…` / `- 作者：…` / `- 链接：…` as a list, a paragraph or a callout, one paper after another.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers import field_facts, labelled_values, title_heuristics
from papernotes_plugin.recognisers.context import View
from papernotes_plugin.recognisers.field_labels import DESCRIBES
from papernotes_plugin.recognisers.labelled_values import Labelled
from papernotes_plugin.recognisers.paper_links import Own, is_paper
from papernotes_plugin.vocabulary.model import BlockKind, Inline, Kind, Mention


def recognise(view: View) -> Iterator[Mention]:
    """The field lists of a note: each starts at a field that holds a title."""
    for block in view.children(-1):
        if block.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH, BlockKind.QUOTE):
            continue
        group: list[Labelled] = []
        for field in [*labelled_values.find(view, [block]), None]:
            if field is None or _names_paper(view, field):
                if group and (mention := _mention(view, group)):
                    yield mention
                group = []
            if field is not None:
                group.append(field)


def _names_paper(view: View, field: Labelled) -> bool:
    """A title field, or a link field whose link carries a title (`论文：[Title](url)`)."""
    if field.meaning == "title":
        return True
    return field.meaning == "link" and any(
        is_paper(i)
        and title_heuristics.words(title_heuristics.cleaned(i.text).title) >= 3
        and not title_heuristics.says_nothing(i.text)
        for _, i in _links(view, field)
    )


def _links(view: View, field: Labelled) -> list[tuple[int, Inline]]:
    return view.links_in(field.block, field.span)


def _mention(view: View, group: list[Labelled]) -> Mention | None:
    if len({f.meaning for f in group} & DESCRIBES) < 2 or not _names_paper(view, group[0]):
        return None
    if group[0].block in view.taken:
        return None
    first = group[0]
    own = Own()
    title = title_heuristics.cleaned(_value(view, first)).title
    field_facts.take_links(view, group, own)
    if title_heuristics.words(title) < 2 or not (
        own.identifiers or {"authors", "venue", "abstract"} & {f.meaning for f in group}
    ):
        return None
    said = field_facts.evidence(group)
    view.claimed.update(own.places)
    view.taken.update(f.block for f in group)
    evidence = said._replace(
        title=title,
        identifiers=own.with_(said.identifiers),
        links=own.links,
    )
    view.told += (f.span for f in group)
    return view.mention(Kind.CARD, first.inner, title, first.block, evidence, context=_words(view, group))


def _value(view: View, field: Labelled) -> str:
    named = [i.text for _, i in _links(view, field) if not title_heuristics.says_nothing(i.text)]
    return named[0] if named else field_facts.plain_value(field)


def _words(view: View, group: list[Labelled]) -> str:
    """The fields that the paper does not carry as facts, as written."""
    kept = [f for f in group if f.meaning in ("", "tags")]
    return "\n\n".join(view.source(f.span).strip() for f in kept)
