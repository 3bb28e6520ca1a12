"""Comparisons on the command line: recorded by letters, by keys in a terminal, and their figures."""

from __future__ import annotations

import io
import json
from itertools import combinations

import pytest

from tests.loopback import LoopbackServer
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comparison
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.workflow import Preference, record_comparison

MODELS = ("aurora", "borealis", "cirrus")


@pytest.fixture
def law(tmp_path):
    """A project with three responses to each of two tasks; aurora's are the best by their scores."""
    studio = Studio(tmp_path / "law.xpert")
    given = studio.through(_score)
    studio.make().project.close()
    return studio.project.path, given


def _score(studio):
    given = {task: studio.answered(task, models=MODELS) for task in ("t1", "t2")}
    for ids in given.values():
        for response_id, met in zip(ids, (True, True, False), strict=True):
            studio.scored(response_id, met=met)
    return given


def all_of(path) -> list[Comparison]:
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return entities.find_all(tx, Comparison)


def compared(path, given, said) -> None:
    """Two experts compare all pairs; ``said`` gives the outcome of a pair of systems."""
    studio = Studio.__new__(Studio)
    studio.project = ProjectFile.open(path)
    from itertools import count

    studio._ticks, studio._ids = count(5000), count(5000)
    for who in ("maria", "ada"):
        for ids in given.values():
            for one, other in combinations(range(3), 2):
                record_comparison(studio.ctx(who), ids[one], ids[other], said(one, other))
    studio.project.close()


def test_it_is_recorded_by_letters_withdrawn_and_undone(xpert, law):
    path, _ = law
    said = xpert("compare", "record", path, "t1:A", "t1:C", "second", "--rationale", "Cites it.",
                 "--as", "maria", "--json")  # fmt: skip
    assert said.code == 0, said.err
    assert said.json["command"] == "comparison.record"
    assert not any(model in said.out for model in MODELS)
    (made,) = all_of(path)
    assert made.rationale == "Cites it."
    assert xpert("compare", "withdraw", path, "t1:C", "t1:A", "--as", "maria").code == 0
    assert all_of(path) == []
    assert xpert("undo", path, "--as", "maria").code == 0
    assert all_of(path) == [made]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("t1:A", "t1:B", "better"), 2),
        (("t1:A", "t1:Z", "first"), 2),
        (("t1:A", "t2:B", "first"), 2),
        (("t1:A", "t1:A", "tie"), 2),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_remedy(xpert, law, arguments, code):
    path, _ = law
    said = xpert("compare", "record", path, *arguments, "--as", "maria")
    assert said.code == code
    assert "Traceback" not in said.err
    assert all_of(path) == []


def test_who_may_not_judge_is_refused(xpert, law):
    path, _ = law
    assert xpert("compare", "record", path, "t1:A", "t1:B", "tie", "--as", "lena").code == 5


def typed(monkeypatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_terminal_takes_keys_pair_after_pair_and_names_no_system(xpert, law, monkeypatch):
    path, given = law
    typed(monkeypatch, "1 It cites the clause.\n2\nt\nx\nu\n0\nr\nNeither.\nk\nr\nBoth do.\nq\n")
    said = xpert("compare", path, "--as", "maria")
    assert said.code == 0, said.err
    shown = said.out.lower()
    for model in MODELS:
        assert model not in shown.replace(f"{model} says", "")
    found = all_of(path)
    assert sorted(item.value == 0 for item in found) == [False, False, True]
    assert {item.rationale for item in found} == {"It cites the clause.", None, "Both do."}
    by_text = {item.rationale: item for item in found}
    assert by_text["It cites the clause."].better == by_text["It cites the clause."].shown_first
    other = next(item for item in found if item.value and item.rationale is None)
    assert other.better != other.shown_first
    assert "3 of 6 pairs are compared" in said.out
    assert sum(len(ids) for ids in given.values()) == 6


def test_a_terminal_resumes_where_it_stopped_and_ends_with_the_last_pair(xpert, law, monkeypatch):
    path, _ = law
    typed(monkeypatch, "1\n1\n")
    assert xpert("compare", "start", path, "--as", "maria").code == 0
    typed(monkeypatch, "2\n" * 9)
    said = xpert("compare", path, "--as", "maria")
    assert "6 of 6 pairs are compared" in said.out
    assert len(all_of(path)) == 6
    listed = xpert("compare", "list", path, "--as", "maria", "--json").json
    assert [(item["task"], item["done"]) for item in listed] == [("t1", 3), ("t2", 3)]
    typed(monkeypatch, "")
    assert xpert("compare", path, "--as", "maria").code == 2


def test_what_is_typed_after_a_key_on_a_terminal_decides_nothing(xpert, law, monkeypatch):
    path, _ = law
    typed = iter("1Section 2 of the first answer.\nq")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.getchar", lambda: next(typed))

    def line(_console, _question):
        return "".join(iter(typed.__next__, "\n"))

    monkeypatch.setattr("rich.console.Console.input", line)
    assert xpert("compare", path, "--as", "maria").code == 0
    (made,) = all_of(path)
    assert made.rationale == "Section 2 of the first answer."
    assert made.better == made.shown_first


def test_figures_say_who_wins_and_whether_scores_follow(xpert, law):
    path, given = law
    assert xpert("judge", "unblind", path, "--as", "lena").code == 0
    assert xpert("compare", "figures", path, "--as", "lena").out.startswith("No responses")
    compared(path, given, lambda one, other: Preference.FIRST)
    said = xpert("compare", "figures", path, "--as", "lena", "--json").json
    (experts,) = said["raters"]
    assert (experts["comparisons"], experts["pairs"], experts["experts"]) == (12, 6, 2)
    assert [row["system"] for row in experts["systems"]] == list(MODELS)
    best = experts["systems"][0]
    assert (best["win_rate"], best["win_rate_n"], best["win_rate_tasks"]) == (1.0, 8, 2)
    assert experts["orders"]["position_bias"] is None
    (score,) = said["scores"]
    assert (score["scorer"], score["agree"], score["judge_tie_only"]) == ("j1", 4, 2)
    first = score["by_task"][0]
    assert (first["concordant"], first["discordant"], first["tied"], first["pairs"]) == (2, 0, 1, 3)
    assert "wins most often" in xpert("compare", "figures", path, "--as", "lena").out
    printed = xpert("compare", "figures", path, "--full", "--as", "lena").out
    assert "Scores by j1 order 2 of 3 pairs as the experts who compared them" in printed


def test_too_few_comparisons_say_so(xpert, law):
    path, given = law
    assert xpert("compare", "record", path, "t1:A", "t1:B", "first", "--as", "maria").code == 0
    assert xpert("judge", "unblind", path, "--as", "lena").code == 0
    short = xpert("compare", "figures", path, "--as", "lena").out
    assert short.startswith("Not enough comparisons yet: 1 pair compared; 3 are needed.")
    assert "wins" not in short.splitlines()[0]
    said = xpert("compare", "figures", path, "--full", "--as", "lena")
    assert "Not enough comparisons yet: 1 pair compared by experts and scored by j1" in said.out
    assert given


def test_figures_are_not_shown_to_who_compares(xpert, law):
    path, given = law
    compared(path, given, lambda one, other: Preference.TIE)
    said = xpert("compare", "figures", path, "--as", "maria")
    assert said.code == 5
    assert not any(model in said.out + said.err for model in MODELS)


def test_a_report_has_the_comparisons(xpert, law, tmp_path):
    path, given = law
    compared(path, given, lambda one, other: Preference.FIRST)
    assert xpert("judge", "unblind", path, "--as", "lena").code == 0
    target = tmp_path / "report.html"
    said = xpert("report", path, target, "--as", "lena")
    assert said.code == 0, said.err
    text = target.read_text(encoding="utf-8")
    assert "Comparisons of responses" in text
    assert "Systems compared by the experts" in text


def test_comparisons_are_told_in_the_history_without_what_was_said(xpert, law):
    path, _ = law
    assert xpert("compare", "record", path, "t1:A", "t1:B", "first", "--as", "maria").code == 0
    own = xpert("history", path, "--as", "maria", "--json")
    assert "comparison.record" in own.out
    assert not any(model in json.dumps(own.json) for model in MODELS)
    assert "comparison.record" not in xpert("history", path, "--as", "ada", "--json").out


def test_a_judge_compares_in_both_orders_with_its_cost_first(xpert, law):
    path, _ = law
    answer = json.dumps({"rationale": "It is.", "better": "first"})
    with LoopbackServer(answer=lambda _: answer) as server:
        judge = ("--judge", "compatible:m", "--base-url", server.openai_url)
        planned = xpert("compare", path, *judge, "--dry-run", "--json").json
        assert (planned["items"], planned["known"], planned["calls"]) == (12, 0, 12)
        assert len(server.requests) == 0
        done = xpert("compare", path, *judge, "--as", "lena", "--json")
        assert done.code == 0, done.err
        assert (done.json["ok"], done.json["calls"]) == (12, 12)
        assert xpert("compare", "judge", path, *judge, "--as", "lena", "--json").json["calls"] == 0
        assert len(server.requests) == 12
    assert xpert("judge", "unblind", path, "--as", "lena").code == 0
    said = xpert("compare", "figures", path, "--as", "lena", "--json").json
    (rater,) = said["raters"]
    assert (rater["orders"]["position_bias"], rater["orders"]["position_bias_n"]) == (1.0, 6)
    shown = xpert("compare", path, *judge, "--tasks", "t1", "--show-prompt")
    assert "known" in shown.out
