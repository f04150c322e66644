"""What can go wrong with what the user stores, told as what it means to its user."""


class NotKept(OSError):
    """Nothing can be stored, or read, just now. What was stored before stays.

    The message is for whoever asked; `why` names machines and is for whoever runs the service.
    """

    def __init__(self, says: str, why: str = "") -> None:
        super().__init__(says)
        self.why = why


class Damaged(NotKept):
    """What the user stored cannot be read any more."""


class Unsure(NotKept):
    """The connection went while a change was being kept: it may have been, whole, or not at all."""


class BadAddress(ValueError):
    """An address of a database that cannot be used; the message never holds any of it, since it holds a password."""
