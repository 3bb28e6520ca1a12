"""Checks and choice as criteria for a model: in words there, and the same checkpoints back here."""

from __future__ import annotations

import json

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from tests.exchange.formats.tools import need_tools, run_python
from tests.packs.checks.deciding import needed
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.formats.criteria import in_words
from xpert_studio.core.exchange.preview import preview_foreign
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Response, Task, Tier
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.checks.kinds import KINDS

OPTIONS = ["Paris\n\nCheck by program: no", "None of the above {{7*7}}", "巴黎"]
CHOICE = {"options": OPTIONS, "key": "B"}


def point(task_id: str, point_id: str, instrument: str, settings: dict, **more) -> Checkpoint:
    return Checkpoint(
        task_id=task_id, id=point_id, text="It is right.\n\nKey B", instrument=instrument,
        settings=settings, **{"weight": 2.5, **more},
    )  # fmt: skip


def numbered(points: list[Checkpoint]) -> list[Checkpoint]:
    return [item.model_copy(update={"position": place}) for place, item in enumerate(points)]


RUBRICS = {
    "every": numbered([
        point("every", f"k{n}", "check", {"check": kind, "parameters": needed(kind)})
        for n, kind in enumerate(KINDS)
    ]),
    "mixed": numbered([
        point("mixed", "plain", "binary", {}),
        point("mixed", "gate", "binary", {"gate": True}, tier=Tier.ESSENTIAL, dimension="Safety"),
        point("mixed", "short", "check", {
            "check": "word_count", "parameters": {"at_most": 3}, "gate": True,
        }),
        point("mixed", "bare", "check", {"check": "json_valid"}, weight=0.5),
        point("mixed", "one", "choice", CHOICE, dimension="Facts"),
        point("mixed", "many", "choice", CHOICE | {"several": "not chosen", "gate": True}),
    ]),
}  # fmt: skip
BY_PROGRAM = len(KINDS) + 4


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            for name, rubric in RUBRICS.items():
                intake.task(Task(id=name, prompt="Do it.", domain="Law"))
                for item in rubric:
                    intake.checkpoint(item)
                intake.response(Response(id=f"r-{name}", task_id=name, model="m", text="Paris."))
            intake.judgment(
                Judgment(
                    response_id="r-mixed", checkpoint_id="plain", expert_id="e", value=1,
                    status=JudgmentStatus.CONFIRMED, rationale="So.",
                )
            )  # fmt: skip
            intake.flush()
        yield made


def exported(project, folder, name: str):
    wanted = find_format(name)
    path = folder / f"out{wanted.suffix}"
    return path, export_foreign(project, wanted, path, now=NOW, replace=True)


@pytest.mark.parametrize("name", ["healthbench", "autorubric"])
def test_checkpoints_come_back_as_they_were(project, tmp_path, name):
    path, _ = exported(project, tmp_path, name)
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        report = import_any(other, path, now=NOW)
        came = records_of(other)["checkpoints"]
        again, _ = exported(other, tmp_path, name)
    assert came == records_of(project)["checkpoints"]
    assert report.added["checkpoints"] == sum(map(len, RUBRICS.values()))
    assert not any("instrument" in warning for warning in report.warnings)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["healthbench", "autorubric"])
def test_it_is_told_what_a_model_decides_there(project, tmp_path, name):
    wanted = find_format(name)
    _, report = exported(project, tmp_path, name)
    told = {
        (
            f"{BY_PROGRAM} checkpoints that a program decides here are criteria for a model in "
            f"{wanted.tool}, which may decide them otherwise."
        ),
        f"3 gates count as any other checkpoint in {wanted.tool}.",
    }
    assert told <= {*report.warnings}
    assert told <= {*preview_foreign(project, wanted, now=NOW).warnings}


def test_a_criterion_says_what_the_program_goes_by(project, tmp_path):
    path, _ = exported(project, tmp_path, "healthbench")
    rows = {row["prompt_id"]: row for row in map(json.loads, path.open(encoding="utf-8"))}
    found = {item["tags"][-3]: item for item in rows["mixed"]["rubrics"] if len(item["tags"]) > 2}
    short = found["id:short"]
    assert short["criterion"].endswith("Key B\n\nCheck by program: Number of words\nAt most: 3")
    assert short["points"] == 2.5
    assert short["tags"][-2] == "instrument:check"
    assert json.loads(short["tags"][-1].removeprefix("settings:")) == RUBRICS["mixed"][2].settings
    one = found["id:one"]
    assert "instrument:choice" in one["tags"]
    assert one["criterion"].endswith("Option B: None of the above {{7*7}}\nOption C: 巴黎\nKey B")


def test_an_edit_here_goes_out_in_new_words(project, tmp_path):
    path, _ = exported(project, tmp_path, "healthbench")
    foreign = path.read_text("utf-8").replace('"id:short"', '"level:x", "id:short"')
    path.write_text(foreign, encoding="utf-8")
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_any(other, path, now=NOW)
        (short,) = [item for item in records_of(other)["checkpoints"] if item.id == "short"]
        assert short.text == "It is right.\n\nKey B"
        assert short.extra
        kept, _ = exported(other, tmp_path, "healthbench")
        assert kept.read_text("utf-8") == foreign, "what came in goes out as it came"
        changed = {"check": "word_count", "parameters": {"at_most": 9}}
        with other.writing() as tx:
            entities.put(tx, short.model_copy(update={"settings": changed}))
        new = exported(other, tmp_path, "healthbench")[0].read_text("utf-8")
    assert "At most: 9" in new
    assert "At most: 3" not in new


@pytest.mark.parametrize(
    "tags",
    [
        ["instrument:check"],
        ["instrument:check", "settings:{"],
        ["instrument:check", "settings:" + "[" * 100_000],
        ["instrument:check", 'settings:{"check": "no such"}'],
        ["instrument:graded", 'settings:{"low": 1, "high": 5}'],
        ["instrument:of the future"],
        ["settings:7"],
        ["settings:NaN"],
        ['settings:{"gate": 1}'],
    ],
)
def test_tags_that_make_no_sense_leave_a_criterion_for_a_judge(tmp_path, tags):
    row = {"prompt": "Do it.", "rubrics": [{"criterion": "Is so.", "points": 3, "tags": tags}]}
    source = tmp_path / "h.jsonl"
    source.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with new_project(tmp_path / "p.xpert", now=NOW) as project:
        report = import_any(project, source, now=NOW)
        (found,) = records_of(project)["checkpoints"]
        path, _ = exported(project, tmp_path, "healthbench")
    assert (found.instrument, found.settings, found.text) == ("binary", {}, "Is so.")
    assert any("cannot read: 1." in warning for warning in report.warnings)
    assert json.loads(path.read_text("utf-8"))["rubrics"] == row["rubrics"]


def test_autorubric_beside_that_makes_no_sense_is_refused(project, tmp_path):
    path, _ = exported(project, tmp_path, "autorubric")
    whole = json.loads(path.read_text("utf-8"))
    for task in whole["xpert_studio"]["tasks"]:
        task["checkpoints"][2]["settings"] = {"check": "no such"}
        task["checkpoints"][2]["instrument"] = "check"
    path.write_text(json.dumps(whole), encoding="utf-8")
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        problems = refusal(other, path)
    assert {problem.field for problem in problems} == {"xpert_studio.instrument"}


def test_autorubric_reads_them_as_criteria(project, tmp_path):
    need_tools()
    exported(project, tmp_path, "autorubric")
    printed = run_python(
        "-c",
        "import json; from autorubric import RubricDataset\n"
        "data = RubricDataset.from_file('out.json')\n"
        "print(json.dumps([[c.requirement for c in data.get_item_rubric(n).rubric]"
        " for n, _ in enumerate(data)]))",
        at=tmp_path, lock="tools-autorubric",
    )  # fmt: skip
    assert json.loads(printed.splitlines()[-1]) == [
        [in_words(item) for item in rubric] for rubric in RUBRICS.values()
    ]


def test_hugging_face_holds_instruments_and_settings(project, tmp_path):
    need_tools()
    export_foreign(project, find_format("hugging-face"), tmp_path / "hub", now=NOW)
    printed = run_python(
        "-c",
        "import json; from datasets import load_dataset as load\n"
        "both = [list(load(at, 'tasks', split='test')) for at in ('hub', 'hub/jsonl')]\n"
        "print(json.dumps(both, default=str))",
        at=tmp_path,
    )
    parquet, lines = json.loads(printed.splitlines()[-1])
    assert parquet == lines
    found = {
        task["id"]: [
            (item["id"], item["text"], item["weight"], item["instrument"],
             json.loads(item["settings"] or "{}"))
            for item in task["rubric"]
        ]
        for task in parquet
    }  # fmt: skip
    assert found == {
        name: [(p.id, p.text, p.weight, p.instrument, p.settings) for p in rubric]
        for name, rubric in RUBRICS.items()
    }
