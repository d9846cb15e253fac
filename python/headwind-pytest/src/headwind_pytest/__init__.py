"""Tests on a bad network, with Headwind; the pytest plugin is headwind_pytest.plugin."""

from .control import LinkError
from .link import Connection, Connections, Exchange, Link, Traffic

__all__ = ["Connection", "Connections", "Exchange", "Link", "LinkError", "Traffic"]
