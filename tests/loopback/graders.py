"""Answers of a grader that decides as a test says, in the words that each tool asks for."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.loopback.answers import asked_ids
from tests.loopback.recorded import Recorded

Decide = Callable[[Recorded, str], "bool | None"]
"""What to say of one checkpoint; None leaves it out of the reply."""


def verdicts(decide: Decide) -> Callable[[Recorded], str]:
    """A list of verdicts, as our own judge asks for one.

    Args:
        decide: Called with the request and each checkpoint id it asks for.
    """

    def answer(request: Recorded) -> str:
        decided = {name: decide(request, name) for name in asked_ids(request)}
        entries = [
            {"id": name, "evidence": [], "rationale": f"As scripted: {name}.", "met": met}
            for name, met in decided.items()
            if met is not None
        ]
        return json.dumps({"verdicts": entries}) if entries else "I would rather not say."

    return answer


def rubric_reply(met: bool | None) -> str:
    """What promptfoo's ``llm-rubric`` asks for, in the words of our grader prompt."""
    if met is None:
        return "I would rather not say."
    said = "MET. As scripted." if met else "NOT MET. As scripted."
    return json.dumps({"reason": said, "pass": met, "score": int(met)})
