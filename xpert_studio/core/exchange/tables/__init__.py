"""Tables that people have, from any file, as sheets of cells."""

from xpert_studio.core.exchange.tables.cells import Cell, TableRow, TableSheet
from xpert_studio.core.exchange.tables.sources import pasted_sheets, read_sheets, samples_in

__all__ = ["Cell", "TableRow", "TableSheet", "pasted_sheets", "read_sheets", "samples_in"]
