"""Systems as records: described, merged, in bundles, and kept from those who still judge."""

from __future__ import annotations

import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.imported import imported_sample
from tests.packs.failures.test_failure_commands import without
from tests.workflow.blinded import PENDING, SYSTEMS, blinded_studio
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import SETTINGS, Response, System
from xpert_studio.core.store import ProjectFile, entities, responses, systems, verdicts
from xpert_studio.core.workflow import describe_system, merge_systems, seen_systems

LEAD = ("--as", "lead-moreau")
CANARY = "canary-of-settings"


@pytest.fixture
def project(tmp_path):
    path = imported_sample(tmp_path / "p.xpert")
    without(path, System)
    return path


def described(xpert, project, *words):
    said = xpert("system", "set", project, *words, *LEAD)
    assert said.code == 0, said.err


def in_bundle(path, name):
    with zipfile.ZipFile(path) as bundle:
        return [json.loads(line) for line in bundle.read(name).splitlines()]


def test_a_name_alone_is_a_system_and_leaves_bundles_as_they_were(xpert, project):
    listed = xpert("system", "list", project, "--json", *LEAD).json
    assert [sorted(one) for one in listed] == [["name", "responses"]] * 4
    assert xpert("export", project, "b.zip", *LEAD).code == 0
    with zipfile.ZipFile("b.zip") as bundle:
        assert "systems.jsonl" not in bundle.namelist()


def test_a_lead_says_what_is_known_and_takes_it_back(xpert, project):
    described(xpert, project, "aurora-2", "--model", "gpt-5", "--reasoning-effort", "high",
              "--search", "--temperature", "0", "--tool", "python", "--input-price", "1.25")  # fmt: skip
    described(xpert, project, "aurora-2", "--no-search", "--unknown", "Temperature")
    shown = xpert("system", "show", project, "aurora-2", "--json", *LEAD).json
    assert shown == {
        "name": "aurora-2", "model": "gpt-5", "reasoning_effort": "high", "search": False,
        "tools": ["python"], "input_price": 1.25, "responses": 14,
    }  # fmt: skip
    said = xpert("system", "show", project, "aurora-2", *LEAD).out
    assert "Reasoning effort: high" in said
    assert "Web search: off" in said
    assert xpert("undo", project, *LEAD).code == 0
    shown = xpert("system", "show", project, "aurora-2", "--json", *LEAD).json
    assert (shown["search"], shown["temperature"]) == (True, 0)
    described(xpert, project, "aurora-2", *(
        word for name in ("model", "reasoning-effort", "search", "temperature", "tools",
                          "input-price") for word in ("--unknown", name)
    ))  # fmt: skip
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        assert systems.described(tx) == {}
    assert xpert("verify", project).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody", "--model", "m"), "nobody has given no response."),
        (("aurora-2",), "Nothing is said of aurora-2."),
        (("aurora-2", "--date", "2026-02-30"), "Date: is no day"),
        (("aurora-2", "--unknown", "name"), "no field name"),
        (("aurora-2", "--unknown", "colour"), "no field colour"),
        (("aurora-2", "--provider", "x" * 401), "Provider: "),
        (("aurora-2", "--temperature", "2.5"), "temperature"),
        (("aurora-2", "--temperature", "nan"), "temperature"),
        (("aurora-2", "--input-price", "-1"), "input-price"),
        (("aurora-2", "--thinking-tokens", "-1"), "thinking-tokens"),
    ],
)
def test_what_cannot_be_is_refused_and_named(xpert, project, words, said):
    refused = xpert("system", "set", project, *words, *LEAD)
    assert refused.code in {2, 4}, refused.err
    assert said in refused.err
    assert all("model" not in one for one in xpert("system", "list", project, "--json", *LEAD).json)


def test_a_private_bundle_brings_all_of_it_and_a_public_one_none(xpert, project, tmp_path):
    described(xpert, project, "aurora-2", "--model", "gpt-5", "--reasoning-effort", CANARY,
              "--system-prompt", CANARY, "--note", CANARY, "--date", "2026-10-01")  # fmt: skip
    assert xpert("export", project, "b.zip", *LEAD).code == 0
    assert xpert("import", "q.xpert", "b.zip", "--new", *LEAD).code == 0
    for path in (project, tmp_path / "q.xpert"):
        with ProjectFile.open(path) as opened, opened.reading() as tx:
            found = systems.described(tx)
        assert list(found) == ["aurora-2"]
        assert found["aurora-2"].system_prompt == CANARY
    assert xpert("export", "q.xpert", "c.zip", *LEAD).code == 0
    assert in_bundle("c.zip", "systems.jsonl") == in_bundle("b.zip", "systems.jsonl")
    again = xpert("import", "q.xpert", "b.zip", *LEAD)
    assert again.code == 0
    assert xpert("export", project, "out", "--public", *LEAD).code == 0
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes(), path
    assert "aurora-2" in (tmp_path / "out" / "responses.jsonl").read_text()


def test_a_part_of_a_project_brings_the_systems_that_answered_there(xpert, project):
    described(xpert, project, "aurora-2", "--model", "gpt-5")
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        (own,) = responses.all_responses(tx, models=["drift-0"], task_ids=["law-lease-break"])
        alone = own.model_copy(update={"model": "alone"})
        entities.put(tx, alone)
        entities.put(tx, System(name="alone", provider="acme"))
    law = xpert("export", project, "law.zip", "--tasks", "law-lease-break", *LEAD)
    assert law.code == 0, law.err
    assert [one["name"] for one in in_bundle("law.zip", "systems.jsonl")] == ["alone", "aurora-2"]
    other = xpert("export", project, "other.zip", "--tasks", "eng-beam-image", *LEAD)
    assert other.code == 0, other.err
    assert [one["name"] for one in in_bundle("other.zip", "systems.jsonl")] == ["aurora-2"]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ('{"name": "a", "temperature": 7}', "temperature"),
        ('{"name": "a", "temperature": "warm"}', "temperature"),
        ('{"name": " "}', "name"),
        ('{"provider": "acme"}', "name"),
        ('{"name": "a", "tools": "python"}', "tools"),
        ('{"name": "a", "search": "yes"}', "search"),
        ('{"name": "a", "date": "soon"}', "date"),
        ('{"name": "a"}\n{"name": "a", "model": "m"}', "name"),
        ('{"name": "a", "note": "\\u0000"}', "note"),
    ],
)
def test_a_bundle_with_a_system_that_cannot_be_is_refused(xpert, project, tmp_path, row, field):
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "tasks.jsonl").write_text('{"id": "t", "prompt": "Say it."}\n')
    (folder / "systems.jsonl").write_text(row + "\n")
    refused = xpert("import", "q.xpert", folder, "--new", *LEAD)
    assert refused.code != 0
    assert "systems.jsonl" in refused.err
    assert field in refused.err


def test_two_names_of_one_system_become_one(xpert, project):
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        some = list(responses.all_responses(tx, models=["aurora-2"]))[:4]
        for one in some:
            entities.put(tx, one.model_copy(update={"model": "Aurora 2"}))
        count = len(list(verdicts.all_verdicts(tx)))
    described(xpert, project, "Aurora 2", "--provider", "acme")
    described(xpert, project, "aurora-2", "--model", "a2")
    both = xpert("system", "merge", project, "aurora-2", "drift-0", *LEAD)
    assert both.code != 0
    assert "have both answered 10 tasks" in both.err
    merged = xpert("system", "merge", project, "Aurora 2", "aurora-2", *LEAD)
    assert merged.code == 0, merged.err
    assert "4 responses are now of aurora-2." in merged.out
    shown = xpert("system", "show", project, "aurora-2", "--json", *LEAD).json
    assert shown == {"name": "aurora-2", "provider": "acme", "model": "a2", "responses": 14}
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        assert len(list(verdicts.all_verdicts(tx))) == count
        assert "Aurora 2" not in systems.all_systems(tx)
    assert xpert("undo", project, *LEAD).code == 0
    listed = {one["name"] for one in xpert("system", "list", project, "--json", *LEAD).json}
    assert listed == {"Aurora 2", "aurora-2", "borealis-1-large", "cirrus-mini", "drift-0"}
    assert xpert("verify", project).code == 0


def test_systems_with_other_settings_are_not_merged(xpert, project):
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        one = next(iter(responses.all_responses(tx, models=["aurora-2"])))
        entities.put(tx, one.model_copy(update={"model": "aurora-high"}))
    described(xpert, project, "aurora-2", "--reasoning-effort", "low")
    described(xpert, project, "aurora-high", "--reasoning-effort", "high")
    refused = xpert("system", "merge", project, "aurora-high", "aurora-2", *LEAD)
    assert refused.code != 0
    assert "Reasoning effort low, not high" in refused.err


@pytest.fixture
def blind(tmp_path):
    """A project with pending judgments, whose lead has described a system."""
    studio = blinded_studio(tmp_path / "p.xpert")
    describe_system(studio.lena, SYSTEMS[0], provider="acme", reasoning_effort=CANARY, note=CANARY)
    yield studio
    studio.project.close()


@pytest.mark.parametrize("person", [*PENDING, "", "unknown-person"])
def test_who_still_judges_sees_no_system(xpert, blind, tmp_path, person):
    told = ""
    for words in (
        ("system", "list", "p.xpert"), ("system", "show", "p.xpert", SYSTEMS[0]),
        ("history", "p.xpert", "--limit", "0"), ("info", "p.xpert"), ("leaderboard", "p.xpert"),
        ("response", "list", "p.xpert"), ("sections", "p.xpert", "systems-described"),
        ("report", "p.xpert", "out.html"), ("system", "set", "p.xpert", "x", "--model", "m"),
    ):  # fmt: skip
        for more in ((), ("--json",)):
            said = xpert(*words, *more, "--as", person)
            told += said.out + said.err
    told += "".join(path.read_text() for path in tmp_path.glob("out*"))
    assert CANARY not in told
    assert "acme" not in told
    with blind.project.reading() as tx:
        assert seen_systems(tx, person) == {}
        assert CANARY in str(seen_systems(tx, "lena"))


def test_an_assignment_carries_no_system(xpert, blind, tmp_path):
    sent = xpert("assignment", "send", "p.xpert", "a.xassignment", "--purpose", "judge",
                 "--for", "maria", "--as", "lena")  # fmt: skip
    assert sent.code == 0, sent.err
    with zipfile.ZipFile(tmp_path / "a.xassignment") as packed:
        for name in packed.namelist():
            assert CANARY.encode() not in packed.read(name), name


@pytest.mark.parametrize("person", [*PENDING, "", "unknown-person"])
def test_who_still_judges_sees_no_trace(xpert, blind, person):
    with blind.project.writing() as tx:
        one = next(iter(responses.all_responses(tx, models=[SYSTEMS[0]])))
        trace = {"citations": [{"url": f"https://{CANARY}"}], "model": CANARY}
        told = {"extra": {"trace": trace}, "finish_reason": f"{CANARY}-end"}
        entities.put(tx, one.model_copy(update=told))
    for words in (
        ("response", "show", "p.xpert", "t1:A"), ("response", "show", "p.xpert", "t1:B"),
        ("judge", "show", "p.xpert", "t1:A"), ("judge", "show", "p.xpert", "t1:B"),
    ):  # fmt: skip
        for more in ((), ("--json",)):
            said = xpert(*words, *more, "--as", person)
            assert CANARY not in said.out + said.err, words
    shown = xpert("response", "show", "p.xpert", one.id, "--as", "lena")
    assert f"Cites https://{CANARY}" in shown.out + shown.err


def test_a_lead_who_still_judges_describes_and_merges_nothing(blind):
    with pytest.raises(NotAllowedError):
        describe_system(blind.ctx("leo"), SYSTEMS[0], model="m")
    with pytest.raises(NotAllowedError):
        merge_systems(blind.ctx("leo"), *SYSTEMS)
    with pytest.raises(NotAllowedError):
        describe_system(blind.omar, SYSTEMS[0], model="m")


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
MADE = st.builds(
    System,
    name=TEXTS.filter(str.strip),
    provider=st.none() | TEXTS,
    reasoning_effort=st.none() | TEXTS,
    thinking_tokens=st.none() | st.integers(0, 999_999),
    temperature=st.none() | st.floats(0, 2),
    max_output_tokens=st.none() | st.integers(1, 999_999),
    search=st.none() | st.booleans(),
    system_prompt=st.none() | TEXTS,
    tools=st.lists(TEXTS, max_size=3).map(tuple),
    input_price=st.none() | st.floats(0, 1e6),
    note=st.none() | TEXTS,
)


@given(MADE)
def test_a_system_is_stored_as_it_is(system):
    row = entities.entity_of(System).columns(system)
    assert entities.entity_of(System).record_of(row) == system


@given(MADE, MADE)
def test_what_differs_is_the_same_from_both_sides(one, other):
    forth, back = one.differs(other), other.differs(one)
    assert {name: pair[::-1] for name, pair in forth.items()} == back
    assert not one.differs(one.model_copy(update={"name": "x", "note": "y"}))
    for name in SETTINGS:
        same = (getattr(one, name) or None) == (getattr(other, name) or None)
        assert (name in forth) <= (not same or getattr(one, name) != getattr(other, name))


def test_no_search_is_what_a_model_has_that_is_not_offered_one():
    made = System(name="a", reasoning_effort="low", search=False)
    described = System(name="b", reasoning_effort="high")
    assert list(made.differs(described)) == ["reasoning_effort"]
    assert list(described.differs(made.model_copy(update={"search": True}))) == [
        "reasoning_effort",
        "search",
    ]


def test_a_merge_that_ended_an_exclusion_is_in_the_way_of_a_later_one(xpert, project):
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        for one in list(responses.all_responses(tx, models=["aurora-2"]))[:4]:
            entities.put(tx, one.model_copy(update={"model": "Aurora 2"}))
    for words in (
        ("response", "exclude", "Aurora 2", "--reason", "a draft"),
        ("system", "merge", "Aurora 2", "aurora-2"),
        ("response", "exclude", "drift-0", "--reason", "a draft"),
    ):
        said = xpert(*words[:2], project, *words[2:], *LEAD)
        assert said.code == 0, said.err
    (merge,) = (
        one for one in xpert("history", project, "--json", *LEAD).json
        if one.get("command") == "system.merge"
    )  # fmt: skip
    refused = xpert("undo", project, "--change", merge["id"], *LEAD)
    assert refused.code != 0
    assert "changed since" not in refused.err, "it names what is in the way"


def test_a_response_says_the_same_whatever_is_known_of_its_system():
    one = Response(id="r", task_id="t", model="a", text="It is so.")
    with_trace = one.model_copy(update={"extra": {"trace": {"thoughts": "Hm."}}})
    assert one.content_hash == with_trace.content_hash
