// Node's fetch, as its documentation shows it: AbortSignal.timeout for the deadline, an AbortController to cancel.

import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { run, save } from "./contract.mjs"

await run(async (asked, milliseconds, cancelled) => {
  const response = await fetch(asked.url, {
    method: asked.method,
    body: asked.body ? await readFile(asked.body) : undefined,
    signal: AbortSignal.any([cancelled, AbortSignal.timeout(milliseconds)]),
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  await save(asked, Readable.fromWeb(response.body))
})
