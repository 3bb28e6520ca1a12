"""The providers of models, one card each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit
from shiboken6 import isValid

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Card,
    Job,
    Shell,
    ShellWidget,
    box,
    button,
    chip,
    column,
    enable_if,
    explained,
    label,
    provider_title,
    px,
    retone,
    row,
    scrolled,
    show_if,
    t,
    tn,
    wire,
)
from xpert_studio.generation.asking import TIMEOUT, Answered, ModelChoice, try_connection
from xpert_studio.judge.keys import KeySource, delete_key, key_sources, store_key
from xpert_studio.judge.providers.registry import PROVIDERS
from xpert_studio.judge.redaction import redact

# One provider: where its key comes from, which model, and whether it answers.

_KEYRING: Final = "keyring"


class ProviderCard(Card):
    """The card of one provider.

    Signals:
        keys_changed: A key was kept or removed.
    """

    keys_changed = Signal()

    def __init__(self, shell: Shell, provider: str) -> None:
        super().__init__()
        self._shell = shell
        self._job: Job | None = None
        self.provider = provider
        self._entry = PROVIDERS[provider]
        self.title = provider_title(provider)
        self.state = chip(t("No key"), "optional")
        self.source = label("", "muted")
        self.key, self.model, self.address = QLineEdit(), QLineEdit(), QLineEdit()
        self.keep = button(t("Keep the key"), self._keep_key, picture="key-round")
        self.remove = button(t("Remove the key"), self._remove_key, kind="danger")
        self.test = button(t("Test connection"), self.start_test, picture="plug")
        self.cancel = button(t("Cancel"), self._cancel)
        self.outcome = label("", "muted")
        show_if(False, self.outcome, self.remove)
        self._prepare_fields()
        self._lay_out()
        self._remembered()
        self._show_state()

    def _prepare_fields(self) -> None:
        for field, name, hint in (
            (self.key, t("API key"), t("Paste a key")),
            (self.model, t("Model"), t("The model's name, as the provider writes it")),
            (self.address, t("Address"), t("Such as http://localhost:8000/v1")),
        ):
            field.setAccessibleName(f"{self.title}: {name}")
            field.setPlaceholderText(hint)
            field.textChanged.connect(lambda _: self._show_state())
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        wire(
            (self.key.returnPressed, self.keep.click),
            (self.model.returnPressed, self.test.click),
            (self.address.returnPressed, self.test.click),
        )
        for act in (self.keep, self.remove, self.test):
            act.setAccessibleName(f"{self.title}: {act.text()}")

    def _lay_out(self) -> None:
        where = column(label(t("Address"), "label"), self.address, gap=2)
        column(
            row(label(self.title, "heading", wrap=False), self.state, 1),
            self.source,
            label(t("API key"), "label"),
            row(self.key, self.keep, self.remove),
            where if self._entry.needs_address else None,
            label(t("Model"), "label"),
            row(self.model, self.test, self.cancel),
            self.outcome,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        for field in (self.key, self.model):
            field.setMinimumWidth(px(140))
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(px(PAD) // 2)

    def show_source(self, found: KeySource) -> None:
        """Shows where the key comes from, and its last characters."""
        is_kept = found.source == _KEYRING
        retone(self.state, "chip", "good" if found.source else "optional")
        self.state.setText(t("Key {masked}", masked=found.masked) if found.source else t("No key"))
        self.source.setText(self._where(found))
        self.remove.setVisible(is_kept)

    def _where(self, found: KeySource) -> str:
        variable = self._entry.key_variable
        if found.source == _KEYRING:
            return t("The key is kept in the system's keyring.")
        if found.source:
            return t(
                "The key comes from the environment ({variable}), before any in the keyring.",
                variable=variable,
            )
        if not self._entry.needs_key:
            return t("Servers of your own often need no key.")
        return t("Without a key nothing is sent. {variable} in the environment would do as well.",
                 variable=variable)  # fmt: skip

    # Keys.

    def _keep_key(self) -> None:
        key, provider = self.key.text(), self.provider
        if not key.strip():
            return
        self._run(t("Keeping the key"), lambda: store_key(provider, key),
                  t("The key is in the keyring."), self.key.clear)  # fmt: skip

    def _remove_key(self) -> None:
        provider = self.provider
        self._run(t("Removing the key"), lambda: delete_key(provider),
                  t("The key is no longer in the keyring."), self.key.setFocus)  # fmt: skip

    def _run(
        self, title: str, work: Callable[[], None], done: str, then: Callable[[], object]
    ) -> None:
        """Does something with the keyring, which may ask the person to unlock it first."""

        def over(_: None) -> None:
            if isValid(self):
                then()
                self._say(done, "good")
                self.keys_changed.emit()

        self._say(f"{title}…")
        self._job = self._shell.bridge.start(title, lambda _: work(), over, self._failed)
        self._job.ended.connect(self._over)
        self._show_state()

    # The test.

    def start_test(self) -> None:
        """Asks the model for one word."""
        model, address = self.model.text().strip(), self.address.text().strip()
        if not model or self._job is not None:
            return
        if redact(model) != model or redact(address) != address:
            self._say(t("That looks like a key. It belongs in the field for keys only."), "bad")
            return
        self._remember(model, address)
        choice = ModelChoice(self.provider, model, base_url=address or None, timeout=TIMEOUT)
        self._say(t("Asking {model}…", model=model))
        self._job = self._shell.bridge.start_async(
            t("Testing the connection"), lambda _: try_connection(choice), self._answered,
            self._failed,
        )  # fmt: skip
        self._job.ended.connect(self._over)
        self._show_state()

    def _answered(self, found: Answered) -> None:
        if not isValid(self):
            return
        words = t("{model} answered after {seconds} s", model=found.model,
                  seconds=f"{found.seconds:.1f}")  # fmt: skip
        if found.tokens is not None:
            words += ", " + tn("{n} token", "{n} tokens", found.tokens)
        self._say(f"{words}.", "good")

    def _failed(self, error: BaseException) -> None:
        if isValid(self):
            self._say(explained(error), "bad")

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _over(self) -> None:
        if self._job is not None and self._job.is_cancelled:
            self._say(t("Cancelled."))
        self._job = None
        self._show_state()

    # What is remembered, and what can be done.

    def _remembered(self) -> None:
        model, address = self._shell.prefs.model_of(self.provider)
        self.model.setText(model)
        self.address.setText(address)

    def _remember(self, model: str, address: str) -> None:
        self._shell.prefs.asked(self.provider, model, address)
        self._shell.prefs.save()

    def _show_state(self) -> None:
        is_idle = self._job is None
        has_address = not self._entry.needs_address or bool(self.address.text().strip())
        self.keep.setEnabled(is_idle and bool(self.key.text().strip()))
        self.remove.setEnabled(is_idle)
        self.test.setEnabled(is_idle and has_address and bool(self.model.text().strip()))
        self.cancel.setVisible(not is_idle)
        enable_if(is_idle, self.key, self.model, self.address)

    def _say(self, text: str, tone: str = "muted") -> None:
        self.outcome.say(text)
        retone(self.outcome, "kind", tone)


_READABLE = 820


class ProvidersPanel(ShellWidget):
    """Keys, models and a test for each provider."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.cards = {provider: ProviderCard(shell, provider) for provider in PROVIDERS}
        cards = box(column(
            label(
                t(
                    "Keys are kept in the system's keyring, never in a project. A test sends one "
                    "short question and nothing of a project; it costs a fraction of a cent."
                ),
                "muted",
            ),
            *self.cards.values(),
            1,
            gap=SPACE,
        ))  # fmt: skip
        cards.setMaximumWidth(px(_READABLE))
        inside = box(row(cards, 1, grow=(_READABLE,)))
        column(scrolled(inside), on=self)
        for card in self.cards.values():
            card.keys_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Looks which keys there are; a keyring may take its time."""
        self.session.fetch(key_sources, self._show, owner=self, slot="keys")

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the key or model of a provider."""
        self.cards.get(item, next(iter(self.cards.values()))).model.setFocus()

    def _show(self, found: Sequence[KeySource]) -> None:
        for source in found:
            if source.provider in self.cards:
                self.cards[source.provider].show_source(source)
