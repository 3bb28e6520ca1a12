"""One form: the response, a strip of all checkpoints, the current one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from xpert_studio.core.errors import IncompleteError, StageError
from xpert_studio.core.records import Decision, Quote
from xpert_studio.core.wording import span, t, translated
from xpert_studio.core.workflow import (
    Waiting,
    form_view,
    judge_line,
    open_form,
    spend_time,
    submit_form,
)
from xpert_studio.core.workflow.form_view import FormLine, FormView
from xpert_studio.desktop.names import choice_of
from xpert_studio.desktop.next_steps import after_judging, form_place
from xpert_studio.desktop.pages.judging.detail import Detail
from xpert_studio.desktop.pages.judging.form_table import FormRow
from xpert_studio.desktop.pages.judging.frame import FormFrame
from xpert_studio.desktop.pages.judging.line_part import line_parts
from xpert_studio.desktop.pages.judging.lines import is_final
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.pages.judging.summary import Summary
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.unsaved import CutOffText
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, stacked
from xpert_studio.desktop.widgets.scrolling import FittedScroll
from xpert_studio.desktop.widgets.wiring import every, wire

_TICK_MS: Final = 1000
_KEPT_EVERY: Final = 15


class FormWidget(FormFrame):
    """What an expert works on."""

    has_rationale = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.parts = line_parts(shell)
        self.detail = Detail(self.parts)
        self.summary = Summary()
        self.clock = label("", "muted", wrap=False)
        self.not_asked = label("", "warn")
        self.apart = label("", "muted")
        self.submit = button(t("Submit form"), self.hand_in, picture="send")
        self._unkept = 0
        self._tick = every(self, _TICK_MS, self._pass_time)
        self.here = stacked(FittedScroll(self.detail, least=150), self.summary)
        self.place(
            self.here, self.clock, self.submit, above=box(column(self.apart, self.not_asked))
        )
        self._connect()

    def _connect(self) -> None:
        detail, rationale = self.detail, self.detail.rationale
        detail.picture_of = self.reading.pictures.number_of
        wire(
            (self.lines.selectionModel().currentChanged, lambda *_: self._show_line()),
            (self.lines.clicked, lambda _: self._show_detail()),
            (self.summary.chosen, self._go_to),
            (self.summary.submitted, self.hand_in),
            (self.model.dataChanged, lambda *_: self._show_line()),
            (detail.decided, self.decide),
            (detail.rated, self._rate),
            (self.lines.chosen, self.decide),
            (self.lines.typed, self._type),
            (self.lines.proposed, detail.propose),
            (detail.typed.left, self.lines.setFocus),
            (detail.evidence_wanted, self.add_evidence),
            (detail.quote_dropped, self._drop_quote),
            (detail.quote_chosen, self.reading.show_evidence),
            (self.reading.pictures.kept, self._add_region),
            (rationale.kept, self._keep),
            (rationale.finished, self._write),
            (rationale.dropped, lambda: self.session.drop(self._words(""))),
            (rationale.left, self.lines.setFocus),
        )

    view: FormView
    _shown = ""
    """The response whose form is on the screen."""
    _opened = ""
    """The response whose form was opened since one came here."""
    _ended = ""
    """The response whose form was submitted for good: it is not read again."""

    def shows(self, place: Place) -> bool:
        """Whether the form on a response is on the screen, and was opened."""
        return self._shown == place.item == self._opened

    def fetch(self, place: Place) -> None:
        """Opens the form on a response; one that was handed in is shown as it is."""
        ctx, response_id = self.session.ctx, place.item

        def fetch_view() -> None:
            self.session.fetch(
                lambda: form_view(ctx, response_id), show, self.fail, owner=self, slot="form"
            )

        def show(view: FormView) -> None:
            self._opened = view.response_id
            self.show_form(view)
            self.came.emit()

        if self.session.project.read_only or self._opened == response_id:
            fetch_view()
        else:
            self.session.perform(
                lambda: open_form(ctx, response_id),
                lambda _: fetch_view(),
                lambda error: fetch_view() if isinstance(error, StageError) else self.fail(error),
            )

    def show_form(self, view: FormView) -> None:
        """Shows a form; what is still on its way to the project is not overwritten."""
        is_other = view.response_id != self._shown
        if is_other:
            self._save()  # what was written belongs to the form that was shown
            self.detail.begin()
            self.problem.concern(view.response_id)
            self._unkept = 0
            self._writing_on = ""
        self.view, self._shown = view, view.response_id
        self.title.show_name(
            view.task.name,
            lambda name: t("{task} · Response {letter}", task=name, letter=view.label),
        )
        self.not_asked.say("\n".join(map(translated, view.not_asked)))
        apart = t("Trial or practice: it counts in no result, and is final once submitted.")
        self.apart.say(apart if view.is_apart else "")
        if is_other or self.session.is_saved:
            self.model.show([_row(line, may_abstain=view.may_abstain) for line in view.lines])
        if is_other:
            self._go_to(self._first_open())
            show_response(self.reading, self.session, view, self._show_line, owner=self)
        for part in self.parts:
            part.show_form(view)
        self._show_progress()
        self._show_line()
        self._offer_next(has_ended=not is_other)

    def _offer_next(self, *, has_ended: bool) -> None:
        """Once the form is submitted: what the person can judge or confirm next."""
        view, rows = self.view, self.model.rows
        is_open = view.form is not None and view.form.submitted_at is None
        if is_open or not rows or not all(line.is_done for line in rows):
            self.next.hide()
            return
        self.offer_next(
            lambda: self.view is view,
            lambda waiting: after_judging(waiting, self.session.person_id),
            has_ended=has_ended,
        )

    def _first_open(self) -> int:
        return next((n for n, line in enumerate(self.model.rows) if not line.is_done), 0)

    def _show_progress(self) -> None:
        rows = self.model.rows
        done = sum(line.is_done for line in rows)
        self.show_progress(done, len(rows), t("{n} of {total} done", n=done, total=len(rows)))
        self.submit.setVisible(self.is_open)
        self._show_clock()

    @property
    def is_open(self) -> bool:
        """Whether the form can be worked on."""
        form = self.view.form
        return form is not None and form.submitted_at is None and not self.session.project.read_only

    _writing_on = ""
    _has_decided = False
    """Whether the current checkpoint was decided since one came to it."""

    def _show_line(self) -> None:
        line = self.lines.current
        if line is not None and line.key != self._writing_on:
            self.reading.response.clear_selection()
            self.reading.pictures.canvas.drop()
            self.detail.rationale.finish()
            self._writing_on, self._has_decided = line.key, False
            self.detail.rationale.clearFocus()
        self.detail.show_row(line, is_open=self.is_open)
        may = self.is_open and line is not None and not line.is_locked
        self.reading.pictures.set_open(is_open=may)
        for part in self.parts:
            part.show_line(line, may=not self.session.project.read_only)
        self.mark_evidence(self._writing_on)

    def why_not(self) -> str | None:
        """Why nothing can be decided; None where it can."""
        return None if self.is_open else t("This form has been submitted.")

    def press(self, key: str) -> None:
        """Decides by a key of the checkpoint's instrument."""
        line = self.lines.current
        choice = choice_of(key, line.checkpoint, may_abstain=line.may_abstain) if line else None
        if line is None or choice is None:
            return
        if is_final(choice, line.checkpoint):
            self.decide(choice.decision)
        else:
            self.detail.propose(choice.value)

    def _type(self, text: str) -> None:
        """A digit on the lines begins a value in its field."""
        if not self.detail.typed.isReadOnly():
            self.detail.typed.setFocus()
            self.detail.typed.setText(text)

    def decide(self, value: Decision | None) -> None:
        """Chooses a value; the same again takes it back, but leads to a reason that is missing."""
        line = self.lines.current
        if line is None or not self.is_open or line.is_locked or not self.has_looked():
            return
        is_same = line.value == value and not line.is_stale
        lacks_reason = not line.rationale.strip()
        if is_same and lacks_reason and not self._has_decided:
            self._show_line()
            self.write_rationale()
            return
        self._has_decided = True
        self._rate(line.key, None if is_same else value)
        if not is_same and lacks_reason:
            self.write_rationale()

    def _rate(self, key: str, value: Decision | None) -> None:
        self.model.assume(key, value=value, is_stale=False)
        self._judge(key, value=value)
        self._show_progress()

    def go_on(self) -> None:
        """To the next checkpoint that is not done; after the last one the summary, and to submit."""
        if self.here.currentWidget() is self.summary:
            self.summary.go()
            return
        rows, here = self.model.rows, self.lines.currentIndex().row()
        place = next((n for n in range(here + 1, len(rows)) if not rows[n].is_done), None)
        if place is not None:
            self._go_to(place)
        elif self.is_open:
            self.detail.rationale.finish()
            self.summary.show_rows(self.model.rows)
            self.here.setCurrentWidget(self.summary)
            self.summary.setFocus()

    def _go_to(self, place: int) -> None:
        self._show_detail()
        self.lines.go_to(place)
        self.lines.setFocus()

    def _show_detail(self) -> None:
        self.here.setCurrentIndex(0)

    def write_rationale(self) -> None:
        """Puts the cursor behind what the rationale says."""
        self.detail.rationale.write_on()

    def add_evidence(self) -> None:
        """What is marked in the response becomes a quote on the current checkpoint."""
        line = self.lines.current
        quote = self.reading.response.selected_quote()
        if line is None or not self.is_open or line.is_locked:
            return
        if quote is not None:
            if all((quote.start, quote.end) != (one.start, one.end) for one in line.evidence):
                self._set_evidence(line, (*line.evidence, quote))
            self.reading.response.clear_selection()
        else:
            self._show_detail()
            self.detail.rationale.finish()
            self.reading.open_search(self._quoted)

    def mark_region(self) -> None:
        """Begins a region on the current checkpoint, in the picture that is shown."""
        line = self.lines.current
        if line is not None and self.is_open and not line.is_locked:
            self.reading.mark_region()

    def _add_region(self, region: Quote) -> None:
        line = self.lines.current
        if line is not None and self.is_open and not line.is_locked:
            self._set_evidence(line, (*line.evidence, region))

    def _quoted(self, goes_on: bool | None) -> None:
        """A sentence was found to quote, or none."""
        if goes_on is not None:
            self.add_evidence()
        line = self.lines.current
        if goes_on:
            self.go_on()
        elif line is not None and line.value is not None:
            self.write_rationale()
        else:
            self.lines.setFocus()

    def _drop_quote(self, place: int) -> None:
        line = self.lines.current
        if line is not None:
            self._set_evidence(line, line.evidence[:place] + line.evidence[place + 1 :])

    def _set_evidence(self, line: FormRow, evidence: tuple[Quote, ...]) -> None:
        self.model.assume(line.key, evidence=evidence)
        self._judge(line.key, evidence=evidence)

    def _judge(self, key: str, **fields: Any) -> None:
        self.problem.do(judge_line, self.view.response_id, key, **fields)

    def _words(self, text: str) -> CutOffText:
        # By its blind name: these words lie in a file, and an id may tell the system.
        name = f"{self.view.task.id}:{self.view.label}"
        return CutOffText(self.session.person_id, "rationale", name, self._writing_on, text)

    def _keep(self, text: str) -> None:
        if self._writing_on:
            self.session.keep(self._words(text))

    def _write(self, text: str) -> None:
        view, key = self.view, self._writing_on
        self.model.assume(key, rationale=text)
        self.problem.perform(
            lambda: judge_line(self.session.ctx, view.response_id, key, rationale=text),
            words=self._words(text),
        )
        self._show_progress()

    def hand_in(self) -> None:
        """Submits the form, or says what is missing and goes there."""
        self._save()
        view = self.view
        if self._goes_to_wrong():
            return
        if view.is_apart:
            self._ended = view.response_id

        self.problem.perform(
            lambda: submit_form(self.session.ctx, view.response_id),
            self._submitted,
            lambda error: self._go_to_gap() if isinstance(error, IncompleteError) else None,
        )

    def _submitted(self, _: object) -> None:
        view = self.view
        is_solo = self.session.project_state.info.policies.is_solo
        said = t("Submitted.") if is_solo else t("Submitted for confirmation.")
        if view.is_apart:
            said = t("Submitted. It is final.")

        def go(waiting: Waiting) -> None:
            # What waits may have been read before this form was submitted.
            others = (one for one in waiting.to_judge if one.response_id != view.response_id)
            following = next(others, None)
            is_here = self._shown == view.response_id
            if is_here and following is not None:
                self.shell.go(form_place(following))
            elif is_here and view.is_apart:
                self.close_form()
            if view.is_apart:
                self.shell.say(said, "good")
            else:
                self.shell.say(said, "good", act=t("Undo"), run=self.session.undo)

        self._show_detail()
        self.session.fetch(self.session.waiting.get, go, owner=self, slot="following")

    def fail(self, error: BaseException) -> None:
        """Back to all that waits; a form that has ended for good is left without a word."""
        if self._ended and self._shown == self._ended:
            self.close_form()
        else:
            super().fail(error)

    def _goes_to_wrong(self) -> bool:
        """Goes to what was typed and is no value; returns whether there is any."""
        wrong = [n for n, line in enumerate(self.model.rows) if line.key in self.detail.wrong]
        if wrong:
            self._go_to(wrong[0])
            self.detail.typed.setFocus()
        return bool(wrong)

    def _go_to_gap(self) -> None:
        """To what is missing first: a decision, or the rationale of one."""
        self._go_to(self._first_open())
        line = self.lines.current
        if line is not None and line.value is not None and not line.is_stale:
            self.write_rationale()
        else:
            self.lines.setFocus()

    def leave(self) -> None:
        """Saves what is being written, and the time."""
        self._opened = ""
        self._save()

    def _save(self) -> None:
        self.detail.finish()
        self.detail.rationale.finish()
        self._keep_time()

    def _pass_time(self) -> None:
        if self.isVisible() and self.is_open and self.window().isActiveWindow():
            self._unkept += 1
            self._show_clock()
            if self._unkept >= _KEPT_EVERY:
                self._keep_time()

    def _show_clock(self) -> None:
        form = self.view.form
        if form is not None:
            self.clock.setText(span(form.seconds + self._unkept))

    def _keep_time(self) -> None:
        seconds = self._unkept
        if not seconds or not self.is_open:
            return
        view, self._unkept = self.view, 0
        if view.form is not None:
            kept = view.form.model_copy(update={"seconds": view.form.seconds + seconds})
            self.view = replace(view, form=kept)
        self.session.perform(lambda: spend_time(self.session.ctx, view.response_id, seconds))


def _row(line: FormLine, *, may_abstain: bool) -> FormRow:
    decision = line.decision
    value = line.said
    rationale = (decision.rationale or "") if decision else ""
    needs_rationale = value is not None and not rationale.strip()
    return FormRow(
        checkpoint=line.checkpoint,
        value=value,
        rationale=rationale,
        evidence=decision.evidence if decision else (),
        is_stale=line.is_stale,
        is_locked=line.is_locked,
        may_abstain=may_abstain,
        state=t("edited since")
        if line.is_stale
        else t("Rationale required")
        if needs_rationale
        else "",
    )
