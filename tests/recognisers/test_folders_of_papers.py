"""Folders whose notes are each about one paper."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.papers.folders_of_papers import NoteKind, find_folders


def kinds(**counts: tuple[int, int]) -> dict[str, NoteKind]:
    """Return the kinds of notes in folders: how many speak of their paper, and how many only have a title."""
    notes: dict[str, NoteKind] = {}
    for folder, (on_papers, titled) in counts.items():
        notes |= {f"{folder.replace('__', '/')}/p{n}.md": NoteKind.ON_PAPER for n in range(on_papers)}
        notes |= {f"{folder.replace('__', '/')}/t{n}.md": NoteKind.TITLED for n in range(titled)}
    return notes


def test_many_notes_on_papers_make_a_folder_of_papers() -> None:
    """Five notes that speak of their papers are enough, if they are at least half of the notes with titles."""
    assert find_folders(kinds(papers=(5, 5))) == {"papers"}
    assert find_folders(kinds(papers=(5, 6))) == set()
    assert find_folders(kinds(papers=(4, 0))) == set()


def test_folders_of_weeks_count_together() -> None:
    """Folders with few notes count together, if all notes of a folder speak of their papers."""
    weeks = kinds(notes__week1=(3, 0), notes__week2=(2, 0), notes__week3=(1, 1), blog__a=(0, 3))
    assert find_folders(weeks) == {"notes/week1", "notes/week2"}
    essays = kinds(notes__week1=(3, 0), notes__week2=(2, 0), notes__essays=(0, 6))
    assert find_folders(essays) == set()
