"""Draw the conferences at which works were presented, in random forms and several languages."""

from __future__ import annotations

from random import Random

from tests.training.chunks import Chunk, Chunks, marked, pick_words

_PRESENTED = {
    "en": "Paper presented at the |Poster presented at |Talk at |[Conference presentation]. |[Poster]. |(Talk). |In |"
    "Presented at the annual meeting of the |Paper presented at |",
    "de": "Vortrag auf der |Vortrag auf dem |Poster auf der |Posterpräsentation auf der |(Vortrag). |[Vortrag]. "
    "|Beitrag auf der |Vortrag beim |",
    "fr": "Communication présentée au |Communication au |(communication). |Poster présenté au |Actes du |",
    "es": "Ponencia presentada en |Ponencia en el |Comunicación en |(ponencia). |Trabajo presentado en |",
    "pt": "Trabalho apresentado no |Comunicação apresentada no |In: |In: Anais do |Pôster apresentado no |",
    "it": "Relazione al |Comunicazione presentata al |in Atti del |Intervento al |",
    "ru": "Доклад на |В сб.: |Материалы |Тезисы докл. |",
    "zh": "发表于|载于|",
    "ja": "",
    "ko": "",
}
"""Words before a conference, by language."""
_EVENTS = {
    "en": "#th Annual Meeting of the American Sociological Association|#th Biennial EARLI Conference"
    "|Annual Conference of the Cognitive Science Society|#th International Conference on Learning Analytics (LAK)"
    "|American Educational Research Association|SIG # Conference|#th World Congress of Philosophy|AGU Fall Meeting"
    "|International Workshop on Linked Data|2nd ACM Workshop on Information Hiding|Society for Neuroscience meeting",
    "de": "#. Tagung der Gesellschaft für empirische Bildungsforschung (GEBF)|#. Deutscher Historikertag"
    "|#. Kongress der Deutschen Gesellschaft für Psychologie (DGPs)|#. Jahrestagung der Gesellschaft für Informatik"
    "|Jahrestagung der Sektion Soziologie der Kindheit|#. Fachgruppentagung Pädagogische Psychologie (PAEPSY)",
    "fr": "#e congrès de la Société française de psychologie|colloque international Mémoires urbaines"
    "|Journées d'étude Archives et images|#es Rencontres de l'Association française de sociologie",
    "es": "# Congreso Nacional de Sociología|#as Jornadas de Historia Económica"
    "|VI Congreso Latinoamericano de Geografía"
    "|Simposio Internacional de Lingüística Aplicada",
    "pt": "# Congresso Brasileiro de Informática na Educação (CBIE)|XII Encontro de Linguística de Corpus - ELC"
    "|II Congresso Brasileiro de Teoria de Resposta ao Item|Simpósio Nacional de História",
    "it": "# Convegno nazionale della Società italiana di statistica|Congresso internazionale di studi danteschi",
    "ru": "# Международной конференции по механике|Всероссийской научной конференции «Язык и общество»",
    "zh": "第#届全国信息检索学术会议|中国语言学会第#届年会|全国计算语言学学术会议论文集",
    "ja": "20#年度人工知能学会全国大会(第#回)|第#回知識ベースシステム研究会|情報処理学会 第#回全国大会"
    "|言語処理学会第#回年次大会"
    "|日本物理学会第#回年次大会|電子情報通信学会総合大会講演論文集|電子情報通信学会技術研究報告"
    "|第#回データ工学ワークショップ"
    "|情報処理学会研究報告|日本建築学会大会学術講演梗概集|人工知能学会第二種研究会 第#回ことば工学研究会",
    "ko": "한국정보과학회 #회 학술발표회|한국교육학회 춘계학술대회"
    "|#회 한글 및 한국어 정보처리 학술대회|대한전자공학회 하계학술대회 논문집",
}
"""Conferences by language; `#` is for a number."""
_PLACES = (
    ", Leeds|, Southampton, United Kingdom|, Heidelberg| in Basel, Schweiz|, Fortaleza| (Lyon)|, 沖縄県|. Boston, MA"
)
_CODES = ", SIG-SWO-A#-03|, 3G#-OS-24a-03|, 1G#-01|, KBSE#-73|, AI#-12|, Paper #|, #-B-02"
"""Codes of a talk, as Japanese conferences have them."""


def draw_presentation(draw: Random, language: str) -> Chunks:
    """Return the conference at which a work was presented, with words before it and its place, as chunks."""
    language = language if language in _EVENTS else "en"
    number = str(draw.randint(11, 60))
    event = Chunk(pick_words(draw, _EVENTS[language]).replace("#", number), "V")
    name = marked([event], "em") if draw.random() < 0.2 else [event]
    chunks = [Chunk(pick_words(draw, _PRESENTED[language])), *name]
    if language == "ja" or draw.random() < 0.05:
        code = pick_words(draw, _CODES).replace("#", number).partition(", ")[2]
        chunks += [Chunk(draw.choice((", ", ",", " "))), Chunk(code, "N")] if draw.random() < 0.6 else []
    if draw.random() < (0.1 if language in ("ja", "zh", "ko") else 0.6):
        chunks.append(Chunk(pick_words(draw, _PLACES)))
    return chunks
