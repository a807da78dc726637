"""Frequent given names, by which `Family, Given` differs from `Given Family`, and names differ from other words."""

from __future__ import annotations

import unicodedata

from papernotes_plugin.people.frequent_given_names import FREQUENT_GIVEN_NAMES
from papernotes_plugin.people.further_given_names import FURTHER_GIVEN_NAMES
from papernotes_plugin.people.regional_given_names import REGIONAL_GIVEN_NAMES

_OLDER_GIVEN_NAMES = """
    adolf adriano agatha agnes agustin albrecht aleida alfred alfredo alphonse amartya anatole anibal annette
    aristides arlette arnaldo audre aurelio beatriz benedetto benedict bertrand bettina birgit boaventura caetano
    caglar caio carlo carmen celso cesare christa clarice claudine czeslaw darcy delphine dermeval detlef dieter
    donna doris dorothy eberhard edmund egon elfriede eliane elinor elisabeth erich ernesto erving erwin eugenio
    fabrice ferdinand fernand fernando ferruccio florestan francoise franz fredric friedrich fyodor gaston georges
    gertrud gilberto gisela gisele gottfried gottlob graciela gunter gunther gustav gyorgy hannelore harold hartmut
    hedwig heike heinrich heinz helena helene helmut henri henrique hildegard ilber ilse immanuel ingeborg isaiah
    italo jacques jeanne joaquim jochen josefina juana julio karin karl karola lelia leonor leopold leszek lilia
    lourdes lucia lucien marguerite marilena marlene mercedes michel milagros moises monika nikolai nilufer norbert
    norberto octavio odile oswald otto paola raimundo reinhard reinhart reinhold renate rogerio roque rubem rudolf
    siegfried sigmund silke silviano stanislaw sueli talcott theodor therese tulio tzvetan umberto ursula uwe vasily
    virgilio viviane werner wilhelm wolfram yolanda zygmunt
    аарон адам айзек алан александра алексей алла альбер альберт альфред анастасия анатолий андре андреас андрей
    антон антонио артур артём бенджамин бенедикт бернард бертран билл боб брайан бруно вадим валентин валерий
    вальтер василий вера вернер виктория вильгельм виталий владислав вольфганг вячеслав габриэль ганс гарри гастон
    геннадий генри генрих георгий герберт герман григорий густав гюстав даниил даниэль дарья денис джеймс джек
    джеффри джозеф джонатан джордж джудит дмитрий дональд дуглас дэвид дэниел евгений евгения екатерина жак жан
    жан-жак жан-поль жерар жиль жорж жюль зигмунд зинаида иан игорь иммануил иоганн иосиф ирвинг ицхак карло кевин
    кейт кен кирилл клайв клаус клод кристофер ксения курт лариса лев лидия лоуренс льюис людвиг людмила майкл макс
    максим маргарет маргарита марина марк мартин маршалл мераб мирча мишель надежда нассим наталья никита николай
    нил нина норберт оксана олег ольга освальд отто павел пауло пауль перри петр питер пол пьер пётр раймон ребекка
    рене ричард роджер ролан роман рональд рудольф руслан рэй рэйчел самуэль светлана сергей симон симона станислав
    степан стив стивен стэнли сьюзен тамара теодор терри тим тимоти тони уильям ульрих умберто федор фернан филип
    филипп франсуа франц фридрих фрэнсис фёдор ханна ханс хелен хосе чарльз шон эдвард эдгар эдмунд элвин элизабет
    эмиль эндрю энтони эрвин эрик эрих эрнест эрнст этьен юваль юлия юрген юрий яков ян
"""
"""Given names of authors in history, literature and philosophy, which are rare in the tables that were counted."""
_TABLES = (FREQUENT_GIVEN_NAMES, FURTHER_GIVEN_NAMES, REGIONAL_GIVEN_NAMES, _OLDER_GIVEN_NAMES)
_NAMES = frozenset(name for table in _TABLES for name in table.split())
_LETTERS = str.maketrans("łøđı", "lodi")
"""Letters that Unicode does not decompose."""


def is_given_name(word: str) -> bool:
    """Return whether a word is a frequent given name, in any case and with or without accents.

    Examples:
        >>> is_given_name("Ashish"), is_given_name("Vaswani")
        (True, False)
    """
    return fold_name(word) in _NAMES


def fold_name(word: str) -> str:
    """Return a word in lower case and without accents, as the table has it.

    Examples:
        >>> fold_name("Jérôme"), fold_name("Łukasz"), fold_name("Сергей")
        ('jerome', 'lukasz', 'сергей')
    """
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKD", word.casefold()).translate(_LETTERS)
    # a name in Cyrillic letters stays as it is: NFKD makes two characters of `й`
    return folded.encode("ascii", "ignore").decode() or unicodedata.normalize("NFC", folded)
