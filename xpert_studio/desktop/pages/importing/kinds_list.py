"""Everything that can be imported, from the list of kinds, beside rubric tables."""

from __future__ import annotations

from xpert_studio.core.exchange.file_kinds import RUBRIC_ENDINGS
from xpert_studio.core.exchange.formats.incoming import IMPORTS
from xpert_studio.core.wording import listed, t, translated
from xpert_studio.desktop.widgets.report_tables import TableView
from xpert_studio.report.blocks import Column, Row, Table


def kinds_list() -> TableView:
    """Each kind with its files, what it brings and what it is; rubric tables come first."""
    columns = tuple(Column(name) for name in (t("Kind"), t("Files"), t("Brings"), t("What it is")))
    rubric = (
        t("Rubric table"),
        listed(RUBRIC_ENDINGS),
        t("rubrics"),
        t("Requirements in rows, or criteria with levels; shown before it comes in."),
    )
    rows = [
        (translated(item.title), item.endings_said, item.brings_said, translated(item.what))
        for item in IMPORTS.values()
    ]
    made = TableView(t("Everything that can be imported"))
    made.show_table(Table(columns, tuple(map(Row, (rubric, *rows))), "", name=t("Kinds")))
    return made
