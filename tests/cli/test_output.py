"""Tables on a terminal: no number is cut, however narrow it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from rich.console import Console

from tests.program import carried_out
from tests.sampling import some
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.messages import Message

NUMBERS = [f"0.{place}12 to 0.345" for place in range(4)]
COLUMNS = [Column("judge"), *(Column(f"figure {place}", number=True) for place in range(4))]


def printed(capsys, width: int, columns=COLUMNS, rows=None) -> str:
    output = Output(as_json=False)
    output.console = Console(width=width, highlight=False)
    output.table("Judges", columns, [("baseline:a-long-name", *NUMBERS)] if rows is None else rows)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [20, 40, 80, 120, 200])
def test_no_number_is_cut_in_a_narrow_terminal(capsys, width):
    said = printed(capsys, width)
    assert all(number in said for number in NUMBERS), said


def test_a_table_that_does_not_fit_has_a_block_for_each_row(capsys):
    said = printed(capsys, 40).splitlines()
    assert said[:3] == ["Judges", "Judge: baseline:a-long-name", "  Figure 0: 0.012 to 0.345"]
    assert len(printed(capsys, 80).splitlines()) == 4
    assert len(printed(capsys, 200).splitlines()) == 3


def test_a_table_without_headings_has_no_empty_line_for_them(capsys):
    said = printed(capsys, 80, [Column(""), Column("")], [("Name", "Wards")])
    assert said.splitlines()[1].split() == ["Name", "Wards"]


@pytest.mark.parametrize("width", some([80, 120], 1, "terminal"))
def test_figures_of_align_are_whole_on_a_terminal(project, width):
    openpty = pytest.importorskip("pty").openpty
    words = [sys.executable, "-m", "xpert_studio.cli.main"]
    environment = os.environ | {"COLUMNS": str(width), "TERM": "xterm", "XPERT_STUDIO_LANG": "en"}
    assert carried_out("score", project).code in {0, 4}
    read, write = openpty()
    with subprocess.Popen(
        [*words, "align", project, "--full"], stdout=write, env=environment
    ) as running:
        os.close(write)
        said = b""
        while chunk := _read(read):
            said += chunk
    os.close(read)
    assert running.returncode == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", said.decode())
    numbers = re.findall(r"−?\d+\.\d+", carried_out("align", project, "--full").out)
    assert len(numbers) > 5
    assert not [number for number in numbers if number not in text], text


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux reports the end of a terminal so
        return b""


def test_notes_that_differ_in_their_values_only_are_counted(capsys):
    notes = [Message("the key {key} is not known", key=f"k{n}") for n in range(100_000)]
    Output(as_json=False).note(*notes, "Another.")
    said = capsys.readouterr().err.splitlines()
    assert (said[0], said[20][:6], said[-1]) == ("the key k0 is not known", "… and ", "Another.")
    assert "99,980 more like: the key k0" in " ".join(said[20:-1])
    assert len(said) < 25
