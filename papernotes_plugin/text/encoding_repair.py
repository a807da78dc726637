"""Repair encoding damage: UTF-8 that was decoded as Windows-1252 or Latin-1.

Only text that is very unlikely to be correct is changed; ftfy judges unlikely combinations of characters.  Quotes,
ligatures, widths, line ends and Unicode normalisation stay the same.
"""

from __future__ import annotations

import re
import unicodedata

from papernotes_plugin.text.lazy_regex import lazy_regex


def _is_unlikely(text: str) -> bool:
    """Return whether a text contains unlikely combinations of characters."""
    # imported late, because most notes are not damaged
    from ftfy.badness import is_bad

    return is_bad(text)


def _damage_bytes() -> dict[str, int]:
    """Return the byte for each character of misread UTF-8: in Windows-1252, or Latin-1 where that is undefined."""
    out = {chr(byte): byte for byte in range(0x80, 0x100)}
    for byte in range(0x80, 0xA0):
        char = bytes([byte]).decode("cp1252", "ignore")
        if char:
            out[char] = byte
    return out


_BYTES = _damage_bytes()


def _chars(start: int, end: int) -> str:
    return re.escape("".join(char for char, byte in _BYTES.items() if start <= byte <= end))


_TAIL = f"[{_chars(0x80, 0xBF)}]"
# The no-break space at the end of a damaged brain emoji often became a space, or was stripped at the end of a line.
# A stray capital before a space is the rest of a damaged no-break space.  All alternatives begin with one class of
# characters, so that other text is skipped quickly.
_RUN = lazy_regex(
    f"[{_chars(0xC2, 0xF4)}](?:(?<=[{_chars(0xC2, 0xDF)}]){_TAIL}|(?<=[{_chars(0xE0, 0xEF)}]){_TAIL}{{2}}"
    f"|(?<=[{_chars(0xF0, 0xF4)}]){_TAIL}{{2}}(?:{_TAIL}| |(?=\\r?$))"
    "|(?<=[a-z.,;:?!)\\]]Â)(?= |\\r?$))",
    re.MULTILINE,
)
_CLOSING = frozenset("’”»›…–—")
"""Characters that follow letters in correct text too: `BEYONCÉ’s` is no damage."""
_UNDEFINED = frozenset("\x81\x8d\x8f\x90\x9d")
"""Control characters for bytes that Windows-1252 does not define; they are part of a deeper layer of damage."""


def _restored(run: str) -> str:
    """Return the text that a damaged run represents; the run itself if it represents none."""
    if run == "Â":
        return ""
    whole, after = run, ""
    if run[0] in "ðñòóô" and (len(run) == 3 or run[-1] == " "):
        whole, after = run[:3] + "\xa0", run[3:]
    try:
        char = bytes(_BYTES[c] for c in whole).decode("utf-8")
    except UnicodeDecodeError:
        return run
    if char not in _UNDEFINED and unicodedata.category(char) in {"Cc", "Zl", "Zp"}:
        return run  # The number of lines must not change.
    return char + after


def _is_certain(text: str, start: int, end: int) -> bool:
    """Return whether a run is very unlikely to be correct text next to the characters around it."""
    run, before, after = text[start:end], text[max(0, start - 1) : start], text[end : end + 2]
    if len(run) != 2:
        # These two begin most damaged Vietnamese letters.
        return run == "Â" or run[0] in "ðñòóô" or run[:2] in {"áº", "á»"} or _is_unlikely(before + run + after[:1])
    if before.islower():
        return run[0].isupper()
    if run[1] in _CLOSING:
        # No letter follows a closing mark, unless it is an apostrophe.
        inside = run[0] in "ÄÅ" and run[1] != "’" and after[:1].isalpha()
        first = not before.isalnum() and len(after) == 2 and after.isalpha()
        return inside or first or (run[0] in "ÂÃ" and not before.isupper())
    return run[0] in "ÂÃ" or run[1] == "Ÿ" or _is_unlikely(before + run + after[:1])


def _chained(text: str, runs: list[re.Match[str]]) -> list[bool]:
    """Return which runs are certainly damaged; a run next to a certain one is certain too."""
    certain = [_is_certain(text, run.start(), run.end()) for run in runs]
    for n in range(1, len(runs)):
        certain[n] |= certain[n - 1] and runs[n].start() == runs[n - 1].end()
    for n in range(len(runs) - 1, 0, -1):
        certain[n - 1] |= certain[n] and runs[n].start() == runs[n - 1].end()
    return certain


_FOREIGN = lazy_regex(r"[^\x00-\x7f]")


def _likely(text: str, run: re.Match[str]) -> bool:
    """Return whether an uncertain run is damage, in a text with damage; correct text may contain `É’s` and `3 Å `."""
    number = text[max(0, run.start() - 2) : run.start()][:1].isdigit()
    return run[0][0] in "ÂÃ" or (run[0][-1] not in _CLOSING and not number)


def _peeled(text: str) -> tuple[str, int, int]:
    """Return a text with one layer of damage repaired, the number of repaired runs and of their characters."""
    runs = list(_RUN.finditer(text))
    certain_runs = _chained(text, runs)
    if not any(certain_runs):
        return text, 0, 0
    # If there are no other non-ASCII characters, the whole text was damaged.
    whole = sum(len(run[0].strip(" ")) for run in runs) == len(_FOREIGN.findall(text))
    out, position, count, used = [], 0, 0, 0
    for run, certain in zip(runs, certain_runs, strict=True):
        char = _restored(run[0])
        if char == run[0] or not (whole or certain or _likely(text, run)):
            continue
        out += [text[position : run.start()], char]
        position = run.end()
        count += 1
        used += len(run[0].rstrip(" "))
    return "".join([*out, text[position:]]), count, used


def repair_encoding(text: str) -> tuple[str, int]:
    """Return a text with encoding damage repaired, and the number of restored characters.

    Examples:
        >>> repair_encoding("Schr\u00c3\u00b6dinger\u00e2\u20ac\u2122s caf\u00e9")
        ('Schrödinger’s café', 2)
    """
    if text.isascii():
        return text, 0
    total, before = 0, text
    for layer in range(3):
        text, count, used = _peeled(text)
        if not count:
            break
        # The characters of a deeper layer were counted when the outer layer was repaired.
        total += count - (used if layer else 0)
    return text, max(total, int(text != before))


def repair_certain_damage(text: str) -> str:
    """Return a text with the damage repaired that is certain and that has lost no byte.

    It is used for text that is written back to a file; `repair_encoding` may also guess lost bytes.

    Examples:
        >>> repair_certain_damage("Schr\u00c3\u00b6dinger, a brain: \u00f0\u0178\u00a7 .")
        'Schrödinger, a brain: ðŸ§ .'
    """
    before = text
    for _ in range(0 if text.isascii() else 3):
        runs = list(_RUN.finditer(text))
        out, position = [], 0
        for run, certain in zip(runs, _chained(text, runs), strict=True):
            char = _restored(run[0])
            if certain and len(char.encode()) == len(run[0]) and char != run[0]:
                out += [text[position : run.start()], char]
                position = run.end()
        if not out:
            break
        text = "".join([*out, text[position:]])
    # An undefined character that no deeper layer contains was no damage.
    return before if any(char in text and char not in before for char in _UNDEFINED) else text
