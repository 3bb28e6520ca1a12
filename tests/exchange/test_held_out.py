"""Nothing of a held-out task is in anything public but its hash, its category and group scores."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, records_of, refusal, rows_told, sound_bundle
from tests.sampling import examples
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import expect_bundle, expect_foreign
from xpert_studio.core.exchange.formats import FORMATS, export_foreign
from xpert_studio.core.exchange.held_out import FEWEST
from xpert_studio.core.exchange.preview import preview_bundle, preview_foreign
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import (
    Aspect,
    Attachment,
    Checkpoint,
    Comment,
    Judge,
    JudgeMode,
    Judgment,
    JudgmentStatus,
    Person,
    Response,
    Review,
    RubricRevision,
    Severity,
    Stage,
    Stratum,
    Subset,
    Task,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, entities, files
from xpert_studio.core.store import settings as project_settings
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

CATEGORIES = ("contracts", "torts")


def fill(project: ProjectFile, stages: dict[str, Stage | None], systems: int = 2) -> dict[str, str]:
    """Tasks with all that can belong to one, every text with the task's own mark in it.

    Returns:
        The hash of each task's own attachment.
    """
    attached = {}
    with project.writing() as tx:
        shared = files.put_blob(tx, b"for all of them")
        intake = Intake(tx)
        intake.person(Person(id="amara", name="Amara Diallo"))
        intake.judge(
            Judge(
                id="j", model="m", mode=JudgeMode.ANCHORED,
                anchors=tuple(f"resp-{name}-0" for name in stages),
            )
        )  # fmt: skip
        for number, (name, stage) in enumerate(stages.items()):
            intake.judge(Judge(id=f"only-{name}", model=f"judge of {name}"))
            attached[name] = files.put_blob(tx, f"file of {name}".encode())
            point = Checkpoint(
                task_id=name, id=f"point-{name}", text=f"checkpoint of {name}", weight=3,
                dimension=f"dimension of {name}", source=f"source of {name}",
            )  # fmt: skip
            intake.task(
                Task(
                    id=name, prompt=f"prompt of {name}", title=f"title of {name}", stage=stage,
                    domain=f"domain of {name}", category=CATEGORIES[number % 2],
                    reference_answer=f"reference of {name}", tags=(f"tag of {name}",),
                    attachments=(
                        Attachment(path=f"a/{name}.txt", media_type="text/plain", sha256=attached[name]),
                        Attachment(path="a/all.txt", media_type="text/plain", sha256=shared),
                    ),
                )
            )  # fmt: skip
            intake.checkpoint(point)
            intake.adder(RubricRevision)(
                RubricRevision(task_id=name, number=1, checkpoints=(point,))
            )
            intake.adder(Review)(
                Review(
                    task_id=name, revision=1, reviewer_id="amara", summary=f"summary of {name}",
                    started_at=NOW,
                )
            )  # fmt: skip
            intake.adder(Comment)(
                Comment(
                    id=f"remark-{name}", task_id=name, revision=1, author_id="amara",
                    text=f"remark of {name}", aspect=Aspect.OTHER, severity=Severity.COMMENT,
                    made_at=NOW,
                )
            )  # fmt: skip
            for system in range(systems):
                response_id = f"resp-{name}-{system}"
                intake.response(
                    Response(
                        id=response_id, task_id=name, model=f"system {system}",
                        text=f"response of {name}, {system}",
                    )
                )  # fmt: skip
                intake.judgment(
                    Judgment(
                        response_id=response_id, checkpoint_id=f"point-{name}", expert_id="amara",
                        value=system == 0, status=JudgmentStatus.CONFIRMED,
                        rationale=f"rationale of {name}",
                    )
                )  # fmt: skip
                for judge_id in ("j", f"only-{name}"):
                    intake.verdict(
                        Verdict(
                            response_id=response_id, checkpoint_id=f"point-{name}",
                            judge_id=judge_id, value=1, rationale=f"verdict of {name}",
                        )
                    )  # fmt: skip
        intake.flush()
        info = project_settings.project_info(tx)
        words = [f"of {name}" for name in stages]
        taxonomy = info.taxonomy.model_copy(
            update={
                "domains": tuple(f"domain {word}" for word in words),
                "dimensions": tuple(f"dimension {word}" for word in words),
                "descriptions": {f"dimension {word}": f"meaning {word}" for word in words},
            }
        )
        project_settings.put_project_info(tx, info.model_copy(update={"taxonomy": taxonomy}))
        entities.put(
            tx,
            Subset(
                name="gold", seed=1, task_ids=tuple(stages), sampled_by="amara", sampled_at=NOW,
                strata=tuple(
                    Stratum(domain=f"domain {word}", available=1, drawn=1) for word in words
                ),
            ),
        )  # fmt: skip
    return attached


def contents(place: Path) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of all files, unpacked."""
    if place.is_dir():
        for path in place.rglob("*"):
            yield path.relative_to(place).as_posix(), b""
            if path.is_file():
                yield from contents(path)
        return
    yield place.name, place.read_bytes()
    if zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist())
    yield place.name, rows_told(place).encode()


def everything_public(
    project: ProjectFile, place: Path, scope: ExportScope, held_out: frozenset[str]
):
    """Every public export there is; each as its folder or file."""
    for name in ("bundle", "bundle.zip"):
        export_bundle(
            project, place / name, visibility=Visibility.PUBLIC, now=NOW, scope=scope,
            held_out=held_out,
        )  # fmt: skip
        yield place / name
    without = ExportScope(scope.task_ids, scope.subset, held_out)
    for item in (item for item in FORMATS.values() if "binary" in item.instruments):
        path = place / f"{item.id}{item.suffix}"
        export_foreign(project, item, path, scope=without, now=NOW)
        yield path


@st.composite
def projects(draw) -> tuple[dict[str, Stage | None], frozenset[str]]:
    """Stages by task, and which tasks are held out; at least one that is ready is not."""
    count = draw(st.integers(2, 7))
    names = [f"mark{draw(st.integers(100, 999))}x{number}" for number in range(count)]
    held_out = draw(st.sets(st.sampled_from(names[1:]), min_size=1))
    stages = {
        name: draw(st.sampled_from([None, Stage.READY, Stage.RUBRIC, Stage.DISCARDED]))
        for name in names[1:]
    }
    return {names[0]: Stage.READY} | stages, frozenset(held_out)


@given(projects(), st.sampled_from([ExportScope(), ExportScope(subset="gold")]))
@examples(3, phases=(Phase.explicit, Phase.reuse, Phase.generate))  # an example takes seconds
def test_nothing_of_a_held_out_task_is_in_anything_public(made, scope):
    stages, held_out = made
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with new_project(place / "p.xpert", now=NOW) as project:
            attached = fill(project, stages)
            hashes = {task.id: task.content_hash for task in records_of(project)["tasks"]}
            ready = {name for name, stage in stages.items() if stage in {None, Stage.READY}}
            exported = list(everything_public(project, place, scope, held_out))
        for path in exported:
            assert any(min(ready - held_out).encode() in data for _, data in contents(path))
            for name, data in contents(path):
                for task_id in held_out | (stages.keys() - ready):
                    assert task_id.encode() not in data, (path, name)
                    assert task_id not in name
                    assert attached[task_id].encode() not in data
                    if not name.endswith((".zip", "manifest.json")):
                        assert hashes[task_id].encode() not in data
        manifest = json.loads((place / "bundle" / "manifest.json").read_text("utf-8"))
        assert [item["content_hash"] for item in manifest["held_out"]] == sorted(
            hashes[name] for name in held_out
        )
        assert {item["category"] for item in manifest["held_out"]} <= set(CATEGORIES)
        with new_project(place / "q.xpert", now=NOW) as second:
            report = import_bundle(second, place / "bundle", now=NOW)
            assert {task.id for task in records_of(second)["tasks"]} == ready - held_out
            (told,) = [text for text in report.warnings if "held out" in text]
            assert str(len(held_out)) in told


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def manifest_of(project: ProjectFile, place: Path, **options: Any) -> dict[str, Any]:
    options.setdefault("visibility", Visibility.PUBLIC)
    export_bundle(project, place, now=NOW, **options)
    return json.loads((place / "manifest.json").read_text("utf-8"))


def test_scores_stand_only_on_five_held_out_tasks_or_more(project, tmp_path):
    fill(project, {f"t{number}": None for number in range(2 * FEWEST + 1)})
    four = frozenset(f"t{number}" for number in range(0, 8, 2))
    assert "held_out_scores" not in manifest_of(project, tmp_path / "four", held_out=four)
    nine = four | {"t8"} | {"t1", "t3", "t5", "t7"}
    scores = manifest_of(project, tmp_path / "nine", held_out=nine)["held_out_scores"]
    # Judge j was shown the responses of system 0; the judges of single tasks are not exported.
    assert scores == [
        {"system": "system 0", "category": "contracts", "kind": "expert", "tasks": 5, "score": 1.0},
        {"system": "system 1", "category": "contracts", "kind": "expert", "tasks": 5, "score": 0.0},
        {
            "system": "system 1", "category": "contracts", "kind": "judge", "judge_id": "j",
            "tasks": 5, "score": 1.0,
        },
    ]  # fmt: skip


def test_responses_that_are_judged_in_part_count_in_no_score(project, tmp_path):
    fill(project, {f"t{number}": None for number in range(2 * FEWEST + 1)})
    five = frozenset(f"t{number}" for number in range(0, 2 * FEWEST, 2))
    assert manifest_of(project, tmp_path / "whole", held_out=five)["held_out_scores"]
    with project.writing() as tx:
        intake = Intake(tx)
        open_ = Checkpoint(task_id="t0", id="more", text="Undecided.", weight=1, position=1)
        intake.checkpoint(open_)
        intake.flush()
    assert "held_out_scores" not in manifest_of(project, tmp_path / "part", held_out=five)


def test_what_was_held_out_stays_known_from_bundle_to_bundle(project, tmp_path):
    fill(project, {"t0": None, "t1": None, "t2": None})
    first = manifest_of(project, tmp_path / "a", held_out=frozenset({"t1", "t2"}))
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "a", now=NOW)
        private = manifest_of(second, tmp_path / "b", visibility=Visibility.PRIVATE)
        public = manifest_of(second, tmp_path / "c")
        assert private["held_out"] == public["held_out"] == first["held_out"]
        again = import_bundle(second, tmp_path / "a", now=NOW)
        assert not any(again.added.values())
    assert "held_out" not in manifest_of(project, tmp_path / "d")
    (left,) = manifest_of(project, tmp_path / "e", held_out=frozenset({"t2"}))["held_out"]
    assert left in first["held_out"]


@pytest.mark.parametrize(
    "stated", ["x", {}, [1], [{}], [{"content_hash": "x"}], [{"content_hash": "0" * 64, "category": 1}]]
)  # fmt: skip
def test_a_manifest_that_states_it_otherwise_is_refused(project, tmp_path, stated):
    source = sound_bundle(tmp_path / "b")
    manifest = {"format": "xpert-bundle", "format_version": 1, "held_out": stated}
    (source / "manifest.json").write_text(json.dumps(manifest))
    assert refusal(project, source)[0].field.startswith("held_out")


def test_keys_that_nobody_knows_are_kept_here_and_not_published(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    entry = {"content_hash": "0" * 64, "category": "law", "phone": "12345"}
    manifest = {"format": "xpert-bundle", "format_version": 1, "held_out": [entry]}
    (source / "manifest.json").write_text(json.dumps(manifest))
    import_bundle(project, source, now=NOW)
    kept = manifest_of(project, tmp_path / "c", visibility=Visibility.PRIVATE)["held_out"]
    assert kept == [entry]
    told = manifest_of(project, tmp_path / "d")["held_out"]
    assert told == [{"content_hash": "0" * 64, "category": "law"}]


def test_a_public_bundle_holds_ready_tasks_unless_all_are_asked_for(project, tmp_path):
    fill(project, {"t0": None, "t1": Stage.RUBRIC, "t2": Stage.DISCARDED})
    assert manifest_of(project, tmp_path / "a")["counts"]["tasks"] == 1
    assert manifest_of(project, tmp_path / "b", all_stages=True)["counts"]["tasks"] == 3
    private = manifest_of(project, tmp_path / "c", visibility=Visibility.PRIVATE)
    assert private["counts"]["tasks"] == 3
    told = preview_bundle(project, BundleOptions(Visibility.PUBLIC), now=NOW).warnings
    assert any(text.startswith("Excluded: 2 tasks that are not ready") for text in told)
    for scope, why in (
        (ExportScope(frozenset({"t0", "t1"})), "Not ready to be judged: t1"),
        (ExportScope(frozenset({"t1"})), "Not ready to be judged: t1"),
    ):
        with pytest.raises(UsageError, match=why):
            manifest_of(project, tmp_path / "d", scope=scope)
    with pytest.raises(UsageError, match="No task that was chosen is ready"):
        manifest_of(project, tmp_path / "d", held_out=frozenset({"t0"}))
    with pytest.raises(UsageError, match="Every task that was chosen is held out"):
        manifest_of(project, tmp_path / "d", held_out=frozenset({"t0", "t1", "t2"}))
    with pytest.raises(NotFoundError, match="t1 cannot be held out"):
        manifest_of(
            project,
            tmp_path / "d",
            scope=ExportScope(frozenset({"t0"})),
            held_out=frozenset({"t1"}),
        )
    assert not (tmp_path / "d").exists()


def test_previews_count_as_the_exports_do(project, tmp_path):
    fill(project, {"t0": None, "t1": None, "t2": Stage.RUBRIC})
    options = BundleOptions(Visibility.PUBLIC, held_out=frozenset({"t1"}))
    told = expect_bundle(project, options)
    assert told == {
        "tasks": 1, "checkpoints": 1, "responses": 2, "judgments": 2, "judges": 2, "verdicts": 4,
    }  # fmt: skip
    report = export_bundle(
        project, tmp_path / "b", visibility=Visibility.PUBLIC, now=NOW, held_out=options.held_out
    )
    assert told == {key: count for key, count in report.rows.items() if key != "attachments"}
    found = preview_bundle(project, options, now=NOW)
    assert {item.kind: item.out for item in found.rows if item.out} == told
    assert b"t1" not in json.dumps(found.to_dict()["sample"]).encode()
    scope = ExportScope(held_out=frozenset({"t1"}))
    assert expect_foreign(project, scope)["tasks"] == 1
    shown = preview_foreign(project, next(iter(FORMATS.values())), scope=scope, now=NOW)
    assert next(item.out for item in shown.rows if item.kind == "tasks") == 1
