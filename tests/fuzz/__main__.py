"""Run libFuzzer: `python -m tests.fuzz TARGET [FOLDER...] [options of libFuzzer]`; it needs the extra `fuzz`.

The first inputs are those of `corpus/TARGET`, which is only read, and of the given folders.
New inputs are written to the first given folder.
The run ends with the first failure, or at a limit (`-runs=1000000`, `-max_total_time=60`).
"""

from __future__ import annotations

import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["papernotes_plugin"]):
    from papernotes_plugin.identifiers import SCHEMES
    from papernotes_plugin.selection.directives import DIRECTIVE_OPTIONS
    from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
LONGEST = {"identifiers": 200, "directives": 400}
"""Largest number of bytes of an input, by target."""
DEFAULT_LONGEST = 2000
"""Largest number of bytes of an input of other targets."""


def dictionary() -> list[str]:
    """Return the strings for libFuzzer's dictionary, which random inputs rarely contain."""
    addresses = [scheme.template.partition("{")[0] for scheme in SCHEMES.values()]
    options = {option for options in DIRECTIVE_OPTIONS.values() for option in options}
    directives = [*(f"<!-- papernotes:{name} " for name in DIRECTIVE_OPTIONS), *(f"{option}=" for option in options)]
    marks = [
        "[@",
        "[[",
        "]]",
        "![[",
        "%%",
        "==",
        "$$",
        "```bibtex\n",
        "> [!quote]",
        "- [ ] ",
        "[^1]",
        "| - |\n",
        " -->",
    ]
    entries = ["@article{", "@string{", "@comment{", "@preamble{", "crossref = {", "title = {", " # ", '\\"{', "\n@"]
    return sorted({*addresses, *SCHEMES, *directives, *marks, *entries} - {""})


def main() -> None:
    """Search for an input that breaks a promise of the target."""
    name, *options = sys.argv[1:] or [""]
    if name not in TARGETS:
        sys.exit(f"which of them: {', '.join(TARGETS)}?")
    length_limit = (
        [] if any(o.startswith("-max_len") for o in options) else [f"-max_len={LONGEST.get(name, DEFAULT_LONGEST)}"]
    )
    folders = [o for o in options if not o.startswith("-")]
    given = [o for o in options if o.startswith("-")]
    with tempfile.TemporaryDirectory() as folder, open(Path(folder, "words"), "w", encoding="utf-8") as dictionary_file:
        dictionary_file.writelines(f"{_quoted(word)}\n" for word in dictionary())
        dictionary_file.flush()
        options = [f"-dict={dictionary_file.name}", "-timeout=20", *length_limit, *given]
        # libFuzzer writes to the first folder, which must not be the corpus
        new_inputs = Path(folder, "new")
        new_inputs.mkdir()
        atheris.Setup(
            [sys.argv[0], *options, *(folders or [str(new_inputs)]), str(CORPUS / name)],
            _without_timeout(TARGETS[name]),
        )
        atheris.Fuzz()


def _without_timeout(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return a target that disables libFuzzer's timeout on failure, so that the failing input is written."""

    def run(data: bytes) -> None:
        try:
            target(data)
        except BaseException:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            raise

    return run


def _quoted(word: str) -> str:
    """Return a word as an entry of a libFuzzer dictionary."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"'


if __name__ == "__main__":
    main()
