"""Collects the templates of all messages a person may read, for translation.

    python packaging/collect_messages.py           # updates resources/translations/
    python packaging/collect_messages.py --check   # exit code 1 where something is missing

Follows, in the program's source, what flows into an error, a problem of an input, or a note: texts,
f-strings (their replaced parts become ``{0}``, ``{1}`` ...), names, constants, what functions
return and what they are called with. New templates are added untranslated, as ``""``; what is
translated is kept; what is gone is dropped.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "xpert_studio"
CATALOGUE: Final = ROOT / "resources" / "translations" / "messages.zh_CN.json"
SOURCES: Final = (
    "records",
    "documents",
    "instruments",
    "lint",
    "store",
    "workflow",
    "judge",
    "generation",
    "exchange",
)
FILES: Final = ("errors.py", "atomic_files.py")

# A pattern is a sequence of literal texts and holes (None).
Pattern = tuple[str | None, ...]
Patterns = frozenset[Pattern]
Function = ast.FunctionDef | ast.AsyncFunctionDef

HOLE: Final[Pattern] = (None,)
UNKNOWN: Final[Patterns] = frozenset({HOLE})

SINK_CALLS: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "Problem": ((1, "place"), (3, "message"), (4, "remedy")),
    "command": ((1, "title"), (2, "done")),
    "named": ((1, "title"), (2, "done")),
    "warn": ((0, "text"),),
    "Fault": ((1, "message"),),
    "drain": ((1, "message"),),
    "_close": ((3, "message"),),
    "Stored": ((5, "kind"),),
    "stored_in": ((2, "kind"),),
    "IntegrityReport": ((0, "problems"),),
    "ExportReport": ((3, "warnings"),),
    "FittedModel": ((4, "note"),),
    "default_model": ((1, "note"),),
}
"""What is called with texts that a person reads, besides errors: positions and names of these."""

SINK_NAMES: Final = frozenset({"remedy", "notices", "warnings", "notes", "problem", "note"})
"""Arguments and attributes of these names are read by a person, whoever takes them."""

ENUMS: Final = ("Role", "JudgmentStatus", "ProposalState", "Gap")
"""Enumerations whose values stand in messages."""

PASSED_ON: Final = frozenset({"str", "redact", "tuple", "list", "dict", "sorted", "set", "dict_of"})
KNOWN_PARTS: Final = {
    "context['error']": ("ValueError", 0),  # what a record's own validation raises
    "peer.label": ("Peer", 1),
}
"""Parts of f-strings that come from afar: what they are made with."""

WEAK: Final = 9
"""A template with fewer letters of its own says nothing: its parts are put in."""

MOST_WAYS: Final = 40
NO_MESSAGES: Final = frozenset(
    {
        "canary",
        "context",
        "created_at",
        "deliverables",
        "en",
        "grading_policy",
        "judged_at",
        "latency_ms",
        "licence",
        "materials",
        "name",
        "position",
        "prompt",
        "rb",
        "reference_answer",
        "string",
        "taxonomy",
        "text",
        "wb",
        "zh",
    }
)
"""Keys, fields and modes that stand in messages as they are."""

_NO_TEMPLATE: Final = re.compile(r"\{[a-z]|\.\.$|[: ]\.$|no the|^\S.* $|^ .*\S$")
"""What comes of an empty or unfinished part, and no message ends like that."""


def main() -> None:
    """Updates or checks the catalogue."""
    parser = argparse.ArgumentParser(description="Collect the messages to be translated.")
    parser.add_argument("--check", action="store_true", help="change nothing; say what differs")
    check = parser.parse_args().check
    templates = collect()
    known: dict[str, str] = json.loads(CATALOGUE.read_text("utf-8")) if CATALOGUE.exists() else {}
    if check:
        missing = sorted(text for text in templates if not known.get(text))
        superfluous = sorted(known.keys() - templates)
        for text in missing:
            print(f"missing: {text}")
        for text in superfluous:
            print(f"superfluous: {text}")
        sys.exit(1 if missing or superfluous else 0)
    made = {text: known.get(text, "") for text in sorted(templates)}
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    CATALOGUE.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{len(made)} messages, {sum(not text for text in made.values())} untranslated")


def collect() -> set[str]:
    """All templates in the program's source."""
    return Collector(list(_modules())).templates()


@dataclass(slots=True)
class Binding:
    """One place where a name gets a value: the value, and which part of it."""

    value: ast.expr
    index: tuple[int, ...] = ()
    is_item: bool = False
    is_added: bool = False


@dataclass(slots=True)
class Module:
    """A source file, with what stands around each of its nodes."""

    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)
    bindings: dict[tuple[ast.AST, str], list[Binding]] = field(default_factory=dict)
    handlers: dict[tuple[ast.AST, str], list[str]] = field(default_factory=dict)

    def scope(self, node: ast.AST) -> ast.AST:
        """The function, or else the module, that a node stands in."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, Function):
                return node
        return self.tree


def _modules() -> Iterator[Module]:
    paths = [PACKAGE / name for name in FILES]
    for name in SOURCES:
        paths += sorted((PACKAGE / name).rglob("*.py"))
    for path in paths:
        module = Module(ast.parse(path.read_text(encoding="utf-8")))
        for node in ast.walk(module.tree):
            for child in ast.iter_child_nodes(node):
                module.parents[child] = node
        for node in ast.walk(module.tree):
            _bind(module, node)
        yield module


def _bind(module: Module, node: ast.AST) -> None:
    scope = module.scope(node)
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind_target(module, scope, target, Binding(value))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _bind_target(module, scope, target, Binding(value))
        case ast.NamedExpr(target=target, value=value):
            _bind_target(module, scope, target, Binding(value))
        case ast.AugAssign(target=target, value=value):
            _bind_target(module, scope, target, Binding(value, is_added=True))
        case (
            ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated)
        ):
            _bind_target(module, scope, target, Binding(iterated, is_item=True))
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend"), args=[value]
        ):
            module.bindings.setdefault((scope, name), []).append(Binding(value))
        case ast.ExceptHandler(name=str() as name, type=ast.expr() as kind):
            kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
            module.handlers.setdefault((scope, name), []).extend(_name_of(item) for item in kinds)


def _bind_target(module: Module, scope: ast.AST, target: ast.expr, binding: Binding) -> None:
    if isinstance(target, ast.Name):
        module.bindings.setdefault((scope, target.id), []).append(binding)
    elif isinstance(target, ast.Tuple):
        for place, item in enumerate(target.elts):
            inner = Binding(binding.value, (*binding.index, place), binding.is_item)
            _bind_target(module, scope, item, inner)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


class Collector:
    """Follows texts through the modules."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._module_of = {node: module for module in modules for node in ast.walk(module.tree)}
        self._functions: dict[str, list[Function]] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        self._classes: dict[str, ast.ClassDef] = {}
        for node in self._module_of:
            if isinstance(node, Function):
                self._functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.Call):
                self._calls.setdefault(_name_of(node.func), []).append(node)
            elif isinstance(node, ast.ClassDef):
                self._classes[node.name] = node
        self._errors = self._subclasses_of("XpertError")
        self._found: set[str] = set()
        self._following: set[tuple[ast.AST, tuple[int, ...]]] = set()

    def templates(self) -> set[str]:
        """All of them, as texts with ``{0}``, ``{1}`` for the holes."""
        for node in list(self._module_of):
            for value in self._read_by_a_person(node):
                for pattern in self._flow(value):
                    self._keep(pattern)
        for name in ENUMS:
            for pattern in self._values_of(self._classes[name]):
                self._keep(pattern)
        return self._found

    def _subclasses_of(self, name: str) -> set[str]:
        found = {name}
        while True:
            more = {
                item.name
                for item in self._classes.values()
                if {_name_of(base) for base in item.bases} & found
            }
            if more <= found:
                return found
            found |= more

    # What a person reads.

    def _read_by_a_person(self, node: ast.AST) -> Iterator[ast.expr]:
        match node:
            case ast.Assign(targets=targets, value=value) if _for_a_person(*targets):
                yield value
            case ast.AugAssign(target=target, value=value) if _for_a_person(target):
                yield value
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _for_a_person(target):
                yield value
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value in SINK_NAMES:
                        yield value
            case ast.Call():
                yield from self._told(node)

    def _told(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a call is given that a person reads."""
        name = _name_of(call.func)
        yield from self._of_error(call, name)
        for place, keyword in SINK_CALLS.get(name, ()):
            yield from _argument(call, place, keyword)
        if name in {"append", "extend"} and isinstance(call.func, ast.Attribute):
            yield from call.args if _for_a_person(call.func.value) else ()
        for item in call.keywords:
            if item.arg in SINK_NAMES:
                yield item.value

    def _of_error(self, call: ast.Call, name: str) -> Iterator[ast.expr]:
        """Message, missing and remedy of an error that is made."""
        is_base = name == "__init__" and self._enclosing_class(call) in self._errors
        if name in self._errors or is_base:
            first = 1 if name == "ProviderError" else 0  # its kind comes first
            yield from _argument(call, first, "message")
            if name == "IncompleteError":
                yield from _argument(call, 1, "missing")

    def _enclosing_class(self, node: ast.AST) -> str:
        module = self._module_of[node]
        while node in module.parents:
            node = module.parents[node]
            if isinstance(node, ast.ClassDef):
                return node.name
        return ""

    def _keep(self, pattern: Pattern) -> None:
        numbers = itertools.count()
        text = "".join(f"{{{next(numbers)}}}" if part is None else part for part in pattern)
        if _is_worded(pattern) and text not in NO_MESSAGES and not _NO_TEMPLATE.search(text):
            self._found.add(text)

    # Where a value comes from.

    def _flow(self, node: ast.expr, index: tuple[int, ...] = ()) -> Patterns:
        """What a value can be; ``index`` leads into tuples."""
        key = (node, index)
        if key in self._following:
            return UNKNOWN
        self._following.add(key)
        try:
            return self._flow_of(node, index)
        finally:
            self._following.discard(key)

    def _flow_of(self, node: ast.expr, index: tuple[int, ...]) -> Patterns:  # noqa: C901
        match node:
            case ast.Constant(value=str() as text) if not index:
                return frozenset({(text,)})
            case ast.Constant(value=None):
                return frozenset()
            case ast.JoinedStr() if not index:
                return self._joined(node)
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                if isinstance(left, ast.List | ast.Tuple) or isinstance(right, ast.List):
                    return self._flow(left, index) | self._flow(right, index)
                return _product([self._flow(left), self._flow(right)])
            case ast.IfExp(body=body, orelse=other):
                return self._flow(body, index) | self._flow(other, index)
            case ast.BoolOp(values=values):
                return self._union(values, index)
            case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
                return self._flow(value, index)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                if index and isinstance(node, ast.Tuple):
                    inside = index[0] < len(items)
                    return self._flow(items[index[0]], index[1:]) if inside else UNKNOWN
                return self._union(items, index)
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.SetComp(elt=item):
                return self._flow(item, index)
            case ast.Dict(values=values):
                return self._union(values, index)
            case ast.Subscript() | ast.Attribute() if ast.unparse(node) in KNOWN_PARTS:
                return self._made(*KNOWN_PARTS[ast.unparse(node)])
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self._flow(value, index)
            case ast.Subscript(value=value):
                return self._union(self._dict_values(value), index) or UNKNOWN
            case ast.Call():
                return self._called(node, index)
            case ast.Attribute(value=ast.Name() as of, attr="value"):
                return self._enumerated(of)
            case ast.Name():
                return self._named(node, index)
        return UNKNOWN

    def _enumerated(self, node: ast.Name) -> Patterns:
        """The values of the enumeration that an argument is said to be of."""
        for item in ast.walk(self._module_of[node].scope(node)):
            if isinstance(item, ast.arg) and item.arg == node.id and item.annotation is not None:
                kind = self._classes.get(ast.unparse(item.annotation))
                return self._values_of(kind) if kind is not None else UNKNOWN
        return UNKNOWN

    def _values_of(self, kind: ast.ClassDef) -> Patterns:
        values = [node.value for node in kind.body if isinstance(node, ast.Assign)]
        return self._union(values)

    def _union(self, nodes: Iterable[ast.expr], index: tuple[int, ...] = ()) -> Patterns:
        return frozenset().union(*(self._flow(node, index) for node in nodes))

    def _dict_values(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.Dict):
            return node.values
        if isinstance(node, ast.Name):
            bound, _ = self._lookup(node)
            return [
                value
                for binding in bound
                if isinstance(binding.value, ast.Dict)
                for value in binding.value.values
            ]
        return []

    def _called(self, node: ast.Call, index: tuple[int, ...]) -> Patterns:
        name = _name_of(node.func)
        if isinstance(node.func, ast.Attribute):
            of = node.func.value
            if name == "join" and isinstance(of, ast.Constant):
                self._keep((str(of.value),))
                return self._flow(node.args[0]) | UNKNOWN
            if name == "get":
                found = self._union(self._dict_values(of), index) or UNKNOWN
                return found | self._union(node.args[1:], index)
            if name == "format":
                return frozenset(_formatted(pattern) for pattern in self._flow(of))
        if name in PASSED_ON and node.args:
            return self._flow(node.args[0], index)
        functions = self._near(self._functions.get(name, []), node)
        returned = [
            inner.value
            for function in functions
            for inner in ast.walk(function)
            if isinstance(inner, ast.Return) and inner.value is not None
        ]
        return self._union(returned, index) or UNKNOWN

    def _near(self, functions: list[Function], node: ast.AST) -> list[Function]:
        own = [item for item in functions if self._module_of[item] is self._module_of[node]]
        return own or functions

    def _lookup(self, node: ast.Name) -> tuple[list[Binding], ast.AST | None]:
        """Where a name gets its values, and the scope that binds it."""
        module = self._module_of[node]
        scope: ast.AST = module.scope(node)
        while True:
            found = module.bindings.get((scope, node.id), [])
            is_argument = isinstance(scope, Function) and node.id in _arguments(scope)
            if found or is_argument or (scope, node.id) in module.handlers:
                return found, scope
            if scope is module.tree:
                break
            scope = module.scope(scope)
        for other in self._modules:  # imported
            found = other.bindings.get((other.tree, node.id), [])
            if found:
                return found, other.tree
        return [], None

    def _named(self, node: ast.Name, index: tuple[int, ...]) -> Patterns:
        bound, scope = self._lookup(node)
        if scope is None:
            return UNKNOWN
        found: Patterns = frozenset()
        for binding in bound:
            if not binding.is_added:
                found |= self._bound(binding, index)
        if isinstance(scope, Function) and node.id in _arguments(scope):
            found |= self._passed(scope, node.id, index)
        for kind in self._module_of[node].handlers.get((scope, node.id), []):
            # An error of ours has a message of its own, which is translated by itself.
            found |= UNKNOWN if kind in self._errors else self._made(kind, near=node)
        for binding in bound:
            if binding.is_added:
                more = self._flow(binding.value)
                is_text = isinstance(binding.value, ast.JoinedStr | ast.Constant)
                found |= _product([found, more]) if is_text else more
        return found

    def _bound(self, binding: Binding, index: tuple[int, ...]) -> Patterns:
        path = (*binding.index, *index)
        if not binding.is_item:
            return self._flow(binding.value, path)
        node = binding.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return (
                self._items(node.func.value, path)
                if node.func.attr == "items" and path
                else UNKNOWN
            )
        lists = [node]
        if isinstance(node, ast.Name):
            lists = [item.value for item in self._lookup(node)[0]]
        items = [
            item
            for value in lists
            if isinstance(value, ast.List | ast.Tuple)
            for item in value.elts
        ]
        return self._union(items, path) or UNKNOWN

    def _items(self, node: ast.expr, path: tuple[int, ...]) -> Patterns:
        """Keys or values of a dictionary, by the first step of the path."""
        if path[0] == 1:
            return self._union(self._dict_values(node), path[1:]) or UNKNOWN
        if isinstance(node, ast.Attribute):
            return self._keys_of_attribute(node)
        if not isinstance(node, ast.Name):
            return UNKNOWN
        bound, scope = self._lookup(node)
        keys = [
            key
            for binding in bound
            if isinstance(binding.value, ast.Dict)
            for key in binding.value.keys
            if key is not None
        ]
        if isinstance(scope, Function) and node.id in _arguments(scope):
            for value in self._arguments_passed(scope, node.id):
                if isinstance(value, ast.Name):
                    return self._items(value, path)
        return self._union(keys) or UNKNOWN

    def _keys_of_attribute(self, node: ast.Attribute) -> Patterns:
        keys = [
            call.args[0]
            for call in self._calls.get("setdefault", [])
            if isinstance(call.func, ast.Attribute)
            and ast.unparse(call.func.value) == ast.unparse(node)
            and self._module_of[call] is self._module_of[node]
        ]
        return self._union(keys) or UNKNOWN

    def _made(self, kind: str, place: int = 0, near: ast.AST | None = None) -> Patterns:
        """What things of a kind are made with, in our own code; all over it, or near a node."""
        calls = [
            call
            for call in self._calls.get(kind, [])
            if len(call.args) > place
            and (kind in self._classes or near is None or self._is_near(call, near))
        ]
        return self._union([call.args[place] for call in calls]) | UNKNOWN

    def _is_near(self, one: ast.AST, other: ast.AST) -> bool:
        return self._module_of[one] is self._module_of[other]

    def _passed(self, function: Function, name: str, index: tuple[int, ...]) -> Patterns:
        """What a function's argument can be: by its default, and by what it is called with."""
        found = UNKNOWN
        defaults = _defaults(function)
        if name in defaults:
            found |= self._flow(defaults[name], index)
        for value, path in self._paths_passed(function, name):
            found |= self._flow(value, (*path, *index))
        return found

    def _arguments_passed(self, function: Function, name: str) -> list[ast.expr]:
        return [value for value, path in self._paths_passed(function, name) if not path]

    def _paths_passed(
        self, function: Function, name: str
    ) -> Iterator[tuple[ast.expr, tuple[int, ...]]]:
        names = _positional(function)
        for call in self._calls.get(function.name, []):
            is_other = self._module_of[call] is not self._module_of[function]
            if is_other and (function.name.startswith("_") or self._has_own(call, function.name)):
                continue
            for item in call.keywords:
                if item.arg == name:
                    yield item.value, ()
            place = names.index(name) if name in names else -1
            for number, value in enumerate(call.args):
                if isinstance(value, ast.Starred):
                    if place >= number:
                        yield value.value, (place - number,)
                    break
                if number == place:
                    yield value, ()

    def _has_own(self, call: ast.Call, name: str) -> bool:
        functions = self._functions[name]
        return isinstance(call.func, ast.Name) and any(
            self._module_of[item] is self._module_of[call] for item in functions
        )

    # F-strings.

    def _joined(self, node: ast.JoinedStr) -> Patterns:
        own = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        is_weak = sum(char.isalpha() for char in own) < WEAK
        parts: list[Patterns] = []
        for place, part in enumerate(node.values):
            if not isinstance(part, ast.FormattedValue):
                parts.append(self._flow(part))
                continue
            is_changed = part.format_spec is not None or part.conversion != -1
            ways = UNKNOWN if is_changed else self._flow(part.value) or UNKNOWN
            before, after = _beside(node, place)
            is_apart = before.endswith("(") and after.startswith(")")
            is_glued = is_weak or _touches(node, place) or before.endswith("_")
            if not is_apart and (is_glued or any(map(_belongs_inside, ways))):
                parts.append(
                    frozenset(way if _is_worded(way) or way == ("",) else HOLE for way in ways)
                )
            else:
                for way in ways:
                    self._keep(way)
                parts.append(UNKNOWN)
        if _ways(parts) > MOST_WAYS:
            print(f"many ways: {ast.unparse(node)}", file=sys.stderr)
        return _product(parts)


def _for_a_person(*targets: ast.expr) -> bool:
    return any(_name_of(target) in SINK_NAMES for target in targets)


def _touches(node: ast.JoinedStr, place: int) -> bool:
    """Whether no more than a space keeps a replaced part from another one."""
    values: list[ast.expr | None] = [None, None, *node.values, None, None]
    for step in (-1, 1):
        one, other = values[place + 2 + step], values[place + 2 + 2 * step]
        is_space = isinstance(one, ast.Constant) and one.value == " "
        if isinstance(other if is_space else one, ast.FormattedValue):
            return True
    return False


def _beside(node: ast.JoinedStr, place: int) -> tuple[str, str]:
    """The literal text before and after a replaced part."""
    around = []
    for other in (place - 1, place + 1):
        inside = 0 <= other < len(node.values)
        part = node.values[other] if inside else None
        around.append(str(part.value) if isinstance(part, ast.Constant) else "")
    return around[0], around[1]


def _belongs_inside(pattern: Pattern) -> bool:
    """Whether a part is no word or name of its own, but a piece of the sentence."""
    if pattern == HOLE:
        return False
    text = "".join(part or "" for part in pattern)
    return text == "" or text != text.strip() or (None in pattern and _is_worded(pattern))


def _ways(parts: Sequence[Patterns]) -> int:
    count = 1
    for part in parts:
        count *= len(part)
    return count


def _product(parts: Sequence[Patterns]) -> Patterns:
    return frozenset(
        _merged(itertools.chain.from_iterable(ways)) for ways in itertools.product(*parts)
    )


def _merged(parts: Iterable[str | None]) -> Pattern:
    made: list[str | None] = []
    for part in parts:
        if part == "":
            continue
        if part is not None and made and made[-1] is not None:
            made[-1] += part
        elif part is not None or not made or made[-1] is not None:
            made.append(part)
    return tuple(made) or ("",)


def _formatted(pattern: Pattern) -> Pattern:
    """A pattern whose texts have holes of their own, as ``{name}``."""
    made: list[str | None] = []
    for part in pattern:
        if part is None:
            made.append(None)
            continue
        for number, piece in enumerate(re.split(r"\{\w*\}", part)):
            made += [None, piece] if number else [piece]
    return _merged(made)


def _is_worded(pattern: Pattern) -> bool:
    """Whether there is anything in it to translate: words, not names of files or keys."""
    text = "".join("0" if part is None else part for part in pattern)
    if len(pattern) == 1 and " " not in text.strip():
        return re.fullmatch(r" ?[a-z_-]{2,} ?", text) is not None
    return " " in text.strip() and re.search(r"[a-z]{2,}", text) is not None


def _arguments(function: Function) -> list[str]:
    taken = function.args
    return [item.arg for item in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)]


def _positional(function: Function) -> list[str]:
    names = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _defaults(function: Function) -> dict[str, ast.expr]:
    taken = function.args
    names = [item.arg for item in (*taken.posonlyargs, *taken.args)]
    made = dict(zip(reversed(names), reversed(taken.defaults), strict=False))
    only = zip(taken.kwonlyargs, taken.kw_defaults, strict=True)
    return made | {item.arg: value for item, value in only if value is not None}


def _argument(call: ast.Call, place: int, name: str) -> Iterator[ast.expr]:
    if place < len(call.args) and not any(
        isinstance(item, ast.Starred) for item in call.args[: place + 1]
    ):
        yield call.args[place]
    for item in call.keywords:
        if item.arg == name:
            yield item.value


if __name__ == "__main__":
    main()
