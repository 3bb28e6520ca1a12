"""The section of failures on a project of its own: what it says, and what its bars open."""

from __future__ import annotations

import json
import random

import pytest

from xpert_studio.core.records import System
from xpert_studio.packs.failures.section_found import _all_else

LEAD = ("--as", "lena")
TYPES = ("wrong-calculation", "style", "outdated-fact")
SYSTEMS = {
    "plain": {},
    "low": {"model": "m", "reasoning_effort": "low"},
    "high": {"model": "m", "reasoning_effort": "high"},
    "alone": {"model": "other", "reasoning_effort": "low"},
}


def rows(folder, name, made):
    lines = (json.dumps(one) + "\n" for one in made)
    (folder / f"{name}.jsonl").write_text("".join(lines), "utf-8")


def bundle(folder, tasks, status="confirmed"):
    """All systems fail alike, but ``plain`` by style alone in Law, and never by it in Finance."""
    folder.mkdir()
    draw = random.Random(5)
    fact = {"qualification": {"outcome": "qualified", "decided_by": "lena"}}
    people = [
        {"id": "lena", "roles": ["lead"]},
        {"id": "maria", "roles": ["expert"], "domains": ["Law", "Finance"]},
    ]
    rows(folder, "people", [{"name": one["id"], **one, **fact} for one in people])
    rows(folder, "systems", [{"name": name, **own} for name, own in SYSTEMS.items() if own])
    briefs = [
        {"id": f"t{n}", "prompt": f"Question {n}.", "stage": "ready",
         "domain": ("Law", "Finance")[n % 2], "category": f"K{n % 4 // 2}"}
        for n in range(tasks)
    ]  # fmt: skip
    rows(folder, "tasks", briefs)
    points = [
        {"task_id": one["id"], "id": f"c{n}", "text": f"Says {n}.", "weight": 1,
         "dimension": ("Logical Coherence", "Domain Expertise")[n % 2]}
        for one in briefs for n in range(6)
    ]  # fmt: skip
    rows(folder, "checkpoints", points)
    answers = [
        {"id": f"{one['id']}-{name}", "task_id": one["id"], "model": name, "text": f"{name} {one['id']}"}
        for one in briefs for name in SYSTEMS
    ]  # fmt: skip
    rows(folder, "responses", answers)
    judged, tags = [], []
    for answer in answers:
        types = TYPES
        if answer["model"] == "plain":
            types = (TYPES[1:2], TYPES[::2])[int(answer["task_id"][1:]) % 2]
        for n in range(6):
            place = {"response_id": answer["id"], "checkpoint_id": f"c{n}"}
            met = draw.random() < 0.4
            judged.append(
                {**place, "expert_id": "maria", "met": met, "rationale": "So.", "status": status}
            )
            if not met:
                said = {"person": "maria", "checkpoint": f"c{n}", "follows": "", "note": "",
                        "types": [draw.choice(types)]}  # fmt: skip
                tags.append(
                    {"id": f"{answer['id']}-{n}", "response_id": answer["id"], "content": said}
                )
    if status == "confirmed":
        judged = [{**one, "confirmed_by": "lena"} for one in judged]
    rows(folder, "judgments", judged)
    rows(folder, "pack.failures.tag", tags)
    return folder


@pytest.fixture
def project(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    assert xpert("import", path, bundle(tmp_path / "b", 28), "--new", *LEAD).code == 0
    return path


def test_what_is_found_in_a_domain_is_said_first_and_what_is_not_found_is_said_too(xpert, project):
    said = " ".join(xpert("sections", project, "failures", *LEAD).out.split())
    assert "Law: plain fails more often by “Style” than the others do" in said
    assert "no type of failure a system can be told" not in said
    assert "By dimension: nothing beyond chance" in said
    assert "By reasoning effort: nothing beyond chance (6 comparisons)." in said


def test_every_bar_opens_as_many_cases_as_it_counts(xpert, project):
    data = xpert("sections", project, "failures", "--json", *LEAD).json
    assert set(data["by"]) == {"domain", "category", "dimension", "effort"}
    for by, bars in (("", data["profiles"][:4]), *data["by"].items()):
        for bar in bars[:6]:
            side = by if by == "effort" else "system"
            asked = {side: bar["system"], "type": bar["type"]}
            if bar["group"]:
                asked[by] = bar["group"]
            words = [word for key, value in asked.items() for word in ("--ask", f"{key}={value}")]
            cases = xpert("sections", project, "failures", *words, "--json", *LEAD).json["cases"]
            assert len(cases) == bar["failures"], asked


def test_types_that_do_not_count_yet_are_not_said_to_be_missing(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    xpert("import", path, bundle(tmp_path / "b", 4, "submitted"), "--new", *LEAD)
    said = " ".join(xpert("sections", path, "failures", *LEAD).out.split())
    assert "counts once their judgments are confirmed" in said


@pytest.mark.parametrize("held", [{"temperature": 0}, {"thinking_tokens": 0}])
def test_what_is_set_to_nothing_is_not_as_what_is_not_set(held):
    one, other = (System(name="s", model="m", **own) for own in (held, {}))
    assert _all_else(one, "search") != _all_else(other, "search")
    assert _all_else(one.model_copy(update={"search": False}), "x") == _all_else(one, "x")
