"""Patterns of the words before or after the translator or the editor of a book, in the languages of references."""

from __future__ import annotations

_TRANSLATED = (
    r"(?i:trans(?:l(?:ated)?)?|trad(?:uite?|uction|ucción|uzione|ução)?|tr(?=\.)|übers(?:etzt)?|övers(?:att)?"
    r"|přel|przeł|tłum|vertaald|vert(?=\.)|çev|пер)"
)
"""A word for a translation, without the point of a short form: `trad`, `Übers`."""
_BY = r"(?i:by|von|v\.|de|di|par|por|door|av)"
BEFORE_TRANSLATOR = rf"(?:(?i:a cura di)|(?:{_TRANSLATED}|(?i:hrsg|org))\b\.?(?: {_BY}(?= ))?)"
"""The words before the name of a translator or an editor: `trad. por`, `hrsg. von`.

`Ed.` is missing: in Spanish and Portuguese it precedes a publisher.
"""
AFTER_TRANSLATOR = rf"(?:{_TRANSLATED}|(?i:[eé]d|hrsg|hg|org|coord|dir))s?\."
"""The short form after the name of a translator or an editor: `F. Lee, Trad.`"""
