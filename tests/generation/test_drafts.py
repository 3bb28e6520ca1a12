"""Drafts by model and by outline, and what models say of rubrics: through the real SDKs."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.documents_made import pdf, picture
from tests.loopback import LoopbackServer, behaviours
from tests.workflow.studio import Studio
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.generation import (
    Contrast,
    DraftRequest,
    ResponseRequest,
    draft_here,
    draft_rubric,
    estimate_draft,
    generate_responses,
)
from xpert_studio.core.generation.asking import ModelChoice, brief_of, unseen_notices
from xpert_studio.core.generation.draft import read_draft
from xpert_studio.core.generation.llm_review import read_findings, second_look
from xpert_studio.core.generation.suggested import as_suggestions
from xpert_studio.core.judge.attached import pictures
from xpert_studio.core.judge.providers.base import ProviderError
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Policies,
    SourcePart,
    Task,
    Taxonomy,
    Tier,
    bytes_hash,
)
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow import accept_suggestions, keep_draft
from xpert_studio.packs.outline.pieces import pieces

DIMENSIONS = ("Accuracy & Factual Correctness", "Domain Expertise", "Instruction Following")
TAXONOMY = Taxonomy(
    dimensions=(*DIMENSIONS, "Tone"), descriptions={"Domain Expertise": "Knows\nthe trade."}
)
TASK = Task(
    id="t",
    context="You advise a tenant.",
    materials="The rent is 5,000 EUR a month.",
    deliverables="Write a memo. State whether the tenant can leave.",
    reference_answer="The tenant can leave at month 30. Notice of six months is needed.",
)
ZH = Task(
    id="z",
    language="zh-CN",
    deliverables="请列出抗血小板方案。",
    reference_answer="阿司匹林负荷剂量为300毫克。术后双抗治疗12个月。",
)


def line(text, source="The tenant can leave at month 30.", part="reference_answer", **fields):
    return {
        "source_part": part, "source": source, "text": text, "tier": "Essential", "weight": 10,
        "dimension": DIMENSIONS[0], **fields,
    }  # fmt: skip


def reply(*lines):
    return json.dumps({"checkpoints": list(lines)}, ensure_ascii=False)


def choice(server, kind="compatible", **more):
    url = server.anthropic_url if kind == "anthropic" else server.openai_url
    return ModelChoice(kind, "gpt-5-mini", base_url=url, api_key="sk-test-123456", **more)


def request(server, task=TASK, **more):
    return DraftRequest(task, choice(server, **more), Policies(), TAXONOMY, lambda _: b"")


@pytest.mark.parametrize("kind", ["openai", "anthropic", "compatible"])
def test_a_model_drafts_and_every_line_is_tied_to_its_sentence(kind):
    text = reply(
        line("States that the tenant can leave at month 30."),
        line("Names the rent.", "rent is 5,000  EUR a month", "reference_answer", weight=99),
        line("Invents a fee.", "A fee is due.", tier="Important"),
    )
    with LoopbackServer(answer=lambda _: text) as server:
        draft = asyncio.run(draft_rubric(request(server, kind=kind)))
        sent = server.requests[0]
    first, second, third = draft.suggestions
    assert (first.source_part, first.source) == (
        SourcePart.REFERENCE_ANSWER, "The tenant can leave at month 30.",
    )  # fmt: skip
    assert (second.source_part, second.weight) == (SourcePart.PROMPT, 10)
    assert third.source is None
    assert any("1 checkpoint cites no sentence" in note for note in draft.notes)
    assert draft.usage.input_tokens
    assert "The rent is 5,000 EUR" in sent.body.decode()
    assert DIMENSIONS[1] in sent.body.decode()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("e tenant can leave at month 30", "The tenant can leave at month 30"),
        ("tenant can leave at mont", "tenant can leave at month"),
        ("30", None),
    ],
)
def test_a_source_is_whole_words_and_no_single_figure(written, shown):
    text = reply(line("States that the tenant can leave at month 30.", written))
    with LoopbackServer(answer=lambda _: text) as server:
        draft = asyncio.run(draft_rubric(request(server)))
    assert draft.suggestions[0].source == shown


def test_a_chinese_task_is_drafted_in_chinese():
    with LoopbackServer(answer=lambda _: reply(line("写明负荷剂量300毫克。", ""))) as server:
        asyncio.run(draft_rubric(request(server, ZH)))
        body = json.loads(server.requests[0].body)
    assert "评分标准" in json.dumps(body, ensure_ascii=False)


@pytest.mark.parametrize(
    ("task", "said"),
    [(TASK, "Concepts, theories, regulations and facts of the field"), (ZH, "专业概念、理论")],
)
def test_the_model_reads_what_dimensions_mean_in_the_language_of_the_task(task, said):
    with LoopbackServer(answer=lambda _: reply(line("States month 30."))) as server:
        asyncio.run(draft_rubric(request(server, task)))
        body = json.loads(server.requests[0].body)
    (system,) = [item["content"] for item in body["messages"] if item["role"] == "system"]
    assert f"- {DIMENSIONS[0]}: {said}" in system
    assert "- Domain Expertise: Knows the trade.\n" in system
    assert "- Tone\n" in system


def test_a_broken_answer_is_asked_for_once_more_and_then_given_up():
    answers = iter(["I would rather not.", reply(line("States month 30."))])
    with LoopbackServer(answer=lambda _: next(answers)) as server:
        draft = asyncio.run(draft_rubric(request(server)))
        assert len(server.requests) == 2
    assert len(draft.suggestions) == 1
    with LoopbackServer(answer=lambda _: "no") as server:
        with pytest.raises(JudgeError, match="no rubric that could be read"):
            asyncio.run(draft_rubric(request(server)))
        assert len(server.requests) == 2


def test_a_busy_server_is_waited_for_and_a_retry_setting_of_zero_is_honoured():
    with LoopbackServer(
        [behaviours.error(429, headers={"retry-after": "0"})],
        answer=lambda _: reply(line("States month 30.")),
    ) as server:
        asyncio.run(draft_rubric(request(server)))
        assert len(server.requests) == 2
    with LoopbackServer([behaviours.error(503)], answer=lambda _: "x") as server:
        with pytest.raises(ProviderError):
            asyncio.run(draft_rubric(request(server, max_retries=0)))
        assert len(server.requests) == 1


def test_the_estimate_names_a_price_before_anything_is_sent():
    with LoopbackServer() as server:
        estimate = estimate_draft(
            DraftRequest(
                TASK, ModelChoice("openai", "gpt-5-mini"), Policies(), TAXONOMY, lambda _: b""
            )
        )
        assert not server.requests
    assert estimate.input_tokens > 300
    assert estimate.cost is not None
    assert 0 < estimate.cost < 0.1


@given(st.text(max_size=300) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["checkpoints", "text", "tier", "weight", "source", "dimension"]), inner
    ),
    max_leaves=20,
).map(json.dumps))  # fmt: skip
def test_whatever_a_model_says_what_is_read_is_a_rubric(text):
    found = read_draft(text, TASK, policies=Policies(), dimensions=DIMENSIONS)
    for item in found.suggestions:
        assert item.text.strip()
        assert 1 <= item.weight <= 10
        assert item.dimension in {None, *DIMENSIONS}
    read_findings(text, [])


def test_a_draft_beyond_the_limit_is_cut_and_doubles_and_nonsense_are_left_out():
    many = [line(f"States fact {n}.") for n in range(50)]
    found = read_draft(
        reply(*many, line("States fact 1."), "x", {"text": ""}),
        TASK, policies=Policies(max_checkpoints=40), dimensions=DIMENSIONS,
    )  # fmt: skip
    assert len(found.suggestions) == 40
    assert any("1 checkpoint was a duplicate" in note for note in found.notes)
    assert any("could not be read" in note for note in found.notes)


def test_the_outline_quotes_what_it_rests_on_and_invents_nothing():
    made = draft_here("outline", TASK, policies=Policies(), dimensions=DIMENSIONS)
    assert [item.text for item in made] == [
        "Takes the form of a memo.",
        "States that the tenant can leave at month 30.",
        "States that notice of six months is needed.",
    ]
    whole = f"{TASK.full_prompt}\n{TASK.reference_answer}"
    assert all(item.source and item.source in whole for item in made)
    assert [item.tier for item in made[:2]] == [Tier.OPTIONAL, Tier.ESSENTIAL]
    zh = draft_here("outline", ZH, policies=Policies(), dimensions=DIMENSIONS)
    assert [item.text for item in zh] == [
        "列出抗血小板方案。", "指出阿司匹林负荷剂量为300毫克。", "指出术后双抗治疗12个月。",
    ]  # fmt: skip
    assert zh[1].dimension == DIMENSIONS[0]


@given(st.text(max_size=400))
def test_sentences_hold_what_the_text_holds(text):
    for item in (piece.text for piece in pieces(text)):
        assert item.strip()
        assert item.split()[0] in text


def test_abbreviations_and_lists_are_no_ends_of_sentences():
    text = (
        "Dr. Smith cites art. 5 of the act.\n- Name the court.\n2. Give the date.\n一、写明日期。"
    )
    assert [piece.text for piece in pieces(text)] == [
        "Dr. Smith cites art. 5 of the act.", "Name the court.", "Give the date.", "写明日期。",
    ]  # fmt: skip


def test_a_second_look_names_lines_of_the_rubric_only():
    rubric = [Checkpoint(task_id="t", id="a", text="States month 36.", weight=7)]
    text = json.dumps(
        {
            "findings": [
                {"line": 1, "problem": "It is month 30.", "remedy": "Write 30."},
                {"line": 9, "problem": "Nothing.", "remedy": ""},
                {"line": 0, "problem": "Notice is not covered.", "remedy": "Add it."},
            ]
        }
    )
    with LoopbackServer(answer=lambda _: text) as server:
        looked = asyncio.run(second_look(TASK, rubric, choice(server)))
    assert [item.checkpoint_id for item in looked.findings] == ["a", None]
    assert looked.unusable == 1


def test_a_key_in_a_generated_response_is_not_kept(tmp_path):
    studio = Studio(tmp_path / "s.xpert", small=True)
    studio.ready("t1")
    with studio.project.reading() as tx:
        ready = tuple(tasks.all_tasks(tx))
    key = "sk-proj-tH7cQ2_mXbL9vN4-sRk1HdYp8GcAe5MfUj3"
    with LoopbackServer(answer=lambda _: f"Leave at {' '.join(key)} month 30.") as server:
        asked = ResponseRequest(
            replace(choice(server), api_key=key), ready, "aurora", concurrency=1
        )
        asyncio.run(generate_responses(studio.lena, asked, bytes_of=lambda _: b""))
    with studio.project.reading() as tx:
        (made,) = responses.all_responses(tx)
    assert made.text == "Leave at [key removed] month 30."
    studio.project.close()


def test_responses_are_generated_from_prompt_and_attachments_only(tmp_path):
    studio = Studio(tmp_path / "s.xpert", small=True)
    studio.ready("t1")
    studio.ready("t2")
    with studio.project.reading() as tx:
        ready = tuple(tasks.all_tasks(tx))
    with LoopbackServer(
        [behaviours.error(400, message="bad")], answer=lambda _: "Leave at month 30."
    ) as server:
        done = asyncio.run(
            generate_responses(
                studio.lena,
                ResponseRequest(choice(server), ready, "aurora", concurrency=1),
                bytes_of=lambda _: b"",
            )
        )
        bodies = [sent.body.decode() for sent in server.requests]
    assert [bool(item.problem) for item in done] == [True, False]
    assert [item.cost for item in done] == [0.0, None], "a refused request is free"
    assert not any("six months" in body for body in bodies)  # neither rubric nor reference
    assert all("Clause 9" in body for body in bodies)
    with studio.project.reading() as tx:
        (made,) = responses.all_responses(tx)
    assert (made.model, made.text) == ("aurora", "Leave at month 30.")
    studio.project.close()


ATTACHED = (
    ("photo.jpg", "image/jpeg", picture("JPEG", orientation=6, size=(40, 20))),
    ("lease.pdf", "application/pdf", pdf("Notice takes six weeks.")),
    ("scan.pdf", "application/pdf", pdf("")),
)


def with_attachments(task):
    items = tuple(
        Attachment(path=name, media_type=kind, sha256=bytes_hash(data), caption=f"The {name}")
        for name, kind, data in ATTACHED
    )
    return task.model_copy(update={"attachments": items})


def content(sha256):
    return next(data for _, _, data in ATTACHED if bytes_hash(data) == sha256)


def test_a_system_gets_documents_as_text_and_images_upright():
    task = with_attachments(TASK)
    brief = brief_of(task, content)
    assert brief.text.startswith(TASK.full_prompt)
    assert "<<<ATTACHMENT 2 " in brief.text
    assert "Notice takes six weeks." in brief.text
    assert "[Attachment 3: The scan.pdf; not shown to you]" in brief.text
    (notice,) = unseen_notices([task], content)
    assert "t: scan.pdf" in notice
    (image,) = pictures(brief.files)
    with Image.open(io.BytesIO(image.data)) as opened:
        assert opened.size == (20, 40)


def test_a_drafting_model_may_quote_an_attached_document():
    text = reply(line("Names six weeks.", source="Notice takes six weeks.", part="prompt"))
    with LoopbackServer(answer=lambda _: text) as server:
        asked = DraftRequest(with_attachments(TASK), choice(server), Policies(), TAXONOMY, content)
        draft = asyncio.run(draft_rubric(asked))
        (sent,) = server.requests
    assert len(sent.images) == 1
    assert "Notice takes six weeks." in sent.body.decode()
    assert draft.suggestions[0].source == "Notice takes six weeks."


def test_a_task_with_images_only_is_given_to_systems_as_before():
    picture_only = with_attachments(TASK).attachments[:1]
    task = TASK.model_copy(update={"attachments": picture_only})
    assert brief_of(task, content).text == TASK.full_prompt


BANDS = [
    {"low": 60, "high": 100, "text": "Each option has its cost."},
    {"low": 0, "high": 59, "text": "Options lack costs."},
]


def graded_lines(bands, *, may_grade=True):
    found = read_draft(
        reply(line("Weighs the options.", bands=bands), line("Names month 30.", bands=[])),
        TASK,
        policies=Policies(),
        dimensions=DIMENSIONS,
        may_grade=may_grade,
    )
    return {item.text: (item.instrument, item.settings) for item in found.suggestions}


def test_a_model_proposes_graded_checkpoints_only_when_asked_to():
    with LoopbackServer(answer=lambda _: reply(line("Weighs it.", bands=BANDS))) as server:
        plain = asyncio.run(draft_rubric(request(server)))
        graded = asyncio.run(draft_rubric(replace(request(server), may_grade=True)))
        bodies = [item.body.decode() for item in server.requests]
    assert ["bands" in body for body in bodies] == [False, True]
    assert "At most one checkpoint in four is graded" in bodies[1]
    assert [draft.suggestions[0].instrument for draft in (plain, graded)] == ["binary", "graded"]
    scale = {"low": 0, "high": 100, "step": 1, "bands": BANDS}
    assert graded_lines(BANDS) == {
        "Weighs the options.": ("graded", scale), "Names month 30.": ("binary", {}),
    }  # fmt: skip
    assert graded_lines(BANDS, may_grade=False)["Weighs the options."] == ("binary", {})


def test_a_better_and_a_weaker_response_are_sent_when_they_are_given():
    contrast = Contrast("Leave at month 30, $5 a day.", "Leave whenever you like.")
    with LoopbackServer(answer=lambda _: reply(line("Names month 30."))) as server:
        asyncio.run(draft_rubric(request(server)))
        asyncio.run(draft_rubric(replace(request(server), contrast=contrast)))
        asyncio.run(draft_rubric(replace(request(server, ZH), contrast=contrast)))
        bodies = [item.body.decode() for item in server.requests]
    assert [contrast.better in body and contrast.weaker in body for body in bodies] == [
        False, True, True,
    ]  # fmt: skip
    assert "neither is a source" in bodies[1]
    assert "较差的回答" in json.loads(bodies[2])["messages"][-1]["content"]
    plain, longer = (
        estimate_draft(replace(request(server), contrast=given)) for given in (None, contrast)
    )
    assert longer.input_tokens > plain.input_tokens


@pytest.mark.parametrize(
    "bands",
    [
        BANDS[:1],
        [BANDS[0], {**BANDS[1], "high": 60}],
        [BANDS[0], {**BANDS[1], "text": " "}],
        [{**BANDS[0], "high": 101}, BANDS[1]],
        [{**BANDS[0], "low": "60"}, BANDS[1]],
        "90-100: good",
        7,
    ],
    ids=str,
)
def test_bands_that_do_not_cover_the_scale_make_a_line_unusable(bands):
    assert graded_lines(bands) == {"Names month 30.": ("binary", {})}


def test_a_graded_proposal_is_taken_with_its_bands(tmp_path):
    studio = Studio(tmp_path / "g.xpert")
    studio.rubric("t2", lines=0)
    found = read_draft(
        reply(line("Weighs the options.", bands=BANDS)), TASK, policies=Policies(),
        dimensions=DIMENSIONS, may_grade=True,
    )  # fmt: skip
    (kept,) = keep_draft(
        studio.wei, "t2", as_suggestions(studio.wei, "t2", "openai:m", found.suggestions)
    ).after("suggestion")
    accept_suggestions(studio.wei, "t2", [kept.id])
    with studio.project.reading() as tx:
        (point,) = tasks.rubric_of(tx, "t2")
    assert (point.instrument, point.settings["bands"]) == ("graded", BANDS)
    studio.project.close()
