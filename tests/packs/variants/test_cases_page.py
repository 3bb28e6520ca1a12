"""The page of proposed cases: estimate, asking through the loopback, accepting beside the brief."""

from __future__ import annotations

import pytest

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.hands import Hands
from tests.loopback import LoopbackServer
from tests.packs.variants.test_cases import case, reply
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.packs.variants import page as page_module
from xpert_studio.packs.variants.changes import cases_of

__all__ = ["config", "hands", "qtbot"]


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert", small=False)
    made.brief("t1", "wei")
    yield made
    made.project.close()


def test_cases_are_estimated_proposed_shown_beside_the_brief_and_accepted(
    hands: Hands, studio: Studio, monkeypatch
) -> None:
    monkeypatch.setenv("XPERT_STUDIO_COMPATIBLE_KEY", "sk-test-123456")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    hands.click(hands.page.head.more)
    hands.choose("Have cases proposed…")
    page = hands.page
    assert page.title.text() == "Cases of Ending a lease early"
    hands.until(lambda: "Offline nothing is proposed" in page.cost.text(), "what is missing")
    with LoopbackServer(answer=lambda _: reply(case(), case("riddle"))) as server:
        page.form.inputs["provider"].show("compatible")
        page.form.inputs["model"].show("gpt-6")
        page.form.inputs["base_url"].show(server.openai_url)
        hands.until(lambda: "tokens" in page.cost.text(), "the estimate")
        assert not server.requests
        hands.click(page.start)
        hands.until(lambda: len(page.known) == 2, "the cases")
    assert page.both.isVisible()
    assert "Clause 9 was deleted in 2023." in page.case.toPlainText()
    assert "Clause 9 allows a break at month 30." in page.brief.toPlainText()
    assert page.said.text().startswith("Trap, Hard, Inconsistency.")
    hands.click(page.accept)
    hands.until(lambda: len(page.known) == 1, "one case left")
    assert "riddle" in page.cautions.text()
    hands.click(page.reject)
    hands.until(lambda: not page.known, "no case left")
    with studio.project.reading() as tx:
        states = sorted(one.state.value for one in cases_of(tx, "wei", "t1").values())
        made = [one for one in tasks.all_tasks(tx) if one.id != "t1"]
    assert states == ["dropped", "taken"]
    assert [one.family for one in made] == ["t1"]


def test_others_read_why_they_cannot(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "maria")
    hands.go("cases", task_id="t1")
    page = hands.page
    hands.until(lambda: bool(page.problem.text()), "why not")
    assert not page.start.isEnabled()


def test_who_is_refused_stays_refused_when_a_job_ends(
    hands: Hands, studio: Studio, monkeypatch
) -> None:
    asked = []
    monkeypatch.setattr(page_module, "draft_cases", asked.append)
    hands.open(studio.project.path, "maria")
    hands.go("cases", task_id="t1")
    page = hands.page
    hands.until(lambda: bool(page.problem.text()), "why not")
    page.form.inputs["model"].show("gpt-6")
    page._over()  # as when the job ends that another author began here
    assert not page.start.isEnabled()
    page._start()
    hands.settle()
    assert not asked
