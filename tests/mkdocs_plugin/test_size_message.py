"""The first build of a large site names the number of generated pages, their size, and an option that makes fewer."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from papernotes_plugin.doctor import mkdocs_yml, size_checks
from papernotes_plugin.pipeline import site_size
from tests.helpers import sites

NOTE = "---\ntags: [alone]\n---\n# Walks\n\n- [Slow Walks on Steep Hills](https://arxiv.org/abs/2001.00001)\n"


def test_the_first_build_and_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Both name the same size; a build that reuses pages says nothing, and neither does doctor of a small site."""
    sites.write(tmp_path, {"mkdocs.yml": "site_name: Notes\ntheme: mkdocs\nplugins: [papernotes]\n"})
    sites.write(tmp_path, {"docs/index.md": NOTE})
    site = mkdocs_yml.read(tmp_path / "mkdocs.yml")
    assert list(size_checks.check_size(site, {})) == []
    monkeypatch.setattr(site_size, "MANY_PAGES", 3)
    expected = []
    with caplog.at_level(logging.INFO, "mkdocs"):
        for _ in range(2):
            config = load_config(str(tmp_path / "mkdocs.yml"))
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
            expected += [line for line in caplog.messages if "min_papers" in line]
            caplog.clear()
    (message,) = expected
    assert message.startswith("papernotes: ")
    assert message.endswith(" pages, about 1 MB, for 1 note; 'min_papers: 3' makes 1 page fewer")
    (finding,) = size_checks.check_size(site, {})
    assert finding.message == f"papernotes adds {message.removeprefix('papernotes: ').replace(', for', ', to')}"
    assert finding.fix == "- papernotes: {min_papers: 3}"


def test_tags_below_the_limit_are_text(tmp_path: Path) -> None:
    """A tag without a page stays above its note, without a link, and no page lists it."""
    config = sites.CONFIG.replace("papernotes]", "papernotes: {min_papers: 2}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": NOTE}), "--strict")
    assert result.code == 0, result.output
    assert '<span class="md-tag">alone</span>' in result.page("index.html")
    assert not (result.site / "tags/alone").exists()
    assert sites.Site(result.site).broken() == []
