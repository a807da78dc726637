"""Titles that many works have in common, so that an equal title says nothing about identity.

To add a title, add it to a line of `_TABLE`; upper and lower case, accents and punctuation make no difference.
"""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex

# Each paragraph gives its reason.  A title with `…` is the beginning of a longer one; any other is a whole title.
_TABLE = """
# Every issue of a journal has one.
Editorial; Editorial …; Editorial board; Editors note; Editors notes; From the editor; From the editors; Masthead;
Editorial comment; Editorial comments; Editors introduction; Guest editorial; Guest editorial …;
Guest editors introduction; Guest editors introduction …; Introduction to the special issue …;
Introduction to this special issue …; In this issue; Special issue …; Table of contents; Contents; Calendar;
Calendar of events; Announcements; Announcement; News; Notes; Index; Author index; Subject index; Front matter;
Back matter; Index of advertisers; Advertisements; Advertisers; Title page; Cover; Inside front cover;
Inside back cover; Contributors; List of contributors; Call for papers; Calls for papers;
Instructions for authors; Acknowledgment of reviewers; Acknowledgement of reviewers; Letter to the editor;
Letter to the editor …; Letters to the editor; Letter from the editor; Letters; Correspondence;
Message from the chair; Message from the chairs; Message from the president; From the president;
Presidential address; Leitartikel; Editorische Notiz; Mitteilungen; Inhaltsverzeichnis; Inhalt; Zu diesem Heft;
Leserbrief; Leserbriefe; Éditorial; Éditorial …; Édito; Table des matières; Sommaire; Actualités;
Lettre à la rédaction; Courrier des lecteurs; Editoriale; Editoriale …; Indice; Sommario; Notiziario;
Lettera al direttore; Lettera alla redazione; Índice; Sumario; Sumário; Noticias; Notícias; Carta al editor;
Carta ao editor; Redactioneel; Inhoudsopgave; Van de redactie; Ledare; Innehåll; Leder; Lederartikkel; Od redakcji;
Spis treści; Редакционная статья; От редакции; Содержание; Оглавление; Úvodník; Obsah; Pääkirjoitus; 编者按; 卷首语;
目录; 社论; 编辑寄语; 卷首語; 目錄; 巻頭言; 編集後記; 目次; 권두언; 편집자의 글

# Every book and collection has one.
Introduction; General introduction; Preface; Preface to …; Prefaces; Foreword; Forewords; Foreword to …; Afterword;
Prologue; Epilogue; Postscript; Postface; Prolegomena; Conclusion; Conclusions; Concluding remarks; Closing remarks;
Opening remarks; Final remarks; Summary; Abstract; Abstracts; Overview; Background; Appendix; Appendices; Glossary;
Bibliography; References; Acknowledgments; Acknowledgements; Dedication; About the authors; About the author;
Notes on contributors; Abbreviations; List of abbreviations; Untitled; No title; Title; Supplement; Einleitung;
Einführung; Vorwort; Vorwort zur …; Geleitwort; Zum Geleit; Nachwort; Schluss; Schlussbemerkung; Schlussbetrachtung;
Zusammenfassung; Anhang; Literaturverzeichnis; Register; Danksagung; Ohne Titel; Prolog; Epilog; Avant-propos;
Préface; Préface de …; Postface; Présentation; Conclusion générale; Introduction générale; Résumé; Annexe; Annexes;
Bibliographie; Remerciements; Sans titre; Introduzione; Prefazione; Premessa; Presentazione; Postfazione;
Conclusioni; Conclusione; Riassunto; Appendice; Bibliografia; Ringraziamenti; Senza titolo; Introducción;
Introducción general; Prefacio; Prólogo; Presentación; Conclusión; Conclusiones; Resumen; Apéndice; Anexo;
Bibliografía; Agradecimientos; Epílogo; Sin título; Introdução; Prefácio; Apresentação; Posfácio; Conclusão;
Conclusões; Considerações finais; Resumo; Apêndice; Agradecimentos; Inleiding; Voorwoord; Woord vooraf; Ten geleide;
Nawoord; Conclusie; Besluit; Samenvatting; Bijlage; Inledning; Förord; Efterord; Sammanfattning; Indledning; Forord;
Innledning; Johdanto; Esipuhe; Wstęp; Wprowadzenie; Przedmowa; Słowo wstępne; Posłowie; Zakończenie; Streszczenie;
Введение; Предисловие; Послесловие; Заключение; Вступление; Приложение; Вступ; Передмова; Úvod; Předmluva; Doslov;
Závěr; Bevezetés; Előszó; Utószó; Giriş; Önsöz; Sunuş; Sonuç; Εισαγωγή; Πρόλογος; 引言; 导论; 导言; 绪论; 前言; 序;
序言; 后记; 结语; 緒論; 導論; 後記; 結語; はじめに; おわりに; まえがき; あとがき; 序文; 序論; 머리말; 서문; 서론;
결론

# A correction has the same title as each other correction, or as each other correction of one work.
Errata; Errata …; Erratum; Erratum …; Corrigendum; Corrigendum …; Corrigenda; Corrigenda …; Correction; Corrections;
Correction to …; Corrections to …; Correction for …; Addendum; Addendum …; Addenda; Addenda …; Retraction;
Retraction …; Retraction note …; Retracted …; Expression of concern …; Publishers note …; Authors correction …;
Author correction …; Publisher correction …; Editors note …; Berichtigung; Berichtigung …; Berichtigungen;
Korrektur; Druckfehler; Druckfehlerberichtigung; Nachtrag; Nachtrag zu …; Nachträge; Rectificatif; Rectificatif …;
Addendum à …; Fe de erratas; Fe de errata; Corrección; Errata corrige; Rettifica; Errato; Rectificatie; Rättelse;
Rettelse; Sprostowanie; Исправление; Исправления; Поправка; Поправка к …; Опечатки; 勘误; 更正; 勘誤; 訂正; 正誤表;
정오표

# Several people answer one work, and each answer has the title of that work.
Reply; Replies; Reply to …; Reply by …; Reply from …; In reply; In reply to …; Authors reply; Authors reply …;
Author reply; Response; Response to …; Responses to …; Response by …; In response; In response to …;
Authors response; Authors response …; Author response …; Rejoinder; Rejoinder …; Comment; Comments; Comment on …;
Comments on …; Comment to …; Comments to …; Comment …; Commentary; Commentary on …; Commentary …; Commentaries;
Discussion; Discussion of …; Discussion on …; Remarks; A reply to …; A response to …; A comment on …;
A note on a paper by …; Open peer commentary …; Antwort; Antwort auf …; Erwiderung; Erwiderung auf …; Entgegnung;
Entgegnung auf …; Stellungnahme; Stellungnahme zu …; Kommentar; Kommentar zu …; Diskussion; Réponse; Réponse à …;
Réponse aux …; Réplique; Réplique à …; Commentaire; Commentaire sur …; Commentaires; Discussion de …; Risposta;
Risposta a …; Replica; Replica a …; Commento; Commento a …; Commenti; Respuesta; Respuesta a …; Réplica;
Réplica a …; Comentario; Comentario a …; Comentarios; Resposta; Resposta a …; Comentário; Comentários; Antwoord;
Antwoord aan …; Repliek; Reactie op …; Commentaar; Svar; Svar till …; Replik; Odpowiedź; Odpowiedź na …; Komentarz;
Ответ; Ответ на …; Комментарий; 回应; 答复; 评论; 回應; 評論; 返答; コメント

# Many reviews of one book, and many obituaries of one person.
Book review; Book review …; Book reviews; Book reviews …; Book notes; Book notice; Review; Reviews; Review of …;
Reviews of …; Review essay; Review essay …; Review article; Recent publications; New books; Books received;
Publications received; Literature; In memoriam; In memoriam …; In memory of …; Obituary; Obituary …; Obituaries;
Biographical sketch; Biography; Interview; Interview with …; Rezension; Rezensionen; Rezension zu …;
Rezension von …; Besprechung; Besprechungen; Besprechung von …; Buchbesprechung; Buchbesprechungen;
Buchbesprechung …; Nachruf; Nachruf auf …; Compte rendu; Compte rendu de …; Compte rendu …; Comptes rendus;
Recension; Recension de …; Notes de lecture; Note de lecture; Nécrologie; Recensione; Recensione a …;
Recensione di …; Recensioni; Necrologio; Necrologia; Reseña; Reseña de …; Reseñas; Necrológica; Resenha;
Resenha de …; Resenhas; Recensão; Boekbespreking; Boekbespreking …; Boekbesprekingen; Recensie; Recensies;
Recensie van …; Recensioner; Anmeldelse; Anmeldelser; Recenzja; Recenzje; Recenze; Рецензия; Рецензия на …;
Рецензии; Некролог; 书评; 書評; 追悼; 서평

# One conference has proceedings each year, often of one editor.
Proceedings; Proceedings of …; Proceedings …; Conference proceedings; Workshop proceedings; Annual report;
Annual report …; Annual review …; Yearbook; Minutes of …; Abstracts of …; Program; Programme; Conference program;
Tagungsband; Jahrbuch; Jahresbericht; Tagungsbericht; Actes; Actes de …; Actes du …; Actes des …; Rapport annuel;
Atti; Atti del …; Atti della …; Actas; Actas de …; Actas del …; Memorias; Anais; Anais do …; Handelingen;
Jaarverslag; Årsbok; Труды …; Материалы …; 论文集; 年鉴; 年度报告
"""
_PART_WORDS = """
part parts pt volume volumes vol vols chapter chap number no issue lecture lesson section unit book series
installment teil band bd kapitel heft nr lieferung folge abschnitt partie tome chapitre numero fascicule livre parte
parti tomo capitulo volumen libro livro capitolo fascicolo deel hoofdstuk aflevering del kapittel hafte czesc tom
rozdzial zeszyt часть том глава выпуск книга частина dil svazek kotet resz cilt bolum
"""
_COUNTED = "one two three four five six seven eight nine ten first second third fourth fifth erster zweiter dritter"
_NUMBER = rf"(?:\d+[a-z]?|[ivxlc]+|[a-d]|{_COUNTED.replace(' ', '|')})"
_WORD = "(?:" + "|".join(sorted({comparison_key(word) for word in _PART_WORDS.split()}, key=len, reverse=True)) + ")"
_PART = lazy_regex(
    r".* (?:vol|volume|part|pt|band|teil|tome|tomo|no|nr|issue)$|"  # the number is in another field
    rf"{_WORD} {_NUMBER}(?: |$)|(?:^|.* ){_WORD} {_NUMBER}(?: of {_NUMBER})?$|第.{{1,4}}[章卷部编冊册回号]"
)


_PART_NUMBER = lazy_regex(rf"(?:^| ){_WORD} ({_NUMBER}|[a-z])(?= |$)")


def part_numbers(title: str) -> list[str]:
    """Return the numbers and letters of the parts in a title; it is in the form in which titles are compared.

    Examples:
        >>> part_numbers("tex lernen teil a arbeitsheft"), part_numbers("a day in the sun")
        (['a'], [])
    """
    return _PART_NUMBER.findall(title)


def _titles() -> tuple[frozenset[str], frozenset[str]]:
    """Return the whole titles, and the beginnings of longer ones, in the form in which titles are compared."""
    lines = "".join(line for line in _TABLE.splitlines(keepends=True) if not line.startswith("#"))
    whole: set[str] = set()
    beginnings: set[str] = set()
    for title in re.split(r";|\n\n", lines):
        (beginnings if "…" in title else whole).add(comparison_key(title.replace("…", "")))
    return frozenset(whole - {""}), frozenset(beginnings - {""})


_WHOLE, _BEGINNINGS = _titles()
_LONGEST = max(beginning.count(" ") for beginning in _BEGINNINGS) + 1


@lru_cache(maxsize=1 << 15)
def is_recurring(title: str) -> bool:
    """Return whether many works have this title; it is in the form in which titles are compared.

    A part of a series is one too, because its number often replaces its name.

    Examples:
        >>> [is_recurring(title) for title in ("introduction", "reply to smith", "on sums part ii")]
        [True, True, True]
        >>> [is_recurring(title) for title in ("introduction to algorithms", "attention is all you need")]
        [False, False]
    """
    if title in _WHOLE or _PART.match(title):
        return True
    words = title.split()
    return any(" ".join(words[:count]) in _BEGINNINGS for count in range(1, min(_LONGEST, len(words) - 1) + 1))
