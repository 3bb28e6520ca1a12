"""What came of norming sessions: decisions side by side, and agreement before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xpert_studio.api.records import Checkpoint, Person, Role, Transaction
from xpert_studio.core.instruments import word_for
from xpert_studio.core.instruments.columns import marks_of
from xpert_studio.core.metrics.agreement import ExpertAgreement, expert_agreement
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.core.store import people, responses, settings, tasks
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.wording import rating_word
from xpert_studio.core.workflow.blinding import Blinding, blinding_for, response_title
from xpert_studio.packs.norming.forms import comments_in, forms_in, left_of, sessions_in
from xpert_studio.packs.norming.records import (
    ROUNDS,
    NormingComment,
    NormingForm,
    NormingStep,
    Session,
)
from xpert_studio.packs.qualification.records import Decided


@dataclass(frozen=True, slots=True)
class NormingLine:
    """A checkpoint of a response, as all experts decided it.

    Attributes:
        response: By the name that the viewer knows it.
        rounds: By round and expert, what was decided; only rounds that were revealed.
        comments: What was said of it.
    """

    response_id: str
    response: str
    point: Checkpoint
    rounds: Mapping[int, Mapping[str, Decided]]
    comments: tuple[NormingComment, ...]

    def differs(self, number: int) -> bool:
        """Whether the experts decided it differently in a round."""
        return len({(one.value, one.state) for one in self.rounds.get(number, {}).values()}) > 1


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session as a person sees it.

    Attributes:
        is_part: Whether they take part.
        leads: Whether they lead it on.
        left: How many forms of the open round are missing.
        to_judge: The responses that they still judge, by the names that they know.
        withheld: How many responses they still judge for results: nothing of these is shown.
        tasks: The tasks of its responses, by the id of the response.
        titles: The responses by task and letter, by id.
        texts: What they say, by id, of those of which decisions are shown.
        lines: Nothing before the first round was revealed.
        agreement: By round, of rounds that were revealed and are whole.
    """

    id: str
    session: Session
    called: Mapping[str, str]
    is_part: bool
    leads: bool
    left: int
    to_judge: Mapping[str, str]
    withheld: int
    tasks: Mapping[str, str]
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    lines: tuple[NormingLine, ...]
    agreement: Mapping[int, ExpertAgreement]


def seen_sessions(tx: Transaction, person: Person | None) -> list[SessionView]:
    """The sessions that a person may see; all for a report (None).

    Those who take part and leads see a session; what was decided once it was revealed. Of a
    response that a lead still judges for results they see it once they have judged it.
    """
    found = [
        (id_, one)
        for id_, one in sessions_in(tx).items()
        if person is None or person.id in {*one.experts, one.by} or Role.LEAD in person.roles
    ]
    catalog = (
        read_frames(tx, judge_ids=()).catalog if any(o.revealed_at for _, o in found) else None
    )
    called = {one.id: one.called for one in people.all_people(tx)}
    return [_view(tx, id_, one, person, catalog, called) for id_, one in found]


def _view(
    tx: Transaction,
    id_: str,
    session: Session,
    person: Person | None,
    catalog: Catalog | None,
    called: Mapping[str, str],
) -> SessionView:
    forms = forms_in(tx, id_)
    left = left_of(session, forms, session.step)
    blinding = blinding_for(tx, person.id) if person else None
    task_of = {one: responses.get_response(tx, one).task_id for one in session.responses}
    names = {
        one: blinding.response_name(task_of[one], one) if blinding else one
        for one in session.responses
    }
    me = person.id if person else ""
    withheld = _withheld(session, blinding, me)
    shown = [one for one in _revealed(session, forms) if one[0] not in withheld]
    excluded = settings.excluded_experts(tx)
    counted = [one for one in shown if one[1].person not in excluded]
    return SessionView(
        id_,
        session,
        called,
        me in session.experts,
        bool(person) and (session.by == me or (person is not None and Role.LEAD in person.roles)),
        len(left),
        {response_id: names[response_id] for who, response_id in sorted(left) if who == me},
        len(withheld),
        task_of,
        {one: response_title(tx, one) for one in session.responses},
        {one: responses.get_response(tx, one).text for one in {id_ for id_, _ in shown}},
        tuple(_lines(tx, id_, session, shown, names, task_of)) if shown else (),
        {
            number: expert_agreement(catalog, _ratings(catalog, counted, number))
            for number in ROUNDS
            if catalog is not None and any(form.round == number for _, form in counted)
        },
    )


def _withheld(session: Session, blinding: Blinding | None, person_id: str) -> frozenset[str]:
    """The responses of a session that a person who takes no part in it still judges."""
    if blinding is None or person_id in session.experts:
        return frozenset()
    return frozenset(session.responses) & frozenset(blinding.to_judge)


def _revealed(
    session: Session, forms: Sequence[tuple[str, NormingForm]]
) -> list[tuple[str, NormingForm]]:
    """The forms that may be shown: of the second round none while it is judged."""
    if session.revealed_at is None:
        return []
    known = {1} if session.step is NormingStep.SECOND else set(ROUNDS)
    return [(id_, one) for id_, one in forms if one.round in known]


def _lines(
    tx: Transaction,
    session_id: str,
    session: Session,
    forms: Sequence[tuple[str, NormingForm]],
    names: Mapping[str, str],
    task_of: Mapping[str, str],
) -> list[NormingLine]:
    said = comments_in(tx, session_id)
    known = {id_ for id_, _ in forms}
    return [
        NormingLine(
            response_id,
            names[response_id],
            point,
            {
                number: {
                    form.person: form.decisions[point.id]
                    for id_, form in forms
                    if id_ == response_id and form.round == number and point.id in form.decisions
                }
                for number in ROUNDS
            },
            tuple(one for id_, one in said if (id_, one.checkpoint) == (response_id, point.id)),
        )
        for response_id in session.responses
        if response_id in known
        for point in tasks.judged_rubric(tx, task_of[response_id])
    ]


def _ratings(
    catalog: Catalog, forms: Sequence[tuple[str, NormingForm]], number: int
) -> list[Ratings]:
    """What each expert decided in a round, as columns over the catalogue."""
    response = {name: place for place, name in enumerate(catalog.responses)}
    point = {
        (catalog.tasks[int(catalog.checkpoint_task[place])], name): place
        for place, name in enumerate(catalog.checkpoints)
    }
    rows: dict[str, list[tuple[int, int, float]]] = {}
    for id_, form in forms:
        if form.round != number or id_ not in response:
            continue
        task = catalog.tasks[int(catalog.response_task[response[id_]])]
        rows.setdefault(form.person, []).extend(
            (response[id_], point[task, name], np.nan if one.value is None else one.value)
            for name, one in form.decisions.items()
            if (task, name) in point
        )
    return [
        marks_of(
            catalog,
            expert,
            np.array([row[0] for row in own], np.int32),
            np.array([row[1] for row in own], np.int32),
            np.array([row[2] for row in own], np.float64),
        )
        for expert, own in sorted(rows.items())
    ]


def decision_words(one: Decided | None, point: Checkpoint) -> str:
    """A decision in words; empty for none."""
    return "" if one is None else rating_word(word_for(one.decision, point))


def plain(view: SessionView) -> dict[str, Any]:
    """A session for programs."""
    return {
        "id": view.id,
        "title": view.session.title,
        "step": view.session.step.value,
        "responses": sorted({line.response for line in view.lines}),
        "experts": list(view.session.experts),
        "left": view.left,
        "to_judge": list(view.to_judge.values()),
        "agreement": {str(number): one.plain() for number, one in view.agreement.items()},
        "lines": [
            {
                "response": line.response,
                "checkpoint": line.point.id,
                "text": line.point.text,
                "rounds": {
                    str(number): {who: one.model_dump(mode="json") for who, one in found.items()}
                    for number, found in line.rounds.items()
                    if found
                },
                "comments": [
                    {"person": one.person, "text": one.text, "at": one.at.isoformat()}
                    for one in line.comments
                ],
            }
            for line in view.lines
        ],
    }
