"""Panels in sentences: their judges, who counts where and why, and what they say of a case."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from xpert_studio.core.instruments import word_for
from xpert_studio.core.metrics.panels import LEAST_CLUSTERS, EffectiveVotes
from xpert_studio.core.records import RULES, Checkpoint, Judge, PanelRule
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import (
    between,
    clauses,
    figure,
    in_a_row,
    listed,
    mark,
    rating_word,
    t,
    tn,
)
from xpert_studio.report.panels import PanelFindings
from xpert_studio.report.sentences import judge_name, named_together

_MEANINGS: Final = {
    PanelRule.MEAN: mark(
        "A checkpoint's score is the mean of the scores of the judges that decide it; whether it "
        "is met is decided by "
        "majority, a tie counts as not met."
    ),
    PanelRule.MAJORITY: mark(
        "A checkpoint is met where more than half of the judges that decide it say so; of values "
        "on a scale the "
        "median counts, the lower of two in the middle."
    ),
    PanelRule.UNANIMOUS: mark(
        "A checkpoint is met where all judges that decide it say so; of values on a scale the "
        "lowest counts."
    ),
}


def names_of(judges: tuple[Judge, ...]) -> dict[str, str]:
    """Names of judges by id: model and mode, or the id where two would be called the same."""
    names = {judge.id: judge_name(judge) for judge in judges}
    called = list(names.values())
    return {key: name if called.count(name) == 1 else key for key, name in names.items()}


def panel_sentences(panel_findings: PanelFindings, *, names_systems: bool = True) -> list[str]:
    """The judges, the rule, who is excluded for which system and why, and who is kin.

    Args:
        panel_findings: The panel.
        names_systems: Whether systems may be named.
    """
    names = names_of(panel_findings.judges)
    said = [
        in_a_row(
            (
                t(
                    "Panel by rule {rule}: {judges}.",
                    rule=t(RULES[panel_findings.panel.rule]),
                    judges=clauses((*names.values(), *panel_findings.absent)),
                ),
                t(_MEANINGS[panel_findings.panel.rule]),
            )
        )
    ]
    if panel_findings.absent:
        said.append(
            t("Excluded, without verdicts: {judges}.", judges=clauses(panel_findings.absent))
        )
    if panel_findings.effective is not None:
        said.append(_effective_sentence(panel_findings.effective))
    return [*said, *(panel_limits(panel_findings) if names_systems else ())]


def _effective_sentence(effective_votes: EffectiveVotes) -> str:
    votes, correlation = effective_votes.votes, effective_votes.correlation
    if votes.value is None or correlation is None:
        return t(
            "How many independent votes its judges come to is not known: {found} of {needed} "
            "tasks or families of tasks with judgments of experts, and errors of two judges, are "
            "needed.",
            found=votes.tasks,
            needed=LEAST_CLUSTERS,
        )
    return t(
        "Its {judges} judges come to about {votes} independent votes ({span}): their errors "
        "correlate by {correlation:.2f} on {checkpoints} that experts have judged.",
        judges=effective_votes.judges,
        votes=figure(votes.value, 1),
        span=t("no interval")
        if votes.interval is None
        else between(*(figure(end, 1) for end in votes.interval)),
        correlation=correlation,
        checkpoints=tn("{n} checkpoint", "{n} checkpoints", effective_votes.checkpoints),
    )


def panel_limits(panel_findings: PanelFindings) -> list[str]:
    """Which judges do not count for which systems, in sentences; with the systems' names."""
    names = names_of(panel_findings.judges)
    said = []
    incomplete = defaultdict(list)
    kin = defaultdict(list)
    for seat in panel_findings.seats:
        if seat.missing:
            incomplete[seat.judge].append(seat.system)
        if seat.family and (seat.counts or panel_findings.panel.exclude_same_family):
            kin[seat.judge, seat.family].append(seat.system)
    for judge, lacking in incomplete.items():
        said.append(
            t(
                "{judge} is excluded for lack of complete coverage on: {systems}.",
                judge=names[judge],
                systems=listed(lacking),
            )
        )
    does_count = not panel_findings.panel.exclude_same_family
    for (judge, family), systems in kin.items():
        words = {"judge": names[judge], "family": family, "systems": listed(systems)}
        said.append(
            t("Same family ({family}): {judge} counts for {systems} all the same.", **words)
            if does_count
            else t("Same family ({family}): {judge} is excluded for {systems}.", **words)
        )
    return said + _differing(panel_findings)


def _differing(panel_findings: PanelFindings) -> list[str]:
    """Systems for which no judge counts, and whether the others have the same judges."""
    counting: dict[str, frozenset[str]] = {
        seat.system: frozenset(
            one.judge for one in panel_findings.seats if one.system == seat.system and one.counts
        )
        for seat in panel_findings.seats
    }
    none = [system for system, judges in counting.items() if not judges]
    said = []
    if none:
        said.append(t("No judge of the panel counts for {systems}.", systems=named_together(none)))
    if len({judges for judges in counting.values() if judges}) > 1:
        said.append(
            t("Not all systems are scored by the same judges: compare them with that in mind.")
        )
    return said


def case_sentence(
    panel_findings: PanelFindings, catalog: Catalog, response_id: str, point: Checkpoint
) -> str:
    """What a panel says of one checkpoint of a response, and whose votes do not count."""
    value, votes = panel_findings.votes_on(catalog, response_id, point.id)
    names = names_of(panel_findings.judges)
    out = [names[vote.judge] for vote in votes if not vote.counts]
    sentence = t(
        "The panel ({rule}) says: {value}.",
        rule=t(RULES[panel_findings.panel.rule]),
        value=t("no value") if value is None else rating_word(word_for(value, point)),
    )
    return in_a_row(
        [sentence, *([t("Not counted here: {judges}.", judges=clauses(out))] if out else [])]
    )
