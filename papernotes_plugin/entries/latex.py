r"""LaTeX in the values of BibTeX fields: read as Unicode, written so that it compiles.

Imports text only.  Three forms of one thing: a *value* is what stands in a `.bib` file, a *title* is what
Evidence holds (Unicode, `$math$` kept as TeX), and plain text is what `papernotes_plugin.text.plain` gives.
"""

from __future__ import annotations

import re

from papernotes_plugin.text import math_spans, plain

# --- reading --------------------------------------------------------------------------------------

_TIE = re.compile(r"(?<!\\)~")
_DOLLAR = re.compile(r"(?<!\\)\$")
_LIGATURES = (("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"))
_SIGN = re.compile(r"\\text(less|greater|bar|asciicircum)(?:\{\}|\s+|(?![A-Za-z]))")
_SIGNS_OF = {"less": "<", "greater": ">", "bar": "|", "asciicircum": "^"}
"""What pylatexenc drops or turns into a look-alike."""
_LATEX = re.compile(r"[\\{}$~`']|--")


def decoded(value: str) -> str:
    r"""The title in a value: LaTeX as Unicode, protecting braces gone, `$math$` kept as it is, one line.

    Examples:
        >>> decoded(r"{GAN}s for \emph{G{\"o}del} -- {Mu$^2$SLAM}")
        'GANs for Gödel – Mu$^2$SLAM'
    """
    if not _LATEX.search(value):
        return " ".join(value.split())
    out, position = [], 0
    for start, end, _, _ in math_spans(value):
        out += [_readable(value[position:start]), value[start:end]]
        position = end
    return " ".join("".join([*out, _readable(value[position:])]).split())


def _readable(value: str) -> str:
    value = _SIGN.sub(lambda match: _SIGNS_OF[match[1]], _TIE.sub(" ", value))
    for source, target in _LIGATURES:
        value = value.replace(source, target)
    return _plain_between(value)


def _plain_between(text: str) -> str:
    """Plain text with the spaces at its ends kept, for a stretch between two formulas."""
    # no formula is left here: a dollar is one
    inner, outer = plain(_DOLLAR.sub(r"\\$", text)), text.strip("{}")
    if not inner:
        return " " if outer[:1].isspace() else ""
    return f"{' ' if outer[:1].isspace() else ''}{inner}{' ' if outer[-1:].isspace() else ''}"


# --- writing --------------------------------------------------------------------------------------

_ESCAPES = str.maketrans(
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
    tilde underline underbrace overbrace overset underset vec widehat widetilde quad qquad
"""
_COMMANDS = frozenset(_COMMANDS_TABLE.split())
"""What a value may hold; any other command could define, read or run something when it is typeset."""

_TOKEN = re.compile(r"\\(?:url|path|href)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|\$\$|[$&%#_^]", re.DOTALL)
_SIGNS = frozenset("&%#_${}'`^\"~=.,;:!/ -@()")
"""After a backslash: escapes, accents, spaces, marks of a formula."""
_COMMAND = re.compile(r"\\([A-Za-z]+)")


def encoded(title: str) -> str:
    r"""The value that shows a title: specials escaped, formulas kept with known commands only.

    Examples:
        >>> encoded(r"50% of R&D in Mu$^2$SLAM"), encoded(r"$\def x$ {c}")
        ('50\\% of R\\&D in Mu$^2$SLAM', '$def x$ c')
    """
    out, position = [], 0
    for start, end, tex, _ in math_spans(title):
        out += [_plain_between(title[position:start]).translate(_ESCAPES), f"${_formula(tex)}$"]
        position = end
    return " ".join("".join([*out, _plain_between(title[position:]).translate(_ESCAPES)]).split())


def _formula(tex: str) -> str:
    tex = re.sub(r"(?<!\\)[%#&]", r"\\\g<0>", tex)
    return _COMMAND.sub(lambda match: match[0] if match[1] in _COMMANDS else match[1], tex).replace("$", "").strip()


def mended(value: str) -> str:
    r"""The author's own value to the letter, but for what would break the file or run when it is typeset.

    Bare `& % # _ ^` outside formulas and URLs are escaped, unpaired `$` too, unknown commands made visible.

    Examples:
        >>> mended(r"{R&D} of \emph{9.33\%} and $x_1$ at $5"), mended(r"\write18{rm}")
        ('{R\\&D} of \\emph{9.33\\%} and $x_1$ at \\$5', '\\textbackslash{}write18{rm}')
    """
    if not _TOKEN.search(value):
        return value
    dollars = [match for match in _TOKEN.finditer(value) if match[0][0] == "$"]
    if len(dollars) % 2:
        ends = {at for start, end, tex, _ in math_spans(value) for at in (start, end - (end - start - len(tex)) // 2)}
        dollars = [match for match in dollars if match.start() in ends]
    delimiters = {match.start() for match in dollars}
    math = False

    def mend(match: re.Match[str]) -> str:
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
        return _known(token, math)

    return _TOKEN.sub(mend, value)


def _known(token: str, math: bool) -> str:
    """A command as it stands if it is known; otherwise so that it only shows."""
    name = _COMMAND.match(token)
    if name:
        return token if name[1] in _COMMANDS else token[1:] if math else rf"\textbackslash{{}}{token[1:]}"
    return " " if token == r"\\" else token if token[1] in _SIGNS else token[1:]


# --- capitals -------------------------------------------------------------------------------------

_NAMES_TABLE = """
    American Bayes Bayesian Bellman Bernoulli Boltzmann Brownian Chinese Dirichlet English Euclidean European Euler
    Fisher Fourier French Gauss Gaussian German Gibbs Hamilton Hamiltonian Hebbian Hessian Hilbert Hopfield Indian
    Japanese Kalman Kantorovich Korean Kullback Lagrange Lagrangian Langevin Laplace Laplacian Leibler Lipschitz
    Markov Minkowski Monte Carlo Nash Newton Nesterov Pareto Poisson Rademacher Riemann Riemannian Russian
    Schrödinger Shannon Shapley Sinkhorn Sobolev Spanish Stein Thompson Turing Wasserstein Wikipedia Python Platonic
    Hölder
"""
_NAMES = frozenset(_NAMES_TABLE.split())
"""Names that titles of this field hold often; BibTeX's styles would write them small."""
_LEAD = re.compile(r"""(?:\\[&%#_$]|[("'`“‘\[])*""")
_TAIL = re.compile(r"""[)\]"'`”’.,:;!?]*$""")
_JOINT = re.compile(r"([-–—/])")


def protected(value: str) -> str:
    r"""The value of a title with braces around each word that must keep its capitals, braced already or not.

    Examples:
        >>> protected(r"LoRA-tuned GANs, in 3D: A {BERT} Survey of Mu$^2$SLAM")
        '{LoRA}-tuned {GANs}, in {3D}: A {BERT} Survey of {Mu$^2$SLAM}'
    """
    words = _words(value)
    shouting = len(words) > 6 and not any(char.islower() for char in value)
    return value if shouting else "".join(word if word.isspace() else _guarded(word) for word in words)


def _words(value: str) -> list[str]:
    """The value cut at its spaces, which stay as words of their own, but not within braces or formulas."""
    out: list[str] = []
    depth, math, start, space = 0, False, 0, False
    for match in re.finditer(r"\\.|\s+|[{}$]|[^\\\s{}$]+", value, re.DOTALL):
        token = match[0]
        depth = max(0, depth + (token == "{") - (token == "}"))
        math ^= token == "$"
        blank = token.isspace() and depth == 0 and not math
        if blank != space and match.start() > start:
            out.append(value[start : match.start()])
            start = match.start()
        space = blank
    return [*out, value[start:]] if value[start:] else out


def _guarded(word: str) -> str:
    lead = _LEAD.match(word)
    head = lead.end() if lead else 0
    tail = _TAIL.search(word, head)
    end = tail.start() if tail and tail.start() > head else len(word)
    core = word[head:end]
    if any(char in core for char in "{$\\"):
        # a group that begins with a command is no protection: BibTeX's "special character", section 10.1 of ttb_en.pdf
        matters = core[0] not in "{\\" and _outer_capital(core)
        return f"{word[:head]}{{{core}}}{word[end:]}" if matters else word
    parts = [f"{{{part}}}" if _matters(part) else part for part in _JOINT.split(core)]
    return f"{word[:head]}{''.join(parts)}{word[end:]}"


def _outer_capital(core: str) -> bool:
    """Whether a capital stands outside of braces, but for the word's first letter."""
    depth = 0
    for at, char in enumerate(core):
        depth += (char == "{") - (char == "}")
        if at and depth <= 0 and char.isupper():
            return True
    return False


def _matters(part: str) -> bool:
    """Whether the capitals of a part of a word carry meaning: an inner or single one, one by a digit, a name's."""
    if len(part) < 2:
        return part.isupper() and part != "A"
    if any(char.isupper() for char in part[1:]):
        return True
    name = part.removesuffix("'s").removesuffix("’s")
    return part[0].isupper() and (any(char.isdigit() for char in part) or name in _NAMES)
