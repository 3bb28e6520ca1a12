"""Takes in what the platform's Evals API gives: output items of a run, and items of a data source.

An output item has the item (``datasource_item``), the sample with its messages, and a result for
each grader: ``name``, ``passed``, ``score``. It does not say what a grader asks. A line of a data
source is ``{"item": {…}}``, its keys as the eval's author chose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    Checkpoint,
    Judge,
    Message,
    Response,
    RowReading,
    Sound,
    Task,
    Verdict,
    Within,
    content_hash,
    id_like,
)
from xpert_studio.core.exchange.formats.row_keys import ANSWERS, prompts_in
from xpert_studio.packs.openai_evals.samples import (
    answer_point,
    said,
    stem_of,
    text_in,
    turns_of,
)

PROVIDER: Final = "openai-evals"


def _if_text(value: object) -> object:
    return value if isinstance(value, str) and value.strip() else None


class _Sample(BaseModel):
    """What a model was given, and what it gave."""

    input: Any = None
    output: Any = None
    output_text: Any = None
    model: Annotated[str | None, BeforeValidator(_if_text)] = None
    finish_reason: Any = None
    prompt_tokens: Any = Field(None, validation_alias=AliasPath("usage", "prompt_tokens"))
    completion_tokens: Any = Field(None, validation_alias=AliasPath("usage", "completion_tokens"))


class _Result(BaseModel):
    name: Annotated[str, BeforeValidator(lambda value: str(value or "grader"))] = "grader"
    passed: Any = None
    score: Any = None


class _OutputItem(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: Any = None
    sample: Within[_Sample] = _Sample()
    datasource_item: Within[dict[str, Any]] = {}
    results: Sound[_Result] = []


class OutputItems(RowReading[_OutputItem]):
    """Tasks, responses and the graders' verdicts of a run."""

    model = _OutputItem
    about = (
        Message(
            "Output items name graders and not what these ask: each grader is a checkpoint by its "
            "name, of weight 1, and its results are verdicts."
        ),
    )
    aside = frozenset({"object", "datasource_item_id", "status", "created_at", "run_id", "eval_id"})
    notes: ClassVar = {
        "silent": Message("Output items without a prompt or an output, and not imported: {n:,}."),
        "undecided": Message("Results that do not say whether they passed: {n:,}."),
        "scores": Message(
            "Scores between pass and fail, of which only whether they passed was imported: {n:,}."
        ),
        "systemless": Message("Output items that name no model: {n:,}."),
    }

    def take(self, place: str, row: _OutputItem) -> None:
        """Takes one output item."""
        sample, item = row.sample, row.datasource_item
        prompt = said(turns_of(sample.input)) or _item_text(item)
        outputs = turns_of(sample.output)
        if not prompt or not outputs:
            self.told["silent"] += 1
            return
        ideal = next((item[n] for n in ANSWERS if isinstance(item.get(n), str)), None)
        task_id = f"task-{content_hash(prompt)[:12]}"
        fields = {"id": task_id, "prompt": prompt, "reference_answer": ideal or None}
        task = self.once(place, Task, fields)
        response = self._response(place, row, task_id, outputs[-1][1]) if task else None
        if response is not None:
            for result in row.results:
                self._result(place, task_id, response.id, result)

    def _response(self, place: str, row: _OutputItem, task_id: str, text: str) -> Response | None:
        sample = row.sample
        self.told["systemless"] += sample.model is None
        print_ = content_hash([task_id, text, str(row.id)])[:12]
        is_named = isinstance(row.id, str) and row.id
        response = self.record(
            place,
            Response,
            {
                "id": id_like(row.id) if is_named else f"response-{print_}",
                "task_id": task_id,
                "text": text,
                "model": sample.model or UNKNOWN_SYSTEM,
                **sample.model_dump(
                    include={"finish_reason", "prompt_tokens", "completion_tokens"}
                ),
            },
        )
        is_new = response is not None and self.agrees(place, response, "id", row.id, alone=True)
        return response if is_new else None

    def _result(self, place: str, task_id: str, response_id: str, result: _Result) -> None:
        name, passed = result.name, result.passed
        if not isinstance(passed, bool):
            self.told["undecided"] += 1
            return
        self.told["scores"] += result.score not in (0, 1, None)
        point = Checkpoint(
            task_id=task_id,
            id=id_like(name),
            text=f"Passes the grader “{name}”.",
            weight=1,
            position=self.found.size(task_id),
        )
        judge = Judge(id=id_like(f"{PROVIDER}:{name}"), provider=PROVIDER, model=name)
        verdict = Verdict(
            response_id=response_id, checkpoint_id=point.id, judge_id=judge.id, value=int(passed)
        )
        self.found.add(point, place)
        self.found.add(judge, place)
        self.agrees(place, verdict, "results", name)


class _Item(BaseModel):
    item: dict[str, Any]
    sample: Within[_Sample] = _Sample()


class DataSourceItems(RowReading[_Item]):
    """Tasks with their expected answers, of a data source."""

    model = _Item
    about = (
        Message(
            "A data source does not say how responses are compared. Each expected answer is a "
            "checkpoint that a judge or expert decides, all of weight 1."
        ),
    )

    number = 0

    def take(self, place: str, row: _Item) -> None:
        """Takes one item as a task."""
        item, self.number = row.item, self.number + 1
        name = self._prompt_of(place, item)
        if name is None:
            return
        answer = next((n for n in ANSWERS if isinstance(item.get(n), str) and item[n]), None)
        task = self.once(
            place,
            Task,
            {
                "id": id_like(f"{stem_of(self.source)}-{self.number}"),
                "prompt": said(turns_of(item[name])) or item[name],
                "reference_answer": item[answer] if answer else None,
            },
        )
        if task is None:
            return
        if answer:
            self.found.add(answer_point(task.id, (item[answer],), "", 0), place)
        self.unknown.update(f"item.{key}" for key in item if key not in {name, answer})
        output = turns_of(row.sample.output) or [("", "")]
        if text := text_in(row.sample.output_text) or output[-1][1]:
            response_id = f"response-{content_hash([task.id, text])[:12]}"
            model = row.sample.model or UNKNOWN_SYSTEM
            response = Response(id=response_id, task_id=task.id, text=text, model=model)
            self.found.add(response, place)

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
