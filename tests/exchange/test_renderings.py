"""Pictures of attached files in bundles: they go where the files go, and come in as they went out."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from tests.built import built_project
from tests.documents_made import pdf
from tests.exchange.bundles_help import png
from tests.exchange.conftest import ANSWER, NOW, TASK, places, refusal, sound_bundle
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import Visibility, bytes_hash
from xpert_studio.core.store import ProjectFile, check_file, entities, files, renderings
from xpert_studio.core.workflow import CommandContext, new_project
from xpert_studio.core.workflow.media import attached_to, render_files, unrendered

ONE, TWO = pdf("Clause 9", "Clause 10"), pdf("")


def attached(data: bytes, name: str) -> dict[str, object]:
    return {
        "path": f"attachments/{name}",
        "media_type": "application/pdf",
        "sha256": bytes_hash(data),
    }


@built_project
def rendered_project(path):
    """A project with two files of which pictures are kept."""
    other = {"id": "t2", "prompt": "Do that."}
    bundle = sound_bundle(
        path.with_name("made"),
        tasks=[TASK | {"attachments": [attached(ONE, "one.pdf")]}, other],
        responses=[ANSWER, {**ANSWER, "id": "r2", "task_id": "t2",
                            "attachments": [attached(TWO, "two.pdf")]}],
    )  # fmt: skip
    (bundle / "attachments").mkdir()
    for name, data in (("one.pdf", ONE), ("two.pdf", TWO)):
        (bundle / "attachments" / name).write_bytes(data)
    made = new_project(path, now=NOW)
    import_bundle(made, bundle, now=NOW)
    with made.reading() as tx:
        wanted = unrendered(tx, attached_to(tx))
    render_files(CommandContext(made, "", lambda: NOW), wanted)
    return made


@pytest.fixture
def project(tmp_path):
    with rendered_project(tmp_path / "p.xpert") as made:
        yield made


def kept(project: ProjectFile):
    """What is kept, with the bytes of all pictures."""
    with project.reading() as tx:
        found = renderings.all_renderings(tx)
        data = {
            one.sha256: files.get_blob(tx, one.sha256)
            for each in found.values()
            for one in each.pictures
        }
    return found, data


def exported(project, target, visibility=Visibility.PRIVATE, **options):
    export_bundle(project, target, visibility=visibility, now=NOW, **options)
    return target


def imported(tmp_path, bundle, name="q"):
    with new_project(tmp_path / f"{name}.xpert", now=NOW) as made:
        import_bundle(made, bundle, now=NOW)
        found = kept(made)
    assert check_file(tmp_path / f"{name}.xpert").problems == ()
    return found


@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("target", ["folder", "one.zip"])
def test_a_bundle_carries_them_and_gives_equal_bytes_again(project, tmp_path, visibility, target):
    bundle = exported(project, tmp_path / target, visibility, all_stages=True)
    assert imported(tmp_path, bundle) == kept(project)
    if bundle.is_dir():
        with ProjectFile.open(tmp_path / "q.xpert") as other:
            again = exported(other, tmp_path / "again", visibility, all_stages=True)
        names = ["renderings.jsonl", "attachments"]
        for name in names:
            one, two = bundle / name, again / name
            if one.is_dir():
                assert {p.name: p.read_bytes() for p in one.iterdir()} == {
                    p.name: p.read_bytes() for p in two.iterdir()
                }
            else:
                assert one.read_bytes() == two.read_bytes()
        assert json.loads((bundle / "manifest.json").read_text())["format_version"] == 2


def test_a_part_of_the_project_holds_the_pictures_of_its_files_only(project, tmp_path):
    bundle = exported(project, tmp_path / "part", scope=ExportScope(task_ids=frozenset({"t2"})))
    found, data = imported(tmp_path, bundle)
    assert list(found) == [bytes_hash(TWO)]
    assert {path.name for path in (bundle / "attachments").iterdir()} == {
        "two.pdf", *(f"{sha256}.png" for sha256 in data),
    }  # fmt: skip


def test_a_project_without_pictures_is_written_as_before(tmp_path):
    bundle = sound_bundle(tmp_path / "made")
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        import_bundle(made, bundle, now=NOW)
        out = exported(made, tmp_path / "out")
    assert json.loads((out / "manifest.json").read_text())["format_version"] == 1
    assert not (out / "renderings.jsonl").exists()


def test_pictures_that_are_there_stay_whatever_a_bundle_holds(project, tmp_path):
    bundle = exported(project, tmp_path / "out")
    before = kept(project)
    with project.writing() as tx:
        for one in before[0].values():
            entities.put(tx, one.model_copy(update={"version": "another"}))
    now = kept(project)
    import_bundle(project, bundle, now=NOW)
    assert kept(project) == now


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pictures": [{"sha256": "0" * 64, "label": {"template": "page"}}]}, "attachments"),
        ({"gaps": [{"what": "x", "where": {"template": "{n:>999999999}", "values": {"n": 1}}}]},
         "gaps.0.where"),
        ({"failure": {"template": "{n.real}", "values": {"n": 1}}}, "failure"),
        ({"failure": {"template": "{n", "values": {"n": 1}}}, "failure"),
        ({"sha256": "no"}, "sha256"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_is_named(project, tmp_path, change, field):
    bundle = exported(project, tmp_path / "out")
    row = json.loads((bundle / "renderings.jsonl").read_text().splitlines()[0]) | change
    del row["content_hash"]
    (bundle / "renderings.jsonl").write_text(json.dumps(row) + "\n")
    (bundle / "manifest.json").unlink()
    with new_project(tmp_path / "q.xpert", now=NOW) as made:
        problems = refusal(made, bundle)
    assert any(field in found for _, _, found in places(problems)), problems


def of_kind(kind: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(made, kind)
    return made.getvalue()


HOSTILE = {
    "a bomb": png(20_000, 20_000),
    "just too many pixels": png(4_000, 2_001),
    "too many bytes": png(40, 20) + b"\0" * 16 * 1024 * 1024,
    "no pixels": png(0, 20),
    "another format": of_kind("TIFF"),
    "a JPEG": of_kind("JPEG"),
    "a signature": png(40, 20)[:20],
    "nothing": b"",
}


def with_picture(bundle, data: bytes) -> None:
    """Has the first rendering of a bundle name another picture."""
    rows = [json.loads(row) for row in (bundle / "renderings.jsonl").read_text().splitlines()]
    rows[0]["pictures"] = [{"sha256": bytes_hash(data), "label": {"template": "page"}}]
    for row in rows:
        del row["content_hash"]
    (bundle / "renderings.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (bundle / "attachments" / f"{bytes_hash(data)}.png").write_bytes(data)
    (bundle / "manifest.json").unlink()


@pytest.mark.parametrize("name", HOSTILE)
def test_pictures_that_may_not_be_decoded_are_left_out_and_can_be_made(project, tmp_path, name):
    bundle = exported(project, tmp_path / "out")
    before = kept(project)[0]
    with_picture(bundle, HOSTILE[name])
    first, *others = before
    with new_project(tmp_path / "q.xpert", now=NOW) as made:
        report = import_bundle(made, bundle, now=NOW)
        assert list(kept(made)[0]) == others
        (told,) = [one for one in report.warnings if "were left out" in one]
        names = {bytes_hash(ONE): "one.pdf", bytes_hash(TWO): "two.pdf"}
        assert names[first] in told and "8 megapixels and 16 MB" in told
        assert report.added["renderings"] == len(others)
        with made.reading() as tx:
            wanted = unrendered(tx, attached_to(tx))
        render_files(CommandContext(made, "", lambda: NOW), wanted)
        assert kept(made)[0] == before
    assert check_file(tmp_path / "q.xpert").problems == ()


def test_a_picture_of_eight_megapixels_is_taken(project, tmp_path):
    bundle = exported(project, tmp_path / "out")
    with_picture(bundle, png(4_000, 2_000))
    found, _ = imported(tmp_path, bundle)
    assert len(found) == 2
