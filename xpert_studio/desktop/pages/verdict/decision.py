"""What was decided on one checkpoint: by the judge, trial by trial, and by the experts beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    TIGHT,
    VERDICT_STATES,
    Look,
    box,
    button,
    card,
    chip,
    clear,
    column,
    decided,
    flag_meaning,
    flag_name,
    is_named,
    judge_name,
    label,
    mark,
    moment,
    part_words,
    pixmap,
    px,
    row,
    scrolled,
    settings_words,
    short,
    t,
    tool,
    translated,
    value_look,
)
from xpert_studio.desktop.pages.judging.model import facts_of
from xpert_studio.instruments import PartKind, instrument_of, is_by_program, parts_of
from xpert_studio.records import Checkpoint, Judge, JudgmentStatus, Quote, RatingState, Verdict
from xpert_studio.store.verdicts import KeptVerdict
from xpert_studio.workflow.views.verdicts import Said, VerdictLine


class Decision(QWidget):
    """One checkpoint.

    Signals:
        quote_chosen: A quote should be shown in the response; the ``Quote``.
        trial_chosen: Another trial is current; its number.
    """

    quote_chosen = Signal(object)
    trial_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._inside = QWidget()
        self._parts: QVBoxLayout = column(on=self._inside, gap=PAD)
        self._parts.setContentsMargins(px(PAD), px(PAD), px(PAD), px(PAD))
        column(scrolled(self._inside), on=self)

    def show_line(self, line: VerdictLine | None, judge: Judge | None, trial: int) -> None:
        """Shows a checkpoint, and one trial of the judge on it."""
        clear(self._parts)
        if line is None or judge is None:
            return
        self._parts.addWidget(label(facts_of(line.checkpoint), "small"))
        text = label(line.checkpoint.text, "").bound(1500, 14)
        self._parts.addWidget(text)
        if line.differs:
            self._parts.addLayout(row(chip(t("Judge and expert differ"), "warn"), 1))
            instrument = instrument_of(line.checkpoint)
            experts = instrument.pooled([said.judgment.final_value for said in line.said])
            far = instrument.spread([v for v in (line.value, experts) if v is not None])
            if far is not None:
                told = t("{n} apart from the experts' median {value}", n=far.apart,
                         value=far.values[-1])  # fmt: skip
                self._parts.addWidget(label(told, "small"))
        self._parts.addWidget(self._of_judge(line, judge, trial))
        for said in line.said:
            self._parts.addWidget(self._of_expert(said, line.checkpoint))
        if not line.said and not is_by_program(line.checkpoint):
            self._parts.addWidget(label(t("No expert has judged this checkpoint."), "muted"))
        settings = "\n".join(settings_words(line.checkpoint))
        if settings:
            self._parts.addWidget(label(settings, "small").bound(1500, 14))
        self._parts.addStretch(1)

    # The judge.

    def _of_judge(self, line: VerdictLine, judge: Judge, trial: int) -> QFrame:
        ground = card()
        by_program = is_by_program(line.checkpoint)
        name = t("Judge: {name}", name=short(judge_name(judge), 60))
        name = t("Decided by program") if by_program else name
        inside = column(on=ground, pad=PAD, gap=GAP)
        kept = next((item for item in line.verdicts if item.verdict.trial == trial), None)
        if kept is None:
            inside.addWidget(label(name, "heading"))
            told = t("This judge was not asked about this checkpoint.")
            told = t("Not decided yet: run the checks.") if by_program else told
            inside.addWidget(label(told, "muted"))
            return ground
        inside.addLayout(_head(name, *look_of_verdict(kept.verdict, line.checkpoint)))
        if len(line.verdicts) > 1:
            inside.addLayout(self._trials(line, trial))
        self._fill_verdict(inside, kept, line.checkpoint)
        return ground

    def _trials(self, line: VerdictLine, trial: int) -> QVBoxLayout:
        choices = row(gap=TIGHT)
        for item in line.verdicts:
            number = item.verdict.trial
            word = look_of_verdict(item.verdict, line.checkpoint)[0]
            chosen = button(f"{number}: {word}", self._chooses(number), kind="choice")
            chosen.setCheckable(True)
            chosen.setChecked(number == trial)
            choices.addWidget(chosen)
        choices.addStretch(1)
        passes = instrument_of(line.checkpoint).passes
        passed = [passes(value, line.checkpoint) for value in line.values]
        if None in passed:
            return column(choices)
        told = mark("{n} of {total} trials reach the minimum")
        told = mark("Met in {n} of {total} trials") if is_named(line.checkpoint) else told
        said = t(told, n=sum(map(bool, passed)), total=len(passed))
        return column(label(said, "small"), choices, gap=TIGHT)

    def _chooses(self, trial: int) -> Callable[[], object]:
        return lambda: self.trial_chosen.emit(trial)

    def _fill_verdict(self, inside: QVBoxLayout, kept: KeptVerdict, point: Checkpoint) -> None:
        verdict = kept.verdict
        if verdict.problem:
            inside.addWidget(label(translated(verdict.problem), "bad"))
        for told in cap_words(verdict, point):
            inside.addWidget(label(told, "warn"))
        if verdict.rationale:
            inside.addWidget(label(verdict.rationale, ""))
        self._add_quotes(inside, verdict.evidence)
        for flag in verdict.flags:
            words = row(
                chip(flag_name(flag), "warn"), label(flag_meaning(flag), "small"), gap=GAP, grow=1
            )
            inside.addLayout(words)
        if kept.is_stale:
            inside.addWidget(
                label(t("It was decided on a text that has been edited since."), "warn")
            )
        if verdict.judged_at is not None:
            inside.addWidget(label(moment(verdict.judged_at), "small"))

    # The experts.

    def _of_expert(self, said: Said, point: Checkpoint) -> QFrame:
        ground = card()
        judgment = said.judgment
        look = value_look(judgment.final_value, point)
        inside = column(on=ground, pad=PAD, gap=GAP)
        inside.addLayout(_head(said.expert.called, *look))
        inside.addWidget(label(_standing(judgment.status), "small"))
        if judgment.value != judgment.final_value:
            own = decided(judgment.value, point)
            inside.addWidget(label(t("The expert's own decision: {said}", said=own), "small"))
        inside.addWidget(label(judgment.reason or t("Without a rationale."), ""))
        self._add_quotes(inside, judgment.evidence)
        if said.is_stale:
            inside.addWidget(
                label(t("It was decided on a text that has been edited since."), "warn")
            )
        return ground

    def _add_quotes(self, inside: QVBoxLayout, quotes: Sequence[Quote]) -> None:
        for quote in quotes:
            inside.addWidget(self._quote(quote))

    def _quote(self, quote: Quote) -> QWidget:
        """A quote that leads to its place; or, where it has none, words with a mark."""
        words = f"“{quote.quote}”"
        if quote.verified is False:
            text = label(words, "muted").bound(400, 5)
            return box(
                column(row(chip(t("not found in the response"), "warn"), 1), text, gap=TIGHT)
            )
        shows = tool("quote", t("Show in the response"), lambda: self.quote_chosen.emit(quote))
        shows.setAccessibleName(t("Show in the response: {quote}", quote=short(quote.quote, 80)))
        beside = row(shows, label(words, "").bound(400, 5), gap=TIGHT, grow=1)
        beside.setAlignment(shows, Qt.AlignmentFlag.AlignTop)
        return box(beside)


def _head(name: str, word: str, picture: str, tone: str) -> QVBoxLayout:
    sign = label("", wrap=False)
    sign.setPixmap(pixmap(picture, tone, 18))
    said = label(word, tone if tone in {"good", "bad", "warn"} else "muted", wrap=False)
    title = label(name, "heading")
    beside = row(title, sign, said, grow=0)
    return column(beside, gap=0)


def look_of_verdict(verdict: Verdict, point: Checkpoint) -> Look:
    """A verdict's word, picture and colour."""
    if verdict.state is RatingState.OK:
        return value_look(verdict.value, point)
    look = VERDICT_STATES[verdict.state]
    return look._replace(word=t(look.word))


def cap_words(verdict: Verdict, point: Checkpoint) -> list[str]:
    """The caps that apply by the judge, and what became of its value."""
    caps = [p for p in parts_of(point) if p.kind is PartKind.CAP and p.key in verdict.caps]
    if verdict.given is None:
        return [t("A cap applies: {cap}", cap=part_words(cap)) for cap in caps]
    given = decided(verdict.given, point)
    return [
        t("The model gave {given}; a cap applies: {cap}", given=given, cap=part_words(cap))
        for cap in caps
    ]


def _standing(status: JudgmentStatus) -> str:
    match status:
        case JudgmentStatus.CONFIRMED:
            return t("Confirmed by a senior expert: gold")
        case JudgmentStatus.OVERRIDDEN:
            return t("Overridden by a senior expert: gold")
    return t("Submitted, not confirmed yet")
