"""What helps with a rubric: notes on a checkpoint, the reference answer, the prompt, the balance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.core.lint import Finding, untested_spans
from xpert_studio.core.records import TIERS, Dismissal, Policies, Tier
from xpert_studio.core.wording import listed, percent, t, tn
from xpert_studio.core.workflow.views import Balance, PointsShare, TaskView, balance_of
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, colour, px
from xpert_studio.desktop.pages.task.rubric.line_notes import FindingActs, MakesThread, finding_card
from xpert_studio.desktop.widgets.drawn_text import selection, text_style
from xpert_studio.desktop.widgets.fields import tab_bar, text_box
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, put_in, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import later
from xpert_studio.report.part_names import dimension_name

REFERENCE, PROMPT, OVERVIEW = range(3)
_SHOWN: Final = 60
_MARK_MS: Final = 200


class PointsBar(QWidget):
    """A bar as long as a share of the whole."""

    def __init__(self, part: float, use: str) -> None:
        super().__init__()
        self._part, self._use = part, use
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A thin line."""
        return QSize(px(90), px(10))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints it on its ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        full = ground.width()
        for part, ink, fill in ((1.0, "border", "sunken"), (self._part, self._use, self._use)):
            painter.setPen(colour(ink))
            painter.setBrush(colour(fill))
            ground.setWidth(max(4.0, full * part))
            if part > 0:
                painter.drawRoundedRect(ground, 3, 3)
        painter.end()


class ReferencePanel(QWidget):
    """The reference answer; sentences that share few words with every checkpoint are marked."""

    def __init__(self) -> None:
        super().__init__()
        self.about = label("", "small")
        self.text = text_box(name=t("Reference answer"), is_open=False)
        self.text.setProperty("kind", "reading")
        self.text.setPlaceholderText(t("There is none yet; write it in the brief."))
        self._rubric: tuple[str, ...] = ()
        self._soon = later(self, _MARK_MS, self._mark)
        column(self.about, self.text, on=self, pad=PAD, gap=TIGHT)

    def show_view(self, view: TaskView) -> None:
        """Shows a task's reference answer beside its rubric."""
        text = view.task.reference_answer or ""
        if text != self.text.toPlainText():
            self.text.setPlainText(text)
        self._rubric = tuple(point.text for point in view.rubric)
        self._soon.start()

    def _mark(self) -> None:
        """Marks what no checkpoint tests, by words: that is a hint and can be wrong."""
        text = self.text.toPlainText()
        spans, total = untested_spans(text, self._rubric)
        style = text_style(ground="warn_soft", dots="warn")
        document = self.text.document()
        self.text.setExtraSelections([selection(document, text, *span, style) for span in spans])
        self.about.say(
            t(
                "Underlined: no checkpoint seems to test it ({n} of {total} sentences, "
                "by shared words).",
                n=len(spans),
                total=total,
            )
            if spans
            else t("Every sentence shares words with a checkpoint.")
            if total
            else ""
        )


class SidePanel(QWidget):
    """Reference answer, prompt, and an overview of the rubric as a whole.

    Args:
        thread: Makes the thread of a comment.
        acts: What can be done about findings, where anything can.
    """

    def __init__(self, thread: MakesThread, acts: FindingActs | None = None) -> None:
        super().__init__()
        self._thread, self._acts = thread, acts
        self.reference = ReferencePanel()
        self.prompt = text_box(name=t("Prompt"), is_open=False)
        self.prompt.setProperty("kind", "reading")
        self.said = column(gap=GAP)
        self.count, self.limits = label("", "heading"), label("", "muted")
        self._grid = grid(GAP, 6, grow=(0, 1))
        self.dismissed = column(gap=TIGHT)
        overview = QWidget()
        scrolled_column(
            self.said,
            self.count,
            self.limits,
            self._grid,
            self.dismissed,
            1,
            on=overview,
            pad=PAD,
            gap=SPACE,
        )
        self.stack = stacked(self.reference, box(column(self.prompt, pad=PAD)), overview)
        titles = [(t("Reference answer"), 0), (t("Prompt"), 1), (t("Overview"), 2)]
        self.tabs = tab_bar(
            titles, self.stack.setCurrentIndex, name=t("Beside the rubric"), kind="side"
        )
        column(self.tabs, self.stack, on=self, gap=0)
        self.balance: Balance | None = None
        self._told: object = None

    def show_view(self, view: TaskView) -> None:
        """Shows a task's texts, and where the points of its rubric lie."""
        self.reference.show_view(view)
        if view.task.full_prompt != self.prompt.toPlainText():
            self.prompt.setPlainText(view.task.full_prompt)
        balance = balance_of(view.rubric, view.info.policies, view.info.taxonomy.dimensions)
        if balance != self.balance:
            self.balance = balance
            self._show_balance(balance, view.info.policies)

    def show_said(
        self,
        view: TaskView,
        findings: Sequence[Finding] = (),
        dismissed: Sequence[tuple[Finding, Dismissal]] = (),
    ) -> None:
        """Shows findings and comments on the rubric as a whole, and what was dismissed."""
        comments = [item for item in view.comments if item.checkpoint_id is None]
        state = (tuple(findings), tuple(dismissed), comments, view.refused.keys())
        if state == self._told:
            return
        self._told = state
        open_ = len(findings) + sum(item.is_open for item in comments)
        self.tabs.setTabText(OVERVIEW, f"{t('Overview')} {open_}" if open_ else t("Overview"))
        acts = self._acts if view.may("edit_rubric") else None
        cards = (finding_card(finding, acts) for finding in findings[:_SHOWN])
        put_in(self.said, (*cards, *(self._thread(view, comment) for comment in comments)))
        reasons = [
            f"{finding.message}\n{t('Dismissed because: {reason}', reason=why.reason)}"
            for finding, why in dismissed[:_SHOWN]
        ]
        head = [label(t("Dismissed"), "label")] if reasons else []
        put_in(self.dismissed, (*head, *(label(reason, "small") for reason in reasons)))

    def _show_balance(self, balance: Balance, policies: Policies) -> None:
        lines = tn("{n} checkpoint", "{n} checkpoints", balance.checkpoints)
        points = tn("{n} point", "{n} points", balance.points)
        self.count.setText(f"{lines} · {points}")
        self.limits.setText(limits_words(balance, policies))
        clear(self._grid)
        line = self._section(0, t("By tier"), balance.by_tier)
        used = [share for share in balance.by_dimension if share.checkpoints]
        unused = [share for share in balance.by_dimension if not share.checkpoints and share.name]
        line = self._section(line, t("By dimension"), used)
        if unused:
            words = t("Not used: {names}", names=listed(dimension_name(s.name) for s in unused))
            self._grid.addWidget(label(words, "small"), line, 0, 1, 3)

    def _section(self, line: int, title: str, shares: Sequence[PointsShare]) -> int:
        self._grid.addWidget(label(title, "label"), line, 0, 1, 3)
        for share in shares:
            line += 1
            tier = next((tier for tier in Tier if tier.value == share.name), None)
            use = tier.value.lower() if tier else "accent"
            name = t(TIERS[tier]) if tier else dimension_name(share.name)
            words = label(name or t("none yet"))
            words.setMaximumWidth(px(150))
            bar = PointsBar(share.part, use)
            figures = label(f"{share.points} · {percent(share.part)}", "small", wrap=False)
            bar.setAccessibleName(
                t(
                    "{name}: {n} checkpoints, {points} points, {part}",
                    name=words.text(),
                    n=share.checkpoints,
                    points=share.points,
                    part=percent(share.part),
                )
            )
            for place, widget in enumerate((words, bar, figures)):
                self._grid.addWidget(widget, line, place)
        return line + 1


def limits_words(balance: Balance, policies: Policies) -> str:
    """How the number of checkpoints stands to what the project recommends."""
    said = {"least": policies.min_checkpoints, "most": policies.max_checkpoints}
    if balance.too_few:
        return t(
            "{n} fewer than recommended ({least}–{most}). Submitting asks for a reason.",
            n=balance.too_few,
            **said,
        )
    if balance.too_many:
        return t(
            "{n} more than recommended ({least}–{most}). Submitting asks for a reason.",
            n=balance.too_many,
            **said,
        )
    return t("Within the recommended {least} to {most}.", **said)
