"""Compare the time for reading notes with the time of Python-Markdown for the same notes.

Run `python -m tests.benchmarks.note_reading`; `test_note_reading.py` checks the bounds.  A site converts each of its
notes with Python-Markdown in any case.  The benchmark divides the CPU time for reading and recognising by that time.
Both alternate in one process, and the best round of each counts.  Three kinds of notes are read:

- *long notes in Chinese*: headings, labelled bullets, tables and formulas, with one paper at the top;
- *small notes*: half a kilobyte each, with one paper and one link to another note;
- *notes full of papers*: a vault of `make_vault.py` with its `.bib` file, from reading to the index.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import markdown

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source
from tests.benchmarks.own import small_note
from tests.benchmarks.reading import cost
from tests.benchmarks.scale import make_vault
from tests.conftest import SHARED

CHINESE, SMALL, PAPERS = 60, 400, 1_000
"""Numbers of notes in Chinese, of small notes, and of papers in the vault."""
SHARES = {"Chinese": 1.6, "small": 1.5, "papers": 3.6}
"""Maximum ratio for each kind of notes; 1.1 to 1.2, 1.1 to 1.5, and 2.5 to 2.9 were measured on a busy machine."""

_TOPICS = ("注意力机制", "扩散模型", "图神经网络", "强化学习", "表示学习", "知识蒸馏", "多模态对齐")
_CHINESE = """\
# 第{n}篇：面向{topic}的稀疏方法

**会议**：NeurIPS 2024
**arXiv**：[2401.{n:05d}](https://arxiv.org/abs/2401.{n:05d})
**代码**：[GitHub](https://github.com/example/repository{n})

## 一句话总结

本文提出一种用于{topic}的稀疏方法（Sparse-{n}），在保持精度的同时将推理时间缩短 {percent}.5%。

## 背景与动机
{background}
## 方法详解
{method}
## 实验关键数据

| 方法 | 准确率 | 参数量 |
|---|---|---|
| 基线 | {percent}.1 | 12M |
| **本文** | **{percent}.9** | 8M |

$$
\\mathcal{{L}} = \\sum_i \\|x_i - \\hat{{x}}_i\\|^2 + \\lambda \\Omega(\\theta)
$$

## 亮点与不足
{remarks}
"""
_BULLET = "- **{label}**：与已有工作相比，{topic}在第 {m} 阶段引入了新的约束（例如 $k={m}$），从而避免了重复计算。\n"
_NESTED = "  - 具体来说，{topic}的每一层只更新 {m} 个参数，其余部分保持不变；这一点与以往做法不同。\n"


def chinese_note(n: int) -> str:
    """Return a note in Chinese on one paper."""
    topic = _TOPICS[n % len(_TOPICS)]

    def bullets(labels: Sequence[str], times: int) -> str:
        lines = ((_BULLET + _NESTED).format(label=label, topic=topic, m=m) for m in range(times) for label in labels)
        return f"\n{''.join(lines)}\n{topic}的核心思想是：先粗后细，逐步求精。这一过程不需要额外的标注数据。\n"

    return _CHINESE.format(
        n=n,
        topic=topic,
        percent=50 + n % 40,
        background=bullets(("问题定义", "已有工作的局限"), 3),
        method=bullets(("整体框架", "关键模块", "训练策略", "损失函数"), 4),
        remarks=bullets(("亮点", "不足"), 2),
    )


def share_of_reading(notes: Sequence[Source], read: Callable[[Sequence[Source]], object], rounds: int = 3) -> float:
    """Return the time for reading notes divided by the time in which Python-Markdown converts them."""
    texts = [note.data.decode() for note in notes]
    converter = markdown.Markdown(extensions=["tables", "fenced_code", "footnotes", "md_in_html", "toc"])

    def convert() -> None:
        for text in texts:
            converter.reset().convert(text)

    converting, reading = [], []
    for _ in range(rounds):
        converting.append(cost(convert))
        reading.append(cost(lambda: read(notes)))
    return min(reading) / min(converting)


def recognise_all(notes: Sequence[Source]) -> None:
    """Read and recognise each note."""
    for note in notes:
        recognisers.recognise(note_reader.read_note(note)[0])


def shares(vault: Path) -> dict[str, float]:
    """Return the ratio for each kind of notes; that of papers only if the reference texts are available.

    Args:
        vault: An empty folder for the vault of papers.
    """
    chinese = [Source(f"{n}.md", chinese_note(n).encode()) for n in range(CHINESE)]
    small = [Source(f"n{n}.md", small_note(n).encode()) for n in range(SMALL)]
    ratios = {"Chinese": share_of_reading(chinese, recognise_all), "small": share_of_reading(small, recognise_all)}
    if SHARED.is_dir():
        make_vault(vault, PAPERS)
        docs, bibliography = vault / "docs", [Source("library.bib", (vault / "library.bib").read_bytes())]
        notes = [Source(path.relative_to(docs).as_posix(), path.read_bytes()) for path in sorted(docs.rglob("*.md"))]
        ratios["papers"] = share_of_reading(
            notes, lambda sources: pipeline.build(sources, bibliography=bibliography, pages=False)
        )
    return ratios


def main() -> None:
    """Print all ratios."""
    with tempfile.TemporaryDirectory() as name:
        for kind, share in shares(Path(name)).items():
            print(f"{kind}: {share:.2f} (at most {SHARES[kind]})")


if __name__ == "__main__":
    main()
