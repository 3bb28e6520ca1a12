"""Weights are fitted so that no task is judged by its own judgments, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.packs.embedded.builders import anchor, project
from xpert_studio.core.records import AnnotationForm, JudgeMode
from xpert_studio.packs.embedded.model_judge import (
    EmbeddedJudge,
    FittedModel,
    GoldCase,
    fit,
)
from xpert_studio.packs.embedded.model_judge.model import default_weights

ZERO, ANCHORED = JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED
CASES = project()


def fitted(cases: list[GoldCase], mode: JudgeMode = ZERO, seed: int = 0) -> FittedModel:
    return fit(cases, mode, seed=seed)


def planted(cases: list[GoldCase], task: str) -> list[GoldCase]:
    """The same cases with every judgment of one task turned round."""
    out = []
    for case in cases:
        if case.task_id == task:
            turned = tuple(
                item.model_copy(update={"adjudicated_value": 1 - item.final_value})
                for item in case.form.judgments
            )
            form = AnnotationForm(
                response_id=case.form.response_id, expert_id="E1", judgments=turned
            )
            case = replace(case, form=form)
        out.append(case)
    return out


@pytest.mark.parametrize("mode", [ZERO, ANCHORED])
def test_a_task_is_never_judged_by_its_own_judgments(mode: JudgeMode) -> None:
    honest = fitted(CASES, mode)
    for task in ("T0", "T3"):
        lied = fitted(planted(CASES, task), mode)
        assert lied.by_task[task] == honest.by_task[task]
        assert lied.full != honest.full
        others = [name for name in ("T1", "T2", "T4") if name != task]
        assert any(lied.by_task[t] != honest.by_task[t] for t in others)


def test_every_task_with_gold_has_weights_of_its_own_fold() -> None:
    model = fitted(CASES)
    assert sorted(model.by_task) == [f"T{i}" for i in range(5)]
    assert model.source == "fitted"
    assert model.full not in model.by_task.values()


def test_fitting_is_deterministic_by_seed() -> None:
    assert fitted(CASES).hash == fitted(list(CASES)).hash
    many = project(9)
    assert fitted(many, seed=1).hash != fitted(many, seed=2).hash


def test_fitted_weights_find_what_is_stated() -> None:
    judge = EmbeddedJudge(fitted(CASES))
    right = total = 0
    for case in CASES:
        gold = {item.checkpoint_id: item.value for item in case.form.judgments}
        for decision in judge.decide(case.task_id, case.checkpoints, case.response_text):
            right += decision.value == gold[decision.checkpoint_id]
            total += 1
    assert right / total > 0.95


def test_an_anchored_fit_judges() -> None:
    model = fitted(CASES, ANCHORED)
    case, other = CASES[0], CASES[1]
    met = [item.value for item in other.form.judgments]
    shown = anchor(other.response_text, met, task="T0")
    assert EmbeddedJudge(model).decide("T0", case.checkpoints, case.response_text, shown)


@pytest.mark.parametrize("cases", [[], CASES[:4], project(3, responses=2, points=3)])
def test_too_little_gold_means_the_shipped_weights(cases: list[GoldCase]) -> None:
    model = fitted(cases)
    assert model.source == "defaults"
    assert model.full == default_weights(ZERO)
    judgments = sum(len(case.form.judgments) for case in cases)
    assert f"{judgments} gold judgments of" in model.note


def test_gold_of_one_kind_is_fitted_too() -> None:
    met = [
        case.form.model_copy(
            update={
                "judgments": tuple(
                    item.model_copy(update={"adjudicated_value": 1}) for item in case.form.judgments
                )
            }
        )
        for case in CASES
    ]
    cases = [replace(case, form=form) for case, form in zip(CASES, met, strict=True)]
    assert fitted(cases).full[-1] > default_weights(ZERO)[-1]


def test_anchored_with_one_form_a_task_falls_back() -> None:
    first = [case for case in CASES if case.form.response_id.endswith("R0")]
    assert fitted(first, ANCHORED).source == "defaults"


def test_the_hash_changes_with_any_number() -> None:
    model = fitted(CASES)
    bumped = (model.full[0] + 1e-6, *model.full[1:])
    assert replace(model, full=bumped).hash != model.hash
    assert replace(model, by_task={**model.by_task, "T0": bumped}).hash != model.hash
    assert replace(model, by_task={}).hash != model.hash


def test_the_hash_changes_with_the_version_of_the_algorithm(monkeypatch) -> None:
    before = fitted(CASES).hash
    monkeypatch.setattr("xpert_studio.packs.embedded.model_judge.model.ALGORITHM", 1)
    assert fitted(CASES).hash != before
