"""The page of a user of a site made with Hugo gives the name of an author: `authors: [admin]`."""

from __future__ import annotations

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Source

PROFILE = "---\ntitle: {name}\nauthors:\n- admin\nsuperuser: true\n---\nI like trees.\n"
PUBLICATION = (
    '---\ntitle: "XGBoost: A Scalable Tree Boosting System"\nauthors:\n- {user}\n- Carlos Guestrin\n'
    'date: "2016-08-13"\npublication_types: ["1"]\npublication: "*KDD*"\n---\n'
)
POST = "---\ntitle: A day with trees\nauthors: [admin]\ndate: 2016-08-13\n---\nTrees grow.\n"


def authors(texts: dict[str, str]) -> list[tuple[str, ...]]:
    """Return the authors of the papers in notes."""
    sources = [Source(path, text.encode()) for path, text in texts.items()]
    return [paper.authors for paper in pipeline.build(sources, pages=False).library.papers]


def test_a_user_among_the_authors_has_a_name() -> None:
    """The name is the title of the page of the user, in the language of the publication if there are several."""
    publication = PUBLICATION.format(user="admin")
    notes = {
        "content/authors/admin/_index.md": PROFILE.format(name="Tianqi Chen"),
        "content/publication/x.md": publication,
    }
    assert authors(notes) == [("Tianqi Chen", "Carlos Guestrin")]
    languages = {
        "content/en/authors/admin/_index.md": PROFILE.format(name="Tianqi Chen"),
        "content/zh/authors/admin/_index.md": PROFILE.format(name="陈天奇 Chen"),
        "content/en/publication/x.md": publication,
    }
    assert authors(languages) == [("Tianqi Chen", "Carlos Guestrin")]


def test_other_names_stay_as_they_are() -> None:
    """A user without a page, and a page whose title is no name, give nothing; a post of a user is no paper."""
    publication = PUBLICATION.format(user="admin")
    assert authors({"content/publication/x.md": publication}) == [("Carlos Guestrin",)]
    unnamed = {"content/authors/admin/_index.md": PROFILE.format(name="404"), "content/publication/x.md": publication}
    assert authors(unnamed) == [("Carlos Guestrin",)]
    post = {"content/authors/admin/_index.md": PROFILE.format(name="Tianqi Chen"), "content/post/x.md": POST}
    assert authors(post) == []
