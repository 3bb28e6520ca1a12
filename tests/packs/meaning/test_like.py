"""``search --like``: what is alike, beside keywords, as far as a person may see it."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from tests.packs.meaning.conftest import LEASE, TASKS
from tests.workflow.blinded import IDS, PENDING, REASON, SYSTEMS, VERDICT, blinded_studio
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.schema import checkpoint, task
from xpert_studio.core.store.search import HitKind, SearchIndex
from xpert_studio.core.workflow.views.finders import Wanted
from xpert_studio.packs.meaning import encoders, finding
from xpert_studio.packs.meaning.encoder import Encoder
from xpert_studio.packs.meaning.finding import find_alike
from xpert_studio.packs.meaning.grams import GRAMS


def test_both_lists_are_named_and_say_how_they_were_found(xpert, scored):
    said = xpert("search", scored, "tenants ending leases", "--like", "--by", "characters")
    assert said.out.index("By keywords:") < said.out.index("By meaning (shared characters")
    assert "Nothing was found." in said.out.partition("By meaning")[0], "no text has all words"
    assert "not other words that mean the same" in said.err
    found = xpert("search", scored, "tenants ending leases", "--like", "--by", "characters",
                  "--top", "2", "--json").json  # fmt: skip
    assert (
        found["keywords"],
        found["alike"]["meaning"]["by"],
        found["alike"]["meaning"]["cost"],
    ) == (
        [],
        "characters",
        0,
    )
    hits = found["alike"]["meaning"]["found"]
    assert [hit["kind"] for hit in hits] == ["task"] * 2 + ["checkpoint"] * 2 + ["response"] * 2
    assert {hit["task"][:5] for hit in hits} == {"lease"}
    assert 1 >= hits[0]["score"] >= hits[1]["score"] > 0
    alone = xpert("search", scored, "tenant", "--kind", "task", "--json").json
    assert {hit["task"] for hit in alone} == {"lease0", "lease1", "lease2"}, "as ever without it"


def test_kinds_are_chosen_and_those_that_are_not_compared_are_named(xpert, scored):
    words = ("--like", "--by", "characters")
    found = xpert("search", scored, LEASE, *words, "--kind", "checkpoint", "--json").json["alike"][
        "meaning"
    ]
    assert {hit["kind"] for hit in found["found"]} == {"checkpoint"}
    said = xpert("search", scored, LEASE, *words, "--kind", "comment")
    assert "Rationales and comments are found by words alone." in said.err
    assert xpert("search", scored, " ", *words, "--json").json["alike"]["meaning"]["found"] == []


def test_many_responses_are_left_out_unless_they_are_asked_for(scored, monkeypatch):
    monkeypatch.setattr(finding, "_FEW_RESPONSES", 11)
    with ProjectFile.open(scored) as project, project.reading() as tx:
        found = find_alike(tx, "", Wanted(LEASE, by="characters"))
        assert HitKind.RESPONSE not in {hit.kind for hit in found.hits}
        assert "12 responses are left out" in found.notes[0]
        asked = find_alike(tx, "", Wanted(LEASE, (HitKind.RESPONSE,), by="characters"))
        assert {hit.kind for hit in asked.hits} == {HitKind.RESPONSE}


def test_what_is_wrong_is_named_with_what_to_do(xpert, scored):
    for words, message in (
        (("--by", "characters"), "belong to --like"),
        (("--systems",), "belong to --like"),
        (("--like", "--by", "magic"), "There is no encoder 'magic'"),
        (("--like", "--by", "anthropic:m"), "no embeddings endpoint"),
        (("--like", "--by", "compatible:m"), "needs its address"),
    ):
        said = xpert("search", scored, "lease", *words)
        assert said.code == 2, said.out
        assert message in said.err


@pytest.mark.parametrize("person", [*PENDING, "", "unknown-person"])
def test_a_person_who_still_judges_learns_no_more_than_by_keywords(xpert, tmp_path, person):
    studio = blinded_studio(tmp_path / "p.xpert")
    studio.project.close()
    named, by = ("--as", person) if person else (), ("--like", "--by", "characters")
    text = f"leave at month 30 {REASON} {VERDICT} {' '.join(SYSTEMS)}"
    for more in ((), ("--json",)):
        said = xpert("search", "p.xpert", text, *by, "--top", "50", *more, *named)
        assert said.code == 0
        shown = said.out + said.err
        assert not [word for word in (*SYSTEMS, *IDS, REASON, VERDICT) if word in shown]
        assert "t1:A" in shown, "the response itself is found, by its letter"
        refused = xpert("search", "p.xpert", text, *by, "--systems", *more, *named)
        assert refused.code == 5
        assert not [word for word in SYSTEMS if word in refused.out + refused.err]


def test_what_is_found_is_what_keywords_find(tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    with studio.project.reading() as tx:
        index = SearchIndex(studio.project.path, None)
        kinds = (HitKind.TASK, HitKind.CHECKPOINT, HitKind.RESPONSE)
        alike = find_alike(tx, "maria", Wanted("month", top=99, by="characters"))
        words = {
            (hit.kind, hit.key)
            for word in ("a", "e", "month", "answer", "leave", "clause")
            for hit in index.search(tx, word, kinds=kinds, limit=999)
        }
        assert {(hit.kind, hit.key) for hit in alike.hits} <= words
        assert alike.hits
        point = next(hit for hit in alike.hits if hit.kind is HitKind.CHECKPOINT)
        index.close()
    assert point.key[0] == point.task_id
    studio.project.close()


def test_a_checkpoint_that_is_no_part_of_its_rubric_any_more_is_not_found(scored):
    wanted = Wanted("answers lease0 rightly", (HitKind.CHECKPOINT,), 99, "characters")
    with ProjectFile.open(scored) as project:
        with project.reading() as tx:
            before = find_alike(tx, "", wanted).hits
        with project.writing() as tx:
            of_task = select(task.c.pk).where(task.c.id == "lease0").scalar_subquery()
            tx.connection.execute(
                update(checkpoint).where(checkpoint.c.task_pk == of_task).values(retired=True)
            )
        with project.reading() as tx:
            after = find_alike(tx, "", wanted).hits
    assert before[0].key == ("lease0", "a")
    assert {hit.key for hit in after} == {hit.key for hit in before} - {("lease0", "a")}


def test_languages_that_an_encoder_does_not_know_are_said(scored, monkeypatch):
    strange = Encoder("strange", "Strange", "It is strange.", GRAMS.make, frozenset({"fi"}))
    monkeypatch.setattr(finding, "ENCODERS", {"strange": strange})
    with ProjectFile.open(scored) as project, project.reading() as tx:
        found = find_alike(tx, "", Wanted("lease", by="strange"))
        spoken = [note for note in found.notes if "languages the encoder does not know" in note]
        languages = {row.language for row in finding.task_list.facets(tx) if row.language}
    assert bool(spoken) is bool(languages)


def test_the_better_encoder_answers_where_little_has_to_be_prepared(scored, monkeypatch, cache):
    made: list[str] = []

    def make(among):
        def encode(texts):
            made.extend(texts)
            return GRAMS.make(list(TASKS))(texts)

        return encode

    better = Encoder("better", "Better", "All.", make, keeps="better 1")
    monkeypatch.setattr(finding, "ENCODERS", {"better": better, "characters": GRAMS})
    monkeypatch.setattr(finding, "best_encoder", lambda: better)
    with ProjectFile.open(scored) as project, project.reading() as tx:
        few = find_alike(tx, "", Wanted(LEASE, unasked=3))
        assert (few.by, few.better, made) == ("characters", "better", [])
        assert "passages are prepared" in few.notes[0]
        told: list[tuple[int, int]] = []
        asked = Wanted(LEASE, by="better", on_progress=lambda *at: told.append(at))
        assert find_alike(tx, "", asked).by == "better"
        assert told[-1][0] == told[-1][1]
        count = len(made)
        again = find_alike(tx, "", Wanted(LEASE, unasked=3))
        assert (again.by, again.better) == ("better", "")
        assert len(made) == count, "nothing is made twice"


def test_without_the_extra_its_use_is_said(scored, monkeypatch):
    monkeypatch.setattr("xpert_studio.core.extras.find_spec", lambda name: None)
    with ProjectFile.open(scored) as project, project.reading() as tx:
        found = find_alike(tx, "", Wanted(LEASE))
    assert found.by == "characters"
    assert "found with an extra" in found.notes[0]
    assert next(iter(encoders.ENCODERS)) == "sentences", "the better one is named first"


def test_the_systems_on_tasks_like_mine_stand_beside_their_levels_and_costs(xpert, scored):
    words = ("--like", "--by", "characters", "--systems")
    for text, best, worst in ((LEASE, "aster", "bel"), ("dose of a medicine", "bel", "aster")):
        found = xpert("search", scored, text, *words, "--json").json["systems"]
        own = "lease" if best == "aster" else "dose"
        assert {one["task"] for one in found["tasks"]} == {f"{own}{n}" for n in range(3)}
        rows = {one["system"]: one for one in found["standings"]}
        assert list(rows) == [best, worst], "the best first"
        assert (rows[best]["score"]["value"], rows[best]["score"]["tasks"]) == (1, 3)
        assert rows[worst]["score"]["value"] == 0
        assert rows[best]["cost_per_task"]["value"] == pytest.approx(0.25)
        levels = {"basic": 1, "medium": 2} if own == "lease" else {"hard": 3}
        assert {k: one["tasks"] for k, one in rows[best]["levels"].items()} == levels
    said = xpert("search", scored, LEASE, *words).out
    assert "The 3 scored tasks that are most like your text" in said
    assert "So few tasks order no systems" in said


def test_a_case_like_none_that_was_scored_has_no_order_of_systems(xpert, scored):
    words = ("--like", "--by", "characters", "--systems")
    text = "privacy notice of a dental practice with reminders"
    assert xpert("search", scored, text, *words, "--json").json["systems"] is None
    said = xpert("search", scored, text, *words).out
    assert "No task that is like your text has scores." in said
    shown = xpert("sections", scored, "alike", "--ask", f"like={LEASE}", "--ask", "by=characters")
    assert "most like your text" in shown.out


def test_without_a_finder_there_are_keywords_alone(xpert, scored, monkeypatch):
    monkeypatch.setattr("xpert_studio.cli.search.FINDERS", {})
    said = xpert("search", scored, "tenant", "--kind", "task", "--like", "--systems", "--json").json
    assert (len(said["keywords"]), said["alike"]) == (3, {})
    assert "systems" not in said
    assert "Case 0" in xpert("search", scored, "tenant", "--like").out
