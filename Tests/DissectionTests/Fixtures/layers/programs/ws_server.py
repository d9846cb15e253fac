import asyncio, sys, websockets
async def echo(connection):
    async for message in connection:
        await connection.send(message)
async def main():
    async with websockets.serve(echo, "127.0.0.1", 8080, compression="deflate" if sys.argv[1] == "deflate" else None, max_size=None):
        print("ready", flush=True)
        await asyncio.get_running_loop().create_future()
asyncio.run(main())
