"""Who are you: name, roles and domains, asked once and kept on this machine."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    ROLE_MEANINGS,
    ROLES,
    SPACE,
    box,
    button,
    card,
    column,
    domain_name,
    field,
    label,
    px,
    row,
    scrolled,
    t,
)
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.records import Role
from xpert_studio.resources import resource_json


class Yourself(QWidget):
    """The form; ``done`` once it has a name."""

    done = Signal()

    def __init__(self, prefs: Prefs) -> None:
        super().__init__()
        self._prefs = prefs
        self.name = field(name=t("Your name"), hint=t("As your colleagues know you"), most=360)
        self.roles = {
            role: QCheckBox(f"{t(ROLES[role])} – {t(ROLE_MEANINGS[role])}") for role in Role
        }
        self.domains = {
            domain: QCheckBox(domain_name(domain).replace("&", "&&"))
            for domain in resource_json("taxonomy.json")["domains"]
        }
        self.go_on = button(t("Go on"), self._take, kind="primary")
        grid = QGridLayout()
        grid.setSpacing(px(GAP))
        for place, tick in enumerate(self.domains.values()):
            grid.addWidget(tick, place // 2, place % 2)
        ground = card(column(
            label(t("Your name"), "label"), self.name,
            label(t("What you do"), "label"), *self.roles.values(),
            label(t("Your domains"), "label"), grid,
            row(self.go_on, 1),
            pad=SPACE, gap=GAP,
        ))  # fmt: skip
        fields = box(column(
            label(t("Welcome to Xpert Studio"), "title"),
            label(
                t(
                    "Here experts turn their judgment into benchmarks for language models. "
                    "First: who are you? This stays on this machine until you join or start a project."
                ),
                "muted",
            ),
            ground,
            1,
            gap=SPACE,
        ))  # fmt: skip
        column(scrolled(fields), on=self)
        self.name.textChanged.connect(lambda text: self.go_on.setEnabled(bool(text.strip())))
        self.name.returnPressed.connect(self._take)
        self.fill()

    def fill(self) -> None:
        """Shows what is known."""
        self.name.setText(self._prefs.name)
        for role, tick in self.roles.items():
            tick.setChecked(
                role.value in self._prefs.roles or (not self._prefs.name and role is Role.AUTHOR)
            )
        for domain, tick in self.domains.items():
            tick.setChecked(domain in self._prefs.domains)
        self.go_on.setEnabled(bool(self._prefs.name))

    def _take(self) -> None:
        if not self.name.text().strip():
            return
        self._prefs.name = self.name.text().strip()
        self._prefs.roles = [role.value for role, tick in self.roles.items() if tick.isChecked()]
        self._prefs.domains = [domain for domain, tick in self.domains.items() if tick.isChecked()]
        self.done.emit()
