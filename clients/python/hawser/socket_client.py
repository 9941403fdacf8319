"""A WebSocket client of a few lines: text and binary messages, one thread, no extensions (RFC 6455)."""

import base64
import hashlib
import os
import socket
import struct
from urllib.parse import urlsplit

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class WebSocket:
    def __init__(self, address, timeout=60.0):
        parts = urlsplit(address)
        if parts.scheme != "ws" or parts.hostname is None or parts.port is None:
            raise ValueError(f"expected an address such as ws://127.0.0.1:7781/?token=..., found {address!r}")
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""
        key = base64.b64encode(os.urandom(16))
        target = parts.path or "/"
        if parts.query:
            target += "?" + parts.query
        self._socket.sendall(
            (
                f"GET {target} HTTP/1.1\r\nHost: {parts.hostname}:{parts.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            chunk = self._socket.recv(4096)
            if not chunk:
                raise ConnectionError("the server closed the connection before it answered")
            head += chunk
        head, self._buffer = head.split(b"\r\n\r\n", 1)
        status = head.split(b"\r\n", 1)[0].decode()
        if " 101 " not in status + " ":
            self._socket.close()
            raise ConnectionError(f"expected the server to accept, found {status!r}; is the token right?")
        accept = base64.b64encode(hashlib.sha1(key + _GUID).digest())
        if accept not in head:
            self._socket.close()
            raise ConnectionError("the server's answer is no WebSocket handshake")

    def send(self, text):
        self._send(0x1, text.encode())

    def _send(self, opcode, data):
        mask = os.urandom(4)
        n = len(data)
        if n < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | n)
        elif n < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, n)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, n)
        repeated = (mask * (n // 4 + 1))[:n]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(n, "big") if n else b""
        self._socket.sendall(head + mask + masked)

    def receive(self):
        """The next message: str or bytes."""
        parts, kind = [], None
        while True:
            first, second = self._take(2)
            opcode, length = first & 0x0F, second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._take(8))
            data = self._take(length)
            if opcode == 0x8:
                raise ConnectionError("the server closed the connection")
            if opcode == 0x9:
                self._send(0xA, data)
                continue
            if opcode == 0xA:
                continue
            if opcode != 0:
                kind = opcode
            parts.append(data)
            if first & 0x80:
                whole = b"".join(parts)
                return whole.decode() if kind == 0x1 else whole

    def _take(self, n):
        while len(self._buffer) < n:
            chunk = self._socket.recv(max(65536, n - len(self._buffer)))
            if not chunk:
                raise ConnectionError("the server closed the connection")
            self._buffer += chunk
        taken, self._buffer = self._buffer[:n], self._buffer[n:]
        return taken

    def close(self):
        try:
            self._send(0x8, b"")
        except OSError:
            pass
        self._socket.close()
