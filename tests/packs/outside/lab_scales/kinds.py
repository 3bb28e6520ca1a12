"""A check of the lab: the text reads the same from its end."""

from xpert_studio.api.checks import CheckKind, Message, Outcome, Parameters, Subject


def _decide(subject: Subject, _: Parameters) -> Outcome:
    text = "".join(subject.text.split()).casefold()
    return Outcome(text == text[::-1], Message("It was read from its end."))


KINDS = (CheckKind("palindrome", "Palindrome", Parameters, _decide),)
