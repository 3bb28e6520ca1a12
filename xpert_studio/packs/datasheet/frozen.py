"""Frozen sets of gold forms: what is asked of one, the first time and once more."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.api.changes import Message, NotFoundError, UsageError
from xpert_studio.api.records import ProjectFile, seen_records
from xpert_studio.core.store import responses
from xpert_studio.packs.datasheet.asking import Gold, WantedRepeats
from xpert_studio.packs.datasheet.gold import GoldForms
from xpert_studio.packs.datasheet.records import ASKING, PACK_ID, PROBE, Asking

Asked = tuple[str, Asking]
"""The id of a response, and what a judge said of it."""


def asked_so_far(project: ProjectFile) -> list[Asked]:
    """What judges said of all frozen sets."""
    with project.reading() as tx:
        return [
            (record.response or "", record.value)
            for record in seen_records(tx, None, PACK_ID, ASKING.id)
            if isinstance(record.value, Asking) and record.value.series != PROBE
        ]


def new_set(project: ProjectFile, gold: GoldForms, forms: int, asks: int) -> list[WantedRepeats]:
    """What is asked of a set that is frozen now.

    Args:
        project: The project.
        gold: What the judge was not shown.
        forms: Responses at most.
        asks: How often each is asked.

    Raises:
        NotFoundError: There is no gold.
    """
    names: Sequence[str] = gold.some(forms)
    if not names:
        raise NotFoundError(
            "There is no gold form that the judge was not shown as an anchor.",
            remedy="Have responses judged and confirmed first.",
        )
    with project.reading() as tx:
        known = {item.id: item for item in responses.all_responses(tx)}
    return [
        WantedRepeats(known[name], ask, "", known[name].text)
        for ask in range(1, asks + 1)
        for name in names
    ]


def once_more(
    project: ProjectFile, series: str, records: Sequence[Asked]
) -> tuple[list[WantedRepeats], Gold]:
    """What is asked of a set that was frozen before, with its gold as it was then.

    Raises:
        UsageError: Its responses are gone.
    """
    with project.reading() as tx:
        known = {item.id: item for item in responses.all_responses(tx)}
    own = [(name, one) for name, one in records if one.series == series]
    last = max(one.ask for _, one in own)
    names = list(dict.fromkeys(name for name, one in own if name in known))
    if not names:
        raise UsageError(
            Message("The responses of the frozen set {series} are gone.", series=series),
            remedy="Freeze a new one with --anew.",
        )
    frozen = {
        name: {point: said.gold for point, said in one.answers.items() if said.gold is not None}
        for name, one in own
        if one.ask == 1
    }
    return [WantedRepeats(known[name], last + 1, "", known[name].text) for name in names], frozen
