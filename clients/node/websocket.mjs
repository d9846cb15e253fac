// WebSocket of Node and of Deno, as its documentation shows it. It has no ping, no timeout, and does not come back, so the deadline is a timer that
// closes it.

import { openSync, writeSync } from "node:fs"
import { run } from "./contract.mjs"

await run((asked, milliseconds) => new Promise((resolve, reject) => {
  const output = openSync(asked.output, "w")
  const socket = new WebSocket(asked.url)
  socket.binaryType = "arraybuffer"
  const timer = setTimeout(() => {
    socket.close()
    reject(new Error("the deadline is over"))
  }, milliseconds)
  socket.onmessage = ({ data }) => {
    writeSync(output, Buffer.concat([Buffer.from(data), Buffer.from("\n")]))
    if (data === "end") socket.close(1000)
  }
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer)
    code === 1000 ? resolve() : reject(new Error(`closed with ${code} ${reason}`))
  }
}), ["ws"])
