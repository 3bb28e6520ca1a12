"""What decisions rest on is written down before an edit: of each decision its own."""

from __future__ import annotations

from sqlalchemy import update

from tests.judge.projects import make_project
from xpert_studio.core.records import rated_hash_of
from xpert_studio.core.store import judgments, responses, staleness, tasks, verdicts
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.schema import judgment, verdict


def unpinned(path):
    """A project whose judgments and verdicts, on two responses, do not say what they rest on."""
    project = make_project(path, tasks=1, checkpoints=3, systems=2)
    with project.writing() as tx:
        given = list(judgments.all_judgments(tx))
        intake = Intake(tx)
        for item in given:
            intake.judgment(item.model_copy(update={"response_id": "t0:s1"}))
        intake.flush()
    return project


def rests_on(tx):
    """By response and checkpoint: the hash that each decision has, and the one it must have."""
    task = tasks.get_task(tx, "t0")
    points = {point.id: point for point in tasks.rubric_of(tx, "t0")}
    texts = {item.id: item.content_hash for item in responses.all_responses(tx)}
    return {
        (item.response_id, item.checkpoint_id): (
            item.rated_hash,
            rated_hash_of(
                task.prompt_hash, points[item.checkpoint_id].rated_text, texts[item.response_id]
            ),
        )
        for item in (*judgments.all_judgments(tx), *verdicts.all_verdicts(tx))
    }


def test_each_decision_gets_the_hash_of_what_it_rests_on(tmp_path):
    with unpinned(tmp_path / "p.xpert") as project, project.writing() as tx:
        for table in (judgment, verdict):
            tx.connection.execute(update(table).values(rated_hash=None))
        staleness.pin(tx, "t0")
        found = rests_on(tx)
        assert len(found) == 6
        assert all(is_now == must_be for is_now, must_be in found.values())
        assert len({is_now for is_now, _ in found.values()}) == 6


def test_only_the_checkpoints_about_to_be_edited_are_written_down(tmp_path):
    with unpinned(tmp_path / "p.xpert") as project, project.writing() as tx:
        tx.connection.execute(update(judgment).values(rated_hash=None))
        staleness.pin(tx, "t0", ["c1"])
        written = {place for place, (is_now, _) in rests_on(tx).items() if is_now is not None}
        assert written == {("t0:s0", "c1"), ("t0:s1", "c1")}
