"""Blind judging in a terminal, keyboard only: for experts who work over ssh."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Final

from rich.text import Text

from xpert_studio.cli.output import Output, visible
from xpert_studio.cli.terminal_keys import TerminalKeys
from xpert_studio.core.errors import IncompleteError, XpertError
from xpert_studio.core.instruments import (
    Choice,
    PartKind,
    choices_of,
    instrument_of,
    parts_of,
    word_for,
)
from xpert_studio.core.records import Checkpoint, Decision, Quote, evidence_words
from xpert_studio.core.wording import rating_word, t, translated
from xpert_studio.core.workflow import (
    WORDS,
    CommandContext,
    FormLine,
    FormView,
    form_view,
    judge_line,
    spend_time,
    submit_form,
    undo,
)

_HELP: Final = (
    "x take back · j/k next, previous · g go to · r rationale · "
    "e evidence · v response · / search · t task · p policy · u undo · s submit · q stop · ? help"
)


class TerminalForm(TerminalKeys):
    """One form in a terminal. Every key press is saved at once.

    Args:
        ctx: The expert, whose form is open.
        response_id: The response.
        output: Where to print.
    """

    def __init__(self, ctx: CommandContext, response_id: str, output: Output) -> None:
        super().__init__(ctx, output)
        self._response_id = response_id
        self._view = self._read()
        lines = enumerate(self._view.lines)
        self._place = next((n for n, line in lines if not line.is_done), 0)
        self._done = False
        self._keys: dict[str, Callable[[], object]] = {
            "x": lambda: judge_line(ctx, response_id, self._line().checkpoint.id, value=None),
            "j": lambda: self._step(1),
            "k": lambda: self._step(-1),
            "g": self._go_to,
            "r": self._rationale,
            "e": self._evidence,
            "v": self._show_response,
            "/": self._search,
            "t": lambda: output.say(
                self._view.task.full_prompt, *self._notes(self._view.task.attachments)
            ),
            "p": lambda: output.say(
                self._view.grading_policy or "The project has no grading policy."
            ),
            "u": self._undo,
            "s": self._submit,
            "q": self._stop,
            "?": lambda: output.say(self._help()),
        }

    def run(self) -> None:
        """Shows the response, then takes keys until the expert submits or stops."""
        self._output.say(
            t("{task}, response {label}", task=self._view.task.name, label=self._view.label)
        )
        self._show_response()
        self._output.say(*map(translated, self._view.not_asked))
        self._output.say(f"\n{self._help()}")
        begun = time.monotonic()
        try:
            while not self._done:
                self._show_line()
                key = self._key()
                if key is None:
                    break
                self._press(key)
                now = time.monotonic()
                # The person who left the desk was not judging.
                spend_time(self._desk, self._response_id, min(now - begun, 300.0))
                begun = now
        except KeyboardInterrupt:
            pass
        if not self._done:
            self._stop()

    def _press(self, key: str) -> None:
        action = self._keys.get(key.lower()) or self._decision(key.lower())
        if action is None:
            self._output.say(t("There is no key {key!r}. {help}", key=key, help=self._help()))
            return
        try:
            action()
        except IncompleteError as error:
            self._output.say(error.message, *(f"  {sentence}" for sentence in error.missing[:12]))
        except XpertError as error:
            self._output.say(str(error))
        self._view = self._read()

    def _choices(self) -> tuple[Choice, ...]:
        """What can be chosen on the current checkpoint."""
        if not self._view.lines:
            return ()
        return choices_of(self._line().checkpoint, may_abstain=self._view.may_abstain)

    def _help(self) -> str:
        if self._is_typed():
            own = [choice for choice in self._choices() if not choice.state.is_abstention]
            keys = "/".join(choice.keys[0] for choice in own if choice.keys)
            bands = t("{keys} the middle of a band ·", keys=keys) + " " if keys else ""
            rest = "".join(map(_keys_of, self._choices()[len(own) :])) + _HELP
            return t("0–9 or = type the value · {bands}{help}", bands=bands, help=rest)
        return "".join(map(_keys_of, self._choices())) + _HELP

    def _is_typed(self) -> bool:
        point = self._line().checkpoint if self._view.lines else None
        return point is not None and not instrument_of(point).has_keys(point)

    def _type(self, begun: str = "") -> None:
        """Asks for a value; what was typed of it begins it. From a pipe, its line says it.

        There, what follows the value is the rationale.
        """
        point = self._line().checkpoint
        instrument = instrument_of(point)
        said = self._ask(t("Value: {begun}", begun=begun))
        text, _, rest = f"{begun}{said}".strip().partition(" ")
        value = instrument.typed(text, point)
        if value is None:
            self._output.say(instrument.how_to_write(point))
        else:
            self._rest = rest.strip() if self._piped else ""
            self._decide(value)

    def _propose(self, choice: Choice) -> None:
        """Takes the middle of a band, or another value that is typed in its place."""
        point = self._line().checkpoint
        instrument = instrument_of(point)
        text = (
            ""
            if self._piped
            else self._ask(t("{word}; Enter takes it, or type:", word=choice.word) + " ").strip()
        )
        value = instrument.typed(text, point) if text else choice.value
        if value is None:
            self._output.say(instrument.how_to_write(point))
        else:
            self._decide(value)

    def _decision(self, key: str) -> Callable[[], None] | None:
        """What a key does that chooses a value of the current checkpoint."""
        if self._is_typed() and (key.isdecimal() or key in {"=", "-"}):
            return partial(self._type, "" if key == "=" else key)
        found = next((choice for choice in self._choices() if key in choice.keys), None)
        if found is None:
            return None
        return (
            partial(self._propose, found)
            if self._is_typed() and not found.state.is_abstention
            else partial(self._decide, found.decision)
        )

    def _decide(self, value: Decision) -> None:
        line = self._line()
        line_id, rest = line.checkpoint.id, self._take_rest()
        if rest:
            judge_line(self._desk, self._response_id, line_id, value=value, rationale=rest)
        else:
            judge_line(self._desk, self._response_id, line_id, value=value)
            if not (line.decision and (line.decision.rationale or "").strip()):
                self._rationale()
        self._view = self._read()
        if self._line().is_done:
            self._place = self._next_open()

    def _rationale(self) -> None:
        text = self._ask("Why? ").strip()
        if text:
            judge_line(self._desk, self._response_id, self._line().checkpoint.id, rationale=text)

    def _evidence(self) -> None:
        text = self._ask(t("A passage of the response, or its beginning … end: ")).strip()
        if not text:
            return
        quote = passage(self._view.response_text, text)
        line = self._line()
        held = line.decision.evidence if line.decision else ()
        kept = tuple(item for item in held if item.quote != quote)
        judge_line(
            self._desk,
            self._response_id,
            line.checkpoint.id,
            evidence=(*kept, Quote(quote=quote)),
        )

    def _undo(self) -> None:
        change = undo(self._desk, task_id=self._view.task.id)
        ids = [line.checkpoint.id for line in self._view.lines]
        touched = change.details.get("checkpoint")
        if touched in ids:
            self._place = ids.index(touched)
        on = t(", checkpoint {place}", place=self._place + 1) if touched in ids else ""
        self._output.say(t("Undone: {done}{on}.", done=WORDS[change.command].done, on=on))

    def _submit(self) -> None:
        submit_form(self._desk, self._response_id)
        self._done = True
        self._output.say("The form is submitted. Thank you.")

    def _stop(self) -> None:
        self._done = True
        view = self._view
        self._output.say(
            t(
                "Saved: {done} of {lines} checkpoints are done. Continue with: "
                "xpert-studio judge start {path} {task}:{label}",
                done=view.done,
                lines=len(view.lines),
                path=self._desk.project.path.name,
                task=view.task.id,
                label=view.label,
            )
        )

    def _step(self, by: int) -> None:
        self._place = max(0, min(self._place + by, len(self._view.lines) - 1))

    def _go_to(self) -> None:
        number = self._ask("Checkpoint: ").strip()
        if number.isdigit() and 1 <= int(number) <= len(self._view.lines):
            self._place = int(number) - 1
        else:
            self._output.say(t("Checkpoints are 1 to {lines}.", lines=len(self._view.lines)))

    def _show_line(self) -> None:
        if not self._view.lines:
            self._output.say("The rubric has no checkpoints.")
            return
        line = self._line()
        decision = line.decision
        seconds = self._view.form.seconds if self._view.form else 0.0
        head = (
            "\n"
            + t(
                "[{place}/{lines} · {done} done · {seconds:.0f} min]",
                place=self._place + 1,
                lines=len(self._view.lines),
                done=self._view.done,
                seconds=seconds / 60,
            )
            + " "
        )
        state = rating_word(word_for(line.said, line.checkpoint))
        if line.is_stale:
            state += t(", edited since you decided: decide again")
        if line.is_locked:
            state += t(", confirmed: final")
        text = Text().append(head, style="dim").append(visible(line.checkpoint.text), style="bold")
        self._console.print(text.append(f"  ({state})"), soft_wrap=False)
        self._show_scale(line.checkpoint, decision.value if decision else None)
        if decision and decision.rationale:
            self._output.say("    " + t("because: {rationale}", rationale=decision.rationale))
        self._output.say(
            *(
                f"    {translated(evidence_words(one))}"
                for one in (decision.evidence if decision else ())
            )
        )

    def _show_scale(self, point: Checkpoint, value: float | None) -> None:
        """The scale, bands with their keys, the one of the value marked, and caps."""
        instrument = instrument_of(point)
        here = None if value is None else instrument.band(value, point)
        keys = {
            instrument.band(c.value, point): c.keys[0] for c in instrument.choices(point) if c.keys
        }
        for part in parts_of(point, is_rating=True):
            if part.kind is PartKind.BAND:
                sign = "›" if part.key == here else " "
                self._output.say(f"  {sign} {keys.get(part.key, ' ')}  {part.words()}")
            else:
                self._output.say(f"       {part.words()}")

    def _show_response(self) -> None:
        self._console.rule("response")
        quotes = [
            quote for line in self._view.lines if line.decision for quote in line.decision.evidence
        ]
        text = Text(visible(self._view.response_text))
        for quote in quotes:
            if quote.start is not None and quote.end is not None:
                text.stylize("reverse", quote.start, quote.end)
        self._console.print(text)
        for note in self._notes(self._view.attachments):
            self._console.print(Text(note))
        self._console.rule(t("end of response"))

    def _search(self) -> None:
        wanted = self._ask("Find: ").strip()
        found = excerpts(self._view.response_text, wanted) if wanted else []
        self._output.say(*(f"  … {excerpt} …" for excerpt in found))
        if not found:
            self._output.say("It is not in the response.")

    def _read(self) -> FormView:
        return form_view(self._desk, self._response_id)

    def _line(self) -> FormLine:
        return self._view.lines[self._place]

    def _next_open(self) -> int:
        lines = self._view.lines
        after = range(self._place + 1, len(lines))
        before = range(self._place)
        return next((n for n in (*after, *before) if not lines[n].is_done), self._place)


def _keys_of(choice: Choice) -> str:
    """What a choice's keys are, and what they choose; empty without any."""
    return f"{'/'.join(reversed(choice.keys))} {choice.word} · " if choice.keys else ""


def passage(text: str, wanted: str) -> str:
    """A passage of a text: as typed, whatever the white space and case, or from … to.

    Args:
        text: The response.
        wanted: The passage, or its first and last words with ``…`` or ``...`` between.

    Returns:
        The passage verbatim; ``wanted`` itself where it is not there.
    """
    ends = re.split(r"\s*(?:…|\.\.\.)\s*", wanted)
    patterns = [
        r"\s+".join(re.escape(word) for word in part.split()) for part in ends if part.strip()
    ]
    if not patterns:
        return wanted
    found = re.search(r"[\s\S]{0,2000}?".join(patterns), text, re.IGNORECASE)
    return found.group(0) if found else wanted


def excerpts(text: str, wanted: str) -> list[str]:
    """The first ten places of some words in a text, in whatever case, with what is around them."""
    found = islice(re.finditer(re.escape(wanted), text, re.IGNORECASE), 10)
    around = (text[max(0, place.start() - 60) : place.end() + 60] for place in found)
    return [" ".join(part.split()) for part in around]
