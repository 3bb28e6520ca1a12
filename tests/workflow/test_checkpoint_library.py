"""The library of checkpoints by law: what is offered, what is not, and what taking one records."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import Suggestion, SuggestionState, Tier
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import (
    NewResponse,
    add_checkpoint,
    add_responses,
    discard,
    draw_subset,
    edit_checkpoint,
    take_checkpoint,
    undo,
)
from xpert_studio.core.workflow.checkpoint_index import CheckpointLibrary
from xpert_studio.core.workflow.checkpoint_library import (
    LIBRARY,
    LibraryEntry,
    seen_entries,
)

WORDS = st.sampled_from(
    [
        "states",
        "names",
        "the",
        "notice",
        "period",
        "dose",
        "clause",
        "9",
        "300",
        "指出",
        "诊断",
        "剂量",
    ]
)
TEXTS = st.lists(WORDS, min_size=2, max_size=8).map(" ".join)


def entry(text, key="t1/c1", **fields):
    return LibraryEntry(key=key, task="A lease", text=text, **fields)


def offered(studio: Studio, person_id: str, besides: str = "") -> list[str]:
    with studio.project.reading() as tx:
        return [one.text for one in seen_entries(tx, person_id, besides=besides)]


@given(st.lists(TEXTS, max_size=12), TEXTS)
@examples(60)
def test_every_fit_holds_most_of_what_was_written_and_each_text_comes_once(texts, written):
    library = CheckpointLibrary(entry(text, f"t1/c{n}") for n, text in enumerate(texts))
    found = library.look_up(written)
    assert len({one.text.casefold() for one in found}) == len(found) <= 6
    for one in found:
        assert set(one.text.split()) & set(written.split()) or "指" in one.text + written
    if written in texts:
        assert written in [one.text for one in library.look_up(written, most=len(texts))]
    assert written not in [one.text for one in library.look_up(written, besides=[written.upper()])]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("names the notice per", "Names the notice period of six months."),
        ("notice period", "Names the notice period of six months."),
        ("指出补液", "指出补液量为2100 mL。"),
        ("补", "指出补液量为2100 mL。"),
    ],
)
def test_the_last_word_may_be_begun_only(written, wanted):
    library = CheckpointLibrary(
        [
            entry("Names the notice period of six months.", "t1/a"),
            entry("指出补液量为2100 mL。", "t1/b"),
            entry("States the rent.", "t1/c"),
        ]
    )
    found = library.look_up(written)
    assert (found[0].text if found else "") == ("" if written == "补" else wanted)


def test_one_rare_word_is_too_little_of_another_domain():
    others = [f"{'Names' if n % 8 else 'States'} the {n}." for n in range(10, 40)]
    texts = ["The page has a coherent design.", *others]
    for domain, wanted in (("Engineering", []), ("Law", texts[:1]), ("", texts[:1])):
        library = CheckpointLibrary(
            [entry(text, f"t1/{n}", domain="Law") for n, text in enumerate(texts)], domain
        )
        assert [one.text for one in library.look_up("states the design")] == wanted
        assert library.look_up("a coherent design")[0].text == texts[0]


def test_of_equal_texts_the_first_is_kept():
    library = CheckpointLibrary(
        [entry("Names the rent.", "a/1"), entry("names  the Rent.", "b/1", project="Old")]
    )
    assert [one.key for one in library.look_up("names the rent")] == ["a/1"]


def test_what_is_gold_discarded_drafted_or_waits_for_ones_judgment_is_not_offered(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.ready("t1")
    studio.rubric("t2", lines=1)
    assert len(offered(studio, "wei", besides="t2")) == 3
    add_responses(studio.lena, [NewResponse("t1", "aurora", "Leave at month 30.")])
    assert "States that the break date is month 30." in offered(studio, "wei")  # of t2
    judges = [who for who in ("wei", "maria", "omar", "vera", "ada") if _is_to_judge(studio, who)]
    assert judges, "t1 is to be judged"
    for who in judges:
        assert not offered(studio, who, besides="t2")
    assert not offered(studio, "", besides="t2"), (
        "no person is named: as for any with a judgment open"
    )
    draw_subset(studio.lena, name="gold", size=1, seed=1)
    assert not offered(studio, "wei", besides="t2")
    discard(studio.lena, "t2", reason="Twice.")
    assert not offered(studio, "wei")


def _is_to_judge(studio: Studio, who: str) -> bool:
    from xpert_studio.core.workflow.blinding import blinding_for

    with studio.project.reading() as tx:
        return bool(blinding_for(tx, who).to_judge)


def test_taking_one_is_a_suggestion_that_was_accepted_and_the_log_says_from_where(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.rubric(lines=1)
    taken = entry(
        "Rates the plan.", "t7/c3", project="Leases 2025", tier=Tier.OPTIONAL, weight=3,
        dimension="Unheard of",
    )  # fmt: skip
    change = take_checkpoint(studio.wei, "t1", taken, at=0)
    with studio.project.reading() as tx:
        first = tasks.rubric_of(tx, "t1")[0]
        (kept,) = entities.find_all(tx, Suggestion, task_id="t1")
    assert (first.text, first.tier, first.weight, first.dimension, first.drafted_by) == (
        "Rates the plan.", Tier.OPTIONAL, 3, None, LIBRARY,
    )  # fmt: skip
    assert (kept.state, kept.drafter, kept.checkpoint_id, kept.source) == (
        SuggestionState.TAKEN, LIBRARY, first.id, "Leases 2025: t7/c3",
    )  # fmt: skip
    assert change.details["taken_from"] == "Leases 2025: t7/c3"
    assert "Rates the plan." not in offered(studio, "wei"), "no person has touched it yet"
    edit_checkpoint(studio.wei, "t1", first.id, text="Rates the whole plan.")
    assert "Rates the whole plan." in offered(studio, "wei")
    undo(studio.wei)
    undo(studio.wei)
    with studio.project.reading() as tx:
        assert len(tasks.rubric_of(tx, "t1")) == 1
        assert not entities.find_all(tx, Suggestion, task_id="t1")


def test_only_the_author_takes_one(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.rubric(lines=1)
    with pytest.raises(NotAllowedError):
        take_checkpoint(studio.maria, "t1", entry("Names the rent."))


def test_one_that_no_policy_allows_has_the_weight_of_its_tier(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.rubric(lines=1)
    add_checkpoint(studio.wei, "t1", text="Names the rent of the shop.", tier=Tier.ESSENTIAL)
    take_checkpoint(studio.wei, "t1", entry("Names the court.", tier=Tier.ESSENTIAL))
    with studio.project.reading() as tx:
        assert tasks.rubric_of(tx, "t1")[-1].weight == tasks.rubric_of(tx, "t1")[-2].weight
