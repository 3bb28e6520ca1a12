"""What judges of judges decide by: what other judges of the project say of each checkpoint.

A verdict that rests on others has them in its key, so that it is decided anew where they changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median_low
from typing import Final

from xpert_studio.core.errors import JudgeError, NotFoundError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import (
    ATTACHMENTS_NOT_SEEN,
    CHECKS,
    Certificate,
    Checkpoint,
    Judge,
    Response,
    Verdict,
    content_hash,
)
from xpert_studio.core.store import Transaction, certificates, judges, verdicts
from xpert_studio.core.workflow.judge_names import judge_named

_HEARD: Final = {"value", "state", "rationale", "evidence", "flags", "probability"}
"""What of a verdict can decide; what it rests on is in the key already."""


class UnheardError(JudgeError):
    """A judge whose verdict is needed has none on the checkpoint, or none that can be used."""

    def __init__(self, judge_id: str) -> None:
        super().__init__(
            Message("The judge {judge} has no verdict on it.", judge=judge_id),
            remedy=Message("Run {judge} first, then this judge again.", judge=judge_id),
        )


@dataclass(frozen=True, slots=True)
class Member:
    """A judge that another one hears.

    Attributes:
        certificate: Its newest; None where it has none.
    """

    judge: Judge
    certificate: Certificate | None = None

    def certified(self, figure: str) -> float:
        """A figure of its certificate, by its id, such as ``kappa_within``.

        Raises:
            JudgeError: It has no certificate with that figure.
        """
        value = self.certificate.figures[figure].value if self.certificate else None
        if value is None:
            raise JudgeError(
                Message(
                    "The judge {judge} has no certificate with {figure}.",
                    judge=self.judge.id,
                    figure=figure,
                ),
                remedy="'xpert-studio align PROJECT --certify' keeps one, where experts' judgments "
                "on what it judged are confirmed.",
            )
        return value


@dataclass(frozen=True, slots=True)
class Said:
    """What a judge says of one checkpoint of a response.

    Attributes:
        verdicts: By trial; values and abstentions that rest on the texts as they are now. None
            where it has not judged it.
        weight: Of the judge, 1 where judges are not weighed.
    """

    judge: Judge
    point: Checkpoint
    verdicts: tuple[Verdict, ...]
    weight: float = 1.0

    @property
    def value(self) -> float | None:
        """Its value, of several trials the median, the lower one in the middle of an even number.

        None where it abstains.

        Raises:
            UnheardError: It has not judged the checkpoint.
        """
        if not self.verdicts:
            raise UnheardError(self.judge.id)
        values = [verdict.value for verdict in self.verdicts if verdict.value is not None]
        return median_low(values) if values else None

    @property
    def is_met(self) -> bool | None:
        """Whether the checkpoint counts as met by its value; None where it abstains.

        Raises:
            UnheardError: It has not judged the checkpoint.
        """
        value = self.value
        return None if value is None else instrument_of(self.point).fulfils(value, self.point)


@dataclass(frozen=True, slots=True)
class Heard:
    """The judges that were named, in their order, and what they say of the responses of a run."""

    members: tuple[Member, ...] = ()
    verdicts: Mapping[tuple[str, str], tuple[Verdict, ...]] = field(default_factory=dict)
    """By response and checkpoint: of all of them."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Of the judges."""
        return tuple(member.judge.id for member in self.members)

    @property
    def anchors(self) -> tuple[str, ...]:
        """What any of them was shown: no evidence of the alignment of who hears it."""
        return tuple(
            dict.fromkeys(each for member in self.members for each in member.judge.anchors)
        )

    def said(
        self, response_id: str, point: Checkpoint, weights: Mapping[str, float]
    ) -> tuple[Said, ...]:
        """What each says of a checkpoint; a judge without a weight has 1."""
        found = self.verdicts.get((response_id, point.id), ())
        return tuple(
            Said(
                member.judge,
                point,
                tuple(said for said in found if said.judge_id == member.judge.id),
                weights.get(member.judge.id, 1.0),
            )
            for member in self.members
        )

    def flags(self, response_id: str, checkpoint_id: str) -> tuple[str, ...]:
        """What a reader should know of a verdict that rests on theirs."""
        found = self.verdicts.get((response_id, checkpoint_id), ())
        is_unseen = any(ATTACHMENTS_NOT_SEEN in one.flags for one in found)
        return (ATTACHMENTS_NOT_SEEN,) if is_unseen else ()

    def in_keys(self, keys: Mapping[str, str], response_id: str) -> dict[str, str]:
        """Keys by checkpoint id of a response, with what is said of each in them.

        They are as they were where no judge is heard.
        """
        if not self.members:
            return dict(keys)
        return {
            point_id: hashlib.sha256(
                f"{key}\n{self._hash_of(response_id, point_id)}".encode()
            ).hexdigest()
            for point_id, key in keys.items()
        }

    def _hash_of(self, response_id: str, checkpoint_id: str) -> str:
        found = self.verdicts.get((response_id, checkpoint_id), ())
        return content_hash(
            sorted(
                (one.judge_id, one.trial, content_hash(one.model_dump(include=_HEARD)))
                for one in found
            )
        )

    def notices(self, asks: Sequence[JudgeCall]) -> Iterator[Message]:
        """How much of what is to be decided each of them has not judged.

        Raises:
            JudgeError: None of them has judged any of it.
        """
        wanted = (
            []
            if not self.members
            else [(ask.response.id, point.id) for ask in asks for point in ask.asked]
        )
        if wanted and not any(place in self.verdicts for place in wanted):
            raise JudgeError(
                Message("None of these was judged by {judges}.", judges=joined(self.ids)),
                remedy="Run these judges first, on the same responses.",
            )
        for judge_id in self.ids:
            missing = sum(
                all(one.judge_id != judge_id for one in self.verdicts.get(place, ()))
                for place in wanted
            )
            if missing:
                yield counted(
                    "{judge} has not judged {n} checkpoint of {all}; where its verdict is needed, "
                    "there will be none. Run it first.",
                    "{judge} has not judged {n} checkpoints of {all}; where its verdict is needed, "
                    "there will be none. Run it first.",
                    missing,
                    judge=judge_id,
                    all=len(wanted),
                )


def may_be_heard(tx: Transaction) -> list[str]:
    """Ids of the judges whose verdicts others can be made of."""
    return [one for one in verdicts.count_by_judge(tx) if one != CHECKS]


def _member_named(name: str, known: Sequence[str]) -> str:
    try:
        return judge_named(name, known)
    except NotFoundError as error:
        raise NotFoundError(
            error.message,
            remedy=Message(
                "Run it first: 'xpert-studio score PROJECT --judge {name}'. Judges with verdicts: "
                "{known}.",
                name=name,
                known=joined(known) or Message("none yet"),
            ),
        ) from error


def read_heard(tx: Transaction, names: Sequence[str], responses: Sequence[Response]) -> Heard:
    """The judges of these names, and what they say of responses.

    Args:
        tx: The transaction.
        names: Ids of judges, or beginnings that only one of those with verdicts has.
        responses: The responses.

    Raises:
        NotFoundError: No judge with verdicts is called so.
        UsageError: Several are.
    """
    if not names:
        return Heard()
    ids = tuple(dict.fromkeys(_member_named(name, may_be_heard(tx)) for name in names))
    newest = {
        certificate.judge_id: certificate for certificate in certificates.all_certificates(tx)
    }
    wanted = {response.id for response in responses}
    found: dict[tuple[str, str], list[Verdict]] = {}
    for judge_id in ids:
        for one in verdicts.all_verdicts(tx, judge_id=judge_id, fresh_only=True):
            if one.response_id in wanted and one.state.is_answer:
                found.setdefault((one.response_id, one.checkpoint_id), []).append(one)
    return Heard(
        tuple(Member(judges.get_judge(tx, judge_id), newest.get(judge_id)) for judge_id in ids),
        {place: tuple(said) for place, said in found.items()},
    )
