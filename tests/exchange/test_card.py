"""The dataset card: its numbers are those of the records, and no text of a project breaks out of it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, records_of
from tests.exchange.formats import projects
from tests.store.conftest import fill
from xpert_studio.core import wording
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.card_templates import CardWords
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.licences import licence_of
from xpert_studio.core.exchange.markdown import code, inline
from xpert_studio.core.exchange.markdown import yaml as yaml_of
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.metrics import alignment, pooled
from xpert_studio.core.metrics.metric import PAIRS, RANKS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.records import (
    Aspect,
    Comment,
    Judge,
    JudgeMode,
    Panel,
    PanelRule,
    Person,
    ProjectInfo,
    Qualification,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    Severity,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Stratum,
    Subset,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, entities, judgments, settings
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.rating_table import read_frames

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)


def card_of(project, folder: Path, **options: Any) -> str:
    options.setdefault("visibility", Visibility.PUBLIC)
    export_bundle(project, folder, now=NOW, replace=True, **options)
    return (folder / "README.md").read_text("utf-8")


def front_of(card: str) -> dict[str, Any]:
    _, front, _ = card.split("---\n", 2)
    return yaml.safe_load(front)


def section(card: str, heading: str) -> str:
    return card.partition(f"## {heading}\n")[2].partition("\n## ")[0]


@pytest.fixture
def project(tmp_path):
    """The project full of traps, with its people, reviews, checks, and a judge's verdicts."""
    with projects.make_project(tmp_path / "p.xpert") as made:
        with made.writing() as tx:
            _add_people(tx)
            _add_reviews(tx)
            _add_verdicts(tx)
        yield made


def _add_people(tx) -> None:
    passed = Qualification(outcome="passed")
    intake = Intake(tx)
    for name, roles, outcome in (
        ("amara", (Role.EXPERT, Role.REVIEWER), passed),
        ("bo", (Role.EXPERT,), Qualification(outcome="failed")),
        ("wei", (Role.AUTHOR,), None),
    ):
        person = Person(
            id=name, name=f"{name.title()} Full-Name", roles=roles, qualification=outcome
        )
        intake.person(person)
    intake.flush()
    for task in ("lease", "租约-1"):
        (found,) = entities.find_all(tx, projects.Task, id=task)
        entities.put(tx, found.model_copy(update={"author_id": "wei", "stage": Stage.READY}))


def _add_reviews(tx) -> None:
    rubric = tuple(projects.checkpoints("lease"))
    for number, outcome in ((1, ReviewOutcome.SENT_BACK), (2, ReviewOutcome.APPROVED)):
        entities.put(tx, RubricRevision(task_id="lease", number=number, checkpoints=rubric))
        entities.put(tx, Review(
            task_id="lease", revision=number, reviewer_id="amara", outcome=outcome,
            started_at=NOW, ended_at=NOW,
        ))  # fmt: skip
    entities.put(tx, Comment(
        id="m1", task_id="lease", revision=1, author_id="amara", text="Vague.",
        aspect=Aspect.CLARITY, severity=Severity.CHANGE, resolved_by="amara", made_at=NOW,
    ))  # fmt: skip
    entities.put(tx, SpotCheck(
        task_id="lease", revision=2, sampled_with_seed=7, share=0.3, sampled_from=3, sampled_at=NOW,
        adjudicator_id="amara", outcome=SpotCheckOutcome.PASSED,
    ))  # fmt: skip


def _add_verdicts(tx) -> None:
    intake = Intake(tx)
    intake.judge(Judge(id="j", model="judge-1", mode=JudgeMode.ANCHORED, anchors=("lease:s0",)))
    for task_id, ids in projects.IDS.items():
        for number in range(3):
            for point in ids:
                response = f"{task_id}:s{number}"
                met = projects.scripted(response, point)
                if met is not None:
                    verdict = Verdict(
                        response_id=response, checkpoint_id=point, judge_id="j",
                        value=met is not (point == "c3"), judged_at=NOW + timedelta(days=400),
                    )  # fmt: skip
                    intake.verdict(verdict)
    intake.flush()


def test_its_figures_are_those_of_the_records(project, tmp_path):
    card = card_of(project, tmp_path / "b")
    records = records_of(project)
    points = sum(point.weight for point in records["checkpoints"])
    top = card.partition("## What is in it")[0]
    assert f"{len(records['tasks'])} tasks in 2 domains" in top
    assert f"9 checkpoints, {points} points in all" in top
    assert "9 responses of 3 systems" in top
    assert f"{len(records['judgments'])} judgments by 2 experts" in top
    assert f"{len(records['verdicts'])} verdicts by 1 LLM judge" in top
    made = section(card, "How it was made")
    assert "3 tasks, written by 1 author." in made
    assert "2 reviews (approved 1, sent back 1), 2.0 rounds a rubric on average" in made
    assert "1 comment (clarity 1), all dealt with." in made
    assert "1 rubric, 33 % of the tasks (passed 1)." in made
    assert f"{len(records['judgments'])} were confirmed and 0 overridden, so 100 % are gold" in made
    unsigned = sum(judgment.confirmed_by is None for judgment in records["judgments"])
    assert unsigned > 0
    assert f"Of {unsigned} gold judgments it is not recorded who confirmed them" in made
    assert "| expert | 2 |" in section(card, "Who made it")
    assert "Of 2 people whose qualification is recorded, 1 passed it" in card
    assert "First and last date in the data | 2027-04-05, 2027-04-05" in card


def test_the_dimensions_of_the_rubrics_are_described(project, tmp_path):
    used = {point.dimension for point in records_of(project)["checkpoints"] if point.dimension}
    plain = card_of(project, tmp_path / "plain")
    with project.writing() as tx:
        info = settings.project_info(tx)
        told = dict.fromkeys((*used, "Unused"), "As | we <see>\nit.")
        taxonomy = info.taxonomy.model_copy(update={"descriptions": told})
        settings.put_project_info(tx, info.model_copy(update={"taxonomy": taxonomy}))
    lines = section(card_of(project, tmp_path / "told"), "Composition").splitlines()
    rows = [line for line in lines if line.endswith("| As \\| we &lt;see> it. |")]
    assert [row.split(" | ")[0][2:] for row in rows] == sorted(map(inline, used))
    assert "| dimension | description |" not in plain


def test_who_confirmed_is_doubted_only_where_it_is_not_recorded(project, tmp_path):
    """A card said that a senior expert had looked at judgments of which nobody knows that."""
    with project.writing() as tx:
        for judgment in judgments.all_judgments(tx):
            entities.put(tx, judgment.model_copy(update={"confirmed_by": "bo"}))
    assert "who confirmed them" not in card_of(project, tmp_path / "b")


def test_agreement_and_alignment_are_those_that_reports_show(project, tmp_path):
    card = section(card_of(project, tmp_path / "b"), "How reliable it is")
    with project.reading() as tx:
        frames = read_frames(tx)
    catalog = frames.catalog
    left_out = [name == "lease:s0" for name in catalog.responses]
    import numpy as np

    found = alignment(
        catalog,
        pooled(catalog, frames.experts, name="experts").marks,
        pooled(catalog, frames.judges["j"], name="j").marks,
        left_out=np.array(left_out),
    )
    rows = [line.strip("| ").split(" | ") for line in card.splitlines() if line.startswith("|")]
    cells = {row[0]: row[1] for row in rows if len(row) == 2}
    assert int(cells["Decisions"]) == found.criterion.n
    for metric in metrics_of(RANKS, PAIRS):
        one = found.figures[metric.id]
        said = "–" if one.value is None else f"{one.value:.2f}"
        assert cells[metric.title].startswith(said), metric.id
        assert ("(" in cells[metric.title]) == (one.interval is not None)
    assert int(cells["Pairs of responses"]) == found.rank.n
    assert int(cells["Tasks"]) == found.rank.tasks
    assert cells["Excluded responses"] == "1"
    assert "with fewer than 10 tasks its intervals may be too narrow" in card
    assert "not enough evidence: 2 of 20 tasks; 2 of 60 pairs; CDR may be as low as" in card
    # Two experts judged three tasks of three checkpoints, and are at odds on one.
    assert "over 9 checkpoints of responses that two or more of 2 experts judged" in card
    assert f"agreement {100 * 8 / 9:.1f} %" in card


def test_nobody_is_named_in_public_and_numbers_are_the_same_in_private(project, tmp_path):
    public = card_of(project, tmp_path / "b")
    private = card_of(project, tmp_path / "c", visibility=Visibility.PRIVATE)
    for name in ("amara", "Amara", "Full-Name", "wei", "Wei"):
        assert name not in public.replace("weight", "").replace("weigh", "")
        assert name not in private.replace("weight", "").replace("weigh", "")
    assert "no name is in this data set" in public
    assert "says who is who" in private
    for heading in ("How it was made", "Composition", "How reliable it is", "Limitations"):
        assert section(public, heading) == section(private, heading)


def test_figures_cover_no_more_than_what_goes_out(project, tmp_path):
    card = card_of(
        project, tmp_path / "b", held_out=frozenset({"租约-1"}), without_rubrics=True,
        without_reference_answers=True, visibility=Visibility.PRIVATE,
    )  # fmt: skip
    assert "6 checkpoints" in card
    assert "over 6 checkpoints of responses" in card
    assert "agreement 100.0 %" in card
    held = section(card, "Held-out part and contamination")
    assert "Held out: 1 task, here without their reference answers and rubrics" in held
    assert "xpert-canary-foreign" in card
    public = card_of(project, tmp_path / "c", held_out=frozenset({"租约-1"}))
    held = section(public, "Held-out part and contamination")
    assert "Held out: 1 task, of which nothing is in this data set" in held
    assert "An expert benchmark: 2 tasks" in public


def test_a_part_of_the_project_tells_of_that_part(project, tmp_path):
    subset = Subset(
        name="gold", seed=11, task_ids=("lease",), sampled_by="amara", sampled_at=NOW,
        strata=(Stratum(domain="Law", available=2, drawn=1),),
    )  # fmt: skip
    with project.writing() as tx:
        entities.put(tx, subset)
    card = card_of(project, tmp_path / "b", scope=ExportScope(subset="gold"))
    assert "1 task in 1 domain" in card
    assert "seed 11: Law 1 of 2" in card
    rows = {
        path.stem: path.read_text("utf-8").splitlines() for path in (tmp_path / "b").glob("*.jsonl")
    }
    assert {json.loads(row)["id"] for row in rows["tasks"]} == {"lease"}
    assert {json.loads(row)["task_id"] for row in rows["checkpoints"]} == {"lease"}
    assert all(json.loads(row)["response_id"].startswith("lease") for row in rows["verdicts"])
    assert "| reviewer | 1 |" in card
    named = card_of(project, tmp_path / "c", scope=ExportScope(frozenset({"租约-1"})))
    assert "**Peer review.** None is recorded." in named
    assert not list((tmp_path / "c").glob("attachments/*"))


def test_a_private_part_names_only_the_people_of_that_part(project, tmp_path):
    scope = ExportScope(frozenset({"hostile:1"}))
    card_of(project, tmp_path / "b", scope=scope, visibility=Visibility.PRIVATE)
    people = [json.loads(row)["id"] for row in (tmp_path / "b" / "people.jsonl").open()]
    assert people == ["amara", "bo"]  # who wrote the other tasks is nobody's business
    assert not (tmp_path / "b" / "reviews.jsonl").exists()


@pytest.mark.parametrize(
    "scope",
    [
        ExportScope(frozenset({"gone"})),
        ExportScope(subset="gone"),
        ExportScope(frozenset({"lease"}), subset="law"),
    ],
)
def test_a_part_that_is_not_there_is_refused(project, tmp_path, scope):
    with project.writing() as tx:
        entities.put(tx, Subset(
            name="law", seed=1, task_ids=("租约-1",), strata=(Stratum(domain="L", available=1, drawn=1),),
            sampled_by="amara", sampled_at=NOW,
        ))  # fmt: skip
    with pytest.raises(NotFoundError):
        card_of(project, tmp_path / "b", scope=scope)
    assert not (tmp_path / "b").exists()


def test_what_is_held_out_must_go_out(project, tmp_path):
    with pytest.raises(NotFoundError, match="held out"):
        card_of(
            project, tmp_path / "b", scope=ExportScope(frozenset({"lease"})),
            held_out=frozenset({"租约-1"}), without_rubrics=True,
        )  # fmt: skip


def test_equal_content_gives_equal_bytes_whenever(project, tmp_path):
    one = card_of(project, tmp_path / "b")
    export_bundle(
        project, tmp_path / "c", visibility=Visibility.PUBLIC,
        now=datetime(2031, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    assert (tmp_path / "c" / "README.md").read_text("utf-8") == one


def test_a_project_with_next_to_nothing_says_so(tmp_path):
    info = ProjectInfo(name="Small", created_at=NOW)
    with ProjectFile.create(tmp_path / "p.xpert", info) as project:
        card = card_of(project, tmp_path / "empty.d")
        assert "0 tasks" in card
        assert front_of(card)["license"] == "unknown"
        assert "No licence is stated" in card
        fill(project)
        card = card_of(project, tmp_path / "full.d")
    assert "Agreement between experts is not known" in card
    assert "Tasks without a rubric here: 1 of 2." in card
    assert "written by authors not recorded here" in card
    assert "Canary" not in card


@given(TEXT, TEXT)
def test_front_matter_says_what_it_was_given(name, licence):
    front = {"a": name, "b": [licence], "c": {"d": name}}
    lines = "".join(f"{key}: {yaml_of(value)}\n" for key, value in front.items())
    assert lines.count("\n") == len(front)
    assert yaml.safe_load(lines) == front


@given(TEXT)
def test_no_text_breaks_out_of_a_line_or_a_cell(text):
    for shown in (inline(text), code(text)):
        assert "\n" not in shown
        assert "<" not in inline(text)
        assert not re.search(r"(?<!\\)\|", inline(text))
    assert code(text).count("`") == 2
    words = CardWords(is_card=True)
    assert words.row(text, 3) == f"| {inline(text)} | 3 |"
    assert words.t("a {b}", b=text) == f"a {inline(text)}"
    assert words.sentences("", text, "") == (inline(text) if text else "")


def test_a_card_speaks_the_language_and_its_metadata_english(project, tmp_path):
    card_of(project, tmp_path / "en")
    wording.speak("zh")
    try:
        card = card_of(project, tmp_path / "zh")
    finally:
        wording.speak("en")
    assert "3 个任务" in card
    assert "9 个回答" in card
    assert front_of(card) == front_of((tmp_path / "en/README.md").read_text("utf-8"))
    english, chinese = (
        json.loads((tmp_path / name / "croissant.json").read_text("utf-8")) for name in ("en", "zh")
    )
    for about in (english, chinese):
        del about["distribution"]  # it has the hash of the card
    assert english == chinese


def test_hostile_names_stay_names(tmp_path):
    name = "<script>alert(1)</script>\n---\n# No | `x` [a](javascript:1)"
    info = ProjectInfo(
        name=name, created_at=NOW, licence="<b>Mine</b>\n---\nx: y", canary="c`d\n# e"
    )
    with ProjectFile.create(tmp_path / "p.xpert", info) as project:
        fill(project)
        card = card_of(project, tmp_path / "b")
    assert "<script" not in card.split("---\n", 2)[2]
    assert front_of(card)["pretty_name"] == " ".join(name.split())
    assert front_of(card)["license"] == "other"
    assert sum(line.startswith("# ") for line in card.splitlines()) == 1
    assert "\n# e" not in card


@pytest.mark.parametrize(
    ("said", "known", "on_hub"),
    [
        ("CC-BY-4.0", True, "cc-by-4.0"),
        ("cc by 4.0", True, "cc-by-4.0"),
        ("ODbL-1.0", True, "odbl"),
        ("Ask us", False, "other"),
    ],
)
def test_licences_are_known_by_their_names(said, known, on_hub):
    licence = licence_of(said)
    assert licence.is_known is known
    assert licence.hub_id == on_hub


def test_no_licence_is_none():
    assert licence_of(None) is None
    assert licence_of("  ") is None


def test_a_card_names_the_panels_with_rule_and_judges(project, tmp_path):
    assert "majority" not in section(card_of(project, tmp_path / "a"), "Systems and judges")
    panel = Panel(judges=("j", "k"), rule=PanelRule.MAJORITY, exclude_same_family=True)
    with project.writing() as tx:
        entities.put(tx, panel.as_judge())
    row = f"| `{panel.as_judge().id}` | majority | `j`, `k` | excluded |"
    for visibility in Visibility:
        card = card_of(project, tmp_path / visibility.value, visibility=visibility)
        assert row in section(card, "Systems and judges")


def test_the_card_of_another_tool_names_the_panels_too(project, tmp_path):
    panel = Panel(judges=("j", "k"), rule=PanelRule.MEAN)
    with project.writing() as tx:
        entities.put(tx, panel.as_judge())
    export_foreign(project, find_format("hugging-face"), tmp_path / "hub", now=NOW)
    assert panel.as_judge().id in (tmp_path / "hub" / "README.md").read_text("utf-8")
