"""The pages, and the list of them from which the sidebar, the menu and the palette are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import mark


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page.

    Attributes:
        id: Its name in places.
        title: What it is called, marked for translation.
        icon: An icon's name.
        make: Makes it, when somebody goes there first.
        keys: The shortcut that goes there.
        in_sidebar: Whether it stands in the sidebar.
        part: The part of the sidebar it stands in; a thin line divides them.
    """

    id: str
    title: str
    icon: str
    make: Callable[[Shell], Page]
    keys: str = ""
    in_sidebar: bool = True
    part: str = "work"


def _home(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.home.page import HomePage

    return HomePage(shell)


def _tasks(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.tasks.page import TasksPage

    return TasksPage(shell)


def _task(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.task.page import TaskPage

    return TaskPage(shell)


def _judging(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.judging.page import JudgingPage

    return JudgingPage(shell)


def _meta(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.meta.page import MetaPage

    return MetaPage(shell)


def _agreement(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.agreement.page import AgreementPage

    return AgreementPage(shell)


def _gold(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.gold.page import GoldPage

    return GoldPage(shell)


def _runs(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.runs.page import RunsPage

    return RunsPage(shell)


def _verdict(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.verdict.page import VerdictPage

    return VerdictPage(shell)


def _alignment(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.alignment.page import AlignmentPage

    return AlignmentPage(shell)


def _results(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.results.page import ResultsPage

    return ResultsPage(shell)


def _people(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.people.page import PeoplePage

    return PeoplePage(shell)


def _project(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.project.page import ProjectPage

    return ProjectPage(shell)


def _history(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.history.page import HistoryPage

    return HistoryPage(shell)


def _publish(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.publish.page import PublishPage

    return PublishPage(shell)


def _packets(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.packets.page import PacketsPage

    return PacketsPage(shell)


def _search(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.search.page import SearchPage

    return SearchPage(shell)


def _settings(shell: Shell) -> Page:
    from xpert_studio.desktop.pages.settings.page import SettingsPage

    return SettingsPage(shell)


PAGES: Final = (
    PageEntry("home", mark("Home"), "house", _home, "Ctrl+1"),
    PageEntry("tasks", mark("Tasks"), "list-checks", _tasks, "Ctrl+2"),
    PageEntry("judging", mark("Judging"), "scale", _judging, "Ctrl+3"),
    PageEntry("meta", mark("Confirm"), "badge-check", _meta, "Ctrl+4"),
    PageEntry("agreement", mark("Agreement"), "handshake", _agreement, "Ctrl+5", part="figures"),
    PageEntry("gold", mark("Gold subset"), "star", _gold, part="figures"),
    PageEntry("runs", mark("Runs"), "activity", _runs, "Ctrl+6", part="figures"),
    PageEntry("alignment", mark("Alignment"), "target", _alignment, "Ctrl+7", part="figures"),
    PageEntry("results", mark("Results"), "trophy", _results, "Ctrl+8", part="figures"),
    PageEntry("publish", mark("Publish"), "upload", _publish, "Ctrl+9", part="sharing"),
    PageEntry("packets", mark("Packets"), "package", _packets, part="sharing"),
    PageEntry("people", mark("People"), "users", _people, part="house"),
    PageEntry("project", mark("Project"), "sliders-horizontal", _project, part="house"),
    PageEntry("history", mark("History"), "history", _history, part="house"),
    PageEntry("settings", mark("Settings"), "settings", _settings, "Ctrl+,", part="settings"),
    PageEntry("search", mark("Search"), "search", _search, "Ctrl+Shift+F", in_sidebar=False),
    PageEntry("task", mark("Task"), "file-text", _task, in_sidebar=False),
    PageEntry("verdict", mark("Verdict"), "gavel", _verdict, in_sidebar=False),
)
