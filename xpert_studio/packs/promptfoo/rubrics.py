"""Makes checkpoints of promptfoo's assertions, and remembers which have no place here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.api.formats import FaultError, Message, Reading, joined, shown
from xpert_studio.core.records import canonical_json
from xpert_studio.packs.promptfoo.files import (
    FILE,
    ConfigFolder,
    dereferenced,
)
from xpert_studio.packs.promptfoo.own import named_in, read_back
from xpert_studio.packs.promptfoo.parts import SET, Assertion
from xpert_studio.packs.promptfoo.templates import (
    TemplateError,
    Variables,
    plain_value,
)
from xpert_studio.packs.promptfoo.types import (
    GRADED,
    GivenAssertion,
    NotMappedError,
    check_of,
    graded_texts,
)

_NOT: Final = "not-"
_MOST_NAMED: Final = 5
_MOST_NOTES: Final = 100
_MOST: Final = 300_000
"""So many assertions are read, those of sets and default tests each time."""
_SHOWN: Final = 300
_CODE: Final = Message("Its output is transformed by code, and code of a file is never run.")
_SAYS: Final = {
    "equals": "Equals {value}",
    "contains": "Contains {value}",
    "contains-all": "Contains all of {value}",
    "contains-any": "Contains one of {value}",
    "icontains": "Contains {value}, in capitals or not",
    "icontains-all": "Contains all of {value}, in capitals or not",
    "icontains-any": "Contains one of {value}, in capitals or not",
    "starts-with": "Starts with {value}",
    "regex": "Matches the regular expression {value}",
    "is-json": "Is valid JSON{schema}",
    "contains-json": "Contains valid JSON{schema}",
    "is-xml": "Is valid XML",
    "contains-xml": "Contains valid XML",
    "is-html": "Is valid HTML",
    "contains-html": "Contains HTML",
    "bleu": "Is near in its words to {value} by BLEU",
    "gleu": "Is near in its words to {value} by GLEU",
    "rouge-n": "Is near in its words to {value} by ROUGE-1",
    "levenshtein": "Differs in few characters from {value}",
    "word-count": "Has the number of words {value}",
    "finish-reason": "Ended with the finish reason {value}",
    "latency": "Was complete after at most {threshold} ms",
    "cost": "Cost at most ${threshold}",
    "is-refusal": "Refuses to answer",
}
"""Checkpoints of checks, in English as promptfoo's own types are."""


@dataclass(frozen=True, slots=True)
class DraftedAssertion:
    """What an assertion becomes.

    Attributes:
        key: The assertion, by which its results are found.
        points: Fields of its checkpoints; none where it has no place here.
        is_graded: Whether a model decides it.
        threshold: From which score a model's grade passes; None where the model says it.
        is_own: Whether it is the assertion that we wrote for a checkpoint.
    """

    key: bytes
    points: tuple[dict[str, Any], ...] = ()
    is_graded: bool = False
    threshold: float | None = None
    is_own: bool = False


class Rubrics:
    """Reads the assertions of tests.

    Args:
        reading: The file; takes problems, and what is to be told.
        folder: What files are read from that assertions name.
        root: The whole file, for references into it.
    """

    def __init__(self, reading: Reading, folder: ConfigFolder, root: object) -> None:
        self._reading = reading
        self._folder = folder
        self._root = root
        self._refused: dict[tuple[str, str], Counter[str]] = {}
        self._count = 0

    @property
    def is_full(self) -> bool:
        """Whether there are more assertions than are read; the others are not."""
        return self._count > _MOST

    def drafts(
        self, place: str, assertions: object, variables: Variables
    ) -> list[DraftedAssertion]:
        """What the assertions of a test become.

        Args:
            place: The test, for messages.
            assertions: As they stand in the file.
            variables: What their templates are filled with.
        """
        return list(self._each(place, "assert", assertions, variables))

    def _each(
        self,
        place: str,
        field: str,
        assertions: object,
        variables: Variables,
        within: Assertion | None = None,
    ) -> Iterator[DraftedAssertion]:
        if not isinstance(assertions, list):
            self._reading.problem(place, field, Message("is no list."), Message("Write a list."))
            return
        for number, item in enumerate(assertions):
            self._count += 1
            if self.is_full:
                return
            at = f"{field}.{number}"
            with self._reading.noting(place, at):
                value = dereferenced(item, self._root)
                asked = self._assertion(place, at, value, within)
                if asked.type == SET and within is None:
                    self._reading.told["set_thresholds"] += asked.threshold is not None
                    gives = asked.model_copy(update={"weight": _share(asked)})
                    yield from self._each(place, f"{at}.assert", asked.members, variables, gives)
                else:
                    yield self._draft(place, canonical_json(value), asked, variables)

    def _assertion(
        self, place: str, field: str, value: object, within: Assertion | None
    ) -> Assertion:
        """An assertion; within a set with its share of the set's weight, and with its metric."""
        try:
            asked = Assertion.model_validate(value)
        except ValidationError as error:
            raise FaultError(
                Message("is no assertion: it names no type."),
                Message('Write an object with its "type".'),
            ) from error
        weight = 1 if asked.weight is None else _number(asked.weight)
        if weight is None or weight < 0:
            self._reading.problem(
                place,
                f"{field}.weight",
                Message("{value} is not a weight.", value=shown(asked.weight)),
                Message("Write a number, 0 or above."),
            )
            weight = 0
        if within is None:
            return asked.model_copy(update={"weight": weight})
        metric = asked.metric or within.metric
        return asked.model_copy(update={"weight": weight * within.weight, "metric": metric})

    def _draft(
        self, place: str, key: bytes, asked: Assertion, variables: Variables
    ) -> DraftedAssertion:
        own = read_back(asked)
        try:
            given = self._given(asked, variables)
            dimension = variables.filled(asked.metric) if asked.metric else None
            points = [own] if own else self._points(given, variables)
        except NotMappedError as error:
            self._refuse(place, asked.type, error.args[0])
            return DraftedAssertion(key)
        except FaultError as error:
            self._refuse(place, asked.type, Message("It {fault}", fault=error.message))
            return DraftedAssertion(key)
        is_graded = given.base in GRADED
        self._reading.told["unscored"] += asked.weight == 0
        self._reading.told["thresholds"] += is_graded and not own and given.threshold is not None
        told = {"weight": asked.weight / len(points), "dimension": dimension or None}
        drafted = tuple(named_in(asked.about) | point | told for point in points)
        return DraftedAssertion(key, drafted, is_graded, given.threshold, own is not None)

    def _points(self, given: GivenAssertion, variables: Variables) -> list[dict[str, Any]]:
        """What checkpoints ask for."""
        if given.base not in GRADED:
            return [_check(given)]
        context = None
        if given.base == "context-faithfulness":
            with suppress(TemplateError):
                context = variables.text("context")
        return [{"text": text} for text in graded_texts(given, context)]

    def _given(self, asked: Assertion, variables: Variables) -> GivenAssertion:
        if asked.transform is not None:
            raise NotMappedError(_CODE)
        if asked.type == SET:
            raise NotMappedError(Message("A set within a set has no place in promptfoo either."))
        threshold = _number(asked.threshold)
        if asked.threshold is not None and threshold is None:
            raise NotMappedError(Message("Its threshold is no number."))
        base, value = asked.type.removeprefix(_NOT), self._filled(asked.value, variables)
        return GivenAssertion(base, base != asked.type, value, threshold)

    def _filled(self, value: Any, variables: Variables) -> Any:  # noqa: ANN401 - any JSON value
        """A value as promptfoo renders it: texts and lists of texts, and files as they are."""
        if isinstance(value, str) and value.startswith(FILE):
            paths = self._folder.paths(value)
            is_data = paths[0].suffix.lower() in {".json", ".yaml", ".yml"}
            return self._folder.value(paths[0]) if is_data else self._folder.loaded(value)
        if isinstance(value, str):
            return variables.filled(value)
        if isinstance(value, list):
            return [variables.filled(item) if isinstance(item, str) else item for item in value]
        return value

    def _refuse(self, place: str, kind: str, reason: str) -> None:
        self._refused.setdefault((kind, reason), Counter())[place] += 1

    def notes(self) -> list[str]:
        """What has no place here, by type and reason, with where it stands."""
        refused = list(self._refused.items())
        found: list[str] = [
            Message(
                "Not imported: {type} in {places} ({n:,} in all). {reason}",
                type=shown(kind),
                places=joined(places, most=_MOST_NAMED),
                n=places.total(),
                reason=reason,
            )
            for (kind, reason), places in refused[:_MOST_NOTES]
        ]
        if others := sum(places.total() for _, places in refused[_MOST_NOTES:]):
            found.append(Message("Not imported for other reasons: {n:,} assertions.", n=others))
        return found


def _check(given: GivenAssertion) -> dict[str, Any]:
    kind, parameters = check_of(given)
    says = _SAYS[given.base].format(
        value=_quoted(given.value),
        schema=f" by the schema {_quoted(given.value)}" if given.value else "",
        threshold="" if given.threshold is None else f"{given.threshold:g}",
    )
    text = f"{says}."
    return {
        "text": f"Not: {text}" if given.negated else text,
        "instrument": "check",
        "settings": {"check": kind, "parameters": parameters},
    }


def _quoted(value: object) -> str:
    """What an assertion compares with, on one line, cut short where it is long."""
    if isinstance(value, dict) and value.keys() <= {"min", "max"}:
        said = ", ".join(f"{name} {plain_value(value[name])}" for name in value)
    elif isinstance(value, dict):
        said = plain_value(value)
    else:
        items: Sequence[object] = value if isinstance(value, list) else [value]
        said = ", ".join(
            f'"{item}"' if isinstance(item, str) else plain_value(item) for item in items[:20]
        )
    line = " ".join(said.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def _share(asked: Assertion) -> float:
    """By what the weights of a set's members come to its own."""
    items = asked.members if isinstance(asked.members, list) else ()
    given = [_number(item.get("weight", 1)) for item in items if isinstance(item, dict)]
    whole = sum(1 if weight is None else weight for weight in given)
    return asked.weight / whole if whole > 0 else 0


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < 1e15 else None
