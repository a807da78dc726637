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
    's-Gravenhage Aachen Aalborg Aarhus Aberdeen Abingdon Addis_Ababa Ahmedabad Albany Aldershot Alexandria Alger
    Algiers Alicante Amherst Amman Amsterdam Ankara Ann_Arbor Antwerp Antwerpen Aracaju Araraquara Arequipa Asunción
    Athens Atlanta Auckland Augsburg Avignon Bad_Cannstatt Bad_Heilbrunn Bad_Homburg Baden-Baden Baghdad Baku
    Baltimore Baltmannsweiler Bamberg Bangalore Bangkok Barcelona Bari Basel Basingstoke Baton_Rouge Bauru Bayreuth
    Beijing Beirut Belfast Belgrade Belo_Horizonte Belém Beograd Bergamo Bergen Berkeley Berlin Berlín Bern Besançon
    Beyrouth Białystok Bielefeld Bilbao Birmingham Bloomington Blumenau Boca_Raton Bochum Bogota Bogotá Bologna
    Bombay Bonn Bordeaux Boston Boulder Braga Brasilia Brasília Bratislava Braunschweig Bremen Bremerhaven Brescia
    Breslau Brisbane Bristol Brno Brooklyn Brussels Bruxelles Brüssel Bucharest Bucureşti Budapest Buenos_Aires
    Bursa Bussum Caen Cagliari Cairo Calcutta Cambridge Campinas Campo_Grande Canberra Cape_Town Caracas Cardiff
    Casablanca Catania Cham Chambéry Chapecó Chapel_Hill Charlottesville Cheltenham Chemnitz Chennai Chicago
    Chichester Christiania Cincinnati Ciudad_de_México Cluj-Napoca Cochabamba Coimbra Cologne Como Copenhagen
    Copenhague Cosenza Cracow Cuiabá Curitiba Cuzco Cádiz Córdoba Dakar Dallas Damascus Dar_es_Salaam Darmstadt
    Debrecen Delhi Den_Haag Denver Detroit Deventer Dhaka Dijon Dordrecht Dortmund Dresden Dublin Duisburg Durham
    Düsseldorf Edinburgh Eichstätt Eindhoven Englewood_Cliffs Erfurt Erlangen Evanston Exeter Farnham
    Feira_de_Santana Ferrara Firenze Florence Florianópolis Foggia Fortaleza Frankfurt Frauenfeld Frederiksberg
    Fredrikstad Freiberg Freiburg Freiburg_im_Breisgau Gainesville Gdańsk Geneva Genf Genoa Genova Gent Genève Ghent
    Gießen Glasgow Goiânia Granada Grand_Rapids Graz Greifswald Grenoble Groningen Guadalajara Guangzhou Guayaquil
    Göteborg Göttingen Gütersloh Haarlem Hagen Halle Hamburg Hamm Hannover Hanoi Harare Harlow Harmondsworth Havana
    Heidelberg Helsingfors Helsinki Hildesheim Hillsdale Hilversum Hoboken Hohengehren Hong_Kong Honolulu Houston
    Hyderabad Iași Ibadan Ijuí Indianapolis Innsbruck Islamabad Istanbul Ithaca Izmir Jaipur Jakarta Jena Jerusalem
    Johannesburg Joinville João_Pessoa Juiz_de_Fora Kaiserslautern Kampala Karachi Karlsruhe Kassel Kathmandu
    Katowice Khartoum Kiel Klagenfurt Koblenz Kolkata Konstanz Konya Kopenhagen Krakow Kraków Kristiania
    Kuala_Lumpur Kyiv Kyoto Köln København La_Habana La_Paz La_Plata Lahore Lanham Lausanne Lecce Leeds Leiden
    Leipzig Leningrad Leuven Lille Lima Linköping Linz Lisboa Lisbon Liverpool Ljubljana London Londres Londrina
    Londyn Los_Angeles Louvain Louvain-la-Neuve Lublin Lucknow Lund Luxembourg Luxemburg Luzern Lyon Lüneburg Maceió
    Macerata Madison Madras Madrid Magdeburg Mahwah Mailand Mainz Malden Malmö Manaus Manchester Manila Mannheim
    Marburg Maringá Marseille Marília Mashhad Medellín Melbourne Menlo_Park Meppel Messina Mexico_City Miami Milan
    Milano Milwaukee Minneapolis Minsk Modena Montevideo Montpellier Montreal Montréal Moscou Moscow Moskva Mumbai
    Munich Murcia Málaga México München Münster Nairobi Namur Nanjing Nantes Naples Napoli Nashville
    Neukirchen-Vluyn Neuwied New_Brunswick New_Delhi New_Haven New_Orleans New_York New_York_City Newark Newcastle
    Nova_Iorque Nova_York Nueva_York Nijmegen Niterói Norwich Nottingham Novosibirsk Nuremberg Nürnberg Odense
    Oldenburg Olomouc Olsztyn Opladen Opole Osaka Oslo Osnabrück Ostfildern Ostrava Ottawa Ouro_Preto Oxford
    Paderborn Padova Padua Palermo Palma_de_Mallorca Palo_Alto Pamplona Paris Parma Paryż Passau Pavia Peking
    Pelotas Perugia Peshawar Petersburg Petrópolis Philadelphia Pisa Piscataway Pistoia Pittsburgh Ponta_Grossa
    Porto Porto_Alegre Porto_Velho Potsdam Poznań Prag Prague Praha Pretoria Princeton Puebla Pune Pécs Qom Quito
    Qum Québec Rabat Recife Regensburg Reinbek Reinbek_bei_Hamburg Rennes Reykjavík Ribeirão_Preto Riga
    Rio_de_Janeiro Riyadh Rochester Rom Roma Rome Roskilde Rostock Rotterdam Rzeszów Saarbrücken Salamanca
    Salt_Lake_City Salvador Salzburg San_Diego San_Francisco San_Jose San_José San_Juan San_Salvador Santa_Barbara
    Santa_Fe Santa_Maria Santiago Santiago_de_Chile Santiago_de_Compostela Santo_Domingo Sao_Paulo Sarajevo Sassari
    Seattle Seoul Sevilla Seville Shanghai Sheffield Siegen Siena Singapore Skopje Sofia Sorocaba St._Gallen
    St_Petersburg Stanford Stockholm Strasbourg Strassburg Straßburg Stuttgart Stuttgart-Bad_Cannstatt Sydney
    Szczecin Szeged São_Carlos São_Leopoldo São_Luís São_Paulo Taipei Tallinn Tartu Tashkent Tbilisi Teheran Tehran
    Tel_Aviv Teresina The_Hague Thessaloniki Thousand_Oaks Timișoara Tirana Tokyo Torino Toronto Toruń Totowa
    Toulouse Trento Treviso Trier Trieste Trondheim Tucson Tunis Turin Turku Turnhout Tübingen Uberaba Uberlândia
    Umeå Upper_Saddle_River Uppsala Urbana Urbino Utrecht Valencia Valladolid Valparaíso Vancouver Varanasi Varsovie
    Venedig Venezia Venice Verona Vienna Vilnius Vitória Viçosa Warsaw Warszawa Washington Weilerswist Weimar
    Weinheim Wellington Westport Wien Wiesbaden Winnipeg Wrocław Wuhan Wuppertal Würzburg Xalapa Yerevan Yogyakarta
    Zagreb Zaragoza Zurich Zutphen Zürich Århus Évora İstanbul İzmir Łódź Αθήνα Θεσσαλονίκη Алматы Астана Варшава
    Владивосток Воронеж Дніпро Екатеринбург Иркутск Казань Киев Київ Краснодар Красноярск Лейпциг Ленинград Львів
    Минск Москва Нижний_Новгород Новгород Новосибирск Одеса Одесса Омск Пермь Петроград Петрозаводск Ростов
    Ростов-на-Дону Самара Санкт-Петербург Саранск Саратов Тарту Томск Тюмень Уфа Харків Харьков Челябинск Чернівці
    Ярославль
"""
"""Cities with many publishers; `_` is a space."""
_COUNTRY_TABLE = """
    Argentina Australia Austria Bangladesh Belgium Brasil Brazil Britain Canada Chile China Colombia Cuba Denmark
    Deutschland Egypt England España Estados_Unidos Ethiopia Finland France Germany Ghana Great_Britain Greece
    Hungary India Indonesia Iran Iraq Ireland Israel Italia Italy Japan Jordan Kenya Lebanon Malaysia Mexico Morocco
    México Netherlands New_Zealand Nigeria Norway Pakistan Pays-Bas Peru Perú Philippines Poland Polska Portugal
    Romania Russia Samoa Saudi_Arabia Schweiz Scotland South_Africa South_Korea Spain Sri_Lanka Suisse Sweden
    Switzerland Syria Taiwan Thailand The_Netherlands Tunisia Turkey U.K. U.S. U.S.A. UK US USA Ukraine
    United_Kingdom United_States Venezuela Vietnam Wales Österreich
"""
"""Countries that references give in place of a city; `_` is a space."""
_COUNTRIES = frozenset(name.replace("_", " ") for name in _COUNTRY_TABLE.split())
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


def is_country(words: str) -> bool:
    """Return whether words are the name of a country, which may also be that of a journal: `Iraq`."""
    return words in _COUNTRIES


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
