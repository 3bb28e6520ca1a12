"""What a run looks through is looked through once for a response, however it is asked about."""

from __future__ import annotations

import json

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers
from xpert_studio.core.judge import injection_checks
from xpert_studio.core.judge.evidence import Haystack, shared_haystack
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import JudgeSettings


def unfound(request) -> str:
    """Every checkpoint met, each with a quote that stands nowhere."""
    entries = [
        {"id": name, "evidence": ["words of no response at all"], "rationale": "", "met": True}
        for name in answers.asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def test_a_response_is_looked_through_once_though_each_checkpoint_is_a_call(tmp_path, monkeypatch):
    looked_at, reduced = [], []
    passage, plain = injection_checks.passage_to_judge, Haystack.__dict__["plain"].func
    monkeypatch.setattr(
        injection_checks, "passage_to_judge", lambda text: looked_at.append(text) or passage(text)
    )
    monkeypatch.setattr(
        Haystack.__dict__["plain"],
        "func",
        lambda haystack: reduced.append(haystack.text) or plain(haystack),
    )
    injection_checks.suspicions.cache_clear()
    shared_haystack.cache_clear()
    with make_project(tmp_path / "p.xpert") as project, LoopbackServer(answer=unfound) as server:
        request = ScoreRequest(
            "compatible", "local", base_url=server.openai_url, max_retries=0,
            settings=JudgeSettings(chunk_size=1, max_asks=1),
        )  # fmt: skip
        prepared = prepare(project, request)
        run = score(project, prepared, clock=now, on_progress=lambda _: None)
    responses = sorted({ask.response.text for ask in prepared.plan.asks})
    assert run.calls == len(prepared.plan.asks) > len(responses)
    assert sorted(looked_at) == responses
    assert sorted(text for text in reduced if text in responses) == responses
