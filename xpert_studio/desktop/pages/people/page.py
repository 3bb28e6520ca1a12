from xpert_studio.desktop.pages.base import Page


class PeoplePage(Page):
    pass
