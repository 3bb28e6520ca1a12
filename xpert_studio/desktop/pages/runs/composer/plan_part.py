"""What a run would take, beside the form: verdicts, calls, tokens, money, time, and what is amiss."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Card,
    CopiedLine,
    button,
    column,
    explained,
    label,
    line,
    listed,
    mark,
    money,
    number,
    provider_title,
    px,
    row,
    span,
    t,
    tn,
    translated,
)
from xpert_studio.desktop.names import judge_name
from xpert_studio.judge.command_line import command_of
from xpert_studio.judge.providers.registry import LOCAL
from xpert_studio.judge.run_preflight import Composed
from xpert_studio.judge.scoring import Prepared
from xpert_studio.wording import labelled

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

    Signals:
        started: The run should start.
        prompts_wanted: The prompts should be shown.
        settings_wanted: The provider's key should be entered; its name.
        run_wanted: The run that is going on should be shown; its id.
    """

    started = Signal()
    prompts_wanted = Signal()
    settings_wanted = Signal(str)
    run_wanted = Signal(str)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._path = path
        self._composed: Composed | None = None
        self.figures = {name: label("", "", wrap=False) for name in _FIGURES}
        self.needed = label(t(_FIGURES["needed"]), "muted")
        self.state = label("", "muted")
        self.notes = label("", "small")
        self.consent = QCheckBox(t("Allow code of responses to run"))
        self.consent.setToolTip(
            t(
                "In a sandbox without network and files. Asked once for this project and kept on this computer; the history says who allowed it."
            )
        )
        self.problem = label("", "bad")
        self.key = button(t("Enter the key"), self._enter_key, kind="link", picture="key-round")
        self.going = button(t("Show that run"), self._show_run, kind="link")
        self.prompts = button(t("Show the prompts"), self.prompts_wanted.emit, picture="eye")
        self.start = button(t("Start the run"), self.started.emit, kind="primary", picture="play",
                            hint="Ctrl+Return")  # fmt: skip
        self.command = CopiedLine(t("Command line"))
        self._lay_out()
        self.say_planning()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(SPACE))
        grid.setVerticalSpacing(px(GAP) // 2)
        grid.setColumnStretch(0, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        for place, (name, title) in enumerate(_FIGURES.items()):
            caption = self.needed if name == "needed" else label(t(title), "muted")
            if name == "cached":
                caption.setContentsMargins(px(PAD), 0, 0, 0)
            grid.addWidget(caption, place, 0)
            grid.addWidget(self.figures[name], place, 1, right)
        column(
            label(t("Estimate"), "heading"), self.state, grid, self.notes, self.consent, self.problem,
            row(self.key, self.going, 1), row(self.prompts, 1), line(),
            label(t("Command line"), "label"), self.command,
            row(1, self.start),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        for hidden in (self.notes, self.consent, self.problem, self.key, self.going):
            hidden.hide()

    # Showing.

    @property
    def composed(self) -> Composed | None:
        """The plan that is shown; None while it is being made."""
        return self._composed

    @property
    def is_planning(self) -> bool:
        """Whether the plan is on its way."""
        return self._composed is None and not self.state.isHidden()

    def say_planning(self) -> None:
        """Says that the plan is on its way; what is shown is of before."""
        self._composed = None
        self.state.setText(t("Computing…"))
        self.state.show()
        self._enable()

    def say_lacking(self, text: str) -> None:
        """Says what the form lacks before anything can be planned."""
        self._composed = None
        self._clear()
        self.state.hide()
        self._complain(text)
        self._enable()

    def show_composed(self, found: Composed) -> None:
        """Shows a plan, or why there is none."""
        self._composed = found
        self.state.hide()
        self.command.show_text(command_of(self._path, found.request))
        self.key.setVisible(any(one.lacks_key for one in found.judges))
        self.going.setVisible(any(one.going for one in found.judges))
        self.consent.setVisible(bool(found.asks_consent))
        members = [one.prepared for one in found.judges if one.prepared is not None]
        if len(members) < len(found.judges):
            self._clear()
        else:
            self._show_figures(members)
        self._complain("\n".join(filter(None, map(self._hindrance, found.judges))))
        self._enable()

    def _hindrance(self, found: Composed) -> str:
        if found.problem:
            return explained(found.problem)
        if found.lacks_key:
            name = provider_title(found.request.provider)
            return t("There is no key for {provider}.", provider=name)
        if found.going:
            return t("This judge is at work already. Wait for that run, or cancel it.")
        return ""

    def _complain(self, text: str) -> None:
        self.problem.say(text)

    def _clear(self) -> None:
        for shown in self.figures.values():
            shown.setText("–")
        self.notes.hide()

    def _show_figures(self, members: Sequence[Prepared]) -> None:
        """What all judges take together; of several, what each costs stands among the notes."""
        paid = [one for one in members if one.request.provider not in LOCAL]
        estimates = [one.estimate for one in paid or members]
        times = [one.seconds for one in members if one.plan.asks]
        seconds = None if None in times else sum(filter(None, times))
        costs = [one.estimate.cost for one in paid]
        cost = None if None in costs else sum(filter(None, costs))
        items, known = (
            sum(getattr(one.plan, name) for one in members) for name in ("items", "known")
        )
        calls = sum(one.calls for one in estimates)
        said = {
            "needed": number(items),
            "known": number(known),
            "open": number(items - known),
            "calls": number(calls),
            "input": number(sum(one.input_tokens for one in estimates)),
            "cached": number(sum(one.cached_tokens for one in estimates)),
            "output": number(sum(one.output_tokens for one in estimates)),
            "money": self._money(cost, calls, is_local=not paid),
            "time": t(_UNKNOWN) if seconds is None else t("about {time}", time=span(seconds)),
        }
        compares = members[0].request.selection.comparisons
        self.needed.setText(t("Comparisons") if compares else t(_FIGURES["needed"]))
        for name, text in said.items():
            title = self.needed.text() if name == "needed" else t(_FIGURES[name])
            self.figures[name].setText(text)
            self.figures[name].setAccessibleName(f"{title}: {text}")
        each = [self._of_judge(one) for one in members] if len(members) > 1 else []
        self.notes.say(
            "\n".join([*each, *self._notes(members, paid, is_timed=seconds is not None)])
        )

    def _of_judge(self, prepared: Prepared) -> str:
        estimate, is_local = prepared.estimate, prepared.request.provider in LOCAL
        amount = self._money(estimate.cost, estimate.calls, is_local=is_local)
        calls = tn("{n} call", "{n} calls", estimate.calls)
        return labelled(
            judge_name(prepared.plan.judge), amount if is_local else listed([calls, amount])
        )

    def _notes(
        self, members: Sequence[Prepared], paid: Sequence[Prepared], *, is_timed: bool
    ) -> list[str]:
        notes = list(
            dict.fromkeys(translated(text) for one in members for text in one.plan.notices)
        )
        if members[0].request.selection.comparisons:
            notes.append(t("Each pair is compared in both orders."))
        checks = members[0].checks
        if checks is not None:
            left = checks.plan.items - checks.plan.known
            notes.append(
                tn(
                    "{n} check is decided by program first, free of charge.",
                    "{n} checks are decided by program first, free of charge.",
                    left,
                )
            )
        if self._composed is not None and self._composed.asks_consent:
            notes.append(
                t("Some checks run code of responses. Without your consent they end as errors.")
            )
        if not any(one.plan.asks for one in members):
            notes.append(t("Everything is known already: nothing would be asked."))
        elif not is_timed:
            notes.append(t("Time unknown until the first calls."))
        asked = [one for one in paid if one.plan.asks]
        if any(one.estimate.cost is None for one in asked):
            notes.append(t("The price of this model is not in the price list."))
        if asked:
            notes.append(t("Tokens and money may be a quarter more or less."))
        return notes

    def _money(self, cost: float | None, calls: int, *, is_local: bool) -> str:
        if is_local:
            return t("free")
        if not calls:
            return money(0.0)  # whatever the price
        return t(_UNKNOWN) if cost is None else t("about {amount}", amount=money(cost))

    def _enable(self) -> None:
        found = self._composed
        asks = len(found.asks) if found else 0
        self.start.setEnabled(found.may_start if found is not None else not self.is_planning)
        is_local = found is not None and found.request.provider in LOCAL
        self.prompts.setVisible(not is_local)  # no requests are made
        self.prompts.setEnabled(bool(asks))
        self.prompts.setText(
            tn("Show the prompt", "Show the {n} prompts", asks) if asks else t("Show the prompts")
        )

    # Acting.

    def _enter_key(self) -> None:
        judges = self._composed.judges if self._composed else ()
        lacking = next((one for one in judges if one.lacks_key), None)
        if lacking is not None:
            self.settings_wanted.emit(lacking.request.provider)

    def _show_run(self) -> None:
        judges = self._composed.judges if self._composed else ()
        going = next((one.going for one in judges if one.going), "")
        if going:
            self.run_wanted.emit(going)
