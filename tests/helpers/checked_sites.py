"""Check a built site for warnings, broken links and external assets."""

from __future__ import annotations

from tests.helpers.sites import Built, Site


def checked(result: Built) -> Site:
    """Return the site of a build after checking that it has no warnings, broken links or external assets."""
    assert result.code == 0, result.output
    assert result.warnings == []
    site = Site(result.site)
    assert site.broken() == []
    assert list(site.external()) == []
    return site
