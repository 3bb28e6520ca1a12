"""Blind comparison: two responses side by side, the decision below, the keyboard in between."""
