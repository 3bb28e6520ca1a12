"""The program at the command line, and a project for it."""

from tests.cli.conftest import project, xpert

__all__ = ["project", "xpert"]
