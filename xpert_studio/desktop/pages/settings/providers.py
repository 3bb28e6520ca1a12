"""The providers of models, one card each."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.core.judge.keys import KeySource, key_sources
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE, px
from xpert_studio.desktop.pages.settings.provider_card import ProviderCard
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled

_READABLE = 820


class ProvidersPanel(ShellWidget):
    """Keys, models and a test for each provider."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.cards = {
            provider: ProviderCard(shell, provider, self.refresh) for provider in PROVIDERS
        }
        cards = box(
            column(
                label(
                    t(
                        "Keys are kept in the system's keyring, never in a project. A test sends "
                        "one "
                        "short question and nothing of a project; it costs a fraction of a cent."
                    ),
                    "muted",
                ),
                *self.cards.values(),
                1,
                gap=SPACE,
            )
        )
        cards.setMaximumWidth(px(_READABLE))
        column(scrolled(box(row(cards, 1, grow=(_READABLE,)))), on=self)

    def refresh(self) -> None:
        """Looks which keys there are; a keyring may take its time."""
        self.session.fetch(key_sources, self._show, owner=self, slot="keys")

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the key or model of a provider."""
        self.cards.get(item, next(iter(self.cards.values()))).form.inputs["model"].widget.setFocus()

    def _show(self, found: Sequence[KeySource]) -> None:
        for source in found:
            if source.provider in self.cards:
                self.cards[source.provider].show_source(source)
