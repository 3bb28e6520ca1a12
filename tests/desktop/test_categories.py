"""Categories of a project in the window: defined, merged, and chosen in a brief."""

from __future__ import annotations

import pytest

from tests.desktop.rooms import room_of
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import add_domains, define_category, merge_categories
from xpert_studio.desktop.widgets.asking import ActionDialog


def _begin(studio):
    add_domains(studio.lena, "Law")
    studio.brief("t1")


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "lena", _begin) as made:
        yield made


def fill(room, **values):
    (dialog,) = [item for item in room.window.findChildren(ActionDialog) if item.isVisible()]
    dialog.form.show_values(values)
    dialog.act.click()
    room.settle()


def test_a_lead_defines_categories_and_merges_an_old_text(room):
    card = room.go("project").categories
    room.settle()
    assert card.none.isVisibleTo(card)
    card.add.click()
    fill(room, name="Contracts", domain="Law", chinese="合同")
    (made,) = room.project_state.info.taxonomy.categories
    assert (made.name, made.domain, made.chinese) == ("Contracts", "Law", "合同")
    assert not card.none.isVisibleTo(card)
    card.ask(merge_categories)
    fill(room, name="leases", into="Contracts")
    with room.studio.project.reading() as tx:
        assert {task.category for task in tasks.all_tasks(tx)} <= {"Contracts", None}


def _with_categories(studio):
    _begin(studio)
    for name, domain in (("Contracts", "Law"), ("Treasury", None)):
        define_category(studio.lena, name, domain=domain)


def test_a_brief_offers_the_categories_of_its_domain(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "wei", _with_categories) as room:
        page = room.go("task", task_id="t1", tab="brief")
        room.settle()
        field = page.panel("brief").facts.inputs["category"].widget
        assert [field.itemText(n) for n in range(field.count())] == ["Treasury", "Contracts"]
