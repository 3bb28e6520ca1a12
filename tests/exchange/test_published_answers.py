"""The key of a choice and the parameters of a check are answers: they stay where these stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.exchange.conftest import NOW, rows_told
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import expect_bundle
from xpert_studio.core.exchange.formats import FORMATS, export_foreign
from xpert_studio.core.exchange.preview import preview_bundle
from xpert_studio.core.exchange.publishing import Publisher
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.instruments import decided_by_program
from xpert_studio.core.judge.checks_backend import decided, subject_of
from xpert_studio.core.records import (
    CHECKS,
    Aspect,
    Checkpoint,
    Comment,
    Comparison,
    Judge,
    Person,
    Response,
    RubricRevision,
    Severity,
    Task,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

HELD, SHOWN = "held", "shown"
BOTH = [item for item in FORMATS.values() if {"check", "choice"} <= item.instruments]


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.judge(Judge(id=CHECKS, model=CHECKS))
            intake.person(Person(id="wei"))
            kept: list[RubricRevision | Comment] = []
            for name in (HELD, SHOWN):
                task = Task(id=name, prompt="Which?", reference_answer=f"reference of {name}")
                rubric = [
                    Checkpoint(
                        task_id=name, id="choice", text="Is right.", weight=1, instrument="choice",
                        settings={"options": [f"key of {name}", "No"], "key": "A"},
                    ),
                    Checkpoint(
                        task_id=name, id="check", text="Says it.", weight=1, instrument="check",
                        settings={"check": "equals", "parameters": {"text": f"words of {name}"}},
                    ),
                    Checkpoint(task_id=name, id="polite", text=f"Greets {name}.", weight=1),
                ]  # fmt: skip
                response = Response(id=f"r-{name}", task_id=name, model="m", text="B")
                intake.task(task)
                intake.response(response)
                kept.append(
                    RubricRevision(task_id=name, number=1, checkpoints=tuple(rubric), frozen_at=NOW)
                )
                kept.append(
                    Comment(
                        id=f"m-{name}", task_id=name, revision=1, author_id="wei", made_at=NOW,
                        text=f"reason of {name}", aspect=Aspect.CLARITY, severity=Severity.COMMENT,
                        checkpoint_id="choice", checkpoint_text="Is right.",
                    )
                )  # fmt: skip
                for point in rubric:
                    intake.checkpoint(point)
                for point in decided_by_program(rubric):
                    outcome = decided(subject_of(task, response), point)
                    intake.verdict(
                        Verdict(
                            response_id=response.id, checkpoint_id=point.id, judge_id=CHECKS,
                            value=int(outcome.passed), rationale=f"reason of {name}",
                        )
                    )  # fmt: skip
            intake.flush()
            for record in kept:
                entities.put(tx, record)
        yield made


def text_in(folder: Path) -> str:
    files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    told = "".join(path.read_text("utf-8") for path in files if path.suffix in {".jsonl", ".json"})
    return told + "".join(map(rows_told, files))


def answers(task_id: str) -> list[str]:
    return [f"{what} of {task_id}" for what in ("key", "words", "reason")]


def test_a_public_bundle_has_them_of_published_tasks_alone(project, tmp_path):
    export_bundle(
        project, tmp_path / "b", visibility=Visibility.PUBLIC, now=NOW, all_stages=True,
        held_out=frozenset({HELD}),
    )  # fmt: skip
    text = text_in(tmp_path / "b")
    assert all(answer in text for answer in [*answers(SHOWN), f"reference of {SHOWN}"])
    assert not any(answer in text for answer in [*answers(HELD), f"reference of {HELD}"])
    rows = [json.loads(line) for line in (tmp_path / "b/checkpoints.jsonl").open("rb")]
    keys = [row["instrument"]["key"] for row in rows if row["id"] == "choice"]
    assert keys == ["A"]


@pytest.mark.parametrize("without_rubrics", [False, True])
@pytest.mark.parametrize("without_answers", [False, True])
def test_a_private_bundle_has_them_with_rubrics_and_reference_answers_alone(
    project, tmp_path, without_answers, without_rubrics
):
    options = BundleOptions(
        Visibility.PRIVATE, held_out=frozenset({HELD}),
        without_reference_answers=without_answers, without_rubrics=without_rubrics,
    )  # fmt: skip
    if not (without_answers or without_rubrics):
        options = BundleOptions(Visibility.PRIVATE)
    report = export_bundle(
        project, tmp_path / "b", visibility=options.visibility, now=NOW, held_out=options.held_out,
        without_reference_answers=options.without_reference_answers,
        without_rubrics=options.without_rubrics,
    )  # fmt: skip
    text = text_in(tmp_path / "b")
    assert (f"reference of {HELD}" in text) is not without_answers
    is_whole = not (without_answers or without_rubrics)
    assert all((answer in text) is is_whole for answer in answers(HELD))
    assert (f"Greets {HELD}." in text) is not without_rubrics
    assert all(answer in text for answer in [*answers(SHOWN), f"reference of {SHOWN}"])
    assert expect_bundle(project, options) == report.rows
    with new_project(tmp_path / "back.xpert", now=NOW) as back:
        import_bundle(back, tmp_path / "b", now=NOW)


def test_a_preview_shows_that_they_stay(project):
    options = BundleOptions(
        Visibility.PRIVATE, held_out=frozenset({HELD}), without_reference_answers=True
    )
    found = preview_bundle(project, options, now=NOW)
    assert {row.kind: (row.out, row.stay) for row in found.rows}["checkpoints"] == (4, 2)


@pytest.mark.parametrize("wanted", BOTH, ids=[item.id for item in BOTH])
def test_other_tools_get_them_of_published_tasks_alone(project, tmp_path, wanted):
    target = tmp_path / f"out{wanted.suffix}"
    export_foreign(project, wanted, target, scope=ExportScope(held_out=frozenset({HELD})), now=NOW)
    text = text_in(target)
    holds_rubrics = wanted.id not in {"mt-bench", "dpo"}
    assert all((answer in text) is holds_rubrics for answer in answers(SHOWN)[:2])
    assert HELD not in text


@pytest.mark.parametrize("without", ["without_rubrics", "without_reference_answers"])
def test_comparisons_on_a_checkpoint_stay_where_it_stays(without):
    publisher = Publisher(
        public=True,
        secret="s",
        held_out=frozenset({HELD}),
        answers=frozenset({(HELD, "check")} if without == "without_reference_answers" else ()),
        **{without: True},
    )
    whole = Comparison(
        task_id=HELD, first_id="a", second_id="b", shown_first="a", rater_id="ada", value=1
    )
    on_one = whole.model_copy(update={"checkpoint_id": "check"})
    assert publisher.published(whole) is not None
    assert publisher.published(on_one) is None
    assert publisher.published(on_one.model_copy(update={"task_id": SHOWN})) is not None
