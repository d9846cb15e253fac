// Requests of Node: fetch over HTTP/1.1, then a session of HTTP/2. Writes to LOG what it asked and got.
// Usage: node --tls-keylog=KEYS client.mjs LOG BASE, with NODE_EXTRA_CA_CERTS in the environment.
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { connect } from "node:http2";

const [log, base] = process.argv.slice(2);
const note = (method, path, status, body) =>
  appendFileSync(log, `${method} ${path} ${status} ${createHash("sha256").update(body).digest("hex")}\n`);

for (const [method, path] of [["GET", "/small.txt"], ["GET", "/large.txt"], ["HEAD", "/large.txt"], ["GET", "/none"]]) {
  const response = await fetch(base + path, { method });
  note(method, path, response.status, Buffer.from(await response.arrayBuffer()));
}

const session = connect(base, { ca: readFileSync("authority.pem") });
const ask = (method, path, body) => new Promise((done, fail) => {
  const stream = session.request({ ":method": method, ":path": path, "x-peer": "node" });
  let status;
  const pieces = [];
  stream.on("response", (headers) => { status = headers[":status"]; });
  stream.on("data", (piece) => pieces.push(piece));
  stream.on("error", fail);
  stream.on("end", () => {
    note(method, path, status, Buffer.concat(pieces));
    done();
  });
  stream.end(body);
});
await Promise.all(["/small.txt", "/large.txt", "/none", "/large.txt?again"].map((path) => ask("GET", path)));
await ask("POST", "/echo", "0123456789".repeat(3000));
session.close();
