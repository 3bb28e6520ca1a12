"""The page of a verdict: the response with its quotes marked, the rubric, and what was decided."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QSizePolicy,
)

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Quote
from xpert_studio.core.store.judges import get_judge
from xpert_studio.core.wording import explained, mark, short, t, tn
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView, verdict_view
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.names import judge_name
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.case_part import ShownDecision, case_parts, fill_case_menu
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.pages.verdict.detail import VerdictDetail
from xpert_studio.desktop.pages.verdict.entries import entry_of
from xpert_studio.desktop.pages.verdict.quotes import marks_of, placed
from xpert_studio.desktop.pages.verdict.withheld import WithheldNotice
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import EntryView
from xpert_studio.desktop.widgets.fields import picker, refill
from xpert_studio.desktop.widgets.labels import chip, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import SideSplitter, split
from xpert_studio.desktop.widgets.wiring import wire


class VerdictPage(Page):
    """A response as a judge has judged it."""

    rests_on = frozenset(
        {"judgment", "checkpoint", "response", "task", "person", "project", "pack_record"}
    )

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: VerdictView | None = None
        self.title = label("", "heading")
        self.system = chip("", "optional")
        self.judges = picker(t("Judge"), then=self._judge_chosen, least=180, most=520)
        self.judges.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.before = tool("arrow-left", t("Previous response"))
        self.after = tool("arrow-right", t("Next response"))
        self.reading = ReadingPane()
        self.lines = EntryView(t("Checkpoints"), title_lines=2)
        shell.book.add(self, *self._actions())
        self.copy = shell.book.button("verdict.copy", t("Copy as JSON"))
        shell.book.follow("verdict.previous_response", self.before)
        shell.book.follow("verdict.next_response", self.after)
        self.detail = VerdictDetail(self.session)
        self.detail.decision.picture_of = self.reading.pictures.number_of
        self.parts = case_parts(shell)
        self.withheld_notice = WithheldNotice(shell, self.refresh)
        self._lay_out()
        offer_menu(self.lines, self._fill_menu)
        wire(
            (self.lines.looked_at, lambda _: self._line_chosen()),
            (self.detail.tab_chosen, lambda _: self._refine()),
            (self.detail.decision.quote_chosen, self._show_quote),
        )

    def _lay_out(self) -> None:
        way = Qt.Orientation.Vertical
        below = box(column(self.detail, *self.parts, gap=GAP, grow=1))
        beside = split(self.lines, below, sizes=(260, 400), shares=(2, 3), way=way)
        self.lines.setMinimumHeight(px(120))
        self.detail.setMinimumHeight(px(160))
        both = SideSplitter(self.reading, beside, room=700, sizes=(560, 540))
        self.reading.setMinimumSize(px(300), px(160))
        beside.setMinimumSize(px(340), px(120 + 160 + 2 * GAP))
        self.area = scrolled(both)
        head = row(self.title, self.system, self.copy, grow=0)
        judge = row(
            label(t("Judge"), "label", wrap=False),
            self.judges,
            1,
            label(t("Response"), "label", wrap=False),
            self.before,
            self.after,
            grow=1,
        )
        ground = box(column(head, judge, self.area, gap=GAP, grow=2, pad=(SPACE, PAD, SPACE, PAD)))
        self.stack = stacked(ground, self.withheld_notice)
        column(self.stack, on=self)
        self.setFocusProxy(self.lines)

    def _actions(self) -> list[Action]:
        none = self._why_none
        return [
            Action("verdict.next", mark("Next checkpoint"), lambda: self.lines.step(1), "J", "", "", none),
            Action("verdict.previous", mark("Previous checkpoint"), lambda: self.lines.step(-1), "K", "",
                   "", none),
            Action("verdict.next_response", mark("Next response"),
                   lambda: self.step_response(1), "Shift+J", "arrow-right", "",
                   lambda: self._why_no_response(1)),
            Action("verdict.previous_response", mark("Previous response"),
                   lambda: self.step_response(-1), "Shift+K", "arrow-left", "",
                   lambda: self._why_no_response(-1)),
            Action("verdict.find", mark("Search in the response"), self.reading.open_search,
                   "Ctrl+F", "search", "", none),
            Action("verdict.copy", mark("Copy the verdict as JSON"), self.copy_json,
                   "Ctrl+Shift+C", "copy", "", none),
        ]  # fmt: skip

    def is_opened_from(self, place: Place) -> bool:
        """Verdicts are opened from lists."""
        return True

    def show_place(self, place: Place) -> None:
        """Shows a verdict."""
        same = self.view is not None and place.item == self.view.response_id
        super().show_place(place)
        self.detail.show_tab(place.tab or "verdict")
        if same and place.point:
            self.lines.look_at(place.point)

    def refresh(self) -> None:
        """Fetches the response and its verdicts."""
        place, ctx = self.place, self.session.ctx
        if not place.item:
            self._say_none(
                t("No verdict is open"), t("Verdicts are opened from what came of a run.")
            )
            return

        def failed(error: BaseException) -> None:
            if isinstance(error, XpertError):
                self._say_none(t("This verdict cannot be shown"), explained(error))
            else:
                self.session.bridge.crashed.emit(error)

        def work() -> tuple[VerdictView, dict[str, str]]:
            view = verdict_view(ctx, place.item, place.judge_id)
            with ctx.project.reading() as tx:
                names = {judge: judge_name(get_judge(tx, judge)) for judge in view.judges}
            return view, names

        self.session.fetch(work, lambda found: self._show(*found), failed, owner=self, slot="view")

    def _fill_menu(self, menu: QMenu, _: int) -> None:
        view, line = self.view, self.current
        if view is not None and line is not None:
            to = Place("task", task_id=view.task.id, tab="rubric", item=line.checkpoint.id)
            menu.addAction(t("Open in the rubric"), lambda: self.shell.go(to))
            menu.addAction(t("Copy as JSON"), self.copy_json)
            fill_case_menu(self.shell, menu, *shown_decisions(view, line))

    def _say_none(self, title: str, text: str) -> None:
        self.withheld_notice.empty.say(title, text, [self.withheld_notice.runs])
        self.stack.setCurrentWidget(self.withheld_notice)

    def _show(self, view: VerdictView, names: Mapping[str, str]) -> None:
        if view.response_id != self.place.item:
            return
        before, self.view = self.view, view
        self.title.setText(
            t("{task} · Response {letter}", task=short(view.task.name), letter=view.label)
        )
        self.system.say(short(view.system or "", 60))
        if view.pending is not None or view.judge is None:
            self.withheld_notice.show_view(view)
            self.stack.setCurrentWidget(self.withheld_notice)
            return
        self.stack.setCurrentIndex(0)
        self._show_judges(view, names)
        at = self.current
        is_other = before is None or before.response_id != view.response_id
        point = self.place.point or (at.checkpoint.id if at and not is_other else "")
        self.lines.show_entries(
            [entry_of(place, line) for place, line in enumerate(view.lines, start=1)],
            point or _first(view),
        )
        if is_other or before is None or before.response_text != view.response_text:
            show_response(self.reading, self.session, view, self._show_line, owner=self)
        self._show_line()
        focus = QApplication.focusWidget()
        if before is None and (focus is None or self.isAncestorOf(focus)):
            self.lines.setFocus()

    def _show_judges(self, view: VerdictView, names: Mapping[str, str]) -> None:
        said = list(names.values())
        named = (
            (
                t(
                    "{judge}: {verdicts}",
                    judge=short(name if said.count(name) == 1 else f"{name} · {one}", 60),
                    verdicts=tn("{n} verdict", "{n} verdicts", view.judges[one]),
                ),
                one,
            )
            for one, name in names.items()
        )
        refill(self.judges, named, view.judge.id if view.judge else "")

    @property
    def current(self) -> VerdictLine | None:
        """The current checkpoint."""
        lines = self.view.lines if self.view else ()
        return next((line for line in lines if line.checkpoint.id == self.lines.key), None)

    def _line_chosen(self) -> None:
        if self.view is not None and self.current is not None:
            self._show_line()
            self._refine()

    def _show_line(self) -> None:
        view, line = self.view, self.current
        if view is None:
            return
        self.detail.show_line(view, line)
        for part in self.parts:
            part.show_decisions(shown_decisions(view, line))
        self._mark()
        verdicts = line.verdicts if line else ()
        quotes = (quote for item in verdicts for quote in item.verdict.evidence if quote.verified)
        quote = next(quotes, None)
        if quote is not None:
            self._show_quote(quote)

    def _mark(self) -> None:
        if self.view is not None:
            self.reading.mark(marks_of(self.view.lines, self.current, self.view.response_text))
            turn = self.current.checkpoint.turn if self.current else None
            self.reading.turns.mark_turn(turn)

    def _show_quote(self, quote: Quote) -> None:
        if self.view is not None:
            self.reading.show_evidence(placed(quote, self.view.response_text))

    def _refine(self) -> None:
        view, line = self.view, self.current
        if view is None or view.judge is None or view.response_id != self.place.item:
            return
        self.place = verdict_place(
            view.task.id,
            view.response_id,
            line.checkpoint.id if line else "",
            view.judge.id,
            tab=self._tab,
        )
        self.shell.refine(self.place)

    @property
    def _tab(self) -> str:
        """The part that is shown, as places call it."""
        return "" if self.detail.tab == "verdict" else self.detail.tab

    def step_response(self, by: int) -> None:
        """Goes to the response before or after that the judge has judged."""
        view, target = self.view, self._other(by)
        if view is not None and target is not None:
            judge_id = view.judge.id if view.judge else ""
            self.shell.go(verdict_place(*target, "", judge_id, tab=self._tab))

    def _other(self, by: int) -> tuple[str, str] | None:
        view = self.view
        return (view.after if by > 0 else view.before) if view else None

    def _why_no_response(self, by: int) -> str | None:
        last = t("This is the last response.") if by > 0 else t("This is the first response.")
        return self._why_none() or (None if self._other(by) else last)

    def copy_json(self) -> None:
        """Copies the verdict with all that is known of it."""
        self.detail.copy()
        self.shell.say(t("The verdict is copied as JSON."), "good")

    def _judge_chosen(self) -> None:
        view, judge_id = self.view, self.judges.currentData()
        if view is not None and judge_id:
            point = self.current.checkpoint.id if self.current else ""
            self.shell.go(verdict_place(view.task.id, view.response_id, point, str(judge_id)))

    def _why_none(self) -> str | None:
        is_shown = self.stack.currentIndex() == 0 and self.view is not None
        return None if is_shown else t("Open a verdict first.")


def shown_decisions(view: VerdictView, line: VerdictLine | None) -> list[ShownDecision]:
    """What the judge and the experts decided on a checkpoint."""
    if line is None or view.judge is None:
        return []
    at = view.response_id, line.checkpoint.id
    judge = ShownDecision(*at, judge_id=view.judge.id, name=judge_name(view.judge))
    said = (
        ShownDecision(*at, expert_id=one.expert.id, name=one.expert.called) for one in line.said
    )
    return [*([judge] if line.verdicts else []), *said]


def _first(view: VerdictView) -> str:
    """The first checkpoint the judge was asked about."""
    found = (line.checkpoint.id for line in view.lines if line.verdicts)
    return next(found, view.lines[0].checkpoint.id if view.lines else "")
