"""``xpert-studio export``: a bundle, a table, or another tool's format is exported."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import VARIABLE, ProjectArgument, now, open_project
from xpert_studio.cli.options import Fill
from xpert_studio.cli.output import Column, JsonOption, Output, counts
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange import export_bundle, export_table
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.formats import FORMATS, export_foreign, find_format
from xpert_studio.core.exchange.preview import Preview, preview_bundle, preview_foreign
from xpert_studio.core.exchange.reports import ExportReport, fingerprint
from xpert_studio.core.exchange.scope import Scope, scope_in_words
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import file_size, listed, t
from xpert_studio.core.workflow import (
    CommandContext,
    Publication,
    check_publisher,
    note_publication,
)

_LONGEST: Final = 200


def say_preview(output: Output, found: Preview) -> None:
    """Prints a preview: files, what becomes of every field, attachments, first rows, warnings.

    Args:
        output: Where to.
        found: The preview.
    """
    output.table(
        "Files",
        [Column("file"), Column("rows", number=True), Column("size", number=True)],
        [(file.path, _count(file.rows), file_size(file.size)) for file in found.files],
    )
    packed = (
        t(", {size_text} packed", size_text=file_size(found.packed))
        if found.packed is not None
        else ""
    )
    output.say(t("Together {size_text}{packed}.", size_text=file_size(found.size), packed=packed))
    output.table(
        "What is shared, and what is not",
        [
            Column("record"),
            Column("field"),
            Column("shared", number=True),
            Column("pseudonymized", number=True),
            Column("withheld", number=True),
        ],
        list(_fates(found)),
    )
    if found.attachments:
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
                for item in found.attachments
            ],
        )
    for name, rows in found.sample.items():
        output.say(t("{name} begins:", name=name), *(f"  {_shortened(row)}" for row in rows))


def _fates(found: Preview) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for rows in found.rows:
        lines.append((rows.kind, "", f"{rows.out:,}", "", f"{rows.stay:,}"))
        lines += [
            ("", item.field, f"{item.out:,}", f"{item.pseudonymized:,}", f"{item.stays:,}")
            for item in found.fields
            if item.kind == rows.kind
        ]
    return lines


def _count(rows: int | None) -> str | None:
    return None if rows is None else f"{rows:,}"


def _shortened(row: Any) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(row, ensure_ascii=False)
    is_whole = len(text) <= _LONGEST or not sys.stdout.isatty()
    return text if is_whole else text[: _LONGEST - 1] + "…"


_TABLES: Final = frozenset({".csv", ".xlsx"})
_REPORTS: Final = frozenset({".html", ".htm", ".pdf"})
_ENDING: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}")
"""What reads as the ending of a file; a name such as ``wards-v1.2`` is a folder's."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for."""

    target: Path
    format_id: str
    options: BundleOptions
    replace: bool
    allow_possible_keys: bool

    @property
    def scope(self) -> Scope:
        """Whose rows are in it."""
        options = self.options
        own = replace(options.scope, held_out=options.held_out)
        return own if self.format_id else options.exported

    @property
    def is_table(self) -> bool:
        """Whether the long table was asked for."""
        return not self.format_id and self.target.suffix.lower() in _TABLES


def _list_formats(wanted: bool) -> None:
    if not wanted:
        return
    columns = [Column("format"), Column("tool"), Column("written as"), Column("what it is")]
    rows = [
        (
            item.id,
            item.tool,
            t("a {suffix} file", suffix=item.suffix) if item.suffix else t("a folder"),
            t(item.what),
        )
        for item in FORMATS.values()
    ]
    Output(as_json=False).table("", columns, rows)
    raise typer.Exit


_OPTIONS: Final = Fill(
    words={
        "tasks": "Only these tasks, with all that belongs to them; may be repeated or "
        "comma-separated.",
        "subset": "Only the tasks of this gold subset, with all that belongs to them.",
    }
)


def export(
    project: ProjectArgument,
    target: Annotated[
        Path,
        typer.Argument(
            help="A folder or .zip for a bundle; .csv or .xlsx for the long table; what the "
            "format wants with --format."
        ),
    ],
    options: Annotated[BundleOptions, _OPTIONS],
    format_id: Annotated[
        str,
        Asks(
            "Write it as another tool reads it: --formats lists them. People stay out of it, "
            "as of a public bundle.",
            name="format",
            form="FORMAT",
        ),
    ] = "",
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
    person: Annotated[
        str,
        typer.Option("--as", envvar=VARIABLE, help="A lead: it is written down in the history."),
    ] = "",
    preview: Annotated[
        bool,
        Asks(
            "Write nothing; list the files, which fields of every record are shared, "
            "pseudonymized or withheld, and what to check first."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the project as a bundle, as a table, or in the format of another tool.

    Example: xpert-studio export clinic.xpert clinic-public.zip --public

    Example: xpert-studio export clinic.xpert clinic-public.zip --public --hold-out t7,t9 --preview

    Example: xpert-studio export clinic.xpert clinic-inspect --format inspect-ai --subset gold
    """
    output = Output(as_json=as_json)
    wish = _Wish(target, format_id, options, replace, allow_possible_keys)
    _check(wish, preview=preview)
    if preview:
        _tell(project, wish, output, person.strip())
        return
    # What first is shared makes the secret of the pseudonyms, which the project keeps.
    is_shared = options.is_public or bool(format_id)
    with open_project(project, output, read_only=not (is_shared or person)) as opened:
        check_publisher(opened, person.strip())
        report = _carry_out(opened, wish)
        if not opened.read_only:
            _write_down(opened, wish, report, person or None)
    output.note(*report.warnings)
    output.data(report.to_dict())
    output.say(t("Wrote {target}: {counts}.", target=target, counts=counts(report.rows)))
    if (target / "README.md").is_file() and format_id:
        output.say(t("{target} says how to use it.", target=target / "README.md"))


def _tell(project: Path, wish: _Wish, output: Output, person_id: str) -> None:
    with open_project(project, output, read_only=True) as opened:
        check_publisher(opened, person_id)
        found = _previewed(opened, wish)
    output.data(found.to_dict())
    say_preview(output, found)
    output.note(*found.warnings)
    output.say("Nothing was written.")


def _check(wish: _Wish, *, preview: bool) -> None:
    """Refuses what makes no sense together, and a file of a kind that is not written.

    Raises:
        UsageError: It does not.
    """
    options = wish.options
    of_bundles = {
        "--public": options.is_public,
        "--without-reference-answers": options.without_reference_answers,
        "--without-rubrics": options.without_rubrics,
        "--all-stages": options.all_stages,
    }
    if wish.format_id:
        _refuse(
            of_bundles,
            t(
                "is for bundles: another tool's format never holds people, private notes, held-out "
                "tasks or tasks that are not ready."
            ),
            t("Leave it out, and choose what is exported with --tasks, --subset or --hold-out."),
        )
        return
    if wish.is_table:
        _refuse(
            of_bundles | {"--hold-out": bool(options.held_out)},
            t("is for bundles: a table always names the experts, and has no held-out part."),
            t("Write a bundle (a folder or .zip), or leave it out."),
        )
        _refuse(
            {"--preview": preview},
            t(
                "is for bundles and the formats of other tools: a table holds the "
                "judgments and verdicts of its tasks, without pseudonyms."
            ),
            t("Write a bundle (a folder or .zip), or leave it out."),
        )
        return
    _check_ending(wish.target)
    holds_back = options.is_public or options.without_reference_answers or options.without_rubrics
    _refuse(
        {"--hold-out": bool(options.held_out) and not holds_back},
        t("holds nothing back from a private bundle."),
        t("Add --public, or --without-reference-answers or --without-rubrics."),
    )
    _refuse(
        {"--all-stages": options.all_stages and not options.is_public},
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


def _refuse(given: Mapping[str, bool], why: str, remedy: str) -> None:
    for option, is_given in given.items():
        if is_given:
            raise UsageError(f"{option} {why}", remedy=remedy)


def _carry_out(project: ProjectFile, wish: _Wish) -> ExportReport:
    scope, options = wish.scope, wish.options
    if wish.format_id:
        return export_foreign(
            project,
            find_format(wish.format_id),
            wish.target,
            scope=scope,
            now=now(),
            replace=wish.replace,
            allow_possible_keys=wish.allow_possible_keys,
        )
    if wish.is_table:
        return export_table(project, wish.target, scope=scope, replace=wish.replace)
    return export_bundle(
        project,
        wish.target,
        visibility=options.visibility,
        now=now(),
        scope=options.scope,
        held_out=options.held_out,
        without_reference_answers=options.without_reference_answers,
        without_rubrics=options.without_rubrics,
        all_stages=options.all_stages,
        replace=wish.replace,
        allow_possible_keys=wish.allow_possible_keys,
    )


def _write_down(
    project: ProjectFile, wish: _Wish, report: ExportReport, person_id: str | None
) -> None:
    """Writes down that something was exported."""
    is_bundle, options = not (wish.format_id or wish.is_table), wish.options
    with project.reading() as tx:
        about = scope_in_words(tx, wish.scope)
    publication = Publication(
        kind=wish.format_id or ("table" if wish.is_table else "bundle"),
        path=str(wish.target.absolute()),
        content_hash=report.content_hash or fingerprint(wish.target),
        visibility=options.visibility.value if is_bundle else "",
        scope=about,
        rows=report.rows,
        possible_keys=report.possible_keys,
    )
    note_publication(CommandContext(project, person_id or "", now), publication)


def _previewed(project: ProjectFile, wish: _Wish) -> Preview:
    if wish.format_id:
        return preview_foreign(project, find_format(wish.format_id), scope=wish.scope, now=now())
    return preview_bundle(
        project, wish.options, now=now(), as_zip=wish.target.suffix.lower() == ".zip"
    )
