"""Look, shortcuts and providers: what is chosen holds at once, and no key leaves its place."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import replace

import keyring
import keyring.backend
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QKeySequenceEdit, QLineEdit, QPushButton

from tests.desktop.rooms import room_of
from tests.loopback import Behaviour, LoopbackServer, behaviours
from tests.waiting import PATIENCE
from xpert_studio.core.generation.asking import ModelChoice, try_connection
from xpert_studio.core.judge.keys import SERVICE
from xpert_studio.core.judge.providers.base import Failure, ProviderError
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.language import config_folder
from xpert_studio.core.wording import speak
from xpert_studio.desktop.look import set_theme, style_sheet
from xpert_studio.desktop.pages.settings.providers import ProvidersPanel
from xpert_studio.desktop.prefs import Prefs

KEY = "planted-0123456789-a1b2"


class InMemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring that forgets."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


@pytest.fixture
def ring(monkeypatch):
    for entry in PROVIDERS.values():
        monkeypatch.delenv(entry.key_variable, raising=False)
    before = keyring.get_keyring()
    backend = InMemoryKeyring()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


@pytest.fixture
def room(qtbot, tmp_path, ring):
    with room_of(qtbot, tmp_path) as made:
        yield made


def answer(page, name):
    """The button of an answer, by what a screen reader says."""
    (found,) = [one for one in page.look.findChildren(QPushButton) if one.accessibleName() == name]
    return found


def test_a_look_holds_at_once_and_the_window_is_made_anew(room, qtbot):
    page = room.go("settings")
    with qtbot.waitSignal(room.window.shell.rebuild):
        QTest.mouseClick(answer(page, "Colours: Dark"), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(room.window.shell.rebuild):
        answer(page, "Text size: 150 %").setFocus()
        QTest.keyClick(answer(page, "Text size: 150 %"), Qt.Key.Key_Space)
    with qtbot.waitSignal(room.window.shell.rebuild):
        QTest.mouseClick(answer(page, "Language: 简体中文"), Qt.MouseButton.LeftButton)
    kept = Prefs.load()
    assert (kept.theme, kept.text_size, kept.language) == ("dark", 150, "zh")
    assert room.window.place.item == "language"
    with qtbot.assertNotEmitted(room.window.shell.rebuild):
        QTest.mouseClick(answer(page, "Colours: Dark"), Qt.MouseButton.LeftButton)


def test_chinese_is_shown_in_a_font_for_both_scripts(qapp, monkeypatch):
    before, last = qapp.font().families(), QFontDatabase.families()[-1]
    monkeypatch.setattr(style_sheet, "_CHINESE", ("A font that is not installed", last))
    with contextlib.ExitStack() as after:
        after.callback(style_sheet.dress, qapp, set_theme("light"))
        after.callback(speak, "en")
        speak("zh")
        style_sheet.dress(qapp, set_theme("light"))
        assert qapp.font().families() == [last, *before]
    assert qapp.font().families() == before


def test_the_focus_returns_to_the_question_that_was_answered(room):
    page = room.go("settings", tab="look", item="text_size")
    assert answer(page, "Text size: 100 %").hasFocus()


def test_tabs_are_places(room):
    page = room.go("settings", tab="providers")
    assert page.providers.isVisible()
    page.tabs.setFocus()
    QTest.keyClick(page.tabs, Qt.Key.Key_Left)
    assert page.shortcuts.isVisible()
    assert room.window.place.tab == "shortcuts"


def place_of(panel, action_id):
    return next((n for n, action in enumerate(panel.listed) if action.id == action_id), -1)


def press(room, action_id, key, modifiers=Qt.KeyboardModifier.ControlModifier):
    """Marks an action, presses Enter, and then the keys."""
    panel = room.window.page("settings").shortcuts
    panel.table.setCurrentIndex(panel.grid.index(place_of(panel, action_id), 1))
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    editor = panel.table.findChild(QKeySequenceEdit)
    assert editor.isVisible()
    target = editor.findChild(QLineEdit) or editor
    QTest.keyClick(QApplication.focusWidget() or target, key, modifiers)
    room.settle()
    return panel


def test_a_shortcut_is_changed_in_place_kept_and_works(room):
    room.go("settings", tab="shortcuts")
    panel = press(room, "file.sample", Qt.Key.Key_J)
    assert panel.said.text() == "Ctrl+J now means “Open the sample project”."
    assert room.window.book.shown_keys("file.sample") == "Ctrl+J"
    assert Prefs.load().shortcuts == {"file.sample": "Ctrl+J"}
    panel.reset_one.click()
    assert room.window.book.shown_keys("file.sample") == ""
    assert Prefs.load().shortcuts == {}


def test_keys_that_are_taken_are_refused_and_said(room):
    room.go("settings", tab="shortcuts")
    panel = press(room, "file.new", Qt.Key.Key_K)
    assert "Find an action" in panel.said.text()
    assert "Edit" in panel.said.text()
    assert panel.said.property("kind") == "bad"
    assert room.window.book.shown_keys("file.new") == "Ctrl+Shift+N"
    assert Prefs.load().shortcuts == {}


def test_escape_leaves_the_old_keys(room):
    room.go("settings", tab="shortcuts")
    press(room, "file.open", Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert room.window.book.shown_keys("file.open") == "Ctrl+O"
    assert room.prefs.shortcuts == {}


def test_enter_with_another_key_is_a_shortcut_like_others(room):
    panel = room.go("settings", tab="shortcuts").shortcuts
    press(room, "file.open", Qt.Key.Key_Return)
    assert room.prefs.shortcuts == {"file.open": "Ctrl+Return"}
    assert panel.table.hasFocus()


def test_the_old_keys_are_left_with_the_page(room):
    panel = room.go("settings", tab="shortcuts").shortcuts
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    panel.words.setFocus()
    room.settle()
    assert room.prefs.shortcuts == {}
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert panel.table.findChild(QKeySequenceEdit).isVisible()


def test_keys_are_taken_away_and_all_come_back(room):
    room.prefs.shortcuts["task.of_a_page_not_opened"] = "Ctrl+J"
    panel = room.go("settings", tab="shortcuts").shortcuts
    panel.table.setCurrentIndex(panel.grid.index(place_of(panel, "file.open"), 2))
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    assert room.window.book.shown_keys("file.open") == ""
    assert not panel.none.isVisible()
    QTest.mouseClick(panel.reset_all, Qt.MouseButton.LeftButton)
    assert room.window.book.shown_keys("file.open") == "Ctrl+O"
    assert Prefs.load().shortcuts == {}
    assert not panel.reset_all.isVisible()


def test_usual_keys_that_another_action_has_now_do_not_come_back(room):
    room.go("settings", tab="shortcuts")
    press(room, "file.open", Qt.Key.Key_J)
    press(room, "file.sample", Qt.Key.Key_O)
    panel = room.window.page("settings").shortcuts
    panel.table.setCurrentIndex(panel.grid.index(place_of(panel, "file.open"), 2))
    panel.reset()
    assert "Open the sample project" in panel.said.text()
    assert room.window.book.shown_keys("file.open") == "Ctrl+J"


def test_a_filter_finds_by_group_name_and_keys(room):
    panel = room.go("settings", tab="shortcuts").shortcuts
    everything = panel.grid.rowCount()
    QTest.keyClicks(panel.words, "ctrl+shift+n")
    assert [action.id for action in panel.listed] == ["file.new"]
    panel.words.clear()
    QTest.keyClicks(panel.words, "no such thing")
    assert panel.empty.isVisible()
    panel.words.clear()
    assert panel.grid.rowCount() == everything


def test_pages_add_their_actions_when_they_were_opened(room):
    panel = room.go("settings", tab="shortcuts").shortcuts
    assert place_of(panel, "people.add") < 0
    room.go("people")
    room.go("settings", tab="shortcuts")
    assert place_of(panel, "people.add") >= 0


def entered(card, key):
    return card.form.inputs[key].widget.focusProxy()


def test_a_key_is_kept_shown_masked_and_removed(room, ring):
    card = room.go("settings", tab="providers").providers.cards["openai"]
    assert card.state.text() == "No key"
    assert entered(card, "key").echoMode() is QLineEdit.EchoMode.Password
    QTest.keyClicks(entered(card, "key"), KEY)
    QTest.keyClick(entered(card, "key"), Qt.Key.Key_Return)
    room.settle()
    assert ring.kept == {(SERVICE, "openai"): KEY}
    assert entered(card, "key").text() == ""
    assert card.state.text() == "Key …a1b2"
    assert "keyring" in card.source.text()
    room.prefs.save()
    assert not any(KEY in file.read_text() for file in config_folder().rglob("*.json"))
    QTest.mouseClick(card.remove, Qt.MouseButton.LeftButton)
    room.settle()
    assert ring.kept == {}
    assert card.state.text() == "No key"
    assert not card.remove.isVisible()


def test_what_is_no_key_is_refused_and_stays_to_be_mended(room, ring):
    card = room.go("settings", tab="providers").providers.cards["anthropic"]
    QTest.keyClicks(entered(card, "key"), "two words")
    card.keep.click()
    room.settle()
    assert "no API key" in card.outcome.text()
    assert entered(card, "key").text() == "two words"
    assert ring.kept == {}


def test_a_key_of_the_environment_is_named(room, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    card = room.go("settings", tab="providers").providers.cards["anthropic"]
    assert card.state.text() == "Key …a1b2"
    assert "ANTHROPIC_API_KEY" in card.source.text()
    assert not card.remove.isVisible()


def test_a_server_is_asked_one_word_and_its_answer_is_timed(room):
    card = room.go("settings", tab="providers").providers.cards["compatible"]
    assert not card.test.isEnabled()
    with LoopbackServer(answer=lambda _: "ready") as server:
        QTest.keyClicks(entered(card, "base_url"), server.openai_url)
        QTest.keyClicks(entered(card, "model"), "aurora")
        QTest.keyClick(entered(card, "model"), Qt.Key.Key_Return)
        room.settle()
        (sent,) = server.requests
    assert card.outcome.text().startswith("aurora answered after 0.")
    assert card.outcome.property("kind") == "good"
    assert len(sent.body) < 1000
    assert Prefs.load().model["model"] == "aurora"


def test_a_refusal_is_explained(room):
    card = room.go("settings", tab="providers").providers.cards["compatible"]
    with LoopbackServer([behaviours.error(401, "Bad key", code="invalid_api_key")]) as server:
        entered(card, "base_url").setText(server.openai_url)
        entered(card, "model").setText("aurora")
        card.test.click()
        room.settle()
        assert len(server.requests) == 1
    assert card.outcome.property("kind") == "bad"
    assert card.outcome.text()
    assert card.test.isEnabled()


def test_a_silent_server_is_waited_for_until_somebody_cancels(room, qtbot):
    card = room.go("settings", tab="providers").providers.cards["compatible"]
    with LoopbackServer([replace(Behaviour(), silent=True)]) as server:
        entered(card, "base_url").setText(server.openai_url)
        entered(card, "model").setText("aurora")
        card.test.click()
        qtbot.waitUntil(lambda: len(server.requests) == 1)
        assert not card.test.isEnabled()
        QTest.mouseClick(card.cancel, Qt.MouseButton.LeftButton)
        room.settle()
    assert card.outcome.text() == "Cancelled."
    assert card.test.isEnabled()
    assert not card.cancel.isVisible()


def test_a_missing_key_is_explained_and_nothing_is_sent(room):
    card = room.go("settings", tab="providers").providers.cards["openai"]
    entered(card, "model").setText("gpt-5-mini")
    card.test.click()
    room.settle()
    assert "no API key for openai" in card.outcome.text()


@pytest.mark.parametrize(
    "address", ["http://me:secret-0123@localhost/v1", "http://x/v1?key=abcdef"]
)
def test_a_key_in_the_wrong_field_is_neither_sent_nor_remembered(room, address):
    card = room.go("settings", tab="providers").providers.cards["compatible"]
    entered(card, "base_url").setText(address)
    entered(card, "model").setText("aurora")
    card.test.click()
    assert "looks like a key" in card.outcome.text()
    assert room.prefs.model == {}


def test_what_was_asked_last_is_there_again(qtbot, tmp_path, ring):
    (tmp_path / "config").mkdir()
    asked = {"provider": "anthropic", "model": "claude", "base_url": ""}
    (tmp_path / "config" / "window.json").write_text(json.dumps({"model": asked}))
    with room_of(qtbot, tmp_path) as room:
        cards = room.go("settings", tab="providers").providers.cards
        assert entered(cards["anthropic"], "model").text() == "claude"
        assert entered(cards["openai"], "model").text() == ""


def test_each_provider_has_its_own_model(qtbot, tmp_path, ring):
    with room_of(qtbot, tmp_path) as room:
        cards = room.go("settings", tab="providers").providers.cards
        for provider, model in (("openai", "gpt-5-mini"), ("anthropic", "claude")):
            entered(cards[provider], "model").setText(model)
            cards[provider].test.click()
            room.settle()
        kept = Prefs.load()
        assert kept.model_of("openai") == ("gpt-5-mini", "")
        assert kept.model_of("anthropic") == ("claude", "")
        assert kept.model["model"] == "claude"
        again = ProvidersPanel(room.window.shell)
        qtbot.addWidget(again)
        found = {name: entered(card, "model").text() for name, card in again.cards.items()}
        assert found == {
            "openai": "gpt-5-mini",
            "anthropic": "claude",
            "gemini": "",
            "compatible": "",
        }


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_provider_is_asked_in_its_own_words(provider, ring):
    with LoopbackServer(answer=lambda _: "ready") as server:
        url = server.url_of(provider)
        choice = ModelChoice(provider, "m-1", base_url=url, api_key=KEY, timeout=PATIENCE)
        found = asyncio.run(try_connection(choice))
        assert len(server.requests) == 1
    assert found.model == "m-1"
    assert 0 < found.seconds < PATIENCE
    assert found.tokens


def test_a_busy_server_is_not_asked_again():
    with LoopbackServer([behaviours.error(429, "Busy")]) as server:
        choice = ModelChoice("compatible", "m-1", base_url=server.openai_url, timeout=PATIENCE)
        with pytest.raises(ProviderError) as caught:
            asyncio.run(try_connection(choice))
        assert len(server.requests) == 1
    assert caught.value.failure is Failure.RATE_LIMITED
