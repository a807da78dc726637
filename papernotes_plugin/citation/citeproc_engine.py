"""Format citations and references in a style of the Citation Style Language with citeproc-py (the extra `csl`).

citeproc-py formats a citation or a reference, and sorts within a citation.  It does not disambiguate works, cannot
leave out authors, and sorts by code points.  So `papernotes_plugin.citation.csl_style` adds letters behind years,
`-@key`, a bare `@key` and the order of lists, and this module names the same authors once (`collapse`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import citeproc  # type: ignore[import-untyped]
from citeproc import source as data
from citeproc.source.json import CiteProcJSON  # type: ignore[import-untyped]
from citeproc.string import String  # type: ignore[import-untyped]

from papernotes_plugin.citation import styled_text
from papernotes_plugin.citation.cited_items import CitedItem, sortable_groups
from papernotes_plugin.citation.citeproc_corrections import correct_elements, first_of_range
from papernotes_plugin.citation.locators import ENGLISH, LABELS, LocatorTerms
from papernotes_plugin.citation.reference_order import SortKeys, make_sort_key, sort_by_keys
from papernotes_plugin.vocabulary.issues import PapernotesError

_NAMESPACE = {"cs": "http://purl.org/net/xbiblio/csl"}
_VARIABLES = frozenset(citeproc.VARIABLES)
"""CSL variables that citeproc-py supports."""
_ANYTHING = {"type": "book", "title": "X", "author": [{"family": "X"}], "issued": {"date-parts": [[2000]]}}
"""Sample item that shows whether a style is numeric."""


class _Text:
    """Text as a file object, which the XML parser requires."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        size = len(self.data) if size < 0 else size
        out, self.data = self.data[:size], self.data[size:]
        return out


class _Marks:
    """Formatter for citeproc-py that puts marks around formatted text and escapes nothing."""

    @staticmethod
    def preformat(text: object) -> str:
        return str(text)

    @staticmethod
    def Italic(text: object) -> Any:
        return String(f"{styled_text.ITALIC[0]}{text}{styled_text.ITALIC[1]}")

    @staticmethod
    def Bold(text: object) -> Any:
        return String(f"{styled_text.BOLD[0]}{text}{styled_text.BOLD[1]}")

    @staticmethod
    def Superscript(text: object) -> Any:
        return String(f"{styled_text.SUPERSCRIPT[0]}{text}{styled_text.SUPERSCRIPT[1]}")

    @staticmethod
    def SmallCaps(text: object) -> object:
        return text

    Oblique = Italic
    Light = Underline = Subscript = SmallCaps


class _Number(int):
    """Number of a reference, with marks that distinguish it from other numbers."""

    def __str__(self) -> str:
        return f"{styled_text.NUMBER[0]}{int(self)}{styled_text.NUMBER[1]}"


class _Item(data.CitationItem):  # type: ignore[misc]
    """Work of a citation with its number."""

    @property
    def number(self) -> int:
        return _Number(self["place"])

    @property
    def reference(self) -> Any:
        return self["work"]


class _Keys(dict[str, int]):
    """Positions of the works of a citation, with the method `index` of a list but without its linear search."""

    def index(self, key: str) -> int:
        return self[key]


class _Lookup(NamedTuple):
    """Attributes of a bibliography that citeproc-py reads."""

    source: Mapping[str, Any]
    keys: _Keys
    formatter: Any = _Marks


class Engine:
    """CSL style that formats citations and references as marked text (see `styled_text`)."""

    def __init__(self, text: str) -> None:
        """Read the style in the text of a `.csl` file.

        Raises:
            PapernotesError: If the text is no style, or only refers to another style.
        """
        try:
            if "<!DOCTYPE" in text or "<!ENTITY" in text:
                raise ValueError("it declares a document type")
            self._style = citeproc.CitationStylesStyle(_Text(text.removeprefix("\ufeff")), validate=False)
            self._root = self._style.root
            self._root.formatter = _Marks
        except Exception as error:  # the XML parser and citeproc-py raise many types
            raise PapernotesError(f"it is not a CSL style ({_first_line(error)})") from None
        parent = self._root.xpath("string(cs:info/cs:link[@rel='independent-parent']/@href)", namespaces=_NAMESPACE)
        if self._root.find("cs:citation/cs:layout", _NAMESPACE) is None:
            raise PapernotesError(
                f"it only refers to another style, {parent}: name the file of that one"
                if parent
                else "it is not a CSL style (it has no layout of citations)"
            )
        self.has_list = self._root.find("cs:bibliography/cs:layout", _NAMESPACE) is not None
        wants = self._root.find("cs:citation", _NAMESPACE).get("disambiguate-add-year-suffix") == "true"
        """True if the style defines a list of references."""
        self._explicit = self._has(".//cs:text[@variable='year-suffix']")
        self._elements = _cache_searches(self._root)
        citation = self._root.find("cs:citation", _NAMESPACE)
        # citeproc-py must keep the order, because words between works depend on it
        citation.sort = None
        self.collapses = citation.get("collapse", "").startswith("year")
        """True if works by the same authors follow their names in one list: `Ash, 2011, 2014`."""
        self._between_works = citation.find("cs:layout", _NAMESPACE).get("delimiter", "")
        self._between_years = citation.get("cite-group-delimiter", ", ")
        self._stops_in_quotes = str(self._root.get_locale_option("punctuation-in-quote")).lower() == "true"
        self.numeric = self._is_numeric()
        """True if citations are numbers."""
        self.note = self._root.get("class") == "note" and not self.numeric
        """True if citations are meant for footnotes."""
        self.letters = wants and not self.numeric
        """True if equal citations get letters behind the year."""
        if self.note:
            # the caller puts a note in brackets, without the full stop of a footnote
            layout = self._root.find("cs:citation/cs:layout", _NAMESPACE)
            layout.set("suffix", layout.get("suffix", "").rstrip(". "))

    def _is_numeric(self) -> bool:
        """Return whether the style cites by number, whatever its metadata says."""
        try:
            return styled_text.NUMBER[0] in self.cite([CitedItem(self.reference("x", _ANYTHING), 1)])
        except Exception:  # citeproc-py raises many types
            return False

    def _has(self, path: str) -> bool:
        """Return whether the style has an element at an XPath."""
        return bool(self._root.xpath(f"boolean({path})", namespaces=_NAMESPACE))

    def term(self, name: str) -> str:
        """Return a term in the language of the style; "" if it has none."""
        term = self._root.get_term(name)
        return str(term.single) if term is not None else ""

    def label(self, name: str) -> str:
        """Return the label of a locator as the style spells it; "" if the style has no term for it.

        Args:
            name: CSL's label: `page`, `sub-verbo`.
        """
        return next((label for label in (name, name.replace("-", " ")) if label and self.term(label)), "")

    @cached_property
    def locator_terms(self) -> LocatorTerms:
        """Words for the labels of locators, in English and in the language of the style."""
        words = [(word, label) for word, label in ENGLISH.labels.items()]
        for locale in reversed(self._root.locales):
            for term in locale.findall("cs:terms/cs:term", _NAMESPACE):
                if (name := term.get("name")) in LABELS:
                    forms = [term.text, *(form.text for form in term)]
                    words += [(form.strip(), name) for form in forms if form and form.strip()]
        return LocatorTerms(words)

    # --- works ----------------------------------------------------------------

    def reference(self, key: str, item: Mapping[str, Any]) -> Any:
        """Return an item of CSL-JSON as an object of citeproc-py.

        Args:
            key: Identifier of the work; in lower case, because citeproc-py compares keys so.
            item: The CSL-JSON item; variables that citeproc-py does not support are ignored.
        """
        variables = {
            name: styled_text.clean_value(value) for name, value in item.items() if name.replace("-", "_") in _VARIABLES
        }
        if "issued" in variables:
            variables["issued"] = first_of_range(variables["issued"])
        variables["title"] = styled_text.protect_case(styled_text.mark_tags(str(item.get("title", ""))))
        return CiteProcJSON([{**variables, "id": key, "type": str(item.get("type", "document"))}])[key]

    def with_year_letter(self, reference: Any, letter: str) -> Any:
        """Return the work with a letter behind its year."""
        issued = reference.get("issued")
        if self._explicit or not isinstance(issued, data.Date):
            return _changed(reference, year_suffix=String(letter))
        year = data.Date(**{name: value for name, value in issued.items() if name != "circa"})
        year["year"] = _Year(issued["year"], letter)
        return _changed(reference, issued=year)

    @staticmethod
    def without_authors(reference: Any) -> Any:
        """Return the work without its authors."""
        return _changed(reference, author=[data.Name(literal=styled_text.OMITTED_AUTHORS)])

    # --- text -----------------------------------------------------------------

    def cite(self, wanted: Sequence[CitedItem], *, sort: bool = False) -> str:
        """Return a citation as marked text, in the order given or, with `sort`, in the order of the style.

        The marks of each work contain its position in `wanted`.
        """
        numbered = list(enumerate(wanted))
        if sort and len(wanted) > 1:
            numbered = [pair for group in sortable_groups(numbered) for pair in self._sorted(group)]
        lookup = _Lookup({w.reference.key: w.reference for w in wanted}, _Keys())
        items = []
        years = []
        for place, (at, one) in enumerate(numbered):
            key = f"{place}"
            before = numbered[place - 1][1] if place else None
            reference = one.reference
            if before and one.continues(before):
                reference = self.without_authors(reference)
                # after a locator, a comma would continue it
                years += [] if before.place or one.place else [at]
            lookup.source[key] = reference  # type: ignore[index]
            lookup.keys[key] = place
            item = _Item(key, **({"locator": data.Locator(one.label, one.place)} if one.place else {}))
            item["place"] = one.number
            item["work"] = reference
            item["prefix"] = f"{one.prefix}{styled_text.ITEM[0]}{at}{styled_text.ITEM_SEPARATOR}"
            item["suffix"] = f"{styled_text.ITEM[1]}{one.suffix}"
            items.append(item)
        citation = data.Citation(items)
        citation["bibliography"] = lookup
        text = str(self._style.render_citation(citation, [], str))
        end, start = styled_text.ITEM[1], styled_text.ITEM[0]
        for at in years:
            beginning = f"{start}{at}{styled_text.ITEM_SEPARATOR}"
            text = text.replace(f"{end}{self._between_works}{beginning}", f"{end}{self._between_years}{beginning}")
        return styled_text.tidy(text, inside=self._stops_in_quotes)

    def names(self, reference: Any) -> str:
        """Return the names of the authors as a citation in brackets prints them; "" if it prints none."""
        before, omitted, after = self.cite([CitedItem(self.without_authors(reference), 1)]).partition(
            styled_text.OMITTED_AUTHORS
        )
        cited = self.cite([CitedItem(reference, 1)])
        if not omitted or not (cited.startswith(before) and cited.endswith(after)):
            return ""
        return styled_text.without_marks(cited[len(before) : len(cited) - len(after)])

    def _sorted(self, numbered: Sequence[tuple[int, CitedItem]]) -> Sequence[tuple[int, CitedItem]]:
        return sort_by_keys(
            numbered, lambda pair: self._sort_keys("citation", pair[1].whole or pair[1].reference, pair[1].number)
        )

    def entry(self, reference: Any, number: int) -> str:
        """Return a reference as marked text."""
        item = self._single_item(reference, number)
        (out,) = self._style.render_bibliography([item])
        text = str(out)
        if "author" not in reference:
            # a title that replaces the authors is repeated where a macro asks for the title
            text = styled_text.drop_repeated_title(text, str(reference["title"]))
        return styled_text.tidy(text, inside=self._stops_in_quotes)

    def _single_item(self, reference: Any, number: int) -> _Item:
        """Return the only work of a new citation."""
        item = _Item("0")
        item["place"] = number
        item["work"] = reference
        citation = data.Citation([item])
        citation["bibliography"] = _Lookup({"0": reference}, _Keys({"0": 0}))
        return item

    # --- order ----------------------------------------------------------------

    def sort_keys(self, reference: Any) -> SortKeys:
        """Return the sort keys of a work in the list of references; empty if the style defines no list."""
        return self._sort_keys("bibliography", reference, 0) if self.has_list else ()

    def _sort_keys(self, where: str, reference: Any, number: int) -> SortKeys:
        item = self._single_item(reference, number)
        layout = self._root.find(f"cs:{where}/cs:layout", _NAMESPACE)
        return tuple(
            make_sort_key(key.sort_keys([item], layout)[0], key.get("sort") == "descending")
            for key in self._root.findall(f"cs:{where}/cs:sort/cs:key", _NAMESPACE)
        )


def _cache_searches(root: Any) -> list[Any]:
    """Cache the searches of citeproc-py on the elements of a style, and return the elements.

    The caller must keep a reference to the elements, because lxml drops the attributes of an element without one.
    """
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    # the cache is small and valid, because there are few queries and the tree does not change
    terms = [terms for locale in root.locales for terms in locale.iterchildren()]
    for element in (*elements, *terms):
        element.xpath_search = cache(element.xpath_search)
    macros = {macro.get("name"): macro for macro in reversed(root.findall("cs:macro", _NAMESPACE))}
    for element in elements:
        element.get_macro = macros.__getitem__
    for element in reversed(elements):
        if hasattr(type(element), "calls_variable"):
            element.calls_variable = partial(bool, element.calls_variable())
    correct_elements(elements)
    return [*elements, *terms]


class _Year(int):
    """Year with a letter behind it."""

    letter: str

    def __new__(cls, year: int, letter: str) -> _Year:
        instance = super().__new__(cls, year)
        instance.letter = letter
        return instance

    def __abs__(self) -> _Year:
        return self

    def __str__(self) -> str:
        return f"{int(self)}{self.letter}"


def _changed(reference: Any, **fields: Any) -> Any:
    """Return a copy of a work with some fields replaced."""
    copy = data.Reference(reference.key, reference.type)
    copy.update(reference)
    copy.update(fields)
    return copy


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
