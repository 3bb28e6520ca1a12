"""A way to search of the lab: tasks whose prompts have about as many words as a text."""

from xpert_studio.api.finders import (
    Alike,
    Hit,
    HitKind,
    OtherFinder,
    Transaction,
    Wanted,
    all_tasks,
)


def find(tx: Transaction, person_id: str, wanted: Wanted) -> Alike:
    """Everybody sees briefs, so that it does not matter who searches."""
    del person_id
    words = len(wanted.text.split())
    hits = []
    for task in all_tasks(tx):
        apart = abs(len(task.full_prompt.split()) - words)
        hits.append(
            Hit(HitKind.TASK, (task.id,), task.id, "prompt", task.full_prompt, (), 1 / (1 + apart))
        )
    best = sorted(hits, key=lambda hit: -hit.score)[: wanted.top]
    return Alike(tuple(best), "length", "by length")


LENGTH = OtherFinder("lab-length", "Of the same length", find)
