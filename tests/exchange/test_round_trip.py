"""What goes into a bundle comes out of it: every record, every byte; and what must stay in stays."""

from __future__ import annotations

import gc
import json
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.store.conftest import fill
from xpert_studio.core import atomic_files
from xpert_studio.core.cell_texts import guarded, unguarded
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.exchange import export_bundle, export_table, import_bundle
from xpert_studio.core.exchange.table_cells import write_xlsx
from xpert_studio.core.exchange.table_import import import_table
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    JudgeMode,
    JudgeSettings,
    Judgment,
    JudgmentStatus,
    Person,
    Quote,
    RatingState,
    Response,
    ResponseRole,
    Role,
    Stage,
    Task,
    Tier,
    Triage,
    Usage,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import judges, judgments, people, responses, tasks, verdicts
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
WORDS = TEXT.filter(str.strip)
EXTRA = st.dictionaries(
    WORDS.map(lambda key: f"x_{key}"),
    TEXT | st.integers(-9, 9) | st.lists(st.booleans()),
    max_size=2,
)
TIMES = st.none() | st.datetimes(datetime(1990, 1, 1), datetime(2025, 1, 1), timezones=st.just(UTC))
QUOTES = st.lists(
    st.builds(
        Quote,
        quote=TEXT,
        start=st.none() | st.integers(0, 9),
        verified=st.none() | st.booleans(),
        extra=EXTRA,
    ),
    max_size=2,
).map(tuple)

TRIAGE = st.builds(
    Triage,
    **dict.fromkeys(
        ("challenging", "typical", "definable", "objective", "examined"), st.booleans()
    ),
    reason=st.none() | TEXT,
)


def all_of(project):
    with project.reading() as tx:
        return (
            people.all_people(tx), tasks.all_tasks(tx), list(tasks.all_checkpoints(tx)),
            list(responses.all_responses(tx)), list(judgments.all_judgments(tx)),
            judges.all_judges(tx), list(verdicts.all_verdicts(tx)),
        )  # fmt: skip


@st.composite
def contents(draw):
    task = draw(st.builds(
        Task, id=st.just("t"), prompt=WORDS, title=st.none() | TEXT, language=st.none() | TEXT,
        context=st.none() | TEXT, stage=st.none() | st.sampled_from(Stage), extra=EXTRA,
        tags=st.lists(TEXT, max_size=2).map(tuple), reference_answer=st.none() | TEXT,
        self_accepted=st.booleans(), triage=st.none() | TRIAGE,
    ))  # fmt: skip
    points = [
        draw(st.builds(
            Checkpoint, task_id=st.just("t"), id=st.just(f"c{n}"), text=WORDS, extra=EXTRA,
            weight=st.integers(1, 10), tier=st.none() | st.sampled_from(Tier),
            position=st.none() | st.integers(0, 5), notes=st.none() | TEXT,
            revision=st.none() | st.integers(0, 3), dimension=st.none() | TEXT,
        ))
        for n in range(2)
    ]  # fmt: skip
    response = draw(st.builds(
        Response, id=st.just("r"), task_id=st.just("t"), model=WORDS, text=TEXT, extra=EXTRA,
        role=st.sampled_from(ResponseRole), latency_ms=st.none() | st.floats(0, 1e6) | st.integers(0, 9),
        created_at=TIMES, prompt_tokens=st.none() | st.integers(0, 99),
    ))  # fmt: skip
    judgment = draw(st.builds(
        Judgment, response_id=st.just("r"), checkpoint_id=st.just("c0"), expert_id=st.just("e"),
        value=st.booleans(), rationale=st.none() | TEXT, evidence=QUOTES, note=st.none() | TEXT,
        status=st.sampled_from([*JudgmentStatus][1:]), judged_at=TIMES, extra=EXTRA,
        unblinded=st.booleans(), self_adjudicated=st.booleans(),
    ))  # fmt: skip
    judge = draw(st.builds(
        Judge, id=st.just("j"), provider=st.none() | WORDS, mode=st.sampled_from(JudgeMode),
        parameters=st.dictionaries(TEXT, st.floats(0, 2) | TEXT | st.none(), max_size=2),
        anchors=st.sampled_from([(), ("r",)]), extra=EXTRA,
        settings=st.none() | st.builds(JudgeSettings, chunk_size=st.integers(0, 3)),
    ))  # fmt: skip
    state = draw(st.sampled_from([RatingState.OK, RatingState.INVALID, RatingState.ERROR]))
    met = draw(st.booleans()) if state is RatingState.OK else None
    verdict = draw(st.builds(
        Verdict, response_id=st.just("r"), checkpoint_id=st.just("c1"), judge_id=st.just("j"),
        value=st.just(met), state=st.just(state), trial=st.integers(1, 3), evidence=QUOTES,
        rationale=st.none() | TEXT, judged_at=TIMES, problem=st.none() | TEXT, extra=EXTRA,
        usage=st.none() | st.builds(Usage, input_tokens=st.none() | st.integers(0, 9), extra=EXTRA),
        flags=st.lists(TEXT, max_size=2).map(tuple),
    ))  # fmt: skip
    person = draw(st.builds(
        Person, id=st.just("e"), name=st.none() | TEXT, extra=EXTRA,
        roles=st.lists(st.sampled_from(Role), max_size=2).map(tuple),
    ))  # fmt: skip
    return task, points, response, judgment, judge, verdict, person


def put(project, drawn) -> None:
    task, points, response, judgment, judge, verdict, person = drawn
    with project.writing() as tx:
        intake = Intake(tx)
        intake.person(person)
        intake.task(task)
        for point in points:
            intake.checkpoint(point)
        intake.response(response)
        intake.judge(judge)
        intake.judgment(judgment)
        intake.verdict(verdict)
        intake.flush()


@examples(16, by_night=300)
@given(contents(), st.booleans())
def test_a_bundle_gives_back_every_record_and_every_byte(tmp_path, drawn, as_zip):
    folder = tmp_path / "law"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    one, two = (folder / (f"{name}.zip" if as_zip else name) for name in ("one", "two"))
    with new_project(folder / "p.xpert", now=NOW) as first:
        put(first, drawn)
        export_bundle(first, one, visibility=Visibility.PRIVATE, now=NOW)
        with new_project(folder / "q.xpert", now=NOW) as second:
            import_bundle(second, one, now=NOW)
            assert all_of(second) == all_of(first)
            export_bundle(second, two, visibility=Visibility.PRIVATE, now=NOW)
    if as_zip:
        assert one.read_bytes() == two.read_bytes()
    else:
        files = sorted(path.name for path in one.iterdir())
        assert files == sorted(path.name for path in two.iterdir())
        assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files)


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        fill(made)
        yield made


def test_attachments_and_unknown_files_travel_along(project, tmp_path):
    export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)
    (tmp_path / "b" / "more.bin").write_bytes(b"\x00\x01")
    (tmp_path / "b" / "manifest.json").unlink()
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        report = import_bundle(second, tmp_path / "b", now=NOW)
        assert report.added["attachments"] == 1
        export_bundle(second, tmp_path / "c.zip", visibility=Visibility.PRIVATE, now=NOW)
    with zipfile.ZipFile(tmp_path / "c.zip") as archive:
        assert archive.read("more.bin") == b"\x00\x01"
        assert any(name.startswith("attachments/") for name in archive.namelist())


def test_a_tampered_row_is_refused_by_name(project, tmp_path):
    export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)
    (tmp_path / "b" / "manifest.json").unlink()
    path = tmp_path / "b" / "tasks.jsonl"
    path.write_text(
        path.read_text(encoding="utf-8").replace("Do it.", "Do that."), encoding="utf-8"
    )
    with (
        new_project(tmp_path / "q.xpert", now=NOW) as second,
        pytest.raises(Exception, match="refused") as refused,
    ):
        import_bundle(second, tmp_path / "b", now=NOW)
    assert refused.value.problems[0].field == "content_hash"
    assert refused.value.problems[0].place == "row 2"


def test_a_public_bundle_names_nobody(project, tmp_path):
    with project.writing() as tx:
        intake = Intake(tx)
        intake.judgment(
            Judgment(
                response_id="r1", checkpoint_id="c2", expert_id="amara", value=0,
                note="call me: amara@example.org", confirmed_by="okafor", extra={"phone": "12345"},
            )
        )  # fmt: skip
        intake.flush()
    export_bundle(project, tmp_path / "b", visibility=Visibility.PUBLIC, now=NOW)
    content = b"".join(path.read_bytes() for path in sorted((tmp_path / "b").glob("*.*")))
    for secret in (b"amara", b"Amara", b"okafor", b"example.org", b"12345", b"unknown"):
        assert secret not in content.replace(b'"license": "unknown"', b"").replace(
            b'license: "unknown"', b""
        )
    assert project.info().canary.encode() in content
    rows = [json.loads(line) for line in (tmp_path / "b" / "judgments.jsonl").open()]
    assert len({row["expert_id"] for row in rows}) == 1


def test_held_out_tasks_go_without_what_was_asked(project, tmp_path):
    export_bundle(
        project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW,
        held_out=frozenset({"t1"}), without_rubrics=True,
    )  # fmt: skip
    names = {path.name for path in (tmp_path / "b").iterdir()}
    assert "checkpoints.jsonl" not in names
    assert "judgments.jsonl" not in names
    assert "verdicts.jsonl" not in names
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "b", now=NOW)


@given(TEXT)
def test_a_guarded_text_is_no_formula_and_comes_back(text):
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
@pytest.mark.parametrize(
    "rationale", ["=1+1", "+x", "-y", "@z", "\tt", "'quoted", "'=x", "是，\n对"]
)
def test_dangerous_cells_come_back_as_they_were(tmp_path, name, rationale):
    with new_project(tmp_path / "p.xpert", now=NOW) as first:
        fill(first)
        with first.writing() as tx:
            intake = Intake(tx)
            intake.judge(Judge(id="k"))
            verdict = Verdict(
                response_id="r1", checkpoint_id="c1", judge_id="k", value=1, rationale=rationale
            )
            intake.verdict(verdict)
            intake.flush()
        export_table(first, tmp_path / name)
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        fill(second)
        with second.writing() as tx:
            tx.connection.exec_driver_sql("DELETE FROM verdict")
            tx.connection.exec_driver_sql("DELETE FROM judgment")
        import_table(second, tmp_path / name, now=NOW)
        with second.reading() as tx:
            (found,) = verdicts.all_verdicts(tx, judge_id="k")
    assert found.rationale == rationale


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_workbook_on_a_full_disk_fails_once_and_quietly(monkeypatch):
    loud: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", loud.append)
    rows = [("task", "text"), *((str(number), "x" * 900) for number in range(2000))]
    with pytest.raises(OSError, match="No space left"):
        write_xlsx(Path("/dev/full"), rows)
    gc.collect()
    assert not loud


def test_a_bundle_that_cannot_take_its_place_leaves_the_earlier_one(project, tmp_path, monkeypatch):
    target = tmp_path / "out"
    export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW)
    before = {path.name: path.read_bytes() for path in target.glob("*.*")}
    rename = Path.rename

    def failing(path, to):
        if path.name.endswith(".part"):
            raise OSError(28, "No space left on device")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", failing)
    # As on a disk that cannot let two folders change names in one step.
    monkeypatch.setattr(atomic_files, "_exchanged", lambda *_: False)
    with pytest.raises(XpertError, match="No space left"):
        export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW, replace=True)
    assert {path.name: path.read_bytes() for path in target.glob("*.*")} == before
    assert not list(tmp_path.glob(".out*"))


def test_a_folder_with_files_of_somebodys_own_is_not_replaced(project, tmp_path):
    target = tmp_path / "out"
    export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW)
    (target / "attachments").mkdir(exist_ok=True)
    own = [target / "notes.md", target / "attachments" / "mine.txt"]
    for path in own:
        path.write_text("Mine.")
    with pytest.raises(UsageError, match=r"attachments/mine\.txt, notes\.md"):
        export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW, replace=True)
    assert [path.read_text() for path in own] == ["Mine."] * 2
    for path in own:
        path.unlink()
    export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW, replace=True)
    (target / "manifest.json").write_text("[")
    with pytest.raises(UsageError, match="is not a bundle"):
        export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW, replace=True)
