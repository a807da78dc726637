"""Read the authors, the year and the venue of a paper in the words before a link to it."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.papers import sentence_titles
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.false_titles import without_false_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Inline

_BRACKETS_BEFORE = lazy_regex(r"[(（](?P<byline>[^()（）\[\]\n]{4,80})[)）]?[\s:.,;–—-]*$")
"""Brackets before a link, or those that contain it."""
_MAX_NAMES = 100
"""Characters of the authors and the year before a link."""
_MAX_DELAY = 1
"""Years from a preprint to its publication that are no doubt."""


def facts_before_link(context: NoteContext, inline: Inline) -> Evidence:
    """Return the authors, the year and the venue that brackets or the words before a link state; else no facts.

    The words are nothing else: `Lee et al. 2019. [pdf](…)`.  The authors may also be the subject of the sentence, if
    its year is that of the preprint: `Lee (2019) …; see [here](…)`.
    """
    if cited := _cited_in_brackets(context, inline):
        return cited
    words = context.text_before(inline).strip(" \n*_()[]:.,;–—-")
    cited = without_false_title(Evidence(title=words)) if 0 < len(words) <= _MAX_NAMES else Evidence()
    if cited.authors or cited.year:
        return cited._replace(title="")
    subject = sentence_titles.subject_before(context, inline)
    return subject if _may_be_year(subject.year, inline) else Evidence()


def _cited_in_brackets(context: NoteContext, inline: Inline) -> Evidence | None:
    """Return the facts of several authors in brackets before a link: `BERT (Lee et al., 2020): <…>`.

    The brackets may also contain the link: `(Lee et al., ICML 2020, [arXiv](…))`.
    """
    match = _BRACKETS_BEFORE.search(context.text_before(inline))
    byline = short_bylines.read_byline(match["byline"]) if match else None
    if not byline or len(byline.authors) < 2 or not _may_be_year(byline.year, inline):
        return None
    return Evidence(authors=byline.authors, year=byline.year, venue=byline.venue)


def _may_be_year(year: int | None, inline: Inline) -> bool:
    """Return whether a paper of a year may have appeared before as the preprint to which a link leads."""
    posted = years_of_preprints(filter(None, [identifier_from_url(inline.url)]))
    return all(0 <= (year or 0) - year_of_preprint <= _MAX_DELAY for year_of_preprint in posted)
