"""One provider: where its key comes from, which model, and whether it answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QPushButton

from xpert_studio.core.generation.asking import TIMEOUT, AnsweredTask, ModelChoice, try_connection
from xpert_studio.core.judge.keys import KeySource, delete_key, store_key
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.wording import explained, labelled, mark, t, tn
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.names import provider_title
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import Card, button, chip, label, retone
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import enable_if, show_if

_KEYRING: Final = "keyring"
_KEY: Final = mark("API key")


class ProviderCard(Card):
    """The card of one provider.

    Args:
        shell: The window around it.
        provider: Its id.
        keys_changed: A key was kept or removed.
    """

    def __init__(self, shell: Shell, provider: str, keys_changed: Callable[[], object]) -> None:
        super().__init__()
        self._shell, self.provider, self._keys_changed = shell, provider, keys_changed
        self._entry = PROVIDERS[provider]
        self._job: Job | None = None
        self.title = provider_title(provider)
        self.state = chip(t("No key"), "optional")
        self.source = label("", "muted")
        self.keep = self._act(t("Keep the key"), self._keep_key, picture="key-round")
        self.remove = self._act(t("Remove the key"), self._remove_key, kind="danger")
        self.test = self._act(t("Test connection"), self.start_test, picture="plug")
        self.cancel = button(t("Cancel"), self._cancel)
        self.outcome = label("", "muted")
        self.form = Form(self._fields())
        self.form.changed.connect(lambda _: self._show_state())
        column(
            row(label(self.title, "heading", wrap=False), self.state, 1),
            self.source,
            self.form,
            self.outcome,
            on=self,
            pad=SPACE,
            gap=GAP,
        )
        show_if(False, self.outcome, self.remove)
        model, address = shell.prefs.model_of(provider)
        self.form.show_values({"model": model, "base_url": address})
        self._show_state()

    def _act(self, words: str, run: Callable[[], object], **looks: str) -> QPushButton:
        made = button(words, run, **looks)
        made.setAccessibleName(labelled(self.title, words))
        return made

    def _fields(self) -> tuple[FormField, ...]:
        def called(title: str, kind: inputs.Kind, *acts: QPushButton) -> dict[str, Any]:
            return {"name": labelled(self.title, t(title)), "kind": inputs.beside(kind, *acts)}

        test = self.test.click
        key = inputs.text(mark("Paste a key"), is_secret=True, enter=self.keep.click)
        address = inputs.text(mark("Such as http://localhost:8000/v1"), enter=test)
        model = inputs.text(mark("The model's name, as the provider writes it"), enter=test)
        return (
            FormField(key="key", title=_KEY, **called(_KEY, key, self.keep, self.remove)),
            *fields_for(
                ModelChoice,
                "base_url",
                "model",
                base_url=called(mark("Address"), address)
                | {"seen": lambda _: self._entry.needs_address},
                model=called(mark("Model"), model, self.test, self.cancel) | {"needed": ""},
            ),
        )

    def show_source(self, found: KeySource) -> None:
        """Shows where the key comes from, and its last characters."""
        retone(self.state, "chip", "good" if found.source else "optional")
        self.state.setText(t("Key {masked}", masked=found.masked) if found.source else t("No key"))
        self.source.setText(self._where(found))
        self.remove.setVisible(found.source == _KEYRING)

    def _where(self, key_source: KeySource) -> str:
        variable = self._entry.key_variable
        if key_source.source == _KEYRING:
            return t("The key is kept in the system's keyring.")
        if key_source.source:
            return t(
                "The key comes from the environment ({variable}), before any in the keyring.",
                variable=variable,
            )
        if not self._entry.needs_key:
            return t("Servers of your own often need no key.")
        return t(
            "Without a key nothing is sent. {variable} in the environment would do as well.",
            variable=variable,
        )

    def _keep_key(self) -> None:
        key, provider = self.form.values()["key"], self.provider
        if key:
            self._run(
                t("Keeping the key"),
                lambda: store_key(provider, key),
                t("The key is in the keyring."),
                lambda: self.form.show_values({"key": ""}),
            )

    def _remove_key(self) -> None:
        self._run(
            t("Removing the key"),
            partial(delete_key, self.provider),
            t("The key is no longer in the keyring."),
            self.form.begin,
        )

    def _run(
        self, title: str, work: Callable[[], None], done: str, then: Callable[[], object]
    ) -> None:
        """Does something with the keyring, which may ask the person to unlock it first."""

        def over(_: None) -> None:
            then()
            self._say(done, "good")
            self._keys_changed()

        self._say(f"{title}…")
        start = self._shell.bridge.start
        self._follow(start(title, lambda _: work(), over, self._failed, owner=self))

    def _follow(self, job: Job) -> None:
        """Nothing else can be done here until a job has ended."""
        self._job = job
        job.ended.connect(self._over)
        self._show_state()

    def start_test(self) -> None:
        """Asks the model for one word."""
        _, address, model = self.form.values().values()
        if not model or self._job is not None:
            return
        if redact(model) != model or redact(address) != address:
            self._say(t("That looks like a key. It belongs in the field for keys only."), "bad")
            return
        self._shell.prefs.asked(self.provider, model, address)
        self._shell.prefs.save()
        choice = ModelChoice(self.provider, model, base_url=address or None, timeout=TIMEOUT)
        self._say(t("Asking {model}…", model=model))
        self._follow(
            self._shell.bridge.start_async(
                t("Testing the connection"),
                lambda _: try_connection(choice),
                self._answered,
                self._failed,
                owner=self,
            )
        )

    def _answered(self, answered_task: AnsweredTask) -> None:
        words = t(
            "{model} answered after {seconds} s",
            model=answered_task.model,
            seconds=f"{answered_task.seconds:.1f}",
        )
        if answered_task.tokens is not None:
            words += ", " + tn("{n} token", "{n} tokens", answered_task.tokens)
        self._say(f"{words}.", "good")

    def _failed(self, error: BaseException) -> None:
        self._say(explained(error), "bad")

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _over(self) -> None:
        if self._job is not None and self._job.is_cancelled:
            self._say(t("Cancelled."))
        self._job = None
        self._show_state()

    def _show_state(self) -> None:
        key, address, model = self.form.values().values()
        is_idle = self._job is None
        enable_if(is_idle and key, self.keep)
        enable_if(is_idle, self.remove)
        enable_if(is_idle and model and (address or not self._entry.needs_address), self.test)
        self.cancel.setVisible(not is_idle)
        self.form.set_open(is_open=is_idle)

    def _say(self, text: str, tone: str = "muted") -> None:
        self.outcome.say(text, tone)
