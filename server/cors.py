"""Calls from pages of other origins, off unless ARBITRE_CORS names them."""

from flask import Flask, Response, request

METHODS = "GET, POST, PUT, DELETE, OPTIONS"
HEADERS = "Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name"
SECONDS = "600"


def install(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins (or of any, with `*`) call the service."""

    def allow(answer: Response) -> Response:
        origin = request.headers.get("Origin")
        if origin and ("*" in origins or origin in origins):
            answer.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
            answer.headers["Access-Control-Allow-Methods"] = METHODS
            answer.headers["Access-Control-Allow-Headers"] = HEADERS
            answer.headers["Access-Control-Max-Age"] = SECONDS
        if "*" not in origins:
            answer.vary.add("Origin")
        return answer

    if origins:
        app.after_request(allow)
