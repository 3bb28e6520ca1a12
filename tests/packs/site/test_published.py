"""A site holds what a public bundle holds, and nothing that such a bundle keeps back."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, given

from tests.exchange.conftest import NOW, sound_bundle
from tests.exchange.test_held_out import fill, projects
from tests.packs.site.sites import data_in, told_in, written
from tests.sampling import examples
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.records import ExcludedExpert, Stage, Visibility
from xpert_studio.core.store import settings
from xpert_studio.core.workflow import new_project

SECRET = "canaryX"


@given(projects())
@examples(3, phases=(Phase.explicit, Phase.reuse, Phase.generate))  # an example takes seconds
def test_nothing_of_a_held_out_or_unready_task_stands_on_a_site(made):
    stages, held_out = made
    ready = {name for name, stage in stages.items() if stage in {None, Stage.READY}}
    with tempfile.TemporaryDirectory() as folder:
        with new_project(Path(folder) / "p.xpert", now=NOW) as project:
            fill(project, stages)
            written(project, Path(folder) / "site", held_out=held_out)
        told = told_in(Path(folder) / "site")
        for name in ready - held_out:
            for kind in ("prompt", "reference", "response", "rationale", "verdict", "checkpoint"):
                assert f"{kind} of {name}" in told
        for name in held_out | (stages.keys() - ready):
            assert name not in told
        site = data_in(Path(folder) / "site")["site"]
        assert site["held_out"] == len(held_out)
        assert site["counts"]["tasks"] == len(ready - held_out)


def hidden(kind: str) -> str:
    return f"{SECRET}-{kind}"


def whole_bundle(folder: Path) -> Path:
    """Every field that a record has, the private ones with a mark."""
    person = {
        "name": hidden("name"),
        "credentials": hidden("credentials"),
        "extra_key": hidden("x"),
    }
    judged = {"response_id": "r1", "checkpoint_id": "c1", "value": 1, "state": "ok"}
    return sound_bundle(
        folder,
        people=[
            {"id": f"{SECRET}-wei", "roles": ["expert"], **person},
            {"id": f"{SECRET}-amy", "roles": ["expert"], **person},
        ],
        tasks=[
            {
                "id": "t1", "prompt": "Advise on the lease.", "title": "Lease", "domain": "Law",
                "reference_answer": "The answer is six months.", "author_id": f"{SECRET}-wei",
                "private_key": hidden("task"), "stage": "ready",
            },
            {"id": "t2", "prompt": "Another.", "stage": "ready"},
        ],
        checkpoints=[
            {
                "task_id": "t1", "id": "c1", "text": "Says six.", "weight": 5,
                "notes": hidden("notes"), "private_key": hidden("point"),
            },
            {"task_id": "t2", "id": "c1", "text": "Says more.", "weight": 5},
        ],
        responses=[
            {
                "id": "r1", "task_id": "t1", "model": "aster", "text": "Six months.",
                "cost": 77.125, "private_key": hidden("response"),
            },
            {"id": "r2", "task_id": "t2", "model": "aster", "text": "More.",
             "prompt_tokens": 1_000_000, "completion_tokens": 0},
        ],
        judgments=[
            judged | {
                "expert_id": f"{SECRET}-wei", "status": "overridden", "adjudicated_value": 0,
                "rationale": "It says six.", "note": hidden("note"),
                "confirmed_by": f"{SECRET}-amy", "problem": hidden("problem"),
            },
            judged | {
                "expert_id": f"{SECRET}-amy", "status": "confirmed",
                "rationale": hidden("excluded"),
            },
        ],
        judges=[
            {
                "id": "j1", "provider": "openai", "model": "m1", "mode": "zero_shot",
                "parameters": {"base_url": hidden("address"), "temperature": 0},
            }
        ],
        verdicts=[
            {
                "response_id": "r1", "checkpoint_id": "c1", "judge_id": "j1", "value": 1,
                "state": "ok", "rationale": "The judge agrees.", "problem": hidden("verdict"),
            }
        ],
        systems=[
            {
                "name": "aster", "model": hidden("model"), "system_prompt": hidden("prompt"),
                "note": hidden("system"), "input_price": 77.125, "output_price": 77.125,
            }
        ],
        comments=[
            {
                "id": "k1", "task_id": "t1", "revision": 1, "author_id": f"{SECRET}-amy",
                "text": hidden("comment"), "aspect": "other", "severity": "comment",
                "made_at": "2026-01-01T00:00:00Z",
            }
        ],
    )  # fmt: skip


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        import_bundle(made, whole_bundle(tmp_path / "whole"), now=NOW)
        with made.writing() as tx:
            info = settings.project_info(tx)
            out = ExcludedExpert(
                expert=f"{SECRET}-amy", reason=hidden("reason"), by=hidden("by"), at=NOW
            )
            settings.put_project_info(tx, info.model_copy(update={"excluded_experts": (out,)}))
        yield made


def test_nothing_private_stands_on_a_site_and_all_that_is_public_does(project, tmp_path):
    written(project, tmp_path / "site")
    told = told_in(tmp_path / "site")
    assert SECRET not in told
    assert "77.125" not in told
    assert str(tmp_path) not in told
    with project.reading() as tx:
        assert settings.pseudonym_secret(tx) not in told
    for public in ("The answer is six months.", "It says six.", "The judge agrees.", "aster"):
        assert public in told


def test_people_have_the_pseudonyms_of_public_bundles(project, tmp_path):
    written(project, tmp_path / "site")
    export_bundle(project, tmp_path / "public", visibility=Visibility.PUBLIC, now=NOW)
    rows = (tmp_path / "public" / "judgments.jsonl").read_text("utf-8").splitlines()
    (name,) = {json.loads(row)["expert_id"] for row in rows}
    raters = data_in(tmp_path / "site")["task-0"]["raters"]
    assert ["expert", 1, name] in raters


def test_own_costs_stand_there_where_the_lead_says_so(project, tmp_path):
    written(project, tmp_path / "site")
    assert data_in(tmp_path / "site")["scores"]["cost"] == [[None, None]]
    written(project, tmp_path / "own", own_costs=True)
    assert data_in(tmp_path / "own")["scores"]["cost"] == [[77.125, None]]


def test_the_price_list_of_the_user_stays_with_them(project, tmp_path, monkeypatch):
    own = {"models": [{"provider": "x", "model": "aster", "input": 7.0, "output": 7.0}]}
    (tmp_path / "prices.json").write_text(json.dumps(own))
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(tmp_path / "prices.json"))
    written(project, tmp_path / "site")
    assert data_in(tmp_path / "site")["scores"]["cost"] == [[None, None]]
    written(project, tmp_path / "own", own_costs=True)
    assert data_in(tmp_path / "own")["scores"]["cost"] == [[77.125, 7.0]]


def test_reference_answers_stay_where_the_lead_says_so(project, tmp_path):
    written(project, tmp_path / "site", without_references=True)
    told = told_in(tmp_path / "site")
    assert "The answer is six months." not in told
    assert "Says six." in told


def test_a_held_out_task_changes_nothing_but_its_count(tmp_path):
    """Also what counts over a whole project: stale judgments, decisions on one's own work."""

    def rows(*names: str) -> dict[str, list[dict[str, object]]]:
        own = {"t2": {"rated_hash": "0" * 64, "self_adjudicated": True, "unblinded": True}}
        answers = [(f"{name}-{system}", name, system) for name in names for system in "ab"]
        return {
            "tasks": [
                {"id": name, "prompt": f"Advise on {name}.", "stage": "ready",
                 "self_accepted": name == "t2"}
                for name in names
            ],
            "checkpoints": [
                {"task_id": name, "id": "c1", "text": "Says six.", "weight": 5} for name in names
            ],
            "responses": [
                {"id": id_, "task_id": name, "model": system, "text": "Six."}
                for id_, name, system in answers
            ],
            "judgments": [
                {"response_id": id_, "checkpoint_id": "c1", "expert_id": "e", "met": True,
                 "status": "confirmed", **own.get(name, {})}
                for id_, name, _ in answers
            ],
        }  # fmt: skip

    sites = []
    for names, held_out in ((("t1", "t2", "t3"), frozenset({"t2"})), (("t1", "t3"), frozenset())):
        folder = tmp_path / str(len(names))
        folder.mkdir()
        bundle = sound_bundle(folder / "bundle", judges=None, verdicts=None, **rows(*names))
        with new_project(folder / "p.xpert", now=NOW) as project:
            import_bundle(project, bundle, now=NOW)
            with project.writing() as tx:
                settings.put_pseudonym_secret(tx, "s" * 32)
                info = settings.project_info(tx)
                same = {"name": "Leases", "canary": "c"}
                settings.put_project_info(tx, info.model_copy(update=same))
            written(project, folder / "site", held_out=held_out)
        sites.append(data_in(folder / "site"))
    assert [one["site"].pop("held_out") for one in sites] == [1, 0]
    assert sites[0] == sites[1]
