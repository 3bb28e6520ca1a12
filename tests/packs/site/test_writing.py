"""A site is written whole or not at all, into its own folder, and its index finds what it should."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.test_held_out import fill
from tests.packs.site.sites import data_in, written
from xpert_studio.core.errors import UsageError
from xpert_studio.core.extras import MissingExtraError
from xpert_studio.core.judge.pricing import price_of_system
from xpert_studio.core.records import Stage, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.wording import speaking, t
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.site.word_index import WordIndex, portion_of, words_in


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        fill(made, {"mark1": Stage.READY, "mark2": None})
        yield made


def files_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


def test_it_is_the_same_again_and_replaces_only_itself(project, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    written(project, site)
    before = files_in(site)
    with pytest.raises(UsageError, match="exists"):
        written(project, site)
    written(project, site, replace=True)
    assert files_in(site) == before


@pytest.mark.parametrize("name", ["letter.txt", "manifest.json"])
def test_a_folder_with_other_files_is_refused(project, tmp_path, name):
    site = tmp_path / "site"
    site.mkdir()
    (site / name).write_text('{"format": "xpert-bundle", "files": []}')
    with pytest.raises(UsageError, match="other files"):
        written(project, site, replace=True)
    assert [path.name for path in site.iterdir()] == [name]


def test_a_site_with_a_file_of_others_is_not_replaced(project, tmp_path):
    site = tmp_path / "site"
    written(project, site)
    (site / "data" / "mine.txt").write_text("mine")
    before = files_in(site)
    with pytest.raises(UsageError, match=r"mine\.txt"):
        written(project, site, replace=True)
    assert files_in(site) == before


class StoppedError(Exception):
    pass


def test_one_that_is_stopped_leaves_what_was_there(project, tmp_path):
    def stop(done: int) -> None:
        if done:
            raise StoppedError

    site = tmp_path / "site"
    written(project, site)
    before, beside = files_in(site), {path.name for path in tmp_path.iterdir()}
    with pytest.raises(StoppedError):
        written(project, site, stop, replace=True)
    assert files_in(site) == before
    assert {path.name for path in tmp_path.iterdir()} == beside


def test_no_key_goes_out(project, tmp_path):
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id="t9", prompt="Use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD."))
        intake.flush()
    with pytest.raises(UsageError, match="looks like a key"):
        written(project, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_nothing_in_it_names_a_network(project, tmp_path):
    written(project, tmp_path / "site")
    for path in (tmp_path / "site").glob("*.*"):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text
        assert "https:" not in text


def test_words_are_found_where_they_stand():
    assert [*words_in("The tenant's Leases, 租赁合同 ２０ Class")] == [
        "the", "tenant", "s", "lease", "租赁", "赁合", "合同", "20", "class",
    ]  # fmt: skip
    index = WordIndex(3)
    for text in ("lease lease", "notice", "lease notice"):
        index.add([(text, 1)])
    found = dict(index.in_portions())
    assert found[portion_of("lease", index.portions)]["lease"] == [0, 2, 2, 1]
    assert index.lengths == [2, 1, 2]


def test_tasks_name_their_nearest(project, tmp_path):
    written(project, tmp_path / "site")
    rows = data_in(tmp_path / "site")["tasks"]
    assert [row[-1] for row in rows] == [[1], [0]]
    assert data_in(tmp_path / "site")["site"]["likeness"]["en"] == "shared characters, offline"
    manifest = json.loads((tmp_path / "site" / "manifest.json").read_text("utf-8"))
    assert manifest["format"] == "xpert-site"


def test_a_sentence_model_names_the_nearest_where_it_is_asked_for(project, tmp_path, monkeypatch):
    monkeypatch.setattr("xpert_studio.core.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="meaning"):
        written(project, tmp_path / "site", by_sentences=True)


def test_one_thread_says_another_language_without_the_others():
    with ThreadPoolExecutor(1) as pool, speaking("zh"):
        assert t("Leaderboard") == "排行榜"
        assert pool.submit(t, "Leaderboard").result() == "Leaderboard"
    assert t("Leaderboard") == "Leaderboard"


def test_prices_of_the_user_stay_with_them(tmp_path, monkeypatch):
    own = {"models": [{"provider": "x", "model": "aster", "input": 7.0, "output": 7.0}]}
    (tmp_path / "prices.json").write_text(json.dumps(own))
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(tmp_path / "prices.json"))
    assert price_of_system("aster").input == 7.0
    assert price_of_system("aster", is_public=True) is None
