"""Systems by domain against their own mean, leaders with their margins, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.core.metrics.specialisation import GroupLeader, Specialisation
from xpert_studio.core.metrics.task_estimates import SIGNIFICANT, Difference
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.report.blocks import (
    PROBABILITY,
    Block,
    Column,
    FewTasks,
    Row,
    Table,
    Text,
)
from xpert_studio.report.part_names import grouping_name, part_name
from xpert_studio.report.section import EXPLORED, REPORT, Option, Section, View, with_rater
from xpert_studio.report.small_groups import SmallGroups

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class WhereSystemsLead:
    """Systems by domain or category; ``who`` is the rater in words."""

    found: Specialisation
    who: str
    small: SmallGroups


@with_rater
def _where_systems_lead(view: View) -> WhereSystemsLead | None:
    """What is asked for: ``profile``, a grouping; else by domain, of two systems and domains."""
    rater_id, scope = view.key
    by = view.asked.get("profile")
    found = view.results.specialisation(rater_id, by or "domain", scope)
    if by is None and (len(found.systems) < 2 or len(found.tasks) < 2):
        return None
    return WhereSystemsLead(found, view.who, view.analysis.small)


def _where_blocks(where: WhereSystemsLead) -> Iterator[Block]:
    yield Text(verdict_sentence(where.found))
    yield leaders_table(where.found, where.small)
    if where.found.profiles:
        yield profile_table(where.found)


def _where_title(where: WhereSystemsLead) -> str:
    return t("Specialisation, by {name}", name=where.who)


SPECIALISATION: Final = Section(
    "specialisation",
    mark("Specialisation"),
    mark("Does one system lead everywhere?"),
    _where_systems_lead,
    _where_blocks,
    lambda where: plain_specialisation(where.found),
    _where_title,
    places=(REPORT, EXPLORED),
    tab=mark("Strengths"),
    option=Option(
        "profile",
        mark("Group by"),
        lambda: {"domain": mark("Domain"), "category": mark("Category")},
    ),
)


def verdict_sentence(specialisation: Specialisation) -> str:
    """Whether there is a universal leader, as far as the tests tell."""
    by = grouping_name(specialisation.by).lower()
    if specialisation.universal is not None:
        return t(
            "{system} scores clearly higher than every other ranked system in every {by} with "
            "enough tasks (paired by task or family, p < {limit}, corrected).",
            system=specialisation.universal,
            by=by,
            limit=SIGNIFICANT,
        )
    if not specialisation.has_no_universal_leader:
        return t(
            "The tasks do not show whether one system leads in every {by}: no difference that "
            "would settle it is clear (paired by task or family, p < {limit}, corrected).",
            by=by,
            limit=SIGNIFICANT,
        )
    beaten = [
        t(
            "{better} above {worse} in {name}",
            better=one.better,
            worse=one.worse,
            name=part_name(specialisation.by, one.name),
        )
        for one in list(specialisation.beaten.values())[:_MOST_NAMED]
    ]
    return t(
        "There is no universal leader: every ranked system scores clearly lower than another one "
        "in some {by} (paired by task or family, p < {limit}, corrected): {beaten}.",
        by=by,
        limit=SIGNIFICANT,
        beaten=listed(beaten),
    )


def leaders_table(specialisation: Specialisation, small: SmallGroups) -> Table:
    """By domain the leader, and its margin over the next."""
    rows = [
        Row(
            _leader_cells(specialisation, leader, small),
            opens=("system", leader.leader) if leader.leader else (),
        )
        for leader in specialisation.leaders
    ]
    return Table(
        columns=(
            Column(grouping_name(specialisation.by)),
            Column(t("Tasks"), "0"),
            Column(t("Leader")),
            Column(t("Score"), "0.0%"),
            Column(t("Runner-up")),
            Column(t("Margin"), "+0.0%"),
            Column(t("95 % interval"), "+0.0%", interval=True),
            Column(t("corrected p"), PROBABILITY),
            Column(t("Clear of all")),
        ),
        rows=tuple(rows),
        caption=small.explain(
            t("Leaders among the ranked systems; margins by task, p corrected over all pairs"),
            *specialisation.tasks.values(),
        ),
        name=t("Leaders"),
    )


def _leader_cells(
    specialisation: Specialisation, group_leader: GroupLeader, small: SmallGroups
) -> tuple[Any, ...]:
    name = part_name(specialisation.by, group_leader.name)
    if group_leader.leader is None or group_leader.figure is None:
        withheld = small.withheld(group_leader.tasks)
        shown = FewTasks(withheld) if withheld else t("no single leader")
        return (name, group_leader.tasks, shown, None, None, None, None, None, None)
    margin = group_leader.margin or Difference(None, None, group_leader.tasks)
    return (
        name,
        FewTasks(group_leader.tasks) if small.includes(group_leader.tasks) else group_leader.tasks,
        group_leader.leader,
        group_leader.figure.value,
        group_leader.runner_up,
        margin.value,
        margin.interval,
        margin.reported_p,
        t("Yes") if group_leader.is_clear else t("No"),
    )


def profile_table(specialisation: Specialisation) -> Table:
    """Each system's mean in each domain less its own mean."""
    rows = [
        Row(
            (
                system,
                part_name(specialisation.by, name),
                specialisation.tasks[name],
                one.first,
                one.second,
                one.value,
                one.interval,
                one.reported_p,
            ),
            opens=("system", system),
        )
        for system, profile in specialisation.profiles.items()
        for name, one in profile.items()
    ]
    return Table(
        columns=(
            Column(t("System")),
            Column(grouping_name(specialisation.by)),
            Column(t("Tasks"), "0"),
            Column(t("Own mean"), "0.0%"),
            Column(t("There"), "0.0%"),
            Column(t("Difference"), "+0.0%"),
            Column(t("95 % interval"), "+0.0%", interval=True),
            Column(t("corrected p"), PROBABILITY),
        ),
        rows=tuple(rows),
        caption=t("Each ranked system against its own mean; p corrected over this table"),
        name=t("Profiles"),
    )


def plain_specialisation(specialisation: Specialisation) -> dict[str, Any]:
    """All of it for a program."""
    return {
        "by": specialisation.by,
        "minimum_tasks": specialisation.fewest,
        "tasks": dict(specialisation.tasks),
        "no_universal_leader": specialisation.has_no_universal_leader,
        "universal_leader": specialisation.universal,
        "beaten": {name: asdict(one) for name, one in specialisation.beaten.items()},
        "leaders": [
            {
                "name": leader.name,
                "tasks": leader.tasks,
                "leader": leader.leader,
                "runner_up": leader.runner_up,
                "margin": None if leader.margin is None else leader.margin.plain(),
                "is_clear": leader.is_clear,
            }
            for leader in specialisation.leaders
        ],
        "profiles": {
            system: {name: cell.plain() for name, cell in profile.items()}
            for system, profile in specialisation.profiles.items()
        },
    }
