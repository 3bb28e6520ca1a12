"""The prompts of a run before it starts: each one, letter for letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.core.judge.comparing import PairCall
from xpert_studio.core.judge.estimating import PromptPreview
from xpert_studio.core.judge.run_preflight import Composed, hidden_examples
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import Attachment, Response
from xpert_studio.core.wording import number, short, t, tn, translated
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, px
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.entries import Entry, EntryDelegate, EntryRows, dress_list
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.prompt_view import PromptPart, PromptView
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import later

_TYPING_MS: Final = 180


def shown_in(ask: JudgeCall) -> tuple[Response, ...]:
    """The response that an ask is about, or both of a pair in their order."""
    return (ask.response, ask.against) if isinstance(ask, PairCall) else (ask.response,)


class AskList(EntryRows[int]):
    """What would be asked, one call a row; tens of thousands cost no more than those seen.

    A row is a place in the plan.
    """

    def show_asks(self, asks: Sequence[JudgeCall], blinding: Blinding) -> None:
        """Shows other asks."""
        self._asks, self._blinding = asks, blinding
        self.show_rows(range(len(asks)))

    def look_for(self, words: str) -> None:
        """Shows those in whose task, system or response every word stands."""
        parts = words.casefold().split()
        every = range(len(self._asks))
        wanted = [place for place in every if self._fits(self._asks[place], parts)]
        self.show_rows(wanted if parts else every)

    def _fits(self, ask: JudgeCall, parts: Sequence[str]) -> bool:
        texts = [ask.task.name, ask.task.id]
        if ask.task.id not in self._blinding.tasks:
            texts += [one for shown in shown_in(ask) for one in (shown.model, shown.id)]
        text = " ".join(texts).casefold()
        return all(part in text for part in parts)

    def entry(self, row: int) -> Entry:
        """Task and system, and below them the question."""
        ask = self._asks[row]
        is_hidden = ask.task.id in self._blinding.tasks
        who = (
            t("a response you may judge")
            if is_hidden
            else f" {t('against')} ".join(short(shown.model, 40) for shown in shown_in(ask))
        )
        parts = [tn("{n} checkpoint", "{n} checkpoints", len(ask.asked))]
        if ask.anchors:
            parts.append(tn("{n} anchor", "{n} anchors", len(ask.anchors)))
        if ask.trial > 1:
            parts.append(t("trial {n}", n=ask.trial))
        below = who if isinstance(ask, PairCall) else f"{who} · {' · '.join(parts)}"
        return Entry("", short(ask.task.name, 120), (below,))


class Prompts(QWidget):
    """The list of asks, and the prompt of the current one.

    Args:
        session: Whose project it is.
        leave: Goes back to the form.
    """

    def __init__(self, session: Session, leave: Callable[[], object]) -> None:
        super().__init__()
        self._session = session
        self.model = AskList(self)
        self.words = filter_field(t("Filter by task or system"), lambda: self._soon.start())
        self.list = QListView()
        self.view = PromptView(t("The prompt"))
        self.about = label("", "muted")
        self._soon = later(self, _TYPING_MS, self._look)
        self._lay_out(leave)

    def _lay_out(self, leave: Callable[[], object]) -> None:
        dress_list(self.list, self.model, EntryDelegate(self.list), t("What would be asked"))
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setMinimumWidth(px(220))
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show())
        back = button(t("Back to the form"), leave, kind="link", picture="chevron-left")
        copy = button(t("Copy"), self.view.copy_all, picture="copy")
        left = box(column(self.words, self.list, gap=GAP))
        right = card(column(row(self.about, copy, grow=0), self.view, pad=PAD, gap=GAP))
        column(
            row(back, 1),
            label(t("Exactly what will be asked"), "title"),
            SideSplitter(left, right, sizes=(340, 760)),
            on=self,
            pad=WIDE,
            gap=SPACE,
            grow=2,
        )
        self.setFocusProxy(self.list)

    def show_composed(self, found: Composed, blinding: Blinding) -> None:
        """Shows the prompts of a plan.

        Args:
            found: The plan.
            blinding: What of it the person must not see.
        """
        self._composed, self._blinding = found, blinding
        self.words.clear()
        self._soon.stop()
        self.model.show_asks(found.asks, blinding)
        self._show_first()

    def _look(self) -> None:
        self.model.look_for(self.words.text())
        self._show_first()

    def _show_first(self) -> None:
        select_only(self.list, self.model.index(0))
        self._show()

    def _show(self) -> None:
        found, place = self._composed, self.model.row_at(self.list.currentIndex().row())
        if place is None:
            self.about.setText(t("Nothing matches this filter"))
        elif why := hidden_examples(found.asks[place], self._blinding):
            self.about.setText(translated(why))
        else:
            self._session.fetch(
                lambda: found.preview(place), self._show_preview, owner=self, slot="preview"
            )
            return
        self.view.show_parts(())

    def _show_preview(self, shown: PromptPreview) -> None:
        self.about.setText(
            t(
                "About {shared} tokens that a cache may serve, and {own} that differ "
                "from response to response.",
                shared=number(shown.shared_tokens),
                own=number(shown.own_tokens),
            )
        )
        compares = self._composed.request.selection.comparisons
        common = t("Task") if compares else t("Task, rubric and worked examples")
        own_images = t("Images of both") if compares else t("Images of the candidate")
        parts = (
            PromptPart(t("Instructions"), shown.system, is_shared=True),
            PromptPart(t("Images"), _names(shown.images), is_shared=True) if shown.images else None,
            PromptPart(common, shown.prefix, is_shared=True),
            PromptPart(t("Both responses") if compares else t("The candidate"), shown.suffix),
            PromptPart(own_images, _names(shown.own_images)) if shown.own_images else None,
        )
        self.view.show_parts([part for part in parts if part])


def _names(images: Sequence[Attachment]) -> str:
    return "\n".join(f"{image.path} {image.caption or ''}".strip() for image in images)
