"""Makes the sample of a suite over time: real runs of a made-up support desk, one a fortnight.

python packaging/suite_sample.py FOLDER
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import Checkpoint, ProjectInfo, Task, Visibility
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import CommandContext, found_project
from xpert_studio.packs.suites.command_running import SuiteRun, run_suite
from xpert_studio.packs.suites.definition import define_suite
from xpert_studio.packs.suites.local import HowRun
from xpert_studio.packs.suites.records import Capability, Suite, SuiteStage
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
_LONG: Final = " Please let us know at any time if there is anything else at all that we can do" * 2


def main(target: Path) -> None:
    """Writes the bundle to a folder."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        with _project(place / "desk.xpert") as project:
            first = _suite("order", "length", "json")
            for n, failed in enumerate((range(6), range(1, 6), range(2, 15), range(3))):
                _evaluate(project, place, first, n, "desk", f"1.{n}", failed)
            _evaluate(project, place, first, 1, "rival-desk", "", range(4, 16))
            second = _suite("order", "length", "json", "tone")
            for n, failed in ((4, range(5)), (5, range(1, 5))):
                _evaluate(project, place, second, n, "desk", f"1.{n}", failed)
            _evaluate(project, place, second, 5, "rival-desk", "2", range(2, 18))
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
                intake.task(
                    Task(
                        id=task_id,
                        title=f"{_NAMES[kind]}: {what}",
                        prompt=prompt,
                        domain="Customer support",
                        language="en",
                        tags=(kind,),
                    )
                )
                intake.checkpoint(_checkpoint(task_id, kind, order))
        intake.flush()
    return project


def _checkpoint(task_id: str, kind: str, order: str) -> Checkpoint:
    schema = {"type": "object", "required": ["order", "reply"]}
    checks: dict[str, dict[str, object]] = {
        "order": {"check": "contains_all", "parameters": {"texts": [order]}},
        "length": {"check": "word_count", "parameters": {"at_least": 3, "at_most": 25}},
        "json": {"check": "json_schema", "parameters": {"json_schema": json.dumps(schema)}},
        "tone": {
            "check": "contains_none",
            "parameters": {"texts": ["unfortunately", "policy", "regret"]},
        },
    }
    return Checkpoint.model_validate(
        {
            "task_id": task_id,
            "id": "c1",
            "text": _TEXTS[kind],
            "weight": 3,
            "instrument": "check",
            "settings": checks[kind],
        }
    )


def _suite(*kinds: str) -> Suite:
    return Suite(
        name="core",
        stage=SuiteStage.CORE,
        capabilities=tuple(
            Capability(name=_NAMES[kind], members=(f"tag:{kind}",)) for kind in kinds
        ),
        triggers=("prompts/", "src/**/*.py"),
    )


def _evaluate(
    project: ProjectFile,
    place: Path,
    suite: Suite,
    fortnight: int,
    system: str,
    revision: str,
    failed: Collection[int],
) -> None:
    """Runs the suite on a revision whose replies fail on some tasks, by their number."""
    folder = place / f"{system}-{fortnight}"
    folder.mkdir()
    for name, text in _replies(failed).items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    at = START + fortnight * FORTNIGHT + timedelta(hours=system != "desk")
    ids = count(fortnight * 100_000 + 50_000 * (system != "desk"))
    ctx = CommandContext(project, LEAD, lambda: at, lambda: f"s{next(ids):07}")
    made, _ = define_suite(ctx, suite)
    run_suite(
        ctx,
        SuiteRun(made, system, "main", revision, HowRun(folder=str(folder))),
        lambda prepared: carry_out_all(project, prepared, clock=lambda: at),
    )


def _replies(failed: Collection[int]) -> Mapping[str, str]:
    """A reply to every task: those of the failed numbers miss what is checked."""
    found = {}
    for place, kind in enumerate(_ASKS):
        for n, (name, order, what) in enumerate(_CASES):
            is_wrong = (n * len(_ASKS) + place) * 7 % 32 in failed
            found[f"{kind}-{n + 1}"] = _reply(kind, name, order, what, is_wrong=is_wrong)
    return found


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
