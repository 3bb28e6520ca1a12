"""The field's terms as the window says them: stages, tiers, roles, aspects, and what was done."""

from __future__ import annotations

from typing import Final

from xpert_studio.records import (
    Aspect,
    Cause,
    Difficulty,
    LogEntry,
    Mode,
    Role,
    Severity,
    SpotCheckOutcome,
    Stage,
    Taxonomy,
)
from xpert_studio.wording import mark, spoken, t
from xpert_studio.workflow import WORDS
from xpert_studio.workflow.policies import description_of

STAGES: Final = {
    Stage.BRIEF: mark("Brief"),
    Stage.SUBMITTED: mark("Submitted"),
    Stage.RETURNED: mark("Returned"),
    Stage.RUBRIC: mark("Rubric"),
    Stage.REVIEW: mark("In review"),
    Stage.APPROVED: mark("Approved"),
    Stage.SPOT_CHECK: mark("Spot check"),
    Stage.READY: mark("Ready"),
    Stage.DISCARDED: mark("Discarded"),
}
STAGE_MEANINGS: Final = {
    Stage.BRIEF: mark("The brief is being written."),
    Stage.SUBMITTED: mark("The brief is waiting for a decision."),
    Stage.RETURNED: mark("The brief was returned to its author."),
    Stage.RUBRIC: mark("The rubric is being written."),
    Stage.REVIEW: mark("The rubric is frozen and under review."),
    Stage.APPROVED: mark("The rubric is approved and awaits spot-check sampling."),
    Stage.SPOT_CHECK: mark("The rubric was sampled for a spot check."),
    Stage.READY: mark("Responses can be judged."),
    Stage.DISCARDED: mark("The task was taken out of the project."),
}
STAGE_TONES: Final = {
    Stage.BRIEF: "optional",
    Stage.SUBMITTED: "warn",
    Stage.RETURNED: "bad",
    Stage.RUBRIC: "important",
    Stage.REVIEW: "warn",
    Stage.APPROVED: "accent",
    Stage.SPOT_CHECK: "warn",
    Stage.READY: "good",
    Stage.DISCARDED: "optional",
}
ROLES: Final = {
    Role.AUTHOR: mark("Author"),
    Role.REVIEWER: mark("Reviewer"),
    Role.EXPERT: mark("Expert"),
    Role.SENIOR: mark("Senior expert"),
    Role.LEAD: mark("Lead"),
}
ROLE_MEANINGS: Final = {
    Role.AUTHOR: mark("writes tasks and their rubrics"),
    Role.REVIEWER: mark("reviews the rubrics of others"),
    Role.EXPERT: mark("judges responses blind"),
    Role.SENIOR: mark("spot-checks rubrics, confirms judgments"),
    Role.LEAD: mark("runs the project"),
}
DIFFICULTIES: Final = {
    Difficulty.BASIC: mark("Basic"),
    Difficulty.MEDIUM: mark("Medium"),
    Difficulty.HARD: mark("Hard"),
}
ASPECTS: Final = {
    Aspect.FACTUAL_VALIDITY: mark("Factual validity"),
    Aspect.CLARITY: mark("Clarity"),
    Aspect.ATOMICITY: mark("Atomicity"),
    Aspect.WEIGHT: mark("Weight"),
    Aspect.OTHER: mark("Other"),
}
SEVERITIES: Final = {
    Severity.CHANGE: mark("Change requested"),
    Severity.COMMENT: mark("Comment"),
}
SPOT_OUTCOMES: Final = {
    SpotCheckOutcome.PASSED: mark("Passed"),
    SpotCheckOutcome.RETURNED: mark("Returned"),
    SpotCheckOutcome.DISCARDED: mark("Discarded"),
}
CAUSES: Final = {
    Cause.JUDGE_ERROR: mark("The judge’s error"),
    Cause.AMBIGUOUS_CHECKPOINT: mark("Ambiguous checkpoint"),
    Cause.EXPERT_ERROR: mark("Expert error"),
    Cause.UNSAID_POLICY: mark("Gap in grading policy"),
}
LANGUAGE_NAMES: Final = {"en": mark("English"), "zh": mark("Chinese"), "zh-CN": mark("Chinese")}

MODES: Final = (
    (
        Mode.SOLO,
        mark("Alone, or for practice"),
        mark(
            "You decide on your own work. It is marked as self-accepted and self-adjudicated, in every report too."
        ),
    ),
    (
        Mode.TEAM,
        mark("In a team"),
        mark("Nobody decides on their own work: other experts review it, judge blind and confirm."),
    ),
)
"""How people of a project work, with its name and what it means."""


def deed(command: str) -> str:
    """What a command did, in words; its name where it is not known."""
    return t(WORDS[command].done) if command in WORDS else command


def told(event: LogEntry) -> str:
    """An event in words, without who and when."""
    if event.command in {"undo", "redo"}:
        of = deed(str(event.details.get("of", "")))
        return (
            t("undid a change: {deed}", deed=of)
            if event.command == "undo"
            else t("redid a change: {deed}", deed=of)
        )
    return deed(event.command)


def offered_roles() -> list[tuple[Role, str, str]]:
    """Each role with its name and meaning, to be ticked."""
    return [(role, t(ROLES[role]), t(ROLE_MEANINGS[role])) for role in Role]


def dimension_meaning(taxonomy: Taxonomy, name: str | None) -> str:
    """What a dimension means in a project, published words in the window's language; may be empty."""
    return description_of(taxonomy, name, spoken()) if name else ""


def language_name(code: str | None) -> str:
    """A language by its code; the code itself where it is another."""
    return t(LANGUAGE_NAMES[code]) if code in LANGUAGE_NAMES else (code or "")
