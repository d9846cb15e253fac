"""Starts the mutant client that speaks the protocol of HEADWIND_SCENARIO's family: client.py (HTTP/1.1), or one that extends it."""

import client
import importlib
import os
import sys

EXTENSIONS = {"h2": "http2", "h3": "http3", "proxy": "proxy", "coding": "coding", "range": "ranges", "redirect": "web",
              "cookies": "web", "cache": "web", "dns": "names", "auth": "auth", "retry": "retries", "upload": "uploads",
              "ws": "websocket", "sse": "events", "grpc": "calls"}
# Where scripts/setup puts aioquic, which Debian has not.
AIOQUIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.build/aioquic")

extension = EXTENSIONS.get(client.SCENARIO.split(".")[0])
if extension:
    if extension == "http3":
        sys.path.insert(0, AIOQUIC)
    importlib.import_module(extension)
client.main()
