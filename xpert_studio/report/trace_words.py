"""What a provider said beside a response, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xpert_studio.core.records import Trace
from xpert_studio.core.wording import t, tn

_MOST: Final = 8


def trace_lines(trace: Trace) -> Iterator[str]:
    """The calls of tools, the sources that are cited, and whether there are thoughts.

    At most eight calls and eight sources; the rest is counted.
    """
    for call in trace.calls[:_MOST]:
        found = "" if call.results is None else tn("{n} result", "{n} results", call.results)
        said = ", ".join(filter(None, (call.asked, found, call.problem)))
        yield t("Called {tool}: {said}", tool=call.name, said=said or "–")
    if len(trace.calls) > _MOST:
        yield tn("{n} more call", "{n} more calls", len(trace.calls) - _MOST)
    sources = list(dict.fromkeys((cited.title, cited.url) for cited in trace.citations))
    for title, url in sources[:_MOST]:
        yield t("Cites {source}", source=f"{title} ({url})" if title and url else title or url)
    if len(sources) > _MOST:
        yield tn("{n} more source", "{n} more sources", len(sources) - _MOST)
