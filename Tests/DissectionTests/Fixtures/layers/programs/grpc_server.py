import concurrent.futures, grpc, sys
def unary(request, context):
    return request + b"\x10\x96\x01"
def stream(request, context):
    for index in range(4):
        yield b"\x08" + bytes([index]) + b"\x1d\x00\x00\x80\x3f"
def both(requests, context):
    for request in requests:
        yield b"\x12\x04" + b"echo" + b"\x19" + bytes(8)
def collect(requests, context):
    return b"\x08" + bytes([sum(1 for _ in requests)])
def fails(request, context):
    context.abort(grpc.StatusCode.NOT_FOUND, "no such thing")
handlers = {
    "Unary": grpc.unary_unary_rpc_method_handler(unary), "Stream": grpc.unary_stream_rpc_method_handler(stream),
    "Both": grpc.stream_stream_rpc_method_handler(both), "Collect": grpc.stream_unary_rpc_method_handler(collect),
    "Fails": grpc.unary_unary_rpc_method_handler(fails)}
server = grpc.server(concurrent.futures.ThreadPoolExecutor(4), compression=grpc.Compression.NoCompression)
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", handlers),))
if sys.argv[1] == "tls":
    pair = [(open("key.pem", "rb").read(), open("cert.pem", "rb").read())]
    server.add_secure_port("127.0.0.1:443", grpc.ssl_server_credentials(pair))
else:
    server.add_insecure_port("127.0.0.1:8080")
server.start()
print("ready", flush=True)
server.wait_for_termination()
