"""Results looked at from every side: the same numbers everywhere, and queries that leave the right
ones.
"""

from __future__ import annotations

import asyncio
import csv

import numpy as np
import pytest

from tests.report.scored import JUDGE, OTHER, SYSTEMS, TASKS, TEXTS, scored_project
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.store.verdict_list import verdict_rows
from xpert_studio.report import LatestAnalysis, analyse
from xpert_studio.report.charts import layout
from xpert_studio.report.results import (
    EVERYTHING,
    EXPERTS,
    Results,
    TaskScope,
    VerdictQuery,
    read_facets,
)
from xpert_studio.report.results.charts import (
    board_chart,
    difference_chart,
    histogram_chart,
    part_chart,
    profile_chart,
    spread_chart,
    tasks_chart,
)
from xpert_studio.report.results.verdict_csv import HEADS, write_verdicts
from xpert_studio.report.results.verdicts import KINDS
from xpert_studio.report.section import View
from xpert_studio.report.sections.items import CHECKPOINTS
from xpert_studio.report.sections.systems import SYSTEMS as SYSTEMS_SECTION
from xpert_studio.report.sections.systems import pair_sentence
from xpert_studio.report.ties import Tie


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = scored_project(tmp_path_factory.mktemp("scored") / "s.xpert")
    yield made
    made.close()


@pytest.fixture(scope="module")
def results(project):
    return Results(analyse(project), read_facets(project))


def test_raters_stand_best_aligned_first_and_experts_last(results):
    assert [rater.id for rater in results.raters] == [OTHER, JUDGE, EXPERTS]
    lows = [rater.findings.alignment.criterion["kappa_within"] for rater in results.raters[:2]]
    assert lows[0].interval[0] > lows[1].interval[0]
    assert lows[0].value < lows[1].value
    assert results.rater("").id == OTHER
    with pytest.raises(NotFoundError, match="nobody-here"):
        results.rater("nobody-here")


def test_what_a_row_lacks_is_said(results):
    board = results.board(JUDGE)
    assert {name: (g.tasks_without_response, g.never_asked, g.unusable) for name, g in board.gaps.items()} == {
        "juno": (1, 0, 0), "iris": (0, 1, 2),
    }  # fmt: skip
    incomplete = {item.system for item in board.leaderboard.standings if not item.complete}
    assert incomplete == {"juno", "iris"}
    assert results.board(OTHER).gaps.keys() == {"juno"}


def test_each_scope_has_its_tasks_and_all_of_them_together_are_all(results):
    kinds = {}
    for scope in results.scopes:
        kinds.setdefault(scope.kind, []).append(results.tasks_in(scope))
    assert kinds.keys() == {"all", "subset", "domain", "language", "difficulty"}
    for kind in ("domain", "language", "difficulty"):
        assert (np.sum(kinds[kind], axis=0) == 1).all()
    assert results.board(JUDGE, TaskScope("subset", "gold")).leaderboard.tasks == 2
    assert results.board(JUDGE, TaskScope("domain", "Law")).leaderboard.tasks == 3
    assert results.board(JUDGE, TaskScope("domain", "Alchemy")).leaderboard.tasks == 0
    assert (
        results.board(JUDGE, EVERYTHING).leaderboard is results.analysis.judges[JUDGE].leaderboard
    )


def test_the_score_of_a_domain_is_that_of_the_scope_of_that_domain(results):
    whole = {item.system: item for item in results.board(JUDGE).leaderboard.standings}
    for domain in ("Law", "Finance"):
        part = results.board(JUDGE, TaskScope("domain", domain)).leaderboard
        for item in part.standings:
            assert item.score == pytest.approx(whole[item.system].by_domain[domain])


def test_lines_are_what_they_were_made_to_be(results):
    found = results.checkpoints(JUDGE)
    counts = dict(found.counts)
    assert 2 * TASKS <= counts.pop("discriminating") <= 3 * TASKS
    assert counts == {
        "never": TASKS, "always": TASKS, "negative": TASKS, "redundant": 2 * TASKS,
    }  # fmt: skip
    better = found.find({"discriminating"})
    told_apart = {results.catalog.checkpoint_texts[point] for point in better}
    assert told_apart == {TEXTS[0], TEXTS[1], TEXTS[5]}
    negative = found.find({"negative"})
    assert {results.catalog.checkpoint_texts[point] for point in negative} == {TEXTS[2]}
    both = found.find({"never", "always"})
    assert len(both) == 2 * TASKS


def test_every_verdict_is_on_the_list_and_of_the_kinds_it_is_of(project, results):
    found = results.verdicts(project, JUDGE)
    assert len(found) == (TASKS * len(SYSTEMS) - 1) * len(TEXTS) - 1
    counts = found.counts()
    assert counts.keys() == set(KINDS)
    assert (counts["invalid"], counts["error"], counts["flagged"], counts["stale"]) == (1, 1, 1, 0)
    assert counts["differs"] == 1
    assert counts["met"] + counts["not_met"] == len(found) - 2
    for kind, count in counts.items():
        assert len(found.find(VerdictQuery(kinds=frozenset({kind})))) == count
    (row,) = found.find(VerdictQuery(kinds=frozenset({"differs"})))
    place = found.place(row)
    assert (place.task_id, place.response_id, place.checkpoint_id) == ("t0", "t0:0", "c4")
    (row,) = found.find(VerdictQuery(kinds=frozenset({"invalid"})))
    assert found.place(row).checkpoint_id == "c1"
    with project.reading() as tx:
        texts = verdict_rows(tx, [found.place(row).key, 10**9])
    assert [text.problem for text in texts.values()] == ["The reply was cut off."]


def test_verdicts_are_found_by_system_task_response_line_and_scope(project, results):
    found = results.verdicts(project, JUDGE)
    assert len(found.find(VerdictQuery(system="文心一号"))) == TASKS * len(TEXTS)
    assert len(found.find(VerdictQuery(task="t5"))) == (len(SYSTEMS) - 1) * len(TEXTS)
    assert len(found.find(VerdictQuery(response="t1:8"))) == len(TEXTS) - 1
    assert len(found.find(VerdictQuery(task="t2", checkpoint="c3"))) == len(SYSTEMS)
    assert len(found.find(VerdictQuery(system="aurora", dimension="Depth", domain="Law"))) == 6
    assert len(found.find(VerdictQuery(words="违约金 task 0"))) == len(SYSTEMS)
    law = results.tasks_in(TaskScope("domain", "Law"))
    assert len(found.find(VerdictQuery(system="aurora"), law)) == 3 * len(TEXTS)
    assert found.counts(law)["invalid"] == 0


@pytest.mark.parametrize("sort", ["task", "system", "checkpoint", "weight", "answer", "expert"])
def test_sorting_verdicts_loses_none(project, results, sort):
    found = results.verdicts(project, JUDGE)
    for descending in (False, True):
        order = found.find(VerdictQuery(sort=sort, descending=descending))
        assert sorted(order) == list(range(len(found)))
    if sort == "task":
        places = [found.place(row) for row in found.find(VerdictQuery(sort="task"))]
        keys = [(item.task_id, int(item.response_id.split(":")[1])) for item in places]
        by_name = {system: place for place, system in enumerate(sorted(SYSTEMS))}
        assert [(t, by_name[SYSTEMS[s]]) for t, s in keys] == sorted(
            (t, by_name[SYSTEMS[s]]) for t, s in keys
        )


def test_withheld_responses_stay_out_and_are_counted(project, results):
    found = results.verdicts(project, JUDGE, {"t0:0", "t0:1"})
    assert found.withheld == 2 * len(TEXTS)
    assert not len(found.find(VerdictQuery(response="t0:0")))


def test_verdicts_as_a_file_hold_every_column_and_no_formula(project, results, tmp_path):
    found = results.verdicts(project, JUDGE)
    rows = found.find(VerdictQuery(system="=1+1", task="t0"))
    told = []
    write_verdicts(project, found, rows, tmp_path / "v.csv", report=lambda *how: told.append(how))
    with (tmp_path / "v.csv").open(encoding="utf-8-sig", newline="") as file:
        written = list(csv.DictReader(file))
    assert tuple(written[0]) == HEADS
    assert {row["system"] for row in written} == {"'=1+1"}
    assert [row["verdict"] for row in written] == [
        "met",
        "met",
        "not_met",
        "not_met",
        "met",
        "not_met",
    ]
    assert written[0]["rationale"] == "Because of line 0."
    assert told == [(0, len(TEXTS))]


def test_a_file_given_up_halfway_is_not_there(project, results, tmp_path):
    found = results.verdicts(project, JUDGE)

    def stop(done, total):
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        write_verdicts(project, found, found.find(VerdictQuery()), tmp_path / "v.csv", report=stop)
    assert not list(tmp_path.iterdir())


def test_the_tasks_behind_a_figure_add_up_to_it(results):
    standings = {item.system: item for item in results.board(JUDGE).leaderboard.standings}
    for system in ("aurora", "juno", "iris"):
        tasks = results.system_tasks(JUDGE, system)
        assert np.nanmean(tasks.score) == pytest.approx(standings[system].score)
        law = results.system_tasks(JUDGE, system, part=("domain", "Law"))
        assert np.nanmean(law.score) == pytest.approx(standings[system].by_domain["Law"])
        depth = results.system_tasks(JUDGE, system, part=("dimension", "Depth"))
        assert np.nanmean(depth.score) == pytest.approx(standings[system].by_dimension["Depth"])
    juno = results.system_tasks(JUDGE, "juno")
    assert np.isnan(juno.score).tolist() == [False] * 5 + [True]
    assert juno.responses[-1] == -1
    assert juno.decided[-1] == 0 < juno.expected[-1]
    assert not len(results.system_tasks(JUDGE, "juno", part=("tier", "No such")).tasks)
    with pytest.raises(NotFoundError, match="There is no system ghost"):
        results.system_tasks(JUDGE, "ghost")


def test_others_are_all_but_the_system_itself(results):
    tasks = results.system_tasks(JUDGE, "aurora")
    rest = [results.system_tasks(JUDGE, name).score for name in SYSTEMS[1:]]
    np.testing.assert_allclose(tasks.others, np.nanmean(rest, axis=0))
    parts = {(part.by, part.name): part for part in results.profile(JUDGE, "aurora").parts}
    assert parts["dimension", "Clarity"].difference > 0
    assert parts["dimension", "Accuracy"].difference < 0
    differences = [part.difference for part in results.profile(JUDGE, "aurora").parts]
    assert differences == sorted(differences, reverse=True)


def test_a_figure_is_computed_once(results):
    first = results.items(JUDGE, TaskScope("domain", "Law"))
    assert results.items(JUDGE, TaskScope("domain", "Law")) is first
    assert results.compared(JUDGE, "aurora", "juno") is results.compared(JUDGE, "aurora", "juno")


def test_comparing_says_who_wins_and_what_was_left_out(results):
    found = results.compared(JUDGE, "aurora", "juno")
    assert (found.wins_second, found.wins_first, found.only_first) == (5, 0, 1)
    sentence = pair_sentence(found)
    assert "juno scores" in sentence
    assert "more than aurora" in sentence
    assert "1 tasks on which only one of them has a score are excluded" in sentence
    assert "lacks some verdicts" in pair_sentence(results.compared(JUDGE, "aurora", "iris"))


def test_systems_that_cannot_be_told_apart_stand_in_a_bracket(results):
    board = results.board(JUDGE).leaderboard
    ranked = [item.system for item in board.standings if item.rank is not None]
    groups = [0, 0, 1, 2, 2, 2]
    ties = {
        name: Tie(group, ranked[0], None, groups.count(group))
        for name, group in zip(ranked, groups, strict=False)
    }
    assert list(board_chart(board, ties=ties).ties) == [(0, 1), (3, 5)]
    assert not board_chart(board).ties


def test_every_chart_has_a_mark_for_all_it_shows(results):
    board, small = results.board(JUDGE).leaderboard, results.analysis.small
    pair = results.compared(JUDGE, "aurora", "juno")
    charts = [
        (board_chart(board), len(SYSTEMS)),
        (part_chart(board, "domain", small=small), 2 * len(SYSTEMS)),
        (part_chart(board, "dimension", small=small), 3 * len(SYSTEMS)),
        (part_chart(board, "tier", small=small), 3 * len(SYSTEMS)),
        (spread_chart(results.spreads(JUDGE)), len(SYSTEMS)),
        (histogram_chart(results.spreads(JUDGE)[0]), 10),
        (profile_chart(results.profile(JUDGE, "aurora"), "dimension", small=small), 3),
        (difference_chart(pair, "domain", small=small), 2),
        (tasks_chart(results.catalog, pair), TASKS - 1),
    ]
    for chart, marks in charts:
        drawn = layout(chart, 700).marks
        assert len(drawn) == marks
        assert all(mark.target for mark in drawn)
        assert chart.description
        assert len(chart.rows) in {marks, len(SYSTEMS)}


def test_the_report_has_the_systems_and_the_checkpoints(project):
    analysis = analyse(project, judge_ids=[JUDGE])
    view = View.of(project, analysis)
    systems, items = SYSTEMS_SECTION.blocks(view), CHECKPOINTS.blocks(view)
    figures = [block for block in systems.blocks if block.kind == "figure"]
    assert len(figures) == 2
    listed = next(
        block
        for block in items.blocks
        if block.kind == "table" and "poor responses" in block.caption
    )
    assert {row.cells[2] for row in listed.rows} == {TEXTS[2]}


def test_a_project_without_scores_has_neither(tmp_path):
    from tests.workflow.studio import Studio

    studio = Studio(tmp_path / "empty.xpert")
    analysis = LatestAnalysis(studio.project).get()
    view = View.of(studio.project, analysis)
    assert SYSTEMS_SECTION.blocks(view) is None
    assert CHECKPOINTS.blocks(view) is None
    found = Results(analysis, read_facets(studio.project))
    assert found.raters == ()
    with pytest.raises(NotFoundError, match="none yet"):
        found.board("")
    studio.project.close()


def test_tasks_stand_by_how_hard_they_are(results):
    found = results.task_scores(JUDGE)
    hard = found.difficulty
    assert sorted(found.hardest) == list(range(TASKS))
    assert hard.mean[found.hardest].tolist() == sorted(hard.mean.tolist())
    assert found.response("juno", f"t{TASKS - 1}") == ""
    assert found.response("juno", "t0") == "t0:9"
