"""Categories as a vocabulary: defined, given to tasks, made one, and counted against targets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workflow.studio import START, Studio
from xpert_studio.core.errors import ConflictError, NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import Person, Role, Visibility
from xpert_studio.core.records.practice import PRACTICE, practice_of
from xpert_studio.core.records.project import Taxonomy
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import (
    change_brief,
    define_category,
    merge_categories,
    rename_category,
    set_practice,
    set_target,
    undo,
)
from xpert_studio.core.workflow.views.corpus import (
    FEWEST_EXPERTS,
    corpus_of,
    expert_figures,
    large_groups,
)


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


def category_of(studio, task_id):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id).category


def test_an_author_gives_a_category_in_either_language_and_old_texts_stay(studio):
    studio.brief("t1")
    change_brief(studio.wei, "t1", category="leases of shops")
    define_category(studio.lena, "Contracts", domain="Law", chinese="合同")
    assert category_of(studio, "t1") == "leases of shops"
    change_brief(studio.wei, "t1", category=" contracts ")
    assert category_of(studio, "t1") == "Contracts"
    change_brief(studio.wei, "t1", category="合同")
    assert category_of(studio, "t1") == "Contracts"
    change_brief(studio.wei, "t1", category="Something else")
    assert category_of(studio, "t1") == "Something else"


def test_merging_moves_tasks_and_targets_and_is_undone(studio):
    studio.ready("t1")
    define_category(studio.lena, "Leases", domain="Law")
    define_category(studio.lena, "Contracts", domain="Law")
    before = category_of(studio, "t1")
    merge_categories(studio.lena, before, "Leases")
    set_target(studio.lena, "Law", category="Leases", number=3)
    set_target(studio.lena, "Law", category="Contracts", number=2, competency="Reasoning")
    merge_categories(studio.lena, "Leases", "Contracts")
    assert category_of(studio, "t1") == "Contracts"
    taxonomy = studio.project.info().taxonomy
    assert [one.name for one in taxonomy.categories] == ["Contracts"]
    ((goal),) = taxonomy.goals
    assert (goal.category, goal.tasks, goal.competency) == ("Contracts", 5, "Reasoning")
    undo(studio.lena)
    assert category_of(studio, "t1") == "Leases"
    assert len(studio.project.info().taxonomy.categories) == 2


def test_what_cannot_be_is_refused(studio):
    define_category(studio.lena, "Contracts", domain="Law", chinese="合同")
    define_category(studio.lena, "Contracts", domain="Finance")
    for error, act in (
        (ConflictError, lambda: define_category(studio.lena, "合同", domain="Law")),
        (UsageError, lambda: define_category(studio.lena, " ")),
        (UsageError, lambda: define_category(studio.lena, "X", domain="Alchemy")),
        (NotFoundError, lambda: merge_categories(studio.lena, "Contracts", "Nothing")),
        (NotFoundError, lambda: rename_category(studio.lena, "Nothing", "Other")),
        (UsageError, lambda: set_target(studio.lena, "Law")),
        (NotAllowedError, lambda: define_category(studio.wei, "Mine")),
        (NotAllowedError, lambda: set_practice(studio.wei, "maria", years=3)),
    ):
        with pytest.raises(error):
            act()
    assert {one.domain for one in studio.project.info().taxonomy.categories} == {"Law", "Finance"}


def test_what_a_project_has_not_is_written_nowhere():
    assert {*Taxonomy().model_dump()} == {"domains", "dimensions", "tiers"}


def test_targets_say_what_is_missing_and_a_bundle_keeps_all(studio, tmp_path):
    studio.ready("t1")
    studio.brief("t2")
    set_target(studio.lena, "Law", number=4)
    define_category(studio.lena, "Contracts", domain="Law", chinese="合同")
    with studio.project.reading() as tx:
        found = corpus_of(tx)
    (target,) = found.targets
    assert (target.wanted, target.ready, target.begun, target.missing) == (4, 1, 1, 3)
    export_bundle(studio.project, tmp_path / "b", visibility=Visibility.PRIVATE, now=START)
    text = (tmp_path / "b" / "manifest.json").read_text("utf-8")
    assert "合同" in text and '"tasks": 4' in text


def expert(n, **practice):
    return Person(id=f"p{n}", roles=(Role.EXPERT,), extra={PRACTICE: practice})


def test_experts_are_shown_in_groups_of_five_or_more_alone():
    four = [expert(n, years=10, licences=1, institution="hospital") for n in range(4)]
    assert expert_figures(four) is None
    nine = [*four, *(expert(10 + n, years=30, licences=1, institution="firm") for n in range(5))]
    found = expert_figures(nine)
    assert found.experts == 9
    assert found.institutions == {"": 9}, "the four could else be told from the nine"
    assert found.bands == {"": 9}
    assert (found.years, found.licensed) == (30, (9, 9))
    some = [*nine, expert(20, licences=0)]
    assert expert_figures(some).licensed is None, "one without a licence"
    assert practice_of(Person(id="x", extra={PRACTICE: {"years": "many"}})).years is None


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 30)))
def test_no_group_below_five_can_be_told_from_what_is_shown(counts):
    """Neither alone nor as what is left of the whole."""
    shown = large_groups(counts)
    assert all(count >= FEWEST_EXPERTS for count in shown.values())
    left = sum(counts.values()) - sum(shown.values())
    assert left == 0 or not shown
