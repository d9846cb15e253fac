import grpc, sys
channel = grpc.insecure_channel(sys.argv[1])
with channel:
    print(channel.unary_unary("/test.Test/Unary")(b"\x0a\x03abc", timeout=5))
    print(len(list(channel.unary_stream("/test.Test/Stream")(b"\x0a\x03abc", timeout=5))))
    print(len(list(channel.stream_stream("/test.Test/Both")(iter([b"\x08\x01", b"", b"\x0a\x01x"]), timeout=5))))
    print(channel.stream_unary("/test.Test/Collect")(iter([b"\x08\x01"] * 5), timeout=5))
    try:
        channel.unary_unary("/test.Test/Fails")(b"", timeout=5)
    except grpc.RpcError as error:
        print(error.code())
    text = b"\x0a\xa0\x9c\x01" + b"z" * 20000
    print(len(channel.unary_unary("/test.Test/Unary")(text, timeout=5, compression=grpc.Compression.Gzip)))
    print(len(channel.unary_unary("/test.Test/Unary")(text, timeout=5, compression=grpc.Compression.Deflate)))
    print(len(channel.unary_unary("/test.Test/Unary")(text, timeout=5)))
