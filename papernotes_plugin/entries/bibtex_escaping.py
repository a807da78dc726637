r"""Escape titles, names and the author's own values so that they compile in LaTeX and run nothing."""

from __future__ import annotations

import re

from papernotes_plugin.entries.bib_text import safe_value
from papernotes_plugin.entries.latex_values import plain_segment
from papernotes_plugin.text import math_spans

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "\u00a0": " ",
        "\u202f": " ",
        **{char: f"\\{char}" for char in "{}$&%#_"},
    }
)
"""Translation table that shows the characters with a meaning in TeX."""

# letters, accents and symbols of text; https://ctan.org/pkg/encguide
_COMMANDS_TABLE = """
    aa AA ae AE b c copyright d dag ddag dh DH dj DJ dots H i j k l L ldots LaTeX ng NG o O oe OE P pounds r S ss SS
    t TeX textasciicircum textasciitilde textbackslash textbar textbullet textcelsius textcopyright textdegree
    textdollar textellipsis textemdash textendash texteuro textexclamdown textgreater textless textmu textonehalf
    textordfeminine textordmasculine textperiodcentered textpm textquestiondown textquotedblleft textquotedblright
    textquoteleft textquoteright textquotesingle textregistered textsection texttimes texttrademark textunderscore
    th TH u v bf em emph ensuremath it mbox rm sc sf sl textbf textit textmd textnormal textrm textsc textsf textsl
    textsubscript textsuperscript texttt textup tt url href path boldsymbol mathbb mathbf mathcal mathfrak mathit
    mathnormal mathrm mathsf mathtt operatorname text alpha beta gamma delta epsilon varepsilon zeta eta theta
    vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega
    Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega arccos arcsin arctan arg cos cosh cot coth csc deg
    det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh bmod pmod mod
    bigcap bigcup bigoplus bigotimes coprod int oint prod sum approx asymp cong equiv geq ge gg leq le ll neq ne ni
    notin in not mid parallel perp prec preceq propto sim simeq subset subseteq subsetneq succ succeq supset
    supseteq vdash dashv models lesssim gtrsim downarrow gets hookrightarrow iff implies leftarrow Leftarrow
    leftrightarrow Leftrightarrow longleftarrow longrightarrow mapsto nearrow rightarrow Rightarrow
    rightleftharpoons searrow to uparrow updownarrow aleph amalg angle ast bigcirc bot bullet cap cdot cdots circ
    cup dagger ddots diamond div ell emptyset exists flat forall hbar Im infty langle lceil lfloor lVert lvert mp
    nabla natural neg odot ominus oplus oslash otimes partial pm prime rangle rceil Re rfloor rVert rvert setminus
    sharp sqcap sqcup star surd times top triangle uplus varnothing vdots vee Vert vert wedge wp bar binom check dot
    ddot frac dfrac tfrac hat left right big Big bigg Bigg limits nolimits overline overrightarrow sqrt stackrel
    acute grave breve mathring tilde underline underbrace overbrace overset underset vec widehat widetilde quad qquad
"""
_COMMANDS = frozenset(_COMMANDS_TABLE.split())
"""Commands that a value may hold; any other could define, read or run something when LaTeX sets it."""

_TOKEN = re.compile(r"\\(?:url|path|href)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|\$\$|[$&%#_^]", re.DOTALL)
_ALIVE = re.compile(r"[\\$&%#_^]")
"""First characters of the tokens."""
_SIGNS = frozenset("&%#_${}'`^\"~=.,;:!/ -@()")
"""Characters that may follow a backslash: escapes, accents, spaces, delimiters of a formula."""
_COMMAND = re.compile(r"\\([A-Za-z]+)")


def encode_latex(title: str) -> str:
    r"""Return the field value that shows a title: special characters escaped, formulas with known commands only.

    `papernotes_plugin.entries.latex_values.decode_latex` is the inverse.

    Examples:
        >>> encode_latex(r"50% of R&D in Mu$^2$SLAM"), encode_latex(r"$\def x$ {c}")
        ('50\\% of R\\&D in Mu$^2$SLAM', '$def x$ c')
    """
    out, position = [], 0
    for start, end, tex, _ in math_spans(title):
        formula = _formula(tex)
        # a formula of braces or control characters alone would leave `$$`, which begins a displayed formula
        is_empty = not safe_value(formula).strip("{} ")
        out += [plain_segment(title[position:start]).translate(ESCAPES), "" if is_empty else f"${formula}$"]
        position = end
    return " ".join("".join([*out, plain_segment(title[position:]).translate(ESCAPES)]).split())


_COMMONER = {"mathscr": "mathcal", "bm": "boldsymbol", "Bbb": "mathbb", "operatornamewithlimits": "operatorname"}
"""Replacements of formula commands that need a package of their own, by commands that look much the same."""


def _formula(tex: str) -> str:
    tex = _COMMAND.sub(lambda match: f"\\{_COMMONER.get(match[1], match[1])}", tex)
    tex = re.sub(r"(?<!\\)[%#&]", r"\\\g<0>", tex)
    tex = re.sub(r"\\(?:[A-Za-z]+|.)", lambda match: _safe_command(match[0], math=True), tex, flags=re.DOTALL)
    return re.sub(r"(?<!\\)\$", "", tex).strip()


def repair_latex(value: str) -> str:
    r"""Return the author's own value, changed only where it would break the file or run something in LaTeX.

    `& % # _ ^` outside formulas and URLs are escaped, and so is an unpaired `$`.  Unknown commands become text.

    Examples:
        >>> repair_latex(r"{R&D} of \emph{9.33\%} and $x_1$ at $5"), repair_latex(r"\write18{rm}")
        ('{R\\&D} of \\emph{9.33\\%} and $x_1$ at \\$5', '\\textbackslash{}write18{rm}')
    """
    if not _ALIVE.search(value):
        return value
    dollars = [match for match in _TOKEN.finditer(value) if match[0][0] == "$"]
    if len(dollars) % 2:
        edges = {at for start, end, tex, _ in math_spans(value) for at in (start, end - (end - start - len(tex)) // 2)}
        dollars = [match for match in dollars if match.start() in edges]
    delimiters = {match.start() for match in dollars}
    math = False

    def repair(match: re.Match[str]) -> str:
        nonlocal math
        token = match[0]
        if token[0] == "$":
            math ^= match.start() in delimiters
            return token if match.start() in delimiters else token.replace("$", r"\$")
        if token[0] != "\\":
            if math and token in "_^":
                return token
            return r"\textasciicircum{}" if token == "^" else f"\\{token}"
        if token in {r"\(", r"\)"}:
            math = token == r"\("
        return _safe_command(token, math)

    return _TOKEN.sub(repair, value)


def _safe_command(token: str, math: bool) -> str:
    """Return a known command unchanged, and any other as text."""
    name = _COMMAND.match(token)
    if name:
        return token if name[1] in _COMMANDS else token[1:] if math else rf"\textbackslash{{}}{token[1:]}"
    return " " if token == r"\\" else token if token[1] in _SIGNS else token[1:]
