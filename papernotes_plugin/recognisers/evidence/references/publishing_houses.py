"""Names of publishers of books that have no word such as `Press`: a reference prints them where a venue may be."""

from __future__ import annotations

import re

_TABLE = """
    Addison Wesley; Adelphi; Alfred A. Knopf; Alianza; Allen & Unwin; Allen Lane; Allyn & Bacon; Anagrama
    Armand Colin; Ashgate; Avery
    Basic Books; Basil Blackwell; Belknap Press; Belknap Press of Harvard University Press; Beltz
    Beltz Juventa; Blackwell; Bloomsbury; Bloomsbury Academic; Böhlau; Bompiani
    Brill; Butterworths; C. H. Beck; Carl Hanser; Carocci; Cátedra; Charles Scribner's Sons; Chatto & Windus
    Companhia das Letras; Cornelsen; Cornelsen Scriptor; Courier; Courier Corporation; Croom Helm; D. Reidel
    D. C. Heath; Doubleday; Dover; Dover Publications
    Duncker & Humblot; Dunod; E. P. Dutton; Edward Elgar; Einaudi; epubli; Faber & Faber
    Farrar, Straus & Giroux; Feltrinelli; Flammarion; Fondo de Cultura Económica; FrancoAngeli; Franz Steiner
    G. P. Putnam's Sons; Gallimard; Gedisa; George Allen & Unwin; Hachette; Hackett; Hanser; Harcourt Brace
    Harcourt Brace Jovanovich; Harper; Harper & Brothers; Harper & Row; HarperCollins; Heinemann
    Henry Holt; Hodder & Stoughton; Hogrefe; Holt, Rinehart & Winston; Houghton Mifflin; Houghton Mifflin Harcourt
    Il Mulino; Jason Aronson; Jonathan Cape; Jossey-Bass; Julius Klinkhardt; Juventa; Klett; Klett-Cotta; Klinkhardt
    Kluwer; Kluwer Academic; Knopf; Kohlhammer; L'Harmattan; La Découverte; Laterza; Lawrence & Wishart
    Lawrence Erlbaum; Lawrence Erlbaum Associates; Lexington Books; Little, Brown; Longman; Longmans; Martinus Nijhoff
    Max Niemeyer; Meltemi; Methuen; Mohr Siebeck; Mondadori; Nomos; North-Holland; Norton; Paidós; Palgrave
    Palgrave Macmillan; Pantheon; Pantheon Books; Penguin Books; Penguin Classics; Presses Universitaires de France
    Prentice-Hall; Random House; Reclam; Reidel; Rowman & Littlefield; Rowohlt; S. Fischer; Schocken Books; Scribner
    Secker & Warburg; Siglo XXI; Simon & Schuster; Tecnos; Thames & Hudson; Vandenhoeck & Ruprecht; Verso; Viking
    Vintage Books; Vittorio Klostermann; Vrin; W. H. Freeman; W. W. Norton; Waxmann; Weidenfeld & Nicolson; Westermann
    Zahar; Zed Books
"""
"""Publishers of books whose names are those of no journal and no conference."""
_FORM = re.compile(r"(?:,? (?:& co(?:mpany)?|inc|ltd|gmbh|publishers|verlag))+$")
"""The kind of a company at the end of its name."""


def _key(name: str) -> str:
    """Return a name as it is compared: without points, spaces between initials, and the kind of a company."""
    words = (
        name.casefold()
        .removeprefix("the ")
        .replace("’", "'")
        .replace(" and ", " & ")
        .replace(".", ". ")
        .replace(".", "")
    )
    return _FORM.sub("", " ".join(words.split())).replace(", &", " &")


_HOUSES = frozenset(_key(name) for name in re.split(r"[;\n]", _TABLE) if name.strip())


def is_listed_publisher(name: str) -> bool:
    """Return whether a whole name is that of a known publisher of books.

    Examples:
        >>> [is_listed_publisher(name) for name in ("Viking", "W.W. Norton and Company", "Nature", "Viking Review")]
        [True, True, False, False]
    """
    return _key(name) in _HOUSES
