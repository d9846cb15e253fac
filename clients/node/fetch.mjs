// fetch of Node and of Deno, as its documentation shows it: AbortSignal.timeout for the deadline, an AbortController to cancel.

import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { checkType, headers, run, save, usual } from "./contract.mjs"

await run(async (asked, milliseconds, cancelled) => {
  // fetch refuses a URL with a user and a password.
  const url = new URL(asked.url)
  const authorization = url.username ? { Authorization: "Basic " + btoa(`${url.username}:${url.password}`) } : {}
  url.username = url.password = ""
  const response = await fetch(url, {
    method: asked.method, headers: { ...headers(asked), ...authorization },
    body: asked.body ? await readFile(asked.body) : undefined,
    signal: AbortSignal.any([cancelled, AbortSignal.timeout(milliseconds)]),
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  checkType(asked, response.headers.get("content-type"))
  await save(asked, Readable.fromWeb(response.body))
// Deno's also speaks HTTP/2, and asks the proxy that the environment names.
}, globalThis.Deno ? [...usual, "h2", "proxy"] : usual)
