"""Tables of what experts and judges said, a Parquet file each, with columns that stay as they are.

A column is never renamed, and never given another meaning or type; new ones are added at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    BINARY,
    JUDGMENT_CARRIED,
    POINT_CARRIED,
    RESPONSE_CARRIED,
    TASK_CARRIED,
    TOLD_CARRIED,
    Content,
    ForeignFormat,
    Judgment,
    RatingState,
    inline,
    instrument_of,
    mark,
    write_text,
)
from xpert_studio.core.exchange.columns import ColumnKind, DataColumn, Table, row_of
from xpert_studio.core.exchange.formats.parquet_writing import write_parquet
from xpert_studio.core.exchange.formats.rated import Rated
from xpert_studio.core.instruments import written_settings
from xpert_studio.core.records import Rating
from xpert_studio.core.wording import t

Row = dict[str, Any]
README: Final = "README.md"


_text = partial(DataColumn, kind=ColumnKind.TEXT)
_integer = partial(DataColumn, kind=ColumnKind.INTEGER)
_number = partial(DataColumn, kind=ColumnKind.NUMBER)
_flag = partial(DataColumn, kind=ColumnKind.BOOLEAN)
_time = partial(DataColumn, kind=ColumnKind.TIME)


def _table(name: str, what: str, key: tuple[str, ...], *columns: DataColumn) -> Table:
    return Table(name, f"{name}.parquet", what, columns, key)


_TASK: Final = _text("task_id", what=mark("the task, as in tasks"))
_RESPONSE: Final = _text("response_id", what=mark("the response, as in responses"))
_POINT: Final = _text("checkpoint_id", what=mark("the checkpoint of that task, as in checkpoints"))
_VALUE: Final = (
    _text("state", what=mark("ok, or why there is no value")),
    _number(
        "value", what=mark("in the units of the checkpoint: 1 met and 0 not met where it is binary")
    ),
    _number("score", what=mark("what the value is worth, 0 to 1")),
    _flag("met", what=mark("whether it is met; empty where the checkpoint is not binary")),
    _text("rationale"),
    DataColumn(
        "quotes", ColumnKind.TEXT, many=True, what=mark("the passages of the response it names")
    ),
)
TASKS: Final = _table(
    "tasks",
    mark("a task"),
    ("task_id",),
    _text("task_id"),
    _text("title"),
    _text("domain"),
    _text("category"),
    _text("language"),
    _text("difficulty"),
    _text("family", what=mark("tasks of one family are not independent")),
    _text("prompt"),
    _text("reference_answer"),
)
CHECKPOINTS: Final = _table(
    "checkpoints",
    mark("a checkpoint of a rubric"),
    ("task_id", "checkpoint_id"),
    _TASK,
    _text("checkpoint_id"),
    _integer("position", what=mark("in the rubric, from 0")),
    _text("text"),
    _number("weight"),
    _text("tier"),
    _text("dimension"),
    _text("instrument", what=mark("how it is answered: binary, graded, check, choice")),
    _text("settings", what=mark("of the instrument, as JSON")),
)
RESPONSES: Final = _table(
    "responses",
    mark("a system's response to a task"),
    ("response_id",),
    _TASK,
    _text("response_id"),
    _text("system"),
    _text("role", what=mark("candidate or baseline")),
    _text("text"),
    _text("finish_reason"),
    _integer("prompt_tokens"),
    _integer("completion_tokens"),
    _number("latency_ms"),
    _time("created_at"),
)
JUDGES: Final = _table(
    "judges",
    mark("a judge as it was configured"),
    ("judge_id",),
    _text("judge_id"),
    _text("provider"),
    _text("model"),
    _text("mode"),
)
RATINGS: Final = _table(
    "ratings",
    mark("an expert's judgment of one checkpoint on one response"),
    ("response_id", "checkpoint_id", "expert_id"),
    _TASK,
    _RESPONSE,
    _POINT,
    _text("expert_id", what=mark("a pseudonym that stays the same in all exports of the project")),
    *_VALUE,
    _text("status", what=mark("submitted, confirmed or overridden")),
    _number("own_value", what=mark("the expert's own, where a senior overrode it")),
    _flag(
        "unblinded", what=mark("whether the expert could have known systems or others' judgments")
    ),
    _time("judged_at"),
)
VERDICTS: Final = _table(
    "verdicts",
    mark("a judge's verdict on one checkpoint of one response in one trial"),
    ("response_id", "checkpoint_id", "judge_id", "trial"),
    _TASK,
    _RESPONSE,
    _POINT,
    _text("judge_id", what=mark("as in judges")),
    _integer("trial", what=mark("from 1")),
    *_VALUE,
    DataColumn("flags", ColumnKind.TEXT, many=True, what=mark("what a reader should know")),
    _number("probability", what=mark("of the value, where the judge gives one")),
    _integer("input_tokens"),
    _integer("output_tokens"),
    _time("judged_at"),
)
SCORES: Final = _table(
    "scores",
    mark("the score of a response by one rater"),
    ("response_id", "rater", "kind", "trial"),
    _TASK,
    _RESPONSE,
    _text("system"),
    _text("rater", what=mark("a pseudonym, “experts”, or a judge")),
    _text("kind", what=mark("expert, experts (what all of them come to) or judge")),
    _integer(
        "trial", what=mark("of a judge, from 1; empty where all its trials are taken together")
    ),
    _number(
        "score", what=mark("S = Σwx/Σw, 0 to 1, with what programs decide; empty: there is none")
    ),
    _integer("decided", what=mark("checkpoints that are answered")),
    _integer("expected", what=mark("checkpoints that are to be answered")),
    _flag(
        "essentials", what=mark("whether every Essential checkpoint is fulfilled; empty: not known")
    ),
    _flag("passes", what=mark("whether nothing is failed that fails the task; empty: not known")),
)
COMPARISONS: Final = _table(
    "comparisons",
    mark("which of two responses a rater called better, shown in one order"),
    ("first_id", "second_id", "rater", "rater_id", "shown_first", "checkpoint_id"),
    _TASK,
    _text("first_id", what=mark("a response, as in responses")),
    _text("second_id", what=mark("the other one")),
    _text("shown_first", what=mark("which of them the rater read first")),
    _text("checkpoint_id", what=mark("compared on this checkpoint only; empty: as a whole")),
    _text("rater", what=mark("expert or judge")),
    _text("rater_id", what=mark("a pseudonym, or a judge")),
    _integer("value", what=mark("1: the first is better, -1: the second, 0: neither")),
    _text("state", what=mark("ok, or why there is no value")),
    _text("rationale"),
    _time("compared_at"),
)

_Rows = Callable[[Content, Rated], Iterable[Mapping[str, Any]]]


def _tasks(content: Content, _: Rated) -> Iterator[Row]:
    yield from (
        row_of(TASKS.columns, task, task_id=task.id, prompt=task.full_prompt)
        for task in content.tasks
    )


def _checkpoints(content: Content, _: Rated) -> Iterator[Row]:
    for point in chain.from_iterable(content.rubrics.values()):
        settings = written_settings(point.settings) or None
        yield row_of(CHECKPOINTS.columns, point, checkpoint_id=point.id, settings=settings)


def _responses(content: Content, _: Rated) -> Iterator[Row]:
    yield from (
        row_of(RESPONSES.columns, one, response_id=one.id, system=one.model)
        for one in chain.from_iterable(content.responses.values())
    )


def _judges(_: Content, rated: Rated) -> Iterator[Row]:
    yield from (row_of(JUDGES.columns, judge, judge_id=judge.id) for judge in rated.judges())


class _Points:
    """The checkpoint that a rating is about."""

    def __init__(self, content: Content) -> None:
        answers = chain.from_iterable(content.responses.values())
        self._task_of = {answer.id: answer.task_id for answer in answers}
        points = chain.from_iterable(content.rubrics.values())
        self._points = {(point.task_id, point.id): point for point in points}

    def said(self, rating: Rating, value: float | None) -> Row:
        """What a judgment and a verdict have in common, beside their fields."""
        task_id = self._task_of[rating.response_id]
        point = self._points[task_id, rating.checkpoint_id]
        return {
            "task_id": task_id,
            "value": value,
            "score": None if value is None else float(instrument_of(point).score(value, point)),
            "met": value == 1 if point.instrument == BINARY and value is not None else None,
            "quotes": [item.quote for item in rating.evidence],
        }


def _ratings(content: Content, rated: Rated) -> Iterator[Row]:
    points = _Points(content)
    for judgment in rated.judgments():
        said = points.said(judgment, judgment.final_value)
        state, own = _final_state(judgment), judgment.value
        yield row_of(RATINGS.columns, judgment, **said, state=state, own_value=own)


def _final_state(judgment: Judgment) -> str:
    final = judgment.final
    return final.value if isinstance(final, RatingState) else RatingState.OK.value


def _verdicts(content: Content, rated: Rated) -> Iterator[Row]:
    points = _Points(content)
    for verdict in rated.verdicts():
        said, usage = points.said(verdict, verdict.value), verdict.usage
        tokens = {
            name: usage and getattr(usage, name) for name in ("input_tokens", "output_tokens")
        }
        yield row_of(VERDICTS.columns, verdict, **said, **tokens)


def _scores(_: Content, rated: Rated) -> Iterator[Row]:
    return (asdict(score) for score in rated.scores())


def _comparisons(_: Content, rated: Rated) -> Iterator[Row]:
    yield from (
        row_of(COMPARISONS.columns, item, checkpoint_id=item.checkpoint_id or None)
        for item in rated.comparisons()
    )


TABLES: Final[tuple[tuple[Table, _Rows], ...]] = (
    (TASKS, _tasks),
    (CHECKPOINTS, _checkpoints),
    (RESPONSES, _responses),
    (RATINGS, _ratings),
    (VERDICTS, _verdicts),
    (SCORES, _scores),
    (COMPARISONS, _comparisons),
    (JUDGES, _judges),
)


def write_tables(content: Content, folder: Path) -> Mapping[str, int]:
    """Writes every table, also those without rows, and what their columns are.

    Args:
        content: What goes out, with what experts and judges said.
        folder: An empty folder.

    Returns:
        Rows by file.
    """
    written = {
        table.file: write_parquet(table, rows(content, content.rated), folder / table.file)
        for table, rows in TABLES
    }
    write_text(folder / README, columns_told(content.info.name))
    return written


def columns_told(name: str) -> str:
    """What the tables and their columns are, in Markdown."""
    lines = [f"# {inline(name)}", ""]
    for table, _ in TABLES:
        lines += [f"## {table.file}", "", t("A row is {what}.", what=t(table.what)), ""]
        lines += [f"| {t('column')} | {t('type')} | |", "| --- | --- | --- |"]
        lines += [_told(column) for column in table.columns]
        lines.append("")
    return "\n".join(lines)


def _told(column: DataColumn) -> str:
    kind = f"list<{column.kind.value}>" if column.many else column.kind.value
    return f"| `{column.name}` | {kind} | {t(column.what) if column.what else ''} |"


FORMAT: Final = ForeignFormat(
    id="parquet",
    tool="DuckDB, Polars, Spark, pandas",
    what=mark("Tables of ratings, verdicts, scores and comparisons in Parquet."),
    write=write_tables,
    is_rated=True,
    carries={
        "tasks": TASK_CARRIED | {"family"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED,
        "responses": RESPONSE_CARRIED | TOLD_CARRIED,
        "judgments": JUDGMENT_CARRIED | {"value", "adjudicated_value", "unblinded"},
        "judges": frozenset({"id", "provider", "model", "mode"}),
        "verdicts": frozenset(
            {"response_id", "checkpoint_id", "judge_id", "trial", "value", "state", "rationale",
             "evidence", "judged_at", "flags", "probability", "usage"}
        ),
        "comparisons": frozenset(
            {"task_id", "first_id", "second_id", "rater", "rater_id", "checkpoint_id",
             "shown_first", "value", "state", "rationale", "compared_at"}
        ),
    },
    knows_gates=True,
    extra="parquet",
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)  # fmt: skip
