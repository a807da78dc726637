"""Read one `.bib` file: decode its bytes, evaluate the values of its entries, and collect its issues."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping

from papernotes_plugin.bibtex import block_repair
from papernotes_plugin.bibtex.bib_blocks import Block, Entry, ParsedBlock, Preamble, String, read_blocks
from papernotes_plugin.bibtex.duplicate_keys import evidence_of, merge_duplicates
from papernotes_plugin.bibtex.field_values import FOLLOWER, RawEntry, value_of
from papernotes_plugin.bibtex.preamble_commands import Definition, expand_commands, read_definitions
from papernotes_plugin.text import counted, is_script_url, repair_encoding
from papernotes_plugin.text.latex_text import MAX_PARSED
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry as ReadEntry
from papernotes_plugin.vocabulary.model import Evidence, Source

_LONG = frozenset({"abstract", "annotation", "annote", "bibtex", "comment", "note", "review"})
"""Fields with long texts, in which a line may look like a field."""
_SWALLOWED = lazy_regex(
    r'\n[ \t]*(author|booktitle|doi|editor|journal|month|pages|publisher|title|url|volume|year)[ \t]*=[ \t]*[{"\d]',
    re.IGNORECASE,
)
_ADDRESSES = ("url", "doi", "eprint", "howpublished")
"""Fields that hold a link."""
_FOLLOWING = 100
"""Number of fields without a comma between them that are read; each takes time for the text behind it."""
_STRAY = lazy_regex(r"[\s@;]+")
"""Characters that are not in field names."""


class Reader:
    """Reader of one file.

    Call `define` for all files that share their macros, then `evaluate`, then `papers`.
    """

    def __init__(self, source: Source) -> None:
        self.path = source.path
        self.issues: list[Issue] = []
        self.unknown: dict[str, list[int]] = {}
        self.raws: list[RawEntry] = []
        self.blocks: list[RawEntry | tuple[Block, int]] = []
        for piece in read_blocks(self.text(source.data)):
            if isinstance(piece, RawEntry):
                self.blocks.append(piece)
            elif block := self.repaired(piece):
                self.blocks.append(block if isinstance(block, RawEntry) else (block, piece.line))

    def report(self, line: int | None, message: str, code: Code = Code.BROKEN_ENTRY) -> None:
        """Report an issue; without a line it concerns the whole file."""
        self.issues.append(issue(code, self.path, line, message))

    def report_entry(self, raw: RawEntry, message: str) -> None:
        """Report an issue with an entry."""
        self.report(raw.line, f"entry '{raw.key}': {message}")

    def text(self, data: bytes) -> str:
        """Return the text of the file with LF line ends, with damage to its encoding repaired."""
        encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
        try:
            decoded_text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.report(line, "bytes are no UTF-8; the file was read as Windows-1252", Code.INVALID_UTF8)
            decoded_text = data.decode("cp1252", "replace")
        repaired, runs = repair_encoding(decoded_text.replace("\r\n", "\n").replace("\r", "\n"))
        if runs:
            self.report(None, f"{counted(runs, 'place')} of encoding damage, repaired for reading", Code.REPAIRED_TEXT)
        return repaired

    def repaired(self, piece: ParsedBlock) -> Block | RawEntry | None:
        """Return the block, repaired if the parser could not read it; None if that fails."""
        block, remark = block_repair.repair_block(piece)
        if remark:
            self.report(piece.line, remark)
        return block

    # --- evaluating -------------------------------------------------------------------------------

    def define(self, macros: dict[str, str]) -> None:
        """Add the macros of the file to `macros`; a macro that is there already is kept."""
        for item in self.blocks:
            if not isinstance(item, RawEntry) and isinstance(item[0], String):
                macros.setdefault(item[0].key.lower(), value_of(item[0].value, macros)[0])

    def evaluate(self, macros: dict[str, str]) -> list[RawEntry]:
        """Return the entries in order; a macro that is redefined has its new value from there on."""
        for item in self.blocks:
            if isinstance(item, RawEntry):
                for name, line in item.bare:
                    item.fields[name] = self.word(item.fields[name], line, macros)
                self.raws.append(self.keyed(item))
            elif isinstance(item[0], String):
                macros[item[0].key.lower()] = value_of(item[0].value, macros)[0]
            elif isinstance(item[0], Entry):
                self.raws.append(self.entry(item[0], item[1], macros))
        for value, places in self.unknown.items():
            more = f", here and in {counted(len(places) - 1, 'more place')}" if len(places) > 1 else ""
            self.report(places[0], f"'{value}' has no braces and is not a known macro; it was kept as text{more}")
        return self.raws

    def define_commands(self, macros: Mapping[str, str], definitions: dict[str, Definition]) -> None:
        """Add the LaTeX commands that preambles of the file define."""
        for item in self.blocks:
            if not isinstance(item, RawEntry) and isinstance(item[0], Preamble):
                definitions |= read_definitions(value_of(item[0].value.strip(), macros)[0])

    def expand(self, definitions: Mapping[str, Definition]) -> None:
        """Replace commands of preambles in all entries."""
        for raw in self.raws if definitions else ():
            raw.fields |= {
                name: expand_commands(value, definitions) for name, value in raw.fields.items() if "\\" in value
            }

    def word(self, word: str, line: int, macros: dict[str, str]) -> str:
        """Return the value of a word without braces: that of the macro, or the word itself."""
        value = macros.get(word.lower())
        if value is None:
            self.unknown.setdefault(word, []).append(line)
        return word if value is None else value

    def keyed(self, raw: RawEntry) -> RawEntry:
        """Return the entry; report it if it has no key."""
        if not raw.key:
            self.report(raw.line, f"{raw.type} has no key; it can be found by its identifier and title only")
        return raw

    def entry(self, block: Entry, line: int, macros: dict[str, str]) -> RawEntry:
        """Return the entry with its values evaluated; the first of two fields with one name counts."""
        raw = self.keyed(RawEntry(" ".join(block.key.split()), block.entry_type.lower(), line))
        for item in block.fields:
            # a repaired block counts its lines from its own start
            self.field(raw, item.key, item.value, line + item.start_line - (block.start_line or 0), macros)
        return raw

    def field(self, raw: RawEntry, name: str, source: str, line: int, macros: dict[str, str]) -> None:
        """Add a field to the entry, and the fields that follow it without a comma."""
        where = f"entry '{raw.key}': "
        for _ in range(_FOLLOWING):
            name = self.name(name, where, line)
            if source[:1] == "=":
                self.report(line, f"{where}field '{name}' has two equals signs; the second one was ignored")
                source = source.lstrip("= \t")
            value, rest, unknown = value_of(source, macros)
            own, rest = (
                source[: source.rfind(rest)] if rest else source,
                block_repair.LATEX_COMMENT.sub("", rest).strip(),
            )
            if not name or name[0] == "%":
                break  # commented out
            if own.endswith("#") and not rest:
                self.report(line, f"{where}nothing follows the '#' of field '{name}'; the '#' was ignored")
            if unknown:
                self.unknown.setdefault(unknown, []).append(line)
            if name in raw.fields and raw.fields[name] != value:
                self.report(line, f"{where}field '{name}' occurs twice; the first one counts")
            elif value:
                raw.fields[name] = value
            swallowed = _SWALLOWED.search(own) if "\n" in own and name not in _LONG else None
            if swallowed:
                self.report(
                    line, f"{where}field '{name}' holds field '{swallowed[1]}'; a brace or comma may be missing"
                )
            follower = FOLLOWER.match(rest)
            if not follower:
                break
            self.report(line, f"{where}no comma after field '{name}'; field '{follower[1]}' was read nevertheless")
            line += own.count("\n")
            name, source = follower[1], rest[follower.end() :]
        if rest:
            self.report(line, f"{where}text behind the end of field '{name}' was left out: {rest[:40]}")

    def name(self, written: str, where: str, line: int) -> str:
        """Return the name of a field, without comments and stray text before it."""
        name = block_repair.LATEX_COMMENT.sub("", written).strip().lower()
        word = _STRAY.split(name)[-1]
        if word == name or not word or name[0] == "%":
            return name
        self.report(line, f"{where}text before field '{word}' was left out: {name.removesuffix(word).strip()[:40]}")
        return word

    # --- papers -----------------------------------------------------------------------------------

    def papers(self, *, quoted: bool = False) -> tuple[ReadEntry, ...]:
        """Return the entries of papers; their citekeys are unique unless they are `quoted`."""
        raws = [raw for raw in self.raws if raw.type != "xdata"]
        for raw in raws:
            if raw.type == "set" and not raw.fields.get("entryset"):
                self.report_entry(raw, "a set needs the field 'entryset'; it was read as 'misc'")
                raw.type = "misc"
        if quoted:
            return tuple(self.paper(raw, evidence_of(raw)) for raw in raws)
        pairs = merge_duplicates(raws, lambda raw, message: self.report(raw.line, message, Code.DUPLICATE_ENTRY))
        return tuple(self.paper(raw, evidence) for raw, evidence in pairs)

    def paper(self, raw: RawEntry, evidence: Evidence) -> ReadEntry:
        """Return the entry with its evidence; report links that could run a script."""
        for name in _ADDRESSES:
            if is_script_url(raw.fields.get(name, "")):
                message = f"the address in field '{name}' would run in the browser of a reader; it was not linked"
                self.report(raw.line, f"entry '{raw.key}': {message}", Code.UNSAFE_LINK)
        for name, value in raw.fields.items():
            if len(value) > MAX_PARSED and name not in _LONG and ("\\" in value or "$" in value):
                message = (
                    f"field '{name}' has {counted(len(value), 'character')}; most LaTeX commands in it stay as written"
                )
                self.report_entry(raw, message)
        fields = tuple(raw.fields.items())
        return ReadEntry(key=raw.key, type=raw.type, fields=fields, path=self.path, line=raw.line, evidence=evidence)
