"""Options, Markdown extensions, watched paths and reports of a build."""
