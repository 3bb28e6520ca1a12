"""One disagreement of a judge and the experts, with what both wrote and what was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from xpert_studio.core.instruments import parts_of, plain_decision
from xpert_studio.core.records import CAUSES, DisagreementKey, regions_said
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.views import CaseView, case_view
from xpert_studio.report.blocks import Block, CaseBlock, CaseSide, Text
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.cases import case_side, points_of


def reading(view: View) -> CommandContext:
    """The reader at work on the project, who changes nothing."""
    return CommandContext(view.project, view.person_id, lambda: datetime.now(UTC))


def with_status(side: CaseSide, *said: str) -> CaseSide:
    """A side whose word is followed by where it stands."""
    return replace(
        side, word=t("{said} ({status})", said=side.word, status=listed(filter(None, said)))
    )


def edited(*, is_current: bool) -> str:
    """That what was said is on an older text; empty where it is not."""
    return "" if is_current else t("on a text that was edited since")


def _one_case(view: View) -> CaseView | None:
    """What is asked for: ``case``, a ``DisagreementKey`` or ``TASK:LETTER/CHECKPOINT``."""
    asked = view.asked.get("case")
    key = _named(view, asked) if isinstance(asked, str) else asked
    return None if key is None else case_view(reading(view), key)


def _named(view: View, text: str) -> DisagreementKey | None:
    """A case by response and checkpoint, of the judge that the view is by; else of the first."""
    judges = [one.judge.id for one in view.analysis.aligned()]
    judge_id = view.rater_id if view.rater_id in judges else next(iter(judges), "")
    response, slash, checkpoint_id = text.rpartition("/")
    if not (judge_id and slash):
        return None
    with view.project.reading() as tx:
        response_id = response_for(tx, view.person_id, response)
    return DisagreementKey(judge_id, response_id, checkpoint_id)


def _blocks(view: CaseView) -> Iterator[Block]:
    point = view.checkpoint
    experts = (
        with_status(
            case_side(side.name, side.judgment.final, point, side.judgment),
            t(side.judgment.status.value),
            edited(is_current=side.is_current),
        )
        for side in view.experts
    )
    judges = (
        case_side(side.judge.id, side.verdict.decision, point, side.verdict)
        for side in view.verdicts
    )
    yield CaseBlock(
        points_of(point.tier or "", point.weight),
        checkpoint="\n".join((point.text, *(f"  {part.words()}" for part in parts_of(point)))),
        sides=(*experts, *judges),
    )
    if view.found is not None:
        said = t(
            "Cause {cause}, by {by}: {reason}{since}",
            cause=CAUSES.word(view.found.cause).replace("_", " "),
            by=view.found.by,
            reason=view.found.reason,
            since=(
                t("; changed since: {changed}", changed=listed(view.outdated))
                if view.outdated
                else ""
            ),
        )
        yield Text(said, short=said)


def _title(view: CaseView) -> str:
    return t(
        "{task}, response {label}, {checkpoint}",
        task=view.task.name,
        label=view.label,
        checkpoint=view.checkpoint.id,
    )


def _data(view: CaseView) -> dict[str, Any]:
    point = view.checkpoint
    return {
        "task": view.task.id,
        "response": f"{view.task.id}:{view.label}",
        "system": view.system,
        "checkpoint": point.id,
        "text": point.text,
        "experts": [
            {
                "expert": side.judgment.expert_id,
                **plain_decision(side.judgment.final, point),
                "status": side.judgment.status.value,
                "is_current": side.is_current,
                "reason": side.judgment.reason,
                "quotes": [quote.quote for quote in side.judgment.quotes],
                **regions_said(side.judgment.evidence),
            }
            for side in view.experts
        ],
        "verdicts": [
            {
                "judge": side.judge.id,
                "trial": side.verdict.trial,
                **plain_decision(side.verdict.decision, point),
                **({"given": side.verdict.given} if side.verdict.given is not None else {}),
                **({"caps": list(side.verdict.caps)} if side.verdict.caps else {}),
                "state": side.verdict.state.value,
                "is_current": side.is_current,
                "rationale": side.verdict.rationale,
                "quotes": [
                    {"quote": quote.quote, "verified": quote.verified}
                    for quote in side.verdict.quotes
                ],
                **regions_said(side.verdict.evidence),
                "flags": list(side.verdict.flags),
            }
            for side in view.verdicts
        ],
        "differs": view.differs,
        "finding": view.found.model_dump(mode="json") if view.found else None,
        "changed_since": list(view.outdated),
    }


ONE_CASE: Final = Section(
    "case",
    mark("One disagreement"),
    mark("What did judge and experts write of one checkpoint?"),
    _one_case,
    _blocks,
    _data,
    _title,
    places=(),
    asks=("case",),
    missing=mark("No case is named: a response and a checkpoint, as TASK:LETTER/CHECKPOINT."),
)
