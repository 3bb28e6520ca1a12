"""Panels of a project: which judge counts for which system, their votes, and how they agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from xpert_studio.core.atomic_files import need_free, whole_file
from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.judge.providers.registry import shared_family
from xpert_studio.core.metrics import ExpertAgreement, expert_agreement
from xpert_studio.core.metrics.panels import (
    EffectiveVotes,
    PanelVotes,
    effective_votes,
    panel_votes,
)
from xpert_studio.core.records import Judge, Panel
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, IntArray, Ratings
from xpert_studio.core.workflow.anchors import ShownAnchors
from xpert_studio.report.csv_tables import Value, write_tables


@dataclass(frozen=True, slots=True)
class Seat:
    """A judge of a panel on one system.

    Attributes:
        decided: Its usable verdicts.
        expected: Those it needs for complete coverage.
        family: The family that judge and system share; None where they do not, or it is unknown.
        counts: Whether it counts for the system.
    """

    judge: str
    system: str
    decided: int
    expected: int
    family: str | None
    counts: bool

    @property
    def missing(self) -> int:
        """Verdicts it lacks."""
        return self.expected - self.decided


class Vote(NamedTuple):
    """A judge's value of one checkpoint of one response; None without a usable verdict."""

    judge: str
    value: float | None
    counts: bool


@dataclass(frozen=True, slots=True)
class PanelFindings:
    """What is known of a panel besides what is known of every judge.

    Attributes:
        panel: Its definition.
        judges: Its judges that have verdicts.
        absent: Ids of those that have none.
        members: The judges' answers, each the majority or median over its trials.
        votes: What they come to.
        agreed: Computes the agreement among them, once.
        counted: Computes how many independent votes they come to, once.
        seats: Every judge on every system of which the panel has verdicts.
    """

    panel: Panel
    judges: tuple[Judge, ...]
    absent: tuple[str, ...]
    members: tuple[Ratings, ...]
    votes: PanelVotes
    agreed: Callable[[], ExpertAgreement | None]
    counted: Callable[[], EffectiveVotes | None]
    seats: tuple[Seat, ...]

    @property
    def agreement(self) -> ExpertAgreement | None:
        """Among its judges, without responses that are excluded from alignment.

        None where no two have judged the same.
        """
        return self.agreed()

    @property
    def effective(self) -> EffectiveVotes | None:
        """How many independent votes its judges come to; None without gold judgments."""
        return self.counted()

    @property
    def uncounted(self) -> tuple[str, ...]:
        """The systems that no judge of it counts for."""
        counted = {seat.system for seat in self.seats if seat.counts}
        return tuple(dict.fromkeys(s.system for s in self.seats if s.system not in counted))

    def votes_on(
        self, catalog: Catalog, response_id: str, checkpoint_id: str
    ) -> tuple[float | None, tuple[Vote, ...]]:
        """What the panel says of a checkpoint of a response, and each judge's vote.

        The panel's value is None where no judge counts; nothing is known of other ids.
        """
        if response_id not in catalog.responses:
            return None, ()
        response = catalog.responses.index(response_id)
        mine = catalog.checkpoint_task == catalog.response_task[response]
        names = (
            place for place in np.flatnonzero(mine) if catalog.checkpoints[place] == checkpoint_id
        )
        point = next(names, NONE)
        counts = self.votes.counts[:, catalog.response_system[response]]
        said = [_value_at(own, response, int(point)) for own in (self.votes.marks, *self.members)]
        votes = zip(self.members, said[1:], counts.tolist(), strict=True)
        return said[0], tuple(Vote(own.rater, value, counted) for own, value, counted in votes)

    def plain(self, *, names_systems: bool = True) -> dict[str, Any]:
        """All of it for a program; without systems where these are hidden."""
        seats = [asdict(seat) | {"missing": seat.missing} for seat in self.seats]
        return {
            **self.panel.model_dump(mode="json"),
            "without_verdicts": list(self.absent),
            "agreement": self.agreement.plain() if self.agreement else None,
            "effective_votes": self.effective.plain() if self.effective else None,
        } | ({"by_system": seats} if names_systems else {})


def _value_at(marks: Ratings, response: int, checkpoint: int) -> float | None:
    own = marks.value[(marks.response == response) & (marks.checkpoint == checkpoint)]
    return float(own[0]) if own.size and not np.isnan(own[0]) else None


def panel_findings(
    catalog: Catalog,
    panel: Panel,
    members: Mapping[str, tuple[Judge, Ratings]],
    left_out: BoolArray,
    experts: Ratings | None,
) -> PanelFindings:
    """What the judges of a panel say together.

    Args:
        catalog: What there is to judge.
        panel: The definition.
        members: By judge id those of its judges that have verdicts, with their answers.
        left_out: Per response, whether it is excluded from agreement.
        experts: The experts' (consensus) answers; None without any.
    """
    judges = tuple(judge for judge, _ in members.values())
    marks = tuple(found for _, found in members.values())
    families = [[shared_family(judge, system) for system in catalog.systems] for judge in judges]
    is_same = np.array([[one is not None for one in row] for row in families], np.bool_)
    is_same = is_same.reshape(len(judges), len(catalog.systems))
    votes = panel_votes(
        catalog,
        marks,
        panel.rule,
        barred=is_same if panel.exclude_same_family else np.zeros_like(is_same),
        name=panel.as_judge().id,
    )
    kept = [own.where(~left_out[own.response]) for own in marks]
    return PanelFindings(
        panel=panel,
        judges=judges,
        absent=tuple(name for name in panel.judges if name not in members),
        members=marks,
        votes=votes,
        agreed=cache(lambda: expert_agreement(catalog, kept) or None),
        counted=cache(
            lambda: effective_votes(catalog, experts, kept) if experts is not None else None
        ),
        seats=tuple(
            Seat(
                judge.id,
                system,
                int(votes.decided[row, code]),
                int(votes.expected[code]),
                families[row][code],
                bool(votes.counts[row, code]),
            )
            for code, system in enumerate(catalog.systems)
            for row, judge in enumerate(judges)
            if votes.expected[code]
        ),
    )


def shown_together(shown: Sequence[ShownAnchors]) -> ShownAnchors:
    """What the judges of a panel were shown: what any of them was shown."""
    excluded = dict.fromkeys(one for own in shown for one in own.excluded)
    borderline = dict.fromkeys(one for own in shown for one in own.borderline)
    return replace(
        shown[0],
        mask=np.any([own.mask for own in shown], axis=0),
        excluded=tuple(excluded),
        borderline=tuple(one for one in borderline if one not in excluded),
        are_known=all(own.are_known for own in shown),
    )


def need_votes_target(target: Path, *, replace: bool) -> None:
    """Refuses what no votes can be written to; before they are computed.

    Raises:
        UsageError: The file is no ``.csv``, or exists and may not be replaced.
    """
    if target.suffix.lower() != ".csv":
        raise UsageError("Votes are written as .csv.", remedy="Choose a name that ends in .csv.")
    need_free(target, replace=replace)


def write_votes(catalog: Catalog, findings: PanelFindings, target: Path, *, replace: bool) -> None:
    """Writes the vote of every judge on every checkpoint, and what they come to, as CSV.

    A judge has two columns: its value, empty without a usable verdict, and whether it counts.

    Args:
        catalog: What there is to judge.
        findings: The panel.
        target: The file.
        replace: Whether an existing file may be replaced.

    Raises:
        UsageError: The file is no ``.csv``, or exists and may not be replaced.
    """
    need_votes_target(target, replace=replace)
    ids = [marks.rater for marks in findings.members]
    heads = ["task_id", "system", "response_id", "checkpoint_id", "checkpoint", "panel", "score"]
    rows: list[list[Value]] = [
        [*heads, *(head for name in ids for head in (name, f"{name} counts"))]
    ]
    marks, columns = findings.votes.marks, _vote_places(findings, catalog)
    asked = asked_of(catalog)

    def cell(point: int, value: float) -> Value:
        instrument, own = asked.at(point)
        return None if np.isnan(value) else instrument.word(value, own)

    for row, (response, point) in enumerate(
        zip(marks.response.tolist(), marks.checkpoint.tolist(), strict=True)
    ):
        system = int(catalog.response_system[response])
        places = [int(column[row]) for column in columns]
        values = [
            own.value[place] if place != NONE else np.nan
            for own, place in zip(findings.members, places, strict=True)
        ]
        score = float(marks.score[row])
        rows.append(
            [
                catalog.tasks[catalog.response_task[response]],
                catalog.systems[system],
                catalog.responses[response],
                catalog.checkpoints[point],
                catalog.checkpoint_texts[point],
                cell(point, marks.value[row]),
                None if np.isnan(score) else score,
                *(
                    said
                    for judge, value in enumerate(values)
                    for said in (cell(point, value), int(findings.votes.counts[judge, system]))
                ),
            ]
        )
    with whole_file(target, replace=replace) as unfinished:
        write_tables(unfinished, [("", rows)])


def _vote_places(findings: PanelFindings, catalog: Catalog) -> list[IntArray]:
    """By judge, the place of its answer to each answer of the panel; ``NONE`` where it has none."""
    width = max(len(catalog.checkpoints), 1)
    marks = findings.votes.marks
    wanted = marks.response.astype(np.int64) * width + marks.checkpoint
    columns = []
    for own in findings.members:
        place = np.full(wanted.size, NONE, np.int32)
        keys = own.response.astype(np.int64) * width + own.checkpoint
        place[np.searchsorted(wanted, keys)] = np.arange(keys.size, dtype=np.int32)
        columns.append(place)
    return columns
