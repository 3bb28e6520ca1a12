"""The form shows the values of the checkpoint's instrument."""

from __future__ import annotations

from tests.instruments.steps import BINARY, STEPS, Steps
from xpert_studio.desktop.pages.judging.detail import Detail
from xpert_studio.desktop.pages.judging.model import SheetRow
from xpert_studio.instruments import INSTRUMENTS


def test_the_form_offers_its_values(qtbot, monkeypatch):
    monkeypatch.setitem(INSTRUMENTS, "steps", Steps())
    detail = Detail()
    qtbot.addWidget(detail)
    chosen = []
    detail.decided.connect(chosen.append)
    detail.show_row(SheetRow(STEPS), is_open=True)
    assert [button.text() for button in detail.choices.values()] == [
        "Complete (3)", "In part (2)", "Missing (1)",
    ]  # fmt: skip
    detail.choices[2].click()
    assert chosen == [2]
    detail.show_row(SheetRow(BINARY), is_open=True)
    assert [button.text() for button in detail.choices.values()] == ["Met (1)", "Not met (0)"]
