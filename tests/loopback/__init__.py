"""A model provider on the loopback address, for tests and benchmarks.

It speaks the wire formats of OpenAI's chat completions, of Anthropic's messages and of Gemini's
``generateContent`` (without streaming), and misbehaves on request in every way that providers, proxies and networks do.
"""

from tests.loopback.behaviours import Behaviour
from tests.loopback.recorded import Recorded
from tests.loopback.server import LoopbackServer

__all__ = ["Behaviour", "LoopbackServer", "Recorded"]
