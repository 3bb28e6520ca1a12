"""Cases that a model proposes from a brief: read as hostile, kept, accepted as briefs, rejected."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loopback import LoopbackServer
from tests.sampling import examples
from tests.workflow.studio import BRIEF, Studio
from xpert_studio.core.errors import JudgeError, NotAllowedError, NotFoundError, StageError
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.records import Difficulty, SuggestionState, Task
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import set_policies, undo
from xpert_studio.packs.variants.changes import (
    accept_cases,
    cases_of,
    keep_cases,
    open_cases,
    reject_cases,
)
from xpert_studio.packs.variants.drafting import (
    KINDS,
    LONGEST,
    CaseRequest,
    draft_cases,
    estimate_cases,
    read_cases,
    said_of,
)
from xpert_studio.packs.variants.figures import variants_in
from xpert_studio.packs.variants.records import HardPattern, VariantKind

FIELDS = {name: value for name, value in BRIEF.items() if name != "checklist"}
TASK = Task(id="t", **FIELDS)
MODEL = "compatible:gpt-6"


def case(kind="trap", **fields):
    return {
        "kind": kind, "patterns": ["inconsistency"], "title": f"A lease with a {kind}",
        "change": "Clause 9 was deleted.", "context": "You advise another tenant.",
        "materials": f"The lease has run for {len(kind)} of 7 years. Clause 9 was deleted in 2023.",
        "deliverables": f"A letter on whether the tenant can leave ({kind}).",
        "reference_answer": "The tenant cannot leave before the end.", **fields,
    }  # fmt: skip


def reply(*cases):
    return json.dumps({"cases": list(cases)})


def request(server, kinds=("trap", "basic")):
    choice = ModelChoice(
        "compatible", "gpt-6", base_url=server.openai_url, api_key="sk-test-123456"
    )
    return CaseRequest(TASK, choice, kinds, tuple(HardPattern), lambda _: b"")


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert", small=False)
    made.brief("t1", "wei")
    assert made.project  # there is a file now
    yield made
    made.project.close()


def drafted(*cases):
    return read_cases(reply(*cases), TASK, KINDS)[0]


def test_a_model_is_sent_the_brief_with_kinds_and_patterns_and_its_cases_are_read():
    with LoopbackServer(answer=lambda _: reply(case(), case("basic", patterns=[]))) as server:
        made = asyncio.run(draft_cases(request(server)))
        (sent,) = server.requests
    trap, basic = made.cases
    assert (trap.variant, trap.difficulty, trap.patterns) == (
        VariantKind.TRAP, Difficulty.HARD, (HardPattern.INCONSISTENCY,),
    )  # fmt: skip
    assert (basic.variant, basic.difficulty) == (VariantKind.BASE, Difficulty.BASIC)
    assert not trap.cautions
    assert made.usage.input_tokens
    body = json.loads(sent.body)
    system = body["messages"][0]["content"]
    assert "- trap: a trap:" in system
    assert "- inconsistency: inconsistency:" in system
    assert "- numeric:" not in system
    assert "Clause 9 allows a break at month 30." in json.dumps(body["messages"][1])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_and_pattern_is_described_in_both_languages(language):
    assert set(said_of("kinds", language)) == set(KINDS)
    assert set(said_of("patterns", language)) == {one.value for one in HardPattern}
    chinese = TASK.model_copy(update={"language": "zh-CN"})
    with LoopbackServer() as server:
        asked = replace(request(server, KINDS), task=TASK if language == "en" else chinese)
        found = estimate_cases(asked)
        assert not server.requests
    assert found.input_tokens > 300
    assert found.output_tokens == 1_100 * len(KINDS)


def test_a_broken_answer_is_asked_for_once_more_and_then_given_up():
    answers = iter(["Gladly!", reply(case())])
    with LoopbackServer(answer=lambda _: next(answers)) as server:
        assert len(asyncio.run(draft_cases(request(server))).cases) == 1
    with LoopbackServer(answer=lambda _: "no") as server:
        with pytest.raises(JudgeError, match="no case that could be read"):
            asyncio.run(draft_cases(request(server)))
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (case("riddle"), "Its kind was not asked for: 'riddle'."),
        (case("base"), "Its kind was not asked for: 'base'."),
        (case(patterns=["inconsistency", "magic"]), "It names 1 pattern that is not known."),
        (case(reference_answer=""), "It has no reference answer."),
        (case(context="", materials=None), "It has neither context nor materials."),
        (case("numeric", materials="A lease.", context=""), "no figure to calculate with"),
        (case(**{name: BRIEF[name] for name in ("context", "materials", "deliverables")}),
         "It is nearly the brief itself."),
    ],
)  # fmt: skip
def test_what_a_person_should_know_is_said(written, said):
    (made,) = drafted(written)
    assert any(said in str(caution) for caution in made.cautions)
    if "riddle" in said:
        assert made.variant is VariantKind.OWN


def test_what_is_no_case_too_long_or_double_is_left_out():
    cases, notes = read_cases(
        reply(case(), case(), "x", case(deliverables=" "), case("numeric", context="a" * 20_001)),
        TASK,
        KINDS,
    )
    assert len(cases) == 1
    assert "4 cases could not be read" in str(notes[0])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["cases", *case()]), inner)
    ),
    max_leaves=15,
)


@given(st.text(max_size=200) | VALUES.map(json.dumps))
@examples(80)
def test_whatever_a_model_says_what_is_read_can_be_kept(text):
    for one in read_cases(text, TASK, KINDS)[0]:
        assert one.title.strip()
        assert one.deliverables.strip()
        assert max(map(len, (one.context, one.materials, one.reference_answer))) <= LONGEST
        assert "\x00" not in one.title + one.deliverables


def test_accepted_cases_are_briefs_of_one_family_and_bundle(studio):
    keep_cases(studio.wei, "t1", MODEL, drafted(case(), case("basic"), case("numeric")))
    with studio.project.reading() as tx:
        trap, basic, numeric = open_cases(tx, "wei", "t1")
    accept_cases(studio.wei, "t1", [trap, basic])
    reject_cases(studio.wei, "t1", [numeric])
    with studio.project.reading() as tx:
        known = cases_of(tx, "wei", "t1")
        made = [tasks.get_task(tx, known[id_].made_task) for id_ in (trap, basic)]
        variants = variants_in(tx)
    assert [one.family for one in made] == ["t1", "t1"], "the cluster of t1 itself"
    assert [one.difficulty for one in made] == [Difficulty.HARD, Difficulty.BASIC]
    assert [one.domain for one in made] == ["Law", "Law"]
    assert made[0].reference_answer == "The tenant cannot leave before the end."
    assert [one.author_id for one in made] == ["wei", "wei"]
    assert variants[made[0].id].variant is VariantKind.TRAP
    assert {variants[id_].bundle for id_ in ("t1", made[0].id)} == {"t1"}
    assert made[1].id not in variants
    assert [known[id_].state for id_ in (trap, basic, numeric)] == [
        SuggestionState.TAKEN, SuggestionState.TAKEN, SuggestionState.DROPPED,
    ]  # fmt: skip
    with pytest.raises(StageError):
        accept_cases(studio.wei, "t1", [trap])
    with pytest.raises(NotFoundError):
        accept_cases(studio.wei, "t1", ["case-none"])
    undo(studio.wei)
    undo(studio.wei)
    with studio.project.reading() as tx:
        assert set(open_cases(tx, "wei", "t1")) == {trap, basic, numeric}
        assert [one.id for one in tasks.all_tasks(tx)] == ["t1"]
        assert not variants_in(tx)


def test_others_neither_propose_nor_see_nor_accept(studio):
    keep_cases(studio.wei, "t1", MODEL, drafted(case()))
    with studio.project.reading() as tx:
        (id_,) = open_cases(tx, "wei", "t1")
        assert not open_cases(tx, "", "t1")
        assert not open_cases(tx, "omar", "t1"), "no author"
    for who in ("maria", "omar", "ada"):
        with pytest.raises(NotAllowedError):
            accept_cases(studio.ctx(who), "t1", [id_])
        with pytest.raises(NotAllowedError):
            keep_cases(studio.ctx(who), "t1", MODEL, drafted(case()))


def test_who_may_begin_no_further_task_is_told_so_before_any_money_is_spent(xpert, studio):
    set_policies(studio.lena, max_tasks_per_expert=1)
    with LoopbackServer(answer=lambda _: reply(case())) as server:
        said = xpert("variant", "draft", "p.xpert", "t1", "--by", MODEL, "--base-url",
                     server.openai_url, "--as", "wei")  # fmt: skip
        assert (said.code, "the project's limit is 1" in said.err) == (5, True)
        assert not server.requests


def test_the_command_proposes_shows_accepts_and_says_what_it_cannot_do_offline(xpert, studio):
    offline = xpert("variant", "draft", "p.xpert", "t1", "--as", "wei")
    assert (offline.code, "nothing here can do it offline" in offline.err) == (2, True)
    with LoopbackServer(answer=lambda _: reply(case(), case("riddle"))) as server:
        given = ("variant", "draft", "p.xpert", "t1", "--by", MODEL, "--base-url",
                 server.openai_url, "--as")  # fmt: skip
        dry = xpert(*given, "wei", "--dry-run", "--kind", "trap", "--json")
        assert json.loads(dry.out)["tokens"] > 1_100
        assert not server.requests
        assert xpert(*given, "maria").code == 5
        assert xpert(*given, "wei", "--kind", "joke").code == 2
        assert not server.requests, "refused before any money is spent"
        made = json.loads(xpert(*given, "wei", "--json").out)
    assert [one["variant"] for one in made["cases"]] == ["trap", "own"]
    shown = xpert("variant", "cases", "p.xpert", "t1", "--as", "wei")
    assert "Trap, Hard, Inconsistency" in shown.out
    assert "Its kind was not asked for: 'riddle'." in shown.out
    first, second = (one["id"] for one in made["cases"])
    assert xpert("variant", "accept", "p.xpert", "t1", first, "--as", "wei").code == 0
    assert xpert("variant", "reject", "p.xpert", "t1", second, "--as", "wei").code == 0
    assert json.loads(xpert("variant", "cases", "p.xpert", "t1", "--as", "wei", "--json").out) == []
    (listed,) = [
        one
        for one in json.loads(xpert("variant", "list", "p.xpert", "--json").out)
        if one["variant"] == "trap"
    ]
    assert listed["bundle"] == "t1"
