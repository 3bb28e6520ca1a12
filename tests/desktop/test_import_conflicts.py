"""What both sides changed is decided by a person, and nothing by accident."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.assignments_help import (
    MINE,
    THEIRS,
    differing_submission,
    drop,
    import_in_window,
    lines_of,
    rubric_in,
    texts_of,
)
from tests.desktop.hands import Hands
from tests.instruments.grading import CLARITY
from tests.instruments.steps import BINARY, STEPS, Steps
from tests.workflow.studio import START, Studio
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.workflow.assignments.taking import Outcome
from xpert_studio.core.workflow.revision_diff import WordOp
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.core.workflow.views.submissions import PartName
from xpert_studio.desktop.pages.assignments.part_words import PartWords
from xpert_studio.desktop.pages.assignments.sides import MarkedText, differing, where_they_differ

HOUSE = ProjectState(ProjectInfo(name="House", created_at=START, canary="c"), (), (), (), 0)


@pytest.fixture
def submission(studio: Studio, tmp_path: Path) -> Path:
    return differing_submission(studio, tmp_path)


def test_conflicts_are_decided_one_by_one_and_imported_as_one_step(
    hands: Hands, studio: Studio, submission: Path
) -> None:
    panel = import_in_window(hands, studio, submission)
    before = lines_of(hands)
    assert hands.reads("Submission from Wei: Write 1 task")
    assert hands.reads("“After Lyon.”")
    assert hands.reads("0 of 2 decided")
    assert hands.reads("2 conflicts are not decided; your versions stay.")
    assert panel.part.title.text() == before[0]
    mine, theirs = (text.toPlainText() for text in texts_of(panel))
    assert mine == MINE[0]
    assert "that month 30" in theirs
    hands.key("1")
    hands.settle()
    assert hands.reads("1 of 2 decided")
    assert panel.part.title.text() == before[1]
    hands.key("E")
    field = panel.part.editor.field
    assert field.toPlainText() == before[1]
    field.selectAll()
    hands.type("Names the notice period of six months.")
    hands.key("Ctrl+Enter")
    hands.settle()
    assert hands.reads("2 of 2 decided")
    assert lines_of(hands) == before, "nothing is written before it is imported"
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    after = rubric_in(hands.app.session.project)
    assert [line.text for line in after[:2]] == [
        before[0], "Names the notice period of six months.",
    ]  # fmt: skip
    assert after[2].weight == 9
    assert hands.notice == "Imported. Applied 3."
    hands.click(panel.head.back)
    hands.settle()
    assert lines_of(hands) == before
    assert rubric_in(hands.app.session.project)[2].weight != 9
    assert hands.reads("The import was undone.")
    assert hands.reads("2 of 2 decided"), "it can be imported again, decided as it was"


def test_what_is_not_decided_stays_and_is_asked_again(
    hands: Hands, studio: Studio, submission: Path
) -> None:
    panel = import_in_window(hands, studio, submission)
    before = lines_of(hands)
    hands.key("2")
    hands.settle()
    hands.key("K")
    hands.settle()
    assert hands.reads("Theirs: Wei – chosen")
    hands.key("2")  # the same again clears the decision
    hands.settle()
    assert hands.reads("0 of 2 decided")
    hands.click("Keep mine for all")
    hands.settle()
    assert hands.reads("2 of 2 decided")
    hands.key("1")
    hands.settle()
    hands.key("J")
    hands.key("1")
    hands.settle()
    hands.key("K")
    hands.settle()
    assert hands.reads("0 of 2 decided")
    hands.key("2")
    hands.settle()
    hands.click("Import")
    hands.settle()
    assert lines_of(hands)[:2] == [THEIRS[0], before[1]]
    assert hands.reads("1 conflict is not decided")
    hands.go("home")
    drop(hands.window, submission)
    hands.settle()
    hands.click("Use theirs for all")
    hands.settle()
    hands.click("Import")
    hands.settle()
    assert lines_of(hands)[:2] == list(THEIRS)
    assert not panel.head.act.isEnabled()


def test_every_list_of_parts_can_be_opened(hands: Hands, studio: Studio, submission: Path) -> None:
    panel = import_in_window(hands, studio, submission)
    hands.click(panel.head.outcomes[Outcome.APPLIED])
    hands.settle()
    assert panel.part.title.text() == "Names clause 9 as the ground."
    assert hands.reads("Checkpoint · Ending a lease early · Wei")
    assert [text.toPlainText() for text in panel.part.sides.findChildren(MarkedText)] == ["9"]


@pytest.mark.parametrize(
    ("point", "value", "said"),
    [(BINARY, 1, "Met"), (BINARY, 0, "Not met"), (STEPS, 2, "In part"), (None, 2, "2")],
)
def test_a_judgment_is_told_in_words(qapp, monkeypatch, point, value, said):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())
    after = {"value": value, "state": "rated", "rationale": "So.", "evidence": []}
    part = Part(kind="judgment", key=("r", "c", "e"), by="e", at=START, after=after)
    words = PartWords(part, PartName("t", "Task", "A", point), HOUSE)
    assert dict(words.summary()) == {"Decision": said, "Rationale": "So."}


def test_a_scale_is_told_in_words(qapp):
    after = CLARITY.model_dump(mode="json")
    part = Part(kind="checkpoint", key=("t", "g"), by="e", at=START, after=after)
    told = dict(PartWords(part, PartName("t", "Task"), HOUSE).summary())
    assert told["Instrument"] == "Graded scale"
    assert "70–89: The main risks are named." in told["Scale and rules"]
    assert "At most 25 if: Plain black text" in told["Scale and rules"]
    assert "{" not in told["Scale and rules"]


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    ),
    name=st.sampled_from(
        ["", "settings", "replies", "roles", "evidence", "weight", "checkpoints", "policies",
         "stage", "instrument", "value", "grading_policy", "by", "domain", "attachments"]
    ),
)  # fmt: skip
def test_any_value_of_a_file_can_be_shown(qapp, value, name):
    part = Part(kind="task", key=("t",), by="e", at=START, after={"title": "T"})
    words = PartWords(part, PartName("t", "Task", "", BINARY), HOUSE)
    if name or value is None or isinstance(value, dict):
        assert isinstance(words.value(name, value), str)


def test_the_end_of_a_long_text_that_differs_is_shown() -> None:
    start = "The lease has run for two of five years. " * 1000
    before, mine, theirs = where_they_differ(start + "Month 30.", start + "A.", start + "B.")
    assert before.endswith("Month 30.")
    assert len(before) < 1000
    assert [part.text for part in differing(mine, theirs) if part.op is WordOp.ADDED] == ["B"]
    assert where_they_differ("one", "other") == ("one", "other")


@given(before=st.text("ab c.\n", max_size=40), after=st.text("ab c.\n", max_size=40))
def test_what_is_marked_gives_the_text_and_what_went(before: str, after: str) -> None:
    words = differing(before, after)
    assert "".join(part.text for part in words if part.op is not WordOp.REMOVED) == after
    gone = "".join(part.text for part in words if part.op is not WordOp.ADDED)
    assert gone in (before, "")
