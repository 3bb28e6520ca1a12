"""The line at the foot: whether everything is saved, what is under way, and the notice.

Of runs a notice tells the end too. The user who is not looking at the window gets it from their
desktop, where it can.
"""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QStatusBar, QWidget

from xpert_studio.core.wording import span, t
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.notice import Notice
from xpert_studio.desktop.widgets.wiring import every, later, wire

_SHOWN_AFTER_MS = 400


class Footer(QStatusBar):
    """Saved or not, and jobs."""

    def __init__(self, session: Session, notice: Notice, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._saved = label("", wrap=False)
        self._again = button(t("Try again"), session.try_again, kind="link")
        self._again.hide()
        self.addWidget(self._saved)
        self.addWidget(self._again)
        self.addPermanentWidget(label(session.path.name, wrap=False))
        self._read_only = session.project.read_only
        self._late = later(self, _SHOWN_AFTER_MS, lambda: self._saved.setText(t("Saving…")))
        wire(
            (session.saved, self._show_saved),
            (session.unwritten, self._show_unwritten),
            (session.bridge.job_began, self._add_job),
        )
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
        self.insertPermanentWidget(1, JobBar(job))


class JobBar(QWidget):
    """One job: its title, how far it is, how long it will take, and a way to stop it.

    It goes when the job ends.
    """

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job
        self._words = label(job.title, wrap=False)
        self._bar = progress_bar(job.title, width=120, total=0)
        row(self._words, self._bar, tool("x", t("Cancel"), job.cancel), on=self)
        self._clock = every(self, 500, self._show)
        job.ended.connect(self.deleteLater)

    def _show(self) -> None:
        show_job(self._job, self._bar)
        self._words.setText(f"{self._job.title} · {job_words(self._job)}")


def show_job(job: Job, bar: QProgressBar) -> None:
    """Shows in a bar how far a job is, where that is known."""
    bar.setRange(0, job.total)
    bar.setValue(min(job.done, job.total))


def job_words(job: Job) -> str:
    """How long a job takes still, or how long it has taken so far."""
    left = job.seconds_left
    passed = t("{time} so far", time=span(job.seconds))
    words = passed if left is None else t("{time} left", time=span(left))
    return t("Stopping…") if job.is_cancelled else words
