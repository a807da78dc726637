"""Tests of the recognition of citekeys and of the facts they imply."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.citekeys import citekey_evidence, is_citekey
from papernotes_plugin.vocabulary.model import Evidence


@pytest.mark.parametrize(
    ("key", "authors", "year", "venue", "identifiers"),
    [
        # first name, family name, year, venue
        ("AshishVaswani2017NeurIPS", ("Ashish Vaswani",), 2017, "NeurIPS", ()),
        ("KaimingHe2016CVPR", ("Kaiming He",), 2016, "CVPR", ()),
        ("ChuntingZhou2025ICLR", ("Chunting Zhou",), 2025, "ICLR", ()),
        ("YimingZhang2025ICLR++", ("Yiming Zhang",), 2025, "ICLR", ()),
        ("AaronJiaxunLi2025ICLR", ("Aaron Jiaxun Li",), 2025, "ICLR", ()),
        ("JiachenTWang2025ICLR+", ("Jiachen T Wang",), 2025, "ICLR", ()),
        ("JohannesvonOswald2025ICLR", ("Johannes von Oswald",), 2025, "ICLR", ()),
        ("MichaelMcCabe2024NeurIPS", ("Michael McCabe",), 2024, "NeurIPS", ()),
        ("Vaswani2017NIPS", ("Vaswani",), 2017, "NeurIPS", ()),
        # without a capital inside, the start of the family name is unknown
        ("XIANGYUPENG2025ICLR", ("XIANGYUPENG",), 2025, "ICLR", ()),
        ("zaishuoxia2025ICLR", ("zaishuoxia",), 2025, "ICLR", ()),
        # family name, year, word
        ("vaswani2017attention", ("Vaswani",), 2017, "", ()),
        ("Vaswani2017AttentionIA", ("Vaswani",), 2017, "", ()),
        ("he2016deep", ("He",), 2016, "", ()),
        ("Li2020", ("Li",), 2020, "", ()),
        ("smith2020a", ("Smith",), 2020, "", ()),
        ("Smith2020+", ("Smith",), 2020, "", ()),
        ("müller2020", ("Müller",), 2020, "", ()),
        # a group, and a family name with another part before the title
        ("groupPOLICYBRIEFData2024", (), 2024, "", ()),
        ("sarna-wojcickiWhereAreMissing2017", (), 2017, "", ()),
        ("O'Neill2021foo", ("O'Neill",), 2021, "", ()),
        ("McMahan2017", ("McMahan",), 2017, "", ()),
        ("smith_2020_foo", ("Smith",), 2020, "", ()),
        ("vaswani_attention_2017", ("Vaswani",), 2017, "", ()),
        ("smith:2020", ("Smith",), 2020, "", ()),
        ("Weinberg:1967tq", ("Weinberg",), 1967, "", ()),
        ("smith-2020", ("Smith",), 2020, "", ()),
        ("devlin-etal-2019-bert", ("Devlin",), 2019, "", ()),
        ("SmithEtAl2020", ("Smith",), 2020, "", ()),
        ("heDeepResidualLearning2016", ("He",), 2016, "", ()),
        ("heDeepResidualLearning2016a", ("He",), 2016, "", ()),
        ("kerbl3DGaussianSplatting2023", ("Kerbl",), 2023, "", ()),
        # the name of a system
        ("endo4dgs2024", (), 2024, "", ()),
        ("dreamerv3_2024", (), 2024, "", ()),
        # two family names or a given name are ambiguous
        ("SmithJones2020", (), 2020, "", ()),
        ("Cesa_Bianchi_2006_Prediction_Learning", (), 2006, "", ()),
        ("Martin-Dussaud2018", (), 2018, "", ()),
        ("van-der-maaten-hinton-2008", (), 2008, "", ()),
        ("noauthor_title_2020", (), 2020, "", ()),
        ("Unknown2025-qj", (), 2025, "", ()),
        # keys that are identifiers
        (
            "DBLP:conf/nips/VaswaniSPUJGKP17",
            ("Vaswani",),
            2017,
            "NeurIPS",
            ("dblp:conf/nips/VaswaniSPUJGKP17",),
        ),
        (
            "DBLP:journals/corr/abs-1706-03762",
            (),
            None,
            "arXiv",
            ("dblp:journals/corr/abs-1706-03762", "arxiv:1706.03762"),
        ),
        ("pmlr-v70-finn17a", ("Finn",), 2017, "", ("pmlr:v70/finn17a",)),
    ],
)
def test_a_citekey_implies_certain_facts(
    key: str, authors: tuple[str, ...], year: int | None, venue: str, identifiers: tuple[str, ...]
) -> None:
    """A citekey is recognised, and only certain facts are derived from it."""
    assert is_citekey(key)
    evidence = citekey_evidence(key)
    assert evidence.citekey == key
    assert evidence.authors == authors
    assert evidence.year == year
    assert evidence.venue == venue
    assert tuple(map(str, evidence.identifiers)) == identifiers
    assert evidence.title == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2020",
        "2020-01-01",
        "2024-notes",
        "log-2024-01-15",
        "standup-2024-05-01",
        "Smith-2020-01",
        "GPT-4",
        "GPT4",
        "GPT-2020",
        "stuff-i-learnt-this-year-2018",
        "Python3",
        "ResNet50",
        "BERT",
        "H2O2",
        "ICLR2025",
        "CVPR2023",
        "NeurIPS-2024",
        "NeurIPS_2024_notes",
        "iclr_notes_2025",
        "ICML2019ICLR",
        "ImageNet2012",
        "imagenet-2012",
        "VOC2007",
        "WMT2014",
        "COVID2019",
        "Llama2023",
        "AI2027",
        "IPCC2021",
        "march2024",
        "meeting_notes_2024",
        "week-12-2024",
        "reading-list-2024",
        "wbf2024.notes",
        "workshops.2023",
        "Figure2020",
        "Windows2000",
        "x2020",
        "Smith 2020",
        "Smith (2020)",
        "Smith, 2020",
        "smith3020",
        "doi:10.1234/2020",
        "https://x.org/smith2020",
        "a/smith2020",
        "<smith2020>",
        "attention",
        "#smith2020",
        "smith2020" + "x" * 200,
    ],
)
def test_other_text_is_no_citekey(text: str) -> None:
    """Models, data sets, venues, dates, file names and URLs are no citekeys and imply no facts."""
    assert not is_citekey(text)
    assert citekey_evidence(text) == Evidence()


def test_a_trailing_plus_is_part_of_the_key() -> None:
    """Keys that differ only by a plus are different and imply the same facts."""
    one, two = citekey_evidence("JiachenTWang2025ICLR"), citekey_evidence("JiachenTWang2025ICLR+")
    assert one.citekey != two.citekey
    assert one.authors == two.authors


@pytest.mark.shared
def test_citekeys_of_the_reference_notes(shared: Path) -> None:
    """Every key of the reference notes is recognised and agrees with the facts of its paper."""
    truth = json.loads((shared / "truth" / "truth.json").read_text("utf-8"))
    for paper in truth["papers"]:
        for key in paper.get("citekeys", []):
            evidence = citekey_evidence(key)
            assert (evidence.year, evidence.venue) == (paper["year"], paper["venue"])
    bibliography = (shared / "truth" / "papers.bib").read_text("utf-8")
    for entry in bibliography.split("\n@")[1:]:
        key = re.match(r"\w+\{([^,]+),", entry)
        year = re.search(r"^  year = \{(\d{4})\}", entry, re.MULTILINE)
        assert key is not None
        assert is_citekey(key[1])
        assert year is None or citekey_evidence(key[1]).year == int(year[1])


@given(st.text(max_size=40))
def test_any_text_is_accepted(text: str) -> None:
    """Any text is accepted, and only a citekey implies facts."""
    evidence = citekey_evidence(text)
    assert (evidence == Evidence()) is not is_citekey(text)


NAMES = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)


@given(
    NAMES,
    NAMES,
    st.integers(1950, 2049),
    st.sampled_from(["ICLR", "NeurIPS", "CVPR", "ACL", "ICML"]),
    st.integers(0, 3),
)
def test_facts_of_generated_keys(given_name: str, family: str, year: int, venue: str, count: int) -> None:
    """A key built from a name, a year and a venue implies them."""
    evidence = citekey_evidence(f"{given_name}{family}{year}{venue}{'+' * count}")
    assert (evidence.authors, evidence.year, evidence.venue) == ((f"{given_name} {family}",), year, venue)
