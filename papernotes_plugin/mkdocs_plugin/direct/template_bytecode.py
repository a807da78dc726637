"""Keep the compiled templates of a theme for the next build of a preview."""

from __future__ import annotations

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class TemplateBytecode(BytecodeCache):
    """Compiled templates of the theme."""

    def __init__(self) -> None:
        self._bytecode: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode of a template; Jinja ignores it if the source has changed."""
        if bytecode := self._bytecode.get(bucket.key):
            bucket.bytecode_from_string(bytecode)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode of a template."""
        self._bytecode[bucket.key] = bucket.bytecode_to_string()
