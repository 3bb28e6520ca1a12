"""What a project keeps of wishes: the scenario as it was wished for, and who voted for it."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api import mark
from xpert_studio.core.records import Role
from xpert_studio.core.records.base import NonBlank, Sha256, Text
from xpert_studio.core.records.record_kinds import Hangs, RecordKind
from xpert_studio.core.wording import tn

PACK_ID: Final = "site"


class Wish(BaseModel):
    """A scenario that readers wish for; it hangs on the brief that was made of it.

    Attributes:
        title, text: As the first reader wrote them; the brief may say something else by now.
        ballots: Hashes of the ballots with a vote for it, so that none counts twice.
    """

    model_config = ConfigDict(extra="forbid")

    title: NonBlank
    text: Text = ""
    ballots: tuple[Sha256, ...] = Field(min_length=1)


WISH: Final = RecordKind(
    counted=lambda n: tn("{n} wish for a scenario", "{n} wishes for scenarios", n),
    id="wish",
    title=mark("Wish"),
    model=Wish,
    hangs_on=Hangs.TASK,
    roles=(Role.AUTHOR, Role.LEAD),
    is_for_all=True,
)
