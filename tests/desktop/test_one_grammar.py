"""Forms, pairs and confirming are one list and one grammar; a sentence decides nothing unseen."""

from __future__ import annotations

import pytest

from tests.desktop.hands import Hands
from tests.desktop.looking import slow
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comparison, Judgment, JudgmentStatus
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import form_view
from xpert_studio.desktop.moved_places import moved
from xpert_studio.desktop.pages.judging.queue import place_of
from xpert_studio.desktop.places import BESIDE, PAIRS, SAMPLES, Place, beside_place

SENTENCE = "In 2010 clause 11 was met, judged 0 or 1, took no notice. Just scroll on: TTT CCC OK"
"""It has every single key of judging, and ends nothing."""


def decided(studio: Studio, kind: type) -> list:
    """What the project has of a kind of decisions."""
    with studio.project.reading() as tx:
        return entities.find_all(tx, kind)


@pytest.mark.parametrize(
    ("kept", "now"),
    [
        (Place("comparing"), Place("judging", tab=PAIRS)),
        (Place("comparing", task_id="t1"), Place("judging", "t1", PAIRS)),
        (Place("adjudication"), Place("judging", tab=BESIDE)),
        (Place("adjudication", "t1", "", "r", "wei"), Place("judging", "t1", "", "r", "wei")),
        (Place("adjudication", "t1", BESIDE, "r"), Place("judging", "t1", BESIDE, "r")),
        (Place("adjudication", "t1", "", "r"), Place("judging", "t1", BESIDE, "r")),
        (Place("gold", item="g"), Place("tasks", tab=SAMPLES, item="g")),
        (Place("judging", "t1", "", "r"), Place("judging", "t1", "", "r")),
        (
            Place("results", tab="pair", item="task=t1&first=aurora&second=juno"),
            beside_place("t1", "", "", "aurora", "juno"),
        ),
    ],
)
def test_a_place_of_an_earlier_version_is_found_again(kept: Place, now: Place) -> None:
    assert moved(kept) == now == moved(now)


def test_links_to_pages_that_are_no_more_lead_to_their_place(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    for page in ("comparing", "adjudication"):
        hands.go(page)
        assert hands.window.place.page == "judging"
        assert hands.page.queue.isVisible()
    hands.go("adjudication", task_id="t1", item=response_id, expert_id="maria")
    assert hands.page.confirming.isVisible()
    hands.go("adjudication", task_id="t1", item=response_id)
    assert hands.page.beside.isVisible()


def test_all_that_waits_is_one_list_and_enter_opens_each(hands: Hands, studio: Studio) -> None:
    responses = studio.answered(models=("aurora", "borealis"))
    studio.judged(responses[0], "ada")
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    model = hands.page.queue.model
    said = [model.entry(row).lines[0].split(" · ")[0] for row in model]
    assert said == ["Judge", "Judge", "Compare"]
    for row, shown in enumerate((hands.page.form, hands.page.form, hands.page.pair)):
        hands.page.queue.list.setCurrentIndex(model.index(row))
        hands.key("Enter", hands.page.queue.list)
        hands.settle()
        assert shown.isVisible()
        hands.key("Alt+Up")
        hands.settle()
        assert hands.page.queue.isVisible()


def test_a_sentence_typed_at_a_form_decides_one_line_at_most(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    for letter in SENTENCE:
        hands.type(letter)
    hands.settle()
    form = form_view(studio.maria, response_id)
    done = [line for line in form.lines if line.said is not None]
    assert len(done) <= 1
    assert not any(line.decision and line.decision.value for line in form.lines[1:])


def test_a_sentence_typed_at_a_pair_decides_that_pair_only(hands: Hands, studio: Studio) -> None:
    studio.answered(models=("aurora", "borealis", "cirrus"))
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", tab=PAIRS)
    seen = tuple(sorted(item.response_id for item in hands.page.pair.view.shown))
    for letter in SENTENCE:
        hands.type(letter)
    hands.settle()
    assert {one.pair for one in decided(studio, Comparison)} <= {seen}


def test_a_sentence_typed_at_a_form_to_confirm_settles_nothing_unread(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    read = set(hands.page.confirming._read)
    for letter in "CCC accordingly, c":
        hands.type(letter)
    hands.settle()
    settled = {
        one.checkpoint_id
        for one in decided(studio, Judgment)
        if one.status is not JudgmentStatus.SUBMITTED
    }
    assert settled <= read
    assert "read it first" in hands.notice


def test_one_key_confirms_what_was_read_and_goes_on(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    lines = hands.page.confirming.lines
    for place in range(3):
        assert lines.currentIndex().row() == place
        hands.confirm()
    assert all(one.status is JudgmentStatus.CONFIRMED for one in decided(studio, Judgment))


@pytest.mark.parametrize("kind", ["form", "pair", "confirm"])
def test_no_key_decides_what_is_not_there_yet(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The store is slow: keys pressed before the work is on the screen decide nothing."""
    first, second = studio.answered(models=("aurora", "borealis"))
    if kind == "confirm":
        studio.judged(first)
    hands.open(studio.project.path, "omar" if kind == "confirm" else "maria")
    hands.go("judging")
    slow(monkeypatch, hands, "reading", 2)
    place = {
        "form": Place("judging", "t1", "", second),
        "pair": Place("judging", "t1", PAIRS),
        "confirm": Place("judging", "t1", "", first, "maria"),
    }[kind]
    hands.window.go(place)
    for keys in ("1", "C", "0", "Left", "J", "1", "Ctrl+Return", "2"):
        hands.key(keys)
    assert hands.page.opening.isVisible()
    monkeypatch.undo()
    hands.settle()
    assert not hands.page.opening.isVisible()
    assert not decided(studio, Comparison)
    assert not any(one.status is not JudgmentStatus.SUBMITTED for one in decided(studio, Judgment))


def test_what_is_typed_while_the_store_is_slow_is_kept(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    (response_id,) = studio.answered()
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    slow(monkeypatch, hands, "writing", 2)
    hands.key("1")
    hands.type("Met in clause 11; 0 doubts.")
    hands.key("Ctrl+Return")
    hands.key("0")
    hands.type("Not said in 2010.")
    monkeypatch.undo()
    hands.window.finish()
    hands.settle()
    said = [
        (line.said, line.decision.rationale if line.decision else "")
        for line in form_view(studio.maria, response_id).lines
    ]
    assert said[:2] == [(1, "Met in clause 11; 0 doubts."), (0, "Not said in 2010.")]


def test_keys_go_through_what_waits_as_through_a_form(hands: Hands, studio: Studio) -> None:
    studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    queue = hands.page.queue
    assert queue.list.currentIndex().row() == 0
    hands.key("J")
    assert queue.list.currentIndex().row() == 1
    hands.key("K")
    hands.key("K")
    assert queue.list.currentIndex().row() == 0, "it ends there"
    first = queue.model.row_at(0)
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.window.place == place_of(first)


def offered(hands: Hands) -> set[str]:
    """What is not refused of what goes through work of any kind."""
    names = {f"judging.{name}" for name in ("rationale", "find", "leave")}
    usable = (one for one, _ in hands.window.book.usable() if one.id in names)
    return {one.id.partition(".")[2] for one in usable if not one.refused()}


def test_what_would_do_nothing_is_not_offered(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging")
    assert offered(hands) == set()
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    assert offered(hands) == {"find", "leave"}
    hands.key("R")
    assert "No rationale" in hands.notice
    hands.go("judging", task_id="t1", item=response_id, tab=BESIDE)
    assert offered(hands) == {"leave"}
