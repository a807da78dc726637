"""The table of services: one module and one row each."""

from __future__ import annotations

from papernotes_plugin.fetch.records import Service
from papernotes_plugin.fetch.services import (
    arxiv,
    conference_tables,
    crossref,
    datacite,
    dblp,
    openreview,
    pubmed,
    semantic_scholar,
)

SERVICES: dict[str, Service] = {
    row.name: row
    for row in (
        *conference_tables.SERVICES,
        arxiv.SERVICE,
        crossref.SERVICE,
        datacite.SERVICE,
        pubmed.SERVICE,
        dblp.SERVICE,
        openreview.SERVICE,
        semantic_scholar.SERVICE,
    )
}
"""Every service by its name; of two records of one paper, that of the earlier service is preferred."""
