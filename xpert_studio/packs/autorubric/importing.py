"""Takes in autorubric's dataset: tasks with rubrics, responses, and gold judgments."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    Checkpoint,
    FaultError,
    FileReading,
    Message,
    Placed,
    ProjectFile,
    Response,
    Taken,
    Task,
    Terms,
    content_hash,
    free_id,
    is_empty,
    shown,
)
from xpert_studio.core.exchange.formats.reading import record_of
from xpert_studio.core.exchange.provenance import AUTORUBRIC, MORE
from xpert_studio.packs.autorubric.exporting import (
    BESIDE,
    RESPONSE_FIELDS,
    TASK_FIELDS,
    UNKNOWN,
    VERSION,
)
from xpert_studio.packs.autorubric.rubrics import (
    BesideFile,
    BesideTask,
    DatasetFile,
    RawRubric,
    SubmissionItem,
    judgments_of,
    need_whole_truth,
    raw_rubric,
    read_rubric,
)

_NOTES: Final = {
    "penalties": Message(
        "Criteria with negative weights: {n:,}. Each became a checkpoint that a response meets by "
        "avoiding the fault. Within a task, scores order responses as before; the scores "
        "themselves differ from the source's own."
    ),
    "unscored": Message("Criteria with a weight of 0, which are not scored: {n:,}."),
    "nameless": Message(
        "Submissions whose system the file does not name: {n:,}. They came in as those of "
        "“{unknown_system}”."
    ),
    "guided": Message(
        "Rubrics whose guidelines were kept with the task: {n:,}. The project's grading policy is "
        "as it was."
    ),
    "unknown": Message(
        "Items with keys that are not known: {n:,}. They were kept, and go into private bundles "
        "only."
    ),
}


@dataclass(slots=True)
class _Known:
    """A task that was read: its record, its rubric, and what its items must agree on."""

    task: Task
    rubric: list[Checkpoint]
    place: str
    print: str
    guidelines: str | None


class AutorubricDataset(FileReading):
    """A data set: tasks with rubrics, responses, and gold judgments.

    Ground truth counts as confirmed: such a file has no other place to say so. Criteria with
    negative weights come in as checkpoints that a response meets by avoiding the fault; weights are
    brought into proportion where that is possible exactly. Both are told, and what was read is kept
    for the way back.
    """

    notes = _NOTES

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._tasks: dict[str, _Known] = {}
        self._answers: list[Placed] = []
        self._response_ids: set[str] = set()
        self._beside: dict[str, BesideTask] = {}
        self._is_ours = False
        self._taken = Taken()

    def read(self) -> None:
        """Takes the whole file."""
        value = self.whole(self.source)
        whole = None if value is None else self.made("", DatasetFile.model_validate, value)
        if whole is None:
            return
        for key in whole.model_extra or {}:
            told = Message("The key {key} is not known; it was ignored.", key=shown(key))
            self._taken.notes.append(told)
        self._taken.name = whole.name
        if whole.xpert_studio is not None and not self._takes_beside(whole.xpert_studio):
            return
        for number, item in enumerate(whole.items, start=1):
            self._item(Message("item {number}", number=number), item, whole)

    def _takes_beside(self, beside: BesideFile) -> bool:
        if beside.version != VERSION:
            self.problem(
                "",
                f"{BESIDE}.version",
                Message(
                    "is {found}; this program knows version {version}.",
                    found=shown(beside.version),
                    version=VERSION,
                ),
                "Update Xpert Studio, or remove the key.",
            )
            return False
        self._taken.canary, self._taken.licence = beside.canary, beside.licence
        self._is_ours = True
        self._beside = {task.id: task for task in beside.tasks}
        return True

    def _item(self, place: str, value: object, whole: DatasetFile) -> None:
        with self.noting(place):
            item = SubmissionItem.model_validate(value)
            known = self._task(place, item, whole)
            if known is None:
                return
            need_whole_truth(item, known.rubric)
            response = self._response(item, known)
            self._answers.append(Placed(response, place))
            judgments = judgments_of(self, place, item, known.rubric, response.id)
            self._answers += (Placed(judgment, place) for judgment in judgments)

    def _task(self, place: str, item: SubmissionItem, whole: DatasetFile) -> _Known | None:
        prompt = item.prompt if item.prompt is not None else whole.prompt
        reference = item.reference_submission
        if reference is None:
            reference = whole.reference_submission
        raw = raw_rubric(item.rubric if item.rubric is not None else whole.rubric)
        print_ = content_hash([prompt, reference, raw.guidelines, json.dumps(raw.criteria)])
        task_id = item.xpert_studio.task_id if item.xpert_studio else f"task-{print_[:12]}"
        known = self._tasks.get(task_id)
        if known is None:
            return self._new_task(
                place, {"id": task_id, "prompt": prompt, "reference_answer": reference}, raw, print_
            )
        if known.print != print_:
            raise FaultError(
                Message(
                    "{task_id} has another prompt, rubric or reference in {place}.",
                    task_id=shown(task_id),
                    place=known.place,
                ),
                Message("Make them the same, or give the other task another ID."),
                f"{BESIDE}.task_id",
            )
        return known

    def _new_task(
        self, place: str, fields: dict[str, Any], raw: RawRubric, print_: str
    ) -> _Known | None:
        beside = self._beside.get(fields["id"])
        said = beside.fields() if beside else {}
        more = {name: said[name] for name in TASK_FIELDS if name in said}
        task = self.record(place, Task, {**fields, **more})
        rubric = read_rubric(self, place, fields["id"], raw, beside)
        if task is None or rubric is None:
            return None
        known = _Known(task, rubric, place, print_, raw.guidelines)
        self._tasks[task.id] = known
        return known

    def _response(self, item: SubmissionItem, known: _Known) -> Response:
        beside = item.xpert_studio
        if beside is not None:
            if beside.response_id in self._response_ids:
                raise FaultError(
                    Message("{response_id} appears twice.", response_id=shown(beside.response_id)),
                    Message("Keep one of the two."),
                    f"{BESIDE}.response_id",
                )
            response_id = free_id(beside.response_id, self._response_ids)
        else:
            print_ = content_hash([known.task.id, item.submission, item.description])
            response_id = free_id(f"response-{print_[:12]}", self._response_ids)
            self.told["nameless"] += 1
        said = (beside.model_extra or {}) if beside else {}
        fields = {
            "id": response_id,
            "task_id": known.task.id,
            "text": item.submission,
            "model": UNKNOWN_SYSTEM,
            **{name: said[name] for name in RESPONSE_FIELDS if name in said},
        }
        response = record_of(Response, fields)
        kept: dict[str, Any] = {"description": item.description}
        is_judged = beside is not None and beside.judgments
        if item.ground_truth and set(item.ground_truth) == {UNKNOWN} and not is_judged:
            kept["ground_truth"] = item.ground_truth
        if kept == {"description": f"{response.model}, {response.role.value}"}:
            kept = {}
        if item.model_extra:
            self.told["unknown"] += 1
            kept[MORE] = item.model_extra
        return response.model_copy(update={"extra": {AUTORUBRIC: kept}}) if kept else response

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = self._taken
        found = {known.guidelines for known in self._tasks.values()}
        if len(found) == 1 and is_empty(self.project):
            # A file of ours without guidelines says that there is no policy; another one nothing.
            taken.policy = next(iter(found)) or ("" if self._is_ours else None)
        policy = self.project.info().grading_policy.text
        own = policy if taken.policy is None else taken.policy
        for known in self._tasks.values():
            task = known.task
            if (known.guidelines or "") != own:
                kept = {AUTORUBRIC: {"guidelines": known.guidelines or ""}}
                task = task.model_copy(update={"extra": kept})
                self.told["guided"] += bool(known.guidelines)
            taken.records.append(Placed(task, known.place))
            taken.records += (Placed(point, known.place) for point in known.rubric)
        taken.records += self._answers
        taken.notes += self.told_of(self.notes)
        return taken
