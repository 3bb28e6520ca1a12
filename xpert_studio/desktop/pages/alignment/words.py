"""What the page says: names of judges and groups, and the figures in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from xpert_studio.core.metrics import Alignment, Comparison, Difference, Group, Shift, Weakest
from xpert_studio.core.metrics.evidence_floor import Shortfall, evidence_by_level
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.records import JUDGE_MODES, PANEL, Judge
from xpert_studio.core.wording import figure, labelled, listed, mark, number, percent, t, tn
from xpert_studio.desktop.figure_words import (
    evident_words,
    interval_text,
    legend,
    said_interval,
    shortfall_words,
    value_words,
    with_interval,
)
from xpert_studio.desktop.names import judge_name as model_name
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.report.cases import CaseFilter, PairFilter
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.part_names import part_name, scale_name
from xpert_studio.report.rerun_scope import AskAgain
from xpert_studio.report.sentences import favour_sentence, unanswered_sentence
from xpert_studio.report.trend import Between, Validity


class Blank(EmptyState):
    """Why there is nothing, and what to do next."""

    def __init__(self, shell: Shell) -> None:
        self.to_runs = button(
            t("Compose a run"), lambda: shell.go(Place("runs", tab="new")), kind="primary"
        )
        self.to_confirm = button(t("Confirm judgments"), lambda: shell.go(Place("adjudication")))
        super().__init__("target", "", "", self.to_runs, self.to_confirm)
        self.say(t("Computing…"), ways=())

    def say_blind(self) -> None:
        """To those who may not know."""
        self.say(
            t("Judging is blind"),
            t("Alignment is shown to leads and senior experts only, so that experts do " "not know what others decided."),
            (),
        )  # fmt: skip

    def say_nothing(self, look: Look) -> None:
        """Shown where no judge can be compared with experts."""
        if look.analysis.judges:
            self.say(
                t("No confirmed judgments on what the judges have scored"),
                t("A judge is compared with gold judgments, which a senior expert has " "confirmed. Confirm forms, or score the responses they are on."),
                (self.to_runs, self.to_confirm),
            )  # fmt: skip
        else:
            self.say(
                t("Nothing has been scored yet"),
                t("Score the responses that experts have judged; how well the judge follows them shows here at once."),
                (self.to_runs,),
            )  # fmt: skip


Called = Callable[[str], str]
GROUPINGS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
    "expert": mark("Expert"),
    "system": mark("System"),
}
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
BOUND: Final = {
    "judge": mark("the judge"),
    "prompt": mark("the judge’s prompt"),
    "policy": mark("the grading policy"),
    "rubrics": mark("rubrics"),
    "gold": mark("gold judgments"),
    "verdicts": mark("verdicts"),
}
LAPSED: Final = {
    "judge": mark("it was found on an earlier self of the judge"),
    "text": mark("the text was edited"),
    "judgments": mark("an expert’s judgment was decided again"),
    "verdicts": mark("the judge was asked again"),
}


def judge_name(judge: Judge) -> str:
    """A judge as a person names it: model and mode; a panel by its rule."""
    if judge.provider == PANEL:
        return model_name(judge)
    return t("{model}, {mode}", model=model_name(judge), mode=JUDGE_MODES.title(judge.mode))


def told_apart(judges: Sequence[Judge]) -> list[str]:
    """Names of several judges; those that would be the same say their ids too."""
    names = [judge_name(judge) for judge in judges]
    return [
        f"{name} · {judge.id}" if names.count(name) > 1 else name
        for name, judge in zip(names, judges, strict=True)
    ]


def group_name(by: str, name: str, called: Called) -> str:
    """A tier, dimension, domain, expert or system as it is shown."""
    return called(name) if by == "expert" else part_name(by, name)


def tested(found: Difference) -> str:
    """A difference with interval and p, for a sentence."""
    interval = said_interval(Unit.COEFFICIENT, found)
    return f"{signed(found.value)} {interval}, {p_words(found.reported_p)}"


def p_words(p: float | None) -> str:
    """A probability as it is reported: never as zero."""
    if p is None:
        return t("p unknown")
    return t("p < 0.001") if p < 0.0005 else t("p = {p}", p=figure(p, 3))


def signed(value: float | None) -> str:
    """A difference with its sign."""
    if value is None:
        return "–"
    return figure(value) if value < 0 else f"+{figure(value)}"


def verdict_words(found: Alignment, missing: Sequence[Shortfall]) -> str:
    """How far the judge follows the experts, in words that the evidence permits."""
    cdr = found.rank["cdr"]
    if cdr.value is None:
        return t("No two responses to the same task have been judged by both, so their order cannot be compared.")  # fmt: skip
    if not found.anchors_known:
        return t("May look better than it is: the judge’s anchors are unknown")
    levels = evidence_by_level(found, missing)
    if any(levels.values()) and not all(levels.values()):
        return t(
            "Met or not met: {decided}; graded: {graded}",
            **{name: t("enough evidence") if is_enough else t("not enough evidence")
               for name, is_enough in levels.items()},
        )  # fmt: skip
    if missing:
        return t("Not enough evidence")
    return evident_words(found)


def missing_sentence(missing: Sequence[Shortfall]) -> str:
    """What the evidence lacks; empty where it is enough."""
    return t("Missing: {shortfall}.", shortfall=shortfall_words(missing)) if missing else ""


def answer_sentence(look: Look) -> str:
    """Accuracy over single checkpoints beside that of the majority class, and graded figures."""
    judge = look.judge
    if judge is None or judge.alignment is None:
        return ""
    said = (_decided_sentence(judge.alignment), _graded_sentence(judge.alignment))
    return " ".join(filter(None, said))


def _graded_sentence(alignment: Alignment) -> str:
    found = alignment.graded
    if found is None:
        return ""
    return t(
        "Graded checkpoints ({scale}): weighted κ {kappa}, mean absolute error {error} on {n}; always the median: {constant}.",
        scale=scale_name(alignment.scales[-1].scale), n=number(found.n),
        kappa=with_interval(Unit.COEFFICIENT, found["weighted_kappa"]),
        error=with_interval(Unit.POINTS, found["mae"]),
        constant=value_words(Unit.POINTS, found["constant_mae"].value),
    )  # fmt: skip


def _decided_sentence(alignment: Alignment) -> str:
    found = alignment.criterion
    if not found.n:
        return ""
    return t(
        "Accuracy {share} on {n} checkpoints; majority-class baseline: {constant}.",
        share=with_interval(Unit.SHARE, found["accuracy"]), n=number(found.n),
        constant=percent(found["constant_accuracy"].value),
    )  # fmt: skip


def self_sentence(look: Look) -> str:
    """Whether the judge agrees with itself: an inconsistent one invalidates what follows."""
    judge = look.judge
    if judge is None:
        return ""
    own = judge.consistency
    if own is None or not own.figures.n:
        return t("Self-consistency not measured (1 trial).")
    return t(
        "Asked {trials} times, it gives the same answer throughout on {share} of {n} checkpoints.",
        trials=own.trials, share=percent(own.figures["unanimous"].value),
        n=number(own.figures.n),
    )  # fmt: skip


def settings_sentence(look: Look) -> str:
    """How the intervals were made, what the sign at some means, and how much was excluded."""
    judge = look.judge
    left_out, unseen = (int(judge.shown.mask.sum()), judge.unseen) if judge else (0, 0)
    parts = (
        (True, t("95 % intervals by task or family")),
        *((True, words) for words in _beside(look)),
        (_has_cautions(look), legend()),
        (left_out, tn("{n} response excluded (anchor or near-duplicate)",
                      "{n} responses excluded (anchors and near-duplicates)", left_out)),
        (unseen, tn("{n} verdict without seeing all attachments",
                    "{n} verdicts without seeing all attachments", unseen)),
    )  # fmt: skip
    return " · ".join(words for is_so, words in parts if is_so and words)


def _beside(look: Look) -> list[str]:
    """What experts judged and the judge did not decide, and a system that it favours."""
    found = look.judge.alignment if look.judge else None
    if found is None:
        return []
    seen = found.seen(names_systems=look.names_systems)
    return [unanswered_sentence(seen), favour_sentence(seen)]


def _has_cautions(look: Look) -> bool:
    """Whether a figure of the judge, of one of its groups, or of a comparison is marked."""
    if look.judge is None or look.judge.alignment is None or look.detail is None:
        return False
    found = look.judge.alignment
    groups = (group.figures for kind in look.detail.groups.values() for group in kind)
    return (
        bool(found.rank.cautions)
        or any(figures.cautions for figures in (found.criterion, *groups))
        or any(one.figures.cautions for one in found.scales)
        or any(test.caution for item in look.analysis.comparisons for test in item.tests.values())
    )


def weakest_sentence(found: Weakest, called: Called) -> str:
    """Where the judge follows the experts least, and whether that is more than chance."""
    group = found.group
    contrast = group.contrast if group else None
    if not found.compared:
        return t("Too little data to compare tiers, dimensions and domains.")  # fmt: skip
    if group is None or contrast is None:
        return tn("{n} tier, dimension or domain compared: none lies below the others.",
                  "{n} tiers, dimensions and domains compared: none lies below the others.",
                  found.compared)  # fmt: skip
    values = {
        "by": t(GROUPINGS[group.by]),
        "name": group_name(group.by, group.name, called),
        "kappa": with_interval(Unit.COEFFICIENT, group.figures["kappa"]),
        "n": number(group.figures.n),
        "less": figure(abs(contrast.value or 0.0)),
        "span": said_interval(Unit.COEFFICIENT, contrast),
        "p": p_words(contrast.corrected_p),
        "compared": number(found.compared),
    }
    if found.is_sure:
        said = t(
            "Weakest: {by} “{name}”, κ {kappa} on {n} answers. That is {less} below everything else ({span}; {p}, corrected for {compared} comparisons).",
            **values,
        )  # fmt: skip
        return "\n".join([said, *_why(found, group)])
    return t(
        "No significant differences. Lowest is {by} “{name}”, κ {kappa} on {n} " "verdicts, {less} below the rest ({span}); among {compared} comparisons " "chance explains that ({p}).",
        **values,
    )  # fmt: skip


def _why(found: Weakest, group: Group) -> list[str]:
    """What its errors have in common, as far as that is known."""
    leans = found.leans or 0.0
    points = figure(100 * abs(leans), 0)
    said = (
        (found.leans is not None and leans > 0,
         t("There it says met {points} points more often than the experts.", points=points)),
        (found.leans is not None and leans <= 0,
         t("There it says met {points} points less often than the experts.", points=points)),
        (found.is_rare,
         t("Yet it answers {share} there as the experts do, not surely less than elsewhere: κ is low because one of the answers is rare.",
           share=percent(group.figures["accuracy"].value))),
    )  # fmt: skip
    return [words for is_so, words in said if is_so]


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
            *_named_groups(wanted, GROUPINGS, called),
            *(words for is_so, words in scores if is_so),
        )
    )


def _named_groups(
    wanted: CaseFilter | PairFilter, kinds: Iterable[str], called: Called
) -> list[str]:
    """The groups that a filter names."""
    return [
        labelled(t(GROUPINGS[by]), group_name(by, value, called))
        for by in kinds
        if (value := getattr(wanted, by))
    ]


def pair_words(wanted: PairFilter, called: Called) -> str:
    """A filter of pairs as a heading."""
    order = t(ORDERS.get(wanted.order, ORDERS[""]))
    return " · ".join((order, *_named_groups(wanted, ("domain", "expert"), called)))


def validity_words(found: Validity) -> str:
    """Why a certificate no longer holds; empty where it does."""
    return listed(t(BOUND[name]) for name in found.changed)


def outdated_words(changed: Sequence[str]) -> str:
    """Why a finding no longer holds."""
    return listed(t(LAPSED[name]) for name in changed)


def again_words(found: AskAgain) -> list[str]:
    """What the next run would ask, and what people have to decide anew, a sentence each."""
    missing = number(found.missing)
    said = (
        (found.stale,
         tn("{n} verdict rests on a text that was edited since.",
            "{n} verdicts rest on texts that were edited since.", found.stale)),
        (found.missing and found.is_new_judge,
         t("Refitted, it is another judge: all {n} verdicts are requested.", n=missing)),
        (found.missing and not found.is_new_judge,
         t("A run would ask for {n} answers on {tasks} tasks in {calls} calls; the other {known} are known.",
           n=missing, tasks=number(found.tasks), calls=number(found.calls), known=number(found.known))),
        (found.stale_judgments,
         tn("{n} judgment rests on an older text: its expert decides it again before it counts.",
            "{n} judgments rest on older texts: their experts decide them again before they count.",
            found.stale_judgments)),
    )  # fmt: skip
    return [words for is_so, words in said if is_so]


def between_words(found: Between) -> str:
    """What was done between two certificates, and what came of it."""
    moved = found.progress
    done = [
        words
        for count, words in (
            (found.edited, tn("{n} checkpoint fixed", "{n} checkpoints fixed", found.edited)),
            (found.reweighted, tn("{n} reweighted", "{n} reweighted", found.reweighted)),
            (found.added, tn("{n} checkpoint added", "{n} checkpoints added", found.added)),
            (found.removed, tn("{n} checkpoint removed", "{n} checkpoints removed", found.removed)),
            (moved.gold_changed,
             tn("{n} expert answer changed", "{n} expert answers changed", moved.gold_changed)),
            (found.asked, tn("{n} verdict asked for", "{n} verdicts asked for", found.asked)),
        )
        if count
    ]  # fmt: skip
    done += [
        t("{what} changed", what=t(BOUND[name]))
        for name in ("judge", "prompt", "policy")
        if name in found.changed
    ]
    head = listed(done) or t("Nothing was changed")
    return t("{done}: CDR {cdr}, κ {kappa}.", done=head, cdr=moved_words(moved.cdr), kappa=moved_words(moved.kappa))  # fmt: skip


def moved_words(shift: Shift) -> str:
    """A figure before and after, with the interval of the difference."""
    said = f"{figure(shift.before)} → {figure(shift.after)}"
    if shift.interval is None:
        return said
    return t("{moved} (difference {difference} {span})", moved=said, difference=signed(shift.difference), span=interval_text(Unit.COEFFICIENT, shift.interval))  # fmt: skip


def comparison_words(found: Comparison, first: str, second: str) -> list[str]:
    """Whether the second judge is better than the first: by task, then on these tasks only."""
    named = {"first": first, "second": second}
    moved, test = found.tests["cdr"], found.mcnemar
    said = [_order_compared(moved, named)]
    if found.scale is not None:
        said.append(
            t(
                "{second} less {first} on graded checkpoints ({scale}), tests by task, p corrected: weighted κ {kappa}; mean absolute error {error}.",
                kappa=tested(found.tests["weighted_kappa"]),
                error=tested(found.tests["mae"]), scale=scale_name(found.scale), **named,
            )
        )  # fmt: skip
    if not found.n:
        return said
    return [
        *said,
        t(
            "{second} less {first}, tests by task, p corrected: CDR {cdr}; κ {kappa}; accuracy {accuracy}.",
            cdr=tested(moved), kappa=tested(found.tests["kappa"]),
            accuracy=tested(found.tests["accuracy"]), **named,
        ),
        t(
            "On these tasks only: of {n} shared checkpoints {first} alone is right on {one}, {second} alone on {two} (exact McNemar, {p} corrected).",
            n=number(found.n), one=number(test.only_first), two=number(test.only_second),
            p=p_words(test.p if test.corrected_p is None else test.corrected_p), **named,
        ),
    ]  # fmt: skip


def _order_compared(moved: Difference, named: dict[str, str]) -> str:
    if moved.value is None:
        return t("They share no two responses to one task, so their order cannot be compared.")
    if not moved.is_significant:
        return t("{second} and {first}: no significant difference in ranking responses.", **named)
    if moved.value > 0:
        return t("{second} ranks responses better than {first}.", **named)
    return t("{second} ranks responses worse than {first}.", **named)
