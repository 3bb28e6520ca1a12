"""Commands of the command line that are made from registered commands."""

from __future__ import annotations

import inspect
import io
import shlex
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from typing import Annotated, TypedDict

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner
from typing_extensions import Unpack

from tests.cli.all_commands import leaves
from tests.sampling import examples
from xpert_studio.cli.acting import named_ids
from xpert_studio.cli.commands import More, example_of, line_command
from xpert_studio.cli.main import loaded
from xpert_studio.cli.options import given as typed
from xpert_studio.cli.options import options_for
from xpert_studio.cli.typed import chosen
from xpert_studio.cli.values import read_values
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks, Through, parameters_of
from xpert_studio.core.names import LISTS
from xpert_studio.core.records import (
    TIERS,
    Aspect,
    Difficulty,
    Mode,
    Role,
    Severity,
    SpotCheckOutcome,
    Tier,
)
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import COMMANDS, WORDS, found_project
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import TaskId
from xpert_studio.core.workflow.commands import command as registered

pytestmark = pytest.mark.sampled(100)

PLACED = [command for command in COMMANDS.values() if command.line]
by_name = pytest.mark.parametrize("command", PLACED, ids=lambda item: item.name)


def words_of(command):
    return tuple(word for word in command.line.split() if word.lower() == word)


def flat(parameters):
    for item in parameters:
        if isinstance(item.asks, Through):
            yield from flat(item.asks.parameters)
        else:
            yield item


def click_command(command):
    group, *rest = words_of(command)
    found = loaded(group)
    return found.commands[rest[0]] if rest else found


def test_no_two_commands_have_one_place():
    places = [words_of(command) for command in PLACED]
    assert len(set(places)) == len(places)


@by_name
def test_every_placed_command_is_reachable_and_asks_for_its_parameters(command):
    assert words_of(command) in {words for words, _ in leaves()}
    asked = {item.name: item for item in click_command(command).params}
    assert {item.name for item in flat(command.parameters)} <= asked.keys()
    labels = {item.label.upper() for item in flat(command.parameters)}
    assert {word for word in command.line.split() if word.isupper()} <= labels


@by_name
def test_what_the_handler_cannot_do_without_is_asked_for(command):
    asked = {item.name for item in command.parameters}
    for item in command.signature.parameters.values():
        if item.default is item.empty and item.kind is not item.VAR_KEYWORD:
            assert item.name in asked


@by_name
def test_help_tells_every_parameter_with_a_sentence(xpert, command):
    said = xpert(*words_of(command), "--help")
    assert said.code == 0
    told = " ".join(said.out.split())
    assert " ".join(command.hint.split()) in told
    for item in flat(command.parameters):
        assert isinstance(item.asks, Asks)
        assert " ".join(item.asks.what.split()) in told
        option = "--" + item.label.replace("_", "-").partition("/")[0]
        assert option in told or item.label.upper() in told
    assert "``" not in command.hint
    assert command.hint.endswith(".")


@by_name
def test_the_example_is_a_valid_command_line(command):
    words = shlex.split(example_of(command))
    own = words_of(command)
    assert words[: 1 + len(own)] == ["xpert-studio", *own]
    parsed = click_command(command).make_context("x", words[1 + len(own) :])
    assert str(parsed.params["project"]) == "law.xpert"
    assert parsed.params["person"] in {"lena", "wei", "maria", "omar"}
    source = inspect.getsource(command.handler)
    if Role.LEAD in command.by or "rights.need_role(unit.person, Role.LEAD" in source:
        assert parsed.params["person"] in {"lena", "omar"}, "it takes a lead, or a senior expert"
        assert parsed.params["person"] == "lena" or "Role.SENIOR" in source
    if "open_rubric(unit" in source or "author_at_work(unit" in source:
        assert parsed.params["person"] == "wei", "it takes the author"


@by_name
def test_what_it_tells_is_of_what_it_knows(command):
    source = inspect.getsource(inspect.getmodule(command.handler))
    for name in (part.partition("}")[0] for part in command.told.split("{")[1:]):
        assert f"{name}=" in source or f'"{name}":' in source or name == "tasks", (
            "told by the handler, or by the command line"
        )


@by_name
@examples(4)
@given(data=st.data())
def test_options_are_passed_to_the_handler_as_they_were_typed(command, data):
    """Whatever texts and numbers are typed, the parsed options hold them under the same name."""
    typed, expected = [], {}
    for item in flat(command.parameters):
        if item.label.upper() in command.line.split():
            continue
        flag = "--" + item.label.replace("_", "-").partition("/")[0]
        if not data.draw(st.booleans()) and not (item.is_needed and item.kind in {int, float}):
            continue
        if item.kind is bool or item.asks.sets is not None:
            typed.append(flag)
            expected[item.name] = True
            continue
        is_number = item.kind in {int, float} and item.asks.refers in {"", "place"}
        least, most = item.within or (0, 9)
        numbers = st.integers(int(least or 0), min(9, most or 9))
        value = data.draw(numbers if is_number else st.text(st.characters(codec="utf-8")))
        typed.append(f"{flag}={value}")
        expected[item.name] = [value] if item.is_many else value
    arguments = [
        next(i.asks.example for i in flat(command.parameters) if i.label.upper() == word)
        for word in command.line.split()
        if word.isupper()
    ]
    context = click_command(command).make_context("x", ["p.xpert", *typed, "--", *arguments])
    assert {name: context.params[name] for name in expected} == expected


@given(
    kind=st.sampled_from([Tier, Role, Aspect, Difficulty, Mode, SpotCheckOutcome]), data=st.data()
)
def test_a_word_is_read_in_any_case_and_with_any_dash(kind: type[Enum], data):
    item = data.draw(st.sampled_from(list(kind)))
    text = "".join(data.draw(st.sampled_from([c.upper(), c.lower()])) for c in item.value)
    text = text.replace("_", data.draw(st.sampled_from(["_", "-", " "])))
    assert chosen(LISTS[kind.__name__], f" {text} ", "--word") is item


@given(st.text())
def test_any_other_word_is_refused_with_those_there_are(text):
    if TIERS.find(text) is None:
        with pytest.raises(UsageError, match="--tier has no") as refused:
            chosen(TIERS, text, "--tier")
        assert "Essential, Important, Optional" in refused.value.remedy


@given(st.integers(1, 30), st.data())
def test_numbers_and_ranges_name_what_they_count(size, data):
    ids = {str(number): f"c-{number}" for number in range(1, size + 1)}
    first = data.draw(st.integers(1, size))
    last = data.draw(st.integers(first, size))
    found = named_ids(ids, [f"{first}-{last}", str(first)], "{}", "")
    assert found == [f"c-{number}" for number in range(first, last + 1)]


HOSTILE = ["{0}{x}%s", "\x1b[2J\u202e", "-", "1-99999999999", "9" * 5_000, "a:B", "@no-file", ""]


@by_name
def test_hostile_arguments_are_refused_in_words(xpert, project, command, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\x00\n"))
    with ProjectFile.open(project) as opened:
        found_project(opened, "lena", now=datetime(2026, 1, 1, tzinfo=UTC))
    arguments = [word for word in command.line.split() if word.isupper()]
    options = [
        (item, "--" + item.label.replace("_", "-").partition("/")[0])
        for item in flat(command.parameters)
        if item.label.upper() not in arguments
    ]
    for text in HOSTILE:
        typed = [
            flag if item.kind is bool or item.asks.sets is not None else f"{flag}={text}"
            for item, flag in options
            if item.kind not in {int, float}
        ]
        needed = [f"{flag}=1" for item, flag in options if item.is_needed and item.kind is int]
        for more in ([], typed):
            said = xpert(
                *words_of(command), project, "--as", "lena", *needed, *more,
                "--", *[text for _ in arguments],
            )  # fmt: skip
            assert said.code in {0, 1, 2, 3, 5}
            assert "inside the program" not in said.err, (text, more)
            assert "\x1b" not in said.out + said.err


@given(
    st.lists(
        st.one_of(st.text(), st.from_regex(r"[0-9]{1,9}-[0-9]{1,60}", fullmatch=True)), min_size=1
    )
)
def test_no_reference_is_too_strange_to_be_refused(references):
    ids = {"1": "a", "2": "b", "a": "a", "b": "b"}
    found = set()
    with suppress(NotFoundError):
        found = set(named_ids(ids, references, "No {}.", ""))
    assert found <= {"a", "b"}


def test_a_new_command_needs_no_more_than_its_registration(project, monkeypatch):
    for table in (COMMANDS, WORDS):  # what is registered goes again
        monkeypatch.setitem(table, "task.tag", None)
        del table["task.tag"]

    @registered(
        "task.tag",
        "Tag task",
        done="tagged the task",
        line="task tag TASK WORDS",
        told="Now: {now}.",
    )
    def tag(
        unit: UnitOfWork,
        task_id: TaskId,
        words: Annotated[Sequence[str], Asks("Its tags.", "urgent", "words")],
        *,
        level: Annotated[Difficulty, Asks("How hard it is.", "hard")] = Difficulty.BASIC,
    ) -> None:
        """Tag a task with words."""
        task = unit.task(task_id)
        unit.put(task.model_copy(update={"tags": tuple(words), "difficulty": level}))
        unit.tell(now=list(words))

    app = typer.Typer(rich_markup_mode=None)
    app.command()(line_command(tag, More()))
    with ProjectFile.open(project) as opened:
        found_project(opened, "lena", now=datetime(2026, 1, 1, tzinfo=UTC))
    run = partial(CliRunner().invoke, app)
    told = " ".join(run(["--help"]).output.split())
    for words in (
        "Tag a task with words.",
        "task tag law.xpert a-lease-7k2m urgent",
        "medium, hard",
    ):
        assert words in told
    done = run([str(project), "t0", "a", "b", "--level", "HARD", "--as", "lena"])
    assert done.output == "Tagged the task (t0). Now: a, b.\n"
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        task = tasks.get_task(tx, "t0")
    assert (task.tags, task.difficulty) == (("a", "b"), Difficulty.HARD)


class _More(TypedDict, total=False):
    roles: Annotated[tuple[Role, ...], Asks("Roles.", "author", "role")]
    texts: Annotated[list[str], Asks("Texts.", "a", "text")]
    share: Annotated[float | None, Asks("A share.", "0.3")]


def _every_type(
    unit: UnitOfWork,
    name: Annotated[str, Asks("A name.", "x")],
    *,
    count: Annotated[int, Asks("How many.", "1")],
    place: Annotated[int | None, Asks("Where.", "1", "at", "place")] = None,
    level: Annotated[Difficulty, Asks("How hard.", "hard")] = Difficulty.BASIC,
    is_on: Annotated[bool | None, Asks("On?", name="on/off")],
    severity: Annotated[Severity, Asks("Comment.", name="comment", sets=Severity.COMMENT)] = (
        Severity.CHANGE
    ),
    reason: Annotated[str, Asks("Why.", "so")],
    **more: Unpack[_More],
) -> None:
    """Take a value of every type."""


def _left_out(values):
    return {name: value for name, value in values.items() if value is not None}


plain_text = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1)


@given(
    name=plain_text,
    count=st.integers(-5, 10**9),
    place=st.none() | st.integers(1, 99),
    level=st.none() | st.sampled_from(list(Difficulty)),
    is_on=st.none() | st.booleans(),
    comments=st.booleans(),
    reason=st.none() | st.text(st.characters(codec="utf-8")),
    roles=st.lists(st.sampled_from(list(Role)), unique=True),
    texts=st.lists(st.text(st.characters(codec="utf-8"))),
    share=st.none() | st.floats(0, 1),
)
def test_what_is_typed_is_what_the_handler_gets(
    name, count, place, level, is_on, comments, reason, roles, texts, share
):
    whole = inspect.signature(_every_type, eval_str=True)
    parameters = parameters_of(whole.replace(parameters=list(whole.parameters.values())[1:]))
    got = {}

    def run(**asked):
        got.update(read_values(None, parameters, typed(asked)))

    app = typer.Typer(rich_markup_mode=None)
    options = options_for(parameters, ("NAME",))
    run.__signature__ = inspect.Signature(options)
    run.__annotations__ = {item.name: item.annotation for item in options}
    app.command()(run)
    said = {"--at": place, "--level": level and level.value.upper(), "--reason": reason}
    said |= {"--share": share, "--count": count}
    words = [f"{flag}={value}" for flag, value in said.items() if value is not None]
    words += [f"--role={role.value}" for role in roles] + [f"--text={text}" for text in texts]
    words += {None: [], True: ["--on"], False: ["--off"]}[is_on]
    words += ["--comment"] if comments else []
    CliRunner().invoke(app, [*words, "--", name], catch_exceptions=False)
    expected = {"name": name, "count": count, "is_on": is_on, "reason": reason or ""}
    if place is not None:
        expected["place"] = place - 1
    optional = {"level": level, "share": share, "severity": Severity.COMMENT if comments else None}
    optional |= {"roles": tuple(roles) or None, "texts": tuple(texts) or None}
    assert got == expected | _left_out(optional)
