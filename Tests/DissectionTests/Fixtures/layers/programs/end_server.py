# Bodies that only the end of the connection ends: /clean with close_notify, /cut without.
import socket, ssl
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
listener = socket.create_server(("127.0.0.1", 443))
print("ready", flush=True)
while True:
    connection = context.wrap_socket(listener.accept()[0], server_side=True)
    request = connection.recv(4096)
    connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    connection.sendall(b"some of the text\n" * 20)
    if b"/clean" in request:
        try:
            connection.unwrap()
        except OSError:
            pass
    connection.shutdown(socket.SHUT_RDWR)
    connection.close()
