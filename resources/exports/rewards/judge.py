"""Rewards of responses: by the verdicts that are stored here, else by the judge's own.

The reward of a response is S, which rubric.py computes. A response that is stored gets the S that
Xpert Studio computed, to the last digit, and nothing is asked. Of any other text programs decide
what they can, and the judge is asked for the rest, in its own prompt, at an endpoint that speaks
OpenAI's chat completions. Where a checkpoint has no verdict even then, there is no reward: it never
counts as not met.

The environment says where the judge is; nothing of that is kept in a file:
XPERT_JUDGE_BASE_URL, XPERT_JUDGE_API_KEY (none is sent where it is not set), XPERT_JUDGE_MODEL (the
model in judge.json where it is not set), XPERT_ALLOW_CODE=1 (checks may run code of responses).
"""

import hashlib
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import replies, rubric

PATIENCE = 600
"""Seconds after which a call has failed."""
TRIES = 5
"""How often a call is sent, at most, where the endpoint is busy or cannot be reached."""
BUSY = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
OF_THE_TEXT = frozenset({400, 413, 422})
"""What is refused so is this one text, too long or filtered: another may have a verdict."""


class StayingThere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key is for the endpoint that was named."""

    def redirect_request(self, *_: object) -> None:
        """None: the redirect is an error."""


OPENER = urllib.request.build_opener(StayingThere)


class UndecidedError(Exception):
    """A response has no reward, since a checkpoint has no verdict."""


@dataclass(frozen=True)
class Reward:
    """The reward of a response.

    Attributes:
        score: S, from 0 to 1.
        parts: S over the checkpoints of each kind, "presence" and "correctness", that there are.
        worth: What each checkpoint earns, 0 to 1, by id.
        is_stored: Whether it comes from stored verdicts.
    """

    score: float
    parts: dict[str, float]
    worth: dict[str, float]
    is_stored: bool


@cache
def samples() -> dict[str, dict[str, Any]]:
    """The tasks with their rubrics, by id."""
    return {row["id"]: row for row in rubric.read_lines("tasks.jsonl")}


@cache
def settings() -> dict[str, Any]:
    """The judge, as it was when its verdicts were made."""
    text = (rubric.HERE / "judge.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def stored() -> dict[str, list[list[Any]]]:
    """What each checkpoint earns, in the order in which it is summed up; by ``response_key``."""
    return {row["response"]: row["worth"] for row in rubric.read_lines("stored.jsonl")}


def response_key(task_id: str, text: str) -> str:
    """A hash of a task and of the text of a response without the space around it: its key here."""
    whole = json.dumps([task_id, text.strip()])
    return hashlib.sha256(whole.encode()).hexdigest()


def reward_of(task_id: str, text: str) -> Reward:
    """The reward of a response.

    Args:
        task_id: The task.
        text: The response.

    Raises:
        KeyError: There is no such task.
        UndecidedError: A checkpoint has no verdict.
        RuntimeError: The judge cannot be asked.
    """
    sample = samples()[task_id]["metadata"]
    known = stored().get(response_key(task_id, text))
    if known is not None:
        return made_of(sample, dict(known), is_stored=True)
    points = sample["rubric"]
    verdicts = rubric.choice_verdicts(points, text)
    verdicts |= check_verdicts(sample, text)
    asked = [point for point in points if not rubric.is_by_program(point)]
    step = settings()["checkpoints_per_call"] or len(asked) or 1
    for start in range(0, len(asked), step):
        verdicts |= ask_judge(samples()[task_id], asked[start : start + step], text)
    rows = [point | verdicts.get(point["id"], {"value": None}) for point in points]
    open_ones = [
        f"[{row['id']}] {row.get('rationale', '')}" for row in rows if row["value"] is None
    ]
    if open_ones:
        raise UndecidedError(f"{task_id} has no verdict on: {'; '.join(open_ones)}")
    return made_of(sample, {row["id"]: rubric.worth(row) for row in rows}, is_stored=False)


def made_of(sample: dict[str, Any], worth: dict[str, float], *, is_stored: bool) -> Reward:
    """The reward that comes of what each checkpoint earns."""
    weights = {point["id"]: point["weight"] for point in sample["rubric"]}
    kinds: dict[str, list[tuple[float, float]]] = {}
    for name, earned in worth.items():
        kinds.setdefault(sample["kinds"][name], []).append((weights[name], earned))
    score = rubric.weighted([(weights[name], earned) for name, earned in worth.items()])
    parts = {kind: rubric.weighted(found) for kind, found in kinds.items()}
    return Reward(score, parts, worth, is_stored)


def check_verdicts(sample: dict[str, Any], text: str) -> dict[str, replies.Verdict]:
    """The verdicts on checks; of one that cannot be decided, why not."""
    allowed = os.environ.get("XPERT_ALLOW_CODE") == "1"
    return {
        point["id"]: rubric.check_verdict(point, {"text": text, **sample["checked"]}, allowed)
        for point in sample["rubric"]
        if "check" in point
    }


def ask_judge(
    row: dict[str, Any], points: list[dict[str, Any]], text: str
) -> dict[str, replies.Verdict]:
    """The judge's verdicts by checkpoint id; what it leaves open is asked again, alone."""
    task_text = row["metadata"]["task_text"] or row["input"].strip()
    system, shown, suffix = rubric.grader_prompt(row["metadata"], points, task_text)
    schema = replies.reply_schema(points)
    scales = rubric.scales_of(points)
    verdicts: dict[str, replies.Verdict] = {}
    for _ in range(settings()["asks"]):
        asked = [point["id"] for point in points if point["id"] not in verdicts]
        if not asked:
            break
        opening, closing = rubric.around(suffix, asked)
        said = reply_to(system, f"{shown}\n\n{opening}{text}{closing}", schema)
        verdicts |= replies.read_verdicts(said, asked, scales)
    return verdicts


def reply_to(system: str, prompt: str, schema: dict[str, Any]) -> str:
    """What the judge replies; a server that knows no schemas is asked without one.

    Empty where it has no answer to this one text; why is on standard error.

    Raises:
        RuntimeError: It refuses every text, is not named, or cannot be reached.
    """
    body: dict[str, Any] = {
        "model": os.environ.get("XPERT_JUDGE_MODEL") or settings()["model"],
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": prompt},
        ],
        **settings()["parameters"],
    }
    if not body["model"]:
        raise RuntimeError("No judge is named: set XPERT_JUDGE_MODEL.")
    named = {"name": "verdicts", "strict": True, "schema": schema}
    formed = {"response_format": {"type": "json_schema", "json_schema": named}}
    said = ""
    for form in (formed, {}):
        try:
            return text_in(sent(body | form))
        except urllib.error.HTTPError as error:
            said = f"The judge answers with {error.code} {error.reason}."
            if error.code not in OF_THE_TEXT:
                raise RuntimeError(said) from None
    print(said, file=sys.stderr)
    return ""


def text_in(found: Any) -> str:  # noqa: ANN401 - any JSON
    """The text of an answer; empty where it holds none, as where a filter has stopped it."""
    try:
        return text_of(found["choices"][0]["message"]["content"])
    except (LookupError, TypeError):
        return ""


def text_of(content: Any) -> str:  # noqa: ANN401 - any JSON
    """The text of a message: itself, or that of its parts; empty where there is none."""
    if isinstance(content, list):
        parts = [one.get("text") if isinstance(one, dict) else one for one in content]
        return "".join(one for one in parts if isinstance(one, str))
    return content if isinstance(content, str) else ""


def sent(body: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """The answer of the endpoint; a busy one is asked again.

    Raises:
        urllib.error.HTTPError: It refuses.
        RuntimeError: It is not named, busy all the time, or cannot be reached.
    """
    address = os.environ.get("XPERT_JUDGE_BASE_URL", "").rstrip("/")
    if not address.startswith(("http://", "https://")):
        raise RuntimeError(
            "Set XPERT_JUDGE_BASE_URL to the judge's endpoint, such as https://…/v1."
        )
    key = os.environ.get("XPERT_JUDGE_API_KEY", "")
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/chat/completions", data, headers)
    why = ""
    for number in range(TRIES):
        if number:
            time.sleep(2**number)
        try:
            with OPENER.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in BUSY:
                raise
            why = f"{error.code} {error.reason}"
        except (OSError, ValueError, RecursionError, http.client.HTTPException) as error:
            why = str(error)
    raise RuntimeError(f"The judge at {address} gave no answer in {TRIES} tries: {why}")
