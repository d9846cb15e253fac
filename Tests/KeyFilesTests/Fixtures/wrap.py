"""Encrypts the safe of a PKCS #12 file as a whole (RFC 7292, RFC 8018), which the command of OpenSSL does for certificates only.

Usage: wrap.py aes|3des|rc2 FILE PASSWORD    writes the new file, without MacData, on standard output
"""

import hashlib
import subprocess
import sys

SALT = bytes(range(8))
ROUNDS = 2000


def der(tag, *parts):
    body = b"".join(parts)
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body


def oid(text):
    first, second, *rest = map(int, text.split("."))
    body = bytes([first * 40 + second])
    for number in rest:
        digits = [number & 127]
        while number := number >> 7:
            digits.append(number & 127 | 128)
        body += bytes(reversed(digits))
    return der(6, body)


def number(value):
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def elements(body):
    """The elements in the contents of another one: tag, contents."""
    place = 0
    while place < len(body):
        size, start = body[place + 1], place + 2
        if size & 0x80:
            start += size & 0x7F
            size = int.from_bytes(body[place + 2 : start], "big")
        yield body[place], body[start : start + size]
        place = start + size


def derive(purpose, password, count):
    """The key derivation of PKCS #12 (RFC 7292 appendix B.2) with SHA-1."""
    block = 64
    text = (password + "\0").encode("utf-16-be")
    fill = lambda value: (value * block)[: block * -(-len(value) // block)]
    state, made = fill(SALT) + fill(text), b""
    while len(made) < count:
        digest = bytes([purpose]) * block + state
        for _ in range(ROUNDS):
            digest = hashlib.sha1(digest).digest()
        made += digest
        add = int.from_bytes(fill(digest)[:block], "big") + 1
        state = b"".join(
            ((int.from_bytes(state[at : at + block], "big") + add) % (1 << 8 * block)).to_bytes(block, "big")
            for at in range(0, len(state), block)
        )
    return made[:count]


def encrypt(cipher, key, vector, plain):
    command = ["openssl", "enc", "-" + cipher, "-provider", "default", "-provider", "legacy", "-K", key.hex(), "-iv", vector.hex()]
    return subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout


def main(kind, path, password):
    with open(path, "rb") as file:
        (_, file_body), = elements(file.read())
    _, (_, info), *_ = elements(file_body)
    _, (_, explicit) = elements(info)
    (_, safes), = elements(explicit)
    (_, first), = elements(next(elements(safes))[1])
    _, (_, explicit) = elements(first)
    (_, safe), = elements(explicit)
    if kind == "aes":
        key = hashlib.pbkdf2_hmac("sha256", password.encode(), SALT, ROUNDS, 32)
        vector = bytes(range(16))
        prf = der(0x30, oid("1.2.840.113549.2.9"), der(5))
        kdf = der(0x30, oid("1.2.840.113549.1.5.12"), der(0x30, der(4, SALT), number(ROUNDS), prf))
        scheme = der(0x30, oid("2.16.840.1.101.3.4.1.42"), der(4, vector))
        algorithm = der(0x30, oid("1.2.840.113549.1.5.13"), der(0x30, kdf, scheme))
        sealed = encrypt("aes-256-cbc", key, vector, safe)
    else:
        size, name, last = (24, "des-ede3-cbc", 3) if kind == "3des" else (5, "rc2-40-cbc", 6)
        algorithm = der(0x30, oid("1.2.840.113549.1.12.1.%d" % last), der(0x30, der(4, SALT), number(ROUNDS)))
        sealed = encrypt(name, derive(1, password, size), derive(2, password, 8), safe)
    data = oid("1.2.840.113549.1.7.1")
    content = der(0x30, number(0), der(0x30, data, algorithm, der(0x80, sealed)))
    whole = der(0x30, der(0x30, oid("1.2.840.113549.1.7.6"), der(0xA0, content)))
    sys.stdout.buffer.write(der(0x30, number(3), der(0x30, data, der(0xA0, der(4, whole)))))


main(*sys.argv[1:])
