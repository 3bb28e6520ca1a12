"""What the project says of itself, what left the house, and the gold subset as a lead sees it."""

from __future__ import annotations

import pytest

from xpert_studio.core.errors import NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.records import Stage
from xpert_studio.core.workflow import (
    CommandContext,
    Publication,
    describe_project,
    draw_subset,
    note_publication,
    read_publications,
    remove_subset,
    undo,
)
from xpert_studio.core.workflow.views import read_gold_subsets
from xpert_studio.core.workflow.views.seen_history import history_of


def test_a_lead_says_licence_and_citation_and_takes_it_back(studio):
    describe_project(studio.lena, licence=" CC-BY-4.0 ", citation="Lena et al., 2026")
    assert (studio.project.info().licence, studio.project.info().citation) == (
        "CC-BY-4.0", "Lena et al., 2026",
    )  # fmt: skip
    describe_project(studio.lena, licence="")
    assert studio.project.info().licence is None
    undo(studio.lena)
    undo(studio.lena)
    assert studio.project.info().citation is None
    assert not describe_project(studio.lena, name="Studio")


def test_only_a_lead_says_it_and_not_everything_can_be_said(studio):
    with pytest.raises(NotAllowedError, match="not a lead"):
        describe_project(studio.wei, licence="MIT")
    with pytest.raises(UsageError, match="needs a name"):
        describe_project(studio.lena, name="  ")
    with pytest.raises(UsageError, match="at most"):
        describe_project(studio.lena, citation="x" * 5000)
    assert studio.project.info().name == "Studio"


def test_every_export_stays_in_the_history_with_what_was_done_since(studio):
    studio.ready()
    first = Publication("bundle", "/a/b.zip", "f" * 64, "public", "", {"tasks": 1})
    note_publication(studio.lena, first)
    (past,) = read_publications(studio.project)
    assert (past.publication, past.actor_id, past.steps_since) == (first, "lena", 0)
    describe_project(studio.lena, licence="MIT")
    second = Publication("report", "/a/r.pdf", "e" * 64, scope="gold subset gold, 2 of 4 tasks")
    note_publication(CommandContext(studio.project, "", studio.now), second)
    describe_project(studio.lena, licence="Apache-2.0")
    newest, oldest = read_publications(studio.project)
    assert (newest.publication, newest.actor_id, newest.steps_since) == (second, None, 1)
    assert (oldest.publication, oldest.steps_since) == (first, 2)
    told = history_of(studio.project)[1].event
    assert (told.command, told.details["content_hash"]) == ("publication.add", "e" * 64)


def test_who_is_no_lead_writes_nothing_down(studio):
    with pytest.raises(NotAllowedError):
        note_publication(studio.wei, Publication("table", "/x.csv", "0"))
    assert read_publications(studio.project) == ()


def test_strata_what_waits_and_subsets_newest_first(studio):
    studio.ready("t1", "wei")
    studio.ready("t2", "maria")
    studio.review("t3", "wei")
    found = read_gold_subsets(studio.project)
    assert (dict(found.ready), found.count) == ({"Law": 2}, 2)
    assert [(row.id, row.stage) for row in found.waiting] == [("t3", Stage.REVIEW)]
    assert found.free_name("gold") == "gold"
    draw_subset(studio.lena, size=1, seed=1)
    draw_subset(studio.lena, size=2, seed=2, name="gold-2")
    found = read_gold_subsets(studio.project)
    assert [item.subset.name for item in found.drawn] == ["gold-2", "gold"]
    assert {row.id for row in found.drawn[0].tasks} == {"t1", "t2"}
    assert (found.drawn[0].gone, found.drawn[0].unready) == (0, 0)
    assert found.free_name("gold") == "gold-3"


def test_a_subset_is_removed_and_comes_back(studio):
    studio.ready()
    draw_subset(studio.lena, size=1, seed=1)
    with pytest.raises(NotAllowedError):
        remove_subset(studio.wei, "gold")
    remove_subset(studio.lena, "gold")
    assert not read_gold_subsets(studio.project).drawn
    undo(studio.lena)
    assert [item.subset.name for item in read_gold_subsets(studio.project).drawn] == ["gold"]
    with pytest.raises(NotFoundError, match="no gold subset"):
        remove_subset(studio.lena, "silver")


@pytest.mark.parametrize("name", ["", "for the paper", "a/b", "../gold", "gold\n", "x" * 129])
def test_what_cannot_name_a_subset_is_refused_in_words(studio, name):
    studio.ready()
    with pytest.raises(UsageError, match="is not an id"):
        draw_subset(studio.lena, size=1, seed=1, name=name)
    assert not read_gold_subsets(studio.project).drawn
