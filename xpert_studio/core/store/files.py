"""Files inside the project: attachments by their hash, and bundle files we do not know by path."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import insert, select

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import bytes_hash
from xpert_studio.core.store.schema import blob, extra_file
from xpert_studio.core.store.transaction import Transaction


def put_blob(tx: Transaction, data: bytes) -> str:
    """Stores a file's bytes once; returns their SHA-256."""
    name = bytes_hash(data)
    if not has_blob(tx, name):
        tx.connection.execute(insert(blob).values(sha256=name, size=len(data), data=data))
    return name


def has_blob(tx: Transaction, sha256: str) -> bool:
    """Whether the bytes of that hash are inside."""
    return tx.connection.scalar(select(blob.c.sha256).where(blob.c.sha256 == sha256)) is not None


def get_blob(tx: Transaction, sha256: str) -> bytes:
    """The bytes of that hash.

    Raises:
        NotFoundError: They are not inside.
    """
    data = tx.connection.scalar(select(blob.c.data).where(blob.c.sha256 == sha256))
    if data is None:
        raise NotFoundError(
            Message("The attachment {sha256}… is not in the project.", sha256=sha256[:12])
        )
    return bytes(data)


def blob_sizes(tx: Transaction) -> dict[str, int]:
    """Hash and size in bytes of every file inside."""
    query = select(blob.c.sha256, blob.c.size).order_by(blob.c.sha256)
    return {name: int(size) for name, size in tx.connection.execute(query)}


def put_extra_file(tx: Transaction, path: str, data: bytes) -> None:
    """Keeps a bundle file that this version does not know."""
    tx.connection.execute(extra_file.delete().where(extra_file.c.path == path))
    tx.connection.execute(insert(extra_file).values(path=path, data=data))


def extra_files(tx: Transaction) -> Iterator[tuple[str, bytes]]:
    """Path and content of the kept unknown files."""
    for path, data in tx.connection.execute(
        select(extra_file.c.path, extra_file.c.data).order_by(extra_file.c.path)
    ):
        yield path, bytes(data)
