"""Disturbs operations, one process a case: ``python -m tests.faults.driver FOLDER --provider URL``.

Has to be started with the shim preloaded. Everything is imported and done once undisturbed; each
case is then a fork of this process, and what it left is looked at in another fork. Prints one JSON
value a line: first an operation's changes of files, then its cases.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import pickle
import random
import re
import shutil
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.faults.contents import (
    Contents,
    contents,
    difference,
    is_part,
    leftovers,
    may_be,
    projects,
)
from tests.faults.operations import OPERATIONS, PROJECT, CommandFailedError, Operation, Place
from tests.faults.shim import Change, Kind, Shim, read_log
from xpert_studio.cli.output import Output, error_data
from xpert_studio.core.errors import XpertError
from xpert_studio.core.store import ProjectFile, check_file
from xpert_studio.core.streams import output

PATIENCE = 600
"""Seconds after which a process hangs."""

_CRASHED = re.compile("Traceback|Something went wrong inside|Exception ignored|Error in")
_FULL = re.compile(r"\b(full|room|space)\b", re.IGNORECASE)


@dataclass
class Case:
    """A disturbed operation, and what came of it.

    Attributes:
        operation: Its name.
        kind: The fault.
        number: Which change of a file, from 1.
        change: What that change is.
        outcome: ``killed``, ``reported`` (an error was shown), ``unnoticed`` (all ended well), or
            ``not reached`` where there were fewer changes.
        problems: What did not hold; empty where all did.
        said: What a person was shown.
    """

    operation: str
    kind: Kind
    number: int
    change: str
    outcome: str = ""
    problems: list[str] = field(default_factory=list)
    said: str = ""


@dataclass(frozen=True)
class Undisturbed:
    """How an operation goes by itself: the changes, and what is there after each step."""

    template: Path
    changes: list[Change]
    states: list[Contents]


class Campaign:
    """Cases in a folder, one after the other."""

    def __init__(self, folder: Path, provider: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._provider = provider
        self._shim = Shim()

    def undisturbed(self, operation: Operation) -> Undisturbed:
        """Does an operation in this process, which has everything imported from then on.

        One that leaves threads behind is done in a fork: with threads, a process cannot be forked.
        """
        if not operation.leaves_threads:
            return self._measured(operation)
        kept = self._folder / "kept"
        if self._forked(
            lambda: kept.write_bytes(pickle.dumps((self._measured(operation), list(sys.modules))))
        ):
            raise RuntimeError(self._said())
        known, modules = pickle.loads(kept.read_bytes())
        for name in modules:
            with contextlib.suppress(ImportError):  # those that a lazy package makes up
                importlib.import_module(name)
        return known

    def _measured(self, operation: Operation) -> Undisturbed:
        template = self._folder / "templates" / operation.name
        template.mkdir(parents=True)
        operation.prepare(template)
        states = [contents(template)]
        log = self._folder / "changes"
        for number in range(1, len(operation.steps) + 1):
            place = self._fresh(template)
            with log.open("wb") as file:
                self._shim.watch(place.folder, file.fileno())
                for step in operation.steps[:number]:
                    step(place)
                place.close()
                self._shim.disarm()
            states.append(contents(place.folder))
        return Undisturbed(template, read_log(log), states)

    def carry_out(self, case: Case, known: Undisturbed) -> Case:
        """Disturbs an operation once, and looks what came of it."""
        operation = OPERATIONS[case.operation]
        place = self._fresh(known.template)
        acknowledged = self._folder / "acknowledged"
        acknowledged.write_bytes(b"")
        ended = self._forked(lambda: self._disturb(case, operation, place, acknowledged))
        done = len(acknowledged.read_bytes())
        case.said = self._said()
        case.outcome = self._outcome(ended, case)
        case.problems += self._wrong_words(case)
        ended = self._forked(lambda: self._look(case, place, known, done))
        if ended != 0:
            case.problems.append(f"looking at it ended with {ended}: {self._said()}")
        case.problems += json.loads(self._result.read_text()) if self._result.exists() else []
        return case

    def _disturb(self, case: Case, operation: Operation, place: Place, acknowledged: Path) -> None:
        done = os.open(acknowledged, os.O_WRONLY | os.O_APPEND)
        failed = 0
        self._shim.arm(place.folder, case.kind, case.number)
        try:
            try:
                for step in operation.steps:
                    step(place)
                    os.write(done, b".")
            finally:
                place.close()
        except CommandFailedError:
            failed = 3
        except XpertError as error:
            Output(as_json=False).error(error)
            print(json.dumps(error_data(error)))
            failed = 3
        reached = self._shim.disarm() >= case.number
        if not reached:
            raise SystemExit(4)
        raise SystemExit(failed)

    def _look(self, case: Case, place: Place, known: Undisturbed, done: int) -> None:
        operation = OPERATIONS[case.operation]
        partly = case.outcome in operation.partly
        problems = self._found(place.folder, known.states[done : done + 2], partly=partly)
        try:
            for step in operation.steps:
                step(place)
            place.close()
        except (CommandFailedError, XpertError) as error:
            problems.append(f"doing it again fails: {error} {self._said()}")
        else:
            again = self._found(place.folder, known.states[-1:], partly=False)
            problems += [f"done again: {problem}" for problem in again]
            problems += [f"left over: {name}" for name in leftovers(place.folder)]
        self._result.write_text(json.dumps(problems))

    def _found(self, folder: Path, allowed: list[Contents], *, partly: bool) -> list[str]:
        """What is wrong with a folder that should hold one of some contents."""
        problems = []
        for path in projects(folder):
            problems += [f"{path.name}: {problem}" for problem in check_file(path).problems]
        if problems:
            return problems
        main = folder / PROJECT
        if main.exists():
            with ProjectFile.open(main) as project:
                problems += project.warnings
        found = contents(folder)
        for name in sorted(found.keys() | {name for state in allowed for name in state}):
            there, last = found.get(name, Counter()), allowed[-1]
            if any(may_be(name, there, state) for state in allowed):
                continue
            if not (partly and is_part(name, there, last)):
                problems.append(f"{name}: {difference(there, last.get(name, Counter()))}")
        return problems

    @property
    def _result(self) -> Path:
        return self._folder / "result.json"

    def _fresh(self, template: Path) -> Place:
        folder = self._folder / "case"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(template, folder)
        return Place(folder, self._provider)

    def _forked(self, work: Callable[[], object]) -> int:
        """Does something in a fork; its exit code, or minus the signal that ended it."""
        self._result.unlink(missing_ok=True)
        sys.stdout.flush()
        process = os.fork()
        if process == 0:
            with self._redirected():
                code = 70
                try:
                    work()
                    code = 0
                except SystemExit as ended:
                    code = int(ended.code or 0)
                except BaseException:  # noqa: BLE001 - a fork must not return into its parent's code
                    traceback.print_exc()
            os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    @contextlib.contextmanager
    def _redirected(self) -> Iterator[None]:
        signal.alarm(PATIENCE)
        for numbers, name in (({1, output().fileno()}, "out"), ({2}, "err")):
            file = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for number in numbers:
                os.dup2(file, number)
        yield
        output().flush()
        sys.stderr.flush()

    def _said(self) -> str:
        return "".join((self._folder / name).read_text() for name in ("out", "err"))

    @staticmethod
    def _outcome(ended: int, case: Case) -> str:
        outcomes = {-signal.SIGKILL: "killed", 0: "unnoticed", 3: "reported", 4: "not reached"}
        if ended not in outcomes:
            case.problems.append(f"ended with {ended}")
        return outcomes.get(ended, "broken")

    @staticmethod
    def _wrong_words(case: Case) -> list[str]:
        """What is wrong with what a person was shown."""
        if _CRASHED.search(case.said):
            return ["an unexpected error was shown"]
        if case.outcome != "reported":
            return []
        start = case.said.find("{")
        told = json.JSONDecoder().raw_decode(case.said[start:])[0] if start >= 0 else {}
        error = told.get("certificate_problem") or told
        message, remedy = error.get("message", ""), error.get("remedy", "")
        if not message or not remedy:
            return [f"no message or no remedy: {message} {remedy}"]
        if bool(_FULL.search(f"{message} {remedy}")) != (case.kind is Kind.FULL):
            return [f"the advice does not fit: {message} {remedy}"]
        return []


def chosen(known: dict[str, Undisturbed], *, seed: int, count: int | None) -> list[Case]:
    """Every case, or so many by a seed, of every operation and kind at least one."""
    chance = random.Random(seed)
    cases: list[Case] = []
    more: list[Case] = []
    for name, run in known.items():
        for kind in Kind:
            found = [
                Case(name, kind, number, f"{change.name} {Path(change.path).name}")
                for number, change in enumerate(run.changes, start=1)
                if change.takes(kind)
            ]
            chance.shuffle(found)
            cases += found[:1]
            more += found[1:]
    chance.shuffle(more)
    return cases + more[: None if count is None else max(0, count - len(cases))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--provider", required=True, help="base URL of the loopback provider")
    parser.add_argument("--count", type=int, help="so many cases, at least; all where omitted")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of cases")
    parser.add_argument("--only", help="an operation, or one case: OPERATION:KIND:NUMBER")
    parser.add_argument("--part", default="0/1", help="this part of the cases, of so many")
    options = parser.parse_args()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what commands print while they go undisturbed
    name, *case = (options.only or "").split(":")
    campaign = Campaign(options.folder.resolve(), options.provider)
    known = {}
    for operation in [OPERATIONS[name]] if name else OPERATIONS.values():
        known[operation.name] = campaign.undisturbed(operation)
        changes = [change.name for change in known[operation.name].changes]
        tell({"operation": operation.name, "changes": changes})
    threads = len(list(Path("/proc/self/task").iterdir()))
    if threads != 1:
        raise RuntimeError(f"{threads} threads: this process cannot be forked")
    part, parts = map(int, options.part.split("/"))
    for found in chosen(known, seed=options.seed, count=options.count):
        is_wanted = not case or [found.kind, str(found.number)] == case
        if is_wanted and found.number % parts == part:
            tell(asdict(campaign.carry_out(found, known[found.operation])))


def tell(value: object) -> None:
    """Prints a line of the result."""
    os.write(_TOLD, json.dumps(value).encode() + b"\n")


_TOLD = os.dup(1)

if __name__ == "__main__":
    main()
