"""Patterns of the words for films, music and other works that are no texts, in labels, headings and sentences.

They are parts of larger patterns, which ignore case.
"""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin.text.lazy_regex import lazy_regex

FILMS = r"films?|movies?|documentar(?:y|ies)"
SONGS = r"songs?|albums?|lyrics"
MUSIC = r"music|chords"
PODCASTS = r"podcasts?|episodes?"
RECIPES = r"recipes?"
PICTURES = r"paintings?|photos?|exhibitions?"
WORKS_IN_OTHER_LANGUAGES = (
    r"películas?|filmes?|musik|musique|músicas?|musica|lied(?:er)?|chansons?|canci(?:ón|ones)|canzoni|alben|álbuns|disques"
    r"|dischi|discos|concerti|rezepte?|recettes?|ricett[ae]|recetas?|receitas?"
)
"""Films, music and dishes."""
WORKS_IN_FURTHER_LANGUAGES = (
    r"film(?:y|ów|er|ene|erne|ek|ler)|elokuva\w*|leff(?:a|at)|seriale|seriály|serier|seriene|sarjat|sorozatok"
    r"|diziler|seriál|фильм\w*|сериал\w*|кино|muzyka|hudba|musikk|musiikki|zenék?|müzik|музыка|płyty|albumy|albumit"
    r"|albumok|albümler|альбом\w*|песни|piosenki|písně|låtar|gry|hry|spel|spill|spil|pelit|játékok|oyunlar|игры|podcasty"
    r"|podkasty|podcastit|podcastok|подкаст\w*|przepisy|recepty|recept(?:ek)?|reseptit|oppskrifter|opskrifter|tarifler|рецепты"
)
"""Films, series, music, games, podcasts and dishes in the languages of Eastern and Northern Europe, and in Turkish."""
_OTHER_WORKS = lazy_regex(
    r"\b(?<!time )(?<!time-)"
    rf"(?:{FILMS}|{SONGS}|{MUSIC}|{PODCASTS}|{PICTURES}|filmograph\w+|cinema|tv|television|series|musical|records?"
    r"|discograph\w+|(?:video ?|board ?)?games?|art ?works?|artists?|people|persons?|biographies"
    r"|members|alumni|timeline|chronology|events?|changelog|changes|versions?|releases?|minutes|software|tools?)\b"
    # `Game theory` and `Software engineering` are subjects
    r"(?! (?!(?:and|or|to|i|we|you|by|of|in|from|for|that|with|on|reviews?|list|log|notes|seen|read|heard|\w+ed)\b)"
    r"[^\W\d_]{3})"
    rf"|\b(?:{WORKS_IN_OTHER_LANGUAGES}|{WORKS_IN_FURTHER_LANGUAGES}|spiele|personen|chronik|ereignisse|juegos|personas|jogos|pessoas|jeux|personnes"
    r"|personnages|séries|giochi|persone|personaggi|contatti|contactos|clients|clienti"
    r"|concerts?|gigs|playlists?|soundtracks?|anime|shows)\b"
    r"|^\W*(?:(?:what|currently|recently|lately|things|have|been|i(?:['’](?:m|ve))?) ){0,4}"
    r"(?:listen(?:ing|ed)|play(?:ing|ed)|watch(?:ing|ed)|seen|heard|gehört|gesehen|gespielt|visto|escuchado|écouté)"
    r"(?: (?:to|in|on|now|this|last|at)\b.{0,20})?\W*$"
    r"|电影|影片|电视剧|音乐|歌曲|专辑|游戏|人物|映画|アニメ|ドラマ|番組|音楽|楽曲|ゲーム|アルバム|영화|드라마|음악|노래|음반|게임",
    re.IGNORECASE,
)
"""A word of a heading above works that are no papers, or people with a year, which may be written like references."""


@lru_cache(maxsize=1 << 12)
def announces_other_works(words: str) -> bool:
    """Return whether a heading is above works that are no papers, or above people.

    Examples:
        >>> [announces_other_works(words) for words in ("Films of 2019", "Recently watched", "Game theory")]
        [True, True, False]
    """
    return _OTHER_WORKS.search(words) is not None
