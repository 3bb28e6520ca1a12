"""What an instrument is: one way to answer a checkpoint of a response."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, ClassVar

from pydantic import BaseModel, JsonValue, ValidationError

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import fields_of
from xpert_studio.core.instruments.answer_types import (
    POOLED_DECIMALS,
    Choice,
    Fault,
    Given,
    Measurement,
    Part,
    PartKind,
    Spread,
    plain_number,
)
from xpert_studio.core.instruments.deciding import Outcome, Runner, Subject
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Checkpoint,
    Rating,
    canonical_json,
)


class Instrument(ABC):
    """How a checkpoint is answered; settings are those of the checkpoint.

    Attributes:
        id: As checkpoints name it.
        title: For people.
        measurement: What its values allow.
        reply_keys: Keys under which models give the value in JSON, ours first.
        unusable: Why a verdict has no value where the judge's could not be read.
        no_value: What is wrong with a table's cell that could not be read.
        embedded: Whether the embedded judge can rate it.
        presets: Settings to begin with, by what they are called; the first is the usual one.
        answers: What a person is asked for to set it, see ``core.fields``: options of the command
            line, of which ``answered`` makes settings. Where it is a pydantic model, its fields are
            the settings themselves, are checked by it, and have a form in the window by it.
        form: The model by whose fields settings are filled in in the window, where ``answers``
            does not hold the settings themselves.
        by_program: Whether a program decides it, by ``decide``: no expert and no judge model is
            asked, and it enters no figure of agreement.
        asks_elsewhere: Whether its settings may name what other packs bring, see ``asks_for``.
        is_absent: Whether it stands for one that is not there, see ``instruments.absent``.
        draft_key: The key in a model's draft of what ``drafted`` makes settings of; empty where
            models draft no such checkpoints.
        sheet_columns: Columns of a rubric spreadsheet that hold its settings, in order; a row that
            names no instrument but fills the first one has this.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    measurement: ClassVar[Measurement]
    reply_keys: ClassVar[tuple[str, ...]] = ("value", "score", "rating")
    unusable: ClassVar[str] = "the value was not on the scale"
    no_value: ClassVar[str] = "is no value of the checkpoint"
    embedded: ClassVar[bool] = False
    by_program: ClassVar[bool] = False
    is_absent: ClassVar[bool] = False
    asks_elsewhere: ClassVar[bool] = False
    presets: ClassVar[Mapping[str, Mapping[str, JsonValue]]] = {}
    answers: ClassVar[type | None] = None
    form: ClassVar[type | None] = None
    draft_key: ClassVar[str] = ""
    sheet_columns: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        """The values that a person can choose by a key or button, the best first.

        Where ``has_keys`` is false they are some of many values, and others are typed.
        """

    def has_keys(self, point: Checkpoint) -> bool:
        """Whether keys choose all of its values; without, a value is typed."""
        choices = self.choices(point)
        return bool(choices) and all(choice.keys for choice in choices)

    @abstractmethod
    def parse(self, raw: object, point: Checkpoint) -> float | None:
        """The value that a model, a table's cell or a person gave; None where it is none.

        Args:
            raw: Any JSON value, or text.
            point: The checkpoint.
        """

    def typed(self, text: str, point: Checkpoint) -> float | None:
        """The value that a person typed: as ``parse``, also with a decimal comma.

        "1,000" is refused: it is a thousand to some people, and one to others.
        """
        plain = plain_number(text)
        return None if plain is None else self.parse(plain, point)

    @abstractmethod
    def score(self, value: float, point: Checkpoint) -> float:
        """What a value is worth, 0 to 1."""

    @abstractmethod
    def passes(self, value: float, point: Checkpoint) -> bool | None:
        """Whether the checkpoint is passed; None where its instrument passes or fails nothing."""

    def decide(self, subject: Subject, point: Checkpoint, run: Runner | None = None) -> Outcome:
        """Decides the checkpoint; only where ``by_program`` is true.

        Args:
            subject: The response.
            point: The checkpoint.
            run: Runs code in a sandbox; None where none may be run.

        Raises:
            CannotCheckError: What it needs is missing.
        """
        raise NotImplementedError(self.id)

    def runs_code(self, point: Checkpoint) -> bool:
        """Whether it runs code of the response to decide."""
        return False

    def version(self, point: Checkpoint) -> int:
        """Of ``decide``: raised where it decides other than before, so that it decides anew."""
        return 1

    def fulfils(self, value: float, point: Checkpoint) -> bool:
        """Whether a checkpoint counts as met: passed, or the full score where nothing passes."""
        passed = self.passes(value, point)
        return self.score(value, point) >= 1 if passed is None else passed

    def can_fail_task(self, point: Checkpoint) -> bool:
        """Whether a task is failed where this checkpoint of it is."""
        return False

    def scale(self, point: Checkpoint) -> str | None:
        """The name of its scale; figures in its units are for checkpoints of one name.

        None where its values have no units.
        """
        return None

    def ends(self, point: Checkpoint) -> tuple[float, float] | None:
        """The values worth nothing and worth full; None where its values have no units."""
        return None

    def value_rules(self, point: Checkpoint) -> Mapping[str, Any]:
        """Those settings on which it depends what its values are, are worth and pass."""
        return point.settings

    def band(self, value: float, point: Checkpoint) -> str | None:
        """The name of the part of the scale that a value is in; None where there are no parts."""
        return None

    def cap_limits(self, point: Checkpoint) -> Mapping[str, float]:
        """The caps that a rating of the checkpoint may name: by id the most that each allows."""
        return {}

    def rating_problem(self, rating: Rating, point: Checkpoint) -> tuple[str, str] | None:
        """What of a rating the checkpoint cannot hold: the field, and what is wrong with it."""
        for field in ("value", "adjudicated_value", "given"):
            value = getattr(rating, field, None)
            if value is not None and self.parse(value, point) is None:
                return field, f"{value!r} {self.no_value}."
        return self._caps_problem(rating, self.cap_limits(point))

    def _caps_problem(self, rating: Rating, limits: Mapping[str, float]) -> tuple[str, str] | None:
        unknown = [name for name in rating.caps if name not in limits]
        if unknown:
            return "caps", f"names {unknown[0]!r}, which is no cap of the checkpoint."
        most = min((limits[name] for name in rating.caps), default=None)
        if rating.value is None:
            return None
        if most is not None and rating.value > most:
            return "value", f"{rating.value!r} is above what its caps allow."
        is_capped = rating.value == most and rating.given is not None
        return (
            ("given", f"{rating.given!r} is not a value that caps have lowered to this one.")
            if rating.given is not None and not (is_capped and rating.given > rating.value)
            else None
        )

    def asks_for(self, point: Checkpoint) -> tuple[tuple[str, str], ...]:
        """By kind and id, what other packs have to bring, whether or not it is there."""
        return ()

    def settings_problem(self, point: Checkpoint) -> str | None:
        """What is wrong with a checkpoint's settings; None where nothing is."""
        return next((fault.message for fault in self.faults(point)), None)

    def faults(self, point: Checkpoint) -> Iterator[Fault]:
        """All that is wrong with a checkpoint's settings."""
        if not point.settings or self.settings_model is None:
            if point.settings:
                yield Fault((), Message("takes no settings."))
            return
        yield from self.others(point, self.settings_model.model_fields)
        try:
            self.settings_model.model_validate_json(canonical_json(point.settings), strict=True)
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                message = Message(
                    "cannot have {value!r} as {setting!r}.",
                    setting=str(detail["loc"][0]),
                    value=str(detail["input"])[:80],
                )
                yield Fault(detail["loc"], message)

    @staticmethod
    def others(point: Checkpoint, known: Collection[str]) -> Iterator[Fault]:
        """The settings of a checkpoint that are not among those that are known."""
        for other in sorted(point.settings.keys() - set(known)):
            yield Fault((), Message("knows no setting {other!r}.", other=other))

    def doubts(self, point: Checkpoint) -> Iterator[Fault]:
        """What is odd in a checkpoint's settings, with which it can be answered."""
        yield from ()

    def part_added(self, name: str, settings: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """What is known of a model that a person adds to those of a setting.

        Args:
            name: Of the setting.
            settings: As they are.
        """
        return {}

    @property
    def settings_model(self) -> type[BaseModel] | None:
        """The model of its settings, where ``answers`` is one."""
        known = self.answers
        is_one = known is not None and issubclass(known, BaseModel)
        return known if is_one else None

    def badge(self, point: Checkpoint) -> str:
        """How a checkpoint is answered, in a word; empty for the usual way."""
        return self.title

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        """What the settings say, in the order that people read it."""
        return tuple(
            Part(PartKind.OTHER, name, name, text=str(value))
            for name, value in point.settings.items()
        )

    def with_options(
        self, settings: Mapping[str, JsonValue], options: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        """Settings with what options of the command line say.

        Args:
            settings: As they are.
            options: Values by the names of the fields of ``answers``.

        Raises:
            UsageError: A value cannot be read, or the instrument takes no such option.
        """
        asked = () if self.answers is None else fields_of(self.answers)
        others = sorted(options.keys() - {one.name for one in asked})
        if others:
            raise UsageError(
                Message(
                    "The instrument {instrument} takes no --{other}.",
                    instrument=self.id,
                    other=others[0],
                ),
                remedy="Choose another one with --instrument.",
            )
        return self.answered(settings, options)

    def answered(
        self, settings: Mapping[str, JsonValue], answers: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        """Settings with what was answered, as ``with_options``; answers are its own."""
        return {**settings, **answers}

    def word(self, value: float, point: Checkpoint) -> str:
        """How a value is written."""
        return next((c.word for c in self.choices(point) if c.value == value), f"{value:g}")

    def shown(self, value: float, point: Checkpoint) -> Choice:
        """How a value is shown: as the choice that it is, else by its word and what it comes to."""
        for choice in self.choices(point):
            if choice.value == value:
                return choice
        word, is_full = self.word(value, point), self.fulfils(value, point)
        tone, picture = ("good", "circle-check") if is_full else ("warn", "circle")
        return Choice(value, word, word, (), tone, picture)

    def cell(self, value: float) -> str:
        """A value in a cell of a table; ``parse`` reads it."""
        return f"{value:g}"

    def cells(self, point: Checkpoint) -> dict[str, str]:
        """Settings as cells of a rubric spreadsheet, by column.

        Where ``settings_in`` does not read them back as they are, they are written as JSON.
        """
        return {}

    def reads(self, column: str) -> bool:
        """Whether ``settings_in`` reads a column of a rubric spreadsheet."""
        return any(column in getattr(kind, "sheet_columns", ()) for kind in type(self).__mro__)

    def settings_in(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """The settings that a row of a rubric spreadsheet says.

        Args:
            cells: By column, those that are filled: ``sheet_columns``, and columns that are headed
                by a range of values, such as "70–89".

        Raises:
            CellError: One cannot be read.
        """
        return {}

    def drafted(self, written: object) -> dict[str, JsonValue] | None:
        """The settings that a model drafted; None where they make no usable checkpoint.

        Args:
            written: Whatever the model wrote under ``draft_key``.
        """
        return None

    def scoring(self, point: Checkpoint) -> dict[str, Any]:
        """What another tool needs to turn a value into a score; empty for met or not met."""
        return {}

    def how_to_write(self, point: Checkpoint) -> str:
        """How a table's cell is to be written."""
        values = [(f"{c.value:g}", c.word) for c in self.choices(point)]
        told = [value if value == word else f"{value} ({word})" for value, word in values]
        return (
            Message("Write one of {told}.", told=joined(told))
            if told
            else Message("Write a number.")
        )

    def how_to_choose(self, point: Checkpoint) -> str:
        """What to do where something was given that is no value of the checkpoint."""
        return (
            self.how_to_write(point)
            if not self.has_keys(point)
            else Message(
                "Choose one of {parts}.",
                parts=joined(f"{c.value:g}" for c in self.choices(point)),
            )
        )

    def spread(self, values: Sequence[float]) -> Spread | None:
        """How far apart values are; None where they are equal, or differences mean nothing."""
        if self.measurement is not Measurement.INTERVAL or len(set(values)) < 2:
            return None
        apart = max(values) - min(values)
        return Spread(tuple(map(self.cell, values)), self.cell(apart), self.cell(median(values)))

    def other(self, value: float) -> float | None:
        """The only other value; None where there are several."""
        return None

    def pooled(self, values: Sequence[float]) -> float | None:
        """One value for several of equal standing, such as trials: the median.

        Nominal values have none: of them it is the one that more than half say, None without any.
        """
        ordered = sorted(values)
        if self.measurement is Measurement.NOMINAL:
            middle = ordered[len(ordered) // 2] if ordered else None
            return middle if ordered.count(middle) * 2 > len(ordered) else None  # type: ignore[arg-type]
        return round(median(ordered), POOLED_DECIMALS) if ordered else None

    def plain(self, value: float | None) -> dict[str, Any]:
        """A value for programs, under the key of the instrument."""
        return {"value": value}

    def read(self, entry: Mapping[str, Any], point: Checkpoint) -> Given | None:
        """What an entry of a judge's reply gives; None where it has no value on the scale."""
        raw = next((entry[key] for key in self.reply_keys if key in entry), None)
        value = self.parse(raw, point)
        return None if value is None else Given(value)

    def reply_fields(self, point: Checkpoint) -> dict[str, Any]:
        """JSON schemas by key of what ``read`` reads, in order; all are required."""
        values = [choice.value for choice in self.choices(point)]
        return {
            self.reply_keys[0]: {"type": "number", "enum": values} if values else {"type": "number"}
        }

    def prompt(self, point: Checkpoint, language: str) -> str:
        """What the judge reads of how to answer, below the checkpoint; empty for none.

        Args:
            point: The checkpoint.
            language: ``en`` or ``zh``.
        """
        values = [(f"{choice.value:g}", choice.word) for choice in self.choices(point)]
        told = [value if value == word else f"{value}: {word}" for value, word in values]
        said = "Answer with" if language == "en" else "请给出"
        return f'{said} "{self.reply_keys[0]}"' + (f" ({'; '.join(told)})" if told else "")

    def prompt_word(self, value: float, point: Checkpoint, words: Mapping[str, str]) -> str:
        """A value in a worked example.

        Args:
            value: The value.
            point: The checkpoint.
            words: The words of the prompt's version and language.
        """
        return self.word(value, point)
