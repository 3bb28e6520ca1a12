"""A project as pandas tables, for notebooks: read-only, with the blinding of one person.

    import xpert_studio

    with xpert_studio.open("clinic.xpert", as_="lena") as project:
        project.judgments.groupby("expert")["value"].mean()

docs/notebook.md lists the columns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from xpert_studio.cli.acting import VARIABLE
from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.extras import need
from xpert_studio.core.messages import Message
from xpert_studio.core.metrics import PAIRS, RANKS, metrics_of
from xpert_studio.core.records import Judgment, Verdict
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judgments,
    people,
    responses,
    settings,
    tasks,
    verdicts,
    verify_short,
)
from xpert_studio.core.workflow import need_alignment, need_results
from xpert_studio.core.workflow.blinding import all_labels, blinding_for
from xpert_studio.core.workflow.command_context import only_person, person_of
from xpert_studio.report import analyse
from xpert_studio.report.board_columns import board_columns, plain_columns
from xpert_studio.report.section import View
from xpert_studio.report.sections.alignment_data import alignment_data
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.sections.results import plain_board

Found = TypeVar("Found")

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "tasks": ("task", "title", "domain", "category", "language", "difficulty", "stage", "author"),
    "checkpoints": (
        "task", "checkpoint", "text", "weight", "tier", "dimension", "instrument",
    ),
    "responses": ("response", "task", "system", "role", "text"),
    "judgments": (
        "response", "task", "checkpoint", "expert", "state", "value", "gold_value", "rationale",
        "unblinded",
    ),
    "verdicts": (
        "response", "task", "checkpoint", "judge", "trial", "state", "value", "rationale",
    ),
    "scores": ("judge", "system", "rank", "score", "score_low", "score_high", "tasks", "coverage"),
}  # fmt: skip
"""The columns of each table."""
_FIRST: Final = ("judge", "n", "pairs", "tasks")
"""The first columns of the alignment."""


class Notebook:
    """An open project. Its tables are read anew each time they are asked for.

    Args:
        path: The project file.
        as_: The id of the person who reads; else the environment variable of ``--as``. What is
            hidden from them in the window is hidden here; without a person, what is hidden from
            any person of the project.

    Raises:
        NotFoundError: There is no such file, or no such person in it.
        XpertError: The file cannot be opened, or is damaged; or the extra ``notebook`` is not
            installed.
    """

    def __init__(self, path: str | Path, as_: str = "") -> None:
        need("notebook")
        self._project = ProjectFile.open(Path(path), read_only=True)
        with self._project.reading() as tx:
            verify_short(tx)
            self._person = as_ or os.environ.get(VARIABLE, "") or only_person(tx)
            if self._person:
                person_of(tx, self._person)
            is_team = not settings.project_info(tx).policies.is_solo and people.all_people(tx)
            self._is_nobody = bool(is_team) and not self._person

    def __enter__(self) -> Notebook:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._project.close()

    @property
    def tasks(self) -> pd.DataFrame:
        """One row a task."""
        with self._project.reading() as tx:
            found = tasks.all_tasks(tx)
        return _table(
            "tasks",
            (
                {**item.model_dump(mode="json"), "task": item.id, "author": item.author_id}
                for item in found
            ),
        )

    @property
    def checkpoints(self) -> pd.DataFrame:
        """One row a checkpoint."""
        with self._project.reading() as tx:
            found = list(tasks.all_checkpoints(tx))
        return _table(
            "checkpoints",
            (
                {**item.model_dump(mode="json"), "task": item.task_id, "checkpoint": item.id}
                for item in found
            ),
        )

    @property
    def responses(self) -> pd.DataFrame:
        """One row a response, named ``TASK:LABEL``; no system where it is hidden."""
        names = self._names()
        with self._project.reading() as tx:
            blinded = blinding_for(tx, self._person).tasks
            hidden = {item.id for item in tasks.outlines(tx)} if self._is_nobody else blinded
            found = sorted(responses.all_responses(tx), key=lambda item: names[item.id])
        return _table(
            "responses",
            (
                {
                    "response": names[item.id],
                    "task": item.task_id,
                    "text": item.text,
                    "system": None if item.task_id in hidden else item.model,
                    "role": None if item.task_id in hidden else item.role.value,
                }
                for item in found
            ),
        )

    @property
    def judgments(self) -> pd.DataFrame:
        """One row for each checkpoint that an expert judged.

        Raises:
            NotAllowedError: What others decided is hidden from the person.
        """
        with self._project.reading() as tx:
            withheld = self._need(tx, need_alignment).withheld
            found = list(judgments.all_judgments(tx, counted_only=True))
        return _table("judgments", self._ratings(found, withheld))

    @property
    def verdicts(self) -> pd.DataFrame:
        """One row for each checkpoint that a judge rated, and for each trial.

        Raises:
            NotAllowedError: What judges decided is hidden from the person.
        """
        with self._project.reading() as tx:
            blinding = self._need(tx, need_alignment)
            found = [v for v in verdicts.all_verdicts(tx) if v.response_id not in blinding.pending]
        return _table("verdicts", self._ratings(found, blinding.withheld))

    @property
    def scores(self) -> pd.DataFrame:
        """One row for each system by each judge, and by the experts; shares from 0 to 1.

        Raises:
            NotAllowedError: Results by system are hidden from the person.
        """
        with self._project.reading() as tx:
            self._need(tx, need_results)
        analysis = analyse(self._project, with_comparisons=False)
        view = View.of(self._project, analysis)
        rows, more_names = [], set[str]()
        for rater in view.results.raters:
            board = plain_board(view.results.board(rater.id).leaderboard, analysis.small)
            beside = board_columns(view.by(rater.id))
            for item in board["standings"]:
                row = item | _ends("score", item["score_interval"]) | {"judge": rater.id}
                more = plain_columns(beside, item["system"])
                for name in (one for one in beside if f"{one}_interval" in more):
                    more |= _ends(name, more.pop(f"{name}_interval"))
                more_names |= more.keys()
                rows.append(row | more)
        brought = dict.fromkeys(name for row in rows for name in row if name in more_names)
        return _table("scores", rows, tuple(brought))

    def alignment(self) -> pd.DataFrame:
        """One row a judge: each figure under its name, its interval as NAME_low and NAME_high.

        An undefined figure is NaN.

        Raises:
            NotAllowedError: What experts and judges decided is hidden from the person.
        """
        import pandas as pd

        with self._project.reading() as tx:
            self._need(tx, need_alignment)
        analysis = analyse(self._project)
        metrics = [metric.id for metric in metrics_of(RANKS, PAIRS)]
        figures = [name for id_ in metrics for name in (id_, *_ends(id_, None))]
        rows = []
        view = replace(View.of(self._project, analysis), names_systems=False)
        judged = alignment_data(view)
        for item in analysis.aligned():
            plain = judged[item.judge.id]
            row: dict[str, Any] = dict.fromkeys([*_FIRST, *figures]) | {"judge": item.judge.id}
            for name, value in plain.items():
                if name.endswith("_interval"):
                    row |= _ends(name.removesuffix("_interval"), value)
                elif isinstance(value, int | float) and not isinstance(value, bool):
                    row[name] = value
            rows.append(row)
        columns = None if rows else [*_FIRST, *figures]
        return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(figures, float))

    def section(self, name: str) -> Any:  # noqa: ANN401 - any JSON
        """A section, as ``xpert-studio sections PROJECT NAME --json`` prints it.

        Raises:
            NotFoundError: There is none of that name.
            NotAllowedError: Results are hidden from the person.
        """
        with self._project.reading() as tx:
            self._need(tx, need_results)
            names_systems = not self._need(tx, need_alignment).tasks
        if name not in SECTIONS:
            raise NotFoundError(Message("There is no section {section}.", section=name))
        view = replace(View.on(self._project, self._person), names_systems=names_systems)
        return SECTIONS[name].data(view)

    def _need(self, tx: Transaction, check: Callable[[Transaction, str], Found]) -> Found:
        """What a check says of the person; nobody sees what is hidden from any person."""
        if self._is_nobody:
            raise NotAllowedError(
                "What experts and judges decided is hidden from people of this project, and "
                "nobody is named.",
                remedy="Open it with as_='YOUR-ID'.",
            )
        return check(tx, self._person)

    def _names(self) -> dict[str, str]:
        with self._project.reading() as tx:
            found = {item.id: item.task_id for item in responses.outlines(tx)}
            labels = all_labels(tx, set(found.values()))
        return {id_: f"{task_id}:{labels[id_]}" for id_, task_id in found.items()}

    def _ratings(
        self, found: Iterable[Judgment | Verdict], withheld: frozenset[str]
    ) -> list[dict[str, Any]]:
        names = self._names()
        rows = [
            {
                **item.model_dump(mode="json"),
                "response": names[item.response_id],
                "task": names[item.response_id].rpartition(":")[0],
                "checkpoint": item.checkpoint_id,
                "expert": getattr(item, "expert_id", None),
                "judge": getattr(item, "judge_id", None),
                "gold_value": getattr(item, "adjudicated_value", None),
            }
            for item in found
        ]
        return sorted(
            (row for row in rows if row["task"] not in withheld),
            key=lambda row: (row["response"], row["checkpoint"]),
        )


def _ends(name: str, interval: tuple[float, float] | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


def _table(
    name: str, rows: Iterable[Mapping[str, Any]], more: tuple[str, ...] = ()
) -> pd.DataFrame:
    import pandas as pd

    columns = [*COLUMNS[name], *more]
    return pd.DataFrame([[row.get(column) for column in columns] for row in rows], columns=columns)
