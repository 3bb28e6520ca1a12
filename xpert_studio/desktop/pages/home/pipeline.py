"""The pipeline of a project as a flow: how much stands at each step, who is waited for, the pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.core.records import Stage
from xpert_studio.core.store.task_list import TaskCounts
from xpert_studio.core.wording import labelled, listed, mark, number, t, tn
from xpert_studio.core.workflow.views.progress import Progress, WaitedFor
from xpert_studio.desktop.look import PAD, TIGHT, colour, px, type_of
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import box, column, row

_OF_TASKS: Final = (
    (mark("Brief"), (Stage.BRIEF, Stage.SUBMITTED, Stage.RETURNED)),
    (mark("Rubric"), (Stage.RUBRIC,)),
    (mark("Review"), (Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK)),
    (mark("Ready"), (Stage.READY,)),
)
_MOST: Final = 4
_HIGH: Final = 54
_BAR: Final = 26


class Weeks(QWidget):
    """Judgments a week as bars with their numbers, the newest at the right."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        super().__init__()
        self._counts = counts
        said = listed(number(count) for count in counts)
        self.setAccessibleName(labelled(t("Judgments a week"), said))
        self.setToolTip(
            t("In each of the last {n} weeks, this one last: {counts}", n=len(counts), counts=said)
        )
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for all bars."""
        return QSize(px(_BAR) * len(self._counts), px(_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints the bars; the week that is not over is lighter."""
        painter = QPainter(self)
        painter.setFont(type_of(self.font(), "small"))
        line, most = painter.fontMetrics().height(), max(1, *self._counts)
        room = self.height() - line
        for place, count in enumerate(self._counts):
            high = max(px(2), room * count / most)
            bar = QRectF(place * px(_BAR), self.height() - high, px(_BAR) - px(6), high)
            is_now = place == len(self._counts) - 1
            painter.fillRect(bar, colour("border_strong" if is_now or not count else "accent"))
            painter.setPen(colour("muted"))
            above = QRectF(bar.left() - px(3), bar.top() - line, px(_BAR), line)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, number(count) if count else "")


def flow(counted: TaskCounts, progress: Progress, go: Callable[[Place], object]) -> QWidget:
    """The steps from brief to scored, each with how much stands there.

    Args:
        counted: The tasks by stage.
        progress: Responses that are judged, gold and scored.
        go: Goes to a place.
    """
    parts = list(_steps(counted, progress, go))
    arrows = [label("→", "muted", wrap=False) for _ in parts[1:]]
    beside = [
        box(row(arrow, part, gap=TIGHT)) for arrow, part in zip([None, *arrows], parts, strict=True)
    ]
    return box(Flow(*beside, gap=TIGHT))


def _steps(
    counted: TaskCounts, progress: Progress, go: Callable[[Place], object]
) -> Iterator[QWidget]:
    for name, stages in _OF_TASKS:
        count = sum(counted.by_stage.get(stage, 0) for stage in stages)
        place = Place("tasks", item="&".join(f"stage={stage.value}" for stage in stages))
        yield _step(t(name), number(count), tn("{n} task", "{n} tasks", count), place, go)
    for name, count, page in (
        (t("Expert-judged"), progress.judged, "judging"),
        (t("Gold"), progress.gold, "judging"),
        (t("Scored"), progress.scored, "runs"),
    ):
        of = f"{number(count)}/{number(progress.responses)}"
        said = t("{n} of {total} responses", n=number(count), total=number(progress.responses))
        yield _step(name, of, said, Place(page), go)


def _step(name: str, count: str, said: str, place: Place, go: Callable[[Place], object]) -> QWidget:
    opens = button(count, lambda: go(place), kind="link", name=labelled(name, said), hint=said)
    return card(column(label(name, "small", wrap=False), opens, pad=TIGHT), "sunken")


def waited_for(progress: Progress, go: Callable[[Place], object]) -> list[QWidget]:
    """Who has something to do, and how much; at most a few of them."""
    people = progress.waited_for
    found: list[QWidget] = [
        box(
            row(
                button(
                    one.person.called,
                    lambda one=one: go(Place("people", item=one.person.id)),  # type: ignore[misc]
                    kind="link",
                ),
                label(_said(one), "small"),
                grow=1,
            )
        )
        for one in people[:_MOST]
    ]
    if rest := len(people) - _MOST if len(people) > _MOST else 0:
        found.append(label(tn("and {n} more person", "and {n} more people", rest), "small"))
    return found


def _said(one: WaitedFor) -> str:
    parts = (
        (one.reviews, tn("{n} to review", "{n} to review", one.reviews)),
        (one.to_judge, tn("{n} to judge", "{n} to judge", one.to_judge)),
        (one.to_confirm, tn("{n} to confirm", "{n} to confirm", one.to_confirm)),
    )
    return " · ".join(words for count, words in parts if count)


def pace(progress: Progress) -> QWidget:
    """Judgments a week."""
    return box(
        row(
            label(t("Judgments a week"), "small", wrap=False),
            Weeks(progress.weeks),
            1,
            gap=PAD,
            pad=(0, TIGHT, 0, 0),
        )
    )
