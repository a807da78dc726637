"""Benchmarks, compared as ratios within one run on one machine."""
