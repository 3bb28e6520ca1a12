"""The line at the foot: whether everything is saved, what is under way, and the notice."""

from __future__ import annotations

from PySide6.QtWidgets import QStatusBar, QWidget

from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.kit import Notice, button, label, progress_bar, row, span, t, tool
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.timing import every, later

_SHOWN_AFTER_MS = 400


class Footer(QStatusBar):
    """Saved or not, and jobs."""

    def __init__(self, session: Session, notice: Notice) -> None:
        super().__init__()
        self._session = session
        self._saved = label("", wrap=False)
        self._again = button(t("Try again"), session.try_again, kind="link")
        self._again.hide()
        self.addWidget(self._saved)
        self.addWidget(self._again)
        self.addPermanentWidget(label(session.path.name, wrap=False))
        self._read_only = session.project.read_only
        self._late = later(self, _SHOWN_AFTER_MS, lambda: self._saved.setText(t("Saving…")))
        session.saved.connect(self._show_saved)
        session.unwritten.connect(self._show_unwritten)
        session.bridge.job_began.connect(self._add_job)
        notice.stand_in(self)
        self._show_saved(True)

    def _show_saved(self, saved: bool) -> None:
        if self._read_only:
            self._saved.setText(t("Open for reading only"))
            return
        self._late.stop()
        self._again.setVisible(saved and self._session.is_held_up)
        if self._session.is_held_up or self._session.has_unwritten:
            self._saved.setText(t("Not everything is saved yet"))
        elif saved:
            self._saved.setText(t("All changes saved"))
        else:
            self._late.start()

    def _show_unwritten(self, _: bool) -> None:
        self._show_saved(self._session.is_saved)

    def _add_job(self, job: Job) -> None:
        shown = JobBar(job)
        self.insertPermanentWidget(1, shown)
        job.ended.connect(shown.deleteLater)


class JobBar(QWidget):
    """One job: its title, how far it is, how long it will take, and a way to stop it."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job
        self._words = label(job.title, wrap=False)
        self._bar = progress_bar(job.title, width=120)
        self._bar.setRange(0, 0)
        row(self._words, self._bar, tool("x", t("Cancel"), job.cancel), on=self)
        self._clock = every(self, 500, self._show)

    def _show(self) -> None:
        job = self._job
        if job.total:
            self._bar.setRange(0, job.total)
            self._bar.setValue(job.done)
        left = job.seconds_left
        passed = t("{time} so far", time=span(job.seconds))
        words = passed if left is None else t("{time} left", time=span(left))
        if job.is_cancelled:
            words = t("Stopping…")
        self._words.setText(f"{job.title} · {words}")
