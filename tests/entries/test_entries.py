"""Text of BibTeX entries: it is read back unchanged, alone and in a library, also in ASCII."""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from papernotes_plugin import annotate, bibtex, build, exports
from papernotes_plugin.entries import FIELD_ORDER, format_entries, safe_value, valid_key
from papernotes_plugin.entries.ascii_entries import ascii_value, percent_encoded
from papernotes_plugin.entries.bibtex_escaping import encode_latex
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.pipeline import bibliography
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import ENCODINGS, FLAVORS, Config
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Entry, Evidence, Paper, Source
from tests.helpers.plain_papers import HOSTILE_TEXT, paper_from_data

# --- round trip -----------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "a",
        "B c",
        r"{\"U}",
        "{GAN}s",
        "$x_1^2$",
        r"\&",
        r"\emph{e}",
        "é",
        "注意",
        "🧠",
        "--",
        "@misc{x,",
        "%",
        '"',
        "#",
        "~",
        "=",
    ]
)
VALUES = st.lists(PIECES | HOSTILE_TEXT, max_size=6).map("".join)
NAMES = st.sampled_from([name for name in FIELD_ORDER if name not in {"month", "year", "date"}]) | st.text(
    string.ascii_lowercase, min_size=2, max_size=8
).filter(lambda name: name not in {"xdata", "crossref", "month", "year", "date"})
KEYS = st.text(string.ascii_letters + string.digits + ":.+/@_-éß", min_size=1, max_size=12).map(valid_key).filter(bool)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """Draw an entry as the reader and the exports create it: safe values, each field once, in export order."""
    drawn = draw(st.dictionaries(NAMES, VALUES.map(safe_value), max_size=5))
    fields = {name: value for name, value in drawn.items() if value}
    rank = {name: at for at, name in enumerate(FIELD_ORDER)}
    ordered = sorted(fields.items(), key=lambda item: (rank.get(item[0], len(rank)), item[0]))
    kind = draw(st.sampled_from(["article", "misc", "online", "thesis", "inproceedings"]))
    return Entry(key=draw(KEYS), type=kind, fields=tuple(ordered), path="x.bib", line=1, evidence=Evidence())


def content(entry: Entry) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Return key, type and fields of an entry, without its position."""
    return entry.key, entry.type, entry.fields


@given(st.lists(entries(), max_size=3, unique_by=lambda entry: entry.key.casefold()))
@settings(deadline=None, max_examples=50)
def test_formatted_entries_are_read_back(written: list[Entry]) -> None:
    """Formatted entries are read back as equal entries, and these are formatted as equal text."""
    text = format_entries(written)
    read, issues = bibtex.read(Source("x.bib", text.encode()))
    assume(all(found_issue.code is not Code.REPAIRED_TEXT for found_issue in issues))
    assert list(map(content, read)) == list(map(content, written))
    assert format_entries(read) == text


@pytest.mark.parametrize("kind", ["xdata", "xdataé", "Set", "comment", "stringé", "é"])
def test_command_names_are_no_entry_types(kind: str) -> None:
    """An entry whose type is a command or not ASCII is still written so that it is read back."""
    written = replace(paper_entry("k", "On Soup"), type=kind)
    assert [entry.key for entry in bibtex.read(Source("x.bib", format_entries([written]).encode()))[0]] == ["k"]


@given(VALUES)
def test_safe_values(value: str) -> None:
    """A safe value has balanced braces, no line that begins an entry and no final backslash, and stays unchanged."""
    safe = safe_value(value)
    assert safe_value(safe) == safe
    assert "\n" not in safe
    assert not safe.endswith("\\")
    depth = 0
    for char in safe:
        depth += (char == "{") - (char == "}")
        assert depth >= 0
    assert depth == 0
    assert not re.search(r"^\s*@", format_entries([paper_entry("k", safe)]).split("\n", 1)[1], re.MULTILINE)


def paper_entry(key: str, title: str) -> Entry:
    """Return an entry that has only a title."""
    return Entry(key=key, type="misc", fields=(("title", title),), path="", line=0, evidence=Evidence())


@given(st.lists(st.lists(HOSTILE_TEXT, max_size=3).map("".join), max_size=4), st.sampled_from(FLAVORS))
@example(["${$", "$\\0$", "$a\\$$", "$\x1b$", "$\u200b$"], "bibtex")
@settings(deadline=None, max_examples=50)
def test_exporting_twice_gives_the_same_text(titles: list[str], flavor: str) -> None:
    """An exported entry that is read and exported again gives the same text: nothing is escaped twice."""
    papers = [
        paper_from_data(citekey=f"k{n}", title=title.strip() or "x", authors=["A. Bee"], year=2020)
        for n, title in enumerate(titles)
    ]
    text = exports.bibtex(papers, flavor)
    read, issues = bibtex.read(Source("x.bib", text.encode()))
    assume(all(found_issue.code is not Code.REPAIRED_TEXT for found_issue in issues))
    exported_again = [exports.bibtex([paper_of_entry(entry)], flavor) for entry in read]
    assert "\n".join(exported_again) == text


def paper_of_entry(entry: Entry) -> Paper:
    """Return a paper whose facts come from its entry."""
    untitled: Paper = paper_from_data(citekey=entry.key, title=entry.evidence.title or "x", year=2020)
    return untitled._replace(entry=entry, authors=entry.evidence.authors)


# --- ASCII ----------------------------------------------------------------------------------------

LOOK_ALIKES = frozenset("ŉḸḹṜṝẞʼΑΒΕΖΗΙΚΜΝΟΡΤΧο‐‑‒–—―‘’“”‛‟․‥′″‴⁃⁗⁼⁽⁾₌₍₎∆∊∍∎∕∘∣∶∷≔≕⊼⋄⋅■▶▷◀◁○◦⟂⨁⨂⪯⪰\u2329\u232a")
"""Characters that TeX shows as other characters, so that they are read back as those."""
BLOCKS = ((0xA1, 0x180), (0x1CD, 0x1DD), (0x391, 0x3AA), (0x3B1, 0x3CA), (0x1E00, 0x1EFA), (0x2010, 0x2BFF))
"""Half-open ranges of code points: Latin, Greek and mathematics."""
WRITABLE = sorted(
    char
    for block in BLOCKS
    for char in map(chr, range(*block))
    if unicodedata.category(char)[0] in "LPS" and "[U+" not in ascii_value(char) and char not in LOOK_ALIKES
)
"""Letters and symbols that LaTeX can typeset."""


def readable_text(value: str) -> str:
    """Return the plain text of a value, with compatible characters (`²` and `2`) made equal."""
    return unicodedata.normalize("NFKC", plain_text(decode_latex(value)))


@given(st.lists(st.sampled_from(WRITABLE) | st.sampled_from([*"aB -", " $x_1$ "]), max_size=12).map("".join))
@settings(deadline=None, max_examples=50)
def test_ascii_is_read_back_as_the_text(text: str) -> None:
    """Text that LaTeX can typeset is written in ASCII and read back as the same text."""
    value = safe_value(encode_latex(text))
    tex = ascii_value(value)
    assert tex.isascii()
    assert readable_text(tex) == readable_text(value)
    assert ascii_value(tex) == tex


def test_every_symbol_is_read_back() -> None:
    """Each letter and symbol that LaTeX can typeset is read back from its command."""
    assert len(WRITABLE) > 900
    assert [char for char in WRITABLE if readable_text(ascii_value(char)) != unicodedata.normalize("NFKC", char)] == []


@given(VALUES)
def test_ascii_of_any_value_is_safe(value: str) -> None:
    """The ASCII form of any value is safe, contains no start of a template, and stays unchanged if converted again."""
    tex = safe_value(ascii_value(protect_capitals(value)))
    assert tex.isascii()
    assert ascii_value(tex) == tex
    assert safe_value(tex) == tex
    assert not re.search(r"\{[{%#]", tex)


@pytest.mark.parametrize(
    ("value", "tex"),
    [
        ("Gödel, Kurt and Žižek, Slavoj", r"G{\"o}del, Kurt and {\v Z}i{\v z}ek, Slavoj"),
        ("Nguyễn Thị Hạnh", r"Nguy{\~{\^e}}n Th{\d i} H{\d a}nh"),
        ("Lǐ Míng, Lǚ", r"L{\v i} M{\'i}ng, L{\v{\"u}}"),
        ("Łukasz Straße Æsir Ørsted İstanbul", r"{\L}ukasz Stra{\ss}e {\AE}sir {\O}rsted {\.I}stanbul"),
        ("“Quotes” – dash — ellipsis…", r"``Quotes'' -- dash --- ellipsis{\ldots}"),
        (
            "β-VAE in ℝ², x ∈ 𝒳, ∑ ÷ −",
            r"{$\beta$}-VAE in {$\mathbb{R}^2$}, x {$\in$} {$\mathcal{X}$}, {$\sum$} {\textdiv} {\textminus}",
        ),
        ("$α ≤ β$ and ü", r"$\alpha  \leq  \beta $ and {\"u}"),
        ("{Über} {ÜNAL} a {Ünal} (Ö)", r"{\"Uber} {\"UNAL} {a {\"U}nal} ({\"O})"),
        (
            "注意 is 🔥 in Русский",
            "[U+6CE8][U+610F] is [U+1F525] in " + "".join(f"[U+{ord(c):04X}]" for c in "Русский"),
        ),
        ("10⁻³ m²⁺ⁿ, $xᵢⱼ$", r"10{$^{-3}$} m{$^{2+n}$}, $x_{ij}$"),
        ("ﬁne Ⅳ ％", r"fine IV {\%}"),
        ("zero\u200bwidth \u202ebidi\u00ad", "zerowidth bidi"),
        (r"\emph{É} {\"o} \'e", r"\emph{\'E} {\"o} \'e"),
    ],
)
def test_ascii_forms(value: str, tex: str) -> None:
    """Letters become BibTeX's special characters, signs commands or formulas, and other characters code points."""
    assert ascii_value(value) == tex


def test_percent_encoding_of_addresses() -> None:
    """Addresses are percent-encoded and not converted to LaTeX."""
    assert percent_encoded("https://example.org/ü?a=%20&b_c#d~e") == "https://example.org/%C3%BC?a=%20&b_c#d~e"


@pytest.mark.parametrize("flavor", FLAVORS)
def test_latex_encoding_is_ascii(flavor: str) -> None:
    """An exported bibliography with encoding `latex` is ASCII, apart from its keys."""
    accented = paper_from_data(
        citekey="k", title="Über α – 🔥", authors=["Kurt Gödel", "王芳"], links=["https://e.org/ü.pdf"], year=2020
    )
    assert exports.bibtex([accented], flavor, "latex").isascii()
    assert not exports.bibtex([accented], flavor, "utf8").isascii()


# --- the library ----------------------------------------------------------------------------------

NOTES = {
    "a.md": "# A\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017\n",
    "b.md": "# B\n\n- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385), CVPR 2016\n",
    "c.md": "# C\n\n- [LoRA: Low-Rank Adaptation](https://arxiv.org/abs/2106.09685) by Edward Hu, ICLR 2022\n",
}


def exported_entries(notes: dict[str, str], config: Config) -> dict[str, str]:
    """Return the exported entries of a build by key."""
    site = build([Source(path, text.encode()) for path, text in notes.items()], pages=False, config=config)
    text = bibliography(site.library.papers, config)
    blocks = text.split("\n\n") if text else []
    return {block[block.index("{") + 1 : block.index(",")]: block.strip() for block in blocks}


@pytest.mark.parametrize("flavor", FLAVORS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_entries_depend_only_on_their_notes(flavor: str, encoding: str) -> None:
    """A change in one note changes no byte of the entries of papers in other notes."""
    config = Config(flavor=flavor, encoding=encoding)
    before = exported_entries(NOTES, config)
    assert exported_entries(dict(reversed(NOTES.items())), config) == before
    more = NOTES["c.md"].replace("ICLR 2022", "ICLR 2023").replace("LoRA", "Löwe")
    after = exported_entries(
        {**NOTES, "c.md": more, "d.md": "# D\n\n- [Adam](https://arxiv.org/abs/1412.6980)\n"}, config
    )
    untouched = [key for key in before if "2106.09685" not in before[key]]
    assert len(untouched) == 2
    assert all(after[key] == before[key] for key in untouched)


@pytest.mark.parametrize("flavor", FLAVORS)
def test_private_fields_are_not_exported(flavor: str) -> None:
    """Files, abstracts, keywords and fields of other programs are exported only on request."""
    author_entry = (
        "@misc{k, title={T}, author={A. Bee}, year=2020, abstract={Long}, keywords={x, y}, file={/home/me/a.pdf},"
    )
    author_entry += " annote={dull}, note={Accepted}, timestamp={1}, owner={me}, groups={g}, comment={c}, review={r}}"
    private_paper = paper_from_data(citekey="k", title="T", entry=author_entry)
    plain_text = exports.bibtex([private_paper], flavor)
    assert not {"abstract", "keywords", "file", "annote", "timestamp"} & set(
        re.findall(r"^  (\w+) =", plain_text, re.M)
    )
    assert "note = {Accepted}" in plain_text
    with_requested = exports.bibtex([private_paper], flavor, "utf8", ("abstract", "keywords"))
    assert "abstract = {Long}" in with_requested
    assert "keywords = {x, y}" in with_requested
    assert "/home/me" not in with_requested


@pytest.mark.parametrize(
    ("author", "value"),
    [
        ("a, b, c, d, e and , ,", "a, b c d e"),
        ("Knuth, Donald and {A, {B}, C, D, E}", "Knuth, Donald and {A, {B}, C, D, E}"),
        (
            r"G{\"o}del, Jr., Kurt and van der Berg, Max and others",
            r"G{\"o}del, Jr., Kurt and van der Berg, Max and others",
        ),
        ("Team [A] and Bee, Ann", "Team {[A]} and Bee, Ann"),
        ("others", None),
    ],
)
@pytest.mark.parametrize("flavor", FLAVORS)
def test_author_names_of_an_entry(author: str, value: str | None, flavor: str) -> None:
    """Author names are exported unchanged, except names that would break an entry or a LaTeX document."""
    exported_paper = paper_from_data(
        citekey="k", title="T", entry=f"@misc{{k, title={{T}}, author={{{author}}}, year=2020}}"
    )
    text = exports.bibtex([exported_paper], flavor)
    assert f"author = {{{value}}}" in text if value else "author" not in text


@pytest.mark.parametrize(
    ("title", "value"),
    [
        (r"Erd\H{o}s Numbers", r"Erd{\H{o}}s Numbers"),
        (r"{\LaTeX} and \LaTeX", r"{\LaTeX} and {\LaTeX}"),
        (r"On $\Re$ and $x$", r"On {$\Re$} and $x$"),
        (r"\emph{An} {\"U}ber-{GAN}", r"\emph{An} {\"U}ber-{GAN}"),
    ],
)
def test_commands_in_a_title_are_braced(title: str, value: str) -> None:
    """A command with a capital is braced, because BibTeX's sentence case would change it into another command."""
    exported_paper = paper_from_data(
        citekey="k", title="T", entry=f"@misc{{k, title={{{title}}}, author={{A. Bee}}, year=2020}}"
    )
    assert dict(exports.bibtex_entry(exported_paper).entry.fields)["title"] == value


def test_flavor_and_encoding_hold_everywhere() -> None:
    """The options for flavor and encoding hold for the bibliography, paper pages, files of papers and directives."""
    note = "# N\n\n- [Über Flüsse](https://arxiv.org/abs/2401.00001)\n\n<!-- papernotes:bibliography style=bibtex -->\n"
    config = Config(flavor="biblatex", encoding="latex")
    site = build([Source("n.md", note.encode())], config=config)
    (library_paper,) = site.library.papers
    texts = {output.path: output.text for output in site.outputs}
    bibtex_texts = [
        texts["papers.bib"],
        texts[f"papers/{library_paper.slug}.bib"],
        texts[f"papers/{library_paper.slug}.md"],
        annotate(site, "n.md"),
    ]
    assert all(f"@online{{{library_paper.citekey}," in text for text in bibtex_texts)
    assert all(r"{\"U}ber Fl{\"u}sse" in text for text in bibtex_texts)
