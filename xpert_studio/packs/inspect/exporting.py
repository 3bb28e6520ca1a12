"""A folder that Inspect AI runs as it stands: a task with dataset, solver and scorer.

The code in it is the same for every project (``resources/exports/inspect_ai/task.py``); all that
comes from a project is data beside it, so no text of a project is ever read as code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    BINARY,
    CALL_CARRIED,
    DECISION_CARRIED,
    POINT_CARRIED,
    RESPONSE_CARRIED,
    TASK_CARRIED,
    Checkpoint,
    Content,
    ForeignFormat,
    JudgmentStatus,
    Response,
    Task,
    counted,
    fill_resource,
    inline,
    instrument_of,
    mark,
    one_line,
    write_json,
    write_lines,
    write_text,
)
from xpert_studio.api.runners import CannotCheckError
from xpert_studio.core.exchange.formats.writing import attachment_path, write_attachments
from xpert_studio.core.instruments import is_by_program, word_for
from xpert_studio.core.judge.attached import (
    attachment_notes,
    numbered_pictures,
    read_attachments,
)
from xpert_studio.core.judge.checks_backend import decided, subject_of
from xpert_studio.core.judge.prompt import (
    language_of,
    load_templates,
    prompt_versions,
)
from xpert_studio.core.records import JudgeSettings
from xpert_studio.core.workflow.blinding import unnamed_files
from xpert_studio.packs.checks.exported import PACKAGES
from xpert_studio.packs.checks.instrument import Check
from xpert_studio.packs.inspect.rows import (
    sample_row,
    write_code,
    write_grader,
    write_reader,
)


@dataclass(frozen=True, slots=True)
class ExpertScore:
    """What the experts' gold judgments of one response come to.

    Attributes:
        response: The response.
        values: What their judgments come to, by checkpoint id; None where votes on met are even or
            nobody has judged.
        score: S; None unless every checkpoint is decided, as a part cannot be compared.
        judgments: Each expert's judgment by checkpoint id, as plain data.
    """

    response: Response
    values: dict[str, float | None]
    score: float | None
    judgments: dict[str, list[dict[str, Any]]]


def expert_scores(content: Content) -> Iterator[ExpertScore]:
    """Scores of the responses that experts have judged, in the order of the tasks."""
    for task in content.tasks:
        yield from (
            _scored(content, task, response)
            for response in content.responses.get(task.id, ())
            if content.gold.get(response.id)
        )


def _scored(content: Content, task: Task, response: Response) -> ExpertScore:
    rubric = content.rubrics[task.id]
    values = {
        point.id: _decided(task, response, point)
        if is_by_program(point)
        else content.gold_value(response.id, point)
        for point in rubric
    }
    points = {point.id: point for point in rubric}
    judgments: dict[str, list[dict[str, Any]]] = {point.id: [] for point in rubric}
    for judgment in content.gold[response.id]:
        # The rationale of an overridden judgment argues for the opposite of what stands.
        confirmed = judgment.status is JudgmentStatus.CONFIRMED
        rationale = judgment.rationale if confirmed else None
        said = {
            "expert": judgment.expert_id,
            **_said(judgment.final_value, points[judgment.checkpoint_id]),
            "rationale": rationale or "",
        }
        judgments.setdefault(judgment.checkpoint_id, []).append(said)
    return ExpertScore(response, values, _score(values, points), judgments)


def _decided(task: Task, response: Response, point: Checkpoint) -> int | None:
    """What the program decides; None where what it needs is missing, or code would be run."""
    try:
        return int(decided(subject_of(task, response, turn=point.turn), point).passed)
    except CannotCheckError:
        return None


def _score(values: Mapping[str, float | None], points: Mapping[str, Checkpoint]) -> float | None:
    """S; None unless every checkpoint has a value and one of them a weight."""
    worth = [
        points[name].weight * instrument_of(points[name]).score(value, points[name])
        for name, value in values.items()
        if value is not None
    ]
    whole = sum(point.weight for point in points.values())
    return sum(worth) / whole if whole and len(worth) == len(values) else None


def _said(value: float | None, point: Checkpoint) -> dict[str, Any]:
    """A value under the key that the grader gives it by."""
    return (
        {"met": None if value is None else value == 1}
        if point.instrument == BINARY
        else {"value": value}
    )


_HERE: Final = ("exports", "inspect_ai")
_EXPERTS_RUN: Final = """
Take the experts' own scores of stored responses; no model is called at all (`scores=both` puts them
beside the grader's):

    inspect eval task.py -T system=all -T scores=experts --model none
"""
_EXPERTS_FILE: Final = "| `expert_scores.jsonl` | the experts' scores, for `precomputed_scores` |\n"


def inspect_ai_losses(content: Content) -> tuple[str, ...]:
    """What runs there only on a condition."""
    checks, code = _checks(content)
    warnings = []
    if checks:
        warnings.append(
            counted(
                "1 check is decided in Inspect AI only where Xpert Studio is installed beside it "
                "(pip install --no-deps ./xpert-studio); elsewhere its samples have no score. "
                "README.md says more.",
                "{n:,} checks are decided in Inspect AI only where Xpert Studio is installed "
                "beside it (pip install --no-deps ./xpert-studio); elsewhere their samples have "
                "no score. README.md says more.",
                checks,
            )
        )
    if code:
        warnings.append(
            counted(
                "1 check runs code of responses: in Inspect AI only with -T allow_code=true, and "
                "in a sandbox.",
                "{n:,} checks run code of responses: in Inspect AI only with -T allow_code=true, "
                "and in a sandbox.",
                code,
            )
        )
    return tuple(warnings)


def _checks(content: Content) -> tuple[int, int]:
    """How many checks there are, and how many of them run code."""
    points = [p for many in content.rubrics.values() for p in many if p.instrument == Check.id]
    return len(points), sum(instrument_of(point).runs_code(point) for point in points)


def write_inspect_ai(content: Content, folder: Path) -> Mapping[str, int]:
    """Writes the task.

    Args:
        content: The benchmark.
        folder: An empty folder.

    Returns:
        Rows by file.
    """
    version = prompt_versions()[-1]
    scored = [
        _expert_score(item, content.rubrics[item.response.task_id])
        for item in expert_scores(content)
        if item.score is not None
    ]
    if scored:
        write_lines(folder / "expert_scores.jsonl", scored)
    rows = {
        "dataset.jsonl": write_lines(
            folder / "dataset.jsonl",
            (sample_row(content, task, version) for task in content.tasks),
        ),
        "responses.jsonl": write_lines(folder / "responses.jsonl", _responses(content, version)),
        "expert_scores.jsonl": len(scored),
        "attachments": write_attachments(content, folder),
    }
    write_grader(content, folder, version)
    write_reader(content, folder)
    write_json(folder / "benchmark.json", _benchmark(content))
    write_code(folder, _HERE)
    write_text(folder / "README.md", _readme(content, rows))
    return {name: count for name, count in rows.items() if count}


def _responses(content: Content, version: str) -> Iterator[dict[str, Any]]:
    for task in content.tasks:
        words = load_templates(version, language_of(task)).words
        for response in content.responses.get(task.id, ()):
            files = read_attachments(unnamed_files(response.attachments), content.files.__getitem__)
            images = numbered_pictures(files, words)
            yield {
                "id": response.id,
                "task_id": task.id,
                "system": response.model,
                "text": response.text,
                "call": _call(response),
                "notes": attachment_notes(files, words),
                "images": [attachment_path(file.item) for file in files if file.is_picture],
                "image_labels": [image.caption for image in images],
            }


def _call(response: Response) -> dict[str, Any]:
    """What is known of the call that made a response."""
    told = {
        "finish_reason": response.finish_reason,
        "input_tokens": response.prompt_tokens,
        "output_tokens": response.completion_tokens,
        "latency_ms": response.latency_ms,
    }
    return {name: value for name, value in told.items() if value is not None}


def _expert_score(item: ExpertScore, rubric: Sequence[Checkpoint]) -> dict[str, Any]:
    """A record for Inspect AI's ``precomputed_scores``."""
    points = {point.id: point for point in rubric}
    lines = [
        f"[{key}] {word_for(value, points[key])}"
        for key, value in item.values.items()
        if value is not None
    ]
    verdicts = [
        {"id": key, **_said(value, points[key]), "judgments": item.judgments[key]}
        for key, value in item.values.items()
    ]
    return {
        "id": item.response.id,
        "value": item.score,
        "explanation": "\n".join(lines),
        "metadata": {"verdicts": verdicts},
    }


def _benchmark(content: Content) -> dict[str, Any]:
    info = content.info
    return {
        "name": info.name,
        "licence": info.licence or "",
        "canary": info.canary or "",
        "grading_policy": info.grading_policy.text,
    }


def _readme(content: Content, rows: Mapping[str, int]) -> str:
    systems = {item.model for many in content.responses.values() for item in many}
    scored = rows["expert_scores.jsonl"]
    return fill_resource(
        *_HERE,
        "README.md",
        name=inline(content.info.name),
        tasks=f"{len(content.tasks):,}",
        responses=f"{rows['responses.jsonl']:,}",
        systems=f"{len(systems):,}",
        experts=f" Experts have judged {scored:,} of them whole." if scored else "",
        experts_run=_EXPERTS_RUN if scored else "",
        experts_file=_EXPERTS_FILE if scored else "",
        asks=JudgeSettings().max_asks,
        checks=_checks_told(content),
        licence=inline(content.info.licence or "not stated"),
        canary=one_line(content.info.canary or "none"),
    )


def _checks_told(content: Content) -> str:
    """What the README says of checks; nothing where there is none."""
    checks, code = _checks(content)
    if not checks:
        return ""
    return "\n" + fill_resource(
        *_HERE,
        "checks.md",
        count=f"{checks:,}",
        version=__version__,
        packages=" ".join(PACKAGES),
        code=f"{code:,}",
    )


FORMAT: Final = ForeignFormat(
    "inspect-ai",
    "Inspect AI",
    mark("A task that Inspect AI runs unchanged, with a grader for what no program decides."),
    write_inspect_ai,
    losses=inspect_ai_losses,
    carries={
        "tasks": TASK_CARRIED | {"attachments", "system_prompt"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED,
        "responses": RESPONSE_CARRIED | CALL_CARRIED | {"attachments"},
        "judgments": DECISION_CARRIED | {"value"},
    },
    knows_gates=True,
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)
