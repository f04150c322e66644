"""Every request in the log."""

import logging
import time

from flask import Flask, Response, g, request

LOG = logging.getLogger("arbitre")


def install(app: Flask) -> None:
    """Log every request: method, path, status, milliseconds, size of the answer."""
    app.before_request(_start)
    app.after_request(_tell)


def _start() -> None:
    g.started = time.perf_counter()


def _tell(answer: Response) -> Response:
    started = g.get("started")
    took = round((time.perf_counter() - started) * 1000, 2) if started is not None else None
    fields = {"method": request.method, "path": request.path, "status": answer.status_code, "ms": took}
    LOG.info("request", extra={"fields": fields | {"size": answer.content_length}})
    return answer
