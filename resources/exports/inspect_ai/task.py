"""A benchmark of expert rubrics as an Inspect AI task; README.md says how to run it.

Every text of the benchmark is data in the files beside this one; nothing of it stands in this code.
A grader model decides every checkpoint of a task's rubric, met or not met or by a value on its
scale, and the score of a response is S = sum of weight times worth / sum of all weights: met is
worth 1, a value (value - low) / (high - low). Where a checkpoint has no verdict after
all (the grader's reply could not be read), the sample is unscored: it never counts as not met. No
grader decides a multiple choice, which the reader in letter_reading/ decides, or a check, which
Xpert Studio decides where it is installed beside Inspect AI. What the grader replies is read in
replies.py.
"""

import base64
import hashlib
import importlib.util
import json
import logging
import mimetypes
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from string import Template
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

HERE = Path(__file__).resolve().parent
ASKS = 3
"""How often the grader is asked, at most, for checkpoints it has left open."""


def part(name: str) -> ModuleType:
    """The code in a file beside this one, under a name that no other export loaded it by."""
    place = HERE / f"{name}.py"
    known_as = f"xpert_studio_{hashlib.sha256(str(place).encode()).hexdigest()[:16]}"
    if known_as not in sys.modules:
        spec = importlib.util.spec_from_file_location(known_as, place)
        if spec is None or spec.loader is None or not place.exists():
            raise ValueError(f"The file {place} is missing.")
        sys.modules[known_as] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known_as])
    return sys.modules[known_as]


replies = part("replies")

Verdict = dict[str, Any]
"""``value`` (met is 1, not met 0), ``rationale`` and ``evidence`` (quotes) for one checkpoint.

``given`` and ``caps`` beside it where a cap of the scale has lowered the grader's own value.
"""


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
        "grader": [rubric(checkpoints_per_call, allow_code)],
        "experts": [experts()],
        "both": [rubric(checkpoints_per_call, allow_code), experts()],
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
    responses = read_lines("responses.jsonl")
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
    stored = {response["id"]: response for response in read_lines("responses.jsonl")}

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


@scorer(metrics=[mean(), stderr()])
def rubric(checkpoints_per_call: int = 0, allow_code: bool = False) -> Scorer:
    """The grader's verdict on every checkpoint, as the weighted share of those that are met."""

    async def score(state: TaskState, target: Target) -> Score:
        points = state.metadata["rubric"]
        verdicts = choice_verdicts(points, state.output.completion)
        verdicts |= await check_verdicts(state, allow_code)
        asked = [point for point in points if not is_by_program(point)]
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
        f"[{row['id']}] {word(row)}. {row.get('rationale', '')}".rstrip() for row in rows
    )
    failed = [row["id"] for row in decided if is_failed(row)]
    metadata = {"verdicts": rows, "coverage": len(decided) / len(rows), "failed": failed}
    if len(decided) < len(rows):
        is_grader = any(row["value"] is None and not is_by_program(row) for row in rows)
        return Score.unscored(
            reason="grader_failed" if is_grader else "check_undecided",
            explanation=f"{len(rows) - len(decided)} of {len(rows)} checkpoints have no verdict.\n"
            + explanation,
            metadata=metadata,
        )
    earned = sum(row["weight"] * worth(row) for row in rows)
    return Score(
        value=earned / sum(row["weight"] for row in rows),
        explanation=explanation,
        metadata=metadata,
    )


def word(row: dict[str, Any]) -> str:
    """How a verdict is written."""
    if row["value"] is None:
        return "no verdict"
    if "scoring" in row:
        return f"{row['value']:g} of {row['scoring']['high']:g}"
    return "met" if row["value"] else "not met"


def worth(row: dict[str, Any]) -> float:
    """What a verdict is worth, 0 to 1."""
    scale = row.get("scoring", {"low": 0, "high": 1})
    return float((row["value"] - scale["low"]) / (scale["high"] - scale["low"]))


def is_failed(row: dict[str, Any]) -> bool:
    """Whether a verdict fails its task: below the minimum, or a gate that is not met."""
    minimum = row.get("scoring", {}).get("minimum")
    return (
        row["value"] < minimum
        if minimum is not None
        else row.get("gate", False) and not row["value"]
    )


def is_by_program(point: dict[str, Any]) -> bool:
    """Whether a program decides a checkpoint, and no grader is asked."""
    return "choice" in point or "check" in point


# Checks

MISSING = (
    "A program decides this checkpoint, Xpert Studio, which cannot be imported here ({error}). "
    "Install it beside Inspect AI: README.md says how."
)


def check_decider() -> Callable[..., tuple[bool | None, str]]:
    """What decides checks.

    Raises:
        ImportError: Xpert Studio is not installed, or something it needs.
    """
    from xpert_studio.packs.checks.exported import decide

    return decide


def warn_of_checks(samples: list[Sample]) -> None:
    """Says before the run that checks will stay undecided, where they will."""
    if any("check" in point for sample in samples for point in (sample.metadata or {})["rubric"]):
        try:
            check_decider()
        except ImportError as error:
            logging.getLogger(__name__).warning(MISSING.format(error=error))


async def check_verdicts(state: TaskState, allow_code: bool) -> dict[str, Verdict]:
    """The verdicts on checks, without a grader; one that cannot be decided has no value."""
    points = [point for point in state.metadata["rubric"] if "check" in point]
    subject = checked(state) if points else {}
    return {
        point["id"]: await to_thread.run_sync(check_verdict, point, subject, allow_code)
        for point in points
    }


def check_verdict(point: dict[str, Any], subject: dict[str, Any], allow_code: bool) -> Verdict:
    """Whether a response passes a check; a check that cannot be decided says why."""
    try:
        decide = check_decider()
    except ImportError as error:
        return {"value": None, "rationale": MISSING.format(error=error), "evidence": []}
    passed, why = decide(
        point["check"], subject, version=point["version"], allow_code=allow_code is True
    )
    value = None if passed is None else int(passed)
    return {"value": value, "rationale": str(why), "evidence": []}


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


# Multiple choice


def choice_verdicts(points: list[dict[str, Any]], response: str) -> dict[str, Verdict]:
    """The verdicts on checkpoints of a multiple choice: the letter is read, and no model asked."""
    choices = {point["id"]: point["choice"] for point in points if "choice" in point}
    if not choices:
        return {}
    words = json.loads((HERE / "letter_reading" / "words.json").read_text(encoding="utf-8"))
    reader = part("letter_reading/__init__").LetterReader(words)
    return {
        name: choice_verdict(choice, tuple(reader.read(response, choice["options"]).answer))
        for name, choice in choices.items()
    }


def choice_verdict(choice: dict[str, Any], answer: tuple[str, ...]) -> Verdict:
    """Whether an answer meets a checkpoint; of several right options each has its own."""
    key, several = choice["key"], choice.get("several")
    if several == "chosen":
        met = key in answer
    elif several == "not chosen":
        met = bool(answer) and key not in answer
    else:
        met = answer == (key,)
    said = f"Read: {', '.join(answer)}." if answer else "No answer could be read."
    return {"value": int(met), "rationale": said, "evidence": []}


# The grader


async def ask_grader(state: TaskState, points: list[dict[str, Any]]) -> dict[str, Verdict]:
    """The grader's verdicts by checkpoint id; what it leaves open is asked again, alone."""
    grader = get_model(role="grader", required=True)
    language = state.metadata["prompt_language"]
    of_values = all("how" in point for point in points)
    system, prefix, suffix, policy = (
        (HERE / "grader" / f"{part}.{language}.md").read_text(encoding="utf-8")
        for part in ("graded" if of_values else "system", "prefix", "suffix", "policy")
    )
    task_text = state.metadata["task_text"] or state.input_text.strip()
    task_open, task_close = fence("TASK", task_text)
    shown = Template(prefix).substitute(
        policy=policy,
        task_open=task_open,
        task=task_text,
        task_close=task_close,
        rubric=rubric_text(points, state.metadata["otherwise"]),
        anchors="",
    )
    config = GenerateConfig(response_schema=replies.reply_schema(points))
    scales = {point["id"]: point["scoring"] for point in points if "scoring" in point}
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
        messages = [ChatMessageSystem(content=system.strip()), ChatMessageUser(content=content)]
        reply = (await grader.generate(messages, config=config)).completion
        verdicts |= replies.read_verdicts(reply, asked, scales)
    return verdicts


def rubric_text(points: list[dict[str, Any]], otherwise: str) -> str:
    """The checkpoints as the grader is shown them."""
    lines = []
    for point in points:
        lines.append(f"[{point['id']}] {' '.join(point['text'].split())}")
        if "how" in point:
            lines.append(f"    {point['how']}")
    if any("how" in point for point in points):
        lines.append(f"\n{otherwise}")
    return "\n".join(lines)


def candidate(state: TaskState, suffix: str, asked: list[str]) -> list[Content]:
    """The response between its markers, its images among them, and the checkpoints to decide."""
    notes = state.metadata.get("response_notes", [])
    images = images_in([state.output.message])
    labels = [*state.metadata.get("image_labels", []), *[""] * len(images)]
    code = secrets.token_hex(12)
    ids = ", ".join(f"[{checkpoint_id}]" for checkpoint_id in asked)
    before, _, after = suffix.partition("$response")
    opening = Template(before).substitute(code=code)
    text = opening + "\n\n".join([state.output.completion, *notes])
    closing = Template(after).substitute(code=code, ids=ids)
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


def fence(name: str, text: str) -> tuple[str, str]:
    """Marker lines that the text between them cannot contain: they carry its hash."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"<<<{name} {mark}>>>", f"<<<END OF {name} {mark}>>>"


def read_lines(name: str) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file beside this one."""
    with (HERE / name).open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]
