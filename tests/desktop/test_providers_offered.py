"""Every choice of a provider in the window comes from the registry: a new one is there at once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox

from tests.desktop.rooms import room_of
from xpert_studio.core.judge.providers.registry import EMBEDDED, PROVIDERS, ProviderEntry
from xpert_studio.core.records import CHECKS
from xpert_studio.desktop.names import provider_title
from xpert_studio.desktop.pages.runs.composer.judge import JudgePart
from xpert_studio.desktop.pages.task.rubric.drafting import DraftBar


@pytest.fixture
def acme(monkeypatch):
    """A provider that asks neither for a key nor knows its address."""
    entry = ProviderEntry(
        "acme", "Acme Models", "nowhere", "ACME_API_KEY", "acme-1",
        needs_key=False, needs_address=True,
    )  # fmt: skip
    monkeypatch.setitem(PROVIDERS.loaded, "acme", entry)


def offered(choice: QComboBox) -> dict[str, str]:
    return {choice.itemData(n): choice.itemText(n) for n in range(choice.count())}


@pytest.fixture
def room(qtbot, tmp_path, acme):
    with room_of(qtbot, tmp_path) as made:
        yield made


def test_a_new_provider_is_in_every_choice_with_the_fields_it_needs(room, qtbot):
    providers = {name: provider_title(name) for name in PROVIDERS}
    assert providers["acme"] == "Acme Models"
    assert providers["gemini"] == "Google Gemini"
    judge = JudgePart()
    qtbot.addWidget(judge)
    local = {EMBEDDED[0]: "Built-in judge (no LLM)", CHECKS: "Checks and choice (no model)"}
    choice = judge.inputs["provider"].widget
    assert offered(choice) == {**local, **providers}
    choice.setCurrentIndex(choice.findData("acme"))
    assert "localhost" in judge.inputs["base_url"].widget.placeholderText()
    draft = DraftBar(room.window.shell)
    qtbot.addWidget(draft)
    assert set(offered(draft.form.inputs["provider"].widget)) == {"outline", *providers}
    draft.form.inputs["provider"].show("acme")
    assert draft.form.inputs["base_url"].widget.isVisibleTo(draft.form)
    draft.form.inputs["provider"].show("gemini")
    assert not draft.form.inputs["base_url"].widget.isVisibleTo(draft.form)


def test_a_new_provider_has_a_card_for_its_key(room):
    panel = room.go("settings", tab="providers").providers
    room.settle()
    assert list(panel.cards) == list(PROVIDERS)
    card = panel.cards["acme"]
    assert card.title == "Acme Models"
    assert card.form.inputs["base_url"].widget.isVisibleTo(card)
    assert "need no key" in card.source.text()
    assert "GEMINI_API_KEY" in panel.cards["gemini"].source.text()


def test_models_of_the_price_list_are_suggested(qtbot):
    judge = JudgePart()
    qtbot.addWidget(judge)
    judge.show_values({"provider": "gemini"})
    judge.changed.emit("provider")
    model = judge.inputs["model"].widget
    assert "gemini-3.8-flash" in [model.itemText(n) for n in range(model.count())]
