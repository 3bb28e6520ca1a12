"""What is wrong with a dataset of Argilla is named; Parquet says what JSON lines say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, everything_in, places, records_of, refusal
from tests.lazily import lazily
from tests.packs.argilla.datasets import (
    REAL,
    RECORDS,
    SETTINGS,
    answers,
    fields,
    folder,
    question,
    said,
    spoilt,
)
from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import import_any
from xpert_studio.core.workflow import new_project

pa = lazily("pyarrow")
pq = lazily("pyarrow.parquet")

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


def test_a_folder_whose_settings_are_wrong_is_refused_by_its_own_name(project, tmp_path):
    made = folder(tmp_path / "sums")
    (made / ".argilla" / "settings.json").write_text("{")
    with pytest.raises(InputRefusedError, match=r"^sums was refused"):
        import_any(project, made, now=NOW)


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
