"""Literature note: a note about one paper, by its front matter, its inline fields or its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from papernotes_plugin import citekeys, identifiers, venues
from papernotes_plugin.model import Block, BlockKind, Evidence, Field, Identifier, Kind, Link, Mention, Span
from papernotes_plugin.recognisers import fields, wording
from papernotes_plugin.recognisers.fields import Labelled
from papernotes_plugin.recognisers.linking import Own, is_paper, link_lines, other_paper
from papernotes_plugin.recognisers.view import View

_KEYS = ("citekey", "cite_key", "cite-key", "citation-key", "citationkey", "citation_key", "bibkey", "bibtexkey", "bibtex_key", "citationKey", "refkey", "bib-key")
_TITLES = ("title", "original-title", "paper", "paper_title", "paper-title", "papertitle", "full_title")
_AUTHORS = ("authors", "author", "paper_authors", "creators", "作者")
_YEARS = ("year", "published", "publication_year", "date-released", "issued", "pubdate", "publication_date", "年份")
_VENUES = ("venue", "conference", "journal", "booktitle", "publication", "container-title", "publicationtitle", "publication_title", "journaltitle", "proceedings", "会议", "期刊")
_IDS = ("doi", "arxiv", "arxiv_id", "arxivid", "arxiv-id", "eprint", "pmid", "isbn", "openreview", "openreview_id", "acl", "s2", "pmcid")
_LINKS = ("url", "link", "pdf", "paper_url", "paper-url", "source", "paper_link", "arxiv_url", "links", "website", "code", "github", "project", "poster", "video", "slides")
_TLDR = ("tldr", "tl;dr", "summary", "one-liner")
_RESERVED = {"title", "tags", "tag", "aliases", "alias", "date", "created", "updated", "modified", "draft", "publish", "layout", "template", "cssclass", "cssclasses", "hide", "icon", "search", "status", "description", "type", "categories", "category", "slug", "same", *_KEYS, *_TITLES, *_AUTHORS, *_YEARS, *_VENUES, *_IDS, *_LINKS, *_TLDR, "abstract"}
_KINDS = {"paper", "article", "literature", "literature note", "literature-note", "reference", "source", "inproceedings", "conferencepaper", "conference paper", "journalarticle", "journal article", "preprint", "论文", "論文"}
_OPENING = 12
"""Blocks from the top of a note in which its fields may stand."""
_BYLINE = re.compile(r"(?P<author>.{2,60}?)\s+[-–—]\s+(?P<title>.+)\s+[-–—]\s+(?:\w+ )?(?:19|20)\d\d")
"""`# Sönke Ahrens - How To Take Smart Notes - 2017`"""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def recognise(view: View) -> Iterator[Mention]:
    """The mention that stands for a literature note as a whole; it claims the note's own links and fields."""
    stem = PurePosixPath(view.note.path).stem
    by_name = wording.key_of_name(stem)
    labelled = _opening_fields(view, by_name)
    evidence = _joined(_from_meta(view.note.meta), _from_fields(view, labelled))
    if not (_describes(view.note.meta, evidence) or (by_name and _backed(view, stem, evidence))):
        return
    if by_name and not evidence.citekey:
        evidence = replace(evidence, citekey=by_name)
    if citekeys.is_citekey(evidence.title.strip("@ ")) or evidence.title.startswith("@"):
        evidence = replace(evidence, title="")
    heading = view.headings[0] if view.headings else None
    if not evidence.title and not heading:
        evidence = replace(evidence, title=_first_bullet(view))
    if not evidence.title and heading and not wording.is_generic(title := view.plain(heading.index)):
        evidence = replace(evidence, title=_heading_title(title, evidence))
    view.taken.update(f.block for f in labelled)
    yield _mention(view, evidence, labelled)


def _first_bullet(view: View) -> str:
    """The title in the first bullet of an outline without headings."""
    first = next((b for b in view.blocks if b.kind is BlockKind.ITEM), None)
    texts = view.texts(first) if first else []
    line = re.sub(r"\s#\S+", "", view.plain(texts[0].index)) if texts else ""
    return wording.cleaned(line).title if wording.words(line) >= 3 and len(line) < 200 else ""


def _heading_title(heading: str, evidence: Evidence) -> str:
    """The title in the heading of a note: `# Author - Title - 2017` has more than that."""
    if match := _BYLINE.fullmatch(heading):
        return wording.cleaned(match["title"]).title
    return wording.cleaned(heading).title


def _describes(meta: Mapping[str, object], evidence: Evidence) -> bool:
    """Front matter that describes a paper, not a post: an identifier, a citekey, or authors with venue or year."""
    if evidence.citekey or (evidence.identifiers and (evidence.title or evidence.authors)):
        return True
    kind = _text(meta, ("type", "category", "kind", "itemtype", "item_type", "entrytype"))
    if kind.casefold() in _KINDS and (evidence.authors or evidence.identifiers or evidence.year):
        return True
    return bool(evidence.authors and evidence.title and (evidence.venue or _text(meta, ("year",))))


def _backed(view: View, stem: str, evidence: Evidence) -> bool:
    """A note named by a key, without describing front matter, must still speak of a paper."""
    if stem.startswith("@"):
        return True
    if view.headings and _BYLINE.fullmatch(view.plain(view.headings[0].index)):
        return True
    return bool(evidence.title or evidence.authors or evidence.year or evidence.identifiers) or any(
        is_paper(i) for i in view.inlines if i.kind == "link"
    )


def _mention(view: View, evidence: Evidence, labelled: list[Labelled]) -> Mention:
    own = Own(identifiers=list(evidence.identifiers), links=list(evidence.links))
    _claim(view, own)
    evidence = replace(
        evidence,
        identifiers=tuple(own.identifiers),
        links=tuple(own.links),
        abstract=evidence.abstract or _section(view, "abstract"),
        tldr=evidence.tldr or _section(view, "tldr"),
        bibtex=_entry(view),
        tags=evidence.tags or view.note.tags,
    )
    view.own = evidence
    span, text, block = _place(view, evidence, labelled)
    context = view.note.text[view.note.body :].strip()
    return replace(
        view.mention(Kind.LITERATURE_NOTE, span, text, block, evidence, context=context),
        topic=(),
    )


def _place(view: View, evidence: Evidence, labelled: list[Labelled]) -> tuple[Span, str, int]:
    """Where the paper is named: a title in front matter or fields, else the first heading, else the first line."""
    shown = evidence.title or evidence.citekey
    heading = view.headings[0] if view.headings else None
    if heading and evidence.title and wording.cleaned(view.plain(heading.index)).title == evidence.title and not _own_line(view, "title"):
        return heading.span, shown, heading.index
    for key in (*_TITLES, *_KEYS):
        line = view.note.meta_lines.get(key) or view.note.meta_lines.get(key.capitalize())
        if line:
            start = view.note.line_starts[line - 1]
            end = view.note.text.find("\n", start)
            at = view.note.text.find(evidence.title[:30], start, end) if evidence.title else start
            return Span(max(at, start), end), shown, 0
    named = [f for f in labelled if f.meaning in ("title", "citekey") and f.value]
    titled = next(iter(sorted(named, key=lambda f: f.meaning != "title")), None)
    if titled:
        return titled.span, shown, titled.block
    if view.headings and not wording.is_generic(view.plain(view.headings[0].index)):
        return view.headings[0].span, view.plain(view.headings[0].index), view.headings[0].index
    return Span(view.note.body, view.note.body), shown, 0


def _own_line(view: View, key: str) -> bool:
    """The front matter gives the key a line of its own."""
    line = view.note.meta_lines.get(key)
    return line is not None and view.note.text.startswith(key, view.note.line_starts[line - 1])


def _claim(view: View, own: Own) -> None:
    """Links on lines of their own that say nothing lead to the note's paper, anywhere in the note."""
    for block in view.blocks:
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML):
            continue
        for links, alone in link_lines(view, block):
            for place, inline in links:
                if alone and wording.says_nothing(inline.text) and not other_paper(view, inline):
                    own.add(place, inline)
    # wherever the note links to its own paper it speaks of itself
    own.places += [p for p, i in enumerate(view.inlines) if i.kind == "link" and identifiers.from_url(i.url) in own.identifiers]
    view.claimed.update(own.places)


def _entry(view: View) -> str:
    """The BibTeX of the paper, where the note holds exactly one entry."""
    blocks = [b for b in view.blocks if b.kind is BlockKind.CODE and view.source(b.span).count("@") and _is_bibtex(view, b)]
    if len(blocks) != 1 or len(re.findall(r"^\s*@\w+\s*\{", view.source(blocks[0].span), re.MULTILINE)) != 1:
        return ""
    view.taken.add(blocks[0].index)
    lines = view.source(blocks[0].span).split("\n")
    return "\n".join(line for line in lines if not line.lstrip(" >").startswith(("```", "~~~"))).strip()


def _is_bibtex(view: View, block: Block) -> bool:
    return block.info.split(" ")[0].casefold() in ("bibtex", "bib", "biblatex")


def _section(view: View, name: str) -> str:
    """The text under a heading `Abstract` or `TL;DR`, or in a callout of that type."""
    for heading in view.headings:
        if fields.meaning(view.plain(heading.index)) == name:
            blocks = view.section(heading)
            if blocks:
                return view.note.text[blocks[0].span.start : blocks[-1].span.end].strip()
    for block in view.blocks:
        if block.kind is BlockKind.QUOTE and block.info in (name, "summary" if name == "tldr" else name):
            lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in view.source(block.span).split("\n")]
            return "\n".join(lines[1:]).strip()
    return ""


# --- front matter ---------------------------------------------------------------------------------


def _get(meta: Mapping[str, object], names: tuple[str, ...]) -> object:
    folded = {key.casefold(): value for key, value in meta.items()}
    return next((folded[n.casefold()] for n in names if folded.get(n.casefold())), "")


def _text(meta: Mapping[str, object], names: tuple[str, ...]) -> str:
    value = _get(meta, names)
    if isinstance(value, list):
        value = next((v for v in value if isinstance(v, str)), "")
    return _unlinked(value) if isinstance(value, str) and not wording.is_template(value) else ""


def _unlinked(value: str) -> str:
    value = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", value)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", value).strip().strip("\"'")


def _from_meta(meta: Mapping[str, object]) -> Evidence:
    if not meta:
        return Evidence()
    ids: list[Identifier] = []
    links: list[Link] = []
    for name in (*_IDS, *_LINKS):
        for value in _values(_get(meta, (name,))):
            found = identifiers.from_url(value) if "://" in value else identifiers.parse(f"{_scheme(name)}:{value}")
            found = found or (identifiers.parse(value) if name in _IDS else None)
            if found and found not in ids and not any(
                i.scheme == found.scheme and identifiers.SCHEMES[i.scheme].exclusive for i in ids
            ):
                ids.append(found)
            if value.startswith(("http://", "https://")) and all(x.url != value for x in links):
                links.append(Link(identifiers.label(found) if found else name.replace("_", " ").capitalize(), value))
    venue, year, track = venues.parse_venue(_text(meta, _VENUES))
    venue = venue or _text(meta, _VENUES)[:80]
    when = next((m for name in ("year", *_YEARS) for v in _values(_get(meta, (name,))) if (m := _YEAR.search(v))), None)
    return Evidence(
        title=wording.cleaned(_text(meta, _TITLES)).title,
        authors=_authors(_get(meta, _AUTHORS)),
        year=int(when.group()) if when else year,
        venue=venue,
        track=track or _text(meta, ("track",)),
        identifiers=tuple(ids),
        citekey=_text(meta, _KEYS).removeprefix("@"),
        links=tuple(links),
        tldr=_text(meta, _TLDR),
        abstract=_text(meta, ("abstract", "摘要")),
        fields=tuple(Field(k, v) for k, v in meta.items() if isinstance(v, str) and v and k.casefold() not in _RESERVED),
    )


def _scheme(name: str) -> str:
    name = re.split(r"[_-]", name.casefold())[0]
    return {"arxivid": "arxiv", "eprint": "arxiv"}.get(name, name)


def _values(value: object) -> list[str]:
    """The texts in a value of any shape."""
    if isinstance(value, str):
        match = re.search(r"\]\((\S+?)\)$", value.strip())
        return [match.group(1) if match else value.strip()] if value.strip() else []
    if isinstance(value, list):
        return [t for part in value for t in _values(part)]
    if isinstance(value, Mapping):
        return [t for part in value.values() for t in _values(part)]
    return []


def _authors(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        names: list[str] = []
        for part in value:
            if isinstance(part, Mapping):
                given = str(part.get("given") or part.get("firstName") or part.get("given-names") or "")
                family = str(part.get("family") or part.get("lastName") or part.get("family-names") or part.get("name") or "")
                names.append(f"{family}, {given}".strip(", "))
            elif isinstance(part, str) and part.strip():
                names.append(_unlinked(part).removeprefix("@"))
        return tuple(n for n in names if n)
    return wording.authors(_unlinked(value)) if isinstance(value, str) and value else ()


# --- inline fields --------------------------------------------------------------------------------


def _opening_fields(view: View, by_name: str) -> list[Labelled]:
    """The fields that open the note (lines, lists, callouts, properties), where they describe the whole of it."""
    opening: list[Block] = []
    for block in view.children(-1):
        if block.kind is BlockKind.HEADING:
            if opening and not wording.is_generic(view.plain(block.index)):
                break
            continue
        opening.append(block)
        if len(opening) > _OPENING:
            break
    found = fields.find(view, opening)
    known = {f.meaning for f in found if f.meaning and f.value}
    properties = any("::" in view.source(f.span) for f in found)
    if by_name:
        return found if known else []
    titles = [f for f in found if f.meaning == "title"]
    if properties and len(known) >= 2:
        return found
    first = found[0] if found else None
    opens = first is not None and not any(h.span.start < first.span.start for h in view.headings)
    if opens and len(titles) == 1 and found.index(titles[0]) == 0 and known & {"authors", "link", "doi", "arxiv", "venue", "year"}:
        return found if sum(f.meaning == "title" for f in fields.find(view, view.children(-1))) == 1 else []
    return []


def _from_fields(view: View, labelled: list[Labelled]) -> Evidence:
    if not labelled:
        return Evidence()
    said = fields.evidence(labelled)
    titles = [fields.plain_value(f) for f in labelled if f.meaning == "title" and f.value]
    named = next((t for t in titles if not citekeys.is_citekey(t.strip("@ "))), "")
    urls = [
        identifiers.from_url(i.url)
        for f in labelled
        for _, i in view.links(f.block)
        if f.meaning in ("link", "doi", "arxiv") and f.span.start <= i.span.start < f.span.end
    ]
    own = Own(identifiers=list(said.identifiers))
    for found in urls:
        if found and own.fits(found) and found not in own.identifiers:
            own.identifiers.append(found)
    title = wording.cleaned(named.removeprefix("@")).title
    return replace(said, title=title, identifiers=tuple(own.identifiers))


def _joined(first: Evidence, second: Evidence) -> Evidence:
    """The first evidence with its gaps filled from the second."""
    gaps = {
        name: getattr(second, name)
        for name in ("title", "authors", "year", "venue", "track", "identifiers", "citekey", "tldr", "abstract", "fields")
        if not getattr(first, name) and getattr(second, name)
    }
    return replace(first, **gaps)
