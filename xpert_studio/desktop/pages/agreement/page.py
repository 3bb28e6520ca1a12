from xpert_studio.desktop.pages.base import Page


class AgreementPage(Page):
    pass
