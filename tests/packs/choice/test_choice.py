"""Multiple choice: which letter a response names, and what is no answer."""

from __future__ import annotations

import csv
import io
import time
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples, some
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_sheet import read_rubric_sheet, write_rubric_sheet
from xpert_studio.core.instruments import (
    badge_of,
    instrument_of,
    is_by_program,
    parts_of,
    problem_of,
)
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.records import Checkpoint
from xpert_studio.packs.choice.instrument import options_in, reader
from xpert_studio.packs.choice.variants import lettered, shuffled

pytestmark = pytest.mark.sampled(110)

CITIES = ["Paris", "London", "Rome", "None of the above"]


def point(key: str, options: list[str] = CITIES, **more) -> Checkpoint:
    given_settings = {"options": list(options), "key": key, **more}
    return Checkpoint(
        task_id="t", id="c", text="Names it.", weight=1, instrument="choice",
        settings=given_settings,
    )  # fmt: skip


def decided(text: str, key: str = "B", options: list[str] = CITIES, **more) -> tuple[bool, str]:
    checkpoint = point(key, options, **more)
    found = instrument_of(checkpoint).decide(Subject(text), checkpoint)
    return found.passed, str(found.reason)


ANSWERS = {
    "B": "B", "B.": "B", "(B)": "B", "[B]": "B", "**B**": "B", "`B`": "B", "b": "B", "(b)": "B",
    "Answer: B": "B", "ANSWER: B": "B", "Answer:B": "B", "answer: b": "B", "My answer: B": "B",
    "The answer is (B)": "B", "The answer is B.": "B", "**Answer:** B": "B",
    "**Final Answer**: **(B) London**": "B", "Answer:\n\nB": "B", "#### B": "B",
    "<answer>B</answer>": "B", r"\boxed{B}": "B", r"So it is $\boxed{\text{B}}$.": "B",
    "The answer is: \n\n$$\\boxed{C}$$": "C",
    "答案是 B": "B", "答案:B": "B", "正确答案：C。": "C", "答案 C": "C", "选 B": "B", "选B。": "B",
    "故选B": "B", "我认为应该选 C。": "C", "B选项正确": "B", "选项B正确。": "B",
    "B) London": "B", "B. London": "B", "B: London": "B", "B - London": "B", "London (B)": "B",
    "London": "B", "london.": "B", "None of the above": "D", "Answer: none of the above.": "D",
    "The answer is London.": "B", "The correct option is B: London": "B",
    '{"answer": "B"}': "B", '```json\n{"answer": "B"}\n```': "B", '{"answer": ["B"]}': "B",
    '{"answer": "London"}': "B", 'Thinking.\n{"reason": "x", "answer": "B"}': "B",
    "Ｂ": "B", "（Ｂ）": "B", "答案：Ｂ": "B", "Ⓑ": "B", "𝐁": "B", "B\u200b": "B",
    "not B but C": "C", "The answer is not B but C": "C", "答案不是B，而是C": "C",
    "A 不正确，答案是B": "B", "The answer is B, not A.": "B",
    "I choose C.": "C", "I would go with option C": "C", "the correct answer is option (c).": "C",
    "B is correct": "B", "Option B is the correct answer.": "B",
    "The best answer is C since it": "C", "The answer is A because it is the capital": "A",
    "Answer: A": "A", "Answer: A) Paris": "A", "The answer is B and I think so": "B",
    "B because of London": "B", "B, because it": "B",
    "The answer is B. London is not Rome.": "B", "B. London is large.": "B",
    "Let me see.\n\nB": "B", "B\n\nExplanation: Paris is in France.": "B", "B.\n\nB": "B",
    "A) Paris\nB) London\nC) Rome\nD) None of the above\n\nAnswer: C": "C",
    "First A looks right. But A fails since it does. So the answer is C.": "C",
    "The answer is A. Wait, no. The answer is B.": "B",
    "The answer is A at first sight. Final answer: C": "C",
    "<think>Maybe A. The answer is A</think>B": "B",
    "```\nanswer = 'A'\n```\nThe answer is B": "B",
    "If the answer is A, then x fails. The answer is B": "B", "答案可能是A": "A", "So, B.": "B",
}  # fmt: skip
NO_ANSWERS = {
    "": "Names no option.", "  \n": "Names no option.", "\u200b": "Names no option.",
    "A, B and C": "Names several options: A, B, C.", "A or B": "Names several options: A, B.",
    "The answer is A or B": "Names several options: A, B.", "AC": "Names several options: A, C.",
    "选AB": "Names several options: A, B.", "答案是 A、C": "Names several options: A, C.",
    "A) Paris\nB) London\nC) Rome\nD) None of the above": "Names several options: A, B, C, D.",
    "B) Rome": "Names several options: B, C.",
    "The answer is A.\nThe answer is B.": "States answers that contradict each other: A, B.",
    "Final answer: A\nFinal answer: B": "States answers that contradict each other: A, B.",
    "A.\n\nB": "States answers that contradict each other: A, B.",
    "A\nB\nC\nD": "States answers that contradict each other: A, D.",
    "The answer is A. Wait, no.": "Takes its answer back: A.",
    "E": "Names E, which is no option.", "The answer is F.": "Names F, which is no option.",
    "I": "Names I, which is no option.",
}  # fmt: skip
MENTIONS = [
    "A. Smith wrote it.", "A good question about cities.", "Answer: A good approach is to compare",
    "The answer is a matter of taste", "I think so", "Answer: I do not know", "not A",
    "Option A is wrong", "B is not correct", "I don't think the answer is A.",
    "The answer cannot be A.", 'He said "the answer is A".', "> The answer is A",
    "```\nThe answer is A\n```", "Is the answer B?", "The answer is B?", "B 正确吗？",
    "If the answer is B, I resign.", "不选 A", "如果选 A", "选A股", "NaN", "II", "IV",
    "Answer: IV", "Ⅰ", "C++", "Answer: C++", "Answer: C#", "Answer: A-level", "Answer: A's",
    "Answer: B12", "Answer: B = 5", "Answer: Á", "Answer: A\u0301", "А", "Vitamin C is the best answer",
    "Statement A is correct", '{"choice": 2}', '{"answer": null}', '{"answer": {}}', "[1]", "{",
    "<think>The answer is A", "answers: none",
]  # fmt: skip


@pytest.mark.parametrize(("text", "letter"), ANSWERS.items())
def test_an_answer_is_read(text, letter):
    assert decided(text, letter) == (True, f"{letter}, the key.")
    other = "A" if letter != "A" else "B"
    assert decided(text, other) == (False, f"{letter}; the key is {other}.")


@pytest.mark.parametrize(("text", "why"), NO_ANSWERS.items())
def test_what_is_no_answer_says_what_was_found(text, why):
    for key in "ABCD":
        assert decided(text, key) == (False, why)


@pytest.mark.parametrize("text", MENTIONS)
def test_a_letter_that_is_only_mentioned_is_no_answer(text):
    assert reader().read(text, CITIES).answer == ()


SPELLINGS = (
    "{}", "{}.", "({})", "**{}**", "Answer: {}", "The answer is ({})", "The answer is {}.",
    r"\boxed{{{}}}", "答案是 {}", "选 {}", '{{"answer": "{}"}}', "答案：（{}）", "Let me see.\n\n{}",
    "First A, then B.\n\nFinal answer: **{}**",
)  # fmt: skip
WORDS = st.lists(
    st.text("abcdefghij xyz城市", min_size=3, max_size=12).map(str.strip).filter(
        lambda text: len(text) > 2
    ),
    min_size=2, max_size=26, unique=True,
)  # fmt: skip


@examples(40)
@given(data=st.data(), options=WORDS, spelling=st.sampled_from(SPELLINGS))
def test_spellings_of_the_key_are_read_as_it_and_those_of_others_are_not(data, options, spelling):
    letters = ascii_uppercase[: len(options)]
    key = data.draw(st.sampled_from(letters))
    for letter in letters:
        passed, reason = decided(spelling.format(letter), key, options)
        assert passed is (letter == key), reason
    place = letters.index(key)
    assert decided(f"{key}) {options[place]}", key, options)[0]
    assert decided(options[place], key, options)[0]


@examples(40)
@given(text=st.text(max_size=300), options=WORDS)
def test_any_text_is_read(text, options):
    read = reader().read(text, options)
    assert set(read.answer) <= set(ascii_uppercase[: len(options)])
    assert read == reader().read(text, options)


@examples(40)
@given(
    text=st.lists(
        st.sampled_from(
            ["the answer is", "答案是", "A", "B", "C", "I", " ", "\n", ".", ",", "not ", "and", "(",
             ")", "**", "?", '"', "`", "```", "> ", "\\boxed{", "}", '{"answer": ', "wait, ", "选",
             "London", "is correct", "if "]
        ), max_size=20,
    ).map("".join)
)  # fmt: skip
def test_any_mixture_of_its_words_is_read(text):
    assert set(reader().read(text, CITIES).answer) <= set("ABCD")


SIZE = 1_000_000
HOSTILE = [
    "answer: ", "B is correct. ", "A\n", "“", "`", "```", "选", "*", "\\boxed{", "not ", "wait, ",
    "A) Paris\n", "\n", " ", "A, ", '"answer":', "{", "[(*", "x", "答案", '"', "a b ", ">", "> \n",
    "<answer>", "A.\n", "- ", "the final answer to this question here is ", "<think>", "A and ",
]  # fmt: skip


@pytest.mark.parametrize("part", some(HOSTILE, 8, "large"))
def test_large_responses_take_bounded_time(part):
    text = part * (SIZE // len(part))
    began = time.process_time()
    reader().read(text, CITIES)
    assert time.process_time() - began < 60  # a square would take hours


def test_an_answer_at_either_end_of_a_long_response_is_read():
    filling = "Clause 9 is long. " * 100_000
    assert reader().read(f"{filling}\n\nAnswer: C", CITIES).answer == ("C",)
    assert reader().read(f"Answer: C\n\n{filling}", CITIES).answer == ("C",)


def test_several_right_options_are_decided_one_by_one():
    for text in ("Answer: A, C", "A and C", "AC", "答案是 A、C", '{"answer": ["A", "C"]}'):
        assert decided(text, "A", several="chosen") == (True, "A, C, with A.")
        assert decided(text, "C", several="chosen")[0]
        assert decided(text, "D", several="chosen") == (False, "A, C; D is right too.")
        assert decided(text, "B", several="not chosen") == (True, "A, C, without B.")
        assert decided(text, "A", several="not chosen") == (False, "A, C; A is wrong.")
    for several in ("chosen", "not chosen"):
        assert decided("I do not know.", "B", several=several) == (False, "Names no option.")


@pytest.mark.parametrize(
    ("given_settings", "why"),
    [
        ({}, "needs its options"), ({"options": "A, B", "key": "A"}, "needs its options"),
        ({"options": ["x", 2], "key": "A"}, "needs its options"),
        ({"options": ["x"], "key": "A"}, "has 1 option;"),
        ({"options": [str(n) for n in range(27)], "key": "A"}, "has 27 options"),
        ({"options": ["x", " "], "key": "A"}, "without a text"),
        ({"options": ["x", "x"], "key": "A"}, "twice"), ({"options": ["x", "y"]}, "has the key None"),
        ({"options": ["x", "y"], "key": "C"}, "from A to B"),
        ({"options": ["x", "y"], "key": "a"}, "from A to B"),
        ({"options": ["x", "y"], "key": "A", "gate": 1}, "neither true nor false"),
        ({"options": ["x", "y"], "key": "A", "several": True}, '"several"'),
        ({"options": ["x", "y"], "key": "A", "colour": 1}, "knows no setting 'colour'"),
    ],
)  # fmt: skip
def test_settings_that_make_no_choice_are_refused(given_settings, why):
    made = Checkpoint(
        task_id="t", id="c", text="x", weight=1, instrument="choice", settings=given_settings
    )
    assert why in str(problem_of(made))
    assert badge_of(made) == "Multiple choice"


def test_its_settings_are_shown_and_hashed():
    assert is_by_program(point("B"))
    shown = [part.words() for part in parts_of(point("B", gate=True))]
    assert shown[:2] == ["Option A: Paris", "Option B: London"]
    assert shown[4:] == ["Key B", "Gate: not met fails the task"]
    other = point("B", [*CITIES[:3], "Bern"])
    assert point("B").rated_text != other.rated_text
    assert point("B").rated_text != point("C").rated_text


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_rubric_sheet_brings_it_back(tmp_path, suffix):
    rubric = [
        point("B", gate=True), point("A", ["1. one", "=2+3"]),
        point("A", several="not chosen"), point("B", ["two\nlines", "one"]),
    ]  # fmt: skip
    rubric = [
        item.model_copy(update={"id": f"c{n}", "text": f"Choice {n}."})
        for n, item in enumerate(rubric)
    ]
    path = tmp_path / f"r{suffix}"
    write_rubric_sheet(path, rubric, dimensions=())
    rows = read_rubric_sheet(path, dimensions=()).rows
    assert [(row.instrument, row.settings) for row in rows] == [
        ("choice", item.settings) for item in rubric
    ]


def test_a_rubric_sheet_is_read_as_people_write_it(tmp_path):
    path = tmp_path / "r.csv"
    out = io.StringIO()
    rows = [
        ["Criterion", "Points", "Options", "Key"], ["One.", "1", "A) Paris\nB) London", "(b)"],
        ["Two.", "1", "1. Paris\n2. London\n", "Ａ"], ["Three.", "1", "Paris\nLondon", "C"],
        ["Four.", "1", "Paris", "A"],
    ]  # fmt: skip
    csv.writer(out).writerows(rows[:3])
    path.write_text(out.getvalue(), "utf-8")
    found = read_rubric_sheet(path, dimensions=()).rows
    assert [row.settings for row in found] == [
        {"options": ["Paris", "London"], "key": key} for key in "BA"
    ]
    csv.writer(out).writerows(rows[3:])
    path.write_text(out.getvalue(), "utf-8")
    with pytest.raises(InputRefusedError) as refused:
        read_rubric_sheet(path, dimensions=())
    assert [problem.field for problem in refused.value.problems] == ["Key", "Options"]
    assert options_in("A. Smith\nParis") == ["A. Smith", "Paris"]
    for cell in ("B. x\nA. y", "1. x\n3. y", "A. x\nA. y"):
        with pytest.raises(ValueError, match="where another stands in order"):
            options_in(cell)


@given(options=WORDS, seed=st.integers(0, 99), data=st.data())
def test_a_variant_moves_the_keys_with_the_options(options, seed, data):
    letters = ascii_uppercase[: len(options)]
    keys = data.draw(st.lists(st.sampled_from(letters), min_size=1, unique=True))
    made = shuffled("t", options, keys, seed=seed)
    assert made == shuffled("t", options, keys, seed=seed)
    assert made.task_id == f"t-v{seed}"
    assert sorted(made.options) == sorted(options)
    right = {options[letters.index(key)] for key in keys}
    assert {made.options[letters.index(key)] for key in made.keys} == right


def test_options_that_speak_of_others_keep_their_places():
    found = [shuffled("t", CITIES, ["D"], seed=seed) for seed in range(20)]
    assert {item.options[3] for item in found} == {"None of the above"}
    assert {item.keys for item in found} == {("D",)}
    assert len({item.options for item in found}) > 3
    bound = ["x", "y", "Both A and B"]
    assert all(shuffled("t", bound, ["C"], seed=n).options == tuple(bound) for n in range(9))


def test_a_prompt_repeated_is_no_answer():
    assert decided(f"Which?\n\n{lettered(CITIES)}\n\nAnswer with the letter of one option.")[1] == (
        "Names several options: A, B, C, D."
    )
