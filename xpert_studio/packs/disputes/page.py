"""The page of disputes: what is disputed and why, the response, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    TIGHT,
    Action,
    CommandDialog,
    EmptyState,
    Entry,
    EntryView,
    Flow,
    Page,
    Place,
    Shell,
    SideSplitter,
    box,
    button,
    card,
    chip,
    column,
    in_a_row,
    inputs,
    label,
    mark,
    put_in,
    px,
    retone,
    row,
    stacked,
    t,
)
from xpert_studio.core.records import Quote
from xpert_studio.core.store import settings
from xpert_studio.core.wording import moment, short
from xpert_studio.core.workflow.blinding import blind_labels, is_blind_to, unnamed_files
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.widgets.decision_card import (
    EXPERT_TONE,
    JUDGE_TONE,
    DecisionCard,
    judgment_card,
    verdict_card,
)
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.reading_views import Marked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.packs.disputes.changes import resolve
from xpert_studio.packs.disputes.queue import names_in, said_of
from xpert_studio.packs.disputes.records import OUTCOMES, Outcome, Stance
from xpert_studio.packs.disputes.seen import SeenDispute, seen_disputes

_ACTS: Final = {
    Outcome.DISMISSED: (mark("Dismiss (X)"), mark("Dismiss"), "X", "x"),
    Outcome.JUDGE: (mark("Judge’s error (E)"), mark("Judge’s error"), "E", "bot"),
    Outcome.JUDGMENT: (mark("Decide again (A)"), mark("Decide again"), "A", "reply"),
    Outcome.CHECKPOINT: (mark("Fix checkpoint (F)"), mark("Fix checkpoint"), "F", "pencil"),
    Outcome.POLICY: (mark("Gap in policy (P)"), mark("Gap in policy"), "P", "scale"),
}
_MEANINGS: Final = {
    Outcome.DISMISSED: mark("The decision holds. The person who disputed it reads the reason."),
    Outcome.JUDGE: mark("The judge erred. Nothing is changed for it; it counts in its figures."),
    Outcome.JUDGMENT: mark("The judgment leaves the gold until an adjudicator confirms it again."),
    Outcome.CHECKPOINT: mark("The rubric is opened for its author, who reads the reason."),
    Outcome.POLICY: mark("Neither side could know. A new grading policy makes verdicts stale."),
}


class DisputesPage(Page):
    """A list of disputes, the open ones first, and the one that is looked at."""

    rests_on = frozenset({"pack_record", "judgment", "checkpoint", "response", "task", "person"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._found: dict[str, SeenDispute] = {}
        self._called: dict[str, str] = {}
        self._shown = ""
        self._goes_on = False
        self.list = EntryView(t("Disputes"), lines=2)
        self.title = label("", "muted")
        self.text = label("", "heading").bound(1500, 14)
        self.state = chip("", "optional")
        self.words = label("").bound(3000, 24)
        self.who = label("", "small")
        self.changed = label("", "warn")
        self.decisions = column(gap=GAP)
        self.reading = ReadingPane()
        self.buttons = {
            outcome: button(t(text), partial(self.act, outcome), picture=picture)
            for outcome, (text, _, _, picture) in _ACTS.items()
        }
        self.problem = label("", "muted")
        self.empty = EmptyState(
            "gavel",
            t("No disputes"),
            t("Verdicts and judgments are disputed where they are shown, with Ctrl+D."),
        )
        self._lay_out()
        self.list.looked_at.connect(lambda _: self._look())
        shell.book.add(self, *self._actions())

    def _lay_out(self) -> None:
        sides = scrolled(
            box(
                column(
                    row(self.state, 1),
                    self.text,
                    self.title,
                    card(column(self.who, self.words, self.changed, pad=PAD, gap=TIGHT)),
                    box(self.decisions),
                    1,
                    gap=GAP,
                    pad=(0, 0, PAD, 0),
                )
            )
        )
        acts = Flow(*self.buttons.values())
        detail = box(column(acts, self.problem, sides, gap=GAP, grow=2, pad=(PAD, 0, 0, 0)))
        both = SideSplitter(detail, self.reading, room=640, sizes=(420, 480))
        self.list.setMinimumWidth(px(170))
        detail.setMinimumWidth(px(300))
        self.reading.setMinimumSize(px(480), px(150))
        whole = split(self.list, both, sizes=(250, 900), shares=(0, 1))
        self.stack = stacked(self.empty, box(column(whole, pad=(SPACE, PAD, SPACE, PAD))))
        column(self.stack, on=self)
        self.setFocusProxy(self.list)

    def _actions(self) -> list[Action]:
        def why(outcome: Outcome) -> Callable[[], str | None]:
            return lambda: self._why_not(outcome)

        return [
            *(
                Action(f"alignment.disputes_{outcome}", title, partial(self.act, outcome), keys, picture,
                       _MEANINGS[outcome], why(outcome), asks=True)
                for outcome, (_, title, keys, picture) in _ACTS.items()
            ),
            Action("alignment.next_dispute", mark("Next dispute"), lambda: self.list.step(1), "J"),
            Action("alignment.previous_dispute", mark("Previous dispute"), lambda: self.list.step(-1), "K"),
            Action("alignment.find_in_dispute", mark("Search in the response"), self.reading.open_search,
                   "Ctrl+F", "search"),
            Action("alignment.undo_dispute", mark("Undo the last decision"), self.session.undo, "U", "undo-2",
                   refused=self.session.why_no_undo),
        ]  # fmt: skip

    def refresh(self) -> None:
        """Reads the disputes that the person may see."""
        ctx, project = self.session.ctx, self.session.project

        def read() -> tuple[tuple[SeenDispute, ...], dict[str, str]]:
            with project.reading() as tx:
                return seen_disputes(tx, ctx.person_id), names_in(tx)

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="disputes")

    def show_place(self, place: Place) -> None:
        """Shows a dispute, or the first that is open."""
        super().show_place(place)
        self._shown = ""
        if place.item in self._found:
            self.list.look_at(place.item)

    def _show(self, found: tuple[SeenDispute, ...], called: dict[str, str]) -> None:
        ordered = sorted(found, key=lambda one: (not one.is_open, one.value.at))
        before, self._found = self._found, {one.id: one for one in ordered}
        self._called = called
        self.stack.setCurrentIndex(1 if ordered else 0)
        wanted = self.list.key or self.place.item
        again = (
            one.id
            for one in ordered
            if one.is_open and one.id in before and not before[one.id].is_open
        )
        if before and (id_ := next(again, "")):  # what was undone is looked at again
            wanted = id_
        elif self._goes_on or wanted not in self._found:
            wanted = next(iter(self._found), "")
        self._goes_on = False
        self._shown = ""
        self.list.show_entries([self._entry(one) for one in ordered], wanted)
        self._look()

    def _entry(self, dispute: SeenDispute) -> Entry:
        state, tone = _state(dispute)
        if dispute.resolution is not None:
            state = t("Upheld") if dispute.is_upheld else t("Dismissed")
        return Entry(
            dispute.id,
            said_of(dispute, self._called),
            (short(dispute.value.reason, 90) or "–", dispute.task.name),
            chip=state,
            tone=tone,
        )

    @property
    def current(self) -> SeenDispute | None:
        """The dispute that is looked at."""
        return self._found.get(self.list.key)

    def _look(self) -> None:
        one = self.current
        if one is None or one.id == self._shown:
            return
        self._shown = one.id
        state, tone = _state(one)
        self.state.setText(state)
        retone(self.state, "chip", tone)
        self.text.setText(one.checkpoint.text if one.checkpoint else t("Removed checkpoint"))
        where = one.system or t("Response {letter}", letter=one.letter)
        self.title.setText(f"{one.task.name} · {where}")
        self.words.setText(one.value.reason or t("No reason was written."))
        name = self._called.get(one.value.person, one.value.person)
        when, is_dispute = moment(one.value.at), one.value.says is Stance.DISPUTE
        said = (
            mark("Disputed by {person}, {when}")
            if is_dispute
            else mark("Supported by {person}, {when}")
        )
        self.who.setText(t(said, person=name, when=when))
        since = one.changed_words
        self.changed.say(t("Changed since: {what}.", what=since) if since else "")
        put_in(self.decisions, [*self._cards(one), *self._resolved(one)])
        self._show_acts()
        self._read(one)
        self.shell.refine(Place("disputes", item=one.id))

    def _cards(self, dispute: SeenDispute) -> list[DecisionCard]:
        on, reading = dispute.on, self.reading
        if on is None:
            return []
        name = self._called.get(dispute.whose, dispute.whose)
        more = {"picture_of": reading.pictures.number_of}
        if (judgment := on.judgment) is not None:
            return [judgment_card(reading.show_evidence, name, judgment, on.checkpoint, **more)]
        return [
            verdict_card(
                reading.show_evidence,
                name,
                verdict,
                on.checkpoint,
                t("trial {n}", n=verdict.trial) if len(on.verdicts) > 1 else "",
                **more,
            )
            for verdict in on.verdicts
        ]

    def _resolved(self, dispute: SeenDispute) -> list[QWidget]:
        """What was decided on it, by whom, and where the history has it."""
        found = dispute.resolution
        if found is None:
            return []
        name = self._called.get(found.person, found.person)
        said = t("{name}, {when}: {reason}", name=name, when=moment(found.at), reason=found.reason)
        own = t("By the person who disputed it.") if found.person == dispute.value.person else ""
        to = button(
            t("Open in the history"),
            lambda: self.shell.go(Place("history", item=found.change)),
            kind="link",
        )
        return [label(in_a_row(filter(None, (said, own))), ""), to]

    def _show_acts(self) -> None:
        why = {outcome: self._why_not(outcome) for outcome in self.buttons}
        for outcome, made in self.buttons.items():
            made.setEnabled(why[outcome] is None)
            made.setVisible(self._fits(outcome))
            made.setToolTip(why[outcome] or t(_MEANINGS[outcome]))
        one = self.current
        refused = one.refused if one and one.is_open else None
        self.problem.say(str(refused.message) if refused else "")

    def _fits(self, outcome: Outcome) -> bool:
        one = self.current
        of_judgment = one is not None and bool(one.value.expert)
        return outcome is not (Outcome.JUDGE if of_judgment else Outcome.JUDGMENT)

    def _why_not(self, outcome: Outcome) -> str | None:
        """Why a dispute cannot end so; None where it can."""
        one = self.current
        if one is None or not self.isVisible():
            return t("Open a dispute first.")
        if not one.is_open:
            return t("It is not an open dispute.")
        if one.refused is not None:
            return str(one.refused.message)
        if one.on is None and outcome is not Outcome.DISMISSED:
            return t("The decision is not there any more: it can be dismissed.")
        return None if self._fits(outcome) else t("It does not fit what is disputed.")

    def act(self, outcome: Outcome) -> None:
        """Asks why, resolves the dispute so, and continues with the next."""
        one = self.current
        if one is None or self._why_not(outcome) is not None:
            return
        has_policy = outcome is Outcome.POLICY
        CommandDialog(
            self,
            self.session,
            resolve,
            {"dispute": one.id, "outcome": outcome},
            self._done,
            asked=("reason", "policy") if has_policy else ("reason",),
            title=OUTCOMES.title(outcome),
            text=t(_MEANINGS[outcome]),
            act=t(_ACTS[outcome][1]),
            over=self,
            own={"policy": {"kind": inputs.long_text()}},
        ).open()

    def _done(self, _: object) -> None:
        self._goes_on = True
        self.shell.say(t("The dispute is resolved."), "good", act=t("Undo"), run=self.session.undo)
        self.refresh()

    def _read(self, dispute: SeenDispute) -> None:
        """Shows the response with the quotes of the decision."""
        ctx, project, on = self.session.ctx, self.session.project, dispute.on
        if on is None:
            return

        def read() -> tuple[str, bool, str]:
            with project.reading() as tx:
                letter = blind_labels(tx, dispute.task.id)[dispute.response_id]
                policy = settings.project_info(tx).grading_policy.text
                return letter, is_blind_to(tx, ctx.person_id, dispute.task.id), policy

        def show(found: tuple[str, bool, str]) -> None:
            letter, is_blind, policy = found
            files = on.response.attachments
            shown = ShownResponse(
                dispute.task,
                on.response.text,
                unnamed_files(files) if is_blind else files,
                letter,
                policy,
            )
            show_response(
                self.reading, self.session, shown, partial(self._mark, dispute), owner=self
            )

        self.session.fetch(read, show, owner=self, slot="response")

    def _mark(self, dispute: SeenDispute) -> None:
        on = dispute.on
        if on is None or dispute.id != self._shown:
            return
        tone = EXPERT_TONE if on.judgment else JUDGE_TONE
        quotes: list[Quote] = list(on.judgment.evidence) if on.judgment else []
        quotes += [quote for verdict in on.verdicts for quote in verdict.evidence]
        self.reading.mark([Marked(it, is_current=True, tone=tone) for it in quotes])
        put_in(
            self.decisions, [*self._cards(dispute), *self._resolved(dispute)]
        )  # pictures are there now
        self.reading.turns.mark_turn(on.checkpoint.turn)


def _state(dispute: SeenDispute) -> tuple[str, str]:
    if dispute.resolution is not None:
        tone = "good" if dispute.is_upheld else "optional"
        return OUTCOMES.title(dispute.resolution.outcome), tone
    if dispute.value.says is Stance.SUPPORT:
        return t("Supported"), "good"
    return (t("Changed since"), "warn") if dispute.changed else (t("Not resolved"), "accent")
