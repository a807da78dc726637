"""Decide whether words can be the name of an unknown venue, or the shortened name of a journal: `Phys. Rev. Lett.`."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.reference_text import NEW_BLOCK
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.years import WHOLE_YEAR, YEAR

_MAX_NAME = 160
_PROCEEDINGS = lazy_regex(r"(?:Actes d(?:es?|u)|Atti d[ei]l?|Actas del?|Anais d[aeo]s?) ")
"""The first words of proceedings in Romance languages, most of whose words are in lower case."""
_OTHER_THING = lazy_regex(
    r"\b(?:(?<!working )(?<!discussion )papers?|blog|posts?|video|talk|slides)\b"
    r"|^(?:season|episode|week|lecture|session|bonus|day|part|version|release|revision|draft)$",
    re.IGNORECASE,
)
"""A word that calls something a paper, a post or a talk: `(Original Paxos Paper, 1990)` names no venue."""
_PART = lazy_regex(
    r"(?i:call (?:number|no\.).*|(?:box|folder|reel)(?:es|s)?|location"
    r"|cap(?:s|[íi]tulos?)?|chap(?:ters?|itres?)?|kap(?:itel)?|vol(?:umen|umes?|s)?|tomos?|p[áa]g(?:s|inas?)?|pages?"
    r"|seiten?|n[úu]m(?:eros?)?|fig(?:ures?|s)?|tables?|slides?|eq(?:uations?|s)?"
    rf"|{MONTH})\.?(?:\s[\dIVX\W]+(?:\b[AEYaey]|\b)[\s.]*)?"
)
"""A part of a work or a month, which is no venue: `Capítulos 1 a`, `Págs.`, `Figure 2`, `Diciembre`."""
_DAY = lazy_regex(rf"{YEAR}\s?年")
"""A date in Chinese or Japanese, with which no name begins: `2025年3月)に基づき`."""
_NO_NAME = lazy_regex(
    rf"(?:{MONTH}\.?(?:[-–/]{MONTH}\.?)?(?: {YEAR})?|[nN]\.? ?[pP]\.?"
    rf"|(?:de\s)?\d{{1,2}}(?:[.ºo]|\^?er\^?)?\s(?:de\s)?{MONTH}(?:\s(?:de\s)?{YEAR})?"
    r"|(?:М|СПб|Спб|Л|Пг)\.?|Meld(?:\.? St)?\.?|(?:W3C )?Working (?:Draft|Group Note)"
    r"|[Ee]-?[Bb]ook|[Bb]riefing [Pp]aper|(?:Erstveröffentlichung|Erstmals erschienen|Wiederabdruck)\b.*"
    r"|(?:Interview|Rezension|Reseña|Resenha|Recension|Entretien|Entrevista|Intervista|Gespräch)"
    r" (?:of|with|zu|von|mit|de|da|do|avec|con|com|av|di)\b.*|[Ww]ith assistance of\b.*"
    r"|[Ss]ee(?: also)?|[Cc]ited (?:on|by|in)\b.*|[Ii]b(?:id(?:em)?|\.)\.?|(?:[Oo]p|[Ll]oc)\. ?[Cc]it\.?"
    r"|[^,]{3,80}, (?:dass|daß|weil|que|che|что|що|że|att) .*"
    r"|(?:and|or|nor|but|either|neither|both|than|with|without|from|among|is|are|was|were)\b.*"
    r"|(?:[A-ZА-ЯЁІЇЄҐ]\. ?){1,2}[A-ZА-ЯЁІЇЄҐ]\.?|(?:[Uu]npublished|[Mm]anuscript|[Ss]ubmitted|[Ff]orthcoming"
    r"|[Uu]publisert|[Oo]publicera[dt]|[Uu]nveröffentlicht\w*)\b.*)"
)
"""A month, `n.p.`, or a kind of text in place of a venue."""
_ABBREVIATIONS_TABLE = """
    acad acta adv am amer anal anesth angew ann annu anthropol appl arch artif assoc astron astrophys behav
    brief biochem bioeng bioinf bioinform biol biomed biophys biosci biotechnol br brit bull can cardiol chem chim clin
    cogn comm commun comp comput conf contemp crit crystallogr cult curr dermatol dev diagn dis dyn ecol
    econ econom ed educ electr electron endocrinol eng engl environ epidemiol ethics eur evol exp expo found front
    gastroenterol gen genet geol geophys graph hist hum ieee immunol imp ind inf inform instrum int integr intell
    interdiscip intern internat jpn lang learn lett ling linguist logist mach manag manage mat mater math meas mech med
    mem methods microbiol mod mol nanotechnol nat natl neurol neurosci nucl nutr oceanogr oncol oper opin
    ophthalmol opt organ pap pathol pediatr perspect pharmacol phil philos photon phys physiol
    pol polit pow priv probab probl proc process prog program psychiatry psychol psychon publ q quant quart
    radiol recog recognit rel relat reliab rep res rev robot roy sci sec secur sel sens ser simul soc sociol softw
    sov st stat stud surg surv symp syst tech technol telecommun theor ther top tox trans transl trop univ vet vis
    cad ciên ciênc cienc bras enferm fac nac colomb venez latinoam arq franç cah méd psicol antropol filos
    virol wiss workshop z zool abh accad atti beitr ber ges ist istit jahrb mém mitt nachr naturwiss naz rend
    sitzungsber verh angew comment helv invent pures reine radic cosmochim criminol
    biochim dokl naturforsch ark kgl vidensk selsk skr inst freshw conserv biogeogr sediment glaciol astropart interf
    surf vac compd ceram tribol civ hydraul aeronaut propul combust energ renew sustain pollut deliv biomater regen
    cereb psychophys cognit anim ethol camb lond edinb ethnogr philol slav orient asiat hisp theol relig aff jurid
    penol financ advert mgmt demogr parasit biostat comb topol optim suppl monogr congr recogn
    atmos climatol hydrol hydrometeor meteor meteorol mon prospect seismol wea
    algebr approx arith astronaut bacteriol bot calc canad combin combinat constr contr cryptol differ discret elem equ
    ergod ethnol forensic funct geogr geom glob gynecol harmon hepatol hydrobiol infect inorg lab limnol macromol magn
    manuf microb mycol nephrol numer nurs obstet ornithol orthop paleontol parasitol pharm phytopathol planet polym
    pract prev psychoanal psychosom psychother regul rehabil reprod respir rheumatol semin spectrosc struct taxon
    toxicol transplant urol vasc vib
    aerosp agric autom cybern distrib geosci hydrol knowl multim netw sens transp veh wirel
    collect ergon futur reg
    abstr aequat colloq compos czech fund fundam indag izv leningr lin lond manuscr monatsh mosc multilin nonlin pac sb
    semigr sib stoch transform ukr usp uspehi uspekhi vestn
    bus acoust adolesc afr agron allerg anaesth anat androl angiol antimicrob antivir aquac aquat archaeol archit audiol
    autoimmun biodivers biomech biomol brachyther cardiothorac cardiovasc catal chemother chromatogr circ condens
    congenit contam contracept coron corros cosmet cosmol couns craniofac crim cryobiol cryst cytogenet cytom dement
    devel diabetol discov disord ecotoxicol electroanal electrocardiol electrochem electrophysiol embryol emerg
    endocr endod endosc endourol endovasc entomol enzymol epigenet ergon esthet ethnopharmacol exerc fert fertil
    fract gastrointest genom geochem geotech geriatr gerontol glycobiol gynaecol haematol haemost hematol hepat
    hered herpetol histochem histol histopathol homeost horm hortic hosp hyg hypertens ichthyol immunopharmacol
    immunother inflamm inj innov intens invertebr invest investig isr ital laryngol leuk libr lipidol liq lubr
    maxillofac mediat membr metab metabol metall methodol metrol microchem microcirc microelectron microsc microsurg
    mitochondr monit morphol multivar musculoskelet mutagen mutat nanomed nanopart nanosci narrat neonat neurobiol
    neurochem neuroendocrinol neurogastroenterol neuroimmunol neuroinflamm neuroinform neuromodul neuromuscul
    neuropathol neuropediatr neuropharmacol neurophysiol neuropsychiatr neuropsychobiol neuropsychol
    neuropsychopharmacol neuroradiol neurorehabil neurosurg neurother neurotoxicol neurovirol obes occup ocul optom
    organomet orthod osteoarthr osteopath osteoporos otol otolaryngol otorhinolaryngol paediatr palaeontol palliat
    pancreatol pathobiol pathog percept perinat perinatol periodontol perioper pharmaceut pharmacoecon
    pharmacoepidemiol pharmacogenet pharmacokinet pharmacother photobiol photochem photogramm phycol phylogenet
    physiother phytochem phytomed phytother pneumol popul postgrad poult prenat preserv primatol prosthet
    prosthodont proteom protoc psychiatr psychobiol psychogeriatr psycholinguist psychometr psychopathol
    psychopharmacol psychophysiol pulm qual quat radiat radioanal radiobiol radiochem radiogr radiother reconstr
    recurs refract reson resour resusc retrovirol rheol rheum rhinol roentgenol scand schizophr semicond serv spat
    spectrochim spectrom stereotact stomatol strateg subst superconduct supramol synth tectonophys teratol
    theriogenol therm thermochim thorac thromb transcult transfus tuberc ultrasonogr ultrastruct urogynecol vaccin
    vitam wildl xenotransplant cell coll method вестн моск изв докл журн тр вопр уч матем мат
    физ хим биол техн науч вычисл сиб урал акад гос пед автомат теор прикл бюл
"""
_ABBREVIATIONS = frozenset(_ABBREVIATIONS_TABLE.split())
"""Shortened words in the names of journals, in lower case."""
_JOURNAL = lazy_regex(
    r"(?:The )?(?:(?:Journal|Annals|Archives|Bulletin|Transactions) (?:of|on|for|in)|Annual Reviews? of|Reviews in"
    r"|Current Opinion in|Trends in|Nature Reviews) [^\W\d_][^\d,()]*|(?:\w+ ){1,2}(?:Letters|Quarterly)"
)
"""The name of a journal that no table lists."""
_PART_OF_LIST = lazy_regex(r", [^\W\d_a-z][^\W\d_]+$")
_END_OF_LIST = lazy_regex(r"[^\W\d_a-z][\w-]+(?:, [^\W\d_a-z][\w-]+)?,? (?:and|&|und|et|y) [^\W\d_a-z]")
"""The parts of the name of a journal with commas: `Designs` in the title, `Codes and Cryptography` after it."""
_LENGTH_OF_INITIAL = 2
_MIN_SHORTENED = 2
"""Words of a name from which their points show that they are shortened."""
_SHORT_WORD = lazy_regex(r"(?:[A-Z]|[A-Z]\.[A-Z]|[a-z]{1,2})$")


_REMARK_AT_END = lazy_regex(
    rf"{OPTIONAL_SPACE}\[[a-z-]+(?:\.[A-Z-]+)?\](?=\W*$)|\s?: сб(?:\.|орник)?(?=\W*$)"
    r"|(?<![,\s])[,\s]+\(?(?i:n/a|in press|early view|online first|accepted|forthcoming|to appear"
    r"|erscheint|im (?:Druck|Erscheinen)|à paraître|en prensa|no prelo|in corso di stampa)"
    r"\b[^()]{0,300}+(?:\(n/a\))?(?=\W*$)"
)
"""The subject of a preprint, or the state of a publication: `arXiv [cs.SI]`, `Ecology (early view)`, `Ecology, n/a`."""
_MONTH_AT_END = lazy_regex(rf",\s{MONTH}(?:\s\d\d?[–—-]*)?(?=[\s(]*$)")
"""The month before the year of an event."""
_ACRONYM = lazy_regex(r"[A-Z][\w/&+-]{0,60}[A-Z][\w+-]{0,60}")
_MAX_SHORTENED = 60
"""Characters after a point in which a shortened journal that contains it ends."""
_SHORTENED_TRANSACTIONS = lazy_regex(
    r"(?:(?:[A-Z]{2,6}(?:/[A-Z]{2,6})? )?(?:Trans|Proc|J|Ann|Bull|Commun)\.|(?<=, )[A-Z][a-z]+ [A-Z][a-z]{1,8}\.)"
    r"(?: (?:(?:of|on|for|in|and|&) )?[A-Z][a-z]{0,11}\.){1,6}(?=,? ?[\d(])"
    r"|(?<=[,.:”\"] )(?=(?:[^.,\d]{1,30}\.){3})[A-Z][a-z]{0,6}[b-df-hj-np-tv-z]\."
    r"(?: (?:(?:of|on|for|in|and|&) )?[A-Z][a-z]{0,11}\.?){2,7}(?=,? ?(?:[Vv]ol\. ?)?\d{1,4}[(:,] ?[\dA-Zn])"
)
"""The shortened name of a journal before a number, whatever its words: `ACM Trans. Interact. Intell. Syst. 9, 2`."""
_BETWEEN_SLASHES_AND_DASH = lazy_regex(r"(?:(?<=//)|(?<=//\s))[^/–—]{3,200}?(?=[.,]?\s[–—]\s)")
"""A journal in the style of catalogues, which may have points: `// Тр. Ин-та истории. — 1959. — Т. 22`."""
_BEFORE_SERIES = lazy_regex(r"[^“”\"]{8,200}?(?=, ser\. [A-Z])")
"""Proceedings before their series, in the style of the IEEE: `in Proc. of the 9th Symposium, ser. SP ’10. Rome: `."""
_QUOTED = lazy_regex(
    r"«[^«»]{2,120}»(?=,|\s\(?\d)|»[^«»]{2,120}«(?=,|\s\(?\d)|„[^„“”\"]{2,100}[“”\"](?=,?\s(?:(?:t|R|nr|z)\.?\s)?[\dIVXL])"
)
"""A journal as Italians and Poles write it: `in «Quaderni storici», 12`, `„Teksty Drugie” 2007, nr 5`."""


_ISSUE_AT_END = lazy_regex(
    r",?\s(?:Nr\.\s?)?\d{1,3}(?:[–-]\d{1,3})?/(?:19|20)\d\d$|[.?!,]{1,2} ?\d{1,2} ?(?:[aªº]|[aªº]?\.? ?ed)$"
)
"""The issue of a journal, and its year, or the edition of a book: `Zeitschrift für Bibliothekswesen 4/2022`."""
_ENDS_OF_ISSUES = frozenset("0123456789aªºd")
_ISSUE_BEFORE_YEAR = lazy_regex(r",?\s(?:Nr\.\s?)?\d{1,3}(?:[–-]\d{1,3})?/$")
JOURNAL = lazy_regex(
    r"\b(?:Zeitschrift|Archiv|Jahrbuch|Vierteljahr\w+|Journal|Revue|Revista|Rivista|Annales|Anales|Archivos|Cahiers|Cuadernos)"
)
"""The beginning of the name of a journal, which Germans write after `in:`, or of its subtitle."""


def has_subtitle(name: str) -> bool:
    """Return whether the name of a journal has a subtitle after a point: `Hipogrifo. Revista de literatura`."""
    return JOURNAL.match(name.partition(". ")[2]) is not None


def without_issue(text: str, at: int, stop: int) -> str:
    """Return the name of a venue between two offsets, without an issue before its year: `Bibliothekswesen 4/2022`."""
    issue = _ISSUE_BEFORE_YEAR.search(text, at, stop) if text[stop : stop + 2] in ("19", "20") else None
    return text[at : issue.start() if issue else stop]


def name_without_marks(words: str) -> str:
    """Return the name of a venue without marks around it; a bracket that opens within it keeps the closing one."""
    words = _REMARK_AT_END.sub("", _MONTH_AT_END.sub("", words).replace(NEW_BLOCK, " "))
    name = words.strip(" .,;:()[]*_/\x1d\x1e„“”«»\"'–—-『』「」《》")
    if name.count("«") != name.count("»") and (at := words.find(name)) and words[at - 1] in "«»":
        # `»forsch!« – Studentisches Online-Journal`
        name = words[at - 1] + name
    if name.count('"') % 2 and (at := words.find(name)) > 0 and words[at - 1] == '"':
        # `"Raw Data" Is an Oxymoron`
        name = f'"{name}'
    if name.count(")") > name.count("(") and (at := words.find(name)) > 0 and words[at - 1] == "(":
        # `(Digital) Media and Memory`
        name = f"({name}"
    name = _ISSUE_AT_END.sub("", name) if name[-1:] in _ENDS_OF_ISSUES else name
    if name.count("(") <= name.count(")"):
        return name
    # the year in the bracket is no part of the name: `Proceedings of … (POPL 2022)`
    before, _, inside = name.rpartition("(")
    return f"{name})" if words.rstrip().endswith(")") or _ACRONYM.fullmatch(inside) else before.rstrip(" .,;:")


def names_part(name: str) -> bool:
    """Return whether the name after a title is a part of a work, a month or a placeholder: `Diciembre`, `Venue TBD`."""
    return _PART.fullmatch(name) is not None or is_missing(name)


def may_be_venue(name: str, *, is_marked: bool) -> bool:
    """Return whether the words after a title can be the name of an unknown venue.

    Args:
        name: The words.
        is_marked: True if `In`, emphasis or pages show that they name what contains the paper.
    """
    words = name.split()
    if not name or len(name) > _MAX_NAME or not any(c.isalpha() for c in name):
        return False
    if not (name[0].isupper() or name[0].isdigit() or name[0] > "\u2e80" or is_marked) or _NO_NAME.fullmatch(name):
        return False
    if not is_marked and (name.startswith(("A ", "An ")) or _OTHER_THING.search(name) or _DAY.match(name)):
        return False
    if not is_marked and (len(name) == 1 or (len(words) == 2 and len(words[1]) == 1 and is_given_name(words[0]))):
        # `William B. Eerdmans`, cut at the initial
        return False
    capital = sum(not w[0].islower() for w in words)
    return len(words) <= 20 and (
        is_marked
        or bool(publishers.EVENT.match(name) or _PROCEEDINGS.match(name))
        or len(words) <= 2
        or 2 * capital >= len(words)
        or name[0] > "\u2e80"
    )


def read_whole_name(text: str, start: int, end: int) -> int:
    """Return the offset after a name that marks or its form separate from what follows; 0 for no such name."""
    for pattern in (_BETWEEN_SLASHES_AND_DASH, _QUOTED, _SHORTENED_TRANSACTIONS, _BEFORE_SERIES):
        if match := pattern.match(text, start, end):
            return match.end()
    return 0


def is_abbreviation(words: str) -> bool:
    """Return whether a text ends with a shortened word of a journal's name, such as `Phys` or `Lett`."""
    word = re.split(r"[\s(/-]", words)[-1]
    return word.casefold() in _ABBREVIATIONS or bool(_SHORT_WORD.match(word))


def ends_within_shortened(text: str, start: int, end: int) -> bool:
    """Return whether a part of a reference ends within the shortened name of a journal before a number."""
    journal = _SHORTENED_TRANSACTIONS.search(text, start, end + _MAX_SHORTENED)
    return journal is not None and journal.start() < end < journal.end()


def is_shortened_name(name: str) -> bool:
    """Return whether a name consists of shortened words, of which one at least has a point: `Ann. of Math`.

    Examples:
        >>> [is_shortened_name(name) for name in ("Ann. of Math", "ACM Trans. Comput. Syst", "St. Louis")]
        [True, True, False]
    """
    words = name.rstrip(".").split()
    # `ACM Trans. Math. Softw`
    shortened = (is_abbreviation(word.rstrip(".,")) or word.isupper() for word in words)
    return ". " in name and len(words) > 1 and all(shortened)


def is_within_shortened(before: str, name: str) -> bool:
    """Return whether a point is within the shortened name of a journal: after `Rev`, as in `Rev. Mex. Fis.`.

    Examples:
        >>> names = ("Fortschr. Phys.", "J. Phys. A Math. Gen.", "Nature. Phys")
        >>> [is_within_shortened("Fortschr", name) for name in names]
        [True, True, False]

    Args:
        before: The words before the point.
        name: The words to the number after the name, with their points.
    """
    return is_abbreviation(before) or _is_of_shortened_words(name)


def has_inner_colon(name: str, *, is_marked: bool) -> bool:
    """Return whether a colon is within the name of a venue, not after a place: `J. Phys. A: Math. Gen`."""
    return ": " in name and (is_marked or _is_of_shortened_words(f"{name}.".replace(":", "")))


def _is_of_shortened_words(name: str) -> bool:
    """Return whether each word of a name has a point, and one at least is known in the names of journals."""
    words = [word for word in name.split() if len(word) > 1 and word not in SMALL_WORDS]
    # `SIAM J. Imag. Sci.`
    words = words[1:] if words and words[0].isupper() and words[0].isalpha() else words
    are_shortened = (
        word.endswith(".") and (len(word) == _LENGTH_OF_INITIAL or not word[:-1].isupper()) for word in words
    )
    # the series has a number of its own: `Вестн. Моск. ун-та. Сер. 15. 2016. № 4`
    if len(words) < _MIN_SHORTENED or words[-1] == "Сер.":
        return False
    return all(are_shortened) and any(is_abbreviation(word[:-1]) for word in words)


def is_journal(name: str) -> bool:
    """Return whether words have the form that names of journals have, also shortened ones without points.

    Examples:
        >>> [is_journal(name) for name in ("Nat Rev Neurosci", "Trends Cogn Sci", "Nature Reviews Genetics")]
        [True, True, True]
        >>> [is_journal(name) for name in ("Research Methods", "Robot Notes", "Dev", "vis comput")]
        [False, False, False, False]
    """
    return is_shortened_journal(name) or _JOURNAL.fullmatch(name) is not None


_OF_PUBLISHER = lazy_regex(
    r"(?:Nature|Nat|Science|Sci|Cell|Lancet|JAMA|BMC|BMJ|PLo?S|NPJ|npj|Genome|Cancer|Molecular|Mol|Clinical|Clin|Annals|Ann"
    r"|Journal|J|Trends?|Current|Curr|Frontiers|Front|Phys|Physical|ACS|Advanced|Adv|Angew|EMBO|eLife|Genes|Blood|Brain"
    r"|Neuron|Immunity|Gut|GUT|PNAS|NEJM|Developmental|Dev)\.?(?: [A-Za-z].*)?"
)
"""The first word of many journals, before others or alone: `Nature Biotech`, `Mol. Cancer`, `Gut`."""


_MAX_SPACES = 5
"""Spaces in the name of a journal after a year."""


def opens_like_journal(name: str) -> bool:
    """Return whether a name begins like journals of a known publisher, which no table needs to list.

    Examples:
        >>> [opens_like_journal(name) for name in ("Nature Biotech", "Mol. Cancer", "Gut", "Berlin", "Naturel")]
        [True, True, True, False, False]
    """
    return _OF_PUBLISHER.fullmatch(name) is not None


def is_dated_journal(words: str) -> bool:
    """Return whether words are a year and such a journal: `2021 Nature Reviews Cancer`."""
    year, space, name = words.partition(" ")
    is_short = year.isdigit() and name.count(" ") <= _MAX_SPACES
    return is_short and bool(space) and WHOLE_YEAR.fullmatch(year) is not None and opens_like_journal(name)


def is_shortened_journal(name: str) -> bool:
    """Return whether words are the shortened name of a journal without points, such as `Clin Pharmacol Ther`."""
    words = name.split()
    listed = (word.casefold() in _ABBREVIATIONS and word.istitle() for word in words)
    return name[:1].isupper() and sum(listed) > 1 and all(map(is_abbreviation, words[1:]))


def fit_of_listed_name(title: str, venue: str) -> float:
    """Return how well a title fits a journal such as `Designs, Codes and Cryptography`, which has commas inside.

    Examples:
        >>> fit_of_listed_name("Fast codes, Designs", "Codes and Cryptography")
        -1.0
        >>> fit_of_listed_name("Fast codes", "Designs, Codes and Cryptography")
        0.3
    """
    if not _END_OF_LIST.match(venue):
        return 0
    return -1.0 if _PART_OF_LIST.search(title) else 0.3 * venue.count(", ")


def is_part_of_name(text: str, at: int, start: int, stop: int) -> bool:
    """Return whether the name of a publisher belongs to that of a known venue: `Commun. ACM`."""
    before, whole = text[at:start].strip(" .,"), text[at:stop].strip(" .,")
    return not venues.parse_venue(before)[0] and bool(venues.parse_venue(whole)[0])
