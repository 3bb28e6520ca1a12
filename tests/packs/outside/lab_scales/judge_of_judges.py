"""Judges of judges of the lab: a weighed majority, and one that hears the next until met."""

from collections.abc import Sequence

from xpert_studio.api.judges import (
    Checkpoint,
    Member,
    Opinion,
    Response,
    Said,
    Task,
    composed_judge,
)


def _weigh(member: Member) -> float:
    return max(member.certified("kappa_within"), 0.0)


def _weighed(_task: Task, _response: Response, _point: Checkpoint, said: Sequence[Said]) -> Opinion:
    votes: dict[float, float] = {}
    for one in said:
        if one.value is not None:
            votes[one.value] = votes.get(one.value, 0.0) + one.weight
    if not votes:
        return Opinion(None, "Every judge abstained.")
    value = max(votes, key=lambda each: (votes[each], -each))
    return Opinion(value, f"{len(said)} judges were weighed.")


def _second_look(
    _task: Task, _response: Response, _point: Checkpoint, said: Sequence[Said]
) -> Opinion:
    for one in said:
        if one.is_met:
            return Opinion(one.value, f"{one.judge.id} says that it is met.")
    return Opinion(said[-1].value, "None says that it is met.")


WEIGHED = composed_judge("lab-weighed", _weighed, weigh=_weigh)
SECOND_LOOK = composed_judge("lab-second-look", _second_look)
