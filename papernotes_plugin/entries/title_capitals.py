"""Protect the capitals that BibTeX's styles would turn to lower case, by braces around a word."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

_NAMES_TABLE = """
    Abel Adam Africa African Amazon America American Android Arabic Asia Asian Atari Banach Bayes Bayesian Bellman
    Bengali Bernoulli Bitcoin Blackwell Bochner Boltzmann Bonferroni Borel Bradley Brazilian Bregman British
    Brownian Bures Canadian Carlo Cauchy Chebyshev China Chinese Cholesky Choquet Christoffel Claude Condorcet Cox
    Delaunay Dijkstra Dirichlet Dutch Dyck Earth Ehrenfest Elman English Erdős Ethereum Euclid Euclidean Euler
    Europe European Facebook Fano Farkas Fenchel Fermi Feynman Fiedler Finnish Fisher Fokker Fourier France French
    Frobenius Fréchet Gabor Galerkin Galois Gauss Gaussian Gaussians Gemini German Germany Gibbs Gini Girsanov
    Goodhart Google Granger Grassmannian Greek Gromov Gröbner Gumbel Gödel Haar Hadamard Hamilton Hamiltonian
    Hamming Hastings Hausdorff Hebb Hebbian Hebrew Helmholtz Hermitian Hessian Hilbert Hindi Hoeffding Hopfield
    Householder Huffman Hölder India Indian Indic Indonesian Ising Italian Itô Jacobi Jacobian Japan Japanese Java
    Jensen Kaczmarz Kalman Kantorovich Karhunen Khatri Knuth Kolmogorov Koopman Korea Korean Kronecker Krylov Kuhn
    Kullback Lagrange Lagrangian Lanczos Langevin Laplace Laplacian Latin Lebesgue Legendre Lehman Leibler Leman
    Levenshtein Lie Lindblad Linux Lipschitz Llama Lloyd Lorentz Lorentzian Lorenz Loève Lyapunov Lévy Mahalanobis
    Mamba Markov Markovian Mars Mercer Microsoft Minecraft Minkowski Mises Mistral Monge Monro Monte Moreau Nadaraya
    Nash Navier Nesterov Netflix Newton Neyman Noether Nyström Ornstein Padé Pareto Parzen Pearson Perlin Perron
    Persian Picard Planck Platonic Poincaré Poisson Pokémon Polyak Pontryagin Portuguese Procrustes Python Pólya
    Qwen Rademacher Radon Ramanujan Rao Rashomon Rayleigh Reddit Ricci Riemann Riemannian Ritz Robbins Rosenblatt
    Rubik Russian Rényi Schrödinger Schur Shannon Shapley Sinkhorn Skorokhod Sobolev Spanish Stackelberg Stein
    Stiefel Stokes Swahili Swedish Sylvester Taylor Thompson Tikhonov Toeplitz Tsallis Tucker Turing Turkish Tweedie
    Twitter Uhlenbeck Ukrainian Urdu Vapnik Vietnamese Viterbi Vlasov Voronoi Wasserstein Weierstrass Weisfeiler
    Welch Wiener Wigner Wikidata Wikipedia Winograd Wolfe Zernike Zipf
"""
_NAMES = frozenset(_NAMES_TABLE.split())
"""Names that are common in titles of this field and are not also ordinary words."""
_LEAD = lazy_regex(r"""(?:\\[&%#_$]|[("'`“‘\[])*""")
_TAIL = ")]\"'`”’.,:;!?"
_JOINT = lazy_regex(r"\\.|[{}$]|[-–—/()]|[^\\{}$/()–—-]+", re.DOTALL)
_JOINTS = frozenset("-–—/()")


def protect_capitals(value: str) -> str:
    r"""Return the value of a title with braces around each word that must keep its capitals.

    Examples:
        >>> protect_capitals(r"LoRA-tuned GANs, in 3D: A {BERT} Survey of Mu$^2$SLAM")
        '{LoRA}-tuned {GANs}, in {3D}: A {BERT} Survey of {Mu$^2$SLAM}'
    """
    words = _words(value)
    shouting = len(words) > 6 and not any(char.islower() for char in value)
    return value if shouting else "".join(word if word.isspace() else _guarded(word) for word in words)


def _words(value: str) -> list[str]:
    """Return the words of a value and the spaces between them; groups and formulas are not split."""
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
    start = _LEAD.match(word)
    head = start.end() if start else 0
    end = head + len(word[head:].rstrip(_TAIL)) or len(word)
    guarded = (f"{{{part}}}" if _matters(part) else part for part in _parts(word[head:end]))
    return f"{word[:head]}{''.join(guarded)}{word[end:]}"


def _parts(core: str) -> list[str]:
    """Return the parts of a compound word, `GPT-4-based`, and the signs between them; groups stay whole."""
    out, depth, math = [""], 0, False
    for match in _JOINT.finditer(core):
        token = match[0]
        depth += (token == "{") - (token == "}")
        math ^= token == "$"
        if token in _JOINTS and depth <= 0 and not math:
            out += [token, ""]
        else:
            out[-1] += token
    return out


def _outer_capital(part: str) -> bool:
    """Return whether there is a capital outside braces, other than the first letter of the word."""
    depth = 0
    for at, char in enumerate(part):
        depth += (char == "{") - (char == "}")
        if at and depth <= 0 and char.isupper():
            return True
    return False


def _matters(part: str) -> bool:
    """Return whether the capitals of a part of a word matter: inside it, alone, next to a digit, or of a name."""
    if any(char in part for char in "{$\\"):
        # a group that begins with a command does not protect: BibTeX's "special character", ttb_en.pdf, section 10.1
        return part[0] not in "{\\" and _outer_capital(part)
    letters = [char for char in part if char.isalpha()]
    if len(letters) < 2:
        # `Q`, `C++`, `A*`, `2D`; not the article
        return bool(letters) and letters[0].isupper() and part != "A"
    if any(char.isupper() for char in part[1:]):
        return True
    name = part.removesuffix("'s").removesuffix("’s")
    return part[0].isupper() and (any(char.isdigit() for char in part) or name in _NAMES)


_COMMAND = lazy_regex(r"\\[A-Za-z]*[A-Z][A-Za-z]*(?:\s*\{[^{}]*\}|(?<=\\[Hktb])\s+[A-Za-z])?")
_PIECE = lazy_regex(rf"\$(?:[^$\\]|\\.)*\$|{_COMMAND.pattern}|\\.|[{{}}]|[^\\{{}}$]+|.", re.DOTALL)


def protect_commands(value: str) -> str:
    r"""Return the value of a title with braces around commands that have a capital, because BibTeX would lower it.

    Examples:
        >>> protect_commands(r"Erd\H{o}s in {\LaTeX} and \LaTeX{} with $\Re$ and $x$")
        'Erd{\\H{o}}s in {\\LaTeX} and {\\LaTeX{}} with {$\\Re$} and $x$'
    """
    out, depth = [], 0
    for match in _PIECE.finditer(value):
        piece = match[0]
        depth += (piece == "{") - (piece == "}")
        lone = depth == 0 and piece[0] in "\\$" and _COMMAND.search(piece)
        out.append(f"{{{piece}}}" if lone else piece)
    return "".join(out)
