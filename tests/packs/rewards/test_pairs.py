"""Pairs for preference training: of one task, by what experts said, and never of a tie."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import pytest

from tests.exchange.formats.tools import need_tools, run_python
from tests.packs.rewards.projects import (
    JUDGE,
    LEAD,
    NOW,
    SYSTEMS,
    TASKS,
    compared,
    rubric,
    text_of,
    training_project,
    value_of,
)
from tests.program import carried_out
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.preview import preview_foreign
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.exchange.targets import unwatched
from xpert_studio.core.fields import asks_of
from xpert_studio.core.records import Checkpoint, Task, Visibility
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import CommandContext, new_project, note_publication
from xpert_studio.core.workflow.judge_names import judge_named
from xpert_studio.packs.rewards.exporting import RewardOptions
from xpert_studio.packs.rewards.pairs import PairOptions
from xpert_studio.report.exports import BundleOrder

LOAD = """
import json
from datasets import load_dataset
rows = load_dataset("json", data_files="out/pairs.jsonl", split="train", cache_dir="cache")
print(json.dumps([rows.column_names, rows[0], len(rows)]))
"""


@pytest.fixture
def project(tmp_path):
    with training_project(tmp_path / "p.xpert") as made:
        yield made


def exported(project, folder, chosen=None, **scope):
    report = export_foreign(project, find_format("dpo"), folder, chosen, scope=ExportScope(**scope))
    rows = [json.loads(line) for line in (folder / "pairs.jsonl").open(encoding="utf-8")]
    assert report.rows == {"pairs.jsonl": len(rows)}
    return {(row["chosen_id"], row["rejected_id"]): row for row in rows}


def score(task, system, rater):
    """S, exactly, computed here."""
    points = [
        (
            Fraction(str(p.weight)),
            Fraction(value_of(task, system, p, rater)) / (7 if p.instrument == "graded" else 1),
        )
        for p in rubric(task)
    ]
    return sum(w * x for w, x in points) / sum(w for w, _ in points)


def by_scores(systems, tasks, rater, limit):
    """Which response is better by more than a limit, with the difference."""
    found = {}
    for task in tasks:
        for one, other in combinations(systems, 2):
            apart = score(task, one, rater) - score(task, other, rater)
            if abs(apart) <= limit or text_of(task, one) == text_of(task, other):
                continue
            better, worse = (one, other) if apart > 0 else (other, one)
            found[f"t{task}:s{better}", f"t{task}:s{worse}"] = float(abs(apart))
    return found


@pytest.mark.parametrize("limit", [0, 0.25, 1])
def test_scores_of_experts_and_of_a_judge_make_pairs_beyond_the_threshold(project, tmp_path, limit):
    chosen = PairOptions(judge=JUDGE, tie_threshold=limit)
    found = exported(project, tmp_path / "out", chosen)
    experts = by_scores((0, 1), range(6), "amara", Fraction(str(limit)))
    judge = by_scores((0, 1, 2), range(TASKS), JUDGE, Fraction(str(limit)))
    settled = {frozenset((f"t{task}:s0", f"t{task}:s1")) for task in range(6)}
    judge = {pair: apart for pair, apart in judge.items() if frozenset(pair) not in settled}
    assert {pair: row["margin"] for pair, row in found.items()} == pytest.approx(experts | judge)
    sources = {row["source"] for row in found.values()}
    assert sources == (set() if limit == 1 else {"experts", JUDGE})


def test_without_a_judge_pairs_are_by_people_alone(project, tmp_path):
    found = exported(project, tmp_path / "out")
    assert found.keys() == by_scores((0, 1), range(6), "amara", 0).keys()
    assert not (tmp_path / "out" / "certificate.json").exists()


def test_a_comparison_settles_a_pair(project, tmp_path):
    one, other = "t0:s0", "t0:s1"
    better, worse = next(pair for pair in by_scores((0, 1), [0], "amara", 0))
    against = -1 if better == one else 1
    compared(
        project,
        (one, other, against, "bo", one), (one, other, against, "cy", one),
        (one, other, -against, "amara", other),
        ("t1:s0", "t1:s1", 0, "bo", "t1:s0"),  # a tie
        ("t2:s1", "t2:s2", 1, "bo", "t2:s1"), ("t2:s1", "t2:s2", -1, "bo", "t2:s2"),  # by the order
        ("t7:s0", "t7:s1", 1, "bo", "t7:s0"),  # texts that are alike
        ("t8:s0", "t8:s2", 1, "bo", "t8:s0"),
    )  # fmt: skip
    found = exported(project, tmp_path / "out", PairOptions(judge=JUDGE))
    row = found[worse, better]
    assert (row["source"], row["margin"]) == ("comparisons", pytest.approx(1 / 3))
    assert found["t8:s0", "t8:s2"]["margin"] == 1
    told = {frozenset(pair) for pair in found}
    for pair in (("t1:s0", "t1:s1"), ("t2:s1", "t2:s2"), ("t7:s0", "t7:s1")):
        assert frozenset(pair) not in told


def test_pairs_are_of_one_task_that_is_not_held_out_and_say_their_cluster(project, tmp_path):
    found = exported(
        project, tmp_path / "out", PairOptions(judge=JUDGE), held_out=frozenset({"t2", "t8"})
    )
    assert len(found) > 10
    for (chosen, rejected), row in found.items():
        assert chosen.partition(":")[0] == rejected.partition(":")[0] == row["task_id"]
        assert row["cluster"] == f"f{int(row['task_id'][1:]) // 2}"
    whole = "".join(p.read_text("utf-8") for p in (tmp_path / "out").iterdir())
    for word in (*SYSTEMS, "amara", "lena", "t2", "t8", "Case 2?", "Secret reference"):
        assert word not in whole, word
    assert "5 clusters" in whole or "4 clusters" in whole


def test_the_threshold_of_the_certificate_is_the_usual_one(project, tmp_path):
    path = tmp_path / "p.xpert"
    project.close()
    words = ("--judge", JUDGE, "--tolerance", "0.25", "--certify")
    assert carried_out("align", path, *words, *LEAD).code == 0
    done = carried_out(
        "export",
        path,
        tmp_path / "out",
        "--format",
        "dpo",
        "--set",
        f"judge={JUDGE}",
        "--json",
        *LEAD,
    )
    assert done.code == 0, done.err
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text("utf-8"))
    assert certificate["holds"] and certificate["certificate"]["tolerance"] == 0.25
    rows = [json.loads(line) for line in (tmp_path / "out" / "pairs.jsonl").open(encoding="utf-8")]
    assert min(row["margin"] for row in rows if row["source"] == JUDGE) > 0.25
    told = json.dumps(certificate)
    assert not any(word in told for word in ("amara", "lena", "made_by", "groups", *SYSTEMS))


def test_a_threshold_that_is_none_is_refused(project, tmp_path):
    project.close()
    done = carried_out(
        "export", tmp_path / "p.xpert", tmp_path / "out", "--format", "dpo",
        "--set", "tie_threshold=2", *LEAD,
    )  # fmt: skip
    assert done.code != 0 and "tie_threshold" in done.err
    assert not (tmp_path / "out").exists()


def test_datasets_reads_them(project, tmp_path):
    need_tools()
    found = exported(project, tmp_path / "out", PairOptions(judge=JUDGE))
    names, first, count = json.loads(run_python("-c", LOAD, at=tmp_path).splitlines()[-1])
    assert count == len(found)
    assert {"prompt", "chosen", "rejected", "margin", "source", "cluster"} <= set(names)
    assert first["chosen"][0]["role"] == "assistant"
    assert first["prompt"][-1]["content"].startswith("Case ")


def test_an_export_without_a_pair_says_so(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Which?"))
            intake.checkpoint(Checkpoint(task_id="t", id="c", text="States 40.", weight=1))
            intake.flush()
        wanted = find_format("dpo")
        report = export_foreign(made, wanted, tmp_path / "out")
        told = preview_foreign(made, wanted, now=NOW).warnings
    assert report.rows == {"pairs.jsonl": 0}
    assert any("No pair was found" in said for said in report.warnings)
    assert set(report.warnings) <= set(told)


def test_what_was_held_out_of_a_site_or_public_bundle_is_not_trained_on(tmp_path):
    with training_project(tmp_path / "p.xpert") as made:
        wanted = find_format("dpo")
        for held in ("t0", "t1"):
            order = BundleOrder(
                options=BundleOptions(
                    Visibility.PUBLIC, held_out=frozenset({held}), all_stages=True
                )
            )
            written = order.carry_out(made, tmp_path / held, NOW, replace=False, watch=unwatched)
            note_publication(CommandContext(made, "lena", lambda: NOW), written.publication)
        with made.writing() as tx:
            task = tasks.get_task(tx, "t0")
            entities.put(tx, task.model_copy(update={"title": "Changed since"}))
        export_foreign(made, wanted, tmp_path / "out")
        export_foreign(made, wanted, tmp_path / "all", PairOptions(also_held_out=True))
    rows = {name: (tmp_path / name / "pairs.jsonl").read_text("utf-8") for name in ("out", "all")}
    assert all(f'"task_id": "{name}"' in rows["all"] for name in ("t0", "t1", "t2"))
    assert '"t2"' in rows["out"] and '"t0"' not in rows["out"] and '"t1"' not in rows["out"]


def test_the_remedy_names_no_option_that_the_command_lacks():
    with pytest.raises(UsageError) as refused:
        judge_named("baseline", ["baseline:a", "baseline:b"])
    assert "--judge" not in str(refused.value) and "baseline:b" in str(refused.value)


def test_a_form_says_whose_verdicts_count_where_no_judge_is_named():
    assert asks_of(PairOptions)["judge"].empty == "none"
    assert asks_of(RewardOptions)["judge"].empty == "the judge that leads, or the first"
