"""Give the tags of Material's tags plugin slugs of their own."""

from __future__ import annotations

import itertools
from collections.abc import Callable


class UniqueTagSlugs:
    """A slug function that gives no two tags the same slug; the first tag keeps it.

    Two tags of one emoji each would both have an empty slug.

    Examples:
        >>> slug = UniqueTagSlugs(lambda text, separator: "".join(c for c in text.lower() if c.isalnum()))
        >>> [slug(tag, "-") for tag in ("Vision", "vision", "🧠", "🚀", "Vision")]
        ['vision', 'vision-2', '', '1f680', 'vision']
    """

    def __init__(self, slugify: Callable[[str, str], str]) -> None:
        """Wrap the slug function that the site is configured with."""
        self.slugify = slugify
        self._slugs: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        """The tag that each slug belongs to."""

    def __call__(self, text: str, separator: str) -> str:
        """Return the slug of a tag; every call with the same tag returns the same slug."""
        if text not in self._slugs:
            slug = self.slugify(text, separator)
            fallback = slug or separator.join(f"{ord(char):x}" for char in text)
            numbered = (f"{fallback}{separator}{number}" for number in itertools.count(2))
            choices = itertools.chain((slug, fallback), numbered)
            self._slugs[text] = next(c for c in choices if self._owners.setdefault(c, text) == text)
        return self._slugs[text]
