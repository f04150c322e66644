"""Which version this is."""

from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


@cache
def version() -> str:
    """The version that is installed."""
    try:
        return installed("arbitre")
    except PackageNotFoundError:
        return "0"
