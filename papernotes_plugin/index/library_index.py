"""Arrange papers and notes as a library.  All ordering and grouping is decided here."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from papernotes_plugin import text
from papernotes_plugin.index.related_papers import RelatedPapers
from papernotes_plugin.index.topic_names import TopicFilter
from papernotes_plugin.links import vault_paths, vault_signs, wikilinks
from papernotes_plugin.links.addresses import fold_path, tag_path, topic_path, venue_path
from papernotes_plugin.links.paper_files import linked_files
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Group, Library, Mention, Note, NoteLink, Paper

_STEP_LENGTH = 48


def index_library(
    papers: Iterable[Paper],
    notes: Iterable[Note],
    config: Config,
    private: frozenset[str] = frozenset(),
    files: Iterable[str] | None = None,
) -> Library:
    """Return the library of papers and notes.

    Args:
        papers: The papers, in any order.
        notes: The notes, in any order.
        config: The options.
        private: Names of private notes, as in `Library.private`.
        files: Paths of the files that are not notes; None if they are unknown.
    """
    shown = tuple(sorted(papers, key=_paper_order))
    read = tuple(sorted(notes, key=lambda note: note.path))
    topic_filter = TopicFilter.learn(read, shown, config.ignored_topics)
    shown = tuple(_with_clean_topics(paper, topic_filter) for paper in shown)
    by_name, by_alias = wikilinks.index_notes(read)
    tags = _tags(shown, read, config.min_papers)
    library = with_lookups(Library(papers=shown, notes=read, tags=tags))
    library = replace(
        library,
        topics=_topics(shown, library.mentions, topic_filter, config.min_papers),
        venues=_venues(shown, config.min_papers),
        related=RelatedPapers(shown, library.mentions, topic_filter, config.related),
        by_name=by_name,
        by_alias=by_alias,
        private=private,
        by_file=None if files is None else vault_paths.index_files(files),
        linked_files=frozenset() if config.paper_files else linked_files(note.text for note in read),
    )
    library = replace(library, uses_wikilinks=vault_signs.uses_wikilinks(library, config))
    return replace(library, is_vault=vault_signs.is_vault(library, config))


def with_lookups(library: Library) -> Library:
    """Return the library with the mappings that follow from its papers, notes and tags."""
    papers, notes = library.papers, library.notes
    return replace(
        library,
        by_slug={paper.slug: paper for paper in papers},
        by_key=_by_key(papers),
        by_identifier={identifier: paper for paper in papers for identifier in paper.identifiers},
        by_title={text.comparison_key(paper.title): paper for paper in papers if paper.title},
        mentions=_mentions(papers, notes),
        by_path={note.path: note for note in notes},
        anchors=wikilinks.LibraryAnchors(notes),
        by_tag={fold_path(group.path): group for group in library.tags},
    )


def _by_key(papers: Sequence[Paper]) -> dict[str, Paper]:
    """Return the papers by citekey and by alias; a citekey takes precedence."""
    by_key = {paper.citekey: paper for paper in papers if paper.citekey}
    for paper in papers:
        for alias in paper.aliases:
            by_key.setdefault(alias, paper)
    return by_key


def with_links(
    library: Library,
    links: Mapping[str, tuple[NoteLink, ...]],
    name_links: Mapping[str, tuple[NoteLink, ...]],
    *,
    link: bool,
) -> Library:
    """Return the library with the links between its notes.

    Args:
        library: The library.
        links: The links of each note, by path.
        name_links: The names of other notes in each note, by path.
        link: Whether these names become links too.
    """
    if link:
        links = {
            path: tuple(sorted((*of_note, *name_links.get(path, ())), key=lambda link: link.span))
            for path, of_note in links.items()
        }
    unlinked_names = {} if link else _by_target(name_links)
    return replace(
        library, links=links, backlinks=_by_target(links), name_links=name_links, unlinked_names=unlinked_names
    )


def _by_target(links: Mapping[str, tuple[NoteLink, ...]]) -> dict[str, tuple[NoteLink, ...]]:
    """Return the links by the path of their target."""
    back: dict[str, list[NoteLink]] = {}
    for path in sorted(links):
        for link in links[path]:
            back.setdefault(link.target, []).append(link)
    return {path: tuple(to_note) for path, to_note in back.items()}


def _paper_order(paper: Paper) -> tuple[int, str, str]:
    return -(paper.year or 0), text.comparison_key(paper.name), paper.slug


def _mentions(papers: Iterable[Paper], notes: Iterable[Note]) -> dict[str, tuple[tuple[Mention, Paper], ...]]:
    by_note: dict[str, list[tuple[Mention, Paper]]] = {note.path: [] for note in notes}
    for paper in papers:
        for mention in paper.mentions:
            by_note.setdefault(mention.note, []).append((mention, paper))
    return {
        path: tuple(sorted(pairs, key=lambda pair: (pair[0].span, pair[1].slug))) for path, pairs in by_note.items()
    }


# --- groups ---------------------------------------------------------------------------------------


class _Tree:
    """Builder of groups; path steps that differ only in case or Unicode form are one, in the first spelling."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.rank = {paper.slug: rank for rank, paper in enumerate(papers)}
        self.paths: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.own_papers: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self.papers: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self.notes: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self._keys: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        """The key of the group of each path, behind those of all groups above it; many papers have the same path."""

    def add(self, path: tuple[str, ...], paper: str = "", note: str = "") -> None:
        """Add a paper or a note (or both) to the group of a path and to all groups above it."""
        keys = self._keys.get(path)
        if keys is None:
            keys = self._keys[path] = self._add_path(path)
        for key in keys:
            if paper:
                self.papers[key].add(paper)
            if note:
                self.notes[key].add(note)
        if paper and keys:
            self.own_papers[keys[-1]].add(paper)

    def _add_path(self, path: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Add the groups of a path that are new, and return the keys of all."""
        key = fold_path(path)
        keys = [key[:length] for length in range(1, len(key) + 1)]
        for above, step in zip(keys, path, strict=True):
            self.paths.setdefault(above, (*self.paths.get(above[:-1], ()), step))
        return keys

    def groups(self, min_papers: int, *, by_name: bool = True, reverse_years: bool = False) -> tuple[Group, ...]:
        """Return the groups, parents before children; siblings by name, or in the order they were added.

        Groups with fewer papers are left out.  They do not change the slugs of the others.
        """
        children: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for key in self.paths:
            children.setdefault(key[:-1], []).append(key)
        slugs: dict[tuple[str, ...], str] = {(): ""}
        for above, keys in children.items():
            if by_name:
                keys.sort(reverse=reverse_years and len(above) == 1)
            for key, slug in _step_slugs(keys):
                slugs[key] = f"{slugs[above]}/{slug}".lstrip("/")
        out: list[Group] = []

        def shown(keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
            return [key for key in keys if len(self.papers.get(key, ())) >= min_papers]

        waiting = shown(children.get((), []))[::-1]
        while waiting:
            key = waiting.pop()
            below = shown(children.get(key, []))
            out.append(self._group(key, slugs, below))
            waiting += reversed(below)
        return tuple(out)

    def _group(self, key: tuple[str, ...], slugs: dict[tuple[str, ...], str], below: list[tuple[str, ...]]) -> Group:
        return Group(
            path=self.paths[key],
            slug=slugs[key],
            papers=tuple(sorted(self.papers.get(key, ()), key=self.rank.__getitem__)),
            own_papers=tuple(sorted(self.own_papers.get(key, ()), key=self.rank.__getitem__)),
            notes=tuple(sorted(self.notes.get(key, ()))),
            children=tuple(slugs[child] for child in below),
        )


def _step_slugs(siblings: list[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield a slug for the last step of each sibling; a later one that collides gets a hash."""
    taken: set[str] = set()
    slugs = {key[-1]: step_slug(key[-1]) for key in siblings}
    # steps that their slug represents exactly come first, so that others cannot change their slug
    for key in sorted(siblings, key=lambda k: (slugs[k[-1]].replace("-", " ") != k[-1].replace("-", " "), k[-1])):
        slug = slugs[key[-1]]
        if slug in taken:
            slug = f"{slug}-{_hash(key[-1])}"
        taken.add(slug)
        yield key, slug


def step_slug(step: str) -> str:
    """Return a path-safe slug for one step of a tag, topic or venue.

    Emoji are replaced by their names, characters of other scripts by their code points.

    Examples:
        >>> step_slug("🧠"), step_slug("LLM Agents"), step_slug("注意力")
        ('brain', 'llm-agents', '6ce8-610f-529b')
    """
    spelled = step if step.isascii() else "".join(map(_spelled, step))
    slug = text.slugify(spelled, _STEP_LENGTH)
    name = fold_path((step.strip(),))[0]
    if slug != "x" or name in ("x", ""):
        return slug
    points = "-".join(f"{ord(char):x}" for char in name)
    return points if len(points) <= _STEP_LENGTH else f"{points[: _STEP_LENGTH - 9]}-{_hash(name)}"


def _spelled(char: str) -> str:
    """Return the name of an emoji with spaces around it; any other character itself."""
    is_emoji = not char.isascii() and unicodedata.category(char) in ("So", "Sk")
    return f" {unicodedata.name(char, '')} " if is_emoji else char


def _hash(name: str) -> str:
    return blake2b(name.encode("utf-8", "replace"), digest_size=4).hexdigest()


def _tags(papers: Sequence[Paper], notes: Sequence[Note], min_papers: int) -> tuple[Group, ...]:
    tree = _Tree(papers)
    for note in notes:
        for tag in note.tags:
            tree.add(tag_path(tag), note=note.path)
    for paper in papers:
        for tag in paper.tags:
            tree.add(tag_path(tag), paper=paper.slug)
    return tree.groups(min_papers)


def _with_clean_topics(paper: Paper, topic_filter: TopicFilter) -> Paper:
    """Return a paper without the steps of its topics that name no subject."""
    topics = tuple(dict.fromkeys(topic for topic in map(topic_filter.clean, paper.topics) if topic))
    return paper if topics == paper.topics else paper._replace(topics=topics)


def _topics(
    papers: Sequence[Paper],
    mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]],
    topic_filter: TopicFilter,
    min_papers: int,
) -> tuple[Group, ...]:
    """Return the groups of topics; siblings are in the order in which the notes mention them."""
    tree = _Tree(papers)
    for path, pairs in mentions.items():
        for mention, paper in pairs:
            topic = topic_filter.clean(mention.topic)
            if topic in paper.topics:
                tree.add(topic_path(topic), paper.slug, path)
    for paper in papers:
        for topic in paper.topics:
            tree.add(topic_path(topic), paper.slug)
    return tree.groups(min_papers, by_name=False)


def _venues(papers: Sequence[Paper], min_papers: int) -> tuple[Group, ...]:
    """Return the groups of venues by name, with their years, latest first."""
    tree = _Tree(papers)
    for paper in papers:
        if paper.venue and paper.venue.acronym.strip():
            tree.add(venue_path(paper.venue), paper.slug)
    return tree.groups(min_papers, reverse_years=True)
