"""A physician alone: from an empty program to a rubric in review, counting clicks."""

from __future__ import annotations

from tests.desktop.hands import Hands
from xpert_studio.desktop.welcome.new_project import NewProject
from xpert_studio.records import Judgment, Mode, Stage
from xpert_studio.store import ProjectFile, entities, tasks


def test_a_new_project_asks_how_one_works(hands: Hands, tmp_path) -> None:
    made = []
    asked = NewProject(hands.app.parent_window(), lambda *told: made.append(told))
    asked.open()
    asked.name.setText("Chest pain")
    assert not asked.act.isEnabled(), "nothing is chosen for the person"
    asked.folder.setText(str(tmp_path))
    hands.click(asked.modes.button(0))
    assert asked.act.isEnabled()
    hands.click(asked.act)
    ((path, name, _, mode),) = made
    assert (path.stem, name, mode) == ("Chest pain", "Chest pain", Mode.SOLO)


def test_alone_one_submits_and_writes_on(hands: Hands, tmp_path) -> None:
    from tests.workflow.studio import BRIEF
    from xpert_studio.desktop import opening
    from xpert_studio.workflow import create_brief, set_policies

    with opening.start_project(
        tmp_path / "p.xpert", hands.prefs, name="Mine", language="en", mode=Mode.SOLO
    ) as made:
        path = made.path
    hands.open(path, "tester")
    session = hands.app.session
    assert session.house.info.policies.is_solo
    set_policies(session.desk, min_checkpoints=1)
    create_brief(session.desk, task_id="t1", **BRIEF)
    hands.go("task", task_id="t1")
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert (hands.window.place.page, hands.window.place.tab) == ("task", "rubric")
    hands.click("Write the first checkpoint")
    hands.type("States that the tenant can leave at month 30.")
    hands.key("Enter")
    hands.key("Escape")
    hands.settle()
    hands.panel.table.selectAll()
    hands.key("Alt+D", hands.panel.table)
    hands.choose("Domain Expertise")
    hands.settle()
    hands.key("Ctrl+Alt+Return")
    hands.settle()
    with session.project.reading() as tx:
        task = tasks.get_task(tx, "t1")
    assert task.standing is Stage.REVIEW
    assert task.self_accepted


def test_only_judgments_that_were_shown_are_confirmed_together(hands: Hands, studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("meta", task_id="t1", item=response_id, expert_id="maria")
    settling = hands.page.settling
    hands.qtbot.waitUntil(lambda: settling.all.isEnabled(), timeout=8000)
    assert "1" in settling.all.text()
    assert settling.all.property("kind") != "primary"
    hands.click(settling.all)
    hands.settle()
    assert _gold(studio.project) == [True, False, False]


def _gold(project: ProjectFile) -> list[bool]:
    with project.reading() as tx:
        return [item.is_gold for item in entities.find_all(tx, Judgment)]
