"""Capitals that BibTeX's styles must not write small: braces round each word that carries one.

Imports nothing of the package.
"""

from __future__ import annotations

import re

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
