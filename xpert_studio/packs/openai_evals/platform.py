"""Takes in what the platform's Evals API gives: output items of a run, and items of a data source.

An output item has the item (``datasource_item``), the sample with its messages, and a result for
each grader: ``name``, ``passed``, ``score``. It does not say what a grader asks. A line of a data
source is ``{"item": {…}}``, its keys as the eval's author chose.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.exchange.formats.ids import free_id, id_like
from xpert_studio.core.exchange.formats.reading import Reading, left_out, rows_of
from xpert_studio.core.exchange.formats.row_keys import ANSWERS, prompts_in
from xpert_studio.core.exchange.formats.taken import UNKNOWN_SYSTEM, Placed, Taken
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Judge, Response, Task, Verdict, content_hash
from xpert_studio.packs.openai_evals.samples import (
    answer_point,
    said,
    stem_of,
    text_in,
    turns_of,
)

PROVIDER: Final = "openai-evals"
_TAKEN: Final = frozenset(
    {"object", "id", "datasource_item", "datasource_item_id", "results", "sample", "status",
     "created_at", "run_id", "eval_id"}
)  # fmt: skip


def read_output_items(source: Path, problems: Problems) -> Taken:
    """Tasks, responses and the graders' verdicts of a run."""
    reading = _Run(source.name, problems)
    for place, row in rows_of(reading, source):
        reading.take(place, row)
    return reading.finished()


def read_items(source: Path, problems: Problems) -> Taken:
    """Tasks with their expected answers, of a data source."""
    reading = _Items(source.name, problems)
    return reading.read(source)


class _Run(Reading):
    def __init__(self, name: str, problems: Problems) -> None:
        super().__init__(name, problems)
        self._tasks: dict[str, Placed] = {}
        self._points: dict[tuple[str, str], Placed] = {}
        self._responses: dict[str, Placed] = {}
        self._judges: dict[str, Placed] = {}
        self._verdicts: list[Placed] = []
        self._unknown: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()

    def take(self, place: str, row: dict[str, Any]) -> None:
        """Takes one output item."""
        sample, item = _object(row.get("sample")), _object(row.get("datasource_item"))
        prompt = said(turns_of(sample.get("input"))) or _item_text(item)
        outputs = turns_of(sample.get("output"))
        if not prompt or not outputs:
            self.told["silent"] += 1
            return
        self._unknown.update(row.keys() - _TAKEN)
        task = self._task(place, prompt, item)
        response = task and self._response(place, row, task.id, outputs[-1][1], sample)
        if task is None or response is None:
            return
        for result in row.get("results") or []:
            if isinstance(result, dict):
                self._result(place, task.id, response.id, result)

    def _task(self, place: str, prompt: str, item: Mapping[str, Any]) -> Task | None:
        task_id = f"task-{content_hash(prompt)[:12]}"
        if task_id not in self._tasks:
            ideal = next((item[n] for n in ANSWERS if isinstance(item.get(n), str)), None)
            fields = {"id": task_id, "prompt": prompt, "reference_answer": ideal or None}
            task = self.record(place, Task, fields)
            if task is None:
                return None
            self._tasks[task_id] = Placed(task, place)
        known = self._tasks[task_id].record
        return known if isinstance(known, Task) else None

    def _response(
        self, place: str, row: Mapping[str, Any], task_id: str, text: str, sample: Mapping[str, Any]
    ) -> Response | None:
        model, usage = sample.get("model"), _object(sample.get("usage"))
        self.told["systemless"] += not isinstance(model, str)
        print_ = content_hash([task_id, text, str(row.get("id"))])[:12]
        given = row.get("id")
        response_id = id_like(given) if isinstance(given, str) and given else f"response-{print_}"
        if response_id in self._responses:
            told = Message(
                "{id} is also that of {place}.",
                id=shown(given),
                place=self._responses[response_id].place,
            )
            self.problem(place, "id", told, "Keep one of the two.")
            return None
        response = self.record(
            place,
            Response,
            {
                "id": response_id,
                "task_id": task_id,
                "text": text,
                "model": model if isinstance(model, str) and model.strip() else UNKNOWN_SYSTEM,
                "finish_reason": sample.get("finish_reason"),
                "prompt_tokens": usage.get("prompt_tokens"),
                "completion_tokens": usage.get("completion_tokens"),
            },
        )
        if response is not None:
            self._responses[response_id] = Placed(response, place)
        return response

    def _result(
        self, place: str, task_id: str, response_id: str, result: Mapping[str, Any]
    ) -> None:
        name = str(result.get("name") or "grader")
        passed = result.get("passed")
        if not isinstance(passed, bool):
            self.told["undecided"] += 1
            return
        self.told["scores"] += result.get("score") not in (0, 1, None)
        point_id = id_like(name)
        if (task_id, point_id) not in self._points:
            position = self._sizes[task_id]
            self._sizes[task_id] += 1
            point = Checkpoint(
                task_id=task_id,
                id=point_id,
                text=f"Passes the grader “{name}”.",
                weight=1,
                position=position,
            )
            self._points[task_id, point_id] = Placed(point, place)
        judge_id = id_like(f"{PROVIDER}:{name}")
        judge = Judge(id=judge_id, provider=PROVIDER, model=name)
        self._judges.setdefault(judge_id, Placed(judge, place))
        verdict = Verdict(
            response_id=response_id, checkpoint_id=point_id, judge_id=judge_id, value=int(passed)
        )
        self._verdicts.append(Placed(verdict, place))

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        groups = (self._tasks, self._points, self._responses, self._judges)
        taken = Taken(records=[item for group in groups for item in group.values()])
        taken.records += self._verdicts
        taken.notes = [
            Message(
                "Output items name graders and not what these ask: each grader is a checkpoint by "
                "its name, of weight 1, and its results are verdicts."
            ),
            *self.told_of({
                "silent": Message(
                    "Output items without a prompt or an output, and not imported: {n:,}."
                ),
                "undecided": Message("Results that do not say whether they passed: {n:,}."),
                "scores": Message(
                    "Scores between pass and fail, of which only whether they passed was imported: "
                    "{n:,}."
                ),
                "systemless": Message("Output items that name no model: {n:,}."),
            }),
            *left_out(self._unknown),
        ]  # fmt: skip
        return taken


class _Items(Reading):
    def read(self, source: Path) -> Taken:
        """Every item as a task."""
        taken, unknown, stem = Taken(), Counter[str](), stem_of(source)
        ids: set[str] = set()
        for number, (place, row) in enumerate(rows_of(self, source), start=1):
            item, sample = row.get("item"), row.get("sample")
            if not isinstance(item, dict):
                self.problem(place, "item", "is not an object.", 'Write {"item": {…}}.')
                continue
            name = self._prompt_of(place, item)
            if name is None:
                continue
            answer = next((n for n in ANSWERS if isinstance(item.get(n), str) and item[n]), None)
            text = said(turns_of(item[name])) if isinstance(item[name], list) else item[name]
            task = self.record(
                place,
                Task,
                {
                    "id": free_id(id_like(f"{stem}-{number}"), ids),
                    "prompt": text,
                    "reference_answer": item[answer] if answer else None,
                },
            )
            if task is None:
                continue
            taken.records.append(Placed(task, place))
            if answer:
                taken.records.append(Placed(answer_point(task.id, (item[answer],), "", 0), place))
            unknown.update(f"item.{key}" for key in item.keys() - {name, answer})
            taken.records += self._output(place, task.id, sample)
        taken.notes = [
            Message(
                "A data source does not say how responses are compared. Each expected answer is a "
                "checkpoint that a judge or expert decides, all of weight 1."
            ),
            *left_out(unknown),
        ]
        return taken

    def _prompt_of(self, place: str, item: Mapping[str, Any]) -> str | None:
        """The key of the prompt: of known names, else the only text that is no answer."""
        found = prompts_in(item)
        texts = [name for name, value in item.items() if isinstance(value, str) and value.strip()]
        others = tuple(name for name in texts if name not in ANSWERS)
        found = found or others
        if len(found) == 1:
            return found[0]
        told = Message("has several texts that may be the prompt: {names}.", names=", ".join(found))
        if not found:
            told = Message("has no text that may be the prompt.")
        self.problem(place, "item", told, "Name the text of the task “input”.")
        return None

    def _output(self, place: str, task_id: str, sample: object) -> Iterator[Placed]:
        if not isinstance(sample, dict):
            return
        text = (
            text_in(sample.get("output_text"))
            or (turns_of(sample.get("output")) or [("", "")])[-1][1]
        )
        if text:
            response = Response(
                id=f"response-{content_hash([task_id, text])[:12]}",
                task_id=task_id,
                text=text,
                model=str(sample.get("model") or UNKNOWN_SYSTEM),
            )
            yield Placed(response, place)


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _item_text(item: Mapping[str, Any]) -> str:
    """An item as a prompt, where the run kept no messages: its parts, but for the answer."""
    found = prompts_in(item)
    if len(found) == 1:
        return text_in(item[found[0]])
    parts = [
        f"{name}:\n{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in item.items()
        if name not in ANSWERS and value not in (None, "")
    ]
    return "\n\n".join(parts)
