"""One verdict with all that is known of it, as plain data: to be copied, and for programs.

That includes the exchange with a provider that it came of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.instruments import instrument_of, plain_decision, plain_rating
from xpert_studio.core.records import (
    Attachment,
    Call,
    KeptRendering,
    Quote,
    Role,
    Run,
    Verdict,
    regions_said,
)
from xpert_studio.core.records.transcripts import place_of_quote
from xpert_studio.core.store import calls, renderings, responses, runs, tasks
from xpert_studio.core.store.verdicts import KeptVerdict
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.rights import need_role
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call.

    Attributes:
        shared: What came before the candidate; None where nothing was sent to anybody.
        images: The images shown with the task or a worked example that the project still has.
    """

    call: Call
    run: Run
    shared: calls.SharedPrompt | None
    images: tuple[Attachment, ...]

    @property
    def compares(self) -> bool:
        """Whether the judge was asked to compare two responses."""
        return _compares(self.run)


def _compares(run: Run) -> bool:
    return bool(run.selection.get("comparisons"))


def exchange_of(ctx: CommandContext, call_key: int) -> Exchange:
    """The exchange in a row of the file.

    Raises:
        NotFoundError: There is none.
        NotAllowedError: The person may not see it.
    """
    with ctx.reading() as (tx, person):
        need_role(person, Role.LEAD, Role.SENIOR)
        call = calls.call_by_key(tx, call_key)
        if call is None:
            raise NotFoundError("That call is not in the project.")
        run = runs.get_run(tx, call.run_id)
        task = tasks.get_task(tx, responses.get_response(tx, call.response_id).task_id)
        answers = list(responses.all_responses(tx, task_ids=[task.id]))
        # A call that compares shows another response, which may be any of its task.
        shown_ids = {answer.id for answer in answers} if _compares(run) else {call.response_id}
        if not blinding_for(tx, person.id).pending.keys().isdisjoint(shown_ids):
            raise NotAllowedError(
                "Verdicts on this response are shown once you have judged or confirmed it.",
                remedy="Judge first.",
            )
        shared = calls.get_prefix(tx, call.prefix_hash) if call.prefix_hash else None
        held = (*task.attachments, *(item for answer in answers for item in answer.attachments))
        held += tuple(_pictures_of(held, renderings.all_renderings(tx)))
        shown = set(shared.images) if shared else set()
        return Exchange(
            call=call,
            run=run,
            shared=shared,
            images=tuple(item for item in held if item.sha256 in shown),
        )


def _pictures_of(
    held: Sequence[Attachment], kept: Mapping[str, KeptRendering]
) -> Iterator[Attachment]:
    """The pictures that were made of files, each called as its file and what it shows."""
    for item in held:
        for picture in kept[item.sha256].pictures if item.sha256 in kept else ():
            path = f"{item.path}, {picture.label.message}"
            yield Attachment(path=path, media_type="image/png", sha256=picture.sha256)


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
        else plain_rating(kept.verdict, line.checkpoint)
        | {"response_id": _name(view), "evidence": _evidence(view, kept.verdict.evidence)},
        "trials": [_plain(line, item.verdict) for item in line.verdicts] if line else [],
        "experts": [_said(line, place) for place in range(len(line.said))] if line else [],
        "call": None if exchange is None else _call(exchange),
        "hashes": hashes_of(view, line, kept, exchange),
    }


def _evidence(view: VerdictView, quotes: Sequence[Quote]) -> list[dict[str, Any]]:
    """Quotes; those of a conversation with the message that they are from."""
    found = []
    for quote in quotes:
        said = quote.model_dump(mode="json")
        place = place_of_quote(view.task, view.response_text, quote)
        if place is not None:
            said["message"] = {
                "number": place.number,
                "turn": place.turn,
                "speaker": place.said.speaker.value,
            }
        found.append(said)
    return found


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
        "rated_hash": verdict.rated_hash if verdict else None,
        "rated_hash_now": view.rated_hash_now(line.checkpoint) if line else None,
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
        **plain_decision(judgment.final, line.checkpoint),
        "reason": judgment.reason or "",
        "evidence": [quote.quote for quote in judgment.quotes],
        **regions_said(judgment.evidence),
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
