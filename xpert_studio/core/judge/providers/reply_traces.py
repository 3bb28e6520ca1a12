"""What providers say beside a reply, each in its wire format, as a trace.

All of it comes from outside: what is of another shape than it should be is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from xpert_studio.core.judge.providers.payload import count, objects, text_at
from xpert_studio.core.records.traces import (
    LONGEST_PIECE,
    LONGEST_THOUGHTS,
    MOST_ITEMS,
    Citation,
    ToolCall,
    Trace,
)

_SEARCH: Final = "web_search"
_NOTHING: Final = Trace()


def trace_of(
    api: str,
    model: str,
    citations: Iterable[Citation] = (),
    calls: Iterable[ToolCall] = (),
    thoughts: str = "",
) -> Trace:
    """A trace with no more of anything than is kept; an empty one where there is nothing to say."""
    cited, called = tuple(citations)[:MOST_ITEMS], tuple(calls)[:MOST_ITEMS]
    if not (cited or called or thoughts.strip()):
        return _NOTHING
    return Trace(
        api=api,
        model=piece(model),
        citations=cited,
        calls=called,
        thoughts=_clean(thoughts)[:LONGEST_THOUGHTS],
    )


def piece(text: object) -> str:
    """A text as far as it is kept; empty where it is none."""
    return _clean(text)[:LONGEST_PIECE] if isinstance(text, str) else ""


def _clean(text: str) -> str:
    return text.replace("\x00", "")


def url_citations(annotations: object, start: int = 0) -> Iterator[Citation]:
    """Citations as OpenAI writes them, in chats below ``url_citation``.

    Args:
        annotations: Of a message or of a part of it.
        start: Where the part begins in the text, in characters.
    """
    for item in objects(annotations):
        if item.get("type") != "url_citation":
            continue
        found = item.get("url_citation")
        cited = found if isinstance(found, dict) else item
        first, last = count(cited, "start_index"), count(cited, "end_index")
        yield Citation(
            url=piece(cited.get("url")),
            title=piece(cited.get("title")),
            start=None if first is None else first + start,
            end=None if last is None else last + start,
        )


def search_calls(output: object) -> Iterator[ToolCall]:
    """Searches among the items of a reply of OpenAI's Responses."""
    for item in objects(output):
        if item.get("type") != "web_search_call":
            continue
        action = item.get("action")
        action = action if isinstance(action, dict) else {}
        queries = action.get("queries")
        asked = [text for text in queries if isinstance(text, str)] if queries else []
        sources = action.get("sources")
        status = text_at(item, "status")
        kind = text_at(action, "type")
        yield ToolCall(
            name=_SEARCH if kind in {"", "search"} else piece(kind),
            asked=piece("; ".join(asked) or action.get("query") or action.get("url") or ""),
            results=len(sources) if isinstance(sources, list) else None,
            problem="" if status in {"", "completed"} else piece(status),
        )


def block_citations(content: object) -> Iterator[Citation]:
    """Citations in the blocks of a message of Anthropic, where their texts stand."""
    place = 0
    for block in objects(content):
        if block.get("type") != "text":
            continue
        text = text_at(block, "text")
        for item in objects(block.get("citations")):
            yield Citation(
                url=piece(item.get("url")),
                title=piece(item.get("title") or item.get("document_title")),
                quote=piece(item.get("cited_text")),
                start=place,
                end=place + len(text),
            )
        place += len(text)


def server_calls(content: object) -> Iterator[ToolCall]:
    """Calls of Anthropic's own tools in a message, with how many results each gave."""
    given = {
        text_at(block, "tool_use_id"): block.get("content")
        for block in objects(content)
        if text_at(block, "type").endswith("_tool_result")
    }
    for block in objects(content):
        if block.get("type") != "server_tool_use":
            continue
        asked = block.get("input")
        said = given.get(text_at(block, "id"))
        yield ToolCall(
            name=piece(block.get("name")),
            asked=piece(asked.get("query") if isinstance(asked, dict) else ""),
            results=len(said) if isinstance(said, list) else None,
            problem=piece(text_at(said, "error_code")),
        )


def grounding_citations(grounding: object, text: str) -> Iterator[Citation]:
    """Citations of Gemini: segments of the text, in bytes of UTF-8, and the sources of each."""
    if not isinstance(grounding, dict):
        return
    chunks = grounding.get("groundingChunks")
    sources = [
        item.get("web") if isinstance(item, dict) else None
        for item in (chunks if isinstance(chunks, list) else [])
    ]
    encoded = text.encode("utf-8", "replace")
    named: set[int] = set()
    for support in objects(grounding.get("groundingSupports")):
        found = support.get("segment")
        segment = found if isinstance(found, dict) else {}
        start = _characters(encoded, count(segment, "startIndex") or 0)
        end = _characters(encoded, count(segment, "endIndex"))
        indices = support.get("groundingChunkIndices")
        for index in indices if isinstance(indices, list) else []:
            if isinstance(index, int) and 0 <= index < len(sources):
                named.add(index)
                yield _source(sources[index], start, end)
    for index, source in enumerate(sources):
        if index not in named:
            yield _source(source, None, None)


def _source(web: object, start: int | None, end: int | None) -> Citation:
    return Citation(
        url=piece(text_at(web, "uri")), title=piece(text_at(web, "title")), start=start, end=end
    )


def _characters(encoded: bytes, place: int | None) -> int | None:
    return None if place is None else len(encoded[:place].decode("utf-8", "ignore"))


def grounding_calls(grounding: object) -> Iterator[ToolCall]:
    """The searches of Gemini: one a query."""
    queries = grounding.get("webSearchQueries") if isinstance(grounding, dict) else None
    for query in queries if isinstance(queries, list) else []:
        yield ToolCall(name=_SEARCH, asked=piece(query))
