"""What the page says: names of judges and groups, and the figures in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from xpert_studio.core.metrics import Alignment
from xpert_studio.core.metrics.evidence_floor import Shortfall, evidence_by_level
from xpert_studio.core.records import Judge
from xpert_studio.core.wording import labelled, listed, mark, number, t, tn
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.report.cases import CaseFilter, PairFilter
from xpert_studio.report.figure_words import (
    evident_words,
    legend,
    shortfall_words,
    too_little,
)
from xpert_studio.report.judge_alignment import JudgeLook
from xpert_studio.report.part_names import Called, group_name, grouping_name
from xpert_studio.report.rerun_scope import AskAgain
from xpert_studio.report.sections.one_judge import GROUPED
from xpert_studio.report.sentences import favour_sentence, judge_name, unanswered_sentence


class Blank(EmptyState):
    """Why there is nothing, and what to do next."""

    def __init__(self, shell: Shell) -> None:
        self.to_runs = button(
            t("Compose a run"), lambda: shell.go(Place("runs", tab="new")), kind="primary"
        )
        self.to_confirm = button(t("Confirm judgments"), lambda: shell.go(Place("judging")))
        super().__init__("target", "", "", self.to_runs, self.to_confirm)
        self.say(t("Computing…"), ways=())

    def say_blind(self) -> None:
        """To those who may not know."""
        self.say(
            t("Judging is blind"),
            t(
                "Alignment is shown to leads and senior experts only, so that experts do "
                "not know what others decided."
            ),
            (),
        )

    def say_nothing(self, look: JudgeLook) -> None:
        """Shown where no judge can be compared with experts."""
        if look.analysis.judges:
            self.say(
                t("No confirmed judgments on what the judges have scored"),
                t(
                    "A judge is compared with gold judgments, which a senior expert has "
                    "confirmed. Confirm forms, or score the responses they are on."
                ),
                (self.to_runs, self.to_confirm),
            )
        else:
            self.say(
                t("Nothing has been scored yet"),
                t(
                    "Score the responses that experts have judged; how well the judge "
                    "follows them shows here at once."
                ),
                (self.to_runs,),
            )


SAID: Final = {
    "": mark("All answers"),
    "differ": mark("Where they differ"),
    "agree": mark("Where they agree"),
    "tp": mark("Both say met"),
    "fp": mark("The judge alone says met"),
    "fn": mark("The experts alone say met"),
    "tn": mark("Both say not met"),
}
ORDERS: Final = {
    "": mark("All pairs of responses"),
    "agree": mark("Pairs in the experts’ order"),
    "tied": mark("Pairs that one or both tie"),
    "disagree": mark("Pairs in the opposite order"),
}
LAPSED: Final = {
    "judge": mark("it was found on an earlier self of the judge"),
    "text": mark("the text was edited"),
    "judgments": mark("an expert’s judgment was decided again"),
    "verdicts": mark("the judge was asked again"),
}


def verdict_words(alignment: Alignment, missing: Sequence[Shortfall]) -> str:
    """How far the judge follows the experts, in words that the evidence permits."""
    cdr = alignment.rank["cdr"]
    if cdr.value is None:
        return t(
            "No two responses to the same task have been judged by both, so their "
            "order cannot be compared."
        )
    if not alignment.anchors_known:
        return t("May look better than it is: the judge’s anchors are unknown")
    levels = evidence_by_level(alignment, missing)
    if any(levels.values()) and not all(levels.values()):
        return t(
            "Met or not met: {decided}; graded: {graded}",
            **{
                name: t("enough evidence") if is_enough else t("not enough evidence")
                for name, is_enough in levels.items()
            },
        )
    return too_little(missing) if missing else evident_words(alignment)


def missing_sentence(missing: Sequence[Shortfall]) -> str:
    """What the evidence lacks; empty where it is enough."""
    return t("Missing: {shortfall}.", shortfall=shortfall_words(missing)) if missing else ""


def settings_words(look: JudgeLook) -> list[str]:
    """How the intervals were made, what the sign at some means, and how much was excluded."""
    judge = look.judge
    left_out, unseen = (int(judge.shown.mask.sum()), judge.unseen) if judge else (0, 0)
    parts = (
        (True, t("95 % intervals by task or family")),
        *((True, words) for words in _beside(look)),
        (_has_cautions(look), legend()),
        (
            left_out,
            tn(
                "{n} response excluded (anchor or near-duplicate)",
                "{n} responses excluded (anchors and near-duplicates)",
                left_out,
            ),
        ),
        (
            unseen,
            tn(
                "{n} verdict without seeing all attachments",
                "{n} verdicts without seeing all attachments",
                unseen,
            ),
        ),
    )
    return [words for is_so, words in parts if is_so and words]


def _beside(look: JudgeLook) -> list[str]:
    """What experts judged and the judge did not decide, and a system that it favours."""
    found = look.judge.alignment if look.judge else None
    if found is None:
        return []
    seen = found.seen(names_systems=look.names_systems)
    return [unanswered_sentence(seen), favour_sentence(seen)]


def _has_cautions(look: JudgeLook) -> bool:
    """Whether a figure of the judge, of one of its groups, or of a comparison is marked."""
    if look.judge is None or look.judge.alignment is None or look.detail is None:
        return False
    found = look.judge.alignment
    groups = (group.figures for kind in look.detail.groups.values() for group in kind)
    return (
        bool(found.rank.cautions)
        or any(figures.cautions for figures in (found.criterion, *groups))
        or any(scale.figures.cautions for scale in found.scales)
        or any(test.caution for item in look.analysis.comparisons for test in item.tests.values())
    )


def filter_words(wanted: CaseFilter, called: Called, judges: Sequence[Judge] = ()) -> str:
    """A filter as a heading: what is meant by it."""
    names = (judge_name(item) for item in judges if item.id == wanted.beside)
    other = next(names, wanted.beside)
    compared = (
        t("{judge} is right, this judge is not", judge=other)
        if wanted.outdone
        else t("This judge is right, {judge} is not", judge=other)
    )
    experts, judged = (of.replace("-", "–") for of in (wanted.expert_score, wanted.judge_score))
    scores = (
        (experts, t("experts score {bounds} %", bounds=experts)),
        (judged, t("judge scores {bounds} %", bounds=judged)),
        (wanted.response_b, t("one pair of responses")),
        (wanted.response and not wanted.response_b, t("one response")),
    )
    return " · ".join(
        (
            compared if wanted.beside else t(SAID.get(wanted.said, SAID[""])),
            *_named_groups(wanted, GROUPED, called),
            *(words for is_so, words in scores if is_so),
        )
    )


def _named_groups(
    wanted: CaseFilter | PairFilter, kinds: Iterable[str], called: Called
) -> list[str]:
    """The groups that a filter names."""
    return [
        labelled(grouping_name(by), group_name(by, value, called))
        for by in kinds
        if (value := getattr(wanted, by))
    ]


def pair_words(wanted: PairFilter, called: Called) -> str:
    """A filter of pairs as a heading."""
    order = t(ORDERS.get(wanted.order, ORDERS[""]))
    return " · ".join((order, *_named_groups(wanted, ("domain", "expert"), called)))


def outdated_words(changed: Sequence[str]) -> str:
    """Why a finding no longer holds."""
    return listed(t(LAPSED[name]) for name in changed)


def again_words(ask_again: AskAgain) -> list[str]:
    """What the next run would ask, and what people have to decide anew, a sentence each."""
    missing = number(ask_again.missing)
    said = (
        (ask_again.stale,
         tn("{n} verdict rests on a text that was edited since.",
            "{n} verdicts rest on texts that were edited since.", ask_again.stale)),
        (ask_again.missing and ask_again.is_new_judge,
         t("Refitted, it is another judge: all {n} verdicts are requested.", n=missing)),
        (ask_again.missing and not ask_again.is_new_judge,
         t("A run would ask for {n} answers on {tasks} tasks in {calls} calls; the "
             "other {known} are known.",
           n=missing, tasks=number(ask_again.tasks), calls=number(ask_again.calls), known=number(ask_again.known))),
        (ask_again.stale_judgments,
         tn("{n} judgment rests on an older text: its expert decides it again before it counts.",
            "{n} judgments rest on older texts: their experts decide them again before they count.",
            ask_again.stale_judgments)),
    )  # fmt: skip
    return [words for is_so, words in said if is_so]
