"""What judges are shown of attachments, asserted on the bytes that arrive; what they are not shown."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from tests.documents_made import docx, pdf, picture, xlsx
from tests.judge.projects import now
from tests.loopback import LoopbackServer, answers, behaviours
from xpert_studio.core.judge.estimating import preview_prompt
from xpert_studio.core.judge.planning import Plan
from xpert_studio.core.judge.prompt import attachments_hash
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.work import KeyMaker
from xpert_studio.core.records import ATTACHMENTS_NOT_SEEN, Attachment, GradingPolicy, JudgeMode
from xpert_studio.core.store import ProjectFile, files, responses, tasks, verdicts
from xpert_studio.core.store.entities import put

BLUE = picture(size=(2, 2))
TURNED = picture("JPEG", orientation=6, size=(40, 20))
PDF, DOCX = "application/pdf", "application/vnd.openxmlformats"


def attach(project: ProjectFile, owner: str, *contents: tuple[str, str, bytes]) -> None:
    """Gives a task (``t0``) or a response (``t0:s1``) files: name, media type, content."""
    with project.writing() as tx:
        found = responses.get_response(tx, owner) if ":" in owner else tasks.get_task(tx, owner)
        items = tuple(
            Attachment(path=f"attachments/{name}", media_type=kind, sha256=files.put_blob(tx, data),
                       caption=f"Caption of {name}")
            for name, kind, data in contents
        )  # fmt: skip
        put(tx, found.model_copy(update={"attachments": items}))


def request_for(server: LoopbackServer, provider: str = "compatible", **options) -> ScoreRequest:
    urls = {"anthropic": server.anthropic_url}
    fields = {
        "provider": provider,
        "model": "local",
        "base_url": urls.get(provider, server.openai_url),
        "api_key": "sk-test",
        "concurrency": 1,
        "max_retries": 0,
    }
    if provider == "baseline":
        fields |= {"model": "baseline, no LLM", "base_url": None, "api_key": None}
    return ScoreRequest(**(fields | options))


def carry_out(project, request):
    return score(project, prepare(project, request), clock=now, on_progress=lambda _: None)


def plan_of(project, server, **options) -> Plan:
    return prepare(project, request_for(server, **options)).plan


def flags(project) -> dict[str, set[bool]]:
    """Whether its verdicts say that attachments were not seen, by response."""
    found: dict[str, set[bool]] = {}
    with project.reading() as tx:
        for verdict in verdicts.all_verdicts(tx):
            seen = ATTACHMENTS_NOT_SEEN in verdict.flags
            found.setdefault(verdict.response_id, set()).add(seen)
    return found


def data_of(part) -> bytes:
    encoded = (
        part["source"]["data"]
        if part["type"] == "image"
        else part["image_url"]["url"].partition(",")[2]
    )
    return base64.b64decode(encoded)


def pixels_of(data: bytes) -> tuple:
    with Image.open(io.BytesIO(data)) as image:
        return image.size, image.convert("RGB").tobytes()


def about(server, name: str):
    """The request on the candidate whose text names a system."""
    own = [item for item in server.requests if f"System {name[1]}" in "".join(item.texts)]
    return own[-1]


@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_a_response_s_image_stands_between_the_candidate_s_markers(project, server, provider):
    attach(project, "t0:s1", ("beam.png", "image/png", BLUE))
    carry_out(project, request_for(server, provider))
    (request,) = [item for item in server.requests if item.images]
    (image,) = request.images
    assert pixels_of(data_of(image)) == pixels_of(BLUE)
    place = request.parts.index(image)
    before, caption, after = (request.parts[n]["text"] for n in (place - 2, place - 1, place + 1))
    assert "<<<RESPONSE " in before
    assert "System 1 answers" in before
    assert caption == "[Attachment 1: no caption]"
    assert "Caption of" not in "".join(request.texts), "it may name the system"
    assert after.lstrip().startswith("<<<END OF RESPONSE ")
    assert flags(project) == {"t0:s0": {False}, "t0:s1": {False}, "t0:s2": {False}}


def test_what_comes_before_the_candidate_is_the_same_whatever_is_attached(project, server):
    attach(project, "t0", ("plan.png", "image/png", BLUE), ("lease.pdf", PDF, pdf("Clause 9")))
    attach(project, "t0:s0", ("base.png", "image/png", picture(size=(3, 3))))
    attach(project, "t0:s1", ("one.png", "image/png", picture(size=(5, 5))))
    carry_out(project, request_for(server, "anthropic", mode=JudgeMode.ANCHORED))
    shared = set()
    for request in server.requests:
        marked = [n for n, part in enumerate(request.parts) if "cache_control" in part]
        shared.add(json.dumps([request.json["system"], request.parts[: marked[-1] + 1]]))
    assert len(server.requests) == 3
    assert len(shared) == 1


def test_a_worked_example_carries_the_images_of_its_response(project, server):
    attach(project, "t0:s0", ("base.png", "image/png", BLUE))
    carry_out(project, request_for(server, mode=JudgeMode.ANCHORED))
    request = about(server, "s2")
    (image,) = request.images
    caption = request.parts[request.parts.index(image) - 1]["text"]
    assert caption == "[Worked example 1, Attachment 1: no caption]"
    assert "[Attachment 1: no caption]\n<<<END OF EXAMPLE " in "".join(request.texts)
    assert flags(project)["t0:s2"] == {False}


@pytest.mark.parametrize("owner", ["t0", "t0:s1"])
def test_an_image_is_turned_as_its_exif_says_before_it_is_sent(project, server, owner):
    attach(project, owner, ("photo.jpg", "image/jpeg", TURNED))
    carry_out(project, request_for(server))
    sent = data_of(about(server, "s1").images[0])
    with Image.open(io.BytesIO(sent)) as image:
        assert image.size == (20, 40)
        assert image.getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize(
    ("name", "kind", "data", "text"),
    [
        ("lease.pdf", PDF, pdf("Clause 9 on rent"), "Clause 9 on rent"),
        ("memo.docx", DOCX, docx("The rent is 900."), "The rent is 900."),
        ("table.xlsx", DOCX, xlsx([["May", 900]]), "May\t900"),
        ("notes.txt", "text/plain", b"Call the landlord.", "Call the landlord."),
    ],
)
def test_documents_reach_the_judge_as_text_in_markers(project, server, name, kind, data, text):
    attach(project, "t0", (name, kind, data))
    attach(project, "t0:s1", (name, kind, data))
    carry_out(project, request_for(server))
    for candidate, times in (("s1", 2), ("s2", 1)):
        sent = "\n".join(about(server, candidate).texts)
        assert sent.count(text) == times
        assert sent.count("<<<ATTACHMENT 1 ") == times
    assert {True} not in flags(project).values()


def test_a_quote_from_an_attached_document_is_found(project, server):
    attach(project, "t0:s1", ("memo.docx", DOCX, docx("The rent is 900 a month.")))
    entry = {"id": "c0", "evidence": ["rent is 900"], "rationale": "It says so.", "met": True}
    server.then(behaviours.says(json.dumps({"verdicts": [entry]})))
    carry_out(project, request_for(server, selection=Selection(models=("s1",))))
    with project.reading() as tx:
        found = next(item for item in verdicts.all_verdicts(tx) if item.checkpoint_id == "c0")
    assert found.flags == ()
    (quote,) = found.evidence
    assert (quote.verified, quote.start) == (True, None)


UNSEEN = {
    "an image that cannot be decoded": ("x.png", "image/png", BLUE[:50]),
    "a kind that cannot be shown": ("x.zip", "application/zip", b"\x00\x01"),
    "a scanned PDF": ("x.pdf", PDF, pdf("")),
    "an encrypted PDF": ("x.pdf", PDF, pdf("Secret", password="key")),
}


@pytest.mark.parametrize("file", UNSEEN.values(), ids=UNSEEN.keys())
@pytest.mark.parametrize("owner", ["t0", "t0:s1"])
def test_what_the_judge_is_not_shown_is_said_before_and_marked_after(project, server, owner, file):
    attach(project, owner, file)
    (notice,) = plan_of(project, server).notices
    is_named = owner == "t0" or file[1].startswith("image/")  # documents of responses are not
    name = file[0] if is_named else f"attachment-1{Path(file[0]).suffix}"
    assert f"t0: {name}" in notice
    carry_out(project, request_for(server))
    assert not any(request.images for request in server.requests)
    assert "; not shown to you]" in "".join(about(server, "s1").texts)
    expected = {"t0:s0", "t0:s1", "t0:s2"} if owner == "t0" else {"t0:s1"}
    assert {name for name, found in flags(project).items() if found == {True}} == expected


def test_a_model_that_takes_no_images_is_asked_without_and_marked(project):
    refusal = behaviours.error(400, "This model does not support image inputs")

    def answer(request):
        return refusal if request.images else answers.all_met(request)

    attach(project, "t0:s1", ("beam.png", "image/png", BLUE))
    attach(project, "t0:s0", ("base.png", "image/png", BLUE))
    with LoopbackServer(answer=answer) as server:
        carry_out(project, request_for(server, mode=JudgeMode.ANCHORED))
        assert "<<<END OF RESPONSE" in server.requests[-1].suffix
    assert flags(project) == {"t0:s0": {True}, "t0:s1": {True}, "t0:s2": {False}}


def test_the_embedded_judge_reads_no_attachments_and_says_so(project, server):
    attach(project, "t0:s1", ("memo.docx", DOCX, docx("x")))
    (notice,) = plan_of(project, server, provider="baseline").notices
    assert "attachment-1.docx" in notice
    carry_out(project, request_for(server, "baseline"))
    assert flags(project) == {"t0:s0": {False}, "t0:s1": {True}, "t0:s2": {False}}


def test_plan_and_preview_count_attachments(project, server):
    plain = prepare(project, request_for(server)).estimate
    attach(project, "t0:s1", ("beam.png", "image/png", BLUE),
           ("memo.txt", "text/plain", b"word " * 4000))  # fmt: skip
    found = prepare(project, request_for(server))
    assert found.estimate.input_tokens - plain.input_tokens > 1_000 + 4_000
    ask = next(item for item in found.plan.asks if item.response.id == "t0:s1")
    shown = preview_prompt(found.plan, ask)
    assert [item.path for item in shown.own_images] == ["attachments/beam.png"]
    assert shown.own_tokens > 5_000
    assert "word word" in shown.suffix


def test_only_keys_of_what_has_attachments_change_with_how_they_are_shown(
    project, server, monkeypatch
):
    attach(project, "t0:s1", ("beam.png", "image/png", BLUE))
    before = {ask.response.id: ask.keys for ask in plan_of(project, server).asks}
    monkeypatch.setattr("xpert_studio.core.judge.work.attachments_hash", lambda *_: "another way")
    after = {ask.response.id: ask.keys for ask in plan_of(project, server).asks}
    assert {name for name in before if before[name] != after[name]} == {"t0:s1"}


def test_a_key_says_that_captions_were_not_shown_where_there_are_some(project, server):
    attach(project, "t0:s1", ("beam.png", "image/png", BLUE))
    keys = KeyMaker(plan_of(project, server).judge, GradingPolicy())
    with project.reading() as tx:
        captioned = responses.get_response(tx, "t0:s1")
    bare = tuple(one.model_copy(update={"caption": None}) for one in captioned.attachments)
    plain = captioned.model_copy(update={"attachments": bare})
    assert keys.of_response(captioned).endswith("\nwithout captions")
    assert not keys.of_response(plain).endswith("\nwithout captions")
    assert attachments_hash("v1", bare, captioned.attachments) != attachments_hash("v1", bare, bare)
    assert attachments_hash("v1", captioned.attachments, bare) == attachments_hash("v1", bare, bare)
