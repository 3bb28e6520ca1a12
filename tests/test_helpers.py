"""What the tests themselves rest on: set-ups that are copied, samples, and the choice of quick runs."""

from __future__ import annotations

from itertools import chain

import pytest

from tests import built as building
from tests import mutants, quick, sampling, waiting
from tests.built import built
from tests.packs.web_pages import many_renders
from tests.process_state import changes, process_state
from tests.waiting import wait_until
from tests.workflow.studio import Studio
from xpert_studio.core.store import log, tasks
from xpert_studio.core.workflow import policies


def written(folder):
    (folder / "made.txt").write_text("made")
    calls.append(folder)
    return {"lines": 1}


calls: list[object] = []


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A place of its own for what is built."""
    monkeypatch.setattr(building, "_folder", lambda: tmp_path / "kept")
    building.PATCHES.remove(monkeypatch)
    (tmp_path / "kept").mkdir()
    calls.clear()
    yield tmp_path
    building.PATCHES.append(monkeypatch)


def test_what_is_built_is_built_once_and_copied(kept):
    for name in ("one", "other"):
        assert built("it", written).into(kept / name) == {"lines": 1}
        (kept / name / "made.txt").write_text("changed")
    assert len(calls) == 1
    built("something else", written)
    assert len(calls) == 2


def test_what_is_built_while_the_program_is_patched_is_not_kept(kept):
    with pytest.MonkeyPatch.context() as patch:
        building.PATCHES.append(patch)
        patch.setenv("XPERT_STUDIO_AS", "lena")
        built("it", written)
        built("it", written)
        patch.setattr(policies, "description_of", None)
        assert built("it", written).returned == {"lines": 1}
        built("other", written)
        building.PATCHES.remove(patch)
    built("other", written)
    assert len(calls) == 4


def test_a_studio_that_is_copied_is_the_one_that_took_the_steps(tmp_path):
    copied = Studio(tmp_path / "copied.xpert")
    ids = copied.answered("t1", models=("aurora",))
    led = Studio(tmp_path / "led.xpert").make()
    assert led.answered("t1", models=("aurora",)) == ids
    contents = []
    for studio in (copied, led):
        with studio.project.reading() as tx:
            rows = [entry.model_copy(update={"at": None}) for entry in log.all_entries(tx)]
            contents.append((rows, tasks.rubric_of(tx, "t1"), studio.new_id()))
        studio.project.close()
    assert contents[0] == contents[1]


def test_a_sample_is_the_same_each_time_and_everything_by_night(monkeypatch):
    cases = list(range(100))
    drawn = sampling.some(cases, 10, "a")
    assert drawn == sampling.some(cases, 10, "a") == sorted(drawn)
    assert len(set(drawn)) == 10
    assert drawn != sampling.some(cases, 10, "b")
    parts = [sampling.in_turn(cases, part, 3) for part in range(3)]
    assert sorted(chain(*parts)) == cases
    monkeypatch.setattr(sampling, "NIGHTLY", "1")
    assert sampling.some(cases, 10) == sampling.in_turn(cases, 1, 3) == cases
    assert sampling.many(3, by_night=9) == 9


def test_a_quick_run_begins_with_what_imports_the_change(monkeypatch):
    source = quick.ROOT / "xpert_studio" / "core" / "store" / "staleness.py"
    test = quick.ROOT / "tests" / "store" / "test_staleness.py"
    far = quick.nearest([source])
    assert far[test] == 1
    assert far[quick.ROOT / "tests" / "workflow" / "test_solo.py"] > 1
    assert quick.ROOT / "tests" / "documents" / "test_documents.py" not in far
    monkeypatch.setattr(quick, "durations", lambda: {"tests/workflow/test_solo.py": 10_000.0})
    found, of = quick.chosen([source])
    assert found[0].parent == test.parent
    assert 0 < len(found) < of
    assert quick.ROOT / "tests" / "workflow" / "test_solo.py" not in found
    assert quick.chosen([test])[0] == [test]
    of_layer, _ = quick.chosen([source], "lint")
    assert {path.parent.name for path in of_layer} == {"lint"}


def test_a_quick_run_has_the_tests_of_a_pack_and_of_what_is_no_code():
    graded = quick.ROOT / "xpert_studio" / "packs" / "graded" / "instrument.py"
    found = quick.nearest([graded])
    assert set(quick.files_of_tests("tests/packs/graded")) <= found.keys()
    sheet = quick.nearest([quick.ROOT / "resources" / "themes" / "style.qss"])
    assert quick.ROOT / "tests" / "desktop" / "test_accessibility_contrast.py" in sheet
    assert sheet[quick.ROOT / "tests" / "desktop" / "test_dressed.py"] > 1


def test_what_is_not_there_yet_is_waited_for(monkeypatch):
    found: list[str] = []
    asked = iter([None, found.append, found.append, found.append])
    wait_until(lambda: next(asked)("x") or len(found) > 2)
    assert found == ["x"] * 3
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    with pytest.raises(AssertionError, match="never came") as late:
        wait_until(lambda: found[3], "never came")
    assert isinstance(late.value.__cause__, IndexError)


def test_what_a_file_changes_of_the_process_is_found(tmp_path, monkeypatch):
    before = process_state()
    assert changes(before, process_state()) == []
    monkeypatch.chdir(tmp_path)
    with many_renders._orphans_are_ours():
        found = changes(before, process_state())
    assert len(found) == 2
    assert any(one.startswith("adopts orphans: False") for one in found)
    assert not any("orphans" in one for one in changes(before, process_state()))


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_changes_one_place_of_the_program(mutant):
    text = (mutants.ROOT / "xpert_studio" / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.right) == 1
    compile(text.replace(mutant.right, mutant.wrong), mutant.file, "exec")
