"""A home page that another plugin creates stays, and a navigation of another plugin can contain the generated one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.required_plugins import skip_if_not_installed
from tests.helpers.sites import CONFIG
from tests.matrix.table import Case
from tests.mkdocs_plugin.test_nav_item import nav_links

pytestmark = pytest.mark.full

NOTE = "# One\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017\n"
GENERATED = '<nav class="papernotes-bar"'
_LANGUAGES = "[{locale: en, default: true, name: English}, {locale: de, name: Deutsch}]"
_I18N = f"i18n: {{docs_structure: suffix, languages: {_LANGUAGES}}}"


@pytest.mark.parametrize(
    "case",
    [
        Case(
            "redirects",
            plugins=("redirects: {redirect_maps: {index.md: one.md}}",),
            needs=("mkdocs-redirects",),
        ),
        Case(
            "translations",
            plugins=(_I18N,),
            needs=("mkdocs-static-i18n",),
            files={"docs/index.en.md": "# Home\n", "docs/index.de.md": "# Start\n"},
        ),
    ],
    ids=lambda case: case.name,
)
def test_a_home_page_of_another_plugin(tmp_path: Path, case: Case) -> None:
    """No home page is generated at the address of a redirect or of a translation."""
    skip_if_not_installed(case)
    config = CONFIG.replace("papernotes]", f"papernotes, {', '.join(case.plugins)}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/one.md": NOTE, **case.files}), "--strict")
    assert result.code == 0, result.output
    assert GENERATED not in result.page("index.html")


def test_a_home_page_in_each_language(tmp_path: Path) -> None:
    """Each language without a home page gets one, whose links lead to the notes and pages of all languages."""
    skip_if_not_installed(Case("i18n", needs=("mkdocs-static-i18n",)))
    config = CONFIG.replace("papernotes]", f"papernotes, {_I18N}]")
    files = {"mkdocs.yml": config, "docs/one.md": NOTE, "docs/sub/nur.de.md": "# Nur hier\n"}
    result = sites.build(sites.write(tmp_path, files))
    assert result.code == 0, result.output
    assert ".papernotes" not in result.output
    for folder, links in {"": ("papers/", "one/", "de/sub/nur/"), "de/": ("../papers/", "one/", "sub/nur/")}.items():
        page = result.page(f"{folder}index.html")
        assert GENERATED in page
        assert all(f'href="{link}"' in page for link in links)
    # without `site_url` the language switcher has absolute links
    assert [wrong for wrong in sites.Site(result.site).broken() if not wrong.endswith((": /", ": /de/"))] == []
    assert nav_links(result.page("de/one/index.html"))[0] == ("../", "Home")


def test_a_navigation_of_another_plugin(tmp_path: Path) -> None:
    """A navigation in a file is not changed, unless it names the generated home page."""
    skip_if_not_installed(Case("awesome-nav", needs=("mkdocs-awesome-nav",)))
    config = CONFIG.replace("search,", "search, awesome-nav,")
    files = {"mkdocs.yml": config, "docs/one.md": NOTE}
    result = sites.build(sites.write(tmp_path, {**files, "docs/.nav.yml": "nav: ['*']\n"}), "--strict")
    assert result.code == 0, result.output
    assert nav_links(result.page("one/index.html"))[0][0] == "./"
    named = "nav:\n  - Start: index.md\n  - '*'\n"
    result = sites.build(sites.write(tmp_path, {**files, "docs/.nav.yml": named}), "--strict")
    assert result.code == 0, result.output
    assert nav_links(result.page("one/index.html"))[0] == ("..", "Start")
