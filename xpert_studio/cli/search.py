"""``xpert-studio search``: finds text anywhere in a project, and what is like a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.text import Text

from xpert_studio.cli.acting import AsOption, DryRun, ProjectArgument, open_project
from xpert_studio.cli.output import Output, visible
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records.runs import BaseUrl
from xpert_studio.core.store import ProjectFile, Transaction, tasks
from xpert_studio.core.store.search import Hit, SearchIndex
from xpert_studio.core.store.search_sources import HIT_KINDS, HitKind
from xpert_studio.core.wording import percent, short, t, translated
from xpert_studio.core.workflow.blinding import blind_labels
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.core.workflow.views.finders import FINDERS, Alike, Wanted
from xpert_studio.core.workflow.views.finding import seen_hits

if TYPE_CHECKING:
    from xpert_studio.report.blocks import SectionBlocks

_Places = list[tuple[Hit, str]]
"""What was found, and where in words that other commands take."""
_Found = dict[str, tuple[Alike, _Places]]
"""What each finder found, by its id."""
_LARGE = 10_000_000
"""A project file of so many bytes takes more than a second or two to index."""
_PASSAGE: Final = 160
"""So much of a passage is shown."""


def search(
    project: ProjectArgument,
    query: Annotated[list[str], typer.Argument(help='Words, parts of words, "a phrase", 中文.')],
    output: Output,
    kind: Annotated[
        Sequence[HitKind],
        Asks("task, checkpoint, response, rationale or comment; may be repeated."),
    ] = (),
    limit: Annotated[int, Asks("At most so many.", within=(1, None))] = 20,
    like: Annotated[bool, Asks("Also what is like it in meaning: a few words, or a case.")] = False,
    top: Annotated[int, Asks("With --like, at most so many of each kind.", within=(1, None))] = 5,
    by: Annotated[
        str,
        Asks("With --like: characters, sentences (the extra meaning), or PROVIDER:MODEL."),
    ] = "",
    systems: Annotated[
        bool, Asks("With --like, also how systems do on the tasks that are most like it.")
    ] = False,
    base_url: BaseUrl = None,
    dry_run: DryRun = False,
    person: AsOption = "",
) -> None:
    """Find text in tasks, rubrics, responses, rationales and comments, best places first.

    Example: xpert-studio search law.xpert 违约 --kind checkpoint
    """
    text, person = " ".join(query), person.strip()
    if not like and (by or systems or base_url or dry_run):
        raise UsageError(
            "--by, --systems, --base-url and --dry-run belong to --like.",
            remedy="Give --like too.",
        )
    wanted = Wanted(text, kind, top, by, base_url, dry_run=dry_run)
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            if systems:
                need_results(tx, person)
            hits = _by_keywords(opened.path, tx, output, replace(wanted, top=limit))
            found = _placed(tx, seen_hits(tx, person, hits))
            alike = _alike(tx, person, wanted, output) if like else None
        on_systems = _on_systems(opened, person, wanted) if systems and not dry_run else None
    keywords = [_plain(hit, place) for hit, place in found]
    more = {"systems": on_systems[1]} if on_systems else {}
    output.data({"keywords": keywords, "alike": _plain_alike(alike), **more} if like else keywords)
    if not output.as_json:
        _show(output, found, alike, dry_run=dry_run)
        output.section(on_systems[0] if on_systems else None, project, full=True)


def _by_keywords(path: Path, tx: Transaction, output: Output, wanted: Wanted) -> list[Hit]:
    from platformdirs import user_cache_path

    index = SearchIndex(path, user_cache_path("xpert-studio") / "search")
    try:
        if index.is_new and path.stat().st_size > _LARGE:
            output.note("Making the search index; this is done once and may take a while.")
        return index.search(tx, wanted.text, kinds=wanted.kinds, limit=wanted.top)
    finally:
        index.close()


def _alike(tx: Transaction, person: str, wanted: Wanted, output: Output) -> _Found:
    with output.progress("Comparing meanings") as on_progress:
        asked = replace(wanted, on_progress=on_progress)
        found = {one.id: one.find(tx, person, asked) for one in FINDERS.values()}
    return {name: (alike, _placed(tx, alike.hits)) for name, alike in found.items()}


def _on_systems(
    opened: ProjectFile, person: str, wanted: Wanted
) -> tuple[SectionBlocks, dict[str, Any] | None] | None:
    """The section of the systems on the tasks that are found, for people and for programs."""
    from xpert_studio.report import blocks
    from xpert_studio.report.section import View
    from xpert_studio.report.sections.registry import SECTIONS

    section_id = next((one.systems for one in FINDERS.values() if one.systems), "")
    if not section_id:
        return None
    section = SECTIONS[section_id]
    view = View.on(opened, person).asking(like=wanted.text, by=wanted.by, base_url=wanted.base_url)
    model = section.compute(view)
    if model is None:
        said = (blocks.Text(section.nothing, section.nothing),)
        return blocks.SectionBlocks(section.id, t(section.title), said), None
    return section.laid_out(model), section.plain(model) if section.plain else None


def _show(output: Output, found: _Places, alike: _Found | None, *, dry_run: bool) -> None:
    if alike:
        output.say(t("By keywords:"))
    for hit, place in found:
        snippet = Text(visible(hit.snippet))
        for start, end in hit.spans:
            snippet.stylize("reverse", start, end)
        output.console.print(_line(place).append_text(snippet), soft_wrap=True)
    if not found:
        output.say("Nothing was found.")
    for name, (by, places) in (alike or {}).items():
        _show_alike(output, t(FINDERS[name].title), by, places, dry_run=dry_run)


def _show_alike(
    output: Output, title: str, alike: Alike, places: _Places, *, dry_run: bool
) -> None:
    output.say(f"\n{t('{finder} ({encoder}):', finder=title, encoder=t(alike.said))}")
    for hit, place in places:
        said = f"{percent(hit.score)}  {visible(short(hit.snippet, _PASSAGE))}"
        output.console.print(_line(place).append(said), soft_wrap=True)
    if not places and not dry_run:
        output.say("Nothing was found.")
    output.note(*map(translated, alike.notes))
    if alike.better:
        output.note(Message("To prepare them, search with --like --by {name}.", name=alike.better))


def _line(place: str) -> Text:
    return Text(f"{translated(place)}  ", style="bold")


def _placed(tx: Transaction, hits: Iterable[Hit]) -> _Places:
    return [(hit, _place(tx, hit)) for hit in hits]


def _plain(hit: Hit, place: str) -> dict[str, Any]:
    return {
        "kind": hit.kind.value,
        "task": hit.task_id,
        "place": place,
        "field": hit.field,
        "snippet": hit.snippet,
        "spans": [list(span) for span in hit.spans],
        "score": round(hit.score, 3),
    }


def _plain_alike(alike: _Found | None) -> dict[str, Any]:
    return {
        name: {
            "by": one.by,
            "cost": one.cost,
            "notes": [*one.notes],
            "found": [_plain(hit, place) for hit, place in places],
        }
        for name, (one, places) in (alike or {}).items()
    }


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
