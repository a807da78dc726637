"""Table of test sites: their configuration, the packages that they need and their pages.

Sites of `SHORT` need the extra `test`, and sites of `LONG` the extra `matrix`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

COMMON: Mapping[str, str] = {
    "index.md": (
        "---\ntags: [Vision, 🧠 thought]\n---\n# Reading\n\nSome words.\n\n"
        "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is where it began\n"
        "- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239)\n\n"
        "See [the guide](guide/setup.md#steps).\n"
    ),
    "cites.md": "---\ndate: 2024-05-06\n---\n# Cites\n\nAs [@he2016deep] shows.\n",
    "plain.md": "# Plain\n\nWords, *words*, `words`.\n",
    "guide/index.md": "# Guide\n\nWhat to do: [Setup](setup.md).\n",
    "guide/setup.md": (
        "# Setup\n\n## Steps\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```yaml\nx: y\n```\n\n- one\n- two\n\n"
        "> quoted, and *so* on\n"
    ),
}
"""Pages of every site: papers on `index.md` and `cites.md`, links to pages of `guide`, neither on `plain.md`.

The note with a date gives each site a feed."""
BIB = (
    "@misc{he2016deep, title = {Deep {{ Residual }} {% Learning %} for {# Image #} Recognition},\n"
    "  author = {He, Kaiming}, year = {2016}, eprint = {1512.03385}}\n"
    "@misc{bert, title = {{{BERT}}: Pre-training {{of.nothing.at.all}}}, author = {Devlin, Jacob}, year = {2018}}\n"
)
"""A bibliography whose titles look like macros."""
PAPERS = ("attention2017need", "bert", "denoising2020diffusion", "he2016deep")
"""The papers of the common pages."""


@dataclass(frozen=True)
class Case:
    """Configuration and files of one test site."""

    name: str
    plugins: tuple[str, ...] = ()
    """Entries of `plugins` in `mkdocs.yml`, after `search`."""
    needs: tuple[str, ...] = ()
    """Names of distributions that the extra `test` does not install."""
    config: str = ""
    """Further lines of `mkdocs.yml`."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Further files, relative to the project."""
    folder: str = "docs"
    """Folder of the common pages."""
    host: str = "mkdocs"
    """Package of the site generator."""
    papers: tuple[str, ...] = ()
    """Slugs of the papers in the further files."""
    git: bool = False
    """True if the site is in a Git repository."""
    explicit_nav: bool = False
    """True if the author defines the navigation."""
    must_be_last: bool = False
    """True if the last plugin must be last."""
    shows_build_date: bool = False
    """True if pages without a Git history show the time of the build."""


_LANGUAGES = "languages: [{locale: en, default: true, name: English}, {locale: de, name: Deutsch}]"
_GERMAN = "# Lesen\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) ist gut\n"
_PART = "A part: [Layer Normalization](https://arxiv.org/abs/1607.06450), and [@he2016deep].\n"
_WIKI = "# Wiki\n\nsee [[setup]] and [[guide/setup]], not [[nobody-knows]]\n"

_DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><circle r="2"/></svg>\n'
_NOTEBOOK = (
    '{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Book\\n", "Words."]}], '
    '"metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n'
)

SHORT = (
    Case("no-nav"),
    Case(
        "explicit-nav",
        config="nav: [index.md, {Guide: [guide/setup.md, guide/index.md]}, cites.md, plain.md]\n",
        explicit_nav=True,
    ),
    Case("files", config="use_directory_urls: false\n"),
    Case("properdocs", host="properdocs"),
    Case("properdocs-files", config="use_directory_urls: false\n", host="properdocs"),
    Case("offline", plugins=("offline",)),
    Case("tags", plugins=("tags",), files={"docs/by-tag.md": "# By tag\n\n<!-- material/tags -->\n"}),
    Case("meta", plugins=("meta", "tags"), files={"docs/guide/.meta.yml": "tags: [Guide]\n"}),
    Case("privacy", plugins=("privacy: {assets_exclude: ['unpkg.com/*']}",)),
    Case("social-off", plugins=("social: {enabled: false}", "info: {enabled: false}")),
    Case(
        "blog",
        plugins=("blog",),
        files={
            "docs/blog/index.md": "# Blog\n",
            "docs/blog/posts/one.md": (
                "---\ndate: 2025-01-02\n---\n# One\n\n[Layer Normalization](https://arxiv.org/abs/1607.06450)\n\n"
                "<!-- more -->\n\nMore.\n"
            ),
        },
        papers=("layer2016normalization",),
    ),
    Case(
        "extensions",
        config=(
            "markdown_extensions:\n  - toc: {permalink: true}\n  - footnotes\n  - admonition\n  - abbr\n  - smarty\n"
            "  - sane_lists\n  - md_in_html\n  - pymdownx.superfences\n  - pymdownx.details\n  - pymdownx.tilde\n"
            "  - pymdownx.caret\n  - pymdownx.mark\n  - pymdownx.magiclink\n  - pymdownx.tasklist\n"
            "  - pymdownx.snippets: {check_paths: true}\n"
        ),
        files={
            "docs/parts.md": '# Parts\n\n--8<-- "parts/part.md"\n',
            "docs/guide/marked.md": "# Marked\n\n- [ ] to do[^1], ~~no~~, H~2~O, ==yes==\n\n[^1]: A note.\n",
            "parts/part.md": _PART,
        },
    ),
)
LONG = (
    Case("awesome-nav", ("awesome-nav",), ("mkdocs-awesome-nav",)),
    Case(
        "awesome-nav-file",
        ("awesome-nav",),
        ("mkdocs-awesome-nav",),
        files={"docs/.nav.yml": 'nav:\n  - index.md\n  - "*"\n'},
        explicit_nav=True,
    ),
    Case("literate-nav", ("literate-nav",), ("mkdocs-literate-nav",)),
    Case(
        "literate-nav-sections",
        ("literate-nav", "section-index"),
        ("mkdocs-literate-nav", "mkdocs-section-index"),
        files={"docs/SUMMARY.md": "- [Home](index.md)\n- [Cites](cites.md)\n- [Guide](guide/)\n- [Plain](plain.md)\n"},
        explicit_nav=True,
    ),
    Case("section-index", ("section-index",), ("mkdocs-section-index",)),
    Case(
        "i18n-suffix",
        (f"i18n: {{docs_structure: suffix, {_LANGUAGES}}}",),
        ("mkdocs-static-i18n",),
        files={"docs/index.de.md": _GERMAN},
    ),
    Case(
        "i18n-folder",
        (f"i18n: {{docs_structure: folder, {_LANGUAGES}}}",),
        ("mkdocs-static-i18n",),
        files={"docs/de/index.md": _GERMAN, "docs/de/nur/hier.md": _GERMAN.replace("Lesen", "Nur hier")},
        folder="docs/en",
    ),
    Case(
        "i18n-no-fallback",
        (f"i18n: {{docs_structure: suffix, fallback_to_default: false, {_LANGUAGES}}}",),
        ("mkdocs-static-i18n",),
        config="use_directory_urls: false\n",
        files={"docs/index.de.md": _GERMAN},
    ),
    Case(
        "git-dates",
        ("git-revision-date-localized: {enable_creation_date: true, strict: true}",),
        ("mkdocs-git-revision-date-localized-plugin",),
        git=True,
        shows_build_date=True,
    ),
    Case(
        "macros",
        ("macros: {on_undefined: strict, on_error_fail: true}",),
        ("mkdocs-macros-plugin",),
        files={
            "docs/macro.md": (
                "# Macro on {{ config.site_name }}\n\n{% raw %}"
                "- [On Everything and More](https://arxiv.org/abs/2104.09864) has {{ braces }} and {% tags %}"
                "{% endraw %}, {{ 1 + 1 }}\n"
            ),
            "docs/lists.md": (
                "# Lists\n\nAs [@everything2021] says.\n\n<!-- papernotes:papers -->\n\n"
                "<!-- papernotes:bibliography style=bibtex -->\n"
            ),
        },
        papers=("everything2021",),
    ),
    Case(
        "include-markdown",
        ("include-markdown",),
        ("mkdocs-include-markdown-plugin",),
        files={"docs/parts.md": '# Parts\n\n{% include-markdown "../parts/part.md" %}\n', "parts/part.md": _PART},
    ),
    Case("awesome-pages", ("awesome-pages",), ("mkdocs-awesome-pages-plugin",)),
    Case(
        "gen-files",
        ("gen-files: {scripts: [parts/make.py]}", "literate-nav"),
        ("mkdocs-gen-files", "mkdocs-literate-nav"),
        files={
            "parts/make.py": (
                "import mkdocs_gen_files\n\n"
                "with mkdocs_gen_files.open('made.md', 'w') as page:\n"
                "    page.write('# Made\\n\\nA part: [Layer Normalization](https://arxiv.org/abs/1607.06450).\\n')\n"
                "with mkdocs_gen_files.open('SUMMARY.md', 'w') as page:\n"
                "    page.write('- [Home](index.md)\\n- [Made](made.md)\\n- [Guide](guide/)\\n')\n"
            )
        },
        papers=("layer2016normalization",),
        explicit_nav=True,
    ),
    Case("git-authors", ("git-authors",), ("mkdocs-git-authors-plugin",), git=True),
    Case("print-site", ("print-site",), ("mkdocs-print-site-plugin",), must_be_last=True),
    Case(
        "exclude",
        ("exclude: {glob: [left/*, papers/*]}",),
        ("mkdocs-exclude",),
        files={"docs/left/out.md": "[Left Out of Everything](https://arxiv.org/abs/1607.06450) is not there.\n"},
    ),
    Case(
        "glightbox",
        ("glightbox",),
        ("mkdocs-glightbox",),
        files={"docs/seen.md": "# Seen\n\n![a dot](dot.svg)\n", "docs/dot.svg": _DOT},
    ),
    Case(
        "jupyter",
        ("mkdocs-jupyter",),
        ("mkdocs-jupyter",),
        files={"docs/book.ipynb": _NOTEBOOK},
    ),
    Case(
        "callouts",
        ("callouts",),
        ("mkdocs-callouts",),
        config="markdown_extensions: [admonition, pymdownx.details]\n",
        files={
            "docs/called.md": (
                "# Called\n\n> [!note] Of note\n> as words\n\n> [!tip]- Folded\n> [Layer Normalization]"
                "(https://arxiv.org/abs/1607.06450)\n"
            )
        },
        papers=("layer2016normalization",),
    ),
    Case(
        "obsidian-bridge",
        ("obsidian-bridge",),
        ("mkdocs-obsidian-bridge",),
        files={"docs/wiki.md": "# Wiki\n\nsee [[setup]] and [[guide/setup|the guide]]\n"},
    ),
    # with its backlinks it opens every page as a file: see papernotes doctor
    Case(
        "publisher",
        ("pub-obsidian: {backlinks: {enabled: false}}",),
        ("mkdocs-publisher",),
    ),
    Case("redirects", ("redirects: {redirect_maps: {old.md: guide/setup.md}}",), ("mkdocs-redirects",)),
    Case("rss", ("rss: {use_git: false}",), ("mkdocs-rss-plugin",)),
    Case("minify", ("minify: {minify_html: true, minify_js: true, minify_css: true}",), ("mkdocs-minify-plugin",)),
    Case(
        "roamlinks",
        ("roamlinks",),
        ("mkdocs-roamlinks-plugin",),
        files={"docs/wiki.md": "# Wiki\n\nsee [[Set_Up]] and [[setup]]\n"},
    ),
    Case("ezlinks", ("ezlinks",), ("mkdocs-ezlinks-plugin",), files={"docs/wiki.md": _WIKI.partition(", not")[0]}),
    Case(
        "autolinks",
        ("autolinks",),
        ("mkdocs-autolinks-plugin",),
        files={"docs/wiki.md": "# Wiki\n\nsee [the setup](setup.md)\n"},
    ),
    Case(
        "mkdocs-bibtex",
        ("bibtex: {bib_file: refs/theirs.bib}",),
        ("mkdocs-bibtex",),
        config="markdown_extensions: [footnotes]\n",
        files={
            "docs/cites.md": (
                "---\ndate: 2024-05-06\n---\n# Cites\n\nAs [@theirs] shows, and\n"
                "[Attention Is All You Need](https://arxiv.org/abs/1706.03762).\n\n\\bibliography\n"
            ),
            "refs/theirs.bib": "@misc{theirs, title = {Everything of Theirs}, author = {Roe, Jane}, year = {2020}}\n",
        },
    ),
    Case(
        "many",
        (
            "tags",
            "meta",
            "awesome-nav",
            "section-index",
            "include-markdown",
            "macros: {on_undefined: strict, on_error_fail: true}",
            "roamlinks",
            "redirects: {redirect_maps: {old.md: guide/setup.md}}",
            "minify: {minify_html: true}",
        ),
        (
            "mkdocs-awesome-nav",
            "mkdocs-section-index",
            "mkdocs-include-markdown-plugin",
            "mkdocs-macros-plugin",
            "mkdocs-roamlinks-plugin",
            "mkdocs-redirects",
            "mkdocs-minify-plugin",
        ),
        files={
            "docs/parts.md": '# Parts\n\n{% include-markdown "../parts/part.md" %}\n\nIn [[setup]], {{ 1 + 1 }}.\n',
            "docs/by-tag.md": "# By tag\n\n<!-- material/tags -->\n",
            "docs/guide/.meta.yml": "tags: [Guide]\n",
            "parts/part.md": _PART,
        },
    ),
)
