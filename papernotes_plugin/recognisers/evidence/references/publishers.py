"""Names of publishers, of news and of events in references, which may be where a venue is."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

PUBLISHER = lazy_regex(
    r"(?:^|[.,:;(]\s*|\s)(?P<name>(?:[A-Z][\w&-]+ (?:(?:of|at|the|Univ\.|[A-Z][\w&-]+) ){0,4})?"
    r"(?:Press|Verlag|Publishing|Publishers|UP|university press)"
    r"|[\u4e00-\u9fff]{2,12}(?:出版社|出版公司|出版会|書店|书局|書局|書房)"
    r"|Association for Computing Machinery|Association for Computational Linguistics|ACM|IEEE|Elsevier|PMLR"
    r"|Springer(?:-Verlag)?(?:[ ,]+(?:International Publishing|Nature|New York|Berlin|Heidelberg|Cham"
    r"|Singapore|Spektrum|Vieweg"
    r"|Gabler|VS|Wiesbaden|Science|Business Media))*"
    r"|Curran Associates(?:, Inc\.?)?|(?:John )?Wiley(?:-Blackwell| (?:&|and) Sons(?:, Inc\.?)?)?"
    r"|A\.?K\.? Peters(?:/CRC Press)?|MIT press|Pragmatic Bookshelf|World Scientific|Birkhäuser|Pearson|Penguin"
    r"|Chapman (?:&|and) Hall(?:/CRC)?|Routledge|SAGE|Sage|Taylor & Francis|Morgan Kaufmann|USENIX Association"
    r"|OpenReview\.net|ijcai\.org|CEUR-WS\.org"
    r"|IOS Press|O['’]Reilly(?: Media)?|Addison-Wesley|McGraw-Hill|Prentice Hall|Suhrkamp|(?:Palgrave )?Macmillan"
    r"|De Gruyter|(?:Les )?(?:Editorial|[ÉE]ditions?|Ediciones|Edizioni|Edições|Editora|Editrice|Presses|Librairie)"
    r"(?: (?:de|du|del|la|le|les|des|di|da))*(?: (?:[dl]['’])?[^\W\d_a-z][\w'’-]+"
    r"| [Uu]niversitaires){1,3}(?: d[eu’'](?: la)? ?[^\W\d_a-z][\w-]+)?"
    r"|[^\W\d_a-z][\w&'’-]+ (?:(?:del?|d[aiou]|[eyè]|[^\W\d_a-z][\w&'’-]+) ){0,3}"
    r"(?:éditeur|[Éé]ditions|[Ee]ditor[ei]|Ediciones|Edições"
    r"|Editores))(?=[.,;:)、。]|\s*$)"
)
NO_BOOKS = lazy_regex("Association|ACM|IEEE|Elsevier|PMLR|Curran|USENIX|OpenReview|ijcai|CEUR|IOS")
"""Beginnings of the names of publishers that print proceedings and journals more often than books."""
OF_PROCEEDINGS = lazy_regex(rf"{NO_BOOKS.pattern}|Springer")
"""Beginnings of the names of publishers that also print proceedings."""
EVENT = lazy_regex(
    r"\b(?:journal|proceedings|conference|symposium|workshop|transactions|annals|review|letters|bulletin|magazine|zeitschrift"
    r"|revue|revista|proc|conf|congress|meeting|advances)\b|学报|論文誌|논문지|학술지|学会|학회|학술대회|全国大会|シンポジウム|研究会|期刊|杂志",
    re.IGNORECASE,
)
"""A word of which the names of many venues have one."""
ASIAN_HOUSE = lazy_regex(r"[\u3041-\u9fff](?:社|出版(?:社|会)?|書房|書店|書院|文庫|新書|書館)$")
"""The end of the name of a publisher in Japanese or Chinese."""
SHORTENED_HOUSE = lazy_regex(r"[A-ZÀ-Þ]{3,8}|(?:[^\W\d_a-z]\w+ )?S\.\s?[AL]\.?(?:\s?[LR]\.?)?|\d{1,2}[aªº.]? ed")
"""The acronym of a publisher, the kind of a company, or an edition: `HISBOL`, `Flores S.R.L`, `2a ed`."""
_MAX_HOUSE = 4
"""Maximum number of words of a publisher."""
_NO_HOUSE = lazy_regex(
    r"\b(?![IVX]+\b)[A-Z]\w*[A-Z]\b|[,:/]|\d|^(?:Online|Website|Preprint|Manuscript|Blog|Data ?set)$"
)
"""A sign of an event, of places or of a kind of text: `SoCC`, `Meeting, Rome`, `Berlin/Boston`."""
NO_PLACE = lazy_regex(r"\b(?:Labs?|Laborator\w+|Institut\w*|Universit\w+|Group|Team|Department|Research|Blog)$")
"""The last word of an organisation, which is no place of a publisher: `Thinking Machines Lab: Connectionism`."""
OPENS_SUBTITLE = lazy_regex(r"(?:An? [^\W\d_][a-z]|On |How |Why |Eine? |Une? )")
"""Words that open the subtitle of a book, and no name of a publisher."""
NEWS = lazy_regex(
    r"(?:(?:The|Le|La|El|Il|Die|Der) )?(?:New York(?: Times(?: Magazine)?|er)|Washington Post|Guardian"
    r"|Wall Street Journal|Economist|Wired"
    r"|Atlantic|Times|Financial Times|Los Angeles Times|Time|Forbes|Fortune|Bloomberg|Reuters|Associated Press|BBC|CNN"
    r"|NPR|Vox|Verge|Ars Technica|TechCrunch|VentureBeat|ZDNet|(?:MIT )?Technology Review|Quanta|Scientific American"
    r"|New Scientist|Monde|Figaro|País|Mundo|Repubblica|Spiegel|Zeit|Süddeutsche Zeitung|Frankfurter Allgemeine Zeitung"
    r"|Neue Zürcher Zeitung|Folha de S\. ?Paulo|Medium|Substack|Towards Data Science|LessWrong|LinkedIn|YouTube|Reddit"
    r"|Hacker News|Stack Overflow|GitHub)(?: (?:News|Magazine|Online))?"
    r"|.*\b(?:[Bb]log|[Nn]ewsletter|[Pp]odcast|[Pp]ress [Rr]elease)\b.*"
)
"""Names of newspapers, magazines for everybody, sites of posts, and words for them: none of them prints papers."""
_TABLE = """
    7Letras; ABC-CLIO; Abeledo-Perrot; Academia; Acantilado; Actes Sud; Addison Wesley; Addison-Wesley Professional
    Adelphi; Afrontamento; Agone; Akademie; Akademisk Forlag; Akal; Albin Michel; Alfaguara; Alfred A. Knopf; Alianza
    Alianza Editorial; Allen & Unwin; Allen Lane; Allyn & Bacon; Almedina; Almqvist & Wiksell; Amorrortu; Anagrama
    Annablume; Anthropos; Apogeo; Appleton-Century-Crofts; Apress; Aracne; Aranzadi; Archaeopress; Ariel; Armand Colin
    Artemis & Winkler; Artmed; Aschendorff; Ashgate; Assírio & Alvim; Astrea; Astrolabio; Atheneu; Ática; Atlas; Aubier
    Autêntica; Autores Associados; Avery; B. G. Teubner; Barbara Budrich; Basic Books; Basil Blackwell; Bayard
    Beauchesne; Beck; Belin; Belknap Press; Belknap Press of Harvard University Press; Belles Lettres; Beltz
    Beltz Juventa; Bertrand Brasil; Biblos; Blackwell; Bloomsbury; Bloomsbury Academic; Böhlau; Boitempo
    Bollati Boringhieri; Bompiani; Bordas; Boréal; Boringhieri; Brasiliense; Bréal; Breitkopf & Härtel; Brepols; Brill
    Brill Schöningh; British Archaeological Reports; Bruno Mondadori; Bruylant; Buchet-Chastel; Bulzoni; Burns & Oates
    Butterworth-Heinemann; Butterworths; C. H. Beck; Cafoscarina; Caja Negra; Calmann-Lévy; Caminho; Capitán Swing
    Carl Hanser; Carl Winter; Carocci; Carocci editore; Casa do Psicólogo; Casa Editrice Ambrosiana; Cascadilla
    Castelvecchi; Cátedra; Cedam; Centro Editor de América Latina; Cerf; Champ Vallon; Charles Scribner's Sons
    Chatto & Windus; Chiarelettere; Christian Bourgois; Chronique sociale; Churchill Livingstone
    Civilização Brasileira; Civitas; CLACSO; Classiques Garnier; CLUEB; CNRS Éditions; Colihue; Comares
    Companhia das Letras; Companhia Editora Nacional; Contexto; Cornelsen; Cornelsen Scriptor; Cortez; Courier
    Courier Corporation; CRC; Crítica; Croom Helm; CSLI; CSLI Publications; Cujas; Cultrix; D. Appleton; D. C. Heath
    D. Reidel; Dalloz; Darton, Longman & Todd; De Boeck; De Gruyter Mouton; Debate; Debolsillo; Del Rey; Denoël
    Depalma; DeriveApprodi; Desclée de Brouwer; Dietrich Reimer; Difel; Doin; Dom Quixote; Donzelli; Doubleday; Dover
    Dover Publications; Droz; dtv; Duncker & Humblot; Dunod; Dykinson; E. P. Dutton; Écosociété; Edi-Ermes
    Ediar; Edições 70; Edipucrs; EDIPUCRS; EdiSES; Éditions de Minuit; Editora 34; Editori Riuniti
    Edizioni di Storia e Letteratura; Edizioni Scientifiche Italiane; Edra; EdUERJ; EDUFBA; Edufba; Edusp
    Edward Arnold; Edward Elgar; Eerdmans; Egea; Einaudi; Eisenbrauns; El Colegio de México; El Manual Moderno; Electa
    Elèuthera; Ellipses; Elsevier Masson; Elwert; Emecé; epubli; Érès; Erickson; Erlbaum; Errata Naturae; ESF; Espasa
    Espasa Calpe; Espasa-Calpe; Eterna Cadencia; Eudeba; Expressão Popular; Faber & Faber; Farrar, Straus & Giroux
    Fayard; Feltrinelli; Fink; Fischer Taschenbuch; FLACSO; Flammarion; Fondo de Cultura Económica; Forense; Foris
    Fortress; Francke; Franco Angeli; FrancoAngeli; Frank & Timme; Franz Steiner; Freeman; Fundação Calouste Gulbenkian
    G. P. Putnam's Sons; G. Schirmer; Galaxia Gutenberg; Galilée; Gallimard; Garzanti; Gedisa; Georg Olms
    George Allen & Unwin; Giappichelli; Giuffrè; Giunti; Graal; Gradiva; Granica; Graó; Grasset; Gredos; Grijalbo
    Guanabara Koogan; Guanda; Gunter Narr; Gustavo Gili; Gyldendal; Hachette; Hackett; Hans Reitzel; Hanser
    Harcourt Brace; Harcourt Brace Jovanovich; Harper; Harper & Brothers; Harper & Row; Harper Perennial; HarperCollins
    HarperOne; Harrassowitz; Hatier; Haymarket Books; Hedra; Heinemann; Helmut Buske; Hendrickson; Henry Holt; Herder
    Hermann; Hirzel; Hodder & Stoughton; Hoepli; Hogrefe; Holt, Rinehart & Winston; Homo Sapiens; Honoré Champion
    Houghton Mifflin; Houghton Mifflin Harcourt; Hucitec; HUCITEC; Hutchinson; Icaria; Idelson-Gnocchi; Ignatius
    Il Mulino; il Saggiatore; Iluminuras; Intrínseca; J. B. Metzler; Jaca Book; Jason Aronson; Joaquín Mortiz
    John Benjamins; Jonathan Cape; Jones and Bartlett; Jorge Zahar; José Corti; José Olympio; Jossey-Bass; Jovene
    Julius Klinkhardt; Julliard; JusPodivm; Juventa; Karger; Karthala; Klett; Klett-Cotta; Klincksieck; Klinkhardt
    Klostermann; Kluwer; Kluwer Academic; Knopf; Kohlhammer; L'Harmattan; L.G.D.J; La Découverte; La Dispute
    La Fabrique; La Nuova Italia; Laffont; Larcier; Larousse; Laterza; Lavoisier; Lawrence & Wishart; Lawrence Erlbaum
    Lawrence Erlbaum Associates; Le Livre de Poche; Le Monnier; Le Robert; Le Seuil; Les Belles Lettres
    Les Éditions de Minuit; Les Liens qui libèrent; Letra Viva; Lexington Books; LexisNexis; Leya; LeYa; LGDJ
    Libros del Zorzal; Liguori; Lippincott Williams & Wilkins; Litec; Little, Brown; Liveright; Livraria do Advogado
    Livros Horizonte; Loescher; LOM; LOM Ediciones; Longanesi; Longman; Longmans; Losada; Loyola; Lugar Editorial
    Lumen; Lumen Juris; Maggioli; Malheiros; Maloine; Manantial; Manifestolibri; Manning Publications; Manole
    Manual Moderno; Marcel Dekker; Marcial Pons; Mardaga; Marietti; Marsilio; Martins Fontes; Martinus Nijhoff; Maspero
    Masson; Max Niemeyer; McGraw-Hill Education; McGraw-Hill Interamericana; Médica Panamericana; Meltemi
    Mercado de Letras; Mercure de France; Métailié; Methuen; Metzler; Mimesis; Minerva Medica; minimum fax
    Miño y Dávila; Minuit; Modern Library; Mohr Siebeck; Mondadori; Montchrestien; Morata; Morcelliana
    Morgan & Claypool; Mouton; Mouton de Gruyter; Multilingual Matters; Munksgaard; Museum Tusculanum; Narcea; Narr
    Nathan; Neri Pozza; Newton Compton; Niemeyer; Nomos; North-Holland; Norton; nottetempo; Nova Cultural
    Nova Fronteira; Novus; Nueva Visión; Octaedro; Odile Jacob; Oldenbourg; Olschki; ombre corte; Orbis Books
    Otto Harrassowitz; Oxbow Books; P.O.L; P.U.F; Paidós; Palgrave; Palgrave Macmillan; Pantheon; Pantheon Books
    Papirus; Parábola; Paravia; Pàtron; Paulinas; Paulus; Payot; Paz e Terra; Pearson Education; Pearson Italia; Pedone
    Peeters; Penguin Books; Penguin Classics; Penso; Pergamon; Perspectiva; Peter Lang; Piccin; Piccin-Nuova Libraria
    Pirámide; Planeta; Plenum; Plon; Ponte alle Grazie; Pontes; Porrúa; Porto Editora; Praeger; Pre-Textos
    Prentice-Hall; Presses de Sciences Po; Presses Universitaires de France; Privat; Prometeo; PUF; PUG; Queriniana
    Quodlibet; Raffaello Cortina; Raffaello Cortina Editore; Raisons d'agir; Random House; Reaktion Books; Reclam
    Record; Reidel; Relógio D'Água; Renovar; Revista dos Tribunais; Rizzoli; Robert Laffont; Rocco; Rodopi
    Routledge and Kegan Paul; Rowman & Littlefield; Rowohlt; Rubbettino; Rubinzal-Culzoni; Rüdiger Köppe; Rusconi
    S. Fischer; Sage Publications; Salerno Editrice; Sansoni; Saraiva; Saunders; Schocken Books; Schöningh; Scipione
    Scribner; Secker & Warburg; Seghers; Seix Barral; Sellerio; Seuil; Sextante; Sexto Piso; Sheed & Ward; SIAM
    Siglo Veintiuno; Siglo XXI; Siglo XXI Editores; Simon & Schuster; Síntesis; Sirey; Siruela; Skira; SPCK
    Springer VS; St. Martin's Press; Stock; Sudamericana; Sulina; Summus; Syllepse; Syros; T & T Clark; T&T Clark
    Tallandier; Taurus; Tecniche Nuove; Tecnos; Temis; Tempo Brasileiro; Teubner; Thames & Hudson; Tinta-da-China
    Tirant lo Blanch; Todavia; Traficantes de Sueños; Transcript; transcript; Trotta; Trübner; Tusquets; Txalaparta
    Ubu; UNAM; UnB; Unesp; Universitetsforlaget; UTB; UTET; Utet Giuridica; UTET Università; Vallecchi; Van Nostrand
    Vandenhoeck & Ruprecht; Velbrück; Verdier; Vernazobres-Grego; Verso; Verso Books; Victor Gollancz; Viella; Viking
    Vintage Books; Vita e Pensiero; Vittorio Klostermann; Vozes; Vrin; Vuibert; W. H. Freeman; W. W. Norton; Wachholtz
    Walter de Gruyter; Waxmann; Weidenfeld & Nicolson; Westermann; Wiley-Interscience; Wiley-VCH; Zahar; Zanichelli
    Zed Books; Zone Books
    Академический Проект; Алетейя; Вильямс; Высшая школа; Гнозис; Искусство; Машиностроение; Мир; Молодая гвардия
    Мысль; Наука; Прогресс; Просвещение; Республика; Физматлит
"""
"""Publishers of books whose names are those of no journal and no conference."""
_STATE = lazy_regex(r", [A-Z]{2}(?:, USA)?$")
"""The state after a city: `Cambridge, MA`."""
_COMPANY = lazy_regex(r"(?<=\w),? (?:Inc|Ltd)\.?$")
"""The kind of a company after the name of a publisher."""
_FORM = lazy_regex(r"(?:,? (?:& co(?:mpany)?|inc|ltd|gmbh|publishers|verlag))+$")
"""The kind of a company at the end of its name."""
_HOUSE_OF_BOOKS = lazy_regex(
    r"\b(?:Soci(?:ety|été|edad|edade)|Associa\w+|Academ\w+|Akademi\w+|Accademia|Universi\w+|Univ\b|Institut\w*|Museum|Museo"
    r"|Musée|Foundation|Fundaci\w+|Fundação|Fondation|Press|Presses|Publ\w*|Verlag\w*|forlag|förlag|Books|Editor\w*|Editions?"
    r"|Éditions?|Edições|Edizioni|Ediciones|Uitgeverij|Wydawnictwo|Издательство|Изд-во|Наука|Мир|Просвещение)"
    r"|forlag(?:et)?\b|förlag(?:et)?\b|출판|(?:出版|書房|书房|書店|书店|書院|书院|印書館|印书馆|書館|书馆|文館|書林|書局|书局|新社|文庫|学会|學會|研究所|大学|大學)\S{0,3}$"
    r"|(?:사|원|회)$"
)
"""A word of the names of publishers and of organisations that print books."""


def may_be_house(name: str) -> bool:
    """Return whether a name is short, and has no sign of an event, of places or of a kind of text.

    Examples:
        >>> may_be_house("Siglo XXI de España"), may_be_house("SoCC"), may_be_house("Berlin/Boston")
        (True, False, False)
    """
    return len(name.split()) <= _MAX_HOUSE and not _NO_HOUSE.search(name)


def prints_books(name: str) -> bool:
    """Return whether a name is that of a publisher, or has a word of organisations that print books.

    Examples:
        >>> prints_books("American Mathematical Society"), prints_books("丸善出版"), prints_books("Apple Records")
        (True, True, False)
    """
    return is_publisher(name) or _HOUSE_OF_BOOKS.search(name) is not None


def is_publisher(name: str) -> bool:
    """Return whether a whole name is that of a publisher."""
    return is_listed_publisher(name) or PUBLISHER.fullmatch(name) is not None


_MAX_SPACES = 4
"""Spaces in the name of a publisher with an article, of which no word says that it is one."""
_SUBTITLE_OF_JOURNAL = lazy_regex(r"(?:An? |The )?(?:Official )?(?:Journal|Publication)\b", re.IGNORECASE)
"""The subtitle of a journal: `Academic Medicine: Journal of the Association of American Medical Colleges`."""


def publisher_of(name: str) -> str:
    """Return the publisher if a whole name is one, also next to its city: `Berlin: Springer`; "" for none."""
    if is_listed_publisher(name):
        return name
    # `Seuil / La République des idées` has the series, too
    if (first := name.partition(" / ")[0]) != name and is_publisher(first):
        return first
    publisher, comma, city = _STATE.sub("", name).rpartition(", ")
    if comma and PUBLISHER.fullmatch(_COMPANY.sub("", publisher)) and not _has_more_than_city(city):
        return publisher
    city, colon, publisher = name.rpartition(": ")
    if _SUBTITLE_OF_JOURNAL.match(publisher) or publisher == "".join(word[0] for word in city.split()):
        # PubMed has subtitles and acronyms of journals: `Implementation Science: IS`
        return ""
    publishers = re.split(r" (?:and|&) (?=MIT|Mc|[A-Z]\w+ Press)|/", publisher.strip())
    if all(map(PUBLISHER.fullmatch, publishers)) or (
        colon
        and not _has_more_than_city(city)
        and not OPENS_SUBTITLE.match(publisher)
        and may_be_imprint(city, publisher)
    ):
        return publisher.strip()
    return ""


def may_be_imprint(city: str, publisher: str) -> bool:
    """Return whether the words around a colon may be a city and a publisher, and no acronym or end of a title.

    Examples:
        >>> may_be_imprint("SNAPL", "Summit on Programming Languages"), may_be_imprint("Paris", "Seuil")
        (False, True)
        >>> may_be_imprint("Becas", "The Surprising Cross-Lingual Effectiveness of BERT")
        False
        >>> may_be_imprint("Bogotá, Colombia", "Centro de Estudios de Derecho, Justicia y Sociedad")
        True
    """
    is_acronym = city.isupper() and not publisher.isupper()
    has_article = publisher.startswith(("The ", "A ", "An "))
    is_long = has_article and publisher.count(" ") > _MAX_SPACES and not PUBLISHER.search(publisher)
    return not (is_acronym or is_long or NO_PLACE.search(city))


def _has_more_than_city(words: str) -> bool:
    """Return whether words are more than the name of a city: `Paris`, `New York`, `Cambridge, MA`."""
    has_digit = any(map(str.isdigit, words))
    return len(words.split()) > 3 or has_digit or not words[:1].isupper() or bool(EVENT.search(words))


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
