"""Files that a promptfoo configuration names: read as data, within its folder, and never run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message, shown
from xpert_studio.core.encodings import UnclearEncodingError, text_of
from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml, walk
from xpert_studio.core.exchange.lines import strict_json
from xpert_studio.packs.promptfoo.templates import plain_value

FILE: Final = "file://"
_CODE: Final = frozenset(
    {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".py", ".rb", ".go", ".sh", ".exe"}
)
_YAML: Final = frozenset({".yaml", ".yml"})
_TEXTS: Final = frozenset({".txt", ".md", ".html", ".htm", ".xml", ".j2", ".csv", ".tsv"})
_MAX_FILE: Final = 32_000_000
_MAX_ALL: Final = 256_000_000
_MOST_FILES: Final = 1_000
_FUNCTION: Final = re.compile(r"(\.[a-z]{2,3}):[A-Za-z_][\w.]*$")


class ConfigFolder:
    """The folder of a configuration; no file outside it is read.

    Attributes:
        path: The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._read = 0
        self._texts: dict[Path, str] = {}

    def paths(self, reference: str) -> list[Path]:
        """The files that a reference names: one, or those that a pattern such as ``*.txt`` fits.

        Raises:
            FaultError: It names code, nothing, or something outside the folder.
        """
        name = reference.removeprefix(FILE)
        plain = _FUNCTION.sub(r"\1", name)
        if PurePosixPath(plain).suffix.lower() in _CODE:
            raise FaultError(
                Message("names code ({name}), which is never run.", name=shown(name)),
                Message("Write what it gives into the file as data."),
            )
        try:
            return self._found(name)
        except (OSError, ValueError, RuntimeError, NotImplementedError) as error:
            raise _missing(name) from error

    def _found(self, name: str) -> list[Path]:
        is_pattern = any(char in name for char in "*?[")
        is_wild = "**" in name or ".." in PurePosixPath(name).parts or PurePosixPath(name).anchor
        if is_pattern and is_wild:
            raise FaultError(
                Message(
                    "names files by the pattern {name}, which is not followed.", name=shown(name)
                ),
                Message("Name the files, within the folder of the configuration."),
            )
        found = sorted(self.path.glob(name)) if is_pattern else [self.path / name]
        paths = [path.resolve() for path in found[: _MOST_FILES + 1]]
        if any(not path.is_relative_to(self.path) for path in paths):
            raise FaultError(
                Message(
                    "names {name}, which lies outside the folder of the configuration.",
                    name=shown(name),
                ),
                Message("Copy the file into the folder, and name it there."),
            )
        if not paths or not all(path.is_file() for path in paths):
            raise _missing(name)
        if len(paths) > _MOST_FILES:
            raise FaultError(
                Message("names more than {most:,} files.", most=_MOST_FILES), Message("Split it.")
            )
        return paths

    def text(self, path: Path) -> str:
        """The text of a file that ``paths`` gave.

        Raises:
            FaultError: It cannot be read, or is too large.
        """
        if path not in self._texts:
            size = path.stat().st_size
            self._read += size
            if size > _MAX_FILE or self._read > _MAX_ALL:
                raise FaultError(
                    Message("names {name}, which is too large.", name=shown(path.name)),
                    Message("Keep a file below 32 MB, and all below 256 MB."),
                )
            try:
                self._texts[path] = text_of(path.read_bytes(), path.name)
            except (OSError, UnclearEncodingError) as error:
                raise FaultError(
                    Message("names {name}, whose encoding is not sure.", name=shown(path.name)),
                    Message("Save the file as UTF-8."),
                ) from error
        return self._texts[path]

    def value(self, path: Path) -> Any:  # noqa: ANN401 - any JSON value
        """What a file of YAML, JSON or JSON lines holds; of lines a list.

        Raises:
            FaultError: It cannot be read, or is of another kind.
        """
        suffix, text = path.suffix.lower(), self.text(path)
        try:
            if suffix in _YAML:
                return read_yaml(text)
            if suffix == ".json":
                return read_json(text)
            if suffix == ".jsonl":
                return [read_json(line) for line in text.split("\n") if line.strip()]
        except YamlFaultError as error:
            raise FaultError(
                Message("names {name}, which {fault}", name=shown(path.name), fault=error.message),
                error.remedy,
            ) from error
        raise FaultError(
            Message("names {name}, a kind of file that is not read here.", name=shown(path.name)),
            Message("Save it as YAML, JSON or JSON lines."),
        )

    def loaded(self, value: str) -> str:
        """The text that a variable's value names (``file://…``), else the value itself.

        Raises:
            FaultError: What it names cannot be read.
        """
        if not value.startswith(FILE):
            return value
        paths = self.paths(value)
        if len(paths) == 1 and paths[0].suffix.lower() in _TEXTS:
            return self.text(paths[0]).strip()
        if len(paths) > 1:
            raise FaultError(
                Message("names several files where one text is needed."), Message("Name one file.")
            )
        return plain_value(self.value(paths[0]))


def read_json(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """A text as JSON.

    Raises:
        YamlFaultError: It is not JSON.
    """
    try:
        return strict_json(text.encode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise YamlFaultError(Message("is not JSON."), Message("Correct it.")) from error


def _missing(name: str) -> FaultError:
    return FaultError(
        Message(
            "names {name}, which is no file in the folder of the configuration.", name=shown(name)
        ),
        Message("Correct the name, or copy the file there."),
    )


def dereferenced(value: object, root: object) -> object:
    """What a value is, where it only names another part of the same file (``$ref: "#/…"``).

    Raises:
        FaultError: It names nothing, another file, or itself.
    """
    seen = set[str]()
    while isinstance(value, Mapping) and isinstance(value.get("$ref"), str):
        name = value["$ref"]
        if name in seen:
            raise FaultError(
                Message("has the reference {name}, which leads back to itself.", name=shown(name)),
                Message("Write out what is meant."),
            )
        seen.add(name)
        parts = name.removeprefix("#/").split("/")
        path = tuple(part.replace("~1", "/").replace("~0", "~") for part in parts)
        found = list(walk(root, path)) if name.startswith("#/") else []
        if not found:
            raise FaultError(
                Message(
                    "has the reference {name}, which names no part of this file.", name=shown(name)
                ),
                Message("Write out what is meant."),
            )
        value = found[0]
    return value
