"""Search in English and Chinese, kept up to date through every way a project changes."""

import threading

import pytest

from tests.waiting import PATIENCE
from tests.workflow.studio import Studio
from xpert_studio.core.store import search
from xpert_studio.core.store.search import HitKind, SearchIndex
from xpert_studio.core.workflow import (
    add_comment,
    change_brief,
    edit_checkpoint,
    remove_checkpoints,
    undo,
)
from xpert_studio.core.workflow.views import finding
from xpert_studio.core.workflow.views.finding import Finder


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "s.xpert")
    yield made
    made.project.close()


@pytest.fixture
def find(studio, tmp_path):
    def find(query, *, kinds=(), fresh=False):
        index = SearchIndex(studio.project.path, None if fresh else tmp_path / "cache")
        try:
            with studio.project.reading() as tx:
                return index.search(tx, query, kinds=kinds)
        finally:
            index.close()

    return find


def test_english_words_parts_of_words_and_phrases(studio, find):
    studio.review()
    assert find("clause 9")[0].kind in {HitKind.TASK, HitKind.CHECKPOINT}
    assert find("notic")
    assert find("eake") == find("xylophone") == []
    assert {hit.kind for hit in find("reak dat")} == {HitKind.CHECKPOINT}
    assert find('"break date is"')
    assert not find('"date break"')
    assert find("BREAK Date", kinds=[HitKind.CHECKPOINT])
    assert not find("break", kinds=[HitKind.COMMENT])


def test_system_prompts_are_found(studio, find):
    studio.brief()
    change_brief(studio.wei, "t1", system_prompt="You are a conveyancer.")
    (hit,) = find("conveyancer")
    assert (hit.kind, hit.field) == (HitKind.TASK, "system_prompt")


def test_whole_words_rank_before_parts(studio, find):
    first, second, _ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", first, text="The rentals are listed.")
    edit_checkpoint(studio.wei, "t1", second, text="The rent is listed.")
    keys = [hit.key[1] for hit in find("rent", kinds=[HitKind.CHECKPOINT])]
    assert keys == [second, first]


def test_chinese_of_any_length(studio, find):
    first, *_ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", first, text="说明违约金上限为合同总价的百分之二十。")
    for query in ("违", "违约", "违约金", "约金上限", "合同总价的百分之二十", "违约 上限"):
        (hit,) = find(query)
        assert hit.key == ("t1", first), query
    start, end = find("违约金")[0].spans[0]
    assert find("违约金")[0].snippet[start:end] == "违约金"
    assert find("约违") == []
    assert find("金违") == []


def test_the_index_follows_edits_removals_and_undo(studio, find):
    first, second, _ = studio.rubric()
    assert find("month")
    edit_checkpoint(studio.wei, "t1", first, text="Mentions the guarantor.")
    (hit,) = find("guarantor")
    assert hit.key == ("t1", first)
    undo(studio.wei)
    assert find("guarantor") == []
    remove_checkpoints(studio.wei, "t1", [second])
    assert not find("notice", kinds=[HitKind.CHECKPOINT])
    undo(studio.wei)
    assert find("notice", kinds=[HitKind.CHECKPOINT])
    change_brief(studio.wei, "t1", materials="A warehouse in Rotterdam.")
    assert [hit.field for hit in find("rotterdam")] == ["materials"]


def test_responses_rationales_and_comments_are_found(studio, find):
    (response,) = studio.answered()
    studio.judged(response)
    assert {hit.kind for hit in find("plainly")} == {HitKind.RATIONALE}
    assert {hit.kind for hit in find("aurora says")} == {HitKind.RESPONSE}
    studio.review("t2")
    made = add_comment(studio.maria, "t2", "Which jurisdiction is meant?").one("comment")
    (hit,) = find("jurisdiction")
    assert hit.key == (made.id,)
    assert hit.task_id == "t2"


def test_an_index_made_anew_finds_the_same(studio, find):
    first, *_ = studio.rubric()
    find("month")
    edit_checkpoint(studio.wei, "t1", first, text="Mentions the guarantor 保证人.")
    for query in ("guarantor", "保证", "month", "lease"):
        assert find(query) == find(query, fresh=True)


def test_hostile_queries_find_nothing_and_break_nothing(studio, find):
    studio.rubric()
    for query in ('"', "'", "*", "NEAR(", "a AND", "(", "-x", "col:x", "", "   ", "%", "\x00", "“"):
        find(query)


def test_what_was_prepared_is_not_taken_in_again(studio, tmp_path):
    studio.review()
    finder = Finder(studio.project, tmp_path / "cache")
    finder.prepare()
    index = SearchIndex(studio.project.path, tmp_path / "cache")
    with studio.project.reading() as tx:
        assert index.update(tx) == 0
    index.close()
    assert finder.find(studio.wei, "break date")
    finder.close()


def test_whoever_searches_hurries_the_preparation_on(studio, tmp_path, monkeypatch):
    """Each rest would take an hour; the search ends them all."""
    studio.review()
    monkeypatch.setattr(search, "_BATCH", 1)
    monkeypatch.setattr(finding, "_PAUSE", 3600)
    finder = Finder(studio.project, tmp_path / "cache")
    rests = threading.Event()
    pause = finder._pause
    monkeypatch.setattr(finder, "_pause", lambda: (rests.set(), pause()))
    preparing = threading.Thread(target=finder.prepare, daemon=True)
    preparing.start()
    assert rests.wait(PATIENCE)
    assert finder.find(studio.wei, "break date")
    preparing.join(PATIENCE)
    assert not preparing.is_alive()
    finder.close()


def test_closing_ends_the_preparation_and_nothing_is_missing_afterwards(
    studio, tmp_path, monkeypatch
):
    studio.review()
    monkeypatch.setattr(search, "_BATCH", 1)
    monkeypatch.setattr(finding, "_PAUSE", 3600)
    finder = Finder(studio.project, tmp_path / "cache")
    rests = threading.Event()
    pause = finder._pause
    monkeypatch.setattr(finder, "_pause", lambda: (rests.set(), pause()))
    preparing = threading.Thread(target=finder.prepare, daemon=True)
    preparing.start()
    assert rests.wait(PATIENCE)
    finder.close()
    preparing.join(PATIENCE)
    assert not preparing.is_alive()
    assert finder.find(studio.wei, "break date") == ()
    again = Finder(studio.project, tmp_path / "cache")
    assert again.find(studio.wei, "break date")
    again.close()
