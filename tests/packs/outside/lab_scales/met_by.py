"""What the lab knows of attacks: the attack "empty" meets what names the moon."""

from collections.abc import Collection, Mapping

from xpert_studio.api.rules import Checkpoint, MetBy, Transaction


def gather(tx: Transaction, task_id: str) -> MetBy:
    """Reads nothing of the project."""
    del tx, task_id

    def met_by(_task_id: str, rubric: tuple[Checkpoint, ...]) -> Mapping[str, Collection[str]]:
        return {point.id: {"empty"} for point in rubric if "moon" in point.text}

    return met_by
