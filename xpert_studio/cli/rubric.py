"""``xpert-studio rubric``: the lines of a rubric, their spreadsheet, and its revisions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli import revisions
from xpert_studio.cli.acting import (
    LineArgument,
    LinesArgument,
    ProjectArgument,
    TaskArgument,
    desk_command,
    given,
    line_id,
    line_ids,
    open_project,
    reading,
    rubric_at,
    say_change,
    short,
    text_of,
)
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.cli.revisions import revision_lines
from xpert_studio.errors import UsageError
from xpert_studio.exchange.bundle_format import known_tier
from xpert_studio.exchange.rubric_import import export_rubrics, import_rubric
from xpert_studio.instruments import badge_of, instrument_of, parts_of, read_settings
from xpert_studio.records import Checkpoint, Tier, placed
from xpert_studio.store import Transaction, tasks
from xpert_studio.workflow import (
    Desk,
    LineFields,
    add_checkpoint,
    bulk_change,
    duplicate_checkpoint,
    edit_checkpoint,
    merge_checkpoints,
    move_checkpoints,
    remove_checkpoints,
    split_at,
    split_checkpoint,
    submit_rubric,
)
from xpert_studio.workflow.linting import proposed_split
from xpert_studio.workflow.views.before_review import before_review

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.command("revisions")(revisions.revisions)
app.command("diff")(revisions.diff)
TierOption = Annotated[str | None, typer.Option("--tier", help="Essential, Important, Optional.")]
WeightOption = Annotated[int | None, typer.Option("--weight", help="1 to 10.")]
DimensionOption = Annotated[
    str | None, typer.Option("--dimension", help="One of the project's dimensions.")
]
InstrumentOption = Annotated[
    str | None, typer.Option("--instrument", help="How it is answered: binary, by default.")
]
SettingsOption = Annotated[
    str | None, typer.Option("--settings", help="Settings of the instrument, as JSON.")
]
ScaleOption = Annotated[
    str | None, typer.Option("--scale", help="Of a graded checkpoint: 0-100, 1-5.")
]
StepOption = Annotated[str | None, typer.Option("--step", help="From one value to the next: 5.")]
BandOption = Annotated[
    list[str] | None,
    typer.Option("--band", help='"90-100: what it is like"; repeat it for each band.'),
]
MinimumOption = Annotated[
    str | None, typer.Option("--minimum", help="Below it the task is failed; none takes it out.")
]
CapOption = Annotated[
    list[str] | None,
    typer.Option("--cap", help='"plain<=25: condition"; repeat it for each cap.'),
]
GateOption = Annotated[
    bool | None, typer.Option("--gate/--no-gate", help="Not met fails the task (binary).")
]
NotesOption = Annotated[str | None, typer.Option("--notes", help="A note for experts and judge.")]


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    task_id: TaskArgument,
    revision: Annotated[int | None, typer.Option(help="A frozen revision instead.")] = None,
) -> None:
    """Show a rubric with the balance of its points.

    Example: xpert-studio rubric show law.xpert a-lease-7k2m
    """
    tasks.get_task(tx, task_id)
    rubric = tasks.rubric_of(tx, task_id)
    if revision is not None:
        rubric = revision_lines(tx, task_id, revision)
    output.data(
        {
            "task": task_id,
            "revision": revision,
            "lines": [
                {"number": place, **point.model_dump(mode="json")}
                for place, point in enumerate(placed(rubric), start=1)
            ],
            "balance": _balance(rubric),
        }
    )
    output.table(
        "",
        [
            Column("", number=True),
            Column("checkpoint"),
            Column("tier"),
            Column("points", number=True),
            Column("dimension"),
            Column("id"),
        ],
        [
            (
                place,
                _said(point),
                point.tier.value if point.tier else None,
                point.weight,
                point.dimension,
                point.id,
            )
            for place, point in enumerate(rubric, start=1)
        ],
    )
    for name, parts in _balance(rubric).items():
        output.say(
            f"Points by {name}: " + (", ".join(f"{k} {v}" for k, v in parts.items()) or "none")
        )


def _said(point: Checkpoint) -> str:
    """The text of a line with how it is answered."""
    badge = badge_of(point)
    head = point.text + (f"  [{badge}]" if badge else "")
    head += "  [proposed, untouched]" if point.drafted_by else ""
    return "\n".join([head, *(f"  {part.words()}" for part in parts_of(point))])


def _balance(rubric: tuple[Checkpoint, ...]) -> dict[str, dict[str, float]]:
    balance: dict[str, dict[str, float]] = {"tier": {}, "dimension": {}}
    for point in rubric:
        tier = point.tier.value if point.tier else None
        for name, value in (("tier", tier), ("dimension", point.dimension)):
            key = value or "none"
            balance[name][key] = balance[name].get(key, 0) + point.weight
    return balance


@desk_command(app, "add")
def add(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    text: Annotated[str, typer.Argument(help="What has to be true of a response.")],
    tier: TierOption = None,
    weight: WeightOption = None,
    dimension: DimensionOption = None,
    notes: NotesOption = None,
    instrument: InstrumentOption = None,
    settings: SettingsOption = None,
    scale: ScaleOption = None,
    step: StepOption = None,
    band: BandOption = None,
    minimum: MinimumOption = None,
    cap: CapOption = None,
    gate: GateOption = None,
    at: Annotated[int | None, typer.Option(help="Its number; the end where left out.")] = None,
) -> None:
    """Add a line; tier and weight have the project's defaults.

    Example: xpert-studio rubric add law.xpert T "Names clause 9." --as wei --tier Essential
    """
    fields = _fields(text=text_of(text), tier=tier, weight=weight, dimension=dimension, notes=notes)
    fields |= _answered(
        instrument, settings, Checkpoint(task_id="-", id="-", text="-", weight=1),
        scale=scale, step=step, band=band, minimum=minimum, cap=cap, gate=gate,
    )  # fmt: skip
    change = add_checkpoint(desk, task_id, at=None if at is None else at - 1, **fields)
    lines = rubric_at(desk, task_id)
    new = {edit.key[1] for edit in change.edits if edit.before is None}
    place = next(n for n, point in enumerate(lines, start=1) if point.id in new)
    say_change(output, change, f"Added line {place} of {len(lines)}.", line=place)


@desk_command(app, "edit")
def edit(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    line: LineArgument,
    text: Annotated[str | None, typer.Option(help="The new text.")] = None,
    tier: TierOption = None,
    weight: WeightOption = None,
    dimension: DimensionOption = None,
    notes: NotesOption = None,
    instrument: InstrumentOption = None,
    settings: SettingsOption = None,
    scale: ScaleOption = None,
    step: StepOption = None,
    band: BandOption = None,
    minimum: MinimumOption = None,
    cap: CapOption = None,
    gate: GateOption = None,
) -> None:
    """Change a line; what is left out stays as it is.

    Example: xpert-studio rubric edit law.xpert T 3 --as wei --text "Names clause 9.2."
    """
    fields = _fields(
        text=None if text is None else text_of(text),
        tier=tier, weight=weight, dimension=dimension, notes=notes,
    )  # fmt: skip
    rubric = rubric_at(desk, task_id)
    id_ = line_id(rubric, line)
    fields |= _answered(
        instrument, settings, next(point for point in rubric if point.id == id_),
        scale=scale, step=step, band=band, minimum=minimum, cap=cap, gate=gate,
    )  # fmt: skip
    say_change(output, edit_checkpoint(desk, task_id, id_, **fields), f"Changed line {line}.")


@desk_command(app, "set")
def set_(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    lines: LinesArgument,
    tier: TierOption = None,
    weight: WeightOption = None,
    dimension: DimensionOption = None,
) -> None:
    """Give several lines a tier, weight or dimension at once.

    Example: xpert-studio rubric set law.xpert T 2-5 8 --as wei --tier Important
    """
    fields = _fields(tier=tier, weight=weight, dimension=dimension)
    ids = line_ids(rubric_at(desk, task_id), lines)
    say_change(output, bulk_change(desk, task_id, ids, **fields), f"Changed {len(ids)} lines.")


@desk_command(app, "split")
def split(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    line: LineArgument,
    parts: Annotated[
        list[str] | None, typer.Argument(help="The texts; left out, the linter's proposal.")
    ] = None,
    at: Annotated[int | None, typer.Option(help="Cut after so many characters instead.")] = None,
) -> None:
    """Split a line in two or more; remarks and judgments follow.

    Example: xpert-studio rubric split law.xpert T 3 "Names clause 9." "Gives its date." --as wei
    """
    rubric = rubric_at(desk, task_id)
    id_ = line_id(rubric, line)
    text = next(point.text for point in rubric if point.id == id_)
    texts = list(parts or ())
    if at is not None:
        texts = list(split_at(text, at))
    elif not texts:
        texts = _proposed_split(desk, task_id, id_)
    change = split_checkpoint(desk, task_id, id_, texts)
    say_change(output, change, f"Split line {line} in {len(texts)}:", parts=texts)
    for part in texts:
        output.say(f"  {part}")


def _proposed_split(desk: Any, task_id: str, checkpoint_id: str) -> list[str]:  # noqa: ANN401
    texts = proposed_split(desk, task_id, checkpoint_id)
    if not texts:
        raise UsageError(
            "Where is that line to be split?", remedy="Write the parts, or say --at CHARACTERS."
        )
    return list(texts)


@desk_command(app, "merge")
def merge(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    lines: LinesArgument,
    text: Annotated[str | None, typer.Option(help="The text of the merged line.")] = None,
) -> None:
    """Merge lines into the one that stands first; their remarks move to it.

    Example: xpert-studio rubric merge law.xpert T 3 4 --as wei
    """
    ids = line_ids(rubric_at(desk, task_id), lines)
    change = merge_checkpoints(desk, task_id, ids, text=None if text is None else text_of(text))
    say_change(output, change, f"Merged {len(ids)} lines.")


@desk_command(app, "duplicate")
def duplicate(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    line: LineArgument,
) -> None:
    """Put a copy of a line below it.

    Example: xpert-studio rubric duplicate law.xpert T 3 --as wei
    """
    id_ = line_id(rubric_at(desk, task_id), line)
    say_change(output, duplicate_checkpoint(desk, task_id, id_), f"Copied line {line}.")


@desk_command(app, "move")
def move(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    lines: LinesArgument,
    to: Annotated[int, typer.Option(help="The number the first of them gets.")],
) -> None:
    """Move lines to another place.

    Example: xpert-studio rubric move law.xpert T 7 8 --to 1 --as wei
    """
    ids = line_ids(rubric_at(desk, task_id), lines)
    change = move_checkpoints(desk, task_id, ids, to=to - 1)
    say_change(output, change, f"Moved {len(ids)} lines to {to}.")


@desk_command(app, "remove")
def remove(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    lines: LinesArgument,
) -> None:
    """Take lines out; what was judged on them is kept and no longer counts.

    Example: xpert-studio rubric remove law.xpert T 7 --as wei
    """
    ids = line_ids(rubric_at(desk, task_id), lines)
    say_change(output, remove_checkpoints(desk, task_id, ids), f"Removed {len(ids)} lines.")


@desk_command(app, "submit")
def submit(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    reason: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="Why the number of checkpoints is outside the recommended range; "
            "the reviewers see it.",
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what is left of it, and do nothing.")
    ] = False,
) -> None:
    """Freeze your rubric as a revision and send it to review.

    Example: xpert-studio rubric submit law.xpert T --as wei --reason "One narrow question"
    """
    found = before_review(desk, task_id)
    if dry_run:
        output.data(
            {
                "checkpoints": found.checkpoints,
                "untouched": [number for number, _ in found.untouched],
                "findings": [item.message for item in found.findings],
                "reviewers": [person.id for person in found.reviewers],
                "missing": list(found.missing),
                "reason_for": found.reason_for,
            }
        )
        for sentence in (*found.missing, *filter(None, [found.reason_for])):
            output.say(sentence)
        for number, point in found.untouched:
            output.say(f"Line {number} is as it was drafted: {point.text}")
        for item in found.findings:
            output.say(item.message)
    else:
        change = submit_rubric(desk, task_id, reason=reason)
        number = change.details["revision"]
        say_change(output, change, f"Revision {number} is under review.", revision=number)
    output.say(
        f"{len(found.untouched)} of {found.checkpoints} checkpoints are as they were drafted; open "
        f"findings: {len(found.findings)}; who can review it: "
        f"{', '.join(person.id for person in found.reviewers) or 'nobody'}."
    )


@desk_command(app, "import")
def import_(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    table: Annotated[Path, typer.Argument(help="A rubric as .xlsx or .csv.")],
    tag: Annotated[
        list[str] | None,
        typer.Option(help='Map an unknown tag: "Depth=Depth of Analysis"; may be repeated.'),
    ] = None,
    add_tags: Annotated[
        bool, typer.Option("--add-tags", help="Add unknown tags as dimensions (a lead's right).")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Lines that are not in the table go.")
    ] = False,
) -> None:
    """Take a rubric in from a spreadsheet: all of it or nothing.

    Example: xpert-studio rubric import law.xpert T rubric.xlsx --as wei --tag "Depth=Depth of ..."
    """
    taken = import_rubric(
        desk, task_id, table, tags=_tag_map(tag or ()), add_tags=add_tags, replace=replace
    )
    for note in taken.notes:
        output.note(note)
    say_change(
        output, taken.change, f"{taken.added} lines added, {taken.changed} changed, "
        f"{taken.unchanged} as they were, {taken.removed} removed.",
        added=taken.added, changed=taken.changed, unchanged=taken.unchanged,
        removed=taken.removed, notes=list(taken.notes),
    )  # fmt: skip


@app.command("export")
def export(
    project: ProjectArgument,
    target: Annotated[Path, typer.Argument(help="The .xlsx or .csv to write.")],
    task_ids: Annotated[
        list[str] | None, typer.Argument(help="Tasks; all where left out.", metavar="TASK...")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a file there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write rubrics as a spreadsheet with drop-downs, that comes back unchanged.

    Example: xpert-studio rubric export law.xpert rubric.xlsx T
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        count = export_rubrics(opened, target, task_ids or (), replace=replace)
    output.data({"file": str(target), "lines": count})
    output.say(f"Wrote {count} lines to {target}.")


def _fields(**values: Any) -> LineFields:  # noqa: ANN401 - options as they were given
    found = given(values)
    if "tier" in found:
        found["tier"] = _tier(found["tier"])
    fields: LineFields = found  # type: ignore[assignment]
    return fields


def _answered(
    instrument: str | None,
    settings: str | None,
    point: Checkpoint,
    **options: str | list[str] | bool | None,
) -> LineFields:
    """How a line is answered, by the options that were given.

    Args:
        instrument: Its id.
        settings: All of its settings, as JSON.
        point: The line as it is: settings of its instrument stay where no option names them.
        options: Of instruments.
    """
    said = {name: value for name, value in options.items() if value is not None}
    if instrument is None and settings is None and not said:
        return {}
    id_ = instrument or point.instrument
    known = instrument_of(point.model_copy(update={"instrument": id_}))
    found = dict(point.settings) if id_ == point.instrument else {}
    if settings is not None:
        found = read_settings(settings)
    return {"instrument": id_, "settings": known.with_options(found, said)}


def _tier(text: str) -> Tier:
    name = known_tier(text)
    if name not in {tier.value for tier in Tier}:
        raise UsageError(f"{text!r} is no tier.", remedy="Say Essential, Important or Optional.")
    return Tier(name)


def _tag_map(pairs: Any) -> dict[str, str]:  # noqa: ANN401 - the option's values
    mapped = {}
    for pair in pairs:
        tag, equals, dimension = pair.partition("=")
        if not equals or not tag.strip() or not dimension.strip():
            raise UsageError(f"{short(pair)!r} maps nothing.", remedy='Write "TAG=DIMENSION".')
        mapped[tag.strip()] = dimension.strip()
    return mapped
