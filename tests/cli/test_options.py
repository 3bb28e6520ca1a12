"""A function over a request is a command: its options, what was typed, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field
from typer.testing import CliRunner

from tests.cli.all_commands import leaves
from xpert_studio.cli.options import Fill, changed, with_requests
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import NOTHING, Asks, Through, fields_of
from xpert_studio.core.names import Listed, Names


class Colour(Listed):
    DARK_RED = "dark_red"
    BLUE = "blue"


COLOURS = Names("Colour", {Colour.DARK_RED: "dark red", Colour.BLUE: "blue"}, chinese={
    Colour.DARK_RED: "深红", Colour.BLUE: "蓝",
})  # fmt: skip


class Inner(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    size: Annotated[int, Field(ge=1, le=9), Asks("How big.", name="how_big")] = 3
    colour: Annotated[Colour, Asks("Which.")] = Colour.BLUE
    words: Annotated[tuple[str, ...], Asks("What is run.", is_command=True)] = ()
    hidden: str = "as it is"


class Marks(TypedDict, total=False):
    mark: Annotated[Sequence[str], Asks("Marks, NAME=VALUE.", form="NAME=VALUE")]
    loud: Annotated[bool, Asks("In capitals.", sets=True)]


def marks(answers: Mapping[str, Any]) -> dict[str, Any]:
    pairs = dict(text.split("=") for text in answers.get("mark", ()))
    return {"marks": {k: v.upper() if "loud" in answers else v for k, v in pairs.items()}}


@dataclass(frozen=True)
class Outer:
    title: Annotated[str, Asks("What it is called.")]
    inner: Inner = field(default_factory=lambda: Inner(size=5))
    marks: Annotated[dict[str, str], Through(Marks, marks)] = field(default_factory=dict)
    only: Annotated[frozenset[str], Asks("Only these.", is_list=True)] = frozenset()
    share: Annotated[float | None, Asks("Of all.", within=(0, 1), name="part")] = None


def command(work: Callable[..., None]) -> Callable[..., Any]:
    """Runs a function as a command."""
    app = typer.Typer()
    app.command()(with_requests(work))

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})

    return run


def taken(*arguments: str, fill: Fill | None = None) -> Any:
    """The request that arguments make; the end of the command where they are refused."""
    found: list[Any] = []

    def work(
        *, request: Annotated[Outer, fill or Fill()], dry: Annotated[bool, Asks("Dry.")] = False
    ) -> None:
        found.append((request, dry))

    work.__annotations__["request"] = Annotated[Outer, fill or Fill()]
    ended = command(work)(*arguments)
    if not found:
        return ended
    return found[0]


def test_models_in_a_model_are_options_beside_its_own_with_the_defaults_of_the_field():
    request, dry = taken("--title", "a")
    assert request == Outer("a")
    assert (request.inner.size, dry) == (5, False)
    assert [item.path for item in fields_of(Outer)][1] == ("inner", "size")
    assert next(item for item in fields_of(Outer) if item.name == "size").default == 5
    assert fields_of(Outer)[0].default is NOTHING


@given(
    size=st.integers(1, 9), colour=st.sampled_from(Colour),
    names=st.lists(st.text("abc ,\"", min_size=1).filter(str.strip), max_size=3),
    part=st.floats(0, 1) | st.none(),
)  # fmt: skip
def test_what_is_typed_is_the_request(size, colour, names, part):
    from xpert_studio.core.name_lists import written

    plain = {name.strip() for name in names}
    only = ("--only", written(sorted(plain))) if plain else ()
    share = () if part is None else ("--part", repr(part))
    request, _ = taken(
        "--title", "t", "--how-big", str(size), "--colour", colour.value.replace("_", "-"),
        "--words", "run 'this one'", *only, *share,
    )  # fmt: skip
    assert request.inner == Inner(size=size, colour=colour, words=("run", "this one"))
    assert (request.only, request.share) == (frozenset(plain), part)


def test_several_options_make_one_value():
    request, dry = taken("--title", "t", "--mark", "a=x", "--mark", "b=y", "--loud", "--dry")
    assert (request.marks, dry) == ({"a": "X", "b": "Y"}, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--title"),
        (("--title", "t", "--how-big", "10"), "--how-big"),
        (("--title", "t", "--part", "1.5"), "--part"),
        (("--title", "t", "--hidden", "x"), "--hidden"),
    ],
)
def test_what_typer_refuses_is_named_by_its_option(arguments, said):
    ended = taken(*arguments)
    assert ended.exit_code == 2
    assert said in ended.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--colour", "green"), "--colour"), (("--words", "'open"), "no command")],
)
def test_what_cannot_be_read_is_an_error_with_a_remedy(arguments, said):
    ended = taken("--title", "t", *arguments)
    assert isinstance(ended.exception, UsageError)
    assert said in str(ended.exception)
    assert ended.exception.remedy


def test_a_command_asks_for_a_part_of_a_request_in_its_own_words():
    fill = Fill(
        without={"part", "loud"}, needs={"how_big"}, words={"only": "Not those."},
        presets={"colour": Colour.DARK_RED}, arguments=("title",),
    )  # fmt: skip
    assert taken("t", fill=fill).exit_code == 2
    request, _ = taken("t", "--how-big", "2", fill=fill)
    assert (request.title, request.inner.size) == ("t", 2)
    assert request.inner.colour is Colour.DARK_RED
    helped = taken("--help", fill=fill).output
    assert "Not those." in helped
    assert "Only these." not in helped
    assert "--part" not in helped
    assert "--loud" not in helped


def test_of_a_record_that_is_changed_only_what_is_typed_is_there():
    found: list[Inner] = []

    def work(*, typed: Annotated[dict[str, Any], Fill(changes=Inner)]) -> None:
        found.append(changed(Inner(size=8, words=("a",), hidden="kept"), typed))

    run = command(work)
    assert run("--colour", "dark-red").exit_code == 0
    assert run().exit_code == 0
    assert found[0] == Inner(size=8, colour=Colour.DARK_RED, words=("a",), hidden="kept")
    assert found[1] == Inner(size=8, words=("a",), hidden="kept")


def test_a_value_that_the_model_refuses_is_named_by_its_option():
    with pytest.raises(UsageError, match="--how-big cannot be '12'") as caught:
        changed(Inner(), {"size": 12})
    assert "How big." in str(caught.value.remedy)


def test_every_option_of_the_program_is_made_once_and_says_what_it_is():
    for words, made in leaves():
        names = [name for item in made.params for name in (*item.opts, *item.secondary_opts)]
        assert len(names) == len(set(names)), words
        options = [item for item in made.params if item.opts[0].startswith("-")]
        assert all(item.help for item in options), words
