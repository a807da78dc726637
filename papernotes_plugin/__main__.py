"""`python -m papernotes_plugin`: the `papernotes` command."""

from __future__ import annotations

from papernotes_plugin.cli import main

if __name__ == "__main__":
    main(prog_name="papernotes")
