"""Every field of every model is on the command line, in the form and in the documents alike."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import click
import pytest

from xpert_studio.cli.main import loaded
from xpert_studio.cli.options import each, flags
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.fields import Parameter, fields_of
from xpert_studio.core.judge.asked_models import ModelParameters
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import JudgeSettings, RunTerms
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.workflow.commands import COMMANDS
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.packs.suites.local import LocalSettings
from xpert_studio.packs.suites.records import Suite
from xpert_studio.report.exports import ForeignOptions, ReportOptions

MODELS: dict[type, tuple[str, ...]] = {
    ScoreRequest: ("score",),
    RunTerms: ("score",),
    JudgeSettings: ("score",),
    ModelParameters: ("score",),
    BundleOptions: ("export",),
    ForeignOptions: ("export",),
    ReportOptions: ("report",),
    WrittenFields: ("rubric", "edit"),
    BriefFields: ("task", "edit"),
    Suite: ("suite", "define"),
    LocalSettings: ("suite", "local"),
}
LINES = {
    name: tuple(word for word in one.line.split() if word == word.lower())
    for name, one in COMMANDS.items()
    if one.line
}


@cache
def options(words: tuple[str, ...]) -> dict[str, Any]:
    """The parameters of a command of the command line, by how they are typed."""
    found = loaded(words[0])
    for word in words[1:]:
        assert isinstance(found, click.Group) or hasattr(found, "commands")
        found = found.commands[word]
    return {name: one for one in found.params for name in (*one.opts, one.name)}


def same(item: Parameter, known: dict[str, Any]) -> None:
    """A field is typed by the words and in the limits that it has."""
    typed = known.get(flags(item)[0]) or known[item.name]
    assert item.asks.what.split(" One of")[0] in (typed.help or "")
    if item.within and isinstance(typed, click.Option):
        assert (typed.type.min, typed.type.max) == item.within


@pytest.mark.parametrize("name", LINES)
def test_what_a_command_asks_for_is_typed_in_its_words_and_limits(name: str) -> None:
    known = options(LINES[name])
    for item, _ in each(COMMANDS[name].parameters):
        same(item, known)


@pytest.mark.parametrize("model", MODELS, ids=lambda one: one.__name__)
def test_a_field_of_a_model_is_an_option_and_stands_in_its_form(qtbot, model) -> None:
    known = options(MODELS[model])
    for item, _ in each(fields_of(model)):
        same(item, known)
    made = fields_for(model)
    form = Form(made)
    qtbot.addWidget(form)
    asked = {item.name: (item, asks) for item, asks in each(fields_of(model))}
    assert made or not any(asks.title for _, asks in asked.values())
    for one in made:
        item, asks = asked[one.key]
        assert (one.title, one.help, one.more) == (asks.title, asks.hint, asks.is_advanced)
        assert one.unit == ("" if asks.unit == "%" else asks.unit)
        shown = form.inputs[one.key]
        assert shown.widget.accessibleName() == asks.title
        if item.within and item.kind in {int, float} and asks.unit != "%":
            outside = item.within[0] if item.within[0] is not None else item.within[1]
            assert outside is not None
            if hasattr(shown.widget, "setRange"):
                least = shown.widget.minimum()
                assert item.within[0] is None or least == max(item.within[0], -(2**31))
            else:
                shown.widget.setText(
                    str(outside - 1 if item.within[0] is not None else outside + 1)
                )
                assert form.gaps().get(one.key), one.key


def test_a_model_that_is_added_to_the_request_is_walked_too() -> None:
    held = {one.type for one in fields(ScoreRequest) if isinstance(one.type, type)}
    assert held <= MODELS.keys() | {str}
