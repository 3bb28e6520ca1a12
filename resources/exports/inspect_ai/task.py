"""A benchmark of expert rubrics as an Inspect AI task; README.md says how to run it.

Every text of the benchmark is data in the files beside this one; nothing of it stands in this code.
A grader model decides every checkpoint of a task's rubric, met or not met or by a value on its
scale, and the score of a response is S = sum of weight times worth / sum of all weights: met is
worth 1, a value (value - low) / (high - low). Where a checkpoint has no verdict after
all (the grader's reply could not be read), the sample is unscored: it never counts as not met. No
grader decides a multiple choice, which the reader in letter_reading/ decides, or a check, which
Xpert Studio decides where it is installed beside Inspect AI: rubric.py has what other tools share.
"""

import base64
import hashlib
import importlib.util
import json
import logging
import mimetypes
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from anyio import to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample, json_dataset
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.scorer import (
    Metric,
    Score,
    Scorer,
    Target,
    grouped,
    mean,
    precomputed_scores,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.util import JSONSchema

HERE = Path(__file__).resolve().parent
ASKS = 3
"""How often the grader is asked, at most, for checkpoints it has left open."""


def shared() -> ModuleType:
    """The code in rubric.py, under a name that no other export loaded it by."""
    place = HERE / "rubric.py"
    known_as = f"xpert_studio_{hashlib.sha256(str(place).encode()).hexdigest()[:16]}"
    if known_as not in sys.modules:
        here = [str(HERE)]  # where it finds what it imports
        spec = importlib.util.spec_from_file_location(
            known_as, place, submodule_search_locations=here
        )
        if spec is None or spec.loader is None or not place.exists():
            raise ValueError(f"The file {place} is missing.")
        sys.modules[known_as] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known_as])
    return sys.modules[known_as]


rubric = shared()
replies = rubric.replies
Verdict = dict[str, Any]


@task
def benchmark(
    system: str | list[str] = "",
    scores: str = "grader",
    checkpoints_per_call: int = 0,
    allow_code: bool = False,
) -> Task:
    """The benchmark.

    Args:
        system: Empty: the model under evaluation answers the tasks. Else the name of a system whose
            stored responses are scored, several names, or ``all``; then no model answers anything.
        scores: ``grader``: the model in the role "grader" decides. ``experts``: the experts' own
            judgments of the stored responses. ``both``: one beside the other.
        checkpoints_per_call: How many checkpoints the grader gets in one call; 0 is the whole
            rubric.
        allow_code: Whether checks may run code of responses, which they do in a sandbox only.
    """
    samples = list(json_dataset(str(HERE / "dataset.jsonl")))
    if system:
        samples = stored_samples(samples, system)
    elif scores != "grader":
        raise ValueError("Experts judged stored responses: name a system, or -T system=all.")
    warn_of_checks(samples)
    scorers = {
        "grader": [by_rubric(checkpoints_per_call, allow_code)],
        "experts": [experts()],
        "both": [by_rubric(checkpoints_per_call, allow_code), experts()],
    }
    if scores not in scorers:
        raise ValueError(f"scores is one of {', '.join(scorers)}, not {scores}.")
    return Task(
        dataset=MemoryDataset(samples, name="dataset"),
        solver=stored_response() if system else generate(),
        scorer=scorers[scores],
        metrics=metrics_for(samples),
        metadata=json.loads((HERE / "benchmark.json").read_text(encoding="utf-8")),
    )


def metrics_for(samples: list[Sample]) -> list[Metric]:
    """Mean and standard error, and the mean apart for each domain and each system."""
    keys = [
        key
        for key in ("domain", "system")
        if all((sample.metadata or {}).get(key) for sample in samples)
    ]
    return [mean(), stderr(), *(grouped(mean(), key, all=False) for key in keys)]


# Stored responses


def stored_samples(samples: list[Sample], system: str | list[str]) -> list[Sample]:
    """A sample for each stored response of the systems asked for, under the response's id."""
    tasks = {sample.id: sample for sample in samples}
    responses = rubric.read_lines("responses.jsonl")
    wanted = names_of(system, {response["system"] for response in responses})
    return [
        tasks[response["task_id"]].model_copy(
            update={
                "id": response["id"],
                "metadata": {
                    **(tasks[response["task_id"]].metadata or {}),
                    "system": response["system"],
                    "response_notes": response["notes"],
                    "call": response["call"],
                    "image_labels": response["image_labels"],
                },
            }
        )
        for response in responses
        if response["system"] in wanted
    ]


def names_of(system: str | list[str], known: set[str]) -> set[str]:
    """The systems that ``-T system=`` means; Inspect AI splits its value at commas."""
    parts = [str(part) for part in system] if isinstance(system, list) else [str(system)]
    whole = ",".join(parts)
    if whole in known:
        return {whole}
    if whole == "all":
        return known
    if unknown := sorted(set(parts) - known):
        raise ValueError(f"No responses of {', '.join(unknown)}; of: {', '.join(sorted(known))}.")
    return set(parts)


@solver
def stored_response() -> Solver:
    """Puts the stored response in the place of a model's."""
    stored = {response["id"]: response for response in rubric.read_lines("responses.jsonl")}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        response = stored[str(state.sample_id)]
        images = [ContentImage(image=data_url(HERE / path)) for path in response["images"]]
        content: list[Content] = [ContentText(text=response["text"]), *images]
        state.output = ModelOutput.from_content(
            response["system"], content if images else response["text"]
        )
        state.messages.append(state.output.message)
        return state

    return solve


def data_url(path: Path) -> str:
    """An image as a text: what a solver adds is not read from files."""
    media_type = mimetypes.guess_type(path.name)[0] or "image/png"
    return f"data:{media_type};base64,{base64.b64encode(path.read_bytes()).decode()}"


# Scores


@scorer(metrics=[mean(), stderr()])
def experts() -> Scorer:
    """The experts' own scores of the stored responses; a response not judged whole has none."""
    path = HERE / "expert_scores.jsonl"
    if not path.exists():
        raise ValueError("Experts have judged no stored response whole.")
    return precomputed_scores(str(path))


@scorer(metrics=[mean(), stderr()], name="rubric")
def by_rubric(checkpoints_per_call: int = 0, allow_code: bool = False) -> Scorer:
    """The grader's verdict on every checkpoint, as the weighted share of those that are met."""

    async def score(state: TaskState, target: Target) -> Score:
        points = state.metadata["rubric"]
        verdicts = rubric.choice_verdicts(points, state.output.completion)
        verdicts |= await check_verdicts(state, allow_code)
        asked = [point for point in points if not rubric.is_by_program(point)]
        step = checkpoints_per_call or len(asked) or 1
        for start in range(0, len(asked), step):
            verdicts |= await ask_grader(state, asked[start : start + step])
        return score_of(points, verdicts)

    return score


def score_of(points: list[dict[str, Any]], verdicts: dict[str, Verdict]) -> Score:
    """S over the rubric's checkpoints; unscored where one of them has no verdict."""
    rows = [point | verdicts.get(point["id"], {"value": None}) for point in points]
    decided = [row for row in rows if row["value"] is not None]
    explanation = "\n".join(
        f"[{row['id']}] {rubric.word(row)}. {row.get('rationale', '')}".rstrip() for row in rows
    )
    failed = [row["id"] for row in decided if rubric.is_failed(row)]
    metadata = {"verdicts": rows, "coverage": len(decided) / len(rows), "failed": failed}
    if len(decided) < len(rows):
        is_grader = any(row["value"] is None and not rubric.is_by_program(row) for row in rows)
        return Score.unscored(
            reason="grader_failed" if is_grader else "check_undecided",
            explanation=f"{len(rows) - len(decided)} of {len(rows)} checkpoints have no verdict.\n"
            + explanation,
            metadata=metadata,
        )
    return Score(
        value=rubric.weighted([(row["weight"], rubric.worth(row)) for row in rows]),
        explanation=explanation,
        metadata=metadata,
    )


def warn_of_checks(samples: list[Sample]) -> None:
    """Says before the run that checks will stay undecided, where they will."""
    if any("check" in point for sample in samples for point in (sample.metadata or {})["rubric"]):
        try:
            rubric.check_decider()
        except ImportError as error:
            logging.getLogger(__name__).warning(rubric.MISSING.format(error=error))


async def check_verdicts(state: TaskState, allow_code: bool) -> dict[str, Verdict]:
    """The verdicts on checks, without a grader; one that cannot be decided has no value."""
    points = [point for point in state.metadata["rubric"] if "check" in point]
    subject = checked(state) if points else {}
    return {
        point["id"]: await to_thread.run_sync(rubric.check_verdict, point, subject, allow_code)
        for point in points
    }


def checked(state: TaskState) -> dict[str, Any]:
    """What checks look at: the response, its task, and what is known of the call that made it."""
    given = {"text": state.output.completion, **state.metadata["checked"]}
    if "call" in state.metadata:
        call = dict(state.metadata["call"])
        latency = call.pop("latency_ms", None)
        return given | call | {"seconds": None if latency is None else latency / 1000}
    usage, stop = state.output.usage, state.output.stop_reason
    call = {
        "finish_reason": None if stop == "unknown" else stop,
        "input_tokens": usage and usage.input_tokens,
        "output_tokens": usage and usage.output_tokens,
        "seconds": state.output.time,
    }
    return given | call


# The grader


async def ask_grader(state: TaskState, points: list[dict[str, Any]]) -> dict[str, Verdict]:
    """The grader's verdicts by checkpoint id; what it leaves open is asked again, alone."""
    grader = get_model(role="grader", required=True)
    task_text = state.metadata["task_text"] or state.input_text.strip()
    system, shown, suffix = rubric.grader_prompt(state.metadata, points, task_text)
    schema = JSONSchema.model_validate(replies.reply_schema(points))
    config = GenerateConfig(
        response_schema=ResponseSchema(name="verdicts", json_schema=schema, strict=True)
    )
    scales = rubric.scales_of(points)
    verdicts: dict[str, Verdict] = {}
    for _ in range(ASKS):
        asked = [point["id"] for point in points if point["id"] not in verdicts]
        if not asked:
            break
        content = [
            *images_in(state.messages[:1]),
            ContentText(text=shown),
            *candidate(state, suffix, asked),
        ]
        messages = [ChatMessageSystem(content=system), ChatMessageUser(content=content)]
        reply = (await grader.generate(messages, config=config)).completion
        verdicts |= replies.read_verdicts(reply, asked, scales)
    return verdicts


def candidate(state: TaskState, suffix: str, asked: list[str]) -> list[Content]:
    """The response between its markers, its images among them, and the checkpoints to decide."""
    notes = state.metadata.get("response_notes", [])
    images = images_in([state.output.message])
    labels = [*state.metadata.get("image_labels", []), *[""] * len(images)]
    opening, closing = rubric.around(suffix, asked)
    text = opening + "\n\n".join([state.output.completion, *notes])
    if not images:
        return [ContentText(text=text + closing)]
    shown: list[Content] = []
    for label, image in zip(labels, images, strict=False):
        shown += [ContentText(text=label), image] if label else [image]
    return [ContentText(text=text), *shown, ContentText(text=closing)]


def images_in(messages: list[ChatMessage]) -> list[Content]:
    """The images of messages, in order."""
    parts = (message.content for message in messages if isinstance(message.content, list))
    return [part for content in parts for part in content if part.type == "image"]
