"""A keyring as somebody may have installed it."""

from keyring.backend import KeyringBackend


class Kept(KeyringBackend):
    """Keeps nothing for long."""

    priority = 5

    def get_password(self, service, username):
        return None

    def set_password(self, service, username, password):
        return None

    def delete_password(self, service, username):
        return None
