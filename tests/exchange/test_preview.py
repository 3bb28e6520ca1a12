"""The preview of an export tells what the export then holds, and touches nothing."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, everything_in, rows_told
from tests.exchange.formats import projects
from tests.judge.projects import PIXEL
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.formats import FORMATS, export_foreign
from xpert_studio.core.exchange.preview import ExportPreview, preview_bundle, preview_foreign
from xpert_studio.core.exchange.preview.metadata import metadata_in
from xpert_studio.core.exchange.preview.survey import TextWatch
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.judge.redaction import holds_key, redact
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Difficulty,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    Quote,
    Response,
    Stage,
    Task,
    Tier,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, files, settings
from xpert_studio.core.store.bulk_import import Intake

BINARY = [item for item in FORMATS.values() if "binary" in item.instruments]
OF_TEXTS = {"rewards", "dpo"}
"""Those that leave out tasks with pictures: tests/packs/rewards has a project for them."""
SHOWING = [item for item in BINARY if item.id not in OF_TEXTS]
PUBLIC = BundleOptions(Visibility.PUBLIC, all_stages=True)
PRIVATE = BundleOptions(Visibility.PRIVATE)


def jpeg_with(**tags: Any) -> bytes:
    """A photograph that says who took it, and where."""
    from PIL import Image

    image, out = Image.new("RGB", (2, 2)), io.BytesIO()
    exif = image.getexif()
    exif[0x013B] = tags.get("artist", "Amara")
    if tags.get("place"):
        exif.get_ifd(0x8825)[1] = "N"
        exif[0x8825] = {1: "N", 2: (51.0, 30.0, 0.0)}
    image.save(out, "JPEG", exif=exif)
    return out.getvalue()


def office_by(author: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("docProps/core.xml", f"<dc:creator>{author}</dc:creator>")
        archive.writestr("word/document.xml", "<x/>")
    return out.getvalue()


@pytest.fixture
def project(tmp_path):
    """Something of everything that ought to stay in the house."""
    info = ProjectInfo(name="P", created_at=NOW)
    with ProjectFile.create(tmp_path / "p.xpert", info) as made:
        with made.writing() as tx:
            photo = files.put_blob(tx, jpeg_with(place=True))
            plain = files.put_blob(tx, PIXEL)
            intake = Intake(tx)
            intake.person(Person(id="amara", name="Amara Diallo", credentials="Lawyer"))
            intake.person(Person(id="zhang", name="张伟"))
            intake.task(
                Task(
                    id="t", prompt="Write to amara.d@example.org.", author_id="amara",
                    reference_answer="As Diallo says.", stage=Stage.READY, extra={"phone": "1"},
                    attachments=(
                        Attachment(path="site.jpg", media_type="image/jpeg", sha256=photo),
                        Attachment(path="dot.png", media_type="image/png", sha256=plain),
                    ),
                )
            )  # fmt: skip
            intake.task(Task(id="u", prompt="Draft.", stage=Stage.RUBRIC))
            for task, point in (("t", "c1"), ("t", "c2"), ("u", "c1")):
                intake.checkpoint(
                    Checkpoint(task_id=task, id=point, text="It is.", weight=2, notes="Ask 张伟.")
                )
            intake.response(Response(id="r", task_id="t", model="Unknown", text="Amaranth is red."))
            for point, met, status in (
                ("c1", True, JudgmentStatus.CONFIRMED), ("c2", False, JudgmentStatus.SUBMITTED),
            ):  # fmt: skip
                intake.judgment(
                    Judgment(
                        response_id="r", checkpoint_id=point, expert_id="amara", value=met,
                        rationale="张伟也这么认为。", note="private", confirmed_by="zhang",
                        status=status,
                        evidence=(Quote(quote="key: sk-abcdefgh12345678"),),
                    )
                )  # fmt: skip
            intake.judge(Judge(id="j", model="m", parameters={"base_url": "http://10.0.0.1"}))
            intake.verdict(Verdict(response_id="r", checkpoint_id="c1", judge_id="j", value=1))
            intake.flush()
        yield made


def fates(preview: ExportPreview, kind: str) -> dict[str, tuple[int, int, int]]:
    return {
        item.field: (item.out, item.pseudonymized, item.stays)
        for item in preview.fields
        if item.kind == kind
    }


def rows(preview: ExportPreview) -> dict[str, tuple[int, int]]:
    return {item.kind: (item.out, item.stay) for item in preview.rows}


def test_it_tells_what_becomes_of_every_field(project):
    found = preview_bundle(project, PUBLIC, now=NOW)
    assert rows(found)["people"] == (0, 2)
    assert rows(found)["judgments"] == (2, 0)
    assert fates(found, "people")["name"] == (0, 0, 2)
    tasks = fates(found, "tasks")
    assert tasks["prompt"] == (2, 0, 0)
    assert tasks["author_id"] == (0, 1, 0)
    assert tasks["extra"] == (0, 0, 1)
    assert tasks["reference_answer"] == (1, 0, 0)
    assert fates(found, "checkpoints")["notes"] == (0, 0, 3)
    judgments = fates(found, "judgments")
    assert judgments["note"] == (0, 0, 2)
    assert judgments["expert_id"] == judgments["confirmed_by"] == (0, 2, 0)
    assert judgments["rationale"] == (2, 0, 0)
    assert fates(found, "judges")["parameters"] == (0, 0, 1)


def test_it_tells_what_is_held_out_and_what_a_part_leaves_behind(project):
    options = BundleOptions(
        Visibility.PRIVATE, held_out=frozenset({"t"}), without_reference_answers=True,
        without_rubrics=True,
    )  # fmt: skip
    found = preview_bundle(project, options, now=NOW)
    assert rows(found)["checkpoints"] == (1, 2)
    assert rows(found)["verdicts"] == (0, 1)
    assert fates(found, "tasks")["reference_answer"] == (0, 0, 1)
    part = preview_bundle(
        project, BundleOptions(Visibility.PRIVATE, ExportScope(frozenset({"u"}))), now=NOW
    )
    assert rows(part)["tasks"] == (1, 1)
    assert rows(part)["people"] == (0, 2)
    assert part.attachments == ()


def test_it_warns_of_what_nobody_veils(project):
    found = preview_bundle(project, PUBLIC, now=NOW)
    seen = {(item.what, item.kind, item.field): (item.count, item.first) for item in found.findings}
    assert seen == {
        ("e-mail", "tasks", "prompt"): (1, "t"),
        ("person", "tasks", "prompt"): (1, "t"),
        ("person", "tasks", "reference_answer"): (1, "t"),
        ("person", "judgments", "rationale"): (2, "r / c1"),
        ("key", "judgments", "evidence"): (2, "r / c1"),
    }
    told = "\n".join(found.warnings)
    assert "There is an e-mail address in tasks, prompt (1×), first in t." in told
    assert "The file site.jpg tells of its making: author, place." in told
    assert "dot.png" not in told
    assert "No licence is set" in told
    assert "no canary" in told
    assert "not ready, or discarded, go out too: 1." in told
    assert "do not name their system: 1." in told


def test_a_private_bundle_is_not_searched_but_its_reader_is_warned(project):
    found = preview_bundle(project, PRIVATE, now=NOW)
    assert found.findings == ()
    assert fates(found, "people")["name"] == (2, 0, 0)
    told = "\n".join(found.warnings)
    assert "names people" in told
    assert "the address of their server: 1." in told
    assert "licence" not in told


@pytest.mark.parametrize("options", [PUBLIC, PRIVATE], ids=["public", "private"])
@pytest.mark.parametrize("as_zip", [False, True])
def test_the_bundle_is_as_was_said(project, tmp_path, options, as_zip):
    made = {"visibility": options.visibility, "now": NOW, "allow_possible_keys": True,
            "all_stages": True}  # fmt: skip
    export_bundle(project, tmp_path / "first", **made)
    found = preview_bundle(project, options, now=NOW, as_zip=as_zip, rows=1)
    target = tmp_path / ("b.zip" if as_zip else "b")
    report = export_bundle(project, target, **made)
    # All but the manifest, which says whose hash it is, has the size it was said to have.
    if as_zip:
        with zipfile.ZipFile(target) as archive:
            sizes = {item.filename: item.file_size for item in archive.infolist()}
        assert found.packed == pytest.approx(target.stat().st_size, rel=0.1)
    else:
        assert found.packed is None
        paths = [path for path in target.rglob("*") if path.is_file()]
        sizes = {path.relative_to(target).as_posix(): path.stat().st_size for path in paths}
        for name, shown in found.sample.items():
            first = (target / name).read_text("utf-8").split("\n")[0]
            assert list(shown) == [json.loads(first)]
    assert {file.path: file.size for file in found.files} == sizes
    counts = {item.kind: item.out for item in found.rows if item.out}
    assert counts == {kind: count for kind, count in report.rows.items() if kind != "attachments"}
    assert len(found.attachments) == report.rows["attachments"]


def test_nothing_is_written_and_no_secret_made(project, tmp_path):
    before, there = everything_in(project), sorted(tmp_path.rglob("*"))
    with ProjectFile.open(project.path, read_only=True) as closed:
        preview_bundle(closed, PUBLIC, now=NOW)
        for wanted in SHOWING:
            preview_foreign(closed, wanted, now=NOW)
    assert everything_in(project) == before
    with project.reading() as tx:
        assert settings.pseudonym_secret(tx) is None
    assert [
        path for path in tmp_path.rglob("*") if path not in there and "-" not in path.name
    ] == []


def test_options_that_make_no_sense_are_refused_as_the_export_refuses_them(project):
    with pytest.raises(UsageError):
        preview_bundle(project, BundleOptions(Visibility.PUBLIC, without_rubrics=True), now=NOW)
    with pytest.raises(NotFoundError):
        preview_bundle(project, BundleOptions(Visibility.PUBLIC, ExportScope(subset="x")), now=NOW)
    with pytest.raises(NotFoundError):
        preview_foreign(
            project, next(iter(FORMATS.values())), scope=ExportScope(frozenset({"x"})), now=NOW
        )


@pytest.mark.parametrize("wanted", SHOWING, ids=[item.id for item in SHOWING])
def test_a_foreign_export_is_as_was_said(project, tmp_path, wanted):
    export_foreign(
        project, wanted, tmp_path / f"one{wanted.suffix}", now=NOW, allow_possible_keys=True
    )
    found = preview_foreign(project, wanted, now=NOW)
    target = tmp_path / f"two{wanted.suffix}"
    report = export_foreign(project, wanted, target, now=NOW, allow_possible_keys=True)
    if wanted.suffix:
        assert [file.size for file in found.files] == [target.stat().st_size]
    else:
        paths = [item for item in target.rglob("*") if item.is_file()]
        sizes = {item.relative_to(target).as_posix(): item.stat().st_size for item in paths}
        sizes.pop(".xpert-studio.json")
        assert {file.path: file.size for file in found.files} == sizes
    assert set(report.warnings) <= set(found.warnings)
    assert rows(found)["tasks"] == (1, 1)
    assert rows(found)["people"] == (0, 2)
    assert rows(found)["verdicts"] == ((1, 0) if wanted.is_rated else (0, 1))
    assert not fates(found, "judgments")["note"][0]
    assert ("person", "tasks", "prompt") in {(i.what, i.kind, i.field) for i in found.findings}


def marked(kind: str, field: str) -> str:
    return f"zq{kind}x{field.replace('_', '')}qz"


def marked_project(path: Path, *, picture: bool = True) -> ProjectFile:
    """Every field that can be told apart holds a word of its own."""

    def words(kind: str, *names: str) -> dict[str, str]:
        return {name: marked(kind, name) for name in names}

    info = ProjectInfo(name="P", created_at=NOW)
    made = ProjectFile.create(path, info)
    with made.writing() as tx:
        sha256 = files.put_blob(tx, PIXEL)
        shown = Attachment(path="a.png", media_type="image/png", sha256=sha256)
        intake = Intake(tx)
        intake.task(
            Task(
                **words("tasks", "id", "title", "domain", "category", "context", "materials"),
                **words("tasks", "deliverables", "reference_answer"),
                language=f"en-x-{marked('tasks', 'language')}", difficulty=Difficulty.HARD,
                author_id=marked("tasks", "author_id"), tags=(marked("tasks", "tags"),),
                attachments=(shown,) if picture else (),
                extra={"odd": marked("tasks", "extra")},
            )
        )  # fmt: skip
        task_id = marked("tasks", "id")
        intake.checkpoint(
            Checkpoint(
                **words("checkpoints", "id", "text", "dimension", "notes", "source"),
                task_id=task_id, weight=7, tier=Tier.OPTIONAL, position=0,
                drafted_by=marked("checkpoints", "drafted_by"),
            )
        )  # fmt: skip
        intake.response(
            Response(
                **words("responses", "id", "model", "text", "finish_reason"), task_id=task_id,
                prompt_tokens=77001, completion_tokens=77002, latency_ms=77003,
                created_at=NOW + timedelta(days=77),
            )
        )  # fmt: skip
        intake.judgment(
            Judgment(
                response_id=marked("responses", "id"), checkpoint_id=marked("checkpoints", "id"),
                expert_id="e", value=1, rationale=marked("judgments", "rationale"),
                evidence=(Quote(quote=marked("judgments", "evidence")),), note="zqnoteqz",
                status=JudgmentStatus.CONFIRMED, confirmed_by="f",
                judged_at=NOW + timedelta(days=99),
            )
        )  # fmt: skip
        intake.flush()
    return made


def text_in(place: Path) -> str:
    """All text of an export, what is packed as base64 unpacked."""
    paths = [place] if place.is_file() else [item for item in place.rglob("*") if item.is_file()]
    whole = "\n".join(path.read_bytes().decode("utf-8", "ignore") for path in paths)
    whole += "\n".join(map(rows_told, paths))
    packed = re.findall(r"[A-Za-z0-9+/]{60,}={0,2}", whole)
    return whole + "\n".join(
        base64.b64decode(item).decode("utf-8", "ignore") for item in packed if len(item) % 4 == 0
    )


@pytest.mark.parametrize(
    "wanted", [pytest.param(item, id=item.id) for item in BINARY if item.id != "dpo"]
)
def test_a_format_carries_what_it_is_said_to(tmp_path, wanted):
    """But for pairs, of which one response makes none."""
    with marked_project(tmp_path / "p.xpert", picture=wanted.id not in OF_TEXTS) as project:
        target = tmp_path / f"out{wanted.suffix}"
        export_foreign(project, wanted, target, now=NOW, allow_possible_keys=True)
        found = preview_foreign(project, wanted, now=NOW)
    text = text_in(target)
    tellable = {
        (kind, name): marked(kind, name)
        for kind, names in {
            "tasks": "id title domain category context materials deliverables reference_answer "
            "language tags",
            "checkpoints": "id text dimension",
            "responses": "id model text finish_reason",
            "judgments": "rationale evidence",
        }.items()
        for name in names.split()
    } | {
        ("responses", "prompt_tokens"): "77001",
        ("responses", "completion_tokens"): "77002",
        ("responses", "latency_ms"): "77003",
        ("responses", "created_at"): "2026-05-17",
        ("judgments", "judged_at"): "2026-06-08",
    }
    text = text.replace(str((NOW + timedelta(days=77)).timestamp()), "2026-05-17")
    told = {(item.kind, item.field): bool(item.out or item.pseudonymized) for item in found.fields}
    # The card of a data set tells its last date, whichever record that is of.
    shown = text.replace("First and last date in the data | 2026-05-17, 2026-06-08", "")
    for key, word in tellable.items():
        assert told[key] is (word in shown), key
    for kind, name in (("tasks", "extra"), ("checkpoints", "notes"), ("checkpoints", "drafted_by")):
        assert marked(kind, name) not in text
        if name != "drafted_by":
            assert told[kind, name] is False
    assert "zqnoteqz" not in text
    assert marked("tasks", "author_id") not in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Amara agrees.", {"person"}),
        ("see amara", {"person"}),
        ("DIALLO", set()),
        ("Amaranth and Diallos", set()),
        ("(Diallo)", {"person"}),
        ("张伟说可以", {"person"}),
        ("write to a.b+c@mail.example.org now", {"e-mail"}),
        ("a @ b. c@d", set()),
        ("Authorization: Bearer abcdef123456", {"key"}),
        ("sk-proj-abcdefgh1234", {"key"}),
        ("risk-free, task-based, a_b-c", set()),
        ("", set()),
    ],
)
def test_people_addresses_and_keys_are_found_in_texts(text, expected):
    watch = TextWatch([Person(id="amara", name="Amara Diallo"), Person(id="p7", name="张伟")])
    assert set(watch.found_in(text)) == expected


FRAGMENTS = st.sampled_from(
    ["sk", "-", "_", "proj", "abcdef123456", " ", ":", "=", "api", "key", "Bearer ", "x-api-key",
     "https://", "user:pass@", "host", "AKIA", "ABCDEFGHIJKL", "AIza", "eyJhbGciOi.", "hf", "ghp",
     "OPENAI_API_KEY", "?token=", '"', "Cookie", "basic "]
)  # fmt: skip


@given(st.lists(FRAGMENTS, max_size=6).map("".join))
def test_a_quick_look_for_keys_finds_what_a_thorough_one_finds(text):
    assert holds_key(text) == (redact(text) != text)


def test_without_people_nobody_is_found():
    assert list(TextWatch([]).found_in("Amara")) == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (jpeg_with(), {"author"}),
        (jpeg_with(place=True), {"author", "place"}),
        (office_by("Amara"), {"author"}),
        (office_by(""), set()),
        (b"%PDF-1.7\n1 0 obj <</Author (Amara) /Title (T)>>", {"author", "title"}),
        (b"%PDF-1.7\n<dc:creator><rdf:li>A</rdf:li></dc:creator>", {"author"}),
        (PIXEL, set()),
        (b"\xff\xd8\xff broken", set()),
        (b"PK\x03\x04 broken", set()),
        (b"plain text", set()),
        (b"", set()),
    ],
)
def test_files_are_asked_who_made_them(data, expected):
    assert set(metadata_in(data)) == expected


def test_a_project_full_of_traps_can_be_previewed(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as project:
        for wanted in BINARY:
            found = preview_foreign(project, wanted, now=NOW)
            json.dumps(found.to_dict())
        found = preview_bundle(project, PUBLIC, now=NOW, as_zip=True)
        json.dumps(found.to_dict())
    assert found.to_dict()["size"] == sum(file.size for file in found.files)
