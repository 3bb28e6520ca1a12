"""Argilla's datasets come in as tasks, responses, checkpoints, judgments and verdicts.

``argilla/reviews`` and ``argilla/reviews.jsonl`` are what Argilla 2.8 writes (``make_sample.py``).
"""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, everything_in, records_of
from tests.packs.argilla.datasets import (
    REAL,
    RECORDS,
    answers,
    fields,
    folder,
    question,
    record,
    spoilt,
)
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange import export_bundle, import_any
from xpert_studio.core.metrics import expert_agreement
from xpert_studio.core.records import JudgmentStatus, Visibility
from xpert_studio.core.store.rating_table import read_frames

ANA, BEN, CHE = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))


def rows(at: Path, values: list[Any]) -> Path:
    at.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return at


def told(report: Any) -> str:
    return "\n".join(report.warnings)


def test_a_folder_of_argilla_comes_in(project):
    report = import_any(project, REAL / "reviews", now=NOW)
    assert report.added == {
        "tasks": 2, "checkpoints": 16, "responses": 3, "judges": 1, "judgments": 50, "verdicts": 12,
    }  # fmt: skip
    found = records_of(project)
    prompts = {task.prompt for task in found["tasks"]}
    assert prompts == {
        "Instruction:\nWhat is 6 × 7?",
        "Instruction:\n请把下面的句子译成英文。\n\nContext:\n今天下雨。",
    }
    assert {(item.id, item.model, item.text) for item in found["responses"]} == {
        ("r-1", "alpha", "42"), ("r-2", "beta", "41"), ("r-3", "alpha", "It rains today."),
    }  # fmt: skip
    first = found["responses"][0].task_id
    points = {item.id: item for item in found["checkpoints"] if item.task_id == first}
    assert list(points) == [
        "quality", "correct", "tone:warm", "tone:dry", "tone:rude",
        "traits:helpful", "traits:polite", "traits:off-topic-cf35b811",
    ]  # fmt: skip
    quality = points["quality"]
    assert (quality.text, quality.instrument) == ("How good is it?", "graded")
    assert [quality.settings[key] for key in ("low", "high", "step")] == [1, 5, 1]
    assert [band["text"] for band in quality.settings["bands"]] == [""] * 5
    assert [item.weight for item in points.values()] == [1, 1, 0, 0, 0, 0, 0, 0]
    assert points["tone:dry"].text == "Is labelled “Dry” (tone)"
    assert project.info().name == "reviews"
    assert project.info().grading_policy.text == "Judge the answer, not the question."
    assert not found["people"]


def test_nothing_of_it_is_dropped_silently(project):
    text = told(import_any(project, REAL / "reviews", now=NOW))
    assert '"response" was taken as the response, "instruction", "context" as the prompt' in text
    assert 'Labels that mean met: correct: "yes".' in text
    assert 'Each label of "tone", "traits" became a checkpoint' in text
    for name in ("order", "comment", "errors"):
        assert f'Answers to "{name}" that were not imported: 1.' in text
    assert "does not say whether answers were submitted: 26 came in" in text
    assert "Suggestions that name no agent, and were not imported: 3." in text


def test_rows_of_the_hub_have_the_status(project, tmp_path):
    shutil.copytree(REAL / "reviews", tmp_path / "d")
    shutil.copy(REAL / "reviews.jsonl", tmp_path / "d" / "records.jsonl")
    report = import_any(project, tmp_path / "d", now=NOW)
    assert report.added["judgments"] == 48  # without the draft and the discarded answer
    text = told(report)
    assert "Answers that are drafts, and were not imported: 1." in text
    assert "discarded by their annotators, and not imported: 1." in text
    assert "does not say whether" not in text
    assert {item.expert_id for item in records_of(project)["judgments"]} == {ANA, BEN}


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.json"])
def test_rows_without_settings_say_what_was_taken(project, tmp_path, name):
    shutil.copy(REAL / "reviews.jsonl", tmp_path / name)
    report = import_any(project, tmp_path / name, now=NOW)
    text = told(report)
    assert "quality: rating from 1 to 5" in text
    assert 'correct: one of "yes", "no"' in text
    assert 'traits: any of "helpful", "polite"' in text
    assert "order: ranking, not imported" in text
    found = records_of(project)
    met = {(item.response_id, item.expert_id): item.value for item in found["judgments"] if item.checkpoint_id == "correct"}  # fmt: skip
    assert met == {
        ("r-1", ANA): 1, ("r-1", BEN): 1, ("r-2", ANA): 0, ("r-2", BEN): 0,
        ("r-3", ANA): 1, ("r-3", BEN): 0,
    }  # fmt: skip
    assert {item.model for item in found["responses"]} == {"alpha", "beta"}


def test_records_beside_their_settings_are_read_by_them(project, tmp_path):
    shutil.copytree(REAL / "reviews", tmp_path / "d")
    shutil.copy(REAL / "reviews.jsonl", tmp_path / "d" / "rows.jsonl")
    report = import_any(project, tmp_path / "d" / "rows.jsonl", now=NOW)
    assert report.added["checkpoints"] == 16
    assert "has no settings" not in told(report)


@pytest.mark.parametrize("source", ["reviews", "reviews.jsonl"])
def test_importing_twice_changes_nothing(project, source):
    first = import_any(project, REAL / source, now=NOW)
    before = records_of(project)
    again = import_any(project, REAL / source, now=NOW)
    assert not any(again.added.values())
    assert again.unchanged == first.added
    assert records_of(project) == before


def test_agreement_is_what_a_hand_computes(project, tmp_path):
    both = [("yes", "yes")] * 20 + [("no", "no")] * 10 + [("yes", "no")] * 6 + [("no", "yes")] * 4
    made = [
        record(f"r{number}", f"{number}", responses={
            "ok": answers(ana=ana, ben=ben),
            "quality": answers(ana=1 + number % 3, ben=1 + (number % 3 == 2)),
        })
        for number, (ana, ben) in enumerate(both)
    ]  # fmt: skip
    import_any(project, folder(tmp_path / "d", made), now=NOW)
    with project.reading() as tx:
        table = read_frames(tx)
    (pair,) = expert_agreement(table.catalog, table.experts).pairs
    assert {pair.first, pair.second} == {"ana", "ben"}
    # "ok": 30 of 40 alike. By chance (26 × 24 + 14 × 16) / 1600 = .53, so κ = (.75 − .53) / .47.
    assert pair.figures["accuracy"].value == pytest.approx(0.75)
    assert pair.figures["kappa"].value == pytest.approx(0.22 / 0.47)
    # "quality": 1 and 1 14 times, 2 and 1 13 times, 3 and 2 13 times: 26 of 40 are one apart.
    (scale,) = pair.scales
    assert scale.scale == "1–3"
    assert scale.figures["mae"].value == pytest.approx(26 / 40)


def test_judgments_are_confirmed_and_met_is_the_label_that_says_so(project, tmp_path):
    import_any(project, folder(tmp_path / "d"), now=NOW)
    found = records_of(project)
    assert {item.status for item in found["judgments"]} == {JudgmentStatus.CONFIRMED}
    said = {(item.response_id, item.checkpoint_id, item.expert_id): item.value for item in found["judgments"]}  # fmt: skip
    assert said["b", "ok", "ana"] == 0
    assert said["b", "ok", "ben"] == 1
    assert said["a", "quality", "ben"] == 2
    assert len(found["tasks"]) == 1
    assert [item.model for item in found["responses"]] == ["alpha", "beta"]


@pytest.mark.parametrize(
    ("labels", "met"),
    [
        (("是", "否"), "是"), (("Bad", "GOOD"), "GOOD"), (("not_met", "met"), "met"),
        (("incorrect", "correct"), "correct"), (("false", "true"), "true"),
        (("maybe", "yes"), None), (("yes", "no", "unsure"), None),
    ],
)  # fmt: skip
def test_two_labels_that_mean_yes_and_no_are_one_checkpoint(project, tmp_path, labels, met):
    questions = [question("q", "label_selection", *labels)]
    said = [record("a", "4", responses={"q": answers(ana=labels[0], ben=labels[1])})]
    import_any(project, folder(tmp_path / "d", said, questions=questions), now=NOW)
    found = records_of(project)
    ids = [point.id for point in found["checkpoints"]]
    assert (ids == ["q"]) is (met is not None)
    if met is None:
        assert len(ids) == len(labels)
    else:
        values = {item.expert_id: item.value for item in found["judgments"]}
        assert values == {"ana": int(labels[0] == met), "ben": int(labels[1] == met)}


def test_a_scale_has_the_step_of_its_options(project, tmp_path):
    questions = [question("q", "rating", 10, 0, 5)]
    said = [record("a", "4", responses={"q": answers(ana=5)})]
    import_any(project, folder(tmp_path / "d", said, questions=questions), now=NOW)
    (point,) = records_of(project)["checkpoints"]
    assert {key: point.settings[key] for key in ("low", "high", "step")} == {
        "low": 0, "high": 10, "step": 5,
    }  # fmt: skip


def test_suggestions_of_an_agent_are_verdicts(project, tmp_path):
    suggestions = {
        "quality": {"value": 2, "score": 0.25, "agent": "checks"},
        "ok": {"value": "yes", "score": None, "agent": None},
    }
    report = import_any(
        project, folder(tmp_path / "d", [record("a", "4", suggestions=suggestions)]), now=NOW
    )
    found = records_of(project)
    (judge,), (verdict,) = found["judges"], found["verdicts"]
    assert (judge.id, judge.provider, judge.model) == ("argilla:checks", "argilla", "checks")
    assert (verdict.judge_id, verdict.value, verdict.probability) == (judge.id, 2, 0.25)
    assert "name no agent, and were not imported: 1." in told(report)


def test_the_lead_may_say_which_field_is_the_response(project, tmp_path):
    made = folder(tmp_path / "d")
    import_any(project, made, now=NOW, response_field="prompt")
    found = records_of(project)
    assert [item.text for item in found["responses"]] == ["Add 2 and 2."] * 2
    assert {task.prompt for task in found["tasks"]} == {"4", "5"}


def test_a_field_that_is_not_there_is_refused_with_those_that_are(project, tmp_path):
    before = everything_in(project)
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, folder(tmp_path / "d"), now=NOW, response_field="out")
    assert '"prompt", "reply"' in refused.value.problems[0].remedy
    assert everything_in(project) == before
    bundle = rows(tmp_path / "x.jsonl", [{"prompt": "p", "rubrics": []}])
    with pytest.raises(UsageError):
        import_any(project, bundle, now=NOW, response_field="out")


def test_a_conversation_ends_with_the_response(project, tmp_path):
    turns = [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "Hello. What is it?"},
    ]
    chat = [{"name": "chat", "settings": {"type": "chat"}}]
    said = [{"id": "a", "fields": {"chat": turns}, "responses": {"ok": answers(ana="yes")}}]
    report = import_any(project, folder(tmp_path / "d", said, fields=chat), now=NOW)
    found = records_of(project)
    assert [task.prompt for task in found["tasks"]] == ["Hello."]
    assert [item.text for item in found["responses"]] == ["Hello. What is it?"]
    assert "its last message was taken as the response" in told(report)


def test_pictures_and_vectors_are_told(project, tmp_path):
    more = [*fields("prompt", "reply"), {"name": "image", "settings": {"type": "image"}}]
    said = copy.deepcopy(RECORDS)
    said[0]["fields"]["image"] = "data:image/png;base64,AAAA"
    said[0]["vectors"] = {"v": [0.5, 1.0]}
    text = told(import_any(project, folder(tmp_path / "d", said, fields=more), now=NOW))
    assert "Pictures, which were not imported: 1." in text
    assert "Records with vectors, which were not imported: 1." in text


def test_rows_of_argilla_1_come_in(project, tmp_path):
    row = {
        "prompt": "Add.", "response": "4", "external_id": "x 1", "metadata": '{"model": "alpha"}',
        "rate": answers(ana=4, ben=5), "rate-suggestion": 3,
        "rate-suggestion-metadata": {"type": "model", "score": None, "agent": "gpt"},
        "ok": {"user_id": ["ana"], "value": ["yes"], "status": ["submitted"]},
    }  # fmt: skip
    report = import_any(project, rows(tmp_path / "old.jsonl", [row]), now=NOW)
    assert report.added["judgments"] == 3
    found = records_of(project)
    assert found["responses"][0].model == "alpha"
    assert [item.judge_id for item in found["verdicts"]] == ["argilla:gpt"]


def test_records_of_argilla_1_come_in(project, tmp_path):
    said = {
        "fields": {"prompt": "Add.", "response": "4"}, "external_id": "x", "metadata": {},
        "responses": [{"user_id": "ana", "status": "submitted", "values": {"rate": {"value": 4}}},
                      {"user_id": "ben", "status": "discarded", "values": {"rate": {"value": 1}}}],
        "suggestions": [{"question_name": "rate", "value": 3, "agent": "gpt", "type": "model"}],
    }  # fmt: skip
    report = import_any(project, rows(tmp_path / "old.jsonl", [said]), now=NOW)
    assert (report.added["judgments"], report.added["verdicts"]) == (1, 1)
    assert "discarded by their annotators, and not imported: 1." in told(report)


def test_labels_that_the_hub_numbers_are_told(project, tmp_path):
    row = {"prompt": "Add.", "response": "4", "ok.responses": ["yes", "no"],
           "ok.responses.users": [ANA, BEN], "ok.responses.status": ["submitted"] * 2,
           "ok.suggestion": 0, "ok.suggestion.agent": "gpt"}  # fmt: skip
    report = import_any(project, rows(tmp_path / "r.jsonl", [row]), now=NOW)
    assert "verdicts" not in report.added
    assert "label by a number" in told(report)


def test_rows_without_ids_or_users_come_in_once(project, tmp_path):
    row = {"prompt": "Add.", "response": "4", "rate.responses": [4],
           "rate.responses.users": ["None"], "rate.responses.status": ["submitted"]}  # fmt: skip
    source = rows(tmp_path / "r.jsonl", [row, row])
    report = import_any(project, source, now=NOW)
    assert report.added["responses"] == 2
    first, second = (item.id for item in records_of(project)["responses"])
    assert second == f"{first}-2"
    assert "Answers without an annotator: 2." in told(report)
    assert not any(import_any(project, source, now=NOW).added.values())


def test_metadata_and_annotators_go_into_no_public_bundle(project, tmp_path):
    made = spoilt(lambda made: made[0]["metadata"].update(note="secret-17"))
    import_any(project, folder(tmp_path / "d", made), now=NOW)
    kept = [item.extra for item in records_of(project)["responses"]]
    assert kept == [{"argilla": {"more": {"note": "secret-17"}}}, {}]
    export_bundle(project, tmp_path / "out", visibility=Visibility.PUBLIC, now=NOW)
    text = "".join(path.read_text() for path in (tmp_path / "out").glob("*.jsonl"))
    assert "Add 2 and 2." in text
    assert "secret-17" not in text
    assert '"ana"' not in text
