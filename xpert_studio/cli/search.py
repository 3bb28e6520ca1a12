"""``xpert-studio search``: finds text anywhere in a project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.output import JsonOption, Output, visible
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.store.search import Hit, SearchIndex
from xpert_studio.core.store.search_sources import HIT_KINDS, HitKind
from xpert_studio.core.wording import translated
from xpert_studio.core.workflow.blind_labels import blind_labels
from xpert_studio.core.workflow.views.finding import seen_hits

_LARGE = 10_000_000
"""A project file of so many bytes takes more than a second or two to index."""


def search(
    project: ProjectArgument,
    query: Annotated[list[str], typer.Argument(help='Words, parts of words, "a phrase", 中文.')],
    kind: Annotated[
        Sequence[HitKind],
        Asks("task, checkpoint, response, rationale or comment; may be repeated."),
    ] = (),
    limit: Annotated[int, Asks("At most so many.")] = 20,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find text in tasks, rubrics, responses, rationales and comments, best places first.

    Example: xpert-studio search law.xpert 违约 --kind checkpoint
    """
    from platformdirs import user_cache_path

    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        index = SearchIndex(opened.path, user_cache_path("xpert-studio") / "search")
        try:
            if index.is_new and opened.path.stat().st_size > _LARGE:
                output.note("Making the search index; this is done once and may take a while.")
            hits = index.search(tx, " ".join(query), kinds=kind, limit=limit)
        finally:
            index.close()
        hits = seen_hits(tx, person.strip(), hits)
        places = [_place(tx, hit) for hit in hits]
    output.data(
        [
            {
                "kind": hit.kind.value,
                "task": hit.task_id,
                "place": place,
                "field": hit.field,
                "snippet": hit.snippet,
                "spans": [list(span) for span in hit.spans],
                "score": round(hit.score, 3),
            }
            for hit, place in zip(hits, places, strict=True)
        ]
    )
    if output.as_json:
        return
    for hit, place in zip(hits, places, strict=True):
        line = Text(f"{translated(place)}  ", style="bold")
        snippet = Text(visible(hit.snippet))
        for start, end in hit.spans:
            snippet.stylize("reverse", start, end)
        output.console.print(line.append_text(snippet), soft_wrap=True)
    if not hits:
        output.say("Nothing was found.")


def _place(tx: Transaction, hit: Hit) -> str:
    """Where a hit stands, in words that other commands take; responses by their blind names."""
    kind = HIT_KINDS.message(hit.kind)
    match hit.kind:
        case HitKind.RESPONSE | HitKind.RATIONALE:
            at = f"{hit.task_id}:{blind_labels(tx, hit.task_id)[hit.key[0]]}"
            if hit.kind is HitKind.RESPONSE:
                return Message("{kind} {at}", kind=kind, at=at)
            return Message(
                "{kind} {at} by {who}", kind=kind, at=f"{at} {hit.key[1]}", who=hit.key[2]
            )
        case HitKind.CHECKPOINT:
            ids = [point.id for point in tasks.rubric_of(tx, hit.task_id)]
            return Message(
                "{kind} {at}", kind=kind, at=f"{hit.task_id} {ids.index(hit.key[1]) + 1}"
            )
        case HitKind.COMMENT:
            return Message("{kind} {at} on {task}", kind=kind, at=hit.key[0], task=hit.task_id)
    return Message("{kind} {at}", kind=kind, at=hit.task_id)
