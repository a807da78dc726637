"""Any bytes at all, and what must hold of them: see `targets`; `python -m tests.fuzz TARGET` looks for more."""
