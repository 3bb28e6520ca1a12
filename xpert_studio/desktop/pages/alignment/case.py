"""One case: the response, both sides' reasons, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from xpert_studio.desktop.kit import (
    CAUSES,
    EVEN,
    GAP,
    PAD,
    SPACE,
    TIGHT,
    Card,
    Flow,
    Look,
    Marked,
    ReadingPane,
    Shell,
    ShellWidget,
    box,
    button,
    chip,
    clear,
    column,
    dimension_name,
    explained,
    flag_name,
    hint,
    label,
    listed,
    moment,
    number,
    pixmap,
    px,
    retone,
    row,
    scrolled,
    short,
    split,
    t,
    tool,
    value_look,
    verdict_place,
)
from xpert_studio.desktop.pages.alignment.cases import tier_name
from xpert_studio.desktop.pages.alignment.error_analysis import Remedies, rubric_place
from xpert_studio.desktop.pages.alignment.words import Called, judge_name, outdated_words
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.errors import XpertError
from xpert_studio.records import (
    Cause,
    Checkpoint,
    Judgment,
    JudgmentStatus,
    Quote,
    RatingState,
    Verdict,
)
from xpert_studio.workflow.views import CaseView, ExpertSide, JudgeSide

# The two sides of a case as cards: who decided what, why, and which passages they quote.

_MOST_QUOTES: Final = 12
EXPERT_TONE: Final = "accent"
JUDGE_TONE: Final = "warn"
"""The grounds of either side's quotes; the judge's are underlined too."""


class DecisionCard(Card):
    """One decision with its reasons.

    Signals:
        quote_chosen: A passage should be shown in the response.
    """

    quote_chosen = Signal(object)

    def __init__(
        self,
        side: tuple[str, str],
        name: str,
        look: Look,
        state: str,
        reason: str,
        quotes: Sequence[Quote],
        warning: str = "",
    ) -> None:
        super().__init__()
        tone = "optional" if look.picture == EVEN.picture else look.tone
        decision = chip(look.word, tone)
        head = row(chip(*side), label(name, "heading"), decision, gap=GAP, grow=1)
        words = label(reason or t("No rationale was written."), "" if reason else "muted")
        words.bound(3000, 24)
        warn = label(warning, "warn") if warning else None
        column(
            head,
            label(state, "small") if state else None,
            words,
            warn,
            *(self._quote(quote) for quote in quotes[:_MOST_QUOTES]),
            on=self,
            pad=PAD,
            gap=TIGHT,
        )

    def _quote(self, quote: Quote) -> QWidget:
        made = QWidget()
        link = QuoteLink(quote, lambda: self.quote_chosen.emit(quote))
        sign = label(wrap=False)
        if quote.verified is False:
            sign.setPixmap(pixmap("triangle-alert", "warn", 16))
            sign.setToolTip(t("Not found in the response"))
        inside = row(sign if quote.verified is False else None, link, on=made, gap=TIGHT)
        inside.setStretch(inside.count() - 1, 1)
        return made


class QuoteLink(QPushButton):
    """A quoted passage, as much of it as there is room for; a click shows it in the response."""

    def __init__(self, quote: Quote, run: Callable[[], object]) -> None:
        super().__init__()
        self._words = f"“{short(quote.quote, 300)}”"
        self.setProperty("kind", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(hint(quote.quote))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        name = t("Show the quote: {quote}", quote=short(quote.quote, 90))
        if quote.verified is False:
            name = t("Not found in the response: {quote}", quote=short(quote.quote, 90))
        self.setAccessibleName(name)
        self.clicked.connect(lambda: run())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Says as much as fits."""
        super().resizeEvent(event)
        room = self.width() - px(14)
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


def expert_side(side: ExpertSide, point: Checkpoint, called: Called) -> DecisionCard:
    """An expert's judgment as a card."""
    judgment = side.judgment
    return DecisionCard(
        (t("Expert"), EXPERT_TONE),
        side.name,
        value_look(judgment.final_value, point),
        _status(side, called),
        _reason(judgment),
        judgment.evidence,
    )


def _status(side: ExpertSide, called: Called) -> str:
    judgment = side.judgment
    if not side.is_current:
        return t("rests on a text that was edited since; does not count")
    if judgment.status is JudgmentStatus.SUBMITTED:
        return t("pending adjudication; does not count")
    if judgment.confirmed_by is None:
        return t("imported as confirmed")
    if judgment.status is JudgmentStatus.OVERRIDDEN:
        return t("overridden by {name}", name=called(judgment.confirmed_by))
    return t("confirmed by {name}", name=called(judgment.confirmed_by))


def _reason(judgment: Judgment) -> str:
    """The rationale, and the senior expert's note where there is one."""
    note = t("Note: {note}", note=judgment.note) if judgment.note else ""
    return "\n".join(part for part in (judgment.rationale or "", note) if part)


def judge_side(side: JudgeSide, point: Checkpoint, *, several: bool) -> DecisionCard:
    """A judge's verdict as a card."""
    verdict = side.verdict
    states = [
        t("trial {n}", n=verdict.trial) if several else "",
        "" if side.is_current else t("rests on a text that was edited since; does not count"),
    ]
    return DecisionCard(
        (t("Judge"), JUDGE_TONE),
        judge_name(side.judge),
        value_look(verdict.value, point),
        " · ".join(part for part in states if part),
        verdict.rationale or _problem(verdict),
        verdict.evidence,
        warning=listed(flag_name(flag) for flag in verdict.flags),
    )  # fmt: skip


def _problem(verdict: Verdict) -> str:
    if verdict.state is RatingState.OK:
        return ""
    said = t("Nothing usable came back.") if verdict.state is RatingState.INVALID else t("The call failed.")  # fmt: skip
    return f"{said} {verdict.problem or ''}".strip()


class CasePanel(ShellWidget):
    """Shows one case.

    Signals:
        left: Back to the list.
        stepped: To the next case in the list, or the one before.
        dealt_with: Something was found or done: on to the next one that is open.
    """

    left = Signal()
    stepped = Signal(int)
    dealt_with = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: CaseView | None = None
        self.remedies = Remedies(self, shell)
        self.title = label("", "muted")
        self.place = label("", "muted", wrap=False)
        self.reading = ReadingPane()
        self.facts = label("", "small")
        self.text = label("", "heading")
        self.text.bound(1500, 14)
        self.panel = label("", "")
        self.experts, self.judges = column(gap=GAP), column(gap=GAP)
        self.found = Found()
        self.problem = label("", "muted")
        self._make_buttons()
        self._lay_out()
        self.setFocusProxy(self.reading.response)

    def _make_buttons(self) -> None:
        made = {
            "fault": (t("Judge’s error (E)"), "bot", self.judge_error),
            "policy": (t("Gap in policy (P)"), "scale", self.unsaid),
            "fix": (t("Fix checkpoint (F)"), "pencil", self.fix),
            "dispute": (t("Challenge judgment (D)"), "reply", self.dispute),
            "anchor": (t("Add as anchor (A)"), "bookmark", self.add_anchor),
        }
        self.buttons: dict[str, QPushButton] = {
            name: button(text, run, picture=picture) for name, (text, picture, run) in made.items()
        }
        self.found.again.clicked.connect(self.open_again)
        self.found.keep.clicked.connect(self.keep)

    def _lay_out(self) -> None:
        back = button(t("Back to the list"), self.left.emit, kind="link", picture="chevron-left")
        self.before = tool("arrow-up", t("The one before (K)"), lambda: self.stepped.emit(-1))
        self.after = tool("arrow-down", t("The next one (J)"), lambda: self.stepped.emit(1))
        self.open_task = button(t("Open the rubric"), self._go_to_rubric, kind="quiet", picture="list-checks")  # fmt: skip
        self.open_verdict = button(t("Open the verdict"), self._go_to_verdict, kind="quiet", picture="external-link")  # fmt: skip
        head = row(
            back, 1, self.open_task, self.open_verdict, self.place, self.before, self.after, gap=GAP
        )
        sides = box(row(column(self.experts, 1), column(self.judges, 1), gap=GAP, grow=(1, 1)))
        causes = Flow(label(t("Assign a cause"), "label", wrap=False), *self.buttons.values())
        both = split(scrolled(sides), self.reading, sizes=(260, 380), way=Qt.Orientation.Vertical)
        column(
            head, column(self.text, self.title, self.facts, self.panel, gap=0), causes, self.problem, self.found, both,
            on=self, pad=(SPACE, GAP, SPACE, SPACE), gap=GAP, grow=5,
        )  # fmt: skip

    # Showing.

    def show_case(self, view: CaseView, panel: str = "") -> None:
        """Shows a case as it is now; ``panel`` is what the panel says, where it is one's."""
        is_other = self.view is None or self.view.key != view.key
        self.view = view
        where = view.system or t("Response {label}", label=view.label)
        self.title.setText(f"{short(view.task.name, 70)} · {where}")
        point = view.checkpoint
        facts = (
            tier_name(point.tier.value) if point.tier else "",
            t("Weight {n}", n=point.weight),
            dimension_name(point.dimension),
        )
        self.facts.setText(" · ".join(part for part in facts if part))
        self.text.setText(point.text)
        self.panel.say(panel)
        self._show_sides(view)
        self._show_acts(view)
        if is_other:
            self.reading.tabs.setCurrentIndex(0)
            show_response(self.reading, self.session, view, self._mark, owner=self)
        else:
            self._mark()

    def show_position(self, at: int | None, total: int) -> None:
        """Says where in the list the case stands."""
        known = at is not None
        self.place.setText(t("{n} of {total}", n=number((at or 0) + 1), total=number(total)) if known else "")  # fmt: skip
        self.before.setEnabled(known and (at or 0) > 0)
        self.after.setEnabled(known and (at or 0) + 1 < total)

    def _show_sides(self, view: CaseView) -> None:
        called, point = self.session.project_state.called, view.checkpoint
        trials = {side.verdict.trial for side in view.verdicts}
        sides = (
            (self.experts, [expert_side(side, point, called) for side in view.experts]),
            (
                self.judges,
                [judge_side(side, point, several=len(trials) > 1) for side in view.verdicts],
            ),
        )
        for ground, cards in sides:
            clear(ground)
            for made in cards:
                made.quote_chosen.connect(self._show_quote)
                ground.addWidget(made)
        if not view.verdicts:
            self.judges.addWidget(label(t("The judge has no verdict here."), "muted"))

    def _show_acts(self, view: CaseView) -> None:
        self.found.show_found(view, self.session.project_state.called)
        refusals = {name: self._refusal(name) for name in self.buttons}
        for name, made in self.buttons.items():
            refused = refusals[name]
            made.setEnabled(refused is None)
            made.setToolTip(explained(refused) if refused else "")
        said = dict.fromkeys(explained(refused) for refused in refusals.values() if refused)
        self.problem.say("\n".join(said))

    def _refusal(self, name: str) -> XpertError | None:
        """Why something cannot be done; None where it can."""
        view = self.view
        assert view is not None
        if name == "fix":
            return view.fixing.refused
        if name == "dispute":
            return _all_refused([side.disputable for side in view.experts], view)
        if name == "anchor":
            return _all_refused([side.anchorable for side in view.experts], view)
        return view.refused

    def _mark(self) -> None:
        view = self.view
        if view is None:
            return
        marks = [
            Marked(quote, is_current=False, is_underlined=True, tone=JUDGE_TONE)
            for side in view.verdicts
            for quote in side.verdict.evidence
        ]
        marks += [
            Marked(quote, is_current=True, tone=EXPERT_TONE)
            for side in view.experts
            for quote in side.judgment.evidence
        ]
        self.reading.response.mark_quotes(marks)

    def _show_quote(self, quote: Quote) -> None:
        with QSignalBlocker(self.reading.stack):
            self.reading.tabs.setCurrentIndex(0)
        self.reading.response.show_quote(quote)

    def _go_to_rubric(self) -> None:
        if self.view is not None:
            self.shell.go(rubric_place(self.view))

    def _go_to_verdict(self) -> None:
        if self.view is not None:
            key = self.view.key
            judge_id = self.view.verdicts[0].judge.id if self.view.verdicts else key.judge_id
            place = verdict_place(self.view.task.id, key.response_id, key.checkpoint_id, judge_id)
            self.shell.go(place)

    # Acting.

    def why_not(self, name: str) -> str | None:
        """Why something cannot be done now, for the action of that name; None where it can."""
        if self.view is None or not self.isVisible():
            return t("Open a case first.")
        refused = self._refusal(name)
        return explained(refused) if refused else None

    def judge_error(self) -> None:
        """Puts it down to the judge."""
        if self.view is not None:
            self.remedies.settle([self.view.key], Cause.JUDGE_ERROR, self.dealt_with.emit)

    def unsaid(self) -> None:
        """Puts it down to a policy left unsaid, and goes to write it."""
        if self.view is not None:
            self.remedies.unsaid(self.view, lambda: None)

    def fix(self) -> None:
        """Has the checkpoint changed."""
        if self.view is not None:
            self.remedies.fix(self.view, lambda: None)

    def dispute(self) -> None:
        """Sends the judgment back to a senior expert."""
        if self.view is not None:
            self.remedies.dispute(self.view, self.dealt_with.emit)

    def add_anchor(self) -> None:
        """Makes the case an anchor."""
        if self.view is not None:
            self.remedies.anchor(self.view, self.dealt_with.emit)

    def open_again(self) -> None:
        """Takes the finding back."""
        if self.view is not None and self.view.found is not None:
            self.remedies.reopen([self.view.found.key], lambda: None)

    def keep(self) -> None:
        """Finds that a lapsed finding holds after all."""
        if self.view is not None:
            self.remedies.keep([self.view.key], self.dealt_with.emit)


class Found(QFrame):
    """What was found on a case before; hidden where nothing was."""

    def __init__(self) -> None:
        super().__init__()
        self.cause = chip("", "good")
        self.reason = label("")
        self.reason.bound(1500, 12)
        self.who = label("", "small")
        self.again = button(t("Open it again"), kind="quiet", picture="rotate-ccw")
        self.keep = button(t("It still holds"), kind="quiet", picture="check")
        column(
            Flow(self.cause, self.again, self.keep), self.reason, self.who,
            on=self, gap=TIGHT,
        )  # fmt: skip
        self.hide()

    def show_found(self, view: CaseView, called: Called) -> None:
        """Shows what was found on it, and whether that still holds."""
        found = view.found
        self.setVisible(found is not None)
        if found is None:
            return
        self.cause.setText(t(CAUSES[found.cause]))
        retone(self.cause, "chip", "warn" if view.outdated else "good")
        self.reason.setText(found.reason)
        said = f"{called(found.by)}, {moment(found.at)}"
        if view.outdated:
            said += " · " + t("Outdated: {what}.", what=outdated_words(view.outdated))
        self.who.setText(said)
        self.again.setVisible(found.judge_id == view.key.judge_id)
        self.keep.setVisible(bool(view.outdated) and view.differs)


def _all_refused(refusals: list[XpertError | None], view: CaseView) -> XpertError | None:
    """Why no judgment is open to it; None where one is."""
    if any(refused is None for refused in refusals):
        return None
    return refusals[0] if refusals else view.refused
