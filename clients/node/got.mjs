// got, as its documentation shows it: options.timeout for the whole request, promise.cancel(), the whole body as a buffer. It retries a
// GET twice by itself.

import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { Readable } from "node:stream"
import { checkType, headers, run, save, usual } from "./contract.mjs"

// Debian's package is in a folder that only require looks into, with NODE_PATH.
const got = createRequire(import.meta.url)("got")

await run(async (asked, milliseconds, signal) => {
  let told = Date.now()
  const request = got(asked.url, {
    method: asked.method, headers: headers(asked), body: asked.body ? await readFile(asked.body) : undefined,
    timeout: milliseconds, responseType: "buffer",
  })
  signal.addEventListener("abort", () => request.cancel())
  request.on("downloadProgress", ({ transferred }) => {
    if (Date.now() - told < 1000) return
    told = Date.now()
    console.error(`${transferred} bytes`)
  })
  const response = await request
  checkType(asked, response.headers["content-type"])
  await save(asked, Readable.from([response.body]))
}, usual)
