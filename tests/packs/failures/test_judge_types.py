"""Judges that name types of failures: asked only where it is set, in every provider's format."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.judge.projects import make_project
from tests.judge.test_scoring import all_verdicts, asked_ids, carry_out, request_for, shared_part
from tests.loopback import LoopbackServer
from xpert_studio.core.judge.planning import would_be_known
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.records import JudgeSettings
from xpert_studio.core.records.pack_records import PackRecord
from xpert_studio.core.records.verdicts import FAILURE_OF_MET, UNKNOWN_FAILURE
from xpert_studio.core.store import entities
from xpert_studio.packs.failures.records import PACK_ID, SHIPPED, TYPE

TAGGING = JudgeSettings(tag_failures=True)
SAID = {
    "c0": (True, ["style"]),
    "c1": (False, ["wrong-calculation", "Unsafe-Advice"]),
    "c2": (False, ["made-up", "style"]),
}


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert") as made:
        yield made


def naming(request) -> str:
    entries = [
        {"id": name, "evidence": [], "rationale": "So.", "met": SAID[name][0]}
        | {"failures": SAID[name][1]}
        for name in asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def define(project, id_="wrong-dose", title="Wrong dose") -> None:
    with project.writing() as tx:
        kept = {"title": title, "chinese": "剂量错误", "meaning": "Its amount is wrong."}
        entities.put(tx, PackRecord(pack=PACK_ID, kind=TYPE.id, id=id_, content=kept))


def asked(server, provider="compatible", **changes):
    url = server.url_of(provider)
    return replace(request_for(server), provider=provider, base_url=url, api_key="k", **changes)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_types_are_asked_for_and_kept_with_the_verdict_in_every_format(project, provider):
    define(project)
    with LoopbackServer(answer=naming) as server:
        run = carry_out(project, asked(server, provider, settings=TAGGING))
        assert (run.ok, run.invalid) == (18, 0)
        sent = server.requests[0]
        fields = sent.schema["properties"]["verdicts"]["items"]["properties"]
        assert [*fields][-2:] == ["met", "failures"]
        assert fields["failures"]["items"]["enum"] == [*map(str, SHIPPED), "wrong-dose"]
        told = "\n".join(map(shared_part, server.requests))
        assert "- wrong-dose: Wrong dose. Its amount is wrong." in told
        assert "- wrong-dose: 剂量错误" in told, "a Chinese task is asked in Chinese"
        assert carry_out(project, asked(server, provider, settings=TAGGING)).calls == 0
    found = {one.checkpoint_id: one for one in all_verdicts(project)}
    assert found["c1"].failures == ("wrong-calculation", "unsafe-advice")
    assert found["c2"].failures == ("style",)
    assert UNKNOWN_FAILURE in found["c2"].flags and UNKNOWN_FAILURE not in found["c1"].flags
    assert found["c0"].failures == () and FAILURE_OF_MET in found["c0"].flags
    assert all("made-up" not in " ".join(one.flags) for one in found.values())


def test_without_the_setting_prompt_schema_and_keys_have_no_trace_of_it(project):
    with LoopbackServer(answer=naming) as server:
        before = prepare(project, asked(server)).plan
        define(project)
        after = prepare(project, asked(server)).plan
        assert [ask.keys for ask in before.asks] == [ask.keys for ask in after.asks]
        assert before.judge.content_hash == after.judge.content_hash
        assert "tag_failures" not in before.judge.meaning()["settings"]
        carry_out(project, asked(server))
        assert all("failures" not in request.body.decode() for request in server.requests)
    assert all(one.flags == ("quotes_not_found",) or not one.flags for one in all_verdicts(project))
    assert not any(one.failures for one in all_verdicts(project)), "an unasked type is not kept"


def test_a_vocabulary_that_has_changed_is_asked_anew(project):
    with LoopbackServer(answer=naming) as server:
        carry_out(project, asked(server, settings=TAGGING))
        (one, *_) = all_verdicts(project)
        assert would_be_known(project, one)
        define(project)
        assert not would_be_known(project, one)
        assert carry_out(project, asked(server, settings=TAGGING)).ok == 18


def test_a_reply_without_types_is_a_verdict_like_any_other(project):
    def answer(request):
        entries = [
            {"id": name, "evidence": [], "rationale": "So.", "met": False, "failures": said}
            for name, said in zip(
                asked_ids(request), (None, "style", [{"id": "style"}, 3]), strict=False
            )
        ]
        return json.dumps({"verdicts": entries})

    with LoopbackServer(answer=answer) as server:
        assert carry_out(project, asked(server, settings=TAGGING)).ok == 18
    found = {one.checkpoint_id: one.failures for one in all_verdicts(project)}
    assert found == {"c0": (), "c1": ("style",), "c2": ()}
