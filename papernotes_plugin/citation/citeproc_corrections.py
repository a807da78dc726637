"""Correct what citeproc-py prints wrongly: labels without their variable, `is-numeric` of locators, ranges of dates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from papernotes_plugin.citation.locators import names_several
from papernotes_plugin.text.lazy_regex import lazy_regex

_NUMERIC = lazy_regex(r"\s*[^\W\d_]*\d+[^\W\d_]*\s*")
_SEPARATOR = lazy_regex("[-–,&]")


def correct_elements(elements: Iterable[Any]) -> None:
    """Replace methods of the elements of a style."""
    for element in elements:
        if element.tag.endswith("}label"):
            element.process = partial(_label, element, element.process)
        elif "locator" in element.get("is-numeric", "").split():
            element._is_numeric = partial(_is_numeric, element, element._is_numeric)


def _label(element: Any, process: Any, item: Any, *of_names: Any, **options: Any) -> Any:
    """Return the text of a label; None if the work lacks the variable, such as the pages of a book.

    Labels of names, such as editors, have arguments for the role and the plural.
    """
    name = element.get("variable", "")
    if of_names or not name:
        return process(item, *of_names, **options)
    if name == "locator":
        if not item.has_locator:
            return None
        options["plural"] = names_several(item.locator.identifier)
    elif name.replace("-", "_") not in item.reference:
        return None
    return process(item, **options)


def _is_numeric(element: Any, of_reference: Any, item: Any) -> list[bool]:
    """Return whether each variable of a condition is a number; citeproc-py never looks at the locator."""
    names = element.get("is-numeric").split()
    results: list[bool] = of_reference(item)
    return [
        item.has_locator and all(map(_NUMERIC.fullmatch, _SEPARATOR.split(str(item.locator.identifier))))
        if name == "locator"
        else bool(result)
        for name, result in zip(names, results, strict=True)
    ]


def first_of_range(issued: Any) -> Any:
    """Return a date of CSL-JSON without the end of a range within one year, because citeproc-py omits its year."""
    parts = issued.get("date-parts") if isinstance(issued, Mapping) else None
    if not parts or len(parts) < 2 or parts[0][:1] != parts[1][:1]:
        return issued
    return {**issued, "date-parts": parts[:1]}
