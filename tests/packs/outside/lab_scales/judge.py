"""A judge of the lab: a checkpoint is met where the response has one of its long words."""

from xpert_studio.api.judges import Checkpoint, Opinion, Response, Task, program_judge


def _decide(_task: Task, response: Response, point: Checkpoint) -> Opinion:
    words = {word for word in point.text.casefold().split() if len(word) > 4}
    shared = sorted(words & set(response.text.casefold().split()))
    met, not_met = (5, 1) if point.instrument == "stars" else (1, 0)
    said = f"Shared words: {', '.join(shared) or 'none'}."
    return Opinion(met if shared else not_met, said)


WORDS = program_judge("lab-words", _decide, version=1)
