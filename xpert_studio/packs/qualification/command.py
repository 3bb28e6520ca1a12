"""``xpert-studio exam``: examinations, trial tasks, and who is qualified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    Column,
    Message,
    More,
    NotFoundError,
    Output,
    add_commands,
    desk_command,
    labelled,
    percent,
    person_of,
    t,
)
from xpert_studio.api.records import CommandContext, Person, ProjectFile, Role, Transaction
from xpert_studio.api.sections import domain_name, short
from xpert_studio.core.store import responses, settings
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.rights import is_candidate, knows_keys
from xpert_studio.core.workflow.unblinding import need_alignment
from xpert_studio.packs.qualification import examining as _examining  # noqa: F401 - commands
from xpert_studio.packs.qualification import trials as _trials  # noqa: F401 - the same
from xpert_studio.packs.qualification.board import places_in, turned_down
from xpert_studio.packs.qualification.examining import known_domain
from xpert_studio.packs.qualification.kept import kept, questions_in, rules_in, settled_in
from xpert_studio.packs.qualification.quality import Followed, quality_in
from xpert_studio.packs.qualification.records import (
    QUESTION_FORMS,
    TRIAL,
    Question,
    QuestionForm,
    Trial,
)
from xpert_studio.packs.qualification.section import all_done, beside_blocks, blocks, plain
from xpert_studio.packs.qualification.section_quality import blocks as quality_blocks
from xpert_studio.packs.qualification.section_quality import plain as quality_plain
from xpert_studio.packs.qualification.standing import Board, Standing

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
WhomOption = Annotated[str, Asks("Whose: their id; your own where it is left out.", name="whom")]


def _rules(project: ProjectFile, output: Output) -> None:
    with project.reading() as tx:
        found = rules_in(tx)
    output.data(found.model_dump(mode="json"))
    rows = [(name.replace("_", " "), value) for name, value in found]
    output.table("", [Column("rule"), Column("value", number=True)], rows)


add_commands(app, "exam", {"rules": More(shows=_rules)})


@desk_command(app, "list", read_only=True)
def list_standings(ctx: CommandContext, output: Output) -> None:
    """List who is qualified in which domain, and what that rests on, as far as you may see it.

    Example: xpert-studio exam list law.xpert --as omar
    """
    with ctx.project.reading() as tx:
        found = places_in(tx, person_of(tx, ctx.person_id))
    output.data(plain(found))
    output.blocks(t("Qualifications"), blocks(found), ctx.project.path, full=True)


@desk_command(app, "quality", read_only=True)
def quality(ctx: CommandContext, output: Output) -> None:
    """Show how well each expert works: agreement with gold and others, overrides, time, drift.

    Example: xpert-studio exam quality law.xpert --as lena
    """
    with ctx.project.reading() as tx:
        need_alignment(tx, ctx.person_id)
        found = Followed(quality_in(tx), rules_in(tx))
    output.data(quality_plain(found))
    output.blocks(t("Quality of experts"), quality_blocks(found), ctx.project.path, full=True)


@desk_command(app, "show", read_only=True)
def show(
    ctx: CommandContext,
    output: Output,
    domain: Annotated[str, Asks("The domain; all that there are where it is left out.")] = "",
    whom: WhomOption = "",
) -> None:
    """Show your examination: questions to answer and trial tasks; or what is to be rated.

    Example: xpert-studio exam show law.xpert --as wei
    """
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        board = Board.of(tx)
        if domain:
            domain = known_domain(settings.project_info(tx).taxonomy.domains, domain)
        if whom and whom != person.id:
            _show_other(tx, output, ctx.project.path, person, person_of(tx, whom), domain)
            return
        known = [one for one in person.domains if is_candidate(person, one, board.policies)]
        wanted = [one for one in known if domain in {"", one}]
        why = {name: said for name, said in turned_down(person) if domain in {"", name}}
        if wanted:
            labels = blinding_for(tx, person.id).labels
            _show_paper(output, [board.standing(person, one) for one in wanted], labels, tx, why)
            return
        if why:
            output.data([{"domain": name, "said": said} for name, said in why.items()])
            output.say(*(labelled(domain_name(name), said) for name, said in why.items()))
            return
        _show_questions(tx, output, person, board, domain)


def _show_paper(
    output: Output,
    found: Sequence[Standing],
    labels: Mapping[str, str],
    tx: Transaction,
    why: Mapping[str, str],
) -> None:
    """What a person is asked, and why they were returned, without anything of what is right."""
    task_of = trials_names(tx, found, labels)
    output.data([paper(one, task_of) | {"said": why.get(one.domain)} for one in found])
    for one in found:
        output.say(labelled(t("Examination"), domain_name(one.domain)))
        if one.domain in why:
            output.say("  " + why[one.domain])
        for id_, asked in one.to_answer.items():
            output.say(f"  {id_}  {asked.text}", *(f"      {line}" for line in option_lines(asked)))
        for rated in one.rated:
            said = t(
                "{id}  answered: {said}", id=rated.answer.question, said=short(rated.answer.said)
            )
            output.say(f"  {said}")
        for id_ in sorted(one.to_try):
            output.say("  " + t("Trial task: judge show {response}", response=task_of[id_]))
        if not (one.to_answer or one.to_try):
            output.say("  " + all_done(one))


def trials_names(
    tx: Transaction, found: Sequence[Standing], labels: Mapping[str, str]
) -> dict[str, str]:
    """Trial tasks by the names that a person knows responses by."""
    wanted = frozenset[str]().union(*(one.to_try for one in found))
    return {
        id_: f"{responses.get_response(tx, id_).task_id}:{labels[id_]}" if id_ in labels else id_
        for id_ in wanted
    }


def paper(found: Standing, names: dict[str, str]) -> dict[str, Any]:
    """An examination for who takes it, as JSON."""
    return {
        "domain": found.domain,
        "attempt": found.attempt,
        "to_answer": [
            {
                "id": id_,
                "form": asked.form.value,
                "text": asked.text,
                "options": list(asked.options),
                "points": asked.points,
            }
            for id_, asked in found.to_answer.items()
        ],
        "answered": [
            {"id": one.answer.question, "text": one.question.text, "said": one.answer.said}
            for one in found.rated
        ],
        "trials": sorted(names[id_] for id_ in found.to_try),
    }


def option_lines(asked: Question) -> list[str]:
    """The options of a question, by letter."""
    return [f"{a}. {text}" for a, text in zip(ascii_uppercase, asked.options, strict=False)]


def _need_keys(board: Board, person: Person, domain: str) -> None:
    if not knows_keys(person, domain, board.policies):
        raise NotFoundError(
            Message(
                "There is nothing of that examination to show to {person}.", person=person.called
            ),
            remedy="Qualified leads and senior experts see it.",
        )


def _show_other(
    tx: Transaction, output: Output, path: Path, viewer: Person, person: Person, domain: str
) -> None:
    """What a person answered and decided, beside what is right."""
    board = Board.of(tx)
    blinding = blinding_for(tx, viewer.id)
    wanted = [one for one in person.domains if domain in {"", one}]
    found = []
    for name in wanted:
        _need_keys(board, viewer, name)
        found.append(board.standing(person, name))
    output.data([beside_keys(one) for one in found])
    for one in found:
        names = {
            line.response_id: blinding.response_name(line.task_id, line.response_id)
            for line in one.compared.lines
        }
        title = labelled(person.called, domain_name(one.domain))
        output.blocks(title, beside_blocks(one, names), path, full=True)
        output.say(
            *(
                t("Rate it: exam rate {answer} POINTS", answer=f"{person.id}:{it.answer.question}")
                for it in one.rated
                if it.question.form is QuestionForm.SHORT
            )
        )
        agreement = one.compared.agreement.value
        output.say(
            labelled(t("Agreement with gold"), f"{percent(agreement)} (n={one.compared.n})"),
            *map(str, one.missing),
        )


def beside_keys(found: Standing) -> dict[str, Any]:
    """An examination for who decides on it, as JSON."""
    return {
        "person": found.person.id,
        "domain": found.domain,
        "attempt": found.attempt,
        "answers": [
            {
                "id": one.id,
                "question": one.answer.question,
                "text": one.question.text,
                "said": one.answer.said,
                "key": one.question.key,
                "guide": one.question.guide,
                "points": one.points,
                "of": one.question.points,
                "rated_by": one.mark.by if one.mark else None,
                "changed": one.is_changed,
            }
            for one in found.rated
        ],
        "trials": [
            {
                "response": line.response_id,
                "checkpoint": line.point.id,
                "own": line.own,
                "gold": line.gold,
                "rationale": line.rationale,
                "gold_rationale": line.gold_rationale,
            }
            for line in found.compared.lines
        ],
        **found.compared.plain(),
        "missing": list(found.missing),
    }


def _show_questions(
    tx: Transaction, output: Output, person: Person, board: Board, domain: str
) -> None:
    """The questions and trial tasks of the domains of which a person knows what is right."""
    blinding = blinding_for(tx, person.id)
    found = {
        id_: one
        for id_, one in questions_in(tx, domain).items()
        if knows_keys(person, one.domain, board.policies)
    }
    trials = {
        id_: one
        for id_, one in ((it.response_id or "", one) for it, one in kept(tx, TRIAL, Trial))
        if domain in {"", one.domain} and knows_keys(person, one.domain, board.policies)
    }
    settled = settled_in(tx)
    output.data(
        {
            "questions": [
                {"id": id_, **one.model_dump(mode="json", exclude={"salt"})}
                for id_, one in found.items()
            ],
            "trials": [{"response": id_, **one.model_dump()} for id_, one in trials.items()],
        }
    )
    if not found and not trials:
        may_ask = any(knows_keys(person, name, board.policies) for name in person.domains)
        output.say(
            t("There is no examination to show to you. 'exam ask' adds a question.")
            if may_ask or Role.LEAD in person.roles
            else t("There is no examination to show to you.")
        )
        return
    output.table(
        "",
        [Column("id"), Column("domain"), Column("form"), Column("question"), Column("right")],
        [
            (
                id_,
                domain_name(one.domain),
                QUESTION_FORMS.title(one.form) + (t(", retired") if one.retired else ""),
                short(one.text),
                short(one.key or one.guide),
            )
            for id_, one in found.items()
        ],
    )
    output.table(
        "",
        [Column("trial task"), Column("domain"), Column("gold form by")],
        [
            (
                blinding.response_name(responses.get_response(tx, id_).task_id, id_),
                domain_name(one.domain),
                one.expert + (t(", excluded: asked no longer") if id_ in settled else ""),
            )
            for id_, one in trials.items()
        ],
    )
