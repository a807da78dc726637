"""Fuzz tests: promises for any bytes are in `targets`; `python -m tests.fuzz TARGET` searches for counterexamples."""
