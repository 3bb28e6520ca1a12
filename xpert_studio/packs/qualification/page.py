"""The page of qualification: for who is examined, and for who examines."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    WIDE,
    EmptyState,
    Page,
    Shell,
    box,
    card,
    column,
    label,
    labelled,
    put_in,
    scrolled_column,
    show_if,
    stacked,
    t,
)
from xpert_studio.api.sections import domain_name
from xpert_studio.packs.qualification.page_deciding import Deciding
from xpert_studio.packs.qualification.page_paper import Paper
from xpert_studio.packs.qualification.page_read import Seen, read_seen


class QualificationPage(Page):
    """Examinations to take above those to decide on."""

    rests_on = frozenset({"pack_record", "person", "project", "judgment", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.paper, self.deciding = Paper(shell), Deciding(shell)
        self.empty = EmptyState(
            "badge-check",
            t("Nothing to do here"),
            t("You take no examination, and decide on none."),
        )
        self.refused = QWidget()
        self._refused_in = column(on=self.refused, gap=SPACE)
        inside = QWidget()
        scrolled_column(
            self.refused,
            self.paper,
            self.deciding,
            1,
            gap=SPACE,
            pad=(0, 0, SPACE, SPACE),
            on=inside,
        )
        self.whole = inside
        self.stack = stacked(box(column(label(t("Computing…"), "muted"), 1)), inside, self.empty)
        column(
            label(t("Qualification"), "title", wrap=False),
            self.stack,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    def refresh(self) -> None:
        """Reads what the person may see."""
        ctx = self.session.ctx
        self.session.fetch(lambda: read_seen(ctx), self._show, owner=self, slot="qualification")

    def _show(self, seen: Seen) -> None:
        open_ = {one.domain for one in seen.papers}
        why = [(name, said) for name, said in seen.turned_down if name not in open_]
        put_in(self._refused_in, [_decided(*one) for one in why])
        show_if(bool(why), self.refused)
        show_if(bool(seen.papers), self.paper)
        show_if(bool(seen.makes), self.deciding)
        self.paper.show_seen(seen)
        if seen.makes:
            self.deciding.show_seen(seen)
        has_part = why or seen.papers or seen.makes
        self.stack.setCurrentWidget(self.whole if has_part else self.empty)


def _decided(domain: str, said: str) -> QFrame:
    """What was decided on a person in a domain, and why."""
    heading = label(labelled(t("Examination"), domain_name(domain)), "heading")
    return card(column(heading, label(said, "warn"), pad=SPACE, gap=GAP))
