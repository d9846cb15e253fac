# gRPC-Web over HTTP/1.1, by sonora's WSGI middleware.
from wsgiref.simple_server import make_server
import sonora.wsgi, grpc

same = lambda message: message
def unary(request, context):
    return request + b"\x10\x96\x01"
def stream(request, context):
    for index in range(3):
        yield b"\x08" + bytes([index])
application = sonora.wsgi.grpcWSGI(None)
application.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", {
    "Unary": grpc.unary_unary_rpc_method_handler(unary, same, same),
    "Stream": grpc.unary_stream_rpc_method_handler(stream, same, same)}),))
with make_server("127.0.0.1", 8080, application) as server:
    print("ready", flush=True)
    server.serve_forever()
