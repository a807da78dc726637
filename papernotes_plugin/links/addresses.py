"""Paths of the generated pages and files, and relative links between pages.

Links lead to source paths (`../notes/x.md#pn-3`), so that the site generator resolves and checks them.
All paths are posix paths relative to the folder of the notes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2s
from itertools import repeat
from urllib.parse import quote

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Paper, Venue

HOME = "index.md"
"""Path of the home page."""
_HOME_OF_AUTHOR = lazy_regex(r"(?:index|README)\.(?:md|markdown|mdown|mkdn|mkd)|(?i:index\.(?:md|html))")
_SAFE = "/@!,;=+~"
_PLAIN = lazy_regex(rf"[A-Za-z0-9_.{_SAFE}-]*+")
MAX_STEPS = 8
"""Maximum depth of a tag or topic, because the length of file paths is limited; deeper steps are ignored."""
MAX_NAME = 255
"""Maximum length of a file name in bytes; the name of a note may already have it."""


def paper_page(slug: str, config: Config) -> str:
    """Return the path of the page of a paper."""
    return f"{config.papers_path}/{slug}.md"


def slug_at(path: str, config: Config) -> str:
    """Return the slug of the paper whose page would have a path; "" for a path that no paper page can have.

    Examples:
        >>> slug_at("papers/ho2020denoising.md", Config()), slug_at("tags/llm.md", Config())
        ('ho2020denoising', '')
    """
    folder, _, name = path.rpartition("/")
    return name.removesuffix(".md") if folder == config.papers_path and name.endswith(".md") else ""


def paper_at(path: str, library: Library, config: Config) -> Paper | None:
    """Return the paper whose page has a path; None if there is none."""
    return library.by_slug.get(slug_at(path, config))


def mentions_page(slug: str, config: Config) -> str:
    """Return the path of the page with all mentions of a paper, for papers whose own page cannot show all.

    Slugs contain no underscore, so that this is never the page of another paper.
    """
    return f"{config.papers_path}/{slug}_notes.md"


def paper_bibtex(slug: str, config: Config) -> str:
    """Return the path of the `.bib` file of a paper."""
    return f"{config.papers_path}/{slug}.bib"


def paper_ris(slug: str, config: Config) -> str:
    """Return the path of the RIS file of a paper."""
    return f"{config.papers_path}/{slug}.ris"


def group_bibtex(folder: str, slug: str) -> str:
    """Return the path of the `.bib` file of a tag, topic or venue, next to its page."""
    return f"{folder}/{slug}.bib"


def index_bibtex(folder: str) -> str:
    """Return the path of the `.bib` file of all papers with a tag, topic or venue."""
    return f"{folder}/index.bib"


def note_bibtex(path: str, config: Config) -> str:
    """Return the path of the `.bib` file of a note, next to the note.

    The name is longer if a generated file may have it, and is cut with a digest if it exceeds `MAX_NAME`.

    Examples:
        >>> note_bibtex("notes/x.md", Config()), note_bibtex("a.markdown", Config()), note_bibtex("papers.md", Config())
        ('notes/x.bib', 'a.markdown.bib', 'papers.note.bib')
    """
    stem = path.removesuffix(".md")
    ending = ".note.bib" if is_generated(f"{stem}.bib", config) else ".bib"
    folder, _, name = stem.rpartition("/")
    whole = name.encode(errors="replace")
    if len(whole) + len(ending) > MAX_NAME:
        digest = blake2s(whole).hexdigest()[:8]
        start = whole[: MAX_NAME - len(ending) - len(digest) - 1].decode(errors="ignore")
        stem = f"{folder}/{start}-{digest}" if folder else f"{start}-{digest}"
    return stem + ending


def is_generated(path: str, config: Config) -> bool:
    """Return whether a path may be that of a generated file."""
    folders = (config.papers_path, config.tags_path, config.topics_path, config.venues_path, config.map_path)
    first = path.casefold()
    return first == config.bibtex_path.casefold() or first.startswith(tuple(f"{f}/".casefold() for f in folders))


def csl_file(config: Config) -> str:
    """Return the path of the library in CSL-JSON, next to its `.bib` file.

    Examples:
        >>> csl_file(Config()), ris_file(Config())
        ('papers.csl.json', 'papers.ris')
    """
    return export_file(config, ".csl.json")


def ris_file(config: Config) -> str:
    """Return the path of the library in RIS, next to its `.bib` file."""
    return export_file(config, ".ris")


def export_file(config: Config, ending: str) -> str:
    """Return the path of the site's file with all papers in another format: that of its `.bib` file, with `ending`."""
    return f"{config.bibtex_path.removesuffix('.bib')}{ending}"


def table_file(config: Config) -> str:
    """Return the path of the data of the papers table."""
    return f"{config.papers_path}/table.js"


def details_file(number: int, config: Config) -> str:
    """Return the path of one of the files with details of single papers, which the table loads on demand."""
    return f"{config.papers_path}/table-{number}.js"


def feed_file(config: Config) -> str:
    """Return the path of the Atom feed of new papers and notes, next to the `.bib` file."""
    return f"{config.bibtex_path.removesuffix('.bib')}.atom"


def papers_index(config: Config) -> str:
    """Return the path of the page of all papers."""
    return f"{config.papers_path}/index.md"


def is_home(path: str) -> bool:
    """Return whether a file of the author is the home page of a site.

    Examples:
        >>> [path for path in ("index.md", "README.md", "readme.md", "a/index.md", "index.html") if is_home(path)]
        ['index.md', 'README.md', 'index.html']
    """
    return _HOME_OF_AUTHOR.fullmatch(path) is not None


def map_page(config: Config) -> str:
    """Return the path of the map of the library."""
    return f"{config.map_path}/index.md"


def graph_file(config: Config, ending: str = "json") -> str:
    """Return the path of the data of the map: `json` for other programs, `js` for the script of the page.

    The page loads the data as a script, because its own script fetches no files.
    """
    return f"{config.map_path}/graph.{ending}"


def group_page(folder: str, slug: str) -> str:
    """Return the path of the page of a tag, topic or venue, in the folder of its kind."""
    return f"{folder}/{slug}.md"


def group_index(folder: str) -> str:
    """Return the path of the page of all tags, topics or venues."""
    return f"{folder}/index.md"


def relative_href(target: str, page: str, anchor: str = "") -> str:
    """Return the relative link from a page to a path, percent-encoded, with an anchor if one is given.

    Neither path may contain `..`.

    Examples:
        >>> relative_href("notes/On A.md", "papers/x.md", "pn-1")
        '../notes/On%20A.md#pn-1'
    """
    path = _relative_path(target, page.rpartition("/")[0])
    return f"{path}#{anchor}" if anchor else path


@lru_cache(maxsize=1 << 12)
def _relative_path(target: str, folder: str) -> str:
    """Return the relative link from a folder to a path; the pages of a folder have most links in common."""
    steps, folders = target.split("/"), folder.split("/") if folder else []
    shared = 0
    while shared < len(folders) and shared < len(steps) - 1 and folders[shared] == steps[shared]:
        shared += 1
    path = "../" * (len(folders) - shared) + "/".join(steps[shared:])
    return path if _PLAIN.fullmatch(path) else quote(path, safe=_SAFE, errors="replace")


def paper_href(paper: Paper, page: str, config: Config) -> str:
    """Return the relative link from a page to the page of a paper."""
    return relative_href(paper_page(paper.slug, config), page)


# --- paths of tags and topics ---------------------------------------------------------------------


def tag_path(tag: str) -> tuple[str, ...]:
    """Return the steps of a tag, written with or without `#`."""
    return tuple([s for step in tag.lstrip("#").split("/") if (s := step.strip())])[:MAX_STEPS]


def topic_path(topic: tuple[str, ...]) -> tuple[str, ...]:
    """Return the steps of a topic without empty ones, at most `MAX_STEPS`."""
    return tuple([step for step in topic if step.strip()])[:MAX_STEPS]


def venue_path(venue: Venue) -> tuple[str, ...]:
    """Return the steps of a venue: its name, and its year if a source gives it."""
    name = venue.acronym.strip()
    return (name, str(venue.year)) if venue.year else (name,)


def fold_path(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path in the form in which paths are compared, regardless of case and Unicode normalisation."""
    return tuple([step.lower() if step.isascii() else unicodedata.normalize("NFC", step).casefold() for step in path])


# --- headings -------------------------------------------------------------------------------------


def heading_ids(headings: Iterable[str], own: Sequence[str] = ()) -> list[str]:
    """Return the ids of the headings of one page, in order.

    The rule is that of Python-Markdown's `toc` extension (`slugify`, `unique`):
    https://python-markdown.github.io/extensions/toc/

    Args:
        headings: The plain text of each heading.
        own: For each heading the id that its author gives it, "" for none.

    Examples:
        >>> heading_ids(["Große Pläne", "🧠", "Große Pläne"])
        ['groe-plane', '_1', 'groe-plane_1']
        >>> heading_ids(["A", "B", "B"], own=["b", "", "c"])
        ['b', 'b_1', 'c']
    """
    used = {*own, ""}
    runs: dict[str, int] = {}
    """Largest `n` of each name up to which `name_1`, `name_2` … are in use; it keeps many equal headings fast."""
    out: list[str] = []
    for heading, given_id in zip(headings, own or repeat(""), strict=False):
        if given_id:
            out.append(given_id)
            continue
        ascii_only = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
        name = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())
        if name in used:
            match = re.fullmatch(r"(.*)_([0-9]+)", name)
            base, given = (match[1], int(match[2])) if match else (name, 0)
            count = max(given, runs.get(base, 0)) + 1
            while f"{base}_{count}" in used:
                count += 1
            if given <= runs.get(base, 0):
                runs[base] = count
            name = f"{base}_{count}"
        used.add(name)
        out.append(name)
    return out
