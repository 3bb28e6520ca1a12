"""Expert rubrics as rewards, for verifiers (the classes below) and TRL (``trl_reward.py``)."""

from importlib.util import find_spec

__all__: list[str] = []
if find_spec("verifiers") is not None:
    from .environment import AnswerOnce, RubricEnv, RubricTaskset

    __all__ = ["AnswerOnce", "RubricEnv", "RubricTaskset"]
