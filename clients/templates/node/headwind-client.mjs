// An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
//
// Replace perform() by your own client, and keep the rest, which is the contract: what to do comes in environment variables, how
// it went is the exit status.

import { createWriteStream } from "node:fs"
import { readFile, rename, rm } from "node:fs/promises"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"

// The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
const families = new Set(
  "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache".split(" "))

// --- your client ---

// Makes one request, and returns the body as a stream. Throws unless it succeeds. Use one agent for all requests, and pass the
// deadline (milliseconds) as the library's own timeout. The signal cancels the call. If `accept` is there, it is the media type to ask
// for, and a response in another one is none: that is how a login page is told from the item.
async function perform({ method, url, accept }, body, deadline, cancelled) {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(deadline)])
  const response = await fetch(url, { method, body, signal, headers: accept ? { Accept: accept } : {} })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  const type = response.headers.get("content-type")?.split(";")[0].trim().toLowerCase()
  if (accept && type && type !== accept) {
    await response.body?.cancel()
    throw new Error(`the response is ${type}, not ${accept}`)
  }
  return Readable.fromWeb(response.body)
}

// --- the contract ---

// Makes one request, whose output is there only once it is whole. Progress is told each second.
async function save(request, deadline, cancelled) {
  const body = request.body ? await readFile(request.body) : undefined
  const stream = await perform(request, body, deadline, cancelled)
  const partial = request.output + ".partial"
  let count = 0
  let told = Date.now()
  const counted = async function* (chunks) {
    for await (const chunk of chunks) {
      count += chunk.length
      if (Date.now() - told >= 1000) {
        told = Date.now()
        console.error(`${count} bytes`)
      }
      yield chunk
    }
  }
  try {
    await pipeline(stream, counted, createWriteStream(partial))
    await rename(partial, request.output)
  } finally {
    await rm(partial, { force: true })
  }
}

// Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
if (!families.has((process.env.HEADWIND_SCENARIO ?? "").split(".")[0])) process.exit(127)
const deadline = Number(process.env.HEADWIND_DEADLINE) * 1000

// Headwind says when to cancel by a line on standard input. A client that cannot cancel leaves this out, and gets SIGINT.
const cancel = new AbortController()
const input = createInterface({ input: process.stdin })
const ended = new Promise((resolve) => input.on("close", resolve))
input.on("line", (line) => line === "cancel" && cancel.abort())
console.log("cancel: stdin")

let failed = false
const tell = async (request) => {
  try {
    await save(request, deadline, cancel.signal)
  } catch (error) {
    failed = true
    const cause = error.cause ? ` (${error.cause.code ?? ""} ${error.cause.message})` : ""
    console.error(`${request.method} ${request.url}: ${error.name}: ${error.message}${cause}`)
  }
}
let running = []
for (const request of JSON.parse(process.env.HEADWIND_REQUESTS)) {
  if (!request.together) {
    await Promise.all(running)
    running = []
    await sleep(request.after * 1000)
  }
  if (cancel.signal.aborted) break
  running.push(tell(request))
}
await Promise.all(running)
// Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
if (cancel.signal.aborted) {
  console.log("cancelled")
  await ended
}
process.exit(failed || cancel.signal.aborted ? 1 : 0)
