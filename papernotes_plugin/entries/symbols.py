r"""What LaTeX calls the letters and signs that are no ASCII, with the packages that every document has.

Source: the kernel's `utf8enc.dfu`, `ts1enc.def` and `t1enc.def`; Pakin, "The Comprehensive LaTeX Symbol List";
`unicode-math-table.tex` for the signs of mathematics, as far as `amssymb` has them.
"""

from __future__ import annotations

ABOVE = {
    "\u0300": "\\`",
    "\u0301": "\\'",
    "\u0302": "\\^",
    "\u0303": "\\~",
    "\u0304": "\\=",
    "\u0306": "\\u",
    "\u0307": "\\.",
    "\u0308": '\\"',
    "\u030a": "\\r",
    "\u030b": "\\H",
    "\u030c": "\\v",
}
"""Accents above a letter, by combining character."""
BELOW = {
    "\u0323": "\\d",
    "\u0327": "\\c",
    "\u0328": "\\k",
    "\u0331": "\\b",
}
"""Accents below."""

_TEXT_TABLE = r"""
    Æ {\AE} æ {\ae} Ð {\DH} ð {\dh} Đ {\DJ} đ {\dj} Ø {\O} ø {\o} Þ {\TH} þ {\th} ß {\ss} Ł {\L} ł {\l} Œ {\OE}
    œ {\oe} Å {\AA} å {\aa} ı {\i} Ŋ {\NG} ŋ {\ng} ¡ !` ¿ ?` § {\S} ¶ {\P} © {\copyright} £ {\pounds}
    – -- — --- ‘ ` ’ ' “ `` ” '' „ {\quotedblbase} ‚ {\quotesinglbase} « {\guillemotleft} » {\guillemotright}
    … {\ldots} ™ {\texttrademark} ® {\textregistered} ° {\textdegree} € {\texteuro}
"""
TEXT = dict(zip(_TEXT_TABLE.split()[::2], _TEXT_TABLE.split()[1::2], strict=True))
"""Letters and signs of running text."""

_MATH_TABLE = r"""
    α \alpha β \beta γ \gamma δ \delta ε \varepsilon ζ \zeta η \eta θ \theta ι \iota κ \kappa λ \lambda μ \mu ν \nu
    ξ \xi π \pi ρ \rho σ \sigma ς \varsigma τ \tau υ \upsilon φ \varphi χ \chi ψ \psi ω \omega
    Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega
    × \times ± \pm → \rightarrow ∞ \infty ≤ \leq ≥ \geq ² ^2 ³ ^3
"""
MATH = dict(zip(_MATH_TABLE.split()[::2], _MATH_TABLE.split()[1::2], strict=True))
"""Signs of mathematics, which stand in a formula."""
