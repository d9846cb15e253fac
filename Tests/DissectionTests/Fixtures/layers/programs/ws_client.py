import asyncio, sys, websockets
async def main():
    async with websockets.connect("ws://127.0.0.1:8080/chat", compression="deflate" if sys.argv[1] == "deflate" else None, max_size=None) as connection:
        async def talk(message):
            await connection.send(message)
            answer = await connection.recv()
            print(type(answer), len(answer))
        await talk("hello")
        await talk('{"a": [1, 2, {"b": true}]}')
        await talk(b"\x00\x01\x02\xff" * 40)
        await talk("wörter " * 4000)
        await talk("hello hello hello hello")
        async def pieces():
            for piece in ["one ", "two ", "three"]:
                yield piece
        await talk(pieces())
        async def binary():
            for piece in [b"\x01" * 300, b"\x02" * 300]:
                yield piece
        await talk(binary())
        await (await connection.ping(b"abcd"))
        await connection.close(4000, "over and out")
asyncio.run(main())
