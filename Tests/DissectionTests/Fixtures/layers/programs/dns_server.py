# DNS over TLS on port 853 and over HTTPS on port 8443, which answers every question with 127.0.0.1, and a page on port 8080.
import http.server, socketserver, ssl, struct, threading

def answer(query):
    question = query[12:query.index(b"\0", 12) + 5]
    kind = struct.unpack("!H", question[-4:-2])[0]
    record = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\0\0\1" if kind == 1 else b""
    return query[:2] + b"\x81\x80\0\1" + struct.pack("!H", 1 if record else 0) + b"\0\0\0\0" + question + record

class OverTLS(socketserver.StreamRequestHandler):
    def handle(self):
        while length := self.rfile.read(2):
            message = answer(self.rfile.read(struct.unpack("!H", length)[0]))
            self.wfile.write(struct.pack("!H", len(message)) + message)

class OverHTTPS(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        message = answer(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("content-type", "application/dns-message")
        self.send_header("content-length", str(len(message)))
        self.end_headers()
        self.wfile.write(message)
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-length", "5")
        self.end_headers()
        self.wfile.write(b"page\n")

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
for port, handler, is_secure in (853, OverTLS, True), (8443, OverHTTPS, True), (8080, OverHTTPS, False):
    server = Server(("127.0.0.1", port), handler)
    if is_secure:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever).start()
print("ready", flush=True)
