"""Puts checks and choice behind the run engine: a program decides, no model is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from xpert_studio.core.errors import XpertError
from xpert_studio.core.instruments import asked_for, instrument_of, problem_of
from xpert_studio.core.instruments.deciding import (
    CannotCheckError,
    Completed,
    Outcome,
    Program,
    Runner,
    Subject,
    SubjectFile,
    sandbox,
)
from xpert_studio.core.judge.attached import BytesOf
from xpert_studio.core.judge.check_process import PROCESSES
from xpert_studio.core.judge.local_backend import LocalBackend
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import pack_in
from xpert_studio.core.records import (
    CHECKS,
    Attachment,
    Checkpoint,
    RatingState,
    Response,
    Task,
    Verdict,
    rated_hash_of,
)
from xpert_studio.core.records.transcripts import response_conversation
from xpert_studio.core.used_packs import packs_from_outside
from xpert_studio.core.wording import language_of, translated


def subject_of(
    task: Task, response: Response, bytes_of: BytesOf | None = None, *, turn: int | None = None
) -> Subject:
    """What a check looks at.

    Args:
        task: The task.
        response: What is decided on; of a conversation it is what the assistant says.
        bytes_of: Gives the bytes of attached files by hash; None where they are not available.
        turn: Of a conversation, the turn that the check looks at; None for all.
    """
    latency = response.latency_ms
    said = response_conversation(task, response.text)
    return Subject(
        text=response.text if said is None else said.spoken(turn),
        prompt=task.full_prompt,
        materials=task.materials or "",
        finish_reason=response.finish_reason,
        input_tokens=response.prompt_tokens,
        output_tokens=response.completion_tokens,
        seconds=None if latency is None else latency / 1000,
        task_files=_files(task.attachments, bytes_of),
        files=_files(response.attachments, bytes_of),
    )


def _files(items: Sequence[Attachment], bytes_of: BytesOf | None) -> tuple[SubjectFile, ...] | None:
    if bytes_of is None:
        return None
    return tuple(SubjectFile(item.media_type, partial(bytes_of, item.sha256)) for item in items)


def decided(
    subject: Subject, point: Checkpoint, run: Runner | None = None, *, language: str = "en"
) -> Outcome:
    """What a check comes to; the code of packs from outside runs in another process.

    Args:
        subject: The response.
        point: The checkpoint.
        run: Runs code in a sandbox; None where none may be run.
        language: Of the reason, where it comes from another process.

    Raises:
        CannotCheckError: What it needs is missing, or the program cannot do it.
    """
    problem = problem_of(point)
    if problem is not None:
        raise CannotCheckError(
            Message("The check {problem}", problem=problem), Message("Correct its settings.")
        )
    if packs_from_outside(asked_for(point)):
        return PROCESSES.decide(
            subject, point, language=language, may_run=run is not None and run == sandbox()
        )
    return instrument_of(point).decide(subject, point, run)


def not_allowed(_: Program) -> Completed:
    """In the place of a sandbox, where it was not allowed to run code of the project.

    Raises:
        CannotCheckError: Always.
    """
    raise CannotCheckError(
        Message("The check runs code of the response, which was not allowed for this project."),
        Message(
            "A lead allows it once: 'xpert-studio score PROJECT --checks --allow-code --as ID'."
        ),
    )


class ChecksBackend(LocalBackend):
    """Decides calls by program.

    Args:
        clock: The time now, in UTC.
        run_id: The run the calls belong to.
        run: Runs code of responses, or says why not.
        bytes_of: Gives the bytes of attached files by hash.
    """

    def __init__(
        self, *, clock: Callable[[], datetime], run_id: str, run: Runner, bytes_of: BytesOf
    ) -> None:
        super().__init__(CHECKS, CHECKS, clock=clock, run_id=run_id)
        self._run, self._bytes_of = run, bytes_of

    async def close(self) -> None:
        """Ends what still decides."""
        PROCESSES.close()

    async def verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        """Verdicts on all checkpoints asked, from a thread: a check may take a while."""
        return await asyncio.to_thread(self._verdicts, ask, started)

    def _verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        return tuple(
            verdict_on(
                ask.task,
                ask.response,
                point,
                key=ask.keys[point.id],
                trial=ask.trial,
                at=started,
                run=self._run,
                bytes_of=self._bytes_of,
            )
            for point in ask.asked
        )


def verdict_on(
    task: Task,
    response: Response,
    point: Checkpoint,
    *,
    key: str,
    at: datetime | None,
    trial: int = 1,
    run: Runner = not_allowed,
    bytes_of: BytesOf | None = None,
) -> Verdict:
    """The verdict of a check on a response; ``error`` where it cannot decide.

    Args:
        task: The task.
        response: What is decided on.
        point: The check.
        key: Of ``CheckKeys``.
        at: When it is decided.
        trial: From 1.
        run: Runs code of the response, or says why not.
        bytes_of: See ``subject_of``.
    """
    language = language_of(task.language)
    outcome: Outcome | None = None
    try:
        subject = subject_of(task, response, bytes_of, turn=point.turn)
        outcome = decided(subject, point, run, language=language)
        said = translated(outcome.reason, language)
    except CannotCheckError as error:
        told = (translated(text, language) for text in (error.message, error.remedy))
        said = " ".join(filter(None, told))
    except XpertError as error:
        said = translated(error.message, language)
    except Exception as error:
        if (pack := pack_in(error)) is None:
            raise
        failed = Message("The pack {pack} failed ({error}).", pack=pack.id, error=repr(error)[:200])
        said = translated(failed, language)
    return Verdict(
        response_id=response.id,
        checkpoint_id=point.id,
        judge_id=CHECKS,
        value=None if outcome is None else int(outcome.passed),
        state=RatingState.ERROR if outcome is None else RatingState.OK,
        problem=said if outcome is None else None,
        trial=trial,
        rationale=None if outcome is None else said,
        judged_at=at,
        key=key,
        rated_hash=rated_hash_of(task.prompt_hash, point.rated_text, response.content_hash),
    )
