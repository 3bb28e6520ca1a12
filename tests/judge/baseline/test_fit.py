"""Weights are fitted so that no task is judged by its own judgments, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.judge.baseline.builders import anchor, project
from xpert_studio.errors import JudgeError
from xpert_studio.judge.baseline import (
    EmbeddedJudge,
    FittedModel,
    GoldCase,
    corpus_of,
    default_model,
    examples_of,
    fit,
)
from xpert_studio.judge.baseline.model import Coefficients, default_coefficients
from xpert_studio.records import AnnotationForm, JudgeMode

ZERO, ANCHORED = JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED
CASES = project()
CORPUS = corpus_of([point.text for point in case.checkpoints] for case in CASES)


def fitted(cases: list[GoldCase], mode: JudgeMode = ZERO, seed: int = 0) -> FittedModel:
    return fit(examples_of(cases, CORPUS, mode), mode, seed=seed)


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
        assert lied.coefficients_for(task) == honest.coefficients_for(task)
        assert lied.full != honest.full
        others = [name for name in ("T1", "T2", "T4") if name != task]
        assert any(lied.coefficients_for(t) != honest.coefficients_for(t) for t in others)


def test_every_task_is_in_exactly_one_fold() -> None:
    model = fitted(CASES)
    assert sorted(task for fold in model.folds for task in fold.tasks) == [
        f"T{i}" for i in range(5)
    ]
    assert model.source == "fitted"
    assert model.coefficients_for("unknown") == model.full


def test_fitting_is_deterministic_by_seed() -> None:
    assert fitted(CASES).hash == fitted(list(CASES)).hash
    many = project(9)
    assert fitted(many, seed=1).hash != fitted(many, seed=2).hash


def test_fitted_weights_find_what_is_stated() -> None:
    judge = EmbeddedJudge(fitted(CASES), CORPUS)
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
    assert EmbeddedJudge(model, CORPUS).decide("T0", case.checkpoints, case.response_text, shown)


@pytest.mark.parametrize(
    ("cases", "reason"),
    [
        ([], "tasks"),
        (CASES[:4], "tasks"),
        (project(3, responses=2, points=3), "gold judgments"),
        (
            [
                replace(
                    case,
                    form=case.form.model_copy(
                        update={
                            "judgments": tuple(
                                j.model_copy(update={"adjudicated_value": 1})
                                for j in case.form.judgments
                            )
                        }
                    ),
                )
                for case in CASES
            ],
            "are met",
        ),
    ],
)
def test_too_little_gold_means_the_shipped_weights(cases: list[GoldCase], reason: str) -> None:
    model = fitted(cases)
    assert model.source == "defaults"
    assert model.full == default_coefficients(ZERO)
    assert reason in model.note


def test_anchored_with_one_form_a_task_falls_back() -> None:
    first = [case for case in CASES if case.form.response_id.endswith("R0")]
    assert fitted(first, ANCHORED).source == "defaults"


def test_a_fold_that_lacks_teachers_uses_the_shipped_weights() -> None:
    small = [
        *project(1, responses=1),
        *(c for c in CASES if c.task_id == "T1" or c.task_id == "T2"),
    ]
    model = fitted(small)
    assert model.source == "fitted"


def test_the_hash_changes_with_any_number() -> None:
    model = fitted(CASES)
    weights = model.full
    bumped = replace(weights, weights=(weights.weights[0] + 1e-6, *weights.weights[1:]))
    for other in (bumped, replace(weights, threshold=0.51), replace(weights, intercept=0.1)):
        assert other.hash != weights.hash
        assert replace(model, full=other).hash != model.hash
    assert replace(model, folds=model.folds[1:]).hash != model.hash


def test_models_survive_json() -> None:
    import json

    for model in (fitted(CASES), default_model(ANCHORED)):
        again = FittedModel.from_data(json.loads(json.dumps(model.to_data())))
        assert again == model
        assert again.hash == model.hash


@pytest.mark.parametrize("data", [{}, {"mode": "zero_shot"}, {"mode": "x", "full": None}])
def test_unreadable_models_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(JudgeError):
        FittedModel.from_data(data)


def test_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(JudgeError):
        Coefficients(("a",), (0.0,), (0.0,), (1.0,), 0.0, 0.5)
    with pytest.raises(JudgeError):
        Coefficients(("a", "b"), (0.0,), (1.0,), (1.0,), 0.0, 0.5)
