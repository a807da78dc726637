"""The `papernotes` command."""

from papernotes_plugin.cli.command_line import main

__all__ = ["main"]
