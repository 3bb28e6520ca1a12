"""What keeps a rubric from review: the linter shows the very things that the verb refuses."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.errors import IncompleteError, UsageError
from xpert_studio.core.lint import RULES, lint_rubric
from xpert_studio.core.records import Checkpoint, Dismissal, Policies, Tier
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    add_checkpoint,
    dismiss,
    edit_checkpoint,
    lint_task,
    remove_checkpoints,
    submit_rubric,
)
from xpert_studio.core.workflow.freezing import missing_in_rubric

LINES = st.builds(
    dict,
    text=st.sampled_from(["Names clause 9.", "States the date, 4 May.", "Is good and short."]),
    weight=st.integers(1, 10),
    tier=st.sampled_from([None, *Tier]),
    dimension=st.sampled_from([None, "Accuracy", "Clarity", "Beauty"]),
)


def _numbers(said: str) -> set[int]:
    """The checkpoints that a sentence is about: of ``… 1, 3–5.`` those from 3 to 5 too."""
    if said.startswith("Checkpoint "):
        return {int(said.split()[1])}
    if ": " not in said:
        assert said == "It has no checkpoint."
        return set()
    ranges = [part.split("–") for part in said.rpartition(": ")[2].rstrip(".").split(", ")]
    return {n for ends in ranges for n in range(int(ends[0]), int(ends[-1]) + 1)}


@examples(40)
@given(
    lines=st.lists(LINES, max_size=6),
    dimensions=st.sampled_from([(), ("Accuracy", "Clarity")]),
)
def test_the_linter_blocks_exactly_what_the_review_refuses(lines, dimensions) -> None:
    rubric = [Checkpoint(task_id="t", id=f"c{n}", **line) for n, line in enumerate(lines)]
    policies = Policies(min_checkpoints=2, max_checkpoints=4)
    missing = missing_in_rubric(rubric, [], dimensions)
    found = lint_rubric(rubric, policies=policies, dimensions=dimensions)
    assert bool(missing) == any(finding.blocks for finding in found)
    named = {number for text in missing for number in _numbers(text)}
    blocked = {finding.checkpoint_id for finding in found if finding.blocks} - {None}
    assert named == {int(id_[1:]) + 1 for id_ in blocked}
    assert {finding.rule for finding in found if finding.blocks} <= {
        "count", *(rule.id for rule in RULES.values() if rule.blocks)
    }  # fmt: skip
    assert all(finding.remedy for finding in found)


def test_a_line_without_a_dimension_of_the_project_is_not_reviewed(studio: Studio) -> None:
    studio.rubric()
    line = add_checkpoint(studio.wei, "t1", text="Warns of the rent.").one("checkpoint")
    with pytest.raises(IncompleteError) as refused:
        submit_rubric(studio.wei, "t1")
    assert refused.value.missing == ("Checkpoints without a dimension: 4.",)
    with studio.project.writing() as tx:  # as it may come with a bundle
        entities.put(tx, line.model_copy(update={"dimension": "Beauty"}))
    with pytest.raises(IncompleteError) as refused:
        submit_rubric(studio.wei, "t1")
    assert refused.value.missing == (
        "Checkpoint 4 has a dimension that the project does not have: Beauty.",
    )
    edit_checkpoint(studio.wei, "t1", line.id, dimension="Clarity")
    submit_rubric(studio.wei, "t1")


def test_what_keeps_a_rubric_from_review_is_not_dismissed(studio: Studio) -> None:
    first, *_ = studio.rubric()
    line = add_checkpoint(studio.wei, "t1", text="Warns of the rent.").one("checkpoint")
    for rule in [rule.id for rule in RULES.values() if rule.blocks]:
        with pytest.raises(UsageError, match="cannot be dismissed"):
            dismiss(studio.wei, "t1", rule, line.id, reason="It is fine.")
    with studio.project.writing() as tx:  # as an earlier version let people do
        entities.put(
            tx,
            Dismissal(
                task_id="t1", checkpoint_id=line.id, rule="missing_dimension",
                text_hash=line.content_hash, reason="It is fine.", by="wei", at=studio.now(),
            ),
        )  # fmt: skip
    linted = lint_task(studio.wei, "t1")
    assert "missing_dimension" in {finding.rule for finding in linted.findings}
    assert not linted.dismissed
    remove_checkpoints(studio.wei, "t1", [line.id])
    submit_rubric(studio.wei, "t1")
    assert first
