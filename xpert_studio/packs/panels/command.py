"""``xpert-studio panel``: the panels of judges that a project keeps."""

from __future__ import annotations

import typer

from xpert_studio.api.commands import Column, Output, Transaction, add_commands, listed, reading, t
from xpert_studio.core.records import RULES
from xpert_studio.core.store import verdicts
from xpert_studio.core.workflow import kept_panels

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "panel")


@app.command("list")
@reading
def list_panels(tx: Transaction, output: Output) -> None:
    """List the panels that the project keeps, with rule and judges.

    Example: xpert-studio panel list law.xpert
    """
    found = kept_panels(tx)
    heard = verdicts.count_by_judge(tx)
    output.data(
        [
            {
                "id": name,
                **panel.model_dump(mode="json"),
                "without_verdicts": [judge for judge in panel.judges if judge not in heard],
            }
            for name, panel in found.items()
        ]
    )
    if not found:
        output.say("The project keeps no panel.")
        return
    output.table(
        "",
        [Column("panel", is_name=True), Column("rule"), Column("judges"), Column("same family")],
        [
            (
                name,
                t(RULES[panel.rule]),
                listed(panel.judges),
                t("not counted") if panel.exclude_same_family else t("counts"),
            )
            for name, panel in found.items()
        ],
    )
