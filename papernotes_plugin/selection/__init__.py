"""Directives in notes, and the selection of papers that they and the commands share."""
