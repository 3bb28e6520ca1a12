"""Xpert Studio: expert judgment turned into benchmarks that can be trusted."""

__version__ = "0.1.0"
