"""Which characters are Chinese, for patterns and for code points."""

from __future__ import annotations

from typing import Final

HAN_RANGES: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""First and last code points: the unified and compatible ideographs, and the two planes of more."""
HAN: Final = "".join(f"{chr(first)}-{chr(last)}" for first, last in HAN_RANGES)
"""The same within the brackets of a regular expression."""
