"""Where the service is reached from outside."""

from flask import Flask, current_app, request

from server import settings


def install(app: Flask) -> None:
    app.config["PUBLIC_URL"] = settings.public_url()


def public_address() -> str:
    """The address that players are given, without a slash at its end: as it is set, else as this request called it."""
    found: str | None = current_app.config["PUBLIC_URL"]
    return found or request.url_root.rstrip("/")
