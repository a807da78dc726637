"""Folders whose notes are each about one paper."""

from __future__ import annotations

from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.recognisers.evidence.papers.folders_of_papers import NoteKind, find_folders, note_kind
from papernotes_plugin.vocabulary.model import Source


def kinds(**counts: tuple[int, int]) -> dict[str, NoteKind]:
    """Return the kinds of notes in folders: how many speak of their paper, and how many only have a title."""
    notes: dict[str, NoteKind] = {}
    for folder, (on_papers, titled) in counts.items():
        notes |= {f"{folder.replace('__', '/')}/p{n}.md": NoteKind.ON_PAPER for n in range(on_papers)}
        notes |= {f"{folder.replace('__', '/')}/t{n}.md": NoteKind.TITLED for n in range(titled)}
    return notes


def test_many_notes_on_papers_make_a_folder_of_papers() -> None:
    """Five notes that speak of their papers are enough, if they are at least half of the notes with titles."""
    assert find_folders(kinds(gan=(5, 5))) == {"gan"}
    assert find_folders(kinds(gan=(5, 6))) == set()
    assert find_folders(kinds(gan=(4, 0))) == set()


def test_a_folder_named_after_papers_needs_fewer_notes() -> None:
    """Three notes are enough below a folder whose name says that it has papers."""
    assert find_folders(kinds(literature__papers__robots=(3, 3))) == {"literature/papers/robots"}
    assert find_folders(kinds(papers=(2, 0))) == set()
    assert find_folders(kinds(robots=(3, 0))) == set()


def test_a_sentence_may_be_the_title_in_a_folder_named_after_papers() -> None:
    """A long file name with one capital is a title there; a heading below the text of a post is none."""
    name, text = "Path planning for robots that pick kiwis in orchards", "This survey examines how robots pick kiwis."
    assert kind(f"papers/robots/{name}.md", text) is NoteKind.ON_PAPER
    assert kind(f"robots/{name}.md", text) is NoteKind.OTHER
    above = f"---\ntitle: Robots\n---\n\n{'We build robots. ' * 50}"
    post = f"{above}\n\n## Example: Robots With PyTorch\n\nThis paper is old."
    assert kind("posts/robots-with-pytorch.md", post) is NoteKind.OTHER


def test_folders_of_weeks_count_together() -> None:
    """Folders with few notes count together, if all notes of a folder speak of their papers."""
    weeks = kinds(notes__week1=(3, 0), notes__week2=(2, 0), notes__week3=(1, 1), blog__a=(0, 3))
    assert find_folders(weeks) == {"notes/week1", "notes/week2"}
    essays = kinds(notes__week1=(3, 0), notes__week2=(2, 0), notes__essays=(0, 6))
    assert find_folders(essays) == set()


def test_a_folder_next_to_folders_of_papers_needs_half_of_its_notes() -> None:
    """A small folder next to two folders of papers is one, too; next to one of them, it is not."""
    assert find_folders(kinds(gan=(5, 0), vae=(6, 2), nlp=(2, 2))) == {"gan", "vae", "nlp"}
    assert find_folders(kinds(gan=(5, 0), vae=(6, 2), nlp=(2, 3))) == {"gan", "vae"}
    assert find_folders(kinds(gan=(5, 0), nlp=(2, 2))) == {"gan"}


def kind(path: str, text: str) -> NoteKind:
    """Return the kind of a note."""
    return note_kind(read_note(Source(path, text.encode()))[0])


def test_a_key_and_a_reference_show_the_paper_of_a_note() -> None:
    """A file named by a key with a word of its heading is on a paper; so is a heading repeated in a reference."""
    text = "# [The Chubby lock service (2006)](https://example.org)\n\nClients of a lock."
    assert kind("papers/burrows2006chubby.md", text) is NoteKind.ON_PAPER
    assert kind("papers/burrows2007chubby.md", text) is NoteKind.OTHER
    assert kind("papers/burrows2006lamps.md", text) is NoteKind.OTHER
    reference = "Lee A, Ray B. Counting birds in large cities. Annals of Wool, 2015."
    assert kind("a/birds-in-large-cities.md", f"# Counting Birds in Large Cities\n\n{reference}") is NoteKind.ON_PAPER
    others = "Seen in 2015.", "[Old](../2015/counting-birds-in-large-cities.html)", "- Full Title:: {}\n- Synced:: 2015"
    for other in others:
        text = f"# Counting Birds in Large Cities\n\n{other.format('Counting Birds in Large Cities')}"
        assert kind("a/birds-in-large-cities.md", text) is NoteKind.TITLED


def test_a_folder_in_a_folder_of_papers_needs_half_of_its_notes() -> None:
    """A small folder within a folder of papers is one, too."""
    assert find_folders(kinds(papers=(5, 5), papers__lines=(2, 1))) == {"papers", "papers/lines"}
    assert find_folders(kinds(papers=(5, 5), papers__lines=(1, 2))) == {"papers"}


def test_a_dated_heading_above_names_is_on_a_paper() -> None:
    """A heading with a year above a line of full names is a title; its words show whether that of a paper."""
    text = "# {}\n\n{}\n\n---\n\nThe idea in short."
    names = "Kawin Ethayarajh"
    assert kind("notes/wool.md", text.format("Value Iteration Networks (2016)", names)) is NoteKind.ON_PAPER
    assert kind("notes/ring.md", text.format("The Fellowship of the Ring (2001)", names)) is NoteKind.TITLED
    for title, line in (
        ("Value Iteration Networks", names),
        ("Value Iteration Networks (2016)", "A short note"),
        ("Value Iteration Networks (2016)", f"{names}\nand a sentence"),
    ):
        assert kind("notes/wool.md", text.format(title, line)) is NoteKind.OTHER


def test_a_readme_has_the_name_of_its_folder() -> None:
    """A file such as `README.md` has the name of its folder, which must be the title in its heading."""
    text = "# Revisiting Skeleton-based Action Recognition\n\nThe authors stack heatmaps in this paper."
    assert kind("papers/Revisiting_Skeleton-based_Action_Rec/README.md", text) is NoteKind.ON_PAPER
    assert kind("Revisiting Skeleton-based Action Recognition/memo.md", text) is NoteKind.ON_PAPER
    assert kind("papers/README.md", text) is NoteKind.OTHER
    assert kind("README.md", text) is NoteKind.OTHER


def test_the_folder_of_a_note_may_have_the_title() -> None:
    """A note whose file name says nothing has the title of its folder, with or without a number before it."""
    text = "# 1. Reading Context (맥락)\n\n이 논문은 병목을 해결한다."
    assert kind("11. Attention Is All You Need/README.md", text) is NoteKind.ON_PAPER
    assert kind("Deep Residual Learning for Image Recognition/memo.md", text) is NoteKind.ON_PAPER
    assert kind("02. Networks/README.md", text) is NoteKind.OTHER
    problem = "# Best Time to Buy and Sell Stock\n\n배열을 한 번 순회한다."
    assert kind("Best Time to Buy and Sell Stock/README.md", problem) is NoteKind.TITLED
