#!/usr/bin/env python3
"""Records the captures that the tests of TLS read: real clients and servers, on loopback.

Usage, as root, in a network namespace of its own:
    unshare -n sh -c 'ip link set lo up; Tests/TLSTests/Fixtures/record.py'

Writes sessions.pcap.gz (every connection), sessions.keys (their key log) and sessions.json (length and digest of
what each side sent), and rsa.key (the private key of the servers with RSA, made for this).
Needs openssl 3, gnutls-bin, curl, python3 and tcpdump.
"""
import gzip
import hashlib
import json
import os
import random
import select
import ssl
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = tempfile.mkdtemp()
KEYS = os.path.join(WORK, "keys")
ENVIRONMENT = dict(os.environ, OPENSSL_CONF="/dev/null", SSLKEYLOGFILE=KEYS)
dice = random.Random(8446)
sessions = []
port = 4400


def text(lines, width=60):
    """Lines that are no commands of s_client: they begin with a digit."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "".join(
        f"{number} " + "".join(dice.choice(letters) for _ in range(width)) + "\n" for number in range(lines)
    ).encode()


def run(*words, **options):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


class Program:
    """A program with pipes, whose output is collected."""

    def __init__(self, words):
        self.words = words
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT, bufsize=0)
        self.output = b""

    def send(self, content):
        self.process.stdin.write(content)

    def wait_for(self, wanted, limit=10, count=1):
        end = time.monotonic() + limit
        while self.output.count(wanted) < count:
            left = end - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            piece = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not piece:
                sys.exit(f"{self.words} did not say {wanted!r}, but {self.output[-2000:]!r}")
            self.output += piece

    def stop(self):
        """Ends it, after it had time to answer a close."""
        time.sleep(0.1)
        self.process.terminate()
        self.process.wait()

    def close(self):
        """Ends its input, and waits for its end."""
        self.process.stdin.close()
        end = time.monotonic() + 3
        while time.monotonic() < end and select.select([self.process.stdout], [], [], end - time.monotonic())[0]:
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            self.output += piece
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()


def digest(content):
    return {"length": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def note(name, client, server, **more):
    sessions.append({"name": name, "port": port, "client": digest(client), "server": digest(server), **more})


def identity(kind):
    return ["-cert", f"{WORK}/{kind}.pem", "-key", f"{WORK}/{kind}.key"]


def start_server(server, certificate="rsa"):
    global port
    port += 1
    program = Program(
        ["openssl", "s_server", "-accept", str(port), *identity(certificate), "-keylogfile", KEYS, *server])
    program.wait_for(b"ACCEPT")
    return program


def converse(name, server, client, certificate="rsa", sizes=(3, 5), commands=(), **more):
    """s_client and s_server say something in turn. Each command comes between two things that are said."""
    peer = start_server(server, certificate)
    ours, theirs = talk(peer, client, sizes, commands)
    peer.stop()
    note(name, ours, theirs, **more)


def talk(peer, client, sizes=(3, 5), commands=(), early=None):
    ours, theirs = b"", b""
    words = ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-keylogfile", KEYS, *client]
    if early is not None:
        with open(f"{WORK}/early", "wb") as file:
            file.write(early)
        words += ["-early_data", f"{WORK}/early"]
    program = Program(words)
    program.wait_for(b"Verify return code")
    for step in range(len(commands) + 1):
        question, answer = text(sizes[0]), text(sizes[1])
        program.send(question)
        peer.wait_for(question.splitlines()[-1])
        peer.send(answer)
        program.wait_for(answer.splitlines()[-1])
        ours, theirs = ours + question, theirs + answer
        if step < len(commands):
            who, command = commands[step]
            if who == "client":
                program.send(command)
            else:
                peer.send(command)
            time.sleep(0.3)
    program.close()
    return ours, theirs


def suites():
    for name in ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
                 "TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256"]:
        converse(name, ["-ciphersuites", name], ["-tls1_3", "-ciphersuites", name])
    rsa = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA", "AES128-SHA256", "AES256-SHA256",
           "AES128-CCM", "AES256-CCM8", "NULL-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-SHA384",
           "ECDHE-RSA-CHACHA20-POLY1305", "DHE-RSA-AES256-GCM-SHA384", "DHE-RSA-AES128-SHA"]
    ecdsa = ["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-CCM", "ECDHE-ECDSA-AES256-CCM8",
             "ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"]
    for certificate, names in [("rsa", rsa), ("ecdsa", ecdsa)]:
        for name in names:
            cipher = ["-cipher", name + ":@SECLEVEL=0"]
            converse("TLS 1.2 " + name, cipher, ["-tls1_2", *cipher], certificate)
    for name in ["AES128-SHA", "AES256-SHA256", "ECDHE-RSA-AES256-SHA384"]:
        cipher = ["-cipher", name + ":@SECLEVEL=0"]
        converse(f"TLS 1.2 {name}, MAC then encrypt", cipher, ["-tls1_2", "-no_etm", *cipher])
    for version, option in [("1.0", "-tls1"), ("1.1", "-tls1_1")]:
        cipher = ["-cipher", "DEFAULT@SECLEVEL=0"]
        converse(f"TLS {version} AES", [option, *cipher], [option, *cipher])
        converse(f"TLS {version} AES, MAC then encrypt", [option, *cipher], [option, "-no_etm", *cipher])
    secret = ["-psk", "0123456789abcdef0123456789abcdef", "-cipher", "PSK-AES128-GCM-SHA256:@SECLEVEL=0"]
    converse("TLS 1.2 pre-shared key", secret, ["-tls1_2", *secret])
    # Both have suites that are not supported here.
    cipher = ["-cipher", "ARIA128-GCM-SHA256:@SECLEVEL=0"]
    converse("TLS 1.2 ARIA", cipher, ["-tls1_2", *cipher], unsupported=True)


def features():
    name = ["-servername", "search.example", "-alpn", "h2,http/1.1"]
    converse("1.3 names", ["-alpn", "http/1.1"], ["-tls1_3", *name])
    converse("1.2 names", ["-alpn", "http/1.1"], ["-tls1_2", *name])
    converse("1.3 bulk", [], ["-tls1_3"], sizes=(400, 700))
    converse("1.2 bulk", [], ["-tls1_2"], sizes=(400, 700))
    converse("1.3 padding", ["-record_padding", "512"], ["-tls1_3"])
    converse("1.3 small records", ["-max_send_frag", "512"], ["-tls1_3", "-max_send_frag", "512"], sizes=(40, 60))
    converse("1.2 small records", [], ["-tls1_2", "-maxfraglen", "512"], sizes=(40, 60))
    converse("1.3 retry", ["-groups", "P-384"], ["-tls1_3", "-groups", "X25519:P-384"])
    client = ["-cert", f"{WORK}/ecdsa.pem", "-key", f"{WORK}/ecdsa.key"]
    converse("1.3 client certificate", ["-Verify", "3"], ["-tls1_3", *client])
    converse("1.2 client certificate", ["-Verify", "3"], ["-tls1_2", *client])
    converse("1.3 key updates", [], ["-tls1_3"], commands=[
        ("client", b"k\n"), ("client", b"K\n"), ("server", b"k\n"), ("server", b"K\n")])
    converse("1.2 renegotiation", ["-client_renegotiation"], ["-tls1_2"], commands=[
        ("client", b"R\n"), ("client", b"R\n")], renegotiations=2)
    converse("1.2 renegotiation, block cipher", ["-client_renegotiation"], ["-tls1_2", "-cipher", "AES128-SHA"],
             commands=[("client", b"R\n")], renegotiations=1)


def resumption():
    for version, options in [("-tls1_3", []), ("-tls1_2", []), ("-tls1_2", ["-no_ticket"])]:
        global port
        peer = start_server(options)
        name = f"{version[-3:].replace('_', '.')} " + ("session ID" if options else "ticket")
        first = talk(peer, [version, "-sess_out", f"{WORK}/session"])
        second = talk(peer, [version, "-sess_in", f"{WORK}/session"])
        peer.stop()
        note(name, first[0], first[1], second={"client": digest(second[0]), "server": digest(second[1])},
             resumed=True)
    for accepted in [True, False]:
        early = text(20)
        peer = start_server(["-early_data"])
        first = talk(peer, ["-tls1_3", "-sess_out", f"{WORK}/session"])
        if not accepted:
            # Another process has other ticket keys.
            note("1.3 before early data rejected", *first)
            peer.stop()
            peer = start_server(["-early_data"])
        second = talk(peer, ["-tls1_3", "-sess_in", f"{WORK}/session"], early=early)
        peer.stop()
        if accepted:
            note("1.3 early data", *first, second={"client": digest(early + second[0]), "server": digest(second[1])},
                 early="accepted", resumed=True)
        else:
            note("1.3 early data rejected", *second, early="rejected", rejected=digest(early))


def alerts():
    global port
    peer = start_server(["-tls1_2"])
    subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3"], env=ENVIRONMENT,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peer.stop()
    note("protocol version alert", b"", b"", alert="Protocol Version")
    peer = start_server([])
    subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3", "-verify_return_error",
                    "-keylogfile", KEYS], env=ENVIRONMENT,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peer.stop()
    note("unknown authority alert", b"", b"", alert="Unknown CA")


def python_peers():
    """Python's ssl, with curl and with itself."""
    global port
    for version, option in [("1.3", "--tlsv1.3"), ("1.2", "--tls-max")]:
        port += 1
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{WORK}/ecdsa.pem", f"{WORK}/ecdsa.key")
        context.set_alpn_protocols(["http/1.1"])
        body = text(300)
        answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        seen = []

        def serve():
            import socket
            with socket.create_server(("127.0.0.1", port)) as listener:
                ready.set()
                connection, _ = listener.accept()
                with context.wrap_socket(connection, server_side=True) as secure:
                    request = b""
                    while b"\r\n\r\n" not in request:
                        request += secure.recv(65536)
                    seen.append(request)
                    secure.sendall(answer)
                    try:
                        secure.unwrap()
                    except (ssl.SSLError, OSError):
                        pass

        ready = threading.Event()
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        ready.wait()
        run("curl", "-sk", "-m", "5", *([option, "1.2"] if version == "1.2" else [option]), f"https://127.0.0.1:{port}/", env=ENVIRONMENT)
        thread.join()
        note(f"curl and Python {version}", seen[0], answer)


def gnutls_peers():
    global port
    priorities = ["NORMAL:-VERS-ALL:+VERS-TLS1.3", "NORMAL:-VERS-ALL:+VERS-TLS1.2",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-256-CBC:%NO_ETM",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-256-CCM",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA:%NO_SESSION_HASH",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.3:-CIPHER-ALL:+AES-128-CCM-8",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.0:-CIPHER-ALL:+AES-128-CBC",
                  "NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-SECP521R1"]
    for priority in priorities:
        port += 1
        peer = Program(["gnutls-serv", "--echo", "-p", str(port), "--priority", priority,
                        "--x509certfile", f"{WORK}/rsa.pem", "--x509keyfile", f"{WORK}/rsa.key"])
        peer.wait_for(b"Echo Server listening")
        time.sleep(0.2)
        client = Program(["gnutls-cli", "--insecure", "-p", str(port), "--priority", priority, "127.0.0.1"])
        client.wait_for(b"Simple Client Mode")
        question = text(10)
        client.send(question)
        client.wait_for(question.splitlines()[-1])
        client.close()
        peer.stop()
        note("GnuTLS " + priority, question, question)


def main():
    for kind, options in [("rsa", ["rsa:2048"]), ("ecdsa", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])]:
        run("openssl", "req", "-x509", "-newkey", *options, "-nodes", "-days", "36500", "-subj", "/CN=search.example",
            "-keyout", f"{WORK}/{kind}.key", "-out", f"{WORK}/{kind}.pem")
    capture = subprocess.Popen(["tcpdump", "-i", "lo", "-Z", "root", "--immediate-mode", "-w", f"{WORK}/sessions.pcap",
                                "tcp"], stderr=subprocess.PIPE)
    capture.stderr.readline()
    time.sleep(1)
    suites()
    features()
    resumption()
    alerts()
    python_peers()
    gnutls_peers()
    time.sleep(2)
    capture.terminate()
    capture.wait()
    with open(f"{WORK}/sessions.pcap", "rb") as file, gzip.GzipFile(
            f"{HERE}/sessions.pcap.gz", "wb", compresslevel=9, mtime=0) as packed:
        packed.write(file.read())
    with open(KEYS) as file:
        # Both ends log; each line is needed once.
        lines = [line for line in dict.fromkeys(file) if not line.startswith("#")]
    with open(f"{HERE}/sessions.keys", "w") as file:
        file.writelines(lines)
    with open(f"{HERE}/sessions.json", "w") as file:
        json.dump(sessions, file, indent=1)
    with open(f"{HERE}/rsa.key", "w") as file, open(f"{WORK}/rsa.key") as key:
        file.write(key.read())
    print(len(sessions), "sessions")


main()
