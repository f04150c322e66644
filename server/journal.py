"""Every request in the log."""

import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOG = logging.getLogger("arbitre")


def install(app: Flask) -> None:
    """Log every request: method, path, status, milliseconds, size of the answer."""
    app.wsgi_app = _logged(app.wsgi_app)  # type: ignore[method-assign, assignment]


def _logged(answer: "WSGIApplication") -> "WSGIApplication":
    """The app, its requests told around it: Flask need not be asked for what stands in the environment."""

    def logged(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        started = time.perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *wrong: Any) -> Any:
            if LOG.isEnabledFor(logging.INFO):
                _tell(environ, int(status[:3]), headers, time.perf_counter() - started)
            return start_response(status, headers, *wrong)

        return answer(environ, start)

    return logged


def _tell(environ: "WSGIEnvironment", status: int, headers: list[tuple[str, str]], took: float) -> None:
    path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
    size = next((int(value) for name, value in headers if name == "Content-Length"), None)
    fields = {"method": environ["REQUEST_METHOD"], "path": path, "status": status, "ms": round(took * 1000, 2)}
    LOG.info("request", extra={"fields": fields | {"size": size}})
