import assert from "node:assert/strict";
import test from "node:test";
import { onLink } from "headwind-test";
import * as client from "./search.mjs";

const search = process.env.SEARCH_BUG ? client.forgetfulSearch : client.search;

test("finds what is asked for", onLink("Wi-Fi", async (link) => {
  assert.equal((await search("apple", 20_000)).length, 100);
  assert.deepEqual((await link.exchanges()).map((each) => each.outcome), ["complete"]);
}));

test("a search that takes too long is ended", onLink("Slow Net", async (link) => {
  await assert.rejects(search("apple", 2000), /takes too long/);
  assert(await link.allClosed({ within: 1 }), "the request lives on: " + JSON.stringify(await link.connections()));
}));
