"""``xpert-studio people``: who takes part, who is admitted, and the project's rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio import workflow
from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    at_desk,
    desk_command,
    given,
    now,
    open_project,
    reading,
    say_change,
    short,
    text_of,
)
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.errors import UsageError
from xpert_studio.records import Mode, Role
from xpert_studio.store import Transaction, people, runs
from xpert_studio.workflow import (
    Desk,
    add_dimensions,
    add_domains,
    add_person,
    change_person,
    describe_dimensions,
    found_project,
    set_grading_policy,
    set_policies,
)
from xpert_studio.workflow.dimensions import description_of

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
PersonArgument = Annotated[str, typer.Argument(help="Their id: short, for ever.", metavar="ID")]
Name = Annotated[str | None, typer.Option(help="Their name.")]
Roles = Annotated[
    list[str] | None,
    typer.Option("--role", help="author, reviewer, expert, senior, lead; may be repeated."),
]
Domains = Annotated[
    list[str] | None, typer.Option("--domain", help="A domain they work in; may be repeated.")
]
Credentials = Annotated[str | None, typer.Option(help="What makes them an expert.")]


@app.command("list")
@reading
def list_people(tx: Transaction, output: Output) -> None:
    """List everybody with roles, domains and qualification.

    Example: xpert-studio people list law.xpert
    """
    found = people.all_people(tx)
    output.data([person.model_dump(mode="json") for person in found])
    output.table(
        "",
        [Column(name) for name in ("id", "name", "roles", "domains", "qualification")],
        [
            (
                person.id,
                person.name,
                ", ".join(role.value for role in person.roles) or None,
                ", ".join(person.domains) or None,
                (person.qualification.outcome if person.qualification else None),
            )
            for person in found
        ],
    )


@app.command("found")
def found(
    project: ProjectArgument,
    person_id: PersonArgument,
    name: Name = None,
    roles: Roles = None,
    domains: Domains = None,
    credentials: Credentials = None,
    as_json: JsonOption = False,
) -> None:
    """Become the first lead of a project that has none.

    Example: xpert-studio people found law.xpert lena --name "Lena Roth" --domain Law
    """
    output = Output(as_json=as_json)
    fields = given({"name": name, "credentials": credentials, "domains": _tuple(domains)})
    with open_project(project, output) as opened:
        person = found_project(opened, person_id, now=now(), roles=_roles(roles) or (), **fields)
    output.data(person.model_dump(mode="json"))
    output.say(f"{person.called} leads {project.name} now.")


@desk_command(app, "add")
def add(
    desk: Desk,
    output: Output,
    person_id: PersonArgument,
    name: Name = None,
    roles: Roles = None,
    domains: Domains = None,
    credentials: Credentials = None,
) -> None:
    """Add somebody.

    Example: xpert-studio people add law.xpert wei --as lena --role author --domain Law
    """
    fields = _fields(name, roles, domains, credentials)
    say_change(output, add_person(desk, person_id, **fields), f"Added {person_id}.")


@desk_command(app, "change")
def change(
    desk: Desk,
    output: Output,
    person_id: PersonArgument,
    name: Name = None,
    roles: Roles = None,
    domains: Domains = None,
    credentials: Credentials = None,
) -> None:
    """Change somebody; roles and domains that are given take the place of all they had.

    Example: xpert-studio people change law.xpert wei --as lena --role author --role reviewer
    """
    fields = _fields(name, roles, domains, credentials)
    say_change(output, change_person(desk, person_id, **fields), f"Changed {person_id}.")


@desk_command(app, "qualify")
def qualify(
    desk: Desk,
    output: Output,
    person_id: PersonArgument,
    outcome: Annotated[str, typer.Argument(help="passed or failed.")],
    examination: Annotated[str | None, typer.Option(help="Which one, with its result.")] = None,
    trial: Annotated[str | None, typer.Option(help="Which trial task, with its result.")] = None,
) -> None:
    """Record examination and trial of somebody, and whether they are admitted.

    Example: xpert-studio people qualify law.xpert wei passed --as lena --examination "92 of 100"
    """
    change = workflow.qualify(
        desk, person_id, outcome.strip().lower(), examination=examination, trial=trial
    )
    say_change(output, change, f"{person_id}: {outcome}.")


@app.command("policy")
def policy(
    project: ProjectArgument,
    person: AsOption = "",
    mode: Annotated[
        Mode | None,
        typer.Option(help="team, or solo: people decide on their own work too, marked so."),
    ] = None,
    max_tasks: Annotated[int | None, typer.Option(help="Tasks an author.")] = None,
    min_lines: Annotated[int | None, typer.Option(help="Lines a rubric needs.")] = None,
    max_lines: Annotated[int | None, typer.Option(help="Lines a rubric may have.")] = None,
    reviewers: Annotated[int | None, typer.Option(help="Reviewers a rubric needs.")] = None,
    spot_checks: Annotated[float | None, typer.Option(help="Share spot-checked, 0 to 1.")] = None,
    qualification: Annotated[
        bool | None, typer.Option(help="Whether people have to be qualified first.")
    ] = None,
    fewest_tasks: Annotated[
        int | None, typer.Option(help="Figures of groups on fewer tasks are marked.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the project's limits, or set some (with --as).

    Example: xpert-studio people policy law.xpert --as lena --reviewers 2 --spot-checks 0.3
    """
    output = Output(as_json=as_json)
    fields = given(
        {
            "mode": mode,
            "max_tasks_per_expert": max_tasks,
            "min_checkpoints": min_lines,
            "max_checkpoints": max_lines,
            "reviewers_needed": reviewers,
            "spot_check_share": spot_checks,
            "qualification_required": qualification,
            "fewest_tasks": fewest_tasks,
        }
    )
    if fields:
        with at_desk(project, person, output) as desk:
            say_change(output, set_policies(desk, **fields), "Set.")
        return
    with open_project(project, output, read_only=True) as opened:
        policies = opened.info().policies
    output.data(policies.model_dump(mode="json"))
    rows = [(name.replace("_", " "), value) for name, value in policies if name[:7] != "default"]
    weights = ", ".join(f"{tier.value} {n}" for tier, n in policies.default_weights.items())
    output.table("", [Column("policy"), Column("value")], [*rows, ("default weights", weights)])


@app.command("grading-policy")
def grading_policy(
    project: ProjectArgument,
    person: AsOption = "",
    text: Annotated[str | None, typer.Option(help="The new words: @FILE, - or text.")] = None,
    reason: Annotated[str, typer.Option(help="Why they change.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show the words that experts and judges grade by, or set them (with --as).

    Example: xpert-studio people grading-policy law.xpert --as lena --text @policy.md --reason "..."
    """
    output = Output(as_json=as_json)
    if text is not None:
        with at_desk(project, person, output) as desk:
            change = set_grading_policy(desk, text_of(text), reason=reason)
            say_change(output, change, "Set; judges are asked again under the new words.")
            with desk.project.reading() as tx:
                newest = runs.all_runs(tx)[-1:]
            for run in newest:
                output.say(f"Next: xpert-studio score {project.name} --again {run.id}")
        return
    with open_project(project, output, read_only=True) as opened:
        found = opened.info().grading_policy
    output.data({"version": found.version, "text": found.text, "hash": found.content_hash})
    output.say(f"Version {found.version}\n\n{found.text}")


@app.command("vocabulary")
def vocabulary(
    project: ProjectArgument,
    person: AsOption = "",
    add_dimension: Annotated[
        list[str] | None, typer.Option(help="Add a dimension; may be repeated.")
    ] = None,
    add_domain: Annotated[
        list[str] | None, typer.Option(help="Add a domain; may be repeated.")
    ] = None,
    describe: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TEXT",
            help="Describe a dimension; an empty text takes it back; may be repeated.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the project's domains and dimensions, or add and describe some (with --as).

    A dimension that the project does not describe has its published description.

    Example: xpert-studio people vocabulary law.xpert --as lena --add-dimension Authenticity
    """
    output = Output(as_json=as_json)
    described = dict(_described(pair) for pair in describe or ())
    if add_dimension or add_domain or described:
        with at_desk(project, person, output) as desk:
            if add_dimension:
                say_change(output, add_dimensions(desk, *add_dimension), "Added.")
            if add_domain:
                say_change(output, add_domains(desk, *add_domain), "Added.")
            if described:
                say_change(output, describe_dimensions(desk, described), "Described.")
        return
    with open_project(project, output, read_only=True) as opened:
        taxonomy = opened.info().taxonomy
    told = {name: description_of(taxonomy, name) for name in taxonomy.dimensions}
    own = {"descriptions": told, "own_descriptions": taxonomy.descriptions}
    output.data(taxonomy.model_dump(mode="json") | own)
    output.say("Domains: " + ", ".join(taxonomy.domains))
    output.say("Dimensions:")
    for name, text in told.items():
        output.say(f"  {name}: {text}" if text else f"  {name}")


def _described(pair: str) -> tuple[str, str]:
    """Name and text of ``NAME=TEXT``."""
    name, equals, text = pair.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"{short(pair)!r} describes nothing.", remedy='Write "NAME=TEXT".')
    return name, text


def _fields(
    name: str | None, roles: list[str] | None, domains: list[str] | None, credentials: str | None
) -> dict[str, Any]:
    own = {"name": name, "credentials": credentials, "domains": _tuple(domains)}
    return given(own | {"roles": _roles(roles)})


def _tuple(values: list[str] | None) -> tuple[str, ...] | None:
    return None if values is None else tuple(values)


def _roles(values: list[str] | None) -> tuple[Role, ...] | None:
    if values is None:
        return None
    names = [name.strip().lower() for value in values for name in value.split(",")]
    unknown = [name for name in names if name not in {role.value for role in Role}]
    if unknown:
        raise UsageError(
            f"{', '.join(unknown)}: no role.",
            remedy="Roles: " + ", ".join(role.value for role in Role) + ".",
        )
    return tuple(dict.fromkeys(Role(name) for name in names))
