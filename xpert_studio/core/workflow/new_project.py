"""Starts a project: XpertBench's vocabulary, default policies, its own canary."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import Names
from xpert_studio.core.records import GradingPolicy, LogEntry, Mode, Policies, ProjectInfo, Taxonomy
from xpert_studio.core.records.vocabulary import DIMENSIONS, DOMAINS
from xpert_studio.core.resources import resource_text
from xpert_studio.core.store import SUFFIX, ProjectFile, log
from xpert_studio.core.wording import LANGUAGES, mark, spoken

POLICY_LANGUAGES: Final = Names(
    "language",
    {"en": mark("English"), "zh": mark("Chinese")},
    also={"en": ("英语",), "zh": ("zh-CN", LANGUAGES["zh"])},
)
"""Those in which there is a default grading policy."""


@dataclass(frozen=True, slots=True)
class ProjectTerms:
    """What a person says of a project before it is started; see ``new_project``."""

    name: Annotated[
        str,
        Asks(
            "The project's name; the file's where omitted.",
            title=mark("Name"),
            empty=mark("e.g. Commercial leases 2026"),
        ),
    ] = ""
    language: Annotated[
        str,
        Asks(
            "Of the grading policy: en or zh; that of the program where omitted.",
            title=mark("Grading policy language"),
        ),
    ] = ""
    mode: Annotated[
        Mode,
        Asks(
            "Alone or for practice: decide on your own work, marked so.",
            name="solo",
            sets=Mode.SOLO,
            title=mark("How do you work?"),
        ),
    ] = Mode.TEAM
    licence: Annotated[str | None, Asks("SPDX name for exported bundles.")] = None


def new_project(
    path: Path,
    *,
    name: str = "",
    language: str = "",
    licence: str | None = None,
    mode: Mode = Mode.TEAM,
    now: datetime,
    fill: Callable[[ProjectFile], object] = lambda _: None,
) -> ProjectFile:
    """Creates a project file and opens it.

    Args:
        path: Where to; ``.xpert`` is added where it is missing.
        name: The project's name; the file's name where empty.
        language: Of the default grading policy; that of this process where empty.
        licence: SPDX name of the licence its bundles will carry.
        mode: Whether people decide on their own work too.
        now: The time.
        fill: Puts into it what it must hold before there is a file of that name: its lead, an
            import. Where that fails, or the program ends meanwhile, there is no file.

    Raises:
        UsageError: The language is not one of those.
        ProjectFileError: The file exists or cannot be written.
    """
    written = POLICY_LANGUAGES.find(language or spoken())
    if written is None:
        raise UsageError(
            Message("There is no default grading policy in {language!r}.", language=language),
            remedy=Message(
                "Choose one of: {policy_languages}.",
                policy_languages=joined(map(POLICY_LANGUAGES.message, POLICY_LANGUAGES)),
            ),
        )
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    info = ProjectInfo(
        name=name.strip() or path.stem,
        created_at=now,
        licence=licence,
        canary=f"xpert-canary-{uuid.uuid4()}",
        taxonomy=Taxonomy(domains=tuple(DOMAINS), dimensions=tuple(DIMENSIONS)),
        policies=Policies(mode=mode, qualification_required=mode is Mode.TEAM),
        grading_policy=GradingPolicy(text=resource_text("policies", f"default.{written}.md")),
    )

    def begin(project: ProjectFile) -> None:
        with project.writing() as tx:
            log.add_entry(
                tx, LogEntry(at=now, command="project.create", details={"name": info.name})
            )
        fill(project)

    return ProjectFile.create(path, info, begin)
