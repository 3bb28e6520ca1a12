"""A project into which files are imported, as for the tests of the program's own formats."""

from tests.exchange.conftest import project

__all__ = ["project"]
