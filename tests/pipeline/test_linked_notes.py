"""Tests of backlinks: the links to a note, listed at its end with their context."""

from __future__ import annotations

import json
import time
from itertools import permutations
from pathlib import Path

import pytest

from papernotes_plugin import Config, Source, annotate, build
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.issues import Code
from tests.helpers import sites
from tests.helpers.sites import CONFIG

TARGET = "# Target\n\nSome words.\n"


def build_site(*, config: Config | None = None, **notes: str) -> Site:
    """Return the site of `target.md` and of these notes by name, with `__` for a slash."""
    texts = {"target.md": TARGET} | {f"{name.replace('__', '/')}.md": text for name, text in notes.items()}
    return build([Source(path, text.encode()) for path, text in texts.items()], config=config)


def backlinks(site: Site, path: str = "target.md") -> list[tuple[str, int, str]]:
    """Return the links to a note as note, line and link text."""
    return [(link.note, link.line, link.text) for link in site.library.backlinks.get(path, ())]


@pytest.mark.parametrize(
    ("name", "link", "reported"),
    [
        ("paper", "[[Paper]]", ["b/paper.md"]),
        ("index", "![[index.md#Part|x]]", ["b/index.md"]),
        ("paper", "[[a/paper]], [p](a/paper.md), [[paper](https://a.org)], [[paper]](https://b.org)", []),
    ],
)
def test_a_name_of_two_notes_is_reported_if_a_wikilink_uses_it(name: str, link: str, reported: list[str]) -> None:
    """Folders that each contain a note of one name are no problem until a wikilink says only that name."""
    texts = {f"a/{name}.md": "# A\n", f"b/{name}.md": "# B\n", "c.md": f"See {link}.\n"}
    site = build([Source(path, text.encode()) for path, text in texts.items()])
    assert [i.path for i in site.issues if i.code is Code.DUPLICATE_NOTE_NAME] == reported


# --- what counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "link",
    [
        "[[target]]",
        "[[Target|words]]",
        "[[target#Part]]",
        "![[target]]",
        "[words](target.md)",
        "[**words**](target.md)",
        "[words](/target.md)",
        "![](target.md)",
        "[words](./target.md#part)",
        "[words](<target.md>)",
        "[words](%74arget.md 'tip')",
        "**[words](target.md)**",
    ],
)
def test_a_link_is_counted(link: str) -> None:
    """Wikilinks and Markdown links count as backlinks, with and without an anchor."""
    site = build_site(a=f"One.\n\nSee {link} here.\n")
    assert [(note, line) for note, line, _ in backlinks(site)] == [("a.md", 3)]


def test_a_reference_link_is_counted() -> None:
    """A reference link is a backlink, and its context shows only the link text."""
    site = build_site(a="See [words][t] and [target].\n\n[t]: target.md\n[target]: target.md\n", b="[[a]]")
    assert len(backlinks(site)) == 2
    assert "> See words and target." in site.backlinks["target.md"]


@pytest.mark.parametrize(
    "text",
    [
        "`[[target]]` and ``[x](target.md)``",
        "```\n[[target]]\n```",
        "    [[target]]",
        "%% [[target]] %%",
        "<!-- [[target]] [x](target.md) -->",
        "[[nothing]] [x](nothing.md) [x](https://a.org/target.md) [[]] [](target.md)",
        "[x](target.png) [x](#target) [x](/deep/target.md) [x](../target.md) ",
        "---\nup: '[[target]]'\n---\nwords",
        "[Next →](target.md) | [up](target.md) | [→](target.md)",
        "<!-- papernotes:papers -->",
    ],
)
def test_no_link_is_counted(text: str) -> None:
    """Links in code, comments and front matter, to other targets and for navigation do not count."""
    assert backlinks(build_site(a=text)) == []


def test_bare_entries_of_an_index_are_no_backlinks() -> None:
    """In an index page an entry with only a link is no backlink; in other notes it is."""
    text = "- [Target](target.md)\n- [[target]]\n- [Target](target.md): words\n\nSee [it](target.md).\n\n"
    text += "| a | b |\n|---|---|\n| [it](target.md) | words |\n| [it](target.md) | |\n"
    assert [line for _, line, _ in backlinks(build_site(index=text))] == [3, 5, 9]
    assert [line for _, line, _ in backlinks(build_site(sub__README=text.replace("(t", "(../t")))] == [3, 5, 9]
    assert [line for _, line, _ in backlinks(build_site(moc=text))] == [1, 2, 3, 5, 9, 10]


def test_a_note_does_not_link_to_itself() -> None:
    """Links of a note to itself and links of private notes are no backlinks."""
    site = build(
        [
            Source("target.md", b"# Target\n\n[[target]] [[#Target]] [x](target.md)"),
            Source("a.md", b"---\ndraft: true\n---\n[[target]]"),
        ]
    )
    assert backlinks(site) == []
    assert annotate(site, "target.md").count("Linked from") == 0


# --- what is shown ----------------------------------------------------------------------------------


def test_section_of_backlinks() -> None:
    """Backlinks are grouped by note, with heading path and line; equal contexts are shown once."""
    site = build_site(
        b="# Second\n\n## Part\n\n- above\n    - the [[target]] and [again](target.md)\n\n"
        "## Other\n\nSee [[target]] <b>x</b>.",
        a="One [[target]].\n\n![[target]]\n",
    )
    assert annotate(site, "target.md") == (
        "# Target\n\nSome words.\n\n## Linked from\n\n"
        "**[a](a.md)**\n\n[line 1](a.md#ln-target)\n\n> One target.\n\n[line 3](a.md#ln-target-2)\n\n> target\n\n"
        "**[Second](b.md)**\n\n[Part › above, line 6](b.md#ln-target)"
        " · [Part › above, line 6, column 26](b.md#ln-target-2)\n\n> the target and again\n\n"
        "[Other, line 10](b.md#ln-target-3)\n\n> See target <b>x</b>.\n"
    )
    assert '<a id="ln-target"></a>[target](target.md)' in annotate(site, "b.md")
    assert '<a id="ln-target-2"></a>[again](target.md)' in annotate(site, "b.md")


def test_nothing_depends_on_the_order_of_files() -> None:
    """The annotated note is the same for any order of the files."""
    notes = [Source(f"{n}.md", f"[[target]] {n}".encode()) for n in "ab"] + [Source("target.md", TARGET.encode())]
    assert len({annotate(build(order), "target.md") for order in permutations(notes)}) == 1


def test_context_in_a_long_paragraph_is_a_sentence() -> None:
    """The context is the sentence with intact markup, or a limited part of a very long paragraph."""
    filler = "It is said, and said again, e.g. by them. " * 20
    link = "Look at **this. And [that. Too](target.md) here** now! "
    assert build_site(a=filler + link + filler).library.backlinks["target.md"][0].context == link.strip()
    endless = "word " * 2000
    (backlink,) = build_site(a=f"{endless}[[target]] {endless}").library.backlinks["target.md"]
    assert "word [[target]] word" in backlink.context
    assert len(backlink.context) < 1300
    lines = "\n".join(f"see [[n{i}]] and" for i in range(300))
    site = build([Source("a.md", lines.encode()), *(Source(f"n{i}.md", b"") for i in range(300))])
    assert max(len(link.context) for link in site.library.links["a.md"]) < 1500


def test_order_of_sections_at_the_end_of_a_note() -> None:
    """References come first, then backlinks, then the link to the `.bib` file."""
    site = build_site(a="[[b]]", b="[@ho2020] [it](https://arxiv.org/abs/2006.11239)\n\n## Last\n\nwords")
    text = annotate(site, "b.md", attributes=True)
    at = [text.index(words) for words in ("## References", "## Linked from { .papernotes-backlinks", "BibTeX of")]
    assert at == sorted(at)


def test_backlinks_can_be_switched_off() -> None:
    """`backlinks: false` adds neither the section nor anchors to notes."""
    site = build_site(config=Config(backlinks=False), a="[x](target.md)")
    assert annotate(site, "target.md") == TARGET
    assert annotate(site, "a.md") == "[x](target.md)"


def test_a_changed_note_has_anchors() -> None:
    """If another plugin changed a note, its links are searched again."""
    site = build_site(a="See [[target]].")
    assert annotate(site, "a.md", changed="New.\n\nSee [[target]].") == (
        'New.\n\nSee <a id="ln-target"></a>[target](target.md).'
    )


def test_titles_and_contexts_are_escaped() -> None:
    """HTML and template syntax in titles and contexts of links are escaped."""
    site = build_site(
        a='---\ntitle: "<script>x</script> [a](b) {{ c }}"\n---\nWords <script>alert(1)</script> [[target]] {{ x }}'
    )
    shown = site.backlinks["target.md"]
    assert "<script" not in shown
    assert "{{" not in shown


def test_a_hub_takes_linear_time() -> None:
    """Ten times as many links take about ten times as long."""

    def build_time(number: int) -> float:
        notes = [Source(f"n{i}.md", f"Words [[hub]] and [[n{(i + 1) % number}]].".encode()) for i in range(number)]
        notes.append(Source("hub.md", "\n\n".join(f"- [[n{i}]] here" for i in range(number)).encode()))
        start = time.process_time()
        site = build(notes)
        assert len(site.library.backlinks["hub.md"]) == number
        return time.process_time() - start

    assert build_time(1000) < 40 * build_time(100) + 1


# --- sites ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("directories", [True, False], ids=["directories", "files"])
def test_a_site_with_backlinks(tmp_path: Path, directories: bool) -> None:
    """No link is broken, and the search index contains a context only in its own note."""
    files: dict[str, str | bytes] = {
        "docs/index.md": "# Home\n\n- [Deep](sub/deep%20note.md)\n\n<https://arxiv.org/abs/2006.11239>\n",
        "docs/a.md": "# First\n\n## Reasons\n\nThe wombat digs, see [deep](sub/deep%20note.md).\n",
        "docs/sub/deep note.md": "# Deep\n\n> [!note]\n> Back to [[a#Reasons]].\n",
    }
    config = f"{CONFIG}use_directory_urls: {str(directories).lower()}\nvalidation:\n  links: {{anchors: warn}}\n"
    site = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert site.code == 0, site.output
    assert site.warnings == []
    assert sites.Site(site.site).broken() == []
    page = site.page("sub/deep note/index.html" if directories else "sub/deep note.html")
    assert 'id="linked-from"' in page
    assert "wombat" in page
    assert "Home" not in page.partition("<article")[2].partition("</article>")[0]
    entries = [e for e in json.loads(site.page("search/search_index.json"))["docs"] if "wombat" in e["text"]]
    assert {entry["location"].partition("#")[0] for entry in entries} == {"a/" if directories else "a.html"}
