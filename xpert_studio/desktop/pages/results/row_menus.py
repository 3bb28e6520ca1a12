"""What can be done with a row of the results, by its target."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from xpert_studio.core.records import EVERY_BOARD, DisagreementKey
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import exclude_system
from xpert_studio.desktop.pages.case_part import decision_of, fill_case_menu
from xpert_studio.desktop.pages.results.section import Section
from xpert_studio.desktop.pages.results.targets import VERDICTS, open_target
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.shown_text import menu_words


def fill_menu(section: Section, menu: QMenu, target: tuple[str, ...]) -> None:
    """Puts into the menu of a row what can be done with it.

    Args:
        section: The part of the page.
        menu: To be filled.
        target: What the row stands for.
    """
    if not section.choice.rater.id:
        return
    match target:
        case ("system", system, *_) | ("behind", "system", system, *_) | ("part", system, *_):
            _of_system(section, menu, system)
        case ("checkpoint", task_id, checkpoint_id):
            menu.addAction(t("Open in the rubric"), lambda: open_target(section, target))
            _add_verdicts(section, menu, task=task_id, checkpoint=checkpoint_id)
        case ("case", judge_id, response_id, checkpoint_id):
            menu.addAction(t("Open"), lambda: open_target(section, target))
            key = DisagreementKey(judge_id, response_id, checkpoint_id)
            fill_case_menu(section.shell, menu, decision_of(key))
        case ("scores", task_id, *_) | ("both", task_id, *_) | ("response", task_id, *_):
            menu.addAction(t("Open"), lambda: open_target(section, target))
            _add_verdicts(section, menu, task=task_id)
            menu.addAction(t("Responses side by side"), lambda: section.go_beside(task_id))
            to = Place("task", task_id=task_id)
            menu.addAction(t("Open the task"), lambda: section.shell.go(to))
        case _:
            menu.addAction(t("Open"), lambda: open_target(section, target))


def _add_verdicts(section: Section, menu: QMenu, **where: str) -> None:
    """The way to a judge's verdicts; none where experts or a panel rated."""
    rater = section.choice.rater
    if rater.is_judge and rater.panel is None:
        menu.addAction(t("Verdicts"), lambda: section.go("explore", show=VERDICTS, **where))


def _of_system(section: Section, menu: QMenu, system: str) -> None:
    board = section.choice.results.board(*section.choice.key).leaderboard
    menu.addAction(t("Open system"), lambda: section.go("system", system=system))
    _add_verdicts(section, menu, system=system)
    others = [standing.system for standing in board.standings if standing.score is not None]
    compare = QMenu(t("Compare with"), menu)
    for other in (name for name in others if name != system):
        compare.addAction(menu_words(other), partial(open_target, section, ("two", system, other)))
    if not compare.isEmpty() and system in others:
        menu.addMenu(compare)
    if not section.session.why_no_lead:
        menu.addSeparator()
        for words, where in (
            (t("Exclude from this leaderboard…"), board.rater),
            (t("Exclude from every leaderboard…"), EVERY_BOARD),
        ):
            menu.addAction(words, partial(_ask_to_exclude, section, system, where))


def _ask_to_exclude(section: Section, system: str, board: str) -> None:
    is_all = board == EVERY_BOARD
    CommandDialog(
        section,
        section.session,
        exclude_system,
        {"model": system, "board": board},
        lambda _: section.changed.emit(),
        over=section,
        asked=("reason",),
        act=t("Exclude"),
        title=t("Exclude {system} from every leaderboard?", system=system)
        if is_all
        else t("Exclude {system} from this leaderboard?", system=system),
        text=t(
            "The reason is shown below every leaderboard, in reports and bundles. It can be undone."
        )
        if is_all
        else t(
            "The reason is shown below this leaderboard, in reports and bundles. It can be undone."
        ),
    ).open()
