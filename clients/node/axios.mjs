// axios, as its documentation shows it: options.timeout, options.signal to cancel, the whole body as an array buffer.

import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { Readable } from "node:stream"
import { checkType, headers, run, save, usual } from "./contract.mjs"

// Debian's package is in a folder that only require looks into, with NODE_PATH.
const axios = createRequire(import.meta.url)("axios")

await run(async (asked, milliseconds, signal) => {
  let told = Date.now()
  const response = await axios.request({
    method: asked.method, url: asked.url, headers: headers(asked), signal,
    data: asked.body ? await readFile(asked.body) : undefined,
    // "If the request takes longer than `timeout`, the request will be aborted."
    timeout: milliseconds,
    responseType: "arraybuffer",
    onDownloadProgress: ({ loaded }) => {
      if (Date.now() - told < 1000) return
      told = Date.now()
      console.error(`${loaded} bytes`)
    },
  })
  checkType(asked, response.headers["content-type"])
  await save(asked, Readable.from([response.data]))
}, [...usual, "proxy"])
