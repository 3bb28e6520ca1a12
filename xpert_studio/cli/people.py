"""``xpert-studio people``: who takes part, who is admitted, and the project's rules."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Annotated, Final

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    asking,
    at_desk,
    now,
    open_project,
    reading,
    say_change,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.options import given, options_for
from xpert_studio.cli.output import Column, Output
from xpert_studio.cli.typed import pairs_of
from xpert_studio.cli.values import read_values
from xpert_studio.core.fields import Asks, parameters_of
from xpert_studio.core.names import LISTS, Listed
from xpert_studio.core.records import (
    POLICY_NAMES,
    QUALIFICATIONS,
    ROLES,
    TIERS,
    Change,
    Qualification,
)
from xpert_studio.core.store import ProjectFile, Transaction, runs
from xpert_studio.core.wording import labelled, listed, spoken, t
from xpert_studio.core.workflow import (
    CommandContext,
    add_dimensions,
    add_domains,
    describe_dimensions,
    found_project,
)
from xpert_studio.core.workflow.policies import description_of
from xpert_studio.core.workflow.views.people_seen import seen_people
from xpert_studio.report.part_names import dimension_name, domain_name

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _policies(project: ProjectFile, output: Output) -> None:
    policies = project.info().policies
    output.data(policies.model_dump(mode="json"))
    rows = [(POLICY_NAMES.word(name).replace("_", " "), _policy(value)) for name, value in policies]
    output.table("", [Column("policy"), Column("value")], rows)


def _policy(value: object) -> str:
    match value:
        case bool():
            return t("yes") if value else t("no")
        case Listed():
            return LISTS[type(value).__name__].word(value)
        case dict():
            return listed(f"{TIERS.word(tier)} {weight}" for tier, weight in value.items())
    return str(value)


def _grading_policy(project: ProjectFile, output: Output) -> None:
    found = project.info().grading_policy
    output.data({"version": found.version, "text": found.text, "hash": found.content_hash})
    output.say(t("Version {version}\n\n{text}", version=found.version, text=found.text))


def _score_again(ctx: CommandContext, _: Change) -> dict[str, str]:
    """How to score again what was scored last, as judges have a new policy."""
    with ctx.project.reading() as tx:
        known = runs.all_runs(tx)
    project = ctx.project.path.name
    return {"next": f"xpert-studio score {project} --again {known[-1].id}"} if known else {}


add_commands(
    app,
    "people",
    {
        "policy": More(shows=_policies),
        "grading-policy": More(shows=_grading_policy, tells=_score_again),
    },
)


@app.command("list")
@reading
def list_people(tx: Transaction, output: Output, person: str = "") -> None:
    """List everybody with roles, domains and qualification.

    Practice and reasons are listed for those who may know them.

    Example: xpert-studio people list law.xpert
    """
    found = seen_people(tx, person.strip())
    output.data([one.model_dump(mode="json") for one in found])
    output.table(
        "",
        [
            Column("id"),
            Column("name"),
            Column("roles"),
            Column("domains"),
            Column("qualification"),
        ],
        [
            (
                one.id,
                one.name,
                listed(map(ROLES.word, one.roles)) or None,
                listed(map(domain_name, one.domains)) or None,
                _outcome(one.qualification) if one.qualification else None,
            )
            for one in found
        ],
    )


def _outcome(qualification: Qualification) -> str:
    """The outcome as it is named here; other words as they were written."""
    return QUALIFICATIONS.word(
        QUALIFICATIONS.find(qualification.outcome or "") or qualification.outcome or ""
    )


def _found(project: ProjectArgument, output: Output, **asked: object) -> None:
    """Become the first lead of a project that has none.

    Example: xpert-studio people found law.xpert lena --name "Lena Roth" --domain Law
    """
    with open_project(project, output) as opened:
        fields = read_values(CommandContext(opened, "", now), _FOUNDER, given(asked))
        person = found_project(opened, now=now(), **fields)
    output.data(person.model_dump(mode="json"))
    output.say(t("{person} leads {project} now.", person=person.called, project=project.name))


_FOUNDER: Final = parameters_of(signature(found_project, eval_str=True))
app.command("found")(asking(_found, options_for(_FOUNDER, ("ID",)), _found.__doc__))


@app.command("vocabulary")
def vocabulary(
    project: ProjectArgument,
    output: Output,
    person: AsOption = "",
    add_dimension: Annotated[
        Sequence[str] | None, Asks("Add a dimension; may be repeated.")
    ] = None,
    add_domain: Annotated[Sequence[str] | None, Asks("Add a domain; may be repeated.")] = None,
    describe: Annotated[
        Sequence[str] | None,
        Asks(
            "Describe a dimension; an empty text takes it back; may be repeated.", form="NAME=TEXT"
        ),
    ] = None,
) -> None:
    """Show the project's domains and dimensions, or add and describe some (with --as).

    A dimension that the project does not describe has its published description.

    Example: xpert-studio people vocabulary law.xpert --as lena --add-dimension Authenticity
    """
    described = pairs_of(describe, "NAME=TEXT")
    if add_dimension or add_domain or described:
        with at_desk(project, person, output) as ctx:
            if add_dimension:
                say_change(output, add_dimensions(ctx, *add_dimension))
            if add_domain:
                say_change(output, add_domains(ctx, *add_domain))
            if described:
                say_change(output, describe_dimensions(ctx, described))
        return
    with open_project(project, output, read_only=True) as opened:
        taxonomy = opened.info().taxonomy
    told = {name: description_of(taxonomy, name) for name in taxonomy.dimensions}
    here = [(name, description_of(taxonomy, name, spoken())) for name in taxonomy.dimensions]
    own = {"descriptions": told, "own_descriptions": taxonomy.descriptions}
    output.data(taxonomy.model_dump(mode="json") | own)
    output.say(
        labelled(t("Domains"), listed(map(domain_name, taxonomy.domains))),
        labelled(t("Dimensions"), ""),
        *(
            f"  {labelled(dimension_name(name), text) if text else dimension_name(name)}"
            for name, text in here
        ),
    )
