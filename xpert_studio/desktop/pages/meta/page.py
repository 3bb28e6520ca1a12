from xpert_studio.desktop.pages.base import Page


class MetaPage(Page):
    pass
