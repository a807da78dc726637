"""In a folder whose notes have titles of one form with the author, each is about a book."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline import note_analysis, stored_analysis
from papernotes_plugin.recognisers.evidence.papers.folders_of_books import TitleSigns
from papernotes_plugin.recognisers.evidence.titles.names_of_books import TitleForm
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

BOOKS = {
    "Sapiens: Stručné dějiny lidstva": "Yuval Noah Harari",
    "Ticho": "Susan Cain",
    "Proč spíme": "Matthew Walker",
    "Hluboká práce": "Cal Newport",
    "Steve Jobs": "Walter Isaacson",
    "Dějiny 20. století": "Paul Johnson",
    "Atomové návyky": "James Clear",
    "Umění války": "Robert Greene",
    "Elon Musk: Tesla a SpaceX": "Ashlee Vance",
}
NAMES_BOOK = "* Kniha má deset kapitol.\n"
SILENT = "* Spánek je důležitý.\n"


def notes(folder: str, form: str, texts: tuple[str, ...] = (NAMES_BOOK, SILENT)) -> dict[str, str]:
    """Return a note for each book with its title in one form, and the texts below in turn."""
    return {
        f"{folder}/{number}.md": f"# {form.format(title=title, name=name)}\n\n{texts[number % len(texts)]}"
        for number, (title, name) in enumerate(BOOKS.items())
    }


def papers(texts: dict[str, str]) -> dict[str, str]:
    """Return the titles of the papers in notes, with the last name of the first author."""
    sources = [Source(path, text.encode()) for path, text in texts.items()]
    library = pipeline.build(sources, pages=False).library
    return {paper.title: paper.authors[0].split()[-1] for paper in library.papers if paper.authors}


@pytest.mark.parametrize("form", ["{title} ({name})", "{name}: {title}", "{title} - {name}", "{name} – {title}"])
def test_titles_of_one_form(form: str) -> None:
    """Each note is on the book in its title, even if it does not speak of it."""
    read = papers(notes("knihy v češtině", form))
    assert read == {title: name.split()[-1] for title, name in BOOKS.items()}


def test_titles_of_posts() -> None:
    """The titles may be in front matter, and each post in a folder of its own."""
    posts = {
        f"content/posts/{number}/index.md": f'---\ntitle: "{title} - {name}"\n---\n\n{(NAMES_BOOK, SILENT)[number % 2]}'
        for number, (title, name) in enumerate(BOOKS.items())
    }
    assert papers(posts) == {title: name.split()[-1] for title, name in BOOKS.items()}


@pytest.mark.parametrize(
    ("folder", "form", "texts"),
    [
        ("poznámky", "{title} ({name})", (SILENT,)),  # no note speaks of a book
        ("poznámky", "{title} – poznámky", (NAMES_BOOK,)),  # the titles have no authors
        ("talks", "{title} ({name})", (NAMES_BOOK,)),
        ("poznámky", "{title} ({name})", ("The songs of this album.\n", NAMES_BOOK.replace("Kniha", "Film"))),
        ("poznámky", "{title} ({name})", (f"<https://www.youtube.com/watch?v=aaaaaaaaaaa>\n\n{NAMES_BOOK}",)),
        ("poznámky", "{title} (Ann Lee)", (NAMES_BOOK.replace("Kniha", "Seznam"),)),  # all of one person
    ],
)
def test_other_folders(folder: str, form: str, texts: tuple[str, ...]) -> None:
    """Notes on talks, films and songs, and notes of one person are no books."""
    assert papers(notes(folder, form, texts)) == {}


def test_few_notes() -> None:
    """A few such notes may be on anything, as may those among others."""
    some = dict(list(notes("poznámky", "{title} ({name})", (SILENT,)).items())[:5])
    assert papers(some) == {}
    many = notes("poznámky", "{title} ({name})", (NAMES_BOOK, SILENT, SILENT))
    others = {f"poznámky/other{n}.md": f"# Něco {n}\n\nText.\n" for n in range(20)}
    assert "Proč spíme" in papers(many)
    assert "Proč spíme" not in papers({**many, **others})


def test_stored() -> None:
    """The signs of a note are stored with its analysis."""
    source = Source("a.md", f"# Ticho (Susan Cain)\n\n{NAMES_BOOK}".encode())
    analysis = note_analysis.analyse_notes([source], Config(), {})["a.md"]
    read = stored_analysis.analysis_from_bytes(stored_analysis.analysis_to_bytes(analysis), source.data)
    assert read is not None
    assert read.title_signs == analysis.title_signs == TitleSigns(TitleForm.BRACKETS, "Susan Cain", names_book=True)
