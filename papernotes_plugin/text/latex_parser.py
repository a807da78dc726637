"""Convert LaTeX commands to Unicode, with the parser of pylatexenc or, for simple commands, without it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pylatexenc import latex2text, latexwalker  # type: ignore[import-untyped]

from papernotes_plugin.text.latex_symbols import MATH_SYMBOLS, TEXT_SYMBOLS
from papernotes_plugin.text.lazy_regex import lazy_regex

_TEXT_COMMANDS = "text textbf textit textmd textrm textsc textsf texttt textup mbox hbox"
_TEXT_COMMANDS += " mathbf mathit mathrm mathsf mathtt boldsymbol bm url"
_IGNORED_COMMANDS = "cite citep citet ref eqref label footnote includegraphics input include"
_IGNORED_COMMANDS += " usepackage relax rm it bf sf tt sc em cal limits"
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


_LONE = lazy_regex(r"\\([a-zA-Z]{2,})(?![a-zA-Z])(?:\{\}|(?!\s*[{\[]))")
_BRACES = str.maketrans("", "", "{}")

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


def read_commands(source: str, otherwise: str, max_length: int) -> str:
    """Return LaTeX as Unicode; another text if the parser fails, or would have to read more than a maximum length."""
    # An unknown command, which an author has defined, is best shown as its name.
    source = _LONE.sub(lambda m: m[0] if _KNOWN.get_macro_spec(m[1]) else m[1], source)
    simple = _convert_simple(source)
    if simple is not None or len(source) > max_length:
        return otherwise if simple is None else simple
    try:
        return _parse(source)
    except Exception:  # The parser raises many types; the text itself is better than none.
        return otherwise
