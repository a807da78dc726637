"""One `.bib` file: its bytes as text, its entries with their values evaluated, and what is odd about it."""

from __future__ import annotations

import codecs
import re

from papernotes_plugin.bibtex import block_repair
from papernotes_plugin.bibtex.bib_blocks import Block, Entry, ParsedBlock, String, read_blocks
from papernotes_plugin.bibtex.duplicate_keys import evidence_of, merge_duplicates
from papernotes_plugin.bibtex.field_values import FOLLOWER, RawEntry, value_of
from papernotes_plugin.text import is_script_url, repair_encoding
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry as ReadEntry
from papernotes_plugin.vocabulary.model import Evidence, Source

_LONG = frozenset({"abstract", "annotation", "annote", "bibtex", "comment", "note", "review"})
"""Fields in which a line may well look like a field."""
_SWALLOWED = re.compile(
    r'\n[ \t]*(author|booktitle|doi|editor|journal|month|pages|publisher|title|url|volume|year)[ \t]*=[ \t]*[{"\d]',
    re.IGNORECASE,
)
_ADDRESSES = ("url", "doi", "eprint", "howpublished")
"""Fields that lead somewhere."""
_FOLLOWING = 100
"""Fields without a comma between them that are read: each costs a way through all that follow it."""
_STRAY = re.compile(r"[\s@;]+")
"""What no name holds."""


class Reader:
    """Reads one file; collects what is odd about it."""

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
                self.blocks.append((block, piece.line))

    def complain(self, line: int | None, message: str, code: Code = Code.BROKEN_ENTRY) -> None:
        """Report something odd; without a line it is about the whole file."""
        self.issues.append(issue(code, self.path, line, message))

    def fault(self, raw: RawEntry, what: str) -> None:
        """Report what is wrong with an entry."""
        self.complain(raw.line, f"entry '{raw.key}': {what}")

    def text(self, data: bytes) -> str:
        """The file as text with LF line ends, encoding damage undone."""
        encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
        try:
            decoded_text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.complain(line, "bytes are no UTF-8; the file was read as Windows-1252", Code.INVALID_UTF8)
            decoded_text = data.decode("cp1252", "replace")
        repaired, runs = repair_encoding(decoded_text.replace("\r\n", "\n").replace("\r", "\n"))
        if runs:
            self.complain(None, f"{runs} places of encoding damage, repaired for reading", Code.REPAIRED_TEXT)
        return repaired

    def repaired(self, piece: ParsedBlock) -> Block | None:
        """The block, or what can be saved of one that the parser gave up; None if that is nothing."""
        block, remark = block_repair.repair_block(piece)
        if remark:
            self.complain(piece.line, remark)
        return block

    # --- evaluating -------------------------------------------------------------------------------

    def define(self, macros: dict[str, str]) -> None:
        """Put the macros of the file among those known, unless one of the name is there."""
        for item in self.blocks:
            if not isinstance(item, RawEntry) and isinstance(item[0], String):
                macros.setdefault(item[0].key.lower(), value_of(item[0].value, macros)[0])

    def evaluate(self, macros: dict[str, str]) -> list[RawEntry]:
        """The entries, in order; a macro that is defined anew counts from there on."""
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
            more = f", here and {len(places) - 1} times more" if len(places) > 1 else ""
            self.complain(
                places[0], f"'{value}' stands without braces and is no string that is known; it was kept{more}"
            )
        return self.raws

    def word(self, word: str, line: int, macros: dict[str, str]) -> str:
        """What a word without braces stands for."""
        value = macros.get(word.lower())
        if value is None:
            self.unknown.setdefault(word, []).append(line)
        return word if value is None else value

    def keyed(self, raw: RawEntry) -> RawEntry:
        """The entry; that it has no key is evidence_of."""
        if not raw.key:
            self.complain(raw.line, f"{raw.type} has no key; it can be found by its identifier and title only")
        return raw

    def entry(self, block: Entry, line: int, macros: dict[str, str]) -> RawEntry:
        """The entry with its values evaluated; a field that stands twice counts once."""
        raw = self.keyed(RawEntry(" ".join(block.key.split()), block.entry_type.lower(), line))
        for item in block.fields:
            # a saved block counts its lines from its own start
            self.field(raw, item.key, item.value, line + item.start_line - (block.start_line or 0), macros)
        return raw

    def field(self, raw: RawEntry, name: str, source: str, line: int, macros: dict[str, str]) -> None:
        """Put a field into the entry, and those that follow it without a comma."""
        where = f"entry '{raw.key}': "
        for _ in range(_FOLLOWING):
            name = self.name(name, where, line)
            if source[:1] == "=":
                self.complain(line, f"{where}field '{name}' has two equals signs")
                source = source.lstrip("= \t")
            value, rest, unknown = value_of(source, macros)
            own, rest = (
                source[: source.rfind(rest)] if rest else source,
                block_repair.LATEX_COMMENT.sub("", rest).strip(),
            )
            if not name or name[0] == "%":
                break  # commented out
            if own.endswith("#") and not rest:
                self.complain(line, f"{where}nothing follows the '#' of field '{name}'")
            if unknown:
                self.unknown.setdefault(unknown, []).append(line)
            if name in raw.fields and raw.fields[name] != value:
                self.complain(line, f"{where}field '{name}' stands twice; the first counts")
            elif value:
                raw.fields[name] = value
            swallowed = _SWALLOWED.search(own) if "\n" in own and name not in _LONG else None
            if swallowed:
                self.complain(
                    line, f"{where}field '{name}' holds field '{swallowed[1]}'; a brace or comma may be missing"
                )
            follower = FOLLOWER.match(rest)
            if not follower:
                break
            self.complain(line, f"{where}no comma after field '{name}'; field '{follower[1]}' was read all the same")
            line += own.count("\n")
            name, source = follower[1], rest[follower.end() :]
        if rest:
            self.complain(line, f"{where}field '{name}' goes on behind its end; this was left out: {rest[:40]}")

    def name(self, written: str, where: str, line: int) -> str:
        """The name of a field, without the remarks and the stray text before it."""
        name = block_repair.LATEX_COMMENT.sub("", written).strip().lower()
        word = _STRAY.split(name)[-1]
        if word == name or not word or name[0] == "%":
            return name
        self.complain(line, f"{where}this before field '{word}' was left out: {name.removesuffix(word).strip()[:40]}")
        return word

    # --- papers -----------------------------------------------------------------------------------

    def papers(self, *, quoted: bool = False) -> tuple[ReadEntry, ...]:
        """The entries that are papers, under unique keys unless they are `quoted`."""
        raws = [raw for raw in self.raws if raw.type not in {"xdata", "set"}]
        if quoted:
            return tuple(self.paper(raw, evidence_of(raw)) for raw in raws)
        pairs = merge_duplicates(raws, lambda raw, message: self.complain(raw.line, message, Code.DUPLICATE_ENTRY))
        return tuple(self.paper(raw, says) for raw, says in pairs)

    def paper(self, raw: RawEntry, says: Evidence) -> ReadEntry:
        """The entry, understood."""
        for name in _ADDRESSES:
            if is_script_url(raw.fields.get(name, "")):
                what = f"the address in field '{name}' would run in the browser of a reader; it is no link"
                self.complain(raw.line, f"entry '{raw.key}': {what}", Code.UNSAFE_LINK)
        fields = tuple(raw.fields.items())
        return ReadEntry(key=raw.key, type=raw.type, fields=fields, path=self.path, line=raw.line, evidence=says)
