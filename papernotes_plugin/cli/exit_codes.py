"""Exit codes of all commands, and the part of their help that lists them."""

from __future__ import annotations

PROBLEM = 1
"""Exit code after a command that found a problem in its input, or that found nothing to write."""
WRONG_USAGE = 2
"""Exit code after wrong usage, or after an error that stops the command."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as of a shell: 128 and the number of SIGINT."""
BROKEN_PIPE = 141
"""Exit code after the reader of stdout has ended, as of a shell: 128 and the number of SIGPIPE."""


def help_epilog(*lines: str, problem: str, success: str = "success") -> str:
    """Return the end of the help of a command: examples (without `papernotes`) and the exit codes.

    Args:
        lines: The examples.
        problem: What exit code 1 means; several lines are separated by a line feed.
        success: What exit code 0 means.
    """
    codes = {
        0: success,
        PROBLEM: problem,
        WRONG_USAGE: "wrong usage, or an error that stops the command (one line on stderr gives the reason)",
        INTERRUPTED: "interrupted with Ctrl-C",
        BROKEN_PIPE: "the program that reads the output has ended",
    }
    rows = [
        f"  {code if not number else '':<5}{line}"
        for code, text in codes.items()
        for number, line in enumerate(text.split("\n"))
    ]
    examples = ["\b", "Examples:", *(f"  papernotes {line}" for line in lines)]
    return "\n".join([*examples, "", "\b", "Exit codes:", *(row.rstrip() for row in rows), ""])
