"""A type of failures that judges may name: the response speaks of the moon."""

from xpert_studio.api.records import FailureKind, Transaction


def failure_types(tx: Transaction) -> tuple[FailureKind, ...]:
    titles, meanings = {"en": "Moon", "zh": "月亮"}, {"en": "It speaks of the moon.", "zh": ""}
    return (FailureKind("moon", titles, meanings),)
