"""Prints the submitted sheets on a response side by side, for meta-evaluation."""

from __future__ import annotations

from typing import Any

from xpert_studio.cli.output import Column, Output
from xpert_studio.errors import NotFoundError
from xpert_studio.instruments import instrument_of, word_for
from xpert_studio.records import Checkpoint, Judgment, Role
from xpert_studio.workflow import Desk, rights
from xpert_studio.workflow.blinding import need_judged
from xpert_studio.workflow.desk import person_of
from xpert_studio.workflow.views.sheets import side_by_side


def say_sheets(output: Output, desk: Desk, response_id: str) -> None:
    """Every expert's decision on every line, with rationales; never the system's name.

    Raises:
        NotAllowedError: The person is neither a senior expert nor a lead, or still has to judge it.
        NotFoundError: No sheet was submitted that they may see.
    """
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        rights.need_role(person, Role.SENIOR, Role.LEAD)
        need_judged(tx, person, response_id)
    sheets = side_by_side(desk, response_id)
    if not sheets:
        raise NotFoundError("There is no submitted sheet on that response that you may see.")
    experts = [sheet.expert.id for sheet in sheets]
    rows: list[dict[str, Any]] = []
    for place, point in enumerate((line.checkpoint for line in sheets[0].lines), start=1):
        marks = {
            sheet.expert.id: _mark(line.judgment, point, is_stale=line.is_stale)
            for sheet in sheets
            if (line := sheet.lines[place - 1]).judgment is not None
        }
        said = {mark["said"] for mark in marks.values() if not mark["stale"]}
        rows.append(
            {
                "number": place, "id": point.id, "text": point.text, "disputed": len(said) > 1,
                "experts": marks,
            }
        )  # fmt: skip
    response = sheets[0]
    output.data({"task": response.task.id, "text": response.response_text, "lines": rows})
    output.say(f"{response.response_text}\n")
    output.table(
        "",
        [Column("", number=True), Column("checkpoint"), *(Column(name) for name in experts)],
        [
            (
                f"{'≠ ' if row['disputed'] else ''}{row['number']}",
                row["text"],
                *(_cell(row["experts"].get(name)) for name in experts),
            )
            for row in rows
        ],
    )
    disputed = sum(row["disputed"] for row in rows)
    output.say(f"The experts differ on {disputed} of {len(rows)} lines (marked ≠).")


def _mark(item: Judgment, point: Checkpoint, *, is_stale: bool) -> dict[str, Any]:
    return {
        **instrument_of(point).plain(item.final_value),
        "said": word_for(item.final_value, point),
        "status": item.status.value,
        "stale": is_stale,
        "rationale": item.rationale,
        "note": item.note,
        "quotes": [quote.quote for quote in item.evidence],
    }


def _cell(mark: dict[str, Any] | None) -> str | None:
    if mark is None:
        return None
    head = f"{mark['said']} ({mark['status']}{', stale' if mark['stale'] else ''})"
    return "\n".join(filter(None, [head, mark["rationale"], mark["note"] and f"→ {mark['note']}"]))
