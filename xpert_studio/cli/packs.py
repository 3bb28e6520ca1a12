"""``xpert-studio packs``: what brings instruments, checks, formats and the like."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.output import Column, Output
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.fields import Asks
from xpert_studio.core.pack_files import add_pack, read_wheel, remove_pack
from xpert_studio.core.pack_manifest import KINDS, Pack
from xpert_studio.core.packs import packs, unusable
from xpert_studio.core.wording import mark, t, tn, translated

_WORDS: Final = {
    "instruments": mark("ways to answer"),
    "checks": mark("kinds of checks"),
    "rules": mark("lint rules"),
    "met_by": mark("attacks for the linter"),
    "pages": mark("pages"),
    "editors": mark("forms for settings"),
    "sections": mark("sections of reports"),
    "boards": mark("boards"),
    "board_columns": mark("columns of leaderboards"),
    "imports": mark("imports"),
    "exports": mark("exports"),
    "metrics": mark("figures"),
    "providers": mark("providers of models"),
    "drafters": mark("drafters"),
    "answering": mark("commands that answer tasks"),
    "carriers": mark("ways for calls to reach providers"),
    "judges": mark("judges without a model"),
    "readers": mark("readers of attached files"),
    "renderers": mark("pictures of attached files"),
    "viewers": mark("views of attached files"),
    "openers": mark("programs in which attached files are used"),
    "line_parts": mark("parts of the form where experts judge"),
    "notes": mark("notes on checkpoints of responses"),
    "case_parts": mark("parts of views of decisions"),
    "queues": mark("queues of work"),
    "finders": mark("ways to search"),
    "runners": mark("a sandbox for code"),
    "probes": mark("probes of this computer"),
    "records": mark("kinds of records"),
    "changes": mark("commands on projects"),
    "steps": mark("steps of the window"),
    "asked_for": mark("responses to judge first"),
    "failure_types": mark("types of failures"),
    "apart": mark("forms that count nowhere"),
    "evidence": mark("evidence for qualifications"),
    "commands": mark("commands"),
}
_REGISTRIES: Final = (
    "xpert_studio.cli.main",
    "xpert_studio.core.doctor.registry",
    "xpert_studio.core.exchange.formats.incoming",
    "xpert_studio.core.instruments",
    "xpert_studio.core.judge.providers.registry",
    "xpert_studio.core.lint.linter",
    "xpert_studio.report.sections.registry",
)
"""What says which ids the program has itself: a pack from outside cannot have the same."""
app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def list_if_alone(context: typer.Context) -> None:
    """What brings instruments, checks and formats; add those of others."""
    if context.invoked_subcommand is None:
        list_packs(Output(as_json=False))


@app.command("list")
def list_packs(output: Output) -> None:
    """List the packs there are: what each brings, its version, and what it was installed with.

    Example: xpert-studio packs list
    """
    found = packs()
    if any(one.origin for one in found):
        for name in _REGISTRIES:
            import_module(name)
    failed = unusable()
    wanted = {id_ for one in found for id_ in one.extras}
    missing = [extra for extra in EXTRAS.values() if extra.id in wanted and not extra.is_there]
    output.data(
        {
            "packs": [_plain(one) for one in found],
            "missing_extras": {extra.id: str(extra.how_to_install) for extra in missing},
            "unusable": [
                {"name": o.name, "origin": o.origin, "problem": str(o.problem)} for o in failed
            ],
        }
    )
    output.table(
        "",
        [
            Column(mark("pack")),
            Column(""),
            Column(mark("version")),
            Column(mark("from")),
            Column(mark("brings")),
        ],
        [
            (
                one.id,
                t(one.title),
                one.version,
                one.origin or "Xpert Studio",
                ", ".join(t(_WORDS[kind]) for kind in KINDS if getattr(one, kind)),
            )
            for one in found
        ],
    )
    for extra in missing:
        ids = [one.id for one in found if extra.id in one.extras]
        said = tn(
            "{packs} needs the extra {extra}.",
            "{packs} need the extra {extra}.",
            len(ids),
            packs=", ".join(ids),
            extra=extra.id,
        )
        output.say(f"{said} {translated(extra.how_to_install)}")
    for one in failed:
        output.say(
            t(
                "{name} of {origin} cannot be used. {problem}",
                name=one.name,
                origin=one.origin,
                problem=translated(one.problem),
            )
        )


def _plain(pack: Pack) -> dict[str, Any]:
    return {
        "id": pack.id,
        "title": pack.title,
        "version": pack.version,
        "origin": pack.origin,
        "needs": list(pack.needs),
        "extras": list(pack.extras),
        "brings": {kind: list(found) for kind in KINDS if (found := getattr(pack, kind))},
    }


@app.command("add")
def add(
    wheel: Annotated[Path, typer.Argument(metavar="FILE.whl", help="A wheel of pure Python.")],
    output: Output,
    yes: Annotated[bool, Asks("Do not ask.")] = False,
) -> None:
    """Add a pack from a wheel, where there is no pip. It is code and may do all that you may do.

    Example: xpert-studio packs add lab_scales-1.0-py3-none-any.whl
    """
    found = read_wheel(wheel)
    if not yes:
        typer.confirm(
            t(
                "A pack is a program and can do all that you can. Add {name} {version}?",
                name=found.name,
                version=found.version,
            ),
            abort=True,
        )
    add_pack(wheel)
    output.data({"name": found.name, "version": found.version, "packs": list(found.packs)})
    output.say(t("Added {name} {version}.", name=found.name, version=found.version))


@app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="The pack, or the distribution that it came with.")],
    output: Output,
) -> None:
    """Remove a pack that was added. Projects keep what was made with it, and show it.

    Example: xpert-studio packs remove lab-scales
    """
    removed = remove_pack(name)
    output.data({"name": removed})
    output.say(t("Removed {name}.", name=removed))
