# HTTP/2 with frames that other RFCs have added: ALTSVC, ORIGIN and, from the client, PRIORITY_UPDATE.
import socket, struct, sys

def frame(kind, payload, stream=0, flags=0):
    return struct.pack("!I", len(payload))[1:] + bytes([kind, flags]) + struct.pack("!I", stream) + payload
def text(value):
    return struct.pack("!H", len(value)) + value

if sys.argv[1] == "server":
    listener = socket.create_server(("127.0.0.1", 8080))
    print("ready", flush=True)
    while True:
        connection = listener.accept()[0]
        if not connection.recv(4096):
            continue
        connection.sendall(frame(4, b"") + frame(10, text(b"https://a.example") + b'h3=":443"; ma=60'))
        connection.sendall(frame(10, text(b"") + b"clear", 1))
        connection.sendall(frame(12, text(b"https://a.example") + text(b"https://b.example")))
        connection.recv(4096)
        connection.close()
else:
    connection = socket.create_connection(("127.0.0.1", 8080))
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, b"") + frame(16, struct.pack("!I", 1) + b"u=1, i"))
    connection.recv(4096)
    connection.sendall(frame(16, struct.pack("!I", 3) + b""))
    while connection.recv(4096):
        pass
