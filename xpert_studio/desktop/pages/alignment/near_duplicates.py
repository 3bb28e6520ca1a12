"""Which responses are near-duplicates of an anchor the judge was shown, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.desktop.look import PAD, TIGHT
from xpert_studio.desktop.parts import Card, column, label
from xpert_studio.desktop.wording import mark, percent, short, t, tn
from xpert_studio.report.look import Look
from xpert_studio.workflow import Likeness, NearDuplicate

_REASONS: Final = {
    Likeness.IDENTICAL: mark("same text"),
    Likeness.CONTAINED: mark("one contains the other"),
    Likeness.REORDERED: mark("same words, other order"),
    Likeness.SIMILAR: mark("nearly the same characters"),
    Likeness.ATTACHED: mark("same attachments, short texts"),
}
_MOST_NAMED: Final = 10


class NearDuplicates(Card):
    """Excluded and borderline near-duplicates; hidden where there are none."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self.words = label("")
        column(self.words, on=self, pad=PAD, gap=TIGHT)
        self.hide()

    def show_look(self, look: Look) -> None:
        """Shows those of the judge that is looked at."""
        lines = near_duplicate_lines(look)
        self.words.setText("\n".join(lines))
        self.setVisible(bool(lines))


def near_duplicate_lines(look: Look) -> list[str]:
    """The near-duplicates of a judge's anchors, one a line under two headings.

    Those on tasks or responses that are withheld from the person are only counted; hidden systems
    are named by their letters.
    """
    if look.judge is None:
        return []
    shown = look.judge.shown
    groups = (
        (t("Excluded as near-duplicates of an anchor:"), shown.excluded),
        (t("Borderline, not excluded:"), shown.borderline),
    )
    return [line for head, found in groups if found for line in _lines(head, look, found)]


def _lines(head: str, look: Look, found: Sequence[NearDuplicate]) -> list[str]:
    catalog, blinding = look.analysis.catalog, look.blinding
    wanted = {name for item in found for name in (item.response_id, item.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    tasks = {name: int(catalog.response_task[place]) for name, place in places.items()}

    def response(name: str) -> str:
        letter = blinding.labels.get(name)
        if letter is None:
            return str(catalog.systems[catalog.response_system[places[name]]])
        return t("Response {label}", label=letter)

    seen = [
        item
        for item in found
        if catalog.tasks[tasks[item.response_id]] not in blinding.withheld
        and not {item.response_id, item.anchor_id} & blinding.pending.keys()
    ]
    named = [
        t("{task}: {response} and anchor {anchor}, {reason} ({share})",
          task=short(catalog.task_titles[tasks[item.response_id]], 60),
          response=response(item.response_id), anchor=response(item.anchor_id),
          reason=t(_REASONS[item.reason]), share=percent(item.similarity))
        for item in seen[:_MOST_NAMED]
    ]  # fmt: skip
    more = len(found) - len(named)
    if more:
        named.append(tn("{n} more response", "{n} more responses", more))
    return [head, *(f"• {line}" for line in named)]
