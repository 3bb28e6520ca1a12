"""Regions on pages of documents, whose files go out as copies: they come in with the judgment."""

from __future__ import annotations

import pytest

from tests.exchange.bundles_help import png
from tests.workflow.assignments.files import Guest, later, new_id, of_responses, outcomes, take
from tests.workflow.assignments.test_clean_copies import KINDS, NAME, with_files
from tests.workflow.studio import Studio
from tests.workflow.test_media import guest_of, kept, render
from xpert_studio.core.records import Judgment, Quote, Said, bytes_hash, region_between
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, entities, files, renderings, responses
from xpert_studio.core.workflow import (
    CommandContext,
    confirm,
    judge_line,
    read_form,
    submit_form,
)
from xpert_studio.core.workflow.assignments.taking import Outcome
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.core.workflow.judging import open_form
from xpert_studio.core.workflow.media import attached_to, render_files, unrendered


def rendered_by(guest: Guest) -> None:
    with guest.project.reading() as tx:
        wanted = unrendered(tx, attached_to(tx))
    render_files(CommandContext(guest.project, "", later, new_id), wanted)


def picture_of(project: ProjectFile) -> str:
    (one,) = kept(project)[0].values()
    return one.pictures[0].sha256


def judged(guest: Guest, picture: str) -> None:
    (own,) = guest.response_ids()
    open_form(guest.ctx, own)
    marks = (Quote(quote="here", region=region_between(picture, 0.1, 0.2, 0.5, 0.6)),)
    for line in form_view(guest.ctx, own).lines:
        judge_line(guest.ctx, own, line.checkpoint.id, value=1, rationale="So.", evidence=marks)
    submit_form(guest.ctx, own)


def regions(studio: Studio, response_id: str) -> set[str]:
    """The pictures of the regions of the expert's judgments, which are all there."""
    lines = form_view(studio.ctx("maria"), response_id).lines
    assert all(line.decision.value == 1 and not line.is_stale for line in lines)
    return {one.region.picture for line in lines for one in line.decision.evidence}


def judgments(project: ProjectFile) -> list[Judgment]:
    with project.reading() as tx:
        return entities.find_all(tx, Judgment)


def to_judge(studio: Studio, folder, response_id: str, person: str = "maria") -> Guest:
    return guest_of(studio, folder, Purpose.JUDGE, person, of_responses(studio, response_id))


def test_regions_in_pictures_that_the_project_sent_arrive(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    render(studio)
    guest = to_judge(studio, tmp_path, response_id)
    (one,), pages = kept(guest.project)[0].values(), kept(guest.project)[1]
    assert pages == kept(studio.project)[1]
    assert one.sha256 != bytes_hash(KINDS["pdf"])
    rendered_by(guest)  # there is nothing to make
    assert list(kept(guest.project)[0].values()) == [one]
    judged(guest, picture_of(guest.project))
    found = take(studio, guest.submit())
    assert set(outcomes(found)) == {"applied"}
    assert not any(item.reason for item in found.parts)
    assert regions(studio, response_id) == {picture_of(studio.project)}


def test_a_region_in_a_picture_that_is_not_here_never_refuses_the_judgment(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    guest = to_judge(studio, tmp_path, response_id)
    assert kept(guest.project) == ({}, [])
    rendered_by(guest)
    judged(guest, picture_of(guest.project))
    submission = guest.submit()
    found = take(studio, submission)
    assert set(outcomes(found)) == {"applied"}
    lines = [item for item in found.parts if item.part.kind == "judgment"]
    assert lines
    for item in lines:
        assert item.reason.message == "Regions in pictures that are not here were left out: 1."
        assert "media render" in item.reason.remedy
    assert regions(studio, response_id) == set()

    again = take(studio, submission)  # no region more, and it is said again
    assert not again.is_news
    assert [bool(item.reason) for item in again.parts if item in again.of(Outcome.KNOWN)] == [
        item.part.kind == "judgment" for item in again.parts
    ]

    render(studio)  # the pictures are the same, wherever they are made
    third = take(studio, submission)
    assert not any(item.reason for item in third.parts)
    assert regions(studio, response_id) == {picture_of(studio.project)}
    assert not take(studio, submission).is_news


def test_pictures_that_were_made_before_the_submission_came_in_are_enough(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    guest = to_judge(studio, tmp_path, response_id)
    rendered_by(guest)
    judged(guest, picture_of(guest.project))
    render(studio)
    take(studio, guest.submit())
    assert regions(studio, response_id) == {picture_of(studio.project)}


def test_regions_that_were_left_out_come_in_without_undoing_an_adjudication(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    guest = to_judge(studio, tmp_path, response_id)
    rendered_by(guest)
    judged(guest, picture_of(guest.project))
    submission = guest.submit()
    take(studio, submission)
    points = [one.checkpoint_id for one in judgments(studio.project)]
    read_form(studio.ctx("omar"), response_id, "maria", points)
    confirm(studio.ctx("omar"), response_id, "maria", points)
    render(studio)
    take(studio, submission)
    assert regions(studio, response_id) == {picture_of(studio.project)}
    assert {one.confirmed_by for one in judgments(studio.project)} == {"omar"}


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_an_adjudicator_elsewhere_sees_the_regions_and_confirms_them(studio, tmp_path, kind):
    response_id = with_files(studio, (f"file.{kind}", KINDS[kind]))
    render(studio)
    for folder in ("maria", "omar"):
        (tmp_path / folder).mkdir()
    guest = to_judge(studio, tmp_path / "maria", response_id)
    if kind == "pdf":
        judged(guest, picture_of(guest.project))
    else:
        (item,) = form_view(guest.ctx, guest.response_ids()[0]).attachments
        judged(guest, item.sha256)
    take(studio, guest.submit())
    scope = of_responses(studio, response_id, expert="maria")
    senior = guest_of(studio, tmp_path / "omar", Purpose.ADJUDICATE, "omar", scope)
    (own,) = senior.response_ids()
    with senior.project.reading() as tx:
        shown = {item.sha256 for item in responses.get_response(tx, own).attachments}
    shown |= {one.sha256 for each in kept(senior.project)[0].values() for one in each.pictures}
    there = judgments(senior.project)
    assert there
    assert all({mark.picture for mark in one.regions} <= shown for one in there)
    points = [one.checkpoint_id for one in there]
    read_form(senior.ctx, own, "maria", points)
    confirm(senior.ctx, own, "maria", points)
    assert set(outcomes(take(studio, senior.submit()))) == {"applied"}


def test_pictures_of_an_assignment_that_may_not_be_decoded_are_left_out(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    render(studio)
    bomb = png(20_000, 20_000)
    with studio.project.writing() as tx:
        (one,) = renderings.all_renderings(tx).values()
        shown = one.pictures[0].model_copy(update={"sha256": files.put_blob(tx, bomb)})
        entities.put(tx, one.model_copy(update={"pictures": (*one.pictures, shown)}))
    guest = to_judge(studio, tmp_path, response_id)
    assert kept(guest.project) == ({}, [])
    rendered_by(guest)
    assert kept(guest.project)[0]


def test_pictures_whose_labels_name_the_system_stay_here(studio, tmp_path):
    response_id = with_files(studio, ("file.pdf", KINDS["pdf"]))
    render(studio)
    with studio.project.writing() as tx:
        (one,) = renderings.all_renderings(tx).values()
        named = one.pictures[0].model_copy(update={"label": Said(template=f"{NAME.upper()}, p. 1")})
        facts = {**one.facts, "errors": [f"{NAME} failed"]}
        entities.put(tx, one.model_copy(update={"facts": facts}))
    guest = to_judge(studio, tmp_path, response_id)
    (sent,) = kept(guest.project)[0].values()
    assert sent.facts == {"pages": 1}
    with studio.project.writing() as tx:
        entities.put(tx, one.model_copy(update={"pictures": (named,)}))
    other = to_judge(studio, tmp_path, response_id)
    assert kept(other.project) == ({}, [])
