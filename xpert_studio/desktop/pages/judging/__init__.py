"""Blind judging: the response left, the checkpoints right, the keyboard in between."""
