"""Issues that a build does not report and that callers request: names without a link, and contradictory facts."""

from __future__ import annotations

from datetime import date

from papernotes_plugin import checks
from papernotes_plugin.pipeline.site import Site
from papernotes_plugin.vocabulary.issues import Code, Issue, issue


def suggestions(site: Site) -> tuple[Issue, ...]:
    """Return an issue for each place in prose that names another note without linking to it, ordered by place."""
    issues = []
    for names in site.library.unlinked_names.values():
        for name in names:
            message = f"'{name.text}' may mean '{name.target}'; it is not a link"
            issues.append(issue(Code.UNLINKED_NAME, name.note, name.line, message, name.column))
    return site.config.issues_to_report(issues)


def check_facts(site: Site, today: date) -> tuple[Issue, ...]:
    """Return the issues about impossible or contradictory facts in notes and bibliography, ordered by place."""
    return site.config.issues_to_report(checks.check(site.library, site.memo.read_entries(), today))
