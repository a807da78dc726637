r"""Find formulas in text, and convert LaTeX to Unicode."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pylatexenc import latex2text, latexwalker  # type: ignore[import-untyped]

from papernotes_plugin.text.latex_symbols import MATH_SYMBOLS, TEXT_SYMBOLS
from papernotes_plugin.text.lazy_regex import lazy_regex

_MATH = lazy_regex(r"\\\\|\\\$|\\\(|\\\)|\$\$|\$")
_PRICE = lazy_regex(r"\d[\d.,]*[kKMBT]?\b[^\\^_={}+<>|]*\s[^\\^_={}+<>|]*")
_CLOSING = {"$": "$", "$$": "$$", "\\(": "\\)"}
_URL = lazy_regex(r"(?:\]\(|://)\S*\Z")
_MAX_URL = 300
_NO_TEX = lazy_regex(r"[\s/:]")
_TEX = lazy_regex(r"[\^_=+<>(]")
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_{")
_BRACKET = lazy_regex(r"\\.|(\[)|(\])(\((?:[a-zA-Z][\w+.-]*:|[#./]|[^()\s]*\.(?:md|html?|pdf)\b))?")


def holds_link(tex: str) -> bool:
    """Return whether what looks like a formula holds a part of a Markdown link.

    Examples:
        >>> [holds_link(tex) for tex in ("[1-q](w+b)", "[pdf](https://a.org)", "x](a.md) or [y", "[a](b.md)")]
        [False, True, True, True]
    """
    if "](" not in tex and "://" not in tex:
        return False
    depth = 0
    for match in _BRACKET.finditer(tex):
        depth += 1 if match[1] else -1 if match[2] else 0
        if match[3] or (match[2] and depth < 0 and tex.startswith("(", match.end())):
            return True
    return "<http" in tex


def is_in_url(text: str, offset: int) -> bool:
    r"""Return whether an offset is inside a URL, where `\(` is an escaped parenthesis.

    Examples:
        >>> text = r"[a](https://a.org/b_\(c\)), \(x\)"
        >>> is_in_url(text, text.index(r"\(c")), is_in_url(text, text.index(r"\(x"))
        (True, False)
    """
    return _URL.search(text, max(0, offset - _MAX_URL), offset) is not None


def _may_open(text: str, mark: str, end: int) -> bool:
    if mark == "\\(":
        return not is_in_url(text, end - 2)
    return mark == "$$" or (mark == "$" and text[end : end + 1].strip() != "")


def _open_ended(inner: str, after: str) -> bool:
    """Return whether the `$` between two texts cannot close a formula."""
    if not inner or inner[-1].isspace() or after.isdigit():
        return True
    return after in _WORD and not _is_tex(inner)


def _is_tex(inner: str) -> bool:
    """Return whether a text is a formula even if a letter follows: `$k$NN`, but not `$HOME:$PATH`."""
    has_command = "\\" in inner
    return has_command or len(inner) == 1 or (bool(_TEX.search(inner)) and not _NO_TEX.search(inner))


def math_spans(text: str) -> list[tuple[int, int, str, bool]]:
    r"""Return the formulas in a text: `$…$`, `$$…$$` and `\(…\)`; prices such as `$5` are none.

    The rule is that of pandoc.  No space follows an opening `$` or precedes a closing one, and no digit follows a
    closing one.  If a letter follows, the formula must contain one letter or TeX.  No formula contains an empty line.

    Returns:
        The start, end and TeX of each formula, and whether it is displayed (`$$`).

    Examples:
        >>> math_spans("$5 and $10, $n$ -player"), math_spans(r"a \(x\)")
        ([(12, 15, 'n', False)], [(2, 7, 'x', False)])
        >>> math_spans("$k$NN"), math_spans("$HOME:$PATH")
        ([(0, 3, 'k', False)], [])
    """
    if "$" not in text and "\\(" not in text:
        return []
    out: list[tuple[int, int, str, bool]] = []
    mark, start, blank = "", 0, -1
    for match in _MATH.finditer(text):
        at = match.start()
        if mark and blank < at:
            # Search once for each empty line, not for each mark.
            blank = text.find("\n\n", start) if blank < start else blank
            blank = len(text) if blank < 0 else blank
            mark = mark if blank >= at else ""
        if not mark:
            if _may_open(text, match[0], match.end()):
                mark, start = match[0], at
            continue
        if match[0] != _CLOSING[mark]:
            continue
        inner = text[start + len(mark) : at]
        if mark == "$" and (_open_ended(inner, text[at + 1 : at + 2]) or _PRICE.fullmatch(inner)):
            mark, start = ("$", at) if _may_open(text, "$", at + 1) else ("", 0)
            continue
        if inner.strip():
            out.append((start, match.end(), inner, mark == "$$"))
        mark = ""
    return out


def split_at_math(text: str) -> list[str]:
    """Return the pieces of a text: each second one is a formula with its delimiters.

    Examples:
        >>> split_at_math("In $n$ steps"), split_at_math("$n$")
        (['In ', '$n$', ' steps'], ['', '$n$', ''])
    """
    pieces, position = [], 0
    for start, end, _, _ in math_spans(text):
        pieces += [text[position:start], text[start:end]]
        position = end
    return [*pieces, text[position:]]


_SUPER = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_TEXT_COMMANDS = "text textbf textit textmd textrm textsc textsf texttt textup mbox hbox"
_TEXT_COMMANDS += " mathbf mathit mathrm mathsf mathtt boldsymbol bm url"
_IGNORED_COMMANDS = "cite citep citet ref eqref label footnote includegraphics input include"
_IGNORED_COMMANDS += " usepackage relax rm it bf sf tt sc em cal limits"
_WORDS = lazy_regex(r"(?>(?:[^\W_]++|[ =+,.()/:;|*<>]++)*)")
"""Text that needs no conversion, as in most formulas of titles (`p < 0.05`); it skips the slow parser."""
_SYMBOLS = {"textless": "<", "textgreater": ">", "textbar": "|", "textasciicircum": "^"}
"""Commands that the parser drops or replaces by a similar character."""
_LOGOS = {"LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX"}


def _template_replacement(template: str) -> Callable[..., str]:
    r"""Return a replacement for a command that puts its arguments into a template; missing ones are empty.

    The replacement of pylatexenc logs a warning for a `\frac` without arguments.
    """

    def fill(node: Any, l2tobj: Any) -> str:
        arguments = node.nodeargd.argnlist if node.nodeargd and node.nodeargd.argnlist else []
        texts = [l2tobj.nodelist_to_text([argument]) if argument is not None else "" for argument in arguments]
        if not any(texts):
            return ""
        texts += [""] * 5
        if "%s" in template:
            return template % tuple(texts[: template.count("%s")])
        return template % {str(n): text for n, text in enumerate(texts, 1)}

    return fill


def _reader() -> latex2text.LatexNodes2Text:
    """Return the parser with definitions for commands that it drops or misinterprets."""
    context = latex2text.get_default_latex_context_db()
    macros = [latex2text.MacroTextSpec(name, discard=False) for name in _TEXT_COMMANDS.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl="") for name in _IGNORED_COMMANDS.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl=logo) for name, logo in (_LOGOS | _SYMBOLS).items()]
    symbols = {**TEXT_SYMBOLS, **MATH_SYMBOLS}
    macros += [latex2text.MacroTextSpec(name, simplify_repl=char) for char, name in symbols.items()]
    own = {macro.macroname for macro in macros}
    for spec in context.iter_macro_specs():
        if isinstance(spec.simplify_repl, str) and "%" in spec.simplify_repl and spec.macroname not in own:
            macros.append(
                latex2text.MacroTextSpec(spec.macroname, simplify_repl=_template_replacement(spec.simplify_repl))
            )
    context.add_context_category("papernotes", prepend=True, macros=macros)
    return latex2text.LatexNodes2Text(latex_context=context, math_mode="text", keep_comments=True)


_READER = _reader()
_KNOWN = _READER.latex_context


def _walker_context() -> Any:
    """Return the table of commands for the parser, with a faster search for special characters.

    The parser searches at every character.  Its own search tries each of them.
    """
    context = latexwalker.get_default_latex_context_db()
    specs = {spec.specials_chars: spec for spec in context.iter_specials_specs()}
    pattern = re.compile("|".join(map(re.escape, sorted(specs, key=len, reverse=True))))

    def find(source: str, position: int, parsing_state: object = None) -> Any:
        match = pattern.match(source, position)
        return specs[match[0]] if match else None

    context.test_for_specials = find
    return context


_WALKER_CONTEXT = _walker_context()


_PLAIN = lazy_regex(r"( *)((?:[^\W_]|[,.;:/+*=])(?: ?(?:[^\W_]|[,.;:/+*=]))*)")


class _Walker(latexwalker.LatexWalker):  # type: ignore[misc]
    """The parser, which here reads a sequence of plain characters at once and not one by one."""

    def __init__(self, source: str) -> None:
        super().__init__(source, latex_context=_WALKER_CONTEXT)
        self.ends: list[BaseException] = []
        """The exceptions by which the parser learned that the text ends."""

    def get_token(
        self, pos: int, include_brace_chars: Any = None, environments: bool = True, parsing_state: Any = None
    ) -> Any:
        """Return the token at a position.  A command of which an argument is read gets a single character."""
        plain = _PLAIN.match(self.s, pos) if environments and parsing_state is not None else None
        if plain is None:
            try:
                return super().get_token(pos, include_brace_chars, environments, parsing_state=parsing_state)
            except latexwalker.LatexWalkerEndOfStream as end:
                self.ends.append(end)
                raise
        space, text = plain.groups()
        return latexwalker.LatexToken(tok="char", arg=text, pos=plain.start(2), len=len(text), pre_space=space)


def _parse(source: str) -> str:
    """Return LaTeX as Unicode.  The table of commands is built once, not for each text."""
    walker = _Walker(source)
    nodes = walker.get_latex_nodes()[0]
    for end in walker.ends:
        # the parser keeps it in a frame of its traceback: a cycle that would keep the data of all callers, too
        end.__traceback__ = None
    return str(_READER.nodelist_to_text(nodes))


_TEXT_SCRIPT = lazy_regex(
    r"([\^_])\{\\(?:text|math)?(?:rm|it|bf|sf|tt)?\s*\{([^{}\\]{1,40})\}\}"
    r"|\\textsu(per|b)script\{([^{}\\]{1,40})\}"
)
_SCRIPT = lazy_regex(r"(\\[a-zA-Z]+)?([\^_])(?:\{([^{}\\]{1,40})\}|([0-9A-Za-z+*-]))")
_MACRO_SCRIPT = lazy_regex(r"(\\[a-zA-Z]+)([\^_])(?:\{(\d{1,9})\}|(\d))")
_OPERATOR = lazy_regex(r"\\(log|exp|sin|cos|tan|min|max|arg|sup|inf|det|dim|ker|lim|gcd|Pr)(?![a-zA-Z])\s*(?=[\w\\])")
_LONE = lazy_regex(r"\\([a-zA-Z]{2,})(?![a-zA-Z])(?:\{\}|(?!\s*[{\[]))")
_COMMA_BELOW = lazy_regex(r"\\textcommabelow\s*\{?([A-Za-z])\}?")
_HREF = lazy_regex(r"\\href\s*\{[^{}]*\}")
_LITERAL = (
    (lazy_regex(r"\\([*\[\]()|<>@?+/#_-])(?!\})"), r"\1"),
    (lazy_regex(r"(?<!\\)([&#%])"), r"\\\1"),
    # A tie is between two words, a tilde before a word.
    (lazy_regex(r"(?<!\\)~(?!\w)|(?<![\w.\\])~"), r"\\textasciitilde{}"),
)
_BRACES = str.maketrans("", "", "{}")
MAX_PARSED = 20_000
"""Characters of the longest text that is given to the parser, which needs a kilobyte and 10 µs for each of them."""

# --- texts with simple commands only, which need no parser ------------------------------------------

_COMMAND = lazy_regex(
    r"\\(?:[\"'`^~=.](?:[A-Za-z]|\{[A-Za-z]\}|\{\\[ij]\})|[Hcvukrdb]\{[A-Za-z]\}|[&%$_#]"
    rf"|(?:emph|{_TEXT_COMMANDS.replace(' ', '|')})(?=\{{)|([a-zA-Z]+)[ ]*)"
)
"""An accent on a letter, an escaped sign, a command before its text in braces, or a command without an argument."""
_NOT_SIMPLE = lazy_regex(r"[\\~$%#&^_`\n]|--|''|<<|>>|[!?]`")
"""Text that only the parser reads, outside of commands."""


@lru_cache(maxsize=4096)
def _command_text(command: str, name: str) -> str | None:
    """Return what a command shows; None if it may have an argument.

    Args:
        command: The command as it is matched by `_COMMAND`.
        name: Its name if it is not known whether it has an argument.
    """
    if name:
        spec = _WALKER_CONTEXT.get_macro_spec(name)
        if (spec is not None and spec.args_parser.argspec) or not _KNOWN.get_macro_spec(name):
            return None
        try:
            return _parse(f"\\{name}{{}}")
        except IndexError:  # the reader expects arguments of which the table of commands does not know
            return None
    return "" if command[-1].isalpha() and command[1:].isalpha() else _parse(command)


def _convert_simple(source: str) -> str | None:
    """Return LaTeX with simple commands as Unicode, as the parser would; None for any other."""
    if _NOT_SIMPLE.search(_COMMAND.sub("", source)):
        return None
    depth = 0
    for char in re.findall(r"[{}]", source):
        depth += 1 if char == "{" else -1
        if depth < 0:
            return None
    texts: list[str] = []
    position = 0
    for match in _COMMAND.finditer(source):
        shown = _command_text(match[0].rstrip() if match[1] else match[0], match[1] or "")
        if shown is None:
            return None
        texts += [source[position : match.start()].translate(_BRACES), shown]
        position = match.end()
    return None if depth else "".join([*texts, source[position:].translate(_BRACES)])


def _raised(sign: str, inner: str, otherwise: str) -> str:
    table = _SUPER if sign == "^" else _SUB
    return "".join(table[char] for char in inner) if all(char in table for char in inner) else otherwise


def _raised_text(match: re.Match[str]) -> str:
    sign = match[1] or ("_" if match[3] == "b" else "^")
    inner = match[2] or match[4]
    return _raised(sign, inner, f"{match[1] or ''}{inner}")


def _raised_math(match: re.Match[str]) -> str:
    inner = match[3] if match[3] is not None else match[4]
    # The empty group ends the name of the command: the parser accepts `ₚ` as a letter of a name.
    return (
        f"{match[1]}{{}}{_raised(match[2], inner, match[0][len(match[1]) :])}"
        if match[1]
        else _raised(match[2], inner, match[0])
    )


def _with_unicode_scripts(tex: str) -> str:
    """Return the TeX of a formula with superscripts and subscripts in Unicode where possible."""
    tex = _SCRIPT.sub(_raised_math, _TEXT_SCRIPT.sub(_raised_text, tex))
    return _OPERATOR.sub(r" \1 ", tex)


def latex_to_unicode(tex: str, math: bool = False) -> str:
    """Return LaTeX as Unicode; the text itself if the parser fails, or if it is longer than `MAX_PARSED`.

    Args:
        tex: The LaTeX code.
        math: Whether it is the inside of a formula.
    """
    if math:
        source = _with_unicode_scripts(tex)
    elif "\\" not in tex:
        return tex.translate(_BRACES)
    else:
        source = _MACRO_SCRIPT.sub(lambda m: m[1] + _raised(m[2], m[3] or m[4], ""), tex)
        source = _TEXT_SCRIPT.sub(_raised_text, source)
        for pattern, replacement in _LITERAL:
            source = pattern.sub(replacement, source)
    source = _HREF.sub("", source) if "\\href" in source else source
    source = _COMMA_BELOW.sub("\\1\u0326", source) if "\\textcommabelow" in source else source
    if _WORDS.fullmatch(source):
        return source
    # An unknown command, which an author has defined, is best shown as its name.
    source = _LONE.sub(lambda m: m[0] if _KNOWN.get_macro_spec(m[1]) else m[1], source)
    simple = _convert_simple(source)
    if simple is not None or len(source) > MAX_PARSED:
        return tex if simple is None else simple
    try:
        return _parse(source)
    except Exception:  # The parser raises many types; the text itself is better than none.
        return tex
