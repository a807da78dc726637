"""Tests of the Markdown parser: blocks and inlines with their spans."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from papernotes_plugin.markup.block_parser import parse_blocks
from papernotes_plugin.markup.parser import parse
from papernotes_plugin.markup.syntax_extensions import hide_block_marks
from papernotes_plugin.vocabulary.model import InlineKind


def inlines(text: str, *kinds: InlineKind) -> list[tuple[str, str, str, str]]:
    """Return kind, text, URL and source of the inlines of some kinds."""
    return [
        (str(i.kind), i.text, i.url, text[i.span.start : i.span.end]) for i in parse(text).inlines if i.kind in kinds
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Ti*t*le](http://x.y/a_b)", [("link", "Title", "http://x.y/a_b", "[Ti*t*le](http://x.y/a_b)")]),
        ("ünï [r][1]\n\n[1]: http://z.z", [("link", "r", "http://z.z", "[r][1]")]),
        ("[[pdf]](http://x.y/p.pdf) on", [("link", "pdf", "http://x.y/p.pdf", "[[pdf]](http://x.y/p.pdf)")]),
        ("[[paper](http://x.y)]", [("link", "paper", "http://x.y", "[paper](http://x.y)")]),
        ("see http://x.y/a).", [("link", "http://x.y/a", "http://x.y/a", "http://x.y/a")]),
        ("见https://arxiv.org/abs/1706.03762这篇", [("link",) + ("https://arxiv.org/abs/1706.03762",) * 3]),
        ("<http://x.y>", [("link", "http://x.y", "http://x.y", "<http://x.y>")]),
        ('<a href="h://x?a&amp;b">T</a>', [("link", "T", "h://x?a&b", '<a href="h://x?a&amp;b">T</a>')]),
        ("<div>\n<a href='http://x.y'>T</a>\n</div>", [("link", "T", "http://x.y", "<a href='http://x.y'>T</a>")]),
        ("[o](h://x?id=a&noteId=b)", [("link", "o", "h://x?id=a&noteId=b", "[o](h://x?id=a&noteId=b)")]),
        ("`[x](http://x.y)`\n\n```\nhttp://x.y\n```\n\n<!-- [x](http://x.y) -->", []),
        ("a %%hidden [x](http://x.y)%% b", []),
        ("mail me@x.y", []),
        ("[pdf]((http://x.y/a))", [("link", "pdf", "http://x.y/a", "[pdf]((http://x.y/a))")]),
        ("- [ ] [x](http://x.y)", [("link", "x", "http://x.y", "[x](http://x.y)")]),
        ("ä[^1]\n\n[^1]: é http://x.y", [("link", "http://x.y", "http://x.y", "http://x.y")]),
    ],
)  # fmt: skip
def test_links(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    """Every form of link is parsed with its span; code and comments contain none."""
    assert inlines(text, InlineKind.LINK) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a|b]] [[c#d]]", [("wikilink", "b", "a", "[[a|b]]"), ("wikilink", "c#d", "c#d", "[[c#d]]")]),
        ("| x |\n|---|\n| [[a\\|b]] |", [("wikilink", "b", "a", "[[a\\|b]]")]),
        ("![[e.png]]", [("embed", "e.png", "e.png", "![[e.png]]")]),
        ("`[[a]]`", []),
    ],
)
def test_wikilinks(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    """Wikilinks are parsed with and without a label, also in tables; embeds have a kind of their own."""
    assert inlines(text, InlineKind.WIKILINK, InlineKind.EMBED) == expected


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#a #b/c x#d (#e) #🧠 #1984 #y1984", ["a", "b/c", "🧠", "y1984"]),
        ("[#x](http://y) `#z` http://x.y/#frag", []),
        ("# Heading #tag", ["tag"]),
    ],
)
def test_tags(text: str, tags: list[str]) -> None:
    """A tag follows a space or starts a line, has not only digits, and is not in links or code, as in Obsidian."""
    assert [url for _, _, url, _ in inlines(text, InlineKind.TAG)] == tags


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("![the alt](a.png) words", " words"),
        ("a %%hidden%%<!-- too -->b", "a b"),
        ("a&amp;b \\* *c* **d** ~~e~~", "a&b * c d e"),
        ("one\\\ntwo  \nthree\r\nfour", "one two three four"),
        ("`code` $x^2$ H<sub>2</sub>O", "  H2O"),
        ("“q” — 日本語 é 🧠", "“q” — 日本語 é 🧠"),
        ("<details><summary>Sum</summary>\n\nmore\n\n</details>", "Summore"),
    ],
)
def test_words(text: str, words: str) -> None:
    """Text inlines contain neither markup nor alternative text, comments, code and formulas."""
    assert "".join(words_of_text for _, words_of_text, _, _ in inlines(text, InlineKind.TEXT)) == words


@pytest.mark.parametrize(
    ("text", "inside", "bare"),
    [
        ("http://x.y/a é", "http://x.y/a", True),
        ("<http://x.y/a>", "http://x.y/a", True),
        ("[l](http://x.y)", "l", False),
        ("#ñandú x", "#ñandú", False),
        ("[[w|ü]] x", "ü", False),
    ],
)
def test_words_lie_within(text: str, inside: str, bare: bool) -> None:
    """The text of a link or tag is an inline inside it; a bare URL is marked as bare."""
    outer, words = parse(text).inlines[:2]
    assert (outer.bare, words.kind, words.text) == (bare, InlineKind.TEXT, inside)
    assert text[words.span.start : words.span.end] == inside
    assert outer.span.start <= words.span.start <= words.span.end <= outer.span.end


def test_offsets_are_of_the_whole_note() -> None:
    """Text before the body is not parsed, but counts for offsets."""
    text = "---\ntitle: [x](http://no.no)\n---\n\nÄ [x](http://x.y)\n"
    body = text.index("\n\n") + 1
    document = parse(text, body)
    assert [text[i.span.start : i.span.end] for i in document.inlines if i.kind is InlineKind.LINK] == [
        "[x](http://x.y)"
    ]
    assert parse(text[:body], body).blocks == ()


def test_tight_items_have_paragraphs() -> None:
    """The text of every list item is in a paragraph of its own, in tight and loose lists."""
    for text in ("- a\n  b\n    - c\n- d\n", "- a\n  b\n\n    - c\n\n- d\n"):
        document = parse(text)
        paragraphs = [text[b.span.start : b.span.end] for b in document.blocks if b.kind == "paragraph"]
        assert [" ".join(p.split()) for p in paragraphs] == ["a b", "c", "d"]
        assert [b.level for b in document.blocks if b.kind == "item"] == [1, 2, 1]


def test_callouts_keep_their_type() -> None:
    """The type of a callout is in `info`, in lower case."""
    assert [b.info for b in parse("> [!Quote]- Title\n> x\n\n> plain\n").blocks if b.kind == "quote"] == ["quote", ""]


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("[**bold**](a.md)", "**bold**"),
        ("[a ~~b~~](a.md)", "a ~~b~~"),
        ("[~~b~~ *c **d***](a.md)", "~~b~~ *c **d***"),
        ("[<b>x</b> #t and http://a.b](a.md)", "<b>x</b> #t and http://a.b"),
        ("![a **b**|50](a.png)", "a **b**|50"),
        ("[[a|**b**]]", "**b**"),
        ("# [**a** `b`](a.md)", "**a** `b`"),
    ],
)
def test_the_inner_span_of_a_link_is_between_its_brackets(text: str, inner: str) -> None:
    """Emphasis marks at either end belong to the inner span."""
    kinds = (InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK)
    (link,) = (i for i in parse(text).inlines if i.kind in kinds)
    assert text[slice(*link.inner)] == inner


@given(st.text(alphabet="[]()!|#*_`~$<>ax1.&é\n\t -=:", max_size=120))
def test_parse_blocks_gives_the_blocks_of_parse(text: str) -> None:
    """The blocks are the same with and without inlines, except for marks around blocks, which only `parse` hides."""
    assume(hide_block_marks(text) == text)
    assert parse_blocks(text) == parse(text).blocks


@given(st.text(alphabet="[]()!|#*_`~$<>ahtp:/.&;%é🧠\n\t -1", max_size=120))
def test_anything_parses(text: str) -> None:
    """No text raises; spans are inside the text, and blocks are in order and inside their parents."""
    document = parse(text)
    for block in document.blocks:
        assert 0 <= block.span.start <= block.span.end <= len(text)
        assert block.parent < block.index
        if block.parent >= 0:
            parent = document.blocks[block.parent].span
            assert parent.start <= block.span.start
            assert block.span.end <= parent.end
    for inline in document.inlines:
        assert 0 <= inline.span.start <= inline.span.end <= len(text)
        assert 0 <= inline.inner.start <= inline.inner.end <= len(text)
        assert document.blocks[inline.block].kind in ("paragraph", "heading", "cell", "html")
    starts = [i.span.start for i in document.inlines]
    assert starts == sorted(starts)
    texts = [i for i in document.inlines if i.kind is InlineKind.TEXT]
    assert all(a.span.end <= b.span.start for a, b in pairwise(texts))
    for inline in texts:
        source = text[inline.span.start : inline.span.end]
        assert inline.text == source or not source.isalnum()


@pytest.mark.parametrize(
    "piece", ["- [a](http://x.y) b\n", "*a* **b** ", "[[a]] ", "| a | b |\n", "> ", "http://x.y ", "[x", "<a ", "%%"]
)
def test_time_grows_with_the_text(piece: str) -> None:
    """Parsing takes linear time for repeated syntax of any kind."""

    def least(count: int) -> float:
        times = []
        for _ in range(3):
            start = time.process_time()
            parse(piece * count)
            times.append(time.process_time() - start)
        return min(times)

    # The text is 16 times as long; quadratic time would be 256 times as long, and a busy machine adds some factor.
    small, large = least(500), least(8000)
    assert large < 100 * max(small, 0.004), (small, large)


def test_formulas_next_to_each_other_move_no_span() -> None:
    r"""A text of formulas that can be read in two ways keeps the offsets of what follows."""
    note = "A “$\\{$MGG$\\}$: with $\\{$Fine$\\}$$\\{$intra$\\}$$\\{$comm$\\}$ on $\\{$GPU$\\}$ Cards.” In *Systems*.\n"
    (emphasis,) = (i for i in parse(note).inlines if i.kind is InlineKind.EMPHASIS)
    assert note[slice(*emphasis.span)] == "*Systems*"


def test_an_empty_bullet_is_hidden_in_linear_time() -> None:
    """A line of many words takes no more time for each of its characters than a short one."""
    line = "word " * 100_000
    assert hide_block_marks(f"{line}\n-\n") == f"{line}\n \n"
