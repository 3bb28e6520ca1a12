"""Quality of experts over time, the floor, and exclusion with what it makes stale."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import xpert
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.store import judgments, tasks
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import exclude_expert, include_expert, override, spend_time
from xpert_studio.core.workflow import undo as undo_change
from xpert_studio.packs.qualification.against_gold import GoldLine
from xpert_studio.packs.qualification.examining import set_rules
from xpert_studio.packs.qualification.quality import AgainstFloor, quality_in

__all__ = ["xpert"]
TASKS = ("t1", "t2", "t3", "t4")


@pytest.fixture
def judged(tmp_path):
    """Maria and Ada judged a response to each of four tasks; Omar overrode one of Maria's each."""
    studio = Studio(tmp_path / "q.xpert")
    from xpert_studio.core.workflow import set_policies

    set_policies(studio.lena, max_tasks_per_expert=9)
    for task in TASKS:
        (response,) = studio.answered(task, ("aurora",))
        studio.judged(response, "maria")
        studio.judged(response, "ada")
        with studio.project.reading() as tx:
            point = tasks.rubric_of(tx, task)[0].id
        override(studio.omar, response, "maria", point, value=0, note="It does not.")
        confirm(studio.omar, response, "maria")
    yield studio
    studio.project.close()


def quality(studio):
    with studio.project.reading() as tx:
        return {one.person.id: one for one in quality_in(tx)}


def test_overrides_and_agreement_are_shares_with_n_and_an_interval_over_tasks(judged):
    found = quality(judged)
    maria, ada = found["maria"], found["ada"]
    assert maria.overridden.value == pytest.approx(1 / 3)
    assert (maria.overridden.n, maria.overridden.tasks) == (12, 4)
    assert maria.gold.value == pytest.approx(2 / 3)
    assert ada.gold.value == pytest.approx(2 / 3), "against the gold of another expert"
    assert ada.overridden.value is None, "nothing of hers was adjudicated"
    assert (maria.others.value, maria.others.n) == (1.0, 12)
    assert maria.drift is not None and maria.drift.value == pytest.approx(0.0)
    assert found["wei"].returned == (0, 8)


def test_the_floor_asks_for_enough_decisions_and_a_whole_interval(judged):
    assert quality(judged)["maria"].state is AgainstFloor.TOO_FEW
    set_rules(judged.lena, quality_decisions=10, quality_floor=0.5)
    assert quality(judged)["maria"].state in {AgainstFloor.ABOVE, AgainstFloor.TOO_FEW}
    with pytest.raises(NotAllowedError):
        set_rules(judged.omar, quality_floor=0.1)
    with pytest.raises(UsageError):
        set_rules(judged.lena, quality_floor=1.5)


def test_time_is_the_median_over_forms(judged):
    from xpert_studio.core.records import OpenForm
    from xpert_studio.core.store import entities

    with judged.project.writing() as tx:
        for place, form in enumerate(entities.find_all(tx, OpenForm, expert_id="maria")):
            entities.put(tx, form.model_copy(update={"seconds": 30.0 * (place + 1)}))
    assert quality(judged)["maria"].seconds == (25.0, 4)
    assert spend_time is not None


def test_an_excluded_expert_counts_nowhere_and_what_that_makes_stale_is_recorded(judged):
    with judged.project.reading() as tx:
        assert {one.rater for one in read_frames(tx, judge_ids=(), gold_only=False).experts} == {
            "maria", "ada",
        }  # fmt: skip
        rows = judgments.gold_rows(tx)
    exclude_expert(judged.lena, "maria", reason="Did not read.")
    with judged.project.reading() as tx:
        assert {one.rater for one in read_frames(tx, judge_ids=(), gold_only=False).experts} == {
            "ada"
        }
        assert rows and not judgments.gold_rows(tx), "certificates are bound to these rows"
        assert not judgments.forms(tx, gold_only=True), "and anchors are made of these forms"
    (held,) = judged.project.info().excluded_experts
    assert (held.expert, held.judgments, held.gold_forms) == ("maria", 12, 4)
    with pytest.raises(UsageError, match="excluded already"):
        exclude_expert(judged.lena, "maria", reason="Again.")
    include_expert(judged.lena, "maria")
    with judged.project.reading() as tx:
        assert judgments.gold_rows(tx) == rows
    undo_change(judged.lena)
    assert [one.expert for one in judged.project.info().excluded_experts] == ["maria"]


@pytest.mark.parametrize("who", ["omar", "maria", "wei"])
def test_only_a_lead_excludes_and_never_themselves(judged, who):
    with pytest.raises(NotAllowedError):
        exclude_expert(judged.ctx(who), "ada", reason="No.")
    with pytest.raises(NotAllowedError):
        exclude_expert(judged.lena, "lena", reason="No.")
    with pytest.raises(UsageError):
        exclude_expert(judged.lena, "ada", reason=" ")


def test_bundles_keep_an_exclusion_and_public_ones_hold_none_of_their_judgments(judged, xpert):
    exclude_expert(judged.lena, "maria", reason="Did not read.")
    judged.project.close()
    assert xpert("export", "q.xpert", "q.zip", "--as", "lena").code == 0
    assert xpert("import", "back.xpert", "q.zip", "--new", "--as", "lena").code == 0
    from xpert_studio.core.store import ProjectFile

    with ProjectFile.open(Path("back.xpert")) as back:
        assert [one.expert for one in back.info().excluded_experts] == ["maria"]
    said = xpert("export", "q.xpert", "public.zip", "--public", "--as", "lena")
    assert said.code == 0, said.err
    with zipfile.ZipFile("public.zip") as bundle:
        manifest = json.loads(bundle.read("manifest.json"))
        rows = bundle.read("judgments.jsonl").decode().splitlines()
    assert "excluded_experts" not in manifest
    assert len(rows) == 12, "Ada's alone"


def test_by_the_command_line_and_in_reports(judged, xpert):
    exclude_expert(judged.lena, "ada", reason="Did not read.")
    judged.project.close()
    found = xpert("exam", "quality", "q.xpert", "--as", "lena", "--json").json
    assert {one["person"] for one in found["experts"]} == {"maria", "ada", "wei"}
    assert "excluded" in xpert("exam", "quality", "q.xpert", "--as", "lena").out
    assert xpert("exam", "quality", "q.xpert", "--as", "wei").code != 0
    assert xpert("report", "q.xpert", "q.html", "--as", "lena").code == 0
    assert "Quality of experts" in Path("q.html").read_text(encoding="utf-8")


def test_what_gold_takes_off_is_missed_and_what_the_person_takes_off_is_invented():
    lines = {
        (own, gold): GoldLine("r", "t", None, own, gold)
        for own in (0.0, 1.0, None)
        for gold in (0.0, 1.0)
    }
    assert [place for place, line in lines.items() if line.is_missed] == [(1.0, 0.0)]
    assert [place for place, line in lines.items() if line.is_invented] == [(0.0, 1.0)]
