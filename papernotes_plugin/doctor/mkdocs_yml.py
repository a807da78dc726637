"""Read a `mkdocs.yml` without running anything of it: no Python objects, no environment variables, no plugins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from papernotes_plugin.vocabulary.issues import PapernotesError

_MAX_BYTES = 4_000_000


@dataclass(frozen=True)
class SiteFile:
    """Configuration of a site."""

    path: Path
    data: Mapping[str, Any]
    """All settings, with those of inherited files."""
    plugins: Mapping[str, Mapping[str, Any]]
    """Options of each plugin by its name, in order; names of Material's plugins without its prefix."""
    extensions: Mapping[str, Mapping[str, Any]]
    """Options of each Markdown extension by its name."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """Line of each plugin and each extension in the file, from 1."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """Line of each setting in the file itself, from 1."""

    @property
    def theme(self) -> str:
        """Name of the theme; empty for a theme of the author."""
        theme = self.data.get("theme")
        return str(theme.get("name") or "") if isinstance(theme, Mapping) else str(theme or "mkdocs")

    @property
    def docs(self) -> Path:
        """Folder of the notes."""
        return self.path.parent / str(self.data.get("docs_dir") or "docs")


def read(path: Path) -> SiteFile:
    """Read a configuration file and those that it inherits from.

    Raises:
        PapernotesError: A file cannot be read or is not a YAML mapping.
    """
    data, node = _inherited(path, ())
    plugins = dict(_named(data.get("plugins", ["search"])))
    extensions = dict(_named(data.get("markdown_extensions")))
    lines = dict(_line_numbers(node, "plugins")) | dict(_line_numbers(node, "markdown_extensions"))
    entries = node.value if isinstance(node, yaml.MappingNode) else []
    settings = {str(name.value): name.start_mark.line + 1 for name, _ in entries}
    return SiteFile(path, data, plugins, extensions, lines, settings)


def _inherited(path: Path, children: tuple[Path, ...]) -> tuple[dict[str, Any], yaml.Node]:
    if path.resolve() in children:
        raise PapernotesError(f"'{path}' inherits from itself")
    data, node = _loaded(path, empty=bool(children))
    parent = data.pop("INHERIT", None)
    if parent is None:
        return data, node
    inherited, _ = _inherited(path.parent / str(parent), (*children, path.resolve()))
    return _merged(inherited, data), node


def _merged(inherited: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return inherited settings updated with the file's own: mappings are merged recursively, as in MkDocs."""
    out = dict(inherited)
    todo = [(out, own)]
    while todo:
        into, values = todo.pop()
        for key, value in values.items():
            if isinstance(value, Mapping) and isinstance(into.get(key), Mapping):
                into[key] = dict(into[key])
                todo.append((into[key], value))
            else:
                into[key] = value
    return out


def _loaded(path: Path, empty: bool) -> tuple[dict[str, Any], yaml.Node]:
    """Return the settings of a file and its YAML node; with `empty`, the file may have none."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise PapernotesError(f"'{path}' cannot be read ({error.strerror or error})") from None
    if len(raw) > _MAX_BYTES:
        raise PapernotesError(f"'{path}' is too large (more than {_MAX_BYTES // 1_000_000} MB)")
    try:
        node = yaml.compose(raw, Loader=_Loader)
        data = yaml.load(raw, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise PapernotesError(f"'{path}' is not valid YAML: {' '.join(str(error).split())}") from None
    if data is None and empty:
        return {}, yaml.MappingNode("tag:yaml.org,2002:map", [])
    if not isinstance(data, dict) or node is None:
        raise PapernotesError(f"'{path}' contains no settings of a site")
    return {str(key): value for key, value in data.items()}, node


class _Loader(yaml.SafeLoader):
    """YAML loader that reads the tags of MkDocs and Python as text and runs nothing."""


def _construct_text(loader: _Loader, suffix: str, node: yaml.Node) -> Any:
    """Return `a.b` for `!!python/name:a.b`, and the default for `!ENV [A, B, default]`."""
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        values = loader.construct_sequence(node, deep=True)
        return values[-1] if suffix == "ENV" and len(values) > 1 else None if suffix == "ENV" else values
    return None if suffix == "ENV" else suffix.partition(":")[2] or node.value


_Loader.add_multi_constructor("!", _construct_text)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", _construct_text)


def _named(entries: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """Return names and options of a list such as `[a, b: {c: d}]`, or of a mapping."""
    if isinstance(entries, Mapping):
        pairs = list(entries.items())
    else:
        items = entries if isinstance(entries, list) else []
        pairs = [pair for entry in items for pair in (entry.items() if isinstance(entry, Mapping) else [(entry, {})])]
    return [(_short(name), options if isinstance(options, Mapping) else {}) for name, options in pairs]


def _short(name: object) -> str:
    return str(name).removeprefix("material/")


def _line_numbers(node: yaml.Node, key: str) -> list[tuple[str, int]]:
    """Return the names in a list or a mapping with their lines, from 1."""
    values = [value for name, value in node.value if name.value == key] if isinstance(node, yaml.MappingNode) else []
    lines: list[tuple[str, int]] = []
    for value in values:
        entries = value.value if isinstance(value, yaml.SequenceNode) else [value]
        for entry in entries:
            names = [name for name, _ in entry.value] if isinstance(entry, yaml.MappingNode) else [entry]
            lines += [(_short(name.value), name.start_mark.line + 1) for name in names]
    return lines
