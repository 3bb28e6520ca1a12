"""Tables that people have, from any file, as sheets of cells."""

from xpert_studio.core.exchange.tables.cells import Cell, TableRow, TableSheet, letter
from xpert_studio.core.exchange.tables.sources import pasted_sheets, read_sheets, samples_in

__all__ = ["Cell", "TableRow", "TableSheet", "letter", "pasted_sheets", "read_sheets", "samples_in"]
