"""Has an object of the solution answer blindly what it is compared with, in the tests' process.

A class that the tests name says itself what its objects equal. It is asked about what the tests
expect among other values that look the same, in any order, and is not told which is which: an
object that says yes to what it cannot know says it to others too. Objects are compared with other
objects of the tests; at the end, with some made for that.
"""

import datetime
import decimal
import fractions
import itertools
import random
import uuid

CHANCE = random.SystemRandom()
WIDTH = 12
SHARE = 4
"""One of so many of the others may be equal too, as in a class of numbers modulo seven."""
MOST = 6
NUMBERS = (int, float, complex, decimal.Decimal, fractions.Fraction)
MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


class TellsNothingError(AssertionError):
    """An object of the code says the same of all it is compared with."""

    def __init__(self, what="says yes to everything"):
        super().__init__(f"an object of the code {what}")


def others(value):
    """Values that look like this one and are not; it is not to be told from them."""
    kind = type(value)
    if kind is bool:
        return [not value]
    if kind is float:
        return floats(value)
    if kind in NUMBERS:
        return [value + step for step in steps()]
    if kind is datetime.date or kind is datetime.datetime:
        return [value + datetime.timedelta(days=step) for step in steps()]
    if kind in (str, bytes, bytearray):
        return (
            texts(value)
            if value
            else [kind(part) for part in (("a", "0") if kind is str else (b"a", b"0"))]
        )
    if kind in (list, tuple, set, frozenset) and value:
        return replaced(list(value), kind)
    if kind is dict and value:
        keys = list(value)
        return replaced(
            [value[key] for key in keys], lambda parts: dict(zip(keys, parts, strict=True))
        )
    if kind in (list, tuple, set, frozenset):
        return [kind([other]) for other in (0, "", None)]
    return [other for other in (None, 0, "", (), {"": 0}, token()) if type(other) is not kind]


def steps():
    """Distances to the neighbours of a number in a row of which it may be any."""
    first = -CHANCE.randrange(WIDTH + 1)
    return [step for step in range(first, first + WIDTH + 1) if step]


def floats(value):
    if value != value or value in (float("inf"), float("-inf")):
        return [other for other in (0.0, 1.5, float("inf"), float("-inf")) if other != value]
    step = 10.0 ** decimal.Decimal(repr(value)).as_tuple().exponent
    return [other for other in (value + number * step for number in steps()) if other != value]


ROWS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789")


def texts(value):
    place = CHANCE.randrange(len(value))
    part = value[place : place + 1]
    letter = part if isinstance(part, str) else part.decode("latin-1")
    row = next((row for row in ROWS if letter in row), ROWS[0])
    found = [one if isinstance(part, str) else one.encode() for one in row if one != letter]
    return [
        value[:place] + one + value[place + 1 :]
        for one in CHANCE.sample(found, min(WIDTH, len(found)))
    ]


def replaced(parts, make):
    """What is made of these parts with another one in the place of one of them."""
    places = CHANCE.sample(range(len(parts)), min(3, len(parts)))
    found = max(((place, others(parts[place])) for place in places), key=lambda one: len(one[1]))
    return [make([*parts[: found[0]], one, *parts[found[0] + 1 :]]) for one in found[1]]


def is_yes(said):
    """Whether a method says yes, or where it found something."""
    return said >= 0 if type(said) is int else bool(said)


def is_among(one, given):
    return any(one is other for other in given)


def token():
    return uuid.uuid4().hex


def far():
    """Values that nothing but a feigned container has."""
    number = CHANCE.getrandbits(60)
    return [number, -number, number + 0.5, token(), (token(),)]


class LineUp:
    """Compares objects of the solution with what the tests expect.

    Args:
        ask: What the other process gets by a deed: an object, the name of the deed, and values.
        is_object: Whether a value is an object of the solution.
    """

    def __init__(self, ask, is_object):
        self.ask, self.is_object = ask, is_object
        self.held, self.made, self.unsure, self.came, self.kinds = {}, [], {}, {}, {}
        self.is_relied_on = False

    def weigh(self, one, deed, other):
        """What a comparison or a sum comes to.

        Raises:
            TellsNothingError: The object says it of everything.
        """
        if deed == "ne":
            return self.differs(one, other)
        if deed in MIRRORED:
            return self.ordered(one, deed, other)
        if deed == "eq":
            return (
                self.equal_objects(one, other) if self.is_object(other) else self.equals(one, other)
            )
        return self.sum(one, deed, other)

    def differs(self, one, other):
        is_equal, is_other = bool(self.weigh(one, "eq", other)), self.says(one, "ne", other)
        if is_equal == is_other:
            raise TellsNothingError("neither equals another nor differs from it")
        return is_other

    def says(self, one, deed, other):
        """Whether an object says yes; what it cannot be asked about is no."""
        try:
            said = self.ask(one, deed, other)
        except Exception as error:
            if type(error).__name__ == "GoneError":
                raise
            return False
        return said is True or (said is not False and not self.is_object(said) and bool(said))

    def equals(self, one, other):
        answers = []
        row = [(other, True), *((decoy, False) for decoy in others(other))]
        said = None
        for value, is_meant in CHANCE.sample(row, len(row)):
            if is_meant:
                said = self.ask(one, "eq", value)
            else:
                answers.append(self.says(one, "eq", value))
        if self.is_object(said):
            raise TellsNothingError("answers a comparison with another object")
        if said and sum(answers) * SHARE > len(answers):
            raise TellsNothingError
        self.is_relied_on = self.is_relied_on or bool(said)
        return said

    def equal_objects(self, one, other):
        if one is other:
            given = [(given, named) for _, given, named, result in self.made if result is one]
            if any(values != given[0] for values in given):
                raise TellsNothingError("is the same whatever it is made of")
            return self.says(one, "eq", other)
        pairs = [(one, other, True)]
        for third in self.some_held(one, other):
            pairs += [(one, third, False), (other, third, False)]
        said = [
            (*pair, self.says(pair[0], "eq", pair[1])) for pair in CHANCE.sample(pairs, len(pairs))
        ]
        is_equal = next(yes for *_, is_meant, yes in said if is_meant)
        if is_equal:
            self.is_relied_on = True
            self.must_agree(one, other, said)
        return is_equal

    def some_held(self, *but):
        kinds = [self.kind(one) for one in but]
        rest = [one for one in self.held.values() if not is_among(one, but)]
        rest = [one for one in rest if is_among(self.kind(one), kinds)]
        return CHANCE.sample(rest, min(MOST, len(rest)))

    def kind(self, one):
        if id(one) not in self.kinds:
            self.kinds[id(one)] = self.ask(one, "kind")
        return self.kinds[id(one)]

    def must_agree(self, one, other, said):
        """Two that are equal say the same of a third; and that they are equal tells something."""
        ours, theirs = (
            {
                id(third): yes
                for asked, third, is_meant, yes in said
                if asked is which and not is_meant
            }
            for which in (one, other)
        )
        if ours != theirs or self.says(one, "eq", token()) or self.says(other, "eq", token()):
            raise TellsNothingError
        if all(ours.values()):
            self.unsure[id(one), id(other)] = one, other

    def ordered(self, one, deed, other):
        said = self.ask(one, deed, other)
        if self.is_object(said):
            raise TellsNothingError("answers a comparison with another object")
        if not said:
            return said
        is_back = self.says(one, MIRRORED[deed], other)
        if self.is_object(other):
            is_back = is_back or self.says(other, deed, one)
        if is_back and (deed in ("lt", "gt") or not self.says(one, "eq", other)):
            raise TellsNothingError("is before and after another")
        self.is_relied_on = True
        if type(other) in (int, float) and self.says(
            one, deed, -1e308 if deed in ("lt", "le") else 1e308
        ):
            raise TellsNothingError("is before or after everything")
        return said

    def contains(self, one, other):
        said = self.ask(one, "contains", other)
        if said and all(self.says(one, "contains", value) for value in far()):
            raise TellsNothingError("says that it contains everything")
        self.is_relied_on = self.is_relied_on or bool(said)
        return said

    def answering(self, name, method):
        """A method that says yes or no to a value."""

        def asked(*given, **named):
            said = method(*given, **named)
            if not is_yes(said) or len(given) != 1 or named:
                return said
            self.is_relied_on = True
            answers = []
            for value in far():
                try:
                    answers.append(
                        is_yes(method([value] if "sub" in name or "super" in name else value))
                    )
                except Exception:
                    answers.append(False)
            if all(answers):
                raise TellsNothingError
            return said

        return asked

    def sum(self, one, deed, other):
        result = self.reduced(one, deed, other)
        if type(other) in (int, float) and deed in ("add", "sub"):
            self.must_differ(one, deed, other, result, lambda found: found)
            if self.is_object(result):
                self.came[id(result)] = one, deed, other
        return result

    def must_differ(self, one, deed, other, result, then):
        """A sum or a difference is another one where another number is added or taken."""
        if type(result) not in NUMBERS:
            return
        for value in CHANCE.sample(others(other), 3):
            try:
                if then(self.ask(one, deed, value)) != result:
                    return
            except Exception:
                return
        raise TellsNothingError("gives the same for every number")

    def reduced(self, one, deed, *given):
        """A number that an object is turned into; of a difference, see ``must_differ``."""
        result = self.ask(one, deed, *given)
        if id(one) in self.came:
            self.must_differ(
                *self.came[id(one)], result, lambda found: self.ask(found, deed, *given)
            )
        return result

    def note(self, callee, given, named, result):
        """Notes an object that a call gave, with which others are compared."""
        self.held[id(result)] = result
        if len(self.made) < MOST * MOST:
            self.made.append((callee, given, named, result))

    def settle(self):
        """At the end: what was equal to all it was compared with is compared with more.

        Raises:
            TellsNothingError: It equals them all.
        """
        for one, other in itertools.islice(self.unsure.values(), MOST):
            fresh = list(self.fresh(one, other))
            for which in (one, other):
                if fresh and all(self.says(which, "eq", third) for third in fresh):
                    raise TellsNothingError

    def fresh(self, *pair):
        """Objects of the same class that were given other values."""
        for callee, given, named, result in self.made:
            if is_among(result, pair) or self.is_of(pair[0], callee):
                for place, value in enumerate(given):
                    for decoy in others(value)[:2]:
                        yield from self.called(
                            callee, [*given[:place], decoy, *given[place + 1 :]], named
                        )

    def is_of(self, one, callee):
        try:
            return self.ask(callee, "instance", one)
        except Exception:
            return False

    def called(self, callee, given, named):
        try:
            yield self.ask(callee, "call", given, named)
        except Exception:
            return
