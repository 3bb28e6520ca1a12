from xpert_studio.desktop.pages.base import Page


class SearchPage(Page):
    pass
