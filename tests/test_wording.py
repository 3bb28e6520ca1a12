"""Every message a person may read is in the catalogue, and is said in the language spoken."""

import json
import pickle
import re
import subprocess
import sys
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

import xpert_studio
from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import IncompleteError, InputRefusedError, Problem, XpertError
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import Role, SpotCheckOutcome
from xpert_studio.core.resources import resource_path
from xpert_studio.core.wording import explained, file_size, number, short, speak, t, tn, translated
from xpert_studio.core.workflow import (
    add_checkpoint,
    add_comment,
    add_person,
    add_responses,
    bulk_change,
    change_brief,
    create_brief,
    discard,
    draw_spot_checks,
    edit_checkpoint,
    finish_spot_check,
    open_form,
    send_back,
    set_policies,
    start_review,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
)
from xpert_studio.core.workflow.responding import NewResponse

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = resource_path("translations", "zh_CN", "LC_MESSAGES", "messages.po")
NAMES = {
    "Maria", "Wei", "Omar", "Ada", "Lena", "Nobody", "Law", "Finance", "Essential", "Important",
    "Optional", "Accuracy", "Clarity", "context", "materials", "deliverables", "JSON", "UTF", "ID", "maria", "wei", "omar", "ada", "lena", "jsonl",
}  # fmt: skip


@pytest.fixture(autouse=True)
def in_chinese():
    speak("zh")
    yield
    speak("en")


def test_every_text_is_translated_and_the_compiled_file_is_that_of_the_catalogue():
    command = [sys.executable, "packaging/collect_texts.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file, locale="zh_CN")
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in catalogue:
        if isinstance(message.id, tuple):
            said = compiled.ngettext(*message.id, 2)
            assert said == message.string[0], "run: make translations"
        elif message.id:
            assert compiled.gettext(message.id) == message.string, "run: make translations"


def test_the_heads_of_tables_stand_in_the_call_where_they_are_collected():
    """A name in their place is a table without a translated head."""
    named = re.compile(r'output\.records\(\s*"[^"]*",\s*[A-Za-z_]')
    paths = Path(xpert_studio.__file__).parent.rglob("*.py")
    elsewhere = [path for path in paths if named.search(path.read_text(encoding="utf-8"))]
    assert elsewhere == []


@given(st.text())
def test_any_text_is_said_without_fail(text):
    assert isinstance(translated(text), str)
    said = t(text)
    assert said.casefold() == text.casefold() or re.search("[\u4e00-\u9fff]|\\W", said)


@given(name=st.text(min_size=1), count=st.integers(0, 10**6))
def test_a_message_keeps_what_it_was_made_of(name, count):
    made = counted("1 task of {name}", "{n} tasks of {name}", count, name=name)
    assert made == (f"1 task of {name}" if count == 1 else f"{count} tasks of {name}")
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.template, again.values) == (made, made.template, made.values)
    assert json.loads(json.dumps(made)) == made


def test_what_is_joined_is_separated_as_the_language_does():
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b"]) == "a, b"
    assert joined(["a", "b", "c"], either=True) == "a or b or c"
    assert joined("abcde", most=2) == "a, b and 3 more"
    assert translated(joined(["a", "b"])) == "a、b"
    assert translated(joined("abcde", most=2)) == "a、b 及另外 3 个"
    assert translated(joined([Role.LEAD, Role.AUTHOR], either=True)) == "负责人或作者"


def test_numbers_and_sizes():
    assert [number(n) for n in (3, 3.0, 1234567, 0.25)] == ["3", "3", "1,234,567", "0.25"]
    assert [file_size(n) for n in (12, 11_000, 2_500_000)] == ["12 字节", "11.0 kB", "2.5 MB"]
    speak("en")
    assert [file_size(n) for n in (1, 12)] == ["1 byte", "12 bytes"]


@pytest.mark.parametrize(
    ("message", "english", "chinese"),
    [
        (
            Message(
                "{person} is not {wanted} in this project (roles: {has}).",
                person="Wei",
                wanted=joined([Message("a lead"), Message("a senior expert")], either=True),
                has=joined([Role.AUTHOR, Role.EXPERT]),
            ),
            "Wei is not a lead or a senior expert in this project (roles: author, expert).",
            "Wei 在本项目中不是负责人或资深专家（角色：作者、专家）。",
        ),
        (
            Message("{target} exists already.", target="/tmp/a.xpert"),
            "/tmp/a.xpert exists already.",
            "/tmp/a.xpert 已存在。",
        ),
        (
            Message("The {kind} has been changed since.", kind=Message("spot check")),
            "The spot check has been changed since.",
            "该抽查此后已被修改。",
        ),
        (
            Message("is not JSON: {error}.", error=ValueError(Message("a number is too large"))),
            "is not JSON: a number is too large.",
            "不是 JSON：数字过大。",
        ),
        ("Who are you?", "Who are you?", "您是谁？"),
        ("Something new happened.", "Something new happened.", "Something new happened."),
        ("", "", ""),
    ],
)
def test_messages_in_both_languages(message, english, chinese):
    assert message == english
    assert translated(message) == chinese
    speak("en")
    assert translated(message) == english


def test_a_negative_number_has_a_minus_sign_in_both_languages():
    message = Message("{figure} may be as low as {found:.2f}", figure="CDR-2", found=-0.5)
    assert message == "CDR-2 may be as low as −0.50"
    assert "−0.50" in translated(message, "zh") and "CDR-2" in translated(message, "zh")
    assert Message("{n:+.1f}", n=1.0) == "+1.0"
    assert Message("{n:g} of {m}", n=-2.0, m="{x}") == "−2 of {x}"


def test_a_value_of_a_person_is_never_translated():
    assert translated(Message("{target} exists already.", target="open")) == "open 已存在。"


def test_in_chinese_a_space_stands_only_between_chinese_and_letters_or_digits():
    assert t("resolved by {resolved_by}", resolved_by="Wei") == "由 Wei 解决"
    assert t("resolved by {resolved_by}", resolved_by="王静澜") == "由王静澜解决"
    assert tn("{n} task", "{n} tasks", 5) == "5 个任务"
    assert t("Response {label}", label="A") == "回答 A"


@given(st.text(st.sampled_from("ab 中文"), max_size=30), st.integers(2, 20))
def test_a_text_is_cut_by_the_width_of_its_letters(text, limit):
    line, said = " ".join(text.split()), short(text, limit)
    width = sum(2 if letter in "中文" else 1 for letter in said)
    assert width <= limit
    assert said == line or (said.endswith("…") and line.startswith(said[:-1]))
    assert short("中" * 10, 20) == "中" * 10


def test_a_problem_names_its_place():
    problem = Problem(
        "tasks.jsonl", Message("row {row}", row=3), "title", "is empty.", "Write a text."
    )
    error = InputRefusedError("a.zip", [problem])
    assert explained(error).splitlines()[:2] == [
        "a.zip 被拒绝：1 个问题；未导入任何内容。",
        "• tasks.jsonl、第 3 行、title：为空。请写文本。",
    ]


def said(step):
    """Everything the error that a step raises says, in Chinese."""
    with pytest.raises(XpertError) as caught:
        step()
    error = caught.value
    texts = [explained(error), translated(error.message), translated(error.remedy)]
    if isinstance(error, IncompleteError):
        texts += [translated(text) for text in error.missing]
    return [text for text in texts if text]


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


def assert_chinese(texts, *names):
    """All in Chinese; nothing in English but names and what is quoted."""
    assert all(name in texts[0] for name in names), texts
    for text in texts:
        assert re.search("[\u4e00-\u9fff]", text), text
        plain = re.sub(r"“[^”]*”|'[^']*'|\"[^\"]*\"|\S*[\d_./]\S*", "", text)
        for name in (*names, "Ending a lease early"):
            plain = plain.replace(name, "")
        assert set(re.findall("[A-Za-z]{2,}", plain)) <= NAMES, text


def test_a_brief_that_is_not_complete(studio):
    create_brief(studio.wei, task_id="t9", title="Notice")
    assert_chinese(said(lambda: submit_brief(studio.wei, "t9")), "Notice")


def test_what_is_somebody_elses(studio):
    studio.brief()
    title = "Ending a lease early"
    assert_chinese(said(lambda: change_brief(studio.maria, "t1", title="x")), title, "Maria")
    assert_chinese(said(lambda: change_brief(studio.maria, "t7", title="x")), "t7")
    assert_chinese(said(lambda: discard(studio.wei, "t1", reason=" ")))
    assert_chinese(said(lambda: create_brief(studio.omar, task_id="t2")), "Omar")


def test_rubrics(studio):
    ids = studio.rubric()
    title = "Ending a lease early"
    assert_chinese(said(lambda: edit_checkpoint(studio.wei, "t1", "c-x", text="a")), "t1", "c-x")
    assert_chinese(said(lambda: edit_checkpoint(studio.wei, "t1", ids[0], weight=11)))
    assert_chinese(said(lambda: add_checkpoint(studio.wei, "t1", text="a", dimension="Zz")), "Zz")
    assert_chinese(said(lambda: bulk_change(studio.wei, "t1", ids, text="a")))
    set_policies(studio.lena, min_checkpoints=5)
    assert_chinese(said(lambda: submit_rubric(studio.wei, "t1")), "3", "5", "--reason")
    for place in range(5):
        add_checkpoint(studio.wei, "t1", text=f"Names ground {place}.", tier=None, weight=3)
    assert_chinese(said(lambda: submit_rubric(studio.wei, "t1")), title)
    assert_chinese(said(lambda: start_review(studio.maria, "t1")), title)


def test_reviews_and_spot_checks(studio):
    studio.review()
    title = "Ending a lease early"
    assert_chinese(said(lambda: approve(studio.wei, "t1")), "Wei")
    assert_chinese(said(lambda: send_back(studio.maria, "t1")))
    assert_chinese(said(lambda: add_checkpoint(studio.wei, "t1", text="a")), title)
    assert_chinese(said(lambda: draw_spot_checks(studio.lena, seed=1)))
    add_comment(studio.maria, "t1", "Which month?")
    assert_chinese(said(lambda: undo(studio.wei, task_id="t1")), "Maria")
    assert_chinese(said(lambda: undo(studio.ada)), "Ada")
    send_back(studio.maria, "t1")
    assert_chinese(said(lambda: submit_rubric(studio.wei, "t1")), title)


def test_an_unanswered_spot_check(studio):
    studio.review()
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=1.0)
    questions = {"consistent": True, "aligned_with_task": None, "evaluable": None}
    passed = SpotCheckOutcome.PASSED
    assert_chinese(said(lambda: finish_spot_check(studio.ada, "t1", passed, **questions)))
    questions = {"consistent": False, "aligned_with_task": False, "evaluable": False}
    assert_chinese(said(lambda: finish_spot_check(studio.ada, "t1", passed, **questions)))


def test_responses_and_judgments(studio):
    (response_id,) = studio.answered()
    again = NewResponse("t1", "aurora", "Once more.")
    assert_chinese(said(lambda: add_responses(studio.lena, [again])))
    open_form(studio.maria, response_id)
    assert_chinese(said(lambda: submit_form(studio.maria, response_id)))
    assert_chinese(said(lambda: confirm(studio.ada, response_id, "maria")))
    assert_chinese(said(lambda: confirm(studio.maria, response_id, "wei")), "Maria")


def test_people_and_rules(studio):
    add = lambda: add_person(studio.wei, "zoe", roles=(Role.LEAD,))  # noqa: E731
    assert_chinese(said(add), "Wei")
    assert_chinese(said(lambda: add_person(studio.lena, "wei")), "wei")
    assert_chinese(said(lambda: set_policies(studio.lena, min_checkpoints=9)), "9")
    assert_chinese(said(lambda: create_brief(studio.ctx("zoe"), task_id="t2")), "zoe")


def test_an_input_that_is_refused(studio, tmp_path):
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    (bundle / "tasks.jsonl").write_text('{"id": "a b", "prompt": ""}\n{"id": 1\n[]\n', "utf-8")
    (bundle / "checkpoints.jsonl").write_text(
        '{"id": "c1", "task_id": "t4", "text": "States it.", "weight": 12}\n', "utf-8"
    )
    texts = said(lambda: import_bundle(studio.project, bundle, now=studio.now()))
    assert "拒绝" in texts[0]
    assert all(re.search("[\u4e00-\u9fff]", text) for text in texts), texts
