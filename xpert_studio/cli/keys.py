"""``xpert-studio keys``: API keys in the keyring; none is ever shown or stored elsewhere."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from xpert_studio.cli.output import Column, Output
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.keys import delete_key, key_sources, store_key
from xpert_studio.core.judge.pricing import Price, load_prices, override_path
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.messages import Message
from xpert_studio.core.wording import mark, t

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Provider = Annotated[str, typer.Argument(help=f"One of {', '.join(PROVIDERS)}.")]


@app.command("list")
def list_keys(output: Output) -> None:
    """Show which provider has a key, and where it comes from.

    Example: xpert-studio keys list
    """
    found = key_sources()
    output.data([{"provider": k.provider, "source": k.source, "key": k.masked} for k in found])
    output.table(
        "",
        [Column("provider"), Column("source"), Column("key")],
        [(k.provider, t(k.source) if k.source else t("no key"), k.masked) for k in found],
    )


@app.command("set")
def set_key(
    provider: Provider,
    given: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
) -> None:
    """Keep a provider's key in the system's keyring; it is asked for, or read from a pipe.

    Example: xpert-studio keys set openai
    """
    if given:  # it is never repeated, as an unexpected argument would be
        raise UsageError(
            "A key is no argument: the shell keeps what is typed in its history.",
            remedy=Message(
                "Replace that key at its provider, and run 'xpert-studio keys set {provider}'.",
                provider=provider,
            ),
        )
    piped = not sys.stdin.isatty()
    key = sys.stdin.readline() if piped else typer.prompt("Key", hide_input=True)
    store_key(provider, key.strip())
    Output(as_json=False).say(t("The key for {provider} is in the keyring.", provider=provider))


@app.command("remove")
def remove_key(provider: Provider) -> None:
    """Take a provider's key out of the keyring.

    Example: xpert-studio keys remove openai
    """
    delete_key(provider)
    Output(as_json=False).say(
        t("The key for {provider} is no longer in the keyring.", provider=provider)
    )


@app.command("prices")
def prices(output: Output) -> None:
    """Show the price list in force, and the file in which to change it.

    Example: xpert-studio keys prices
    """
    listed = load_prices()
    output.data({"file": str(override_path()), "prices": listed.model_dump(mode="json")})
    output.table(
        t(
            "{currency} a million tokens, as of {as_of}",
            currency=listed.currency,
            as_of=listed.as_of,
        ),
        [
            Column("model"),
            *(Column(name, number=True) for name in _PRICED.values()),
        ],
        [
            (f"{entry.provider}:{entry.model}", *(_price(entry, name) for name in _PRICED))
            for entry in listed.models
        ],
    )
    output.say(t("Prices change; your own go into {override_path}.", override_path=override_path()))


_PRICED: Final = {
    "input": mark("input"),
    "cached_input": mark("cached"),
    "cache_write": mark("cache write"),
    "output": mark("output"),
}
"""What has a price, by the field of an entry, and its column."""


def _price(entry: Price, name: str) -> str | None:
    value = getattr(entry, name)
    return None if value is None else f"{value:g}"
