import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { LinkError, isOnLink, onLink } from "../headwind-test.mjs";

const get = (target, limit = 20) =>
  fetch("http://search.example" + target, { headers: { connection: "close" }, signal: AbortSignal.timeout(limit * 1000) });

test("an exchange is seen", onLink("Wi-Fi", async (link) => {
  assert.equal(await link.profile(), "Wi-Fi");
  const response = await get("/status/200");
  await response.text();
  assert(await link.allClosed({ within: 5 }));
  const [exchange, ...others] = await link.exchanges();
  assert.deepEqual(others, []);
  assert.deepEqual([exchange.method, exchange.target, exchange.status, exchange.outcome], ["GET", "/status/200", 200, "complete"]);
  const [connection] = (await link.connections()).filter((each) => each.connected !== null);
  assert.equal(connection.serverPort, 80);
  assert(0 <= connection.opened && connection.opened < connection.connected && connection.connected < connection.firstReceived);
  assert((await link.traffic()).sentPackets > 3);
  assert((await link.timeline()).some((line) => line.includes("GET http://search.example/status/200")));
}));

test("the next test begins anew", onLink(async (link) => {
  assert.equal(await link.profile(), "Clean");
  assert.deepEqual(await link.connections(), []);
}));

test("a profile follows", onLink("Slow Net", async (link) => {
  await link.follow("Black Hole", { when: "response-started" });
  const seen = link.sees("response-started", { within: 20 });
  await assert.rejects(get("/search.json?rpp=100&q=apple", 2).then((response) => response.text()));
  assert(await seen);
  assert.equal(await link.profile(), "Black Hole");
  assert(await link.allClosed({ within: 2 }));
  assert.deepEqual((await link.exchanges()).map((each) => each.outcome), ["abandoned"]);
}));

test("a link is changed", onLink(async (link) => {
  await assert.rejects(link.switch("No Such Net"), (error) => error instanceof LinkError && /no profile or timeline 'No Such Net'/.test(error.message));
  await assert.rejects(link.follow("Edge"), LinkError);
  await link.follow("link-down", { after: 0.05, duration: 0.2 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await link.rebind();
  await link.mark("changed");
  await link.takeDown();
  await link.takeUp();
  await link.cut();
  assert(await link.isCut());
  await link.heal();
  const words = (await link.timeline()).join("\n");
  for (const word of ["link-up", "rebind", "mark: changed"]) assert(words.includes(word), words);
}));

test("a connection that is left open is not closed", onLink("Wi-Fi", async (link) => {
  const socket = net.connect(80, "10.83.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  assert.equal(await link.allClosed({ within: 0.2 }), false);
  socket.destroy();
  assert(await link.allClosed({ within: 5 }));
}));

/** Runs a test of its own in another process. */
function run(body, environment) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "headwind-test."));
  const module = fileURLToPath(new URL("../headwind-test.mjs", import.meta.url));
  const source = `import test from "node:test"; import { onLink } from ${JSON.stringify(module)};
    test("inner", onLink(async (link) => { ${body} }));`;
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const result = spawnSync(process.execPath, ["--test-reporter=tap", "--input-type=module", "-e", source], {
    encoding: "utf8", env: { ...inherited, HEADWIND_CAPTURES: path.join(folder, "kept"), ...environment },
  });
  let kept = [];
  try { kept = readdirSync(path.join(folder, "kept")).sort(); } catch { /* nothing was kept */ }
  rmSync(folder, { recursive: true });
  return { status: result.status, output: result.stdout + result.stderr, kept };
}

test("a failure names its packets", { skip: !isOnLink }, () => {
  const { status, output, kept } = run(`await fetch("http://search.example/status/200"); throw new Error("not as expected");`);
  assert.equal(status, 1, output);
  assert.match(output, /packets: .*inner\.pcapng/);
  assert.deepEqual(kept, ["inner.pcapng", "inner.txt"]);
});

for (const [name, environment, expected, pattern] of [
  ["without a link, a test fails", { HEADWIND_CONTROL: "" }, 1, /headwind run -- node --test/],
  ["or is skipped", { HEADWIND_CONTROL: "", HEADWIND_LINK_MISSING: "skip" }, 0, /# SKIP.*headwind run -- node --test/],
  ["a link that is gone is named", { HEADWIND_CONTROL: "@headwind.nobody.here" }, 1, /nobody answers at the control socket @headwind.nobody.here/],
  ["so is a missing command", { HEADWIND_CONTROL: "@x", HEADWIND_COMMAND: "/nowhere/headwind" }, 1, /cannot start \/nowhere\/headwind.*install headwind/],
]) {
  test(name, () => {
    const { status, output } = run("", environment);
    assert.equal(status, expected, output);
    assert.match(output, pattern);
  });
}
