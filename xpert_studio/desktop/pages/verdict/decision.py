"""One checkpoint: by the judge, trial by trial, and by the experts beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from xpert_studio.core.instruments import (
    instrument_of,
    is_by_program,
    pooled_value,
)
from xpert_studio.core.records import Checkpoint, Judge, JudgmentStatus, Quote, Verdict
from xpert_studio.core.records.transcripts import PlacedTurn
from xpert_studio.core.wording import labelled, mark, moment, number, short, t
from xpert_studio.core.workflow.views.verdicts import SaidByExpert, VerdictLine
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.names import (
    decided,
    is_named,
    judge_name,
    settings_words,
    verdict_look,
)
from xpert_studio.desktop.pages.judging.form_table import facts_of
from xpert_studio.desktop.widgets.decision_card import judgment_card, verdict_card
from xpert_studio.desktop.widgets.labels import button, card, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.scrolling import scrolled


class Decision(QWidget):
    """One checkpoint.

    Signals:
        quote_chosen: A quote should be shown in the response; the ``Quote``.
        trial_chosen: Another trial is current; its number.
    """

    quote_chosen = Signal(object)
    trial_chosen = Signal(int)

    def __init__(self) -> None:
        """``message_of`` says which message of a conversation a quote is from."""
        super().__init__()
        self._ground = column(pad=PAD)
        self.message_of: Callable[[Quote], PlacedTurn | None] = lambda _: None
        self.picture_of: Callable[[Quote], int] = lambda _: 0
        column(scrolled(box(self._ground)), on=self)

    def show_line(self, line: VerdictLine | None, judge: Judge | None, trial: int) -> None:
        """Shows a checkpoint, and one trial of the judge on it."""
        put_in(self._ground, [self._of_line(line, judge, trial)] if line and judge else [])

    def _of_line(self, line: VerdictLine, judge: Judge, trial: int) -> QWidget:
        point = line.checkpoint
        lacks_experts = not line.said and not is_by_program(point)
        settings = "\n".join(settings_words(point))
        return box(
            column(
                label(facts_of(point), "small"),
                label(point.text, "").bound(1500, 14),
                row(chip(t("Judge and expert differ"), "warn"), 1) if line.differs else None,
                _words(_far_apart(line) if line.differs else "", "small"),
                self._of_judge(line, judge, trial),
                *(self._of_expert(said, point) for said in line.said),
                _words(
                    t("No expert has judged this checkpoint.") if lacks_experts else "", "muted"
                ),
                label(settings, "small").bound(1500, 14) if settings else None,
                1,
                gap=PAD,
            )
        )

    def _of_judge(self, line: VerdictLine, judge: Judge, trial: int) -> QFrame:
        by_program, point = is_by_program(line.checkpoint), line.checkpoint
        name = t("Decided by program") if by_program else short(judge_name(judge), 60)
        kept = next((item for item in line.verdicts if item.verdict.trial == trial), None)
        if kept is None:
            told = t("This judge was not asked about this checkpoint.")
            told = t("Not decided yet: run the checks.") if by_program else told
            return card(column(label(name, "heading"), label(told, "muted"), pad=PAD, gap=GAP))
        verdict = kept.verdict
        return verdict_card(
            self.quote_chosen.emit,
            name,
            verdict,
            point,
            moment(verdict.judged_at) if verdict.judged_at else "",
            _edited(kept.is_stale),
            beside=box(self._trials(line, trial)) if len(line.verdicts) > 1 else None,
            **self.places,
        )

    def _trials(self, line: VerdictLine, trial: int) -> QVBoxLayout:
        passes = instrument_of(line.checkpoint).passes
        passed = [passes(value, line.checkpoint) for value in line.values]
        told = mark("{n} of {total} trials reach the minimum")
        told = mark("Met in {n} of {total} trials") if is_named(line.checkpoint) else told
        said = "" if None in passed else t(told, n=sum(map(bool, passed)), total=len(passed))
        choices = (self._trial(item.verdict, line, trial) for item in line.verdicts)
        return column(_words(said, "small"), row(*choices, 1, gap=TIGHT), gap=TIGHT)

    def _trial(self, verdict: Verdict, line: VerdictLine, current: int) -> QPushButton:
        word = verdict_look(verdict.state, verdict.value, line.checkpoint).word
        made = button(
            labelled(number(verdict.trial), word),
            lambda: self.trial_chosen.emit(verdict.trial),
            kind="choice",
        )
        made.setCheckable(True)
        made.setChecked(verdict.trial == current)
        return made

    def _of_expert(self, said: SaidByExpert, point: Checkpoint) -> QFrame:
        judgment = said.judgment
        own = t("The expert's own decision: {said}", said=decided(judgment.decision, point))
        return judgment_card(
            self.quote_chosen.emit,
            said.expert.called,
            judgment,
            point,
            t(_STANDINGS[judgment.status]),
            own if judgment.decision != judgment.final else "",
            _edited(said.is_stale),
            **self.places,
        )

    @property
    def places(self) -> dict[str, Any]:
        """Says on cards where evidence stands: in which message, on which picture."""
        return {"where": self._where, "picture_of": self.picture_of}

    def _where(self, quote: Quote) -> str:
        """Which message of a conversation a quote is from; empty in others."""
        if (said := self.message_of(quote)) is None:
            return ""
        return f"({t('message {number}, turn {turn}', number=said.number, turn=said.turn)})"


_STANDINGS: Final = {
    JudgmentStatus.SUBMITTED: mark("Submitted, not confirmed yet"),
    JudgmentStatus.CONFIRMED: mark("Confirmed by a senior expert: gold"),
    JudgmentStatus.OVERRIDDEN: mark("Overridden by a senior expert: gold"),
}


def _words(text: str, kind: str) -> QWidget | None:
    """A label, where there is anything to say."""
    return label(text, kind) if text else None


def _edited(is_stale: bool) -> str:
    return t("It was decided on a text that has been edited since.") if is_stale else ""


def _far_apart(line: VerdictLine) -> str:
    """How far the judge's value is from the experts' median; empty where that says nothing."""
    instrument = instrument_of(line.checkpoint)
    experts = pooled_value((said.judgment.final for said in line.said), line.checkpoint)
    far = instrument.spread([v for v in (line.value, experts) if v is not None])
    if far is None:
        return ""
    return t("{n} apart from the experts' median {value}", n=far.apart, value=far.values[-1])
