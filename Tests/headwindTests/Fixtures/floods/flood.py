"""Sends requests to a far side for as long as it takes them, 24 MiB at most, and reads nothing.

usage: flood.py MODE [half]     half: ends its half of the connection before it waits
"""
import os, socket, ssl, struct, sys, time

mode, half = sys.argv[1], 'half' in sys.argv[2:]
most = 24 << 20
host = os.environ.get('FLOOD_HOST', 'api.test')


def connect(port=80):
    s = socket.create_connection((host, port), 10)
    s.settimeout(1.5)
    return s


def frame(kind, flags, stream, payload=b''):
    return struct.pack('>I', len(payload))[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + payload


def literal(name, value):
    return b'\0' + bytes([len(name)]) + name + bytes([len(value)]) + value


def request(stream, method=b'GET', path=b'/', end=True):
    block = (literal(b':method', method) + literal(b':scheme', b'http') + literal(b':path', path)
             + literal(b':authority', b'api.test'))
    return frame(1, 5 if end else 4, stream, block)


# SETTINGS_INITIAL_WINDOW_SIZE and the connection's window at their most (RFC 9113 section 6.9.1).
preface = (b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + frame(4, 0, 0, struct.pack('>HI', 4, 0x7fffffff))
           + frame(8, 0, 0, struct.pack('>I', 0x7fffffff - 65535)))


def endlessly(first, piece):
    """Yields what begins a connection, and then pieces: bytes, or what a function makes for each number."""
    yield first
    number = 0
    while True:
        yield b''.join(piece(number + n) for n in range(200)) if callable(piece) else piece
        number += 200


def mask(opcode, payload=b''):
    return bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def query(number):
    name = b'\3api\4test\0'
    message = struct.pack('>6H', number & 0xffff, 0x100, 1, 0, 0, 0) + name + b'\0\1\0\1'
    return struct.pack('>H', len(message)) + message


get = b'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
modes = {
    'pipe': (80, b'', get * 1000),
    'large': (80, b'', b'GET /search.json?q=a&rpp=100 HTTP/1.1\r\nHost: a\r\n\r\n' * 300),
    'tls': (443, b'', get * 1000),
    'chunked': (80, b'POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', b'10000\r\n' + b'a' * 65536 + b'\r\n'),
    'websocket': (80, b'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
                  b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n', mask(9, b'x' * 100) * 300),
    'h2-get': (80, preface, lambda n: request(2 * n + 1)),
    'h2-head': (80, preface, lambda n: request(2 * n + 1, b'HEAD')),
    'h2-open': (80, preface, lambda n: request(2 * n + 1, b'POST', end=False)),
    'h2-data': (80, preface + request(1, b'POST', b'/upload', end=False), frame(0, 0, 1, b'a' * 16000) * 4),
    'h2-ping': (80, preface, frame(6, 0, 0, b'12345678') * 1000),
    'h2-settings': (80, preface, frame(4, 0, 0, struct.pack('>HI', 4, 100000)) * 1000),
    'h2-reset': (80, preface, lambda n: request(2 * n + 1) + frame(3, 0, 2 * n + 1, struct.pack('>I', 8))),
    'dns': (53, b'', lambda n: query(n)),
}


def datagrams():
    """First datagrams of QUIC, each of a connection of its own (RFC 9000 section 14.1), which nobody can decrypt."""
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for number in range(most // 1200):
        header = b'\xc3\0\0\0\1\x08' + os.urandom(8) + b'\x08' + os.urandom(8) + b'\0'
        rest = 1200 - len(header) - 2
        try:
            s.sendto(header + struct.pack('>H', 0x4000 | rest) + os.urandom(rest), (host, 443))
        except OSError:
            pass
        if number % 50 == 0:
            time.sleep(0.002)


if mode == 'quic':
    datagrams()
    print(mode, 'sent')
    sys.exit()

if mode == 'dns':
    host = [line.split()[1] for line in open('/etc/resolv.conf') if line.startswith('nameserver')][0]
port, first, piece = modes[mode]
s, sent = connect(port), 0
if port == 443:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    s = context.wrap_socket(s, server_hostname=host)
try:
    for bytes_ in endlessly(first, piece):
        # What is not taken for a second and a half is not taken.
        s.sendall(bytes_)
        sent += len(bytes_)
        if sent >= most:
            break
except OSError as error:
    print(repr(error))
print(mode, 'sent', sent >> 10, 'KiB')
if half and port != 443:
    try:
        s.shutdown(socket.SHUT_WR)
    except OSError:
        pass
    # A second is enough for a server that answers all that it holds.
    time.sleep(1)
