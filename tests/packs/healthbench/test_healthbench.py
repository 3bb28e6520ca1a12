"""HealthBench's JSON lines, both ways: what came in goes out as it came, and the other way round."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, places, records_of, refusal
from tests.exchange.formats import projects
from tests.sampling import examples
from xpert_studio.core.exchange import export_bundle, import_any, import_bundle
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.formats.points import written_points
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.records import Checkpoint, Difficulty, Task, Tier, Visibility
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
WORDS = TEXT.filter(str.strip)
TAGS = st.lists(
    TEXT
    | st.sampled_from(["axis:accuracy", "axis:", "tier:Essential", "tier:必要", "id:c2", "id:a b"])
    | st.builds("level:{}".format, WORDS),
    max_size=3,
)
POINTS = st.integers(-10, 10).filter(bool)
CRITERIA = st.fixed_dictionaries({"criterion": WORDS, "points": POINTS}, optional={"tags": TAGS})
SCALED = st.sampled_from([[0.5, 0.25, -0.25], [20, 100, -60], [1.0, 2.0, 10.0], [1e-3, 5e-3, 1e-3]])
TURNS = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system", "x"]), "content": TEXT}
    ),
    min_size=1,
    max_size=3,
).filter(lambda turns: any(turn["content"].strip() for turn in turns))
IDEAL = st.none() | st.fixed_dictionaries(
    {"ideal_completion": st.none() | TEXT},
    optional={
        "ideal_completions_group": st.none() | TEXT,
        "ideal_completions_ref_completions": st.none() | st.lists(TEXT, max_size=2),
    },
)
EXAMPLE_TAGS = st.lists(
    TEXT
    | st.sampled_from(
        ["theme:hedging", "theme:x", "domain:y", "difficulty:hard", "difficulty:?", "language:en"]
    ),
    max_size=4,
)


@st.composite
def rows(draw) -> list[dict[str, Any]]:
    names = draw(st.lists(WORDS, min_size=1, max_size=3, unique=True))
    found = []
    for name in names:
        criteria = draw(st.lists(CRITERIA, min_size=1, max_size=4))
        if draw(st.booleans()):
            points = draw(SCALED)
            criteria = [{**draw(CRITERIA), "points": number} for number in points]
        row = {"prompt_id": name, "prompt": draw(TURNS | WORDS), "rubrics": criteria}
        more = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "example_tags": EXAMPLE_TAGS,
                    "ideal_completions_data": IDEAL,
                    "canary": TEXT,
                },
            )
        )
        found.append(row | more)
    return found


def write(path: Path, found: list[dict[str, Any]]) -> Path:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in found)
    path.write_text("".join(lines), encoding="utf-8", newline="")
    return path


def read(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def exported(project, path: Path) -> list[dict[str, Any]]:
    export_foreign(project, find_format("healthbench"), path, replace=True)
    return read(path)


def as_json(value: Any) -> str:
    """In which 1 and 1.0 differ, and the order of keys does not."""
    return json.dumps(value, sort_keys=True)


def emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@examples(10)
@given(rows())
def test_what_came_in_goes_out_as_it_came(tmp_path, came):
    text = json.dumps(came, ensure_ascii=False)
    assume(redact(text) == text)  # what looks like a key is not exported
    assume(
        not any(re.search("pk|sk", row["prompt_id"], re.IGNORECASE) for row in came)
    )  # nor do their ids
    folder = emptied(tmp_path / "law")
    source = write(folder / "h.jsonl", came)
    with new_project(folder / "p.xpert", now=NOW) as project:
        report = import_any(project, source, now=NOW)
        assert report.added["tasks"] == len(came)
        back = exported(project, folder / "back.jsonl")
        assert [row["prompt_id"] for row in back] == [row["prompt_id"] for row in came]
        for was, now_ in zip(came, back, strict=True):
            assert as_json(now_["rubrics"]) == as_json(was["rubrics"])
            assert now_["prompt"] == was["prompt"] or (
                # One text and one user's turn are the same thing.
                now_["prompt"] == [{"role": "user", "content": was["prompt"]}]
            )
            for key in ("example_tags", "ideal_completions_data"):
                assert now_[key] == was[key] if was.get(key) else not now_[key]
            if was.get("canary", "").strip():
                assert now_["canary"] == was["canary"]
        # And again: what is there already is recognised.
        again = import_any(project, source, now=NOW)
        assert not any(again.added.values())
        assert again.unchanged["tasks"] == len(came)
        # A bundle carries all of it along.
        export_bundle(project, folder / "b", visibility=Visibility.PUBLIC, now=NOW)
        with new_project(folder / "q.xpert", now=NOW) as other:
            bundle = import_bundle(other, folder / "b", now=NOW)
            assert not any("not known" in text for text in bundle.warnings)
            assert exported(other, folder / "far.jsonl") == back


@st.composite
def benchmark(draw) -> list[tuple[Task, list[Checkpoint]]]:
    found = []
    for number in range(draw(st.integers(1, 2))):
        task = draw(st.builds(
            Task, id=st.just(f"t{number}"), prompt=WORDS, title=st.none() | WORDS,
            domain=st.none() | WORDS, category=st.none() | WORDS, language=st.none() | WORDS,
            difficulty=st.none() | st.sampled_from(Difficulty), reference_answer=st.none() | WORDS,
            tags=st.lists(WORDS.filter(lambda tag: ":" not in tag), max_size=2).map(tuple),
        ))  # fmt: skip
        points = [
            draw(st.builds(
                Checkpoint, task_id=st.just(task.id), id=st.just(f"x{place}"), text=WORDS,
                weight=st.integers(1, 10), tier=st.none() | st.sampled_from(Tier),
                dimension=st.none() | WORDS, position=st.just(place),
            ))
            for place in range(draw(st.integers(1, 3)))
        ]  # fmt: skip
        found.append((task, points))
    return found


@examples(8)
@given(benchmark())
def test_what_went_out_comes_in_as_it_was(tmp_path, drawn):
    folder = emptied(tmp_path / "law")
    with new_project(folder / "p.xpert", now=NOW) as first:
        with first.writing() as tx:
            intake = Intake(tx)
            for task, points in drawn:
                intake.task(task)
                for point in points:
                    intake.checkpoint(point)
            intake.flush()
        was, path = records_of(first), folder / "h.jsonl"
        exported(first, path)
        with new_project(folder / "q.xpert", now=NOW) as second:
            import_any(second, path, now=NOW)
            assert records_of(second) == was
            assert second.info().canary == first.info().canary


def test_a_project_full_of_traps_comes_back(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as first:
        report = export_foreign(first, find_format("healthbench"), tmp_path / "h.jsonl")
        was = records_of(first)
    assert report.rows == {"tasks": len(projects.PROMPTS)}
    assert any("Tasks with some: 1." in text for text in report.warnings)
    assert any("9 are excluded" in text for text in report.warnings)
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_any(second, tmp_path / "h.jsonl", now=NOW)
        found = records_of(second)
    assert found["checkpoints"] == was["checkpoints"]
    bare = [task.model_copy(update={"attachments": ()}) for task in was["tasks"]]
    assert found["tasks"] == bare


@given(
    st.lists(POINTS, min_size=1, max_size=8).filter(lambda found: max(found) > 0),
    st.data(),
)
def test_penalties_turned_round_keep_the_order_of_responses(points, data):
    """Σ met points / Σ positive points, as HealthBench has it, follows from S and orders alike."""
    weights = [abs(number) for number in points]
    positive = sum(number for number in points if number > 0)
    penalty = -sum(number for number in points if number < 0)

    def scores(met):
        theirs = Fraction(
            sum(number for number, yes in zip(points, met, strict=True) if yes), positive
        )
        ours = Fraction(
            sum(
                weight
                for number, weight, yes in zip(points, weights, met, strict=True)
                if yes is (number > 0)
            ),
            sum(weights),
        )
        return theirs, ours

    decided = st.lists(st.booleans(), min_size=len(points), max_size=len(points))
    one, two = scores(data.draw(decided)), scores(data.draw(decided))
    assert (one[0] < two[0]) == (one[1] < two[1])
    for theirs, ours in (one, two):
        assert theirs == (ours * (positive + penalty) - penalty) / positive


@given(st.lists(st.integers(-40, 40) | st.floats(-99, 99).map(lambda p: round(p, 2)), min_size=1))
def test_points_are_weights_as_they_are_and_go_out_as_they_came(points):
    weights = [Checkpoint(task_id="t", id="c", text="x", weight=abs(p)).weight for p in points]
    assert weights == [abs(p) for p in points]
    assert repr(written_points(weights, points)) == repr(points)
    changed = [weights[0] + 1, *weights[1:]]
    out = written_points(changed, points)
    assert [abs(p) for p in out] in (changed, weights)
    assert [p < 0 for p in out] == [p < 0 for p in points]


@pytest.mark.parametrize(
    ("weights", "original", "written"),
    [
        ([2, 3], [20, 30], [20, 30]),
        ([2, 3], [20, -30], [20, -30]),
        ([2, 4], [20, -30], [2, -4]),
        ([2, 3, 7], [20, -30, None], [2, -3, 7]),
        ([6], [5], [6]),
        ([10, 6], [5, -3], [10, -6]),
        ([5, 3, 7], [5.0, -3, None], [5.0, -3, 7]),
        ([4], [0], [4]),
        ([0], [5], [0]),
        ([], [], []),
    ],
)
def test_points_of_rubrics_that_were_brought_to_a_scale_go_out_as_they_came(
    weights, original, written
):
    assert written_points(weights, original) == written


def test_a_criterion_of_0_points_is_not_scored(project, tmp_path):
    silent = GOOD | {"criterion": "B.", "points": 0}
    report = import_any(
        project, write(tmp_path / "h.jsonl", [ROW | {"rubrics": [GOOD, silent]}]), now=NOW
    )  # fmt: skip
    assert [point.weight for point in records_of(project)["checkpoints"]] == [5, 0]
    assert "Criteria with 0 points, which are not scored: 1." in report.warnings


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


FAULT = {"criterion": "Invents a drug.", "points": -8, "tags": ["axis:accuracy", "level:example"]}
GOOD = {"criterion": "Names the dose.", "points": 5, "tags": ["axis:completeness"]}
ROW = {
    "prompt_id": "h1",
    "prompt": [
        {"role": "user", "content": "I have a cough."},
        {"role": "assistant", "content": "For how long?"},
        {"role": "user", "content": "Two weeks."},
    ],
    "rubrics": [GOOD, FAULT],
    "example_tags": ["theme:context_seeking", "physician_agreed_category:x"],
    "ideal_completions_data": {
        "ideal_completion": "See a doctor.",
        "ideal_completions_group": "Group 1",
        "ideal_completions_ref_completions": ["Secret one.", "Secret two."],
    },
    "canary": "healthbench:0f",
}


def test_a_row_becomes_a_task_that_a_lead_would_expect(project, tmp_path):
    report = import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    (task,), (good, fault) = records_of(project)["tasks"], records_of(project)["checkpoints"]
    assert task.domain == "context_seeking"
    assert task.tags == ("physician_agreed_category:x",)
    assert task.full_prompt == (
        "[1 · user · turn 1]\n> I have a cough.\n\n[2 · assistant · turn 1]\n> For how long?\n\n"
        "[3 · user · turn 2]\n> Two weeks."
    )
    assert task.reference_answer == "See a doctor."
    assert (good.text, good.weight, good.dimension) == ("Names the dose.", 5, "completeness")
    assert (fault.text, fault.weight) == ("Avoids this fault: Invents a drug.", 8)
    assert fault.extra["healthbench"]["points"] == -8
    assert any("negative points: 1." in text for text in report.warnings)
    assert project.info().canary == "healthbench:0f"
    assert "accuracy" in project.info().taxonomy.dimensions
    assert "context_seeking" in project.info().taxonomy.domains


def test_a_chinese_fault_is_turned_round_in_chinese(project, tmp_path):
    row = ROW | {"rubrics": [GOOD, FAULT | {"criterion": "编造药物。"}]}
    import_any(project, write(tmp_path / "h.jsonl", [row]), now=NOW)
    assert records_of(project)["checkpoints"][1].text == "避免了以下问题：编造药物。"


def edited(project, point, **changes):
    with project.writing() as tx:
        entities.put(tx, point.model_copy(update=changes))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"weight": 3}, {"criterion": "Invents a drug.", "points": -3, "tags": FAULT["tags"]}),
        (
            {"text": "Names no drug that does not exist."},
            {
                "criterion": "Names no drug that does not exist.",
                "points": 8,
                "tags": ["axis:accuracy", "id:c2"],
            },
        ),
        (
            {"dimension": "Safety", "tier": Tier.ESSENTIAL},
            {
                "criterion": "Invents a drug.",
                "points": -8,
                "tags": ["axis:Safety", "tier:Essential", "id:c2", "level:example"],
            },
        ),
    ],
)
def test_what_was_edited_since_goes_out_as_it_is_now(project, tmp_path, changes, expected):
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    edited(project, records_of(project)["checkpoints"][1], **changes)
    (row,) = exported(project, tmp_path / "back.jsonl")
    assert row["rubrics"] == [GOOD, expected]


def test_after_an_edit_all_points_are_on_one_scale(project, tmp_path):
    came = [{"criterion": "A.", "points": 0.5}, {"criterion": "B.", "points": 0.25}]
    import_any(project, write(tmp_path / "h.jsonl", [ROW | {"rubrics": came}]), now=NOW)
    first, second = records_of(project)["checkpoints"]
    assert (first.weight, second.weight) == (0.5, 0.25)
    edited(project, second, weight=5)
    (row,) = exported(project, tmp_path / "back.jsonl")
    assert [item["points"] for item in row["rubrics"]] == [0.5, 5]


def test_an_edited_prompt_goes_out_instead_of_the_conversation(project, tmp_path):
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    (task,) = records_of(project)["tasks"]
    with project.writing() as tx:
        entities.put(tx, task.model_copy(update={"prompt": "Cough?", "domain": "lungs"}))
    (row,) = exported(project, tmp_path / "back.jsonl")
    assert row["prompt"] == [{"role": "user", "content": "Cough?"}]
    assert row["example_tags"] == ["domain:lungs", "physician_agreed_category:x"]


def test_what_nobody_knows_stays_in_the_house(project, tmp_path):
    row = ROW | {"phone": "12345"}
    row["rubrics"] = [GOOD | {"author": "Dr. Amara"}, FAULT]
    report = import_any(project, write(tmp_path / "h.jsonl", [row]), now=NOW)
    assert sum("is not known" in text for text in report.warnings) == 2
    for name, visibility in (("pub", Visibility.PUBLIC), ("priv", Visibility.PRIVATE)):
        export_bundle(project, tmp_path / name, visibility=visibility, now=NOW)
        kept = b"".join(path.read_bytes() for path in (tmp_path / name).glob("*.jsonl"))
        assert (b"12345" in kept) is (visibility is Visibility.PRIVATE)
        assert (b"Amara" in kept) is (visibility is Visibility.PRIVATE)
    (back,) = exported(project, tmp_path / "back.jsonl")
    assert back == ROW


def test_held_out_reference_answers_are_held_out_everywhere(project, tmp_path):
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    export_bundle(
        project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW, held_out=frozenset({"h1"}),
        without_reference_answers=True,
    )  # fmt: skip
    content = b"".join(path.read_bytes() for path in (tmp_path / "b").glob("*.*"))
    assert b"cough" in content
    for secret in (b"See a doctor", b"Secret one", b"Secret two"):
        assert secret not in content


def test_tasks_without_ids_get_the_same_ones_every_time(project, tmp_path):
    row = {"prompt": "Do it.", "rubrics": [GOOD]}
    first = import_any(project, write(tmp_path / "h.jsonl", [row]), now=NOW)
    assert any("without a prompt_id" in text for text in first.warnings)
    again = import_any(project, tmp_path / "h.jsonl", now=NOW)
    assert again.unchanged["tasks"] == 1


def test_a_project_that_holds_tasks_keeps_its_own_canary(project, tmp_path):
    own = project.info().canary
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id="t", prompt="Do."))
        intake.flush()
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    assert project.info().canary == own
    (row,) = exported(project, tmp_path / "back.jsonl")
    assert row["canary"] == "healthbench:0f"


def line(**changes: Any) -> bytes:
    return json.dumps(ROW | changes).encode()


HOSTILE: dict[str, tuple[bytes, tuple[str, str]]] = {
    "empty": (b"", ("", "")),
    "blank lines": (b"\n\n  \n", ("", "")),
    "utf-16": (json.dumps(ROW).encode("utf-16"), ("", "")),
    "not utf-8": (line()[:40] + b"\xff" + line()[40:], ("row 1", "")),
    "cut off": (line()[:-9], ("row 1", "")),
    "a list": (line() + b"\n[1, 2]", ("row 2", "")),
    "NaN": (line().replace(b"-8", b"NaN"), ("row 1", "")),
    "too large a number": (line().replace(b"-8", b"1e400"), ("row 1", "")),
    "half a character": (line().replace(b"Names", b"\\ud800"), ("row 1", "")),
    "a key twice": (line() + b'\n{"prompt_id": "a", "prompt_id": "b"}\n', ("row 2", "")),
    "nested deep": (b'{"prompt": ' + b"[" * 9000 + b"]" * 9000 + b', "rubrics": []}', ("row 1", "")),
    "no rubric": (line(rubrics=[]), ("row 1", "rubrics")),
    "rubric a text": (line(rubrics="all of it"), ("row 1", "rubrics")),
    "criterion blank": (line(rubrics=[GOOD | {"criterion": " "}]), ("row 1", "rubrics.0.criterion")),
    "criterion missing": (line(rubrics=[{"points": 3}]), ("row 1", "rubrics.0.criterion")),
    "points missing": (line(rubrics=[{"criterion": "A."}]), ("row 1", "rubrics.0.points")),
    "points a text": (line(rubrics=[GOOD | {"points": "5"}]), ("row 1", "rubrics.0.points")),
    "points true": (line(rubrics=[GOOD | {"points": True}]), ("row 1", "rubrics.0.points")),
    "points null": (line(rubrics=[GOOD | {"points": None}]), ("row 1", "rubrics.0.points")),
    "too many points": (line(rubrics=[GOOD, FAULT | {"points": -1e7}]), ("row 1, rubrics.1", "weight")),
    "tags a text": (line(rubrics=[GOOD | {"tags": "x"}]), ("row 1", "rubrics.0.tags")),
    "NUL": (line(rubrics=[GOOD | {"criterion": "a\x00b"}]), ("row 1", "rubrics.0.criterion")),
    "prompt missing": (json.dumps({"rubrics": [GOOD], "prompt": None}).encode(), ("row 1", "prompt")),
    "prompt blank": (line(prompt=[{"role": "user", "content": " \n"}]), ("row 1", "")),
    "prompt without end": (line(prompt=[]), ("row 1", "prompt")),
    "a picture": (line(prompt=[{"role": "user", "content": [{"type": "image_url"}]}]), ("row 1", "prompt.0.content")),
    "NUL in the prompt": (line(prompt="a\x00b"), ("row 1", "prompt")),
    "an id twice": (line() + b"\n" + line(prompt="Another."), ("row 2", "prompt_id")),
    "ideal a text": (line(ideal_completions_data="x"), ("row 1", "ideal_completions_data")),
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_what_is_wrong_is_named_and_nothing_taken(project, tmp_path, name):
    data, (place, field) = HOSTILE[name]
    (tmp_path / "h.jsonl").write_bytes(data)
    problems = refusal(project, tmp_path / "h.jsonl")
    assert ("h.jsonl", place, field) in places(problems)
    assert all(problem.remedy or problem.field == "" for problem in problems)


def test_every_problem_is_listed_at_once(project, tmp_path):
    rows_ = [ROW, ROW | {"prompt_id": "h2", "rubrics": []}, ROW | {"prompt_id": "h3", "prompt": 7}]
    problems = refusal(project, write(tmp_path / "h.jsonl", rows_))
    assert {problem.place for problem in problems} == {"row 2", "row 3"}


def test_nothing_there_is_overwritten(project, tmp_path):
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    changed = ROW | {"rubrics": [GOOD | {"points": 6}, FAULT]}
    problems = refusal(project, write(tmp_path / "g.jsonl", [changed]))
    assert [problem.place for problem in problems] == ["row 1"]


def test_a_file_of_a_bundle_alone_is_not_mistaken_for_one(project, tmp_path):
    write(tmp_path / "tasks.jsonl", [{"id": "t", "prompt": "Do."}])
    (problem,) = refusal(project, tmp_path / "tasks.jsonl")
    assert "folder" in problem.remedy
