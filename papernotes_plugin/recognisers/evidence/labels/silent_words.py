"""The words of link texts that name the format or site of the target, but not the target."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.labels.field_labels import phrases

_UNINFORMATIVE_TABLE = """
    guideline guidelines exist existing reproduced third-party
        paper papers pdf pdfs arxiv link links source poster oral spotlight openreview code github project page
        website homepage video slides talk blog post demo dataset data model models weights here this abs abstract
        html url doi preprint full text fulltext supplementary supp supplement appendix bibtex bib cite citation
        read more view online original article published version proceedings acl anthology cvf pmlr neurips nips
        icml iclr web site springer ieee acm nature science elsevier wiley biorxiv medrxiv hal ssrn pubmed ref
        reference references the a an of see to on at and official implementation repo repository tweet thread twitter
        review reviews journal conference workshop short long paperswithcode semantic scholar semanticscholar
        crossref medline europepmc pmc mathscinet zbmath
        aclweb aclanthology openaccess dblp huggingface hf dl digital library ads nasa inspire inspirehep
        publication download access open free pytorch tensorflow jax tf keras forum proxy old new white journal's
        publisher's author's local project-page ext extended camera ready arxiv-link latest v1 v2 v3 v4 v5 details
        survey tutorial copy draft record archival earlier longer shorter final pre print preprint reprint
        stable permanent permalink
        info note notes abs/pdf 📄 📝 🔗 💻 论文 论文链接 论文地址 链接 原文 原文链接 代码 代码链接 项目 项目主页
        主页 知乎 解读 笔记 論文 論文リンク リンク コード 原論文 논문 링크 코드 원문 보러가기
        바로가기 보기 발표 논문보기 원문보기 논문보러가기 quelle verweis artikel lien
        enlace статья ссылка pdf版 下载 dostupné disponible disponível disponibile verfügbar línea ligne hier ici aquí
        aqui télécharger descargar baixar herunterladen scarica stáhnout pobierz volltext
"""
UNINFORMATIVE = frozenset(
    (
        *_UNINFORMATIVE_TABLE.split(),
        *phrases("google scholar|google books|apa psycnet|pubmed central|scopus|worldcat|repec|researchgate|zenodo"),
        *phrases(
            "disponible en línea|disponible en ligne|en línea|en ligne|texto completo|texte intégral|testo completo"
        ),
    )
)
"""Words of link texts that name the format or site of the target, but not the target."""
