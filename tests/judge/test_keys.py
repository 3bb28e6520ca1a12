"""API keys: where they come from, where they go, and that they are never shown."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import keyring.backend
import keyring.errors
import pytest

from tests.program import carried_out
from xpert_studio.core.errors import JudgeError, UsageError
from xpert_studio.core.judge.keys import delete_key, find_key, key_sources, store_key
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.redaction import redact

KEY = "planted-0123456789-a1b2"


class InMemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring that forgets."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class LockedKeyring(InMemoryKeyring):
    """A keyring that nobody unlocks, and that says too much."""

    def get_password(self, service: str, username: str) -> str | None:
        raise keyring.errors.KeyringLocked(f"locked, {KEY}")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise OSError(f"no D-Bus, {password}")


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryKeyring]:
    for entry in PROVIDERS.values():
        monkeypatch.delenv(entry.key_variable, raising=False)
    before = keyring.get_keyring()
    backend = InMemoryKeyring()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def test_a_keyring_that_is_switched_off_keeps_no_key(ring: InMemoryKeyring) -> None:
    from keyring.backends.null import Keyring

    keyring.set_keyring(Keyring())
    with pytest.raises(JudgeError, match="did not keep") as refused:
        store_key("openai", KEY)
    assert KEY not in str(refused.value)
    assert "OPENAI_API_KEY" in str(refused.value)
    assert not ring.kept


def test_a_key_that_is_typed_as_an_argument_is_not_repeated() -> None:
    said = carried_out("keys", "set", "openai", KEY)
    assert said.code == 2
    assert KEY not in said.out + said.err
    assert "history" in said.err


def test_a_stored_key_is_found_shown_masked_and_deleted(ring: InMemoryKeyring) -> None:
    store_key("openai", f"  {KEY}\n")
    assert ring.kept == {("xpert-studio", "openai"): KEY}
    assert find_key("openai") == KEY
    shown = {source.provider: (source.source, source.masked) for source in key_sources()}
    assert shown == {
        "openai": ("keyring", "…a1b2"),
        "anthropic": ("", ""),
        "gemini": ("", ""),
        "compatible": ("", ""),
    }
    assert KEY not in repr(key_sources())
    delete_key("openai")
    delete_key("openai")
    assert find_key("openai", required=False) is None


def test_the_environment_comes_before_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    store_key("anthropic", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-from-the-environment")
    assert find_key("anthropic") == "sk-ant-from-the-environment"
    [found] = [source for source in key_sources() if source.provider == "anthropic"]
    assert found.source == "environment (ANTHROPIC_API_KEY)"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "  ")
    assert find_key("anthropic") == KEY


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_missing_key_names_the_command(provider: str) -> None:
    with pytest.raises(JudgeError) as caught:
        find_key(provider)
    assert f"xpert-studio keys set {provider}" in caught.value.remedy
    assert PROVIDERS[provider].key_variable in caught.value.remedy


def test_short_keys_are_not_given_away_by_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "abcd1234")
    assert key_sources()[0].masked == "…"


def test_a_found_key_is_redacted_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XPERT_STUDIO_COMPATIBLE_KEY", "no.known.shape.at.all")
    find_key("compatible")
    assert "no.known.shape" not in redact("error near no.known.shape.at.all")


@pytest.mark.parametrize("key", ["", "   ", "two words", "line\nbreak", "sk-\u2014", "nul\x00"])
def test_what_is_no_key_is_not_stored(ring: InMemoryKeyring, key: str) -> None:
    with pytest.raises(UsageError):
        store_key("openai", key)
    assert ring.kept == {}


@pytest.mark.parametrize("action", [find_key, delete_key, lambda name: store_key(name, KEY)])
def test_providers_without_keys(action: object) -> None:
    with pytest.raises(UsageError, match="takes a key"):
        action("baseline")  # type: ignore[operator]


def test_a_locked_keyring_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(LockedKeyring())
    with pytest.raises(JudgeError, match="no API key for openai"):
        find_key("openai")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert find_key("openai") == KEY
    assert [source.source for source in key_sources()][1:] == [""] * (len(PROVIDERS) - 1)


def test_a_locked_keyring_cannot_store_and_shows_nothing() -> None:
    keyring.set_keyring(LockedKeyring())
    for action in (lambda: store_key("openai", KEY), lambda: delete_key("openai")):
        with pytest.raises(JudgeError, match="keyring cannot be used") as caught:
            action()
        assert KEY not in str(caught.value)
        assert caught.value.__context__ is None
        assert "OPENAI_API_KEY" in caught.value.remedy
