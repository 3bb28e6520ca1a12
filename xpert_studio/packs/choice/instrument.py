"""A checkpoint of a multiple choice: met where the response names the key, read by a program."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import JsonValue

from xpert_studio.api import Message, mark
from xpert_studio.api.instruments import (
    Asks,
    CellError,
    Checkpoint,
    Fault,
    Part,
    PartKind,
    UsageError,
)
from xpert_studio.api.runners import Runner
from xpert_studio.core.instruments.binary import Binary, GateAnswers
from xpert_studio.core.instruments.deciding import Outcome, Subject
from xpert_studio.core.messages import counted, joined
from xpert_studio.core.names import Names
from xpert_studio.core.resources import resource_json

if TYPE_CHECKING:
    from xpert_studio.packs.choice.letter_reading import LetterReader, LetterReading

MOST_OPTIONS: Final = len(ascii_uppercase)
CHOSEN: Final = "chosen"
NOT_CHOSEN: Final = "not chosen"
SEVERAL: Final = Names(
    "several",
    {CHOSEN: mark("chosen"), NOT_CHOSEN: mark("not chosen")},
    also={CHOSEN: ("选择", "选中"), NOT_CHOSEN: ("不选择", "未选中")},
)
_NUMBERED: Final = re.compile(
    r"\s*(?:\(?(?P<letter>[A-Za-z])[).:]|(?P<number>\d{1,2})[).])\s+(?P<text>.*\S)\s*"
)


class ChoiceAnswers(GateAnswers, total=False):
    """What a person is asked for to set a multiple choice."""

    option: Annotated[
        list[str], Asks("Of a multiple choice: an option; repeat it for each.", '"Paris"')
    ]
    key: Annotated[str, Asks("Of a multiple choice: the letter of the right option.", "B")]


class MultipleChoice(Binary):
    """Value 1 where the response names the key; settings are ``options``, ``key``, ``several``.

    Without ``several`` the response names one option. With it, it may name more, and there is one
    checkpoint an option: "chosen" is met where its key is among those named, "not chosen" where
    some are named, and its key is not. ``gate`` is as of a binary checkpoint.
    """

    id = "choice"
    title = "Multiple choice"
    by_program = True
    embedded = False
    no_value = "is neither right nor wrong"
    presets: ClassVar = {"yes or no": {"options": ["Yes", "No"], "key": "A"}}
    answers: ClassVar[type | None] = ChoiceAnswers
    sheet_columns = ("Options", "Key", "Several")
    settings_known = frozenset({"options", "key", "several", "gate"})

    def version(self, point: Checkpoint) -> int:
        return 2

    def decide(self, subject: Subject, point: Checkpoint, run: Runner | None = None) -> Outcome:
        options, key = options_of(point), str(point.settings["key"])
        read = reader().read(subject.text, options)
        several = point.settings.get("several")
        if not read.answer or (several is None and len(read.answer) > 1):
            return Outcome(False, _why_none(read))
        named = joined(read.answer)
        if several == NOT_CHOSEN:
            passed = key not in read.answer
            return Outcome(
                passed,
                Message(
                    "{named}, without {key}." if passed else "{named}; {key} is wrong.",
                    named=named,
                    key=key,
                ),
            )
        if several == CHOSEN:
            passed = key in read.answer
            return Outcome(
                passed,
                Message(
                    "{named}, with {key}." if passed else "{named}; {key} is right too.",
                    named=named,
                    key=key,
                ),
            )
        if read.answer == (key,):
            return Outcome(True, Message("{key}, the key.", key=key))
        return Outcome(False, Message("{named}; the key is {key}.", named=named, key=key))

    def value_rules(self, point: Checkpoint) -> Mapping[str, Any]:
        return {"gate": self.can_fail_task(point)}

    def faults(self, point: Checkpoint) -> Iterator[Fault]:
        yield from super().faults(point)
        if point.settings.get("several", CHOSEN) not in (CHOSEN, NOT_CHOSEN):
            yield Fault(
                ("several",),
                'has a setting "several" that is neither "chosen" nor "not chosen".',
            )
        given = point.settings.get("options")
        if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
            yield Fault(("options",), "needs its options, a list of texts.")
        elif problem := options_problem(options_of(point), point.settings.get("key")):
            yield Fault(("options",), problem)

    def badge(self, point: Checkpoint) -> str:
        return self.title

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        parts = [
            Part(PartKind.OTHER, letter, "Option {value}", letter, text)
            for letter, text in zip(ascii_uppercase, options_of(point), strict=False)
        ]
        several = point.settings.get("several")
        names = {
            CHOSEN: Message("Has to be chosen: {value}"),
            NOT_CHOSEN: Message("Must not be chosen: {value}"),
        }
        name = names.get(str(several), Message("Key {value}"))
        parts.append(Part(PartKind.OTHER, "key", name, str(point.settings["key"])))
        return (*parts, *super().parts(point))

    def answered(
        self, settings: Mapping[str, JsonValue], answers: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        found = super().answered(settings, answers)
        if "option" in answers:
            found["options"] = [text.strip() for text in answers["option"]]
        if "key" in answers:
            found["key"] = plain_key(answers["key"])
        if not {"options", "key"} <= found.keys():
            raise UsageError(
                "A multiple choice needs its options and the key.",
                remedy='Write --option "…" for each, in the order of their letters, and --key B.',
            )
        return found

    def cells(self, point: Checkpoint) -> dict[str, str]:
        found = {"Options": "\n".join(options_of(point)), "Key": str(point.settings["key"])}
        if "several" in point.settings:
            found["Several"] = str(point.settings["several"])
        return {**found, **super().cells(point)}

    def settings_in(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        try:
            options = options_in(str(cells.get("Options", "")))
        except ValueError as error:
            remedy = Message("Write the options in the order A, B, C …")
            raise CellError("Options", error.args[0], remedy) from error
        key = plain_key(str(cells.get("Key", "")))
        problem = options_problem(options, key)
        if problem:
            column = "Key" if 1 < len(options) <= MOST_OPTIONS else "Options"
            remedy = Message("Write one option a line, and the letter of the right one as key.")
            raise CellError(column, problem, remedy)
        found: dict[str, Any] = {"options": options, "key": key}
        if "Several" in cells:
            said = str(cells["Several"])
            found["several"] = SEVERAL.find(said) or said
        return found | super().settings_in(cells)


@cache
def reader() -> LetterReader:
    """The reader of answers, with the phrases that are shipped."""
    from xpert_studio.packs.choice.letter_reading import LetterReader

    return LetterReader(resource_json("choice", "words.json"))


def options_of(point: Checkpoint) -> list[str]:
    """The texts of a checkpoint's options, in the order of their letters."""
    given = point.settings["options"]
    return [str(text) for text in given] if isinstance(given, list) else []


def plain_key(text: str) -> str:
    """A key as a person typed it: "(b)" and a full-width letter are B."""
    return unicodedata.normalize("NFKC", text).strip(" \t\n().:*").upper()


def options_problem(options: Sequence[str], key: object) -> str | None:
    """What is wrong with options and key; None where nothing is."""
    if not 1 < len(options) <= MOST_OPTIONS:
        return counted(
            "has {n} option; 2 to 26 are possible.",
            "has {n} options; 2 to 26 are possible.",
            len(options),
        )
    if not all(text.strip() for text in options):
        return Message("has an option without a text.")
    alike = [text for n, text in enumerate(options) if text in options[:n]]
    if alike:
        return Message("has the option {text!r} twice.", text=alike[0])
    letters = ascii_uppercase[: len(options)]
    if not (isinstance(key, str) and len(key) == 1 and key in letters):
        return Message(
            "has the key {key!r}; it is a letter from A to {last}.", key=key, last=letters[-1]
        )
    return None


def options_in(cell: str) -> list[str]:
    """The options in a cell: one a line; letters or numbers before all of them are left out.

    Raises:
        ValueError: Those are not A, B, C … or 1, 2, 3 …, so that a key could mean either.
    """
    lines = [line.strip() for line in cell.splitlines() if line.strip()]
    numbered = [found for line in lines if (found := _NUMBERED.fullmatch(line))]
    if not lines or len(numbered) < len(lines):
        return lines
    for place, found in enumerate(numbered):
        mark = found["number"] or found["letter"].upper()
        if mark not in {str(place + 1), ascii_uppercase[place : place + 1]}:
            raise ValueError(
                Message("has the option {mark} where another stands in order.", mark=mark)
            )
    return [found["text"] for found in numbered]


def _why_none(read: LetterReading) -> Message:
    """Why a response has no answer."""
    named = joined(read.letters)
    if read.found == "contradiction":
        return Message("States answers that contradict each other: {named}.", named=named)
    if read.found == "outside":
        return Message("Names {named}, which is no option.", named=named)
    if read.found == "retracted":
        return Message("Takes its answer back: {named}.", named=named)
    if read.letters:
        return Message("Names several options: {named}.", named=named)
    return Message("Names no option.")


CHOICE: Final = MultipleChoice()
