"""Tables as rows of cells, written as CSV and as workbooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from xpert_studio.core.cell_texts import MAX_CELL, cell_text, guarded, put_value
from xpert_studio.core.messages import Message


def write_csv(path: Path, rows: Iterable[tuple[str, ...]]) -> int:
    """Writes rows as CSV in UTF-8 with a mark that Excel needs; returns how many, header apart."""
    count = -1
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        for row in rows:
            writer.writerow([guarded(cell) for cell in row])
            count += 1
    return count


def write_xlsx(path: Path, rows: Iterable[tuple[str, ...]]) -> int:
    """Writes rows as a workbook, every cell a text; returns how many, header apart.

    Raises:
        ValueError: A text is longer than a cell of Excel can hold.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("judgments and verdicts")
    sheet.freeze_panes = "A2"
    count = -1
    try:
        for row in rows:
            cells = []
            for text in row:
                if len(cell_text(text)) > MAX_CELL:
                    raise ValueError(
                        Message(
                            "row {count}: a text of {text:,} characters",
                            count=count + 2,
                            text=len(text),
                        )
                    )
                cell = WriteOnlyCell(sheet)
                put_value(cell, text)
                cells.append(cell)
            sheet.append(cells)
            count += 1
    except BaseException:
        sheet.close()  # a half-written sheet complains when it is thrown away
        raise
    packed = io.BytesIO()
    book.save(packed)  # a zip that cannot be finished complains again when it is thrown away
    path.write_bytes(packed.getvalue())
    return count
