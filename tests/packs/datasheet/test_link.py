"""A judge that takes the place of another: the offset is that which was put in."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.loopback import LoopbackServer
from tests.metrics.columns import catalog_of
from tests.packs.datasheet.projects import LEAD, Mind, gold_project
from xpert_studio.core.instruments.columns import marks_of
from xpert_studio.packs.datasheet.linking import link

OLD, NEW = "compatible:old", "compatible:new"


@pytest.fixture
def linked(xpert, tmp_path):  # noqa: F811
    """A project that two judges have scored, of which the new one errs."""
    gold_project(tmp_path / "p.xpert").close()
    for name, error in ((OLD, 0.0), (NEW, 0.3)):
        with LoopbackServer(answer=Mind(error=error).answer) as server:
            reached = ("--judge", name, "--base-url", server.openai_url)
            assert xpert("score", "p.xpert", *reached, *LEAD).code == 0
    return "p.xpert"


def test_the_offset_is_that_of_the_boards_on_the_same_responses(xpert, linked):  # noqa: F811
    (found,) = xpert("judge", "link", linked, OLD, NEW, "--json", *LEAD).json
    offset = found["offset"]
    assert (found["verdicts"], offset["responses"], offset["tasks"]) == (96, 24, 12)
    low, high = offset["interval"]
    assert low < offset["difference"] < high
    assert found["old_less_experts"]["difference"] == 0
    assert found["new_less_experts"]["difference"] == pytest.approx(offset["difference"])
    boards = {name: board(xpert, linked, name) for name in (OLD, NEW)}
    for system, one in found["by_system"].items():
        apart = boards[NEW][system] - boards[OLD][system]
        assert one["difference"] == pytest.approx(apart, abs=1e-9)
    assert found["noted"] is False


def board(xpert, project, judge):  # noqa: F811
    found = xpert("leaderboard", project, "--judge", judge, "--json", *LEAD).json
    (one,) = found.values()
    return {row["system"]: row["score"] for row in one["standings"]}


def test_a_noted_succession_stands_in_reports(xpert, linked, tmp_path):  # noqa: F811
    assert xpert("sections", linked, "judge-link", "--json", *LEAD).json is None
    said = xpert("judge", "link", linked, OLD, NEW, "--note", *LEAD)
    assert said.code == 0 and "less those by" in said.out
    assert xpert("judge", "link", linked, OLD, NEW, "--note", *LEAD).code == 0
    (found,) = xpert("sections", linked, "judge-link", "--json", *LEAD).json
    assert found["noted"] is True
    assert xpert("report", linked, "out.html", *LEAD).code == 0
    assert "Succession of judges" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_only_a_lead_notes_it(xpert, linked):  # noqa: F811
    assert xpert("judge", "link", linked, OLD, NEW, "--note", "--as", "amara").code in {2, 5}
    assert xpert("sections", linked, "judge-link", "--json", *LEAD).json is None


def test_judges_without_shared_gold_have_no_offset(xpert, tmp_path):  # noqa: F811
    gold_project(tmp_path / "p.xpert").close()
    for name, tasks in ((OLD, "t0"), (NEW, "t1")):
        with LoopbackServer() as server:
            reached = ("--judge", name, "--base-url", server.openai_url, "--tasks", tasks)
            assert xpert("score", "p.xpert", *reached, *LEAD).code == 0
    said = xpert("judge", "link", "p.xpert", OLD, NEW, *LEAD)
    assert said.code == 0
    assert "cannot be compared" in said.out and "Next" in said.out
    same = xpert("judge", "link", "p.xpert", OLD, OLD, *LEAD)
    assert (same.code, "its own place" in same.err) == (2, True)
    assert xpert("judge", "link", "p.xpert", OLD, "nobody", *LEAD).code == 2


def test_an_offset_that_was_put_in_lies_in_its_interval():
    catalog = catalog_of([[1] * 10] * 30, 3)
    response = np.repeat(np.arange(len(catalog.responses), dtype=np.int32), 10)
    point = (catalog.response_task[response] * 10 + np.tile(np.arange(10), 90)).astype(np.int32)
    covered, wide = 0, 0
    for seed in range(60):
        chance = np.random.default_rng(seed)
        truth = chance.random(900) < 0.6

        def said(name, share, chance=chance, truth=truth):
            value = np.where(chance.random(900) < share, 1.0, truth * 1.0)
            return marks_of(catalog, name, response, point, value, np.zeros(900, np.bool_))

        # 20 and 5 % of all are met whatever is so: 0.4 of these were not, so 6 points between them.
        found = link(
            catalog, said("experts", 0.0), said("old", 0.05), said("new", 0.2),
            np.zeros(len(catalog.responses), np.bool_),
        )  # fmt: skip
        low, high = found.offset.value.interval
        covered += low <= 0.06 <= high
        wide += not low <= 0 <= high
    assert covered >= 52  # .95 of 60, less two standard errors
    assert wide >= 55
