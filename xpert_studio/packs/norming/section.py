"""The section of norming: agreement of experts before and after they discussed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Estimate,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    figure,
    headline,
    labelled,
    listed,
    mark,
    percent,
    t,
)
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.norming.figures import (
    NormingLine,
    SessionView,
    decision_words,
    plain,
    seen_sessions,
)
from xpert_studio.packs.norming.records import ROUNDS, STEPS
from xpert_studio.report.sentences import span

_NONE: Final = Estimate(None, None, 0)
Sessions = Sequence[SessionView]


def _compute(view: View) -> Sessions | None:
    with view.project.reading() as tx:
        found = seen_sessions(tx, person_of(tx, view.person_id) if view.person_id else None)
    return [one for one in found if one.agreement] or None


def _blocks(found: Sessions) -> Iterator[Block]:
    for one in found:
        yield headline(summary(one))
    yield board(found)
    if said_table := discussed(found):
        yield said_table
    yield Note(
        t(
            "Krippendorff's α over the checkpoints of a session, with 95 % intervals over families "
            "of tasks. What is judged in a session counts in no other figure."
        )
    )


def summary(one: SessionView) -> str:
    """Agreement before and after, in a sentence."""
    if 1 not in one.agreement and one.withheld:
        return t(
            "{title}: you still have to judge a response of it; what was decided is shown then.",
            title=one.session.title,
        )
    if 1 not in one.agreement:
        return t("{title}: nothing was revealed yet.", title=one.session.title)
    first, second = (alpha_of(one, number) for number in ROUNDS)
    if second.value is None and 2 not in one.agreement:
        return t(
            "{title}: α {first} ({interval}, n={n}) before the discussion; not judged again yet.",
            title=one.session.title,
            first=figure(first.value),
            interval=_interval(first),
            n=items_of(one, 1),
        )
    return t(
        "{title}: α {first} ({interval}, n={n}) before the discussion, {second} "
        "({second_interval}, n={second_n}) after it.",
        title=one.session.title,
        first=figure(first.value),
        interval=_interval(first),
        n=items_of(one, 1),
        second=figure(second.value),
        second_interval=_interval(second),
        second_n=items_of(one, 2),
    )


def _interval(one: Estimate) -> str:
    return span(one.interval) if one.interval else t("no interval: one family")


def alpha_of(one: SessionView, number: int) -> Estimate:
    """α of a round: over what is met or not, else over scores of all scales."""
    found = one.agreement.get(number)
    if found is None:
        return _NONE
    if found.items or not found.scales:
        return found.figures["alpha"]
    return found.scales[-1].figures.get("interval_alpha", _NONE)


def items_of(one: SessionView, number: int) -> int:
    """Checkpoints of responses behind α of a round."""
    found = one.agreement.get(number)
    if found is None:
        return 0
    return found.items or sum(scale.figures.n for scale in found.scales[-1:])


def board(found: Sessions) -> Table:
    """A row a session."""
    interval = t("95 % interval")
    columns = (
        Column(t("Session")),
        Column(t("State")),
        Column(t("Experts"), "0"),
        Column(t("α before"), "0.00"),
        Column(interval, "0.00", interval=True),
        Column("n", "0"),
        Column(t("α after"), "0.00"),
        Column(interval, "0.00", interval=True),
        Column("n", "0"),
    )
    rows = tuple(
        Row(
            (
                one.session.title,
                STEPS.title(one.session.step),
                len(one.session.experts),
                alpha_of(one, 1).value,
                alpha_of(one, 1).interval,
                items_of(one, 1),
                alpha_of(one, 2).value,
                alpha_of(one, 2).interval,
                items_of(one, 2),
            ),
            opens=("norming", one.id),
        )
        for one in found
    )
    return Table(columns, rows, t("Agreement before and after the discussion."), t("Sessions"))


def side_by_side(one: SessionView, *, has_words: bool = True) -> Iterator[Block]:
    """All decisions of a session beside each other, those that differ first.

    Args:
        one: The session.
        has_words: Whether rationales and comments stand in it; else they are shown beside it.
    """
    for number, title in ((1, t("First round")), (2, t("After the discussion"))):
        lines = [line for line in one.lines if line.rounds.get(number)]
        if not lines:
            continue
        lines.sort(key=lambda line: not line.differs(number))
        n = sum(line.differs(number) for line in lines)
        yield Heading(title)
        yield Text(
            t(
                "They differ on {n} of {all} ({share}).",
                n=n,
                all=len(lines),
                share=percent(n / len(lines)),
            )
        )
        yield _round_table(one, lines, number, title, has_words=has_words)


def _round_table(
    one: SessionView, lines: Sequence[NormingLine], number: int, title: str, *, has_words: bool
) -> Table:
    experts = one.session.experts
    words = (Column(t("Rationales"), detail=True), Column(t("Comments"), detail=True))
    columns = (
        Column(t("Response")),
        Column(t("Checkpoint")),
        *(Column(one.called.get(name, name)) for name in experts),
        *(words if has_words else ()),
    )
    rows = tuple(
        Row(
            (
                line.response if has_words else one.titles[line.response_id],
                line.point.text,
                *(decision_words(line.rounds[number].get(who), line.point) for who in experts),
                *(_words(one, line, number) if has_words else ()),
            ),
            opens=("line", line.response_id, line.point.id),
        )
        for line in lines
    )
    return Table(columns, rows, t("Those that differ come first."), title)


def _words(one: SessionView, line: NormingLine, number: int) -> tuple[str, str]:
    """The rationales of a round and the comments on a checkpoint, a person a line."""
    return (
        "\n".join(
            labelled(one.called.get(who, who), said.rationale)
            for who, said in line.rounds[number].items()
        ),
        "\n".join(labelled(one.called.get(c.person, c.person), c.text) for c in line.comments),
    )


def discussed(found: Sessions) -> Table | None:
    """What was said of the checkpoints that were discussed, without names; None for nothing."""
    columns = (
        Column(t("Session")),
        Column(t("Checkpoint")),
        Column(t("First round")),
        Column(t("After the discussion")),
        Column(t("What was said")),
    )
    rows = tuple(
        Row(
            (
                one.session.title,
                line.point.text,
                *(_counted(line, number) for number in ROUNDS),
                "\n".join(said.text for said in line.comments),
            ),
            opens=("norming", one.id),
        )
        for one in found
        for line in one.lines
        if line.comments
    )
    return Table(columns, rows, "", t("What was said")) if rows else None


def _counted(line: NormingLine, number: int) -> str:
    """How many experts decided a checkpoint how, in a round."""
    said = Counter(decision_words(each, line.point) for each in line.rounds[number].values())
    return listed(f"{word} ×{n}" for word, n in said.most_common())


NORMING: Final = Section(
    "norming",
    mark("Norming"),
    mark("Do experts agree better once they have discussed where they differ?"),
    _compute,
    _blocks,
    lambda found: [plain(one) for one in found],
    after="qualifications",
    places=(REPORT,),
    missing=mark("No norming session has been revealed yet."),
    makes="norm start {project} RESPONSE --expert ID --expert ID",
)
