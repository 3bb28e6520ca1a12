"""An instrument is one class and one line: here one of three steps, seen everywhere."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.instruments.steps import BINARY, STEPS, Steps
from tests.workflow.deciding import confirm
from tests.workflow.studio import START, Studio
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange.bundle_export import export_bundle
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.exchange.formats.export import export_foreign
from xpert_studio.core.exchange.formats.registry import FORMATS
from xpert_studio.core.exchange.table_export import export_table
from xpert_studio.core.exchange.table_import import import_table
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.prompt import load_templates, reply_schema, shared_prefix
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.verdict_making import read_reply
from xpert_studio.core.lint import lint_rubric
from xpert_studio.core.records import (
    Checkpoint,
    GradingPolicy,
    Policies,
    Task,
    Visibility,
    rated_hash_of,
)
from xpert_studio.core.store import ProjectFile, check_file, entities, judgments, tasks
from xpert_studio.core.workflow import (
    edit_checkpoint,
    form_view,
    judge_line,
    open_form,
    override,
    submit_form,
)
from xpert_studio.core.workflow.views.forms import judged_form
from xpert_studio.packs.embedded.backend import _rateable


@pytest.fixture(autouse=True)
def steps(monkeypatch):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())


def with_steps(path):
    """A studio with one response, whose first checkpoint is answered in steps."""
    studio = Studio(path)
    (studio.response,) = studio.answered()
    with studio.project.writing() as tx:
        studio.first, *studio.others = [point.id for point in tasks.rubric_of(tx, "t1")]
        point = entities.find(tx, Checkpoint, "t1", studio.first)
        stepped = point.model_copy(update={"instrument": "steps", "settings": {"minimum": 2}})
        entities.put(tx, stepped)
    return studio


def test_it_is_part_of_what_is_rated_and_hashed():
    plain = STEPS.model_copy(update={"instrument": "binary", "settings": {}})
    assert plain.content_hash != STEPS.content_hash
    assert plain.rated_text == plain.text != STEPS.rated_text
    assert rated_hash_of("p", plain.rated_text, "r") != rated_hash_of("p", STEPS.rated_text, "r")
    turned = plain.model_copy(update={"turn": 2})
    assert turned.content_hash != plain.content_hash


def test_prompt_and_schema_ask_for_its_value():
    prefix = shared_prefix(
        load_templates("v1", "en"), GradingPolicy(text="Be fair."), Task(id="t", prompt="Go."),
        (BINARY, STEPS),
    )  # fmt: skip
    assert '"value" (3: complete; 2: in part; 1: missing)' in prefix
    assert "they take the place of met and not met" in prefix
    plain = shared_prefix(
        load_templates("v1", "en"), GradingPolicy(text="Be fair."), Task(id="t", prompt="Go."),
        (BINARY,),
    )  # fmt: skip
    assert "take the place" not in plain
    items = reply_schema((BINARY, STEPS))["properties"]["verdicts"]["items"]["anyOf"]
    assert [item["properties"]["id"]["enum"] for item in items] == [["b"], ["s"]]
    assert [item["required"][-1] for item in items] == ["met", "value"]
    assert items[1]["properties"]["value"] == {"type": "number", "enum": [3, 2, 1]}


@pytest.mark.parametrize(
    ("given", "expected"), [(2, 2), ("3", 3), (2.5, None), (7, None), (True, None)]
)
def test_values_off_its_scale_are_no_answer(given, expected):
    reply = json.dumps(
        {"verdicts": [{"id": "b", "met": True}, {"id": "s", "value": given, "rationale": "So."}]}
    )
    reading = read_reply(reply, (BINARY, STEPS))
    assert reading.answers["b"].said.value == 1
    found = reading.answers.get("s")
    assert (found.said.value if found else None) == expected
    assert reading.unusable == (frozenset() if expected else {"s"})


def test_it_is_chosen_while_the_rubric_is_written(tmp_path):
    studio = Studio(tmp_path / "s.xpert")
    first, *_ = studio.rubric()
    change = edit_checkpoint(studio.wei, "t1", first, instrument="steps", settings={"minimum": 3})
    assert change.one("checkpoint").settings == {"minimum": 3}
    with pytest.raises(UsageError, match="no such minimum"):
        edit_checkpoint(studio.wei, "t1", first, settings={"minimum": 9})
    with pytest.raises(UsageError, match="is not known"):
        edit_checkpoint(studio.wei, "t1", first, instrument="unheard-of")
    studio.project.close()


def test_a_value_that_is_none_is_refused_at_the_form_and_by_the_adjudicator(tmp_path):
    studio = with_steps(tmp_path / "s.xpert")
    open_form(studio.maria, studio.response)
    with pytest.raises(UsageError, match="no value"):
        judge_line(studio.maria, studio.response, studio.first, value=7)
    judge_line(studio.maria, studio.response, studio.first, value=2, rationale="Half of it.")
    for line in studio.others:
        judge_line(studio.maria, studio.response, line, value=1, rationale="Yes.")
    assert [line.passes for line in form_view(studio.maria, studio.response).lines] == [True] * 3
    submit_form(studio.maria, studio.response)
    with pytest.raises(UsageError, match="another value"):
        override(studio.omar, studio.response, "maria", studio.first, note="No.")
    override(studio.omar, studio.response, "maria", studio.first, note="Nothing.", value=1)
    confirm(studio.omar, studio.response, "maria", studio.others)
    line, *_ = judged_form(studio.omar, studio.response, "maria").lines
    assert (line.judgment.value, line.judgment.adjudicated_value) == (2, 1)
    studio.project.close()


@pytest.fixture
def judged(tmp_path):
    """A project with one response judged on a checkpoint of steps and two binary ones."""
    studio = with_steps(tmp_path / "j.xpert")
    open_form(studio.maria, studio.response)
    for line, value in zip((studio.first, *studio.others), (2, 1, 0), strict=True):
        judge_line(studio.maria, studio.response, line, value=value, rationale="So.")
    submit_form(studio.maria, studio.response)
    confirm(studio.omar, studio.response, "maria")
    yield studio
    studio.project.close()


def values(project) -> dict[str, float]:
    with project.reading() as tx:
        return {item.checkpoint_id: item.final_value for item in judgments.all_judgments(tx)}


def test_bundles_and_tables_hold_its_values(judged, tmp_path):
    export_bundle(judged.project, tmp_path / "b", visibility=Visibility.PRIVATE, now=START)
    export_table(judged.project, tmp_path / "t.csv")
    other = ProjectFile.create(tmp_path / "o.xpert", judged.project.info())
    import_bundle(other, tmp_path / "b", now=START)
    assert values(other) == values(judged.project)
    with other.reading() as tx:
        assert entities.find(tx, Checkpoint, "t1", judged.first).settings == {"minimum": 2}
    report = import_table(other, tmp_path / "t.csv", now=START)
    assert report.unchanged["judgments"] == 3
    other.close()


def test_a_value_of_no_instrument_is_refused_by_row(judged, tmp_path):
    export_bundle(judged.project, tmp_path / "b", visibility=Visibility.PRIVATE, now=START)
    path = tmp_path / "b" / "judgments.jsonl"
    path.write_text(path.read_text().replace('"value":2', '"value":7'))
    (tmp_path / "b" / "manifest.json").unlink()
    other = ProjectFile.create(tmp_path / "o.xpert", judged.project.info())
    with pytest.raises(InputRefusedError) as refused:
        import_bundle(other, tmp_path / "b", now=START)
    assert "is no value of the checkpoint" in str(refused.value.problems[0])
    other.close()


@pytest.mark.parametrize("wanted", FORMATS.values(), ids=lambda item: item.id)
def test_formats_that_have_nothing_like_it_refuse_it_by_name(judged, tmp_path, wanted):
    target = tmp_path / f"out{wanted.suffix}"
    with pytest.raises(UsageError, match="Three steps"):
        export_foreign(judged.project, wanted, target, now=START)
    assert not target.exists()


def test_the_linter_asks_the_instrument():
    wrong = STEPS.model_copy(update={"settings": {"minimum": 9}})
    unknown = STEPS.model_copy(update={"id": "u", "instrument": "unheard-of"})
    found = lint_rubric([BINARY, wrong, unknown], policies=Policies(), dimensions=())
    assert {item.checkpoint_id for item in found if item.rule == "instrument"} == {"s", "u"}


def test_the_command_line_takes_and_shows_it(judged, xpert, tmp_path):  # noqa: F811 - the fixture
    path = judged.project.path
    judged.project.close()
    shown = xpert("judge", "show", path, "t1:A", "--as", "maria")
    assert "[in part, confirmed]" in shown.out
    told = xpert("judge", "show", path, "t1:A", "--as", "maria", "--json").json
    assert [line.get("value", line.get("met")) for line in told["lines"]] == [2, True, False]


def test_a_flipped_value_is_damage(judged):
    path = judged.project.path
    judged.project.close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE judgment SET value = 3 WHERE value = 2 AND NOT draft")
    raw.commit()
    raw.close()
    assert any("judgment" in problem for problem in check_file(path).problems)


def test_the_embedded_judge_learns_from_binary_judgments_only(judged):
    material = read_material(judged.project, Selection())
    (form,) = material.forms
    assert len(form.judgments) == 3
    assert len(_rateable(form, material.rubrics["t1"]).judgments) == 2
    assert _rateable(form, ()) is form
