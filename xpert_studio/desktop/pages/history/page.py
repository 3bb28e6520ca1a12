from xpert_studio.desktop.pages.base import Page


class HistoryPage(Page):
    pass
