"""Opens a file of a response as it is used, such as a web page, in what a pack cuts off for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xpert_studio.core.packs import find, packs
from xpert_studio.core.records import Attachment
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import bytes_of
from xpert_studio.desktop.session import Session


def live_opener(session: Session, items: Sequence[Attachment]) -> Callable[[], None] | None:
    """What opens the first file that can be used; None where there is none.

    The work ends once the person has closed it; what refuses it is reported.

    Args:
        session: Whose project it is.
        items: The attachments of a response.
    """
    kinds = {kind for pack in packs() for kind in pack.openers}
    item = next((one for one in items if one.media_type in kinds), None)
    if item is None:
        return None
    sha256, kind = item.sha256, item.media_type

    def work(_job: object) -> None:
        opener = find("openers", kind)
        if opener is not None:
            opener(bytes_of(session.project, sha256))

    def begin() -> None:
        session.bridge.start(t("A page is open"), work, lambda _: None, session.report)

    return begin
