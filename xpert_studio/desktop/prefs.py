"""What a person prefers: kept on this machine, not in projects."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, TypeVar

from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.errors import XpertError
from xpert_studio.core.language import CONFIG_VARIABLE, PREFERENCES, config_folder

_RECENT: Final = 8
_WIDEST: Final = 20_000
_CHOICES: Final = {
    "theme": ("system", "light", "dark"),
    "motion": ("system", "full", "reduced"),
    "language": ("system", "en", "zh"),
}
_Kind = TypeVar("_Kind")


@dataclass
class Prefs:
    """Preferences.

    Attributes:
        name: The person's name, for projects they found.
        roles: Their roles in projects they found.
        domains: Their domains in projects they found.
        theme: Of the window: ``system``, ``light`` or ``dark``.
        language: Of the window: ``system``, ``en`` or ``zh``.
        text_size: In per cent, 100 to 200.
        motion: Whether anything moves by itself: ``system``, ``full`` or ``reduced``.
        shortcuts: Changed keys, by action.
        recent: Project files, the newest first.
        people: Who the person is in which project, by path.
        places: Where they left off, by path.
        task_views: Saved filters of the task table, by name.
        model: The model that was asked last: its provider, name and address.
        models: The model that was asked last of each provider, and its address.
        seen: What was shown once, such as the tour.
        window: Width, height and whether maximised.
    """

    name: str = ""
    roles: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    theme: str = "system"
    language: str = "system"
    text_size: int = 100
    motion: str = "system"
    shortcuts: dict[str, str] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    task_views: dict[str, dict[str, Any]] = field(default_factory=dict)
    model: dict[str, str] = field(default_factory=dict)
    models: dict[str, dict[str, str]] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    window: dict[str, int] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path | None = None) -> Prefs:
        """The preferences as they were left; defaults for whatever is missing or makes no sense."""
        found: dict[str, Any] = {}
        with suppress(OSError, ValueError, RecursionError):
            read = json.loads((_file(folder)).read_text(encoding="utf-8"))
            found = read if isinstance(read, dict) else {}
        default = cls()
        kept = {
            item.name: found[item.name]
            for item in fields(cls)
            if type(found.get(item.name)) is type(getattr(default, item.name))
        }
        made = cls(**kept)
        for name in ("recent", "roles", "domains", "seen"):
            setattr(made, name, [item for item in getattr(made, name) if _is_text(item)])
        for name in ("shortcuts", "people", "model"):
            setattr(made, name, _of_kind(getattr(made, name), str))
        for name in ("places", "task_views", "models"):
            setattr(made, name, _of_kind(getattr(made, name), dict))
        made.models = {name: _of_kind(kept, str) for name, kept in made.models.items()}
        made.window = {
            key: max(0, min(value, _WIDEST)) for key, value in _of_kind(made.window, int).items()
        }
        made.recent = made.recent[:_RECENT]
        made.name = made.name if _is_text(made.name) else default.name
        for name, known in _CHOICES.items():
            if getattr(made, name) not in known:
                setattr(made, name, getattr(default, name))
        made.text_size = max(100, min(made.text_size, 200))
        return made

    def save(self, folder: Path | None = None) -> None:
        """Writes them; a folder that cannot be written to costs only the preferences."""
        file = _file(folder)
        with suppress(OSError, XpertError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(asdict(self), ensure_ascii=False, indent=1))

    def asked(self, provider: str, model: str, base_url: str = "") -> None:
        """Remembers which model was asked; one for each provider. An address with a key is not."""
        from xpert_studio.core.judge.redaction import redact

        base_url = base_url if redact(base_url) == base_url else ""
        self.model = {"provider": provider, "model": model, "base_url": base_url}
        if model:
            self.models[provider] = {"model": model, "base_url": base_url}

    def model_of(self, provider: str) -> tuple[str, str]:
        """The model of a provider that was asked last, and its address; empty where none was."""
        # A version of the program knew one model for all.
        former = self.model if self.model.get("provider") == provider else {}
        kept = self.models.get(provider, former)
        return kept.get("model", ""), kept.get("base_url", "")

    def opened(self, path: Path) -> None:
        """Remembers that a project was opened."""
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:_RECENT]


def _file(folder: Path | None) -> Path:
    return (folder or config_folder()) / PREFERENCES


def _of_kind(values: dict[Any, Any], kind: type[_Kind]) -> dict[str, _Kind]:
    """Those of some values that are what they should be."""
    return {
        key: value
        for key, value in values.items()
        if _is_text(key) and isinstance(value, kind) and (kind is not str or _is_text(value))
    }


def _is_text(value: object) -> bool:
    """Whether it is a text that a file can hold and a path can be made of."""
    return isinstance(value, str) and not any(
        char == "\x00" or "\ud800" <= char <= "\udfff" for char in value
    )


def state_folder(name: str) -> Path:
    """Where something is kept on this machine that is of no use on another, such as ``unsaved``."""
    if named := os.environ.get(CONFIG_VARIABLE):
        return Path(named) / name
    from platformdirs import user_state_path

    return user_state_path("xpert-studio") / name
