"""Makes the sample of a suite over time: real runs of a made-up support desk, one a fortnight.

python packaging/suite_sample.py FOLDER
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    ProjectInfo,
    Task,
    Usage,
    Visibility,
)
from xpert_studio.core.records.transcripts import ChatTurn, Speaker, transcript_of
from xpert_studio.core.store import ProjectFile, files
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import CommandContext, NewResponse, add_responses, found_project
from xpert_studio.packs.suites.command_running import SuiteRun, run_suite
from xpert_studio.packs.suites.definition import define_suite
from xpert_studio.packs.suites.generating import ResponseTerms, response_system
from xpert_studio.packs.suites.records import Capability, Suite, SuiteStage
from xpert_studio.packs.workspaces.archive import pack_folder
from xpert_studio.packs.workspaces.folder import Folder, FolderFile
from xpert_studio.packs.workspaces.kept import response_with
from xpert_studio.report.whole_runs import carry_out_all

START: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
LEAD: Final = "lead-moreau"
FORTNIGHT: Final = timedelta(days=14)
_CASES: Final = (
    ("Ines", "A-1041", "the parcel has not arrived"),
    ("Tomasz", "A-1077", "the kettle came with a cracked lid"),
    ("Aiko", "B-2203", "she was charged twice"),
    ("Samuel", "B-2219", "he wants to change the delivery address"),
    ("Lucía", "C-3008", "the invoice names the wrong company"),
    ("Noor", "C-3055", "two of six glasses are missing"),
    ("Peter", "D-4410", "he wants to return unopened coffee beans"),
    ("Wanjiru", "D-4472", "the voucher was not accepted"),
)
_ASKS: Final = {
    "order": "Reply in your own words and name the order number.",
    "length": "Reply in at most 25 words.",
    "json": 'Reply only with a JSON object that has the keys "order" and "reply".',
    "tone": "Reply without the words unfortunately, policy and regret.",
}
_NAMES: Final = {
    "order": "Names the order",
    "length": "Keeps to the length",
    "json": "Answers as data",
    "tone": "Sounds helpful",
}
_TEXTS: Final = {
    "order": "The reply names the order number.",
    "length": "The reply has at most 25 words.",
    "json": 'The reply is a JSON object with the keys "order" and "reply".',
    "tone": "The reply uses none of the words unfortunately, policy and regret.",
}
_SCHEMA: Final = {"type": "object", "required": ["order", "reply"]}


def _check(name: str, **parameters: object) -> dict[str, object]:
    return {"check": name, "parameters": parameters}


_CHECKS: Final = {
    "length": _check("word_count", at_least=3, at_most=25),
    "json": _check("json_schema", json_schema=json.dumps(_SCHEMA)),
    "tone": _check("contains_none", texts=["unfortunately", "policy", "regret"]),
}
_LONG: Final = " Please let us know at any time if there is anything else at all that we can do" * 2


@dataclass(frozen=True)
class Release:
    """An evaluation of the history.

    Attributes:
        fortnight: When, after the first.
        failed: How many of the eight cases fail, by kind of task.
        seconds: Of a response, on average.
        tokens: The same.
    """

    fortnight: int
    system: str
    revision: str
    failed: Mapping[str, int]
    seconds: float
    tokens: int


def _failed(order: int, length: int, json_: int, tone: int | None = None) -> Mapping[str, int]:
    asked = {"order": order, "length": length, "json": json_}
    return asked if tone is None else asked | {"tone": tone}


HISTORY: Final = (
    Release(0, "desk", "1.0", _failed(1, 2, 1), 4.6, 61),
    Release(1, "rival-desk", "1", _failed(2, 5, 2), 1.2, 38),
    Release(1, "desk", "1.1", _failed(1, 1, 1), 4.4, 60),
    # The regression: all answers as data broke. It was repaired a fortnight later.
    Release(2, "desk", "1.2", _failed(1, 1, 8), 4.5, 58),
    Release(3, "desk", "1.3", _failed(1, 1, 0), 4.3, 62),
    # From here on the suite has a fourth capability: a second version of it.
    Release(4, "desk", "1.4", _failed(0, 2, 0, 3), 4.0, 57),
    Release(5, "rival-desk", "2", _failed(1, 7, 2, 6), 1.1, 36),
    Release(5, "desk", "1.5", _failed(0, 2, 0, 2), 3.8, 55),
)
"""Eight evaluations, one new definition, one regression."""
_TALK: Final = "tone-talk"
_FOLDER: Final = "tone-folder"
_ASKED: Final = ("My kettle leaks. What now?", "Order A-1077. I want my money back at once!")
_LETTER: Final = Folder(
    {"letter.txt": FolderFile(b"Two of six glasses were broken. Order C-3055. Noor\n")}
)


def main(target: Path) -> None:
    """Writes the bundle to a folder."""
    with TemporaryDirectory() as folder, _project(Path(folder) / "desk.xpert") as project:
        for one in HISTORY:
            _evaluate(project, one)
        export_bundle(project, target, visibility=Visibility.PRIVATE, now=START + 6 * FORTNIGHT)


def _project(path: Path) -> ProjectFile:
    info = ProjectInfo(
        name="A support desk over time (sample)",
        created_at=START,
        canary="xpert-canary-9b2e7f10-sample-support-desk",
    )
    project = ProjectFile.create(path, info)
    found_project(project, LEAD, now=START, name="Camille Moreau")
    with project.writing() as tx:
        intake = Intake(tx)
        for kind in _ASKS:
            for n, (name, order, what) in enumerate(_CASES):
                prompt = f"{name} writes about order {order}: {what}. {_ASKS[kind]}"
                task_id = f"{kind}-{n + 1}"
                intake.task(_task(task_id, f"{_NAMES[kind]}: {what}", prompt, kind))
                check = _check("contains_all", texts=[order]) if kind == "order" else _CHECKS[kind]
                intake.checkpoint(_line(task_id, "c1", _TEXTS[kind], check))
        _add_conversation(intake)
        _add_folder(intake, files.put_blob(tx, pack_folder(_LETTER)))
        intake.flush()
    return project


def _add_conversation(intake: Intake) -> None:
    """A task of two turns: one check looks at the first, one at the second."""
    prompt = transcript_of(ChatTurn(Speaker.USER, text) for text in _ASKED)
    intake.task(_task(_TALK, "A complaint in two turns", prompt, "tone"))
    asks = _check("contains_any", texts=["?"])
    intake.checkpoint(_line(_TALK, "c1", "The first reply asks for what is missing.", asks, turn=1))
    intake.checkpoint(_line(_TALK, "c2", _TEXTS["tone"], _CHECKS["tone"], turn=2))


def _add_folder(intake: Intake, sha256: str) -> None:
    """A task that begins with a folder: the reply is a file beside the letter."""
    start = Attachment(
        path="attachments/workspace.zip",
        media_type=FOLDER,
        sha256=sha256,
        caption="Starting folder",
    )
    intake.task(_FOLDER_TASK.model_copy(update={"attachments": (start,)}))
    words = json.dumps(_CHECKS["tone"]["parameters"])
    tone = _check("folder_content", path="reply.txt", check=f"contains_none {words}")
    kept = _check("folder_unchanged", paths=["letter.txt"])
    intake.checkpoint(_line(_FOLDER, "c1", _TEXTS["tone"], tone))
    intake.checkpoint(_line(_FOLDER, "c2", "The letter stays as it came.", kept))


def _task(task_id: str, title: str, prompt: str, kind: str) -> Task:
    return Task(
        id=task_id,
        title=title,
        prompt=prompt,
        domain="Customer support",
        language="en",
        tags=(kind,),
    )


_FOLDER_TASK: Final = _task(
    _FOLDER,
    "A reply as a file",
    "Read letter.txt and write the reply to the customer into reply.txt.",
    "tone",
)


def _line(
    task_id: str, id_: str, text: str, check: Mapping[str, object], turn: int | None = None
) -> Checkpoint:
    return Checkpoint.model_validate(
        {"task_id": task_id, "id": id_, "text": text, "weight": 3, "turn": turn,
         "instrument": "check", "settings": check}
    )  # fmt: skip


def _suite(*kinds: str) -> Suite:
    return Suite(
        name="core",
        stage=SuiteStage.CORE,
        capabilities=tuple(
            Capability(name=_NAMES[kind], members=(f"tag:{kind}",)) for kind in kinds
        ),
        triggers=("prompts/", "src/**/*.py"),
    )


def _evaluate(project: ProjectFile, one: Release) -> None:
    """Keeps a release's replies, and runs the suite as it was then on them."""
    # The rival is evaluated an hour earlier, so that the newest evaluation is of the desk.
    at = START + one.fortnight * FORTNIGHT - timedelta(hours=one.system != "desk")
    ids = count(one.fortnight * 100_000 + 50_000 * (one.system != "desk"))
    ctx = CommandContext(project, LEAD, lambda: at, lambda: f"s{next(ids):07}")
    suite, _ = define_suite(ctx, _suite(*one.failed))
    add_responses(ctx, list(_replies(one)))
    run_suite(
        ctx,
        # One at a time, so that verdicts come in the same order whenever this is run.
        SuiteRun(suite, one.system, "main", one.revision, terms=ResponseTerms(concurrency=1)),
        lambda prepared: carry_out_all(project, prepared, clock=lambda: at),
    )


def _replies(one: Release) -> Iterator[NewResponse]:
    """A reply to every task of the suite: the first cases of each kind miss what is checked."""
    name = response_system(one.system, one.revision, 1)
    for kind, failed in one.failed.items():
        for n, (person, order, what) in enumerate(_CASES):
            is_slow = n % 4  # so that times differ from case to case
            yield NewResponse(
                f"{kind}-{n + 1}",
                name,
                _reply(kind, person, order, what, is_wrong=n < failed),
                usage=Usage(output_tokens=one.tokens + 3 * is_slow),
                latency_ms=round(1000 * one.seconds + 150 * is_slow, 1),
            )
    if "tone" in one.failed:
        yield from _other_replies(name, is_wrong=one.system != "desk")


def _other_replies(name: str, *, is_wrong: bool) -> Iterator[NewResponse]:
    """The conversation, and the folder with the reply in it."""
    last = _reply("tone", "customer", "A-1077", "", is_wrong=is_wrong)
    asked = [ChatTurn(Speaker.USER, text) for text in _ASKED]
    said = [ChatTurn(Speaker.ASSISTANT, text) for text in ("Which order is it, please?", last)]
    talk = transcript_of([asked[0], said[0], asked[1], said[1]])
    yield NewResponse(_TALK, name, talk, usage=Usage(output_tokens=80), latency_ms=5000.0)
    reply = FolderFile(_reply("tone", "Noor", "C-3055", "", is_wrong=is_wrong).encode() + b"\n")
    end = Folder({**_LETTER.files, "reply.txt": reply})
    made = response_with(_FOLDER_TASK, _LETTER, end, name, latency_ms=5000.0)
    yield replace(made, usage=Usage(output_tokens=70))


def _reply(kind: str, name: str, order: str, what: str, *, is_wrong: bool) -> str:
    said = f"Dear {name}, thank you. We looked at order {order} and will put it right by Friday."
    if kind == "json":
        return said if is_wrong else f'{{"order": "{order}", "reply": "{said}"}}'
    if not is_wrong:
        return said
    wrong = {
        "order": f"Dear {name}, thank you. We read that {what} and will put it right by Friday.",
        "length": said + _LONG + ".",
        "tone": f"Unfortunately, {name}, our policy on order {order} does not allow this.",
    }
    return wrong[kind]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
