"""Drives the program as a person does: with keys and mouse, looking at what is shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from tests.desktop.rest import come_to_rest
from tests.waiting import PATIENCE
from xpert_studio.desktop.app import App
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.window import MainWindow

WAIT_MS = int(PATIENCE * 1000)


def pause(ms: int) -> None:
    """Lets the program go on for a while.

    ``QTest.qWait`` keeps Python's lock while it sleeps: work in the background would stand still.
    """
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Hands:
    """One running program."""

    def __init__(self, qapp: QApplication, qtbot, folder: Path) -> None:
        self.qapp, self.qtbot, self.folder = qapp, qtbot, folder
        self.prefs = Prefs.load()
        self.prefs.language, self.prefs.theme, self.prefs.text_size = "en", "light", 100
        self.prefs.name = "Tester"
        self.app = App(qapp, self.prefs)
        self.app.log_folder = folder / "logs"
        self.is_down = False
        self.crashes: list[BaseException] = []
        self.app.bridge.crashed.connect(self.crashes.append)

    def dress(self, *, language: str = "en", text_size: int = 100, theme: str = "light") -> None:
        """Puts a language, a size of text and a theme in force, until the program ends."""
        prefs = self.prefs
        prefs.language, prefs.text_size, prefs.theme = language, text_size, theme
        self.app.dress()

    def open(self, path: Path, person_id: str) -> MainWindow:
        """Opens a project as somebody."""
        self.prefs.people[str(path.absolute())] = person_id
        if self.app.session is not None:
            self.app._leave()
        self.app.open_project(path)
        self.settle()
        window = self.window
        window.resize(1280, 860)
        window.activateWindow()
        self.qtbot.waitUntil(window.isActiveWindow)
        return window

    @property
    def window(self) -> MainWindow:
        assert isinstance(self.app.window, MainWindow), self.app.window
        return self.app.window

    @property
    def page(self):
        return self.window.pages.currentWidget()

    @property
    def panel(self):
        return self.page.stack.currentWidget()

    @property
    def notice(self) -> str:
        """What the notice says, empty where none is shown."""
        shown = self.window.notice
        return shown.text if shown.isVisible() else ""

    @property
    def problems(self) -> str:
        """What was refused, as it stands beside the controls that asked for it."""
        return "\n".join(line.text() for line in self.seen(ErrorLine))

    def go(self, page: str, **where: str) -> None:
        self.window.go(Place(page, **where))
        self.settle()

    def settle(self) -> None:
        """Waits until nothing is under way and every view has caught up; all windows are dressed."""
        come_to_rest(self.app.bridge)
        bare = [
            one
            for one in QApplication.topLevelWidgets()
            if one.isVisible() and one.style().metaObject().className() != "QStyleSheetStyle"
        ]
        assert not bare, bare
        assert not self.crashes, self.crashes

    def until(self, condition, what: str = "") -> None:
        try:
            self.qtbot.waitUntil(condition)
        except TimeoutError as late:
            raise AssertionError(what or str(late)) from late

    def key(self, keys: str, on: QWidget | None = None) -> None:
        """Presses keys, such as ``Ctrl+Return``, where the focus is."""
        *held, last = keys.split("+") if keys != "+" else ["+"]
        modifiers = Qt.KeyboardModifier.NoModifier
        names = {"Ctrl": "ControlModifier", "Shift": "ShiftModifier", "Alt": "AltModifier"}
        for name in held:
            modifiers |= getattr(Qt.KeyboardModifier, names[name])
        target = on or self.focus
        special = {
            ".": Qt.Key.Key_Period, ",": Qt.Key.Key_Comma, "Enter": Qt.Key.Key_Return,
        }  # fmt: skip
        code = special.get(last) or getattr(Qt.Key, f"Key_{last}")
        QTest.keyClick(target, code, modifiers)

    def type(self, text: str, on: QWidget | None = None) -> None:
        """Types where the focus is; what no key has comes as an input method gives it."""
        target = on or self.focus
        if text.isascii():
            QTest.keyClicks(target, text)
            return
        from PySide6.QtGui import QInputMethodEvent

        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(target, event)

    def confirm(self) -> None:
        """Confirms the current judgment by its key, once that counts as read."""
        self.until(lambda: self.page.confirming.is_read)
        self.key("C")
        self.settle()

    @property
    def focus(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup.focusWidget() or popup
        found = QApplication.focusWidget()
        assert found is not None, "nothing has the focus"
        return found

    def click(self, target: QWidget | str) -> None:
        """Clicks a widget, or the button of that name that is seen."""
        widget = self.button(target) if isinstance(target, str) else target
        assert widget.isVisible(), target
        assert widget.isEnabled(), target
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(8, widget.height() // 2))

    def button(self, text: str) -> QAbstractButton:
        found = [
            button for button in self.seen(QAbstractButton)
            if text in (button.text().strip(), button.accessibleName(), button.toolTip())
        ]  # fmt: skip
        assert found, f"no button {text!r}; seen: {[b.text() for b in self.seen(QAbstractButton)]}"
        return found[0]

    def seen(self, kind: type) -> list:
        """The widgets of a kind that are seen, on the dialog that is open first."""
        top = QApplication.activeModalWidget() or self.app.window
        assert top is not None
        return [widget for widget in top.findChildren(kind) if widget.isVisible()]

    def reads(self, words: str) -> bool:
        """Whether these words are to be read somewhere."""
        texts = [label.text() for label in self.seen(QLabel)]
        texts += [field.toPlainText() for field in self.seen(QPlainTextEdit)]
        texts += [field.text() for field in self.seen(QLineEdit)]
        return any(words in text for text in texts)

    def await_dialog(self) -> QDialog:
        """Waits until a form is open and has the focus."""

        def has_focus() -> bool:
            top, focus = QApplication.activeModalWidget(), QApplication.focusWidget()
            return top is not None and focus is not None and top.isAncestorOf(focus)

        self.until(has_focus)
        return self.dialog

    @property
    def dialog(self) -> QDialog:
        found = QApplication.activeModalWidget()
        assert isinstance(found, QDialog), found
        return found

    def choose(self, text: str) -> None:
        """Chooses from the menu that is open."""
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu), menu
        action = next(item for item in menu.actions() if item.text().replace("&&", "&") == text)
        menu.setActiveAction(action)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        # The screen nobody sees forgets which window was active below a menu.
        self.window.activateWindow()
        self.settle()

    def put_down(self) -> None:
        """Ends the program."""
        if self.is_down:
            return
        self.is_down = True
        window = self.app.window
        if window is not None:
            window.close()
        if self.app.session is not None:
            self.app.session.close()
            self.app.session.deleteLater()
        self.app.bridge.close()
        pause(20)
        if window is not None:
            window.deleteLater()
        pause(20)
        self.dress()


def pick(box: QComboBox, value: object) -> None:
    """Chooses a value of a list to choose from, as a person does."""
    place = box.findData(value)
    assert place >= 0, [box.itemText(n) for n in range(box.count())]
    box.setCurrentIndex(place)
    box.activated.emit(place)
