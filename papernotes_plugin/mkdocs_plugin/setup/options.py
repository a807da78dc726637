"""Declare the options of the plugin for MkDocs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from mkdocs.config import base

from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Level, PapernotesError

T = TypeVar("T")


class ValidatedOption(base.BaseConfigOption[T]):
    """An option that `vocabulary.config` validates, so that the command and the plugin accept the same values."""

    def run_validation(self, value: object) -> Any:
        """Return the value in the type of its option; an empty value becomes the default.

        Raises:
            ValidationError: If the value is not valid.
        """
        if value is None:
            return getattr(Config(), self._name)
        try:
            return getattr(Config.load({self._name: value}), self._name)
        except PapernotesError as error:
            raise base.ValidationError(str(error).removeprefix(f"option '{self._name}' ")) from None


class Options(base.Config):
    """Options of the plugin; `vocabulary.config.Config` documents them."""

    exclude = ValidatedOption[tuple[str, ...]]()
    project_dir = ValidatedOption[str]()
    bibliography = ValidatedOption[tuple[str, ...]]()
    key_lock = ValidatedOption[str]()
    key_pattern = ValidatedOption[str]()
    papers_path = ValidatedOption[str]()
    tags_path = ValidatedOption[str]()
    topics_path = ValidatedOption[str]()
    venues_path = ValidatedOption[str]()
    map_path = ValidatedOption[str]()
    site_url = ValidatedOption[str]()
    bibtex_path = ValidatedOption[str]()
    home = ValidatedOption[str]()
    nav = ValidatedOption[str]()
    old_addresses = ValidatedOption[bool]()
    paper_files = ValidatedOption[bool]()
    flavor = ValidatedOption[str]()
    encoding = ValidatedOption[str]()
    export_fields = ValidatedOption[tuple[str, ...]]()
    citation_style = ValidatedOption[str]()
    note_bibtex = ValidatedOption[bool]()
    backlinks = ValidatedOption[bool]()
    citations = ValidatedOption[bool]()
    references_title = ValidatedOption[str]()
    columns = ValidatedOption[tuple[str, ...]]()
    sort = ValidatedOption[str]()
    related = ValidatedOption[int]()
    max_authors = ValidatedOption[int]()
    min_papers = ValidatedOption[int]()
    sign = ValidatedOption[bool]()
    cards = ValidatedOption[bool]()
    names = ValidatedOption[bool]()
    link_names = ValidatedOption[bool]()
    wikilinks = ValidatedOption[bool]()
    obsidian = ValidatedOption[bool | str]()
    callouts = ValidatedOption[bool | str]()
    math = ValidatedOption[bool]()
    metadata = ValidatedOption[bool]()
    sanitize = ValidatedOption[bool]()
    search = ValidatedOption[str]()
    rendering = ValidatedOption[str]()
    short_navigation = ValidatedOption[bool]()
    cache = ValidatedOption[bool]()
    jobs = ValidatedOption[int | str]()
    everyday_words = ValidatedOption[tuple[str, ...]]()
    ignored_topics = ValidatedOption[tuple[str, ...]]()
    same = ValidatedOption[tuple[tuple[str, ...], ...]]()
    issues = ValidatedOption[Mapping[str, Level]]()
    ignore = ValidatedOption[Mapping[str, tuple[str, ...]]]()

    def validate(self) -> tuple[base.ConfigErrors, base.ConfigWarnings]:
        """Return the errors and warnings of all options; an unknown option is an error that suggests a similar one."""
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
        """Return the options as a `Config`.

        Args:
            site_url: URL of the site in MkDocs' configuration, used if the option `site_url` is empty.
        """
        settings = Config(**{f.name: self[f.name] for f in fields(Config)})
        if not settings.site_url and (site_url or "").startswith(("http://", "https://")):
            return replace(settings, site_url=f"{str(site_url).rstrip('/')}/")
        return settings
