"""The program at the command line."""

from tests.cli.conftest import xpert

__all__ = ["xpert"]
