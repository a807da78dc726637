"""The options of the plugin, as MkDocs wants them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from mkdocs.config import base

from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Level, PapernotesError

T = TypeVar("T")


class Checked(base.BaseConfigOption[T]):
    """An option that `papernotes_plugin.vocabulary.config` checks, so that the command and the plugin agree on it."""

    def run_validation(self, value: object) -> Any:
        """The value in the type of its option; an option left empty has its default."""
        if value is None:
            return getattr(Config(), self._name)
        try:
            return getattr(Config.load({self._name: value}), self._name)
        except PapernotesError as error:
            raise base.ValidationError(str(error).removeprefix(f"option '{self._name}' ")) from None


class Options(base.Config):
    """The options of `papernotes_plugin.vocabulary.config.Config`, where they are documented."""

    exclude = Checked[tuple[str, ...]]()
    bibliography = Checked[tuple[str, ...]]()
    key_lock = Checked[str]()
    key_pattern = Checked[str]()
    papers_path = Checked[str]()
    tags_path = Checked[str]()
    topics_path = Checked[str]()
    venues_path = Checked[str]()
    map_path = Checked[str]()
    site_url = Checked[str]()
    bibtex_path = Checked[str]()
    nav = Checked[str]()
    flavor = Checked[str]()
    encoding = Checked[str]()
    export_fields = Checked[tuple[str, ...]]()
    citation_style = Checked[str]()
    note_bibtex = Checked[bool]()
    backlinks = Checked[bool]()
    citations = Checked[bool]()
    references_title = Checked[str]()
    columns = Checked[tuple[str, ...]]()
    sort = Checked[str]()
    related = Checked[int]()
    max_authors = Checked[int]()
    sign = Checked[bool]()
    cards = Checked[bool]()
    names = Checked[bool]()
    link_names = Checked[bool]()
    wikilinks = Checked[bool]()
    obsidian = Checked[bool]()
    callouts = Checked[bool]()
    math = Checked[bool]()
    metadata = Checked[bool]()
    sanitize = Checked[bool]()
    search = Checked[str]()
    rendering = Checked[str]()
    cache = Checked[bool]()
    everyday_words = Checked[tuple[str, ...]]()
    same = Checked[tuple[tuple[str, ...], ...]]()
    issues = Checked[Mapping[str, Level]]()
    ignore = Checked[Mapping[str, tuple[str, ...]]]()

    def validate(self) -> tuple[base.ConfigErrors, base.ConfigWarnings]:
        """The errors and warnings of all options; an unknown one is an error that names its neighbour."""
        errors, warnings = super().validate()
        unknown = sorted(str(name) for name in set(self) - {f.name for f in fields(Config)})
        for name in unknown:
            try:
                Config.load({name: None})
            except PapernotesError as error:
                errors.append((name, base.ValidationError(str(error))))
        try:
            if not errors:
                self.settings().check_folders()
        except PapernotesError as error:
            errors.append(("papernotes", base.ValidationError(str(error))))
        return errors, [w for w in warnings if w[0] not in unknown]

    def settings(self, site_url: str | None = None) -> Config:
        """The same options as the core knows them; `site_url` is MkDocs' own, for where ours says nothing."""
        settings = Config(**{f.name: self[f.name] for f in fields(Config)})
        if not settings.site_url and (site_url or "").startswith(("http://", "https://")):
            return replace(settings, site_url=f"{str(site_url).rstrip('/')}/")
        return settings
