"""The answer a good judge would give: one verdict for every checkpoint that was asked for."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

from tests.loopback.recorded import Recorded

_BRACKETED = re.compile(r"\[(?P<id>[^\]\s]+)\]")


def asked_ids(request: Recorded) -> list[str]:
    """Ids in square brackets in the last text, of those the reply's schema allows.

    Without a schema all ids in brackets count; without brackets all ids of the schema.
    """
    named = list(dict.fromkeys(_BRACKETED.findall(request.suffix)))
    try:
        allowed = request.schema["properties"]["verdicts"]["items"]["properties"]["id"]["enum"]
    except (KeyError, TypeError):
        return named
    both = [name for name in named if name in set(allowed)]
    return both or list(allowed)


def unfound_quotes(request: Recorded) -> str:
    """Every checkpoint met, each with a quote of the candidate's words that it does not contain."""
    words = request.suffix.split()[-1000:]
    chance = random.Random(len(request.suffix))
    return _quoting(request, lambda: " ".join(chance.choices(words, k=16)))


def found_quotes(request: Recorded) -> str:
    """Every checkpoint met, each with 16 words in a row of the candidate."""
    words = request.suffix.rpartition("<<<END")[0].split()[-900:]
    chance = random.Random(len(request.suffix))

    def quote() -> str:
        at = chance.randrange(max(len(words) - 16, 1))
        return " ".join(words[at : at + 16])

    return _quoting(request, quote)


def _quoting(request: Recorded, quote: Callable[[], str]) -> str:
    verdicts = [
        {"id": name, "evidence": [quote()], "rationale": "The response does this.", "met": True}
        for name in asked_ids(request)
    ]
    return json.dumps({"verdicts": verdicts})


def all_met(request: Recorded) -> str:
    """Every checkpoint met, without evidence."""
    verdicts = [
        {"id": name, "evidence": [], "rationale": "The response does this.", "met": True}
        for name in asked_ids(request)
    ]
    return json.dumps({"verdicts": verdicts})
