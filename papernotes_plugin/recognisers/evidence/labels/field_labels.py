"""Tables of labels, link texts and headings in notes on papers, in several languages."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.plain_letters import with_plain_letters
from papernotes_plugin.text.lazy_regex import lazy_regex


def phrases(lines: str) -> tuple[str, ...]:
    """Return the phrases of a table with several phrases in a line, and a bar between two."""
    return tuple(phrase for line in lines.strip().split("\n") for phrase in line.strip().split("|"))


YEAR_LABELS = with_plain_letters(
    phrases("""
        year|publication year|published year|year published|year of publication|pub year|年份|年|发表年份|発表年
        發表年份|出版年份|發表年
        出版年|발표 연도|출판 연도|연도|jahr|année|año|anno|год|erscheinungsjahr|ano|jaar|rok|год издания|год публикации
        发行年|発行年|刊行年|公開年|发表年|발행연도|출판연도|게재연도|게재년도|발행년|발표연도|출간 연도
        année de publication|año de publicación|ano de publicação|anno di pubblicazione|veröffentlichungsjahr
        publikationsjahr|年度|năm|originally published|first published|original publication year|original year
        erstveröffentlichung|ersterscheinung|erstausgabe|première publication|première édition|parution|date de parution
        primera edición|primera publicación|prima edizione|prima pubblicazione|primeira edição|publié en
        publicado en el año|出版时间|出版年月|出版日
        初版|刊行|刊行日|発売日|出版時間|출간|출간일|출간년도|출간년|초판|초판 발행|год выхода|год первой публикации
        năm xuất bản|yıl|yayın yılı|år|utgivelsesår|utgivningsår|vuosi|julkaisuvuosi|rok vydání|rok wydania|рік
        рік публікації|tahun|tahun terbit|any de publicació|év|megjelenés éve|anul|anul publicării|έτος|שנה|السنة
        سنة النشر|årstal|udgivelsesår|jaar van uitgave|basım yılı|rok publikacji|рік видання
    """)
)
"""Labels of the year of publication; those of a day may be those of a note."""

FIELDS: dict[str, tuple[str, ...]] = {
    "title": phrases("""
        title|original-title|itemtitle|item title|source-title
        paper title|full title|标题|题目|论文标题|论文题目|论文名称|論文名|論文タイトル
        论文名|英文标题|英文题目|영문 제목|文献名|文章标题
        論文名稱|論文題目|論文標題|論文題名|題目|文獻名稱|文章標題|英文標題
        タイトル|제목|논문 제목|titel|titre|título|titolo|название|標題|題名|논문명|заголовок
        tiêu đề|tiêu đề gốc|tên bài báo|başlık|tytuł|otsikko|rubrik|tittel|název|назва|judul|títol|cím|titlu|τίτλος
        título do artigo|título del artículo|titre de l'article|titre de l’article|titolo dell'articolo
        título do trabalho|titel des artikels|כותרת|العنوان|عنوان الورقة|عنوان البحث|title of paper
        title of the paper|title of article|title of the article|article title|book title
        obra|título da obra|título do livro|título de la obra|título del libro|titre de l'ouvrage|titre de l’ouvrage
        titolo dell'opera|titolo del libro|buchtitel|titel des buches|titre du livre|название книги|book name
        name of book|kitap|kitap adı|eser|eser adı|boek|boektitel|bok|boktitel|książka|kniha
        书名|書名|书籍名称|書籍名|本のタイトル|图书名称|tên sách|عنوان الكتاب|책 제목|책제목|도서명|책 이름|책이름
    """),
    "authors": phrases("""
        authors|author|author(s)|by|written by|作者|著者|저자|autoren|autor|autor:innen|auteurs|auteur|autores
        authored by|autori|авторы|first author|第一作者|作者/机构|著者/所属機関|论文作者|논문 저자|creators|firstauthor
        authors/affiliations|author/s|autor/a|autor/in|autor/es|autor(es)|autor(a)|autor(x)s|autorx(s)|autorxs|autoras
        作者列表|論文作者|作者群|주저자|제1저자|筆頭著者
        auteur(s)|auteur·e·s|auteur.e.s|auteur·rice|auteur·rice·s|auteur.rice|auteur.rice.s|auteurice|auteurices|auteur·ice|auteur·ice·s|auteurs/autrices|autor*innen|autor_innen|autorinnen|verfasser|autore/i
        autor(en)|автор|著者名
        tác giả|các tác giả|yazar|yazarlar|autorzy|författare|forfatter|forfattere|kirjoittaja|kirjoittajat|tekijät
        autoři|автори|penulis|autors|szerző|szerzők|autori|autorii|συγγραφέας|συγγραφείς|מחברים|المؤلفون|المؤلف
        الباحثون
        autoria|autoría|autora|autorx(s)|autorxs|autor@s|autores/as|autore|autrice|autrici|auteure|autrices
        autor/a(s)|autorin|verfasserin|verfasser/in
        지은이|저|저자명|책 저자|作者名|作家|作家名|book author|writers
        paper authors|author name|author names|name of author|name of authors|names of authors|author(s) name
    """),
    "year": (
        *YEAR_LABELS,
        *phrases("""
            published|publication date|date published|date of publication|发表时间|发表日期
            投稿日付|投稿日付(yyyy/mm/dd)|发布时间|日期|発行日|date|publish date|pub. date|pub date|发布日期
            release date|publishing/release date|publishing date|submission date|submitted|발행일|출판일|게재일|时间
            дата публикации|発表|発表年月|公開日|出版日期|发表日
            发表|收录|录用|中稿|採択|發表時間|發表日期|發佈日期|發表
            발표|논문 발표|논문발표|발표 시기|발표 시점|발표일|발표 일자|출판 시기
            datum|fecha|дата|date of pub|published on|published date|publication year/date|erschienen
            date de publication|publié|publiée|publicado|publicada|pubblicato|pubblicata|fecha de publicación
            data de publicação|veröffentlichung|veröffentlicht
        """),
    ),
    "venue": phrases("""
        conference|venue|journal|published in|published at|publication|publication venue|publication status
        booktitle|accepted at|presented at|presented in|appears in|accepted to|accepted by|accepted in
        journal/conference|conference/journal
        appeared in|proceedings|会议|期刊|会议/期刊|发表于|发表会议|会議|学会|ジャーナル|学会名|会議名|出典|학회
        저널|학회/저널|게재된 학회|发表会议/期刊|论文来源|出版|container-title|publication-title|publicationtitle
        publication title|journaltitle|publisher|conf.|conference-name|conference name|conferencename
        journal reference|journal-ref|book-title|encyclopedia-title|encyclopedia title
        proceedings-title|proceedings title|proceedingstitle|event-title|event title|journal title|journal name
        会议名|【publisher】|konferenz|zeitschrift|erschienen in|conférence|revue|conferencia|revista|конференция
        出處|來源|發表於|會議|期刊名稱|發表期刊|會議名稱|會議/期刊|期刊/會議|期刊/会议
        来源|出处|conf|veröffentlicht in|veröffentlicht bei|publié dans|paru dans|publicado en|publicado em
        pubblicato in|pubblicato su|опубликовано в|журнал|发表在|发表期刊|出版物|発表先|掲載誌|掲載先|誌|게재
        conferência|periódico|rivista|tijdschrift|학술지|발표 학회|게재 학회|게재 저널|저널명|학회지|発表会議
        発表学会|発表媒体|출판사|게재지|掲載|掲載論文誌|掲載雑誌|論文誌|雑誌|雑誌名|ジャーナル名|会議/ジャーナル|杂志|发表刊物|刊物|期刊名
        期刊名称|发表情况|收录情况|录用情况|收录会议|收录于|학회명|컨퍼런스|발표처
        revista/conferencia|revista / conferencia|revista científica|conferência/revista|revue/conférence
        journal/conférence|publicación|publicação|pubblicazione|publicada en|publicada em
        zeitschrift/konferenz|журнал/конференция|источник публикации|издание|опубликовано|tạp chí|hội nghị
        dergi|konferans|czasopismo|tidskrift|tidsskrift|aikakauslehti|lehti|časopis|jurnal|folyóirat|περιοδικό|כתב עת
        editora|éditeur|editore|casa editrice|verlag|maison d'édition|maison d’édition|editorial|uitgeverij|uitgever
        出版社|出版方|出版元|出版者|発行所|発行元|出版商|издательство|wydawnictwo|förlag|forlag
        nakladatelství|nhà xuất bản|yayınevi|wydawca|издатель|видавництво
        conferentie|konferens|konference|konferencja|conferenza|convegno|congreso|congresso|congrès|colloque|evento
        конференція|журнал/конференція|опубліковано в|yayın yeri|yayınlandığı yer|verschenen in|publicerad i
        publiceret i|czasopismo/konferencja|czasopismo / konferencja|dergi/konferans|学会/雑誌|会議/雑誌|المؤتمر
        المجلة|journal name|name of journal|name of the journal|conference name|venue name|出展
    """),
    "tldr": phrases("""
        tl;dr|tldr|tl; dr|tl,dr|one-sentence summary|one sentence summary|one-line summary|in short|in a nutshell
        resumo|riassunto
        總結|一句話總結
        summary|一句话总结|总结|ひとことで言うと|一言でいうと|要約|한줄요약|요약|kurz|kurzfassung|en bref|resumen
    """),
    "abstract": phrases("""
        abstract|摘要|概要|要旨|초록|zusammenfassung|résumé|аннотация|tóm tắt|özet|streszczenie
    """),
    "doi": phrases("""
        doi|source doi|doi link|doi url|paper doi|article doi|isbn|isbn-13|isbn13|isbn-10|isbn10
        pmid|pubmed id|pubmed|pmcid|pmc id|pmc
    """),
    "arxiv": phrases("""
        arxiv|arxiv id|arxiv-id|arxiv number
    """),
    "citekey": phrases("""
        citekey|cite key|citation key|citationkey|citation-key|bibtex key|bibkey
    """),
    "tags": phrases("""
        標籤|關鍵字|關鍵詞
        tags|keywords|tag|keyword|key-words|topics|标签|분류|关键词|キーワード|키워드|schlagwörter|mots-clés|từ khóa
        anahtar kelimeler|palavras-chave|palavras chave|palabras clave|palabras-clave|parole chiave|mots clés
        schlagworte|schlüsselwörter|stichwörter|trefwoorden
    """),
    "type": phrases("""
        item type|itemtype|item-type|item_type|entry type|entrytype|document type|publication type|category
        文獻類型
        文献类型|文献種別|dokumenttyp|type de document|tipo de documento|tipo|typ|tipo de publicação|tipo de publicación
        tipo de texto|tipo de fuente|tipo de fonte
    """),
    "comments": phrases("""
        comments|subjects
    """),
    "link": phrases("""
        link|links|url|paper|pdf|paper link|paper url|papers|source|full text|fulltext|preprint|openreview|article
        project|project page|website|homepage|code|github|repo|repository|slides|video|poster|dataset|论文|论文链接
        论文地址|参考论文|連結|論文連結|原文連結|程式碼
        ソース|链接|原文|原文链接|代码|代码链接|代码地址|项目|项目主页|論文|論文リンク|論文url|リンク|コード|논문
        원 논문|원논문|논문 원문|原论文|元論文
        논문 링크|링크|코드|verweis|lien|enlace|статья|ссылка|resources|pdf link|arxiv link|download|uri|codes
        implementation|demo|blog|model|models|data|中文解读|解读|主页|数据集|下载|地址|实现|実装
        original|original paper|original link|link to paper|paper pdf|fuente|fonte|источник|连结|论文连结|来源链接
        元の論文の公開ページ|원문|원문 링크|프로젝트|저자 코드|quelle|oral|youtube|paper(oral)|paper (arxiv)
        official code|الرابط|citation|full citation|apa citation|cite as|how to cite|cita|cita apa|cómo citar|zitation
    """),
}
"""The labels of each meaning, in lower case without markup and colon."""

MEANING: dict[str, str] = {
    label.casefold(): meaning for meaning, labels in FIELDS.items() for label in with_plain_letters(labels)
}
"""The meaning of each label."""

DESCRIBES = {"authors", "venue", "abstract", "tldr", "doi", "arxiv", "year", "title", "link"}
"""Meanings of labels that indicate a description of a paper."""

OF_BOOK_PUBLISHERS = with_plain_letters(
    phrases("""
        출판사|editora|éditeur|éditeurs|editore|casa editrice|verlag|maison d'édition|maison d’édition|editorial
        uitgeverij|editoriales|editoras|editori|uitgever|yayınevi|wydawca|издатель|видавництво
        出版社|出版方|出版元|出版者|発行所|発行元|出版商|издательство|wydawnictwo|förlag|forlag|nakladatelství
        nhà xuất bản
    """)
)
"""Labels of publishers that only books have."""

OF_PUBLISHERS = (*OF_BOOK_PUBLISHERS, *phrases("publisher|【publisher】|publication status|出版|出版物"))
"""Labels of venues, whose values are publishers as well."""

LINK_MEANINGS = ("link", "doi", "arxiv")
"""Meanings of labels whose values lead to the paper."""

BOOKS = frozenset(
    phrases("book|buch|livre|ouvrage|libro|livro|книга|kitap|boek|bok|bog|książka|kniha|书|書籍|书籍|本|책|도서")
)
"""Words for a book in small letters, before which there may be a title."""

ARTICLES = with_plain_letters(
    phrases("article|aufsatz|artikel|artículo|artigo|articolo|makale|artykuł|статья|стаття|論文|论文|논문|文章")
)
"""The same for an article."""

REFERENCE_LABELS = frozenset(
    phrases("""
        citation|full citation|apa citation|cite as|how to cite|cita|cita apa|cómo citar|zitation|reference
        full reference|apa reference|bibliographic reference|bibliographie|bibliografie|bibliography|bibliografía
        bibliografia|bibliographische angabe|bibliografische angaben|literaturangabe|quellenangabe|vollzitat
        référence|référence complète|référence bibliographique|referencia|referencia completa
        referencia bibliográfica|referência|referência completa|riferimento|引用格式
    """)
)
"""Labels, in lower case, of the whole reference of the paper."""

QUOTED_MEANINGS = ("", "abstract", "tldr", "comments")
"""Meanings of values that are quoted as words about the paper; "" is that of any unknown label."""

GENERIC = frozenset(
    phrases("""
        abstract|introduction|background|summary|conclusion|conclusions|discussion|method|methods|methodology
        approach|results|experiments|experiment|evaluation|analysis|references|bibliography|citation|citations
        bibtex|links|resources|papers|paper|code|notes|note|reading|overview|motivation|contributions|contribution
        limitations|related work|related works|see also|further reading|todo|questions|tags|metadata|contents
        literature notes|paper review|guideline|guidelines|systematic review|meta-analysis|case report
        table of contents|appendix|acknowledgements|acknowledgments|news|updates|misc|miscellaneous|others|other
        datasets|benchmarks|surveys|survey|tutorials|workshops|tools|blogs|books|courses|videos|talks|people|license
        contributing|key points|key ideas|tldr|tl;dr|paper list|reading list|my notes|takeaways|highlights|daily log
        research interests|affiliation|affiliations
        journal|main idea|strengths|weaknesses|pros|cons|future work|details|implementation|architecture|摘要|引言
        方法|实验|结论|总结|参考文献|背景|相关工作|概要|新規性・差分|手法|結果|コメント|要約|まとめ|議論|参考|简介
        论文|目录|info|information|basic information|meta data|annotations|annotation|基本信息|论文信息|元数据|概述
        関連リンク|論文関連リンク|메타데이터|정보|목차|요약|논문|方法概述|创新点|inhalt|literatur|quellen
        notizen|lesenotizen
        notes de lecture|fiche de lecture|信息|文章信息|論文情報|書誌情報|논문 정보
        서지 정보|informationen|informations|información
        zusammenfassung|methode|ergebnisse|go to annotation
        einführung|einleitung|grundlagen|stand der forschung|stand der technik|verwandte arbeiten|theoretischer rahmen
        material und methoden|fazit|diskussion|ausblick|weiterführende literatur|forschungsstand|fragestellung
        état de l'art|état de l’art|cadre théorique|travaux connexes|travaux liés|revue de littérature
        matériel et méthodes|conclusion et perspectives|perspectives|pistes de recherche|problématique
        introducción|marco teórico|estado del arte|estado de la cuestión|trabajos relacionados|antecedentes
        materiales y métodos|metodología|resultados|discusión|conclusiones|lecturas recomendadas
        revisión de literatura
        introdução|fundamentação teórica|referencial teórico|trabalhos relacionados|estado da arte|metodologia
        revisão de literatura|revisão bibliográfica|conclusões|considerações finais|leituras recomendadas
        introduzione|stato dell'arte|stato dell’arte|quadro teorico|lavori correlati|conclusioni|metodi|risultati
        введение|заключение|обзор литературы|методы|результаты|обсуждение|выводы|связанные работы
        wstęp|wprowadzenie|podsumowanie|wnioski|metody|wyniki|przegląd literatury|stan wiedzy
        はじめに|関連研究|先行研究|実験|考察|結論|서론|결론|관련 연구|배경|배경 지식|실험|방법론
        fichamento|ficha bibliográfica|ficha de leitura|ficha de lectura|scheda di lettura|exzerpt|reading note
        fichamento de livro|fichamento de artigo|ficha|resenha|reseña|scheda|compte rendu|comptes rendus|recensione
        referências|referências bibliográficas|bibliografía|bibliografia|bibliographie|riferimenti bibliografici
        literaturverzeichnis|literaturliste|citações|citas|citations textuelles|citazioni|zitate
        reading notes|paper note|paper notes|article summary|paper summary|前言|文献综述|研究方法|研究背景
    """)
)
"""Headings that are never the title of a paper."""

NAMES_PAPER = lazy_regex(
    r"(?:\b(?:paper|pdf|ps|arxiv|preprint|doi|openreview|manuscript|thesis|full\s?text)\b|论文|論文|논문|原文|원문|📄|📝)",
    re.IGNORECASE,
)
"""A word in a link text or label that calls the target a paper."""

_EMPTY_VALUES = frozenset(
    phrases("""
        none|null|n/a|na|n.d|n. d|nd|-|--|—|tbd|tba|todo|?|unknown|untitled|no title|not provided|なし|無し|無題
        无|無|省略|无标题|未知|없음|제목 없음|ohne titel|unbekannt|sans titre|sin título|senza titolo|без названия
        undefined|tbc|to be confirmed|to be determined|to be added|not available|not specified|not stated|unspecified
        n. a.|k. a.|zu ermitteln|noch offen
        要確認|確認中|未確認|未定|不明|未記載|記載なし|待确认|待補|待补|待补充|待定|不详|暂无|未提供|未注明
        확인 필요|미확인|미정|미상|zu prüfen|zu ergänzen|nicht angegeben|keine angabe|à confirmer|à compléter|inconnu
        non renseigné|por confirmar|desconocido|no disponible|a confirmar|desconhecido|não informado|sem título
        da confermare|sconosciuto|non disponibile
    """)
)
"""Placeholders for a missing value."""
_MISSING = lazy_regex(
    r"(?:tbd|tba|tbc|n/a)\s?(?:[(\[–—:;,-].*)?"
    r"|(?:venue|journal|conference|publisher|authors?|title|doi):? (?:tbd|tba|tbc|n/a)"
    r"|\[[^\[\]\d]{3,25}\],?\s\(?(?:19|20)\d\d\)?"
    r"|(?:[\w-]+ )?authors|(?:various|multiple|several)(?: people)?"
    r"|(?:rich[ _]text|string|str|integer|multi-?select|(?:list|array) of strings|string\[\]|list\[str\])"
    r"|文本|富文本|多选|单选|文字列|数値|문자열|텍스트"
    r"|no (?:summary|abstract|description) available|no (?:publication title|journal|authors?|doi|url)"
)
"""A placeholder with a reason, its kind or a year, or without a name: `TBD (not in print)`, `SAM authors`.

Also the type of a property, as the description of a data base has it: `Rich text`.
"""

_TEMPLATE = lazy_regex(
    r"\{ ?title ?\}|^<[^<>/]{3,25}(?: / [^<>/]{3,25})?>(?:$|.*<[^<>/]{3,25}>$)|^\{[^{}\\$]{3,40}\}$"
    r"|^\[[^\W\d][^\[\]\d]{2,25}\]$|^nombre (?:del )?art[íi]culo\b.{0,9}$"
    r"|^(?:(?:insert|your|enter|example|sample)\s)?(?:the\s)?(?:paper|article)[ _-](?:title|name)"
    r"(?:\s(?:number |no\.? ?|#)?(?:\d{1,3}|[a-z]|here))?$|^(?:(?:your|insert|example|sample) )?title(?: here)?$"
    r"|^yyyy$|^(?:name|title) of (?:your|the) (?:data ?set|paper|article|project|thesis|work)$",
    re.IGNORECASE,
)
"""A placeholder that a template has not replaced: `Paper Title 4`."""
_BRACKETED = lazy_regex(
    r"\[[^\[\]]++\](?>(?:\s*+(?:[-–—:]\s*+)?\(?\[[^\[\]]++\]\)?)+)(?:\.md)?|\[[^\[\]\d]{3,40}, etc\.?\]"
)
"""Several placeholders in brackets: `[Title] - [Subtitle]`, `[Journal] ([Year])`, `[First author, etc.]`."""


def is_template(value: str) -> bool:
    """Return whether a value contains `{{…}}` or `<%…%>`, opens with `{%`, or is a placeholder such as `YYYY`."""
    value = value.strip()
    if value[:2] == "{%":
        return True
    if "{" in value or "<%" in value:
        for opening, closing in (("{{", "}}"), ("<%", "%>")):
            # no regular expression, which would search to the end from each opening
            # `{{< relref "lee.md" >}}` is a page of Hugo
            start = value.find(opening)
            if start >= 0 and value.find(closing, start + 2) >= 0 and value[start + 2 : start + 3] not in ("<", "%"):
                return True
    if value[:1] == "[" and _BRACKETED.fullmatch(value):
        return True
    # the placeholders of `_TEMPLATE` are short
    return (len(value) < 30 or "{" in value or value[0] == "<") and bool(_TEMPLATE.search(value))


def is_missing(value: str) -> bool:
    """Return whether a value says that there is none: `n.d.`, `Untitled`, or a placeholder of a template.

    Examples:
        >>> [is_missing(value) for value in ("n.d.", "*TODO*", "要確認", "{{title}}", "[[]]", "Nothing to Hide")]
        [True, True, True, True, True, False]
        >>> [is_missing(value) for value in ("TBD (not in print)", "Venue TBD", "[to be added], 2025", "TBDNet")]
        [True, True, True, False]
    """
    bare = value.strip(" *_`.").casefold()
    is_empty = bare[:1] in ("[", "(", "<") and not bare.strip("[]()<> ,")
    return is_empty or bare in _EMPTY_VALUES or is_template(bare) or _MISSING.fullmatch(bare) is not None


CUE_OTHER = lazy_regex(
    r"\b(?:see also|see|related(?: work)?|similar(?:ly)?|cf|compare[ds]?|comparison|follow[- ]?ups?|extends?"
    r"|extension of|based on|builds? (?:up)?on|inspired by|unlike|previous(?:ly)?|prior|earlier|in contrast|also"
    r"|siehe auch|vgl|voir aussi)\b|参见|另见|相关|関連|参考",
    re.IGNORECASE,
)
"""Words after which a link leads to another paper than the one described."""
