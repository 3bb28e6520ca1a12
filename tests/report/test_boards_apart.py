"""What programs decide of other tasks changes no score; exclusions are of one board."""

from __future__ import annotations

import pytest

from tests.report.scored import JUDGE, OTHER, SYSTEMS, scored_project
from xpert_studio.cli.acting import now
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import CHECKS, Checkpoint, Response, Task, Tier
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.report.analysis import EXPERTS, analyse
from xpert_studio.report.cautions import board_scope
from xpert_studio.report.results import Results, read_facets


@pytest.fixture
def project(tmp_path):
    made = scored_project(tmp_path / "s.xpert", with_gaps=False)
    yield made
    made.close()


def boards(project):
    found = Results(analyse(project), read_facets(project))
    return {
        rater.id: [
            (row.system, row.rank, row.score, row.interval, row.tasks, row.coverage)
            for row in found.board(rater.id).leaderboard.standings
        ]
        for rater in found.raters
    }


def bring_in_choice(project, task_id="mc", systems=SYSTEMS[:3]):
    """A task of one multiple-choice question, answered by some systems and decided by program."""
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id=task_id, title="MC", prompt="Which?", domain="Law"))
        settings = {"options": ["one", "two"], "key": "A"}
        intake.checkpoint(
            Checkpoint(
                task_id=task_id, id="k", text="Is right.", weight=10, tier=Tier.ESSENTIAL,
                dimension="Accuracy", position=1, instrument="choice", settings=settings,
            )
        )  # fmt: skip
        for place, name in enumerate(systems):
            text = f"Answer: {'AB'[place % 2]}"
            intake.response(
                Response(id=f"{task_id}:{place}", task_id=task_id, model=name, text=text)
            )
        intake.flush()


def test_a_multiple_choice_task_moves_no_judged_board(project):
    before = boards(project)
    assert before.keys() == {JUDGE, OTHER, EXPERTS}
    bring_in_choice(project)
    assert boards(project) == before
    request = ScoreRequest(provider=CHECKS, model=CHECKS)
    score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    after = boards(project)
    assert {name: after[name] for name in before} == before
    assert [row[:3] for row in after[CHECKS][:2]] == [("aurora", 1, 1.0), ("cirrus", 1, 1.0)]


def test_a_board_says_whether_the_judges_error_is_in_it_and_whom_no_expert_has_judged(project):
    found = Results(analyse(project), read_facets(project))
    board = found.board(JUDGE).leaderboard
    assert board.judge_error_included is False
    assert set(board.unlabelled) == set(SYSTEMS) - {"aurora", "juno", "iris"}
    assert found.board(EXPERTS).leaderboard.judge_error_included is None
    scope = " ".join(board_scope(board))
    assert "how often the judge errs is not in them" in scope
    assert "No judgment of an expert on a response of" in scope
    assert "judge errs" not in " ".join(board_scope(found.board(EXPERTS).leaderboard))
