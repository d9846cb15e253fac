// Node's EventSource, which comes back by itself, as its documentation shows it. The deadline is a timer that closes it.

import { openSync, writeSync } from "node:fs"
import { run } from "./contract.mjs"

await run((asked, milliseconds) => new Promise((resolve, reject) => {
  const output = openSync(asked.output, "w")
  const source = new EventSource(asked.url)
  const stop = (error) => {
    clearTimeout(timer)
    source.close()
    error ? reject(error) : resolve()
  }
  const timer = setTimeout(() => stop(new Error("the deadline is over")), milliseconds)
  const write = ({ data }) => writeSync(output, `${data}\n`)
  source.onmessage = write
  for (const type of ["price"]) source.addEventListener(type, write)
  source.addEventListener("end", (event) => {
    write(event)
    stop()
  })
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) stop(new Error("the event source failed"))
  }
}), ["sse"])
