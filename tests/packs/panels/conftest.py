"""The program at the command line, and a project for it."""

from tests.cli.conftest import begin, project, xpert

__all__ = ["begin", "project", "xpert"]
