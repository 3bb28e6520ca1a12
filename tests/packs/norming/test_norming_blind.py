"""Norming keeps its distance from results: what was shown in a session is not judged blind."""

from __future__ import annotations

import pytest

from tests.packs.norming.test_norming import EXPERTS, FIRST, judged, point_of, prepared, view
from xpert_studio.core.errors import ConflictError, NotAllowedError, UsageError
from xpert_studio.core.records import Role
from xpert_studio.core.workflow import (
    add_person,
    form_view,
    judge_line,
    open_form,
    qualify,
    submit_form,
    undo,
    waiting_for,
)
from xpert_studio.packs.norming.forms import known_to
from xpert_studio.packs.norming.section import summary
from xpert_studio.packs.norming.sessions import again, comment, reveal, start


@pytest.fixture
def norming(tmp_path):
    studio, responses = prepared(tmp_path / "norm.xpert")
    yield studio, responses
    studio.project.close()


def revealed(studio, responses) -> None:
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")


def joined(studio, name, *roles, domain="Law"):
    add_person(studio.lena, name, roles=roles, domains=(domain,))
    qualify(studio.lena, name, "passed", exemption="Known.")
    return studio.ctx(name)


def test_a_session_is_undone_until_it_has_a_form(norming):
    studio, responses = norming
    undo(studio.omar)
    assert view(studio) is None
    start(studio.omar, responses, expert=EXPERTS, session_id="n2")
    judged(studio, responses, FIRST, "maria")
    with pytest.raises(ConflictError):
        undo(studio.omar)
    assert view(studio).id == "n2"


def test_what_was_revealed_is_not_undone(norming):
    studio, responses = norming
    revealed(studio, responses)
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.omar)
    again(studio.omar, "n1")
    undo(studio.omar)
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.omar)
    assert view(studio, "kim").lines
    assert "cannot be undone" in reveal.stays


def test_forms_tell_what_is_known_where_no_session_does(norming, monkeypatch):
    studio, responses = norming
    revealed(studio, responses)
    monkeypatch.setattr("xpert_studio.packs.norming.forms.sessions_in", lambda tx: {})
    with studio.project.reading() as tx:
        for who in ("maria", "kim", "omar"):
            assert known_to(tx, who) == set(responses), who
        assert not known_to(tx, "wei")


def test_who_leads_a_session_no_longer_judges_its_responses(norming):
    studio, responses = norming
    lead = joined(studio, "bo", Role.LEAD, Role.EXPERT)
    joined(studio, "ann", Role.EXPERT)
    joined(studio, "ben", Role.EXPERT)
    start(lead, responses[:1], expert=("ann", "ben"), session_id="n3")
    assert {one.response_id for one in waiting_for(lead).to_judge} == {responses[1]}
    with pytest.raises(NotAllowedError, match="for practice"):
        open_form(lead, responses[0])


def test_a_lead_who_still_judges_a_response_sees_nothing_of_it(norming):
    studio, responses = norming
    lead = joined(studio, "bo", Role.LEAD, Role.EXPERT)
    assert len(waiting_for(lead).to_judge) == 2
    revealed(studio, responses)
    seen = view(studio, "bo")
    assert (seen.withheld, seen.lines, seen.agreement) == (2, (), {})
    assert "you still have to judge" in summary(seen)
    open_form(lead, responses[0])
    for line in form_view(lead, responses[0]).lines:
        judge_line(lead, responses[0], line.checkpoint.id, value=1, rationale="Clause 9.")
    submit_form(lead, responses[0])
    seen = view(studio, "bo")
    assert {line.response_id for line in seen.lines} == {responses[0]}
    assert len(view(studio, "lena").lines) == 6


def test_a_senior_of_another_domain_starts_none(norming):
    studio, responses = norming
    senior = joined(studio, "doc", Role.SENIOR, domain="Finance")
    with pytest.raises(NotAllowedError, match="Law"):
        start(senior, responses, expert=EXPERTS)


def test_a_comment_has_a_length(norming):
    studio, responses = norming
    revealed(studio, responses)
    with pytest.raises(UsageError, match="at most 2,000"):
        comment(studio.maria, "n1", responses[0], point_of(studio), "x" * 2_001)
