"""Prints the submitted sheets on a response side by side, for meta-evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xpert_studio.cli.output import Column, Output

if TYPE_CHECKING:
    from xpert_studio.records import Judgment
    from xpert_studio.workflow import Desk


def say_sheets(output: Output, desk: Desk, response_id: str) -> None:
    """Every expert's decision on every line, with rationales; never the system's name.

    Raises:
        NotAllowedError: The person is neither a senior expert nor a lead.
    """
    from xpert_studio.records import Judgment, Role
    from xpert_studio.store import entities, responses, staleness, tasks
    from xpert_studio.workflow import rights
    from xpert_studio.workflow.desk import person_of

    with desk.project.reading() as tx:
        rights.need_role(person_of(tx, desk.person_id), Role.SENIOR, Role.LEAD)
        response = responses.get_response(tx, response_id)
        rubric = tasks.rubric_of(tx, response.task_id)
        judged = entities.find_all(tx, Judgment, response_id=response_id)
        experts = list(dict.fromkeys(item.expert_id for item in judged))
        stale = {
            (expert, id_)
            for expert in experts
            for id_ in staleness.stale_judgments(tx, response_id, expert)
        }
    by_key = {(item.expert_id, item.checkpoint_id): item for item in judged}
    rows: list[dict[str, Any]] = []
    for place, point in enumerate(rubric, start=1):
        marks = {}
        for expert in experts:
            item = by_key.get((expert, point.id))
            if item is not None:
                marks[expert] = _mark(item, is_stale=(expert, point.id) in stale)
        met = {mark["met"] for mark in marks.values() if not mark["stale"]}
        rows.append(
            {
                "number": place, "id": point.id, "text": point.text, "disputed": len(met) > 1,
                "experts": marks,
            }
        )  # fmt: skip
    output.data({"task": response.task_id, "text": response.text, "lines": rows})
    output.say(f"{response.text}\n")
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


def _mark(item: Judgment, *, is_stale: bool) -> dict[str, Any]:
    return {
        "met": item.met,
        "status": item.status.value,
        "stale": is_stale,
        "rationale": item.rationale,
        "note": item.note,
        "quotes": [quote.quote for quote in item.evidence],
    }


def _cell(mark: dict[str, Any] | None) -> str | None:
    if mark is None:
        return None
    head = "met" if mark["met"] else "not met"
    head += f" ({mark['status']}{', stale' if mark['stale'] else ''})"
    return "\n".join(filter(None, [head, mark["rationale"], mark["note"] and f"→ {mark['note']}"]))
