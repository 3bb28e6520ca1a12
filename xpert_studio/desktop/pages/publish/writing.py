"""Where it goes, the button that writes it, how far it is, and what was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from xpert_studio.core.wording import t, translated
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.footer import job_words, show_job
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.widgets.fields import check_box, field, progress_bar
from xpert_studio.desktop.widgets.labels import Card, CopiedLine, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.saving_files import FileActs
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.exports import WrittenExport


class WritingCard(Card):
    """The last step.

    Args:
        write: Writes it.
        changed: It is to go somewhere else.
        complain: Says why what was written could not be opened.
    """

    def __init__(
        self,
        write: Callable[[], object],
        changed: Callable[[], object],
        complain: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._changed = changed
        self._offered = ""
        self._ending = ""
        self._job: Job | None = None
        self._is_waited_for = False
        self.written: WrittenExport | None = None
        self.path = field(name=t("Save to"))
        self.path.textEdited.connect(lambda _: changed())
        self.choose = button(t("Choose…"), self._choose, picture="folder-open")
        self.replace = check_box(t("Overwrite"), changed)
        self.replace.toggled.connect(lambda _: changed())
        self.act = button(t("Publish"), write, kind="primary", picture="upload")
        self.lacks = label("", "muted")
        self.command = CopiedLine(t("Command line"))
        self.bar = progress_bar(t("Progress"))
        self.progress = label("", "muted", wrap=False)
        self.cancel = button(t("Cancel"), self._cancel, picture="x")
        self.outcome = label("")
        self.hash = CopiedLine(t("Content hash"))
        self.warnings = label("", "warn")
        self.acts = FileActs(lambda: self.written.path if self.written else None, complain)
        self._running = box(row(self.bar, self.progress, self.cancel, gap=PAD, grow=0))
        self._result = box(
            column(
                self.outcome,
                self.acts,
                self.warnings,
                self.hash,
                gap=GAP,
            )
        )
        command = label(t("Command line"), "label", wrap=False)
        command.setBuddy(self.command.field)
        column(
            label(t("Save to"), "heading"),
            row(self.path, self.choose, gap=GAP, grow=0),
            self.replace,
            row(self.act, self.lacks, gap=PAD, grow=1),
            self._running,
            self._result,
            command,
            self.command,
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        self.forget()

    @property
    def target(self) -> Path:
        """Where it goes."""
        return Path(self.path.text().strip()).expanduser()

    def offer(self, path: Path, ending: str) -> None:
        """Offers a place, unless the person has named one; that gets the ending it needs.

        Args:
            path: The place.
            ending: What its name ends in; empty for a folder.
        """
        known, self._ending = self._ending, ending
        text = self.path.text().strip()
        if not text or text == self._offered:
            self._offered = str(path)
            self.path.setText(self._offered)
        elif known != ending:
            bare = text[: -len(known)] if known and text.lower().endswith(known) else text
            self.path.setText(f"{bare}{ending}")

    def show_standing(self, *, is_there: bool, lacks: str, why_not: str = "") -> None:
        """Shows whether it can be written.

        Args:
            is_there: Whether something is there already.
            lacks: What is still to be entered, where the button leads; empty for nothing.
            why_not: What is wrong with what was entered; empty for nothing.
        """
        self.replace.setVisible(is_there)
        needs_tick = is_there and not self.replace.isChecked()
        is_news = needs_tick and self._result.isHidden()  # what was just written is there too
        standing = t("File already exists.") if is_news else ""
        self.lacks.setText(lacks or why_not or standing)
        is_ready = not (why_not or needs_tick or self._job or not self.path.text().strip())
        self.act.setEnabled(is_ready or bool(lacks and not self._job))

    def _choose(self) -> None:
        start = str(self.target)
        if self._ending:
            name, _ = QFileDialog.getSaveFileName(
                self,
                t("Save to"),
                start,
                f"*{self._ending}",
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
            name = name if not name or name.lower().endswith(self._ending) else name + self._ending
        else:
            folder = QFileDialog.getExistingDirectory(self, t("Save to"), str(self.target.parent))
            name = str(Path(folder) / self.target.name) if folder else ""
        if name:
            self.path.setText(name)
            self._changed()

    @property
    def is_running(self) -> bool:
        """Whether it is being written."""
        return self._job is not None

    def follow(self, job: Job) -> None:
        """Shows how far it is."""
        self.forget()
        self._job = job
        self._running.show()
        if self.act.hasFocus():
            self.cancel.setFocus()
        self.act.setEnabled(False)
        job.moved.connect(self._move)
        self._move()

    def _move(self) -> None:
        job = self._job
        if job is None:
            return
        show_job(job, self.bar)
        self.progress.setText(job_words(job))

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._move()

    def ended(self) -> None:
        """Nothing is being written any more; what became of it is said next, if anything."""
        was_stopped = self._job is not None and self._job.is_cancelled
        self._job = None
        self._is_waited_for = self.cancel.hasFocus()
        if self._is_waited_for:
            self.path.setFocus()
        self._running.hide()
        if was_stopped:
            self._tell(t("Stopped. Nothing was written."), "muted")

    def show_written(self, written: WrittenExport) -> None:
        """Shows what was written."""
        self.written = written
        self.replace.setChecked(False)
        self._tell(t("Written to {path}.", path=written.path), "good")
        self.hash.show_text(written.publication.content_hash)
        self.warnings.say("\n".join(translated(text) for text in written.report.warnings))
        show_if(True, self.hash, self.acts)
        if self._is_waited_for:
            self.acts.open.setFocus()

    def forget(self) -> None:
        """Shows nothing of what was written before."""
        self.written = None
        show_if(False, self._running, self._result)

    def _tell(self, text: str, kind: str) -> None:
        self.outcome.say(text, kind)
        show_if(False, self.hash, self.acts, self.warnings)
        self._result.show()
        self.setMinimumWidth(px(1))
