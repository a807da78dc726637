"""Distinguish subjects from other headings and bullets: dates, "TODO", "Papers to read", sections of a template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin.markup import recurring_headings
from papernotes_plugin.markup.recurring_headings import heading_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Note, Paper

_DATE_TABLE = """
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday today yesterday tomorrow day days week weeks weekend month quarter year years
    januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag
    woche janvier février avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi
    vendredi samedi dimanche semaine enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre lunes martes miércoles jueves viernes sábado domingo semana
    """
_SHORT_DATE_TABLE = "jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun kw dez okt de"
_SHORT_DATE_WORDS = frozenset(_SHORT_DATE_TABLE.split())
"""Words that belong to a date only together with a number."""
_CONTAINER_TABLE = """
    todo todos do done doing backlog inbox queue later next someday misc miscellaneous miscellanea various varia other
    others rest stuff things unsorted uncategorized uncategorised untitled general general-notes random temp tmp draft
    drafts archive archived new old read reading unread skimmed finished papers paper articles article literature
    publications publication preprints bibliography references reference refs links link resources resource sources
    notes note list lists log logs journal diary daily weekly monthly summary summaries abstract abstracts introduction
    conclusion conclusions overview tldr tl dr contents table index appendix session sessions part chapter section
    interesting important favourite favorite favourites favorites recommended recommendations good great must further
    see also related work works to the a an of for and or in on at from with my our your this that these those more
    all some few i we ideas questions meeting meetings minutes
    leseliste lesen gelesen zu noch sonstiges verschiedenes anderes literatur notizen artikel quellen zusammenfassung
    lire à lu divers autres autre articles lectures por leer leído varios otros otras artículos lecturas notas
    da leggere letto varie altro articoli para ler lido diversos outros artigos
    прочее разное прочитать прочтению к статьи заметки литература
    """
_OTHER_SCRIPTS_TABLE = """
    待读 待讀 已读 已讀 待办 待辦 待阅读 阅读列表 閱讀列表 阅读笔记 读书笔记 其他 其它 杂项 雜項 论文 論文 论文列表
    笔记 筆記 参考文献 參考文獻 未分类 未分類 总结 摘要 今日 本周 周报 日记 その他 雑多 メモ 読みたい あとで読む 読了
    論文メモ 日記 기타 논문 메모 참고문헌 읽을거리 할일 일지
    """
_OTHER_SCRIPTS = frozenset(_OTHER_SCRIPTS_TABLE.split())
"""Names without spaces between words, which are compared as a whole."""
_DATE_WORDS = frozenset(_DATE_TABLE.split())
_CONTAINERS = frozenset(_CONTAINER_TABLE.split())
_NUMBER = lazy_regex(r"\d+(?:st|nd|rd|th)?|(?:\d+[年月日号號週周년월일])+|(?:\d{4})?(?:kw|[wqh])\d+|\d{8}t\d+")
_WORD = lazy_regex(r"\w+")


class TopicFilter:
    """The headings and bullets of one library that are no topics."""

    def __init__(self, ignored: Iterable[str], recurring: Iterable[str] = ()) -> None:
        """Prepare the filter.

        Args:
            ignored: Names that the author excludes.
            recurring: Names of headings that most notes have, as `heading_key` returns them.
        """
        self._excluded = frozenset([*map(heading_key, ignored), *recurring])
        self._is_topic: dict[str, bool] = {}
        self._cleaned: dict[tuple[str, ...], tuple[str, ...]] = {}

    @classmethod
    def learn(
        cls,
        notes: Sequence[Note],
        papers: Iterable[Paper],
        ignored: Iterable[str],
    ) -> TopicFilter:
        """Return the filter for the notes of a library.

        Args:
            notes: All notes.
            papers: All papers, with their mentions in the notes.
            ignored: Names that the author excludes.
        """
        names = {note.path: set(recurring_headings.heading_keys(note)) for note in notes}
        for paper in papers:
            for mention in paper.mentions:
                names.setdefault(mention.note, set()).update(map(heading_key, mention.topic))
        return cls(ignored, recurring_headings.headings_of_template(names.values()))

    def clean(self, topic: tuple[str, ...]) -> tuple[str, ...]:
        """Return the steps of a topic that name a subject."""
        cleaned = self._cleaned.get(topic)
        if cleaned is None:
            cleaned = self._cleaned[topic] = tuple(step for step in topic if self._names_subject(step))
        return cleaned

    def _names_subject(self, step: str) -> bool:
        if step not in self._is_topic:
            self._is_topic[step] = heading_key(step) not in self._excluded and names_subject(step)
        return self._is_topic[step]


def names_subject(name: str) -> bool:
    """Return whether a heading names a subject, as far as its words show.

    Examples:
        >>> [name for name in ("Papers to read", "Misc", "May 2024", "2024-W07", "Reading comprehension", "3D", "🧠")
        ...  if names_subject(name)]
        ['Reading comprehension', '3D', '🧠']
    """
    words = _WORD.findall(name.casefold().replace("_", " "))
    if not words:
        return True
    if "".join(words) in _OTHER_SCRIPTS:
        return False
    numbers = [word for word in words if _NUMBER.fullmatch(word)]
    empty = {*numbers, *(_SHORT_DATE_WORDS if numbers else ())} | _DATE_WORDS | _CONTAINERS
    return any(word not in empty for word in words)
