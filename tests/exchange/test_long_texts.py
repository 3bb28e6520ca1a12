"""Long texts of one mark, where a pattern that begins anew at each place would take hours."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from xpert_studio.core.exchange.preview.survey import E_MAIL, TextWatch
from xpert_studio.core.exchange.problems import InputRefusedError
from xpert_studio.core.exchange.rubric_sheet import SheetReading, read_rubric_sheet
from xpert_studio.core.exchange.rubric_sheet.numbers import points_in

LONG = 20_000
MOST = 10
"""Seconds of processor time. What is right needs a hundredth of it, what is wrong far more."""

MARKS = (" ", "\n", "(", "- ", "- a\n", "|", "|--", "1. ", "_", "_ ", "*", "#", "<", "a ", "中")
MARKS += (",", ": ", "1 / ", ".", "a.\n", "[", "1-2 ", "5 points\n", "a (5)\n", "\t", "> a\n")


@contextmanager
def bounded() -> Iterator[None]:
    """Fails where a text takes too much processor time, on a busy machine too."""
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise AssertionError(f"takes more than {MOST} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def read(path) -> None:
    """Reads a rubric, or learns that it is none."""
    try:
        read_rubric_sheet(path, dimensions=(), reading=SheetReading(is_preview=True))
    except InputRefusedError:
        return


@pytest.mark.parametrize("ending", ["csv", "md", "txt", "html"])
def test_a_long_file_is_read_in_time(tmp_path, ending):
    for mark in MARKS:
        path = tmp_path / f"r.{ending}"
        path.write_text((mark * LONG)[:LONG] + "x", encoding="utf-8")
        with bounded():
            read(path)


@pytest.mark.parametrize("mark", MARKS)
def test_a_long_cell_is_read_in_time(tmp_path, mark):
    body = (mark * LONG)[:LONG].replace('"', "")
    path = tmp_path / "r.csv"
    path.write_text(f'Criterion,Points\nNames the court,3\n"x{body}",4\n', encoding="utf-8")
    with bounded():
        read(path)
        assert points_in(body + "x")[0] == body + "x"


def test_addresses_are_sought_in_time():
    with bounded():
        assert list(TextWatch([]).found_in("1" * 4 * LONG + " @ wang@example.org")) == [E_MAIL]
        assert not list(TextWatch([]).found_in("1" * 4 * LONG + " @ @property"))


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_table_with_too_many_columns_is_refused(tmp_path, ending):
    heads = ["Criterion", "Points", *(f"Column {n}" for n in range(400))]
    rows = [heads, ["Names the court", 3, *["x"] * 400], ["Names the day", 2, *["y"] * 400]]
    path = tmp_path / f"wide.{ending}"
    if ending == "csv":
        path.write_text("\n".join(",".join(map(str, row)) for row in rows), encoding="utf-8")
    else:
        from openpyxl import Workbook

        book = Workbook()
        for row in rows:
            book.active.append(row)
        book.save(path)
    with pytest.raises(InputRefusedError) as caught:
        read_rubric_sheet(path, dimensions=(), reading=SheetReading())
    assert "more than 256 columns" in str(caught.value.problems[0])
