"""Variants and bundles of a multiple-choice set: accuracy by both, and versions made harder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.records import Checkpoint, Response, Task
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.packs.choice.variants import choice_checkpoints, choice_prompt
from xpert_studio.packs.variants.figures import by_variant
from xpert_studio.packs.variants.records import Variant, VariantKind

SHARED = Path(os.environ.get("XPERT_SHARED", Path(__file__).resolve().parents[4] / "shared"))
PUBLISHED = SHARED / "golden" / "published_figures.json"
KINDS = ("base", "trap", "transfer", "numeric", "analyst")
OPTIONS = ("It rises", "It falls", "It stays as it was, because both effects cancel", "Unknown")


def name(bundle: int, kind: str) -> str:
    return f"b{bundle}-{kind}"


def known(bundles: int) -> dict[str, Variant]:
    return {
        name(bundle, kind): Variant(variant=VariantKind(kind), bundle=f"concept {bundle}")
        for bundle in range(bundles)
        for kind in KINDS
    }


@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=20))
def test_a_bundle_is_right_where_all_its_tasks_are(bundles):
    scores = {
        name(n, kind): float(right)
        for n, own in enumerate(bundles)
        for kind, right in zip(KINDS, own, strict=True)
    }
    (found,) = by_variant({"haiku": scores}, known(len(bundles)))
    whole = sum(map(all, bundles))
    assert found.bundles.value == whole / len(bundles)
    assert found.bundles.interval == wilson(whole, len(bundles))
    for place, kind in enumerate(KINDS):
        right = sum(own[place] for own in bundles)
        assert found.by_variant[VariantKind(kind)].value == right / len(bundles)
        assert found.by_variant[VariantKind(kind)].interval == wilson(right, len(bundles))


def test_the_published_shares_come_out_of_twenty_bundles_of_five():
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not here")
    source = json.loads(PUBLISHED.read_text(encoding="utf-8"))["causal"]
    assert tuple(source["variants"]) == KINDS
    tasks = known(source["concept_bundles"])
    assert len(tasks) == source["questions"]
    last = source["hardening"][-1]
    for system, share in (("haiku", last["haiku_on_transfer"]), ("opus", last["opus_on_transfer"])):
        right = share * source["concept_bundles"] // 100
        scores = dict.fromkeys(tasks, 1.0) | {
            name(bundle, "transfer"): float(bundle < right)
            for bundle in range(source["concept_bundles"])
        }
        (found,) = by_variant({system: scores}, tasks)
        assert round(100 * found.by_variant[VariantKind.TRANSFER].value) == share
        assert round(100 * found.bundles.value) == share


def test_bundles_with_a_task_without_score_are_left_out_and_partial_scores_are_wrong():
    scores = dict.fromkeys(known(3), 1.0)
    scores |= {name(0, "trap"): None, name(1, "base"): 0.9}
    (found,) = by_variant({"s": scores}, known(3))
    assert (found.bundles.value, found.bundles.tasks) == (0.5, 2)
    assert found.by_variant[VariantKind.TRAP].tasks == 2


@pytest.fixture
def project(xpert, tmp_path):
    """Two bundles of a choice; in 7 of 10 tasks the longest option is right."""
    file = tmp_path / "c.xpert"
    assert xpert("new", file, "--as", "mei", "--solo").code == 0
    with ProjectFile.open(file) as opened, opened.writing() as tx:
        intake = Intake(tx)
        for place, task_id in enumerate(known(2)):
            intake.task(Task(id=task_id, prompt=choice_prompt("Why?", OPTIONS, several=False)))
            key = "C" if place < 7 else "A"
            for point in choice_checkpoints(task_id, "Why?", OPTIONS, [key]):
                intake.checkpoint(point)
            said = f"Answer: {key if place != 6 else 'B'}"
            intake.response(Response(id=f"r{place}", task_id=task_id, model="haiku", text=said))
        intake.flush()
    return file


def test_variants_are_set_listed_reported_and_versions_are_recorded(xpert, project):
    for bundle in range(2):
        for kind in KINDS:
            words = ("variant", "set", project, name(bundle, kind), "--variant", kind)
            assert xpert(*words, "--bundle", f"concept {bundle}").code == 0
    rows = xpert("variant", "list", project, "--json").json
    assert len(rows) == 10
    assert rows[0] == {"task": "b0-analyst", "variant": "analyst", "bundle": "concept 0"}
    assert "Trap" in xpert("variant", "list", project).out
    assert xpert("score", project, "--checks").code == 0
    (found,) = xpert("sections", project, "variants", "--json").json["systems"]
    assert (found["bundles_all_right"], found["bundles"]) == (0.5, 2)
    assert found["variants"]["trap"]["accuracy"] == 0.5
    assert "right in 50 % of 2 bundles" in xpert("sections", project, "variants").out
    assert xpert("variant", "harden", project, "2.1").code == 0
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        for task_id in list(known(2))[:3]:
            point: Checkpoint = choice_checkpoints(task_id, "Why?", OPTIONS, ["A"])[0]
            entities.put(tx, point)
    said = xpert("variant", "harden", project, "2.2", "--note", "Keys moved.", "--json").json
    assert said["attacks"]["longest"] == 0.4
    versions = xpert("sections", project, "variants", "--json").json["versions"]
    assert [one["attacks"]["longest"] for one in versions] == [0.7, 0.4]
    assert versions[0]["chance"]["longest"] == 0.25
    assert "Keys moved." in xpert("sections", project, "variants", "--full").out
    again = xpert("variant", "harden", project, "2.2")
    assert (again.code, "recorded already" in again.err) == (2, True)


def test_wrong_words_are_refused_and_a_bundle_goes_out_and_comes_in(xpert, project, tmp_path):
    assert xpert("variant", "set", project, "nothing").code == 2
    assert xpert("variant", "set", project, "b0-trap", "--variant", "snare").code == 2
    assert xpert("variant", "list", project).out.startswith("No task is a variant yet.")
    assert xpert("variant", "set", project, "b0-trap", "--variant", "trap").code == 0
    assert xpert("variant", "set", project, "b0-trap", "--variant", "numeric").code == 0
    assert xpert("export", project, tmp_path / "out", "--public").code == 0
    (row,) = (tmp_path / "out" / "pack.variants.variant.jsonl").read_text().splitlines()
    assert json.loads(row)["content"] == {"variant": "numeric", "bundle": ""}
    assert xpert("import", "q.xpert", tmp_path / "out", "--new", "--as", "mei").code == 0
    assert len(xpert("variant", "list", "q.xpert", "--json").json) == 1
