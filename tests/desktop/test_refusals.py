"""What a command refuses is said of names, and what an action says is what its command says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.desktop.hands import Hands
from tests.desktop.sample_places import scored_sample
from tests.sampling import some
from tests.workflow.studio import Studio
from tests.workflow.tried import WITH_OTHER_TESTS, all_tried, context, ground_of, tried
from xpert_studio.core.errors import DiskError
from xpert_studio.core.records import Role
from xpert_studio.core.store import ProjectFile, log
from xpert_studio.core.wording import explained
from xpert_studio.core.workflow import add_person, change_person
from xpert_studio.core.workflow.commands import every_command
from xpert_studio.core.workflow.views import look_around
from xpert_studio.desktop.error_names import naming

TRIED = 1_200
"""So many of about seven thousand are tried in an ordinary run."""


def test_no_refusal_of_any_command_names_an_id_and_nothing_is_written(tmp_path: Path) -> None:
    with ProjectFile.open(scored_sample(tmp_path)) as project:
        ground, state = ground_of(project), look_around(project)
        with project.reading() as tx:
            before = log.newest(tx)
        names = "|".join(re.escape(one) for one in sorted(ground.ids, key=len, reverse=True))
        an_id = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
        found, refused = set(), 0
        for command, _, person_id, known in some(list(all_tried(ground)), TRIED):
            error = command.refusal_with(context(project, person_id), known)
            if error is not None:
                refused += 1
                text = explained(naming(error, state, project))
                assert text.strip().endswith((".", "。")), (command.name, text)
                if an_id.search(text):
                    found.add((command.name, text))
        assert not found
        assert refused > TRIED / 3, "most people may do few things with most tasks"
        with project.reading() as tx:
            assert log.newest(tx) == before


def test_nearly_every_command_is_tried(tmp_path: Path) -> None:
    with ProjectFile.open(scored_sample(tmp_path)) as project:
        values = next(iter(ground_of(project).values.values()))
    left = {name for name, one in every_command().items() if tried(one, values) is None}
    assert left <= WITH_OTHER_TESTS


@pytest.mark.parametrize(
    ("page", "action", "person"),
    [
        ("tasks", "task.new", "omar"), ("people", "people.add", "omar"),
        ("task", "task.draw", "maria"),
    ],
)  # fmt: skip
def test_an_action_is_grey_with_the_words_of_its_command(
    hands: Hands, studio: Studio, page: str, action: str, person: str
) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, person)
    hands.go(page, **({"task_id": "t1"} if page == "task" else {}))
    hands.settle()
    ((found, _, _),) = [one for one in hands.window.book if one[0].id == action]
    assert "is not" in str(found.refused())
    assert found.id not in {one.id for one, _ in hands.window.book.usable() if not one.refused()}


def test_an_action_can_be_done_once_its_command_is_allowed(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "omar")
    hands.go("tasks")
    hands.settle()
    ((found, _, _),) = [one for one in hands.window.book if one[0].id == "task.new"]
    assert "Omar" in str(found.refused())
    roles = next(p for p in hands.app.session.project_state.people if p.id == "omar").roles
    change_person(studio.lena, "omar", roles=(*roles, Role.AUTHOR))
    hands.until(lambda: _is_offered(found))
    assert not found.refused()


def _is_offered(action) -> bool:
    assert not action.refused()
    return True


def test_a_full_disk_is_no_refusal_and_is_not_tried_over_and_over(
    hands: Hands, studio: Studio, monkeypatch
) -> None:
    studio.ready()
    hands.open(studio.project.path, "lena")
    hands.go("people")
    tries: list[str] = []

    def full(command, ctx, known):
        tries.append(command.name)
        return DiskError("The disk is full.")

    monkeypatch.setattr(type(add_person), "refusal_with", full)
    hands.app.session._refusals.forget()
    action = next(one for one, *_ in hands.window.book if one.id == "people.add")
    for _ in range(5):
        assert not action.refused()
        hands.settle()
    assert tries.count("person.add") <= 1
