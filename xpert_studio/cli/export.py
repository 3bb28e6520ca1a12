"""``xpert-studio export``: a bundle, a table, or another tool's format is exported."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace as replace_in
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import BaseModel

from xpert_studio.cli.acting import LeadOption, ProjectArgument, now, open_project
from xpert_studio.cli.options import made_of
from xpert_studio.cli.output import Column, Output, counts
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.formats import FORMATS, ForeignFormat, find_format
from xpert_studio.core.exchange.preview import ExportPreview
from xpert_studio.core.exchange.targets import unwatched
from xpert_studio.core.fields import Asks, fields_of
from xpert_studio.core.judge.command_line import typed_again
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import file_size, listed, t
from xpert_studio.core.workflow import CommandContext, check_publisher, note_publication
from xpert_studio.report.exports import (
    BundleOrder,
    ForeignOptions,
    ForeignOrder,
    Order,
    TableOptions,
    TableOrder,
    WrittenExport,
)

_LONGEST: Final = 200


def say_preview(output: Output, preview: ExportPreview) -> None:
    """Prints a preview: files, what becomes of every field, attachments, first rows, warnings.

    Args:
        output: Where to.
        preview: The preview.
    """
    output.table(
        "Files",
        [Column("file"), Column("rows", number=True), Column("size", number=True)],
        [
            (file.path, None if file.rows is None else f"{file.rows:,}", file_size(file.size))
            for file in preview.files
        ],
    )
    packed = (
        t(", {size_text} packed", size_text=file_size(preview.packed))
        if preview.packed is not None
        else ""
    )
    output.say(t("Together {size_text}{packed}.", size_text=file_size(preview.size), packed=packed))
    output.table(
        "What is shared, and what is not",
        [
            Column("record"),
            Column("field"),
            Column("shared", number=True),
            Column("pseudonymized", number=True),
            Column("withheld", number=True),
        ],
        list(_fates(preview)),
    )
    if preview.attachments:
        output.table(
            "Attached files that are shared",
            [Column("file"), Column("type"), Column("size", number=True), Column("tells of")],
            [
                (
                    item.name,
                    item.media_type,
                    file_size(item.size),
                    listed(map(t, item.metadata)) or None,
                )
                for item in preview.attachments
            ],
        )
    for name, rows in preview.sample.items():
        output.say(t("{name} begins:", name=name), *(f"  {_shortened(row)}" for row in rows))


def _fates(preview: ExportPreview) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for rows in preview.rows:
        lines.append((rows.kind, "", f"{rows.out:,}", "", f"{rows.stay:,}"))
        lines += [
            ("", item.field, f"{item.out:,}", f"{item.pseudonymized:,}", f"{item.stays:,}")
            for item in preview.fields
            if item.kind == rows.kind
        ]
    return lines


def _shortened(row: Any) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(row, ensure_ascii=False)
    is_whole = len(text) <= _LONGEST or not sys.stdout.isatty()
    return text if is_whole else text[: _LONGEST - 1] + "…"


_TABLES: Final = frozenset({".csv", ".xlsx"})
_REPORTS: Final = frozenset({".html", ".htm", ".pdf"})
_ENDING: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}")
"""What reads as the ending of a file; a name such as ``wards-v1.2`` is a folder's."""


def _list_formats(wanted: bool) -> None:
    if not wanted:
        return
    columns = [
        Column("format"),
        Column("tool"),
        Column("written as"),
        Column("what it is"),
        Column("--set"),
    ]
    rows = [
        (
            item.id,
            item.tool,
            t("a {suffix} file", suffix=item.suffix) if item.suffix else t("a folder"),
            t(item.what),
            ", ".join(one.name for one in fields_of(item.options)) if item.options else None,
        )
        for item in FORMATS.values()
    ]
    Output(as_json=False).table("", columns, rows)
    raise typer.Exit


def export(
    project: ProjectArgument,
    target: Annotated[
        Path,
        typer.Argument(
            help="A folder or .zip for a bundle; .csv or .xlsx for the long table; what the "
            "format wants with --format."
        ),
    ],
    options: BundleOptions,
    output: Output,
    format_id: Annotated[
        str,
        Asks(
            "Write it as another tool reads it: --formats lists them. People stay out of it, "
            "as of a public bundle.",
            name="format",
            form="FORMAT",
        ),
    ] = "",
    given: Annotated[
        Sequence[str] | None,
        Asks(
            "What the format can be told, which --formats lists; may be repeated.",
            name="set",
            form="NAME=VALUE",
        ),
    ] = None,
    formats: Annotated[  # noqa: ARG001 - its callback acts
        bool,
        typer.Option(
            "--formats", callback=_list_formats, is_eager=True, help="List the formats, and stop."
        ),
    ] = False,
    replace: Annotated[bool, Asks("Replace what is there.")] = False,
    allow_possible_keys: Annotated[
        bool,
        Asks(
            "Publish texts that look as if they held an API key, after having looked at them; "
            "the history records it. A key that is set up here is refused all the same."
        ),
    ] = False,
    person: LeadOption = "",
    preview: Annotated[
        bool,
        Asks(
            "Write nothing; list the files, which fields of every record are shared, "
            "pseudonymized or withheld, and what to check first."
        ),
    ] = False,
) -> None:
    """Write the project as a bundle, as a table, or in the format of another tool.

    Example: xpert-studio export clinic.xpert clinic-public.zip --public

    Example: xpert-studio export clinic.xpert clinic-public.zip --public --hold-out t7,t9 --preview

    Example: xpert-studio export clinic.xpert clinic-inspect --format inspect-ai --subset gold

    Example: xpert-studio export clinic.xpert pf --format promptfoo --set provider=openai:chat:MODEL
    """
    order = _order(target, options, format_id, given)
    order = replace_in(order, allow_possible_keys=allow_possible_keys)
    _check(order, options, target, preview=preview)
    who = person.strip()
    if preview:
        with open_project(project, output, read_only=True) as opened:
            check_publisher(opened, who)
            found = order.look_through(opened, now(), unwatched)
        output.data(found.to_dict())
        say_preview(output, found)
        output.note(*found.warnings)
        output.say("Nothing was written.")
        return
    # What first is shared makes the secret of the pseudonyms, which the project keeps.
    with open_project(project, output, read_only=not (order.is_shared or who)) as opened:
        check_publisher(opened, who)
        report = write_order(opened, order, target, who, replace=replace).report
    output.note(*report.warnings)
    output.data(report.to_dict())
    output.say(t("Wrote {target}: {counts}.", target=target, counts=counts(report.rows)))
    if (target / "README.md").is_file() and format_id:
        output.say(t("{target} says how to use it.", target=target / "README.md"))


def write_order(
    opened: ProjectFile, order: Order, target: Path, who: str, *, replace: bool
) -> WrittenExport:
    """Writes what is ordered; the history tells of it where the project is not only read."""
    made = order.carry_out(opened, target, now(), replace=replace, watch=unwatched)
    if not opened.read_only:
        note_publication(CommandContext(opened, who, now), made.publication)
    return made


def _order(
    target: Path, options: BundleOptions, format_id: str, given: Sequence[str] | None
) -> Order:
    """What was asked for.

    Raises:
        UsageError: There is no such format, or it has no such option.
    """
    ending = target.suffix.lower()
    if format_id:
        wanted = find_format(format_id)
        foreign = ForeignOptions(options.scope, options.held_out)
        settings = _settings(wanted, given or ())
        return ForeignOrder(options=foreign, ending=ending, format=wanted, settings=settings)
    if given:
        raise UsageError("--set is for a --format.", remedy="'--formats' lists what each takes.")
    if ending in _TABLES:
        return TableOrder(options=TableOptions(options.scope), ending=ending)
    return BundleOrder(options=options, ending=ending if ending == ".zip" else "")


def _settings(wanted: ForeignFormat, given: Sequence[str]) -> BaseModel | None:
    """What a format is told by ``--set``."""
    asked = fields_of(wanted.options) if wanted.options else ()
    typed = {
        name.strip(): value.strip() for name, _, value in (one.partition("=") for one in given)
    }
    others = sorted(typed.keys() - {one.name for one in asked})
    if others:
        known = joined(one.name for one in asked) if asked else Message("nothing")
        raise UsageError(
            Message(
                "The format {format} has no option {name!r}.", format=wanted.id, name=others[0]
            ),
            remedy=Message("It can be told: {known}.", known=known),
        )
    if not wanted.options or not typed:
        return None
    return made_of(wanted.options, asked, typed, lambda one: f"--set {one.name}")


def _check(order: Order, options: BundleOptions, target: Path, *, preview: bool) -> None:
    """Refuses what makes no sense together, and a file of a kind that is not written.

    Raises:
        UsageError: It does not.
    """
    given = [word for word in typed_again(options) if word.startswith("--")]
    of_bundles = [word for word in given if word not in {"--tasks", "--subset", "--hold-out"}]
    if isinstance(order, ForeignOrder):
        _refuse(
            of_bundles,
            t(
                "is for bundles: another tool's format never holds people, private notes, held-out "
                "tasks or tasks that are not ready."
            ),
            t("Leave it out, and choose what is exported with --tasks, --subset or --hold-out."),
        )
        return
    if isinstance(order, TableOrder):
        _refuse(
            [*of_bundles, *(["--hold-out"] if options.held_out else [])],
            t("is for bundles: a table always names the experts, and has no held-out part."),
            t("Write a bundle (a folder or .zip), or leave it out."),
        )
        _refuse(
            ["--preview"] if preview else [],
            t(
                "is for bundles and the formats of other tools: a table holds the "
                "judgments and verdicts of its tasks, without pseudonyms."
            ),
            t("Write a bundle (a folder or .zip), or leave it out."),
        )
        return
    _check_ending(target)
    holds_back = options.is_public or options.without_reference_answers or options.without_rubrics
    _refuse(
        ["--hold-out"] if options.held_out and not holds_back else [],
        t("holds nothing back from a private bundle."),
        t("Add --public, or --without-reference-answers or --without-rubrics."),
    )
    _refuse(
        ["--all-stages"] if options.all_stages and not options.is_public else [],
        t("is for public bundles: a private one always holds the tasks of all stages."),
        t("Leave it out."),
    )


def _check_ending(target: Path) -> None:
    """A folder whose name reads as that of a file is what another kind of file was meant to be."""
    ending = target.suffix.lower()
    if ending == ".zip" or target.is_dir() or not _ENDING.fullmatch(ending):
        return
    raise UsageError(
        Message("A bundle is a folder or a .zip file, not {ending}.", ending=ending),
        remedy=Message(
            "A report is written by: xpert-studio report PROJECT {name}", name=target.name
        )
        if ending in _REPORTS
        else "Name a folder or .zip for a bundle, .csv or .xlsx for a table.",
    )


def _refuse(given: Sequence[str], why: str, remedy: str) -> None:
    for option in given[:1]:
        raise UsageError(f"{option} {why}", remedy=remedy)
