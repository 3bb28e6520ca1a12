"""One packet that asks somebody for something, as a card: how far it is, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT
from xpert_studio.desktop.pages.packets.words import asked_for, state_of
from xpert_studio.desktop.parts.fields import progress_bar
from xpert_studio.desktop.parts.flow import Flow
from xpert_studio.desktop.parts.labels import Card, button, chip, label
from xpert_studio.desktop.parts.layouts import box, column, row
from xpert_studio.desktop.wording import moment, number, short, t
from xpert_studio.records import Packet
from xpert_studio.workflow.views import Errand, House

_NAMED: Final = 3


class ErrandCard(Card):
    """A packet that went out, or one that asks the person for something.

    Signals:
        closed: It is to be waited for or no longer; the packet's id, and whether no longer.
        work: The person wants to do what they were asked for.
        answer: They want to make the answer.
    """

    closed = Signal(str, bool)
    work = Signal(object)
    answer = Signal(object)

    def __init__(
        self,
        errand: Errand,
        house: House,
        titles: Mapping[str, str],
        *,
        is_mine: bool,
        may_act: bool,
    ) -> None:
        super().__init__()
        self.errand = errand
        packet = errand.packet
        word, tone = state_of(errand, is_mine=is_mine)
        self.title = label(_title(packet, house, is_mine=is_mine), "heading")
        head = row(self.title, chip(word, tone), gap=GAP, grow=0)
        facts = label(_facts(errand, is_mine=is_mine), "small")
        about = label(_about(errand, titles))
        message = label(f"“{packet.message}”", "muted") if packet.message else None
        column(
            head, about if about.text() else None, facts, self._progress(), message, self._acts(is_mine=is_mine, may_act=may_act),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip

    def _progress(self) -> QWidget | None:
        errand = self.errand
        if not errand.of:
            return None
        bar = progress_bar(_done(errand), tone="good" if errand.done >= errand.of else "")
        bar.setRange(0, errand.of)
        bar.setValue(errand.done)
        return box(row(bar, label(_done(errand), "label", wrap=False), gap=PAD, grow=0))

    def _acts(self, *, is_mine: bool, may_act: bool) -> QWidget | None:
        errand = self.errand
        if is_mine:
            work = button(
                t("Go to the work"), partial(self.work.emit, errand.packet), picture="arrow-right"
            )
            answer = button(
                t("Make the answer …"), partial(self.answer.emit, errand),
                kind="primary", picture="package",
            )  # fmt: skip
            answer.setEnabled(may_act)
            return box(Flow(answer, work))
        is_closed = errand.closed_at is not None
        if not may_act or not (is_closed or errand.is_waiting):
            return None
        text = t("Wait for it again") if is_closed else t("Stop waiting")
        what = asked_for(errand.packet)
        turn = button(text, lambda: self.closed.emit(errand.packet.id, not is_closed), kind="link")
        turn.setAccessibleName(f"{text}: {what}")
        turn.setToolTip(
            t("The answer is counted as due again.")
            if is_closed
            else t(
                "It is no longer counted as out; an answer that comes after all can be taken in."
            )
        )
        return box(row(turn, 1, gap=TIGHT))


def _title(packet: Packet, house: House, *, is_mine: bool) -> str:
    asked = asked_for(packet)
    if is_mine:
        return t("{name} asks you: {asked}", name=house.called(packet.made_by), asked=asked)
    return t("{name}: {asked}", name=house.called(packet.for_person), asked=asked)


def _about(errand: Errand, titles: Mapping[str, str]) -> str:
    """The first of the tasks that it is about."""
    ids = errand.packet.scope.task_ids
    named = [short(titles.get(task_id, task_id)) for task_id in ids[:_NAMED]]
    if len(ids) > _NAMED:
        named.append(t("and {n} more", n=number(len(ids) - _NAMED)))
    return " · ".join(named)


def _facts(errand: Errand, *, is_mine: bool) -> str:
    when = moment(errand.at)
    parts = [t("opened {when}", when=when) if is_mine else t("sent {when}", when=when)]
    if errand.answered_at is not None:
        when = moment(errand.answered_at)
        parts.append(
            t("answer made {when}", when=when)
            if is_mine
            else t("answer taken in {when}", when=when)
        )
    elif not is_mine:
        parts.append(t("no answer yet"))
    if errand.closed_at is not None:
        parts.append(t("no longer waited for since {when}", when=moment(errand.closed_at)))
    return " · ".join(parts)


def _done(errand: Errand) -> str:
    return t("{n} of {total} done", n=number(errand.done), total=number(errand.of))
