"""A judge's types against the experts': what was planted, and when a claim may rest on them."""

from __future__ import annotations

import json
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.judge.projects import NOW, make_project
from tests.judge.test_scoring import asked_ids, carry_out
from tests.loopback import LoopbackServer
from tests.metrics.columns import catalog_of, marks_of
from tests.packs.failures.test_judge_types import TAGGING, asked
from xpert_studio.core.metrics.figures.kappa import kappa
from xpert_studio.core.metrics.metric import over
from xpert_studio.core.records import Judgment, JudgmentStatus, RatingState, Verdict
from xpert_studio.core.records.pack_records import PackRecord
from xpert_studio.core.records.verdicts import FAILURE, UNKNOWN_FAILURE
from xpert_studio.core.store import entities
from xpert_studio.packs.failures.failing import Failure
from xpert_studio.packs.failures.measured import judge_types
from xpert_studio.packs.failures.records import PACK_ID, TAG, Tag, tag_id
from xpert_studio.packs.failures.section_judged import JUDGED
from xpert_studio.report.section import View

TYPES = ("style", "outdated-fact", "unsafe-advice")


def verdict(response, point, *types, trial=1, met=0, extra=()):
    return Verdict(
        response_id=response,
        checkpoint_id=point,
        judge_id="j",
        trial=trial,
        value=met,
        state=RatingState.OK,
        judged_at=NOW,
        flags=(*extra, *(f"{FAILURE}{one}" for one in types)),
    )


def measured(catalog, experts, verdicts, left_out=(), met=None):
    marks = marks_of(catalog, "j", met or [0] * (len(catalog.responses) * 3))
    out = np.isin(np.arange(len(catalog.responses)), left_out)
    return judge_types(catalog, "j", marks, verdicts, experts, out)


def three(tasks=2, systems=1):
    return catalog_of([[1, 1, 1]] * tasks, systems)


def of_all(catalog, types_of):
    """Every checkpoint of every response with the types that a function of its place says."""
    for response, task in enumerate(catalog.response_task):
        for point in np.flatnonzero(catalog.checkpoint_task == task):
            yield response, int(point), types_of(response, int(point))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_precision_recall_and_kappa_are_those_of_the_tables(data):
    """By hand: each type is a decision on each failure that both find and experts gave a type."""
    catalog = three(4)
    some = st.frozensets(st.sampled_from(TYPES))
    said = {
        (r, p): (data.draw(some), data.draw(some)) for r, p, _ in of_all(catalog, lambda *_: None)
    }
    experts = [Failure(r, p, theirs) for (r, p), (theirs, _) in said.items()]
    verdicts = [
        verdict(catalog.responses[r], catalog.checkpoints[p], *mine)
        for (r, p), (_, mine) in said.items()
    ]
    found = measured(catalog, experts, verdicts)
    typed = [pair for pair in said.values() if pair[0]]
    assert found.compared == len(typed)
    for one in found.types:
        table = np.zeros(4)
        for theirs, mine in typed:
            table[2 * (one.type in theirs) + (one.type in mine)] += 1
        assert (one.both, one.judge, one.experts) == (
            table[3],
            table[1] + table[3],
            table[2:].sum(),
        )
        expected = float(over(kappa)(table))
        assert one.kappa.value == (pytest.approx(expected) if np.isfinite(expected) else None)
        assert one.precision.value == (pytest.approx(table[3] / one.judge) if one.judge else None)
        assert one.recall.value == (pytest.approx(table[3] / one.experts) if one.experts else None)


def test_a_type_counts_where_more_than_half_of_the_trials_name_it():
    catalog = three(1)
    (response,), (first, *_) = catalog.responses, catalog.checkpoints
    trials = [verdict(response, first, "style", trial=n) for n in (1, 2)]
    trials.append(verdict(response, first, "outdated-fact", trial=3, extra=(UNKNOWN_FAILURE,)))
    found = measured(catalog, [Failure(0, 0, frozenset({"style"}))], trials)
    assert found.failures[0].types == {"style"} and found.unknown == 1
    found = measured(catalog, [Failure(0, 0, frozenset({"style"}))], trials[1:])
    assert found.failures[0].types == set()


def test_what_is_no_evidence_and_what_the_judge_calls_met_is_not_compared():
    catalog = three(2, 2)
    experts = [Failure(r, p, frozenset({"style"})) for r, p, _ in of_all(catalog, lambda *_: None)]
    met = [1 if n == 0 else 0 for n in range(12)]
    found = measured(catalog, experts, [], left_out=[1], met=met)
    assert (found.compared, found.unseen) == (8, 1)


@pytest.mark.parametrize(("tasks", "right", "supported"), [(40, 0.9, True), (40, 0.34, False),
                                                           (12, 0.9, False)])  # fmt: skip
def test_a_claim_takes_twenty_families_and_agreement_beyond_chance(tasks, right, supported):
    random, catalog = np.random.default_rng(4), three(tasks)
    experts, verdicts = [], []
    for response, point, _ in of_all(catalog, lambda *_: None):
        true = TYPES[random.integers(3)]
        mine = true if random.random() < right else TYPES[random.integers(3)]
        if right < 0.5:
            mine = TYPES[random.integers(3)]
        experts.append(Failure(response, point, frozenset({true})))
        verdicts.append(verdict(catalog.responses[response], catalog.checkpoints[point], mine))
    found = measured(catalog, experts, verdicts)
    assert (set(found.supported) == set(TYPES)) is supported
    assert bool(found.supported) is supported
    assert found.whole.kappa.n == 3 * found.compared


def test_judges_that_read_nothing_are_no_evidence():
    """One names the most frequent type always; the other as often as experts do, at random."""
    random, catalog = np.random.default_rng(8), three(60)
    share = [0.7, 0.2, 0.1]
    experts, constant, guessing = [], [], []
    for response, point, _ in of_all(catalog, lambda *_: None):
        place = catalog.responses[response], catalog.checkpoints[point]
        experts.append(Failure(response, point, frozenset({random.choice(TYPES, p=share)})))
        constant.append(verdict(*place, "style"))
        guessing.append(verdict(*place, random.choice(TYPES, p=share)))
    for verdicts in (constant, guessing):
        assert measured(catalog, experts, verdicts).supported == ()


@contextmanager
def named(path):
    """A judge over 24 tasks names the experts' type of the first checkpoint, not of the second."""
    with make_project(path, tasks=24) as project:
        with project.writing() as tx:
            for task in range(24):
                for point, types in (("c0", TYPES[task % 2]), ("c1", TYPES[2])):
                    response = f"t{task}:s1"
                    entities.put(tx, _failed(response, point))
                    entities.put(tx, _tagged(response, point, types))

        def answer(request):
            task = int(request.suffix.partition("answers case ")[2].split()[0])
            named = {"c0": [TYPES[task % 2]], "c1": ["outdated-fact"], "c2": []}
            entries = [
                {"id": name, "evidence": [], "rationale": "So.", "met": False}
                | {"failures": named[name]}
                for name in asked_ids(request)
            ]
            return json.dumps({"verdicts": entries})

        with LoopbackServer(answer=answer) as server:
            carry_out(project, asked(server, settings=TAGGING))
        yield project


def test_the_section_says_what_a_run_of_a_judge_named(tmp_path):
    with named(tmp_path / "p.xpert") as project:
        view = View.on(project)
        model = JUDGED.compute(view)
        (data,) = JUDGED.plain(model)
        types = {one["type"]: one for one in data["types"]}
        assert data["compared"] == 48
        assert data["supported"] == ["style"], "outdated-fact is named where it is not"
        assert types["style"]["recall"]["value"] == 1.0
        assert types["style"]["precision"]["value"] == 1.0
        assert types["unsafe-advice"]["recall"]["value"] == 0.0
        assert {one["type"] for one in data["profiles"]["profiles"]} == {"style"}
        said = " ".join(str(block) for block in JUDGED.show(model))
        assert "Claims may rest on its word for: Style." in said


def _failed(response, point):
    return Judgment(
        response_id=response,
        checkpoint_id=point,
        expert_id="amara",
        value=0,
        rationale="No.",
        status=JudgmentStatus.CONFIRMED,
    )


def _tagged(response, point, *types):
    tag = Tag(person="amara", checkpoint=point, types=types)
    return PackRecord(
        pack=PACK_ID,
        kind=TAG.id,
        id=tag_id("amara", response, point),
        response_id=response,
        content=tag.model_dump(mode="json"),
    )
