"""Addresses: where each page of ours stands, and the relative link from one page to another.

Links lead to source paths (`../notes/x.md#pn-3`), so that the host resolves and checks them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from hashlib import blake2s
from itertools import repeat
from urllib.parse import quote

from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Paper

_SAFE = "/@!,;=+~"
_PLAIN = re.compile(rf"[A-Za-z0-9_.{_SAFE}-]*+")
MAX_STEPS = 8
"""Steps of a tag or topic that count: what lies deeper belongs to the last of them (paths of files have an end)."""
MAX_NAME = 255
"""Bytes that the name of a file may have; the note itself may need all of them."""


def paper_page(slug: str, config: Config) -> str:
    """The page of a paper."""
    return f"{config.papers_path}/{slug}.md"


def slug_at(path: str, config: Config) -> str:
    """The slug of the paper that has its page at a path, if one has; "" where none can.

    Examples:
        >>> slug_at("papers/ho2020denoising.md", Config()), slug_at("tags/llm.md", Config())
        ('ho2020denoising', '')
    """
    folder, _, name = path.rpartition("/")
    return name.removesuffix(".md") if folder == config.papers_path and name.endswith(".md") else ""


def paper_at(path: str, library: Library, config: Config) -> Paper | None:
    """The paper that has its page at a path."""
    return library.by_slug.get(slug_at(path, config))


def mentions_page(slug: str, config: Config) -> str:
    """The page of all places of a paper, where its own has no room for them; no slug has an underscore."""
    return f"{config.papers_path}/{slug}_notes.md"


def paper_bibtex(slug: str, config: Config) -> str:
    """The `.bib` file of a paper."""
    return f"{config.papers_path}/{slug}.bib"


def paper_ris(slug: str, config: Config) -> str:
    """The RIS file of a paper."""
    return f"{config.papers_path}/{slug}.ris"


def group_bibtex(folder: str, slug: str) -> str:
    """The `.bib` file of a tag, topic or venue, beside its page."""
    return f"{folder}/{slug}.bib"


def index_bibtex(folder: str) -> str:
    """The `.bib` file of all that have a tag, topic or venue."""
    return f"{folder}/index.bib"


def note_bibtex(path: str, config: Config) -> str:
    """The `.bib` file of a note, beside it; under a longer name where another file of ours has this one.

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
        kept = whole[: MAX_NAME - len(ending) - len(digest) - 1].decode(errors="ignore")
        stem = f"{folder}/{kept}-{digest}" if folder else f"{kept}-{digest}"
    return stem + ending


def is_generated(path: str, config: Config) -> bool:
    """A file of ours may have that path."""
    folders = (config.papers_path, config.tags_path, config.topics_path, config.venues_path, config.map_path)
    first = path.casefold()
    return first == config.bibtex_path.casefold() or first.startswith(tuple(f"{f}/".casefold() for f in folders))


def csl_file(config: Config) -> str:
    """The library as CSL-JSON, beside its `.bib` file.

    Examples:
        >>> csl_file(Config()), ris_file(Config())
        ('papers.csl.json', 'papers.ris')
    """
    return f"{config.bibtex_path.removesuffix('.bib')}.csl.json"


def ris_file(config: Config) -> str:
    """The library as RIS, beside its `.bib` file."""
    return f"{config.bibtex_path.removesuffix('.bib')}.ris"


def table_file(config: Config) -> str:
    """The data of the table of all papers, for its script."""
    return f"{config.papers_path}/table.js"


def details_file(number: int, config: Config) -> str:
    """What the table shows of single papers when it is asked: one of several files."""
    return f"{config.papers_path}/table-{number}.js"


def feed_file(config: Config) -> str:
    """The feed of new papers and notes, beside the `.bib` file."""
    return f"{config.bibtex_path.removesuffix('.bib')}.atom"


def papers_index(config: Config) -> str:
    """The page of all papers."""
    return f"{config.papers_path}/index.md"


def map_page(config: Config) -> str:
    """The map of the library."""
    return f"{config.map_path}/index.md"


def graph_file(config: Config, ending: str = "json") -> str:
    """The data of the map, beside it: `json` for everybody, `js` for its script, which reads no file by itself."""
    return f"{config.map_path}/graph.{ending}"


def group_page(folder: str, slug: str) -> str:
    """The page of a tag, topic or venue, by the folder of its kind."""
    return f"{folder}/{slug}.md"


def group_index(folder: str) -> str:
    """The page of all tags, topics or venues."""
    return f"{folder}/index.md"


def relative_href(target: str, page: str, anchor: str = "") -> str:
    """The link from a page to a path, or to a place there, percent-encoded.  Steps may hold anything but `..`.

    Examples:
        >>> relative_href("notes/On A.md", "papers/x.md", "pn-1")
        '../notes/On%20A.md#pn-1'
    """
    steps, here = target.split("/"), page.split("/")[:-1]
    shared = 0
    while shared < len(here) and shared < len(steps) - 1 and here[shared] == steps[shared]:
        shared += 1
    path = "../" * (len(here) - shared) + "/".join(steps[shared:])
    path = path if _PLAIN.fullmatch(path) else quote(path, safe=_SAFE, errors="replace")
    return f"{path}#{anchor}" if anchor else path


def paper_href(paper: Paper, page: str, config: Config) -> str:
    """The link from a page to the page of a paper."""
    return relative_href(paper_page(paper.slug, config), page)


# --- paths of tags and topics ---------------------------------------------------------------------


def tag_path(tag: str) -> tuple[str, ...]:
    """The steps of a tag as written, `#` or not."""
    return tuple(s for s in (step.strip() for step in tag.lstrip("#").split("/")) if s)[:MAX_STEPS]


def topic_path(topic: tuple[str, ...]) -> tuple[str, ...]:
    """The steps of a topic that count."""
    return tuple(step for step in topic if step.strip())[:MAX_STEPS]


def fold_path(path: tuple[str, ...]) -> tuple[str, ...]:
    """A path as it is compared: without case and Unicode form."""
    return tuple([step.lower() if step.isascii() else unicodedata.normalize("NFC", step).casefold() for step in path])


# --- headings -------------------------------------------------------------------------------------


def heading_ids(headings: Iterable[str], own: Sequence[str] = ()) -> list[str]:
    """The ids that the headings of one page have, by their plain text, in order.

    `own` are those that their author gives them, "" for none; for the others the rule is that of Python-Markdown's
    `toc` extension (`slugify`, `unique`): https://python-markdown.github.io/extensions/toc/

    Examples:
        >>> heading_ids(["Große Pläne", "🧠", "Große Pläne"])
        ['groe-plane', '_1', 'groe-plane_1']
        >>> heading_ids(["A", "B", "B"], own=["b", "", "c"])
        ['b', 'b_1', 'c']
    """
    used = {*own, ""}
    runs: dict[str, int] = {}
    """Per name the `n` up to which `name_1`, `name_2` … are all taken: without it many equal headings cost much."""
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
