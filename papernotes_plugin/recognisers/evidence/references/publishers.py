"""Names of publishers, of news and of events in references, which may be where a venue is."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.text.lazy_regex import lazy_regex

PUBLISHER = lazy_regex(
    r"(?:^|[.,:;(]\s*|\s)(?P<name>(?:(?<=: )(?:[A-Z]\. ?){1,2})?"
    r"(?:[A-Z][\w&-]+ (?:(?:of|at|the|Univ\.|[A-Z][\w&-]+) ){0,4})?"
    r"(?:Press|Verlag|Publishing(?: (?:Co(?:mpany)?\.?|Group|House))?"
    r"|Publishers?|UP|university press|Univ\.? (?:of [A-Z]\w+ )?Pr\.?)"
    r"|University of [A-Z]\w+(?: [A-Z]\w+)? press|U\.? of [A-Z]\w+(?: [A-Z]\w+)? P(?:ress|r?\.?)"
    r"|[\u4e00-\u9fff]{2,12}(?:出版社|出版公司|出版会|書店|书局|書局|書房)"
    r"|Association for Computing Machinery|Association for Computational Linguistics|ACM|IEEE|Elsevier|PMLR"
    r"|Springer(?:-Verlag)?(?:[ ,]+(?:International Publishing|Nature|New York|Berlin|Heidelberg|Cham"
    r"|Singapore|Spektrum|Vieweg"
    r"|Gabler|VS|Wiesbaden|Science|Business Media))*"
    r"|Curran Associates(?:, Inc\.?)?|(?:John )?Wiley(?:[-/]Blackwell| (?:&|and) Sons(?:, Inc\.?)?)?"
    r"|A\.? ?K\.? Peters(?:/CRC Press)?|MIT press|Pragmatic Bookshelf|World Scientific|Birkhäuser|Pearson|Penguin"
    r"|Chapman (?:&|and) Hall(?:/CRC)?|Routledge|SAGE|Sage|Taylor & Francis|Morgan Kaufmann|USENIX Association"
    r"|OpenReview\.net|ijcai\.org|CEUR-WS\.org"
    r"|CUP|OUP|PUP|HUP|YUP|IOS Press|O['’]Reilly(?: Media| & Associates)?|Addison-Wesley"
    r"|McGraw-Hill|Prentice Hall(?: PTR)?|Suhrkamp|(?:Palgrave )?Macmillan"
    r"|(?:Wydawnictw[oa]|Wyd\.?|Oficyna|Nakladatelství|Издательство|Изд-во|Видавництво"
    r"|Вид-во)(?: [^\W\d_a-z][\w'’-]*){1,4}|(?:NXB|[Nn]hà [Xx]uất [Bb]ản)(?: [^\W\d_][\w-]*){1,6}"
    r"|(?:[^\W\d_a-z][\w'’-]* ){1,4}(?:Yayınları|Yayınevi|Yayıncılık|Kitabevi)|[가-힣]{2,12}출판(?:사|부|문화원)"
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
WORK_OF_REFERENCE = lazy_regex(
    r"(?:[A-Z]\w+ ){0,4}(?:Dictionary|Encyclopa?edia|Handbook|Companion|Lexi[ck]on|Handbuch|Dictionnaire|Diccionario)\b"
)
"""A book of articles, whose name may have a word of journals: `Dictionary of Paul and His Letters`."""
EVENT = lazy_regex(
    r"\b(?:journal|proceedings|conference|symposium|workshop|transactions|annals|review|letters|bulletin|magazine|zeitschrift"
    r"|revue|revista|rivista|proc|conf|congress|meeting|advances|congress?o|congrès|kongress|colloque|coloquio|colóquio"
    r"|convegno|simp[oó]sio|prosiding|jornadas|jornées|actas|actes|(?:expanded|technical) abstracts"
    r"|technical (?:program|digest))\b|学报|論文誌|논문지|학술지|学会|학회|학술대회|全国大会|シンポジウム|研究会"
    r"|期刊|杂志|(?:会议|大会|年会|研讨会|论坛|會議|研討會)[论論]文",
    re.IGNORECASE,
)
"""A word of which the names of many venues have one."""
_ASIAN_HOUSE = lazy_regex(
    r"[\u3041-\u9fff](?:社|出版(?:社|会)?|書房|[書书][店局院館馆]|文庫|新書)(?:\([\u4e00-\u9fff]{2,4}\))?(?:有限公司)?$"
)
"""The end of the name of a publisher in Japanese or Chinese."""
SHORTENED_HOUSE = lazy_regex(r"[A-ZÀ-Þ]{2,8}|(?:[^\W\d_a-z]\w+ )?S\.\s?[AL]\.?(?:\s?[LR]\.?)?|\d{1,2}[aªº.]? ed")
"""The acronym of a publisher, the kind of a company, or an edition: `HISBOL`, `Flores S.R.L`, `2a ed`."""
_MAX_HOUSE = 4
"""Maximum number of words of a publisher that have a capital."""
_NO_HOUSE = lazy_regex(
    r"\b(?![IVX]+\b)[A-Z]\w*[A-Z]\b|[,:/]|\d|^(?:Online|Website|Preprint|Manuscript|Blog|Data ?set"
    r"|Unveröffentlicht|Unpublished|Inédit[ao]?)$"
)
"""A sign of an event, of places or of a kind of text: `SoCC`, `Meeting, Rome`, `Berlin/Boston`."""
NO_PLACE = lazy_regex(r"\b(?:Labs?|Laborator\w+|Institut\w*|Universit\w+|Group|Team|Department|Research|Blog)$")
"""The last word of an organisation, which is no place of a publisher: `Thinking Machines Lab: Connectionism`."""
OPENS_SUBTITLE = lazy_regex(r"(?:An? [^\W\d_][a-z]|On |How |Why |Eine? |Une? )")
"""Words that open the subtitle of a book, and no name of a publisher."""
SITE_OF_POSTS = lazy_regex(
    r"Medium|Substack|Towards Data Science|LessWrong|LinkedIn|YouTube|Reddit|Hacker News|Stack Overflow|GitHub"
)
"""Names of sites where anybody posts, which are no venues."""
NEWS = lazy_regex(
    r"(?:(?:The|Le|La|El|Il|Die|Der) )?(?:New York(?: Times(?: Magazine)?|er)|Washington Post|Guardian"
    r"|Wall Street Journal|Economist|Wired"
    r"|Atlantic|Times|Financial Times|Los Angeles Times|Time|Forbes|Fortune|Bloomberg|Reuters|Associated Press|BBC|CNN"
    r"|NPR|Vox|Verge|Ars Technica|TechCrunch|VentureBeat|ZDNet|(?:MIT )?Technology Review|Quanta|Scientific American"
    r"|New Scientist|Monde|Figaro|País|Mundo|Repubblica|Spiegel|Zeit|Süddeutsche Zeitung|Frankfurter Allgemeine Zeitung"
    r"|Neue Zürcher Zeitung|Folha de S\. ?Paulo"
    rf"|{SITE_OF_POSTS.pattern})(?: (?:News|Magazine|Online))?"
    r"|.*\b(?:[Bb]log|[Nn]ewsletter|[Pp]odcast|[Pp]ress [Rr]elease)\b.*"
)
"""Names of newspapers, magazines for everybody, sites of posts, and words for them: none of them prints papers."""
_TABLE = """
    7Letras; ABC-CLIO; Abeledo-Perrot; Academia; Acantilado; Actes Sud; Addison Wesley; Addison-Wesley Professional
    Adelphi; Afrontamento; Agone; Akademie; Akademisk Forlag; Akal; Alber; Albin Michel; Alfaguara; Alfred A. Knopf
    Alianza; Alianza Editorial; Allen & Unwin; Allen Lane; Allyn & Bacon; Almedina; Almqvist & Wiksell; Amorrortu
    Anagrama; Annablume; Anthropos; Apogeo; Appleton-Century-Crofts; Apress; Aracne; Aranzadi; Archaeopress; Ariel
    Armand Colin; Artemis & Winkler; Artmed; Aschehoug; Aschendorff; Ashgate; Assírio & Alvim; Astrea; Astrolabio
    Athenaeum; Atheneu; Atlas; Aubier; Aufbau; Autêntica; Autores Associados; Avery; Ayrıntı; Ática; B. G. Teubner
    Barbara Budrich; Basic Books; Basil Blackwell; Bayard; Beacon Hill; Beauchesne; Beck; Belin; Belknap Press
    Belknap Press of Harvard University Press; Belles Lettres; Beltz; Beltz Juventa; Bert Bakker; Bertrand Brasil
    Beuth; Biblos; Blackwell; Bloomsbury; Bloomsbury Academic; Boitempo; Bollati Boringhieri; Bompiani; Boorberg
    Bordas; Boréal; Boringhieri; Böhlau; Brasiliense; Breitkopf & Härtel; Brepols; Bréal; Brill; Brill Schöningh
    British Archaeological Reports; Bruno Mondadori; Bruylant; Buchet-Chastel; Budrich; Bulzoni; Burns & Oates
    Butterworth-Heinemann; Butterworths; C. H. Beck; C.F. Müller; Cafoscarina; Caja Negra; Calmann-Lévy; Caminho
    Capitán Swing; Cappelen Damm; Carl Hanser; Carl Winter; Carl-Auer; Carl-Auer-Systeme; Carocci; Carocci editore
    Casa do Psicólogo; Casa Editrice Ambrosiana; Cascadilla; Castelvecchi; Cátedra; Cedam
    Centro Editor de América Latina; Cerf; Champ Vallon; Charles Scribner's Sons; Chatto & Windus; Chiarelettere
    Christian Bourgois; Chronique sociale; Churchill Livingstone; Civilização Brasileira; Civitas; CLACSO
    Classiques Garnier; CLUEB; CNRS Éditions; Colihue; Comares; Companhia das Letras; Companhia Editora Nacional
    Contexto; Cornell; Cornelsen; Cornelsen Scriptor; Cortez; Courier; Courier Corporation; Coutinho; CRC; Crítica
    Croom Helm; CSLI; CSLI Publications; Cujas; Cultrix; Czarne; D. Appleton; D. C. Heath; D. Reidel; Daidalos; Dalloz
    Darton, Longman & Todd; De Bezige Bij; De Boeck; De Gruyter Mouton; Debate; Debolsillo; Del Rey; Denoël; Depalma
    Dergâh; DeriveApprodi; Desclée de Brouwer; Deutsche Verlags-Anstalt; Diaphanes; Dietrich Reimer; Dietz; Difel
    Doin; Dom Quixote; Donzelli; Doubleday; Dover; Dover Publications; dpunkt; dpunkt.verlag; Droz; dtv
    Duncker & Humblot; Dunod; DVA; Dykinson; E. P. Dutton; Edi-Ermes; Ediar; Edições 70; EDIPUCRS; Edipucrs; EdiSES
    Edition Sigma; Editora 34; Editori Riuniti; Edizioni di Storia e Letteratura; Edizioni Scientifiche Italiane; Edra
    EdUERJ; Edufba; EDUFBA; Edusp; Edward Arnold; Edward Elgar; Eerdmans; Egea; Einaudi; Eisenbrauns
    El Colegio de México; El Manual Moderno; Electa; Elèuthera; Ellipses; Elsevier Masson; Elwert; Emecé; epubli
    Erickson; Erlbaum; Ernst Klett; Ernst Reinhardt; Errata Naturae; ESF; Espasa; Espasa Calpe; Espasa-Calpe
    Eterna Cadencia; Eudeba; Expressão Popular; Écosociété; Éditions de Minuit; Érès; Faber & Faber; Fagbokforlaget
    Farrar, Straus & Giroux; Fayard; Felix Meiner; Feltrinelli; Fink; Fischer Taschenbuch; FLACSO; Flammarion
    Fondo de Cultura Económica; Forense; Foris; Fortress; Francke; Franco Angeli; FrancoAngeli; Frank & Timme
    Franz Steiner; Franz Vahlen; Freeman; Frommann-Holzboog; Fundação Calouste Gulbenkian; G. P. Putnam's Sons
    G. Schirmer; Gabler; Gads Forlag; Galaxia Gutenberg; Galileo Press; Galilée; Gallimard; Garzanti; Gedisa
    GF-Flammarion
    Georg Olms; Georg Thieme; George Allen & Unwin; Giappichelli; Giuffrè; Giunti; Gleerups; Goldmann; Graal; Grada
    Gradiva; Granica; Graó; Grasset; Gredos; Grijalbo; Guanabara Koogan; Guanda; Gunter Narr; Gustavo Gili; Gyldendal
    Hachette; Hackett; Hamburger Edition; Hans Huber; Hans Reitzel; Hans Reitzels; Hans Reitzels Forlag; Hanser
    Harcourt Brace; Harcourt Brace Jovanovich; Harper; Harper & Brothers; Harper & Row; Harper Perennial
    HarperBusiness; HarperCollins; HarperOne; Harrassowitz; Harvard; Hatier; Haufe; Haymarket Books; Hedra; Heinemann
    Helmut Buske
    Hendrickson; Henry Holt; Herder; Hermann; Heyne; Hirzel; Hodder & Stoughton; Hoepli; Hogrefe
    Holt, Rinehart & Winston; Homo Sapiens; Honoré Champion; Houghton Mifflin; Houghton Mifflin Harcourt; Hucitec
    HUCITEC; Hutchinson; Icaria; Idelson-Gnocchi; Ignatius; Il Mulino; il Saggiatore; Iluminuras; Intrínseca; İletişim
    J. B. Metzler; J.H.W. Dietz; Jaca Book; Jason Aronson; Joaquín Mortiz; John Benjamins; Jonathan Cape
    Jones and Bartlett; Jorge Zahar; José Corti; José Olympio; Jossey-Bass; Jovene; Julius Klinkhardt; Julliard
    JusPodivm; Juventa; Kallmeyer; Karger; Karl Alber; Karolinum; Karthala; Kiepenheuer & Witsch; Klartext; Klett
    Klett-Cotta; Klett-Kallmeyer; Klincksieck; Klinkhardt; Klinkhardt & Biermann; Klostermann; Kluwer; Kluwer Academic
    Knopf; Kohlhammer; Königshausen & Neumann; Kösel; L'Harmattan; L.G.D.J; La Découverte; La Dispute; La Fabrique
    La Nuova Italia; Laffont; Lambertus; Larcier; Larousse; Laterza; Lavoisier; Lawrence & Wishart; Lawrence Erlbaum
    Lawrence Erlbaum Associates; Le Livre de Poche; Le Monnier; Le Robert; Le Seuil; Les Belles Lettres
    Les Éditions de Minuit; Les Liens qui libèrent; Leske & Budrich; Leske + Budrich; Leske+Budrich; Letra Viva
    Lexington Books; LexisNexis; LeYa; Leya; LGDJ; Libros del Zorzal; Liguori; Lippincott Williams & Wilkins; LIT
    Litec; Little, Brown; Liveright; Livraria do Advogado; Livros Horizonte; Loescher; LOM; LOM Ediciones; Longanesi
    Longman; Longmans; Losada; Loyola; Luchterhand; Lugar Editorial; Lumen; Lumen Juris; Maggioli; Malheiros; Maloine
    Manantial; Manifestolibri; Manning Publications; Manole; Manual Moderno; Marcel Dekker; Marcial Pons; Mardaga
    Marietti; Marsilio; Martins Fontes; Martinus Nijhoff; Maspero; Masson; Matthes & Seitz; Max Niemeyer
    McGraw-Hill Education; McGraw-Hill Interamericana; Meltemi; Mentis; Mercado de Letras; Mercure de France; Merve
    Methuen; Metropol; Metzler; Meulenhoff; Médica Panamericana; Métailié; Mimesis; Minerva Medica; minimum fax
    Minuit; Miño y Dávila; mitp; Modern Library; Mohr Siebeck; Mondadori; Montchrestien; Morata; Morcelliana
    Morgan & Claypool; Mouton; Mouton de Gruyter; Multilingual Matters; Munksgaard; Museum Tusculanum; Narcea; Narr
    Nathan; Natur & Kultur; Neri Pozza; Newton Compton; Niemeyer; NLN; Nomos; Noordhoff; Norstedts; North-Holland
    Norton; nottetempo; Nova Cultural; Nova Fronteira; Novus; Nueva Visión; Octaedro; Odile Jacob; Oikoymenh
    Oldenbourg; Olschki; ombre corte; Orbis Books; Ossolineum; Otto Harrassowitz; Oxbow Books
    Österreichischer Bundesverlag; P.O.L; P.U.F; Paidós; Palgrave; Palgrave Macmillan; Pantheon; Pantheon Books
    Papirus; Paravia; Parábola; Passagen; Paulinas; Paulus; Payot; Paz e Terra; Pàtron; Pearson Education
    Pearson Italia; Pearson Studium; Pedone; Peeters; Pegem Akademi; Pelckmans; Penguin Books; Penguin Classics; Penso
    Pergamon; Perspectiva; Peter Lang; Piccin; Piccin-Nuova Libraria; Pirámide; Planeta; Plenum; Plon
    Ponte alle Grazie; Pontes; Porrúa; Portál; Porto Editora; Praeger; Pre-Textos; Prentice-Hall
    Presses de Sciences Po; Presses Universitaires de France; Privat; Prometeo; Propyläen; Psychosozial-Verlag; PUF
    PUG; PWN; Quelle & Meyer; Queriniana; Quodlibet; Raffaello Cortina; Raffaello Cortina Editore; Raisons d'agir
    Random House; Reaktion Books; Reclam; Record; Reidel; Relógio D'Água; Renovar; Revista dos Tribunais; Rheinwerk
    Rizzoli; Robert Laffont; Rocco; Rodopi; Rombach; Routledge and Kegan Paul; Rowman & Littlefield; Rowohlt
    Rubbettino; Rubinzal-Culzoni; Rusconi; Rüdiger Köppe; S. Fischer; Sage Publications; Salerno Editrice
    Samfundslitteratur; Sansoni; Saraiva; Saunders; Schattauer; Schäffer-Poeschel; Schneider Hohengehren
    Schneider Verlag Hohengehren; Schocken Books; Schöningh; Scipione; Scribner; Secker & Warburg; Seghers
    Seix Barral; Sellerio; Seuil; Sextante; Sexto Piso; Sheed & Ward; SIAM; Siedler; Siglo Veintiuno; Siglo XXI
    Siglo XXI Editores; Simon & Schuster; Sirey; Siruela; Síntesis; Skira; Sociologické nakladatelství; SPCK; Spektrum
    Spektrum Akademischer Verlag; Springer Fachmedien; Springer Gabler; Springer Spektrum; Springer Vieweg
    Springer VS; St. Martin's Press; Stock; Studentlitteratur; Sudamericana; Sulina; Summus; Syllepse; Syndikat; Syros
    T & T Clark; T&T Clark; Tallandier; Taurus; Tecniche Nuove; Tecnos; Temis; Tempo Brasileiro; Teubner
    Thames & Hudson; Thieme; Tinta-da-China; Tirant lo Blanch; Todavia; Traficantes de Sueños; Transcript; transcript
    Trotta; Trübner; Turia + Kant; Tusquets; Txalaparta; Ubu; Ullstein; UNAM; UnB; Unesp; Universitetsforlaget
    Urban & Fischer; Urban & Schwarzenberg; UTB; UTET; Utet Giuridica; UTET Università; UVK; Vahlen; Vallecchi
    Van Gorcum; Van Nostrand; Vandenhoeck & Ruprecht; Velbrück; Velbrück Wissenschaft; Verdier; Vernazobres-Grego
    Verso; Verso Books; Victor Gollancz; Viella; Vieweg; Vieweg+Teubner; Viking; Vintage Books; Vita e Pensiero
    Vittorio Klostermann; Vozes; Vrin; VS Verlag; Vuibert; W. H. Freeman; W. W. Norton; Wachholtz; Wagenbach
    Wallstein; Walter de Gruyter; Waxmann; WBG; Weidenfeld & Nicolson; Westdeutscher Verlag; Westermann
    Wiley-Interscience; Wiley-VCH; Wissenschaftliche Buchgesellschaft; Wydawnictwo Literackie; Yapı Kredi Yayınları
    Yale; YKY; Zahar; Zanichelli; Zed Books; Znak; Zone Books
    AMS Chelsea; Baker Academic; Birkhauser; W. A. Benjamin
    DC Comics; Dorling Kindersley; Darton, Longman and Todd; InterVarsity; IVP; IVP Academic
    T & T Clark International; W. B. Eerdmans; William B. Eerdmans; Zondervan
    AK Press; Berghahn; Cal y Arena; Cosac Naify; Demopolis; FCE; Graywolf; Haymarket; Melville House
    Présence Africaine; PublicAffairs; Boydell; Boydell & Brewer; Clarendon; CUP; Faber; Faber and Faber; Fantagraphics
    Farrar, Straus and Giroux; FSG; Grove; HUP; Knopf Doubleday; OUP; Osprey; Osprey Publishing; Picador; Pluto Books
    Polity; Princeton UP; PUP; Semiotext(e); UCP; YUP
    Академический Проект; Алетейя; Вильямс; Высшая школа; Гнозис; Искусство; Машиностроение; Мир; Молодая гвардия
    Мысль; Наука; Наукова думка; НЛО; Новое литературное обозрение; Прогресс; Просвещение; РГГУ; Республика; РОССПЭН
    Советская Россия; Физматлит; Языки русской культуры; Языки славянской культуры
    Brooks/Cole; Casa das Letras; Cengage; Cengage Learning; De Boeck Supérieur; Eyrolles; Marcombo
    Akademicka Oficyna Wydawnicza; 까치; 나남; 돌베개; 문학과지성사; 민음사; 창비; 창작과비평사; 한길사; 후마니타스
    Athlone; Autonomedia; Brazos; Continuum; Contraponto; CRC Press; Crossway; Gollancz; Kröner
    Matthes & Seitz Berlin; McGraw Hill; Meiner; Narr Francke Attempto; No Starch; Packt; Piper; Reaktion; Riverhead
    Tinta Limón; Vestígio; Wadsworth; Westminster John Knox; Wilhelm Fink; Williams & Wilkins; Zero Books
    ДМК Пресс; Инфра-М; Питер; Юрайт
    Chelsea Green Publishing; Fachbuchverlag Leipzig; Instituto de Estudios Peruanos; Jean-Claude Lattès; JC Lattès
    Novatec; Plural Editores; Rustica; Terre vivante; Yves Michel; Ennsthaler; Wildproject; Passerelle éco
    Permanent Publications; Casa do Código; Alta Books; Bookman; FLACSO; Flacso Brasil; FLACSO Ecuador; CLACSO
    Delachaux et Niestlé; France Agricole; Le Souffle d'or
"""
"""Publishers of books whose names are those of no journal and no conference."""
_STATE = lazy_regex(r", [A-Z]{2}(?:, USA)?$")
"""The state after a city: `Cambridge, MA`."""
_COMPANY = lazy_regex(r"(?<=\w),? (?:Inc|Ltd)\.?$")
"""The kind of a company after the name of a publisher."""
_FORM = lazy_regex(
    r"(?:,? (?:& co(?:mpany)?|inc|ltd|llc|gmbh|pub(?:lishing)?(?: co(?:mpany)?)?|publishers|verlag)){1,6}$"
)
"""The kind of a company at the end of its name."""
_HOUSE_OF_BOOKS = lazy_regex(
    r"\b(?:Soci(?:ety|été|edad|edade)|Associa\w+|Academ\w+|Akademi\w+|Accademia|Universi\w+|Univ\b|Institut\w*|Museum|Museo"
    r"|Musée|Foundation|Fundaci\w+|Fundação|Fondation|Press|Presses|Publ\w*|Verlag\w*|forlag|förlag|Books|Editor\w*|Editions?"
    r"|Éditions?|Edições|Edizioni|Ediciones|Uitgeverij|Wydawnictw\w+|Oficyna|Uniwersytet\w*|Издательство|Изд-во|Наука|Мир|Просвещение)"
    r"|forlag(?:et)?\b|förlag(?:et)?\b|출판|(?:出版|書房|书房|書店|书店|書院|书院|印書館|印书馆|書館|书馆|文館|書林|書局|书局|新社|文庫|学会|學會|研究所|大学|大學)\S{0,3}$"
    r"|(?:사|원|회)$"
)
"""A word of the names of publishers and of organisations that print books."""


def may_be_house(name: str) -> bool:
    """Return whether a name has few words with capitals, and no sign of an event, of places or of a kind of text.

    Examples:
        >>> may_be_house("Siglo XXI de España"), may_be_house("SoCC"), may_be_house("Berlin/Boston")
        (True, False, False)
    """
    return sum(not word.islower() for word in name.split()) <= _MAX_HOUSE and not _NO_HOUSE.search(name)


def is_asian_house(name: str) -> bool:
    """Return whether a name in Japanese or Chinese ends with a word for a publishing house."""
    return _ASIAN_HOUSE.search(name) is not None


def prints_books(name: str) -> bool:
    """Return whether a name is that of a publisher, or has a word of organisations that print books.

    Examples:
        >>> prints_books("American Mathematical Society"), prints_books("丸善出版"), prints_books("Apple Records")
        (True, True, False)
    """
    return is_publisher(name) or _HOUSE_OF_BOOKS.search(name) is not None


_BOOKS = lazy_regex(r"(?:[A-Z][\w'’&-]+ ){1,3}Books")


def is_publisher(name: str) -> bool:
    """Return whether a whole name is that of a publisher, perhaps of its recordings: `Random House Audio`.

    Examples:
        >>> is_publisher("Ace Books"), is_publisher("New York Review of Books")
        (True, False)
    """
    name = name.removesuffix(" Audio")
    return is_listed_publisher(name) or bool(PUBLISHER.fullmatch(name) or _BOOKS.fullmatch(name))


_MAX_SPACES = 4
"""Spaces in the name of a publisher with an article, of which no word says that it is one."""
_WORD_OF_SUBTITLE = lazy_regex(r"\b(?:in|to|from|with|on|into|between)\b")
"""A word that is in the subtitles of books, and in no name of a publisher."""
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
    if comma and is_publisher(_COMPANY.sub("", publisher)) and not _has_more_than_city(city):
        return publisher
    words, _, last = name.rpartition(" ")
    if is_city(last) and is_publisher(words):
        # `Wiley Weinheim`
        return words
    city, colon, publisher = name.rpartition(": ")
    if colon and _WORD_OF_SUBTITLE.search(publisher) and not prints_books(publisher):
        # `Replaceable You: Engineering the Body in America`
        return ""
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


def split_publisher(title: str, *, may_be_any: bool = False) -> tuple[str, str]:
    """Return a title without the known publisher after its last comma, and the publisher; "" for none.

    With `may_be_any`, a word of the names of publishers is enough: `Tytuł, Oficyna Naukowa`.

    Examples:
        >>> split_publisher("Soziale Systeme, Suhrkamp"), split_publisher("Recht, Staat, Freiheit")
        (('Soziale Systeme', 'Suhrkamp'), ('Recht, Staat, Freiheit', ''))
    """
    words, _, last = title.rpartition(", ")
    is_known = is_publisher(last) or (may_be_any and prints_books(last))
    return (words, last) if words and is_known else (title, "")
