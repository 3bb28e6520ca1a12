"""PDFs are set in a process of their own, which gives back what the typesetter takes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.program import carried_out
from tests.report.scored import scored_project
from xpert_studio.core.errors import XpertError
from xpert_studio.core.typesetting import set_as_pdf

PAGE = '#let page = json(bytes(sys.inputs.page))\n#set document(title: "T")\n#page.text'


def test_a_report_takes_no_typesetter_into_its_own_process(tmp_path: Path) -> None:
    path = tmp_path / "s.xpert"
    scored_project(path).close()
    said = carried_out("report", path, tmp_path / "r.pdf", "--as", "lena")
    assert said.code == 0, said.err
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-")
    assert "typst" not in sys.modules


def test_the_same_page_is_the_same_to_the_byte_and_says_what_no_font_has() -> None:
    first = set_as_pdf(PAGE, '{"text": "Words."}', 0)
    assert first == set_as_pdf(PAGE, '{"text": "Words."}', 0)
    assert first[1]
    data, is_whole = set_as_pdf(PAGE, '{"text": "\\u0378"}', 0)
    assert data.startswith(b"%PDF-")
    assert not is_whole


def test_what_the_typesetter_refuses_is_said_with_a_way_on() -> None:
    with pytest.raises(XpertError, match="could not be set as a PDF") as raised:
        set_as_pdf("#unknown-function()", "{}", 0)
    assert "Write it as .html" in str(raised.value.remedy)
