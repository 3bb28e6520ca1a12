"""What the page of qualification shows to a person, read at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xpert_studio.api.changes import NotAllowedError
from xpert_studio.api.records import CommandContext, Role, Transaction
from xpert_studio.core.store import judgments, people, responses, settings, tasks
from xpert_studio.core.wording import listed
from xpert_studio.core.workflow.blinding import blind_labels, response_title
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.gold import need_gold_form
from xpert_studio.core.workflow.rights import is_candidate, knows_keys, refusal
from xpert_studio.core.workflow.unblinding import need_alignment
from xpert_studio.packs.qualification.board import PersonInDomain, places_in, turned_down
from xpert_studio.packs.qualification.kept import kept, rules_in, settled_in
from xpert_studio.packs.qualification.quality import Followed, quality_in
from xpert_studio.packs.qualification.records import TRIAL, Question, Rules, Trial
from xpert_studio.packs.qualification.standing import Board, Rated, Standing


@dataclass(frozen=True, slots=True)
class TrialName:
    """A trial task as who judges it knows it."""

    response_id: str
    task_id: str
    title: str
    label: str


@dataclass(frozen=True, slots=True)
class ChosenTrial:
    """A trial task as who makes examinations knows it.

    Attributes:
        name: Task and response.
        expert: Whose form is gold, as people call them.
        is_settled: Whether it is asked no longer, since that expert is excluded.
    """

    response_id: str
    name: str
    domain: str
    expert: str
    is_settled: bool = False


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
        turned_down: Domains in which it was decided that the person did not pass, with the reason.
        chosen: The trial tasks of these domains.
        names: What the person knows responses by, of trial tasks.
        rules: What the project asks of its experts.
    """

    papers: tuple[Standing, ...]
    trials: Mapping[str, TrialName]
    places: tuple[PersonInDomain, ...]
    to_rate: tuple[Rated, ...]
    questions: Mapping[str, Question]
    makes: tuple[str, ...]
    quality: Followed | None
    turned_down: tuple[tuple[str, str], ...]
    chosen: tuple[ChosenTrial, ...]
    names: Mapping[str, str]
    rules: Rules


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
        leads = Role.LEAD in person.roles
        of_project = settings.project_info(tx).taxonomy.domains if leads else ()
        domains = dict.fromkeys(
            (*person.domains, *(one.domain for one in board.questions.values()), *of_project)
        )
        makes = tuple(one for one in domains if knows_keys(person, one, board.policies))
        papers = tuple(
            board.standing(person, one)
            for one in person.domains
            if is_candidate(person, one, board.policies) and board.has_examination(one)
        )
        trials = {}
        for id_ in frozenset[str]().union(*(one.to_try for one in papers)):
            task = tasks.get_task(tx, responses.get_response(tx, id_).task_id)
            trials[id_] = TrialName(id_, task.id, task.name, blind_labels(tx, task.id)[id_])
        places = tuple(one for one in places_in(tx, person) if one.domain in makes)
        quality = _quality(tx, person.id)
        chosen = tuple(_chosen(tx, makes)) if makes else ()
        tried = {
            line.response_id
            for one in places
            if one.standing
            for line in one.standing.compared.lines
        }
        names = {id_: response_title(tx, id_) for id_ in tried}
    return Seen(
        papers,
        trials,
        places,
        tuple(rated for one in places if one.standing for rated in one.standing.to_rate),
        {id_: one for id_, one in board.questions.items() if one.domain in makes},
        makes,
        quality,
        tuple(turned_down(person)),
        chosen,
        names,
        board.rules,
    )


def _chosen(tx: Transaction, domains: Sequence[str]) -> Iterator[ChosenTrial]:
    settled = settled_in(tx)
    called = {one.id: one.called for one in people.all_people(tx)}
    for record, one in kept(tx, TRIAL, Trial):
        id_ = record.response_id or ""
        if one.domain in domains:
            expert = called.get(one.expert, one.expert)
            yield ChosenTrial(id_, response_title(tx, id_), one.domain, expert, id_ in settled)


def gold_forms(ctx: CommandContext) -> list[tuple[str, str, str]]:
    """Gold forms that can become trial tasks: response, expert, and what they are called."""
    with ctx.project.reading() as tx:
        person, policies = person_of(tx, ctx.person_id), settings.project_info(tx).policies
        taken = {record.response_id for record, _ in kept(tx, TRIAL, Trial)}
        called = {one.id: one.called for one in people.all_people(tx)}
        known = {task.id: task for task in tasks.outlines(tx)}
        forms = dict.fromkeys((row[0], row[1], row[3]) for row in judgments.gold_rows(tx))
        return [
            (
                response_id,
                expert,
                listed((response_title(tx, response_id), called.get(expert, expert))),
            )
            for task_id, response_id, expert in forms
            if response_id not in taken
            and knows_keys(person, known[task_id].domain or "", policies)
            and refusal(partial(need_gold_form, tx, known[task_id], response_id, expert)) is None
        ]
