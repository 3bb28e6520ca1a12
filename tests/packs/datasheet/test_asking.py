"""Asking a judge again: what broke off is taken up, and nothing is paid for twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.judge.projects import NOW, now
from tests.loopback import LoopbackServer
from tests.packs.datasheet.projects import Mind, gold_project
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import Judge, JudgeMode, RunState
from xpert_studio.core.store import responses, verdicts
from xpert_studio.packs.datasheet.asking import WantedRepeats, carry_out, prepared_asking
from xpert_studio.packs.datasheet.gold import gold_forms


@pytest.fixture
def project(tmp_path):
    made = gold_project(tmp_path / "p.xpert")
    yield made
    made.close()


def ask(project, server, *, limits: Limits):
    request = ScoreRequest(
        provider="compatible", model="local", base_url=server.openai_url, limits=limits,
        concurrency=1,
    )  # fmt: skip
    with project.reading() as tx:
        known = list(responses.all_responses(tx))[:6]
    wanted = [WantedRepeats(one, 1, "", one.text) for one in known]
    with prepared_asking(project, request, "s@1", wanted, now=NOW, is_dry=False) as asking:
        return carry_out(asking, {}, clock=now)


def test_what_broke_off_is_taken_up(project, tmp_path):
    with LoopbackServer(answer=Mind().answer) as server:
        run, records = ask(project, server, limits=Limits(calls=2))
        assert (run.state, records) == (RunState.OUT_OF_BUDGET, [])
        asked = len(server.requests)
        assert asked < 6
        assert (tmp_path / "p.recheck.xpert").exists()
        run, records = ask(project, server, limits=Limits())
        assert (run.state, len(records)) == (RunState.DONE, 6)
        assert len(server.requests) == 6
    assert not (tmp_path / "p.recheck.xpert").exists()
    assert all(len(one.value.answers) == 4 for one in records)
    with project.reading() as tx:
        assert verdicts.count_by_judge(tx) == {}


def test_a_set_takes_every_cluster_in_turn_and_no_anchor(project):
    with project.reading() as tx:
        every = gold_forms(tx, Judge(id="j", provider="p", model="m"), ())
        shown = ("t0:s0", "t3:s1")
        kept = gold_forms(tx, Judge(id="j", mode=JudgeMode.ANCHORED), shown)
    assert len(every.scores) == 24 and every.some(12) == every.some(12)
    assert len({every.cluster[name] for name in every.some(12)}) == 12
    assert set(every.some(12)) <= set(every.some(24))
    assert not set(shown) & kept.scores.keys()
    assert replace(every, scores={}).some(5) == ()


def test_in_a_project_without_people_anybody_asks(tmp_path, xpert):  # noqa: F811
    made = gold_project(tmp_path / "q.xpert", person=False)
    made.close()
    with LoopbackServer(answer=Mind(error=0.1).answer) as server:
        reached = ("--judge", "compatible:local", "--base-url", server.openai_url, "--json")
        for _ in range(2):
            found = xpert("judge", "recheck", "q.xpert", *reached)
            assert found.code == 0, found.err
        assert len(found.json[0]["looks"]) == 4
    assert "asked a judge again" in xpert("history", "q.xpert").out
    assert xpert("verify", "q.xpert").code == 0
