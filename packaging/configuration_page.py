"""Writes ``docs/configuration.md``: every setting, from where it is defined.

    python packaging/configuration_page.py            write it
    python packaging/configuration_page.py --check    exit 1 where it is out of date

Types, limits and defaults are those of the records; a meaning is the question that a command asks
for the setting, else the line of the class's docstring, or the string below a variable.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from pydantic import TypeAdapter  # noqa: E402

from xpert_studio.core.fields import Asks, fields_of  # noqa: E402
from xpert_studio.core.judge.asked_models import SystemTerms  # noqa: E402
from xpert_studio.core.judge.providers.registry import PROVIDERS  # noqa: E402
from xpert_studio.core.records import JudgeSettings, Policies, RunTerms  # noqa: E402
from xpert_studio.core.workflow.policies import Description, PolicyFields  # noqa: E402
from xpert_studio.desktop.prefs import Prefs  # noqa: E402
from xpert_studio.packs.suites import local as suites  # noqa: E402
from xpert_studio.packs.workspaces import local as folders  # noqa: E402

FILE: Final = ROOT / "docs" / "configuration.md"
VARIABLE: Final = re.compile(r"XPERT_STUDIO_[A-Z]+")
NAMES: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "array": "list",
    "object": "table",
}
LIMITS: Final = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤"}
PAGE: Final = """\
# Configuration

Every setting with its type, its default and its meaning. This page is written by
`packaging/configuration_page.py` from where the settings are defined.

## Environment variables

{variables}

`NO_COLOR` switches colours on the terminal off. For the order in which language settings apply, see
[install](install.md#language).

## Keys of providers

A key in the environment is used before one in the system's keyring (`xpert-studio keys set
PROVIDER`). The SDK of a provider reads further variables of its own, such as addresses and proxies.
[Providers](providers.md) tells what each can do.

{keys}

## Project

Set by a lead, with `xpert-studio describe PROJECT` or on the project page of the window.

{project}

## Policies

Set by a lead, with `xpert-studio people policy PROJECT` or on the project page of the window. The
text by which experts and judges grade is set with `xpert-studio people grading-policy PROJECT`.

{policies}

## Judges

Part of what identifies a judge: verdicts under other settings are other verdicts. Set with options
of `xpert-studio score` (`--help` lists them) or when a run is composed in the window.

{judges}

## Runs

How a run is carried out. Two runs that differ only in these use each other's verdicts.

{runs}

## Models that write

Drafts, responses, conversations and a second look at a rubric.

{models}

## Systems on this computer

How suites have responses, set with `xpert-studio suite local`; no part of the project.

{suites}

How a command changes folders, set with `xpert-studio workspace local`.

{folders}

## Window

Kept in `window.json` in the folder of the preferences. Most are set on the settings page; the rest
is what the window remembers.

{window}
"""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown.

    Raises:
        ValueError: A cell is empty: a setting has no meaning where it is defined.
    """
    names = list(head)
    lines = [names, ["---"] * len(names), *map(list, rows)]
    for line in lines:
        if not all(line):
            raise ValueError(f"something is missing: {line}")
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def variables() -> dict[str, str]:
    """Meaning by variable, of the constants that name one; see the strings below them."""
    found = {}
    for path in sorted((ROOT / "xpert_studio").rglob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for node, below in zip(body, [*body[1:], ast.Pass()], strict=True):
            match node:
                case ast.AnnAssign(value=ast.Constant(value=str() as name)):
                    if VARIABLE.fullmatch(name):
                        found[name] = _said(below)
    return dict(sorted(found.items()))


def _said(node: ast.stmt) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str() as text)):
            return _prose(text)
    return ""


def _prose(text: str) -> str:
    return " ".join(text.replace("``", "`").replace("None", "none").split())


def attributes(kind: type) -> dict[str, str]:
    """What the docstring of a class says of its attributes."""
    _, _, listed = (kind.__doc__ or "").partition("Attributes:\n")
    found: dict[str, str] = {}
    for item in re.split(r"\n\s{8}(?=\S)", "\n" + listed.rstrip()):
        names, _, text = item.partition(":")
        for name in names.split(","):
            found[name.strip()] = _prose(text)
    return found


def rows(kind: type, meanings: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Name, type, default and meaning of each setting of a record."""
    schema, defaults = TypeAdapter(kind).json_schema(), kind()
    for name, about in schema["properties"].items():
        default = _value(getattr(defaults, name))
        yield f"`{name}`", setting_type(about, schema), default, meanings.get(name, "")


def setting_type(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The type of a setting in words, from its JSON schema and the schema it is in."""
    if "anyOf" in about:
        return " or ".join(setting_type(part, schema) for part in about["anyOf"])
    if "$ref" in about:
        return setting_type(schema["$defs"][about["$ref"].rpartition("/")[2]], schema)
    if "enum" in about:
        return " or ".join(f"`{value}`" for value in about["enum"])
    if about["type"] == "null":
        return "none"
    limits = [f"{sign} {about[name]:g}" for name, sign in LIMITS.items() if name in about]
    return ", ".join([NAMES[about["type"]], *limits])


def _value(value: object) -> str:
    match value:
        case None:
            return "none"
        case Enum():
            return f"`{value.value}`"
        case dict() if value:
            return ", ".join(f"{getattr(key, 'value', key)} {item}" for key, item in value.items())
        case "" | [] | {}:
            return "empty"
        case list():
            return ", ".join(map(_value, value))
        case bool():
            return str(value).lower()
        case str():
            return f"`{value}`"
    return f"{value:g}"


def asked(fields: type) -> dict[str, tuple[str, str]]:
    """Option and meaning of each setting that a command asks for."""
    return {
        item.name: (f"`{item.option}`", item.asks.what)
        for item in fields_of(fields)
        if isinstance(item.asks, Asks)
    }


def _with_options(model: type) -> str:
    """The table of a model all of whose fields say how they are asked for."""
    told = asked(model)
    return table(
        ("setting", "option", "type", "default", "meaning"),
        (
            (name, told[name.strip("`")][0], *rest)
            for name, *rest in rows(model, {name: what for name, (_, what) in told.items()})
        ),
    )


def page() -> str:
    """The page."""
    head = ("setting", "type", "default", "meaning")
    policies = asked(PolicyFields)
    meanings = attributes(Policies) | {name: what for name, (_, what) in policies.items()}
    return PAGE.format(
        variables=table(
            ("variable", "meaning"), ((f"`{name}`", told) for name, told in variables().items())
        ),
        keys=table(
            ("variable", "provider", "needed", "its SDK also reads"),
            (
                (
                    f"`{entry.key_variable}`",
                    f"{entry.title} (`{entry.id}`)",
                    "yes" if entry.needs_key else "where the server wants one",
                    ", ".join(
                        f"`{start}…`" for start in entry.environment if start != "XPERT_STUDIO_"
                    )
                    or "–",
                )
                for entry in PROVIDERS.values()
            ),
        ),
        project=table(
            ("setting", "option", "type", "default", "meaning"),
            (
                (f"`{name}`", option, "text", "–" if name == "name" else "none", told)
                for name, (option, told) in asked(Description).items()
            ),
        ),
        policies=table(
            ("setting", "option", *head[1:]),
            (
                (name, policies.get(name.strip("`"), ("window",))[0], *rest)
                for name, *rest in rows(Policies, meanings)
            ),
        ),
        judges=_with_options(JudgeSettings),
        runs=_with_options(RunTerms),
        models=_with_options(SystemTerms),
        suites=_with_options(suites.HowRun),
        folders=_with_options(folders.HowRun),
        window=table(head, rows(Prefs, attributes(Prefs))),
    )


def main_of(file: Path, wanted: str) -> None:
    """Writes a page; with ``--check`` exits with 1 where it is out of date."""
    if "--check" in sys.argv:
        sys.exit(file.read_text(encoding="utf-8") != wanted)
    file.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main_of(FILE, page())
