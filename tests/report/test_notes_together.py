"""Notes that follow each other are one box of a report, and none is said twice in a section."""

from __future__ import annotations

from xpert_studio.report.blocks import Note, Text
from xpert_studio.report.shown_blocks import shortened, with_notes_together


def test_notes_in_a_row_are_one_and_none_is_said_twice() -> None:
    blocks = [
        Note("a"),
        Note("b"),
        Note("a"),
        Text("t"),
        Note("b"),
        Text("u"),
        Note("c"),
        Note("b"),
    ]
    assert list(with_notes_together(blocks)) == [Note("a\nb"), Text("t"), Text("u"), Note("c")]


def test_limits_that_are_sentences_become_parts_of_one() -> None:
    (said,) = shortened([Note("A.", short="A is few."), Note("B.", short="B is few.")])
    assert isinstance(said, Note)
    assert said.text == "Limits: A is few; B is few."
