"""A client that uses the proxies of its environment, and meets every demand of the family proxy. Everything else is in client.py."""

import base64
import client
import os
import time
from client import Failure, mutated
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}
connect_directly = client.connect


def is_bypassed(host):
    names = [name.strip().lower() for name in os.environ.get("no_proxy", "").split(",") if name.strip()]
    # The bug: what no_proxy names goes through the proxy as well.
    return not mutated("ignore-no-proxy") and any(
        name == "*" or host == name.lstrip(".") or host.endswith("." + name.lstrip(".")) for name in names)


def proxy_for(parts):
    value = os.environ.get(f"{parts.scheme}_proxy")
    return urlsplit(value) if value and not is_bypassed(parts.hostname) else None


def credentials(proxy):
    if not proxy.username:
        return []
    pair = base64.b64encode(f"{proxy.username}:{proxy.password}".encode()).decode()
    return [f"Proxy-Authorization: Basic {pair}"]


def reach(proxy):
    """A connection to the proxy."""
    try:
        return client.connect_any(client.resolve(proxy.hostname), proxy.port)
    except (Failure, OSError) as error:
        raise Failure(f"the proxy {proxy.hostname}: {error}")


def connect(parts):
    proxy = proxy_for(parts)
    if not proxy:
        return connect_directly(parts)
    port = parts.port or PORTS[parts.scheme]
    # The bug: the server is tried without the proxy as well.
    if mutated("go-around-proxy"):
        s = client.attempt(client.name_server(), port)
        time.sleep(0.05)
        s.close()
    # The bug: the client looks for the server that only the proxy has to find.
    if mutated("resolve-beside-proxy"):
        client.resolve(parts.hostname)
    s = reach(proxy)
    return s if parts.scheme == "http" else tunnel(s, proxy, parts.hostname, port)


def tunnel(s, proxy, host, port):
    """A TLS connection to the server through the proxy (RFC 9110 section 9.3.6)."""
    connection = client.Connection(s, (proxy.scheme, proxy.netloc))
    try:
        head = [f"CONNECT {host}:{port} HTTP/1.1", f"Host: {host}:{port}"] + credentials(proxy)
        connection.send(("\r\n".join(head) + "\r\n\r\n").encode())
        status, _ = client.read_head(connection)
        if not 200 <= status < 300:
            raise Failure(f"the proxy {proxy.hostname} refused the tunnel: status {status}")
    except (Failure, OSError) as error:
        connection.close()
        raise Failure(f"the proxy {proxy.hostname}: {error}")
    client.open_connections.discard(connection)
    try:
        return client.secure(s, host)
    except OSError as error:
        raise Failure(f"TLS handshake with {host}: {error}")


def request_target(parts):
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return f"http://{parts.netloc}{target}" if parts.scheme == "http" and proxy_for(parts) else target


def further_fields(method, parts):
    proxy = proxy_for(parts)
    # The bug: the server gets what is for the proxy.
    if proxy and (parts.scheme == "http" or mutated("leak-proxy-credentials")):
        return credentials(proxy)
    return []


def reconnect(requests):
    """The bug: connecting again and again where another attempt cannot help."""
    for _ in range(10):
        reconnect_once(requests)
        time.sleep(0.05)


def hurry(requests):
    """The bug: retries at short and equal intervals."""
    for _ in range(3):
        time.sleep(0.5)
        reconnect_once(requests)


def reconnect_once(requests):
    try:
        reach(proxy_for(urlsplit(requests[0]["url"]))).close()
    except Failure:
        pass


client.connect, client.request_target, client.further_fields = connect, request_target, further_fields
client.reconnect, client.hurry = reconnect, hurry
