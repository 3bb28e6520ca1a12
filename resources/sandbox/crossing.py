"""Values that go from one process to the other as copies: which, and how they are made again."""

import collections
import datetime
import decimal
import fractions
import importlib
import re
import sys
import types

CHANGING = {
    kind.__name__: kind
    for kind in (list, dict, set, bytearray, collections.deque, collections.OrderedDict,
                 collections.Counter)
}  # fmt: skip
FIXED = {
    tuple: (list, tuple),
    frozenset: (list, frozenset),
    bytes: (lambda value: value.decode("latin-1"), lambda text: text.encode("latin-1")),
    complex: (lambda value: [value.real, value.imag], lambda parts: complex(*parts)),
    range: (lambda value: [value.start, value.stop, value.step], lambda parts: range(*parts)),
    slice: (lambda value: [value.start, value.stop, value.step], lambda parts: slice(*parts)),
    decimal.Decimal: (str, decimal.Decimal),
    fractions.Fraction: (str, fractions.Fraction),
    datetime.date: (str, datetime.date.fromisoformat),
    datetime.datetime: (str, datetime.datetime.fromisoformat),
    datetime.time: (str, datetime.time.fromisoformat),
    datetime.timedelta: (
        lambda value: [value.days, value.seconds, value.microseconds],
        lambda parts: datetime.timedelta(*parts),
    ),
}
FIXED_BY_NAME = {kind.__name__: kind for kind in FIXED}
ARRAYS = re.compile(r"[<>|=](?:b1|[iu][1248]|f[248]|c(?:8|16)|U\d{1,5})")
"""Types of arrays whose values are plain, as numpy writes them."""
PLAIN = (bool, int, float, complex, str)
BASES = (int, float, str, tuple, list, dict, set, frozenset, bytes)
UNARY = ("neg", "pos", "abs", "invert")
BINARY = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor",
    "lshift", "rshift",
)  # fmt: skip
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


class Raised:
    """An exception that crosses as a copy."""

    def __init__(self, error):
        self.error = error


MOST_INNER = 4
NOT_OF_LIBRARY = ("unittest", "doctest", "test", "idlelib", "this", "antigravity", "builtins")
"""Modules whose exceptions end tests, or that do something when they are imported."""


def library_error(module, name):
    """The exception of the standard library with this name; None where there is none."""
    top = module.partition(".")[0]
    if top not in sys.stdlib_module_names or top in NOT_OF_LIBRARY or top.startswith("_"):
        return None
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def members(error):
    """What an exception of a built-in class has beside its arguments, such as an exit code."""
    for base in type(error).__mro__:
        for name, member in vars(base).items() if base.__module__ == "builtins" else ():
            if isinstance(member, types.MemberDescriptorType) and name[0] != "_" and name != "obj":
                yield name, getattr(error, name)


class Shared:
    """The values of one exchange that can change, in the order in which both sides meet them."""

    def __init__(self):
        self.values, self.places = [], {}

    def add(self, value):
        self.places[id(value)] = len(self.values)
        self.values.append(value)


def items(value):
    return [part for pair in value.items() for part in pair] if isinstance(value, dict) else value


def fill(value, content):
    value.clear()
    if isinstance(value, dict):
        for place in range(0, len(content), 2):
            dict.__setitem__(value, content[place], content[place + 1])
    elif isinstance(value, set):
        value.update(content)
    else:
        value.extend(content)


def is_plain_array(value):
    """Whether this is an array or a number of numpy whose values are plain."""
    return type(value).__module__ == "numpy" and bool(
        ARRAYS.fullmatch(str(getattr(getattr(value, "dtype", None), "str", "")))
    )


def nested(values, shape):
    """Values in lists of this shape; the only one where it has none."""
    if not shape:
        return values[0]
    step = len(values) // shape[0] if shape[0] else 0
    return [nested(values[n * step : (n + 1) * step], shape[1:]) for n in range(shape[0])]


def text_of(error):
    try:
        return str(str(error))
    except Exception:
        return ""


def said_by(error):
    text = getattr(error, "_text", None)
    return BaseException.__str__(error) if text is None else text
