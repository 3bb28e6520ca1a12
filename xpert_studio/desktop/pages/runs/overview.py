"""One run at a glance: how far, how fast, how dear, and on what terms."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import RatingState, Run, RunTerms
from xpert_studio.core.wording import (
    listed,
    moment,
    money,
    number,
    percent,
    span,
    t,
    tn,
)
from xpert_studio.core.workflow.views.runs import RunOutcome, WatchedRun
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, colour, px
from xpert_studio.desktop.names import (
    STATE_MEANINGS,
    provider_title,
)
from xpert_studio.desktop.pages.runs.bar import PARTS, RunBar
from xpert_studio.desktop.pages.runs.words import (
    compares,
    cost_of,
    progress_of,
    scope_of,
    time_left,
    way_of,
)
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import CopiedLine, FigureCard, button, card, label
from xpert_studio.desktop.widgets.layouts import Sides, box, clear, column, grid, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column

_NARROW: Final = 640
_HASH: Final = 64


class Overview(QWidget):
    """One run.

    Signals:
        problems_wanted: The items in a state should be shown; the ``RatingState``.
    """

    problems_wanted = Signal(object)

    def __init__(self, path: Path, person_id: str) -> None:
        super().__init__()
        self._path, self._person_id = path, person_id
        self.bar = RunBar()
        self.done = label("", "figure", wrap=False)
        self.counts = {name: label("", "", wrap=False) for name in ("known", "ok", "left")}
        self.problems = {
            state: button("", partial(self.problems_wanted.emit, state), kind="link")
            for state in (RatingState.INVALID, RatingState.ERROR)
        }
        self.since = label("", "muted")
        self.pace, self.time = FigureCard(t("Pace")), FigureCard(t("Time"))
        self.cost, self.tokens = FigureCard(t("Cost")), FigureCard(t("Tokens"))
        self.facts = grid(SPACE, TIGHT + 2, grow=(0, 1))
        self.command = CopiedLine(t("Command line"))
        self._shown: tuple[object, ...] | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        legend = [
            _with_swatch(use, self.counts.get(name) or self.problems[RatingState(name)])
            for name, use in (*PARTS, ("left", "border"))
        ]
        figures = Sides(
            box(row(self.pace, self.time, gap=GAP, grow=(1, 1))),
            box(row(self.cost, self.tokens, gap=GAP, grow=(1, 1))),
            narrow=_NARROW,
            gap=GAP,
            grow=(1, 1),
        )
        progress = card(
            column(
                row(label(t("Progress"), "label", wrap=False), 1),
                self.done,
                self.bar,
                box(Flow(*legend, gap=SPACE)),
                self.since,
                pad=PAD,
                gap=GAP,
            )
        )
        self.since.hide()
        terms = card(
            column(
                label(t("Configuration"), "heading"),
                self.facts,
                label(t("Command line"), "label"),
                self.command,
                pad=SPACE,
                gap=GAP,
            )
        )
        scrolled_column(progress, figures, terms, 1, gap=SPACE, pad=(0, PAD, GAP, PAD), on=self)

    def show_run(self, item: WatchedRun) -> None:
        """Shows how a run stands."""
        run = item.run
        self.bar.show_run(run)
        said = {"part": progress_of(item), "n": number(item.done), "total": number(run.planned)}
        self.done.setText(
            t("{part} · {n} of {total} comparisons", **said)
            if compares(run)
            else t("{part} · {n} of {total} verdicts", **said)
        )
        counts = {
            "known": t("{n} cached", n=number(run.known)),
            "ok": t("{n} decided", n=number(run.ok)),
            "left": t("{n} remaining", n=number(run.planned - item.done)),
        }
        for name, words in counts.items():
            self.counts[name].setText(words)
        for state, count, words in (
            (RatingState.INVALID, run.invalid, t("{n} invalid", n=number(run.invalid))),
            (RatingState.ERROR, run.error, tn("{n} error", "{n} errors", run.error)),
        ):
            self.problems[state].setText(words)
            self.problems[state].setEnabled(bool(count))
            self.problems[state].setToolTip(t(STATE_MEANINGS[state]))
        self._show_figures(item)
        facts = (run.id, run.terms, run.ended_at, item.judge)
        if self._shown != facts:
            self._shown = facts
            self._show_facts(item)

    def show_outcome(self, outcome: RunOutcome, run: Run) -> None:
        """Says how many of the problems are open still."""
        left, all_ = sum(outcome.still_open.values()), run.invalid + run.error
        self.since.say(
            ""
            if not all_ or left == all_
            else t("Of them {n} are open still; the others were decided since.", n=number(left))
            if left
            else t("All of them were decided since.")
        )

    def _show_figures(self, item: WatchedRun) -> None:
        run, pulse = item.run, item.standing.pulse
        rate = item.calls_a_minute
        in_flight = t("{n} in flight, {m} allowed at once", n=pulse.in_flight, m=pulse.allowed)
        calls = tn("{n} call", "{n} calls", run.calls)
        self.pace.show_figure(
            "–" if rate is None else t("{n} calls a minute", n=number(round(rate))),
            f"{calls} · {in_flight}" if item.is_going else calls,
        )
        self.time.show_figure(span(run.seconds), time_left(item))
        limit, unknown = run.terms.money if run.terms else None, run.unknown_cost_calls
        about = (
            "" if limit is None else t("of {limit}", limit=money(limit)),
            tn("{n} call of unknown cost", "{n} calls of unknown cost", unknown) if unknown else "",
        )
        self.cost.show_figure(cost_of(item), " · ".join(filter(None, about)))
        share, out = item.cached_share, run.output_tokens
        notes = (
            t("input"),
            "" if share is None else t("{part} from the cache", part=percent(share)),
            "" if out is None else t("{n} output", n=number(out)),
        )
        self.tokens.show_figure(
            t("unknown") if run.input_tokens is None else number(run.input_tokens),
            " · ".join(filter(None, notes)),
        )

    def _show_facts(self, item: WatchedRun) -> None:
        clear(self.facts)
        for place, (name, value) in enumerate(_facts(item)):
            caption = label(name, "label", wrap=False)
            caption.setContentsMargins(0, px(2), 0, 0)
            self.facts.addWidget(caption, place, 0, Qt.AlignmentFlag.AlignTop)
            self.facts.addWidget(label(value, ""), place, 1)
        self.command.show_text(_command(self._path, self._person_id, item))


def _with_swatch(use: str, shown: QWidget) -> QWidget:
    """A part of the bar: its colour, and how many it stands for."""
    swatch = label("", wrap=False)
    picture = QPixmap(px(10), px(10))
    picture.fill(colour(use))
    swatch.setPixmap(picture)
    return box(row(swatch, shown, 1, gap=TIGHT))


def _facts(item: WatchedRun) -> list[tuple[str, str]]:
    run, judge = item.run, item.judge
    found = [
        (t("Judge"), judge.id),
        (t("Provider"), provider_title(judge.provider or "")),
        (t("Mode"), way_of(item)),
        (t("Parameters"), listed(f"{k} = {_short(v)}" for k, v in judge.parameters.items())),
        (t("Scope"), scope_of(Selection.of(run.selection))),
        (t("Anchors"), tn("{n} task", "{n} tasks", len(run.anchors)) if run.anchors else ""),
        (t("Limits"), _limits(run.terms)),
        (t("Started"), moment(run.started_at)),
        (t("Ended"), moment(run.ended_at) if run.ended_at else ""),
        (t("Run"), run.id),
    ]
    return [(name, value) for name, value in found if value]


def _short(value: object) -> str:
    """A parameter's value; of a hash its beginning."""
    text = str(value)
    is_hash = len(text) == _HASH and all(char in "0123456789abcdef" for char in text)
    return f"{text[:12]}…" if is_hash else text


def _limits(terms: RunTerms | None) -> str:
    if terms is None:
        return t("not recorded")
    calls, tokens = terms.calls, terms.tokens
    requests, a_minute = terms.requests_per_minute, terms.tokens_per_minute
    parts = (
        t("{n} calls at once", n=terms.concurrency),
        "" if terms.money is None else money(terms.money),
        "" if calls is None else tn("{n} call", "{n} calls", calls),
        "" if tokens is None else t("{n} tokens", n=number(tokens)),
        "" if requests is None else t("{n} requests a minute", n=f"{requests:g}"),
        "" if a_minute is None else t("{n} tokens a minute", n=f"{a_minute:g}"),
        terms.base_url or "",
        terms.cluster or "",
    )
    return " · ".join(filter(None, parts))


def _command(path: Path, person_id: str, item: WatchedRun) -> str:
    from xpert_studio.core.judge.command_line import command_of
    from xpert_studio.core.judge.request import request_of

    try:
        return command_of(path, request_of(item.run, item.judge), person_id)
    except XpertError:
        return ""
