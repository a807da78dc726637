"""Patterns of the words for films, music and other works that are no texts, in labels, headings and sentences.

They are parts of larger patterns, which ignore case.
"""

from __future__ import annotations

FILMS = r"films?|movies?|documentar(?:y|ies)"
SONGS = r"songs?|albums?|lyrics"
MUSIC = r"music|chords"
PODCASTS = r"podcasts?|episodes?"
RECIPES = r"recipes?"
PICTURES = r"paintings?|photos?|exhibitions?"
IN_OTHER_LANGUAGES = (
    r"películas?|filmes?|musik|musique|músicas?|musica|lied(?:er)?|chansons?|canci(?:ón|ones)|canzoni|alben|álbuns|disques"
    r"|dischi|discos|concerti|rezepte?|recettes?|ricett[ae]|recetas?|receitas?"
)
"""Films, music and dishes."""
