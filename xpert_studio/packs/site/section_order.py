"""A site as something that is published: written, recorded in the history, typed again."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from xpert_studio.core.exchange.expecting import expect_bundle
from xpert_studio.core.exchange.problems import ExportReport
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.exchange.targets import Watch
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.site.published import SiteOptions
from xpert_studio.report.exports import Order


@dataclass(frozen=True, kw_only=True)
class SiteOrder(Order):
    """A site."""

    kind = "site"
    name = "site"
    is_shared = True
    visibility = "public"
    options: SiteOptions = field(default_factory=SiteOptions)

    @property
    def exported(self) -> ExportScope:
        """Whose records are on it."""
        return self.options.as_bundle.exported

    def expect(self, project: ProjectFile) -> dict[str, int]:
        """The rows of the public bundle that holds the same."""
        return expect_bundle(project, self.options.as_bundle)

    def write(
        self, project: ProjectFile, target: Path, now: datetime, *, replace: bool, watch: Watch
    ) -> ExportReport:
        """Writes it; progress is counted in tasks."""
        from xpert_studio.packs.site.section_writing import write_site

        return write_site(
            project,
            target,
            self.options,
            now=now,
            replace=replace,
            allow_possible_keys=self.allow_possible_keys,
            watch=watch,
        )
