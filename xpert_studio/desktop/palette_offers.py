"""What the palette offers: actions, places, tasks, people and texts, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Final

from xpert_studio.core.records import ROLES
from xpert_studio.core.wording import labelled, listed, short, t
from xpert_studio.core.workflow.views import TaskFilter, list_tasks, rows_of
from xpert_studio.desktop.actions import GROUPS
from xpert_studio.desktop.pages import entry_of
from xpert_studio.desktop.pages.publish.kinds import kinds
from xpert_studio.desktop.pages.results.parts import SHOW
from xpert_studio.desktop.pages.search.found_list import PICTURES, place_of, where
from xpert_studio.desktop.places import Place, kind_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.section import COMPARED, EXPLORED, RANKED_BY
from xpert_studio.report.sections.registry import sections_at

_LOOSE: Final = 3
"""The rank of a text in which the letters of the query only follow one another."""
_PARTS: Final = {RANKED_BY: "leaderboard", EXPLORED: "explore", COMPARED: "compare"}
_TASKS: Final = 12
_TEXTS: Final = 6


class OfferGroup(IntEnum):
    """In which order what answers a query equally well is listed."""

    HERE = 0
    PLACE = 1
    TASK = 2
    PERSON = 3
    TEXT = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the palette.

    Attributes:
        text, note, picture: What it says.
        run: Does it, or goes there.
        group: Its place in the order.
        found: Whether the project found it by other texts than this one.
    """

    text: str
    note: str
    picture: str
    run: Callable[[], object]
    group: OfferGroup
    found: bool = False


def rank(query: str, text: str) -> int | None:
    """How well a text answers a query, 0 best; None where it does not.

    All words of the query must begin words of the text, or stand in it; or its letters in order.
    """
    plain, wanted = text.casefold(), query.casefold().split()
    if not wanted:
        return 0
    if all(any(word.startswith(part) for word in plain.split()) for part in wanted):
        return 0 if plain.startswith(wanted[0]) else 1
    if all(part in plain for part in wanted):
        return 2
    letters = iter(plain)
    if len(wanted) == 1 and len(wanted[0]) > 2 and all(char in letters for char in wanted[0]):
        return _LOOSE
    return None


def ranked(query: str, offers: Iterable[Offer]) -> list[Offer]:
    """Those that answer a query: by group, those with its words before all others."""

    def order(offer: Offer) -> tuple[bool, OfferGroup, int] | None:
        fit = rank(query, offer.text)
        if fit is None and not offer.found:
            return None
        fit = _LOOSE if fit is None else fit
        return fit == _LOOSE and not offer.found, offer.group, fit

    known = [(placed, offer) for offer in offers if (placed := order(offer)) is not None]
    return [offer for _, offer in sorted(known, key=lambda pair: pair[0])]


def may_precede(offer: Offer, query: str, later: OfferGroup) -> bool:
    """Whether something of a later group that is still looked for would be listed before it."""
    fit = rank(query, offer.text)
    return later < offer.group or (fit == _LOOSE and not offer.found)


def actions(shell: Shell) -> Iterator[Offer]:
    """What can be done now: of the page that is seen, and of the window."""
    book = shell.book
    here = {action.id for action, _, owner in book if owner is not shell.window}
    for action, _ in book.usable():
        if action.id != "edit.palette" and not action.refused():
            note = book.shown_keys(action.id) or t(GROUPS.get(action.group, ""))
            group = OfferGroup.HERE if action.id in here else OfferGroup.PLACE
            yield Offer(action.label, note, action.icon, partial(book.run, action), group)


def places(shell: Shell) -> Iterator[Offer]:
    """What pages show when one knows where: parts of the results, and files to be shared."""
    served = {action.id for action, _ in shell.book.usable()}
    if "go.results" in served:
        for place, tab in _PARTS.items():
            for one in sections_at(place):
                to = Place("results", tab=tab, item=f"{SHOW}={one.id}")
                yield _place(shell, t(one.tab or one.title), to)
    if "go.publish" in served:
        for kind in kinds():
            for ending, words in kind.endings:
                text = labelled(t(kind.title), t(words)) if words else t(kind.title)
                yield _place(shell, text, kind_place(kind.id, ending))


def _place(shell: Shell, text: str, to: Place) -> Offer:
    page = entry_of(to.page)
    return Offer(text, t(page.place_title), page.icon, partial(shell.go, to), OfferGroup.PLACE)


def people(shell: Shell) -> Iterator[Offer]:
    """The people of the project."""
    for person in shell.session.project_state.people:
        yield Offer(
            person.called,
            listed(t(ROLES[role]) for role in person.roles),
            "user",
            partial(shell.go, Place("people", item=person.id)),
            OfferGroup.PERSON,
        )


def tasks(shell: Shell, query: str) -> list[Offer]:
    """The tasks that answer a query, by their ids and tags too; read from the project."""
    project = shell.session.project
    keys = list_tasks(project, TaskFilter(words=query)).keys[:_TASKS]
    return [
        Offer(
            row.title,
            t("Task"),
            "file-text",
            partial(shell.go, Place("task", task_id=row.id)),
            OfferGroup.TASK,
            found=True,
        )
        for row in rows_of(project, keys).values()
    ]


def texts(shell: Shell, query: str) -> list[Offer]:
    """The texts that hold the words of a query, of those that the person may see."""
    session = shell.session
    return [
        Offer(
            found.hit.snippet,
            labelled(where(found), short(found.title, 40)),
            PICTURES[found.hit.kind],
            partial(shell.go, place_of(found)),
            OfferGroup.TEXT,
            found=True,
        )
        for found in session.finder.find(session.ctx, query, limit=_TEXTS)
    ]
