"""One verdict with all that is known of it, as plain data: to be copied, and for programs."""

from __future__ import annotations

from typing import Any

from xpert_studio.instruments import instrument_of, plain_rating
from xpert_studio.records import Verdict
from xpert_studio.store.verdicts import KeptVerdict
from xpert_studio.workflow.views.exchanges import Exchange
from xpert_studio.workflow.views.verdicts import VerdictLine, VerdictView


def report_verdict(
    view: VerdictView, line: VerdictLine | None, exchange: Exchange | None, trial: int = 1
) -> dict[str, Any]:
    """A verdict as JSON can say it.

    Args:
        view: The response as the judge has judged it.
        line: The checkpoint.
        exchange: The call it came of; None where that is not known.
        trial: Which of the judge's verdicts on it.
    """
    kept = None
    if line is not None:
        kept = next((item for item in line.verdicts if item.verdict.trial == trial), None)
    judge = view.judge
    return {
        "task": view.task.id,
        "response": _name(view),
        "system": view.system,
        "checkpoint": None if line is None else line.checkpoint.model_dump(mode="json"),
        "judge": None if judge is None else judge.id,
        "trial": trial,
        "verdict": None
        if kept is None or line is None
        else plain_rating(kept.verdict, line.checkpoint) | {"response_id": _name(view)},
        "trials": [_plain(line, item.verdict) for item in line.verdicts] if line else [],
        "experts": [_said(line, place) for place in range(len(line.said))] if line else [],
        "call": None if exchange is None else _call(exchange),
        "hashes": hashes_of(view, line, kept, exchange),
    }


def _name(view: VerdictView) -> str:
    """The response's id, or its blind name where the system is hidden: the id may tell it."""
    return view.response_id if view.system is not None else f"{view.task.id}:{view.label}"


def hashes_of(
    view: VerdictView,
    line: VerdictLine | None,
    kept: KeptVerdict | None,
    exchange: Exchange | None,
) -> dict[str, Any]:
    """Everything a verdict is bound to, by its hash, and whether its text was edited since."""
    judge, verdict = view.judge, kept.verdict if kept else None
    return {
        "judge": judge.content_hash if judge else None,
        "prompt": judge.prompt_hash if judge else None,
        "policy": exchange.run.policy_hash if exchange else None,
        "task": view.task.prompt_hash,
        "response": view.response_hash,
        "basis": verdict.basis if verdict else None,
        "basis_now": view.basis_now(line.checkpoint) if line else None,
        "key": verdict.key if verdict else None,
        "shared_prompt": exchange.call.prefix_hash if exchange else None,
        "call": exchange.call.id if exchange else None,
        "run": exchange.call.run_id if exchange else None,
        "stale": kept.is_stale if kept else None,
    }


def _said(line: VerdictLine, place: int) -> dict[str, Any]:
    said = line.said[place]
    judgment = said.judgment
    return {
        "expert": judgment.expert_id,
        **instrument_of(line.checkpoint).plain(judgment.final_value),
        "reason": judgment.reason or "",
        "evidence": [quote.quote for quote in judgment.evidence],
        "status": judgment.status.value,
        "stale": said.is_stale,
    }


def _plain(line: VerdictLine, verdict: Verdict) -> object:
    """The value of one trial as programs get it."""
    (value,) = instrument_of(line.checkpoint).plain(verdict.value).values()
    return value


def _call(exchange: Exchange) -> dict[str, Any]:
    call = exchange.call.model_dump(mode="json")
    call["run"] = call.pop("run_id")
    call.pop("judge_id")
    call.pop("response_id")
    shared = exchange.shared
    call["system"] = shared.system if shared else None
    call["shared"] = shared.text if shared else None
    call["images"] = [image.path for image in exchange.images]
    return call
