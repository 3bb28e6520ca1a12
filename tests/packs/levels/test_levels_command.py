"""Cases with levels come in, are scored, and are ranked by level: on the terminal, as JSON, in a report."""

from __future__ import annotations

import json

import pytest

from xpert_studio.core.store import ProjectFile, settings, tasks
from xpert_studio.packs.levels.section import LEVEL_SECTION
from xpert_studio.report import analyse, pdf
from xpert_studio.report.blocks import Table
from xpert_studio.report.section import View

BANDS = {"90-100": "a", "70-89": "b", "60-69": "c", "0-59": "d"}
LEVELS = ("basic", "medium", "hard")
FAMILIES = 6
VALUES = {
    "alpha": {"writing": {"basic": (82, 78), "medium": (71, 69), "hard": (52, 48)},
              "code": {"basic": (90, 90), "medium": (75, 75), "hard": (70, 70)}},
    "beta": {"writing": {"basic": (60, 60), "medium": (60, 60), "hard": (80, 80)},
             "code": {"basic": (60, 60), "medium": (60, 60), "hard": (80, 80)}},
}  # fmt: skip

"""By system, category and level: the values of families in turn. Alpha's writing is as published."""


@pytest.fixture
def ranked(xpert, tmp_path):
    cases, responses = [], []
    table = ["task_id,model,checkpoint_id,judge,kind,value"]
    for category in ("writing", "code"):
        for number in range(FAMILIES):
            content = {
                level: {
                    "prompt": f"{level} {category} {number}",
                    "criteria": {"a": {"weight": 40, "desc": "Right?", "rubric": BANDS}},
                }
                for level in LEVELS
            }
            name = f"{category}-{number}"
            cases.append(
                {
                    "id": name,
                    "title": name,
                    "test_type": "text",
                    "category": category,
                    "levels": content,
                }
            )
            for system, by_category in VALUES.items():
                for level in LEVELS:
                    task, value = f"{name}-{level}", by_category[category][level][number % 2]
                    responses.append(
                        {"id": f"{system}-{task}", "task_id": task, "model": system, "text": task}
                    )
                    table.append(f"{task},{system},a,j,judge,{value}")
    path = tmp_path / "p.xpert"
    for name, text in (
        ("cases.json", json.dumps(cases)),
        ("responses.jsonl", "\n".join(map(json.dumps, responses))),
        ("table.csv", "\n".join(table)),
    ):
        (tmp_path / name).write_text(text)
        new = () if path.exists() else ("--new",)
        assert xpert("import", path, tmp_path / name, *new).code == 0
    return path


def require(path, fewest: int) -> None:
    with ProjectFile.open(path) as project, project.writing() as tx:
        info = settings.project_info(tx)
        policies = info.policies.model_copy(update={"minimum_tasks": fewest})
        settings.put_project_info(tx, info.model_copy(update={"policies": policies}))


def test_every_figure_is_given_for_a_program(xpert, ranked):
    rows = xpert("leaderboard", ranked, "--by", "level", "--json").json["j"]["standings"]
    alpha = next(row for row in rows if row["system"] == "alpha")
    assert alpha["categories"]["writing"]["levels"] == {"basic": 80, "medium": 70, "hard": 50}
    assert alpha["categories"]["writing"]["indices"] == {
        "daily": 74, "professional": 66, "extreme": 59,
    }  # fmt: skip
    assert alpha["categories"]["writing"]["ceiling"] == "medium"
    assert alpha["categories"]["code"]["indices"]["professional"] == 76.5
    assert alpha["overall"] == alpha["test_types"]["text"]["overall"] == 71.25
    assert alpha["indices"]["daily"] == (74 + 83.5) / 2
    assert alpha["passed"] == list(LEVELS) and alpha["ceiling"] == "hard"
    low, high = alpha["overall_interval"]
    assert 0 <= low < 71.25 < high <= 100
    assert alpha["reasons"] == {}


def test_a_level_without_tasks_is_null_with_its_reason(xpert, ranked):
    options = ("--by", "level", "--only", "difficulty=basic", "--json")
    rows = xpert("leaderboard", ranked, *options).json["j"]["standings"]
    alpha = next(row for row in rows if row["system"] == "alpha")
    assert alpha["levels"] == {"basic": 85, "medium": None, "hard": None}
    assert alpha["levels_tasks"] == {"basic": 2 * FAMILIES, "medium": 0, "hard": 0}
    assert alpha["reasons"]["hard"] == "no hard tasks"
    assert alpha["ceiling"] == "basic"


def test_the_order_follows_the_index_that_is_asked_for(xpert, ranked):
    def order(*options: str) -> list[str]:
        found = xpert("leaderboard", ranked, "--by", "level", *options, "--json").json
        return [row["system"] for row in found["j"]["standings"]]

    assert order() == ["alpha", "beta"]
    assert order("--sort", "extreme") == ["beta", "alpha"]
    said = xpert("leaderboard", ranked, "--by", "level").out
    assert "By extreme the order differs: beta is above alpha." in said
    assert xpert("leaderboard", ranked, "--by", "level", "--sort", "age").code == 2
    assert xpert("leaderboard", ranked, "--sort", "daily").code == 2


def test_the_report_has_the_board_by_level(xpert, ranked, tmp_path):
    assert xpert("report", ranked, tmp_path / "r.html").code == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "By level of difficulty" in text
    assert "By extreme the order differs" in text
    assert "71.2" in text or "71.3" in text


def test_figures_on_fewer_tasks_than_required_are_withheld_with_the_reason(xpert, ranked):
    require(ranked, 7)
    rows = xpert("leaderboard", ranked, "--by", "level", "--json").json["j"]
    alpha = next(row for row in rows["standings"] if row["system"] == "alpha")
    writing = alpha["categories"]["writing"]
    assert writing["levels"] == {"basic": None, "medium": None, "hard": None}
    assert writing["levels_tasks"] == {"basic": 6, "medium": 6, "hard": 6}
    assert writing["reasons"]["hard"] == "fewer than 7 tasks"
    assert writing["ceiling"] is None and writing["passed"] == []
    assert writing["overall"] == 66, "over 18 tasks"
    assert alpha["levels"]["basic"] == 85, "over 12 tasks"
    require(ranked, 13)
    said = xpert("leaderboard", ranked, "--by", "level").out
    assert "n = 12\u00a0†" in said
    assert "† fewer than 13 tasks; no figure on fewer than 13" in said


def test_the_table_is_narrow_enough_to_stand_in_one_part_on_paper(ranked):
    with ProjectFile.open(ranked, read_only=True) as project:
        section = LEVEL_SECTION.blocks(View.of(project, analyse(project)))
    table = next(one for one in section.blocks if isinstance(one, Table))
    assert len(table.columns) <= pdf._MOST_COLUMNS
    assert len({column.heading for column in table.columns}) == len(table.columns)


def test_a_level_without_verdicts_of_the_judge_says_so_and_missing_intervals_have_reasons(
    xpert, ranked, tmp_path
):
    table = ["task_id,model,checkpoint_id,judge,kind,value"]
    table += [
        f"{category}-{number}-{level},alpha,a,k,judge,{60 + number}"
        for category in ("writing", "code")
        for level in LEVELS
        for number in range(1 if level == "hard" else 3)
        if (category, level) != ("code", "hard")
    ]
    (tmp_path / "more.csv").write_text("\n".join(table))
    assert xpert("import", ranked, tmp_path / "more.csv").code == 0
    options = ("--judge", "k", "--by", "level")
    rows = xpert("leaderboard", ranked, *options, "--json").json["k"]["standings"]
    alpha = next(row for row in rows if row["system"] == "alpha")
    said = "code has no verdict of this judge on its hard tasks"
    assert said in alpha["reasons"]["overall"]
    code, writing = alpha["categories"]["code"], alpha["categories"]["writing"]
    assert code["reasons"]["hard"] == "no verdict of this judge on the hard tasks"
    assert (writing["overall"], writing["overall_interval"]) == (60.7, None)
    assert (
        "the hard tasks of writing are of a single family"
        in (writing["interval_reasons"]["overall"])
    )
    assert "daily" in writing["interval_reasons"]
    assert said in xpert("leaderboard", ranked, *options).out


def test_levels_and_ceilings_stand_by_category_with_intervals(xpert, ranked, tmp_path):
    said = " ".join(xpert("leaderboard", ranked, "--by", "level").out.split())
    assert "Means per cent of points by category" in said
    assert "writing alpha 80.0" in said and "writing beta 60.0" in said
    assert xpert("report", ranked, tmp_path / "r.html").code == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Means per cent of points by category" in text
    rows = xpert("leaderboard", ranked, "--by", "level", "--json").json["j"]["standings"]
    alpha = next(row for row in rows if row["system"] == "alpha")
    low, high = alpha["categories"]["writing"]["levels_interval"]["basic"]
    assert low < 80 < high


def test_a_ceiling_that_is_withheld_is_not_one_that_nothing_passes(xpert, ranked):
    with ProjectFile.open(ranked) as project, project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE verdict SET value = 20")
    rows = xpert("leaderboard", ranked, "--by", "level", "--json").json["j"]["standings"]
    assert {row["ceiling"] for row in rows} == {"none"}
    require(ranked, 100)
    rows = xpert("leaderboard", ranked, "--by", "level", "--json").json["j"]["standings"]
    assert {row["ceiling"] for row in rows} == {None}


@pytest.mark.parametrize(
    ("given", "level"),
    [("easy", "basic"), ("Easy", "basic"), ("基础", "basic"), ("中等", "medium"), ("困难", "hard"),
     ("difficult", "hard"), ("HARD", "hard")],
)  # fmt: skip
def test_levels_have_other_names_too(xpert, tmp_path, given, level):
    criteria = {"a": {"weight": 40, "desc": "Right?", "rubric": BANDS}}
    case = {"id": "c", "title": "c", "levels": {given: {"prompt": "Do.", "criteria": criteria}}}
    (tmp_path / "cases.json").write_text(json.dumps([case]), encoding="utf-8")
    said = xpert("import", tmp_path / "p.xpert", tmp_path / "cases.json", "--new")
    assert said.code == 0, said.err
    with ProjectFile.open(tmp_path / "p.xpert", read_only=True) as project, project.reading() as tx:
        (task,) = tasks.all_tasks(tx)
    assert (task.id, task.difficulty) == (f"c-{level}", level)
