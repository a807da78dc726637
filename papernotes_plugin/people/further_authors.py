"""Patterns of the words for further authors in languages with other words than `et al.`."""

_SHORTENED = (
    # German, Dutch, Swedish, Danish, Norwegian, Finnish
    r"u\.\s?a\b\.?|u\.\s?Mitarb\b\.?|e\.\s?a\b\.?|m\.?\s?fl\b\.?|ym\."
    # French, Spanish, Portuguese, Italian, Romanian
    r"|et\s+coll\b\.?|y\s+cols?\b\.?|e\s+col[ls]?\.|[şș]i\s+colab\."
    # Polish, Czech, Slovak, Slovene, Croatian, Hungarian
    r"|i\s+(?:in|wsp)\b\.?|a\s+kol\.|idr\.|in\s+dr\.|és\s+mtsai\b\.?"
    # Russian, Ukrainian
    r"|и\s+(?:др|соавт)\b\.?|та\s+ін\b\.?|[ій]\s+ін\."
    # Turkish, Indonesian, Vietnamese
    r"|ve\s+(?:ark|diğ)\b\.?|vd\b\.?|v\.\s?dğr\.|dkk\b\.?|và\s+cs\b\.?"
)
_WRITTEN = (
    r"und\s+(?:weitere|andere|Mitarbeiter)|en\s+anderen|och\s+andra|og\s+andre|med\s+flere"
    r"|et\s+(?:autres|ses\s+(?:collègues|collaborateurs))|y\s+(?:otros|colaboradores)"
    r"|e\s+(?:altri|outros|colaboradores|colleghi)|i\s+(?:inni|ostali)|a\s+další|и\s+другие|та\s+інші"
    r"|ve\s+(?:arkadaşları|diğerleri)|và\s+(?:các\s+)?cộng\s+sự|و\s?(?:آخرون|آخرين|همکاران)"
)
FURTHER_AUTHORS = rf"(?<![\w.])(?:{_SHORTENED}|(?:{_WRITTEN})\b(?!\s+[^\W\d_]))"
"""Pattern of `u. a.`, `m.fl.`, `et coll.`, `y otros`, `i in.`, `и др.`, `ve ark.`, `và cộng sự` and the like.

Its words are in small letters, as `E. A. Lee` has initials.  A title has others: `Facundo y otros escritos`.
"""
SIGNS_OF_OTHERS = (
    "u. a", "u.a", "Mitarb", "e.a", "e. a", ".fl", ". fl", "mfl", " ym.", " et col", " y col", " e col", " colab",
    " i in", "wsp", "kol.", "dr.", "mtsai", "др", "ін", "соавт", "ve ark", "diğ", "vd", "dğr", "dkk", "và c",
    " ander", " andr", "flere", "autres", "otros", "altri", "outros", "inni", "další", "آخر", "همک", " ses col",
)  # fmt: skip
"""Strings of which nearly every match of `FURTHER_AUTHORS` contains one, with which a search is quick."""
