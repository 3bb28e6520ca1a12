"""The program at the command line."""

from tests.cli.conftest import begin, xpert

__all__ = ["begin", "xpert"]
