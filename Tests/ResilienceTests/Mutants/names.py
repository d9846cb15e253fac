"""A client that asks for HTTPS records, and knows when an address is too old: it meets every demand of the family dns. Everything else is
in client.py."""

import client
import socket
import struct
from client import mutated

HTTPS_RECORD = 65
resolve_addresses = client.resolve
kept = {}


def hints(name):
    """The IPv4 addresses that the HTTPS record of a name hints at (RFC 9460 section 7.3)."""
    server = client.name_server()
    with socket.socket(socket.AF_INET6 if ":" in server else socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(0.5)
        s.sendto(client.question(7, name, HTTPS_RECORD), (server, 53))
        try:
            data = s.recv(4096)
        except OSError:
            return []
    if data[3] & 15 or not struct.unpack(">H", data[6:8])[0]:
        return []
    at = client.skip_name(data, client.skip_name(data, 12) + 4)
    kind, _, _, length = struct.unpack(">HHIH", data[at:at + 10])
    value, found = data[at + 10:at + 10 + length], []
    at = client.skip_name(value, 2)
    while kind == HTTPS_RECORD and at + 4 <= len(value):
        key, size = struct.unpack(">HH", value[at:at + 4])
        if key == 4:
            found += [socket.inet_ntoa(value[at + 4 + i:at + 8 + i]) for i in range(0, size, 4)]
        at += 4 + size
    return found


def resolve(name):
    # The bug: an address is kept for good.
    if mutated("keep-addresses") and name in kept:
        return kept[name]
    addresses = resolve_addresses(name)
    # The bug: the hint is taken for the address.
    if client.SCENARIO == "dns.https-hint":
        found = hints(name)
        if found and mutated("trust-hint"):
            return found
    # The bug: the other addresses are forgotten.
    kept[name] = addresses[:1] if mutated("first-address-only") else addresses
    return kept[name]


client.resolve = resolve
