"""The section of qualifications: who is admitted in which domain, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from xpert_studio.api.sections import (
    REPORT,
    Block,
    Cell,
    Column,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    between,
    domain_name,
    figure,
    headline,
    in_a_row,
    mark,
    percent,
    t,
    tn,
    translated,
)
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.qualification.board import (
    ADMITTED,
    CANDIDATES,
    Admitted,
    PersonInDomain,
    places_in,
)
from xpert_studio.packs.qualification.standing import Standing

_SHORT: Final = 12
Places = Sequence[PersonInDomain]


def _compute(view: View) -> Places | None:
    with view.project.reading() as tx:
        found = places_in(tx, person_of(tx, view.person_id) if view.person_id else None)
    return [one for one in found if one.admitted is not Admitted.NOT_ASKED] or None


def blocks(found: Places) -> Iterator[Block]:
    """What the section shows."""
    yield headline(summary(found))
    yield _table(found)
    for one in found:
        who = {"person": one.person.called, "domain": domain_name(one.domain) or "–"}
        if one.stale:
            why = in_a_row(map(translated, one.stale))
            yield headline(t("That {person} passed in {domain} is stale. {why}", why=why, **who))
        if one.admitted is Admitted.EXEMPT:
            reason = one.held.exemption if one.held and one.held.exemption else "–"
            yield Note(t("{person} was exempted in {domain}: {reason}", reason=reason, **who))
    yield from _open(found)


def summary(found: Places) -> str:
    """How many are admitted, and how."""
    examined, exempt, before = (
        sum(one.admitted is kind for one in found)
        for kind in (Admitted.EXAMINED, Admitted.EXEMPT, Admitted.BEFORE)
    )
    return tn(
        "{n} admission to a domain: {examined} examined, {exempt} exempt, {before} from before.",
        "{n} admissions to domains: {examined} examined, {exempt} exempt, {before} from before.",
        examined + exempt + before,
        examined=examined,
        exempt=exempt,
        before=before,
    )


def _table(places: Places) -> Table:
    found = sorted(places, key=lambda one: one.admitted not in CANDIDATES)
    figures = (
        Column(t("Points"), "0.0%", meaning=t("Share of the points of rated answers.")),
        Column(t("Questions"), "0"),
        Column(t("Agreement with gold"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Decisions"), "0"),
        Column(t("Missed"), "0.0%", meaning=t("Of faults by gold, the share that was passed.")),
        Column(t("Invented"), "0.0%", meaning=t("Of what gold passes, the share found at fault.")),
    )
    has_figures = any(one.standing is not None for one in found)
    columns = (
        Column(t("Person")),
        Column(t("Domain")),
        Column(t("State")),
        *(figures if has_figures else ()),
        Column(t("Decided by"), detail=True),
        Column(t("On"), detail=True),
    )
    if not has_figures:
        rows = tuple(_row(one, without_figures=True) for one in found)
        return Table(columns, rows, "", t("Qualifications"), short=_SHORT)
    caption = t(
        "Questions are counted for points; intervals of agreement are over families of trial tasks."
    )
    return Table(columns, tuple(map(_row, found)), caption, t("Qualifications"), short=_SHORT)


def _row(one: PersonInDomain, *, without_figures: bool = False) -> Row:
    held, standing = one.held, one.standing
    figures: tuple[Cell, ...] = () if without_figures else (None,) * 7
    if standing is not None:
        compared = standing.compared
        figures = (
            standing.points.value,
            standing.counted,
            compared.agreement.value,
            compared.agreement.interval,
            compared.n,
            compared.missed.value,
            compared.invented.value,
        )
    return Row(
        (
            one.person.called,
            domain_name(one.domain) or "–",
            ADMITTED.title(one.admitted),
            *figures,
            one.decider or None,
            held.decided_at.date().isoformat() if held and held.decided_at else None,
        ),
        opens=("person", one.person.id, one.domain),
    )


def all_done(one: Standing) -> str:
    """What a person is told who has nothing left to answer or to judge."""
    if not one.has_begun:
        return t("There is nothing to answer or to judge here yet.")
    if one.lacking:
        return tn(
            "{n} trial task has still to be added for you: ask a lead or senior expert.",
            "{n} trial tasks have still to be added for you: ask a lead or senior expert.",
            one.lacking,
        )
    return t("All is submitted. A senior expert of the domain decides.")


def beside_blocks(found: Standing, names: Mapping[str, str]) -> Iterator[Block]:
    """What a person answered and decided, beside what is right.

    Args:
        found: Where they stand.
        names: What the viewer knows responses by, by id.
    """
    answers = tuple(
        Row(
            (
                one.question.text,
                one.answer.said,
                one.question.key or one.question.guide or "–",
                t("changed") if one.is_changed else one.points,
                one.question.points,
                one.mark.comment if one.mark else "",
            )
        )
        for one in found.rated
    )
    if answers:
        columns = (
            Column(t("Question")),
            Column(t("Answer")),
            Column(t("Right")),
            Column(t("Points"), "0"),
            Column(t("Of"), "0"),
            Column(t("Comment")),
        )
        yield Table(columns, answers, "", t("Answers"))
    other = [one for one in found.compared.lines if one.agreement < 1]
    if other:
        columns = (
            Column(t("Response")),
            Column(t("Checkpoint")),
            Column(t("Decision")),
            Column(t("Rationale")),
            Column(t("Gold")),
            Column(t("Rationale of gold")),
        )
        rows = tuple(
            Row(
                (
                    names.get(one.response_id, one.response_id),
                    one.point.text,
                    one.own_said,
                    one.rationale,
                    one.gold_said,
                    one.gold_rationale,
                )
            )
            for one in other
        )
        yield Table(columns, rows, "", t("Trial tasks decided differently from gold"))


def _open(found: Places) -> Iterator[Block]:
    waiting = [one for one in found if one.standing is not None and one.standing.missing]
    open_ = [one for one in waiting if one.admitted in CANDIDATES]
    if open_:
        yield Heading(t("What is missing"))
    for one in open_:
        said = in_a_row(map(translated, one.standing.missing if one.standing else ()))
        yield Text(f"{one.person.called}, {domain_name(one.domain)}: {said}")


def plain(found: Places) -> list[dict[str, Any]]:
    """For programs."""
    return [_plain(one) for one in found]


def _plain(one: PersonInDomain) -> dict[str, Any]:
    said: dict[str, Any] = {
        "person": one.person.id,
        "domain": one.domain,
        "state": one.admitted.value,
        "decided_by": one.held.decided_by if one.held else None,
        "exemption": one.held.exemption if one.held else None,
        "comments": one.held.comments if one.held else None,
        "stale": list(one.stale),
    }
    standing = one.standing
    if standing is None:
        return said
    return said | {
        "attempt": standing.attempt,
        "to_answer": len(standing.to_answer),
        "to_rate": len(standing.to_rate),
        "to_try": len(standing.to_try),
        **standing.points.named("points"),
        "questions": standing.counted,
        "missing": list(standing.missing),
        **standing.compared.plain(),
    }


def reached(one: PersonInDomain) -> str:
    """What a person reached, in a line; empty for nothing."""
    if one.standing is None or not one.standing.has_begun:
        return ""
    points, agreement = one.standing.points, one.standing.compared.agreement
    found = agreement.interval
    return t(
        "Points {points} (n={questions}; {least} needed), "
        "agreement with gold {agreement} ({interval}n={decisions}; {asked} needed)",
        points=percent(points.value),
        questions=one.standing.counted,
        least=percent(one.rules.pass_share),
        agreement=percent(agreement.value),
        interval=f"{between(figure(100 * found[0], 0), percent(found[1]))}, " if found else "",
        decisions=one.standing.compared.n,
        asked=percent(one.rules.trial_agreement),
    )


QUALIFICATIONS: Final = Section(
    "qualifications",
    mark("Qualifications"),
    mark("Who is admitted in which domain, and what does it rest on?"),
    _compute,
    blocks,
    plain,
    after="experts",
    places=(REPORT,),
    missing=mark("No person was examined, and the project does not ask for it."),
    makes="exam ask {project} DOMAIN TEXT --option A --option B --key A",
)
