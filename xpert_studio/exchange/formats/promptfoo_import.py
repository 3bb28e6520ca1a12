"""Takes in promptfoo's configurations and results: tests as tasks, assertions as checkpoints.

Nothing that a configuration names is opened or carried out: no file, address, script or provider.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any, Final

from xpert_studio.exchange.formats.promptfoo_assertions import (
    JUDGED,
    RefusedAssertionError,
    read_assertion,
)
from xpert_studio.exchange.formats.reading import Reading, free_id, id_like
from xpert_studio.exchange.formats.taken import Placed, Taken, read_whole, take_in
from xpert_studio.exchange.problems import Problems
from xpert_studio.exchange.reports import ImportReport
from xpert_studio.instruments import problem_of
from xpert_studio.messages import Message
from xpert_studio.records import Checkpoint, Judge, Response, Task, Verdict, content_hash
from xpert_studio.store import ProjectFile

JUDGE: Final = "promptfoo"
_VARIABLE: Final = re.compile(r"\{\{-?\s*([\w.]+)\s*-?\}\}")
_LOGIC: Final = re.compile(r"\{%|\{\{|\{#")
_MOST_NODES: Final = 500_000
_DEEPEST: Final = 100
_MOST_TESTS: Final = 20_000
_IGNORED: Final = frozenset({
    "$schema", "description", "prompts", "tests", "defaultTest", "providers", "targets",
    "outputPath", "sharing", "evaluateOptions", "commandLineOptions", "tags", "metadata",
})  # fmt: skip


def looks_like_promptfoo(value: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a configuration or a file of results of promptfoo."""
    results = value.get("results")
    has_results = isinstance(results, dict) and isinstance(results.get("results"), list)
    return has_results or ("prompts" in value and "tests" in value)


def import_promptfoo(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports a configuration or results.

    Assertions that become no checkpoint are named in the report, each with its test and why.

    Args:
        project: Open for writing.
        source: A ``.yaml``, ``.yml`` or ``.json`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems = Problems()
    reading = _Promptfoo(source.name, problems)
    data = read_whole(source, problems)
    value = None if data is None else _parsed(source, data, problems)
    if isinstance(value, dict):
        reading.take(value)
    elif data is not None and not problems:
        problems.add(
            source.name, "", "", "is no configuration of promptfoo.",
            "Choose a promptfooconfig.yaml, or the results of 'promptfoo eval'.",
        )  # fmt: skip
    return take_in(project, source, reading.finished(), problems, now=now, actor_id=actor_id)


def _parsed(source: Path, data: bytes, problems: Problems) -> object:
    """The value that a file holds; None after noting what is wrong with it."""
    try:
        text = data.decode("utf-8-sig")
        found: object = json.loads(text) if source.suffix == ".json" else _yaml(text)
        _count_nodes(found)
    except (ValueError, RecursionError) as error:
        message = Message("cannot be read: {error}.", error=str(error).splitlines()[0][:200])
        problems.add(source.name, "", "", message, "Correct it, or export it again.")
        return None
    return found


def _yaml(text: str) -> object:
    import yaml

    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise ValueError("it is nested too deeply")
        found: object = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
    return found


def _count_nodes(value: object) -> None:
    """Refuses a value that aliases make larger than anyone writes.

    Raises:
        ValueError: It is.
    """
    waiting, count = [value], 0
    while waiting:
        one, count = waiting.pop(), count + 1
        if count > _MOST_NODES:
            raise ValueError("it has too many parts")
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


class _Promptfoo(Reading):
    """A configuration or results being read."""

    def __init__(self, name: str, problems: Problems) -> None:
        super().__init__(name, problems)
        self._records: list[Placed] = []
        self._verdicts: list[Placed] = []
        self._ids: set[str] = set()
        self._tasks: dict[str, str] = {}
        self._points: dict[str, dict[str, str]] = {}
        self._left: list[str] = []
        self._notes: Counter[str] = Counter()
        self._title: str | None = None

    # Configurations.

    def take(self, value: dict[str, Any]) -> None:
        """Takes the whole file."""
        results = value.get("results")
        if isinstance(results, dict) and isinstance(results.get("results"), list):
            config = value.get("config")
            self._title = _words(config.get("description") if isinstance(config, dict) else None)
            for number, row in enumerate(results["results"], start=1):
                self._result(Message("result {number}", number=number), row)
            return
        self._title = _words(value.get("description"))
        for key in sorted(map(str, value.keys() - _IGNORED)):
            self._leave(Message("the configuration"), key, Message("it is not taken in."))
        usual = value.get("defaultTest")
        usual = usual if isinstance(usual, dict) else {}
        prompts = list(self._prompts(value.get("prompts")))
        tests = value.get("tests")
        if not isinstance(tests, list):
            self.problem("tests", "", "is no list of tests.", "Write the tests in this file.")
            return
        for number, test in enumerate(tests, start=1):
            self._test(Message("test {number}", number=number), number, test, usual, prompts)

    def _prompts(self, value: object) -> Iterator[tuple[str, str]]:
        """Name and text of each prompt."""
        given = value if isinstance(value, list) else [value]
        for number, prompt in enumerate(given, start=1):
            place = Message("prompt {number}", number=number)
            said = prompt.get("raw") if isinstance(prompt, dict) else prompt
            if not isinstance(said, str) or _is_elsewhere(said):
                self.problem(place, "", "is in another file, or no text; no file is opened.",
                             "Write its text in this file.")  # fmt: skip
                continue
            label = prompt.get("label") if isinstance(prompt, dict) else None
            yield str(label or number), said

    def _test(
        self,
        place: Message,
        number: int,
        test: object,
        usual: Mapping[str, Any],
        prompts: Sequence[tuple[str, str]],
    ) -> None:
        if not isinstance(test, dict):
            self.problem(place, "", "is in another file; no file is opened.",
                         "Write the tests in this file.")  # fmt: skip
            return
        given = {**_dict(usual.get("vars")), **_dict(test.get("vars"))}
        asserted = [*_list(usual.get("assert")), *_list(test.get("assert"))]
        if test.get("threshold", usual.get("threshold")) is not None:
            self._notes["threshold"] += 1
        title = _words(test.get("description"))
        cases = list(_cases(given))
        if len(self._records) + len(cases) * len(prompts) > _MOST_TESTS:
            self.problem(place, "vars", "makes too many tests.", "Split the file.")
            return
        for (name, prompt), (turn, values) in product(prompts, enumerate(cases, start=1)):
            parts = [f"test-{number}"]
            parts += [name] if len(prompts) > 1 else []
            parts += [str(turn)] if len(cases) > 1 else []
            text = self._filled(place, "prompt", prompt, values)
            if text is not None:
                self._task(place, id_like("-".join(parts)), title, text, asserted, values)

    def _filled(
        self, place: Message, field: str, text: str, values: Mapping[str, Any]
    ) -> str | None:
        """A text with its variables; None after noting what cannot be filled in."""

        def value(found: re.Match[str]) -> str:
            known = values.get(found[1])
            if known is None:
                raise KeyError(found[1])
            return known if isinstance(known, str) else json.dumps(known, ensure_ascii=False)

        try:
            filled = _VARIABLE.sub(value, text)
        except KeyError as error:
            message = Message("names the variable {name}, which has no value.", name=error.args[0])
            self.problem(place, field, message, "Give it a value under vars.")
            return None
        if _LOGIC.search(_VARIABLE.sub("", text)):
            self.problem(place, field, "has template logic; only {{ name }} is filled in.",
                         "Write the text as it comes out.")  # fmt: skip
            return None
        if any(isinstance(v, str) and _is_elsewhere(v) and v in filled for v in values.values()):
            self.problem(place, field, "has a variable that is in another file.",
                         "Write its text in this file.")  # fmt: skip
            return None
        return filled

    def _task(
        self,
        place: Message,
        wanted: str,
        title: str | None,
        prompt: str,
        asserted: Sequence[object],
        values: Mapping[str, Any],
    ) -> str | None:
        """The id of the task of a prompt and its assertions; a new one where it is not known."""
        print_ = content_hash([prompt, json.dumps(asserted, sort_keys=True, default=str)])
        if print_ in self._tasks:
            return self._tasks[print_]
        task_id = free_id(wanted, self._ids)
        task = self.record(place, Task, {"id": task_id, "prompt": prompt, "title": title})
        if task is None:
            return None
        self._tasks[print_] = task_id
        self._records.append(Placed(task, place))
        self._points[task_id] = {}
        for assertion, share in _flat(asserted, self._notes):
            self._checkpoint(place, task_id, assertion, share, values)
        return task_id

    def _checkpoint(
        self,
        place: Message,
        task_id: str,
        assertion: Mapping[str, Any],
        share: float,
        values: Mapping[str, Any],
    ) -> None:
        name = str(assertion.get("type", ""))
        said = assertion.get("value")
        if isinstance(said, str):
            said = self._filled(place, f"assert {name}", said, values)
            if said is None:
                return
        try:
            found = read_assertion({**assertion, "value": said})
        except RefusedAssertionError as error:
            self._leave(place, name, error.message)
            return
        number = len(self._points[task_id]) + 1
        fields: dict[str, Any] = {
            "task_id": task_id, "id": f"a{number}", "text": found.text, "weight": share,
            "position": number,
        }  # fmt: skip
        if found.check:
            settings: dict[str, Any] = {"check": found.check}
            settings |= {"parameters": dict(found.parameters)} if found.parameters else {}
            fields |= {"instrument": "check", "settings": settings}
        point = self.record(place, Checkpoint, fields)
        if point is None:
            return
        problem = problem_of(point)
        if problem is not None:
            self._leave(place, name, problem)
            return
        self._records.append(Placed(point, place))
        self._points[task_id][_key(assertion)] = point.id

    def _leave(self, place: Message, what: str, why: str) -> None:
        self._left.append(Message("{place}, {what}: {why}", place=place, what=what, why=why))

    # Results.

    def _result(self, place: Message, row: object) -> None:
        result = _dict(row)
        test = _dict(result.get("testCase"))
        prompt = _dict(result.get("prompt")).get("raw")
        if not isinstance(prompt, str) or not prompt.strip():
            self.problem(place, "prompt", "has no prompt.", "Export the results again.")
            return
        values = _dict(result.get("vars")) or _dict(test.get("vars"))
        wanted = f"prompt-{content_hash(prompt)[:12]}"
        title = _words(test.get("description"))
        task_id = self._task(place, wanted, title, prompt, _list(test.get("assert")), values)
        answer = _dict(result.get("response"))
        output = answer.get("output")
        if task_id is None or output is None:
            self._notes["no_output"] += output is None
            return
        text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
        named = result.get("provider")
        provider = named if isinstance(named, dict) else {"id": named}
        system = provider.get("label") or provider.get("id")
        usage = _dict(answer.get("tokenUsage"))
        fields = {
            "id": free_id(id_like(f"{task_id}:{system or 'unknown'}"), self._ids),
            "task_id": task_id,
            "model": str(system or "unknown system"),
            "text": text,
            "finish_reason": _words(answer.get("finishReason")),
            "latency_ms": _count(result.get("latencyMs")),
            "prompt_tokens": _count(usage.get("prompt")),
            "completion_tokens": _count(usage.get("completion")),
        }
        response = self.record(place, Response, fields)
        if response is not None:
            self._records.append(Placed(response, place))
            self._take_verdicts(place, response, _dict(result.get("gradingResult")))

    def _take_verdicts(self, place: Message, response: Response, graded: Mapping[str, Any]) -> None:
        """What a model decided there; what a program decides is decided again here."""
        points = self._points[response.task_id]
        for item in map(_dict, _list(graded.get("componentResults"))):
            assertion = _dict(item.get("assertion"))
            point = points.get(_key(assertion))
            kind = str(assertion.get("type", "")).removeprefix("not-")
            passed = item.get("pass")
            if point is None or kind not in JUDGED or not isinstance(passed, bool):
                continue
            fields = {
                "response_id": response.id, "checkpoint_id": point, "judge_id": JUDGE,
                "value": int(passed), "rationale": _words(item.get("reason")),
            }  # fmt: skip
            verdict = self.record(place, Verdict, fields)
            if verdict is not None:
                self._verdicts.append(Placed(verdict, place))

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = Taken(records=self._records, name=self._title)
        if self._verdicts:
            taken.records += [Placed(Judge(id=JUDGE), ""), *self._verdicts]
        if self._left:
            taken.notes.append(Message("Not taken in: {n:,}.", n=len(self._left)))
            taken.notes += self._left
        if self._notes["threshold"]:
            taken.notes.append(
                Message("Thresholds of tests and sets, which were not taken in: {n:,}.",
                        n=self._notes["threshold"])
            )  # fmt: skip
        if self._notes["no_output"]:
            taken.notes.append(
                Message("Results without an output, which were left out: {n:,}.",
                        n=self._notes["no_output"])
            )  # fmt: skip
        return taken


def _flat(
    asserted: Sequence[object], notes: Counter[str], share: float = 1.0
) -> Iterator[tuple[Mapping[str, Any], float]]:
    """Assertions with their weights; members of a set share the set's weight."""
    given = [item for item in asserted if isinstance(item, dict)]
    for item in given:
        weight = _weight(item) * share
        if item.get("type") != "assert-set":
            yield item, weight
            continue
        notes["threshold"] += item.get("threshold") is not None
        members = [one for one in _list(item.get("assert")) if isinstance(one, dict)]
        whole = sum(map(_weight, members))
        yield from _flat(members, notes, weight / whole if whole else 0.0)


def _weight(item: Mapping[str, Any]) -> float:
    weight = item.get("weight", 1)
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    return float(weight) if is_number and weight >= 0 else 1.0


def _cases(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The values of a test; a list of texts stands for one test each, as promptfoo has it."""
    several = {
        name: value
        for name, value in values.items()
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value)
    }
    for turn in product(*several.values()):
        yield {**values, **dict(zip(several, turn, strict=True))}


def _key(assertion: Mapping[str, Any]) -> str:
    """By what an assertion of the results is found again."""
    parts = [assertion.get("type"), assertion.get("value"), assertion.get("metric")]
    return json.dumps(parts, sort_keys=True, default=str)


def _is_elsewhere(text: str) -> bool:
    return text.startswith(("file://", "http://", "https://", "package:", "exec:"))


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _words(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < 2**53 else None
