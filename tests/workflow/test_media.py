"""Pictures of attached files: made, kept as one step, carried to others, and told of nobody."""

from __future__ import annotations

import pytest

from tests.documents_made import pdf
from tests.workflow.assignments.files import Guest, later, new_id, of_responses, of_tasks
from tests.workflow.assignments.test_copies import Copy
from xpert_studio.core.documents.document import Gap, GapReason
from xpert_studio.core.documents.rendering import Picture, Rendering
from xpert_studio.core.errors import NotAllowedError, StageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, Person, bytes_hash
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities, files, log, renderings, responses, tasks
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    CommandContext,
    NewFile,
    NewResponse,
    add_responses,
    media,
    redo,
    undo,
)
from xpert_studio.core.workflow.assignments.sending import send_assignment
from xpert_studio.core.workflow.assignments.submitting import send_submission
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.core.workflow.media import attached_to, keep_renderings, render_files, unrendered
from xpert_studio.core.workflow.views.media import rendered_files

SCAN = pdf("", "", title="Answer of aurora-2")


@pytest.fixture
def scanned(studio):
    studio.ready()
    file = NewFile("aurora-2.pdf", SCAN)
    (made,) = add_responses(
        studio.lena, [NewResponse("t1", "aurora-2", "See the file.", files=(file,))]
    ).after("response")
    studio.made = made
    return studio


def render(studio, person="lena", **options):
    with studio.project.reading() as tx:
        wanted = unrendered(tx, attached_to(tx), **options)
    return render_files(studio.ctx(person), wanted)


def guest_of(studio, folder, purpose, person, scope):
    ctx = CommandContext(studio.project, "lena", later, new_id)
    with send_assignment(ctx, purpose, person, scope) as content:
        return Guest(content, folder)


def kept(project):
    with project.reading() as tx:
        found = renderings.all_renderings(tx)
        pages = [files.get_blob(tx, one.sha256) for each in found.values() for one in each.pictures]
    return found, pages


def test_pictures_are_made_once_as_one_step_that_is_undone_and_done_again(scanned):
    (made,) = render(scanned)
    assert made.sha256 == bytes_hash(SCAN)
    assert [one.label.message for one in made.pictures] == ["page 1", "page 2"]
    assert render(scanned) == []
    with scanned.project.reading() as tx:
        (row,) = log.rows_of(tx, ["media.render"])
        assert row.entry.details == {"files": 1, "pictures": 2}
        assert row.entry.actor_id == "lena"
    undo(scanned.lena)
    assert kept(scanned.project) == ({}, [])
    redo(scanned.lena)
    assert list(kept(scanned.project)[0].values()) == [made]
    with scanned.project.reading() as tx:
        assert verify_log(tx) == []


def test_all_are_made_again_where_that_is_asked_for(scanned, monkeypatch):
    class Other:
        id, version = "other", "2"

        def missing(self):
            return None

        def __call__(self, data):
            gap = Gap(Message("page {n}", n=2), GapReason.PAGES)
            return Rendering(
                (Picture(b"\x89PNG", Message("page {n}", n=1)),), (gap,), None, {"a": 1}
            )

    render(scanned)
    monkeypatch.setattr(media, "renderer_of", lambda _: Other())
    (made,) = render(scanned, again=True)
    assert (made.renderer, made.version, made.facts) == ("other", "2", {"a": 1})
    (gap,) = media.gaps_of(made)
    assert (str(gap.where), gap.what) == ("page 2", GapReason.PAGES)
    assert kept(scanned.project) == ({made.sha256: made}, [b"\x89PNG"])


def test_a_renderer_that_fails_says_so_and_is_not_asked_again(scanned, monkeypatch):
    class Bad:
        id, version = "bad", "1"

        def missing(self):
            return None

        def __call__(self, data):
            raise ZeroDivisionError

    monkeypatch.setattr(media, "renderer_of", lambda _: Bad())
    (made,) = render(scanned)
    assert made.failure.message == "It fails: ZeroDivisionError"
    assert render(scanned) == []


def test_what_a_page_says_is_kept_as_text_that_can_be_stored(scanned, monkeypatch):
    class Hostile:
        id, version = "hostile", "1"

        def missing(self):
            return None

        def __call__(self, data):
            said = Message("it says {what}", what="\ud800\x00x")
            facts = {"errors": ["\ud800"], "refused": {"\udfff": 1}, "n": 2}
            return Rendering(
                (Picture(b"\x89PNG", said),), (Gap(said, GapReason.SCRIPT),), said, facts
            )

    monkeypatch.setattr(media, "renderer_of", lambda _: Hostile())
    (made,) = render(scanned)
    assert made.facts == {"errors": ["?"], "refused": {"?": 1}, "n": 2}
    assert str(made.pictures[0].label.message) == "it says ?x"
    assert kept(scanned.project)[0] == {made.sha256: made}


def test_what_cannot_be_kept_is_a_failure_and_stops_no_other_file(scanned, monkeypatch):
    class Wrong:
        id, version = "wrong", "1"

        def missing(self):
            return None

        def __call__(self, data):
            return Rendering(facts={"a": object()})

    monkeypatch.setattr(media, "renderer_of", lambda _: Wrong())
    (made,) = render(scanned)
    assert "fails" in str(made.failure.message)
    assert render(scanned) == []


def test_of_what_lacks_here_nothing_is_kept(scanned, monkeypatch):
    class Absent:
        id, version = "absent", "1"

        def missing(self):
            return Message("Chromium is missing.")

    monkeypatch.setattr(media, "renderer_of", lambda _: Absent())
    assert render(scanned) == []


def test_everybody_with_a_role_may_have_them_made_and_nobody_else(scanned):
    with scanned.project.writing() as tx:
        entities.put(tx, Person(id="eve", name="Eve"))
    with pytest.raises(NotAllowedError):
        keep_renderings(scanned.ctx("eve"), [])
    assert len(render(scanned, "maria")) == 1


def test_a_blind_assignment_carries_the_pictures_and_no_word_of_the_system(scanned, tmp_path):
    render(scanned)
    scope = of_responses(scanned, scanned.made.id)
    guest = guest_of(scanned, tmp_path, Purpose.JUDGE, "maria", scope)
    here, _ = kept(scanned.project)
    there, pages = kept(guest.project)
    assert [one.pictures for one in there.values()] == [one.pictures for one in here.values()]
    assert len(pages) == 2
    assert not any(b"aurora" in page.lower() for page in pages)
    with guest.project.reading() as tx:
        (one,) = responses.all_responses(tx)
        told = renderings.all_renderings(tx)[one.attachments[0].sha256].model_dump_json()
        assert "aurora" not in told


def test_an_assignment_of_tasks_carries_the_pictures_of_their_files_only(scanned, tmp_path):
    render(scanned)
    with scanned.project.writing() as tx:
        plan = pdf("A plan")
        item = Attachment(
            path="attachments/plan.pdf",
            media_type="application/pdf",
            sha256=files.put_blob(tx, plan),
        )
        entities.put(tx, tasks.get_task(tx, "t1").model_copy(update={"attachments": (item,)}))
    render(scanned)
    guest = guest_of(scanned, tmp_path, Purpose.REVIEW, "omar", of_tasks("t1"))
    found, _ = kept(guest.project)
    assert list(found) == [item.sha256]


def test_what_a_guest_has_made_is_no_contribution(scanned, tmp_path):
    scope = of_responses(scanned, scanned.made.id)
    guest = guest_of(scanned, tmp_path, Purpose.JUDGE, "maria", scope)
    with guest.project.reading() as tx:
        wanted = unrendered(tx, attached_to(tx))
    render_files(guest.ctx, wanted)
    assert len(kept(guest.project)[1]) == 2
    with pytest.raises(StageError, match="nothing to submit"), send_submission(guest.ctx):
        pass


def test_a_copy_carries_them_and_sends_none(scanned, tmp_path):
    render(scanned)
    before = kept(scanned.project)
    path = tmp_path / "copy.xpert"
    create_copy(scanned.lena, path)
    copy = Copy(path)
    assert kept(copy.project) == before
    with copy.project.reading() as tx:
        wanted = unrendered(tx, attached_to(tx), again=True)
    made = render_files(copy.ctx(""), wanted)
    other = made[0].model_copy(update={"version": "another"})
    keep_renderings(copy.ctx("lena"), [media.Made(other)])
    with pytest.raises(StageError, match="Nothing was done"):
        copy.outbox()


def test_the_list_names_no_system_to_those_who_judge(scanned):
    (made,) = render(scanned)
    facts = {"pages": 9, "missing": ["/aurora-2.png"]}
    made = made.model_copy(update={"facts": facts, "extra": {"by": "aurora-2"}})
    keep_renderings(scanned.lena, [media.Made(made)])
    with scanned.project.reading() as tx:
        (blind,) = rendered_files(tx, "maria")
        (seen,) = rendered_files(tx, "lena")
    assert "aurora" not in f"{blind.response}{blind.item.path}"
    assert blind.kept.pictures == seen.kept.pictures
    assert (blind.kept.facts, seen.kept.facts, blind.kept.extra) == ({"pages": 9}, facts, {})
    assert seen.item.path.endswith("aurora-2.pdf")


def test_a_file_is_rendered_once_however_often_it_is_attached(scanned):
    file = NewFile("again.pdf", SCAN)
    add_responses(scanned.lena, [NewResponse("t1", "borealis", "Mine.", files=(file,))])
    assert len(render(scanned)) == 1
    with scanned.project.reading() as tx:
        assert len(rendered_files(tx, "lena")) == 2
        assert all(one.kept for one in rendered_files(tx, "lena"))


def test_a_file_of_which_nothing_can_be_made_is_left_alone(scanned):
    with scanned.project.reading() as tx:
        item = Attachment(path="a.txt", media_type="text/plain", sha256="0" * 64)
        assert unrendered(tx, [item]) == []
        word = Attachment(path="a.docx", media_type="application/x-nothing", sha256="1" * 64)
        assert unrendered(tx, [word]) == []
