"""Which responses a run covers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import JsonValue

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Response, Subset, Task
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.wording import mark

_LISTED = 5
_KEYS = {
    "models": "models",
    "tasks": "task_ids",
    "domains": "domains",
    "responses": "response_ids",
}


@dataclass(frozen=True, slots=True)
class Selection:
    """Which responses a run covers: those that pass every part; an empty part lets all pass.

    Attributes:
        models: Of these systems.
        task_ids: To these tasks.
        domains: To tasks of these domains.
        subset: To the tasks of this subset, by its name.
        response_ids: These responses.
        comparisons: Whether pairs of them are compared, rather than each scored.
    """

    models: Annotated[
        tuple[str, ...],
        Asks(
            "Only these systems; may be repeated or comma-separated.",
            name="systems",
            is_list=True,
            title=mark("Systems"),
            empty=mark("all"),
        ),
    ] = ()
    task_ids: Annotated[
        tuple[str, ...],
        Asks(
            "Only these tasks; comma-separated, or @FILE with one a line.",
            name="tasks",
            is_list=True,
            title=mark("Tasks"),
            empty=mark("all"),
        ),
    ] = ()
    domains: Annotated[
        tuple[str, ...],
        Asks(
            "Only tasks of these domains.", is_list=True, title=mark("Domains"), empty=mark("all")
        ),
    ] = ()
    subset: Annotated[
        str,
        Asks(
            "Only tasks of this subset.",
            title=mark("Subset"),
            empty=mark("none"),
            needs_name=True,
        ),
    ] = ""
    response_ids: Annotated[
        tuple[str, ...], Asks("Only these responses, by their ids.", name="responses", is_list=True)
    ] = ()
    comparisons: bool = False

    def as_json(self) -> dict[str, JsonValue]:
        """For the record of the run; the same for selections that mean the same."""
        found: dict[str, JsonValue] = {
            "models": [*sorted(self.models)],
            "tasks": [*sorted(self.task_ids)],
        }
        if self.domains:
            found["domains"] = [*sorted(self.domains)]
        if self.subset:
            found["subset"] = self.subset
        if self.response_ids:
            found["responses"] = [*sorted(self.response_ids)]
        if self.comparisons:
            found["comparisons"] = True
        return found

    @classmethod
    def of(cls, kept: Mapping[str, JsonValue]) -> Selection:
        """The selection that the record of a run tells of."""
        parts = {
            field: tuple(str(name) for name in names)
            for key, field in _KEYS.items()
            if isinstance(names := kept.get(key), list)
        }
        subset = kept.get("subset")
        return cls(
            subset=subset if isinstance(subset, str) else "",
            comparisons=kept.get("comparisons") is True,
            **parts,
        )

    def pick(
        self,
        responses: Sequence[Response],
        tasks: Mapping[str, Task],
        subsets: Collection[Subset],
    ) -> tuple[Response, ...]:
        """The responses it covers.

        Raises:
            NotFoundError: Something that it names is not in the project, or nothing is selected.
        """
        self._check(responses, tasks, subsets)
        models, wanted = set(self.models), set(self.response_ids)
        open_tasks = self._tasks(tasks, subsets)
        found = tuple(
            response
            for response in responses
            if response.task_id in open_tasks
            and (not models or response.model in models)
            and (not wanted or response.id in wanted)
        )
        if not found:
            raise NotFoundError(
                "There are no responses to score.",
                remedy="Import some with 'xpert-studio import', or select others.",
            )
        return found

    def _tasks(self, tasks: Mapping[str, Task], subsets: Collection[Subset]) -> set[str]:
        found = set(self.task_ids) if self.task_ids else set(tasks)
        if self.domains:
            read = DOMAINS.reader(_domains(tasks))
            domains = {read(name) for name in self.domains}
            found = {task_id for task_id in found if tasks[task_id].domain in domains}
        for subset in subsets:
            if subset.name == self.subset:
                found &= set(subset.task_ids)
        return found

    def _check(
        self,
        responses: Sequence[Response],
        tasks: Mapping[str, Task],
        subsets: Collection[Subset],
    ) -> None:
        models = {response.model for response in responses}
        unknown = [name for name in self.models if name not in models]
        if unknown:
            raise NotFoundError(
                Message("No response is by {unknown}.", unknown=_listed(unknown)),
                remedy="'xpert-studio response list PROJECT' lists systems with their responses.",
            )
        strange = [name for name in self.task_ids if name not in tasks]
        if strange:
            raise NotFoundError(
                Message("There is no task {strange}.", strange=_listed(strange)),
                remedy="'xpert-studio info PROJECT --list-tasks' lists them.",
            )
        domains = _domains(tasks)
        read = DOMAINS.reader(domains)
        foreign = [name for name in self.domains if read(name) is None]
        if foreign:
            raise NotFoundError(
                Message("No task is in the domain {foreign}.", foreign=_listed(foreign)),
                remedy=Message(
                    "Domains with tasks: {domains}.",
                    domains=joined(map(DOMAINS.message, domains)) or Message("none yet"),
                ),
            )
        names = {subset.name for subset in subsets}
        if self.subset and self.subset not in names:
            raise NotFoundError(
                Message("There is no subset {subset}.", subset=self.subset),
                remedy=Message(
                    "Subsets: {names}.", names=joined(sorted(names)) or Message("none yet")
                ),
            )
        self._check_responses(responses)

    def _check_responses(self, responses: Sequence[Response]) -> None:
        given = {response.id for response in responses} if self.response_ids else set()
        gone = [name for name in self.response_ids if name not in given]
        if gone:
            raise NotFoundError(
                Message("There is no response {gone}.", gone=_listed(gone)),
                remedy="'xpert-studio response list PROJECT' lists them.",
            )


def _domains(tasks: Mapping[str, Task]) -> list[str]:
    return sorted({task.domain for task in tasks.values() if task.domain})


def _listed(names: Sequence[str]) -> str:
    return joined(names, most=_LISTED)
