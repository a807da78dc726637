"""Decide quickly which parts of a note may describe a paper, or begin a reference, so that only these are read."""

from __future__ import annotations

import re

from papernotes_plugin.people import FURTHER_AUTHORS, PARTICLES
from papernotes_plugin.recognisers.evidence.references.author_lists import GLUED_PARTICLE
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import start_of_body, title_of_callout
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_TRANSLATED = lazy_regex(rf"(?=[^\n\d]*?[{CJK}]{{4}})[^\n\d]*+\n[ \t>]*(?=[A-Z\[])")
"""A first line in Chinese, Japanese or Korean without a number, above words in Latin letters."""
_BOLD_LINE = lazy_regex(
    r"\*\*(?:[^\s*]+ ){0,3}[^\s*]+\*\*[ \t]*(?:<br ?/?>[ \t]*| {2}|\\)\n[ \t>]*(?:<[a-z]{1,6}>)?(?=[^\W\d_a-z])"
)
"""A bold first line of a few words, which is no title, and a tag that may open the next line: `**Topic**<br/>`."""
_LINES_OF_LINKS = lazy_regex(
    r"(?:(?:[ \t]*[^\W\d_]{2,20}:?(?=[ \t]))?"
    r"(?:[ \t]*(?:\[\[[^\[\]\n]{1,200}\]\]|\[[^\[\]\n]{1,100}\]\(https?://[^()\s]{1,300}\)|#[^\W\d][\w/-]*),?)+"
    r"[ \t]*\n)+"
)
"""Lines with only tags and links, and perhaps a word before them: `definitions [[Note]]`."""
_FRENCH_MORE = (
    r"(?:aussi|notamment|not\.|également|égal\.|surtout|spéc\.|par exemple|par ex\.|p\. ex\.|en particulier|en ce sens"
    r"|sur ce point|à ce sujet|à ce propos|entre autres)(?: :)?"
)
"""Words after `voir` in French footnotes."""
ANNOUNCING_LINE = lazy_regex(r"[^\w\n]{0,6}[^\W\d_][^\n:]{2,60}:[ \t*_]*\n[ \t>]*(?=[^\W\d_])")
"""A line that announces those below it: `Bibliographie :`."""
_TWO_NAMES = r"(?=[*_ ]{1,3}[^\W\d_a-z][\w.'’-]* [^\W\d_a-z]\w)"
_QUOTED_IN = (
    r"(?:(?:[Qq]uoted|[Cc]ited|[Qq]td\.) (?:in|by|from|after)|[Aa]lso in|[Zz]it(?:iert|\.) (?:nach|n\.|in|bei|aus)"
    r"|[Cc]itée?s? (?:par|dans|in)|[Cc]itad[oa]s? (?:en|em|por)|[Cc]it(?:at[oaie]|\.) (?:in|da)|[Cc]yt\. za|[Aa]pud)"
    rf"(?=:?{_TWO_NAMES})"
)
"""Pattern of the words before the work that quotes another, in several languages."""
SEE = (
    r"(?:[Ss]ee(?: also|,? e\.g\.,?|,? for example,?)?"
    r"|[Cc]fr?\.(?: (?:anche|inoltre|ad es\.|per tutti|también|por ejemplo|por todos|entre otros|também|aussi))?"
    r"|e\.g\.,?"
    r"|(?:[Vv]gl\.|[Ss]iehe)(?: (?:auch|dazu|hierzu|etwa|insbesondere|bes\.|zum Beispiel|z\. ?B\.|u\. ?a\.)){0,2}"
    rf"|[Vv]oir(?: {_FRENCH_MORE})?,?|V\.,? {_FRENCH_MORE},?"
    r"|[Vv]éa(?:n)?se(?: (?:también|además|entre otros|por ejemplo|al respecto|en particular))?,?"
    r"|[Zz]ie(?: ook)?|[Сс]м\.(?: также)?|[Сс]р\.|[Ββ]λ\.(?: επίσης| και)?|[Zz]ob\.(?: też| także| m\.in\.)?|[Ss]rov\."
    r"|(?:[Ss]i veda(?:no)?|[Vv]edasi|V\.)(?=,? (?:anche|in particolare|ad esempio|per tutti|inoltre)\b)"
    r"[^,\n]{4,16}?,?(?= [A-Z])"
    rf"|(?:[Vv]er(?: también| também| por ejemplo| por exemplo)?|[Vv]ide|[Ss]i veda(?:no)?"
    rf"|[Vv]edi(?: anche)?){_TWO_NAMES}|{_QUOTED_IN})"
    r"(?![^\W\d_A-Z])"
)
"""Pattern of the words that point to a reference, in several languages."""
OTHER_CITED = lazy_regex(rf"\({SEE}:? (?:[^()]|\([^()]*\))*\)?")
"""A bracket with another paper: `(see: Ann Lee, …)`."""
TASK_STATES = "(?:TODO|DOING|DONE|NOW|LATER|WAITING|NEXT|HOLD)"
"""Pattern of the states of tasks in Org and Logseq."""
_NAME_AND_INITIALS = r"[^\W\d_a-z][\w'’-]+,? (?!(?:AI|AR|DL|IL|IT|LM|ML|RL|UI|VR)\b)(?:[A-Z]\.?-?){1,2}"
"""Pattern of a family name and initials; `Weak AI` ends with a usual acronym instead."""
_INITIALS_AND_NAME = (
    r"(?:[A-Z]\. ?){1,3}(?:[a-z]{2,4} )?[^\W\d_a-z][\w'’-]+(?:, | ?[（(][^()（）\n]{1,5}[)）][,，] ?)"
    r"(?=[^\n]{8,200}\b(?:1[5-9]|20)\d\d\b)"
)
"""Pattern of a name with initials first, and perhaps a role in brackets, before other words and a year."""
_CHINESE_NAMES = (
    r"[\u3041-\u9fff]{2,5}(?:[，、,・][\u3041-\u9fff]{2,5}){0,3}[，、,]?[『「《][^\n』」》]{1,80}[』」》][，,] ?(?!\d)"
)
"""Pattern of Chinese and Japanese names before a title in its marks and a publisher."""
LABEL = (
    rf"(?:{SEE}|{TASK_STATES}|[Ss]ources?|[Rr]ef(?:erence)?s?|[Pp]aper|[Cc]itation|[Cc]ite(?: as)?|[Ff]rom"
    r"|[Qq]uellen?"
    r"|(?:(?:(?:Pflicht|Grundlagen|Zusatz|Basis|Haupt|Primär|Sekundär)(?:lektüre|texte?|literatur)|Lektüre|Text|Literatur"
    r"|Zum Weiterlesen|Weiterführend|(?:Kurs)?[Ll]itteratur|Pensum|Literatuur|Lektura|Литература))(?=[*_]{0,3}:)"
    r"|(?:[Rr]equired|[Oo]ptional|[Rr]ecommended|[Ss]uggested|[Ff]urther|[Aa]dditional|[Mm]ain|[Kk]ey|Background)"
    r"(?: (?:[Rr]eadings?|[Pp]apers?|[Ll]iterature))?(?: \d{1,2})?(?=[*_]{0,3}[:：])"
    r"|(?:(?:[Tt]ech(?:nical)?\.? )?[Rr]eport|[Tt]hesis|[Dd]issertation|[Mm]onograph|[Pp]ublication"
    r"|[Bb]ook(?: [Cc]hapter)?|[Rr]eadings?|[Pp]apers?|[Aa]rticle|[Pp]reprint|[Ll]e[ci]turas?|[Ll]ectures?|[Ll]etture?"
    r"|[Ll]i[vb]r[oe]s?|[Tt]e[xs]t[oe]s?|[Aa]rtículos?|[Aa]rtigos?|[Aa]rticol[oi]|[Oo]bra|[Oo]uvrage|[Ee]x[ae]mple"
    r"|[Bb]eispiel|[Ee]jemplo)(?: \d{1,2})?"
    r"(?=[*_]{0,3}\s?[:：])"
    r"|(?:(?:[Rr]e-?)?[Rr]ead|[Ss]kim(?:med)?|Browse|[Rr]eview|Watch|Consult|Either|[Ff]inish(?:ed)?)"
    r"(?=[*_]{0,3}[:：]| (?:[A-Z][\w.'’-]* (?:(?:&|and) )?){1,3}(?:[A-Z]\w|et al\b))"
    r"|(?:[Ii]n|[Nn]ach|[Ll]aut|[Ss]elon|[Ss]egún|[Ss]econdo|[Ff]ollowing)"
    r"(?= [^\W\d_a-z][\w'’-]+ (?:et al|(?:and|und|et|y|e|&) [A-Z]))"
    r"|[Ff]uente|[Ff]onte|[Rr]éf(?:érence)?|[Rr]efer[eê]ncia|[Rr]iferimento|Fiche|[Ии]сточник|出典|出处|出處|来源"
    r"|参考|[范示实样案]?例\s?\d{0,2}(?=\s?[:：])|(?:原始|核心|相关|参考|主要)?(?:论文|論文|文献)(?:原文|引用)?|출처"
    r"|(?:APA|MLA|ABNT|IEEE|Harvard|Chicago|Vancouver)(?: ?\d{1,2}(?:th)?)?(?=:)"
    r"|(?:[A-Z]|[A-Z]{3,12}(?: [A-Z]{3,12}){0,2})(?=: +[^\W\d_a-z][^\n:;“”\"«»()\[\]]{4,80}, [“\"«](?![a-z]))"
    rf"|[^\W\d_a-z][\w-]{{1,20}}(?=[*_]{{0,3}}[:：]\s?(?:{_INITIALS_AND_NAME}|{_CHINESE_NAMES}))"
    r"|[^\W\d_a-z][\w/&-]{1,20}(?: [\w/&-]{1,15}){0,2}(?: \([^()\n]{1,20}\))?"
    rf"(?=[*_]{{0,3}}: +{_NAME_AND_INITIALS}(?:,? et al\b|(?:,|,? and|,? &) {_NAME_AND_INITIALS}\b)))"
    r"(?![^\W\d_A-Z\u3041-\u9fff])"
)
"""Pattern of the words that introduce a reference: `See`, `Source`, `Quelle`, the name of its style with a colon.

Before two names with initials, it may be any label: `RCT: Legro RS, Barnhart HX, et al. Title`.
Before names and a title in quotation marks, it may be capitals, such as the day: `M: Ann Lee, “Title,” …`.
"""
_HINT = lazy_regex(
    # one set of first characters, which the search finds in half the time of the alternatives
    r"(?=[12nsoifeh\]'’])(?:(?:1[5-9]|20)\d\d|[ns]\.\s?[df]\.|o\.\s?J\.|in (?:press|print|preparation|revision)"
    r"|forthcoming|submitted|et al|https?://|\]\(|10\.\d{4}|(?<=[a-z])['’]\d\d\b)",
    re.IGNORECASE,
)
"""A date, a link, or shortened authors: every reference contains one of them."""
_NAME_AND_COLON = (
    r"[\s>*_+-]*+(?:\d{1,4}[.)]\s+)?(?:\\?\[\^?[^\[\]\n]{1,40}\]:?\s*)?[*_]*"
    rf"(?:{SEE}\s+)?(?:[^\W\d_a-z][\w'’-]*\.?[ -]){{1,3}}(?:[a-z]{{2,3}} ){{0,2}}[^\W\d_a-z][\w'’-]+:[*_]*\s"
    r"(?=[^\0]{4,300}?\b(?:1[5-9]|20)\d\d\b)"
)
"""A name and a colon before a title and a year, as Germans write: `Max Weber: Wirtschaft und Gesellschaft, 1922`."""
_ACCENT = r"\{?\\(?:[\"'`^~]\{?|[cvHuk]\{)(?:\\i|[A-Za-z])\}{0,2}"
"""A letter with an accent in LaTeX: `{\\"u}`."""
_KEYS = (
    r"(?:[\s>*_+-]*+(?:\d{1,4}[.)]\s+)?\\?\[(?:\^?[^\[\]\n]{1,40}|\[@[^\[\]\n]{2,80}\])\]:?(?!\()){0,2}"
    r"(?:<sup>\d{1,3}</sup>)?"
)
"""Up to two keys or numbers in brackets, and the number of a footnote."""
_MARKS = (
    r"(?:[\s>*+-]{0,8}(?::[a-z][a-z\d_+-]{1,30}:\s{1,3}){1,3})?"
    r"(?:[\W\d_]{0,12}?\xa0{8,}+)?[\W\d_①-⑳]{0,40}(?:(?<=&)nbsp;\W{0,3}){0,4}"
    r"(?:[\u4e00-\u9fff]{1,3}[］〕）\])])?(?:<[a-z]{1,6}(?: [^<>\n]{1,60})?>)?"
)
"""Marks of a list, a picture such as `:star:`, marks that hide an anchor, a country in brackets, and an HTML tag."""
_LABEL_AND_COLON = rf"(?:{LABEL}[*_]{{0,3}}\s*+[:：]?[*_]{{0,3}}\s*+[\W_]{{0,4}})?"
_LETTERS = rf"(?>(?:[^\W\d_]|[\u0300-\u036f]|{_ACCENT})*)"
_CAPITALISED = rf"(?:(?:{GLUED_PARTICLE}|[dl]['’])?[^\W\d_a-z]|{_ACCENT}){_LETTERS}(?:['’-]|\.?~|\.)?\s{{0,3}}"
_PARTICLE = r"(?:[a-z]{1,4}|dalla|degli|others|van der)(?:\s|(?<= van der)(?=, [A-Z]))"
_JOINED_WORD = r"['’\u2010\u2011-][^\W_]+\s?"
"""The part of a name after an apostrophe or a hyphen."""
_AFTER_NAME = (
    r"(?:[,，、；（：．・·“\"(&「『]|[.;](?=[*_]{0,3}[\s\u3041-\u9fff])|\.,|\band\b|\bund\b|\bet\b|[*_]{1,2}et\s|등|等|ら"
    rf"|{FURTHER_AUTHORS}"
    r"|\\\(|\+[\s,:(\[’']|[–—-]\s[*_]|\]\(\{\{)"
)
_NOTE_MARK = r"(?:\\?[*∗†‡§^](?![*\w])){0,2}"
"""The mark of a footnote after a name: `**Lee A**†, `, `Lee, A.\\*, `."""
_OPENING = (
    rf"{_KEYS}{_MARKS}{_LABEL_AND_COLON}"
    rf"(?:bibitem\b|bibfield\{{author|(?:{_CAPITALISED}|{_PARTICLE}|{_JOINED_WORD}){{1,7}}?"
    rf"(?:(?:\*\*|__)(?=[,.\\*†‡§^]))?{_NOTE_MARK}\s*{_AFTER_NAME})"
)
"""A few capitalised words, particles and initials, and a mark that follows a name.

The mark may also be a dash before emphasis, or the address of a page of Hugo.
"""
REPEATED_AUTHORS = (
    r"(?:\*\*(?=(?:\\?_){3}))?"
    r"(?:(?:[—―]{2,}-?|–{3,}|(?:&(?:mdash|#8212|#x2014);){2,}|[⸺⸻]+|(?:\\?_){3,}|-{3,6})"
    r"|(?:[—―]|&mdash;)(?=[.,:]\s)"
    r"|(?:(?:[Dd]ers|[Dd]ies|Id|Idem|IDEM|Eadem|Ídem)\b\.?|(?:Он|Она|Они|Его|Е[её]|Их) же)(?=[,:])|ID\b\.?(?=,)"
    r"|(?:I[dD]|Idem|IDEM|Ídem|(?:Он|Она|Они|Его|Е[её]|Их) же)(?=\.\s+(?:[^\W\d_a-zß-öø-ÿа-яё]|[«“\"\[*_])))"
    r"(?:\*\*)?(?=\s?[.,:(])"
)
"""Pattern of the marks for the authors of the reference above: `———`, `______`, `Ders.`, `Id.`, `Он же.`

One dash needs a mark after it.
"""
_REPEATED = rf"[\s>]*+(?:[-*+]\s+)?(?:\d{{1,4}}[.)]\s+)?(?:\\?\[\^?[^\[\]\n]{{1,40}}\]:?\s*)?{REPEATED_AUTHORS}"
_REPEATED_LINE = lazy_regex(rf"\n[ \t>]*(?={REPEATED_AUTHORS}|[—―] (?:y|e|and|et|und|&) [^\W\d_a-z])")
"""The start of a line that begins with such a mark, or with it and the name of another author."""
_NAMES_WITH_INITIALS = (
    rf"(?=(?:(?:{PARTICLES})\s){{0,3}}"
    r"(?:[^\W\d_a-z][\w'’-]+ )?[^\W\d_a-z][\w'’-]+,? [A-Z]\.?(?:[ -]?[A-Z]\.?){0,2}(?:[,.]\s|\sand\b|\s&|\set al\b))"
)
_FULL_NAME = r"[^\W\d_a-z][\w'’-]+ (?:[^\W\d_a-z][\w.'’-]* ){0,2}[^\W\d_a-z][\w'’-]+"
_SEVERAL_NAMES = (
    r"(?=(?:[A-Z]\.[ -]?){1,3}[^\W\d_a-z][\w'’-]+(?:,|,? (?:and|und|et|y|e|и|&)) (?:[A-Z]\.[ -]?){1,3}[^\W\d_a-z]"
    r"|(?:[A-Z]\.[ -]?){1,3}[^\W\d_a-z][\w'’-]+, [“\"]"
    rf"|(?:{_FULL_NAME}, ){{0,9}}{_FULL_NAME},? (?:and|und|et|y|e|и|&) {_FULL_NAME} \((?:19|20)\d\d\)[.,:])"
)
"""Names with initials first, or full names before a year: `A. Lee and B. Ray`, `A. Lee, “`, `Ann Lee, Bo Ray (2020)`"""
_SENTENCE_BEFORE = lazy_regex(
    r"(?:[^:;,()\[\]\n]|,(?= [a-zß-öø-ÿ])){0,60}?"
    r"\b(?!(?:and|und|del|des|dos|the)\b)(?:is|in|by|[a-zß-öø-ÿ]{3,15}|[^\W\d_]{3,30}(?=:))[*_]{0,2}:?\s+"
    rf"(?:{_NAMES_WITH_INITIALS}|{_SEVERAL_NAMES})"
)
"""The words of a sentence before names with initials: `Ann Lee reviewing Smith JA, Ray B, et al. Title. …`."""
_SEE_BEFORE = lazy_regex(
    rf"(?:\[\^[^\[\]\n]{{1,40}}\]:)?(?:[^\n\"“„«\[\]\d]{{3,300}}?[\s(—–-]{SEE}[*_]{{0,2}}(?:[\s·]?:)?\s+(?=[^\W\d_a-z])"
    rf"|[^\n\"“„«]{{3,400}}?[.!?]\s{SEE}[*_]{{0,2}}\s+(?=[^\W\d_a-z][\w'’-]+, (?:[A-Z]\. ?){{1,3}}[,&(])"
    r"|[^\n]{3,120}?[.;|,–—]\s(?:Paper|Article|Reading|Text)[*_]{0,2}:[*_]{0,2}\s+(?=[*_]{0,2}[^\W\d_a-z]))"
)
"""A remark that ends with a word for `see` or a label: `It is shown, see: Ann Lee, …`, `Host: Kim. Paper: Ann Lee, …`.

With a year in it, it is a whole sentence, and initials follow: `It is from Ray (1908). See also Lee, A. (1925). `
"""
PART_BEFORE = lazy_regex(
    r"[\s>*_+-]*+(?:[^\W\d_][\w ]{2,30}(?: \([\w ]{2,20}\))?[:：]\s)?"
    r"(?:§\s?[\d.]+,?\s|[Cc]h(?:apter|\.|ap\.) \w{1,4},?\s)?"
    r"(?:[“\"](?P<title>[^“”\"\n]{2,150}?),?[”\"],?\s(?:from|of|in)|[^“”\"\n:]{0,20}(?:[Ss]ections?|[Cc]hapters?|[Ee]xcerpts?)\b"
    r"[^“”\"\n:]{0,40}?\s(?:from|of))\s(?=[^\W\d_a-z][\w'’-]+, [^\W\d_a-z])"
)
"""The part of a book before its reference: `Read: “Title” from Lee, Ann. …`, `Chapters 2 and 3 of Lee, A.`"""
_DASH_BEFORE = lazy_regex(rf"\s(?:--|[–—])\s+{_NAMES_WITH_INITIALS}")
"""A dash before such names, which may follow a long sentence: `Sleep helps -- Smith JA, Ray B. **Title**. …`."""
_MAX_SENTENCE = 600
"""Characters of a sentence before such a dash."""
_BOLD_LABEL = lazy_regex(
    r"[\s>]*(?:[-*+]\s+|\d{1,4}[.)]\s+)?(?:\*\*|__)[^*_\n]{2,100}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])\s+"
)
"""A bold label with a colon: `**UCSD study (2023):** `."""
_MAX_LABEL = 120
_INDENTED = lazy_regex(r"\n(?:\t| {4})[ \t]*(?P<line>[^\n]+)")
_NUMBER_LINE = lazy_regex(r"^[ \t>]*+\d{1,3}[.)][ \t#]*+(?:\^[\w-]++)?[ \t]*+\n", re.MULTILINE)
"""A line with only the number of a reference, and perhaps the mark of a block for links: `2. ^3kvwdy`."""
_ANCHORS = lazy_regex(r"[\s>*+-]{0,9}(?:\d{1,4}[.)]\s+)?(?:<a\s[^<>]{1,200}>\s{0,3}</a>\s{0,3}){1,3}")
"""Empty anchors, to which notes link: `<a id="org5a6f15c"></a>`, `1. <a name="fn:1"></a>`."""
_MAX_MARKER = 12
"""Characters before an anchor: spaces and the mark of a bullet."""
_DATE_OR_IDENTIFIER = lazy_regex(
    # one set of first characters, which the search finds in half the time of the alternatives
    r"[\d'’`‘A-Z*(\[（【:&]"
    # 2017, '17, ICML17, 34th, (Thirty-first …), (… Processing Systems 30)
    r"(?:(?<=\d)(?:\d{3}|(?:st|nd|rd|th)\b)|(?<=['’`‘A-Z*])[ -]?\d\d"
    r"|(?<=[(\[（【])[^()\[\]（）【】]{2,58}(?:[a-z](?:st|nd|rd|th)\b|Systems)|(?<=:)//|(?<=&)#"
    # Authors: …, **Abstract**: …
    r"|(?<=A)(?:bstract|uthors?)[*_]*\s?[:：])"
)
"""A part of a year, of the edition of a venue, or of an identifier; the label of authors or of an abstract."""


_UNDATED_LIST = lazy_regex(
    r"[\s>*+-]*+(?:\d{1,4}[.)]\s+)?(?:\\?\[[^\[\]\n]{1,40}\]:?\s*)?"
    r"(?:[^\W\d_a-z][\w'’-]+,? [A-Z]\.?(?:[ -]?[A-Z]\.?){0,2}(?:, |,? (?:and|&) )){2}[^\W\d_a-z][\w'’-]+,? [A-Z]"
    rf"|[\s>*_-]*+{LABEL}[*_]*[:：][*_]*\s(?:[^\W\d_a-z][\w'’-]++(?: [^\W\d_a-z][\w.'’-]*+){{1,3}},\s){{2}}"
    r"|[\s>*+|-]*+(?:[^\W\d_a-z][\w.'’-]*+ ){1,3}[^\W\d_a-z][\w'’-]++, [\"“«][^\W\d_a-z]"
    r"|[\s>*+-]*+[^\W\d_a-z][\w'’-]++, [^\W\d_a-z][^\n\"“«]{2,80}[.,] [\"“«]"
    r"(?:[^\n]{10,300}?\d ?\(\d{1,3}\): ?\d|[^\n\"”»]{10,300}[\"”»][\s.,]{0,3}[*_]{1,3}[^\W\d_a-z])"
)
"""Names without a date: three with initials, `Lee, A., Ray, B., Moss, C.`, or after a label; one before a quotation.

Also any names before a quoted title and the numbers of a journal, or a publication in emphasis.
"""
_BETWEEN_NAMES = (",", " and ", "& ")
"""Strings of which every match of `_UNDATED_LIST` contains one."""
_LINKED_NAME = (
    r"[\s>*+-]*+\[[^\W\d_a-z][\w'’-]*\.?(?: (?:[a-z]{2,3} )?[^\W\d_a-z][\w'’-]*\.?){1,3}\]"
    r"(?:\([^()\s]{1,300}\)|\[[^\[\]\n]{1,40}\])\.? "
    r"(?=[^\W\d_a-z][^\n]{10,500}[\s;]\d{1,4} ?(?:\(\d{1,5}\))?[:;,] ?\d{1,5}[-–])"
)
"""A single name that is a link, before a title, and the volume and pages of a journal: `[Ann Lee](…). Title. …`."""
_REPEATED_AND_TITLE = lazy_regex(rf"{_REPEATED}[\s.,:]*[“\"«„*_]")
"""A mark for the authors above, and a title in quotation marks or emphasis, which needs no date."""
_ANY_OPENING = lazy_regex(f"{_OPENING}|{_LINKED_NAME}|{_NAME_AND_COLON}|{_REPEATED}")


def without_lines_of_links(source: str, block: Block) -> Block:
    """Return a paragraph without the lines at its beginning that have only tags and links, or announce others."""
    if block.kind is not BlockKind.PARAGRAPH:
        return block
    opening = _LINES_OF_LINKS.match(source, *block.span) or ANNOUNCING_LINE.match(source, *block.span)
    return block._replace(span=Span(opening.end(), block.span.end)) if opening else block


def may_be_reference(source: str, block: Block) -> bool:
    """Return whether a block begins like a list of names and has a date or a link, or may end with a reference."""
    is_hinted = _HINT.search(source, *block.span) is not None
    if not is_hinted and all(source.find(mark, *block.span) < 0 for mark in _BETWEEN_NAMES):
        return False
    if _begins_like_reference(source, block):
        return True
    has_lines = block.kind is BlockKind.PARAGRAPH and source.find("\n", *block.span) >= 0
    if has_lines and (indented_openings(source, block.span) or numbered_openings(source, block.span)):
        return True
    if below_first_line(source, block.span):
        return True
    # a sentence before it: `Ann on Ray B, et al.`
    return is_hinted and bool(
        end_of_sentence(source, *block.span)
        or end_of_remark(source, *block.span)
        or PART_BEFORE.match(source, *block.span)
    )


def _begins_like_reference(source: str, block: Block) -> bool:
    """Return whether `opens_reference` is true for a block, or for its text after a bold label or another mark."""
    start, end = block.span
    may_be_label = (
        source.find("**", start, start + _MAX_MARKER) >= 0 or source.find("__", start, start + _MAX_MARKER) >= 0
    )
    label = _BOLD_LABEL.match(source, start, min(end, start + _MAX_LABEL)) if may_be_label else None
    if label and opens_reference(source, Span(label.end(), end)):
        return True
    if source.startswith("[!", start):
        start = start_of_body(source, block)
        title = title_of_callout(source, block)
        if title and opens_reference(source, title):
            return True
    if source.find("<a ", start, start + _MAX_MARKER) >= 0 and (anchors := _ANCHORS.match(source, start, end)):
        start = anchors.end()
    return opens_reference(source, Span(start, end))


def opens_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note begins like a list of names and has a date or a link somewhere."""
    opens = _ANY_OPENING.match(source, *span)
    return bool(
        opens
        and (
            _HINT.search(source, *span)
            or _UNDATED_LIST.match(source, *span)
            or _REPEATED_AND_TITLE.match(source, *span)
        )
    )


def below_first_line(source: str, span: Span) -> list[Span]:
    """Return the reference below a bold first line, or below one that translates its title; [] for none."""
    has_lines = source.find("\n", *span) >= 0
    first = (_TRANSLATED.match(source, *span) or _BOLD_LINE.match(source, *span)) if has_lines else None
    rest = [Span(first.end(), span.end)] if first else []
    return [part for part in rest if opens_reference(source, part)]


def indented_openings(source: str, span: Span) -> list[Span]:
    """Return the lines of a part of a note that are indented with a tab or four spaces and begin like references."""
    if source.find("\n\t", *span) < 0 and source.find("\n    ", *span) < 0:
        return []
    lines = (Span(*match.span("line")) for match in _INDENTED.finditer(source, *span))
    return [line for line in lines if opens_reference(source, line)]


def repeated_openings(source: str, span: Span) -> list[Span]:
    """Return a part of a note up to each line that begins with a mark for the authors above; [] without such lines."""
    lines = [match.end() for match in _REPEATED_LINE.finditer(source, *span)]
    starts = [span.start, *lines]
    return [Span(*part) for part in zip(starts, [*lines, span.end], strict=True)] if lines else []


def numbered_openings(source: str, span: Span) -> list[Span]:
    """Return the parts of a paragraph below lines with only a number, if several begin like references."""
    lines = list(_NUMBER_LINE.finditer(source, *span)) if source.find("\n", *span) >= 0 else []
    if len(lines) < 2:
        return []
    stops = [*(line.start() for line in lines[1:]), span.end]
    parts = [Span(line.end(), end) for line, end in zip(lines, stops, strict=True)]
    parts = [part for part in parts if opens_reference(source, part)]
    return parts if len(parts) > 1 else []


def end_of_remark(source: str, start: int, end: int) -> int:
    """Return the offset after a remark that ends with a word for `see`; 0 for none.

    Examples:
        >>> end_of_remark("This was shown before, see Ann Lee, “Title”", 0, 43)
        27
        >>> end_of_remark("Lee (2020). What we see In Dreams", 0, 33), end_of_remark("We see it", 0, 9)
        (0, 0)
    """
    remark = _SEE_BEFORE.match(source, start, end)
    return remark.end() if remark else 0


def end_of_sentence(source: str, start: int, end: int) -> int:
    """Return the offset after a sentence or its beginning before names with initials; 0 for none."""
    if sentence := _SENTENCE_BEFORE.match(source, start, end):
        return sentence.end()
    dash = _DASH_BEFORE.search(source, start, min(end, start + _MAX_SENTENCE))
    return dash.end() if dash else 0


_SIGNS_OF_AUTHORS = (" et al", "author", "utor:", "utores:", "uteurs", "作者", "著者", "저자")
"""Words for further authors, and labels of authors in small letters or in other languages."""


def may_describe_paper(context: NoteContext, span: Span) -> bool:
    """Return whether a part of a note has a link, a label of a paper, `et al`, or what may be a date or an identifier.

    Without any of them it describes no paper, whatever else it says.
    """
    if context.has_link(span) or any(context.note.text.find(sign, *span) >= 0 for sign in _SIGNS_OF_AUTHORS):
        return True
    return _DATE_OR_IDENTIFIER.search(context.note.text, *span) is not None
