"""What a provider says beside a response: what was cited, which tools were called, what it thought.

A trace is kept beside the fields of its response, as its cost is (``Response.extra``): no hash, no
judge and no public bundle has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final

from pydantic import Field, JsonValue, ValidationError

from xpert_studio.core.records.base import Record, Text
from xpert_studio.core.records.responses import Count

TRACE: Final = "trace"
"""The key of a response under which its trace is kept."""
MOST_ITEMS: Final = 200
"""Citations and calls of tools that are kept of a response, each."""
LONGEST_PIECE: Final = 1_000
"""Characters of a quote, a query or a title that are kept."""
LONGEST_THOUGHTS: Final = 20_000
"""Characters of what a model thought that are kept."""


class Citation(Record):
    """A source that a response names.

    Attributes:
        quote: What the source says, as the provider gives it.
        start, end: Where in the response's text it is cited, in characters; end exclusive.
    """

    url: Text = ""
    title: Text = ""
    quote: Text = ""
    start: Count | None = None
    end: Count | None = None


class ToolCall(Record):
    """A call of a tool by a model: its name, what it was asked for, how many results it gave."""

    name: Text
    asked: Text = ""
    results: Count | None = None
    problem: Text = ""


class Trace(Record):
    """What a provider says beside a response.

    Attributes:
        api: Which of a provider's interfaces was asked, such as ``responses``.
        model: What the provider calls the model that answered.
        citations: In the order of the text.
        calls: In their order.
        thoughts: What the model thought, as far as the provider shows it.
    """

    api: Text = ""
    model: Text = ""
    citations: Annotated[tuple[Citation, ...], Field(max_length=MOST_ITEMS)] = ()
    calls: Annotated[tuple[ToolCall, ...], Field(max_length=MOST_ITEMS)] = ()
    thoughts: Annotated[Text, Field(max_length=LONGEST_THOUGHTS)] = ""

    @property
    def searches(self) -> int:
        """How often the web was searched."""
        return sum("search" in call.name for call in self.calls)

    def with_texts(self, change: Callable[[str], str]) -> Trace:
        """The trace with every text changed in the same way."""
        return Trace(
            api=self.api,
            model=change(self.model),
            citations=tuple(
                citation.model_copy(
                    update={
                        name: change(getattr(citation, name)) for name in ("url", "title", "quote")
                    }
                )
                for citation in self.citations
            ),
            calls=tuple(
                call.model_copy(
                    update={name: change(getattr(call, name)) for name in ("asked", "problem")}
                )
                for call in self.calls
            ),
            thoughts=change(self.thoughts),
        )

    def plain(self) -> dict[str, JsonValue]:
        """As it is kept: without what there is not."""
        found: dict[str, JsonValue] = self.model_dump(mode="json", exclude_defaults=True)
        return found


def given_trace(extra: Mapping[str, object]) -> Trace | None:
    """The trace of a response; None where there is none, or it cannot be read."""
    given = extra.get(TRACE)
    if not isinstance(given, dict):
        return None
    try:
        return Trace.model_validate(given, strict=False)
    except ValidationError:
        return None


def joined_traces(traces: list[Trace], *, keep_places: bool = False) -> Trace:
    """One trace of several replies.

    Args:
        traces: Of the replies, in their order.
        keep_places: Whether their citations say where in the whole text they stand; else they are
            of the turns of a task, whose places in the response are not known.
    """
    if len(traces) == 1:
        return traces[0]
    cited = [
        citation if keep_places else citation.model_copy(update={"start": None, "end": None})
        for trace in traces
        for citation in trace.citations
    ]
    calls = [call for trace in traces for call in trace.calls]
    thoughts = "\n\n".join(trace.thoughts for trace in traces if trace.thoughts)
    return Trace(
        api=next((one.api for one in traces if one.api), ""),
        model=next((one.model for one in traces if one.model), ""),
        citations=tuple(cited[:MOST_ITEMS]),
        calls=tuple(calls[:MOST_ITEMS]),
        thoughts=thoughts[:LONGEST_THOUGHTS],
    )
