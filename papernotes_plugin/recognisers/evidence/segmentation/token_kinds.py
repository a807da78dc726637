"""The kinds of tokens: the form of a word, the length of a number, and the lists of words that have it."""

from __future__ import annotations

from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city

_VENUE_TABLE = """
    acm acta advances am ann annales annals annu archiv archives arxiv association assoc beiträge bibliothek biol
    biorxiv bmc bulletin chem companion comput conf conference cuadernos econ encyclopedia eng eur frontiers
    handbook hist ieee int international j jahrbuch journal lancet law lecture lett letters ling lncs magazine math
    med medrxiv nature notes phil philos phys plos preprint press proc proceedings psychol quaderni quarterly res
    rev review reviews revista revue rivista sci science soc society springer ssrn studi studien studies symp
    symposium syst trans transactions university usenix workshop zeitschrift вестник вопросы журнал известия
    материалы сборник труды 大学 学会 学报 研究 論文
"""
_PUBLISHER_TABLE = """
    amsterdam barcelona basel beck berlin blackwell bologna books boston brill cambridge chicago dordrecht edições
    edition editions editora editore editorial edizioni elsevier éditions frankfurt göttingen gruyter hall hamburg
    harvard heidelberg leiden leipzig lisboa london madrid macmillan mcgraw milano mit moskau münchen oxford
    palgrave paris pearson penguin prentice presses press princeton publications publishers publishing roma
    routledge sage saarbrücken springer stanford stuttgart suhrkamp torino tübingen university verlag verso wien
    wiley yale york zürich издательство москва наука
"""
_MONTH_TABLE = """
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février mars avril juin
    juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre
    octubre noviembre diciembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro gennaio
    febbraio aprile maggio giugno luglio settembre ottobre dicembre января февраля марта апреля мая июня июля
    августа сентября октября ноября декабря
"""
_NUMBER_TABLE = """
    vol volume no nr num number issue pp p pages page bd band heft h s t jg ch chapter art т № с vol 卷 期 页 号 頁 巻
"""
_EDITOR_TABLE = "ed eds edd editor editors edited hrsg hg éd dir coord org orgs a cura red ред"
_WORDS = {
    "v": frozenset(_VENUE_TABLE.split()),
    "p": frozenset(_PUBLISHER_TABLE.split()),
    "m": frozenset(_MONTH_TABLE.split()),
    "j": frozenset(["and", "und", "et", "y", "e", "&", "with", "och", "og", "i", "и", "和", "与", "及"]),
    "o": frozenset(["al", "others", "andere", "autres", "otros", "outros", "др", "等", "ua"]),
    "n": frozenset(_NUMBER_TABLE.split()),
    "i": frozenset(["in", "dans", "en", "em", "im", "v", "в", "at", "presented", "published", "appeared", "appears"]),
    "e": frozenset(_EDITOR_TABLE.split()),
}
"""Words of names of venues and publishers, months, conjunctions, `et al.`, numbers, prepositions, and editors."""


@lru_cache(maxsize=1 << 14)
def form_of(word: str) -> str:
    """Return the form of a token: the case and script of a word, the length of a number, or a mark itself.

    Examples:
        >>> [form_of(word) for word in ("Lee", "A", "and", "learning", "2020", "317", ",")]
        ['Ax', 'A', 'x3', 'x', 'Y', 'd3', ',']
    """
    first = word[0]
    if first.isdigit():
        number = int(word) if word.isdecimal() and len(word) <= 4 else 0
        if len(word) == 4 and 1500 <= number <= 2035:
            return "Y" if number >= 1900 else "y"
        return f"d{min(len(word), 5)}"
    if not first.isalpha():
        return word if len(word) == 1 else "?"
    code = ord(first)
    if code >= 0x3005:
        if 0x3040 <= code <= 0x309F:
            return "hira"
        if 0x30A0 <= code <= 0x30FF:
            return "kata"
        return "hang" if code >= 0xAC00 else "han"
    if first.islower():
        return "x" if len(word) > 3 else f"x{len(word)}"
    if len(word) == 1:
        return "A"
    if word.isupper():
        return "AA" if len(word) == 2 else "AAA"
    return "Ax" if word[1:].islower() else "AxA"


@lru_cache(maxsize=1 << 14)
def lists_with(word: str) -> str:
    """Return one letter for each list of words that has a word: those above, names, titles, cities and venues.

    Examples:
        >>> [lists_with(word) for word in ("Journal", "Ashish", "Berlin", "lee")]
        ['v', 'g', 'pc', '']
    """
    lower = word.casefold()
    if not word[0].isalpha() and word not in "&№":
        return ""
    flags = [letter for letter, words in _WORDS.items() if lower in words]
    if len(word) > 1 and word[0].isupper() and is_given_name(word):
        flags.append("g")
    if len(word) > 2 and is_title_word(word):
        flags.append("t")
    if word[0].isupper() and is_city(word):
        flags.append("c")
    if len(word) > 2 and sum(map(str.isupper, word)) > 1 and venues.parse_venue(word)[0]:
        flags.append("a")
    return "".join(flags)
