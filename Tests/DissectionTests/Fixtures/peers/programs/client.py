"""Requests of httpx over HTTP/2, then of urllib over HTTP/1.1 and TLS 1.2. Writes to LOG what it asked and got.

Usage: client.py LOG BASE, with SSLKEYLOGFILE in the environment."""
import hashlib
import ssl
import sys
import urllib.request

import httpx

log = open(sys.argv[1], "a")
base = sys.argv[2]


def note(method, path, status, body):
    print(method, path, status, hashlib.sha256(body).hexdigest(), file=log, flush=True)


with httpx.Client(http2=True, verify=ssl.create_default_context(cafile="authority.pem")) as client:
    for method, path in (("GET", "/small.txt"), ("GET", "/large.txt"), ("HEAD", "/large.txt"), ("GET", "/none")):
        response = client.request(method, base + path, headers={"X-Peer": "httpx"})
        note(method, path, response.status_code, response.content)

context = ssl.create_default_context(cafile="authority.pem")
context.maximum_version = ssl.TLSVersion.TLSv1_2
for path in ("/small.txt", "/large.txt?old"):
    with urllib.request.urlopen(base + path, context=context) as response:
        note("GET", path, response.status, response.read())
