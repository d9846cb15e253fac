// Asks a search service, and gives up after a time limit.
const address = (query) => "http://search.example/search.json?rpp=100&q=" + encodeURIComponent(query);

async function results(query, options) {
  const response = await fetch(address(query), options);
  return (await response.json()).results;
}

/** Has a bug: after the time limit nobody waits any more, but the request goes on. */
export function forgetfulSearch(query, milliseconds) {
  const limit = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the search takes too long")), milliseconds).unref();
  });
  return Promise.race([results(query), limit]);
}

/** Ends the request after the time limit. */
export async function search(query, milliseconds) {
  try {
    return await results(query, { signal: AbortSignal.timeout(milliseconds) });
  } catch (error) {
    throw error.name === "TimeoutError" ? new Error("the search takes too long") : error;
  }
}
