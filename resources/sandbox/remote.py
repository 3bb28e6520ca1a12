"""An object of the other process: what is done with it is asked there."""

import time

from crossing import BASES, BINARY, COMPARISONS, PLAIN, UNARY, Raised


class Remote:
    """An object of the other process."""

    __slots__ = ("__weakref__", "_found", "_number", "_peer")

    def __init__(self, peer, number):
        object.__setattr__(self, "_peer", peer)
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_found", {})

    def __getattr__(self, name):
        if asks_itself(self, name):
            raise AttributeError(f"the object has no {name!r} that the tests can rely on")
        line_up = judge(self)
        if line_up is None:
            return ask(self, "get", name)
        found = steady(self, name)
        if name in ANSWERS and isinstance(found, Remote):
            return line_up.answering(name, found)
        return found

    def __setattr__(self, name, value):
        ask(self, "set", name, value)

    def __delattr__(self, name):
        ask(self, "delete", name)

    def __hash__(self):
        return ask(self, "hash") if not is_strict(self) else number_of(self)

    def __instancecheck__(self, value):
        return isinstance(value, Remote) and ask(self, "instance", value)

    def __subclasscheck__(self, value):
        return isinstance(value, Remote) and ask(self, "subclass", value)

    def __format__(self, how):
        return ask(self, "format", how)


def ask(remote, name, *given):
    return object.__getattribute__(remote, "_peer").ask(name, remote, *given)


def number_of(remote):
    return object.__getattribute__(remote, "_number")


def is_strict(remote):
    return object.__getattribute__(remote, "_peer").is_strict


def judge(remote):
    """What compares the object; None where it answers itself, or never does."""
    return object.__getattribute__(remote, "_peer").line_up


def steady(remote, name):
    """An attribute: a plain value is the same until something is done."""
    peer, found = (
        object.__getattribute__(remote, "_peer"),
        object.__getattribute__(remote, "_found"),
    )
    known = found.get(name)
    if known and known[0] == peer.turns and time.monotonic() - known[1] < STEADY_SECONDS:
        return known[2]
    value = ask(remote, "get", name)
    if type(value) in PLAIN:
        found[name] = peer.turns, time.monotonic(), value
    return value


STEADY_SECONDS = 0.1
ANSWERS = ("startswith", "endswith", "issubset", "issuperset", "isdisjoint", "has", "contains",
           "includes", "equals", "find", "index", "__contains__", "__eq__")  # fmt: skip
"""Methods that say yes or no to a value."""
PREDICATES = {
    name
    for kind in (*BASES, bytearray)
    for name in dir(kind)
    if name.startswith("is") or name in ("startswith", "endswith", "__eq__", "__contains__")
}


def asks_itself(remote, name):
    """Whether this is what a plain value would answer of itself, so that it could be feigned."""
    return is_strict(remote) and name in PREDICATES


def _call(self, *given, **named):
    result = ask(self, "call", list(given), list(named.items()))
    if isinstance(result, Remote) and judge(self) is not None:
        judge(self).note(self, list(given), list(named.items()), result)
    return result


def _contains(self, value):
    if is_strict(self):
        return any(item == value for item in self)
    line_up = judge(self)
    return ask(self, "contains", value) if line_up is None else line_up.contains(self, value)


def _leaving(deed):
    def leave(self, kind, error, _trace):
        return ask(self, deed, kind, None if error is None else Raised(error))

    return leave


def _method(deed, *, is_own=False):
    def method(self, *given):
        if is_own and is_strict(self):
            same = {"eq": self is given[0], "ne": self is not given[0]} if given else {}
            return same.get(deed, NotImplemented)
        if judge(self) is None:
            return ask(self, deed, *given)
        act = judge(self).weigh if is_own and given else judge(self).reduced
        return act(self, deed, *given) if is_own or deed in NUMBERS_OF else ask(self, deed, *given)

    return method


def _turned(deed):
    def turned(self, other):
        return NotImplemented if is_strict(self) else ask(self, "turned", deed, other)

    return turned


NUMBERS_OF = (*UNARY, "int", "float", "complex", "round")
OPTIONAL = {
    "call": _call,
    "contains": _contains,
    "exit": _leaving("exit"),
    "aexit": _leaving("aexit"),
    **{name: _method(name) for name in (
        "iter", "next", "len", "int", "float", "complex", "bytes", "index", "getitem", "setitem",
        "delitem", "reversed", "round", "enter", "aenter", "aiter", "anext",
    )},
    **{f"i{name.rstrip('_')}": _method(f"i{name}") for name in BINARY},
}  # fmt: skip
"""Special methods that an object of the other has only where its own class has them."""
for _name in ("bool", "str", "repr", "dir", *UNARY):
    setattr(Remote, f"__{_name}__", _method(_name))
for _name in (*BINARY, *COMPARISONS):
    setattr(Remote, f"__{_name.rstrip('_')}__", _method(_name, is_own=True))
for _name in BINARY:
    setattr(Remote, f"__r{_name.rstrip('_')}__", _turned(_name))
