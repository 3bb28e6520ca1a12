"""``xpert-studio exam``: examinations, trial tasks, and who is qualified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Annotated, Any

import typer

from xpert_studio.api.changes import Role
from xpert_studio.api.commands import (
    Asks,
    Column,
    CommandContext,
    Message,
    More,
    NotFoundError,
    Output,
    ProjectFile,
    Transaction,
    add_commands,
    desk_command,
    labelled,
    percent,
    t,
)
from xpert_studio.api.sections import domain_name, short
from xpert_studio.core.records import Person
from xpert_studio.core.store import responses, settings
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.rights import is_candidate, knows_keys
from xpert_studio.core.workflow.unblinding import need_alignment
from xpert_studio.packs.qualification import examining as _examining  # noqa: F401 - commands
from xpert_studio.packs.qualification import trials as _trials  # noqa: F401 - the same
from xpert_studio.packs.qualification.board import places_in
from xpert_studio.packs.qualification.examining import known_domain
from xpert_studio.packs.qualification.kept import kept, questions_in, rules_in, settled_in
from xpert_studio.packs.qualification.quality import Followed, quality_in
from xpert_studio.packs.qualification.records import QUESTION_FORMS, TRIAL, Question, Trial
from xpert_studio.packs.qualification.section import blocks, plain
from xpert_studio.packs.qualification.section_quality import blocks as quality_blocks
from xpert_studio.packs.qualification.section_quality import plain as quality_plain
from xpert_studio.packs.qualification.standing import Board, Standing
from xpert_studio.report.blocks import SectionBlocks

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
    section = SectionBlocks("qualifications", t("Qualifications"), tuple(blocks(found)))
    output.section(section, ctx.project.path, full=True)


@desk_command(app, "quality", read_only=True)
def quality(ctx: CommandContext, output: Output) -> None:
    """Show how well each expert works: agreement with gold and others, overrides, time, drift.

    Example: xpert-studio exam quality law.xpert --as lena
    """
    with ctx.project.reading() as tx:
        need_alignment(tx, ctx.person_id)
        found = Followed(quality_in(tx), rules_in(tx))
    output.data(quality_plain(found))
    section = SectionBlocks("expert-quality", t("Quality of experts"), tuple(quality_blocks(found)))
    output.section(section, ctx.project.path, full=True)


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
            _show_other(tx, output, board, person, person_of(tx, whom), domain)
            return
        known = [one for one in person.domains if is_candidate(person, one, board.policies)]
        wanted = [one for one in known if domain in {"", one}]
        if wanted:
            labels = blinding_for(tx, person.id)
            _show_paper(output, [board.standing(person, one) for one in wanted], labels.labels, tx)
            return
        _show_questions(tx, output, person, board, domain)


def _show_paper(
    output: Output,
    found: Sequence[Standing],
    labels: Mapping[str, str],
    tx: Transaction,
) -> None:
    """What a person is asked, without anything of what is right."""
    task_of = trials_names(tx, found, labels)
    output.data([paper(one, task_of) for one in found])
    for one in found:
        output.say(labelled(t("Examination"), domain_name(one.domain)))
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
            output.say(
                "  " + t("All is done; a senior expert decides.")
                if one.has_begun
                else "  " + t("There is nothing to answer or to judge here yet.")
            )


def trials_names(
    tx: Transaction, found: Sequence[Standing], labels: Mapping[str, str]
) -> dict[str, str]:
    """Trial tasks by the names that a person knows responses by."""
    wanted = frozenset[str]().union(*(one.to_try for one in found))
    return {
        id_: f"{responses.get_response(tx, id_).task_id}:{labels[id_]}" if id_ in labels else id_
        for id_ in wanted
    }


def paper(standing: Standing, names: dict[str, str]) -> dict[str, Any]:
    """An examination for who takes it, as JSON."""
    return {
        "domain": standing.domain,
        "attempt": standing.attempt,
        "to_answer": [
            {
                "id": id_,
                "form": asked.form.value,
                "text": asked.text,
                "options": list(asked.options),
                "points": asked.points,
            }
            for id_, asked in standing.to_answer.items()
        ],
        "answered": [
            {"id": one.answer.question, "text": one.question.text, "said": one.answer.said}
            for one in standing.rated
        ],
        "trials": sorted(names[id_] for id_ in standing.to_try),
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
    tx: Transaction, output: Output, board: Board, viewer: Person, person: Person, domain: str
) -> None:
    """What a person answered and decided, beside what is right."""
    del tx
    wanted = [one for one in person.domains if domain in {"", one}]
    found = []
    for name in wanted:
        _need_keys(board, viewer, name)
        found.append(board.standing(person, name))
    output.data([beside_keys(one) for one in found])
    for one in found:
        output.say(labelled(person.called, domain_name(one.domain)))
        output.table(
            "",
            [
                Column("answer"),
                Column("question"),
                Column("said"),
                Column("right"),
                Column("points", number=True),
                Column("rated by"),
            ],
            [
                (
                    f"{person.id}:{rated.answer.question}",
                    short(rated.question.text),
                    short(rated.answer.said),
                    short(rated.question.key or rated.question.guide),
                    t("changed") if rated.is_changed else rated.points,
                    rated.mark.by if rated.mark else None,
                )
                for rated in one.rated
            ],
        )
        output.table(
            "",
            [Column("response"), Column("checkpoint"), Column("own"), Column("gold")],
            [
                (line.response_id, short(line.point.text), line.own, line.gold)
                for line in one.compared.lines
                if line.agreement < 1
            ],
        )
        agreement = one.compared.agreement.value
        output.say(
            labelled(t("Agreement with gold"), f"{percent(agreement)} (n={one.compared.n})"),
            *map(str, one.missing),
        )


def beside_keys(standing: Standing) -> dict[str, Any]:
    """An examination for who decides on it, as JSON."""
    return {
        "person": standing.person.id,
        "domain": standing.domain,
        "attempt": standing.attempt,
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
            for one in standing.rated
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
            for line in standing.compared.lines
        ],
        **standing.compared.plain(),
        "missing": list(standing.missing),
    }


def _show_questions(
    tx: Transaction, output: Output, person: Person, board: Board, domain: str
) -> None:
    """The questions and trial tasks of the domains of which a person knows what is right."""
    found = {
        id_: one
        for id_, one in questions_in(tx, domain).items()
        if knows_keys(person, one.domain, board.policies)
    }
    trials = {
        id_: one
        for id_, one in ((record.response_id, one) for record, one in kept(tx, TRIAL, Trial))
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
                id_,
                domain_name(one.domain),
                one.expert + (t(", excluded: asked no longer") if id_ in settled else ""),
            )
            for id_, one in trials.items()
        ],
    )
