"""What a packet would hold, where it belongs, and what its records are called."""

import pytest

from tests.workflow.packets.errands import Errand, sent
from tests.workflow.studio import Studio
from xpert_studio.records import Purpose, Role
from xpert_studio.store import log, settings
from xpert_studio.workflow import Desk, change_person, set_policies
from xpert_studio.workflow.packets import choose, open_packet, plan_packet, send_copy
from xpert_studio.workflow.views import (
    belongs_in,
    name_records,
    packets_of,
    preview_copy,
    preview_request,
)


@pytest.fixture
def maria(studio: Studio, tmp_path):
    """Maria's own part of a project, for judging."""
    studio.answered(models=("aurora", "borealis"))
    made = Errand(studio, sent(studio, Purpose.JUDGE, "maria"), tmp_path)
    yield made
    made.project.close()


def judged(studio: Studio, errand: Errand) -> None:
    from xpert_studio.workflow import judge_line, open_sheet, submit_sheet

    for response_id in errand.content.packet.scope.response_ids:
        open_sheet(errand.desk, response_id)
        for held in errand.content.of("checkpoint"):
            judge_line(errand.desk, response_id, held.key[1], value=1, rationale="A reason.")
        submit_sheet(errand.desk, response_id)


def test_a_preview_is_what_would_be_sent_and_sends_nothing(studio):
    studio.answered(models=("aurora", "borealis"))
    scope = choose(studio.lena, "maria", Purpose.JUDGE)
    with studio.project.reading() as tx:
        before, secret = log.newest(tx), settings.blind_secret(tx)
    preview = preview_request(studio.lena, Purpose.JUDGE, "maria", scope)
    with studio.project.reading() as tx:
        assert (log.newest(tx), settings.blind_secret(tx)) == (before, secret)
    assert not packets_of(studio.lena).sent
    content = sent(studio, Purpose.JUDGE, "maria")
    assert preview.counts == {kind: len(content.of(kind)) for kind in preview.counts}
    assert preview.counts["response"] == 2
    assert preview.warnings == content.warnings != ()
    everything = preview_copy(studio.project).counts
    assert (everything["task"], everything["response"], everything["person"]) == (1, 2, 5)


def test_a_packet_belongs_where_it_can_be_taken_in(studio, maria, tmp_path):
    request = maria.content.packet
    judged(studio, maria)
    answer = maria.answer().packet
    with send_copy(studio.lena) as content:
        copy = content.packet
    review_of = sent(studio, Purpose.WRITE, "wei").packet
    other = Studio(tmp_path / "other.xpert")
    with other.project.writing() as tx:
        settings.put_project_id(tx, "p-other")
    with open_packet(content, tmp_path / "copy.xpert", now=studio.now()) as colleague:
        places = {
            "lead": studio.project, "guest": maria.project, "other": other.project,
            "colleague": colleague,
        }  # fmt: skip
        found = {
            name: {where for where, project in places.items() if belongs_in(project, packet)}
            for name, packet in (("request", request), ("answer", answer), ("copy", copy))
        }
        assert found == {
            "request": {"guest"},
            "answer": {"lead"},
            "copy": {"lead", "colleague"},
        }
        assert not belongs_in(studio.project, review_of), "it went out from here"
        assert not belongs_in(maria.project, review_of), "it is for somebody else"
    other.project.close()


def test_records_are_called_by_words_and_what_waits_for_ones_own_judgment_is_withheld(
    studio, maria
):
    judged(studio, maria)
    answer = maria.answer()
    plan = plan_packet(studio.lena, answer)
    names = name_records(studio.lena, plan.items)
    judgment = next(item for item in plan.items if item.kind == "judgment")
    assert names.titles[names.task_of(judgment)] == "Ending a lease early"
    assert names.responses[judgment.key[0]][1] in {"A", "B"}
    assert names.line("t1", judgment.key[1]).startswith(("States", "Names"))
    assert not any(names.withholds(item) for item in plan.items)

    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    names = name_records(studio.lena, plan_packet(studio.lena, answer).items)
    withheld = {item.kind for item in plan.items if names.withholds(item)}
    assert {"judgment", "open_sheet"} <= withheld <= {"judgment", "open_sheet", "decision"}
    own = name_records(Desk(studio.project, "maria", studio.now), plan.items)
    assert not any(own.withholds(item) for item in plan.items), "they are her own"
