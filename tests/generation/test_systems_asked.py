"""Systems are asked with their settings, in each provider's wire format, and keep what it says."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter

from tests.lazily import lazily
from tests.loopback.behaviours import Behaviour, error
from tests.loopback.server import LoopbackServer
from tests.workflow.studio import Studio
from xpert_studio.core.records import content_hash, given_trace
from xpert_studio.core.store import ProjectFile, responses, systems

anthropic = lazily("anthropic.types")
gemini = lazily("google.genai.types")
openai = lazily("openai.types")

KEYS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "compatible": "XPERT_STUDIO_COMPATIBLE_KEY",
}
MODELS = {
    "openai": "gpt-5-mini", "anthropic": "claude-sonnet-5-5", "gemini": "gemini-3.8-flash",
    "compatible": "qwen3:8b",
}  # fmt: skip
QUOTE = "A tenant may break at month 30."
FOUND = Behaviour(
    text="Leave at month 30, se voilà.",
    queries=("break clause month 30",),
    cited=(("https://law.example/9", "Clause 9", QUOTE),),
    thoughts="Clause 9 decides.",
    model="as-served-2026-11-01",
)


@pytest.fixture
def file(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    for task in ("t1", "t2"):
        studio.ready(task)
    studio.project.close()
    return tmp_path / "p.xpert"


@pytest.fixture
def generate(xpert, file, monkeypatch):
    """Has a model of a provider answer on the loopback; gives what was said."""
    for name in KEYS.values():
        monkeypatch.setenv(name, "k-12345678901234567890")

    def call(server, provider, *words, code=0, tasks=("t1",)):
        said = xpert("response", "generate", file, f"{provider}:{MODELS[provider]}", *tasks,
                     "--base-url", server.url_of(provider), *words, "--as", "lena")  # fmt: skip
        assert said.code == code, said.out + said.err
        return said

    return call


def stored(file):
    """The one system of a project, and its response."""
    with ProjectFile.open(file) as opened, opened.reading() as tx:
        (system,) = systems.described(tx).values()
        (response,) = responses.all_responses(tx)
    return system, response


def sent(server):
    return server.requests[-1].json


def test_openai_takes_effort_in_chats_and_search_by_responses(generate, file):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        generate(server, "openai", "--reasoning-effort", "high", "--max-output-tokens", "900")
        assert server.requests[-1].path == "/v1/chat/completions"
        assert (sent(server)["reasoning_effort"], sent(server)["max_completion_tokens"]) == (
            "high", 900,
        )  # fmt: skip
        generate(server, "openai", "--reasoning-effort", "high", "--search",
                 "--system-prompt", "Be brief.", "--max-output-tokens", "900")  # fmt: skip
    request = server.requests[-1]
    assert request.path == "/v1/responses"
    TypeAdapter(openai.shared_params.Reasoning).validate_python(request.json["reasoning"])
    TypeAdapter(list[openai.responses.WebSearchToolParam]).validate_python(request.json["tools"])
    assert request.json["instructions"] == "Be brief."
    assert (request.json["max_output_tokens"], request.json["store"]) == (900, False)
    with ProjectFile.open(file) as opened, opened.reading() as tx:
        named = set(systems.described(tx))
    prompted = f"gpt-5-mini-high-output-900-prompt-{content_hash('Be brief.')[:8]} with search"
    assert named == {"gpt-5-mini-high-output-900", prompted}


def test_anthropic_takes_effort_thinking_and_search(generate):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        generate(server, "anthropic", "--reasoning-effort", "high", "--search")
        TypeAdapter(anthropic.OutputConfigParam).validate_python(sent(server)["output_config"])
        TypeAdapter(list[anthropic.WebSearchTool20250305Param]).validate_python(
            sent(server)["tools"]
        )
        generate(server, "anthropic", "--thinking-tokens", "16000", "--system-prompt", "Be brief.")
        TypeAdapter(anthropic.ThinkingConfigParam).validate_python(sent(server)["thinking"])
        assert sent(server)["thinking"] == {"type": "enabled", "budget_tokens": 16000}
        assert sent(server)["max_tokens"] > 16000
        assert sent(server)["system"][0]["text"] == "Be brief."
        generate(server, "anthropic", "--thinking-tokens", "0", "--name", "off")
        assert sent(server)["thinking"] == {"type": "disabled"}


def test_gemini_takes_a_level_a_budget_and_search(generate):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        generate(server, "gemini", "--reasoning-effort", "high", "--search", "--temperature", "0.5")
        settings = server.requests[-1].settings
        gemini.ThinkingConfig.model_validate(settings["thinkingConfig"])
        assert settings["thinkingConfig"] == {"thinkingLevel": "HIGH", "includeThoughts": True}
        assert settings["temperature"] == 0.5
        assert gemini.Tool.model_validate(sent(server)["tools"][0]).google_search is not None
        generate(server, "gemini", "--thinking-tokens", "2048")
        config = server.requests[-1].settings["thinkingConfig"]
        assert config == {"thinkingBudget": 2048, "includeThoughts": True}


def test_a_compatible_server_is_asked_in_chats(generate):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        generate(server, "compatible", "--reasoning-effort", "low", "--search")
    assert server.requests[-1].path == "/v1/chat/completions"
    assert sent(server)["web_search_options"] == {}
    assert sent(server)["reasoning_effort"] == "low"


@pytest.mark.parametrize("provider", KEYS)
def test_what_the_provider_says_beside_a_response_is_kept(generate, file, provider):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        said = generate(server, provider, "--search", "--name", "finder", "--json").json
    system, response = stored(file)
    assert (system.name, system.provider, system.search) == ("finder", provider, True)
    assert system.version == "as-served-2026-11-01"
    assert response.text == FOUND.text
    trace = given_trace(response.extra)
    (cited,) = trace.citations
    assert (cited.url, cited.title) == ("https://law.example/9", "Clause 9")
    assert response.text[cited.start : cited.end] == response.text
    assert trace.thoughts == "Clause 9 decides."
    calls = [(one.name, one.asked) for one in trace.calls]
    if provider == "compatible":
        assert calls == []
    else:
        assert calls == [("web_search", "break clause month 30")]
        assert said["searches"] == 1
    assert said["systems"] == {
        "finder": {"answered": 1, "searched": 0 if provider == "compatible" else 1}
    }


def test_the_loopback_speaks_as_the_sdks_say():
    """The replies of the tests are what the providers' own models read."""
    from tests.loopback.recorded import Recorded
    from tests.loopback.wire import reply_body

    def reply(path):
        request = Recorded("POST", path, {}, b'{"input": [{"content": []}], "tools": []}')
        return json.loads(reply_body(request, FOUND, FOUND.text, False))

    openai.responses.Response.model_validate(reply("/v1/responses"))
    anthropic.Message.model_validate(reply("/v1/messages"))
    found = gemini.GenerateContentResponse.model_validate(
        json.loads(
            reply_body(
                Recorded("POST", "/v1beta/models/m:generateContent", {}, b'{"contents": [{"parts": [{"text": "x"}]}]}'),
                FOUND, FOUND.text, False,
            )
        )
    )  # fmt: skip
    assert found.candidates[0].grounding_metadata.web_search_queries == list(FOUND.queries)


def test_several_settings_of_one_model_are_made_by_one_command(generate, file):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        said = generate(
            server, "openai", "--each-effort", "low", "--each-effort", "high", "--also-search",
            "--json", tasks=("t1", "t2"),
        ).json  # fmt: skip
    assert said["answered"] == 8
    names = {
        "gpt-5-mini-low", "gpt-5-mini-low with search", "gpt-5-mini-high",
        "gpt-5-mini-high with search",
    }  # fmt: skip
    assert said["systems"].keys() == names
    with ProjectFile.open(file) as opened, opened.reading() as tx:
        known = systems.described(tx)
    assert known.keys() == names
    assert known["gpt-5-mini-low"].search is False
    assert known["gpt-5-mini-high with search"].settings == {
        "reasoning_effort": "high", "search": True,
    }  # fmt: skip


REFUSALS = {
    "openai": ("reasoning_effort", "Unsupported value: 'reasoning_effort' does not support 'max'."),
    "anthropic": (None, "output_config.effort: Input should be 'low', 'medium' or 'high'"),
    "gemini": ("thinkingLevel", "Invalid value at 'thinkingLevel'."),
    "compatible": (None, "unknown parameter reasoning_effort"),
}


@pytest.mark.parametrize("provider", KEYS)
def test_a_refused_setting_names_provider_setting_and_remedy(generate, file, provider):
    param, message = REFUSALS[provider]
    refusal = error(400, message, param=param)
    with LoopbackServer(answer=lambda _: refusal) as server:
        said = generate(server, provider, "--reasoning-effort", "max", code=4, tasks=("t1", "t2"))
    where = "The server at" if provider == "compatible" else ""
    told = said.out + said.err
    assert "does not take the setting “Reasoning effort” max" in told
    assert where in told
    assert MODELS[provider] in told
    assert "--reasoning-effort" in told
    asked = {tuple(sorted(request.json)) for request in server.requests}
    assert asked, "it was asked"
    with ProjectFile.open(file) as opened, opened.reading() as tx:
        assert not list(responses.all_responses(tx))
        assert not systems.described(tx)


@pytest.mark.parametrize("provider", ["openai", "compatible"])
def test_a_setting_that_a_provider_has_not_is_refused_without_a_call(generate, provider):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        said = generate(server, provider, "--thinking-tokens", "1000", code=4)
    assert "no setting “Thinking tokens”" in said.out + said.err
    assert "--reasoning-effort" in said.out + said.err
    assert not server.requests


def test_another_spelling_is_no_refusal(generate, file):
    refusal = error(
        400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", param="max_tokens"
    )

    def answer(request):
        return refusal if "max_tokens" in request.json else FOUND

    with LoopbackServer(answer=answer) as server:
        generate(server, "compatible", "--max-output-tokens", "500")
    assert sent(server)["max_completion_tokens"] == 500
    assert stored(file)[0].max_output_tokens == 500


@pytest.mark.parametrize("provider", KEYS)
@pytest.mark.parametrize("search", [(), ("--search",)])
def test_a_reply_cut_off_at_the_limit_says_so(generate, file, provider, search):
    cut = Behaviour(text="Leave at", finish="length")
    with LoopbackServer(answer=lambda _: cut) as server:
        said = generate(server, provider, "--max-output-tokens", "20", *search)
        assert "Cut off at the output limit" in said.out
        assert "1 response ends at the output limit" in said.out + said.err
    assert stored(file)[1].finish_reason == "length"


@pytest.mark.parametrize("provider", KEYS)
@pytest.mark.parametrize("search", [(), ("--search",)])
def test_a_refusal_and_an_empty_answer_are_said(generate, file, xpert, provider, search):
    replies = {"t1": Behaviour(text="", refusal="I cannot say."), "t2": Behaviour(text="")}
    if provider in ("anthropic", "gemini"):
        finish = {"anthropic": "refusal", "gemini": "SAFETY"}[provider]
        replies["t1"] = Behaviour(text="", finish=finish)
    for task, reply in replies.items():
        with LoopbackServer(answer=lambda _, reply=reply: reply) as server:
            said = generate(server, provider, "--json", *search, tasks=(task,)).json
        kind = {"t1": "refused", "t2": "empty"}[task]
        assert (said["refused"], said["empty"], said["cut_off"]) == tuple(
            [task] if one == kind else [] for one in ("refused", "empty", "cut_off")
        )
    shown = xpert("sections", file, "systems-described", "--json", "--as", "lena").json
    assert sum(one["refused"] for one in shown) == sum(one["empty"] for one in shown) == 1
    words = " ".join(xpert("sections", file, "systems-described", "--as", "lena").out.split())
    assert (
        "Responses that are not whole: Refused by the model or its provider: 1; No text: 1" in words
    )


def test_a_paused_reply_is_completed(generate, file):
    first = Behaviour(text="I look it up. ", queries=("one",), pauses=True)
    last = Behaviour(text="Month 30.", queries=("two",), cited=FOUND.cited)
    with LoopbackServer([first, last]) as server:
        generate(server, "anthropic", "--search")
    assert [one["role"] for one in sent(server)["messages"]] == ["user", "assistant"]
    _, response = stored(file)
    assert response.text == "I look it up. Month 30."
    trace = given_trace(response.extra)
    assert [one.asked for one in trace.calls] == ["one", "two"]
    assert response.text[trace.citations[0].start : trace.citations[0].end] == "Month 30."


def test_a_system_answers_with_the_settings_it_has_answered_with(generate, file):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        generate(server, "openai", "--temperature", "0", "--name", "mine")
        count = len(server.requests)
        said = generate(server, "openai", "--temperature", "1", "--name", "mine", code=1,
                        tasks=("t2",))  # fmt: skip
        assert "Temperature 0, not 1" in said.err
        said = generate(server, "anthropic", "--temperature", "0", "--name", "mine", code=1,
                        tasks=("t2",))  # fmt: skip
        assert "Provider openai, not anthropic" in said.err
        assert len(server.requests) == count
        generate(server, "openai", "--temperature", "0", "--name", "mine", tasks=("t2",))
    with ProjectFile.open(file) as opened, opened.reading() as tx:
        assert list(systems.described(tx)) == ["mine"]
        assert responses.count_by_model(tx) == {"mine": 2}


@pytest.mark.parametrize("provider", KEYS)
def test_hostile_things_beside_a_reply_are_left_out(generate, file, provider):
    """Of another shape, without end, or with a key: the response is there all the same."""
    key = "k-12345678901234567890"
    long = Behaviour(
        text="Yes.", thoughts=f"{key} \x00 {'x' * 50_000}",
        cited=tuple((f"https://e.example/{n}?key={key}", "t" * 5000, "q") for n in range(500)),
        queries=tuple("q" * 3000 for _ in range(300)),
    )  # fmt: skip
    with LoopbackServer(answer=lambda _: long) as server:
        generate(server, provider, "--search", "--name", "a")
    kept = json.dumps(stored(file)[1].extra)
    assert key not in kept
    assert len(kept) < 1_000_000
    assert given_trace(stored(file)[1].extra) is not None


@pytest.mark.parametrize(
    "extra",
    [
        {"annotations": "many"}, {"annotations": [None, 7, {"type": "url_citation"}]},
        {"annotations": [{"type": "url_citation", "url_citation": {"start_index": -1, "url": 5}}]},
        {"reasoning_content": {"text": 1}},
    ],
)  # fmt: skip
def test_a_trace_of_another_shape_is_no_error(generate, file, extra):
    message = {"role": "assistant", "content": "Yes.", **extra}
    body = {"choices": [{"message": message, "finish_reason": "stop"}]}
    with LoopbackServer(answer=lambda _: Behaviour(body=json.dumps(body).encode())) as server:
        generate(server, "compatible")
    assert stored(file)[1].text == "Yes."


def test_several_systems_are_not_the_baseline_and_a_second_one_is_refused_unasked(generate, file):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        several = generate(server, "openai", "--baseline", "--each-effort", "low",
                           "--each-effort", "high", code=2)  # fmt: skip
        assert "these are several" in several.err
        generate(server, "openai", "--baseline")
        asked = len(server.requests)
        second = generate(server, "openai", "--baseline", "--reasoning-effort", "high", code=1)
        assert "gpt-5-mini is the baseline" in second.err
        assert len(server.requests) == asked, "nothing was sent, nothing is to be paid"
