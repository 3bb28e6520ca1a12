"""The palette: by context, by what pages show, by texts; Enter waits for what is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox

from tests.desktop.hands import Hands
from tests.desktop.looking import slow
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import edit_checkpoint
from xpert_studio.desktop.palette import Palette
from xpert_studio.desktop.palette_offers import OfferGroup
from xpert_studio.desktop.places import Place, kind_place


def opened(hands: Hands) -> Palette:
    """The palette, opened by its key."""
    hands.window.activateWindow()
    hands.key("Ctrl+K", hands.window)
    hands.until(lambda: isinstance(hands.qapp.activePopupWidget(), Palette))
    palette = hands.qapp.activePopupWidget()
    assert isinstance(palette, Palette)
    return palette


def test_actions_of_the_page_come_first_then_places_then_people(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    groups = [offer.group for offer in opened(hands)._offers]
    assert groups[0] is OfferGroup.HERE
    assert groups == sorted(groups)
    palette = hands.qapp.activePopupWidget()
    hands.type("omar", palette.field)
    hands.settle()
    assert palette._offers[0].group is OfferGroup.PERSON, "letters in a row come after words"


def test_a_word_of_my_own_rubric_is_found_and_leads_to_its_checkpoint(
    hands: Hands, studio: Studio
) -> None:
    _, second = studio.rubric(lines=2)
    edit_checkpoint(studio.wei, "t1", second, text="Says to stop apixaban two days before.")
    hands.open(studio.project.path, "wei")
    palette = opened(hands)
    hands.type("apixaban", palette.field)
    hands.key("Enter", palette.field)  # before anything was found
    hands.until(lambda: hands.window.place.page == "task", "Enter was lost")
    hands.settle()
    assert hands.window.place == Place("task", task_id="t1", tab="rubric", item=second)


def test_enter_waits_for_its_hits_while_the_store_is_slow(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    palette = opened(hands)
    slow(monkeypatch, hands, "reading", 1)
    hands.type("t1", palette.field)
    hands.key("Enter", palette.field)
    assert hands.window.place.page == "home"
    monkeypatch.undo()
    hands.settle()
    assert hands.window.place.task_id == "t1"


def test_arrows_stay_where_they_are_when_more_is_found(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "lena")
    palette = opened(hands)
    hands.type("re", palette.field)
    for _ in range(2):
        hands.key("Down", palette.field)
    chosen = palette._offers[2]
    hands.settle()
    assert palette._offers[palette.list.currentIndex().row()] is chosen


def test_report_pdf_and_attack_lead_to_where_they_are(hands: Hands, sample: Path) -> None:
    hands.open(sample, "lead-moreau")
    palette = opened(hands)
    hands.type("report pdf", palette.field)
    hands.key("Enter", palette.field)
    hands.settle()
    assert hands.window.place == kind_place("report", ".pdf")
    assert hands.page.options.form.values()["ending"] == ".pdf"
    assert hands.page.writing.path.text().endswith(".pdf")
    palette = opened(hands)
    hands.type("attack", palette.field)
    hands.key("Enter", palette.field)
    hands.settle()
    place = hands.window.place
    assert place.page == "attack"
    hands.click("What attacks score")
    hands.settle()
    assert "show=hardness" in hands.window.place.item
    assert "Attack baselines" in [box.currentText() for box in hands.seen(QComboBox)]


def test_who_does_not_publish_is_not_offered_it(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    said = {offer.text for offer in opened(hands)._offers}
    assert not any("PDF" in text for text in said)
