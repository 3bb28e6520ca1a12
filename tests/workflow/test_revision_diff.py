"""The difference between revisions: words join to both texts, and each change has its depth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.records import Checkpoint
from xpert_studio.core.workflow.revision_diff import (
    ChangeClass,
    LineFate,
    compare,
    deepest,
    word_diff,
)

TEXT = st.text(alphabet=st.sampled_from(list("ab 1,.指出违约金。《》\n")), max_size=40) | st.text(
    max_size=40
)


def point(id_, text, **more):
    return Checkpoint(task_id="t", id=id_, text=text, weight=more.pop("weight", 7), **more)


@given(TEXT, TEXT)
def test_what_stayed_and_went_is_the_old_text_and_what_stayed_and_came_the_new(old, new):
    words = word_diff(old, new)
    assert "".join(w.text for w in words if w.op.value != "added") == old
    assert "".join(w.text for w in words if w.op.value != "removed") == new


def test_chinese_differs_by_characters():
    words = word_diff("指出违约金上限为20%。", "指出违约金下限为30%。")
    assert [(w.op.value, w.text) for w in words if w.op.value != "same"] == [
        ("removed", "上"), ("added", "下"), ("removed", "20%"), ("added", "30%"),
    ]  # fmt: skip


def test_words_that_changed_beside_each_other_are_read_together():
    words = word_diff("Is written in clear words.", "Names the loss in plain language.")
    assert [(w.op.value, w.text) for w in words] == [
        ("removed", "Is written"), ("added", "Names the loss"), ("same", " in "),
        ("removed", "clear words"), ("added", "plain language"), ("same", "."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "depth"),
    [
        ("States the date.", "States the date", ChangeClass.WORDING),
        ("states a date.", "States the date.", ChangeClass.WORDING),
        ("States the date.", "States the place.", ChangeClass.SUBSTANCE),
        ("States 5 %.", "States 6 %.", ChangeClass.SUBSTANCE),
        ("Names it.", "Does not name it.", ChangeClass.SUBSTANCE),
        ("写明了日期。", "写明日期。", ChangeClass.WORDING),
        ("写明日期。", "不写明日期。", ChangeClass.SUBSTANCE),
        ("Same.", "Same.", ChangeClass.SAME),
    ],
)
def test_how_deep_a_change_goes(old, new, depth):
    (line,) = compare([point("a", old)], [point("a", new)])
    assert line.depth is depth
    assert line.changes_text is (old != new)


def test_weight_is_substance_and_a_note_is_not():
    (line,) = compare([point("a", "X y.")], [point("a", "X y.", weight=9)])
    assert (line.depth, line.fields) == (ChangeClass.SUBSTANCE, ("weight",))
    (line,) = compare([point("a", "X y.")], [point("a", "X y.", notes="n")])
    assert line.depth is ChangeClass.WORDING


def test_added_removed_split_merged_and_moved():
    old = [point(name, f"Names {name}.") for name in "abcde"]
    new = [
        point("b", "Names b."),
        point("a", "Names a."),
        point("c", "Names half of c."),
        point("c2", "Names the rest.", origin=("c",)),
        point("d", "Names d. Names e.", origin=("e",)),
        point("n", "Names n."),
    ]
    fates = {line.checkpoint_id: line.fate for line in compare(old, new)}
    assert fates["c"] is fates["c2"] is LineFate.SPLIT
    assert fates["d"] is fates["e"] is LineFate.MERGED
    assert fates["n"] is LineFate.ADDED
    assert {fates["a"], fates["b"]} == {LineFate.KEPT, LineFate.MOVED}
    assert deepest(compare(old, new)) is ChangeClass.STRUCTURE
    gone = compare(old, new[:1])
    assert [line.fate for line in gone[1:]] == [LineFate.REMOVED] * 4


@given(
    st.lists(st.sampled_from("abcdef"), unique=True),
    st.lists(st.sampled_from("abcdef"), unique=True),
)
def test_every_line_of_both_is_told_once(old, new):
    lines = compare([point(n, f"Is {n}.") for n in old], [point(n, f"Is {n}.") for n in new])
    assert sorted(line.checkpoint_id for line in lines) == sorted(set(old) | set(new))
