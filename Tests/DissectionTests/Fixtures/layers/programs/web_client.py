import sonora.client
with sonora.client.insecure_web_channel("http://127.0.0.1:8080") as channel:
    same = lambda message: message
    print(channel.unary_unary("/test.Test/Unary", same, same)(b"\x0a\x03abc"))
    print(list(channel.unary_stream("/test.Test/Stream", same, same)(b"\x0a\x03abc")))
