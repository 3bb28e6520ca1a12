"""A key that a provider echoes in any field of its answers is nowhere in what is kept or exported."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path

import pytest

from tests.judge.projects import make_project, now
from tests.judge.providers.asking import KINDS
from tests.loopback import Behaviour, LoopbackServer, answers, behaviours
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.draft import DraftRequest, draft_rubric
from xpert_studio.core.generation.llm_review import second_look
from xpert_studio.core.judge import redaction
from xpert_studio.core.judge.disguises import KeyFinder
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import Policies, Task, Taxonomy, Visibility
from xpert_studio.core.store import calls as call_rows
from xpert_studio.core.store import runs, verdicts

ASKED = "sk-proj-Wq7cT2_mXbL9vN4-sRk1HdYp8GcAe5MfUj3SiVoQx6tBz0E"
OTHER = "sk-ant-api03-aT5xG_9wQn3LpV-r8BmYc2HdJf7GsKe1UiXo4Zv6Wl0"
IN_ADDRESS = "h7Jq2Lw9Xc4Vb8Nm"
DISGUISES = {
    "plain": lambda key: key,
    "escaped": lambda key: "".join(f"\\u{ord(char):04x}" for char in key),
    "percent": lambda key: "".join(f"%{ord(char):02X}" for char in key),
    "entities": lambda key: "".join(f"&#{ord(char)};" for char in key),
    "spaced": " ".join,
    "zero width": "\u200b".join,
    "hyphens": "-".join,
    "base64": lambda key: base64.b64encode(f"x{key}".encode()).decode(),
    "part": lambda key: key[-17:-1],
}


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_known", set())
    for entry in PROVIDERS.values():
        monkeypatch.delenv(entry.key_variable, raising=False)
    # Keys that are set up here, but not used: another provider's, and one in an address.
    monkeypatch.setenv(PROVIDERS["anthropic"].key_variable, OTHER)
    monkeypatch.setenv("COMPANY_PROXY", f"http://me:{IN_ADDRESS}@proxy.example")


def echoing(hide):
    """A judge who finds everything met, and says every key wherever it can."""
    said = f"{IN_ADDRESS} " + " and ".join(map(hide, (ASKED, OTHER)))

    def answer(request):
        entries = [
            {"id": name, "evidence": [said, "System"], "rationale": f"Since {said}.", "met": True}
            for name in answers.asked_ids(request)
        ]
        visible = said.encode("ascii", "ignore").decode()
        return Behaviour(
            text=json.dumps({"verdicts": entries}, ensure_ascii=False),
            model=f"model {said}",
            headers={"x-request-id": visible, "request-id": visible, "x-echo": visible},
        )

    return answer


def hidden_in(data: bytes) -> list[str]:
    """What of the keys is in some bytes, in UTF-8."""
    text = data.decode("utf-8", "ignore")
    return [text[begin:end] for begin, end in KeyFinder([ASKED, OTHER]).spans(text)] + [
        IN_ADDRESS
    ] * text.count(IN_ADDRESS)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DISGUISES)
def test_a_judge_s_echo_is_nowhere_in_the_file_its_log_or_a_bundle(tmp_path, kind, name):
    path = tmp_path / "p.xpert"
    with (
        make_project(path, tasks=1, checkpoints=3, systems=2) as project,
        LoopbackServer(answer=echoing(DISGUISES[name])) as server,
    ):
        request = ScoreRequest(kind, "m", base_url=server.url_of(kind), api_key=ASKED)
        run = score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
        files = [path, Path(f"{path}-wal")]
        assert [hidden_in(file.read_bytes()) for file in files] == [[], []]
        export_bundle(project, tmp_path / "out", visibility=Visibility.PUBLIC, now=now())
        with project.reading() as tx:
            found = list(verdicts.all_verdicts(tx))
            (call, *_) = call_rows.calls_of(tx, run.id)
            assert len(runs.all_runs(tx)) == 1
        text = "System 0 answers"
        for verdict in found:
            assert redaction.MASK in (verdict.rationale or "")
            hit, quoted = verdict.evidence
            assert (hit.verified, quoted.verified) == (False, True)
            assert (quoted.start, quoted.end) == (text.index("System"), len("System"))
        assert redaction.MASK in (call.model or "")
        assert redaction.MASK in (call.reply or "")
    exported = b"".join(file.read_bytes() for file in (tmp_path / "out").rglob("*.*"))
    assert hidden_in(exported) == []
    assert hidden_in(path.read_bytes()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_errors_and_refusals_hide_it_too(tmp_path, kind):
    path = tmp_path / "p.xpert"
    spaced = " ".join(ASKED)
    script = [
        behaviours.refusal(f"No: {spaced}"),
        behaviours.error(400, f"Bad: {spaced} {OTHER.encode().hex()}", code=OTHER),
        behaviours.truncated(f'{{"verdicts": [{{"id": "c0", "rationale": "{spaced}'),
    ]
    with (
        make_project(path, tasks=1, checkpoints=3, systems=3) as project,
        LoopbackServer(script, answer=echoing(" ".join)) as server,
    ):
        request = ScoreRequest(kind, "m", base_url=server.url_of(kind), api_key=ASKED)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    assert hidden_in(path.read_bytes()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_drafts_and_second_looks_hide_it(kind):
    task = Task(id="t", prompt="Advise a tenant.", reference_answer="They can leave at month 30.")
    point = {"source": "They can leave at month 30.", "tier": "Essential", "weight": 5}
    lines = [point | {"text": f"Says {' '.join(ASKED)} {n} {OTHER}"} for n in range(15)]
    finding = {"line": 0, "problem": f"It lacks {OTHER}.", "remedy": " ".join(ASKED)}
    with LoopbackServer() as server:
        chosen = ModelChoice(kind, "m", base_url=server.url_of(kind), api_key=ASKED)
        server.then(behaviours.says(json.dumps({"checkpoints": lines})))
        draft = asyncio.run(
            draft_rubric(DraftRequest(task, chosen, Policies(), Taxonomy(), lambda _: b""))
        )
        server.then(behaviours.says(json.dumps({"findings": [finding]})))
        look = asyncio.run(second_look(task, (), chosen))
    assert len(draft.suggestions) == 15
    assert len(look.findings) == 1
    assert hidden_in(repr((draft, look)).encode()) == []
