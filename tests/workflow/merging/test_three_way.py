"""Laws of merging one record: the same whichever side is one's own, and nothing without a person."""

import hypothesis.strategies as st
from hypothesis import given

from xpert_studio.workflow.merging.kinds import Way
from xpert_studio.workflow.merging.three_way import WHOLE, Choice, Side, merge
from xpert_studio.workflow.merging.together import UNKNOWN, brought_together, same

TEXTS = st.sampled_from(["States A.", "States A and B.", "Names clause 9.", "说明三十个月。"])
NAMES = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)
LINE = st.fixed_dictionaries(
    {
        "text": TEXTS,
        "weight": st.integers(1, 3),
        "tier": st.sampled_from(["Essential", "Optional", None]),
        "origin": NAMES,
        "extra": st.dictionaries(st.sampled_from("xy"), st.integers(0, 1)),
    }
)
JUDGMENT = st.fixed_dictionaries(
    {
        "value": st.sampled_from([0, 1]),
        "rationale": TEXTS,
        "status": st.sampled_from(["submitted", "confirmed"]),
    }
)
SOME = st.one_of(LINE, st.none())


def nobody(group):
    return None


def always(side):
    return lambda group: Choice(side)


@given(LINE, LINE)
def test_what_only_one_side_changed_is_taken(base, changed):
    assert merge("checkpoint", [base], base, changed, nobody).content == changed
    assert merge("checkpoint", [base], changed, base, nobody).content == changed
    assert not merge("checkpoint", [base], base, changed, nobody).is_open


@given(SOME, LINE, LINE)
def test_both_sides_come_to_the_same(base, mine, theirs):
    here = merge("checkpoint", [base], mine, theirs, nobody)
    there = merge("checkpoint", [base], theirs, mine, nobody)
    assert {item.group for item in here.fields if item.asks} == {
        item.group for item in there.fields if item.asks
    }
    if not here.is_open:
        assert here.content == there.content


@given(SOME, SOME, SOME)
def test_one_decision_gives_both_sides_the_same(base, mine, theirs):
    here = merge("checkpoint", [base], mine, theirs, always(Side.MINE))
    there = merge("checkpoint", [base], theirs, mine, always(Side.THEIRS))
    assert not here.is_open
    assert here.content == there.content


@given(st.one_of(st.none(), st.lists(SOME, min_size=1, max_size=3)), SOME, SOME)
def test_what_somebody_changed_is_there_or_was_asked(bases, mine, theirs):
    """A value that is neither in the result nor in a base was put before a person."""
    merged = merge("checkpoint", bases, mine, theirs, always(Side.MINE))
    asked = {item.name for item in merged.fields if item.asks}
    if mine is None or theirs is None:
        gone = {same(merged.content, mine), same(merged.content, theirs)}
        known = bases is not None and any(same(mine, b) or same(theirs, b) for b in bases)
        assert gone == {True} or known or WHOLE in asked
        return
    for name in mine:
        for side in (mine, theirs):
            before = [b[name] for b in bases or [] if b is not None]
            if side[name] in before or same(merged.content[name], side[name]) or name in asked:
                continue
            together = merged.content[name]
            assert isinstance(together, list | dict), name
            added = [x for x in side[name] if not any(x in b for b in before)]
            assert all(item in together for item in added)


@given(JUDGMENT, JUDGMENT, JUDGMENT)
def test_a_judgment_is_decided_as_a_whole(base, mine, theirs):
    merged = merge("judgment", [base], mine, theirs, nobody)
    if base not in (mine, theirs) and mine != theirs:
        assert merged.is_open
    for side in Side.MINE, Side.THEIRS:
        whole = merge("judgment", [base], mine, theirs, always(side)).content
        assert whole in (mine, theirs)


@given(LINE, LINE, LINE)
def test_an_edited_text_stands_in_place_of_both(base, mine, theirs):
    choice = Choice(Side.EDITED, "Written anew.")
    merged = merge("checkpoint", [base], mine, theirs, lambda group: choice)
    texts = [item for item in merged.fields if item.name == "text" and item.asks]
    assert merged.content["text"] == ("Written anew." if texts else merged.content["text"])
    if texts:
        assert len({base["text"], mine["text"], theirs["text"]}) == 3


@given(LINE, LINE, LINE)
def test_a_field_nobody_takes_unasked_is_asked(base, mine, theirs):
    merged = merge("checkpoint", [base], mine, theirs, nobody, asked=frozenset({"weight"}))
    if theirs["weight"] not in (base["weight"], mine["weight"]):
        assert "weight" in {item.name for item in merged.fields if item.is_open}


@given(NAMES, NAMES, NAMES)
def test_sets_have_what_either_added_and_lack_what_either_removed(base, mine, theirs):
    together = brought_together(Way.SET, base, mine, theirs)
    assert together == brought_together(Way.SET, base, theirs, mine)
    kept = {x for x in base if x in mine and x in theirs}
    assert set(together) == kept | ({*mine, *theirs} - set(base))


def test_replies_of_both_stand_in_their_order_in_time():
    def reply(at, who):
        return {"at": f"2026-05-04T0{at}:00:00Z", "author_id": who, "text": "Yes."}

    base = [reply(1, "wei")]
    together = brought_together(
        Way.THREAD, base, [*base, reply(3, "wei")], [*base, reply(2, "maria")]
    )
    assert [item["author_id"] for item in together] == ["wei", "maria", "wei"]
    assert brought_together(Way.THREAD, UNKNOWN, base, [*base, reply(2, "a")])[0] == base[0]
