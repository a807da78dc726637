"""Patterns of the words for works to read, in headings and in names of notes: reading, literature and books.

They are parts of larger patterns, which ignore case.
"""

from __future__ import annotations

READING = (
    r"\b(?:to[ -]?read|read(?:s|ings?)?(?:[ _-]?(?:group|circle|list|club|course|seminar))?|journal club"
    r"|lese(?:kreis|gruppe|liste)|lektüre\w*|zu lesen|lecturas?|por leer|leituras?|para ler|letture|da leggere|à lire"
    r"|czytelnictwo|do przeczytania)\b|читать|чтени|読書|読む|読みたい|阅读|阅讀|待读|독서|읽을|읽기"
)
LITERATURE = r"\b(?:literatur\w*|bibliogra\w+|syllabus)\b|литератур|文献|书目"
BOOKS = (
    r"\b(?:books?|book ?(?:list|shelf|log)|bookshelf|bücher\w*|buchliste|leseliste|livres|libros|libri|livros|llibres"
    r"|boeken|bøger|bøker|böcker|książki|knihy|könyvek|kitaplar|cărți|книги|книг)\b"
    r"|书单|书籍|读书|書單|書籍|図書|読書|読んだ本|本棚|책|도서|독서|讀書"
)
