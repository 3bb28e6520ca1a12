"""Abstentions from the command line: allowed, made by option and key, settled, and in figures."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from tests.workflow.studio import Studio

ALLOW = ("people", "policy")


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


@pytest.fixture
def path(studio):
    """A response to judge, in a project that has abstentions."""
    studio.answered()
    studio.project.close()
    return studio.project.path


def allow(xpert, path, rule="left-out"):
    said = xpert(*ALLOW, path, "--abstentions", rule, "--as", "lena")
    assert said.code == 0, said.err


def test_they_are_made_by_option_and_settled_by_word(xpert, path):
    mark = ("judge", "mark", path, "t1:A")
    who = ("--rationale", "No annex.", "--as", "maria")
    refused = xpert(*mark, "1", "--cannot-assess", *who)
    assert refused.code != 0
    assert "people policy --abstentions left-out" in " ".join(refused.err.split())
    allow(xpert, path)
    assert xpert(*mark, "1", "--cannot-assess", *who).code == 0
    assert xpert(*mark, "2", "--does-not-apply", *who).code == 0
    assert xpert(*mark, "3", "--met", *who).code == 0
    shown = xpert("judge", "show", path, "t1:A", "--as", "maria")
    assert "[cannot assess]" in shown.out
    assert "[does not apply]" in shown.out
    lines = xpert("judge", "show", path, "t1:A", "--as", "maria", "--json").json["lines"]
    assert [(line["met"], line.get("state")) for line in lines] == [
        (None, "cannot_assess"), (None, "not_applicable"), (True, None),
    ]  # fmt: skip
    assert xpert("judge", "submit", path, "t1:A", "--as", "maria").code == 0
    order = ("judge", "override", path, "t1:A", "maria")
    note = ("--note", "It says so.", "--as", "omar")
    assert xpert(*order, "1", "--value", "met", *note).code == 0
    assert xpert(*order, "3", "--value", "cannot assess", *note).code == 0
    assert xpert("judge", "read", path, "t1:A", "maria", "--as", "omar").code == 0
    assert xpert("judge", "confirm", path, "t1:A", "maria", "2", "--as", "omar").code == 0
    read = xpert("judge", "read", path, "t1:A", "maria", "--as", "omar").out
    assert "cannot assess: No annex." in read
    assert "overridden: cannot assess: It says so." in read
    board = xpert("leaderboard", path, "--as", "lena", "--json").json["experts"]
    (row,) = board["standings"]
    assert (row["score"], row["coverage"], round(row["abstained"], 2)) == (1, 1, 0.67)
    said = xpert("leaderboard", path, "--full", "--as", "lena").out
    assert "Abstained" in said
    assert "66.7" in said
    allow(xpert, path, "incomplete")
    board = xpert("leaderboard", path, "--as", "lena", "--json").json["experts"]
    assert board["gaps"]["aurora"]["abstained"] == 2
    assert "2 abstentions" in xpert("leaderboard", path, "--full", "--as", "lena").out


def test_a_table_takes_them_out_and_back(xpert, path, tmp_path):
    allow(xpert, path)
    for number in (1, 2, 3):
        who = ("--rationale", "No annex.", "--as", "maria")
        xpert("judge", "mark", path, "t1:A", number, "--cannot-assess", *who)
    xpert("judge", "submit", path, "t1:A", "--as", "maria")
    table = tmp_path / "t.csv"
    assert xpert("export", path, table, "--as", "lena").code == 0
    rows = list(csv.DictReader(table.open(encoding="utf-8-sig")))
    assert [row["met"] for row in rows] == ["cannot assess"] * 3
    again = xpert("import", path, table, "--as", "lena")
    assert again.code == 0, again.err


@pytest.mark.parametrize("keys", ["y No annex.\nj\nz Not asked.\nq\n"])
def test_a_key_abstains_in_the_terminal(xpert, path, monkeypatch, keys):
    allow(xpert, path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(keys))
    said = xpert("judge", "start", path, "t1:A", "--as", "maria")
    assert "y cannot assess" in said.out
    assert "z does not apply" in said.out
    lines = xpert("judge", "show", path, "t1:A", "--as", "maria", "--json").json["lines"]
    assert [line.get("state") for line in lines][:1] == ["cannot_assess"]
    assert "not_applicable" in [line.get("state") for line in lines]


def test_no_key_abstains_where_the_project_does_not_allow_it(xpert, path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\nq\n"))
    said = xpert("judge", "start", path, "t1:A", "--as", "maria")
    assert "There is no key" in said.out
    assert "cannot assess" not in said.out
