"""What is to be published, as chosen on the page: how it is written, and the same as a command."""

from __future__ import annotations

import dataclasses
import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from xpert_studio.core.exchange import export_bundle, export_table
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import (
    expect_bundle,
    expect_foreign,
    expect_report,
    expect_table,
)
from xpert_studio.core.exchange.formats import ForeignFormat, export_foreign
from xpert_studio.core.exchange.preview import Preview, preview_bundle, preview_foreign
from xpert_studio.core.exchange.reports import ExportReport, fingerprint
from xpert_studio.core.exchange.scope import Scope, scope_in_words, wanted_tasks
from xpert_studio.core.exchange.targets import Watch
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import ProjectFile, verify
from xpert_studio.core.workflow import Publication


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        warnings: What a person should know of it.
        scope: Which part of the project, in words; empty for all of it.
        possible_keys: In how many texts something that looks like an API key was allowed.
    """

    path: Path
    content_hash: str
    rows: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    scope: str = ""
    possible_keys: int = 0

    def published(self, order: Order) -> Publication:
        """As the history records it."""
        return Publication(
            kind=order.kind,
            path=str(self.path.absolute()),
            content_hash=self.content_hash,
            visibility=order.visibility,
            scope=self.scope,
            rows=self.rows,
            possible_keys=self.possible_keys,
        )


@dataclass(frozen=True, kw_only=True)
class Order(ABC):
    """Something that is to be published.

    Attributes:
        scope: Which part of the project.
        ending: Of the file; empty for a folder.
        allow_possible_keys: Whether texts may go out that look as if they held an API key.
    """

    steps: ClassVar[int] = 0
    """In how many steps it is made; 0 where rows are counted."""
    can_be_looked_through: ClassVar[bool] = False
    """Whether the user can look at every text of it before it goes out."""
    scope: Scope = Scope()
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
    def exported(self) -> Scope:
        """Whose records are in it."""
        return self.scope

    @abstractmethod
    def expect(self, project: ProjectFile) -> dict[str, int]:
        """How much would go out, by kind of record; quick."""

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> Preview:
        """What would go out, text by text; slow. Arguments as for ``write``."""
        raise NotImplementedError

    @abstractmethod
    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> Written:
        """Writes it, whole or not at all.

        Args:
            project: The project.
            target: Where to.
            now: The time.
            replace: Whether what is there may be replaced.
            watch: Receives how far it is; stops everything by raising.
        """

    @abstractmethod
    def words(self) -> list[str]:
        """The command behind ``xpert-studio``: its name, and its own options."""

    def command(self, project: Path, target: Path, *, replace: bool) -> str:
        """The same on the command line."""
        name, *options = self.words()
        options += self._scope_options() + (["--replace"] if replace else [])
        return shlex.join(["xpert-studio", name, str(project), str(target), *options])

    def file_name(self, stem: str) -> str:
        """What its file is called, unless the user calls it otherwise."""
        return f"{stem}-{self.suffix}{self.ending}"

    def _scope_options(self) -> list[str]:
        options = ["--subset", self.scope.subset] if self.scope.subset else []
        if self.scope.task_ids:
            options += ["--tasks", ",".join(sorted(self.scope.task_ids))]
        return options

    def _written(self, project: ProjectFile, target: Path, report: ExportReport) -> Written:
        with project.reading() as tx:
            about = scope_in_words(tx, self.exported)
        return Written(
            target,
            report.content_hash or fingerprint(target),
            report.rows,
            report.warnings,
            about,
            report.possible_keys,
        )


@dataclass(frozen=True, kw_only=True)
class BundleOrder(Order):
    """A bundle, for one's own house or for everybody."""

    kind = "bundle"
    can_be_looked_through = True
    is_public: bool = False
    held_out: frozenset[str] = frozenset()
    without_reference_answers: bool = False
    without_rubrics: bool = False
    all_stages: bool = False

    @property
    def exported(self) -> Scope:
        """Whose rows are in it."""
        return self._options.exported

    @property
    def visibility(self) -> str:
        """``public`` or ``private``."""
        return (Visibility.PUBLIC if self.is_public else Visibility.PRIVATE).value

    @property
    def suffix(self) -> str:
        """What its file is called, behind the project's name."""
        return "public" if self.is_public else "bundle"

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """Its rows."""
        return expect_bundle(project, self._options)

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> Preview:
        """Every row and field."""
        return preview_bundle(
            project, self._options, now=now, as_zip=bool(self.ending), watch=watch
        )

    @property
    def _options(self) -> BundleOptions:
        return BundleOptions(
            Visibility(self.visibility),
            self.scope,
            self.held_out,
            self.without_reference_answers,
            self.without_rubrics,
            self.all_stages,
        )

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> Written:
        """Writes it."""
        report = export_bundle(
            project,
            target,
            visibility=Visibility(self.visibility),
            now=now,
            scope=self.scope,
            held_out=self.held_out,
            without_reference_answers=self.without_reference_answers,
            without_rubrics=self.without_rubrics,
            all_stages=self.all_stages,
            replace=replace,
            allow_possible_keys=self.allow_possible_keys,
            watch=watch,
        )
        return self._written(project, target, report)

    def words(self) -> list[str]:
        """The command."""
        chosen = {
            "--without-reference-answers": self.without_reference_answers,
            "--without-rubrics": self.without_rubrics,
            "--all-stages": self.all_stages,
        }
        return [
            "export", *(["--public"] if self.is_public else []), *_holding_out(self.held_out),
            *(option for option, is_chosen in chosen.items() if is_chosen),
        ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TableOrder(Order):
    """Judgments and verdicts as a long table."""

    kind = "table"
    suffix = "judgments"

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """Its rows."""
        return expect_table(project, self.scope)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> Written:
        """Writes it."""
        report = export_table(project, target, scope=self.scope, replace=replace, watch=watch)
        return self._written(project, target, report)

    def words(self) -> list[str]:
        """The command."""
        return ["export"]


@dataclass(frozen=True, kw_only=True)
class ForeignOrder(Order):
    """A format of another tool."""

    can_be_looked_through = True
    steps = 2
    format: ForeignFormat
    held_out: frozenset[str] = frozenset()

    @property
    def exported(self) -> Scope:
        """Whose records are in it."""
        return dataclasses.replace(self.scope, held_out=self.held_out)

    @property
    def kind(self) -> str:
        """What the history calls it."""
        return self.format.id

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """What the tool gets."""
        return expect_foreign(project, self.exported)

    def look_through(self, project: ProjectFile, now: datetime, watch: Watch) -> Preview:
        """Every record that the tool gets."""
        return preview_foreign(project, self.format, scope=self.exported, now=now, watch=watch)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> Written:
        """Writes it."""
        watch(0)
        report = export_foreign(
            project,
            self.format,
            target,
            scope=self.exported,
            now=now,
            replace=replace,
            allow_possible_keys=self.allow_possible_keys,
        )
        return self._written(project, target, report)

    def words(self) -> list[str]:
        """The command."""
        return ["export", "--format", self.format.id, *_holding_out(self.held_out)]


@dataclass(frozen=True, kw_only=True)
class ReportOrder(Order):
    """A report: figures and what they rest on."""

    kind = "report"
    steps = 3
    judge_ids: tuple[str, ...] | None = None

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """What its figures would rest on."""
        return expect_report(project, self.scope)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> Written:
        """Writes it."""
        from xpert_studio.report import analyse
        from xpert_studio.report.page import report_page
        from xpert_studio.report.writing import need_report_target, write_report

        need_report_target(target, replace=replace)
        watch(0)
        with project.reading() as tx:
            verify(tx)
            wanted, about = wanted_tasks(tx, self.scope), scope_in_words(tx, self.scope)
        analysis = analyse(project, judge_ids=self.judge_ids, task_ids=wanted)
        watch(1)
        page = report_page(project, analysis, now=now, scope=about)
        watch(2)
        warnings = write_report(page, target, replace=replace)
        return Written(target, fingerprint(target), {}, warnings, about)

    def words(self) -> list[str]:
        """The command."""
        chosen = [("--judge", judge_id) for judge_id in self.judge_ids or ()]
        return ["report", *(word for pair in chosen for word in pair)]


def _holding_out(held_out: frozenset[str]) -> list[str]:
    return ["--hold-out", ",".join(sorted(held_out))] if held_out else []
