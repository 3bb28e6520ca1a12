"""All probes: what each is for, and what works without it."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from xpert_studio.core.doctor import looks
from xpert_studio.core.doctor.probe import Found, Need, Probe, ProbeFinding, State
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import Registry, in_order
from xpert_studio.core.wording import mark

_OWN: Final = (
    Probe(
        "program", mark("Xpert Studio"), mark("the program itself"), Need.NEEDED, "",
        looks.program,
    ),
    Probe(
        "system", mark("Operating system"), mark("runs the program"), Need.NEEDED, "",
        looks.system,
    ),
    Probe(
        "python", "Python", mark("runs the program"), Need.NEEDED,
        mark("Nothing works."), looks.python, ("python3",),
    ),
    Probe(
        "sqlite", "SQLite", mark("project files and search"), Need.NEEDED,
        mark("Projects cannot be opened or searched."), looks.sqlite,
    ),
    Probe(
        "settings", mark("Settings folder"), mark("preferences, unsaved words, the sample"),
        Need.NEEDED, mark("The window forgets preferences and unsaved words."), looks.settings,
    ),
    Probe(
        "projects", mark("Project folders"), mark("projects, their backups and exports"),
        Need.NEEDED, mark("Projects can be read, and no change of them can be saved."),
        looks.projects,
    ),
    Probe(
        "qt", "Qt", mark("draws the window"), Need.NEEDED,
        mark("The command line works; the window does not."), looks.qt,
    ),
    Probe(
        "display", mark("Display and its libraries"), mark("shows the window"), Need.NEEDED,
        mark("The command line works; the window does not."), looks.shown,
    ),
    Probe(
        "chinese_fonts", mark("Chinese fonts"), mark("Chinese in the window and in PDF reports"),
        Need.OPTIONAL, mark("Chinese characters show as boxes; HTML and Excel reports hold them."),
        looks.chinese_fonts, ("Chinese fonts",),
    ),
    Probe(
        "keyring", mark("Keyring"), mark("keeps API keys"), Need.OPTIONAL,
        mark("API keys are read from environment variables such as OPENAI_API_KEY."),
        looks.keyring, ("Secret Service keyring",),
    ),
    Probe(
        "browser", mark("Web browser"), mark("opens HTML reports"), Need.OPTIONAL,
        mark("Write reports as PDF or Excel, or open them on another computer."),
        looks.browser, ("Firefox",),
    ),
    Probe(
        "office", "LibreOffice", mark("opens attached Office files and Excel reports"),
        Need.OPTIONAL, mark("The window shows the text of attached files."),
        looks.office, ("LibreOffice",),
    ),
    *(
        Probe(
            f"extra_{extra.id}", extra.title, extra.use, Need.OPTIONAL, extra.without,
            partial(looks.extra, extra.id),
        )
        for extra in EXTRAS.values()
    ),
)  # fmt: skip
PROBES: Final[Registry[Probe]] = Registry("probes", _OWN)


@cache
def findings() -> tuple[ProbeFinding, ...]:
    """What there is of each probe, in the order of the registry; looked for once in a process.

    Reports of faults, which may come in a row, ask for them too.
    """
    return tuple(ProbeFinding(probe, looked(probe)) for probe in in_order(PROBES).values())


def looked(probe: Probe) -> Found:
    """What a probe finds; what cannot be looked for counts as missing."""
    try:
        return probe.look()
    except Exception as error:  # noqa: BLE001 - libraries and systems fail in any way they like
        kind = type(error).__name__
        why = Message("It could not be looked for ({kind}).", kind=kind)
        return Found(State.MISSING, f"failed: {kind}", why)
