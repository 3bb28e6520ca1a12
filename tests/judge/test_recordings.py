"""Sound and films: judges are shown the transcript that lies beside them, and told so."""

from __future__ import annotations

import io
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judge.test_attachments import about, attach, carry_out, flags, request_for
from xpert_studio.core.documents import GapReason, media_type_of
from xpert_studio.core.documents.reading import cleaned, read_document
from xpert_studio.core.judge.attached import read_attachments
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.records import Attachment
from xpert_studio.core.records.recordings import transcripts
from xpert_studio.core.store import responses
from xpert_studio.core.workflow.blinding import unnamed_files


def sound() -> bytes:
    made = io.BytesIO()
    with wave.open(made, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8_000)
        out.writeframes(b"\0\1" * 800)
    return made.getvalue()


FILM = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(64)
SAID = b"WEBVTT\n\n00:00.000 --> 00:04.000\nThe notice came on Monday.\n"


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (sound(), "audio/wav"),
        (b"ID3\x04" + bytes(40), "audio/mpeg"),
        (b"\xff\xfb\x90\x44" + bytes(40), "audio/mpeg"),
        (b"\xff\xf1\x50\x80" + bytes(40), "audio/aac"),
        (b"fLaC" + bytes(40), "audio/flac"),
        (b"OggS" + bytes(40), "audio/ogg"),
        (b"FORM\0\0\0\x20AIFF" + bytes(40), "audio/aiff"),
        (b"\0\0\0\x20ftypM4A \0\0\0\0", "audio/mp4"),
        (FILM, "video/mp4"),
        (b"\0\0\0\x14ftypqt  \0\0\0\0", "video/quicktime"),
        (b"\x1aE\xdf\xa3" + bytes(40), "video/webm"),
        (b"RIFF\0\0\0\x20AVI LIST" + bytes(40), "video/x-msvideo"),
        (b"RIFF\0\0\0\x20WEBPVP8 ", "image/webp"),
        (b"\xff\xfeT\0e\0x\0t\0", "text/plain"),
    ],
)
def test_recordings_are_known_by_their_content(start, kind):
    assert media_type_of(start, "a.bin") == kind
    if not kind.startswith(("image", "text")):
        is_film = kind.startswith("video")
        (gap,) = read_document(start, kind).gaps
        assert gap.what is (GapReason.FILM if is_film else GapReason.SOUND)
        assert cleaned(start) == start


def item(name: str, kind: str = "text/plain") -> Attachment:
    return Attachment(path=f"attachments/{name}", media_type=kind, sha256="0" * 64)


@pytest.mark.parametrize(
    "name", ["call.vtt", "call.srt", "call.txt", "call.wav.txt", "call.transcript.md"]
)
def test_a_transcript_is_known_by_its_name_and_stays_so_without_it(name):
    files = (item("other.txt"), item("call.wav", "audio/wav"), item("plan.png", "image/png"),
             item(name))  # fmt: skip
    assert transcripts(files) == {1: 3}
    assert transcripts(unnamed_files(files)) == {1: 3}
    assert transcripts((*files[:3], item("recall.txt"))) == {}


names = st.sampled_from(["a", "b", "a.transcript", "c"])
endings = st.sampled_from([".wav", ".txt", ".png", ".mp4"])


@given(st.lists(st.tuples(names, endings), max_size=7, unique=True))
def test_names_are_taken_away_and_what_belongs_together_is_kept(made):
    kinds = {".wav": "audio/wav", ".txt": "text/plain", ".png": "image/png", ".mp4": "video/mp4"}
    files = [item(name + ending, kinds[ending]) for name, ending in made]
    found = transcripts(files)
    assert transcripts(unnamed_files(files)) == found
    assert len({*found.values()}) == len(found)
    assert all(files[text].media_type == "text/plain" for text in found.values())
    assert all("c" not in one.path.partition("-")[2] for one in unnamed_files(files)
               if not one.is_image)  # fmt: skip


def test_the_judge_is_shown_the_transcript_and_told_so(project, server):
    attach(project, "t0:s1", ("call.wav", "audio/wav", sound()), ("call.vtt", "text/plain", SAID))
    request = request_for(server)
    assert not prepare(project, request).plan.notices
    carry_out(project, request)
    text = "".join(about(server, "s1").texts)
    assert "Attachment 1: no caption; a recording, which you cannot hear" in text
    assert "its transcript is attachment 2" in text
    assert "The notice came on Monday." in text
    assert flags(project)["t0:s1"] == {False}


def test_a_recording_without_a_transcript_is_named_and_not_seen(project, server):
    attach(project, "t0:s1", ("call.wav", "audio/wav", sound()))
    (notice,) = prepare(project, request_for(server)).plan.notices
    assert "a recording without a transcript" in notice and "attachment-1.wav" in notice
    carry_out(project, request_for(server))
    assert flags(project)["t0:s1"] == {True}
    assert "not shown to you" in "".join(about(server, "s1").texts)


def test_the_pictures_of_a_film_are_not_seen_whatever_is_said_in_it(project, server):
    attach(project, "t0:s1", ("talk.mp4", "video/mp4", FILM), ("talk.txt", "text/plain", SAID))
    carry_out(project, request_for(server))
    text = "".join(about(server, "s1").texts)
    assert "its transcript is attachment 2, and its pictures are not shown to you" in text
    assert flags(project)["t0:s1"] == {True}


def test_another_name_of_the_transcript_is_another_key(project, server):
    def keys(name: str):
        attach(project, "t0:s1", ("call.wav", "audio/wav", sound()), (name, "text/plain", SAID))
        asks = prepare(project, request_for(server)).plan.asks
        return {one.response.id: one.keys for one in asks}

    beside, apart = keys("call.vtt"), keys("notes.vtt")
    assert beside["t0:s1"] != apart["t0:s1"]
    assert beside["t0:s0"] == apart["t0:s0"]


def test_a_transcript_without_text_takes_the_place_of_nothing(project):
    attach(project, "t0:s1", ("call.wav", "audio/wav", sound()), ("call.txt", "text/plain", b" "))
    with project.reading() as tx:
        items = responses.get_response(tx, "t0:s1").attachments
    blobs = dict(zip([one.sha256 for one in items], [sound(), b" "], strict=True))
    first, _ = read_attachments(items, blobs.__getitem__)
    assert [gap.what for gap in first.unseen] == [GapReason.SOUND]
