"""One case: the response, both sides' reasons, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import (
    CAUSES,
    Cause,
    DisagreementKey,
    JudgmentStatus,
    Quote,
)
from xpert_studio.core.wording import explained, mark, moment, number, short, t
from xpert_studio.core.workflow.views import CaseView, ExpertSide
from xpert_studio.desktop.look import GAP, SPACE, TIGHT
from xpert_studio.desktop.pages.alignment.cases import tier_name
from xpert_studio.desktop.pages.alignment.error_analysis import Remedies, rubric_place
from xpert_studio.desktop.pages.alignment.words import outdated_words
from xpert_studio.desktop.pages.case_part import ShownDecision, case_parts
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.places import Place, beside_place, verdict_place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.decision_card import (
    EXPERT_TONE,
    JUDGE_TONE,
    judgment_card,
    verdict_card,
)
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, chip, label, retone, tool
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.reading_views import Marked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.wiring import enable_if, show_if
from xpert_studio.report.part_names import Called, dimension_name
from xpert_studio.report.sentences import judge_name

_LEAST: Final = 270
"""The least height of both sides and the texts below them, at 100 %."""


def _outdated() -> str:
    return t("rests on a text that was edited since; does not count")


def _status(side: ExpertSide, called: Called) -> str:
    judgment = side.judgment
    if not side.is_current:
        return _outdated()
    if judgment.status is JudgmentStatus.SUBMITTED:
        return t("pending adjudication; does not count")
    if judgment.confirmed_by is None:
        return t("imported as confirmed")
    if judgment.status is JudgmentStatus.OVERRIDDEN:
        return t("overridden by {name}", name=called(judgment.confirmed_by))
    return t("confirmed by {name}", name=called(judgment.confirmed_by))


class CasePanel(ShellWidget):
    """Shows one case.

    Args:
        shell: The window's.
        leave: Back to the list.
        step: To the next case in the list, or the one before.
        dealt_with: Something was found or done: on to the next one that is open.
    """

    def __init__(
        self,
        shell: Shell,
        leave: Callable[[], object],
        step: Callable[[int], object],
        dealt_with: Callable[[], object],
    ) -> None:
        super().__init__(shell)
        self.key: DisagreementKey | None = None
        self._acts = _acts(Remedies(self, shell), dealt_with)
        self.title = label("", "muted")
        self.place = label("", "muted", wrap=False)
        self.reading = ReadingPane()
        self.facts = label("", "small")
        self.text = label("", "heading").bound(1500, 14)
        self.panel = label("", "")
        self.experts, self.judges = column(gap=GAP), column(gap=GAP)
        self.found = CaseFindings(lambda: self.act("again"), lambda: self.act("keep"))
        self.problem = label("", "muted")
        self.parts = case_parts(shell)
        self.buttons = {
            name: button(t(text), partial(self.act, name), picture=picture)
            for name, (text, picture) in _BUTTONS.items()
        }
        self._lay_out(leave, step)
        self.setFocusProxy(self.reading.response)

    def _lay_out(self, leave: Callable[[], object], step: Callable[[int], object]) -> None:
        back = button(t("Back to the list"), leave, kind="link", picture="chevron-left")
        self.before = tool("arrow-up", t("The one before (K)"), lambda: step(-1))
        self.after = tool("arrow-down", t("The next one (J)"), lambda: step(1))
        self.open_task = button(
            t("Open the rubric"),
            partial(self._go, rubric_place),
            kind="quiet",
            picture="list-checks",
        )
        self.open_verdict = button(
            t("Open the verdict"),
            partial(self._go, _verdict_place),
            kind="quiet",
            picture="external-link",
        )
        self.open_beside = button(
            t("Other responses"),
            partial(self._go, _beside_place),
            kind="quiet",
            picture="columns-2",
        )
        ways = box(Flow(self.open_task, self.open_verdict, self.open_beside))
        head = row(back, ways, self.place, self.before, self.after, gap=GAP, grow=1)
        sides = box(row(column(self.experts, 1), column(self.judges, 1), gap=GAP, grow=(1, 1)))
        caption = label(t("Assign a cause"), "label", wrap=False)
        self.causes = box(Flow(caption, *self.buttons.values()))
        both = split(
            scrolled(sides),
            self.reading,
            sizes=(260, 380),
            way=Qt.Orientation.Vertical,
            least=_LEAST,
        )
        column(
            head,
            column(self.text, self.title, self.facts, self.panel, gap=0),
            self.causes,
            self.problem,
            self.found,
            *self.parts,
            both,
            on=self,
            pad=(SPACE, GAP, SPACE, SPACE),
            gap=GAP,
            grow=5 + len(self.parts),
        )

    def show_case(self, view: CaseView, panel: str = "") -> None:
        """Shows a case as it is now; ``panel`` is what the panel says, where it is one's."""
        is_other, self.view, self.key = view.key != self.key, view, view.key
        where = view.system or t("Response {label}", label=view.label)
        self.title.setText(f"{short(view.task.name, 70)} · {where}")
        point = view.checkpoint
        facts = (
            tier_name(point.tier.value) if point.tier else "",
            t("Weight {n}", n=point.weight),
            dimension_name(point.dimension),
        )
        self.facts.setText(" · ".join(filter(None, facts)))
        self.text.setText(point.text)
        self.panel.say(panel)
        self._show_sides(view)
        self._show_acts(view)
        for part in self.parts:
            part.show_decisions(shown_decisions(view))
        if is_other:
            self.reading.tabs.setCurrentIndex(0)
            show_response(self.reading, self.session, view, self._show_read, owner=self)
        else:
            self._mark()

    def show_position(self, at: int | None, total: int) -> None:
        """Says where in the list the case stands."""
        self.place.setText(
            "" if at is None else t("{n} of {total}", n=number(at + 1), total=number(total))
        )
        enable_if(at, self.before)
        enable_if(at is not None and at + 1 < total, self.after)

    def _show_sides(self, view: CaseView) -> None:
        called, point = self.session.project_state.called, view.checkpoint
        several = len({side.verdict.trial for side in view.verdicts}) > 1
        show, numbers = self._show_quote, {"picture_of": self.reading.pictures.number_of}
        put_in(
            self.experts,
            (
                judgment_card(
                    show, side.name, side.judgment, point, _status(side, called), **numbers
                )
                for side in view.experts
            ),
        )
        judged = [
            verdict_card(
                show,
                judge_name(side.judge),
                side.verdict,
                point,
                t("trial {n}", n=side.verdict.trial) if several else "",
                "" if side.is_current else _outdated(),
                **numbers,
            )
            for side in view.verdicts
        ]
        put_in(self.judges, judged or [label(t("The judge has no verdict here."), "muted")])

    def _show_acts(self, view: CaseView) -> None:
        self.found.show_found(view, self.session.project_state.called)
        why = {name: _why_not(view, name) for name in self.buttons}
        for name, made in self.buttons.items():
            made.setEnabled(not why[name])
            made.setToolTip(why[name])
        show_if(not all(why.values()), self.causes)
        self.problem.say("\n".join(filter(None, dict.fromkeys(why.values()))))

    def _show_read(self) -> None:
        """Names the pictures of regions and marks the evidence, now that the response is there."""
        self._show_sides(self.view)
        self._mark()

    def _mark(self) -> None:
        view = self.view
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
        self.reading.mark(marks)
        self.reading.turns.mark_turn(view.checkpoint.turn)

    def _show_quote(self, quote: Quote) -> None:
        with QSignalBlocker(self.reading.stack):
            self.reading.show_evidence(quote)

    def _go(self, place_of: Callable[[CaseView], Place]) -> None:
        self.shell.go(place_of(self.view))

    def why_not(self, name: str) -> str | None:
        """Why something cannot be done now, for the action of that name; None where it can."""
        return _why_not(self.view, name) or None

    def act(self, name: str) -> None:
        """Does something about the case: what is named in ``_acts``."""
        self._acts[name](self.view)


def _verdict_place(view: CaseView) -> Place:
    key = view.key
    judge_id = view.verdicts[0].judge.id if view.verdicts else key.judge_id
    return verdict_place(view.task.id, key.response_id, key.checkpoint_id, judge_id)


def _beside_place(view: CaseView) -> Place:
    judge_id = view.verdicts[0].judge.id if view.verdicts else ""
    return beside_place(view.task.id, judge_id, view.key.checkpoint_id)


def shown_decisions(view: CaseView) -> list[ShownDecision]:
    """The decisions of a case, the judges' first."""
    at = view.key.response_id, view.key.checkpoint_id
    judges = {side.judge.id: judge_name(side.judge) for side in view.verdicts}
    return [
        *(ShownDecision(*at, judge_id=id_, name=name) for id_, name in judges.items()),
        *(
            ShownDecision(*at, expert_id=side.judgment.expert_id, name=side.name)
            for side in view.experts
        ),
    ]


_BUTTONS: Final = {
    "fault": (mark("Judge’s error (E)"), "bot"),
    "policy": (mark("Gap in policy (P)"), "scale"),
    "fix": (mark("Fix checkpoint (F)"), "pencil"),
    "dispute": (mark("Challenge judgment (D)"), "reply"),
    "anchor": (mark("Add as anchor (A)"), "bookmark"),
}


def _acts(
    remedies: Remedies, dealt_with: Callable[[], object]
) -> dict[str, Callable[[CaseView], object]]:
    """What can be done about a case, by the names of the buttons; after some the next one comes."""
    return {
        "fault": lambda view: remedies.settle([view.key], Cause.JUDGE_ERROR, dealt_with),
        "policy": remedies.unsaid,
        "fix": remedies.fix,
        "dispute": lambda view: remedies.dispute(view, dealt_with),
        "anchor": lambda view: remedies.anchor(view, dealt_with),
        "again": lambda view: remedies.reopen([view.found.key] if view.found else []),
        "keep": lambda view: remedies.keep([view.key], dealt_with),
    }


def _why_not(view: CaseView, name: str) -> str:
    """Why something cannot be done about a case; empty where it can."""
    refused = {
        "fix": lambda: view.fixing.refused,
        "dispute": lambda: _all_refused([side.disputable for side in view.experts], view),
        "anchor": lambda: _all_refused([side.anchorable for side in view.experts], view),
    }.get(name, lambda: view.refused)()
    return explained(refused) if refused else ""


class CaseFindings(QFrame):
    """What was found on a case before; hidden where nothing was.

    Args:
        again: Takes the finding back.
        keep: Finds that an outdated finding holds after all.
    """

    def __init__(self, again: Callable[[], object], keep: Callable[[], object]) -> None:
        super().__init__()
        self.cause = chip("", "good")
        self.reason = label("").bound(1500, 12)
        self.who = label("", "small")
        self.again = button(t("Open it again"), again, kind="quiet", picture="rotate-ccw")
        self.keep = button(t("It still holds"), keep, kind="quiet", picture="check")
        column(
            Flow(self.cause, self.again, self.keep),
            self.reason,
            self.who,
            on=self,
            gap=TIGHT,
        )
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
