"""What is to be published, by what is chosen for it: how it is written, and the same as a command.

The command line and the window fill in the same models: ``BundleOptions``, ``TableOptions``,
``ReportOptions``, ``ForeignOptions`` with the settings of the format.
"""

from __future__ import annotations

import dataclasses
import shlex
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel

from xpert_studio.core.exchange import export_bundle, export_table
from xpert_studio.core.exchange.bundle_options import BundleOptions, HeldOut
from xpert_studio.core.exchange.expecting import (
    expect_bundle,
    expect_foreign,
    expect_report,
    expect_table,
)
from xpert_studio.core.exchange.formats import ForeignFormat, export_foreign
from xpert_studio.core.exchange.preview import ExportPreview, preview_bundle, preview_foreign
from xpert_studio.core.exchange.problems import ExportReport, fingerprint
from xpert_studio.core.exchange.scope import ExportScope, scope_in_words, wanted_tasks
from xpert_studio.core.exchange.targets import Watch
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.command_line import typed_again
from xpert_studio.core.store import ProjectFile, verify
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import Publication
from xpert_studio.core.workflow.panels import PanelChoice


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What goes into a table of judgments and verdicts."""

    scope: ExportScope = ExportScope()


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report is of.

    Attributes:
        judge_ids: These judges; all where empty.
    """

    together: PanelChoice = field(default_factory=PanelChoice)
    scope: ExportScope = ExportScope()
    judge_ids: Annotated[
        tuple[str, ...],
        Asks("Only these judges; may be repeated.", name="judge", title=mark("Judges")),
    ] = ()


@dataclass(frozen=True, slots=True)
class ForeignOptions:
    """What goes into a format of another tool."""

    scope: ExportScope = ExportScope()
    held_out: HeldOut = frozenset()


@dataclass(frozen=True, slots=True)
class WrittenExport:
    """What was written, and as the history records it."""

    report: ExportReport
    publication: Publication

    @property
    def path(self) -> Path:
        """Where it is."""
        return Path(self.report.target)


@dataclass(frozen=True, kw_only=True)
class Order(ABC):
    """Something that is to be published.

    Attributes:
        options: What was chosen for it.
        ending: Of the file; empty for a folder.
        allow_possible_keys: Whether texts may go out that look as if they held an API key.
    """

    steps: ClassVar[int] = 0
    """In how many steps it is made; 0 where rows are counted."""
    can_be_looked_through: ClassVar[bool] = False
    """Whether the user can look at every text of it before it goes out."""
    name: ClassVar[str] = "export"
    """The command that writes it."""
    options: Any
    ending: str = ""
    allow_possible_keys: bool = False

    @property
    @abstractmethod
    def kind(self) -> str:
        """What the history calls it."""

    @property
    def suffix(self) -> str:
        """What its file is called, behind the project's name."""
        return self.kind

    @property
    def visibility(self) -> str:
        """``public`` or ``private``; empty where there is no such choice."""
        return ""

    @property
    def is_shared(self) -> bool:
        """Whether it is for others, so that people are pseudonyms in it."""
        return False

    @property
    def exported(self) -> ExportScope:
        """Whose records are in it."""
        scope: ExportScope = self.options.scope
        return scope

    @abstractmethod
    def expect(self, project: ProjectFile) -> dict[str, int]:
        """How much would go out, by kind of record; quick."""

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> ExportPreview:
        """What would go out, text by text; slow. Arguments as for ``write``."""
        raise NotImplementedError

    @abstractmethod
    def write(
        self, project: ProjectFile, target: Path, now: datetime, /, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it, whole or not at all.

        Args:
            project: The project.
            target: Where to.
            now: The time.
            replace: Whether what is there may be replaced.
            watch: Receives how far it is; stops everything by raising.
        """

    def carry_out(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> WrittenExport:
        """Writes it, and says how the history records that; arguments as of ``write``."""
        report = self.write(project, target, now, replace=replace, watch=watch)
        return WrittenExport(report, self.published(project, report))

    def published(self, project: ProjectFile, report: ExportReport) -> Publication:
        """How the history records what was written."""
        path = Path(report.target)
        with project.reading() as tx:
            about = scope_in_words(tx, self.exported)
        return Publication(
            kind=self.kind,
            path=str(path.absolute()),
            content_hash=report.content_hash or fingerprint(path),
            visibility=self.visibility,
            scope=about,
            rows=report.rows,
            possible_keys=report.possible_keys,
            held_out=tuple(sorted(self.exported.held_out)) if self.visibility == "public" else (),
        )

    def command(self, project: Path, target: Path, *, replace: bool) -> str:
        """The same on the command line."""
        words = [*self.words(), *(["--replace"] if replace else [])]
        return shlex.join(["xpert-studio", self.name, str(project), str(target), *words])

    def words(self) -> list[str]:
        """The options of the command."""
        return typed_again(self.options)

    def file_name(self, stem: str) -> str:
        """What its file is called, unless the user calls it otherwise."""
        return f"{stem}-{self.suffix}{self.ending}"


@dataclass(frozen=True, kw_only=True)
class BundleOrder(Order):
    """A bundle, for one's own house or for everybody."""

    kind = "bundle"
    can_be_looked_through = True
    options: BundleOptions

    @property
    def exported(self) -> ExportScope:
        """Whose rows are in it."""
        return self.options.exported

    @property
    def is_shared(self) -> bool:
        """Whether it is public."""
        return self.options.is_public

    @property
    def visibility(self) -> str:
        """``public`` or ``private``."""
        return self.options.visibility.value

    @property
    def suffix(self) -> str:
        """What its file is called, behind the project's name."""
        return "public" if self.is_shared else "bundle"

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """Its rows."""
        return expect_bundle(project, self.options)

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> ExportPreview:
        """Every row and field."""
        return preview_bundle(project, self.options, now=now, as_zip=bool(self.ending), watch=watch)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it."""
        chosen = {
            one.name: getattr(self.options, one.name) for one in dataclasses.fields(self.options)
        }
        return export_bundle(
            project,
            target,
            **chosen,
            now=now,
            replace=replace,
            allow_possible_keys=self.allow_possible_keys,
            watch=watch,
        )


@dataclass(frozen=True, kw_only=True)
class TableOrder(Order):
    """Judgments and verdicts as a long table."""

    kind = "table"
    suffix = "judgments"
    options: TableOptions

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """Its rows."""
        return expect_table(project, self.exported)

    def write(
        self, project: ProjectFile, target: Path, _: datetime, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it."""
        return export_table(project, target, scope=self.exported, replace=replace, watch=watch)


@dataclass(frozen=True, kw_only=True)
class ForeignOrder(Order):
    """A format of another tool.

    Attributes:
        format: It.
        settings: Of the model of the format; None for its defaults.
    """

    can_be_looked_through = True
    is_shared = True
    steps = 2
    options: ForeignOptions
    format: ForeignFormat
    settings: BaseModel | None = None

    @property
    def exported(self) -> ExportScope:
        """Whose records are in it."""
        return dataclasses.replace(self.options.scope, held_out=self.options.held_out)

    @property
    def kind(self) -> str:
        """What the history calls it."""
        return self.format.id

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """What the tool gets."""
        return expect_foreign(project, self.exported)

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> ExportPreview:
        """Every record that the tool gets."""
        return preview_foreign(
            project, self.format, self.settings, scope=self.exported, now=now, watch=watch
        )

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it."""
        watch(0)
        return export_foreign(
            project,
            self.format,
            target,
            self.settings,
            scope=self.exported,
            now=now,
            replace=replace,
            allow_possible_keys=self.allow_possible_keys,
        )

    def words(self) -> list[str]:
        """The options of the command, those of the format among them."""
        known = (
            self.settings.model_dump(mode="json", exclude_defaults=True) if self.settings else {}
        )
        given = [word for name, value in known.items() for word in ("--set", f"{name}={value}")]
        return ["--format", self.format.id, *super().words(), *given]


@dataclass(frozen=True, kw_only=True)
class ReportOrder(Order):
    """A report: figures and what they rest on."""

    kind = "report"
    name = "report"
    steps = 3
    options: ReportOptions = ReportOptions()

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """What its figures would rest on."""
        return expect_report(project, self.exported)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it."""
        from xpert_studio.report import analyse
        from xpert_studio.report.page import report_page
        from xpert_studio.report.writing import need_report_target, write_report

        need_report_target(target, replace=replace)
        watch(0)
        judges, together = self.options.judge_ids, self.options.together
        panel = together.of(judges)
        with project.reading() as tx:
            verify(tx)
            wanted = wanted_tasks(tx, self.exported)
            about = scope_in_words(tx, self.exported)
        analysis = analyse(project, judge_ids=judges or None, panel=panel, task_ids=wanted)
        watch(1)
        page = report_page(project, analysis, now=now, scope=about)
        watch(2)
        return ExportReport(
            str(target),
            {},
            warnings=write_report(page, target, replace=replace),
            judges=tuple(analysis.judges),
        )
