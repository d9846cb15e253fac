// What the plots show: answers of the API for one span of the time axis and, if one is chosen, one conversation.
import {call, saved} from './api.js';

const nanoseconds = seconds => Math.max(0, Math.round(seconds * 1e9));

/** Asks for everything that is drawn over a span. A saved page has one answer to each question, so it is cut there. */
export async function readTraffic({from, to, end, bins, stream}) {
  const span = to === null ? '' : `&from=${nanoseconds(from)}&to=${nanoseconds(to)}`;
  const only = stream === null || saved ? '' : `&stream=${stream}`;
  const [plots, marks, dns] = await Promise.all([
    call(`plots?bins=${bins}${span}${only}`), call(`marks?count=2000${span}${only}`), call('dns?count=5000'),
  ]);
  // More packets of a live source may have come than were known: the axis is that of the answer.
  const axis = {from: from ?? 0, to: to ?? Math.max(end, plots.from + plots.bin * plots.series.packets.length)};
  // All queries are asked for, since an answer may come after the span.
  const queries = dns.queries.filter(one => one.since >= axis.from && one.since <= axis.to);
  const traffic = {axis, plots: saved ? cut(plots, axis) : plots, marks, dns: {queries, percentiles: percentiles(queries.map(one => one.latency))}};
  if (!saved) return traffic;
  const isInside = one => one.since >= axis.from && one.since <= axis.to && (stream === null || one.stream === stream);
  return {...traffic, marks: {...marks, marks: marks.marks.filter(isInside)}};
}

/** Percentiles by the nearest rank. */
function percentiles(durations) {
  const sorted = durations.filter(one => one !== null).sort((one, other) => one - other);
  return Object.fromEntries([50, 90, 99].map(percent => [percent, sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)] ?? null]));
}

export async function readLatencies({from, to, stream}) {
  const span = to === null ? '' : `&from=${nanoseconds(from)}&to=${nanoseconds(to)}`;
  const answer = await call(`latencies?points=3000${span}`);
  if (stream === null && (!saved || to === null)) return answer;
  const numbers = stream === null ? null : await exchangesOf(stream);
  const points = answer.points.filter(([since, , number]) => (to === null || since >= from && since <= to) && (!numbers || numbers.has(number)));
  return {...answer, points, percentiles: percentiles(points.map(point => point[1]))};
}

/** The numbers of the exchanges of a conversation. */
async function exchangesOf(stream) {
  const numbers = new Set();
  for (let from = 0; ;) {
    const {rows} = await call(`exchanges?from=${from}&count=1000`);
    for (const row of rows) if (row.stream === stream) numbers.add(row.number);
    from += rows.length;
    if (rows.length < 1000) return numbers;
  }
}

export async function readSequence(stream, {from, to}) {
  const span = to === null ? '' : `&from=${nanoseconds(from)}&to=${nanoseconds(to)}`;
  return call(`streams/${stream}/sequence?points=4000${span}`);
}

/** The conversations that can be chosen: in a saved page, those whose diagrams are in it. */
export async function readStreams() {
  const {rows} = await call('streams?from=0&count=1000');
  return saved ? rows.filter(row => saved.answers[`streams/${row.stream}/sequence`]) : rows;
}

/** The bins inside an axis, with an axis of their own. */
function cut(plots, {from, to}) {
  const {bin} = plots;
  const count = plots.series.packets.length;
  const first = Math.min(count - 1, Math.max(0, Math.floor((from - plots.from) / bin)));
  const last = Math.min(count, Math.max(first + 1, Math.ceil((to - plots.from) / bin)));
  const slice = values => Object.fromEntries(Object.entries(values).map(([name, list]) => [name, Array.isArray(list) ? list.slice(first, last) : slice(list)]));
  return {...plots, from: plots.from + first * bin, series: slice(plots.series), gauges: slice(plots.gauges)};
}

/** The numbers of a span, added up. */
export function totals(plots, span) {
  const sum = {bytes: 0, packets: 0, retransmissions: 0, lost: 0};
  plots.series.packets.forEach((_, place) => {
    const middle = plots.from + (place + 0.5) * plots.bin;
    if (span && (middle < span.from || middle > span.to)) return;
    for (const name of Object.keys(sum)) sum[name] += plots.series[name][place];
  });
  return sum;
}
