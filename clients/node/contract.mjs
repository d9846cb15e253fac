// Headwind's contract (docs/scenarios.md), which the Node clients here share: what to do comes in variables, how it went is
// the exit status, and a line on standard input cancels.

import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"

// The families that all of these clients know.
export const usual =
  "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report coding cache".split(" ")

// Calls perform(request, milliseconds, signal) for each request, in order, or side by side where they are asked together.
export async function run(perform, families = usual) {
  if (!families.includes((process.env.HEADWIND_SCENARIO ?? "").split(".")[0])) process.exit(127)
  const milliseconds = Number(process.env.HEADWIND_DEADLINE) * 1000
  const cancel = new AbortController()
  const input = createInterface({ input: process.stdin })
  const ended = new Promise((resolve) => input.on("close", resolve))
  input.on("line", (line) => line === "cancel" && cancel.abort())
  console.log("cancel: stdin")

  let failed = false
  const tell = async (request) => {
    try {
      await perform(request, milliseconds, cancel.signal)
    } catch (error) {
      failed = true
      console.error(`${request.method} ${request.url}: ${words(error)}`)
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
  // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
  if (cancel.signal.aborted) {
    console.log("cancelled")
    await ended
  }
  process.exit(failed || cancel.signal.aborted ? 1 : 0)
}

function words(error) {
  const cause = error.cause ? ` (${error.cause.code ?? ""} ${error.cause.message})` : ""
  return `${error.name}: ${error.message}${cause}`
}

// The header fields to send.
export const headers = (request) => (request.accept ? { Accept: request.accept } : {})

// Throws if a response is in another media type than the caller can use, as response.json() would.
export function checkType(request, got) {
  if (request.accept && got && got.split(";")[0].trim().toLowerCase() !== request.accept) {
    throw new Error(`the response is ${got}, not ${request.accept}`)
  }
}

// Writes a stream to the request's output, which is there only once it is whole; says each second how far it is.
export async function save(request, stream) {
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
