"""Providers: one that speaks OpenAI's protocol by an address, and one of its own protocol."""

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

LAB_HOST = ProviderEntry(
    id="lab-host",
    title="The lab's host",
    module="lab_scales.asking",
    key_variable="LAB_HOST_KEY",
    example="host-1",
    models="host-",
    address="http://127.0.0.1:9",
    parameters={"temperature": ("warmth",), "max_output_tokens": ("longest",)},
)
