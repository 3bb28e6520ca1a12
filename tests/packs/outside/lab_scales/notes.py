"""What the lab says beside values: that it saw something in a response."""

from collections.abc import Collection

from xpert_studio.api.records import Transaction, all_responses, rubrics, seen_records


def noted(
    tx: Transaction, person_id: str, response_ids: Collection[str]
) -> dict[tuple[str, str], tuple[str, ...]]:
    seen = {one.response for one in seen_records(tx, person_id, "lab_scales", "sighting")}
    points = rubrics(tx)
    return {
        (one.id, point.id): ("Seen by the lab",)
        for one in all_responses(tx, ids=response_ids)
        for point in points.get(one.task_id, ())
        if one.id in seen
    }
