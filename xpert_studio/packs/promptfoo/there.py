"""Records of a project that results of its export are about."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.api.changes import NotFoundError
from xpert_studio.api.formats import (
    PLAIN,
    Checkpoint,
    Message,
    ProjectFile,
    Reading,
    Response,
    shown,
)
from xpert_studio.core.store import responses, tasks
from xpert_studio.packs.promptfoo.own import by_system
from xpert_studio.packs.promptfoo.rubrics import DraftedAssertion
from xpert_studio.packs.promptfoo.tasks import KnownTask
from xpert_studio.packs.promptfoo.texts import label


class ProjectTasks:
    """The tasks of a project with their responses, looked up as they are asked for.

    Args:
        project: The project.
    """

    def __init__(self, project: ProjectFile) -> None:
        self._project = project
        self._responses: dict[str, dict[tuple[str, str], Response]] = {}

    def task(
        self,
        task_id: str,
        place: str,
        prompt: str,
        drafts: Sequence[DraftedAssertion],
        reading: Reading,
    ) -> KnownTask | None:
        """The task that results are about; None where the project has none of that id.

        Args:
            task_id: Its id.
            place: The first result.
            prompt: What the system was given.
            drafts: The assertions; of those whose checkpoint is another one now, or gone, the
                grades are left out and counted.
            reading: Takes notes, also where the prompt is another one now.
        """
        try:
            with self._project.reading() as tx:
                task = tasks.get_task(tx, task_id)
                rubric = {point.id: point for point in tasks.rubric_of(tx, task_id)}
                found = responses.all_responses(tx, task_ids=[task_id])
                named = list(by_system(found))
        except NotFoundError:
            return None
        own = task.full_prompt
        if prompt != own and not prompt.startswith(f"{own}\n\n["):
            reading.problem(
                place,
                "prompt.raw",
                Message("the project has another prompt for {task}.", task=shown(task_id)),
                Message("Import the results into a new project."),
            )
        known = KnownTask(task, place, list(drafts), is_there=True)
        for draft in drafts:
            points = [point for fields in draft.points if (point := _same(fields, rubric))]
            reading.told["changed"] += len(draft.points) - len(points)
            known.points.append(points)
        self._responses[task_id] = {
            (label(name), response.text): response for name, response in reversed(named)
        }
        return known

    def response(self, task_id: str, system: str, text: str) -> Response | None:
        """The stored response with a text, of the system that promptfoo shows under a name."""
        return self._responses.get(task_id, {}).get((system, text))


def _same(fields: dict[str, object], rubric: dict[str, Checkpoint]) -> Checkpoint | None:
    """The checkpoint of a rubric that an assertion was written for, if it asks the same still."""
    point = rubric.get(str(fields.get("id")))
    if point is None or point.text != fields["text"]:
        return None
    answer = {"instrument": point.instrument, "settings": point.settings}
    asked = {key: fields.get(key, value) for key, value in PLAIN.items()}
    return point if answer == asked else None
