"""Argilla's datasets come in as tasks, responses, checkpoints, judgments and verdicts.

``argilla/reviews`` and ``argilla/reviews.jsonl`` are what Argilla 2.8 writes (``make_sample.py``).
"""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, everything_in, places, records_of, refusal
from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange import export_bundle, import_any
from xpert_studio.core.metrics import expert_agreement
from xpert_studio.core.records import JudgmentStatus, Visibility
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import new_project

REAL = Path(__file__).parent / "kept"
ANA, BEN, CHE = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))


def question(name: str, kind: str, *options: int | str, **more: Any) -> dict[str, Any]:
    settings_ = {"type": kind, "options": [{"value": value} for value in options]}
    return {"name": name, "title": name.title(), "settings": settings_, **more}


def fields(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "title": name.title(), "settings": {"type": "text"}} for name in names]


SETTINGS: dict[str, Any] = {
    "guidelines": None,
    "fields": fields("prompt", "reply"),
    "questions": [question("quality", "rating", 1, 2, 3), question("ok", "label_selection", "no", "yes")],
}  # fmt: skip


def record(key: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "fields": {"prompt": "Add 2 and 2.", "reply": text}, "responses": {}, **more}


def answers(**said: Any) -> list[dict[str, Any]]:
    return [
        {"user_id": user, "value": value, "status": "submitted"} for user, value in said.items()
    ]


RECORDS = [
    record("a", "4", metadata={"model": "alpha"},
           responses={"quality": answers(ana=3, ben=2), "ok": answers(ana="yes", ben="yes")}),
    record("b", "5", metadata={"system": "beta"},
           responses={"quality": answers(ana=1, ben=1), "ok": answers(ana="no", ben="yes")}),
]  # fmt: skip


def folder(at: Path, records: Any = None, **changes: Any) -> Path:
    """A dataset as ``to_disk`` writes it."""
    (at / ".argilla").mkdir(parents=True)
    whole = json.dumps(SETTINGS | changes)
    (at / ".argilla" / "settings.json").write_text(whole, encoding="utf-8")
    (at / ".argilla" / "dataset.json").write_text('{"name": "Sums"}', encoding="utf-8")
    (at / "records.json").write_text(json.dumps(RECORDS if records is None else records))
    return at


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


def spoilt(change: Any) -> list[Any]:
    made = copy.deepcopy(RECORDS)
    change(made)
    return made


def said(name: str, value: Any) -> list[Any]:
    return spoilt(lambda made: made[1]["responses"].update({name: answers(ana=value)}))


HOSTILE: dict[str, tuple[Any, tuple[str, str, str]]] = {
    "no record": ([], ("records.json", "", "")),
    "an object": ({"id": 1}, ("records.json", "row 1", "reply")),
    "a record is a text": ([*RECORDS, "x"], ("records.json", "record 3", "")),
    "fields a text": (spoilt(lambda made: made[1].update(fields="x")), ("records.json", "record 2", "fields")),
    "no response": (spoilt(lambda made: made[1]["fields"].pop("reply")), ("records.json", "record 2", "reply")),
    "no prompt": (spoilt(lambda made: made[1]["fields"].pop("prompt")), ("records.json", "record 2", "prompt")),
    "NUL": (spoilt(lambda made: made[1]["fields"].update(reply="a\0b")), ("records.json", "record 2", "text")),
    "an id twice": ([*RECORDS, RECORDS[0]], ("records.json", "record 3", "id")),
    "off the scale": (said("quality", 4), ("records.json", "record 2", "quality.responses")),
    "between steps": (said("quality", 1.5), ("records.json", "record 2", "quality.responses")),
    "a rating of text": (said("quality", "3"), ("records.json", "record 2", "quality.responses")),
    "a rating true": (said("quality", True), ("records.json", "record 2", "quality.responses")),
    "a label not known": (said("ok", "YES!"), ("records.json", "record 2", "ok.responses")),
    "a label is a list": (said("ok", ["yes"]), ("records.json", "record 2", "ok.responses")),
    "a question not known": (said("other", 1), ("records.json", "record 2", "responses")),
    "a status not known": (
        spoilt(lambda made: made[1]["responses"]["ok"][0].update(status="done")),
        ("records.json", "record 2", "ok.responses"),
    ),
    "two answers of one person": (
        spoilt(lambda made: made[1]["responses"]["ok"].append(answers(ana="yes")[0])),
        ("records.json", "record 2", "ok.responses"),
    ),
    "answers a number": (
        spoilt(lambda made: made[1]["responses"].update(ok=3)),
        ("records.json", "record 2", "responses.ok"),
    ),
    "a suggestion off the scale": (
        spoilt(lambda made: made[1].update(suggestions={"quality": {"value": 9, "agent": "m"}})),
        ("records.json", "record 2", "quality.suggestion"),
    ),
    "columns of unequal length": (
        [*RECORDS, {"prompt": "p", "reply": "r", "ok.responses": ["yes"], "ok.responses.users": []}],
        ("records.json", "record 3", "ok.responses"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_what_is_wrong_is_named_and_nothing_taken(project, tmp_path, name):
    records, place = HOSTILE[name]
    problems = refusal(project, folder(tmp_path / "d", records))
    assert place in places(problems)
    assert all(problem.remedy for problem in problems)


WRONG_SETTINGS: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "no field": ({"fields": []}, ("", "fields")),
    "one field": ({"fields": fields("reply")}, ("", "reply")),
    "pictures only": ({"fields": [{"name": "i", "settings": {"type": "image"}}]}, ("", "fields")),
    "a field twice": ({"fields": fields("reply", "reply")}, ("", "fields")),
    "no question": ({"questions": []}, ("", "questions")),
    "texts only": ({"questions": [question("q", "text")]}, ("", "")),
    "a rating without options": ({"questions": [question("q", "rating")]}, ('question "q"', "")),
    "a rating of one": ({"questions": [question("q", "rating", 1)]}, ('question "q"', "")),
    "a rating of words": ({"questions": [question("q", "rating", "a", "b")]}, ('question "q"', "")),
    "a rating too wide": ({"questions": [question("q", "rating", 0, 1, 10**12)]}, ('question "q"', "")),
    "a label twice": ({"questions": [question("q", "label_selection", "a", "a")]}, ('question "q"', "")),
    "labels of numbers": ({"questions": [question("q", "label_selection", 1, 2, 3)]}, ('question "q"', "")),
    "too many labels": (
        {"questions": [question("q", "label_selection", *map(str, range(501)))]},
        ('question "q"', ""),
    ),
    "a question twice": ({"questions": SETTINGS["questions"] * 2}, ("", "questions")),
}  # fmt: skip


@pytest.mark.parametrize("name", list(WRONG_SETTINGS))
def test_settings_that_are_wrong_are_named(project, tmp_path, name):
    changes, place = WRONG_SETTINGS[name]
    problems = refusal(project, folder(tmp_path / "d", [RECORDS[0] | {"responses": {}}], **changes))
    assert place in [(problem.place, problem.field) for problem in problems]
    assert all(problem.remedy for problem in problems)


BYTES = {
    "empty": b"",
    "cut off": json.dumps(RECORDS).encode()[:-9],
    "utf-16": json.dumps(RECORDS).encode("utf-16"),
    "not utf-8": b'[{"fields": {"a": "\xff"}}]',
    "NaN": json.dumps(RECORDS).replace('"value": 3', '"value": NaN').encode(),
    "too large a number": json.dumps(RECORDS).replace('"value": 3', '"value": 1e999').encode(),
    "a key twice": b'[{"fields": {}, "fields": {}}]',
    "nested deep": b"[" * 9000 + b"]" * 9000,
    "half a character": json.dumps(RECORDS).replace("Add", "\\udc00").encode(),
    "half a character in metadata": json.dumps(
        [{"prompt": "p", "reply": "r", "metadata": '{"a": "\\udc00"}'}]
    ).encode(),
}


@pytest.mark.parametrize("name", list(BYTES))
@pytest.mark.parametrize("which", ["records.json", ".argilla/settings.json"])
def test_files_that_cannot_be_read_are_refused(project, tmp_path, name, which):
    made = folder(tmp_path / "d")
    (made / which).write_bytes(BYTES[name])
    assert {problem.file for problem in refusal(project, made)} == {which}


def test_all_problems_are_listed_at_once(project, tmp_path):
    made = said("quality", 9)
    made[0]["responses"]["ok"][0]["value"] = "perhaps"
    problems = refusal(project, folder(tmp_path / "d", made))
    assert [problem.place for problem in problems] == ["record 1", "record 2"]


def test_a_folder_without_records_is_refused(project, tmp_path):
    made = folder(tmp_path / "d")
    (made / "records.json").unlink()
    (problem,) = refusal(project, made)
    assert "no records.json" in problem.message


def test_nothing_there_is_overwritten(project, tmp_path):
    import_any(project, folder(tmp_path / "d"), now=NOW)
    changed = spoilt(lambda made: made[1]["fields"].update(reply="6"))
    problems = refusal(project, folder(tmp_path / "e", changed))
    assert [problem.place for problem in problems] == ["record 2"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["value", "user_id", "status", "role", "content", "quality", "ok"]), inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip
KEYS = st.sampled_from([
    "id", "fields", "metadata", "responses", "suggestions", "vectors", "prompt", "reply", "ok",
    "ok.responses", "ok.responses.users", "ok.responses.status", "ok.suggestion", "metadata",
    "ok.suggestion.agent", "ok-suggestion", "ok-suggestion-metadata",
])  # fmt: skip


@examples(25)
@given(st.lists(st.dictionaries(KEYS, JSON, max_size=6), max_size=3), st.booleans())
def test_any_json_is_taken_in_whole_or_refused(tmp_path_factory, records, with_settings):
    at = tmp_path_factory.mktemp("any")
    made = folder(at / "d", [*RECORDS, *records])
    if not with_settings:
        shutil.rmtree(made / ".argilla")
    source = made if with_settings else made / "records.json"
    with new_project(at / "p.xpert", now=NOW) as project:
        before = everything_in(project)
        try:
            import_any(project, source, now=NOW)
        except InputRefusedError:
            assert everything_in(project) == before
        else:
            assert not any(import_any(project, source, now=NOW).added.values())


def packed(at: Path, values: list[Any]) -> Path:
    at.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(values), at)
    return at


def hub_rows() -> list[Any]:
    return [json.loads(line) for line in (REAL / "reviews.jsonl").open(encoding="utf-8")]


def test_parquet_says_what_json_lines_say(project, tmp_path):
    import_any(project, REAL / "reviews.jsonl", now=NOW)
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_any(other, packed(tmp_path / "reviews.parquet", hub_rows()), now=NOW)
        one, two = records_of(project), records_of(other)
    assert two["judgments"] and two["verdicts"]
    assert {label: len(found) for label, found in one.items()} == {
        label: len(found) for label, found in two.items()
    }
    for label in ("judgments", "verdicts", "responses"):
        assert one[label] == two[label]


def test_a_dataset_of_argilla_1_on_the_hub_is_read_by_its_settings(project, tmp_path):
    folder = tmp_path / "hub"
    rows_ = [{"prompt": "Add.", "reply": text, "external_id": text, "rate": answers(ana=value)}
             for text, value in (("4", 7), ("5", 2))]  # fmt: skip
    packed(folder / "data" / "train-00000-of-00001.parquet", rows_)
    (folder / "argilla.yaml").write_text(
        "allow_extra_metadata: true\nfields:\n- id: null\n  name: prompt\n  settings:\n"
        "    type: text\n    use_markdown: false\n  title: Prompt\n- name: reply\n  settings:\n"
        "    type: text\n  title: Reply\nguidelines: Be fair.\nquestions:\n- name: rate\n"
        "  required: true\n  settings:\n    options:\n"
        + "".join(f"    - value: {value}\n" for value in range(1, 8))
        + "    type: rating\n  title: How good?\n",
        encoding="utf-8",
    )
    report = import_any(project, folder, now=NOW)
    assert report.added["judgments"] == 2
    (point,) = records_of(project)["checkpoints"]
    assert (point.text, point.settings["high"]) == ("How good?", 7)
    assert import_any(project, folder, now=NOW).added.get("judgments", 0) == 0
    packed(folder / "data" / "test-00000-of-00001.parquet", rows_)
    assert "several Parquet files" in refusal(project, folder)[0].message


@pytest.mark.parametrize("text", ["- 1", "fields: [", "fields: !!python/object:os.x {}", "a: 1"])
def test_settings_of_argilla_1_that_are_wrong_are_named(project, tmp_path, text):
    packed(tmp_path / "hub" / "data" / "a.parquet", hub_rows())
    (tmp_path / "hub" / "argilla.yaml").write_text(text, encoding="utf-8")
    assert {problem.file for problem in refusal(project, tmp_path / "hub")} == {"argilla.yaml"}


def test_parquet_that_is_damaged_large_or_of_something_else_is_refused(
    project, tmp_path, monkeypatch
):
    whole = packed(tmp_path / "a.parquet", hub_rows())
    other = packed(tmp_path / "b.parquet", [{"a": 1}])
    assert "records of Argilla" in refusal(project, other)[0].remedy
    broken = tmp_path / "c.parquet"
    broken.write_bytes(whole.read_bytes()[:-30])
    assert "no Parquet file that can be read" in refusal(project, broken)[0].message
    monkeypatch.setattr("xpert_studio.core.exchange.formats.parquet_rows.MAX_BYTES", 10)
    assert "larger than 1 GB" in refusal(project, whole)[0].message
