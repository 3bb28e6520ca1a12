"""Where the program comes to the pack: providers whose calls a cluster sends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from xpert_studio.core.extras import need
from xpert_studio.core.judge.providers.base import Provider, ProviderOptions
from xpert_studio.core.judge.providers.registry import entry_of
from xpert_studio.packs.cluster.connection import check_address
from xpert_studio.packs.cluster.provider import ClusterProvider
from xpert_studio.packs.cluster.workers import Workers


class _Cluster:
    id = "cluster"

    def need(self, name: str, options: ProviderOptions) -> None:
        """Refuses what no worker could send, without a call.

        Raises:
            MissingExtraError: Dask is not installed.
            UsageError: The address is none that may be used, or the certificates are not set.
            JudgeError: There is no scheduler, no worker, or one with other versions or without key.
        """
        asyncio.run(_needed(name, options))

    def connect(self, name: str, options: ProviderOptions) -> Provider:
        """A provider whose calls are sent by the workers of ``options.cluster``.

        Raises:
            MissingExtraError: Dask is not installed.
            UsageError: The address is none that may be used.
        """
        address, told = _told(options)
        return ClusterProvider(name, told, address, caches_prefix=entry_of(name).caches_prefix)


async def _needed(name: str, options: ProviderOptions) -> None:
    address, told = _told(options)
    workers = Workers(address, name, told, asyncio.Event())
    try:
        await workers.need()
    finally:
        await workers.close()


def _told(options: ProviderOptions) -> tuple[str, ProviderOptions]:
    """The scheduler's address, and what its workers are told: they have keys of their own."""
    need("cluster")
    return check_address(options.cluster or ""), replace(options, cluster=None, api_key=None)


CLUSTER: Final = _Cluster()
