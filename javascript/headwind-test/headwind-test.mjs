// Tests on a bad network, with Headwind: docs/control.md is the protocol, docs/testing.md the introduction.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";

const HOW_TO_RUN = "run the tests like this: headwind run -- node --test";
// How long other tests may hold the link, in seconds.
const TURN = 3600;

/** Why a test could not use its link, and what to do about it. */
export class LinkError extends Error {
  name = "LinkError";
}

/** Whether the tests run on a link. */
export const isOnLink = Boolean(process.env.HEADWIND_CONTROL);

/** One connection to the control socket, through `headwind control`: Node cannot connect to an abstract socket. */
class Control {
  #process;
  #lines;
  #trouble = "";
  #turn = Promise.resolve();

  constructor() {
    if (!process.env.HEADWIND_CONTROL) throw new LinkError(missing());
    const command = process.env.HEADWIND_COMMAND || "headwind";
    this.#process = spawn(command, ["control"], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.on("error", (error) => {
      this.#trouble = `cannot start ${command}: ${error.message}; install headwind, or set HEADWIND_COMMAND to its path`;
    });
    this.#process.stderr.on("data", (text) => (this.#trouble += text));
    // A write to a process that has ended fails; its answer, which is missing, is what is reported.
    this.#process.stdin.on("error", () => {});
    this.#lines = readline.createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.ended = new Promise((resolve) => this.#process.on("close", resolve));
  }

  /** Sends a request; returns the names and values of the answer. Requests take turns. */
  ask(request) {
    const answer = this.#turn.then(() => this.#exchange(String(request).replace(/[\r\n]+/g, " ")));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #exchange(request) {
    this.#process.stdin.write(request + "\n");
    const values = [];
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done) {
        await this.ended;
        throw new LinkError(this.#trouble.trim() || `the link was taken down; ${HOW_TO_RUN}`);
      }
      if (line === "ok") return values;
      const place = line.indexOf(": ");
      const [name, value] = place < 0 ? [line, ""] : [line.slice(0, place), line.slice(place + 2)];
      if (name === "error") throw new LinkError(`the link refuses "${request}": ${value}`);
      values.push([name, value]);
    }
  }

  async close() {
    this.#process.stdin.end();
    await this.ended;
  }
}

/** The link of a test. All times are seconds; those of connections and exchanges count from the test's begin. */
export class Link {
  #control;
  #mark;
  #start;

  /** Waits until no other test has the link, and takes it. Close it at the end. */
  static async open(name = "") {
    const link = new Link();
    link.#control = new Control();
    try {
      await link.#control.ask(`hold within ${time(TURN)}`);
      const start = Object.fromEntries(await link.#control.ask(`mark ${name}`));
      link.#mark = start.mark;
      link.#start = Number(start.time);
    } catch (error) {
      await link.#control.close();
      throw error;
    }
    return link;
  }

  async switch(profile, { queued } = {}) {
    await this.#control.ask(`switch ${profile}${queued ? ` queued ${queued}` : ""}`);
  }

  // Not named `then`, because `await` would take a link with such a method for a promise.
  async follow(profile, { when, after, duration } = {}) {
    if ((when === undefined) === (after === undefined)) throw new LinkError("give either when or after");
    const moment = when === undefined ? `after ${time(after)}` : `when ${when}`;
    await this.#control.ask(`then ${profile} ${moment}` + (duration === undefined ? "" : ` for ${time(duration)}`));
  }

  async cut() { await this.#control.ask("cut"); }
  async heal() { await this.#control.ask("heal"); }
  async rebind() { await this.#control.ask("rebind"); }
  async takeDown() { await this.#control.ask("link-down"); }
  async takeUp() { await this.#control.ask("link-up"); }
  async reset() { await this.#control.ask("reset"); }
  async mark(text) { await this.#control.ask(`mark ${text}`); }

  async status() { return Object.fromEntries(await this.#control.ask("status")); }
  async profile() { return (await this.status()).profile; }
  async isCut() { return (await this.status()).state === "cut"; }

  connections() { return this.#objects("connections", "connection"); }
  exchanges() { return this.#objects("exchanges", "exchange"); }

  async traffic() {
    const values = Object.fromEntries(await this.#observe("traffic"));
    return {
      sentPackets: Number(values["sent-packets"]), sentBytes: Number(values["sent-bytes"]),
      receivedPackets: Number(values["received-packets"]), receivedBytes: Number(values["received-bytes"]),
    };
  }

  async timeline() {
    return (await this.#observe("timeline")).filter(([name]) => name === "event").map(([, text]) => text);
  }

  async sees(event, { within = 10 } = {}) {
    // A connection of its own, so that the test can use the link meanwhile.
    const control = new Control();
    try {
      const answer = await control.ask(`wait ${event} since ${this.#mark} within ${time(within)}`);
      return Object.fromEntries(answer).met === "true";
    } finally {
      await control.close();
    }
  }

  allClosed({ within = 0 } = {}) { return this.sees("closed", { within }); }

  async capture(file) { await this.#observe(`capture ${path.resolve(file)}`); }

  /** Puts the conditions of an earlier status in force again. */
  async restore(status) {
    await this.reset();
    if ((await this.profile()) !== status.profile) await this.switch(status.profile);
    if (status.state === "cut") await this.cut();
  }

  /** Lets others have the link. */
  close() { return this.#control.close(); }

  #observe(question) { return this.#control.ask(`${question} since ${this.#mark}`); }

  async #objects(question, name) {
    const lines = (await this.#observe(question)).filter(([key]) => key === name);
    return lines.map(([, text]) => Object.fromEntries(
      Object.entries(JSON.parse(text)).map(([key, value]) => {
        const member = key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
        return [member, TIMES.has(key) && value !== null ? Number(value) - this.#start : value];
      })));
  }
}

// The members of connections and exchanges that are times.
const TIMES = new Set(["opened", "connected", "first_sent", "last_sent", "first_received", "last", "client_ended",
  "server_ended", "began", "request_sent", "response_started", "ended"]);

/** Makes a function for `test` of node:test, Vitest or Jest, whose body has the link for itself. */
export function onLink(...words) {
  const body = words.pop();
  if (typeof body !== "function" || words.length > 1) {
    throw new TypeError('write onLink("Slow Net", async (link) => { ... }) or onLink(async (link) => { ... })');
  }
  // No named parameter: Jest and node:test would take one more for a callback.
  return async (...context) => {
    if (!isOnLink) {
      const skip = context[0]?.skip;
      if (process.env.HEADWIND_LINK_MISSING === "skip" && typeof skip === "function") return skip.call(context[0], missing());
      throw new LinkError(missing());
    }
    const name = nameOfTest(context[0]);
    const link = await Link.open(name);
    try {
      const before = await link.status();
      try {
        if (words.length) await link.switch(words[0]);
        await body(link, ...context);
      } catch (error) {
        throw await keep(link, name, error);
      } finally {
        await link.restore(before);
      }
    } finally {
      await link.close();
    }
  };
}

/** What the runner calls the test: node:test, Vitest, Jest. */
function nameOfTest(context) {
  return context?.fullName ?? context?.name ?? context?.task?.name ?? globalThis.expect?.getState?.().currentTestName ?? "test";
}

/** Keeps the packets and the timeline of a test that failed, and says in its error where they are. */
async function keep(link, name, error) {
  let words;
  try {
    const folder = path.resolve(process.env.HEADWIND_CAPTURES || "headwind-captures");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, name.replace(/[^\w.,=-]+/g, "-").slice(0, 150));
    const timeline = (await link.timeline()).join("\n");
    await writeFile(file + ".txt", timeline + "\n");
    await link.capture(file + ".pcapng");
    words = `packets: ${file}.pcapng\ntimeline: ${file}.txt\n${timeline}`;
  } catch (trouble) {
    words = `the packets of the test cannot be kept: ${trouble.message}`;
  }
  if (!(error instanceof Error)) return new Error(`${error}\n${words}`);
  error.message += `\n${words}`;
  // The stack begins with the message as it was.
  error.stack = `${error.stack}\n${words}`;
  return error;
}

function missing() {
  return `this test needs a link, and HEADWIND_CONTROL is not set; ${HOW_TO_RUN}`;
}

/** As the control protocol reads times. */
function time(seconds) {
  return `${Math.max(0, Math.round(seconds * 1_000_000))} us`;
}
