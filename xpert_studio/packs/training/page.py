"""The course in the window: pages with contrasting examples, and the self-test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from xpert_studio.api.changes import seen_records
from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
    WIDE,
    BlocksView,
    Entry,
    EntryView,
    Page,
    Shell,
    SideSplitter,
    box,
    button,
    column,
    enable_if,
    label,
    labelled,
    px,
    row,
    scrolled_column,
    stacked,
    t,
)
from xpert_studio.packs.training.changes import take_test
from xpert_studio.packs.training.course import CoursePage, TestQuestion, all_pages, course
from xpert_studio.packs.training.records import PACK_ID, TEST, SelfTest
from xpert_studio.report.blocks import Block, Heading, Text

_TEST = "/test"


class QuestionChoice(QWidget):
    """A question of the self-test, and why an answer is right once all were checked."""

    def __init__(self, asked: TestQuestion) -> None:
        super().__init__()
        self.asked = asked
        self.options = [
            QRadioButton(f"{letter}.  {text}")
            for letter, text in zip(asked.letters, asked.options, strict=True)
        ]
        self._group = QButtonGroup(self)
        for option in self.options:
            self._group.addButton(option)
        self.why = label("", "muted")
        self.why.hide()
        column(label(asked.text, "label"), *self.options, self.why, on=self, gap=TIGHT)

    @property
    def said(self) -> str:
        """The letter that is chosen; empty for none."""
        chosen = zip(self.asked.letters, self.options, strict=True)
        return next((letter for letter, one in chosen if one.isChecked()), "")

    def explain(self) -> None:
        """Says what is right, and why."""
        words = (
            t("Right.") if self.said == self.asked.key else t("Right is {key}.", key=self.asked.key)
        )
        self.why.say(f"{words} {self.asked.why}")


class TrainingPageOfWindow(Page):
    """The list of pages beside the one that is read, the self-test at its end."""

    rests_on = frozenset({"pack_record"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._pages: dict[str, CoursePage] = {}
        self.list = EntryView(t("Pages of the training"), lines=0, title_lines=2)
        self.list.setMinimumWidth(px(220))
        self.list.looked_at.connect(lambda _: self._show_current())
        self.shown = BlocksView(shell, t("Page"))
        self.questions = [QuestionChoice(one) for one in course().test]
        self.check = button(t("Check answers"), self._check, kind="primary", picture="check")
        self.result = label("", "muted")
        for question in self.questions:
            for one in question.options:
                one.toggled.connect(lambda _: self._look())
        page, test = QWidget(), QWidget()
        scrolled_column(self.shown, 1, pad=(SPACE, 0, SPACE, SPACE), on=page)
        scrolled_column(
            label(t("Self-test"), "heading"),
            *self.questions,
            box(row(self.check, self.result, 1, gap=GAP)),
            1,
            gap=SPACE,
            pad=(SPACE, 0, SPACE, SPACE),
            on=test,
        )
        self._page, self._test = page, test
        self.stack = stacked(page, test)
        both = SideSplitter(self.list, self.stack, room=700, sizes=(260, 800))
        title = label(t("Training"), "title", wrap=False)
        column(title, both, on=self, pad=WIDE, gap=SPACE, grow=1)
        self._look()

    def refresh(self) -> None:
        """Reads the pages, and the person's newest result."""
        ctx = self.session.ctx

        def read() -> tuple[Sequence[CoursePage], SelfTest | None]:
            with ctx.project.reading() as tx:
                found = (
                    record.value for record in seen_records(tx, ctx.person_id, PACK_ID, TEST.id)
                )
                own = [o for o in found if isinstance(o, SelfTest) and o.person == ctx.person_id]
                return all_pages(tx), own[-1] if own else None

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="training")

    def _show(self, pages: Sequence[CoursePage], newest: SelfTest | None) -> None:
        self._pages = {page.id: page for page in pages}
        entries = [Entry(page.id, page.title) for page in pages]
        self.list.show_entries([*entries, Entry(_TEST, t("Self-test"))], self.list.key)
        if newest is not None:
            self.result.setText(
                t(
                    "Newest result: {right} of {n}, {day}",
                    right=newest.right,
                    n=newest.of,
                    day=newest.at.date().isoformat(),
                )
            )
        self._show_current()

    def _show_current(self) -> None:
        self.stack.setCurrentWidget(self._test if (self.list.key == _TEST) else self._page)
        one = self._pages.get(self.list.key)
        if one is not None:
            self.shown.show_blocks(page_blocks(one))

    def _look(self) -> None:
        enable_if(all(question.said for question in self.questions), self.check)

    def _check(self) -> None:
        ctx, said = self.session.ctx, "".join(question.said for question in self.questions)
        self.session.perform(lambda: take_test(ctx, said), lambda _: self._explain())

    def _explain(self) -> None:
        for question in self.questions:
            question.explain()


def page_blocks(course_page: CoursePage) -> Iterator[Block]:
    """A page: its text, and pairs of examples in full, since a table would cut them."""
    yield Heading(course_page.title)
    yield Text(course_page.text)
    for number, pair in enumerate(course_page.pairs, start=1):
        yield Heading(t("Example {n}", n=number))
        yield Text(labelled(t("Rather not"), pair.poor))
        yield Text(labelled(t("Better"), pair.good))
        yield Text(labelled(t("Why"), pair.why))
