"""Verdicts of checks that a bundle claims: this program decides them, whatever is claimed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import ANSWER, NOW, POINT, VERDICT, records_of, sound_bundle
from tests.sampling import examples
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.records import CHECKS, Visibility
from xpert_studio.core.store import verdicts
from xpert_studio.core.workflow import new_project


def check(id_, kind, **parameters):
    settings = {"check": kind, "parameters": parameters}
    return POINT | {"id": id_, "instrument": {"id": "check", **settings}}


POINTS = [
    POINT,
    check("short", "word_count", at_most=9),
    check("long", "word_count", at_least=9),
    check("fast", "latency_seconds", at_most=1),
    check("code", "code_passes", tests="assert f() == 1"),
    POINT | {"id": "pick", "instrument": {"id": "choice", "options": ["a", "b"], "key": "B"}},
]
DECIDED = {"short": (1, "ok"), "long": (0, "ok"), "fast": (None, "error"), "pick": (1, "ok")}
JUDGES = [{"id": "j"}, {"id": CHECKS, "provider": CHECKS, "model": CHECKS}]
CLAIM = {"response_id": "r1", "judge_id": CHECKS}


def claimed(**met):
    return [
        CLAIM
        | {"checkpoint_id": id_, "rationale": "Trust me."}
        | ({"value": int(value), "state": "ok"} if value is not None else {"state": "error"})
        for id_, value in met.items()
    ]


def bundle(folder, rows, points=POINTS, **more):
    answer = ANSWER | {"text": "The answer is B."}
    return sound_bundle(
        folder, checkpoints=points, responses=[answer], judges=JUDGES,
        verdicts=[VERDICT, *rows], **more,
    )  # fmt: skip


def opened(tmp_path, name="p"):
    return new_project(tmp_path / f"{name}.xpert", name=name, now=NOW)


def said(project):
    return {
        item.checkpoint_id: (item.value, str(item.state))
        for item in records_of(project)["verdicts"]
        if item.judge_id == CHECKS
    }


@pytest.mark.parametrize("lie", [True, False, None])
def test_a_claimed_verdict_of_a_check_is_decided_again(tmp_path, project, lie):
    rows = claimed(**dict.fromkeys([*DECIDED, "code"], lie))
    report = import_bundle(project, bundle(tmp_path / "b", rows), now=NOW)
    assert said(project) == DECIDED
    assert not any("Trust me" in (v.rationale or "") for v in records_of(project)["verdicts"])
    assert report.added["verdicts"] == 1 + len(DECIDED)
    told = " ".join(report.warnings)
    assert f"not what this program decides: {len(DECIDED)}" in told
    assert "run code were left out: 1" in told


def test_a_forged_verdict_is_not_taken_for_known_by_its_key(tmp_path, project):
    import_bundle(project, bundle(tmp_path / "b", claimed(**dict.fromkeys(DECIDED, True))), now=NOW)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    file = tmp_path / "out" / "verdicts.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for row in rows:
        if row["judge_id"] == CHECKS and row["state"] == "ok":
            row["value"] = 1 - row["value"]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "out" / "manifest.json").unlink()
    with opened(tmp_path, "other") as other:
        report = import_bundle(other, tmp_path / "out", now=NOW)
        assert said(other) == said(project) == DECIDED
        assert "not what this program decides: 3" in " ".join(report.warnings)
        with other.reading() as tx:
            fresh = list(verdicts.all_verdicts(tx, judge_id=CHECKS, fresh_only=True))
        assert len(fresh) == len(DECIDED)
        again = import_bundle(other, tmp_path / "out", now=NOW)
        assert said(other) == DECIDED
        assert again.added["verdicts"] == 0


def test_what_was_decided_here_comes_back_as_it_was(tmp_path, project):
    import_bundle(project, bundle(tmp_path / "b", claimed(**dict.fromkeys(DECIDED, True))), now=NOW)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    with opened(tmp_path, "other") as other:
        report = import_bundle(other, tmp_path / "out", now=NOW)
        assert not [text for text in report.warnings if "program" in text]
        assert records_of(other)["verdicts"] == records_of(project)["verdicts"]


@given(
    claims=st.dictionaries(st.sampled_from(sorted(DECIDED)), st.sampled_from([True, False, None]))
)
@examples(6)
def test_no_claim_changes_a_verdict(tmp_path_factory, claims):
    folder = tmp_path_factory.mktemp("claims")
    found = []
    for name, rows in (("honest", dict.fromkeys(claims, True)), ("forged", claims)):
        with opened(folder, name) as project:
            import_bundle(project, bundle(folder / f"{name}-bundle", claimed(**rows)), now=NOW)
            found.append(records_of(project)["verdicts"])
    assert found[0] == found[1]
