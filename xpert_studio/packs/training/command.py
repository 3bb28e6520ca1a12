"""``xpert-studio training``: the course, the self-test, and pages of a project."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.api.changes import Change, seen_records
from xpert_studio.api.commands import (
    Column,
    CommandContext,
    More,
    NotFoundError,
    Output,
    Transaction,
    add_commands,
    desk_command,
    labelled,
    reading,
    say_change,
    t,
)
from xpert_studio.packs.training import changes as _changes  # noqa: F401 - commands
from xpert_studio.packs.training.course import all_pages, course
from xpert_studio.packs.training.records import PACK_ID, TEST, SelfTest

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _say_why(_: CommandContext, output: Output, values: dict[str, Any], change: Change) -> None:
    letters = "".join(str(values["answers"]).split()).upper()
    asked = course().test
    told = [
        {"id": one.id, "said": letter, "key": one.key, "right": letter == one.key, "why": one.why}
        for letter, one in zip(letters, asked, strict=True)
    ]
    say_change(output, change, questions=told)
    output.table(
        "",
        [Column("question"), Column("said"), Column("right"), Column("why")],
        [(one.text, letter, one.key, one.why) for letter, one in zip(letters, asked, strict=True)],
    )


add_commands(app, "training", {"test": More(says=_say_why)})


@app.command("read")
@reading
def read(
    tx: Transaction,
    output: Output,
    page: Annotated[str, typer.Argument(help="A page; all are listed without.")] = "",
) -> None:
    """Read the course: a page with its examples, or the list of pages and the self-test.

    Example: xpert-studio training read law.xpert atomic
    """
    pages = {one.id: one for one in all_pages(tx)}
    if page:
        if page not in pages:
            raise NotFoundError("There is no such page.", remedy="'training read' lists them.")
        one = pages[page]
        output.data(one.model_dump(mode="json"))
        output.say(one.title, "", one.text)
        for pair in one.pairs:
            output.say(
                "",
                labelled(t("Rather not"), pair.poor),
                labelled(t("Better"), pair.good),
                labelled(t("Why"), pair.why),
            )
        return
    test = [one.model_dump(mode="json", exclude={"key", "why"}) for one in course().test]
    output.data({"pages": [{"id": o.id, "title": o.title} for o in pages.values()], "test": test})
    output.table("", [Column("page"), Column("title")], [(o.id, o.title) for o in pages.values()])
    for number, asked in enumerate(course().test, start=1):
        lines = zip(asked.letters, asked.options, strict=True)
        output.say(f"{number}. {asked.text}", *(f"   {a}. {text}" for a, text in lines))


@desk_command(app, "results", read_only=True)
def results(ctx: CommandContext, output: Output) -> None:
    """List results of the self-test: your own, and for leads and senior experts everybody's.

    Example: xpert-studio training results law.xpert --as lena
    """
    with ctx.project.reading() as tx:
        found = seen_records(tx, ctx.person_id, PACK_ID, TEST.id)
    known = [one.value for one in found if isinstance(one.value, SelfTest)]
    attempts = [
        sum(other.person == one.person for other in known[:place])
        for place, one in enumerate(known, start=1)
    ]
    told = [one.model_dump(mode="json") for one in known]
    output.data([{**row, "attempt": n} for row, n in zip(told, attempts, strict=True)])
    output.table(
        "",
        [
            Column("person"),
            Column("attempt", number=True),
            Column("right", number=True),
            Column("of", number=True),
            Column("on"),
        ],
        [
            (one.person, n, one.right, one.of, one.at.date().isoformat())
            for one, n in zip(known, attempts, strict=True)
        ],
        nothing=t("No self-test was taken yet. 'training test' takes it."),
    )
