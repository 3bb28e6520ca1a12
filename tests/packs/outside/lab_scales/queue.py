"""What waits for people in the lab: sightings of theirs that have one star."""

from collections.abc import Sequence

from xpert_studio.api.records import CommandContext, Piece, WorkQueue, all_tasks, seen_records


def _find(ctx: CommandContext) -> Sequence[Piece]:
    with ctx.project.reading() as tx:
        tasks = {one.id: one for one in all_tasks(tx)}
        seen = seen_records(tx, ctx.person_id, "lab_scales", "sighting")
    own = (one for one in seen if one.value and one.value.seen_by == ctx.person_id)
    return [
        Piece("lab", tasks[one.task_id], one.id, note=one.value.text)
        for one in own
        if one.value.stars == 1
    ]


SIGHTINGS = WorkQueue(
    id="lab",
    title="Sightings to look at again",
    text="What you gave one star.",
    act="Look again",
    verb="Look at",
    picture="star",
    page="lab",
    command="sight rate",
    find=_find,
)
