"""``xpert-studio search``: finds text anywhere in a project."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.output import JsonOption, Output, visible
from xpert_studio.cli.values import chosen
from xpert_studio.store import Transaction, tasks
from xpert_studio.store.search import Hit, SearchIndex
from xpert_studio.store.search_sources import HIT_KINDS
from xpert_studio.wording import t
from xpert_studio.workflow.blind_labels import blind_labels
from xpert_studio.workflow.views.finding import seen_hits

_LARGE = 10_000_000
"""A project file of so many bytes takes more than a second or two to index."""


def search(
    project: ProjectArgument,
    query: Annotated[list[str], typer.Argument(help='Words, parts of words, "a phrase", 中文.')],
    kind: Annotated[
        list[str] | None,
        typer.Option(help="task, checkpoint, response, rationale or comment; may be repeated."),
    ] = None,
    limit: Annotated[int, typer.Option(help="At most so many.")] = 20,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find text in tasks, rubrics, responses, rationales and comments, best places first.

    Example: xpert-studio search law.xpert 违约 --kind checkpoint
    """
    from platformdirs import user_cache_path

    output = Output(as_json=as_json)
    kinds = [chosen(HIT_KINDS, name, "--kind") for name in kind or ()]
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        index = SearchIndex(opened.path, user_cache_path("xpert-studio") / "search")
        try:
            if index.is_new and opened.path.stat().st_size > _LARGE:
                output.note("Making the search index; this is done once and may take a while.")
            hits = index.search(tx, " ".join(query), kinds=kinds, limit=limit)
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
        line = Text(f"{place}  ", style="bold")
        snippet = Text(visible(hit.snippet))
        for start, end in hit.spans:
            snippet.stylize("reverse", start, end)
        output.console.print(line.append_text(snippet), soft_wrap=True)
    if not hits:
        output.say("Nothing was found.")


def _place(tx: Transaction, hit: Hit) -> str:
    """Where a hit stands, in words that other commands take; responses by their blind names."""
    kind, word = hit.kind.value, HIT_KINDS.word(hit.kind)
    if kind in {"response", "rationale"}:
        label = blind_labels(tx, hit.task_id)[hit.key[0]]
        return (
            f"{word} {hit.task_id}:{label}"
            if kind == "response"
            else t(
                "{what} by {who}", what=f"{word} {hit.task_id}:{label} {hit.key[1]}", who=hit.key[2]
            )
        )
    if kind == "checkpoint":
        ids = [point.id for point in tasks.rubric_of(tx, hit.task_id)]
        return f"{word} {hit.task_id} {ids.index(hit.key[1]) + 1}"
    if kind == "comment":
        return t("{what} on {task}", what=f"{word} {hit.key[0]}", task=hit.task_id)
    return f"{word} {hit.task_id}"
