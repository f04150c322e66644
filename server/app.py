"""The service as a WSGI app: `create_app()` for waitress, gunicorn or a test."""

from flask import Flask

from knowledge import keeping
from server import (
    addresses,
    api,
    asking,
    cors,
    guard,
    journal,
    kept,
    openapi,
    pages,
    proxies,
    refusals,
    settings,
    table,
)
from server.chat import routes as chat
from server.embed import calls as open_calls
from server.embed import routes as embed
from server.mcp import http as mcp
from server.settings import Guard


def create_app(
    max_body: int | None = None, origins: tuple[str, ...] | None = None, guarded: Guard | None = None
) -> Flask:
    """The whole service; what is not given is taken from the environment."""
    keeping.keeper()  # an address of a database that cannot be used is told now, not to the first who asks
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body() if max_body is None else max_body
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (api, asking, open_calls, embed, pages, table, openapi):
        app.register_blueprint(part.blueprint)
    guarding = settings.guarded() if guarded is None else guarded
    if not guarding.rate:
        kept.install(app)
    journal.install(app)
    guard.install(app, guarding)
    refusals.install(app)
    allowed = settings.cors_origins() if origins is None else origins
    cors.install(app, allowed)
    mcp.install(app, allowed)
    addresses.install(app)
    chat.install(app)
    proxies.install(app, guarding.proxies)
    return app
