"""Tables in Parquet: read back by DuckDB and pandas, they say what the project says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.exchange.conftest import NOW
from tests.imported import imported_sample
from tests.lazily import lazily
from tests.program import carried_out
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import Judgment, JudgmentStatus, RatingState, Verdict
from xpert_studio.core.store import ProjectFile, people
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.parquet.exporting import TABLES

duckdb = lazily("duckdb")
pd = lazily("pandas")

KEPT = Path(__file__).parent / "columns.json"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    place = tmp_path_factory.mktemp("parquet")
    path = imported_sample(place / "s.xpert")
    carried_out("export", path, place / "out", "--format", "parquet", "--as", "lead-moreau")
    return path, place / "out"


def asked(folder: Path, query: str):
    """What DuckDB answers, where a table is called ``{name}``."""
    names = {table.name: f"'{folder / table.file}'" for table, _ in TABLES}
    return duckdb.sql(query.format(**names)).fetchall()


def test_columns_stay_as_they_are():
    """A column that was given out is never renamed, moved or given another type."""
    kept = json.loads(KEPT.read_text("utf-8"))
    now = {
        table.name: [[c.name, c.kind.value, c.many] for c in table.columns] for table, _ in TABLES
    }
    assert kept.keys() <= now.keys()
    assert {name: now[name][: len(columns)] for name, columns in kept.items()} == kept


def test_the_scores_are_those_of_the_leaderboard(sample):
    path, folder = sample
    done = carried_out("leaderboard", path, "--judge", "scripted-judge", "--json")
    board = json.loads(done.out)["scripted-judge"]["standings"]
    said = {row["system"]: row["score"] for row in board}
    found = asked(
        folder,
        "select system, avg(score) from (select system, task_id, avg(score) score from {scores} "
        "where rater = 'scripted-judge' and trial = 1 group by 1, 2) group by 1",
    )
    assert {name: round(score, 9) for name, score in found} == {
        name: round(score, 9) for name, score in said.items()
    }


def test_a_score_is_made_of_the_rows_of_the_other_tables(sample):
    """S = Σwx/Σw by SQL over ratings and verdicts, with what programs decide."""
    _, folder = sample
    again = asked(
        folder,
        """
        with said as (
          select task_id, response_id, checkpoint_id, expert_id rater, null trial, score
          from {ratings} where status <> 'submitted'
          union all select task_id, response_id, checkpoint_id, judge_id, trial, score from {verdicts}
        ), rated as (
          select * from said union all
          select v.task_id, v.response_id, v.checkpoint_id, s.rater, s.trial, v.score
          from (select distinct response_id, rater, trial from said where rater <> 'checks') s
          join {verdicts} v on v.response_id = s.response_id and v.judge_id = 'checks'
        ), made as (
          select response_id, rater, trial, sum(weight * score) / sum(weight) score
          from rated join {checkpoints} using (task_id, checkpoint_id) where score is not null
          group by 1, 2, 3
        )
        select count(*), max(abs(made.score - told.score)) from made join {scores} told
        on made.response_id = told.response_id and made.rater = told.rater
        and made.trial is not distinct from told.trial
        """,
    )
    (count, most) = again[0]
    told = pd.read_parquet(folder / "scores.parquet")
    assert count == len(told[(told.kind != "experts") & told.score.notna()]) > 50
    assert most < 1e-12


def test_every_row_is_found_by_its_key_and_points_at_rows(sample):
    _, folder = sample
    for table, _ in TABLES:
        key = ", ".join(table.key)
        ((rows, distinct),) = asked(
            folder, f"select count(*), count(distinct ({key})) from {{{table.name}}}"
        )
        assert rows == distinct > 0, table.name
    for name in ("ratings", "verdicts"):
        ((lost,),) = asked(
            folder,
            f"select count(*) from {{{name}}} r left join {{checkpoints}} c using (task_id, "
            "checkpoint_id) left join {responses} a using (response_id) "
            "where c.text is null or a.system is null",
        )
        assert lost == 0
    assert asked(folder, "select count(*) from {verdicts} anti join {judges} using (judge_id)") == [
        (0,)
    ]


def test_pandas_reads_the_same_as_the_project_holds(sample):
    path, folder = sample
    with ProjectFile.open(path) as project, project.reading() as tx:
        table = read_frames(tx)
        names = {person.id for person in people.all_people(tx)} | {
            person.name for person in people.all_people(tx)
        }
    ratings = pd.read_parquet(folder / "ratings.parquet")
    gold = ratings[ratings.status != "submitted"]
    assert len(gold) == sum(len(marks) for marks in table.experts)
    assert gold.expert_id.nunique() == len(table.experts)
    verdicts = pd.read_parquet(folder / "verdicts.parquet")
    told = verdicts.groupby(["judge_id", "trial"]).value.sum()
    for judge_id, trials in table.judges.items():
        for number, marks in enumerate(trials, start=1):
            assert told[judge_id, number] == pytest.approx(
                float(marks.value[marks.has_score].sum())
            )
    whole = " ".join(str(pd.read_parquet(folder / one.file).to_dict()) for one, _ in TABLES)
    assert not [name for name in names if f"'{name}'" in whole]


@pytest.fixture
def small(tmp_path):
    """A task kept back, a task that goes out; a judge for each; an abstention, a failed verdict."""
    with new_project(tmp_path / "p.xpert", now=NOW) as project:
        rows = {
            "tasks": [{"id": name, "prompt": name} for name in ("shown", "kept-back")],
            "checkpoints": [
                {"task_id": name, "id": point, "text": f"{name} {point}", "weight": 5}
                for name in ("shown", "kept-back")
                for point in ("c1", "c2")
            ],
            "responses": [
                {"id": f"{name}-r", "task_id": name, "model": "m", "text": name}
                for name in ("shown", "kept-back")
            ],
            "judges": [{"id": "both"}, {"id": "only-of-kept-back"}],
        }
        folder = tmp_path / "b"
        folder.mkdir()
        for kind, found in rows.items():
            text = "".join(json.dumps(row) + "\n" for row in found)
            (folder / f"{kind}.jsonl").write_text(text, encoding="utf-8")
        import_any(project, folder, now=NOW)
        with project.writing() as tx:
            intake = Intake(tx)
            for judge, response in (
                ("both", "shown-r"), ("both", "kept-back-r"), ("only-of-kept-back", "kept-back-r"),
            ):  # fmt: skip
                intake.verdict(
                    Verdict(response_id=response, checkpoint_id="c1", judge_id=judge, value=1)
                )
                intake.verdict(
                    Verdict(
                        response_id=response, checkpoint_id="c2", judge_id=judge,
                        state=RatingState.INVALID, problem="no JSON",
                    )
                )  # fmt: skip
            intake.judgment(
                Judgment(
                    response_id="shown-r", checkpoint_id="c1", expert_id="amara",
                    state=RatingState.CANNOT_ASSESS, status=JudgmentStatus.CONFIRMED,
                )
            )  # fmt: skip
            intake.flush()
        yield project


def test_nothing_of_a_task_that_is_kept_back_goes_out(small, tmp_path):
    scope = ExportScope(held_out=frozenset({"kept-back"}))
    export_foreign(small, find_format("parquet"), tmp_path / "out", scope=scope)
    for table, _ in TABLES:
        assert "kept-back" not in str(pd.read_parquet(tmp_path / "out" / table.file).to_dict())


def test_what_has_no_value_says_why(small, tmp_path):
    export_foreign(small, find_format("parquet"), tmp_path / "out")
    verdicts = asked(
        tmp_path / "out", "select state, value, met, score from {verdicts} order by 1, 2"
    )
    assert set(verdicts) == {("invalid", None, None, None), ("ok", 1.0, True, 1.0)}
    assert asked(tmp_path / "out", "select state, value, met from {ratings}") == [
        ("cannot_assess", None, None)
    ]
    assert asked(tmp_path / "out", "select value from {comparisons}") == []


def test_a_key_in_a_rationale_is_refused_and_nothing_is_written(small, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-abcdefghijklmnopqrstuvwx0123456789")
    with small.writing() as tx:
        intake = Intake(tx)
        intake.verdict(
            Verdict(
                response_id="shown-r", checkpoint_id="c1", judge_id="both", trial=2, value=0,
                rationale="It says sk-proj-abcdefghijklmnopqrstuvwx0123456789.",
            )
        )  # fmt: skip
        intake.flush()
    from xpert_studio.core.judge.keys import remember_keys

    remember_keys()
    with pytest.raises(Exception, match="key"):
        export_foreign(small, find_format("parquet"), tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == []


def test_the_preview_counts_what_is_written(sample, tmp_path):
    path, folder = sample
    shown = json.loads(
        carried_out(
            "export", path, tmp_path / "x", "--format", "parquet", "--preview", "--json",
            "--as", "lead-moreau",
        ).out
    )  # fmt: skip
    rows = {file["path"]: file["rows"] for file in shown["files"] if file["rows"] is not None}
    assert rows == {table.file: len(pd.read_parquet(folder / table.file)) for table, _ in TABLES}
    out = {row["kind"]: row["out"] for row in shown["rows"]}
    assert out["verdicts"] == rows["verdicts.parquet"]
    assert out["judgments"] == rows["ratings.parquet"]
