"""What the page of qualification shows to a person, read at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.api.changes import NotAllowedError
from xpert_studio.core.store import Transaction, responses, tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.blinding import blind_labels
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.rights import is_candidate, knows_keys
from xpert_studio.core.workflow.unblinding import need_alignment
from xpert_studio.packs.qualification.board import PersonInDomain, places_in
from xpert_studio.packs.qualification.kept import rules_in
from xpert_studio.packs.qualification.quality import Followed, quality_in
from xpert_studio.packs.qualification.records import Question
from xpert_studio.packs.qualification.standing import Board, Rated, Standing


@dataclass(frozen=True, slots=True)
class TrialName:
    """A trial task as who judges it knows it."""

    response_id: str
    task_id: str
    title: str
    label: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows.

    Attributes:
        papers: Examinations that the person takes.
        trials: Trial tasks of these, by the id of the response.
        places: Everybody in every domain of which the person knows what is right.
        to_rate: Short answers that a senior expert has to rate.
        questions: Those of these domains.
        makes: Domains in which the person makes questions.
        quality: Of experts; None for a person from whom others' judgments are kept.
    """

    papers: tuple[Standing, ...]
    trials: Mapping[str, TrialName]
    places: tuple[PersonInDomain, ...]
    to_rate: tuple[Rated, ...]
    questions: Mapping[str, Question]
    makes: tuple[str, ...]
    quality: Followed | None


def _quality(tx: Transaction, person_id: str) -> Followed | None:
    try:
        need_alignment(tx, person_id)
    except NotAllowedError:
        return None
    return Followed(quality_in(tx), rules_in(tx))


def read_seen(ctx: CommandContext) -> Seen:
    """What a person may see of examinations."""
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        board = Board.of(tx)
        domains = dict.fromkeys(
            (*person.domains, *(question.domain for question in board.questions.values()))
        )
        makes = tuple(domain for domain in domains if knows_keys(person, domain, board.policies))
        papers = tuple(
            board.standing(person, domain)
            for domain in person.domains
            if is_candidate(person, domain, board.policies) and board.has_examination(domain)
        )
        trials = {}
        for id_ in frozenset[str]().union(*(paper.to_try for paper in papers)):
            task = tasks.get_task(tx, responses.get_response(tx, id_).task_id)
            label = blind_labels(tx, task.id)[id_]
            trials[id_] = TrialName(id_, task.id, task.title or task.id, label)
        places = tuple(one for one in places_in(tx, person) if one.domain in makes)
        quality = _quality(tx, person.id)
    return Seen(
        papers,
        trials,
        places,
        tuple(rated for place in places if place.standing for rated in place.standing.to_rate),
        {id_: one for id_, one in board.questions.items() if one.domain in makes},
        makes,
        quality,
    )
