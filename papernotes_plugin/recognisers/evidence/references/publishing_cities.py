"""Decide whether words are cities of publishers: `Frankfurt a. M./New York`, `Toronto and Buffalo, NY`."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

STATES = (
    r"(?:A[KLRZ]|C[AOT]|D\.? ?C\.?|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT"
    r"|V[AT]|W[AIVY]|ON|QC|BC)"
)
COUNTRIES = "(?:England|Scotland|Wales|Ireland|USA|UK)"
"""The states and countries that follow the name of a city."""
_CITY_TABLE = """
    's-Gravenhage Aachen Aalborg Aarhus Albany Aldershot Amherst Amsterdam Ankara Ann_Arbor Antwerpen Aracaju
    Araraquara Asunción Athens Atlanta Auckland Augsburg Avignon Bad_Cannstatt Bad_Heilbrunn Bad_Homburg
    Baden-Baden Baltimore Baltmannsweiler Bamberg Barcelona Bari Basel Basingstoke Baton_Rouge Bauru Bayreuth
    Belfast Belgrade Belo_Horizonte Belém Beograd Bergamo Bergen Berkeley Berlin Berlín Bern Besançon Beyrouth
    Białystok Bielefeld Bilbao Birmingham Bloomington Blumenau Boca_Raton Bochum Bogotá Bologna Bonn Bordeaux
    Boston Boulder Braga Brasilia Brasília Bratislava Braunschweig Bremen Bremerhaven Brescia Breslau Brisbane
    Bristol Brno Brooklyn Brussels Bruxelles Brüssel Bucureşti Budapest Buenos_Aires Bursa Bussum Caen Cagliari
    Cairo Cambridge Campinas Campo_Grande Canberra Caracas Cardiff Catania Cham Chambéry Chapecó Chapel_Hill
    Charlottesville Cheltenham Chemnitz Chicago Chichester Christiania Cincinnati Cluj-Napoca Coimbra Como
    Copenhagen Copenhague Cosenza Cuiabá Curitiba Cuzco Dakar Dallas Darmstadt Den_Haag Denver Detroit Deventer
    Dijon Dordrecht Dortmund Dresden Dublin Duisburg Durham Düsseldorf Edinburgh Eichstätt Eindhoven
    Englewood_Cliffs Erfurt Erlangen Evanston Feira_de_Santana Ferrara Firenze Florence Florianópolis Foggia
    Fortaleza Frankfurt Frauenfeld Frederiksberg Fredrikstad Freiberg Freiburg Freiburg_im_Breisgau Gainesville
    Gdańsk Geneva Genf Genoa Genova Gent Genève Gießen Glasgow Goiânia Granada Grand_Rapids Graz Greifswald
    Grenoble Groningen Göteborg Göttingen Gütersloh Haarlem Hagen Halle Hamburg Hamm Hannover Harlow Harmondsworth
    Heidelberg Helsinki Hildesheim Hillsdale Hilversum Hoboken Hohengehren Hong_Kong Honolulu Houston Ijuí
    Indianapolis Innsbruck Istanbul Ithaca Jena Jerusalem Johannesburg Joinville João_Pessoa Juiz_de_Fora
    Kaiserslautern Karlsruhe Kassel Katowice Kiel Klagenfurt Koblenz Konstanz Konya Kopenhagen Krakow Kraków
    Kristiania Kyiv Kyoto Köln København La_Paz Lanham Lausanne Lecce Leeds Leiden Leipzig Leningrad Leuven Lille
    Lima Linköping Linz Lisboa Lisbon Liverpool Ljubljana London Londres Londrina Londyn Los_Angeles Louvain
    Louvain-la-Neuve Lublin Lund Luxembourg Luxemburg Luzern Lyon Lüneburg Maceió Macerata Madison Madrid
    Magdeburg Mahwah Mailand Mainz Malden Malmö Manaus Manchester Manila Mannheim Marburg Maringá Marseille
    Marília Melbourne Menlo_Park Meppel Messina Mexico_City Miami Milan Milano Milwaukee Minneapolis Minsk Modena
    Montevideo Montpellier Montreal Montréal Moscou Moscow Moskva Munich México München Münster Nairobi Namur
    Nantes Napoli Nashville Neukirchen-Vluyn Neuwied New_Brunswick New_Haven New_Orleans New_York New_York_City
    Nova_Iorque Nova_York Nueva_York
    Newark Newcastle Nijmegen Niterói Novosibirsk Nürnberg Odense Oldenburg Olomouc Olsztyn Opladen Opole Osaka
    Oslo Osnabrück Ostfildern Ostrava Ottawa Ouro_Preto Oxford Paderborn Padova Palermo Palo_Alto Paris Parma
    Paryż Passau Pavia Pelotas Perugia Petersburg Petrópolis Philadelphia Pisa Piscataway Pistoia Pittsburgh
    Ponta_Grossa Porto Porto_Alegre Porto_Velho Potsdam Poznań Prag Prague Praha Pretoria Princeton Québec Recife
    Regensburg Reinbek Reinbek_bei_Hamburg Rennes Ribeirão_Preto Riga Rio_de_Janeiro Rochester Rom Roma Rome
    Roskilde Rostock Rotterdam Rzeszów Saarbrücken Salamanca Salt_Lake_City Salvador Salzburg San_Diego
    San_Francisco San_Jose Santa_Barbara Santa_Fe Santa_Maria Santiago Sao_Paulo Sassari Seattle Seoul Sevilla
    Shanghai Sheffield Siegen Siena Singapore Sofia Sorocaba St._Gallen St_Petersburg Stanford Stockholm
    Strasbourg Strassburg Straßburg Stuttgart Stuttgart-Bad_Cannstatt Sydney Szczecin São_Carlos São_Leopoldo
    São_Luís São_Paulo Taipei Tallinn Tartu Teresina The_Hague Thousand_Oaks Tokyo Torino Toronto Toruń Totowa
    Toulouse Trento Treviso Trier Trieste Trondheim Tucson Turku Turnhout Tübingen Uberaba Uberlândia Umeå
    Upper_Saddle_River Uppsala Urbana Urbino Utrecht Valencia Vancouver Varsovie Venedig Venezia Venice Verona
    Vienna Vitória Viçosa Warszawa Washington Weilerswist Weimar Weinheim Wellington Westport Wien Wiesbaden
    Winnipeg Wrocław Wuppertal Würzburg Zagreb Zaragoza Zurich Zutphen Zürich Århus Évora İstanbul İzmir Łódź
    Варшава Воронеж Дніпро Екатеринбург Казань Киев Київ Лейпциг Ленинград Львів Минск Москва Новгород Новосибирск
    Одеса Одесса Пермь Петроград Ростов-на-Дону Самара Санкт-Петербург Саратов Тарту Томск Харків Харьков Чернівці
"""
"""Cities with many publishers; `_` is a space."""
KNOWN_CITY = r"(?:Bs\. ?As\.?|" + "|".join(_CITY_TABLE.split()).replace("_", " ") + ")"
_RIVER = lazy_regex(r"(?:,? a(?:m|\.)? ?M(?:ain|\.)?|/M(?:ain|\.)?|,? i(?:m|\.)? ?Br(?:eisgau|\.)?)$")
"""The river or the region after the name of a city: `Frankfurt a. M.`, `Freiburg i. Br.`"""
_STATE = lazy_regex(rf"(?:,? {STATES}|, {COUNTRIES})(?=$|,| and | & |/|;)")
_BETWEEN_PLACES = lazy_regex(r",? (?:and|&) |\s?[/;]\s?")
_PLACE_NAME = lazy_regex(r"[^\W\d_a-z][a-zà-öø-ÿ’'.]+(?:[ -](?:de |of )?[^\W\d_a-z][a-zà-öø-ÿ’'.]+){0,2}")
_AFTER_CITY = lazy_regex(r"/ ?(?!M\b|Br\b)| und |, |,? u\. ?a\.")


def is_city(words: str) -> bool:
    """Return whether words are the name of a city with many publishers."""
    return re.fullmatch(KNOWN_CITY, _RIVER.sub("", words)) is not None


def are_places(words: str) -> bool:
    """Return whether words are cities with many publishers, or cities with their state.

    Examples:
        >>> [are_places(words) for words in ("Malibu CA", "Toronto and Buffalo, NY", "NeurIPS, CA", "Vienna Talks")]
        [True, True, False, False]
    """
    names = _BETWEEN_PLACES.split(_STATE.sub("", words))
    has_state = _STATE.search(words) is not None
    # `Wiley, Cambridge, MA` has a publisher
    return all(
        all(map(is_city, name.split(", "))) or (has_state and _PLACE_NAME.fullmatch(name) is not None) for name in names
    )


def is_first_city(places: str) -> bool:
    """Return whether the first of some places is a city with many publishers: `Frankfurt a. M./New York`."""
    return is_city(_AFTER_CITY.split(places)[0])
