"""Reads OpenAI Evals: samples, registry files, and exports of the platform."""

from xpert_studio.api import Pack

PACK = Pack(
    id="openai_evals",
    title="OpenAI Evals",
    order=190,
    needs=("healthbench",),
    imports={
        "openai-evals": "incoming:SAMPLES",
        "openai-registry": "incoming:REGISTRY",
        "openai-run": "incoming:RUN",
        "openai-items": "incoming:ITEMS",
    },
)
