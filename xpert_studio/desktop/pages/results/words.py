"""Results in words: raters, scopes, parts, kinds of verdicts."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.records import CHECKS, DIFFICULTIES, Difficulty
from xpert_studio.core.wording import labelled, mark, t
from xpert_studio.desktop.names import judge_kind, judge_name, language_name
from xpert_studio.report.cautions import BY_PROGRAM
from xpert_studio.report.figure_words import evident_words, shortfall_words, too_little
from xpert_studio.report.part_names import domain_name, grouping_name, part_name
from xpert_studio.report.results import Rater, TaskScope

KINDS: Final = {
    "met": mark("Met"),
    "not_met": mark("Not met"),
    "invalid": mark("Invalid"),
    "error": mark("Error"),
    "cannot_assess": mark("Cannot assess"),
    "not_applicable": mark("Does not apply"),
    "flagged": mark("Marked"),
    "differs": mark("Differs from experts"),
    "stale": mark("Edited since"),
}
KIND_MEANINGS: Final = {
    "met": mark("The judge says that the response meets the checkpoint."),
    "not_met": mark("The judge says that it does not."),
    "invalid": mark("The model answered, but nothing usable came."),
    "error": mark("The call itself failed."),
    "cannot_assess": mark("The judge says that the checkpoint cannot be assessed."),
    "not_applicable": mark("The judge says that the checkpoint does not apply."),
    "flagged": mark(
        "Something should be known of the verdict, such as quotes that were not found."
    ),
    "differs": mark("The experts’ majority says otherwise."),
    "stale": mark("Task, checkpoint or response was edited since; no figure counts it."),
}


def rater_name(rater: Rater) -> str:
    """A rater as it is chosen: the judge with how it is asked, or the experts."""
    if rater.findings is None:
        return t("Experts, confirmed judgments")
    judge = rater.findings.judge
    if rater.panel is not None:
        return judge_name(judge)
    return f"{judge_name(judge)} · {judge_kind(judge)}"


def alignment_words(rater: Rater) -> tuple[str, str, str]:
    """How far a rater can be trusted, the tone of it, and what the evidence lacks."""
    if rater.findings is None:
        return t("The experts’ own judgments"), "good", ""
    if rater.id == CHECKS:
        return t(BY_PROGRAM), "accent", ""
    found = rater.findings.alignment
    if found is None:
        return t("Not aligned: no confirmed judgments on what it has judged"), "warn", ""
    missing = shortfalls_of(found)
    if missing:
        tone = "optional" if found.anchors_known else "warn"
        return too_little(missing), tone, shortfall_words(missing)
    return evident_words(found), "good", ""


def scope_name(scope: TaskScope) -> str:
    """A scope as it is chosen."""
    match scope.kind:
        case "all":
            return t("All tasks")
        case "subset":
            return t("Subset: {name}", name=scope.name)
        case "language":
            return t("Language: {name}", name=language_name(scope.name))
        case "difficulty":
            is_known = scope.name in set(Difficulty)
            name = t(DIFFICULTIES[Difficulty(scope.name)]) if is_known else scope.name
            return t("Difficulty: {name}", name=name)
    return t("Domain: {name}", name=domain_name(scope.name))


def part_title(part: tuple[str, str]) -> str:
    """A part with what it is a part of."""
    by, name = part
    return labelled(grouping_name(by), part_name(by, name))
