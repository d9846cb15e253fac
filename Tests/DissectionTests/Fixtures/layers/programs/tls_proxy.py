# Clear bytes on port 8081 become TLS to port 443, with the secrets logged.
import asyncio, ssl, sys
context = ssl.create_default_context(cafile="cert.pem")
context.set_alpn_protocols(["h2"])
context.keylog_filename = sys.argv[1]
async def copy(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
async def serve(reader, writer):
    there = await asyncio.open_connection("127.0.0.1", 443, ssl=context, server_hostname="localhost")
    await asyncio.gather(copy(reader, there[1]), copy(there[0], writer), return_exceptions=True)
async def main():
    await asyncio.start_server(serve, "127.0.0.1", 8081)
    print("ready", flush=True)
    await asyncio.get_running_loop().create_future()
asyncio.run(main())
