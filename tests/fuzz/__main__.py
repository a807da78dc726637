"""Hand a target to the fuzzer: `python -m tests.fuzz TARGET [options of libFuzzer]`, with the extra `fuzz`.

It starts from `corpus/TARGET`, which it only reads, and from the folders that are named, to the first of which it adds
what it finds; it goes on until something is wrong or an option ends it (`-runs=1000000`, `-max_total_time=60`).
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
"""Bytes of an input; that of the others is `LONG`."""
LONG = 2000


def words() -> list[str]:
    """What an input that is made up by chance hardly ever holds."""
    addresses = [scheme.template.partition("{")[0] for scheme in SCHEMES.values()]
    options = {option for options in DIRECTIVE_OPTIONS.values() for option in options}
    named = [*(f"<!-- papernotes:{name} " for name in DIRECTIVE_OPTIONS), *(f"{option}=" for option in options)]
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
    return sorted({*addresses, *SCHEMES, *named, *marks, *entries} - {""})


def main() -> None:
    """Look for an input that breaks a promise."""
    name, *options = sys.argv[1:] or [""]
    if name not in TARGETS:
        sys.exit(f"which of them: {', '.join(TARGETS)}?")
    longest = [] if any(o.startswith("-max_len") for o in options) else [f"-max_len={LONGEST.get(name, LONG)}"]
    folders = [o for o in options if not o.startswith("-")]
    given = [o for o in options if o.startswith("-")]
    with tempfile.TemporaryDirectory() as folder, open(Path(folder, "words"), "w", encoding="utf-8") as known:
        known.writelines(f"{_quoted(word)}\n" for word in words())
        known.flush()
        options = [f"-dict={known.name}", "-timeout=20", *longest, *given]
        # what is found goes into the first folder, which is never the corpus
        found = Path(folder, "found")
        found.mkdir()
        atheris.Setup([sys.argv[0], *options, *(folders or [str(found)]), str(CORPUS / name)], _whole(TARGETS[name]))
        atheris.Fuzz()


def _whole(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The target, after which the fuzzer's own clock does not stop it before it has written down what it found."""

    def tried(data: bytes) -> None:
        try:
            target(data)
        except BaseException:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            raise

    return tried


def _quoted(word: str) -> str:
    """As a dictionary of libFuzzer has it."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"'


if __name__ == "__main__":
    main()
