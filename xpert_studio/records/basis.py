"""What a decision on a checkpoint rests on: when that changes, the decision is stale.

An expert or judge decides whether *this text* is true of *this response* to *this prompt*. Weight,
tier, dimension and place in the rubric do not matter to it.
"""

from __future__ import annotations

import hashlib


def decision_basis(prompt_hash: str, checkpoint_text: str, response_hash: str) -> str:
    """Hash of what a decision rests on.

    Args:
        prompt_hash: ``Task.prompt_hash``.
        checkpoint_text: ``Checkpoint.text``.
        response_hash: ``Response.content_hash``.

    Returns:
        SHA-256, 64 hexadecimal digits.
    """
    joined = "\n".join((prompt_hash, response_hash, checkpoint_text))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()
