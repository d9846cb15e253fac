// Serves HTTP/2 and HTTP/1.1 in TLS, and WebSockets in both. It writes to log what it was asked and what it answered:
//   METHOD PATH STATUS SHA-256 of the body of the response, before its coding
//   client|server KIND SHA-256 of the message of a WebSocket
// Usage: node server.mjs PORT KEYS LOG
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { brotliCompressSync, constants, deflateRawSync, gzipSync, inflateRawSync } from "node:zlib";

const [port, keys, log] = process.argv.slice(2);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
const note = (...words) => appendFileSync(log, words.join(" ") + "\n");
const large = readFileSync("files/large.txt");
const page = readFileSync("page.html");
const icon = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const files = {
  "/": ["text/html; charset=utf-8", page],
  "/style.css": ["text/css", "body { color: teal }\n"],
  "/data.json": ["application/json", JSON.stringify({ list: [1, 2.5, { deep: true }], name: "Zürich" })],
  "/large.txt": ["text/plain", large],
  "/image.png": ["image/png", icon],
};

function coded(body, accepted) {
  if (/\bbr\b/.test(accepted ?? "")) return ["br", brotliCompressSync(body)];
  return /\bgzip\b/.test(accepted ?? "") ? ["gzip", gzipSync(body)] : [undefined, Buffer.from(body)];
}

function answer(request, response, sent) {
  const path = request.url;
  const end = (status, type, body) => {
    const [coding, bytes] = body.length > 20 ? coded(body, request.headers["accept-encoding"]) : [undefined, body];
    const fields = { "content-type": type, "x-peer": "node" };
    if (coding) fields["content-encoding"] = coding;
    response.writeHead(status, fields);
    response.end(request.method === "HEAD" ? undefined : bytes);
    note(request.method, path, status, digest(request.method === "HEAD" ? "" : body));
  };
  if (path === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const text = "retry: 250\nid: 1\ndata: first\n\n: note\nevent: tick\nid: 2\ndata: two\ndata: lines\n\nid: 3\ndata: last\n\n";
    let place = 0;
    const more = () => {
      if (place >= text.length) return response.end(() => note(request.method, path, 200, digest(text)));
      response.write(text.slice(place, place += 30));
      setTimeout(more, 10);
    };
    return more();
  }
  if (path === "/slow") {
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("the beginning");
    note(request.method, path, 200, "cancelled");
    return;
  }
  if (path === "/echo") return end(200, request.headers["content-type"] ?? "text/plain", sent);
  const file = files[path];
  return file ? end(200, ...file) : end(404, "text/plain", "none\n");
}

// RFC 6455, and RFC 7692: the client keeps its context, the server does not.
class Socket {
  constructor(stream, isDeflated) {
    Object.assign(this, { stream, isDeflated, bytes: Buffer.alloc(0), deflated: [], inflated: 0 });
    stream.on("data", (piece) => this.receive(piece));
    stream.on("error", () => {});
  }
  receive(piece) {
    this.bytes = Buffer.concat([this.bytes, piece]);
    for (;;) {
      const { bytes } = this;
      if (bytes.length < 6) return;
      const short = bytes[1] & 127;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length < start + 4) return;
      const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
      if (bytes.length < start + 4 + length) return;
      const mask = bytes.subarray(start, start + 4);
      const content = Buffer.from(bytes.subarray(start + 4, start + 4 + length).map((byte, at) => byte ^ mask[at & 3]));
      this.bytes = bytes.subarray(start + 4 + length);
      this.take(bytes[0] & 15, bytes[0] & 64 ? this.inflate(content) : content);
    }
  }
  inflate(content) {
    this.deflated.push(content, Buffer.from([0, 0, 255, 255]));
    const all = inflateRawSync(Buffer.concat(this.deflated), { finishFlush: constants.Z_SYNC_FLUSH });
    const fresh = all.subarray(this.inflated);
    this.inflated = all.length;
    return fresh;
  }
  take(kind, content) {
    const names = { 1: "text", 2: "binary", 8: "close" };
    note("client", names[kind], digest(content));
    note("server", names[kind], digest(content));
    this.send(kind, content);
    if (kind === 8) this.stream.end();
  }
  send(kind, content) {
    const isDeflated = this.isDeflated && kind < 8;
    const body = isDeflated ? deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4) : content;
    const length = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
    this.stream.write(Buffer.concat([Buffer.from([128 | (isDeflated ? 64 : 0) | kind, ...length]), body]));
  }
}
const offered = (headers) => /permessage-deflate/.test(headers["sec-websocket-extensions"] ?? "");
const accepted = { "sec-websocket-extensions": "permessage-deflate; server_no_context_takeover" };

const server = createSecureServer({
  key: readFileSync("leaf.key"), cert: readFileSync("chain.pem"), allowHTTP1: true,
  settings: { enableConnectProtocol: true },
});
server.on("keylog", (line) => appendFileSync(keys, line));
server.on("sessionError", () => {});
server.on("request", (request, response) => {
  const pieces = [];
  request.on("data", (piece) => pieces.push(piece));
  request.on("error", () => {});
  request.on("end", () => answer(request, response, Buffer.concat(pieces)));
});
// RFC 8441.
server.on("connect", (request) => {
  const { stream, headers } = request;
  stream.respond({ ":status": 200, ...(offered(headers) ? accepted : {}) });
  note("CONNECT", headers[":path"], 200, "-");
  new Socket(stream, offered(headers));
});
server.on("upgrade", (request, socket, head) => {
  const key = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
  socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + `Sec-WebSocket-Accept: ${key.digest("base64")}\r\n`
    + (offered(request.headers) ? `Sec-WebSocket-Extensions: ${accepted["sec-websocket-extensions"]}\r\n` : "") + "\r\n");
  note("GET", request.url, 101, "-");
  new Socket(socket, offered(request.headers)).receive(head);
});
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
