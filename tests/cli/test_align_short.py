"""``align`` says on one screen what decides; ``--full`` says all."""

from __future__ import annotations

import pytest

from tests.golden.test_figures_unchanged import SUMMHAY
from tests.report.graded_project import graded_project
from tests.report.scored import JUDGE, OTHER, scored_project

MOST_LINES = 25


@pytest.fixture
def summhay(xpert, tmp_path):
    if not SUMMHAY.is_dir():
        pytest.skip("the shared data is not here")
    path = tmp_path / "s.xpert"
    assert xpert("import", path, SUMMHAY, "--new").code == 0
    return path


def test_six_judges_are_on_one_screen(xpert, summhay):
    short = xpert("align", summhay).out.splitlines()
    assert len(short) <= MOST_LINES
    assert short[0].startswith("gemini-1.5-pro, zero-shot follows the experts: κ within")
    table = {line.split()[0]: line for line in short[3:9]}
    assert table["gpt-4o"].split()[2:6] == ["0.511", "0.43", "to", "0.58"]
    assert table["gpt-4o"].rstrip().endswith("81.5\u00a0%  yes")
    assert any("67.3 % by knowing checkpoints, 76.9 % by knowing systems too" in x for x in short)
    assert max(map(len, short[1:9])) <= 100, "a table, not a list, on a terminal of that width"
    assert any("9 of 15 pairs of judges differ in agreement" in x for x in short)
    full = xpert("align", summhay, "--full").out
    assert len(full.splitlines()) > 2 * MOST_LINES
    for word in ("MCC", "Macro-F1", "Precision", "Exact McNemar"):
        assert word in full and word not in "\n".join(short)


def test_what_lacks_is_said_a_line_a_judge(xpert, tmp_path):
    path = tmp_path / "s.xpert"
    scored_project(path).close()
    lines = xpert("align", path, "--as", "lena").out.splitlines()
    assert lines[0].startswith(f"The evidence does not say yet whether {OTHER}")
    assert any(line.startswith("Limits: 6 of 20 tasks; 6 of 60 pairs") for line in lines)
    lines = xpert("align", path, "--as", "lena", "--full").out.splitlines()
    for judge in (JUDGE, OTHER):
        start = f"{judge}: not enough evidence for a certain statement:"
        (said,) = (line for line in lines if line.startswith(start))
        assert "6 of 20 tasks; 6 of 60 pairs" in said


def test_graded_checkpoints_have_a_table_of_their_own(xpert, tmp_path):
    path = tmp_path / "g.xpert"
    graded_project(path, mixed=False, scales=1, tasks=22, minimum=False).close()
    said = xpert("align", path, "--as", "lena").out
    assert said.startswith("judge-a, zero-shot follows the experts: correlation within")
    assert "Graded checkpoints" in said
    (row,) = (line for line in said.splitlines() if line.split()[:1] == ["judge-a"])
    assert row.rstrip().endswith("yes")
