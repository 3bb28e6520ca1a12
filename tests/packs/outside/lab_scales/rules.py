"""A rule of the lab: no checkpoint speaks of the moon."""

from xpert_studio.api.rules import Context, Found, Level, LintedLine, Rule


def _moon(line: LintedLine, context: Context) -> Found:
    if "moon" in line.text.casefold():
        yield context.finding("moon", Level.HINT, line, None)


RULES = (
    Rule(
        "moon",
        on_line=_moon,
        texts={
            "en": {"message": "It speaks of the moon.", "remedy": "Speak of the earth."},
            "zh": {"message": "它谈到月亮。", "remedy": "请谈地球。"},
        },
    ),
)
