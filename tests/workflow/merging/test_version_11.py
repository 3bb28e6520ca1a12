"""Contents that version 11 exchanged have the same hashes, and are read in the form of now."""

from __future__ import annotations

from datetime import datetime

import pytest

from xpert_studio.records import (
    Checklist,
    Checkpoint,
    Draft,
    Judgment,
    JudgmentStatus,
    ProjectInfo,
    Task,
    Taxonomy,
    content_hash,
)
from xpert_studio.workflow.merging.contents import content_of, hash_of
from xpert_studio.workflow.merging.version_11 import as_now

TOLD = {"response_id": "r", "checkpoint_id": "c", "expert_id": "e"}
CHECKLIST = Checklist(professional=True, typical=True, clear_success=True, hard_for_models=True)
AT = "2026-05-04T09:00:00Z"
OLD_JUDGMENT = {
    "rationale": "So.", "evidence": [], "note": None, "confirmed_by": "o", "judged_at": AT,
    "extra": {}, "unblinded": False,
}  # fmt: skip


@pytest.mark.parametrize("met", [True, False])
@pytest.mark.parametrize("status", ["submitted", "confirmed", "overridden"])
def test_a_judgment(met, status):
    old = OLD_JUDGMENT | {"met": met, "status": status}
    record = Judgment.model_validate(TOLD | old, strict=False)
    now = content_of("judgment", record)
    assert hash_of(now) == content_hash(old)
    assert as_now("judgment", old) == now
    assert record.final_value == met
    assert (record.value != met) is (record.status is JudgmentStatus.OVERRIDDEN)


@pytest.mark.parametrize("met", [True, False, None])
def test_a_draft(met):
    old = {"met": met, "rationale": "So.", "evidence": [], "decided_at": AT}
    record = Draft.model_validate(TOLD | old, strict=False)
    now = content_of("decision", record)
    assert hash_of(now) == content_hash(old)
    assert as_now("decision", old) == now


def test_what_came_with_version_13():
    task = content_of("task", Task(id="t", prompt="Ask.", checklist=CHECKLIST))
    old = {name: now for name, now in task.items() if name not in {"self_accepted", "triage"}}
    old["checklist"] = {name: now for name, now in task["checklist"].items() if name != "reason"}
    assert hash_of(task) == content_hash(old)
    assert as_now("task", old) == task
    marked = content_of("task", Task(id="t", prompt="Ask.", self_accepted=True))
    assert hash_of(marked) != hash_of(content_of("task", Task(id="t", prompt="Ask.")))
    rules = {"policies.reviewers_needed": 1}
    added = {"policies.mode": "team", "taxonomy.descriptions": {}}
    assert as_now("project", rules) == rules | added
    assert hash_of(as_now("project", rules)) == content_hash(rules)


def test_a_checkpoint():
    plain = Checkpoint(task_id="t", id="c", text="Names clause 9.", weight=3)
    now = content_of("checkpoint", plain)
    old = {name: now[name] for name in now.keys() - {"instrument", "settings", "turn"}}
    assert hash_of(now) == content_hash(old)
    assert as_now("checkpoint", old) == now
    other = content_of("checkpoint", plain.model_copy(update={"instrument": "steps"}))
    assert hash_of(other) != hash_of(now)


def test_a_project_that_describes_no_dimension():
    plain = ProjectInfo(
        name="p", created_at=datetime.fromisoformat(AT), taxonomy=Taxonomy(dimensions=("Depth",))
    )
    now = content_of("project", plain)
    since = {"taxonomy.descriptions", "policies.mode"}
    old = {name: value for name, value in now.items() if name not in since}
    assert hash_of(now) == content_hash(old)
    assert as_now("project", old) == now
    told = Taxonomy(dimensions=("Depth",), descriptions={"Depth": "How deep it goes."})
    assert hash_of(content_of("project", plain.model_copy(update={"taxonomy": told}))) != hash_of(
        now
    )
