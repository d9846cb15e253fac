# A server that shows each way in which HTTP/1.1 frames and codes a body, and a WebSocket echo.
import base64, gzip, hashlib, json, socket, ssl, struct, sys, threading, time, zlib
DOC = json.dumps({"query": "apple", "total": 3, "ratio": -1.5e3, "ok": True, "none": None, "no": False,
  "results": [{"id": 1, "title": "Apple pie \u00e4\u4e2d \"x\""}, {"id": 2, "tags": ["a", "b", []], "empty": {}}]}).encode()
def reply(code, phrase, headers, body=b""):
    return ("HTTP/1.1 %d %s\r\n" % (code, phrase) + "".join("%s: %s\r\n" % h for h in headers) + "\r\n").encode() + body
def chunked(body, size=50, trailer=b""):
    out = b""
    for i in range(0, len(body), size):
        part = body[i:i+size]; out += b"%x\r\n" % len(part) + part + b"\r\n"
    return out + b"0\r\n" + trailer + b"\r\n"
def raw_deflate(b):
    c = zlib.compressobj(wbits=-15); return c.compress(b) + c.flush()
J = ("Content-Type", "application/json; charset=utf-8")
def answer(method, path, body):
    if path.startswith("/json"): return reply(200, "OK", [J, ("Content-Length", len(DOC)), ("Server", "test/1"), ("Date", "Sat, 01 Jan 2022 00:00:00 GMT")], DOC)
    if path.startswith("/gzip"): b = gzip.compress(DOC, mtime=0); return reply(200, "OK", [J, ("Content-Encoding", "gzip"), ("Content-Length", len(b))], b)
    if path.startswith("/deflate"): b = zlib.compress(DOC); return reply(200, "OK", [J, ("Content-Encoding", "deflate"), ("Content-Length", len(b))], b)
    if path.startswith("/chunked-gzip"): b = gzip.compress(DOC, mtime=0); return reply(200, "OK", [J, ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")], chunked(b, 20))
    if path.startswith("/chunked"): return reply(200, "OK", [J, ("Transfer-Encoding", "chunked")], chunked(DOC))
    if path.startswith("/trailer"): return reply(200, "OK", [("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked"), ("Trailer", "X-Sum")], chunked(b"hello world", 4, b"X-Sum: 11\r\n"))
    if path.startswith("/big"): b = b"0123456789abcdef" * 3000; return reply(200, "OK", [("Content-Type", "application/octet-stream"), ("Content-Length", len(b)), ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2")], b)
    if path.startswith("/204"): return reply(204, "No Content", [("ETag", '"x"')])
    if path.startswith("/304"): return reply(304, "Not Modified", [("Last-Modified", "Sat, 01 Jan 2022 00:00:00 GMT"), ("Cache-Control", "max-age=60")])
    if path.startswith("/redirect"): return reply(302, "Found", [("Location", "/json"), ("Content-Length", 0)])
    if path.startswith("/missing"): return reply(404, "Not Found", [("Content-Type", "text/html"), ("Content-Length", 14)], b"<p>missing</p>")
    if path.startswith("/echo"): return reply(200, "OK", [("Content-Type", "text/plain"), ("Content-Length", len(body))], body)
    if path.startswith("/broken"): b = DOC[:60]; return reply(200, "OK", [J, ("Content-Length", len(b))], b)
    return reply(500, "Oops", [("Content-Length", 0), ("WWW-Authenticate", 'Basic realm="x"')])
def ws_frame(op, data, fin=True, rsv=0):
    n = len(data); h = bytes([(0x80 if fin else 0) | rsv << 4 | op])
    h += bytes([n]) if n < 126 else bytes([126]) + struct.pack(">H", n) if n < 65536 else bytes([127]) + struct.pack(">Q", n)
    return h + data
def serve(conn):
    f = conn.makefile("rb")
    try:
        while True:
            line = f.readline()
            if not line: return
            if line in (b"\r\n",): continue
            method, path, version = line.decode().split()
            headers = {}
            while True:
                h = f.readline()
                if h in (b"\r\n", b"\n", b""): break
                k, v = h.decode().split(":", 1); headers[k.lower()] = v.strip()
            if headers.get("upgrade", "").lower() == "websocket":
                key = base64.b64encode(hashlib.sha1((headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
                ext = [("Sec-WebSocket-Extensions", "permessage-deflate")] if "deflate" in headers.get("sec-websocket-extensions", "") else []
                conn.sendall(reply(101, "Switching Protocols", [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", key)] + ext))
                time.sleep(0.05)
                conn.sendall(ws_frame(1, b"hello from the server"))
                conn.sendall(ws_frame(1, DOC)); conn.sendall(ws_frame(2, b"x" * 70000))
                conn.sendall(ws_frame(1, b"frag", fin=False) + ws_frame(0, b"mented") + ws_frame(9, b"ping"))
                if ext:
                    c = zlib.compressobj(wbits=-15); d = c.compress(DOC) + c.flush(zlib.Z_SYNC_FLUSH); conn.sendall(ws_frame(1, d[:-4], rsv=4))
                time.sleep(0.2)
                conn.sendall(ws_frame(8, struct.pack(">H", 1000) + b"bye"))
                f.read(); return
            if headers.get("expect"): conn.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            body = b""
            if "content-length" in headers: body = f.read(int(headers["content-length"]))
            elif "chunked" in headers.get("transfer-encoding", ""):
                while True:
                    n = int(f.readline().split(b";")[0], 16)
                    if n: body += f.read(n)
                    f.readline()
                    if not n: break
            if path.startswith("/close"):
                conn.sendall(reply(200, "OK", [("Content-Type", "text/plain"), ("Connection", "close")]) + b"until the end\n"); time.sleep(0.02)
                conn.sendall(b"of the connection\n" * 200); return
            if method == "HEAD":
                conn.sendall(reply(200, "OK", [J, ("Content-Length", len(DOC))])); continue
            out = answer(method, path, body)
            if path.endswith("slow"):
                for i in range(0, len(out), 61): conn.sendall(out[i:i+61]); time.sleep(0.004)
            else: conn.sendall(out)
    except (ConnectionError, ValueError, OSError): pass
    finally:
        try: conn.shutdown(socket.SHUT_WR)
        except OSError: pass
        conn.close()
def listen(port, context=None):
    s = socket.create_server(("127.0.0.1", port))
    def loop():
        while True:
            c, _ = s.accept(); c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            def run(c=c):
                try:
                    if context: c = context.wrap_socket(c, server_side=True)
                except OSError: return
                serve(c)
            threading.Thread(target=run, daemon=True).start()
    threading.Thread(target=loop, daemon=True).start()
if __name__ == "__main__":
    listen(int(sys.argv[1]))
    if len(sys.argv) > 2:
        ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); ctx.load_cert_chain(sys.argv[3] + "/cert.pem", sys.argv[3] + "/key.pem"); ctx.set_alpn_protocols(["http/1.1"])
        if len(sys.argv) > 4: ctx.maximum_version = ssl.TLSVersion.TLSv1_2
        listen(int(sys.argv[2]), ctx)
    time.sleep(20)
