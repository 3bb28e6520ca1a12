"""What of a project may stand on a site: what a public bundle of the same options would hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from xpert_studio.api import mark
from xpert_studio.api.instruments import Asks, Checkpoint
from xpert_studio.core.exchange.bundle_options import (
    BundleOptions,
    HeldOut,
    bundle_publisher,
    check_options,
)
from xpert_studio.core.exchange.publishing import Publisher, answers_of
from xpert_studio.core.exchange.scope import ExportScope, Selection, wanted_tasks
from xpert_studio.core.records import Judge, Rating, Response, Task, Visibility
from xpert_studio.core.store import (
    Transaction,
    files,
    judges,
    judgments,
    people,
    responses,
    tasks,
    verdicts,
)


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What stands on a site.

    Attributes:
        scope: Which part of the project.
        held_out: Tasks of which nothing is shown.
        all_stages: Whether tasks that are not ready are shown, too.
        without_references: Leave out all reference answers, and the checkpoints that hold them.
        own_costs: Whether costs rest on your own price list and on what came with responses, too.
        wishes: Whether the scenarios that were wished for so far are shown, to be voted for.
        by_sentences: Whether a sentence model says which cases are alike, and not the characters
            that they share.
    """

    scope: ExportScope = ExportScope()
    held_out: HeldOut = frozenset()
    all_stages: Annotated[
        bool, Asks("Include tasks that are not ready to be judged.", title=mark("All stages"))
    ] = False
    without_references: Annotated[
        bool,
        Asks(
            "Leave out all reference answers, and the checkpoints that hold them.",
            title=mark("Reference answers"),
        ),
    ] = False
    own_costs: Annotated[
        bool,
        Asks(
            "Count your own prices and costs too, not only the prices that come with it.",
            title=mark("Cost"),
        ),
    ] = False
    wishes: Annotated[
        bool,
        Asks(
            "Show the wishes so far, so that readers can vote.",
            title=mark("Wishes"),
        ),
    ] = False
    by_sentences: Annotated[
        bool,
        Asks(
            "Find similar cases by a sentence model.",
            title=mark("Similar cases"),
        ),
    ] = False

    @property
    def as_bundle(self) -> BundleOptions:
        """The options of the public bundle that holds the same."""
        return BundleOptions(
            Visibility.PUBLIC, self.scope, self.held_out, all_stages=self.all_stages
        )


class Published:
    """Records as they go out; what stays in is left out.

    Args:
        tx: The project.
        options: What stands on the site.
        secret: Keys the pseudonyms.

    Raises:
        NotFoundError: A task or subset is not there.
        UsageError: No task is left.
    """

    def __init__(self, tx: Transaction, options: SiteOptions, secret: str) -> None:
        bundle = options.as_bundle
        check_options(tx, bundle)
        self.tx, self.wanted = tx, wanted_tasks(tx, bundle.exported)
        self._selection = Selection(tx, self.wanted)
        whole = bundle_publisher(tx, bundle, self._selection, secret)
        self._publisher = self._without_answers(whole) if options.without_references else whole

    def _without_answers(self, publisher: Publisher) -> Publisher:
        """The same, with all tasks treated as a private bundle treats held-out ones."""
        everything = frozenset(outline.id for outline in tasks.outlines(self.tx))
        return replace(
            publisher,
            held_out=everything,
            without_reference_answers=True,
            held_out_responses={
                outline.id: outline.task_id for outline in responses.outlines(self.tx)
            },
            answers=answers_of(self.tx, everything),
        )

    def pseudonyms(self) -> Mapping[str, str]:
        """What people are called on the site, by id."""
        return {
            person.id: self._publisher.pseudonym(person.id) for person in people.all_people(self.tx)
        }

    def tasks(self) -> list[Task]:
        """The tasks, in the order they came in."""
        return [
            found
            for task in tasks.all_tasks(self.tx)
            if self._selection.holds(task)
            and (found := self._publisher.published(task)) is not None
        ]

    @cached_property
    def judges(self) -> dict[str, Judge]:
        """The judges, by id."""
        held = filter(self._selection.holds, judges.all_judges(self.tx))
        found = ((one.id, self._publisher.published(one)) for one in held)
        return {id_: judge for id_, judge in found if judge is not None}

    def rubrics(self, task_ids: Collection[str]) -> dict[str, list[Checkpoint]]:
        """The checkpoints of tasks, in their order; by task."""
        return {
            task_id: [
                found
                for point in tasks.rubric_of(self.tx, task_id)
                if (found := self._publisher.published(point)) is not None
            ]
            for task_id in task_ids
        }

    def responses(self, task_ids: Collection[str]) -> list[Response]:
        """The responses to tasks."""
        found = map(self._publisher.published, responses.all_responses(self.tx, task_ids=task_ids))
        return [one for one in found if one is not None]

    def bytes_of(self, sha256: str) -> bytes:
        """An attached file of what goes out."""
        return files.get_blob(self.tx, sha256)

    def ratings(
        self, given: Collection[Response], rubrics: Mapping[str, Collection[Checkpoint]]
    ) -> list[Rating]:
        """Judgments and verdicts on responses that rest on the texts as they are."""
        pairs = [(one.id, point.id) for one in given for point in rubrics[one.task_id]]
        found: list[Rating] = list(judgments.all_judgments(self.tx, current_only=True, pairs=pairs))
        for judge_id in self.judges:
            found += verdicts.all_verdicts(self.tx, judge_id=judge_id, fresh_only=True, pairs=pairs)
        return [one for one in map(self._publisher.published, found) if one is not None]
