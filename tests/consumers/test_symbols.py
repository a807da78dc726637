"""LaTeX can typeset the commands of all letters and symbols in an ASCII export."""

from __future__ import annotations

from pathlib import Path

import pytest

from papernotes_plugin.entries.ascii_entries import ascii_value
from tests.consumers.tex import typeset_complaints
from tests.entries.test_entries import LOOK_ALIKES, WRITABLE

pytestmark = pytest.mark.tex


def test_every_symbol_is_typeset(tmp_path: Path) -> None:
    """PdfLaTeX typesets every letter and symbol, in text and in a formula, without a warning."""
    lines = [
        f"{ascii_value(f'x{char}y')} {ascii_value(f'$x{char}y$')}\\par" for char in [*WRITABLE, *sorted(LOOK_ALIKES)]
    ]
    assert typeset_complaints("\n".join(lines), tmp_path) == ()
