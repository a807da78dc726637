"""A `mkdocs.yml`, read without running anything of it: no Python object, no variable of the environment, no plugin."""

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
    """What a site is made of."""

    path: Path
    data: Mapping[str, Any]
    """With what it inherits."""
    plugins: Mapping[str, Mapping[str, Any]]
    """The options of each plugin by its name, in order; those of Material without its prefix."""
    extensions: Mapping[str, Mapping[str, Any]]
    """The options of each Markdown extension by its name."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of the file on which each plugin and each extension stands, from 1."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """The line of each setting that stands in the file itself."""

    @property
    def theme(self) -> str:
        """The name of the theme; "" for one of the author's own."""
        theme = self.data.get("theme")
        return str(theme.get("name") or "") if isinstance(theme, Mapping) else str(theme or "mkdocs")

    @property
    def docs(self) -> Path:
        """The folder of the notes."""
        return self.path.parent / str(self.data.get("docs_dir") or "docs")


def read(path: Path) -> SiteFile:
    """A site file and those that it inherits from.

    Raises:
        PapernotesError: where one cannot be read or is no YAML mapping.
    """
    data, node = _inherited(path, ())
    plugins = dict(_named(data.get("plugins", ["search"])))
    extensions = dict(_named(data.get("markdown_extensions")))
    lines = dict(_places(node, "plugins")) | dict(_places(node, "markdown_extensions"))
    entries = node.value if isinstance(node, yaml.MappingNode) else []
    settings = {str(name.value): name.start_mark.line + 1 for name, _ in entries}
    return SiteFile(path, data, plugins, extensions, lines, settings)


def _inherited(path: Path, through: tuple[Path, ...]) -> tuple[dict[str, Any], yaml.Node]:
    if path.resolve() in through:
        raise PapernotesError(f"'{path}' inherits from itself")
    data, node = _loaded(path, empty=bool(through))
    parent = data.pop("INHERIT", None)
    if parent is None:
        return data, node
    above, _ = _inherited(path.parent / str(parent), (*through, path.resolve()))
    return _merged(above, data), node


def _merged(above: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings are joined step by step, all else is replaced, as MkDocs does it."""
    out = dict(above)
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
    """The settings of a file; one that others inherit from may hold none."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise PapernotesError(f"'{path}' cannot be read ({error.strerror or error})") from None
    if len(raw) > _MAX_BYTES:
        raise PapernotesError(f"'{path}' is too large to be looked at (more than {_MAX_BYTES // 1_000_000} MB)")
    try:
        node = yaml.compose(raw, Loader=_Loader)
        data = yaml.load(raw, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise PapernotesError(f"'{path}' is no YAML that can be read: {' '.join(str(error).split())}") from None
    if data is None and empty:
        return {}, yaml.MappingNode("tag:yaml.org,2002:map", [])
    if not isinstance(data, dict) or node is None:
        raise PapernotesError(f"'{path}' holds no settings of a site")
    return {str(key): value for key, value in data.items()}, node


class _Loader(yaml.SafeLoader):
    """YAML in which a tag of MkDocs or Python is a word and no deed."""


def _word(loader: _Loader, suffix: str, node: yaml.Node) -> Any:
    """`!!python/name:a.b` is "a.b"; of `!ENV [A, B, default]` the default, for what is set elsewhere is not here."""
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        values = loader.construct_sequence(node, deep=True)
        return values[-1] if suffix == "ENV" and len(values) > 1 else None if suffix == "ENV" else values
    return None if suffix == "ENV" else suffix.partition(":")[2] or node.value


_Loader.add_multi_constructor("!", _word)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", _word)


def _named(entries: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """Names and options of a list such as `[a, b: {c: d}]`, or of a mapping."""
    if isinstance(entries, Mapping):
        pairs = list(entries.items())
    else:
        listed = entries if isinstance(entries, list) else []
        pairs = [pair for entry in listed for pair in (entry.items() if isinstance(entry, Mapping) else [(entry, {})])]
    return [(_short(name), options if isinstance(options, Mapping) else {}) for name, options in pairs]


def _short(name: object) -> str:
    return str(name).removeprefix("material/")


def _places(node: yaml.Node, key: str) -> list[tuple[str, int]]:
    """Names of a list or a mapping with their lines."""
    values = [value for name, value in node.value if name.value == key] if isinstance(node, yaml.MappingNode) else []
    found: list[tuple[str, int]] = []
    for value in values:
        entries = value.value if isinstance(value, yaml.SequenceNode) else [value]
        for entry in entries:
            names = [name for name, _ in entry.value] if isinstance(entry, yaml.MappingNode) else [entry]
            found += [(_short(name.value), name.start_mark.line + 1) for name in names]
    return found
