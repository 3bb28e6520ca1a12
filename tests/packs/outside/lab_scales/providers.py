"""A provider that speaks OpenAI's protocol: an entry with an address."""

from xpert_studio.api.providers import OPENAI_CHAT, ProviderEntry

ACME = ProviderEntry(
    id="acme",
    title="Acme",
    module=OPENAI_CHAT,
    key_variable="ACME_API_KEY",
    example="acme-1",
    models="acme-",
    address="http://127.0.0.1:9/v1",
)
