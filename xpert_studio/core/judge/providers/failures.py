"""Turns what went wrong with a call into a named failure, in words for a person.

The one place that decides what a status code or a broken connection means. Words from outside are
shortened and cleared of keys; request headers never come near a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.core.judge.providers.base import Failure, ProviderError
from xpert_studio.core.judge.providers.error_reply import ErrorReply, retry_after
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.messages import Message
from xpert_studio.core.records import SYSTEM_FIELDS

_MAX_QUOTED: Final = 300


@dataclass(frozen=True, slots=True)
class Peer:
    """Whom a call went to.

    Attributes:
        name: The provider's short name, as commands take it.
        label: What to call it in a sentence.
    """

    name: str
    label: str


_BY_STATUS: Final = {
    400: Failure.BAD_REQUEST,
    402: Failure.OUT_OF_CREDIT,
    403: Failure.FORBIDDEN,
    404: Failure.NOT_FOUND,
    405: Failure.NOT_FOUND,
    407: Failure.FORBIDDEN,
    408: Failure.TIMEOUT,
    409: Failure.CONFLICT,
    410: Failure.NOT_FOUND,
    413: Failure.TOO_LARGE,
    414: Failure.TOO_LARGE,
    425: Failure.CONFLICT,
    429: Failure.RATE_LIMITED,
    431: Failure.TOO_LARGE,
    451: Failure.FORBIDDEN,
    499: Failure.CONNECTION,
    501: Failure.BAD_REQUEST,
    503: Failure.OVERLOADED,
    504: Failure.TIMEOUT,
    505: Failure.BAD_REQUEST,
    522: Failure.TIMEOUT,
    524: Failure.TIMEOUT,
    529: Failure.OVERLOADED,
}

_WORDS: Final = {
    Failure.RATE_LIMITED: ("is limiting how fast it may be asked", ""),
    Failure.OVERLOADED: ("is overloaded", ""),
    Failure.SERVER: ("failed inside", ""),
    Failure.TIMEOUT: ("took too long", ""),
    Failure.CONNECTION: ("could not be reached", ""),
    Failure.UNREACHED: ("could not be reached", ""),
    Failure.GARBLED: ("sent something that is not an answer", ""),
    Failure.CONFLICT: ("could not take the request at this moment", ""),
    Failure.CONTEXT_LENGTH: (
        "says the prompt is too long for the model",
        Message("Ask about fewer checkpoints a call, or choose a model that reads more."),
    ),
    Failure.TOO_LARGE: (
        "says the request is too large",
        Message("Make the attachments smaller, or ask about fewer checkpoints a call."),
    ),
    Failure.BAD_REQUEST: ("did not accept the request", ""),
    Failure.UNAUTHORISED: (
        "did not accept the API key",
        "Set a valid one with 'xpert-studio keys set {name}'.",
    ),
    Failure.FORBIDDEN: (
        "does not allow this key to do that",
        Message("Check what the key may do in the provider's console."),
    ),
    Failure.NOT_FOUND: (
        "does not know this model or address",
        Message("Check the model's name and the base URL."),
    ),
    Failure.SETTING: ("does not take a setting", ""),
    Failure.OUT_OF_CREDIT: (
        "says the account has no credit left",
        Message("Add credit in the provider's console, then resume the run."),
    ),
}


def from_status(peer: Peer, reply: ErrorReply) -> ProviderError:
    """The failure behind an HTTP answer that is not a success.

    Args:
        peer: Whom the request went to.
        reply: What it said.
    """
    if 300 <= reply.status < 400:
        return _redirected(peer, reply)
    return failed(
        peer,
        _failure_of(reply),
        Message("HTTP {status}: {message}", status=reply.status, message=reply.message)
        if reply.message
        else Message("HTTP {status}", status=reply.status),
        status=reply.status,
        wait=retry_after(reply.headers),
    )


def from_exception(peer: Peer, error: BaseException) -> ProviderError:
    """The failure behind a call that ended without an answer.

    Of the exception only its kinds are used, not its words: those may quote what was sent.
    """
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    names = {base.__name__ for link in chain for base in type(link).__mro__}
    for name, (failure, detail) in _BROKEN.items():
        if name in names:
            return failed(peer, failure, detail)
    return failed(peer, Failure.CONNECTION, "the connection failed")


def failed(
    peer: Peer,
    failure: Failure,
    detail: str = "",
    *,
    status: int | None = None,
    wait: float | None = None,
) -> ProviderError:
    """A failure in words; ``detail`` may come from outside."""
    words, remedy = _WORDS[failure]
    quoted = redact(detail)
    if len(quoted) > _MAX_QUOTED:
        quoted = f"{quoted[:_MAX_QUOTED].rstrip()}…"
    message = f"{peer.label} {words} ({quoted})." if quoted else f"{peer.label} {words}."
    remedy = remedy.format(name=peer.name)
    return ProviderError(failure, message, remedy=remedy, status=status, retry_after=wait)


def setting_refused(
    peer: Peer, model: str, setting: str, value: object, detail: str = ""
) -> ProviderError:
    """A setting that a provider does not take, with the option that it is given by.

    Args:
        peer: Whom the request went to, or was to go.
        model: The model.
        setting: The field of a system.
        value: What it was to be.
        detail: What the provider said; empty where it was not asked.
    """
    known = {
        "peer": peer.label,
        "model": model,
        "setting": Message(SYSTEM_FIELDS[setting]) if setting in SYSTEM_FIELDS else setting,
        "value": value,
    }
    quoted = redact(detail)
    quoted = f"{quoted[:_MAX_QUOTED].rstrip()}…" if len(quoted) > _MAX_QUOTED else quoted
    message = (
        Message(
            "{peer} does not take the setting “{setting}” {value} for {model} ({said}).",
            said=quoted,
            **known,
        )
        if quoted
        else Message("{peer} has no setting “{setting}”, which is {value} for {model}.", **known)
    )
    remedy = Message(
        "Choose another value of {option}, or leave it out.",
        option=f"--{setting.replace('_', '-')}",
    )
    if setting == "thinking_tokens":
        remedy = Message("Leave out --thinking-tokens; name --reasoning-effort instead.")
    if setting == "search":
        remedy = Message("Leave out --search, or choose a model that searches.")
    return ProviderError(Failure.SETTING, message, remedy=remedy)


def _failure_of(reply: ErrorReply) -> Failure:
    if reply.is_bad_key:
        return Failure.UNAUTHORISED
    if reply.is_out_of_credit:
        return Failure.OUT_OF_CREDIT
    if reply.is_context_length:
        return Failure.CONTEXT_LENGTH
    if reply.status in _BY_STATUS:
        return _BY_STATUS[reply.status]
    return Failure.SERVER if reply.status >= 500 else Failure.BAD_REQUEST


def _redirected(peer: Peer, reply: ErrorReply) -> ProviderError:
    """Redirects are not followed: they would carry prompts to an address that was not chosen."""
    error = failed(
        peer,
        Failure.NOT_FOUND,
        Message(
            "HTTP {status}: {to}",
            status=reply.status,
            to=(
                Message("moved to {location}", location=reply.headers["location"])
                if reply.headers.get("location")
                else Message("moved")
            ),
        ),
        status=reply.status,
    )
    error.remedy = Message(
        "Check the base URL; redirects are not followed, since they may lead anywhere."
    )
    return error


_BROKEN: Final = {
    "SSLCertVerificationError": (Failure.UNREACHED, Message("its TLS certificate is not trusted")),
    "SSLError": (Failure.UNREACHED, Message("the TLS connection failed")),
    "gaierror": (Failure.UNREACHED, Message("its name could not be looked up")),
    "ConnectionRefusedError": (Failure.UNREACHED, Message("the connection was refused")),
    "ConnectionResetError": (Failure.CONNECTION, Message("the connection was reset")),
    "TimeoutError": (Failure.TIMEOUT, Message("no answer in time")),
    "DecodingError": (Failure.GARBLED, Message("the answer could not be decoded")),
    "ServerDisconnectedError": (Failure.CONNECTION, Message("the connection was closed early")),
    "ClientPayloadError": (Failure.CONNECTION, Message("the answer broke off")),
    "ClientConnectorError": (Failure.UNREACHED, Message("no connection")),
    "ClientConnectionError": (Failure.CONNECTION, Message("the connection failed")),
    "ClientResponseError": (Failure.GARBLED, Message("the answer is not HTTP")),
    "UnsupportedProtocol": (Failure.NOT_FOUND, Message("the base URL is not an http address")),
    "InvalidURL": (Failure.NOT_FOUND, Message("the base URL is not an address")),
    "ProxyError": (Failure.UNREACHED, Message("the proxy refused")),
    "TimeoutException": (Failure.TIMEOUT, Message("no answer in time")),
    "RemoteProtocolError": (Failure.CONNECTION, Message("the connection was closed early")),
    "ReadError": (Failure.CONNECTION, Message("the answer broke off")),
    "ConnectError": (Failure.UNREACHED, Message("no connection")),
}
"""Exceptions by name, so that none of the HTTP libraries has to be imported. The first that stands
anywhere in the chain of causes decides: one library wraps the other's disconnections as timeouts.
"""
