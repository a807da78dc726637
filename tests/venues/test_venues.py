"""Tests of venues: the spellings that are recognised, and the texts that are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.venues import find_venue, fold_track, full_name, is_journal, is_preprint, parse_venue
from papernotes_plugin.venues.venue_lookup import LISTED_VENUES, VENUES, VenueKind

NONE = ("", None, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # journals by their short names
        ("Adv. Neural Inf. Process. Syst. 27 (2014)", ("NeurIPS", 2014, "")),
        ("J. Am. Chem. Soc.", ("JACS", None, "")),
        ("Phys. Rev. D", ("Physical Review D", None, "")),
        ("Mon. Not. R. Astron. Soc.", ("MNRAS", None, "")),
        ("Astron. Astrophys.", ("Astronomy & Astrophysics", None, "")),
        ("Proc. Natl. Acad. Sci. U.S.A.", ("PNAS", None, "")),
        ("Sci Rep 6", ("Scientific Reports", None, "")),
        ("Am. Econ. Rev.", ("American Economic Review", None, "")),
        ("Q. J. Econ. 84", ("Quarterly Journal of Economics", None, "")),
        ("Phys. Rev.", NONE),
        ("QJE 1991", ("Quarterly Journal of Economics", 1991, "")),
        ("AER", ("American Economic Review", None, "")),
        ("APSR 2013", ("American Political Science Review", 2013, "")),
        ("JPSP", ("Journal of Personality and Social Psychology", None, "")),
        ("JAMA", ("JAMA", None, "")),
        ("Jama", NONE),
        ("aer", NONE),
        # acronyms
        ("ICLR 2025", ("ICLR", 2025, "")),
        ("ICLR2025", ("ICLR", 2025, "")),
        ("ICLR-2025", ("ICLR", 2025, "")),
        ("ICLR'25", ("ICLR", 2025, "")),
        ("ICML ’24", ("ICML", 2024, "")),
        ("NeurIPS'20", ("NeurIPS", 2020, "")),
        ("CVPR 23", ("CVPR", 2023, "")),
        ("ICML23", ("ICML", 2023, "")),
        ("'98 ACL", ("ACL", 1998, "")),
        ("iclr 2024", ("ICLR", 2024, "")),
        ("2017 NIPS", ("NeurIPS", 2017, "")),
        ("NIPS", ("NeurIPS", None, "")),
        ("In NeurIPS, 2019.", ("NeurIPS", 2019, "")),
        ("Proc. ICML 2018", ("ICML", 2018, "")),
        ("IEEE/CVF CVPR 2021", ("CVPR", 2021, "")),
        ("ACM CHI 2020", ("CHI", 2020, "")),
        ("(CVPR 2022)", ("CVPR", 2022, "")),
        ("*ICCV 2023*", ("ICCV", 2023, "")),
        ("CVPR 2023 (CCF-A)", ("CVPR", 2023, "")),
        ("EMNLP-IJCNLP 2019", ("EMNLP", 2019, "")),
        ("ACL/IJCNLP 2021", ("ACL", 2021, "")),
        ("NAACL-HLT (1)", ("NAACL", None, "")),
        ("LREC-COLING 2024", ("COLING", 2024, "")),
        ("Accepted to ICLR 2025", ("ICLR", 2025, "Accepted")),
        ("To appear in USENIX Security 2024", ("USENIX Security", 2024, "")),
        ("IEEE S&P 2021", ("IEEE S&P", 2021, "")),
        ("S&P'21", ("IEEE S&P", 2021, "")),
        ("ECML PKDD 2020", ("ECML-PKDD", 2020, "")),
        ("ACM MM 2021", ("ACM MM", 2021, "")),
        ("SIGGRAPH Asia 2022", ("SIGGRAPH Asia", 2022, "")),
        # tracks
        ("NeurIPS 2024 oral", ("NeurIPS", 2024, "oral")),
        ("ICML 2023 OralPoster", ("ICML", 2023, "OralPoster")),
        ("ICML'23 OralPoster", ("ICML", 2023, "OralPoster")),
        ("CVPR 2022 (Oral)", ("CVPR", 2022, "Oral")),
        ("ICLR 2024 Spotlight", ("ICLR", 2024, "Spotlight")),
        ("ICLR 2023 notable top 5%", ("ICLR", 2023, "notable top 5%")),
        ("ICLR 2023 (notable-top-25%)", ("ICLR", 2023, "notable-top-25%")),
        ("CVPR 2024 Best Paper", ("CVPR", 2024, "Best Paper")),
        ("ACL 2020 Best Overall Paper", ("ACL", 2020, "Best Overall Paper")),
        ("ICML 2022 Outstanding Paper Award", ("ICML", 2022, "Outstanding Paper Award")),
        ("NeurIPS 2023 Datasets and Benchmarks", ("NeurIPS", 2023, "Datasets and Benchmarks")),
        ("NeurIPS 2021 Datasets & Benchmarks Track", ("NeurIPS", 2021, "Datasets & Benchmarks Track")),
        ("NeurIPS 2022 Workshop", ("NeurIPS", 2022, "Workshop")),
        ("NeurIPS 2022 Workshop on Distribution Shifts", ("NeurIPS", 2022, "Workshop on Distribution Shifts")),
        ("CVPR Workshops 2020", ("CVPR", 2020, "Workshops")),
        ("Findings of EMNLP 2020", ("EMNLP", 2020, "Findings")),
        ("Findings of ACL 2023", ("ACL", 2023, "Findings")),
        ("Findings of the Association for Computational Linguistics: EMNLP 2021", ("EMNLP", 2021, "Findings")),
        ("ICLR 2024（Oral）", ("ICLR", 2024, "Oral")),
        ("CVPR 2023 口头报告", ("CVPR", 2023, "口头报告")),
        # names in full
        ("The Thirteenth International Conference on Learning Representations", ("ICLR", 2025, "")),
        ("11th International Conference on Learning Representations, ICLR", ("ICLR", 2023, "")),
        ("International Conference on Learning Representations, 2019", ("ICLR", 2019, "")),
        ("Forty-first International Conference on Machine Learning", ("ICML", 2024, "")),
        ("Proceedings of the 40th International Conference on Machine Learning", ("ICML", 2023, "")),
        (
            "Proceedings of the 36th International Conference on Machine Learning, {ICML} 2019, 9-15 June 2019, "
            "Long Beach, California, {USA}",
            ("ICML", 2019, ""),
        ),
        ("Advances in Neural Information Processing Systems 37", ("NeurIPS", 2024, "")),
        ("NeurIPS 33", ("NeurIPS", 2020, "")),
        ("NeurIPS 23", ("NeurIPS", 2023, "")),
        ("ICML 37", ("ICML", None, "")),
        ("Advances in Neural Information Processing Systems, volume 30", ("NeurIPS", 2017, "")),
        ("Advances in neural information processing systems, 33:1877--1901, 2020", ("NeurIPS", 2020, "")),
        ("Advances in Neural Information Processing Systems", ("NeurIPS", None, "")),
        ("The Thirty-eighth Annual Conference on Neural Information Processing Systems", ("NeurIPS", 2024, "")),
        ("Thirty-seventh Conference on Neural Information Processing Systems", ("NeurIPS", 2023, "")),
        (
            "Thirty-sixth Conference on Neural Information Processing Systems Datasets and Benchmarks Track",
            ("NeurIPS", 2022, "Datasets and Benchmarks Track"),
        ),
        ("Proc. of the 57th Annual Meeting of the ACL", ("ACL", 2019, "")),
        ("Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics", ("ACL", 2020, "")),
        (
            "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational "
            "Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)",
            ("NAACL", 2019, "Short Papers"),
        ),
        (
            "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)",
            ("EMNLP", 2020, ""),
        ),
        ("Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", ("CVPR", None, "")),
        ("2016 IEEE Conference on Computer Vision and Pattern Recognition", ("CVPR", 2016, "")),
        ("proceedings of the ieee/cvf international conference on computer vision", ("ICCV", None, "")),
        ("Computer Vision – ECCV 2014 – 13th European Conference, Zurich, Switzerland", ("ECCV", 2014, "")),
        ("ICML 2019, Long Beach, California", ("ICML", 2019, "")),
        ("European Conference on Computer Vision 2022", ("ECCV", 2022, "")),
        ("Conf. on Robot Learning (CoRL) 2021", ("CoRL", 2021, "")),
        ("Proceedings of the AAAI Conference on Artificial Intelligence", ("AAAI", None, "")),
        ("Proceedings of the Thirty-Third AAAI Conference on Artificial Intelligence", ("AAAI", 2019, "")),
        ("Robotics: Science and Systems XVI", ("RSS", None, "")),
        ("29th USENIX Security Symposium", ("USENIX Security", None, "")),
        ("European Conference on Artificial Intelligence", ("ECAI", None, "")),
        ("Uncertainty in Artificial Intelligence", ("UAI", None, "")),
        # journals
        ("Nature", ("Nature", None, "")),
        ("Nature 2021", ("Nature", 2021, "")),
        ("Nature, 521(7553):436–444, 2015", ("Nature", 2015, "")),
        ("Science", ("Science", None, "")),
        ("Nature Machine Intelligence 3, 2021", ("Nature Machine Intelligence", 2021, "")),
        ("Journal of Machine Learning Research 15 (2014) 1929–1958", ("JMLR", 2014, "")),
        ("J. Mach. Learn. Res.", ("JMLR", None, "")),
        ("Transactions on Machine Learning Research, 2023", ("TMLR", 2023, "")),
        ("IEEE Transactions on Pattern Analysis and Machine Intelligence", ("TPAMI", None, "")),
        ("IEEE Trans. Pattern Anal. Mach. Intell.", ("TPAMI", None, "")),
        ("Int. J. Comput. Vis. 2020", ("IJCV", 2020, "")),
        ("Transactions of the Association for Computational Linguistics", ("TACL", None, "")),
        ("Machine Learning 45(1), 2001", ("MLJ", 2001, "")),
        ("Proceedings of the National Academy of Sciences", ("PNAS", None, "")),
        ("IEEE Robotics and Automation Letters", ("RA-L", None, "")),
        # other journals than those whose names they contain
        ("NEJM AI", ("", None, "")),
        ("IEEE Networks 2022", ("", None, "")),
        # preprints
        ("arXiv", ("arXiv", None, "")),
        ("arXiv 2023", ("arXiv", 2023, "")),
        ("arXiv preprint arXiv:1706.03762", ("arXiv", 2017, "")),
        ("arXiv preprint arXiv:1706.03762, 2018", ("arXiv", 2018, "")),
        ("CoRR abs/1706.03762", ("arXiv", 2017, "")),
        ("arXiv:2401.00001 [cs.CL]", ("arXiv", 2024, "")),
        ("bioRxiv 2024", ("bioRxiv", 2024, "")),
    ],
)
def test_what_is_a_venue(text: str, expected: tuple[str, int | None, str]) -> None:
    """Acronyms, full names, editions, short years and tracks are recognised."""
    assert parse_venue(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2021",
        "Oral",
        "Transformer",
        "Attention Is All You Need",
        "Nature of Code",
        "The nature of statistical learning",
        "Science fair 2020",
        "A cell",
        "Cell",
        "Machine Learning",
        "Machine learning",
        "Artificial Intelligence",
        "Graph Neural Networks 2021",
        "Pattern Recognition",
        "Causal Learning and Reasoning in Agents",
        "Uncertainty in Artificial Intelligence models",
        "Robust Computer Vision",
        "ImageNet 2012",
        "COCO 2017",
        "VOC2007",
        "BERT 2019",
        "GPT-4",
        "ICLR 2025 reading list",
        "My notes from ICLR 2025",
        "Papers I liked at NeurIPS 2023",
        "ICLR 2025 Oral notes",
        "What a year 2020 was",
        "fast 2020",
        "a date 2020",
        "the chi of it",
        "International Conference on Machine Learning and Cybernetics",
        "International Conference on Machine Learning and Applications",
        "International Conference on Computer Vision Theory and Applications",
        "Southern Rim International Conference on Artificial Intelligence",
        "Canadian Conference on Artificial Intelligence",
        "A history of neural information processing systems",
        "We presented it at the International Conference on Learning Representations and liked it",
        "x" * 401,
    ],
)
def test_what_is_none(text: str) -> None:
    """Titles, headings, subjects, data sets and unknown conferences are no known venue."""
    assert parse_venue(text) == NONE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Vaswani et al., NeurIPS 2017", ("NeurIPS", 2017, "")),
        ("Ashish Vaswani, Noam Shazeer. Attention Is All You Need. NIPS 2017.", ("NeurIPS", 2017, "")),
        ("A. Author, B. Author. In CVPR, 2022 (Oral).", ("CVPR", 2022, "Oral")),
        ("[ICML'24 Spotlight] Some Title", ("ICML", 2024, "Spotlight")),
        ("**[ICLR 2025]** Some Title", ("ICLR", 2025, "")),
        ("Some Title (CVPR2023 Highlight) [code]", ("CVPR", 2023, "Highlight")),
        ("Some Title, *ICCV*, 2021", ("ICCV", 2021, "")),
        ("Some Title | EMNLP-IJCNLP 2019 | 12 stars", ("EMNLP", 2019, "")),
        ("Some Title. 2023 CVPR. Someone", ("CVPR", 2023, "")),
        ("in Nature 2021 they", ("Nature", 2021, "")),
        ("Someone, 2016, ICLR 2017 Workshop", ("ICLR", 2017, "Workshop")),
        ("arXiv 2024.03", ("", None, "")),
        ("arXiv 2024", ("arXiv", 2024, "")),
        (
            "In Proceedings of the International Conference on Machine Learning (ICML), 2018, pp. 1–9",
            ("ICML", 2018, ""),
        ),
        ("shown at the International Conference on Learning Representations in 2019", ("ICLR", 2019, "")),
    ],
)
def test_a_venue_in_a_longer_line(text: str, expected: tuple[str, int | None, str]) -> None:
    """A venue directly next to its year is found anywhere in a line."""
    assert find_venue(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "In 2017 nothing happened",
        "NeurIPS was fun",
        "trained on ImageNet 2012 and COCO 2017",
        "graph neural networks 2021",
        "Graph Neural Networks 2021",
        "the science 2021 needs",
        "ChuntingZhou2025ICLR",
        "https://iclr.cc/virtual/2025/poster/1",
        "https://aclanthology.org/2020.acl-main.1",
        "arXiv:2012.12345",
        "1998 examples of FAST code",
        "pages 1999–2010",
    ],
)
def test_no_venue_in_a_line(text: str) -> None:
    """Years next to other words, keys and URLs are no venue."""
    assert find_venue(text) == NONE


@pytest.mark.parametrize(
    ("acronym", "year", "expected"),
    [
        ("ICLR", 2025, "The Thirteenth International Conference on Learning Representations"),
        ("ICLR", None, "The International Conference on Learning Representations"),
        ("ICML", 2024, "Forty-first International Conference on Machine Learning"),
        ("NeurIPS", 2024, "Advances in Neural Information Processing Systems 37"),
        ("NeurIPS", None, "Advances in Neural Information Processing Systems"),
        ("ACL", 2019, "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics"),
        ("EMNLP", 2020, "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing"),
        ("CVPR", 2022, "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition"),
        ("JMLR", 2003, "Journal of Machine Learning Research"),
        ("ICML", 1960, "International Conference on Machine Learning"),
        ("Unheard Of", 2020, "Unheard Of"),
        ("", None, ""),
    ],
)
def test_names_in_print(acronym: str, year: int | None, expected: str) -> None:
    """The name in print has its edition if that is known, and never a gap."""
    assert full_name(acronym, year) == expected


@pytest.mark.parametrize("acronym", VENUES)
@pytest.mark.parametrize("year", [None, 2021])
def test_every_name_in_print_reads_back(acronym: str, year: int | None) -> None:
    """The name in print of a venue is recognised, unless it is also a subject."""
    name = full_name(acronym, year)
    assert "{" not in name
    assert parse_venue(name)[0] in {acronym, ""}
    if VENUES[acronym].kind is VenueKind.CONFERENCE:
        assert parse_venue(name)[0] == acronym
        assert parse_venue(name)[1] in {None, 2021}


@pytest.mark.parametrize("acronym", VENUES)
def test_every_acronym_reads_with_a_year(acronym: str) -> None:
    """Every acronym of the table is recognised next to a year, alone and in a line."""
    assert parse_venue(f"{acronym}, 45(3), 2021" if is_journal(acronym) else f"{acronym} 2021")[:2] == (acronym, 2021)
    if VENUES[acronym].kind is VenueKind.CONFERENCE:
        assert find_venue(f"Somebody, {acronym} 2021.")[:2] == (acronym, 2021)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ITSC 2019", ("ITSC", 2019, "")),
        ("ITSC", ("ITSC", None, "")),
        ("IEEE ITSC 2019", ("ITSC", 2019, "")),
        ("2018 21st International Conference on Intelligent Transportation Systems (ITSC)", ("ITSC", 2018, "")),
        ("IV 2022", ("IV", 2022, "")),
        ("IEEE IV'19", ("IV", 2019, "")),
        ("IV, 2022 (Oral)", ("IV", 2022, "Oral")),
        ("TITS 2021", ("TITS", 2021, "")),
        ("T-ITS", ("TITS", None, "")),
        ("IEEE Transactions on Intelligent Transportation Systems 23(7), 2022", ("TITS", 2022, "")),
        ("ICDCS2019", ("ICDCS", 2019, "")),
        ("SMC 2020", ("SMC", 2020, "")),
    ],
)
def test_venues_of_dblp(text: str, expected: tuple[str, int | None, str]) -> None:
    """Acronyms and names from DBLP are venues; one that is also a word needs a year next to it."""
    assert parse_venue(text) == expected


@pytest.mark.parametrize(
    "text", ["IV", "TITS", "AI", "IS", "SAT", "Networks", "Part IV", "IV. Results 2020", "itsc 2019"]
)
def test_short_acronyms_need_a_second_sign(text: str) -> None:
    """A short acronym alone may be a number or a word; case counts."""
    assert parse_venue(text) == NONE


def test_a_label_is_a_second_sign() -> None:
    """After a label such as `Venue:`, a short acronym is a venue; other words stay none."""
    assert parse_venue("IV", labelled=True) == ("IV", None, "")
    assert parse_venue("TITS", labelled=True) == ("TITS", None, "")
    assert parse_venue("Volume IV of the works", labelled=True) == NONE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A. Author. Some Title. ITSC 2019.", ("ITSC", 2019, "")),
        ("Some Title (IV 2019)", ("IV", 2019, "")),
        ("Some Title [TITS 2022] [code]", ("TITS", 2022, "")),
        ("Some Title, IEEE IV 2019", ("IV", 2019, "")),
        (", IV 2019", ("IV", 2019, "")),
        ("Some Title, ICDCS, 2019", ("ICDCS", 2019, "")),
    ],
)
def test_a_venue_of_dblp_in_a_longer_line(text: str, expected: tuple[str, int | None, str]) -> None:
    """An acronym next to a year is a venue in a line; one that is also a word needs a bracket or a sponsor, too."""
    assert find_venue(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "held in Washington, DC 2021",
        "Madison, WI 2019",
        "chapter IV 2019",
        "the IOT 2020 report",
        "we took CT and MS 2018 images",
        "our SAT 2021 results",
        "an FPGA 2019 board",
    ],
)
def test_no_venue_of_dblp_in_a_line(text: str) -> None:
    """States, numbers, techniques and products next to a year are no venue."""
    assert find_venue(text) == NONE


def test_every_acronym_of_dblp_reads_with_a_year() -> None:
    """Every acronym of the second table is recognised next to a year, and its name is known or left out."""
    for acronym, venue in LISTED_VENUES.items():
        assert parse_venue(f"{acronym} 2021")[:2] == (venue.acronym, 2021)
        assert find_venue(f"A Title ({acronym} 2021)")[:2] == (venue.acronym, 2021)
        assert full_name(venue.acronym, 2021) in (venue.name, venue.acronym)
        assert parse_venue(venue.name)[0] in {venue.acronym, "", "TGRS", "TGARS"}


@pytest.mark.parametrize(
    ("track", "expected"),
    [
        ("Oral", "Oral"),
        ("oral", "Oral"),
        ("ORAL", "Oral"),
        ("Orals", "Oral"),
        ("OralPoster", "Oral"),
        ("oral-poster", "Oral"),
        ("口头报告", "Oral"),
        ("posters", "Poster"),
        ("spotlight", "Spotlight"),
        ("highlights", "Highlight"),
        ("Datasets and Benchmarks", "Datasets and Benchmarks"),
        ("notable top 5%", "Notable top 5%"),
        ("", ""),
    ],
)
def test_tracks_fold(track: str, expected: str) -> None:
    """All spellings of a track are one; other tracks stay as written, with a capital."""
    assert fold_track(track) == expected


def test_an_acronym_of_several_venues_has_no_name() -> None:
    """DBLP knows two conferences that are called IV."""
    assert full_name("IV", 2019) == "IV"
    assert full_name("ITSC", 2019) == "IEEE International Conference on Intelligent Transportation Systems"
    assert is_journal("TITS")
    assert not is_journal("ITSC")


def test_kinds() -> None:
    """Journals and preprint servers are distinguished from conferences."""
    assert is_journal("JMLR")
    assert is_journal("Nature")
    assert not is_journal("ICLR")
    assert not is_journal("nothing")
    assert is_preprint("arXiv")
    assert is_preprint("CoRR")
    assert is_preprint("bioRxiv")
    assert not is_preprint("ICML")


def test_editions_count_right() -> None:
    """The 13th ICLR was in 2025, in every spelling of the number."""
    for text in (
        "13th International Conference on Learning Representations",
        "Thirteenth International Conference on Learning Representations",
    ):
        assert parse_venue(text)[:2] == ("ICLR", 2025)
    for year in range(2000, 2030):
        assert parse_venue(full_name("ICML", year))[1] == year
        assert parse_venue(full_name("NeurIPS", year))[1] == year
        assert parse_venue(full_name("ACL", year))[1] == year


@pytest.mark.shared
def test_the_reference_bibliography(shared: Path) -> None:
    """Every booktitle and journal of the reference bibliography is recognised, with the year of its edition."""
    text = (shared / "truth" / "papers.bib").read_text("utf-8")
    seen = 0
    for entry in text.split("\n@"):
        name = re.search(r"^  (?:booktitle|journal) = \{(.*)\},?$", entry, re.MULTILINE)
        year = re.search(r"^  year = \{(\d{4})\}", entry, re.MULTILINE)
        if name and year:
            acronym, implied, _ = parse_venue(name[1])
            assert acronym, name[1]
            assert implied in {None, int(year[1])}, name[1]
            seen += 1
    assert seen > 250


@given(st.text(max_size=80))
def test_nothing_raises(text: str) -> None:
    """Any text can be parsed, and each result is in the table."""
    for acronym, year, track in (parse_venue(text), find_venue(text)):
        assert acronym in VENUES or (acronym, year, track) == NONE


def test_long_lines_take_no_time() -> None:
    """Hostile lines take little time."""
    for line in ("2020 " * 20000, "a-" * 50000 + "2020", "NeurIPS-" * 20000, "'20" * 30000, "workshop on " * 20000):
        find_venue(line)
        parse_venue(line[:400])
