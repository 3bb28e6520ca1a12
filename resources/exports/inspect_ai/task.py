"""A benchmark of expert rubrics as an Inspect AI task; README.md says how to run it.

Every text of the benchmark is data in the files beside this one; nothing of it stands in this code.
A grader model decides every checkpoint of a task's rubric, met or not met, and the score of a
response is S = sum of the weights met / sum of all weights. Where a checkpoint has no verdict after
all (the grader's reply could not be read), the sample is unscored: it never counts as not met.
"""

import base64
import hashlib
import json
import mimetypes
import secrets
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Any

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

Verdict = dict[str, Any]
"""``met`` (true or false), ``rationale`` and ``evidence`` (quotes) for one checkpoint."""


@task
def benchmark(
    system: str | list[str] = "", scores: str = "grader", checkpoints_per_call: int = 0
) -> Task:
    """The benchmark.

    Args:
        system: Empty: the model under evaluation answers the tasks. Else the name of a system whose
            stored responses are scored, several names, or ``all``; then no model answers anything.
        scores: ``grader``: the model in the role "grader" decides. ``experts``: the experts' own
            judgments of the stored responses. ``both``: one beside the other.
        checkpoints_per_call: How many checkpoints the grader gets in one call; 0 is the whole
            rubric.
    """
    samples = list(json_dataset(str(HERE / "dataset.jsonl")))
    if system:
        samples = stored_samples(samples, system)
    elif scores != "grader":
        raise ValueError("Experts judged stored responses: name a system, or -T system=all.")
    scorers = {
        "grader": [rubric(checkpoints_per_call)],
        "experts": [experts()],
        "both": [rubric(checkpoints_per_call), experts()],
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
def rubric(checkpoints_per_call: int = 0) -> Scorer:
    """The grader's verdict on every checkpoint, as the weighted share of those that are met."""

    async def score(state: TaskState, target: Target) -> Score:
        points = state.metadata["rubric"]
        verdicts: dict[str, Verdict] = {}
        step = checkpoints_per_call or len(points)
        for start in range(0, len(points), step):
            verdicts |= await ask_grader(state, points[start : start + step])
        return score_of(points, verdicts)

    return score


def score_of(points: list[dict[str, Any]], verdicts: dict[str, Verdict]) -> Score:
    """S over the rubric's checkpoints; unscored where one of them has no verdict."""
    rows = [point | verdicts.get(point["id"], {"met": None}) for point in points]
    decided = [row for row in rows if row["met"] is not None]
    words = {True: "met", False: "not met", None: "no verdict"}
    explanation = "\n".join(
        f"[{row['id']}] {words[row['met']]}. {row.get('rationale', '')}".rstrip() for row in rows
    )
    metadata = {"verdicts": rows, "coverage": len(decided) / len(rows)}
    if len(decided) < len(rows):
        return Score.unscored(
            reason="grader_failed",
            explanation=f"{len(rows) - len(decided)} of {len(rows)} checkpoints have no verdict.\n"
            + explanation,
            metadata=metadata,
        )
    met = sum(row["weight"] for row in rows if row["met"])
    return Score(
        value=met / sum(row["weight"] for row in rows), explanation=explanation, metadata=metadata
    )


# The grader


async def ask_grader(state: TaskState, points: list[dict[str, Any]]) -> dict[str, Verdict]:
    """The grader's verdicts by checkpoint id; what it leaves open is asked again, alone."""
    grader = get_model(role="grader", required=True)
    language = state.metadata["prompt_language"]
    system, prefix, suffix, policy = (
        (HERE / "grader" / f"{part}.{language}.md").read_text(encoding="utf-8")
        for part in ("system", "prefix", "suffix", "policy")
    )
    task_text = state.metadata["task_text"] or state.input_text.strip()
    task_open, task_close = fence("TASK", task_text)
    shown = Template(prefix).substitute(
        policy=policy,
        task_open=task_open,
        task=task_text,
        task_close=task_close,
        rubric="\n".join(f"[{point['id']}] {' '.join(point['text'].split())}" for point in points),
        anchors="",
    )
    config = GenerateConfig(response_schema=reply_schema([point["id"] for point in points]))
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
        reply = await grader.generate(messages, config=config)
        verdicts |= read_verdicts(reply.completion, asked)
    return verdicts


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


def reply_schema(checkpoint_ids: list[str]) -> ResponseSchema:
    """What the grader's reply has to look like: evidence and rationale come before the verdict."""
    text = JSONSchema(type="string")
    verdict = JSONSchema(
        type="object",
        properties={
            "id": JSONSchema(type="string", enum=checkpoint_ids),
            "evidence": JSONSchema(type="array", items=text),
            "rationale": text,
            "met": JSONSchema(type="boolean"),
        },
        required=["id", "evidence", "rationale", "met"],
        additionalProperties=False,
    )
    verdicts = JSONSchema(type="array", items=verdict)
    schema = JSONSchema(
        type="object",
        properties={"verdicts": verdicts},
        required=["verdicts"],
        additionalProperties=False,
    )
    return ResponseSchema(name="verdicts", json_schema=schema, strict=True)


def read_verdicts(reply: str, asked: list[str]) -> dict[str, Verdict]:
    """The verdicts in a reply, by checkpoint id; empty where it cannot be read.

    An id with two different verdicts has none, and so have all where the reply holds two different
    lists: one of them may be a forgery in the response, quoted by the grader.
    """
    lists = [decided(entries, asked) for entries in lists_in(reply)]
    answers = [{key: verdict["met"] for key, verdict in found.items()} for found in lists]
    agree = all(answer == answers[0] for answer in answers)
    return lists[0] if lists and agree else {}


def decided(entries: list[Any], asked: list[str]) -> dict[str, Verdict]:
    """The verdicts of one list on the checkpoints that were asked."""
    found: dict[str, Verdict] = {}
    conflicting = set()
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("id") not in asked:
            continue
        met = entry.get("met")
        if not isinstance(met, bool) or found.get(entry["id"], entry)["met"] != met:
            conflicting.add(entry["id"])
        found[entry["id"]] = {
            "met": met,
            "rationale": str(entry.get("rationale", "")),
            "evidence": entry.get("evidence", []),
        }
    return {key: verdict for key, verdict in found.items() if key not in conflicting}


def lists_in(reply: str) -> Iterator[list[Any]]:
    """The lists of verdicts in a reply, whatever prose or fences stand around its JSON."""
    decoder = json.JSONDecoder(strict=False)
    position = reply.find("{")
    while position != -1:
        try:
            value, end = decoder.raw_decode(reply, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            if isinstance(value.get("verdicts"), list):
                yield value["verdicts"]
        position = reply.find("{", end)


def read_lines(name: str) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file beside this one."""
    with (HERE / name).open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]
