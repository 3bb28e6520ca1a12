"""Probes: systems answer a brief in triage, apart from results; the pass rate beside the estimate."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert
from tests.loopback.behaviours import Behaviour
from tests.loopback.server import LoopbackServer
from tests.packs.pretest.conftest import measured
from xpert_studio.core.errors import NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.store import ProjectFile, responses, systems
from xpert_studio.core.workflow import change_brief
from xpert_studio.packs.pretest.changes import bring, rate
from xpert_studio.packs.pretest.figures import pass_rates
from xpert_studio.packs.pretest.section import PRETEST, sentence

__all__ = ["xpert"]


def brought(studio, n=3) -> list[str]:
    for place in range(n):
        bring(studio.lena, "t1", f"Answer {place}.", system=f"system-{place}")
    return [one.id for one in measured(studio).answers]


def test_the_pass_rate_has_n_and_wilsons_interval_beside_the_estimate(studio):
    ids = brought(studio)
    rate(studio.lena, "t1", ids[0], met=True)
    rate(studio.lena, "t1", ids[1], met=False)
    found = measured(studio)
    assert (found.passed, found.n, found.rate, found.estimated) == (1, 2, 0.5, 0.4)
    assert found.interval == wilson(1, 2)
    said, table = PRETEST.show([found])
    assert said.text == sentence(found)
    assert table.rows[0].cells[1:6] == (0.5, wilson(1, 2), 2, 0.4, 3)
    rate(studio.omar, "t1", ids[1], met=True)
    assert measured(studio).n == 1, "as many say met as not met"
    rate(studio.lena, "t1", ids[1], met=True)
    assert (measured(studio).passed, measured(studio).n) == (2, 2)


def test_an_answer_has_a_system_and_a_text_and_only_one_that_is_there_is_rated(studio):
    with pytest.raises(UsageError, match="a system and a text"):
        bring(studio.lena, "t1", " ", system="aurora")
    brought(studio, 1)
    with pytest.raises(NotFoundError, match="no such answer"):
        rate(studio.lena, "t1", "p-none", met=True)


def test_only_those_who_decide_on_the_brief_probe_it_and_only_in_triage(studio):
    with pytest.raises(NotAllowedError):
        bring(studio.wei, "t1", "Mine.", system="s")
    (id_,) = brought(studio, 1)
    with pytest.raises(NotAllowedError):
        rate(studio.maria, "t1", id_, met=True)
    from tests.workflow.studio import YES
    from xpert_studio.core.workflow import accept

    accept(studio.omar, "t1", YES)
    with pytest.raises(StageError):
        rate(studio.lena, "t1", id_, met=True)


def test_answers_to_an_earlier_text_count_no_more(studio):
    (id_,) = brought(studio, 1)
    rate(studio.lena, "t1", id_, met=True)
    from xpert_studio.core.workflow import return_brief

    return_brief(studio.lena, "t1", reason="Vague.")
    change_brief(studio.wei, "t1", context="You advise the landlord.")
    assert (measured(studio).n, measured(studio).answers[0].is_outdated) == (0, True)


def test_models_answer_through_the_loopback_and_no_result_knows_of_it(studio, xpert, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k-12345678901234567890")
    path = studio.project.path
    studio.project.close()
    with LoopbackServer(answer=lambda _: Behaviour(text="Leave at month 30.")) as server:
        given = ("--base-url", server.url_of("openai"), "--as", "lena", "--json")
        models = ("openai:gpt-5-mini", "openai:gpt-5.1")
        dry = xpert("pretest", "ask", path, "t1", *models, "--dry-run", *given)
        assert dry.code == 0, dry.err
        assert not server.requests and dry.json["expected_cost"] is not None
        said = xpert("pretest", "ask", path, "t1", *models, *given)
        assert said.code == 0, said.out + said.err
    assert (said.json["answered"], len(server.requests)) == (2, 2)
    assert said.json["cost"] is not None
    with ProjectFile.open(path) as opened, opened.reading() as tx:
        assert not list(responses.all_responses(tx)) and not systems.described(tx)
        assert [one.answer.text for one in pass_rates(tx)["t1"].answers] == [
            "Leave at month 30."
        ] * 2
    assert not list(path.parent.glob("*.probe.xpert"))
    shown = xpert("pretest", "show", path, "t1", "--as", "omar", "--json")
    assert "gpt-5" not in shown.out, "who rates does not see which system it was"
    assert xpert("pretest", "show", path, "t1", "--as", "wei").code == 5
    refused = xpert("pretest", "ask", path, "t1", models[0], "--as", "wei")
    assert refused.code == 5
    section = xpert("sections", path, "pretest", "--as", "lena", "--json").json
    assert section[0]["n"] == 0 and section[0]["estimated"] == 0.4


def test_a_system_that_answers_twice_is_one_system(studio):
    ids = brought(studio, 2)
    bring(studio.lena, "t1", "Another answer.", system="system-0")
    other = next(one.id for one in measured(studio).answers if one.id not in ids)
    for id_, met in ((ids[0], True), (ids[1], True), (other, False)):
        rate(studio.lena, "t1", id_, met=met)
    found = measured(studio)
    assert (found.passed, found.n, found.interval) == (1.5, 2, wilson(1.5, 2))
    assert "1.5 of 2 systems pass" in sentence(found)


def test_a_rating_says_whether(studio, xpert):
    (id_,) = brought(studio, 1)
    path = studio.project.path
    studio.project.close()
    said = xpert("pretest", "rate", path, "t1", id_, "--as", "lena")
    assert said.code != 0 and "--met or --not-met" in said.err
    long = ("--note", "x" * 401)
    assert xpert("pretest", "rate", path, "t1", id_, "--met", *long, "--as", "lena").code != 0
    assert xpert("pretest", "rate", path, "t1", id_, "--not-met", "--as", "lena").code == 0


def test_answers_are_read_by_those_who_decide_on_briefs_alone(studio, xpert):
    brought(studio, 1)
    path = studio.project.path
    studio.project.close()
    for who in ((), ("--as", "maria"), ("--as", "lena")):
        said = xpert("sections", path, "pretest", "--json", *who)
        assert "Answer 0" not in said.out + said.err, who
    assert "Answer 0." in xpert("pretest", "show", path, "t1", "--as", "lena", "--json").out
    missing = xpert("pretest", "show", path, "nosuch", "--as", "lena")
    assert missing.code != 0 and "nosuch" in missing.err
