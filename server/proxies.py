"""Who calls, where a balancer stands in between: its word is taken only where ARBITRE_PROXIES names it."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from flask import Flask

from server.settings import Proxies

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_HOPS = 20
SCHEMES = ("http", "https")


def install(app: Flask, proxies: Proxies) -> None:
    """Let the app see the caller's own address, and the scheme that was called, behind these proxies."""
    if proxies:
        app.wsgi_app = _behind(app.wsgi_app, proxies)  # type: ignore[method-assign, assignment]


def _behind(answer: "WSGIApplication", proxies: Proxies) -> "WSGIApplication":
    def behind(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        peer = environ.get("REMOTE_ADDR", "")
        if is_proxy(peer, proxies):
            environ["REMOTE_ADDR"] = caller(peer, environ.get("HTTP_X_FORWARDED_FOR", ""), proxies)
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").strip().lower()
            environ["wsgi.url_scheme"] = scheme if scheme in SCHEMES else environ["wsgi.url_scheme"]
        return answer(environ, start_response)

    return behind


def caller(peer: str, told: str, proxies: Proxies) -> str:
    """The last address on the way that is no proxy of ours: what stands before it anybody may have written."""
    hops = told.split(",")[-MOST_HOPS:]
    while hops and is_proxy(peer, proxies):
        hop = _address(hops.pop())
        if hop is None:
            break
        peer = str(hop)
    return peer


def is_proxy(peer: str, proxies: Proxies) -> bool:
    """Whether this is a proxy of ours; a caller through a socket of this machine has no address."""
    address = _address(peer)
    if address is None:
        return "unix" in proxies
    return any(address in network for network in proxies if not isinstance(network, str))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write them, with or without a port; an IPv4 address in IPv6 is the IPv4 address."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
