"""Small rubrics, responses and gold forms for the embedded judge's tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from xpert_studio.core.records import Anchor, AnnotationForm, Checkpoint, Judgment, JudgmentStatus
from xpert_studio.packs.embedded.model_judge import GoldCase

RUBRIC = (
    "The answer states that the operating margin of Missiles and Fire Control was 13.7%.",
    "The answer states that the book-to-bill ratio of Lockheed Martin was 1.16.",
    "The answer states that Northrop Grumman converted more free cash flow than its rival.",
    "The answer states that new orders above current revenue make future revenue visible.",
)
GOOD = (
    "## Summary\n"
    "- Lockheed Martin reached a book-to-bill ratio of 1.16 in FY2023.\n"
    "- Its segment Missiles and Fire Control had an operating margin of 13.7 %. That is the best.\n"
    "- New orders above current revenue make the future revenue visible.\n"
)
POOR = "The two companies build aircraft. Both did well, and investors were pleased.\n"
CHINESE_RUBRIC = (
    "回答指出营业利润率为13.7%",
    "回答指出自由现金流转换率高于同行",
    "回答指出新增订单超过当期收入意味着未来收入可见性强",
)
CHINESE_GOOD = "该部门的营业利润率为13.7%。新增订单超过当期收入，意味着未来的收入可见性很强！"


def checkpoints(texts: Sequence[str] = RUBRIC, task: str = "T1") -> tuple[Checkpoint, ...]:
    return tuple(
        Checkpoint(task_id=task, id=f"{task}-{i}", text=text, weight=5)
        for i, text in enumerate(texts, start=1)
    )


def form(response: str, decisions: dict[str, bool]) -> AnnotationForm:
    return AnnotationForm(
        response_id=response,
        expert_id="E1",
        judgments=tuple(
            Judgment(
                response_id=response,
                checkpoint_id=name,
                expert_id="E1",
                value=met,
                status=JudgmentStatus.CONFIRMED,
            )
            for name, met in decisions.items()
        ),
    )


def anchor(text: str, met: Sequence[bool], task: str = "T1") -> Anchor:
    decisions = {f"{task}-{i}": value for i, value in enumerate(met, start=1)}
    return Anchor(task_id=task, response_id="B1", response_text=text, form=form("B1", decisions))


NOUNS = [
    "turbine",
    "harbour",
    "glacier",
    "violin",
    "senate",
    "catalyst",
    "orchard",
    "satellite",
    "dialect",
    "ledger",
    "membrane",
    "tariff",
    "pigment",
    "lattice",
    "monsoon",
    "embargo",
    "enzyme",
    "parish",
    "quarry",
    "radar",
    "statute",
    "tunnel",
    "vaccine",
    "warrant",
]


def project(tasks: int = 5, responses: int = 4, points: int = 6, seed: int = 0) -> list[GoldCase]:
    """Tasks whose responses state some of the facts asked for; gold says which."""
    rng = random.Random(seed)
    cases = []
    for number in range(tasks):
        task = f"T{number}"
        facts = [
            f"The {a} of the {b} exceeded the {c} by {rng.randint(20, 900)} units"
            for a, b, c in (rng.sample(NOUNS, 3) for _ in range(points))
        ]
        rubric = checkpoints(facts, task)
        for answer in range(responses):
            stated = [rng.random() < 0.2 + 0.2 * answer for _ in facts]
            lines = [
                f"- {fact}." if said else f"- Something about the {rng.choice(NOUNS)}."
                for fact, said in zip(facts, stated, strict=True)
            ]
            decisions = {p.id: said for p, said in zip(rubric, stated, strict=True)}
            name = f"{task}-R{answer}"
            cases.append(GoldCase(task, rubric, "\n".join(lines), form(name, decisions)))
    return cases
