from xpert_studio.desktop.pages.base import Page


class SettingsPage(Page):
    pass
