"""Every message a person may read is there in Chinese, and finished messages find their way back."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import Studio
from xpert_studio.desktop.messages import in_language
from xpert_studio.errors import IncompleteError, InputRefusedError, XpertError
from xpert_studio.exchange import import_bundle
from xpert_studio.records import Role, SpotCheckOutcome
from xpert_studio.workflow import (
    add_checkpoint,
    add_person,
    add_responses,
    bulk_change,
    change_brief,
    create_brief,
    discard,
    draw_spot_checks,
    edit_checkpoint,
    finish_spot_check,
    open_sheet,
    remark,
    send_back,
    set_policies,
    start_review,
    submit_brief,
    submit_rubric,
    submit_sheet,
    undo,
)
from xpert_studio.workflow.responding import NewResponse

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "resources" / "translations" / "messages.zh_CN.json"
TEXTS: dict[str, str] = json.loads(CATALOGUE.read_text("utf-8"))
HOLE = re.compile(r"\{\d+\}")
SENTENCES = [text for text in TEXTS if text.endswith((".", "?")) and HOLE.search(text)]
NAMES = {
    "Maria", "Wei", "Omar", "Ada", "Lena", "Nobody", "Law", "Finance", "Essential", "Important",
    "Optional", "Accuracy", "Clarity", "context", "materials", "deliverables", "JSON", "UTF", "ID", "maria", "wei", "omar", "ada", "lena", "jsonl",
}  # fmt: skip


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


def test_the_catalogue_is_complete_and_holds_nothing_else():
    command = [sys.executable, "packaging/collect_messages.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout


def test_the_catalogue_is_sorted():
    assert list(TEXTS) == sorted(TEXTS)


def test_a_translation_is_chinese_and_has_the_holes_of_its_template():
    for text, translation in TEXTS.items():
        assert re.search("[\u4e00-\u9fff]", translation), text
        assert sorted(HOLE.findall(translation)) == sorted(HOLE.findall(text)), text
        numbers = [int(hole[1:-1]) for hole in HOLE.findall(text)]
        assert numbers == list(range(len(numbers))), text


@given(
    text=st.sampled_from(SENTENCES),
    words=st.lists(
        st.text("bqxzäöß漢字7-", min_size=3, max_size=12), min_size=6, max_size=6, unique=True
    ),
)
@settings(max_examples=400, deadline=None)
def test_the_words_in_a_message_are_in_its_translation(text, words):
    message = text.format(*words)
    translated = in_language(message, "zh")
    used = words[: len(HOLE.findall(text))]
    assert translated != message
    assert all(word in translated for word in used)
    left = translated
    for word in used:
        left = left.replace(word, "")
    assert re.search("[\u4e00-\u9fff]", left)


@given(st.text())
def test_any_text_is_read_without_fail(text):
    assert isinstance(in_language(text, "zh"), str)
    assert in_language(text, "en") == text


def test_a_long_text_takes_no_time():
    for text in ("No such words. " * 2000, "a: b. " * 2000, "(((: " * 2000):
        assert in_language(text, "zh") == text


def test_a_fixed_message_is_translated_as_it_stands():
    for text in TEXTS:
        if not HOLE.search(text):
            assert in_language(text, "zh") == TEXTS[text]
            assert in_language(text, "en") == text


@pytest.mark.parametrize(
    ("message", "chinese"),
    [
        (
            (
                "Wei is not a lead or a senior expert in this project (roles: author, expert). "
                "A lead can give the role."
            ),
            "Wei 在本项目中不是负责人或资深专家（角色：作者、专家）。负责人可以授予该角色。",
        ),
        (
            (
                "租约 cannot be edited now: the rubric is under review. "
                "That is possible while the rubric is being written."
            ),
            "现在无法编辑租约：评分细则正在评审。可进行的条件：评分细则正在撰写。",
        ),
        ("Line 3 has no tier and no dimension.", "第 3 个检查点没有层级和维度。"),
        (
            "tasks.jsonl, row 3, title: is empty. Write a text.",
            "tasks.jsonl，第 3 行，title：为空。请写文本。",
        ),
        (
            (
                "Response 2 (gpt to t1): t1 cannot be answered now: the rubric is being written. "
                "That is possible while the task is ready to be judged."
            ),
            "回答 2（gpt 对 t1）：现在无法答复 t1：评分细则正在撰写。可进行的条件：任务已可评判。",
        ),
        (
            "The server at localhost:11434 could not be reached (the connection was refused).",
            "无法连接到服务器 localhost:11434（连接被拒绝）。",
        ),
        (
            'there is no checkpoint of that response\'s task "c11".',
            '该回答所属任务没有检查点 "c11"。',
        ),
        ("/tmp/a.xpert exists already.", "/tmp/a.xpert 已存在。"),
        ("There is no file /tmp/a.xpert.", "没有文件 /tmp/a.xpert。"),
        ("The spot check has been changed since.", "该抽查此后已被修改。"),
        ("Something new happened. Ask a lead.", "Something new happened. 请联系负责人。"),
        ("Something new happened.", "Something new happened."),
        ("", ""),
    ],
)
def test_messages_in_chinese(message, chinese):
    assert in_language(message, "zh") == chinese
    assert in_language(message, "en") == message
    assert in_language(message, "fr") == message


def said(step):
    """Everything the error that a step raises says, in Chinese."""
    with pytest.raises(XpertError) as caught:
        step()
    error = caught.value
    texts = [str(error), error.message, error.remedy]
    if isinstance(error, IncompleteError):
        texts += error.missing
    if isinstance(error, InputRefusedError):
        texts += [
            text for item in error.problems for text in (str(item), item.message, item.remedy)
        ]
    return [in_language(text, "zh") for text in texts if text]


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
    for number in range(5):
        add_checkpoint(studio.wei, "t1", text=f"Names ground {number}.", tier=None, weight=3)
    assert_chinese(said(lambda: submit_rubric(studio.wei, "t1")), title)
    assert_chinese(said(lambda: start_review(studio.maria, "t1")), title)


def test_reviews_and_spot_checks(studio):
    studio.review()
    title = "Ending a lease early"
    assert_chinese(said(lambda: approve(studio.wei, "t1")), "Wei")
    assert_chinese(said(lambda: send_back(studio.maria, "t1")))
    assert_chinese(said(lambda: add_checkpoint(studio.wei, "t1", text="a")), title)
    assert_chinese(said(lambda: draw_spot_checks(studio.lena, seed=1)))
    remark(studio.maria, "t1", "Which month?")
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
    open_sheet(studio.maria, response_id)
    assert_chinese(said(lambda: submit_sheet(studio.maria, response_id)))
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
