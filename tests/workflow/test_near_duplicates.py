"""Near-duplicates of anchors: found however a text is disguised, and only they."""

from __future__ import annotations

import base64
import json
import os
import random
import re
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.records import Attachment, Response
from xpert_studio.core.workflow.near_duplicates import (
    FEWEST_WORDS,
    Likeness,
    NearDuplicate,
    near_duplicates,
)

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared"))
SUMMHAY = SHARED / "data" / "summhay"
PREAMBLE = "Certainly! Here is the document you asked me for, in full:\n\n"
POSTSCRIPT = "\n\n如需修改，请随时告诉我。 I hope this helps; let me know if it does not."


def read(folder: Path) -> dict[str, list[Response]]:
    found: dict[str, list[Response]] = {}
    for line in (folder / "responses.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        fields = {name: row[name] for name in ("id", "task_id", "model", "text")}
        found.setdefault(row["task_id"], []).append(Response(**fields))
    return found


SAMPLE = read(ROOT / "sample_projects" / "four_professions")
for _name in ("number", "medium", "hard"):
    del SAMPLE[f"med-treat-{_name}"]  # a letter is no text that an anchor could have
for _name in ("law-break-page", "eng-free-body", "finance-cash-sheet"):
    del SAMPLE[_name]  # nor is a note beside a file
RESPONSES = [item for items in SAMPLE.values() for item in items]
SHORT = 100
"""Words below which fragments in another order may have too few pairs of words in common."""
PAIRS = [pair for items in SAMPLE.values() for pair in permutations(items, 2)]


def response(name: str, text: str, *images: str) -> Response:
    attached = tuple(
        Attachment(path=f"{image}.png", media_type="image/png", sha256=image * 64)
        for image in images
    )
    return Response(id=name, task_id="t", model=name, text=text, attachments=attached)


def compared(anchor: Response, candidate: Response) -> NearDuplicate | None:
    found = near_duplicates([anchor], [anchor, candidate])
    assert len(found) <= 1
    return found[0] if found else None


def is_excluded(anchor: str, candidate: str) -> bool:
    found = compared(response("anchor", anchor), response("candidate", candidate))
    return found is not None and not found.is_borderline


def shuffled(text: str, parts: list[str], rng: random.Random) -> str:
    assert "".join(parts) == text
    rng.shuffle(parts)
    return "\n".join(parts)


def each_word(text: str, change: Callable[[str], str]) -> str:
    return re.sub(r"[^\W\d_]{4,}", lambda word: change(word.group()), text)


def sometimes(rng: random.Random, before: str, after: str) -> Callable[[str], str]:
    return lambda word: f"{before}{word}{after}" if rng.random() < 0.2 else word


def full_width(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


DISGUISES: dict[str, Callable[[str, random.Random], str]] = {
    "upper case": lambda text, _: text.upper(),
    "title case": lambda text, _: text.title(),
    "bold": lambda text, rng: each_word(text, sometimes(rng, "**", "**")),
    "HTML": lambda text, rng: "<p>" + each_word(text, sometimes(rng, "<b>", "</b>")) + "</p>",
    "preamble": lambda text, _: PREAMBLE + text,
    "postscript": lambda text, _: text + POSTSCRIPT,
    "truncated": lambda text, _: text[: len(text) * 9 // 10],
    "lines reordered": lambda text, rng: shuffled(text, text.splitlines(keepends=True), rng),
    "sentences reordered": lambda text, rng: shuffled(
        text, re.split(r"(?<=[.!?。！？；])(?=\s|[\u4e00-\u9fff])", text), rng
    ),
    "doubled": lambda text, _: f"{text}\n\n{text}",
    "full-width": lambda text, _: full_width(text),
    "zero-width": lambda text, rng: "".join(
        char + rng.choice(("", "", "", "\u200b", "\u200d", "\ufeff", "\u00ad")) for char in text
    ),
    "white space": lambda text, rng: re.sub(
        r"\s", lambda _: rng.choice((" ", "\n", "\t  ", "\u3000", "\xa0")), text
    ),
}  # fmt: skip
ORDERS = st.lists(st.sampled_from(sorted(DISGUISES)), unique=True, max_size=len(DISGUISES))


WRITTEN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200)


def disguised(text: str, names: list[str], seed: int) -> str:
    rng = random.Random(seed)
    for name in names:
        text = DISGUISES[name](text, rng)
    return text


@pytest.mark.parametrize("name", sorted(DISGUISES))
def test_every_disguise_of_every_sample_response_is_found(name):
    for item in RESPONSES:
        assert is_excluded(item.text, disguised(item.text, [name], 1)), item.id


@examples(50)
@given(st.sampled_from(RESPONSES), ORDERS, st.integers(0, 2**16))
def test_a_copy_is_found_through_any_combination_of_disguises(item, names, seed):
    candidate = disguised(item.text, names, seed)
    found = compared(response("anchor", item.text), response("candidate", candidate))
    if found is None:
        assert shuffles_fragments(names)
        assert len(item.text.split()) < SHORT, "a longer one is at least shown to a person"
    else:
        assert not found.is_borderline or shuffles_fragments(names)


def shuffles_fragments(names: list[str]) -> bool:
    """Whether lines are cut to a few words each and then reordered: a person decides on these."""
    if "white space" not in names:
        return False
    later = names[names.index("white space") :]
    return any(name.endswith("reordered") for name in later)


@examples(50)
@given(st.sampled_from(PAIRS), ORDERS, ORDERS, st.integers(0, 2**16))
def test_different_responses_are_told_apart_through_any_disguises(pair, first, second, seed):
    one, other = (
        disguised(item.text, names, seed) for item, names in zip(pair, (first, second), strict=True)
    )
    assert not is_excluded(one, other)


def test_independent_responses_of_the_sample_are_neither_excluded_nor_borderline():
    assert not any(
        near_duplicates([anchor], items) for items in SAMPLE.values() for anchor in items
    )


@pytest.mark.skipif(not SUMMHAY.is_dir(), reason="the shared data is not here")
def test_independent_responses_of_summhay_are_neither_excluded_nor_borderline():
    """672 pairs; the thresholds were chosen on the pairs of half the tasks."""
    by_task = read(SUMMHAY)
    assert sum(len(list(combinations(items, 2))) for items in by_task.values()) == 672
    assert not any(
        near_duplicates([anchor], items) for items in by_task.values() for anchor in items
    )


TEXT = RESPONSES[0].text


def test_the_reason_says_in_what_they_are_alike():
    lines = [f"{name}: {number}" for number, name in enumerate(TEXT.split()[:60])]
    typos = re.sub(r"\b(\w)(\w)(\w{3,})", r"\1x\2\3", TEXT)
    for anchor, candidate, reason in (
        (TEXT, TEXT.upper(), Likeness.IDENTICAL),
        (TEXT, TEXT.replace(" ", ""), Likeness.IDENTICAL),
        (TEXT, PREAMBLE + TEXT, Likeness.CONTAINED),
        ("\n".join(lines), "\n".join(sorted(lines)), Likeness.REORDERED),
        (TEXT, typos, Likeness.SIMILAR),
    ):
        found = compared(response("anchor", anchor), response("candidate", candidate))
        assert found is not None
        assert (found.reason, found.is_borderline) == (reason, False)
        assert (found.response_id, found.anchor_id) == ("candidate", "anchor")
        assert 0.8 <= found.similarity <= 1


def test_what_is_half_a_copy_is_borderline():
    words, other = TEXT.split(), RESPONSES[4].text.split()
    mixed = " ".join([*words[: len(words) * 7 // 10], *other[: len(words) * 3 // 10]])
    found = compared(response("anchor", TEXT), response("candidate", mixed))
    assert found is not None
    assert found.is_borderline
    assert found.reason is Likeness.CONTAINED
    assert 0.65 <= found.similarity < 0.8


def test_of_several_anchors_the_most_similar_is_named():
    anchors = [response("a", TEXT[: len(TEXT) * 7 // 10]), response("b", TEXT + PREAMBLE)]
    (found,) = near_duplicates(anchors, [*anchors, response("c", TEXT + PREAMBLE)])
    assert (found.response_id, found.anchor_id) == ("c", "b")


def test_anchors_of_other_tasks_do_not_matter():
    other = RESPONSES[0].model_copy(update={"id": "other", "task_id": "other"})
    assert near_duplicates([RESPONSES[0]], [other]) == []


def test_short_texts_must_be_equal():
    assert is_excluded("**42 mm**", "42  MM")
    assert is_excluded("", "")
    assert not is_excluded("-5", "5")
    assert not is_excluded("The answer is 42.", "The answer is 43.")
    assert not is_excluded("", "The answer is 42.")
    short = " ".join(TEXT.split()[: FEWEST_WORDS // 2])
    assert not is_excluded(short, TEXT)


def form(seed: int, line: str, labels: Sequence[object], count: int = 40) -> str:
    rng = random.Random(seed)
    return "\n".join(line.format(at, rng.choice(labels)) for at in range(1, count + 1))


def ranking(seed: int, line: str) -> str:
    names = re.findall(r"\w+", ANIMALS)
    random.Random(seed).shuffle(names)
    listed = (line.format(at, name) for at, name in enumerate(names, 1))
    return "\n".join(["The candidates from the best to the worst:", *listed])


ANIMALS = """Adder Bison Camel Dingo Eagle Finch Gecko Heron Ibis Jackal Koala Lemur Moose Newt Otter
Panda Quail Raven Sloth Tapir Urial Viper Walrus Xerus Yak Zebra Ape Bear Crow Deer Elk Frog"""
FORMS: dict[str, Callable[[int], str]] = {
    "choices": lambda seed: form(seed, "{}. {}", "ABCD"),
    "yes or no": lambda seed: form(seed, "{}. {}", ("Yes", "No")),
    "ticks": lambda seed: form(seed, "Requirement {}: {}", "✓✗"),
    "signs": lambda seed: form(seed, "Effect {}: {}1", "+-"),
    "tickets": lambda seed: form(seed, "Ticket {}: {}", ("billing", "technical", "other"), 30),
    "JSON": lambda seed: "{\n" + form(seed, ' "field_{}": {},', range(6), 30) + "\n}",
    "对错": lambda seed: form(seed, "第{}题：{}", "对错"),
    "sentences": lambda seed: form(
        seed, "Indicator {} is {} and must be put right as the rules require.", ("met", "not met")
    ),
    "达标": lambda seed: form(seed, "第{}项指标{}，需要按照规定整改", ("达标", "不达标")),
    "ranking": lambda seed: ranking(seed, "{}. {}"),
}
CODE = """def solve(a):
    n = len(a)
    best = 0
    for i in range(n):
        for j in range(i + 1, n):
            if a[i] < a[j]:
                best = max(best, a[j] - a[i])
    return best
"""
OTHER_CODE = """def solve(a):
    best = 0
    low = a[0]
    for i in range(1, len(a)):
        if a[i] < low:
            low = a[i]
        best = max(best, a[i] - low)
    return best
"""


@pytest.mark.parametrize("name", sorted(FORMS))
@given(st.integers(0, 2**16), st.integers(0, 2**16))
def test_forms_filled_in_differently_are_different_answers(name, seed, other):
    one, another = FORMS[name](seed), FORMS[name](other)
    same = [a == b for a, b in zip(one.splitlines(), another.splitlines(), strict=True)]
    assume(sum(same) < 0.75 * len(same))
    assert compared(response("anchor", one), response("candidate", another)) is None


@pytest.mark.parametrize("disguise", sorted(set(DISGUISES) - {"sentences reordered"}))
@pytest.mark.parametrize("name", sorted(FORMS))
def test_copies_of_forms_are_found(name, disguise):
    text = FORMS[name](1)
    assert is_excluded(text, disguised(text, [disguise], 1))


@pytest.mark.parametrize("mark", ["- ", "> ", "{}. ", "{}) "])
def test_bullets_and_numbers_put_before_the_lines_of_a_form_do_not_matter(mark):
    lines = [f"{name}, {25 * at} EUR" for at, name in enumerate(ANIMALS.split(), 1)]
    marked = [mark.format(at) + line for at, line in enumerate(lines, 1)]
    assert is_excluded("\n".join(lines), "\n".join(marked))


def test_a_form_with_the_same_lines_but_a_few_is_a_copy():
    lines = FORMS["tickets"](1).splitlines()
    for changed, is_copy in ((3, True), (4, False)):
        other = [*lines[changed:], *("Ticket 1: unknown" for _ in range(changed))]
        found = compared(response("a", "\n".join(lines)), response("c", "\n".join(other)))
        assert found is not None
        assert found.is_borderline is not is_copy


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ranking(1, "{1}"), ranking(2, "{1}")),
        (form(1, "{1}", ("Yes", "No")), form(2, "{1}", ("Yes", "No"))),
        (ranking(1, "{1}").replace("\n", ", "), ranking(2, "{1}").replace("\n", ", ")),
    ],
    ids=["ranking without numbers", "answers without numbers", "ranking in one line"],
)
def test_where_the_order_is_the_answer_another_order_is_not_excluded(one, other):
    found = compared(response("anchor", one), response("candidate", other))
    assert found is None or found.is_borderline
    assert is_excluded(one, PREAMBLE + one)


def test_two_short_programs_are_two_answers():
    assert not is_excluded(CODE, OTHER_CODE)
    assert is_excluded(CODE, f"Certainly:\n```python\n{CODE}```\n")


def test_the_same_words_in_another_order_of_words_are_borderline():
    words = TEXT.split()
    random.Random(1).shuffle(words)
    found = compared(response("anchor", TEXT), response("candidate", " ".join(words)))
    assert found is not None
    assert (found.reason, found.is_borderline) == (Likeness.REORDERED, True)


CHINESE = "患者应在四周后接种第二剂疫苗并在接种前检查肾功能和过敏史记录体温以及血压"
DOSE = "Give amoxicillin 500 mg three times daily, check renal function first, review at 48 hours"


@pytest.mark.parametrize("name", ["truncated", "preamble", "doubled"])
@pytest.mark.parametrize("size", range(20, 36))
def test_copies_of_texts_around_the_fewest_words_are_found(size, name):
    english = " ".join(f"word{chr(97 + at % 26)}{at}" for at in range(size))
    for text in (english, CHINESE[:size]):
        copy = disguised(text, [name], 1)
        assert compared(response("anchor", text), response("candidate", copy)) is not None
        if size > FEWEST_WORDS:
            assert is_excluded(text, copy)


@pytest.mark.parametrize(
    "copy",
    [
        f"- {DOSE}", f"> {DOSE}", f"| {DOSE} |", f"“{DOSE}”", f'"{DOSE}."', f"{DOSE}.",
        DOSE.upper(), DOSE.replace(", ", ",\n- "), DOSE.replace(",", ";"),
    ],
)  # fmt: skip
def test_marks_around_a_short_text_do_not_matter(copy):
    assert is_excluded(DOSE, copy)


@pytest.mark.parametrize(
    "copy",
    [
        f"1. {DOSE}", f"{PREAMBLE}{DOSE}", f"{DOSE}\n{DOSE}\n{DOSE}\n{DOSE}",
        DOSE.replace("hours", "days"),
    ],
)  # fmt: skip
def test_a_short_text_in_another_is_borderline(copy):
    found = compared(response("anchor", DOSE), response("candidate", copy))
    assert found is not None
    assert (found.reason, found.is_borderline) == (Likeness.CONTAINED, True)


def test_the_reordered_lines_of_a_short_text_are_borderline():
    lines = DOSE.split(", ")
    one, other = response("anchor", "\n".join(lines)), response("c", "\n".join(lines[::-1]))
    found = compared(one, other)
    assert found is not None
    assert (found.reason, found.is_borderline) == (Likeness.REORDERED, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.5", "15"), (".5", "5"), ("1:2", "12"), ("1 5", "15"), ("1. 5", "15"), ("+1", "-1"),
        ("x + y", "x - y"), ("C++", "C#"), ("a < b", "a > b"), ("(0, 1)", "[0, 1]"), ("✓", "✗"), ("+\n-\n+", "-\n+\n-"),
    ],
)  # fmt: skip
def test_a_sign_makes_another_short_answer(one, other):
    assert compared(response("anchor", one), response("candidate", other)) is None


def test_attachments_count_where_there_is_little_text():
    anchor = response("anchor", "", "a")
    assert compared(anchor, response("c", "", "b")) is None, "another image"
    assert compared(anchor, response("c", "", "a", "b")) is None
    assert compared(anchor, response("c", "")) is None
    same = compared(anchor, response("c", "", "a"))
    assert same is not None
    assert same.reason is Likeness.IDENTICAL
    worded = compared(anchor, response("c", "See the drawing.", "a"))
    assert worded is not None
    assert worded.is_borderline
    assert worded.reason is Likeness.ATTACHED
    assert compared(anchor, response("c", TEXT, "a")) is None
    long = compared(response("anchor", TEXT, "a"), response("c", TEXT, "b"))
    assert long is not None
    assert not long.is_borderline, "the decisions on the text were shown"


@given(WRITTEN, WRITTEN)
def test_no_text_is_refused_and_none_differs_from_itself(one, other):
    assert is_excluded(one, one)
    compared(response("anchor", one), response("candidate", other))


LOOK_ALIKES = str.maketrans("aceopxyiTHPKMB", "асеорхуіТНРКМВ")
STROKES = "\u0336\u0332\u0301\u0323"
UNREADABLE: dict[str, Callable[[str, random.Random], str]] = {
    "look-alikes": lambda text, _: text.translate(LOOK_ALIKES),
    "Greek letters": lambda text, _: text.translate(str.maketrans("oaivT", "οαινΤ")),
    "strokes": lambda text, rng: "".join(char + rng.choice(STROKES) for char in text),
    "base64": lambda text, _: base64.b64encode(text.encode()).decode(),
    "base64 in lines": lambda text, _: base64.encodebytes(text.encode()).decode(),
    "hexadecimal": lambda text, _: text.encode().hex(),
}  # fmt: skip
NOTICE = (
    "Der Vermieter hat binnen drei Monaten abzurechnen. The tenant may object within two years "
    "after the account was received, unless the delay is no fault of his."
)


@pytest.mark.parametrize("name", sorted(UNREADABLE))
@pytest.mark.parametrize("text", [DOSE, NOTICE, TEXT], ids=["short", "two languages", "long"])
def test_a_copy_that_is_to_be_read_otherwise_than_it_is_written_is_found(text, name):
    assert is_excluded(text, UNREADABLE[name](text, random.Random(1)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("drei Monaten", "vier Monaten"), ("two years", "five years"), ("may object", "may not object"),
        ("The tenant", "The landlord"), ("is no fault", "is the fault"), ("after the", "before the"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("disguise", ["", *sorted(UNREADABLE)])
def test_a_word_that_decides_makes_another_short_text(before, after, disguise):
    other = NOTICE.replace(before, after)
    assert other != NOTICE
    other = UNREADABLE[disguise](other, random.Random(1)) if disguise else other
    assert compared(response("anchor", NOTICE), response("candidate", other)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("卖方应在收到通知后三年内退款并承担运费。", "卖方应在收到通知后五年内退款并承担运费。"),
        ("卖方应在收到通知后三年内退款并承担运费。", "买方应在收到通知后三年内退款并承担运费。"),
        ("Продавец обязан вернуть деньги в течение трёх дней после уведомления покупателя о браке.",
         "Продавец обязан вернуть деньги в течение семи дней после уведомления покупателя о браке."),
        ("El vendedor responde durante dos años por los vicios ocultos de la cosa vendida al cliente.",
         "El comprador responde durante dos años por los vicios ocultos de la cosa vendida al cliente."),
        ("Le bail peut être résilié à tout moment par lettre recommandée avec avis de réception.",
         "Le bail ne peut être résilié à tout moment par lettre recommandée avec avis de réception."),
        ("買主は引渡しの日から三年以内に売主に通知する必要があります。",
         "買主は引渡しの日から五年以内に売主に通知する必要があります。"),
        ("où", "ou"), ("ν", "v"),
    ],
)  # fmt: skip
def test_words_that_decide_are_known_in_other_languages(one, other):
    assert compared(response("anchor", one), response("candidate", other)) is None


def test_another_word_that_does_not_decide_is_borderline():
    found = compared(
        response("anchor", NOTICE),
        response("candidate", NOTICE.replace("received", "delivered")),
    )
    assert found is not None
