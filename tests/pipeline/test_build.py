"""Tests of the Python library: `build` and `annotate`."""

from __future__ import annotations

import gc
import time

import pytest

import papernotes_plugin as pn
from papernotes_plugin.render import templates
from papernotes_plugin.vocabulary.issues import Code

TRANSFUSION = (
    "- Transfusion [ChuntingZhou2025ICLR](https://openreview.net/forum?id=SI2hI0frk6) joins two losses #multimodal\n"
)
TITLE = "Transfusion: Predict the Next Token and Diffuse Images with One Multi-Modal Model"
CARD = f"""### [{TITLE}](https://openreview.net/forum?id=SI2hI0frk6)

**TL;DR:** Two losses, one transformer.
**Conference:** ICLR 2025 Oral
**Mood:** curious
"""


def build(*notes: tuple[str, str], **more: object) -> pn.Site:
    """Return the site of notes given as path and text."""
    return pn.build([pn.Source(path, text.encode()) for path, text in notes], **more)  # type: ignore[arg-type]


def codes(site: pn.Site) -> list[str]:
    """Return the codes of the issues of a site."""
    return [str(i.code) for i in site.issues]


def test_two_notes_one_paper() -> None:
    """A key in one note and a card in another become one paper with the facts of both."""
    site = build(("list.md", TRANSFUSION), ("cards.md", CARD))
    (paper,) = site.library.papers
    assert paper.citekey == "ChuntingZhou2025ICLR"
    assert paper.title.startswith("Transfusion: Predict")
    assert (str(paper.venue), paper.track, paper.tldr) == ("ICLR 2025", "Oral", "Two losses, one transformer.")
    assert [f.label for f in paper.fields] == ["TL;DR", "Conference", "Mood"]
    assert paper.tags == ("multimodal",)
    assert "Transfusion" in paper.labels
    assert [(m.note, m.line, m.column, m.kind) for m in paper.mentions] == [
        ("cards.md", 1, 5, pn.MentionKind.CARD),
        ("list.md", 1, 16, pn.MentionKind.CITATION),
    ]
    assert paper.origins["authors"] == "citekey"
    assert str(site.counts) == "2 notes, 2 mentions, 1 paper, 1 merged, 0 doubtful"


def test_context_and_topic_of_a_mention() -> None:
    """A mention has its whole list item as context, and the headings and items above it as topic."""
    bullet = "    - [A Study of Many Things](https://arxiv.org/abs/2401.00001)\n      is *fun*\n"
    text = f"# Notes\n\n## LLM\n\n- Training:\n{bullet}"
    ((mention,),) = [p.mentions for p in build(("n.md", text)).library.papers]
    assert mention.topic == ("LLM", "Training")
    assert mention.context == "[A Study of Many Things](https://arxiv.org/abs/2401.00001)\nis *fun*"


@pytest.mark.parametrize(
    ("bullet", "topic"),
    [
        ("- Survey\n  id:: 5fffb4b2-afcd\n  heading:: true", ("Survey",)),
        ("- heading:: true", ()),
        ("- Use of std::map", ("Use of std::map",)),
    ],
)
def test_properties_of_logseq_are_no_topic(bullet: str, topic: tuple[str, ...]) -> None:
    """A topic is the words of a bullet, without the properties on the lines below."""
    site = build(("n.md", f"{bullet}\n  - [A Study of Many Things](https://arxiv.org/abs/2401.00001)\n"))
    assert site.library.papers[0].mentions[0].topic == topic


def test_annotate_adds_links_to_a_note() -> None:
    """Annotating adds an anchor and a link to the paper page, and changes no other text."""
    site = build(("list.md", TRANSFUSION))
    out = pn.annotate(site, "list.md")
    assert "[ChuntingZhou2025ICLR](https://openreview.net/forum?id=SI2hI0frk6)" in out
    assert "](papers/chuntingzhou2025iclr.md" in out
    assert f'<a id="{site.library.papers[0].mentions[0].anchor}"></a>' in out
    plain = build(("n.md", "Nothing here.\n"))
    assert pn.annotate(plain, "n.md") == "Nothing here.\n"


def test_annotate_accepts_a_changed_text() -> None:
    """The text that another plugin changed is kept, and its mentions are linked."""
    site = build(("list.md", TRANSFUSION))
    out = pn.annotate(site, "list.md", changed="Inserted first.\n\n" + TRANSFUSION)
    assert out.startswith("Inserted first.")
    assert "](papers/chuntingzhou2025iclr.md" in out


def test_a_wikilink_to_a_note_is_no_citation() -> None:
    """A wikilink to an existing note cites no paper, unless it is the literature note of one."""
    person = ("Smith2020.md", "# Smith, met in 2020\n\nA kind person.\n")
    assert build(("n.md", "Ask [[Smith2020]].\n"), person).library.papers == ()
    literature = ("reading/kan.md", "---\ntitle: 'KAN: Kolmogorov-Arnold Networks'\narxiv: 2404.19756\n---\nText.\n")
    (paper,) = build(("n.md", "See [[kan|the splines]].\n"), literature).library.papers
    assert [(m.note, m.kind) for m in paper.mentions] == [
        ("n.md", pn.MentionKind.KEY),
        ("reading/kan.md", pn.MentionKind.LITERATURE_NOTE),
    ]


def test_an_unknown_key_is_reported_with_a_suggestion() -> None:
    """`[@key]` that nothing defines is left as text and reported with line, column and a suggestion."""
    site = build(("n.md", "As [@ho2020denoising] and\n[@ho2020denoisin_] say.\n"))
    bib = pn.Source("bib/p.bib", b"@misc{ho2020denoising, title={Denoising Diffusion Probabilistic Models}}")
    site = build(("n.md", "As [@ho2020denoising] and\n[@ho-denoising] say.\n"), bibliography=[bib])
    (issue,) = site.issues
    assert (issue.code, issue.line, issue.column) == (Code.UNKNOWN_KEY, 2, 2)
    assert "did you mean 'ho2020denoising'" in issue.message


def test_bibtex_in_a_note_is_read() -> None:
    """A fenced entry gives title, authors and identifiers of its paper."""
    fields = "title={Deep learning}, author={LeCun, Yann}, doi={10.1038/nature14539}, year=2015"
    text = f"```bibtex\n@article{{lecun2015deep,\n  {fields}\n}}\n```\n"
    (paper,) = build(("n.md", text)).library.papers
    assert (paper.citekey, paper.title, [str(i) for i in paper.identifiers]) == (
        "lecun2015deep",
        "Deep learning",
        ["doi:10.1038/nature14539"],
    )


def test_an_author_page_replaces_a_generated_page() -> None:
    """The author's page is used in place of a generated page of its path, and this is reported."""
    site = build(("list.md", TRANSFUSION), ("papers/index.md", "# My papers\n"))
    assert "papers/index.md" not in [o.path for o in site.outputs]
    assert list(map(str, site.issues)) == [
        "papers/index.md: a page would be generated at this path; your page is used [page-exists]"
    ]


def test_excluded_notes_are_not_read() -> None:
    """A note under `exclude` gives no paper."""
    config = pn.Config.load({"exclude": ["private/*"]})
    site = build(("list.md", TRANSFUSION), ("private/x.md", "[y](https://arxiv.org/abs/2401.00001)"), config=config)
    assert len(site.library.papers) == 1


@pytest.mark.parametrize("names", [True, False])
def test_names_can_be_switched_off(names: bool) -> None:
    """`names: false` finds no paper named in prose."""
    card = "### [VideoJAM: Joint Appearance-Motion Representations](https://arxiv.org/abs/2502.02492)\n"
    site = build(("a.md", card), ("b.md", "We liked VideoJam most.\n"), config=pn.Config(names=names))
    assert [m.kind for m in site.library.papers[0].mentions] == [pn.MentionKind.CARD, pn.MentionKind.NAME][: 1 + names]


def test_a_name_of_two_papers_is_ambiguous() -> None:
    """A name of two papers is linked to neither, and is reported once with line and column."""
    cards = "".join(
        f"### [FlowKit: {title}](https://arxiv.org/abs/2401.0000{n})\n\nWords.\n\n"
        for n, title in enumerate(("A Study of Pipes", "Sampling without Tears"), 1)
    )
    site = build(("a.md", cards), ("b.md", "Then FlowKit came, and FlowKit stayed.\n"))
    assert all(m.kind is pn.MentionKind.CARD for p in site.library.papers for m in p.mentions)
    (issue,) = site.issues
    assert (issue.code, issue.path, issue.line, issue.column) == (Code.AMBIGUOUS_NAME, "b.md", 1, 6)
    assert "'FlowKit' is a name of 2 papers" in issue.message


def test_levels_of_issues_can_be_changed() -> None:
    """An option sets the level of each issue code, and `off` removes the issues."""
    for level, expected in (("error", ["no-papers"]), ("off", [])):
        site = build(("n.md", "Nothing.\n"), config=pn.Config.load({"issues": {"no-papers": level}}))
        assert codes(site) == expected


def test_a_site_without_papers_is_reported() -> None:
    """A site without papers has a warning with the reason."""
    assert "nothing in 1 note" in build(("n.md", "Nothing.\n")).issues[0].message
    assert "there are no notes" in build().issues[0].message


def test_without_pages_the_library_is_the_same() -> None:
    """`pages=False` leaves out the pages and nothing else."""
    full, quick = build(("list.md", TRANSFUSION)), build(("list.md", TRANSFUSION), pages=False)
    assert quick.library.papers == full.library.papers
    assert (bool(full.outputs), quick.outputs) == (True, ())


def test_page_texts_are_rendered_on_access(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is rendered on access and begins with its front matter, and a digest identifies its text."""
    rendered: list[str] = []
    write = templates.render_page

    def page(template: str, **values: object) -> str:
        rendered.append(template)
        return write(template, **values)

    monkeypatch.setattr(templates, "render_page", page)
    site = build(("list.md", TRANSFUSION), ("card.md", CARD))
    assert rendered == []
    for output in site.outputs:
        assert output.text == output.text
        assert output.text.startswith(output.front_matter)
        assert output.front_matter.endswith("---\n") == output.path.endswith(".md")
    number_rendered, other = len(rendered), build(("list.md", TRANSFUSION)).outputs
    digests = {output.path: output.digest for output in site.outputs}
    assert len(rendered) == number_rendered
    assert site.outputs == build(("list.md", TRANSFUSION), ("card.md", CARD)).outputs
    assert {o.path for o in other if o.digest != digests.get(o.path)} >= {"papers/index.md"}


PIECES = {
    "bullets": "- [{title}]({address}) is about things\n",
    "nested": "- a\n  - b\n    - Kit{n}X [[Lee2020ICLR]] [pdf]({address})\n",
    "cards": "### [{title}]({address})\n\n**TL;DR:** Some words.\n\n",
    "headings": "## {title}\n\nWords that say nothing, and [paper]({address}) more.\n\n",
    "rows": "| Paper | Authors |\n|---|---|\n| [{title}]({address}) | A. Lee et al. |\n\n",
    "paragraph": "We read [{title}]({address}), [pdf]({address}) and “A Quoted Title of Things”. ",
    "references": "[{n}] Ann Lee. “{title}.” arXiv:2401.{n:05}, 2020.\n",
    "keys": "[see @lee2020study{n}, p. 3] and {{cite}}`ray2021a, fox2022b` ",
    "names": "- [KitX: {title}]({address})\n\nThe KitX paper on Great Things.\n\n",
    "one title": "- [A Study of Great Things]({address}) by Ann Lee\n",
    "one number": "- [{title}](https://arxiv.org/abs/2401.00001)\n",
}
QUICK_PIECES = ("bullets", "paragraph", "references", "names")


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(piece, id=name, marks=[] if name in QUICK_PIECES else [pytest.mark.full])
        for name, piece in PIECES.items()
    ],
)
def test_a_build_takes_linear_time(piece: str) -> None:
    """The time of a build grows linearly with the length of a note."""

    def least(count: int) -> float:
        text = "".join(
            piece.format(n=n, title=f"A Study of {n} Great Things", address=f"https://arxiv.org/abs/2401.{n:05}")
            for n in range(count)
        )
        times = []
        for _ in range(2):
            start = time.process_time()
            build(("n.md", text), pages=False)
            times.append(time.process_time() - start)
        return min(times)

    # the text is twelve times as long: a quadratic build takes 144 times as long, and timing is noisy
    small, large = least(60), least(720)
    assert large < 60 * max(small, 0.01), (small, large)


def test_every_unknown_key_is_reported_with_a_suggestion() -> None:
    """Each of many unknown keys is reported with line, column and a suggestion."""
    text = "".join(f"a [@vaswani2017atention; @devlin2019bertt, p. {n}]\n\n" for n in range(30))
    bib = b"@misc{vaswani2017attention, title={A}}\n@misc{Devlin2019BERT, title={B}}\n"
    note = f"[@vaswani2017attention; @Devlin2019BERT]\n\n{text}"
    site = build(("n.md", note), bibliography=[pn.Source("b.bib", bib)])
    unknown_keys = [i for i in site.issues if i.code == "unknown-key"]
    assert len(unknown_keys) == 60
    assert str(unknown_keys[-1]) == (
        "n.md:61: nothing defines the key 'devlin2019bertt' (did you mean 'Devlin2019BERT'?); "
        "it was left as text [unknown-key]"
    )
    assert unknown_keys[-1].column == 26
    assert "did you mean 'vaswani2017attention'?" in unknown_keys[0].message


def test_a_literature_note_cites_its_paper_only_in_brackets() -> None:
    """In the literature note of a paper its key is a citation only in brackets."""
    front = "---\ncitekey: lee2020\ntitle: The Paper\nyear: 2020\n---\n"
    annotated = pn.annotate(
        build(("lee.md", f"{front}# Notes\n\nKey: @lee2020\n\nWords [@lee2020, p. 3].\n")), "lee.md"
    )
    assert "Key: @lee2020" in annotated
    assert '([Lee, 2020](#ref-lee2020 "The Paper (Lee, 2020)"), p. 3)' in annotated
    assert annotated.count('id="ref-lee2020"') == 1


def test_identifiers_are_cited_without_a_bibliography() -> None:
    """A cited identifier creates a paper, and an invalid identifier is reported."""
    note = "[@arxiv:2503.01776; @doi:10.1038/nature14539], @openreview:SI2hI0frk6, [@doi:no]"
    site = build(("n.md", f"{note} [@{{https://arxiv.org/abs/1706.03762}}]"))
    assert [str(i) for p in site.library.papers for i in p.identifiers] == [
        "arxiv:2503.01776",
        "arxiv:1706.03762",
        "doi:10.1038/nature14539",
        "openreview:SI2hI0frk6",
    ]
    assert [i.message for i in site.issues] == ["nothing defines the key 'doi:no'; it was left as text"]
    assert pn.annotate(site, "n.md").count('<a id="ref-') == 4


def test_a_build_leaves_nothing_for_the_garbage_collector() -> None:
    """A build creates hardly any reference cycles, so that none is collected while it lasts."""
    title = rb"title={A Title of \\frac{a}{\\sqrt{b}} \\weakly{read}}"
    bibliography = [pn.Source("library.bib", b"@article{lee2020, %s, author={Lee, A.}, year=2020}" % title)]
    notes = [(f"n{n}.md", f"# On {n}\n\n{TRANSFUSION}\nSee [[n{n + 1}]], $x_{n}$ and [@lee2020].\n") for n in range(20)]
    build(*notes, ("cards.md", CARD))  # what is made once for all builds
    gc.collect()
    gc.disable()
    try:
        site = build(*notes, ("cards.md", CARD), bibliography=bibliography)
        assert len(site.library.papers) == 2
        assert all(output.text for output in site.outputs)
        # the LaTeX parser makes a class for each text that it reads
        assert gc.collect() < 100
    finally:
        gc.enable()
