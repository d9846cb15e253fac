"""A client of RFC 6455 that sends and receives texts: all that the protocols of browsers need."""

import base64
import os
import re
import socket
import struct


class WebSocket:
    def __init__(self, address, timeout=None):
        host, port, path = re.match(r"ws://([^:/]+):(\d+)(/.*)?", address).groups()
        self.socket = socket.create_connection((host, int(port)), timeout=timeout)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path or '/'} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        status = self.stream.readline()
        while self.stream.readline().strip():
            pass
        if b" 101 " not in status:
            raise ConnectionError(status.decode(errors="replace").strip())

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = (bytes([0x81, 0x80 | size]) if size < 126
                else struct.pack("!BBH", 0x81, 0xFE, size) if size < 65536 else struct.pack("!BBQ", 0x81, 0xFF, size))
        repeated = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def read(self):
        """The next text, or None at the end."""
        text = b""
        while len(head := self.stream.read(2)) == 2:
            size = head[1] & 127
            if size == 126:
                size = struct.unpack("!H", self.stream.read(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self.stream.read(8))[0]
            data, code = self.stream.read(size), head[0] & 15
            if code == 8:
                return None
            if code in (0, 1):
                text += data
                if head[0] & 0x80:
                    return text.decode()
        return None
