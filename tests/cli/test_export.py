"""`papernotes export` writes all formats, and exports what manuscripts cite."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from papernotes_plugin import bibtex
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.cli_runs import error, put, run

READING = """# Reading

- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 [@vaswani2017attention]
- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385) as [@he2016deep] and [@He16]
- Kolmogorov-Arnold Networks: [paper](https://arxiv.org/abs/2404.19756)
"""
BIB = r"""@inproceedings{vaswani2017attention,
  title = {Attention Is All You Need},
  author = {Vaswani, Ashish and Erd{\H{o}}s, Paul},
  booktitle = {Advances in Neural Information Processing Systems 30},
  year = {2017},
}
@inproceedings{he2016deep, title = {Deep Residual Learning for Image Recognition}, author = {He, Kaiming},
  booktitle = {CVPR}, year = {2016}, eprint = {1512.03385}, archiveprefix = {arXiv}}
@inproceedings{He16, title = {Deep Residual Learning for Image Recognition}, author = {He, Kaiming},
  booktitle = {CVPR}, year = {2016}, eprint = {1512.03385}, archiveprefix = {arXiv}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a project with notes in `docs` and a bibliography."""
    put(tmp_path, docs__reading_md=READING, bib__papers_bib=BIB)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def keys(text: str) -> list[str]:
    """Return the keys of a valid bibliography."""
    entries, issues = bibtex.read(Source("out.bib", text.encode()))
    assert issues == ()
    return [entry.key for entry in entries]


# --- formats --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "begins"),
    [
        (["--format", "json"], '{\n  "schema"'),
        (["--format", "bib"], "@"),
        (["--format", "biblatex"], "@"),
        (["--format", "csl"], '[\n{"id"'),
        (["--format", "ris"], "TY  - "),
        ([], '{\n  "schema"'),
    ],
)
def test_formats(project: Path, args: list[str], begins: str) -> None:
    """Each format has all papers; without NOTES those of `docs` are read."""
    result = run("export", *args)
    assert result.exit_code == 0
    assert result.stdout.startswith(begins)
    assert result.stdout == run("export", "docs", *args).stdout
    for title in ("Attention Is All You Need", "Deep Residual Learning", "Kolmogorov"):
        assert title in re.sub("[{}]", "", result.stdout) or "json" not in args


@pytest.mark.parametrize(
    ("name", "begins"), [("a.bib", "@"), ("a.RIS", "TY  - "), ("a.json", '{\n  "schema"'), ("a.csl.json", "[")]
)
def test_the_suffix_selects_the_format(project: Path, name: str, begins: str) -> None:
    """The suffix of the output file selects the format."""
    assert run("export", "-o", name).exit_code == 0
    assert (project / name).read_text("utf-8").startswith(begins)


def test_flavor_and_encoding(project: Path) -> None:
    """Both can be set for one export; otherwise the options of the project apply."""
    one = ("export", "--key", "vaswani2017attention")
    assert "Erd{\\H{o}}s" in run(*one, "-f", "bib").stdout
    put(project, papernotes_toml="flavor = 'biblatex'")
    in_bibtex_only = ("export", "--key", "he2016deep")
    assert "date = {2016}" in run(*in_bibtex_only, "-f", "bib").stdout
    assert "year = {2016}" in run(*in_bibtex_only, "-f", "bib", "--flavor", "bibtex").stdout
    put(project, papernotes_toml="")
    assert run(*one, "-f", "biblatex").stdout == run(*one, "-f", "bib", "--flavor", "biblatex").stdout
    assert run(*one, "-f", "bib", "--encoding", "latex").stdout.isascii()


def test_export_names_papers_without_title_and_changed_entries(project: Path) -> None:
    """Untitled papers are counted and named, and changes of entries have their place; --strict makes it fail."""
    note = "- ResNet [KaimingHe2015CVPR](https://arxiv.org/abs/1512.99999) is deep\n"
    put(project, docs__reading_md=note, bib__papers_bib="\n@misc{lee2020, title = {50% of It}, year = {in press}}\n")
    for args, code in (((), 0), (("--strict",), 1)):
        exported = run("export", "-f", "bib", *args)
        assert exported.exit_code == code
        assert "title = {[title unknown]}" in exported.stdout
        assert "ResNet" not in exported.stdout
        assert "year = {in press}" in exported.stdout
        assert (
            "1 of 2 papers has no title: KaimingHe2015CVPR; 'papernotes fetch', an entry in bib/*.bib"
            in exported.stderr
        )
        assert r"bib/papers.bib:2: the export changes entry 'lee2020'" in exported.stderr
        assert r"title is now '50\% of It'; date is now 'XXXX', because Typst refuses the year" in exported.stderr
    put(project, paper_tex=r"\cite{KaimingHe2015CVPR}")
    assert run("export", "--cited-in", "paper.tex").exit_code == 1
    put(project, paper_tex=r"\cite{lee2020}")
    assert run("export", "--cited-in", "paper.tex").exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-f", "ris", "--flavor", "biblatex"], "--flavor and --encoding apply to BibTeX, not to ris"),
        (["-f", "json", "--encoding", "latex"], "apply to BibTeX, not to json"),
        (["-f", "biblatex", "--flavor", "bibtex"], "cannot have the flavor bibtex"),
        (["--cited-in", "no.tex"], "cannot read 'no.tex'"),
        (["--cited-in", "bib/papers.bib"], "is not a manuscript"),
    ],
)
def test_wrong_usage(project: Path, args: list[str], message: str) -> None:
    """An option without effect and a file that is not a manuscript are errors."""
    assert message in error(run("export", *args))


# --- what manuscripts cite ------------------------------------------------------------------------


@pytest.mark.tex
@pytest.mark.parametrize("flavor", ["bibtex", "biblatex"])
def test_a_manuscript_compiles(project: Path, flavor: str) -> None:
    """A manuscript compiles with its export without messages of BibTeX or biber, by any key of a paper."""
    biblatex = flavor == "biblatex"
    head = (
        "\\usepackage[backend=biber]{biblatex}\\addbibresource{refs.bib}" if biblatex else "\\usepackage[T1]{fontenc}"
    )
    tail = "\\printbibliography" if biblatex else "\\bibliographystyle{plain}\\bibliography{refs}"
    put(
        project,
        m_tex=f"\\documentclass{{article}}{head}\\begin{{document}}"
        f"\\cite[p.~3]{{he2016deep}} \\cite{{vaswani2017attention,arxiv:1512.03385}}{tail}\\end{{document}}",
    )
    latex = ["pdflatex", "-no-shell-escape", "-interaction=batchmode", "m"]
    subprocess.run(latex, check=False, capture_output=True)
    trace = "m.bcf" if biblatex else "m.aux"
    result = run("export", "--cited-in", trace, "-f", "biblatex" if biblatex else "bib", "-o", "refs.bib")
    assert result.exit_code == 0, result.stderr
    text = run("export", "--cited-in", "m.tex", "-f", "biblatex" if biblatex else "bib").stdout
    assert (project / "refs.bib").read_text("utf-8") == text
    done = subprocess.run(["biber" if biblatex else "bibtex", "m"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert not re.search("warning|error", done.stdout.replace("0 warnings", ""), re.IGNORECASE), done.stdout
    subprocess.run(latex, check=False, capture_output=True)
    subprocess.run(latex, check=False, capture_output=True)
    log = (project / "m.log").read_text("utf-8", "replace")
    assert "undefined" not in log
    assert "rerun" not in log.lower().replace("rerunfilecheck", "")


def test_cited_in_latex(project: Path) -> None:
    """The papers that a manuscript and its chapters cite are exported as BibTeX, in the order of the library."""
    put(
        project,
        paper__main_tex="\\input{parts/one}% \\cite{he2016deep}\n\\input{glyphtounicode}\\include{parts/two}",
        paper__parts__one_tex="\\citep[p.~3]{vaswani2017attention}",
        paper__parts__two_tex="\\input{one} \\input{parts/two} \\input{../main}",
    )
    result = run("export", "--cited-in", "paper/main.tex")
    assert result.exit_code == 0
    assert keys(result.stdout) == ["vaswani2017attention"]
    reported = "paper/main.tex:2: there is no file 'glyphtounicode' here; its citations are unknown [unreadable-file]\n"
    assert result.stderr.startswith(reported)
    assert result.stderr.count("\n") == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.tex", r"\cite{he2016deep,arxiv:2404.19756}"),
        ("m.aux", r"\citation{he2016deep}\citation{arxiv:2404.19756}"),
        ("m.bcf", "<bcf:citekey>he2016deep</bcf:citekey><bcf:citekey>arxiv:2404.19756</bcf:citekey>"),
        ("m.typ", '@he2016deep #cite(label("arxiv:2404.19756")) @fig #figure() <fig>'),
        ("m.md", "As [see @he2016deep, p. 3; @arxiv:2404.19756] says, `@vaswani2017attention`."),
        ("m.qmd", "---\nnocite: |\n  @he2016deep, @{arxiv:2404.19756}\n---\nNothing else. me@example.org\n"),
    ],
)
def test_kinds_of_manuscripts(project: Path, name: str, text: str) -> None:
    """Every kind of manuscript cites by key; a paper is exported with the key that the manuscript uses."""
    (project / name).write_text(text, "utf-8")
    result = run("export", "--cited-in", name)
    assert result.exit_code == 0, result.stderr
    assert sorted(keys(result.stdout)) == ["arxiv:2404.19756", "he2016deep"]


def test_links_and_wikilinks_of_markdown(project: Path) -> None:
    """Markdown cites by link and wikilink, too; its front matter is no citation."""
    text = "---\ntitle: Attention Is All You Need\nauthors: [Me]\n---\n[[he2016deep]], [this](https://arxiv.org/pdf/2404.19756v3)\n"
    put(project, m_md=text)
    result = run("export", "--cited-in", "m.md", "-f", "csl")
    titles = [item["title"] for item in json.loads(result.stdout)]
    assert titles == ["Kolmogorov-Arnold Networks", "Deep Residual Learning for Image Recognition"]


def test_several_manuscripts_and_filters(project: Path) -> None:
    """Papers of all manuscripts are exported if they pass all filters."""
    put(project, a_tex=r"\cite{he2016deep}", b_tex=r"\nocite{vaswani2017attention}")
    both = ("export", "--cited-in", "a.tex", "--cited-in", "b.tex")
    assert keys(run(*both).stdout) == ["vaswani2017attention", "he2016deep"]
    assert keys(run(*both, "--year", "2016").stdout) == ["he2016deep"]


def test_nocite_of_everything(project: Path) -> None:
    r"""`\nocite{*}` exports the whole library; a paper that is cited by another key keeps that key."""
    put(project, a_tex=r"\nocite{*}\cite{arxiv:1706.03762}")
    all_keys = keys(run("export", "-f", "bib").stdout)
    # the copy for the key of the other entry would be printed as well
    expected = {key.replace("vaswani2017attention", "arxiv:1706.03762") for key in all_keys} - {"he2016deep"}
    assert set(keys(run("export", "--cited-in", "a.tex").stdout)) == expected


def test_unknown_keys(project: Path) -> None:
    """Each unknown key is reported once, with its position and similar keys; the exit code is 1."""
    put(project, a_tex="\n \\cite{vaswani2017atention,he2016deep} \\cite{vaswani2017atention}")
    result = run("export", "--cited-in", "a.tex", "-o", "out.bib")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0] == (
        "a.tex:2: nothing defines the key 'vaswani2017atention' (did you mean 'vaswani2017attention'?); "
        "it was left out [unknown-key]"
    )
    assert result.stderr.count("\n") == 2
    assert keys((project / "out.bib").read_text("utf-8")) == ["he2016deep"]
    put(project, papernotes_toml="issues = {unknown-key = 'info'}")
    assert run("export", "--cited-in", "a.tex").exit_code == 0
    put(project, papernotes_toml="issues = {unknown-key = 'off'}")
    assert run("export", "--cited-in", "a.tex").stderr.count("\n") == 1


def test_a_paper_cited_by_two_keys(project: Path) -> None:
    """BibTeX gets an entry for each key, biblatex one with both, and the JSON the paper once."""
    put(project, a_tex=r"\cite{he2016deep} \cite{arxiv:1512.03385}")
    result = run("export", "--cited-in", "a.tex")
    assert result.exit_code == 0
    assert keys(result.stdout) == ["he2016deep", "arxiv:1512.03385"]
    assert "each has an entry, so it is listed more than once [several-keys]" in result.stderr
    result = run("export", "--cited-in", "a.tex", "-f", "biblatex")
    assert keys(result.stdout) == ["he2016deep"]
    assert "ids = {arxiv:1512.03385}" in result.stdout
    papers = json.loads(run("export", "--cited-in", "a.tex", "-f", "json").stdout)["papers"]
    assert [paper["title"] for paper in papers] == ["Deep Residual Learning for Image Recognition"]
    assert "he2016deep" in (papers[0]["citekey"], *papers[0]["aliases"])


def test_keys_that_differ_in_case_only(project: Path) -> None:
    """BibTeX would lose one of two such keys, so the first is used."""
    put(project, a_tex=r"\cite{doi:10.1/X} \cite{arXiv:1512.03385} \cite{arxiv:1512.03385}")
    result = run("export", "--cited-in", "a.tex")
    assert keys(result.stdout) == ["arXiv:1512.03385"]
    assert (
        "'arxiv:1512.03385' differs only in case from another key; it has no entry of its own [several-keys]"
        in result.stderr
    )


def test_a_manuscript_is_never_overwritten(project: Path) -> None:
    """An output path that is a manuscript is an error."""
    put(project, a_tex=r"\cite{he2016deep}")
    assert "was read as input" in error(run("export", "--cited-in", "a.tex", "-f", "bib", "-o", "a.tex"))
    assert (project / "a.tex").read_text("utf-8") == r"\cite{he2016deep}"


# --- several keys of one paper --------------------------------------------------------------------

ALIASES = r"""@misc{vaswani, title={Attention Is All You Need}, author={Vaswani, Ashish}, year={2017},
  eprint={1706.03762}, archiveprefix={arXiv}, ids={att17, He2016Deep}}
@misc{o'neil, title={A Work of Some Other Kind}, author={O'Neil, Ann}, year={2020}}
"""


def test_every_key_of_an_entry_is_exported(project: Path) -> None:
    """BibTeX gets a copy of the entry for each key of `.bib` files, biblatex the field `ids`; the rest is named."""
    put(project, bib__papers_bib=ALIASES)
    result = run("export", "-f", "bib", "--key", "vaswani,o-neil")
    assert keys(result.stdout) == ["vaswani", "att17", "He2016Deep", "o-neil"]
    assert result.stderr.splitlines()[1:3] == [
        "bib/papers.bib:3: no entry has the key 'o'neil', because some programs reject its characters; the paper is "
        "'o-neil' [several-keys]",
        "papernotes: 1 other key ('attention2017need') has no entry in BibTeX; --cited-in FILE writes the keys that "
        "FILE cites, --flavor biblatex writes all keys",
    ]
    result = run("export", "-f", "biblatex", "--key", "vaswani")
    assert keys(result.stdout) == ["vaswani"]
    assert "  ids = {att17, He2016Deep, attention2017need}," in result.stdout
    assert "has no entry" not in result.stderr


def test_each_cited_key_has_an_entry(project: Path) -> None:
    """CSL-JSON has no field for further keys, whatever the flavor of BibTeX."""
    put(project, bib__papers_bib=ALIASES, a_tex=r"\cite{vaswani,att17,attention2017need}")
    put(project, papernotes_toml="flavor = 'biblatex'")
    cited = run("export", "--cited-in", "a.tex", "-f", "csl")
    assert [item["id"] for item in json.loads(cited.stdout)] == ["vaswani", "att17", "attention2017need"]
    assert keys(run("export", "--cited-in", "a.tex").stdout) == ["vaswani"]


def test_two_papers_never_share_a_key_in_other_letters(project: Path) -> None:
    """BibTeX ignores case: an entry with such a key would be cited in place of the other one."""
    put(
        project, bib__papers_bib=ALIASES + "@misc{ATT17, title={Yet Another Long Title}, author={Kim, Bo}, year={2021}}"
    )
    result = run("export", "-f", "bib", "--key", "vaswani,ATT17")
    assert sorted(keys(result.stdout)) == ["ATT17", "He2016Deep", "vaswani"]
    assert "no entry has the key 'att17', because it differs only in case" in result.stderr
    put(project, a_tex=r"\cite{ATT17,att17}")
    result = run("export", "--cited-in", "a.tex")
    assert (result.exit_code, len(keys(result.stdout))) == (1, 1)
    assert "differs only in case from a key of another paper; it was left out [unknown-key]" in result.stderr


def test_a_key_that_named_another_paper_is_reported(project: Path) -> None:
    """Without the bibliography the manuscript cites another paper; the issue names it."""
    entries = "@misc{attention2017need, title={Yet Another Long Title}, author={Kim, Bo}, year={2021}}"
    put(project, bib__papers_bib=ALIASES + entries, a_tex=r"\cite{attention2017need}")
    result = run("export", "--cited-in", "a.tex")
    assert (result.exit_code, keys(result.stdout)) == (0, ["attention2017need"])
    assert result.stderr.splitlines()[0] == (
        "a.tex:1: citekey 'attention2017need' is that of an entry; without the bibliography it names the paper that is "
        "now 'vaswani' [duplicate-citekey]"
    )
