"""What the window says of runs on every page: in the foot what continues, a notice at the end."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QSystemTrayIcon

from xpert_studio.core.records import Role, RunState
from xpert_studio.core.wording import number, percent, short, span, t, tn, translated
from xpert_studio.core.workflow.views.runs import WatchedRun
from xpert_studio.desktop.footer import Footer
from xpert_studio.desktop.look import icon
from xpert_studio.desktop.names import judge_name
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.wiring import wire

_TRAY_MS: Final = 20_000


class RunNews(QObject):
    """Tells of the runs of one window's project."""

    def __init__(self, shell: Shell, footer: Footer) -> None:
        super().__init__(shell)
        self._shell = shell
        self._window = shell.window
        self._watch = shell.session.runs
        self._tray: QSystemTrayIcon | None = None
        self._has_offered = False
        self.going = button(t("Runs"), self._show_runs, kind="quiet", picture="activity")
        footer.addWidget(self.going)
        self.going.hide()
        wire(
            (self._watch.changed, self._show),
            (self._watch.ended, self._say_ended),
            (self._watch.failed, shell.tell),
        )
        self._show()

    @property
    def _leads(self) -> bool:
        return self._shell.session.has_role(Role.LEAD)

    def _show(self) -> None:
        going = self._watch.going
        count = len(going) + len(self._watch.starting)
        self.going.setVisible(bool(count) and self._leads)
        words = [tn("{n} run in progress", "{n} runs in progress", count)]
        planned = sum(item.run.planned for item in going)
        if planned:
            words.append(percent(sum(item.done for item in going) / planned))
        left = [item.standing.pulse.seconds_left for item in going]
        known = [seconds for seconds in left if seconds is not None]
        if known and len(known) == len(left):
            words.append(t("{time} left", time=span(max(known))))
        self.going.setText(" · ".join(words))
        self.going.setAccessibleName(self.going.text())
        if not self._has_offered and self._watch.seen is not None:
            self._has_offered = True
            self._offer()

    def _offer(self) -> None:
        """Once, when the project is opened: what broke off can be taken up again."""
        waiting = self._watch.resumable
        if waiting and self._leads and not self._shell.session.project.read_only:
            self._shell.say(
                tn(
                    "{n} run was interrupted. Its verdicts are saved.",
                    "{n} runs were interrupted. Their verdicts are saved.",
                    len(waiting),
                ),
                "warn",
                act=t("Show"),
                run=lambda: self._open(waiting[0]),
                stays=True,
            )

    def _show_runs(self) -> None:
        self._shell.go(Place("runs"))

    def _open(self, item: WatchedRun) -> None:
        self._shell.go(Place("runs", item=item.run.id))

    def _say_ended(self, item: WatchedRun) -> None:
        if not self._leads:
            return
        text, tone = said_of_end(item)
        is_seen = self._shell.place.page == "runs" and self._window.isActiveWindow()
        self._shell.say(
            text,
            tone,
            act="" if is_seen else t("Show"),
            run=lambda: self._open(item),
            stays=not is_seen,
        )
        self._tell_desktop(text)

    def _tell_desktop(self, text: str) -> None:
        """Tells the user who looks elsewhere, where the desktop has a place for it."""
        if self._window.isActiveWindow() or not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(icon("activity", "accent", 32), self)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.show()
        self._tray.showMessage("Xpert Studio", text, icon("activity", "accent", 32))
        QTimer.singleShot(_TRAY_MS, self._tray.hide)

    def _come_forward(self) -> None:
        self._window.raise_()
        self._window.activateWindow()
        self._show_runs()


def said_of_end(item: WatchedRun) -> tuple[str, str]:
    """How a run ended, in a sentence, and the tone it is said in."""
    run, name = item.run, short(judge_name(item.judge), 60)
    counts = (
        tn("{n} comparison", "{n} comparisons", run.ok)
        if run.selection.get("comparisons")
        else t("{n} verdicts", n=number(run.ok))
    )
    match item.state:
        case RunState.POSTED:
            said = translated(run.message or "")
            return t("{judge}: {counts}. {said}", judge=name, counts=counts, said=said), ""
        case RunState.DONE if not run.calls:
            return t("Run finished: all verdicts were cached · {judge}", judge=name), "good"
        case RunState.DONE:
            return t("Run finished: {counts} · {judge}", judge=name, counts=counts), "good"
        case RunState.PARTLY:
            return (
                t(
                    "Run finished: {counts}, {n} invalid or failed · {judge}",
                    judge=name,
                    n=number(run.invalid + run.error),
                    counts=counts,
                ),
                "warn",
            )
        case RunState.OUT_OF_BUDGET:
            return t("{judge}: budget reached. Saved: {counts}.", judge=name, counts=counts), "warn"
        case RunState.CANCELLED:
            return t("{judge} was cancelled: {counts} are saved.", judge=name, counts=counts), ""
        case RunState.FAILED:
            return t("{judge} failed. {why}", judge=name, why=translated(run.message or "")), "bad"
    return t("{judge}: interrupted, {counts} saved.", judge=name, counts=counts), "warn"
