"""The service as a WSGI app: `create_app()` for waitress, gunicorn or a test."""

from flask import Flask

from server import api, cors, kept, logs, openapi, pages, refusals, settings


def create_app(max_body: int | None = None, origins: tuple[str, ...] | None = None) -> Flask:
    """The whole service; what is not given is taken from the environment."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body() if max_body is None else max_body
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (api, pages, openapi):
        app.register_blueprint(part.blueprint)
    kept.install(app)
    logs.install(app)
    refusals.install(app)
    cors.install(app, settings.cors_origins() if origins is None else origins)
    return app
