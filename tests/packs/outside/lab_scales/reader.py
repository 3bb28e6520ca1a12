"""A reader of the lab: what is plain text in a document of Word 97."""

from xpert_studio.api.readers import Findings, GapReason, NotReadError


def read(data: bytes, found: Findings) -> str:
    """The longest run of printable characters."""
    runs = "".join(chr(one) if 32 <= one < 127 else "\n" for one in data).split("\n")
    longest = max(runs, key=len)
    if len(longest) < 20:
        raise NotReadError(GapReason.UNREADABLE)
    found.gap(GapReason.SHORTENED)
    return longest
