"""A client that undoes gzip, brotli and zstd piece by piece, with the C libraries of the system. Everything else is in client.py."""

import client
import ctypes
import zlib
from client import Failure, mutated

client.ACCEPTED_CODINGS[:] = ["gzip", "br", "zstd"]
PIECE = 1 << 20
# A body that grows by more than this, to more than that, was made to fill memories and disks.
MOST_GROWTH, LARGEST = 200, 32 << 20
# Where the bug that keeps all of it ends, so that the machine survives it.
SWALLOWED = 400 << 20


class Gzip:
    """The members of a gzip stream (RFC 1952 section 2.2)."""

    def __init__(self):
        self.member, self.has_ended = zlib.decompressobj(wbits=31), False

    def pieces(self, data):
        while data:
            if self.member.eof:
                # The bug: what follows the first member is overlooked.
                if mutated("first-member-only"):
                    return
                self.member = zlib.decompressobj(wbits=31)
            try:
                piece = self.member.decompress(data, PIECE)
            except zlib.error as error:
                raise Failure(f"the gzip stream is damaged: {error}")
            data = self.member.unconsumed_tail or self.member.unused_data
            self.has_ended = self.member.eof
            if piece:
                yield piece


class Brotli:
    def __init__(self):
        self.library = ctypes.CDLL("libbrotlidec.so.1")
        self.library.BrotliDecoderCreateInstance.restype = ctypes.c_void_p
        self.state = ctypes.c_void_p(self.library.BrotliDecoderCreateInstance(None, None, None))
        self.output, self.has_ended = ctypes.create_string_buffer(PIECE), False

    def pieces(self, data):
        held = ctypes.create_string_buffer(data, len(data))
        next_in, left_in = ctypes.c_void_p(ctypes.addressof(held)), ctypes.c_size_t(len(data))
        while True:
            next_out, left_out = ctypes.c_void_p(ctypes.addressof(self.output)), ctypes.c_size_t(PIECE)
            result = self.library.BrotliDecoderDecompressStream(
                self.state, ctypes.byref(left_in), ctypes.byref(next_in), ctypes.byref(left_out), ctypes.byref(next_out), None)
            if left_out.value < PIECE:
                yield self.output.raw[:PIECE - left_out.value]
            if result == 0:
                raise Failure("the brotli stream is damaged")
            self.has_ended = result == 1
            # 3: it has more to write.
            if result != 3:
                return


class Buffer(ctypes.Structure):
    """ZSTD_inBuffer and ZSTD_outBuffer."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]


class Zstd:
    def __init__(self):
        self.library = ctypes.CDLL("libzstd.so.1")
        self.library.ZSTD_createDStream.restype = ctypes.c_void_p
        self.library.ZSTD_decompressStream.restype = ctypes.c_size_t
        self.library.ZSTD_isError.argtypes = [ctypes.c_size_t]
        self.state = ctypes.c_void_p(self.library.ZSTD_createDStream())
        self.output, self.has_ended = ctypes.create_string_buffer(PIECE), False

    def pieces(self, data):
        held = ctypes.create_string_buffer(data, len(data))
        source = Buffer(ctypes.addressof(held), len(data), 0)
        while True:
            target = Buffer(ctypes.addressof(self.output), PIECE, 0)
            result = self.library.ZSTD_decompressStream(self.state, ctypes.byref(target), ctypes.byref(source))
            if self.library.ZSTD_isError(result):
                raise Failure("the zstd stream is damaged")
            if target.pos:
                yield self.output.raw[:target.pos]
            self.has_ended = result == 0
            if source.pos == source.size and target.pos < PIECE:
                return


DECODERS = {"gzip": Gzip, "x-gzip": Gzip, "br": Brotli, "zstd": Zstd}


def undo(coding, parts):
    """The parts of a body with one coding undone."""
    if coding not in DECODERS:
        # The bug: what cannot be undone is handed on as it came.
        if mutated("accept-unknown-coding"):
            yield from parts
            return
        raise Failure(f"the body has the unknown coding {coding}")
    decoder = DECODERS[coding]()
    try:
        for part in parts:
            yield from decoder.pieces(part)
    except Failure as error:
        # The bug: what was decoded before the damage is taken for all.
        if "damaged" in str(error) and mutated("accept-corrupt-coding"):
            return
        raise
    # The bug: a stream without its end is taken for a whole one.
    if not decoder.has_ended and not mutated("accept-cut-coding"):
        raise Failure(f"the {coding} stream ends too early")


def guarded(parts, counts):
    """Stops a body that grows beyond all measure."""
    kept, size = [], 0
    for part in parts:
        size += len(part)
        # The bug: the whole body is kept in memory before it is looked at.
        if mutated("swallow-bomb"):
            if size < SWALLOWED:
                kept.append(part)
            continue
        if size > LARGEST and size > MOST_GROWTH * counts[0]:
            raise Failure(f"the body grows from {counts[0]} to more than {size} bytes")
        yield part
    yield from kept


def counted(parts, counts):
    for part in parts:
        counts[0] += len(part)
        yield part


def decoded(parts, fields):
    codings = [coding.strip().lower() for coding in fields.get("content-encoding", "").split(",") if coding.strip()]
    counts = [0]
    parts = counted(parts, counts)
    # The bug: only the coding that was applied last is undone.
    for coding in codings[-1:] if mutated("undo-one-coding") else reversed(codings):
        parts = undo(coding, parts)
    yield from guarded(parts, counts)


client.decoded = decoded
