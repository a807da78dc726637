"""LaTeX commands of characters that the tables of pylatexenc lack, or for which they name a worse command."""

from __future__ import annotations

_MATH_TABLE = """
    ⩞ doublebarwedge ⨆ bigsqcup ⨄ biguplus ⨀ bigodot ⟯ rgroup ⟮ lgroup ♣ clubsuit ♢ diamondsuit ♡ heartsuit
    ♠ spadesuit ★ bigstar ⋨ precnsim ⋙ ggg ⋘ lll ⊨ vDash ⊧ models ⊥ bot ≠ ne ≇ ncong ≂ eqsim ≁ nsim ⅁ Game Ⅎ Finv
    ℜ Re ℑ Im
"""
_TEXT_TABLE = "− textminus ‡ ddag ¶ P © copyright § S £ pounds · textperiodcentered"


def _pairs(table: str) -> dict[str, str]:
    cells = table.split()
    return dict(zip(cells[::2], cells[1::2], strict=True))


MATH_SYMBOLS = _pairs(_MATH_TABLE)
"""Names of commands of formulas, without the backslash, by character; the kernel and `amssymb` define them."""
TEXT_SYMBOLS = _pairs(_TEXT_TABLE)
"""Names of commands of running text, without the backslash, by character; the kernel defines them."""
