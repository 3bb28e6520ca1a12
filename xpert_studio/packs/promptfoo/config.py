"""Reads a configuration of promptfoo: each test with each prompt is a task."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message, Problems, Taken, shown
from xpert_studio.packs.promptfoo.files import (
    FILE,
    dereferenced,
)
from xpert_studio.packs.promptfoo.own import PROMPT, SCORE, is_own_code
from xpert_studio.packs.promptfoo.own_import import OwnExport
from xpert_studio.packs.promptfoo.parts import Case
from xpert_studio.packs.promptfoo.tables import tests_of
from xpert_studio.packs.promptfoo.tasks import MOST_TASKS, PromptfooTasks
from xpert_studio.packs.promptfoo.templates import (
    Variables,
    prompt_of,
)

_ASIDE: Final = frozenset(
    {"description", "prompts", "providers", "targets", "defaultTest", "tests", "tags", "env",
     "evaluateOptions", "outputPath", "sharing", "assertionTemplates", "commandLineOptions",
     "writeLatestResults", "metadata", "$schema", "tracing", "extensions", "nunjucksFilters",
     "redteam"}
)  # fmt: skip
"""Keys that need no word: they are read, or say only how promptfoo runs."""
_LEFT_OUT: Final = ("scenarios", "derivedMetrics", "nunjucksGlobals")
_PATH: Final = re.compile(
    r"[^\n{}<>|\"]{1,250}\.(?:txt|md|j2|jsonl?|ya?ml|csv|[mc]?[jt]s|py|rb|sh)(?::\w+)?"
)
_SERVICES: Final = ("langfuse://", "portkey://", "helicone://", "exec:", "package:", "http://",
                    "https://")  # fmt: skip
_BREAK: Final = re.compile(r"^---\s*$", re.MULTILINE)
_DEEPEST: Final = 8


@dataclass(frozen=True, slots=True)
class _Prompt:
    text: str
    label: str
    id: str = ""
    is_own: bool = False

    def is_meant(self, wanted: Sequence[object] | None) -> bool:
        """Whether a test means this prompt; it does where it names none."""
        return wanted is None or any(
            own == name or own.startswith(name[:-1] if name.endswith("*") else f"{name}:")
            for name in wanted
            if isinstance(name, str)
            for own in (self.label, self.id)
        )


class PromptfooConfig(PromptfooTasks):
    """A configuration being read."""

    def __init__(self, source: Path, problems: Problems, root: Mapping[str, Any]) -> None:
        super().__init__(source, problems, root)
        self._root = root
        self.export: OwnExport | None = None

    def read(self) -> Taken:
        """The tasks of the file, with all there is to tell."""
        prompts = list(self._prompts(self._root.get("prompts")))
        default = self._object("defaultTest", self._root.get("defaultTest"))
        if self.export is not None and is_own_code(self.folder.path, SCORE):
            default = {
                key: value for key, value in default.items() if key != "assertScoringFunction"
            }
        tests = self._root.get("tests")
        if not prompts and not self.problems:
            self.problem("", "prompts", Message("is empty."), Message("Add a prompt."))
        every = self._tests("tests", [{}] if tests is None else tests, ())
        for number, test in enumerate(every, start=1):
            place = Message("test {number}", number=number)
            self._test(place, self._case(default, test), prompts)
            if self.is_full or number > MOST_TASKS:
                self.refuse_more(place)
                break
        taken = self.taken()
        taken.notes = [*self._own_notes(), *taken.notes]
        name = self._root.get("description")
        taken.name = name if isinstance(name, str) else None
        if self.export is not None:
            self.export.finish(taken, self._root.get("providers"), self.known)
        return taken

    def _own_notes(self) -> Iterator[str]:
        if self.told["alike"]:
            yield Message(
                "Tests that are the same as one before, and were left out: {alike:,}.",
                alike=self.told["alike"],
            )
        for key in self._root:
            if key in _LEFT_OUT:
                yield Message("Not imported: {key}. It has no place here.", key=shown(key))
            elif key not in _ASIDE:
                yield Message("The key {key} is not known; it was ignored.", key=shown(key))

    def _prompts(self, given: object) -> Iterator[_Prompt]:
        entries: list[tuple[str, object]]
        if isinstance(given, dict):  # names of files, each with a label
            entries = [
                (f"prompts.{key}", {"id": key, "label": label}) for key, label in given.items()
            ]
        else:
            items = given if isinstance(given, list) else [given]
            entries = [(f"prompts.{number}", item) for number, item in enumerate(items)]
        for field, item in entries:
            with self.noting("", field):
                yield from self._prompt(dereferenced(item, self._root))

    def _prompt(self, item: object) -> Iterator[_Prompt]:
        label, name, text = "", "", item
        if isinstance(item, dict):
            label, name = str(item.get("label") or ""), str(item.get("id") or "")
            text = item.get("raw") or item.get("id")
        if not isinstance(text, str) or not text.strip():
            raise FaultError(
                Message("is no prompt."), Message('Write a text, or an object with "raw".')
            )
        if text.startswith(_SERVICES):
            raise FaultError(
                Message(
                    "names a prompt that a service or a program gives ({name}).", name=shown(text)
                ),
                Message("Write the prompt into the file."),
            )
        if text == f"{FILE}{PROMPT}" and is_own_code(self.folder.path, PROMPT):
            self.export = OwnExport(self, self.folder)
            yield _Prompt("", label or text, name, is_own=True)
            return
        if not text.startswith(FILE) and not _PATH.fullmatch(text):
            yield _Prompt(text, label or text, name)
            return
        for path in self.folder.paths(text):
            yield from (
                _Prompt(part, label or f"{path.name}: {part}", name)
                for part in _parts(self.folder.text(path), path.suffix.lower())
            )

    def _object(self, field: str, value: object) -> dict[str, Any]:
        """An object, or the one in the file that it names; empty after noting what is wrong."""
        with self.noting("", field):
            found = dereferenced(value, self._root)
            if isinstance(found, str) and found.startswith(FILE):
                found = self.folder.value(self.folder.paths(found)[0])
            if not isinstance(found, dict | None):
                told = Message("{value} is not an object.", value=shown(found))
                raise FaultError(told, Message("Write an object."))
            return found or {}
        return {}

    def _tests(
        self, field: str, given: object, opened: tuple[Path, ...]
    ) -> Iterator[dict[str, Any]]:
        items = given if isinstance(given, list) else [given]
        for number, item in enumerate(items):
            at = f"{field}.{number}" if isinstance(given, list) else field
            with self.noting("", at):
                found = dereferenced(item, self._root)
                if isinstance(found, str):
                    yield from self._tests_in(at, found, opened)
                elif isinstance(found, dict) and not isinstance(found.get("path"), str):
                    yield found
                else:
                    raise FaultError(
                        Message("is no test: {value}.", value=shown(found)),
                        Message('Write an object with "vars" and "assert".'),
                    )

    def _tests_in(
        self, field: str, reference: str, opened: tuple[Path, ...]
    ) -> Iterator[dict[str, Any]]:
        for path in self.folder.paths(reference):
            if path in opened or len(opened) >= _DEEPEST:
                raise FaultError(
                    Message("names {name}, which leads back to itself.", name=shown(path.name)),
                    Message("Write out what is meant."),
                )
            is_table = path.suffix.lower() == ".csv"
            found = tests_of(self.folder.text(path)) if is_table else self.folder.value(path)
            yield from self._tests(field, found, (*opened, path))

    def _case(self, default: Mapping[str, Any], test: Mapping[str, Any]) -> Case:
        """A test with what the default test adds to it."""
        merged = {**default, **test}
        for name in ("vars", "options"):
            first, second = (
                value if isinstance(value, dict) else self._object(f"tests.{name}", value)
                for value in (default.get(name), test.get(name))
            )
            merged[name] = first | second
        is_alone = merged["options"].get("disableDefaultAsserts") is True
        merged["assert"] = [
            *([] if is_alone else _listed(default.get("assert"))),
            *_listed(test.get("assert")),
        ]
        return Case.model_validate(merged)

    def _test(self, place: str, case: Case, prompts: list[_Prompt]) -> None:
        self.noted(case)
        lists = {name: value for name, value in case.vars.items() if isinstance(value, list)}
        if case.options.disable_var_expansion is True:
            lists = {}
        if math.prod(map(len, lists.values())) > MOST_TASKS:
            self.refuse_more(place)
            return
        for chosen in product(*lists.values()):
            values = case.vars | dict(zip(lists, chosen, strict=True))
            if self.is_full:
                return
            self._variant(place, case, Variables(values, self.folder.loaded), prompts)

    def _variant(
        self, place: str, case: Case, variables: Variables, prompts: list[_Prompt]
    ) -> None:
        drafts = self.rubrics.drafts(place, case.asked, variables)
        if self.is_full:
            return
        before, after = case.options.prefix or "", case.options.suffix or ""
        for prompt in prompts:
            if not prompt.is_meant(case.prompts):
                continue
            with self.noting(place, Message("prompt {label}", label=shown(prompt.label, 30))):
                if prompt.is_own and self.export is not None:
                    fields = self.export.task(variables.text("number"))
                else:
                    text = prompt_of(f"{before}{prompt.text}{after}", variables)
                    fields = {"prompt": text, "title": case.title}
                self.size += len(str(fields.get("prompt")))
                self.task(place, fields, drafts)


def _listed(asked: object) -> list[Any]:
    return asked if isinstance(asked, list) else [asked] if asked else []


def _parts(text: str, suffix: str) -> list[str]:
    """The prompts in a file: those between lines of three hyphens, or one a line."""
    if suffix == ".jsonl":
        return [line for line in text.split("\n") if line.strip()]
    if suffix == ".csv":
        raise FaultError(
            Message("names a table of prompts, which is not read here."),
            Message("Save each prompt as a text file, or write it into the configuration."),
        )
    parts = _BREAK.split(text) if suffix == ".txt" else [text]
    return [part.strip() for part in parts if part.strip()]
