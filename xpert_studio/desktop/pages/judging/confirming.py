"""One form to confirm or override, line by line, beside the response it judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtWidgets import QMenu, QWidget

from xpert_studio.core.instruments import abstention_in, instrument_of
from xpert_studio.core.records import Decision, Judgment, JudgmentStatus, Role
from xpert_studio.core.wording import mark, t, tn, translated
from xpert_studio.core.workflow import Waiting, confirm, override, read_form
from xpert_studio.core.workflow.views import JudgedForm, JudgedLine, judged_form
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.names import decided, evidence_title, rated_look, settings_words
from xpert_studio.desktop.next_steps import NextStep, after_settling
from xpert_studio.desktop.pages.case_part import ShownDecision, case_parts
from xpert_studio.desktop.pages.judging.form_table import FormRow, facts_of
from xpert_studio.desktop.pages.judging.frame import FormFrame, quote_row
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.places import BESIDE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog, ask_reason, reason_field
from xpert_studio.desktop.widgets.form import FormField, Values
from xpert_studio.desktop.widgets.labels import button, card, chip, label, retone
from xpert_studio.desktop.widgets.layouts import column, put_in, row
from xpert_studio.desktop.widgets.scrolling import FittedScroll
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import enable_if, later, show_if, wire

_SHOWN_MS: Final = 700
"""A judgment that stays on the screen for so long counts as read."""


class OverrideForm(ActionDialog):
    """Asks for another value of a scale, and for the reason.

    Args:
        over: The part of the window that it may cover.
        line: The judgment.
        begun: What was typed of the value.
        then: Gets the value and the note.
    """

    def __init__(
        self, over: QWidget, line: FormRow, begun: str, then: Callable[[Decision, str], None]
    ) -> None:
        said = decided(line.value, line.checkpoint)
        instrument, point = instrument_of(line.checkpoint), line.checkpoint

        def typed(text: str) -> Decision | None:
            abstention = abstention_in(text) if line.may_abstain else None
            return abstention or instrument.typed(text, point)

        def fault(values: Values) -> str:
            value = typed(values["value"])
            if not values["value"] or value not in (None, line.value):
                return ""
            return (
                translated(instrument.how_to_write(point))
                if value is None
                else t("That is the expert's own value.")
            )

        asked = (
            FormField(
                key="value",
                title=mark("Value"),
                kind=inputs.text(mark("Type a value")),
                needed=mark("Type a value"),
                fault=fault,
            ),
            replace(reason_field(t("Note")), needed=mark("Write a note.")),
        )
        super().__init__(
            over.window(),
            t("Override"),
            t("This note replaces the rationale for the expert and the judge model."),
            t("Override"),
            asked=asked,
            over=over,
        )
        scale = "\n".join(settings_words(point, is_rating=True))
        self.fields.insertWidget(0, label(t("The expert's own decision: {said}", said=said)))
        self.fields.insertWidget(1, label(scale, "small").bound(1500, 12))
        self.form.show_values({"value": begun})

        def take() -> None:
            text, note = self.form.values().values()
            value = typed(text)
            if value is not None:
                then(value, note)

        self.accepted.connect(take)


class Confirming(FormFrame):
    """What a senior expert works on."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, takes_letters=False)
        self._shown = ("", "")
        self.lock = label("", "warn")
        self.all = button(
            t("Confirm read judgments"),
            self.confirm_all,
            picture="badge-check",
            hint=t("Only what was shown can be confirmed together."),
        )
        self._read: set[str] = set()
        self._reading = later(self, _SHOWN_MS, self._mark_read)
        self._build()
        wire(
            (self.lines.chosen, self._override_with),
            (self.lines.typed, self._ask_value),
            (self.lines.selectionModel().currentChanged, lambda *_: self._show_line()),
            (self.model.dataChanged, lambda *_: self._show_line()),
        )

    def _build(self) -> None:
        self.facts, self.text = label("", "small"), label("", "heading").bound(1500, 14)
        self.scale = label("", "small").bound(1500, 12)
        self.verdict = chip("", "good")
        self.state = label("", "small", wrap=False)
        self.before = label("", "muted")
        self.rationale = label("").bound(3000, 24)
        self.note = label("", "muted").bound(600, 6)
        self.quotes = column(gap=TIGHT)
        self.parts = case_parts(self.shell)
        self.yes = button(t("Confirm (C)"), self.confirm_line, picture="check")
        self.no = button(t("Override… (O)"), self.override_line, picture="rotate-ccw")
        deciding = card(
            column(
                self.facts,
                self.text,
                row(self.verdict, self.state, 1),
                self.before,
                self.rationale,
                self.quotes,
                self.note,
                row(self.yes, self.no, 1),
                *self.parts,
                self.scale,
                1,
                pad=PAD,
                gap=GAP,
            )
        )
        beside = button(
            t("Side by side"),
            lambda: self.shell.go(replace(self.shell.place, tab=BESIDE)),
            picture="columns-2",
        )
        self.here = FittedScroll(deciding, least=150)
        self.place(self.here, self.all, beside, above=self.lock)

    def shows(self, place: Place) -> bool:
        """Whether a form is on the screen."""
        return self._shown == (place.item, place.expert_id)

    def fetch(self, place: Place) -> None:
        """Fetches a form that was handed in."""
        self.session.fetch(
            partial(judged_form, self.session.ctx, place.item, place.expert_id),
            self.show_form,
            self.fail,
            owner=self,
            slot="form",
        )

    def go_on(self) -> None:
        """To the next judgment that is not settled, around at the end."""
        rows, here = self.model.rows, self.lines.currentIndex().row()
        around = (*range(here + 1, len(rows)), *range(here))
        lines = self.form.lines
        is_open = (n for n in around if not rows[n].is_locked and not _is_settled(lines[n]))
        self.lines.go_to(next(is_open, here))
        self.take_focus()

    def show_form(self, form: JudgedForm) -> None:
        """Shows a form as it is now."""
        shown, self._shown = self._shown, (form.response_id, form.expert.id)
        is_other = shown != self._shown
        self.form = form
        self.title.show_name(
            form.task.name,
            lambda name: t(
                "{task} · Response {letter}, judged by {name}",
                task=name,
                letter=form.label,
                name=form.expert.called,
            ),
        )
        if is_other or self.session.is_saved:
            self.model.show([_row(line, may_abstain=form.may_abstain) for line in form.lines])
        self.lock.say(form.refused or "")
        if is_other:
            self.problem.concern(f"{form.response_id} {form.expert.id}")
            self._read.clear()
        self._read |= {line.checkpoint.id for line in form.lines} - form.unread
        self._show_all()
        self.show_progress(
            form.settled,
            len(form.lines),
            t("{n} of {total} resolved", n=form.settled, total=len(form.lines)),
        )
        if is_other:
            self.lines.go_to(self._first_open())
            show_response(self.reading, self.session, form, self._show_line, owner=self)
        self._show_line()
        self._offer_next(has_ended=not is_other)
        self.came.emit()

    def _offer_next(self, *, has_ended: bool) -> None:
        """Once all of the form is settled: the next form, or the alignment."""
        form = self.form
        if form.settled < len(form.lines):
            self.next.hide()
            return

        def following(waiting: Waiting) -> NextStep:
            sees = self.session.has_role(Role.LEAD) and not waiting.to_judge
            return after_settling(waiting, sees_results=sees)

        self.offer_next(lambda: self.form is form, following, has_ended=has_ended)

    def _show_again(self, _: object) -> None:
        """Shows what holds, where something was shown as settled that was refused."""
        self.show_form(self.form)

    def _first_open(self) -> int:
        return next((n for n, line in enumerate(self.form.lines) if not _is_settled(line)), 0)

    def _show_all(self) -> None:
        """How many judgments can be confirmed together: those that were read and are open."""
        still = [line for line in self.form.lines if not _is_settled(line)]
        count = sum(line.checkpoint.id in self._read for line in still)
        self.all.setVisible(self.form.refused is None and bool(still))
        self.all.setEnabled(bool(count))
        said = tn("Confirm {n} read judgment", "Confirm {n} read judgments", count)
        self.all.setText(menu_words(said if count else t("Confirm read judgments")))

    def _mark_read(self) -> None:
        """The current judgment has been shown long enough to be read."""
        line = self.lines.current
        if line is None or line.key in self._read or self.form.refused or not self.isVisible():
            return
        self._read.add(line.key)
        self._show_all()
        self.session.do(read_form, self.form.response_id, self.form.expert.id, [line.key])

    def _show_line(self) -> None:
        self._reading.start()
        line = self.lines.current
        if line is None:
            return
        self.facts.setText(facts_of(line.checkpoint))
        self.text.setText(line.checkpoint.text)
        self.scale.say("\n".join(settings_words(line.checkpoint, is_rating=True)))
        look = rated_look(line.value, line.checkpoint)
        self.verdict.setText(look.word)
        retone(self.verdict, "chip", "optional" if line.value is None else look.tone)
        self.state.setText(line.state)
        self.rationale.setText(line.rationale)
        judgment = self._judgment(line.key)
        is_other = judgment is not None and judgment.decision != judgment.final
        own = decided(judgment.decision, line.checkpoint) if judgment and is_other else ""
        self.before.say(t("The expert's own decision: {said}", said=own) if own else "")
        self.note.say(t("Note: {note}", note=judgment.note) if judgment and judgment.note else "")
        is_open = judgment is not None and not judgment.is_gold and not line.is_stale
        show_if(is_open, self.yes, self.no)
        enable_if(is_open and self.why_not() is None, self.yes, self.no)
        show, picture_of = self.reading.show_evidence, self.reading.pictures.number_of
        put_in(
            self.quotes,
            (
                quote_row(one, evidence_title(one, line.evidence, picture_of(one)), show)
                for one in line.evidence
            ),
        )
        self.mark_evidence(line.key)
        form = self.form
        at = (
            ShownDecision(
                form.response_id, line.key, expert_id=form.expert.id, name=form.expert.called
            )
            if judgment
            else None
        )
        for part in self.parts:
            part.show_decisions([at] if at else [])

    def _judgment(self, key: str) -> Judgment | None:
        found = (line.judgment for line in self.form.lines if line.checkpoint.id == key)
        return next(found, None)

    def why_not(self) -> str | None:
        """Why this person cannot settle the form; None where they can."""
        return self.form.refused

    @property
    def is_read(self) -> bool:
        """Whether the current judgment was on the screen for long enough to be read."""
        line = self.lines.current
        return line is None or line.is_locked or line.key in self._read

    def confirm_by_key(self) -> None:
        """Confirms the current checkpoint, once it is read."""
        if not self.is_read:
            self.shell.say(t("Not confirmed: read it first, then press the key again."), "warn")
        else:
            self.confirm_line()

    def confirm_line(self) -> None:
        """Confirms the current checkpoint, and continues."""
        line, form = self.lines.current, self.form
        if line is not None and line.is_locked:  # settled before: the same key leads on
            self.go_on()
        elif line is not None and self.yes.isEnabled():
            self.problem.perform(
                lambda: confirm(self.session.ctx, form.response_id, form.expert.id, [line.key]),
                refused=self._show_again,
            )
            self.model.assume(line.key, state=t("confirmed"), is_locked=True)
            self.go_on()

    def override_line(self) -> None:
        """Asks why, and overrides the current checkpoint."""
        line = self.lines.current
        if line is None or not self.no.isEnabled():
            return
        instrument, point = instrument_of(line.checkpoint), line.checkpoint
        if not instrument.has_keys(point):
            self._ask_value("")
            return
        value = None if line.may_abstain else line.number
        other = None if value is None else instrument.other(value)
        self._override_with(self._chosen(line) if other is None else other)

    def _override_with(self, other: Decision | None) -> None:
        """Asks why another value is right, which was chosen by a key or from a list."""
        line, form = self.lines.current, self.form
        if line is None or other in {None, line.value} or not self.no.isEnabled():
            return
        ask_reason(
            self.here,
            title=t("Override: {verdict}", verdict=decided(other, line.checkpoint)),
            act=t("Override"),
            name=t("Note"),
            text=t("This note replaces the rationale for the expert and the judge model."),
            then=lambda note: self._override(form, line, note, other),
        )

    def _override(self, form: JudgedForm, line: FormRow, note: str, value: Decision | None) -> None:
        self.problem.perform(
            lambda: override(
                self.session.ctx, form.response_id, form.expert.id, line.key, note=note, value=value
            ),
            refused=self._show_again,
        )
        self.model.assume(line.key, state=t("overridden"), is_locked=True, value=value)
        self.go_on()

    def _chosen(self, line: FormRow) -> Decision | None:
        """The decision that is chosen from a list in place of the expert's."""
        menu = QMenu(self)
        values = {
            menu.addAction(t(choice.title)): choice.decision
            for choice in line.choices
            if choice.decision != line.value
        }
        return values.get(menu.exec(self.no.mapToGlobal(self.no.rect().bottomLeft())))

    def _ask_value(self, begun: str) -> None:
        """Asks for the value in place of the expert's, and why; a digit begins it."""
        line, form = self.lines.current, self.form
        if line is not None and self.no.isEnabled():
            OverrideForm(
                self.here, line, begun, lambda value, note: self._override(form, line, note, value)
            ).open()

    def confirm_all(self) -> None:
        """Confirms together what was read and is not settled."""
        form = self.form
        self.problem.perform(
            lambda: confirm(self.session.ctx, form.response_id, form.expert.id),
            lambda _: self.shell.say(
                t("Confirmed. The form is gold once every checkpoint is resolved."),
                "good",
                act=t("Undo"),
                run=self.session.undo,
            ),
        )


def _is_settled(line: JudgedLine) -> bool:
    return line.judgment is None or line.judgment.is_gold or line.is_stale


def _row(line: JudgedLine, *, may_abstain: bool) -> FormRow:
    judgment = line.judgment
    if judgment is None:
        return FormRow(line.checkpoint, state=t("not judged"))
    states = {
        JudgmentStatus.CONFIRMED: t("confirmed"),
        JudgmentStatus.OVERRIDDEN: t("overridden"),
        JudgmentStatus.SUBMITTED: t("pending"),
    }
    return FormRow(
        checkpoint=line.checkpoint,
        value=judgment.final,
        rationale=judgment.rationale or "",
        evidence=judgment.evidence,
        is_stale=line.is_stale,
        is_locked=judgment.is_gold,
        may_abstain=may_abstain,
        state=t("edited since") if line.is_stale else states[judgment.status],
    )
