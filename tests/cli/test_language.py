"""The command line in Chinese: what commands print, their help, their errors; and who decides."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.imported import imported_sample
from tests.judge.projects import make_project
from tests.program import carried_out
from xpert_studio.cli.main import EXAMPLE, commands, loaded, paragraphs
from xpert_studio.core.language import language_of, taken_from
from xpert_studio.core.records import (
    ABSTENTION_RULES,
    ASPECTS,
    CAUSES,
    DIFFICULTIES,
    MODES,
    POLICY_NAMES,
    ROLES,
    RULES,
    SEVERITIES,
    STAGES,
    TIERS,
)
from xpert_studio.core.records.vocabulary import DIMENSIONS, DOMAINS
from xpert_studio.core.resources import resource_text
from xpert_studio.core.store.search_sources import HIT_KINDS
from xpert_studio.core.wording import speak

HAN = re.compile("[\u4e00-\u9fff]")
ENGLISH = re.compile(r"\b[A-Z]?[a-z]+ [a-z]+ [a-z]+\b")
"""Three words of a sentence; commands and their options are given as they are typed."""


@pytest.fixture
def path(tmp_path):
    make_project(tmp_path / "wards.xpert").close()
    return tmp_path / "wards.xpert"


def said(*arguments, **environment):
    done = carried_out(
        *arguments, environment={"PATH": "", "XPERT_STUDIO_CONFIG": "nowhere", **environment}
    )
    return done.out + done.err


def test_a_process_of_its_own_speaks_the_language_of_its_locale(path):
    done = subprocess.run(
        [sys.executable, "-m", "xpert_studio.cli.main", "info", str(path)],
        capture_output=True, text=True, encoding="utf-8", check=True,
        env={"PATH": "", "PYTHONUTF8": "1", "XPERT_STUDIO_CONFIG": "nowhere", "LANG": "zh_CN.UTF-8"},
    )  # fmt: skip
    assert "检查点" in done.stdout


def test_who_decides_the_language(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    assert language_of("zh", {"XPERT_STUDIO_LANG": "en"}) == "zh"
    assert language_of("", {"XPERT_STUDIO_LANG": "zh", "LANG": "C"}) == "zh"
    assert language_of("", {"LANG": "zh_CN.UTF-8"}) == "zh"
    assert language_of("", {"LC_ALL": "en_GB.UTF-8", "LANG": "zh_CN.UTF-8"}) == "en"
    assert language_of("", {}) == "en"


def test_the_setting_of_the_window_comes_before_the_locale(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    (tmp_path / "window.json").write_text('{"language": "zh"}')
    assert language_of("", {"LANG": "en_GB.UTF-8"}) == "zh"
    (tmp_path / "window.json").write_text('{"language": "system"}')
    assert language_of("", {"LANG": "en_GB.UTF-8"}) == "en"
    (tmp_path / "window.json").write_text("[")
    assert language_of("", {}) == "en"


@pytest.mark.parametrize(
    ("typed", "left", "language"),
    [
        (["info", "p", "--lang", "zh"], ["info", "p"], "zh"),
        (["--lang=zh", "info", "p"], ["info", "p"], "zh"),
        (["info", "p"], ["info", "p"], ""),
        (["info", "--lang"], ["info", "--lang"], ""),
    ],
)
def test_the_option_may_stand_anywhere(typed, left, language):
    assert taken_from(typed) == language
    assert typed == left


def test_what_a_command_prints_is_chinese(path):
    told = said("info", path, "--lang", "zh")
    assert "检查点" in told and "Checkpoints" not in told
    assert "Checkpoints" in said("info", path, "--lang", "en", LANG="zh_CN.UTF-8")
    assert "检查点" in said("info", path, LANG="zh_CN.UTF-8")


def test_an_error_is_chinese_and_a_program_reads_the_same_in_both(path):
    told = said("task", "show", path, "t99", "--lang", "zh")
    assert told.startswith("没有任务 t99。")
    english, chinese = (
        json.loads(said("info", path, "--json", "--lang", language)) for language in ("en", "zh")
    )
    assert english == chinese
    english, chinese = (
        json.loads(said("task", "show", path, "t99", "--json", "--lang", language))
        for language in ("en", "zh")
    )
    assert english == chinese


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return imported_sample(tmp_path_factory.mktemp("sample") / "sample.xpert")


@pytest.mark.parametrize(
    "typed",
    [
        ("review", "show", "{p}", "law-nda-review"),
        ("gold", "list", "{p}", "--as", "lead-moreau"),
        ("assignment", "list", "{p}", "--as", "lead-moreau"),
        ("search", "{p}", "lease"),
        ("lint", "check", "{p}"),
        ("lint", "rules"),
        ("leaderboard", "{p}", "--as", "lead-moreau", "--items"),
        ("align", "{p}", "--as", "lead-moreau"),
        ("align", "{p}", "--full", "--as", "lead-moreau"),
    ],
)
def test_json_is_the_same_in_both_languages(sample, xpert, typed):
    words = [word.replace("{p}", str(sample)) for word in typed]
    english, chinese = (xpert(*words, "--json", "--lang", language) for language in ("en", "zh"))
    assert english.json == chinese.json


LISTED = (TIERS, STAGES, ROLES, DIFFICULTIES, MODES, ABSTENTION_RULES, HIT_KINDS, DOMAINS, DIMENSIONS,
          CAUSES, ASPECTS, SEVERITIES, RULES, POLICY_NAMES)  # fmt: skip
PARTED = re.compile(r"\s{2,}|[、，：；（）=]|\n")


@pytest.mark.parametrize(
    "typed",
    [
        ("info", "{p}", "--list-tasks"),
        ("task", "list", "{p}", "--stage", "就绪", "--domain", "法律"),
        ("task", "list", "{p}"),
        ("task", "show", "{p}", "law-nda-review"),
        ("rubric", "show", "{p}", "law-nda-review"),
        ("review", "show", "{p}", "law-nda-review"),
        ("review", "list", "{p}", "--as", "expert-amara"),
        ("task", "list", "{p}", "--waiting", "--as", "lead-moreau"),
        ("people", "list", "{p}"),
        ("people", "vocabulary", "{p}"),
        ("people", "policy", "{p}"),
        ("search", "{p}", "lease", "--kind", "检查点"),
        ("gold", "list", "{p}", "--as", "lead-moreau"),
        ("panel", "list", "{p}", "--as", "lead-moreau"),
        ("judge", "agreement", "{p}", "--as", "lead-moreau"),
        ("leaderboard", "{p}", "--as", "lead-moreau", "--judge", "专家", "--by", "维度"),
    ],
)
def test_a_listing_says_no_listed_name_in_english(sample, xpert, typed):
    said = xpert("--lang", "zh", *(word.replace("{p}", str(sample)) for word in typed))
    assert said.code == 0, said.err
    english = {text for names in LISTED for id_, title in names.items() for text in (id_, title)}
    assert not english & {part.strip() for part in PARTED.split(said.out)}


@pytest.mark.parametrize(("language", "typed"), [("zh", ()), ("en", ("--language", "中文"))])
def test_the_grading_policy_of_a_new_project_is_in_the_language_asked_for(xpert, language, typed):
    chinese, english = (resource_text("policies", f"default.{name}.md") for name in ("zh", "en"))
    xpert("--lang", language, "new", "a.xpert", *typed)
    assert xpert("people", "grading-policy", "a.xpert", "--json").json["text"] == chinese
    xpert("--lang", "zh", "new", "b.xpert", "--language", "en")
    xpert("--lang", "en", "new", "c.xpert")
    for name in "bc":
        told = xpert("people", "grading-policy", f"{name}.xpert", "--json").json
        assert told["text"] == english


def test_options_take_chinese_names_and_records_hold_the_ids(xpert):
    xpert("new", "c.xpert", "--solo", "--as", "chen", "--domain", "法律")
    made = xpert(
        "task", "new", "c.xpert", "--id", "t", "--title", "租赁", "--domain", "法律",
        "--difficulty", "困难", "--as", "chen",
    )  # fmt: skip
    assert made.code == 0, made.err
    task = xpert("task", "show", "c.xpert", "t", "--json").json
    assert (task["domain"], task["difficulty"]) == ("Law", "hard")
    (chen,) = xpert("people", "list", "c.xpert", "--json").json
    assert chen["domains"] == ["Law"]
    refused = xpert(
        "--lang", "zh", "task", "edit", "c.xpert", "t", "--domain", "航天", "--as", "chen"
    )
    assert refused.code == 2
    assert "法律" in refused.err and "Law" not in refused.err


def test_the_help_of_every_command_is_chinese():
    speak("zh")
    try:
        waiting = [loaded(name, "zh") for name in commands()]
        while waiting:
            command = waiting.pop()
            waiting += getattr(command, "commands", {}).values()
            for text in paragraphs(command.help or ""):
                assert text == EXAMPLE or HAN.search(text), (command.name, text)
                assert text.startswith("示例") or not ENGLISH.search(text), (command.name, text)
            for parameter in command.params:
                text = getattr(parameter, "help", None)
                assert not text or HAN.search(text), (command.name, text)
                assert not text or not ENGLISH.search(text), (command.name, text)
    finally:
        speak("en")
    assert "Show" in str(loaded("info").help)


def test_every_command_of_a_project_takes_the_person():
    waiting = [(name, loaded(name)) for name in commands()]
    while waiting:
        name, command = waiting.pop()
        inner = getattr(command, "commands", {})
        waiting += [(f"{name} {key}", value) for key, value in inner.items()]
        names = {option for parameter in command.params for option in parameter.opts}
        if "project" in {parameter.name for parameter in command.params}:
            assert "--as" in names or name == "people found", name


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("score", "p.xpert", "--foo"), "--foo"),
        (("score",), "PROJECT"),
        (("score", "p.xpert", "--concurrency", "x"), "--concurrency"),
        (("task", "nope"), "nope"),
    ],
)
def test_wrong_usage_is_said_in_chinese(xpert, words, wrong):
    said = xpert("--lang", "zh", *words)
    assert said.code == 2
    assert wrong in said.err
    assert said.err.startswith("用法：")
    assert not {"Usage", "Error", "Missing", "Invalid", "Try"} & set(re.findall(r"\w+", said.err))


def test_the_usage_line_of_the_help_is_chinese(xpert):
    for words in ((), ("score",), ("task", "new")):
        assert "用法：" in xpert("--lang", "zh", *words, "--help").out


def test_what_was_decided_on_own_work_is_chinese(xpert):
    xpert("new", "c.xpert", "--solo", "--as", "chen")
    for words in (("info", "c.xpert"), ("align", "c.xpert")):
        told = xpert("--lang", "zh", *words)
        assert "这是独自项目：各人对自己的工作作决定。" in told.out + told.err
        assert "solo" not in told.out + told.err
    xpert("--lang", "zh", "report", "c.xpert", "c.html")
    assert "这是独自项目" in Path("c.html").read_text("utf-8")


def test_a_language_that_is_not_spoken_is_refused(xpert, monkeypatch):
    for typed in (("--lang", "xx"), ("--lang=fr",)):
        told = xpert("info", "p.xpert", *typed)
        assert told.code == 2
        assert "en, zh" in told.err
    assert xpert("--lang", "zh-CN", "lint", "rules").code == 0
    monkeypatch.setenv("XPERT_STUDIO_LANG", "xx")
    assert xpert("lint", "rules").code == 0


def test_the_options_of_the_program_are_chinese(xpert):
    told = xpert("--lang", "zh", "--help").out
    for option in ("--version", "--lang", "--help", "--install-completion"):
        (line,) = (line for line in told.splitlines() if line.split()[:1] == [option])
        assert HAN.search(line), line
    assert "Show" not in xpert("--lang", "zh", "score", "--help").out


def test_ratings_and_states_are_chinese_and_texts_of_the_project_stay(xpert, lease_alone):
    shown = xpert("--lang", "zh", "judge", "show", lease_alone, "t:aurora", "--as", "chen").out
    assert "[达到]" in shown
    assert "[未达到]" in shown
    read = xpert("--lang", "zh", "review", "read", lease_alone, "t", "--as", "chen").out
    assert "必要" in read
    assert "Essential" not in read
    told = xpert("--lang", "zh", "info", lease_alone, "--list-tasks").out
    assert "就绪" in told
    assert "ready" not in told
    assert "Names clause 9." in shown
    said = xpert("judge", "show", lease_alone, "t:aurora", "--as", "chen", "--json").json
    assert [line["met"] for line in said["lines"]] == [True, False]


@pytest.fixture
def lease_alone(xpert, monkeypatch):
    """A solo project with one response, of which one checkpoint is met and one is not."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "chen")
    brief = (
        "--title", "A lease", "--domain", "Law", "--language", "en", "--difficulty", "hard",
        "--context", "You advise.", "--materials", "A lease.", "--deliverables", "A memo.",
        "--reference", "Clause 9.", "--checklist", "yyyy",
    )  # fmt: skip
    tags = ("--dimension", "Domain Expertise", "--tier", "Essential")
    Path("a.txt").write_text("Clause 9 applies.", encoding="utf-8")
    for words in (
        ("new", "c.xpert", "--solo"),
        ("people", "policy", "c.xpert", "--min-checkpoints", "2"),
        ("task", "new", "c.xpert", "--id", "t", *brief),
        ("task", "submit", "c.xpert", "t"),
        ("rubric", "add", "c.xpert", "t", "Names clause 9.", *tags),
        ("rubric", "add", "c.xpert", "t", "Names month 30.", *tags),
        ("rubric", "submit", "c.xpert", "t"),
        ("review", "read", "c.xpert", "t"),
        ("review", "approve", "c.xpert", "t"),
        ("response", "add", "c.xpert", "aurora", "t=a.txt"),
        ("judge", "mark", "c.xpert", "t:aurora", "1", "--met", "--rationale", "It does."),
        ("judge", "mark", "c.xpert", "t:aurora", "2", "--not-met", "--rationale", "It does not."),
    ):
        said = xpert(*words)
        assert said.code == 0, (words, said.err)
    return "c.xpert"
