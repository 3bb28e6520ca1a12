"""On the terminal: licence and citation, gold subsets, reports on a part, and what went out."""

from __future__ import annotations

import pytest

from tests.judge.projects import NOW, make_project
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import found_project, read_publications


@pytest.fixture
def led(project):
    with ProjectFile.open(project) as opened:
        found_project(opened, "lena", now=NOW, name="Lena")
    return project


def test_licence_and_citation_are_said_and_shown(xpert, led):
    said = xpert("describe", led, "--licence", "CC-BY-4.0", "--citation", "X", "--as", "lena")
    assert said.code == 0, said.err
    assert xpert("describe", led, "--json").json == {
        "name": "Test", "licence": "CC-BY-4.0", "citation": "X", "canary": "xpert-canary-test",
    }  # fmt: skip
    assert (
        "Nothing had to be changed"
        in xpert("describe", led, "--licence", "CC-BY-4.0", "--as", "lena").out
    )
    assert xpert("describe", led, "--licence", "MIT").code != 0


def test_a_report_on_the_gold_subset_is_written_down(xpert, led, tmp_path):
    assert xpert("gold", "sample", led, "--size", 1, "--seed", 3, "--as", "lena").code == 0
    assert "Subset gold: 1 tasks, seed 3 (" in xpert("gold", "list", led, "--as", "lena").out
    said = xpert("report", led, "r.pdf", "--subset", "gold", "--as", "lena", "--json")
    assert said.code == 0, said.err
    assert said.json["scope"] == "gold subset gold, 1 of 2 tasks"
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    with ProjectFile.open(led) as opened:
        (past,) = read_publications(opened)
    assert past.actor_id == "lena"
    assert past.publication.content_hash == said.json["content_hash"]
    assert xpert("gold", "remove", led, "gold", "--as", "lena").code == 0
    assert "no gold subset" in xpert("report", led, "s.pdf", "--subset", "gold").err


def test_a_report_of_nobody_is_written_and_leaves_no_trace(xpert, led, tmp_path):
    before = led.read_bytes()
    assert xpert("report", led, "r.html", "--tasks", "t1").code == 0
    assert led.read_bytes() == before
    assert "1 of 2 tasks" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_who_is_no_lead_writes_no_report_in_their_name(xpert, led, tmp_path):
    added = xpert("people", "add", led, "amara", "--role", "expert", "--as", "lena")
    assert added.code == 0, added.err
    said = xpert("report", led, "r.html", "--as", "amara")
    assert said.code != 0
    assert "not a lead" in said.err
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize(
    ("target", "options", "kind", "visibility"),
    [
        ("b.zip", ["--public", "--subset", "gold"], "bundle", "public"),
        ("b", ["--tasks", "t1", "--as", "lena"], "bundle", "private"),
        ("t.csv", ["--tasks", "t1", "--as", "lena"], "table", ""),
        ("i", ["--format", "inspect-ai", "--subset", "gold"], "inspect-ai", ""),
    ],
)
def test_every_export_of_a_part_is_written_down(xpert, led, target, options, kind, visibility):
    assert xpert("gold", "sample", led, "--size", 1, "--seed", 3, "--as", "lena").code == 0
    said = xpert("export", led, target, *options, "--json")
    assert said.code == 0, said.err
    with ProjectFile.open(led) as opened:
        (past,) = read_publications(opened)
    told = past.publication
    assert (told.kind, told.visibility) == (kind, visibility)
    assert told.scope.endswith("1 of 2 tasks")
    assert len(told.content_hash) == 64
    assert past.actor_id == ("lena" if "--as" in options else None)


def test_who_is_no_lead_exports_nothing_in_their_name(xpert, led, tmp_path):
    assert xpert("people", "add", led, "amara", "--role", "expert", "--as", "lena").code == 0
    said = xpert("export", led, "b.zip", "--public", "--as", "amara")
    assert said.code != 0
    assert "not a lead" in said.err
    assert not (tmp_path / "b.zip").exists()


@pytest.mark.parametrize("seed", [-1, 10**30])
@pytest.mark.parametrize(
    "command",
    [("align",), ("leaderboard",), ("report", "r.html"), ("gold", "sample", "--size", 1),
     ("review", "sample")],
    ids=lambda words: " ".join(map(str, words[:2])),
)  # fmt: skip
def test_a_seed_that_nothing_can_be_drawn_with_is_wrong_usage(xpert, led, command, seed):
    is_group = command[0] in {"gold", "review"}
    words = [*command[:2], led, *command[2:]] if is_group else [command[0], led, *command[1:]]
    said = xpert(*words, "--seed", seed)
    assert said.code == 2
    assert "seed" in said.err


def test_a_report_from_a_project_open_for_reading_is_written_all_the_same(
    xpert, led, tmp_path, monkeypatch
):
    monkeypatch.setattr("xpert_studio.core.store.project_file.may_write", lambda path: False)
    said = xpert("report", led, "r.html", "--as", "lena")
    assert said.code == 0, said.err
    assert (tmp_path / "r.html").exists()
    assert "reading only" in said.err
    with ProjectFile.open(led) as opened:
        assert not read_publications(opened)


@pytest.mark.parametrize("target", [".", "x" * 300 + ".zip", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused_in_words(xpert, led, target):
    for words in (
        ("export", led, target),
        ("export", led, target, "--format", "autorubric"),
        ("export", led, target, "--format", "inspect-ai"),
        ("report", led, target + ".html" if len(target) > 1 else "."),
        ("assignment", "send", led, target, "--purpose", "write", "--for", "wei", "--as", "lena"),
        ("assignment", "open", target, "new.xpert"),
        ("assignment", "import", led, target, "--as", "lena"),
        ("copy", "create", led, target + "/none/x", "--as", "lena"),
        ("info", target),
        ("verify", target),
    ):
        said = xpert(*words)
        assert said.code != 0, words
        assert "inside the program" not in said.err, words
        assert said.err or said.out, words


def test_what_looks_like_a_key_is_published_when_allowed_and_recorded(xpert, tmp_path):
    path = tmp_path / "keys.xpert"
    make_project(path, more=" ghp_" + "a1B2" * 9).close()
    said = xpert("export", path, "out", "--public")
    assert said.code == 2
    assert "responses.jsonl row 1" in said.err
    assert "--allow-possible-keys" in said.err
    assert not (tmp_path / "out").exists()
    assert xpert("export", path, "out", "--public", "--allow-possible-keys").code == 0
    with ProjectFile.open(path) as opened:
        (past,) = read_publications(opened)
    assert past.publication.possible_keys == 6
