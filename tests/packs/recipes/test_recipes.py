"""Recipes: the published formulas to the decimal, fallbacks, complete coverage, clear errors."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, judged
from tests.metrics.test_laws import PUBLISHED
from tests.sampling import examples
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.instruments import columns
from xpert_studio.core.messages import Message
from xpert_studio.core.metrics import leaderboard
from xpert_studio.core.records import Recipe
from xpert_studio.core.workflow.recipes import recipe_named, recipes
from xpert_studio.packs.recipes.board import recipe_board

FIVE = ("graded", json.dumps({"low": 1, "high": 5, "step": 0.5, "bands": []}))
HUNDRED = ("graded", json.dumps({"low": 0, "high": 100, "step": 0.1, "bands": []}))
few = examples(16)


def made(dimensions, *, tasks=6, systems=2, weights=None, kinds=None):
    """A catalogue in which every task has one checkpoint a dimension."""
    size = len(dimensions)
    catalog = catalog_of([weights or [1] * size] * tasks, systems)
    kinds = kinds or [HUNDRED] * size
    known = tuple(dict.fromkeys(kinds))
    return replace(
        catalog,
        dimensions=tuple(dimensions),
        checkpoint_dimension=np.tile(np.arange(size, dtype=np.int32), tasks),
        kinds=known,
        checkpoint_kind=np.tile([known.index(kind) for kind in kinds], tasks).astype(np.int32),
    )


def says(catalog, name, value_of):
    """Answers of a judge; ``value_of(system, task, dimension)`` is None for no answer."""
    rows = []
    for response in range(len(catalog.responses)):
        system, task = catalog.response_system[response], catalog.response_task[response]
        for point in np.flatnonzero(catalog.checkpoint_task == task):
            value = value_of(int(system), int(task), int(catalog.checkpoint_dimension[point]))
            if value is not None:
                rows.append((response, int(point), value))
    response, point, value = zip(*rows, strict=True)
    return columns.marks_of(
        catalog, name, np.array(response, np.int32), np.array(point, np.int32),
        np.array(value, np.float64),
    )  # fmt: skip


@pytest.fixture(scope="module")
def published():
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not here")
    return json.loads(PUBLISHED.read_text())


def test_the_composite_is_as_published(published):
    assert published["composite"]["normalized_judge"] == "(mean_judge_1_to_5 - 1) / 4"
    recipe = recipe_named("composite")
    names = [name for part in recipe.parts for name in part.dimensions]
    catalog = made(names, kinds=[FIVE, HUNDRED, HUNDRED, HUNDRED])
    by_judge = {"a": 4, "b": 3}
    metrics = (90.0, 60.0, 75.0)
    judges = {
        name: says(catalog, name, lambda s, t, d, v=value: v if d == 0 else metrics[d - 1])
        for name, value in by_judge.items()
    }
    board = recipe_board(catalog, judges["a"], judges, recipe, catalog.systems)
    judge_weight, geval_weight = (part.weight for part in recipe.parts)
    normalised = ((4 + 3) / 2 - 1) / 4
    expected = judge_weight * normalised + geval_weight * (0.9 + 0.6 + 0.75) / 3
    assert board.rows[0].figure.value == pytest.approx(expected, abs=1e-12)
    assert [row.rank for row in board.rows] == [1, 1]
    assert not board.rows[0].left_out


def test_a_judge_that_did_not_score_everything_is_left_out_of_that_systems_mean_and_named():
    recipe = recipe_named("composite")
    names = [name for part in recipe.parts for name in part.dimensions]
    catalog = made(names, kinds=[FIVE, HUNDRED, HUNDRED, HUNDRED])
    whole = says(catalog, "a", lambda s, t, d: 5 if d == 0 else 100)
    gaps = says(
        catalog, "b", lambda s, t, d: None if (s, t, d) == (1, 2, 0) else 1 if d == 0 else 0
    )
    board = recipe_board(catalog, whole, {"a": whole, "b": gaps}, recipe, catalog.systems)
    rows = {row.system: row for row in board.rows}
    assert rows["s1"].left_out == {"judges": ("b",)}
    assert rows["s0"].left_out == {}
    assert rows["s0"].figure.value == pytest.approx(0.5)
    assert rows["s1"].figure.value == pytest.approx(0.4 * 1 + 0.6 * 0.5)


def test_weighted_dimensions_are_as_published(published):
    for case in published["levels"]["dimension_weighting"]:
        names = [f"d{n}" for n in range(len(case["scores"]))]
        catalog = made(names, weights=case["weights"])
        marks = says(catalog, "j", lambda s, t, d, scores=case["scores"]: scores[d])
        board = recipe_board(catalog, marks, {"j": marks}, recipe_named("weighted_score"), ["s0"])
        assert round(100 * board.rows[0].figure.value, 6) == case["score"]


def test_the_dual_track_is_as_published_and_falls_back_to_code_alone_with_its_mark(published):
    track = published["levels"]["web_dual_track"]
    recipe = recipe_named("dual_track")
    code, visual = recipe.parts
    assert (code.weight, visual.weight) == (track["code"], track["visual"])
    assert track["fallback"].endswith(f"flagged {visual.fallback}")
    weights = list(track["visual_weights"].values())
    catalog = made(["Code", *visual.dimensions], weights=[100, *weights])
    values = (80.0, 60.0, 70.0, 90.0, 50.0)

    def seen(system, task, dimension):
        no_screenshot = system == 1 and task == 0 and dimension > 0
        return None if no_screenshot else values[dimension]

    marks = says(catalog, "j", seen)
    board = recipe_board(catalog, marks, {"j": marks}, recipe, catalog.systems)
    rows = {row.system: row for row in board.rows}
    both = 0.5 * 0.8 + 0.5 * (35 * 60 + 30 * 70 + 25 * 90 + 10 * 50) / 100 / 100
    assert rows["s0"].figure.value == pytest.approx(both)
    assert rows["s0"].fallbacks == {}
    assert rows["s1"].fallbacks == {"screenshot_failed": 1}
    assert rows["s1"].figure.value == pytest.approx((5 * both + 0.8) / 6)
    low, high = rows["s1"].figure.interval
    assert low < rows["s1"].figure.value < high


def test_a_missing_track_is_marked_by_what_is_kept_of_its_page():
    recipe = recipe_named("dual_track")
    catalog = made(["Code", *recipe.parts[1].dimensions])
    first, second, *_ = catalog.tasks

    def seen(system, task, dimension):
        return None if system == 1 and task < 2 and dimension else 80

    marks = says(catalog, "j", seen)
    failed = {("s1", first): Message("It crashed."), ("s0", second): Message("It closed itself.")}
    board = recipe_board(catalog, marks, {"j": marks}, recipe, catalog.systems, failed)
    rows = {row.system: row.fallbacks for row in board.rows}
    assert rows["s1"] == {"screenshot_failed": 1, "without visual": 1}
    assert rows["s0"] == {"judged without a picture": 1}
    assert "It crashed" in board.notes[-1] and "It closed itself" in board.notes[-1]
    plain = made(["Code", "Other"])
    marks = says(plain, "j", lambda s, t, d: 80)
    (row, *_) = recipe_board(plain, marks, {"j": marks}, recipe, plain.systems, {}).rows
    assert (row.fallbacks, row.figure.value) == ({}, pytest.approx(0.8))


def test_a_task_without_a_part_that_has_no_fallback_leaves_no_value():
    catalog = made(["Code", "Readability"])
    marks = says(catalog, "j", lambda s, t, d: None if (s, t, d) == (1, 0, 0) else 80)
    board = recipe_board(catalog, marks, {"j": marks}, recipe_named("dual_track"), catalog.systems)
    assert [row.system for row in board.rows] == ["s0", "s1"]
    assert (board.rows[1].rank, board.rows[1].figure.value) == (None, None)
    assert board.rows[1].missing == {"code": 1}


def test_checkpoints_on_another_scale_do_not_fit_and_it_is_said():
    names = [name for part in recipe_named("composite").parts for name in part.dimensions]
    catalog = made(names)
    marks = says(catalog, "j", lambda s, t, d: 50)
    board = recipe_board(catalog, marks, {"j": marks}, recipe_named("composite"), catalog.systems)
    assert [str(note) for note in board.notes] == ["no checkpoint fits the part judges"]
    assert all(row.fallbacks == {"metrics only": board.tasks} for row in board.rows)


@few
@given(judged(raters=1, answers=(0, 1)))
def test_the_usual_recipe_is_the_leaderboard(drawn):
    catalog, marks = drawn
    board = leaderboard(catalog, marks)
    systems = [row.system for row in board.standings]
    found = recipe_board(catalog, marks, {}, recipe_named("weighted_score"), systems)
    for row, same in zip(found.rows, board.standings, strict=True):
        assert (row.system, row.rank) == (same.system, same.rank)
        assert row.figure.value == pytest.approx(same.score)
        if same.interval:
            assert row.figure.interval == pytest.approx(same.interval)


@few
@given(st.floats(0.01, 100), st.floats(0.01, 100))
def test_only_the_ratio_of_weights_matters(one, other):
    catalog = made(["a", "b"], tasks=3)
    marks = says(catalog, "j", lambda s, t, d: 30 * d + 10 * s)

    def value(factor):
        parts = [
            {"name": name, "weight": weight * factor, "dimensions": [name]}
            for name, weight in (("a", one), ("b", other))
        ]
        recipe = Recipe.model_validate({"name": "r", "parts": parts}, strict=False)
        return recipe_board(catalog, marks, {}, recipe, ["s0", "s1"]).rows[0].figure.value

    assert value(1) == pytest.approx(value(3))


def test_recipes_are_named_versioned_and_hashed():
    found = recipes()
    assert list(found) == ["weighted_score", "level_index", "composite", "dual_track"]
    assert len({recipe.hash for recipe in found.values()}) == len(found)
    changed = found["composite"].model_copy(update={"version": 3})
    assert changed.hash != found["composite"].hash
    assert found["composite"].named.startswith("composite 2 (")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"name": "r"}', "a recipe has either parts or a level_index"),
        ('{"name": "r", "parts": [{"name": "a", "weight": 0}]}', "parts.0.weight"),
        ('{"name": "r", "parts": [{"name": "a", "weight": "x"}]}', "parts.0.weight"),
        ('{"name": "r", "parts": [{"name": "a", "weight": 1, "colour": 2}]}', "parts.0.colour"),
        ('{"name": "r", "parts": [{"name": "a", "weight": 1}, {"name": "a", "weight": 1}]}',
         "the part a is listed twice"),
        ('{"name": "r", "level_index": "age"}', "level_index"),
        ("{", "the file"),
        ("\x00\xff", "the file"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_recipe_is_refused_by_file_and_key(tmp_path, text, words):
    path = tmp_path / "r.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UsageError) as error:
        recipe_named(str(path))
    assert "r.json" in str(error.value)
    assert words in str(error.value)


def test_a_recipe_that_is_not_there_names_those_there_are(tmp_path):
    with pytest.raises(NotFoundError) as error:
        recipe_named("ghost")
    assert "composite" in str(error.value.remedy)


def test_judges_of_one_line_and_a_judge_of_the_metrics_rank_together():
    recipe = recipe_named("composite")
    names = [name for part in recipe.parts for name in part.dimensions]
    assert names == ["Overall", "Correctness", "Coherence", "Instruction following"]
    catalog = made(names, kinds=[FIVE, HUNDRED, HUNDRED, HUNDRED])
    judges = {
        name: says(catalog, name, lambda s, t, d, v=value: v if d == 0 else None)
        for name, value in {"a": 5, "b": 4, "c": 3, "d": 4}.items()
    }
    judges["metrics"] = says(catalog, "metrics", lambda s, t, d: 50 + 10 * s if d else None)
    for rater in ("a", "metrics"):
        board = recipe_board(catalog, judges[rater], judges, recipe, catalog.systems)
        assert [(row.system, row.rank) for row in board.rows] == [("s1", 1), ("s0", 2)]
        assert [row.figure.value for row in board.rows] == pytest.approx([0.66, 0.6])
        assert not any(row.left_out or row.fallbacks or row.missing for row in board.rows)


def test_either_part_or_both_may_be_missing():
    recipe = recipe_named("composite")
    names = [name for part in recipe.parts for name in part.dimensions]
    catalog = made(names, tasks=4, systems=3, kinds=[FIVE, HUNDRED, HUNDRED, HUNDRED])

    def value(system, task, dimension):
        if (system == 0 and dimension) or (system == 1 and not dimension):
            return None
        if system == 2 and task == 3:
            return None
        return 100 if dimension else 3

    marks = says(catalog, "j", value)
    board = recipe_board(catalog, marks, {"j": marks}, recipe, catalog.systems)
    rows = {row.system: row for row in board.rows}
    assert (rows["s0"].figure.value, rows["s0"].fallbacks) == (0.5, {"judges only": 4})
    assert (rows["s1"].figure.value, rows["s1"].fallbacks) == (1.0, {"metrics only": 4})
    assert (rows["s2"].figure.value, rows["s2"].rank) == (None, None)
    assert rows["s2"].missing == {"judges": 4, "graded metrics": 4}  # its judge is incomplete


def test_each_track_has_a_judge_for_itself_and_a_page_without_pictures_counts_by_its_code():
    recipe = recipe_named("dual_track")
    _, visual = recipe.parts
    catalog = made(["Correctness", *visual.dimensions])
    code = says(catalog, "code", lambda s, t, d: 80 if d == 0 else None)
    no_picture = (1, 0)
    seen = says(
        catalog, "seen", lambda s, t, d: None if d == 0 or (s, t) == no_picture else 40 + 10 * s
    )
    board = recipe_board(catalog, code, {"code": code, "seen": seen}, recipe, catalog.systems)
    rows = {row.system: row for row in board.rows}
    assert rows["s0"].figure.value == pytest.approx((0.8 + 0.4) / 2)
    assert (rows["s0"].fallbacks, rows["s1"].fallbacks) == ({}, {"screenshot_failed": 1})
    tasks = board.tasks
    assert rows["s1"].figure.value == pytest.approx(((tasks - 1) * (0.8 + 0.5) / 2 + 0.8) / tasks)
    assert all(row.left_out == {} and row.rank for row in board.rows)


def test_judges_of_a_track_may_each_have_judged_other_tasks():
    recipe = recipe_named("dual_track")
    catalog = made(["Code", *recipe.parts[1].dimensions])
    code = says(catalog, "code", lambda s, t, d: 80 if d == 0 else None)
    judges = {
        "first": says(catalog, "first", lambda s, t, d: 40 if d and t < 4 else None),
        "second": says(catalog, "second", lambda s, t, d: 60 if d and t > 2 else None),
    }
    row, *_ = recipe_board(catalog, code, judges, recipe, catalog.systems).rows
    seen = [0.4, 0.4, 0.4, 0.5, 0.6, 0.6]
    assert row.figure.value == pytest.approx(sum((0.8 + one) / 2 for one in seen) / 6)


def test_the_experts_judge_both_tracks_where_they_judged_both():
    recipe = recipe_named("dual_track")
    catalog = made(["Correctness", *recipe.parts[1].dimensions])
    experts = says(catalog, "e", lambda s, t, d: 100)
    judge = says(catalog, "j", lambda s, t, d: 0)
    board = recipe_board(catalog, experts, {"j": judge}, recipe, catalog.systems)
    assert {row.figure.value for row in board.rows} == {1.0}


def test_what_later_versions_add_to_parts_is_in_a_hash_only_where_it_is_used():
    plain = Recipe.model_validate(
        {"name": "r", "parts": [{"name": "a", "weight": 1}]}, strict=False
    )
    parts = [{"name": "a", "weight": 1, "besides": ["Tone"]}]
    other = Recipe.model_validate({"name": "r", "parts": parts}, strict=False)
    assert plain.hash != other.hash
    assert plain.hash == "b0a38bf4983241038f656975809e8b946e5d13975ccf9961ff3608fd5e28ea07"
