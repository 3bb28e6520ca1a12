"""What the process of the tests and that of the solution say to each other, as lines of JSON.

Each can do something with an object of the other, by its number. Plain values cross as copies of
exactly their type; lists, dicts and sets that were handed over are brought up to date afterwards.
Whatever else is named by a number, and stands as a ``Remote`` on the other side. Nothing that
crosses is ever run as code.

Arrays and numbers of numpy cross as copies too: where the tests have imported numpy they get them
as such, else as plain values. An array that was handed over is not brought up to date.
"""

import builtins
import collections
import contextlib
import io
import json
import operator
import sys
import threading
import types

from crossing import (
    ARRAYS,
    BASES,
    BINARY,
    CHANGING,
    COMPARISONS,
    FIXED,
    FIXED_BY_NAME,
    MOST_INNER,
    PLAIN,
    UNARY,
    Raised,
    Shared,
    fill,
    is_plain_array,
    items,
    library_error,
    members,
    nested,
    said_by,
    text_of,
)
from remote import OPTIONAL, Remote

DEEDS = {
    "call": lambda what, given, named: what(*given, **dict(named)),
    "get": getattr,
    "set": setattr,
    "delete": delattr,
    **{
        name: operator.methodcaller(f"__{name}__") for name in ("enter", "aenter", "aiter", "anext")
    },
    "exit": lambda what, *raised: what.__exit__(*raised, None),
    "aexit": lambda what, *raised: what.__aexit__(*raised, None),
    "round": round,
    "index": operator.index,
    **{f"i{name}": getattr(operator, f"i{name.rstrip('_')}") for name in BINARY},
    **{kind.__name__: kind for kind in (bool, int, float, complex, str, repr, bytes)},
    **{act.__name__: act for act in (iter, next, len, hash, isinstance, issubclass, format, dir)},
    "reversed": reversed,
    **{name: getattr(operator, name) for name in (*UNARY, *BINARY, *COMPARISONS)},
    **{name: getattr(operator, name) for name in ("getitem", "setitem", "delitem", "contains")},
}


LOOKS = ("get", "float", "int", "eq", "ne", "lt", "le", "gt", "ge", "contains", "len", "bool")
"""What changes nothing, so that an attribute is the same before and after."""


class GoneError(Exception):
    """The other process has ended, or talks nonsense."""


class CannotCrossError(Exception):
    """A value cannot be handed over."""


class Peer:
    """One of the two processes.

    Args:
        reader, writer: Binary files to and from the other.
        may: Whether the other may do something: its name, and what it is done with.
        is_strict: Whether objects of the other are never asked what they equal, and the like.
    """

    def __init__(self, reader, writer, may, *, is_strict=False):
        self.reader, self.writer, self.may, self.is_strict = reader, writer, may, is_strict
        self.kept, self.numbers = {}, {}
        self.kinds = {}
        self.remotes, self.errors = {}, {}
        self.printed = None
        self.is_gone = False
        self.lock = threading.RLock()
        self.more = {}
        self.line_up = None
        self.turns = 0

    def ask(self, name, *given):
        """What the other gets by a deed on values; what it raises is raised here."""
        with self.lock:
            shared = Shared()
            self.turns += name not in LOOKS
            self.send({"do": name, "with": [self.encode(item, shared) for item in given]})
            while True:
                said = self.receive()
                if "do" in said:
                    self.answer(said)
                else:
                    return self.result(said, shared)

    def result(self, said, shared):
        try:
            ours = list(shared.values)
            found = self.decode(said["is"], shared)
            for value, content in zip(ours, said["shared"], strict=True):
                fill(value, [self.decode(item, shared) for item in content])
        except GoneError:
            raise
        except Exception:
            self.lose()
        if said.get("raised"):
            raise found
        return found

    def serve(self):
        """Does what the other asks, until it asks no more."""
        while True:
            self.answer(self.receive())

    def answer(self, said):
        shared = Shared()
        try:
            name, given = said["do"], [self.decode(item, shared) for item in said["with"]]
            deed = self.more.get(name) or DEEDS[name]
        except GoneError:
            raise
        except Exception:
            self.lose()
        given_first = list(shared.values)
        reply = {}
        try:
            if not self.may(name, given):
                raise AttributeError("the tests do not hand this over")
            reply["is"] = self.encode(deed(*given), shared)
        except GoneError:
            raise
        except BaseException as error:
            reply = {"raised": True, "is": self.encode_error(error, shared)}
        reply["shared"] = [
            [self.encode(item, shared) for item in items(value)] for value in given_first
        ]
        self.send(reply)

    def send(self, said):
        if self.printed is not None:
            said["printed"] = self.printed.getvalue()
            self.printed.seek(0)
            self.printed.truncate()
        try:
            self.writer.write(json.dumps(said).encode() + b"\n")
            self.writer.flush()
        except OSError:
            self.lose()

    def receive(self):
        try:
            line = self.reader.readline() if not self.is_gone else b""
            said = json.loads(line)
            if not isinstance(said, dict):
                self.lose()
            if self.printed is None and said.get("printed"):
                sys.stdout.write(str(said["printed"]))
            return said
        except (OSError, ValueError, RecursionError):
            self.lose()

    def lose(self):
        self.is_gone = True
        raise GoneError("the code ended the program")

    # Values.

    def encode(self, value, shared):
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is Raised:
            return self.encode_error(value.error, shared)
        if isinstance(value, Remote):
            return ["yours", object.__getattribute__(value, "_number")]
        if isinstance(value, type) and value in self.errors.values():
            return ["yours", next(n for n, error in self.errors.items() if error is value)]
        if id(value) in shared.places:
            return ["again", shared.places[id(value)]]
        if kind.__name__ in CHANGING and CHANGING[kind.__name__] is kind:
            shared.add(value)
            return [kind.__name__, [self.encode(item, shared) for item in items(value)]]
        if kind in FIXED:
            told = FIXED[kind][0](value)
            parts = [self.encode(item, shared) for item in told] if type(told) is list else told
            return [kind.__name__, parts]
        has_name = isinstance(value, (type, types.BuiltinFunctionType))
        if has_name and getattr(builtins, value.__name__, None) is value:
            return ["builtin", value.__name__]
        return self.encode_other(value, shared)

    def encode_other(self, value, shared):
        kind = type(value)
        if is_plain_array(value):
            return self.encode_array(value, shared)
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return ["named", kind.__name__, list(kind._fields),
                    [self.encode(item, shared) for item in value]]  # fmt: skip
        if self.printed is not None and (plain := self.plain(value)) is not value:
            return self.encode(plain, shared)
        return self.encode_number(value, shared)

    def plain(self, value):
        """An object of the solution that is a plain value in another form."""
        if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
            return value.tolist()
        if self.is_strict or type(value).__module__ != "solution":
            for kind in BASES:
                if isinstance(value, kind):
                    return kind(value)
        return value

    def encode_array(self, value, shared):
        is_array = type(value).__name__ == "ndarray"
        content = value.reshape(-1).tolist() if is_array else [value.item()]
        shape = list(value.shape) if is_array else None
        return ["array", value.dtype.str, shape, [self.encode(item, shared) for item in content]]

    def encode_number(self, value, shared):
        if isinstance(value, types.ModuleType) and self.printed is None:
            raise CannotCrossError(f"the tests hand over the module {value.__name__}")
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.kept) + 1
            self.kept[number] = value
        if isinstance(value, type) and issubclass(value, BaseException):
            if library_error(value.__module__, value.__name__) is value:
                return ["library", value.__module__, value.__name__]
            base = next(base for base in value.__mro__ if base.__module__ == "builtins")
            bases = [self.encode(base, shared) for base in value.__bases__]
            return ["error", number, value.__name__, bases, base.__name__]
        kind = type(value)
        if kind.__module__ == "builtins" and hasattr(kind, "__await__"):
            return ["waiting", number]
        # The name of another class would tell the code what the tests expect.
        name = kind.__name__ if kind.__module__ in ("solution", "__main__") else "Remote"
        return ["object", number, name, [one for one in OPTIONAL if has(kind, one)]]

    def encode_error(self, error, shared, depth=0):
        def safe(value):
            try:
                return self.encode(value, Shared())
            except Exception:
                return repr(value)

        def inner(value):
            if isinstance(value, BaseException) and depth < MOST_INNER:
                return self.encode_error(value, shared, depth + 1)
            is_list = type(value) in (list, tuple)
            if is_list and all(isinstance(one, BaseException) for one in value):
                return ["list", [inner(one) for one in value]]
            return safe(value)

        said = {name: safe(value) for name, value in [*members(error), *vars(error).items()]}
        cause = None if error.__cause__ is None else inner(error.__cause__)
        return ["raise", self.encode(type(error), shared), [inner(item) for item in error.args],
                text_of(error), said, cause]  # fmt: skip

    def decode(self, value, shared):
        if not isinstance(value, list):
            if value is None or type(value) in (bool, int, float, str):
                return value
            self.lose()
        kind, rest = value[0], value[1:]
        if kind in CHANGING:
            made = CHANGING[kind]()
            shared.add(made)
            fill(made, [self.decode(item, shared) for item in rest[0]])
            return made
        if kind in FIXED_BY_NAME:
            parts = rest[0]
            if isinstance(parts, list):
                parts = [self.decode(item, shared) for item in parts]
            return FIXED[FIXED_BY_NAME[kind]][1](parts)
        return getattr(self, f"_decode_{kind}")(shared, *rest)

    def _decode_again(self, shared, place):
        return shared.values[place]

    def _decode_builtin(self, _shared, name):
        found = getattr(builtins, name)
        if self.printed is None and not isinstance(found, type):
            return Remote(self, 0)  # the tests would not call what the solution chose
        return found

    def _decode_named(self, shared, name, fields, values):
        made = collections.namedtuple(name, fields)(*(self.decode(item, shared) for item in values))
        if any(callable(value) and hasattr(tuple, field)
               for field, value in zip(fields, made, strict=True)):  # fmt: skip
            self.lose()  # a method of tuples would say what the solution chose
        return made

    def _decode_array(self, shared, dtype, shape, content):
        values = [self.decode(item, shared) for item in content]
        if not ARRAYS.fullmatch(dtype) or not all(type(value) in PLAIN for value in values):
            self.lose()
        numpy = sys.modules.get("numpy") if self.printed is None else __import__("numpy")
        if numpy is None:
            return nested(values, shape or [])
        made = numpy.array(values, dtype=dtype).reshape(shape or [])
        return made[()] if shape is None else made

    def _decode_yours(self, _shared, number):
        return self.kept[number]

    def _decode_object(self, _shared, number, name, has):
        if number not in self.remotes:
            self.remotes[number] = self.kind_of(str(name), tuple(has))(self, int(number))
        return self.remotes[number]

    def kind_of(self, name, has):
        """The class of what stands for an object: it can do what the object's class can."""
        if (name, has) not in self.kinds:
            own = {f"__{one}__": OPTIONAL[one] for one in has} | {"__slots__": ()}
            is_feigned = hasattr(builtins, name) or name in CHANGING or name in FIXED_BY_NAME
            self.kinds[name, has] = type("Remote" if is_feigned else name, (Remote,), own)
        return self.kinds[name, has]

    def _decode_waiting(self, shared, number):
        remote = self._decode_object(shared, number, "coroutine", [])

        async def waiting():
            return self.ask("await", remote)

        return waiting()

    def _decode_error(self, shared, number, name, bases, base):
        if number not in self.errors:
            known = tuple(self.decode(item, shared) for item in bases)
            if not all(isinstance(one, type) and issubclass(one, BaseException) for one in known):
                known = (getattr(builtins, base),)
            self.errors[number] = type(name, known, {"__str__": said_by, "__module__": "solution"})
        return self.errors[number]

    def _decode_library(self, _shared, module, name):
        return library_error(module, name) or self.lose()

    def _decode_raise(self, shared, kind, args, text, said, cause):
        error = self.decode(kind, shared)
        args = [self.decode(item, Shared()) for item in args]
        try:
            made = error.__new__(error, *args)
            base = next(base for base in error.__mro__ if base.__module__ == "builtins")
            base.__init__(made, *args)
        except TypeError:
            made = Exception(text)
        if not isinstance(made, BaseException):
            self.lose()
        for name, value in said.items():
            if not name.startswith("__"):
                content = self.decode(value, Shared())
                with contextlib.suppress(AttributeError):  # else it is among the arguments
                    setattr(made, name, content)
        found = self.decode(cause, Shared())
        if isinstance(found, BaseException):
            made.__cause__ = found
        made._text, made._of_other = str(text), True
        return made


def has(kind, name):
    """Whether a class has a special method of this name."""
    found = [vars(base)[f"__{name}__"] for base in kind.__mro__ if f"__{name}__" in vars(base)]
    return found[:1] != [] and found[0] is not None


class Printed(io.StringIO):
    """What the solution prints, until the tests are sent it."""
