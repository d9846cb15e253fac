"""niquests over HTTP/3: `h3-niquests.py PORT LOG`; its secrets go to SSLKEYLOGFILE."""
import hashlib
import sys

import niquests

port, log = sys.argv[1:]
with niquests.Session() as session:
    session.quic_cache_layer.add_domain("localhost", int(port))
    with open(log, "w") as out:
        for method, target, body in [
                ("GET", "/small.txt", None), ("GET", "/large.txt", None), ("GET", "/none", None), ("HEAD", "/data.json", None),
                ("POST", "/echo", b"B" * 30_000), ("GET", "/zipped.json", None), ("GET", "/done", None)]:
            answer = session.request(method, f"https://localhost:{port}{target}", data=body, verify="authority.pem")
            assert answer.http_version == 30, answer.http_version
            digest = hashlib.sha256(answer.content).hexdigest()
            out.write(f"{method} {target} {answer.status_code} {digest}\n")
