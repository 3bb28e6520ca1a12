"""Has a system answer what it has not answered yet: a model, a command, or a folder of files."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from xpert_studio.api.answering import CommandContext, Commanded, NewResponse, Task
from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.core.encodings import text_of
from xpert_studio.core.errors import XpertError
from xpert_studio.core.generation import ResponseRequest, generate_responses
from xpert_studio.core.generation.asking import ModelChoice, brief_of
from xpert_studio.core.generation.commanded import answering_of
from xpert_studio.core.judge.providers.registry import LOCAL, parse_judge_name
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.messages import joined
from xpert_studio.core.records import grouped
from xpert_studio.core.store import responses
from xpert_studio.core.store.values import in_portions
from xpert_studio.core.wording import labelled, short, translated
from xpert_studio.core.workflow import add_responses, bytes_of
from xpert_studio.packs.suites.local import HowRun
from xpert_studio.packs.suites.stopping import Stopping

_AT_ONCE: Final = 4
"""So many times the concurrency are asked before a model's responses are kept."""
_LOOK_SECONDS: Final = 0.2
"""So often a running command is looked at for a request to stop."""
_NAMED: Final = 3
"""So many tasks are named that have no response for the same reason."""
_STOPPED: Final = Message("it was stopped")


@dataclass(frozen=True, slots=True)
class ResponseTerms:
    """On which terms a system is run.

    Attributes:
        concurrency: Responses made at once.
        timeout: Seconds for one.
        max_retries: Of a model, after a failed try.
        money: US dollars that models may cost; None for no limit.
        stopping: Ends it: nothing new begins, commands are killed, what was answered is kept.
        on_response: Called after each response, or each that could not be had; from any thread.
    """

    concurrency: int = 4
    timeout: float = 600.0
    max_retries: int = 3
    money: float | None = None
    stopping: Stopping = field(default_factory=Stopping)
    on_response: Callable[[], object] = bool


@dataclass(frozen=True, slots=True)
class MadeResponses:
    """How the responses of a system were had.

    Attributes:
        there: Responses that were in the project already.
        new: Responses that were made.
        problems: Why there is none, by response as ``TASK`` or ``TASK (trial 2)``.
        spent: US dollars, as far as they are known.
        unknown: Calls of unknown cost.
    """

    there: int = 0
    new: int = 0
    problems: tuple[tuple[str, str], ...] = ()
    spent: float = 0.0
    unknown: int = 0

    def reasons(self) -> list[str]:
        """Why there are no responses, each reason once, with the first tasks that have it."""
        by_reason = grouped((problem, task) for task, problem in self.problems)
        return [
            labelled(translated(joined(tasks, most=_NAMED)), problem)
            for problem, tasks in by_reason.items()
        ]

    def plus(self, other: MadeResponses) -> MadeResponses:
        """Both together."""
        return MadeResponses(
            self.there + other.there,
            self.new + other.new,
            self.problems + other.problems,
            self.spent + other.spent,
            self.unknown + other.unknown,
        )


def response_system(system: str, revision: str, trial: int) -> str:
    """What the project calls a system whose responses are of a revision and a trial."""
    named = f"{system}@{revision}" if revision else system
    return f"{named} #{trial}" if trial > 1 else named


def system_in(name: str) -> str:
    """The system whose responses the project calls by a name, see ``response_system``."""
    return name.rpartition(" #")[0].partition("@")[0] if " #" in name else name.partition("@")[0]


def generate_missing(
    ctx: CommandContext,
    tasks: Sequence[Task],
    how: HowRun | None,
    name: str,
    trial: int,
    terms: ResponseTerms,
) -> MadeResponses:
    """Has every task answered that has no response of a system yet.

    Args:
        ctx: A lead.
        tasks: Ready to be judged.
        how: How the system is run; None where it is not known.
        name: What the project calls the system, see ``response_system``.
        trial: From 1.
        terms: On which terms.

    Raises:
        UsageError: There are tasks without a response, and it is not known how to have them.
        JudgeError: A key is missing.
    """
    with ctx.project.reading() as tx:
        done = {item.task_id for item in responses.all_responses(tx, models=[name])}
    missing = [task for task in tasks if task.id not in done]
    made = MadeResponses(there=len(tasks) - len(missing))
    if not missing:
        return made
    if how is None or how.ways != 1:
        raise UsageError(
            Message(
                "{system} has not answered {n} of {all} tasks, and how to run it is not known.",
                system=name,
                n=len(missing),
                all=len(tasks),
            ),
            remedy="Say it with --model, --command or --from, or keep it with 'suite local'.",
        )
    if how.model:
        found = _by_model(ctx, missing, how, name, terms)
    elif how.command:
        found = _by_command(ctx, missing, how.command, name, trial, terms)
    else:
        found = _from_folder(ctx, missing, Path(how.folder), name, trial)
    said = tuple((f"{task} ({trial})" if trial > 1 else task, why) for task, why in found.problems)
    return made.plus(replace(found, problems=said))


def _by_model(
    ctx: CommandContext, tasks: Sequence[Task], how: HowRun, name: str, terms: ResponseTerms
) -> MadeResponses:
    """Asks a model, as many tasks at once as are allowed, until the money is spent."""
    provider, model = parse_judge_name(how.model)
    if provider in LOCAL:
        raise UsageError(
            Message("{name} is no language model.", name=how.model),
            remedy="Name one as PROVIDER:MODEL.",
        )
    choice = ModelChoice(
        provider,
        model,
        base_url=how.base_url or None,
        timeout=terms.timeout,
        max_retries=terms.max_retries,
        **how.settings,
    )
    found = MadeResponses()
    for portion in in_portions(tasks, terms.concurrency * (_AT_ONCE if terms.money is None else 1)):
        why = _why_no_more(terms, found.spent)
        if why:
            found = found.plus(MadeResponses(problems=tuple((task.id, why) for task in portion)))
            continue
        request = ResponseRequest(choice, tuple(portion), name, concurrency=terms.concurrency)
        content = partial(bytes_of, ctx.project)
        for item in asyncio.run(generate_responses(ctx, request, bytes_of=content)):
            problems = ((item.task_id, item.problem),) if item.problem else ()
            found = found.plus(
                MadeResponses(
                    new=not problems,
                    problems=problems,
                    spent=item.cost or 0.0,
                    unknown=item.cost is None,
                )
            )
            terms.on_response()
    return found


def _why_no_more(terms: ResponseTerms, spent: float) -> str:
    """Why no more responses are made; empty where they are."""
    if terms.stopping.is_asked:
        return str(_STOPPED)
    if terms.money is not None and spent >= terms.money:
        return str(Message("the budget was spent"))
    return ""


def _by_command(
    ctx: CommandContext,
    tasks: Sequence[Task],
    words: Sequence[str],
    name: str,
    trial: int,
    terms: ResponseTerms,
) -> MadeResponses:
    """Runs a command for each task: the prompt on its input, the response on its output."""

    def run(task: Task) -> NewResponse | str:
        if terms.stopping.is_asked:
            return str(_STOPPED)
        asked = Commanded(
            tuple(words),
            name,
            system_in(name),
            trial,
            terms.timeout,
            is_stopped=lambda: terms.stopping.is_asked,
        )
        found = _answered_by_kind(ctx, task, asked)
        if found is None:
            prompt = brief_of(task, partial(bytes_of, ctx.project)).text
            found = _answered(words, task, prompt, name, trial, terms)
        terms.on_response()
        return found

    with ThreadPoolExecutor(terms.concurrency) as pool:
        answers = list(pool.map(run, tasks))
    return _kept(ctx, tasks, answers)


def _answered_by_kind(
    ctx: CommandContext, task: Task, asked: Commanded
) -> NewResponse | str | None:
    """The response to a task of a kind that has its own way, or why there is none; else None."""
    way = answering_of(task)
    if way is None:
        return None
    try:
        return way.answer(ctx, task, asked)
    except XpertError as error:
        return str(error)


def _answered(
    words: Sequence[str], task: Task, prompt: str, name: str, trial: int, terms: ResponseTerms
) -> NewResponse | str:
    """The response of a command, or why there is none."""
    known = {"XPERT_TASK": task.id, "XPERT_TRIAL": str(trial), "XPERT_SYSTEM": name}
    system = {"XPERT_SYSTEM_PROMPT": task.system_prompt} if task.system_prompt else {}
    begun = time.monotonic()
    try:
        done = _run(words, prompt, {**os.environ, **known, **system}, terms)
    except subprocess.TimeoutExpired:
        return str(Message("the command took more than {n} seconds", n=f"{terms.timeout:g}"))
    except OSError as error:
        return str(Message("the command cannot be run ({error})", error=error.strerror or error))
    if done is None:
        return str(_STOPPED)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        last = redact(short(said[-1], 200)) if said else ""
        if last:
            return str(
                Message(
                    "the command ended with code {code}: {said}", code=done.returncode, said=last
                )
            )
        return str(
            Message("the command ended with code {code} and said nothing", code=done.returncode)
        )
    text = done.stdout.decode("utf-8", "replace").replace("\x00", "")
    return NewResponse(task.id, name, text, latency_ms=round((time.monotonic() - begun) * 1000, 1))


def _run(
    words: Sequence[str], prompt: str, environment: dict[str, str], terms: ResponseTerms
) -> subprocess.CompletedProcess[bytes] | None:
    """Runs a command to its end; None where it was stopped.

    Raises:
        TimeoutExpired: It took too long.
        OSError: It cannot be run.
    """
    end = time.monotonic() + terms.timeout
    given: bytes | None = prompt.encode("utf-8", "replace")
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 - the person's own command, from their settings
        list(words), stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    ) as running:
        while True:
            left = end - time.monotonic()
            try:
                out, err = running.communicate(given, timeout=max(0.0, min(_LOOK_SECONDS, left)))
                return subprocess.CompletedProcess(list(words), running.returncode, out, err)
            except subprocess.TimeoutExpired:
                given = None
                if terms.stopping.is_asked or left <= _LOOK_SECONDS:
                    running.kill()
                    if terms.stopping.is_asked:
                        return None
                    raise


def _from_folder(
    ctx: CommandContext, tasks: Sequence[Task], folder: Path, name: str, trial: int
) -> MadeResponses:
    """Reads the responses from files; those of the second trial lie in ``trial-2``."""
    inside = folder / f"trial-{trial}"
    if not inside.is_dir() and trial == 1:
        inside = folder
    if not inside.is_dir():
        raise UsageError(
            Message("There is no folder {folder}.", folder=inside),
            remedy="Write the responses to TASK.txt or TASK.md in it.",
        )

    def read(task: Task) -> NewResponse | str:
        files = [
            file for ending in (".txt", ".md") if (file := inside / f"{task.id}{ending}").is_file()
        ]
        if not files:
            return str(Message("there is no file {file}", file=f"{task.id}.txt"))
        text = text_of(files[0].read_bytes(), files[0].name).replace("\x00", "")
        return NewResponse(task.id, name, text)

    return _kept(ctx, tasks, [read(task) for task in tasks])


def _kept(
    ctx: CommandContext, tasks: Sequence[Task], answers: Sequence[NewResponse | str]
) -> MadeResponses:
    new = [answer for answer in answers if isinstance(answer, NewResponse)]
    if new:
        add_responses(ctx, new)
    problems = tuple(
        (task.id, answer)
        for task, answer in zip(tasks, answers, strict=True)
        if isinstance(answer, str)
    )
    return MadeResponses(new=len(new), problems=problems)
