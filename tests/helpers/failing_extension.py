"""Python-Markdown extension that raises an exception for each text with the word `boom`."""

from __future__ import annotations

from typing import Any

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

ERRORS = {error.__name__: error for error in (RecursionError, ValueError, AssertionError, MemoryError, KeyError)}
STAGES = ("preprocessor", "block", "inline", "tree", "postprocessor")


class FailingExtension(Extension):
    """Extension that raises an exception."""

    def __init__(self, **options: Any) -> None:
        self.config = {"stage": ["", "One of `STAGES`."], "error": ["", "A name of `ERRORS`."]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor that raises."""
        stage, error = self.getConfig("stage"), ERRORS[self.getConfig("error")]

        class Before(Preprocessor):
            def run(self, lines: list[str]) -> list[str]:
                if "boom" in "\n".join(lines):
                    raise error("bad text")
                return lines

        class Block(BlockProcessor):
            def test(self, parent: Any, block: str) -> bool:
                if "boom" in block:
                    raise error("bad text")
                return False

        class Inline(InlineProcessor):
            def handleMatch(self, m: Any, data: str) -> Any:  # type: ignore[override]
                raise error("bad text")

        class Tree(Treeprocessor):
            def run(self, root: Any) -> None:
                if any("boom" in text for text in root.itertext()):
                    raise error("bad text")

        class After(Postprocessor):
            def run(self, text: str) -> str:
                if "boom" in text:
                    raise error("bad text")
                return text

        if stage == "preprocessor":
            md.preprocessors.register(Before(md), "boom", 100)
        elif stage == "block":
            md.parser.blockprocessors.register(Block(md.parser), "boom", 100)
        elif stage == "inline":
            md.inlinePatterns.register(Inline("boom", md), "boom", 100)
        elif stage == "tree":
            md.treeprocessors.register(Tree(md), "boom", 1)
        else:
            md.postprocessors.register(After(md), "boom", 1)


def makeExtension(**options: Any) -> FailingExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return FailingExtension(**options)
