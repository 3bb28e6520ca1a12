from xpert_studio.desktop.pages.base import Page


class JudgingPage(Page):
    pass
