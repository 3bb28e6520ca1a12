"""The documents name every provider, with what its entry says.

``python -m tests.judge.providers.test_documents`` prints the table of ``docs/providers.md``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from xpert_studio.core.judge.providers.registry import PROVIDERS, ProviderEntry

ROOT = Path(__file__).parents[3]
HEAD = (
    "| name | provider | key | address | shared prefix cached | parameters | prices |\n"
    "| --- | --- | --- | --- | --- | --- | --- |"
)


def row(entry: ProviderEntry) -> str:
    """A provider as the table of providers shows it."""
    cells = (
        f"`{entry.id}:MODEL`, such as `{entry.id}:{entry.example}`",
        entry.title,
        f"`{entry.key_variable}`{'' if entry.needs_key else ', where the server wants one'}",
        "`--base-url`" if entry.needs_address else "its own, or `--base-url`",
        "yes" if entry.caches_prefix else "no",
        ", ".join(f"`{name}`" for name in entry.parameters),
        f"[{entry.title}]({entry.prices})" if entry.prices else "your own",
    )
    return f"| {' | '.join(cells)} |"


def table() -> str:
    return "\n".join([HEAD, *map(row, PROVIDERS.values())])


def test_the_table_of_providers_is_made_from_their_entries() -> None:
    assert table() in (ROOT / "docs" / "providers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", PROVIDERS.values(), ids=list(PROVIDERS))
def test_the_readme_names_every_provider_and_its_key(entry: ProviderEntry) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"`{entry.id}:MODEL" in text
    assert f"`{entry.key_variable}`" in text


if __name__ == "__main__":
    print(table())
