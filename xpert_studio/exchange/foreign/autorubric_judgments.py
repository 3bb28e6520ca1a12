"""Ground truth of autorubric as gold judgments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.exchange.foreign.autorubric import BESIDE, MET, UNKNOWN, UNMET, is_penalty
from xpert_studio.exchange.foreign.autorubric_rubrics import Item
from xpert_studio.exchange.foreign.reading import Reading
from xpert_studio.exchange.problems import shown
from xpert_studio.records import Checkpoint, Judgment, JudgmentStatus

GROUND_TRUTH: Final = "ground-truth"
"""Who judged, where the file does not say."""


def truth_fits(reading: Reading, place: str, item: Item, rubric: Sequence[Checkpoint]) -> bool:
    """Whether ground truth and reasons are as long as the rubric; notes what is not."""
    truth, reasons = item.ground_truth, item.ground_truth_reasons
    if truth is not None and len(truth) != len(rubric):
        reading.problem(
            place, "ground_truth", f"has {len(truth)} values for {len(rubric)} criteria.",
            "Give one value a criterion, in their order.",
        )  # fmt: skip
        return False
    if reasons is not None and len(reasons) != len(truth or ()):
        reading.problem(
            place, "ground_truth_reasons",
            f"has {len(reasons)} values for {len(truth or ())} of ground_truth.",
            "Give one value a criterion, null where there is no reason.",
        )  # fmt: skip
        return False
    return True


def judgments_of(
    reading: Reading, place: str, item: Item, rubric: Sequence[Checkpoint], response_id: str
) -> list[Judgment]:
    """The judgments that an item's ground truth stands for.

    Args:
        reading: The file being read.
        place: Where in the file.
        item: The item, whose ground truth fits.
        rubric: The checkpoints of its task.
        response_id: Of its submission.
    """
    if item.xpert_studio is not None and item.xpert_studio.judgments:
        return _named(reading, place, item, rubric, response_id)
    reasons = item.ground_truth_reasons or [None] * len(rubric)
    return [
        Judgment(
            response_id=response_id,
            checkpoint_id=point.id,
            expert_id=GROUND_TRUTH,
            value=int((said == MET) != is_penalty(point)),
            rationale=reason or None,
            status=JudgmentStatus.CONFIRMED,
        )
        for point, said, reason in zip(rubric, item.ground_truth or (), reasons, strict=False)
        if said != UNKNOWN
    ]


def _named(
    reading: Reading, place: str, item: Item, rubric: Sequence[Checkpoint], response_id: str
) -> list[Judgment]:
    """Judgments that say who judged; they must come to the ground truth beside them."""
    votes: dict[str, list[bool]] = {point.id: [] for point in rubric}
    found = []
    beside = item.xpert_studio
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(beside.judgments if beside else ()):
        where = f"{place}, judgments.{number}"
        judgment = reading.record(where, Judgment, row | {"response_id": response_id})
        if judgment is None:
            return []
        key = judgment.checkpoint_id, judgment.expert_id
        if judgment.checkpoint_id not in votes or key in seen:
            what = "twice" if key in seen else "of a checkpoint that its rubric has not"
            reading.problem(
                where, "checkpoint_id", f"{shown(judgment.checkpoint_id)} is judged {what}.",
                "Mend the id, or remove the judgment.",
            )  # fmt: skip
            return []
        seen.add(key)
        votes[judgment.checkpoint_id].append(judgment.final_value == 1)
        found.append(judgment)
    truth = [_truth(point, votes[point.id]) for point in rubric]
    if item.ground_truth is not None and truth != item.ground_truth:
        reading.problem(
            place, "ground_truth", f"is not what the judgments under {BESIDE} come to.",
            f"Mend one of the two, or remove {BESIDE} from the item.",
        )  # fmt: skip
        return []
    return found


def _truth(point: Checkpoint, votes: Sequence[bool]) -> str:
    """What a checkpoint's judgments come to, as the file puts it."""
    met = sum(votes)
    if 2 * met == len(votes):
        return UNKNOWN
    return MET if (2 * met > len(votes)) != is_penalty(point) else UNMET
