"""The field's terms as the window says them: stages, tiers, roles, aspects, and what was done."""

from __future__ import annotations

from typing import Final

from xpert_studio.desktop.wording import mark, spoken, t
from xpert_studio.records import (
    Aspect,
    Cause,
    Difficulty,
    Event,
    Mode,
    Role,
    Severity,
    SpotCheckOutcome,
    Stage,
    Taxonomy,
    Tier,
)
from xpert_studio.resources import resource_json
from xpert_studio.workflow.dimensions import description_of

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
    Stage.APPROVED: mark("The rubric is approved and waiting for the draw of spot checks."),
    Stage.SPOT_CHECK: mark("The rubric was drawn for a spot check."),
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
TIERS: Final = {
    Tier.ESSENTIAL: mark("Essential"),
    Tier.IMPORTANT: mark("Important"),
    Tier.OPTIONAL: mark("Optional"),
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
    Severity.CHANGE: mark("Asks for a change"),
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
    Cause.EXPERT_SLIP: mark("The expert’s slip"),
    Cause.UNSAID_POLICY: mark("Policy left unsaid"),
}
LANGUAGE_NAMES: Final = {"en": mark("English"), "zh": mark("Chinese"), "zh-CN": mark("Chinese")}

DEEDS: Final = {
    "accepted": mark("accepted the brief"),
    "added": mark("added checkpoints"),
    "added_dimensions": mark("added dimensions"),
    "added_domains": mark("added domains"),
    "added_person": mark("added a person"),
    "added_responses": mark("added responses"),
    "answered": mark("replied to a remark"),
    "approved": mark("approved the rubric"),
    "attached": mark("attached a file"),
    "attributed": mark("put a disagreement down to a cause"),
    "bulk_changed": mark("changed several checkpoints"),
    "captioned": mark("wrote a caption"),
    "certified": mark("certified an alignment"),
    "changed": mark("changed the brief"),
    "changed_person": mark("changed a person"),
    "changed_remark": mark("changed a remark"),
    "chose_anchor": mark("chose an anchor"),
    "confirmed": mark("confirmed judgments"),
    "created": mark("created it"),
    "described_dimensions": mark("described dimensions"),
    "described_project": mark("described the project"),
    "detached": mark("removed a file"),
    "discarded": mark("discarded the task"),
    "dismissed_finding": mark("dismissed a finding"),
    "disputed_judgment": mark("disputed a judgment"),
    "drafted": mark("had a rubric drafted"),
    "drew_spot_checks": mark("drew spot checks"),
    "drew_subset": mark("drew the gold subset"),
    "dropped_proposals": mark("dropped proposals"),
    "duplicated": mark("duplicated a checkpoint"),
    "edited": mark("edited a checkpoint"),
    "exported": mark("published something"),
    "answered_packet": mark("answered a packet"),
    "closed_packet": mark("stopped waiting for a packet"),
    "reopened_packet": mark("waits for a packet again"),
    "sent_packet": mark("sent a packet"),
    "took_packet": mark("took a packet in"),
    "opened_packet": mark("opened a packet"),
    "came_by_packet": mark("brought something in a packet"),
    "finished_run": mark("finished a run"),
    "founded": mark("founded the project"),
    "freed_anchor": mark("cleared a chosen anchor"),
    "handed_over": mark("handed the task over"),
    "imported": mark("imported a file"),
    "imported_rubric": mark("imported a rubric table"),
    "judged": mark("judged a checkpoint"),
    "kept_attributions": mark("kept what disagreements were put down to"),
    "merged": mark("merged checkpoints"),
    "opened_sheet": mark("opened a sheet"),
    "overrode": mark("overrode a judgment"),
    "qualified": mark("decided on a qualification"),
    "redone": mark("redid a change"),
    "remarked": mark("made a remark"),
    "removed": mark("removed checkpoints"),
    "removed_response": mark("removed a response"),
    "removed_subset": mark("removed a gold subset"),
    "reopened": mark("reopened the rubric"),
    "reopened_remark": mark("reopened a remark"),
    "reordered": mark("moved checkpoints"),
    "resolved": mark("resolved a remark"),
    "returned": mark("returned the brief"),
    "saw_verdict": mark("looked at a judge’s verdicts"),
    "scored": mark("scored responses"),
    "sent_back": mark("sent the rubric back"),
    "sent_to_review": mark("sent the rubric to review"),
    "set_baseline": mark("set the baseline"),
    "set_grading_policy": mark("set the grading policy"),
    "set_policies": mark("set the limits"),
    "split": mark("split a checkpoint"),
    "spot_check_discarded": mark("discarded the task at a spot check"),
    "spot_check_passed": mark("passed the rubric at a spot check"),
    "spot_check_returned": mark("returned the rubric at a spot check"),
    "started_review": mark("took up the review"),
    "started_run": mark("started a run"),
    "submitted": mark("submitted the brief"),
    "submitted_sheet": mark("submitted a sheet"),
    "took_proposals": mark("took proposals"),
    "undone": mark("undid a change"),
    "withdrew_attribution": mark("reopened a disagreement"),
    "withdrew_remark": mark("withdrew a remark"),
}
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


def deed(verb: str) -> str:
    """What a verb did, in words; the verb itself where it came from elsewhere."""
    return t(DEEDS[verb]) if verb in DEEDS else verb.replace("_", " ")


def told(event: Event) -> str:
    """An event in words, without who and when."""
    if event.verb in {"undone", "redone"}:
        of = deed(str(event.details.get("of", "")))
        return (
            t("undid a change: {deed}", deed=of)
            if event.verb == "undone"
            else t("redid a change: {deed}", deed=of)
        )
    if event.verb == "created" and event.task_id is None:
        return t("created the project")
    return deed(event.verb)


def dimension_name(name: str | None) -> str:
    """A dimension as it is shown: XpertBench's own in the window's language."""
    if not name or spoken() != "zh":
        return name or ""
    known = {item["name"]: item.get("zh") for item in resource_json("taxonomy.json")["dimensions"]}
    return str(known.get(name) or name)


def dimension_meaning(taxonomy: Taxonomy, name: str | None) -> str:
    """What a dimension means in a project, published words in the window's language; may be empty."""
    return description_of(taxonomy, name, spoken()) if name else ""


_DOMAINS_ZH: Final = {
    "Finance": "金融",
    "Law": "法律",
    "Education": "教育",
    "Engineering and Applied Sciences": "工程与应用科学",
    "Humanities and Social Sciences": "人文与社会科学",
    "Computer Science": "计算机科学",
    "Healthcare & Medicine": "医疗与健康",
}


def domain_name(name: str | None) -> str:
    """A domain as it is shown: XpertBench's own in the window's language."""
    if not name or spoken() != "zh":
        return name or ""
    return _DOMAINS_ZH.get(name, name)


def language_name(code: str | None) -> str:
    """A language by its code; the code itself where it is another."""
    return t(LANGUAGE_NAMES[code]) if code in LANGUAGE_NAMES else (code or "")


def part_name(by: str, name: str) -> str:
    """A tier, dimension or domain as it is shown; the name itself of anything else."""
    if by == "tier":
        return t(TIERS[Tier(name)]) if name in set(Tier) else name
    if by == "dimension":
        return dimension_name(name)
    return domain_name(name) if by == "domain" else name
