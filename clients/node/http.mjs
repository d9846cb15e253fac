// Node's http and https modules, as their documentation shows them: options.timeout with a listener for 'timeout' that
// destroys the request, options.signal to cancel. Redirects are the caller's business, and this caller takes them for errors.

import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import http from "node:http"
import https from "node:https"
import { pipeline } from "node:stream/promises"
import { checkType, headers, run, save } from "./contract.mjs"

await run(async (asked, milliseconds, signal) => {
  const length = asked.body ? { "Content-Length": (await stat(asked.body)).size } : {}
  const request = (asked.url.startsWith("https:") ? https : http).request(asked.url, {
    method: asked.method, headers: { ...headers(asked), ...length }, signal,
    // Of the socket's inactivity, and not of the whole request.
    timeout: milliseconds,
  })
  request.on("timeout", () => request.destroy(new Error(`no activity for ${milliseconds} ms`)))
  const answered = new Promise((resolve, reject) => request.on("response", resolve).on("error", reject))
  // A response that comes while the body is being sent counts more than how the sending ends.
  if (asked.body) pipeline(createReadStream(asked.body), request).catch(() => {})
  else request.end()
  const response = await answered
  if (response.statusCode < 200 || response.statusCode > 299) {
    request.destroy()
    throw new Error(`HTTP status ${response.statusCode}`)
  }
  try {
    checkType(asked, response.headers["content-type"])
  } catch (error) {
    request.destroy()
    throw error
  }
  await save(asked, response)
})
