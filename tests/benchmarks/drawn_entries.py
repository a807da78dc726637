"""Draw entries of lists, references and sentences in shapes that no rule was made for: see `drawn_entry_templates`.

`drawn_templates` combines places and orders.  These add the words near a title in lists: a date, a rating, a status.
A part of the title may be a link.  There are imprints of books, theses and reports, and titles in other languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from papernotes_plugin.people import parse_person
from tests.benchmarks.note_templates import Template, Work
from tests.benchmarks.reference_truth import sentence_case

_PREFIXES = (
    *[""] * 8,
    "2024-05-{day} ",
    "2024.05.{day}: ",
    "({day}/05/2024) ",
    "[{day} May] ",
    "⭐⭐⭐ ",
    "★★★☆☆ ",
    "(4/5) ",
    "#{topic} ",
    "🔥 ",
    "✅ ",
    "[read] ",
    "[TODO] ",
    "**Must read:** ",
    "DONE ",
    "Week {number}: ",
    "`{topic}` ",
    "{year} - ",
    "[{acronym} {year}] ",
    "[{acronym}'{yy}] ",
    "({acronym} {year}) ",
    "**{acronym} {year}** ",
    "论文：",
    "Paper: ",
)
_TITLES = (
    *["{title}"] * 4,
    "**{title}**",
    "**{title}.**",
    "*{title}*",
    '"{title}"',
    "“{title},”",
    "‘{title}’",
    "«{title}»",
    "「{title}」",
    "《{title}》",
    "<b>{title}</b>",
    "<u>{title}</u>",
    "==**{title}**==",
    "[[{title}]]",
    "[{title}](notes/{number}.md)",
    "[{title}](https://arxiv.org/abs/{arxiv})",
    "[**{title}**](https://doi.org/{doi})",
    '["{title}"](https://openreview.net/forum?id={openreview})',
    "**[{title}](https://arxiv.org/pdf/{arxiv}.pdf)**",
)
_NAMES = (
    "{Ada Lovelace, Barbara Liskov and Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov, Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov & Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov und Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov et Grace Hopper}",
    "{Ada Lovelace, Barbara Liskov y Grace Hopper}",
    "{Ada Lovelace · Barbara Liskov · Grace Hopper}",
    "{Ada Lovelace / Barbara Liskov / Grace Hopper}",
    "{Ada Lovelace、Barbara Liskov、Grace Hopper}",
    "{Lovelace, A., Liskov, B., & Hopper, G.}",
    "{A. Lovelace, B. Liskov, G. Hopper}",
    "{A. Lovelace, B. Liskov and G. Hopper}",
    "{Lovelace A, Liskov B, Hopper G}",
    "{Lovelace A., Liskov B., Hopper G.}",
    "{Lovelace, Ada, Barbara Liskov, and Grace Hopper}",
    "{Lovelace, Ada; Liskov, Barbara; Hopper, Grace}",
    "{Lovelace, Liskov, Hopper}",
    "{LOVELACE, Ada; LISKOV, Barbara; HOPPER, Grace}",
    "{Ada Lovelace} et al.",
    "{Lovelace} et al.",
    "{Lovelace, A.} et al.",
    "{Lovelace}, et. al.",
    "{Ada Lovelace} and others",
    "{Ada Lovelace} u.a.",
    "{Lovelace A} et al",
    *[""] * 3,
)
_ASIAN_NAMES = (
    "{Ada Lovelace, Barbara Liskov, Grace Hopper}",
    "{Ada Lovelace，Barbara Liskov，Grace Hopper}",
    "{Ada Lovelace、Barbara Liskov、Grace Hopper}",
    "{Ada Lovelace} 等",
    "{Ada Lovelace}等",
    "",
)
"""Forms of names in Chinese and Japanese, which have no initials."""
_VENUES = (
    "{acronym} {year}",
    "{acronym} {year}",
    "{acronym}, {year}",
    "({acronym}, {year})",
    "（{acronym}, {year}）",
    "{acronym}'{yy}",
    "{acronym}{year}",
    "[{acronym}](https://arxiv.org/abs/{arxiv}) {year}",
    "[{acronym} {year}](https://openreview.net/forum?id={openreview})",
    "({acronym} {year} oral)",
    "*Proc. {acronym}*, {year}",
    "In Proceedings of {acronym} {year}, pages {first}–{last}",
    "In: *{conference}* ({year}), S. {first}–{last}",
    "in *{conference}*, {year}, pp. {first}-{last}",
    "{conference}, {year}",
    "*{journal}* {volume}({issue}), {year}, pp. {first}-{last}",
    "*{journal}* {volume} ({year}): {first}–{last}",
    "{journal}. {year};{volume}({issue}):{first}-{last}",
    "{journal}, vol. {volume}, no. {issue}, pp. {first}-{last}, {year}",
    "*{journal}*, Bd. {volume} ({year}), S. {first}–{last}",
    "{journal}, {year}",
    "arXiv:{arxiv}",
    "arXiv preprint, {arxivyear}",
    "({year})",
    "{year}",
    "",
)
_IMPRINTS = (
    "Cambridge University Press, {year}",
    "New York: Springer, {year}",
    "(MIT Press, {year})",
    "Berlin: Suhrkamp {year}",
    "PhD thesis, Stanford University, {year}",
    "Master's thesis, ETH Zürich ({year})",
    "Technical Report TR-{issue}, University of Toronto, {year}",
    "NBER Working Paper {first}{volume}, {year}",
    "2nd ed. Wiley, {year}",
    "Princeton, NJ: Princeton University Press, {year}",
)
_CHINESE = (
    "{title}[J]. {journal}, {year}, {volume}({issue}): {first}-{last}.",
    "{title}[J]. {year}:{first}-{last}.",
    "{title}[C]//{conference}. {year}: {first}-{last}.",
    "{title} [C]// {acronym}. {year}.",
    "{title}[D]. Peking University, {year}.",
    "{title}[M]. Beijing: Science Press, {year}.",
)
_LINKS = (
    *[""] * 5,
    "https://arxiv.org/abs/{arxiv}",
    "[paper](https://arxiv.org/abs/{arxiv})",
    "[[pdf](https://arxiv.org/pdf/{arxiv})] [[code](https://github.com/x/y{number})]",
    "[📄](https://arxiv.org/abs/{arxiv}) [💻](https://github.com/x/y{number})",
    "doi:{doi}",
    "[论文](https://arxiv.org/abs/{arxiv})",
    "([arXiv](https://arxiv.org/abs/{arxiv}), [code](https://github.com/x/y{number}), [blog](https://x.org/{number}))",
    "([pdf](papers/{number}.pdf))",
)
_LATIN_SITE = re.compile(r"https://[\w.]+/(?:abs|pdf|forum)\S*?\}(?:\.pdf)?|arXiv:\{arxiv\}")
_SEPARATORS = (". ", ". ", ", ", " - ", " — ", " | ", ": ", "; ", " ", "，", " // ")
_ORDERS = ("tnvl", "tnvl", "ntvl", "ntvl", "tvnl", "vtnl", "tlnv", "tvl")
_YEAR_AFTER_NAMES = (" ({year}). ", " ({year}): ", " {year}. ", ", {year}, ", " ({year}) ")
_REMARKS = ("", "", "", "They train on more data.", "- Good, but slow.", "Why does it work?")
_SENTENCES = (
    'In "{title}" ({acronym} {year}), {Ada Lovelace, Barbara Liskov and Grace Hopper} show that more data helps.',
    "In [{title}](https://arxiv.org/abs/{arxiv}) ({acronym} {year}), {Ada Lovelace} et al. show that data helps.",
    "{Lovelace} et al. ({year}), *{title}*, study how data helps.",
    'We read "{title}" by {Ada Lovelace, Barbara Liskov and Grace Hopper} ({acronym} {year}), which was hard.',
    "Today's paper is **{title}** by {Ada Lovelace} et al., published at {acronym} {year}.",
    "The paper [{title}](https://doi.org/{doi}) by {Ada Lovelace, Barbara Liskov, Grace Hopper} is worth reading.",
    "{Ada Lovelace, Barbara Liskov, and Grace Hopper} wrote “{title}” ({journal}, {year}), which I like.",
    "*{title}* ({Lovelace} et al., {acronym} {year}) proposes a new loss.",
    "One of the best papers is {Lovelace} et al.'s [{title}](https://arxiv.org/abs/{arxiv}) from {year}.",
    "Read: {title} ({acronym} {year}, {Lovelace} et al.).",
)


@dataclass(frozen=True)
class EntryTemplate(Template):
    """A template whose papers have titles of one shape."""

    place: str = ""
    entry: str = ""
    shape: str = "plain"

    def works(self, draw: Random, count: int) -> list[Work]:
        """Return papers whose titles have the shape of the template."""
        works = super().works(draw, count)
        return [_SHAPES[self.shape](draw, work) for work in works]


def draw_entry_templates(seed: int, count: int) -> list[Template]:
    """Return some templates, the same for the same seed."""
    draw = Random(seed)
    return [_template(draw, number) for number in range(count)]


def _template(draw: Random, number: int) -> Template:
    shape = draw.choice(("plain",) * 8 + (*_SHAPES,))
    place = draw.choice(_PLACES)
    entry = draw.choice(_ENTRIES)
    if place is _note_of_sentence:
        entry = _sentence
    elif entry is _partly_linked and shape in _ASIAN:
        entry = _facts
    before, text, note = place(draw, entry(draw, shape))
    if shape in _ASIAN:
        # preprint servers and the like have no titles in these languages
        text = _LATIN_SITE.sub("papers/{number}.pdf", text)
    names = (place.__name__.strip("_"), entry.__name__.strip("_"), shape)
    template = EntryTemplate("entries", " ".join((str(number), *names)), text, note, before)
    return replace(template, place=names[0], entry=names[1], shape=shape)


# --- entries --------------------------------------------------------------------------------------

_Entry = list[str]
"""The parts of an entry: what is in its first line, and what may be in lines of their own."""


def _facts(draw: Random, shape: str) -> _Entry:
    """Return an entry with facts in any order, joined in any way."""
    names = draw.choice(_ASIAN_NAMES if shape in _ASIAN else _NAMES)
    title, venue, link = (draw.choice(part) for part in (_TITLES, _VENUES, _LINKS))
    if draw.random() < 0.15:
        venue = draw.choice(_IMPRINTS)
    prefix = draw.choice(_PREFIXES)
    if "{year}" in prefix:
        venue = ""
    if not (names or link or venue or "](" in title or prefix):
        link = _LINKS[5]
    parts = dict(zip("tnvl", (title, names, venue, link), strict=True))
    order = draw.choice(_ORDERS)
    if names and order[0] == "n" and venue and "{year}" not in venue and "yy" not in venue and draw.random() < 0.5:
        names += draw.choice(_YEAR_AFTER_NAMES).rstrip()
    written = [parts[letter] for letter in order if parts[letter]]
    return [prefix + written[0], *written[1:]]


def _partly_linked(draw: Random, _: str) -> _Entry:
    """Return an entry whose title is a link in its first words or in all but these."""
    link = draw.choice(("notes/{number}.md", "https://arxiv.org/abs/{arxiv}", "#{slug}"))
    mark = draw.choice(("", "**"))
    title = draw.choice(
        (f"{mark}[{{head}}]({link}){mark}{{gap}}{{tail}}", f"{{head}}{{gap}}{mark}[{{tail}}]({link}){mark}")
    )
    return [draw.choice(_PREFIXES[:12]) + title, *filter(None, (draw.choice(_VENUES), draw.choice(_LINKS)))]


def _chinese_style(draw: Random, shape: str) -> _Entry:
    latin = ("{Lovelace A, Liskov B, Hopper G}. ", "{LOVELACE A, LISKOV B, HOPPER G}. ", "")
    names = draw.choice(("{Ada Lovelace, Barbara Liskov, Grace Hopper}. ", "") if shape in _ASIAN else latin)
    link = draw.choice(_LINKS)
    return [names + draw.choice(_CHINESE) + (f" {link}" if link else "")]


def _dated(draw: Random, shape: str) -> _Entry:
    """Return names with the year behind them, a title, and where it was published."""
    names = draw.choice([name for name in (_ASIAN_NAMES if shape in _ASIAN else _NAMES) if name]).rstrip(".")
    where = draw.choice(
        ("*{journal}*, {volume}, {first}–{last}.", "In *{conference}*.", "{acronym}.", "", "*{journal}*.")
    )
    title, link = draw.choice(_TITLES), draw.choice(_LINKS)
    end = "" if title.endswith((",”", ".**")) else "."
    return [f"{names}{draw.choice(_YEAR_AFTER_NAMES)}{title}{end} {where} {link}".strip()]


def _sentence(draw: Random, _: str) -> _Entry:
    return [draw.choice(_SENTENCES)]


_ENTRIES: tuple[Callable[[Random, str], _Entry], ...] = (
    *[_facts] * 6,
    *[_partly_linked],
    *[_chinese_style],
    *[_dated] * 2,
)


# --- places ---------------------------------------------------------------------------------------

_Written = tuple[str, str, str]
"""The text before the papers of a note, that of one paper, and the name of the note."""
_LIST = "# Reading list\n\nSome papers that I read.\n\n"


def _joined(draw: Random, parts: Sequence[str]) -> str:
    """Return the parts in a line: one separator, or a blank before brackets."""
    separator = draw.choice(_SEPARATORS)
    text = parts[0]
    for part in parts[1:]:
        text += " " + part if part[0] in "([" and draw.random() < 0.5 else separator + part
    return text


def _line(draw: Random, parts: _Entry) -> _Written:
    opening, ending = draw.choice(
        (
            ("- ", "\n"),
            ("* ", "\n"),
            ("+ ", "\n"),
            ("{number}. ", "\n"),
            ("{number}) ", "\n"),
            ("- [ ] ", "\n"),
            ("- [x] ", "\n"),
            ("- {number}. ", "\n"),
            ("", "\n\n"),
            ("> ", "\n\n"),
            ("> [!quote]\n> ", "\n\n"),
            ("[{number}] ", "\n\n"),
            ("[{number}] ", "<br>\n"),
            ("({number}) ", "\n\n"),
            ("[^{number}]: ", "\n"),
            ("[Abc{yy}] ", "\n\n"),
            ("", "  \n"),
            ("• ", "\n\n"),
            ("<li>", "</li>\n"),
        )
    )
    return _LIST, opening + _joined(draw, parts) + draw.choice(("", ".")) + ending, "notes.md"


def _lines_below(draw: Random, parts: _Entry) -> _Written:
    mark = draw.choice(("  \n  ", "\n  - ", "\n    - ", "\n\t- ", "<br>", "\n  > ", "\n  "))
    remark = draw.choice(_REMARKS).removeprefix("- ")
    return _LIST, "- " + mark.join([*parts, *filter(None, [remark])]) + "\n", "notes.md"


def _outline(draw: Random, parts: _Entry) -> _Written:
    below = "".join(f"\n{'  ' * min(n, draw.choice((1, 2)))}- {part}" for n, part in enumerate(parts[1:], 1))
    return _LIST, f"- {parts[0]}{below}\n", "notes.md"


def _heading(draw: Random, parts: _Entry) -> _Written:
    opening = draw.choice(("## ", "### ", "## {number}. ", "### {number} ", "## {number}：", "#### ({number}) "))
    below = draw.choice(("\n", "\n\n", "  \n", "\n- "))
    body = below.join(parts[1:])
    return "# Papers\n\n", f"{opening}{parts[0]}\n\n{body}\n\n{draw.choice(_REMARKS)}\n\n", "notes.md"


def _heading_line(draw: Random, parts: _Entry) -> _Written:
    opening = draw.choice(("## ", "### ", "## {number}. "))
    return "# Papers\n\n", f"{opening}{_joined(draw, parts)}\n\n{draw.choice(_REMARKS)}\n\n", "notes.md"


def _cell(draw: Random, parts: _Entry) -> _Written:
    head = draw.choice(("Paper | Remark", "Reference | Notes", "Title | Comment"))
    line = _joined(draw, parts).replace(" | ", ", ")
    number = draw.random() < 0.3
    head, row = (f"# | {head}", f"{{number}} | {line}") if number else (head, line)
    return f"# Papers\n\n| {head} |\n|---|---|{'---|' * number}\n", f"| {row} | read it |\n", "notes.md"


def _reference_of_note(draw: Random, parts: _Entry) -> _Written:
    heading = draw.choice(("# Notes\n\n", "## Reference\n\n", "# {title}\n\n", ""))
    return (
        "",
        heading + _joined(draw, parts) + "\n\n## Summary\n\nThey propose a method.\n\n## Thoughts\n\n- Good.\n",
        "n{number}.md",
    )


def _note_of_sentence(draw: Random, parts: _Entry) -> _Written:
    after = draw.choice(("", "\n\nThe rest of the week was spent on other things."))
    text = f"# Notes of week {{number}}\n\nThis week I worked on the project.\n\n{parts[0]}{after}\n"
    return "", text, "{number}.md"


_PLACES: tuple[Callable[[Random, _Entry], _Written], ...] = (
    *[_line] * 8,
    *[_lines_below] * 2,
    *[_outline] * 2,
    *[_heading] * 2,
    _heading_line,
    _cell,
    _reference_of_note,
    _note_of_sentence,
)
"""The places of an entry; those that have more forms are drawn more often."""


# --- shapes of titles -----------------------------------------------------------------------------

_ASIAN = ("chinese", "japanese")
"""Shapes of titles in languages that have no spaces between words."""
_FOREIGN = {
    "chinese": (
        ("基于深度学习的图像分割方法综述", "王伟, 李娜", "计算机学报"),
        ("面向推荐系统的图神经网络研究进展", "张敏, 刘洋, 陈静", "软件学报"),
        ("大规模语言模型的知识编辑：方法与挑战", "赵磊, 孙悦", "自动化学报"),
        ("城市交通流量预测的时空模型", "周涛, 吴迪", "计算机研究与发展"),
    ),
    "japanese": (
        ("深層学習を用いた画像認識の動向", "田中 太郎, 佐藤 花子", "情報処理学会論文誌"),
        ("対話システムにおける応答生成手法の比較", "鈴木 一郎, 高橋 健", "人工知能学会論文誌"),
        ("自然言語処理による医療文書の解析", "山本 直樹, 中村 恵", "電子情報通信学会論文誌"),
    ),
    "german": (
        ("Zur Geschichte der Statistik im 19. Jahrhundert", "Karl Müller, Anna Weiß", "Historische Zeitschrift"),
        ("Über die Grundlagen des maschinellen Lernens", "Jörg Schäfer, Petra Böhm", "Informatik-Spektrum"),
        (
            "Die Grenzen der Sprache: Eine Untersuchung",
            "Ulrich Hofmann, Eva Krüger",
            "Zeitschrift für Sprachwissenschaft",
        ),
    ),
    "french": (
        ("L'analyse des réseaux sociaux en histoire", "Claire Lemercier, Paul Durand", "Revue d'histoire moderne"),
        ("Vers une sociologie des algorithmes", "Dominique Cardon, Élise Martin", "Revue française de sociologie"),
        (
            "Apprentissage profond et traduction automatique",
            "Jean-Pierre Roux, Marie Blanc",
            "Traitement automatique des langues",
        ),
    ),
    "spanish": (
        ("La pintura colonial y sus fuentes europeas", "María García, Juan López", "Anales del Instituto"),
        ("Aprendizaje automático en la salud pública", "José Martínez, Ana Ruiz", "Revista Española de Salud Pública"),
        ("Historia económica de los Andes", "Carlos Contreras, Lucía Vega", "Revista de Historia Económica"),
    ),
}
_SUBJECTS = ("Do {} Need Attention?", "What Makes {} Work?", "Are {} All You Need?", "Is More Data Better for {}?")
_PLURALS = ("Graph Networks", "Diffusion Models", "Language Models", "Vision Encoders", "Small Agents", "Sparse Codes")


def _question(draw: Random, work: Work) -> Work:
    return replace(work, title=_SUBJECTS[work.number % 4].format(draw.choice(_PLURALS)))


def _question_and_subtitle(draw: Random, work: Work) -> Work:
    return replace(
        work,
        title=f"{_question(draw, work).title} {draw.choice(('A Study of', 'On', 'Towards'))} {draw.choice(_PLURALS)}",
    )


def _with_colon(draw: Random, work: Work) -> Work:
    name = "".join(draw.choices("BDFGLMNPRST", k=3)) + draw.choice(("Net", "Former", "-2", "++", "", "-RL"))
    return replace(work, title=f"{name}: {work.title.partition(':')[2].strip() or work.title}")


def _with_quotation(draw: Random, work: Work) -> Work:
    words = draw.choice(("“Why Should I Trust You?”", "'Do Anything Now'", "“It’s Not Just Size That Matters”"))
    return replace(work, title=f"{words}: {work.title.replace(':', ' -')}")


def _with_full_stop(draw: Random, work: Work) -> Work:
    return replace(
        work, title=draw.choice(("Data Matters. {}", "{} vs. Plain Search", "{}. Part II")).format(work.title)
    )


def _with_math(draw: Random, work: Work) -> Work:
    return replace(
        work,
        title=draw.choice(("$k$-Means and {}", "$\\beta$-VAE: {}", "{} in $O(n)$ Time")).format(
            work.title.replace(":", "")
        ),
    )


def _with_brackets(draw: Random, work: Work) -> Work:
    return replace(
        work, title=draw.choice(("(Almost) {}", "{} (Without Labels)", "{} [Extended Version]"))[:99].format(work.title)
    )


def _foreign(language: str) -> Callable[[Random, Work], Work]:
    def change(draw: Random, work: Work) -> Work:
        rows = _FOREIGN[language]
        title, names, journal = rows[work.number % len(rows)]
        people = tuple(filter(None, map(parse_person, names.split(", "))))
        return replace(work, title=title, authors=people, journal=journal)

    return change


_SHAPES: dict[str, Callable[[Random, Work], Work]] = {
    "plain": lambda _, work: work,
    "capitals": lambda _, work: replace(work, title=work.title.upper()),
    "sentence case": lambda _, work: replace(work, title=sentence_case(work.title)),
    "small letters": lambda _, work: replace(work, title=work.title.lower()),
    "question": _question,
    "question and subtitle": _question_and_subtitle,
    "colon": _with_colon,
    "quotation": _with_quotation,
    "full stop": _with_full_stop,
    "math": _with_math,
    "brackets": _with_brackets,
    **{language: _foreign(language) for language in _FOREIGN},
}
