"""Collects every text of the program for translation, and compiles the translations.

    python packaging/collect_texts.py            update the catalogue and compile it
    python packaging/collect_texts.py --check    exit 1 where a text lacks its translation

Texts are the literal arguments of the calls in ``CALLS``, of the errors, and of the arguments named
in ``KEYWORDS``; and what the registries and the help of the command line say. The catalogue is a
gettext file; a translator may open it in any editor for these.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import typer
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from xpert_studio.cli import main
from xpert_studio.core import records
from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.metrics.metric import Shelf
from xpert_studio.core.metrics.registry import all_metrics
from xpert_studio.core.packs import packs
from xpert_studio.core.store.schema import STORED
from xpert_studio.core.workflow import WORDS, every_command
from xpert_studio.core.workflow.recipes import recipes
from xpert_studio.packs.attacks.baselines import ATTACKS
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import CheckKind
from xpert_studio.report.queue import QueueState
from xpert_studio.report.sections.provenance import HOW

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "xpert_studio"
FILE: Final = ROOT / "resources" / "translations" / "zh_CN" / "LC_MESSAGES" / "messages.po"
CALLS: Final = {
    "t": (0, 1), "mark": (0, 1), "Message": (0, 1), "tn": (0, 2), "Choice": (1, 3),
    "Problem": (3, 5), "Fault": (1, 2), "warn": (0, 1), "need_reason": (1, 2),
    "problem": (2, 4), "_problem": (2, 4), "counted": (0, 2),
    "say": (0, 20), "note": (0, 20), "table": (0, 1), "records": (0, 2), "progress": (0, 1),
    "Column": (0, 1), "Part": (2, 3),
    "outdated": (1, 2), "drain": (1, 2), "failed": (2, 3), "_close": (3, 4),
}  # fmt: skip
"""What is called with texts: the positions of these."""
PROSE: Final = frozenset({
    "Problem", "Fault", "warn", "need_reason", "problem", "_problem", "outdated", "drain", "failed",
    "_close", "say", "note",
})  # fmt: skip
"""Those whose arguments are texts only where they are prose: with a space or a full stop."""
NO_TABLES: Final = ("xpert_studio/core/store", "xpert_studio/core/instruments")
"""Where a column is one of the database, whose name is the same in every language."""
PROBLEM: Final = (3, 5)
"""Positions of message and remedy where a problem is added to a list, with all its five parts."""
KEYWORDS: Final = frozenset({"remedy", "missing", "note", "problem"})
"""Arguments of these names are texts in any call, where they are prose."""
FOREIGN: Final = frozenset({"OperationalError"})
"""Errors of libraries that we raise with their own text."""
ENUMS: Final = (
    records.Aspect, records.Cause, records.Difficulty, records.JudgmentStatus,
    records.SuggestionState, records.RatingState, records.ReviewOutcome, records.Role,
    records.RunState, records.Severity, records.SpotCheckOutcome, records.Stage, GapReason,
    QueueState, Shelf,
)  # fmt: skip
"""Enumerations whose values stand in messages."""
CLICK: Final = (
    "Options", "Arguments", "Commands", "required", "default: {default}",
    "Show this message and exit.", "Aborted!", "No such command {name!r}.",
)  # fmt: skip
"""Texts of the library that reads the options; it finds them in the same catalogue."""
PLACEHOLDER: Final = re.compile(r"\{(\w*)[^{}]*\}")
NAMELESS: Final = re.compile(r"\{(?:self|get|(?!sha256)[a-z_]+\d)[}:!]")
"""A parameter whose name does not say what it holds, or differs from another by a number."""
SPACED_VALUE: Final = re.compile(r"[\u3400-\u9fff] \{[a-z_]|\{[a-z_][^{}]*\} [\u3400-\u9fff]")
TERMS: Final = [
    (wrong, entry["chinese"])
    for entry in json.loads((FILE.parents[1] / "terms.json").read_text(encoding="utf-8"))
    for wrong in entry["not"]
]
"""Words that stand for none of our terms, and the one word for what they would say."""

Text = str | tuple[str, str]
"""A text; or one for a single thing and one for many."""


def texts() -> dict[Text, str]:
    """Every text, with the first place where it stands."""
    found: dict[Text, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for text in _said(node, place) if isinstance(node, ast.Call) else ():
                found.setdefault(text, place)
    for place, named in (registered() | in_templates()).items():
        for one in named:
            if key(one).strip():
                found.setdefault(one, place)
    several = {one for text in found if isinstance(text, tuple) for one in text[:1]}
    return {text: place for text, place in found.items() if text not in several}


def _said(call: ast.Call, place: str) -> Iterator[Text]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name == "tn":
        single, several = (_literals(argument) for argument in call.args[:2])
        yield from ((one, many) for many in several for one in single)
        return
    if name == "add" and len(call.args) == PROBLEM[1]:
        yield from _in(call.args[slice(*PROBLEM)], prose=True)
    elif name in CALLS and not (name == "Column" and place.startswith(NO_TABLES)):
        is_exact = name not in PROSE
        yield from _in(call.args[slice(*CALLS[name])], prose=not is_exact)
    elif (name.endswith("Error") and name not in FOREIGN) or name == "__init__":
        yield from _in(call.args, prose=True)
    for item in call.keywords:
        if item.arg in KEYWORDS and name not in {"t", "tn", "Message", "counted"}:
            yield from _in([item.value], prose=True)


def _in(nodes: list[ast.expr], *, prose: bool) -> Iterator[str]:
    for node in nodes:
        for text in _literals(node):
            if not prose or " " in text.strip() or text.endswith("."):
                yield text


def _literals(node: ast.expr) -> list[str]:
    """The texts an argument can be: itself, either side of a condition, the items of a list."""
    match node:
        case ast.Constant(value=str() as text):
            return [text] if text.strip() else []
        case ast.IfExp(body=body, orelse=other):
            return [*_literals(body), *_literals(other)]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [text for item in items for text in _literals(item)]
    return []


def registered() -> dict[str, Sequence[Text]]:
    """The texts of the registries, by the file of each."""
    return {
        "xpert_studio/core/judge/providers/registry.py": _of(PROVIDERS, "title"),
        "xpert_studio/core/workflow/commands.py": [
            *_of(WORDS, "title", "done"),
            *_of(every_command(), "hint", "told"),
        ],
        "xpert_studio/cli/main.py": [text for command in _commands() for text in _help_of(command)],
        "click": list(CLICK),
        "xpert_studio/core/exchange/bundle_rows.py": [file.label for file in ROW_FILES],
        "resources/report/method.txt": list(HOW),
        "xpert_studio/core/instruments/__init__.py": _of(INSTRUMENTS, "title", "no_value"),
        "xpert_studio/packs/checks/kinds/__init__.py": [
            text for kind in KINDS.values() for text in _said_of_check(kind) if text
        ],
        "xpert_studio/packs/attacks/baselines.py": [item.title.template for item in ATTACKS],
        "xpert_studio/core/metrics/registry.py": [
            text for item in all_metrics() for text in (item.title, item.head, item.meaning)
        ],
        "xpert_studio/core/packs.py": [
            word.capitalize() for pack in packs() for word in pack.boards if word.isalpha()
        ],
        "resources/recipes.json": _of(recipes(), "title"),
        "xpert_studio/core/records/__init__.py": [
            str(member.value) for kind in ENUMS for member in kind
        ],
        "xpert_studio/core/store/schema.py": [item.kind.replace("_", " ") for item in STORED],
    }


def _of(items: Mapping[str, object], *names: str) -> list[Text]:
    """What items of a registry say under names."""
    return [getattr(item, name) for item in items.values() for name in names]


def _said_of_check(kind: CheckKind) -> Iterator[str]:
    """What people read of a kind of check."""
    yield kind.title
    for field in kind.parameters.model_fields.values():
        yield from (field.title or "", field.description or "")
        yield from (str(one) for one in get_args(field.annotation) if isinstance(one, str))


def in_templates() -> dict[str, Sequence[Text]]:
    """The texts of the calls of ``t`` and ``tn`` in templates, by the file of each."""
    return {
        path.relative_to(ROOT).as_posix(): [
            text for call in _calls(path) for text in _texts_of(call)
        ]
        for path in sorted((ROOT / "resources").rglob("*.jinja"))
    }


def _calls(path: Path) -> Iterator[nodes.Call]:
    return Environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call)  # noqa: S701


def _texts_of(call: nodes.Call) -> Iterator[Text]:
    match call.node, call.args:
        case nodes.Name(name="tn"), [nodes.Const(value=str() as one), nodes.Const(value=many), _]:
            yield one, many
        case nodes.Name(name="t"), [nodes.Const(value=str() as text)]:
            yield text


def _commands() -> Iterator[Any]:
    """The program and all its commands, as the library has them that reads the options."""
    waiting = [typer.main.get_command(main.app), *(main.loaded(name) for name in main.commands())]
    while waiting:
        command = waiting.pop()
        yield command
        waiting += getattr(command, "commands", {}).values()


def _help_of(command: Any) -> Iterator[str]:  # noqa: ANN401 - a class that typer does not export
    yield from (text for text in main.paragraphs(command.help or "") if text != main.EXAMPLE)
    yield main.EXAMPLE
    for parameter in command.params:
        if text := getattr(parameter, "help", None):
            yield text


def computed() -> list[str]:
    """Places where something else than a literal or a marked name is translated."""
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"t", "tn", "mark", "Message"}
        and node.args
        and isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
    ]


def catalogue() -> Catalog:
    """The file as it is; empty where there is none."""
    if not FILE.exists():
        return Catalog(locale="zh_CN")
    with FILE.open("rb") as file:
        return read_po(file, locale="zh_CN")


def translations() -> dict[str, str]:
    """What is translated, by text; of one for many things, by that for many."""
    found = {}
    for message in catalogue():
        if message.id and message.string:
            several = isinstance(message.id, tuple | list)
            text = message.id[1] if several else message.id
            found[text] = message.string[0] if several else message.string
    return found


def key(text: Text) -> str:
    """By what the translation of a text is kept."""
    return text[1] if isinstance(text, tuple) else text


def problems(wanted: dict[Text, str], known: dict[str, str]) -> list[str]:
    """What keeps the translation from being complete."""
    keys = {key(text): where for text, where in wanted.items()}
    found = [
        f"not translated: {text!r} ({where})" for text, where in keys.items() if not known.get(text)
    ]
    found += [f"no longer used: {text!r}" for text in known if text not in keys]
    for text, said in known.items():
        if sorted(set(PLACEHOLDER.findall(text))) != sorted(set(PLACEHOLDER.findall(said))):
            found.append(f"placeholders differ: {text!r} -> {said!r}")
        if SPACED_VALUE.search(said):
            found.append(f"a space beside a value, which the program adds itself: {said!r}")
        found += [f"{wrong} for {right}: {said!r}" for wrong, right in TERMS if wrong in said]
    found += [f"a parameter without a name: {text!r}" for text in keys if NAMELESS.search(text)]
    found += [f"computed text: {place}" for place in computed()]
    return found


def write(wanted: dict[Text, str], known: dict[str, str]) -> None:
    """Writes the file anew, and compiles it: what is translated stays, what is gone goes."""
    made = Catalog(locale="zh_CN", project="Xpert Studio", fuzzy=False)
    for text, where in sorted(wanted.items(), key=lambda item: key(item[0])):
        said = known.get(key(text), "")
        made.add(text, (said,) if isinstance(text, tuple) else said, locations=[(where, None)])
    FILE.parent.mkdir(parents=True, exist_ok=True)
    with FILE.open("wb") as file:
        write_po(file, made, width=100, omit_header=False, include_lineno=False)
    with FILE.with_suffix(".mo").open("wb") as file:
        write_mo(file, made)


def run() -> None:
    """Updates and compiles, or checks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, say what is missing")
    wanted, known = texts(), translations()
    if parser.parse_args().check:
        found = problems(wanted, known)
        print("\n".join(found) or f"{len(wanted)} texts, all translated.")
        sys.exit(1 if found else 0)
    write(wanted, known)
    missing = sum(not known.get(key(text)) for text in wanted)
    print(f"{len(wanted)} texts, {missing} to translate.")


if __name__ == "__main__":
    run()
