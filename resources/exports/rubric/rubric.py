"""How a rubric decides a response: the grader's prompt, programs' verdicts, and the score.

Inspect AI, verifiers and TRL share this file; it needs nothing but Python, and for checks Xpert
Studio where it is installed. The score of a response is S = sum of weight times worth / sum of all
weights: met is worth 1, a value (value - low) / (high - low). A multiple choice is decided by the
reader in letter_reading/, a check by Xpert Studio; what the grader replies is read in replies.py.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any

from . import replies

HERE = Path(__file__).resolve().parent


def read_lines(name: str) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file beside this one."""
    with (HERE / name).open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def weighted(parts: list[tuple[float, float]]) -> float:
    """S of weights and what was earned of each, 0 to 1, summed up in their order."""
    return sum(weight * earned for weight, earned in parts) / sum(weight for weight, _ in parts)


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


MISSING = (
    "A program decides this checkpoint, Xpert Studio, which cannot be imported here ({error}). "
    "Install it: README.md says how."
)


def check_decider() -> Callable[..., tuple[bool | None, str]]:
    """What decides checks.

    Raises:
        ImportError: Xpert Studio is not installed, or something it needs.
    """
    from xpert_studio.packs.checks.exported import decide

    return decide


def check_verdict(
    point: dict[str, Any], subject: dict[str, Any], allow_code: bool
) -> replies.Verdict:
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


def choice_verdicts(points: list[dict[str, Any]], response: str) -> dict[str, replies.Verdict]:
    """The verdicts on checkpoints of a multiple choice: the letter is read, and no model asked."""
    choices = {point["id"]: point["choice"] for point in points if "choice" in point}
    if not choices:
        return {}
    words = json.loads((HERE / "letter_reading" / "words.json").read_text(encoding="utf-8"))
    from .letter_reading import LetterReader  # there where a task has such a checkpoint

    reader = LetterReader(words)
    return {
        name: choice_verdict(choice, tuple(reader.read(response, choice["options"]).answer))
        for name, choice in choices.items()
    }


def choice_verdict(choice: dict[str, Any], answer: tuple[str, ...]) -> replies.Verdict:
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


# What the grader is shown


def grader_prompt(
    sample: dict[str, Any], points: list[dict[str, Any]], task_text: str
) -> tuple[str, str, str]:
    """The grader's prompt for some checkpoints of a task.

    Args:
        sample: What the dataset says of the task.
        points: The checkpoints.
        task_text: What the system under test was given.

    Returns:
        The system prompt, what comes before the response, and the template around it.
    """
    language = sample["prompt_language"]
    of_values = all("how" in point for point in points)
    system, prefix, suffix, policy = (
        (HERE / "grader" / f"{part}.{language}.md").read_text(encoding="utf-8")
        for part in ("graded" if of_values else "system", "prefix", "suffix", "policy")
    )
    task_open, task_close = fence("TASK", task_text)
    shown = Template(prefix).substitute(
        policy=policy,
        task_open=task_open,
        task=task_text,
        task_close=task_close,
        rubric=rubric_text(points, sample["otherwise"]),
        anchors="",
    )
    return system.strip(), shown, suffix


def around(suffix: str, asked: list[str]) -> tuple[str, str]:
    """What stands before a response and behind it, with a code that it cannot know.

    Args:
        suffix: The template.
        asked: Ids of the checkpoints to decide.
    """
    code = secrets.token_hex(12)
    ids = ", ".join(f"[{checkpoint_id}]" for checkpoint_id in asked)
    before, _, after = suffix.partition("$response")
    return Template(before).substitute(code=code), Template(after).substitute(code=code, ids=ids)


def scales_of(points: list[dict[str, Any]]) -> dict[str, Any]:
    """The scales of those that are answered by a value, by id."""
    return {point["id"]: point["scoring"] for point in points if "scoring" in point}


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


def fence(name: str, text: str) -> tuple[str, str]:
    """Marker lines that the text between them cannot contain: they carry its hash."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"<<<{name} {mark}>>>", f"<<<END OF {name} {mark}>>>"
