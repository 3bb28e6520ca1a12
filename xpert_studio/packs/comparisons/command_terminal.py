"""Blind comparison in a terminal, keyboard only; the same keys as in the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from rich.text import Text

from xpert_studio.api.commands import CommandContext, Output, mark, t
from xpert_studio.cli.output import visible
from xpert_studio.cli.terminal_keys import TerminalKeys
from xpert_studio.core.errors import XpertError
from xpert_studio.core.workflow import (
    WORDS,
    PairView,
    Preference,
    ToCompare,
    pair_view,
    record_comparison,
    tasks_to_compare,
    undo,
)
from xpert_studio.core.workflow.pair_order import Pair

_HELP: Final = mark(
    "1/← first better · 2/→ second better · 0/t tie · r rationale · j/k next, previous · "
    "v responses · b brief · u undo · q stop · ? help"
)
_DECIDES: Final = {
    "1": Preference.FIRST,
    "2": Preference.SECOND,
    "0": Preference.TIE,
    "t": Preference.TIE,
}
SAID: Final = {
    Preference.FIRST: mark("first better"),
    Preference.SECOND: mark("second better"),
    Preference.TIE: mark("tie"),
}


class TerminalComparison(TerminalKeys):
    """Pair after pair in a terminal. Every decision is saved at once; Enter goes to the next pair.

    Args:
        ctx: The expert.
        tasks: The tasks whose pairs are shown, one after the other.
        output: Where to print.
    """

    ARROWS: ClassVar[Mapping[str, str]] = {
        **TerminalKeys.ARROWS,
        "\x1b[D": "1",
        "\x1b[C": "2",
        "\xe0K": "1",
        "\xe0M": "2",
    }

    def __init__(self, ctx: CommandContext, tasks: Sequence[ToCompare], output: Output) -> None:
        super().__init__(ctx, output)
        self._tasks = tasks
        self._pairs: list[Pair] = [item.pair for task in tasks for item in task.pairs]
        self._done = {item.pair for task in tasks for item in task.pairs if item.is_done}
        self._place = self._next_open(-1)
        self._is_over = False
        self._steps: list[tuple[str, int, bool]] = []
        self._view = self._read()
        self._keys: dict[str, Callable[[], object]] = {
            **{key: partial(self._decide, said) for key, said in _DECIDES.items()},
            "r": self._rationale,
            "j": lambda: self._go(min(self._place + 1, len(self._pairs) - 1)),
            "k": lambda: self._go(max(self._place - 1, 0)),
            "v": self._show_pair,
            "b": lambda: output.say(
                self._view.task.full_prompt, *self._notes(self._view.task.attachments)
            ),
            "u": self._undo,
            "q": self._stop,
            "?": lambda: output.say(_HELP),
        }

    def run(self) -> None:
        """Shows pairs and takes keys until every pair is compared or the expert stops."""
        self._output.say(_HELP)
        try:
            self._show_pair()
            while not self._is_over:
                self._show_state()
                key = self._key()
                if key is None:
                    break
                self._press(key.lower())
        except KeyboardInterrupt:
            pass
        self._say_end()

    def _press(self, key: str) -> None:
        action = self._keys.get(key)
        if action is None:
            self._output.say(t("There is no key {key!r}. {help}", key=key, help=t(_HELP)))
            return
        try:
            action()
        except XpertError as error:
            self._output.say(str(error))
            self._view = self._read()

    def _decide(self, said: Preference) -> None:
        self._record(said, self._take_rest() or None)
        self._done.add(self._pairs[self._place])
        if not self._piped:  # what is typed next is no decision on the pair after this one
            self._view = self._read()
            text = self._ask(t("Why? (Enter for the next pair)") + " ").strip()
            if text:
                self._record(said, text)
        if self._done.issuperset(self._pairs):
            self._is_over = True
        else:
            self._go(self._next_open(self._place))

    def _rationale(self) -> None:
        text = self._ask(t("Why?") + " ").strip()
        if self._view.said is None:
            self._output.say("Say which is better first.")
        elif text:
            self._record(self._view.said, text)
            self._view = self._read()

    def _record(self, said: Preference, rationale: str | None) -> None:
        first, second = (item.response_id for item in self._view.shown)
        change = record_comparison(
            self._desk,
            first,
            second,
            said,
            rationale=rationale,
            seen_hash=self._view.compared_hash,
        )
        if change:
            self._steps.append((change.id, self._place, self._view.said is not None))

    def _undo(self) -> None:
        if not self._steps:
            self._output.say("There is nothing to undo.")
            return
        change_id, place, was_done = self._steps.pop()
        change = undo(self._desk, change_id=change_id)
        if not was_done:
            self._done.discard(self._pairs[place])
        self._go(place)
        self._view = self._read()
        self._output.say(t("Undone: {done}.", done=t(WORDS[change.command].done)))

    def _stop(self) -> None:
        self._is_over = True

    def _go(self, place: int) -> None:
        if place != self._place:
            self._place = place
            self._view = self._read()
            self._show_pair()

    def _show_pair(self) -> None:
        for number, item in enumerate(self._view.shown, start=1):
            self._console.rule(Text(f"{number} · {item.label}"))
            self._console.print(Text(visible(item.text)))
            for note in self._notes(item.attachments):
                self._console.print(Text(note))
        self._console.rule(t("end of the responses"))

    def _show_state(self) -> None:
        view = self._view
        said = t(SAID[view.said]) if view.said else t("not compared")
        if view.was_edited:
            said = t("edited since you compared them")
        head = t(
            "[{place}/{pairs} · {done} done]",
            place=self._place + 1,
            pairs=len(self._pairs),
            done=len(self._done),
        )
        first, second = (item.label for item in view.shown)
        body = t(
            "{task}: which is better, 1 ({first}) or 2 ({second})?",
            task=view.task.name,
            first=first,
            second=second,
        )
        line = Text().append(f"\n{head} ", style="dim").append(visible(body), style="bold")
        self._console.print(line.append(f"  ({said})"))
        if view.rationale:
            self._output.say("    " + t("because: {rationale}", rationale=view.rationale))

    def _say_end(self) -> None:
        done, pairs = len(self._done), len(self._pairs)
        self._output.say(t("Saved: {done} of {pairs} pairs are compared.", done=done, pairs=pairs))
        if done < pairs:
            path = self._desk.project.path.name
            self._output.say(t("Continue with: xpert-studio compare {path}", path=path))

    def _read(self) -> PairView:
        return pair_view(self._desk, self._pairs[self._place])

    def _next_open(self, place: int) -> int:
        around = (*range(place + 1, len(self._pairs)), *range(max(place, 0)))
        return next((at for at in around if self._pairs[at] not in self._done), max(place, 0))


def open_tasks(ctx: CommandContext, task_id: str | None) -> tuple[ToCompare, ...]:
    """The tasks with pairs that the person has not compared yet; the named one with all of its."""
    found = tasks_to_compare(ctx, task_id)
    return tuple(item for item in found if task_id or item.done < len(item.pairs))
