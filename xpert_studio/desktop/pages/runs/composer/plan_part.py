"""What a run would take, beside the form: verdicts, calls, tokens, money, time, and what is amiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt

from xpert_studio.core.judge.command_line import command_of
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.pricing import total_of
from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.judge.run_preflight import Composed
from xpert_studio.core.wording import (
    explained,
    labelled,
    listed,
    mark,
    money,
    number,
    span,
    t,
    tn,
    translated,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.names import judge_name, provider_title
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.fields import check_box
from xpert_studio.desktop.widgets.labels import Card, CopiedLine, button, label, line
from xpert_studio.desktop.widgets.layouts import column, grid, row
from xpert_studio.desktop.widgets.wiring import show_if

_FIGURES: Final = {
    "needed": mark("Verdicts"),
    "known": mark("Cached"),
    "open": mark("To request"),
    "calls": mark("Calls"),
    "input": mark("Input tokens"),
    "cached": mark("of them cacheable"),
    "output": mark("Output tokens"),
    "money": mark("Cost"),
    "time": mark("Time"),
}
_UNKNOWN: Final = mark("unknown")


class PlanPart(Card):
    """The plan.

    Args:
        path: The project's file.
        person_id: Who runs it.
        go: Goes to a place: where a key is entered, or to a run that is in progress.
        start: Starts the run.
        show_prompts: Shows the prompts.

    Attributes:
        composed: The plan that is shown; None while it is being made.
    """

    def __init__(
        self,
        path: Path,
        person_id: str,
        go: Callable[[Place], object],
        start: Callable[[], object],
        show_prompts: Callable[[], object],
    ) -> None:
        super().__init__()
        self._path, self._person_id, self._go = path, person_id, go
        self.composed: Composed | None = None
        self.figures = {name: label("", "", wrap=False) for name in _FIGURES}
        self.needed = label(t(_FIGURES["needed"]), "muted")
        self.state = label("", "muted")
        self.notes = label("", "small")
        self.consent = check_box(
            t("Allow code of responses to run"),
            hint=t(
                "In a sandbox without network and files. Asked once for this project and "
                "kept on this computer; the history says who allowed it."
            ),
        )
        self.problem = label("", "bad")
        self.key = button(t("Enter the key"), self._enter_key, kind="link", picture="key-round")
        self.going = button(t("Show that run"), self._show_run, kind="link")
        self.prompts = button(t("Show the prompts"), show_prompts, picture="eye")
        self.start = button(
            t("Start the run"), start, kind="primary", picture="play", hint="Ctrl+Return"
        )
        self.command = CopiedLine(t("Command line"))
        self._lay_out()
        self.say_planning()

    def _lay_out(self) -> None:
        figures = grid(SPACE, GAP // 2, grow=(1,))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        for place, (name, title) in enumerate(_FIGURES.items()):
            caption = self.needed if name == "needed" else label(t(title), "muted")
            if name == "cached":
                caption.setContentsMargins(px(PAD), 0, 0, 0)
            figures.addWidget(caption, place, 0)
            figures.addWidget(self.figures[name], place, 1, right)
        column(
            label(t("Estimate"), "heading"),
            self.state,
            figures,
            self.notes,
            self.consent,
            self.problem,
            row(self.key, self.going, 1),
            row(self.prompts, 1),
            line(),
            label(t("Command line"), "label"),
            self.command,
            row(1, self.start),
            on=self,
            pad=SPACE,
            gap=GAP,
        )
        show_if(False, self.notes, self.consent, self.problem, self.key, self.going)

    @property
    def is_planning(self) -> bool:
        """Whether the plan is on its way."""
        return self.composed is None and not self.state.isHidden()

    def say_planning(self) -> None:
        """Says that the plan is on its way; what is shown is of before."""
        self.composed = None
        self.state.say(t("Computing…"))
        self._enable()

    def say_lacking(self, text: str) -> None:
        """Says what the form lacks before anything can be planned."""
        self.composed = None
        self._clear()
        self.state.hide()
        self.problem.say(text)
        self._enable()

    def show_composed(self, found: Composed) -> None:
        """Shows a plan, or why there is none."""
        self.composed = found
        self.state.hide()
        self.command.show_text(command_of(self._path, found.request, self._person_id))
        self.key.setVisible(any(judge.lacks_key for judge in found.judges))
        self.going.setVisible(any(judge.going for judge in found.judges))
        self.consent.setVisible(bool(found.asks_consent))
        members = [judge.prepared for judge in found.judges if judge.prepared is not None]
        if len(members) < len(found.judges):
            self._clear()
        else:
            self._show_figures(members)
        self.problem.say("\n".join(filter(None, map(self._hindrance, found.judges))))
        self._enable()

    def _hindrance(self, composed: Composed) -> str:
        if composed.problem:
            return explained(composed.problem)
        if composed.lacks_key:
            return t(
                "There is no key for {provider}.",
                provider=provider_title(composed.request.provider),
            )
        if composed.going:
            return t("This judge is at work already. Wait for that run, or cancel it.")
        return ""

    def _clear(self) -> None:
        for shown in self.figures.values():
            shown.setText("–")
        self.notes.hide()

    def _show_figures(self, members: Sequence[Prepared]) -> None:
        """What all judges take together; of several, what each costs stands among the notes."""
        paid = [member for member in members if member.request.provider not in LOCAL]
        estimates = [one.estimate for one in paid or members]
        seconds = total_of(member.seconds for member in members if member.plan.asks)
        cost = total_of(one.estimate.cost for one in paid)
        items = sum(member.plan.items for member in members)
        known = sum(member.plan.known for member in members)
        calls = sum(estimate.calls for estimate in estimates)
        said = {
            "needed": number(items),
            "known": number(known),
            "open": number(items - known),
            "calls": number(calls),
            "input": number(sum(estimate.input_tokens for estimate in estimates)),
            "cached": number(sum(estimate.cached_tokens for estimate in estimates)),
            "output": number(sum(estimate.output_tokens for estimate in estimates)),
            "money": self._money(cost, calls, is_local=not paid),
            "time": t(_UNKNOWN) if seconds is None else t("about {time}", time=span(seconds)),
        }
        compares = members[0].request.selection.comparisons
        titles = _FIGURES | ({"needed": mark("Comparisons")} if compares else {})
        self.needed.setText(t(titles["needed"]))
        for name, text in said.items():
            self.figures[name].setText(text)
            self.figures[name].setAccessibleName(labelled(t(titles[name]), text))
        each = [self._of_judge(member) for member in members] if len(members) > 1 else []
        self.notes.say(
            "\n".join([*each, *self._notes(members, paid, is_timed=seconds is not None)])
        )

    def _of_judge(self, prepared: Prepared) -> str:
        estimate, is_local = prepared.estimate, prepared.request.provider in LOCAL
        amount = self._money(estimate.cost, estimate.calls, is_local=is_local)
        return labelled(
            judge_name(prepared.plan.judge),
            amount if is_local else listed([tn("{n} call", "{n} calls", estimate.calls), amount]),
        )

    def _notes(
        self, members: Sequence[Prepared], paid: Sequence[Prepared], *, is_timed: bool
    ) -> list[str]:
        checks, asked = members[0].checks, [one for one in paid if one.plan.asks]
        left = checks.plan.items - checks.plan.known if checks else 0
        by_program = tn(
            "{n} check is decided by program first, free of charge.",
            "{n} checks are decided by program first, free of charge.",
            left,
        )
        needs_consent = self.composed is not None and self.composed.asks_consent
        has_unpriced = any(one.estimate.cost is None for one in asked)
        is_known = not any(member.plan.asks for member in members)
        compares = members[0].request.selection.comparisons
        said = (
            *dict.fromkeys(translated(text) for member in members for text in member.plan.notices),
            t("Each pair is compared in both orders.") if compares else "",
            by_program if checks else "",
            t("Some checks run code of responses. Without your consent they end as errors.")
            if needs_consent
            else "",
            t("Everything is known already: nothing would be asked.")
            if is_known
            else ""
            if is_timed
            else t("Time unknown until the first calls."),
            t("The price of this model is not in the price list.") if has_unpriced else "",
            t("Tokens and money may be a quarter more or less.") if asked else "",
        )
        return list(filter(None, said))

    def _money(self, cost: float | None, calls: int, *, is_local: bool) -> str:
        if is_local:
            return t("free")
        if not calls:
            return money(0.0)  # whatever the price
        return t(_UNKNOWN) if cost is None else t("about {amount}", amount=money(cost))

    def _enable(self) -> None:
        found = self.composed
        asks = len(found.asks) if found else 0
        self.start.setEnabled(found.may_start if found is not None else not self.is_planning)
        is_local = found is not None and found.request.provider in LOCAL
        self.prompts.setVisible(not is_local)  # no requests are made
        self.prompts.setEnabled(bool(asks))
        self.prompts.setText(
            tn("Show the prompt", "Show the {n} prompts", asks) if asks else t("Show the prompts")
        )

    def _enter_key(self) -> None:
        judges = self.composed.judges if self.composed else ()
        lacking = next((judge for judge in judges if judge.lacks_key), None)
        if lacking is not None:
            self._go(Place("settings", tab="providers", item=lacking.request.provider))

    def _show_run(self) -> None:
        judges = self.composed.judges if self.composed else ()
        going = next((judge.going for judge in judges if judge.going), "")
        if going:
            self._go(Place("runs", item=going))
