"""Whatever a person changes goes through a registered command; what does not says here why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import xpert_studio
from xpert_studio.core.workflow.commands import COMMANDS, WORDS, every_command

ROOT = Path(xpert_studio.__file__).parent
WHOLE_FILE = "It makes, replaces or sends a file: the project it is done from has no step of it."
RUN = "It is a part of a run, which a lead starts; the run has its rows at begin and end."
COPY = "It writes into a copy in memory, which ends with the run."
MANY = "It writes more rows than one change can hold, and is undone by its own id."

JUDGE = "It keeps a panel among the judges, for what a command of a lead says of it."
OUTSIDE = {
    "cli/align.py": JUDGE,
    "report/whole_runs.py": JUDGE,
    "core/exchange/door.py": MANY,
    "core/exchange/publishing.py": "It keeps a secret that no person knows, when one is needed.",
    "core/judge/code_consent.py": "It allows something on one computer; the log only tells.",
    "core/judge/engine.py": RUN,
    "core/judge/recorder.py": RUN,
    "core/judge/scoring.py": RUN,
    "packs/attacks/runs.py": RUN,
    "packs/batches/batch_run.py": RUN,
    "packs/batches/carrier.py": RUN,
    "packs/datasheet/asking.py": COPY,
    "packs/datasheet/keeping.py": RUN,
    "packs/pretest/asking.py": COPY,
    "core/workflow/assignments/importing.py": "A copy is updated: it does commands again.",
    "core/workflow/assignments/opening.py": WHOLE_FILE,
    "core/workflow/assignments/sending.py": WHOLE_FILE,
    "core/workflow/assignments/submitting.py": WHOLE_FILE,
    "core/workflow/copies.py": WHOLE_FILE,
    "core/workflow/going_back.py": WHOLE_FILE,
    "core/workflow/imports.py": MANY,
    "core/workflow/judging.py:spend_time": "The program measures it while a form is open.",
    "core/workflow/new_project.py": WHOLE_FILE,
    "core/workflow/people.py:found_project": "There is no person yet who could do it.",
    "core/workflow/undoing.py": "It turns a change over, and has the rights of that.",
}
"""What writes into a project outside a command, and why: a file, or a function in it."""
HERE = {"core/workflow/command_context.py", "core/workflow/commands.py"}


def writers() -> Iterator[str]:
    """Functions that open a transaction for writing, below the store."""
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("core/store/") or name in HERE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _writes(node):
                yield f"{name}:{node.name}"


def _writes(node: ast.AST) -> bool:
    return any(
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr in {"writing", "unit_of_work"}
        for one in ast.walk(node)
    )


def test_what_writes_outside_a_command_is_listed_with_its_reason():
    found = set(writers())
    unknown = {
        one for one in found
        if one not in OUTSIDE and one.partition(":")[0] not in OUTSIDE
    }  # fmt: skip
    assert not unknown, "register it with @command, or say why not"
    assert not {
        one for one in OUTSIDE
        if one not in found and not any(f"{one}:" in item for item in found)
    }, "it is a command now, or gone"  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["assignment.close", "assignment.reopen", "submission.import", "publication.add",
     "response.unblind", "certificate.add", "form.read", "rubric.read", "run.steer", "run.give_up"],
)  # fmt: skip
def test_changes_that_keep_no_effects_are_commands_too(name):
    command = every_command()[name]
    assert command.hint.endswith(".")
    assert WORDS[name].done
    assert command.stays or name == "submission.import", "it says why it cannot be undone"
    assert command.stays.endswith(".") or name == "submission.import"


def test_every_command_has_words():
    assert every_command().keys() <= WORDS.keys()
    assert every_command() is COMMANDS
