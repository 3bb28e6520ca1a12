"""Writes ``reviews/`` and ``reviews.jsonl`` with Argilla's own code, without a server.

Run it with an interpreter that has ``argilla`` 2.8: ``python make_sample.py``. What it writes is
committed, so that tests need no Argilla.
"""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import MagicMock
from uuid import UUID

import argilla as rg
from argilla._models import DatasetModel
from argilla.records._io import GenericIO, JsonIO

rg.Argilla._default_client = MagicMock()  # nothing is sent
HERE = Path(__file__).parent
ANA, BEN, CHE = (UUID(int=number, version=4) for number in (1, 2, 3))
LABELS = ["helpful", "polite", "off topic"]

settings = rg.Settings(
    guidelines="Judge the answer, not the question.",
    fields=[
        rg.TextField(name="instruction", title="Instruction"),
        rg.TextField(name="context", title="Context", required=False),
        rg.TextField(name="response", title="Response"),
    ],
    questions=[
        rg.RatingQuestion(name="quality", values=[1, 2, 3, 4, 5], title="How good is it?"),
        rg.LabelQuestion(name="correct", labels=["yes", "no"], title="Is it correct?"),
        rg.LabelQuestion(name="tone", labels={"warm": "Warm", "dry": "Dry", "rude": "Rude"}),
        rg.MultiLabelQuestion(name="traits", labels=LABELS, description="Choose all that apply."),
        rg.RankingQuestion(name="order", values=["a", "b"], required=False),
        rg.TextQuestion(name="comment", required=False),
        rg.SpanQuestion(name="errors", field="response", labels=["error"], required=False),
    ],
    metadata=[rg.TermsMetadataProperty(name="model"), rg.IntegerMetadataProperty(name="tokens")],
)

RECORDS = [
    ("r-1", "What is 6 × 7?", None, "42", "alpha"),
    ("r-2", "What is 6 × 7?", None, "41", "beta"),
    ("r-3", "请把下面的句子译成英文。", "今天下雨。", "It rains today.", "alpha"),
]
ANSWERS = {
    "r-1": {
        ANA: {"quality": 5, "correct": "yes", "tone": "dry", "traits": ["helpful", "polite"]},
        BEN: {"quality": 4, "correct": "yes", "tone": "dry", "traits": ["helpful"]},
    },
    "r-2": {
        ANA: {"quality": 1, "correct": "no", "tone": "dry", "traits": ["polite"]},
        BEN: {"quality": 2, "correct": "no", "tone": "warm", "traits": ["polite"], "order": ["b", "a"]},
    },
    "r-3": {
        ANA: {"quality": 4, "correct": "yes", "tone": "warm", "traits": ["helpful"], "comment": "Fine."},
        BEN: {"quality": 4, "correct": "no", "tone": "warm", "traits": ["helpful"],
              "errors": [{"start": 0, "end": 2, "label": "error"}]},
    },
}  # fmt: skip


def record(key: str, instruction: str, context: str | None, text: str, model: str) -> rg.Record:
    """A record with two annotators' submitted answers, a draft, and a model's suggestions."""
    given = [
        rg.Response(question, value, user, "submitted")
        for user, said in ANSWERS[key].items()
        for question, value in said.items()
    ]
    if key == "r-3":
        given.append(rg.Response("quality", 1, CHE, "draft"))
    if key == "r-2":
        given.append(rg.Response("correct", "yes", CHE, "discarded"))
    return rg.Record(
        id=key,
        fields={"instruction": instruction, "context": context, "response": text},
        metadata={"model": model, "tokens": len(text)},
        responses=given,
        suggestions=[
            rg.Suggestion("quality", 3, score=0.5, agent="judge-9"),
            rg.Suggestion("traits", ["helpful"], score=[0.75], agent="judge-9"),
            rg.Suggestion("tone", "dry"),
        ],
    )


def main() -> None:
    """Writes both."""
    records = [record(*row) for row in RECORDS]
    (HERE / "reviews" / ".argilla").mkdir(parents=True)
    settings.to_json(HERE / "reviews" / ".argilla" / "settings.json")
    (HERE / "reviews" / ".argilla" / "dataset.json").write_text(
        json.dumps(DatasetModel(name="reviews").model_dump())
    )
    JsonIO.to_json(records, HERE / "reviews" / "records.json")
    rows = GenericIO.to_list(records, flatten=True)
    (HERE / "reviews.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


main()
