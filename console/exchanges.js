// Exchanges as browsers show them: a waterfall, and one exchange in detail.
import {call, download} from './api.js';
import {bodyOf} from './body.js';
import {VirtualList} from './list.js';
import {bytes, copyText, count, make, place, seconds} from './parts.js';
import {SpanNote} from './span.js';

const phases = ['dns', 'connect', 'tls', 'blocked', 'send', 'wait', 'receive'];
const kinds = {
  All: () => true,
  Failed: row => row.failed,
  Trouble: row => Boolean(row.trouble),
  Retried: row => row.attempts > 1,
  JSON: row => /json/.test(row.response_type ?? ''),
  Images: row => /^image\//.test(row.response_type ?? ''),
  Text: row => /^text\//.test(row.response_type ?? ''),
};

const statuses = {
  'any status': () => true, '2xx': row => Math.floor(row.status / 100) === 2, '3xx': row => Math.floor(row.status / 100) === 3,
  '4xx': row => Math.floor(row.status / 100) === 4, '5xx': row => Math.floor(row.status / 100) === 5, 'no response': row => !row.status,
};

/** The columns: their names, their heads, and what they are sorted by. */
const columns = [
  ['no', 'No.', row => row.number],
  ['start', 'Start', row => begin(row)],
  ['method', 'Method', row => row.method ?? ''],
  ['url', 'URL', row => row.url ?? row.host ?? ''],
  ['status', 'Status', row => row.status ?? 0],
  ['type', 'Type', row => row.response_type ?? ''],
  ['size', 'Size', row => sizeOf(row) ?? -1],
  ['total', 'Time', row => row.whole ?? row.total ?? -1],
  ['trouble', 'Trouble', row => row.trouble ?? ''],
];

/** What the waterfall's axis begins with and how long it is: all exchanges, those in view, or each with its own beginning. */
const scales = {
  all: 'all exchanges',
  view: 'the rows in view',
  own: 'from each start',
};

export class Exchanges {
  constructor(box, console) {
    this.console = console;
    this.box = box;
    this.rows = [];
    this.found = [];
    const address = place.read();
    this.kind = address.get('kind') in kinds ? address.get('kind') : 'All';
    this.status = address.get('status') in statuses ? address.get('status') : 'any status';
    this.joins = address.get('join') !== 'no';
    const [name, direction] = (address.get('order') ?? 'no').split('.');
    this.order = {name: columns.some(column => column[0] === name) ? name : 'no', isDown: direction === 'down'};
    this.scale = address.get('scale') in scales ? address.get('scale') : 'view';
    this.build(box);
  }

  build(box) {
    this.input = make('input', {type: 'search', placeholder: 'Find in URL, status, type, trouble  ( / )', 'aria-label': 'Find exchanges',
      oninput: () => { place.write({find: this.input.value}); this.find(); }});
    this.kinds = make('div', {class: 'buttons', role: 'group', 'aria-label': 'Kind'}, ...Object.keys(kinds).map(kind =>
      make('button', {type: 'button', 'aria-pressed': kind === this.kind, onclick: event => {
        this.kind = kind;
        place.write({kind: kind === 'All' ? null : kind});
        for (const button of this.kinds.children) button.setAttribute('aria-pressed', button === event.target);
        this.find();
      }}, kind)));
    this.statuses = make('select', {'aria-label': 'Status', onchange: () => {
      this.status = this.statuses.value;
      place.write({status: this.status === 'any status' ? null : this.status});
      this.find();
    }}, ...Object.keys(statuses).map(value => make('option', {value, selected: value === this.status}, value)));
    const join = make('button', {type: 'button', 'aria-pressed': this.joins, title: 'Show the attempts at the same request as one line', onclick: () => {
      this.joins = !this.joins;
      join.setAttribute('aria-pressed', this.joins);
      place.write({join: this.joins ? null : 'no'});
      this.find();
    }}, 'Join retries');
    this.words = make('p', {class: 'soft', role: 'status'});
    const save = make('button', {type: 'button', onclick: () => download('exchanges.har', 'exchanges.har')}, 'Save as HAR');
    this.axis = make('span', {class: 'axis'});
    const scale = make('select', {'aria-label': 'The axis of the waterfall', title: 'The axis of the waterfall', onchange: () => {
      this.scale = scale.value;
      place.write({scale: this.scale === 'view' ? null : this.scale});
      this.list.draw();
    }}, ...Object.entries(scales).map(([value, text]) => make('option', {value, selected: value === this.scale}, text)));
    this.heads = new Map(columns.map(([name, text]) => [name, make('button', {type: 'button', class: 'plain', onclick: () => this.sortBy(name)}, text)]));
    const head = make('div', {class: 'row head'}, ...columns.map(([name]) => make('span', {class: name}, this.heads.get(name))),
      make('span', {class: 'fall'}, scale, this.axis));
    const list = make('div', {id: 'exchange-rows'});
    this.detail = make('article', {id: 'exchange', hidden: true, 'aria-live': 'polite'});
    const legend = make('p', {class: 'legend'}, ...phases.map(phase => make('span', {class: 'p-' + phase}, phase)));
    this.note = new SpanNote(this.console);
    box.append(make('div', {class: 'bar'}, this.input, this.kinds, this.statuses, join, this.note.element, this.words, save),
      this.split = make('div', {class: 'split'}, make('div', {class: 'table'}, head, list, legend), this.detail));
    this.list = new VirtualList(list, {
      label: 'Exchanges', height: 26,
      cells: row => {
        row.cells = Object.fromEntries([...columns.map(column => column[0]), 'fall'].map(name => {
          const cell = make('span', {class: name, role: 'gridcell'});
          row.append(cell);
          return [name, cell];
        }));
      },
      fill: (row, item, index) => this.fill(row, item, index),
      fetch: async (from, size) => this.found.slice(from, from + size),
      choose: index => this.choose(this.found[index]),
      draws: () => this.setScale(),
    });
    this.showOrder();
  }

  /** Sorts by a column; a second time, the other way round. */
  sortBy(name) {
    this.order = {name, isDown: this.order.name === name && !this.order.isDown};
    place.write({order: name === 'no' && !this.order.isDown ? null : name + (this.order.isDown ? '.down' : '')});
    this.showOrder();
    this.find();
  }

  showOrder() {
    for (const [name, text] of columns) {
      const button = this.heads.get(name);
      const isSorted = name === this.order.name;
      button.textContent = text + (isSorted ? this.order.isDown ? ' ▾' : ' ▴' : '');
      button.setAttribute('aria-label', `Sort by ${text}` + (isSorted ? this.order.isDown ? ', now descending' : ', now ascending' : ''));
    }
  }

  /** Puts exchanges into the chosen order; what is equal stays in the order of numbers. */
  sort(rows) {
    const [, , key] = columns.find(([name]) => name === this.order.name);
    const keys = new Map(rows.map(row => [row, key(row)]));
    const sign = this.order.isDown ? -1 : 1;
    return rows.sort((one, other) => {
      const [first, second] = [keys.get(one), keys.get(other)];
      return (first < second ? -sign : first > second ? sign : 0) || one.number - other.number;
    });
  }

  /** Chooses the span of time that the waterfall's axis shows. */
  setScale() {
    const rows = this.scale === 'view' ? this.found.slice(this.list.top, this.list.top + this.list.visible + 1) : this.found;
    [this.start, this.end] = [Infinity, -Infinity];
    let longest = 0;
    for (const one of rows.flatMap(row => row.tries ?? [row])) {
      if (one.time === null) continue;
      this.start = Math.min(this.start, begin(one));
      this.end = Math.max(this.end, end(one));
    }
    for (const row of rows) longest = Math.max(longest, spanOf(row));
    this.length = Math.max(1e-9, this.scale === 'own' ? longest : this.end - this.start);
    const since = this.start - (this.console.state?.source?.first ?? 0);
    this.axis.textContent = !Number.isFinite(this.start) ? '' : this.scale === 'own' ? `0 – ${seconds(longest)}`
      : `${seconds(Math.max(0, since))} – ${seconds(Math.max(0, since) + this.length)}`;
  }

  fill(row, item) {
    row.className = 'row' + (item && kinds.Failed(item) ? ' failed' : '');
    if (!item) return;
    const tries = item.tries?.length > 1 ? `⟲ ${item.tries.length} tries · ` : '';
    const first = this.console.state?.source?.first ?? 0;
    const texts = {no: item.number, start: item.time === null ? '' : (begin(item.tries?.[0] ?? item) - first).toFixed(3), method: item.method ?? '—',
      url: tries + (item.url ?? item.host ?? ''), status: item.status ?? item.outcome.replaceAll('_', ' '), type: item.response_type ?? '',
      size: bytes(sizeOf(item)), total: seconds(item.whole ?? item.total), trouble: item.trouble ?? ''};
    for (const [name, text] of Object.entries(texts)) row.cells[name].textContent = text;
    row.cells.status.className = 'status s' + String(item.status ?? 'x')[0];
    row.cells.fall.replaceChildren(this.bars(item));
    row.title = item.trouble ?? item.url ?? '';
  }

  /** The phases of an exchange on the axis that is chosen. */
  bars(item) {
    const start = this.scale === 'own' ? begin(item.tries?.[0] ?? item) : this.start;
    const drawing = make('svg', {viewBox: '0 0 1000 10', preserveAspectRatio: 'none', role: 'img',
      'aria-label': phases.filter(phase => item[phase]).map(phase => `${phase} ${seconds(item[phase])}`).join(', ')});
    for (const one of item.tries ?? [item]) {
      let at = begin(one);
      for (const phase of phases) {
        const length = one[phase];
        if (!length) continue;
        drawing.append(make('rect', {class: 'p-' + phase, x: (at - start) / this.length * 1000, y: 1,
          width: Math.max(2, length / this.length * 1000), height: 8}));
        at += length;
      }
      if (at === begin(one)) drawing.append(make('rect', {class: 'p-wait', x: (at - start) / this.length * 1000, y: 1, width: 3, height: 8}));
    }
    return drawing;
  }

  async shown() {
    if (!this.console.state.source) { this.words.textContent = 'There are no packets: name a file or a link.'; return; }
    this.input.value ||= place.read().get('find') ?? '';
    this.isShown = true;
    await this.load();
    this.list.draw();
  }

  changed(state) {
    if (this.isShown && state.exchanges && (state.exchanges.count !== this.rows.length || state.exchanges.complete !== this.complete)) this.load();
  }

  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      for (let waits = 0; ;) {
        const answer = await call(`exchanges?from=${this.rows.length}&count=1000`);
        this.rows.push(...answer.rows);
        if (answer.rows.length || answer.complete !== this.complete) {
          this.complete = answer.complete;
          this.find();
        }
        if (answer.rows.length) continue;
        if (answer.complete || this.box.hidden) break;
        await new Promise(resolve => setTimeout(resolve, Math.min(1000, 60 * 2 ** waits)));
        waits += 1;
      }
    } finally {
      this.isLoading = false;
    }
  }

  /** Lists only the exchanges that went on during a span of the time axis. */
  spanned() { if (this.isShown) this.find(); }

  isInSpan(row) {
    const {span, state} = this.console;
    if (!span || row.time === null) return !span;
    const since = begin(row) - state.source.first;
    return since <= span.to && since + (row.total ?? 0) >= span.from;
  }

  /** Shows an exchange, also if it is not listed. */
  async goTo(number) {
    await this.load();
    const index = this.found.findIndex(item => item.number === number);
    if (index >= 0) this.list.select(index); else this.choose({number});
  }

  find() {
    const text = this.input.value.toLowerCase();
    this.note.show(this.console.span);
    const all = this.joins ? joined(this.rows) : this.rows;
    this.found = all.filter(item => (item.tries ?? [item]).some(row => kinds[this.kind](row) && statuses[this.status](row) && this.isInSpan(row)
      && (!text || [row.url, row.host, row.status, row.method, row.response_type, row.trouble].join(' ').toLowerCase().includes(text))));
    this.sort(this.found);
    const failed = this.found.filter(kinds.Failed).length;
    this.words.textContent = `${count(this.found.length)} of ${count(all.length)}${failed ? ` · ${count(failed)} failed` : ''}${this.complete ? '' : ' · reading …'}`;
    this.list.resize(this.found.length, true);
    const wanted = Number(place.read().get('exchange'));
    const index = wanted && !this.chosen ? this.found.findIndex(row => row.number === wanted) : -1;
    if (index >= 0) this.list.select(index);
    if (this.chosen) this.list.chosen = this.found.findIndex(row => row.number === this.chosen);
    this.list.draw();
  }

  async choose(row) {
    if (!row) return;
    this.chosen = row.number;
    place.write({exchange: row.number});
    this.detail.hidden = false;
    this.split.classList.add('open');
    const exchange = await call('exchanges/' + row.number);
    if (this.chosen === row.number) this.draw(exchange);
  }

  draw(one) {
    const close = make('button', {type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => {
      this.detail.hidden = true;
      this.split.classList.remove('open');
      this.chosen = null;
      place.write({exchange: null});
    }}, '×');
    const packets = [['request', one.request_packet], ['response', one.response_packet], ['end', one.end_packet]].filter(([, number]) => number);
    this.detail.replaceChildren(...[
      close,
      make('h2', {}, `${one.method ?? ''} ${one.url ?? one.host ?? ''}`),
      make('p', {}, make('b', {class: 's' + String(one.status ?? 'x')[0]}, `${one.status ?? one.outcome.replaceAll('_', ' ')} ${one.reason ?? ''}`),
        ` ${one.response_version ?? ''} · ${one.client_address}:${one.client_port} → ${one.server_address}:${one.server_port}`),
      one.trouble ? make('p', {class: 'trouble'}, one.trouble) : null,
      make('h3', {}, 'Timing'), this.timing(one),
      make('h3', {}, 'Packets'),
      make('p', {class: 'buttons'}, ...packets.map(([name, number]) =>
        make('button', {type: 'button', onclick: () => this.console.goTo(number)}, `${name}: ${number}`)),
      one.stream === null ? null : make('button', {type: 'button', onclick: () => this.console.filter(`${one.transport === 'quic' ? 'quic.connection.number' : 'tcp.stream'} == ${one.stream}`)}, 'all of this connection')),
      one.attempts > 1 || this.attempts(one).length > 1 ? make('p', {class: 'buttons'}, make('b', {}, `Attempt ${one.attempts ?? 1}: `), ...this.attempts(one).map(row =>
        make('button', {type: 'button', 'aria-pressed': row.number === one.number, onclick: () => this.choose(row)}, `${row.number}: ${row.status ?? row.outcome.replaceAll('_', ' ')}`))) : null,
      ...section(`Messages (${one.message_count ?? 0})`, talk(one.messages, number => this.console.goTo(number))),
      ...section('Request headers', headers(one.request_headers)), ...section('Request body', bodyOf(one, 'request')),
      ...section('Response headers', headers(one.response_headers)), ...section('Response body', bodyOf(one, 'response')),
      make('p', {class: 'buttons'}, make('button', {type: 'button', onclick: event => copyText(curl(one), event.currentTarget)}, 'Copy as curl')),
    ].filter(Boolean));
  }

  /** The exchanges that asked for the same. */
  attempts(one) {
    return this.rows.filter(row => row.url === one.url && row.method === one.method && row.client_address === one.client_address && (row.attempts > 1 || one.attempts > 1));
  }

  timing(one) {
    const table = make('table', {class: 'timing'});
    const most = Math.max(1e-9, one.total ?? 0);
    let at = 0;
    for (const phase of phases) {
      if (one[phase] === null || one[phase] === undefined) continue;
      const drawing = make('svg', {viewBox: '0 0 1000 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
        make('rect', {class: 'p-' + phase, x: at / most * 1000, y: 1, width: Math.max(3, one[phase] / most * 1000), height: 8}));
      table.append(make('tr', {}, make('th', {}, phase), make('td', {class: 'number'}, seconds(one[phase])), make('td', {class: 'draw'}, drawing)));
      at += one[phase];
    }
    table.append(make('tr', {}, make('th', {}, 'total'), make('td', {class: 'number'}, seconds(one.total)), make('td')));
    return table;
  }
}

/** Exchanges with their later attempts joined to them, of which the last one says how it ended. */
function joined(rows) {
  const last = new Map();
  const items = [];
  for (const row of [...rows].sort((one, other) => one.number - other.number)) {
    const key = JSON.stringify([row.client_address, row.method, row.url]);
    const before = last.get(key);
    const isNext = row.attempts > 1 && before && before.tries.at(-1).attempts === row.attempts - 1;
    const tries = isNext ? [...before.tries, row] : [row];
    const item = {...row, tries};
    if (isNext) {
      item.whole = begin(row) + (row.total ?? 0) - begin(tries[0]);
      item.place = before.place;
    } else item.place = items.length;
    items[item.place] = item;
    last.set(key, item);
  }
  return items;
}

/** When the client began to wait. */
const begin = row => (row.time ?? 0) - Math.max(0, (row.dns ?? 0) + (row.connect ?? 0) + (row.tls ?? 0) + (row.blocked ?? 0));

/** When it was over. */
const end = row => begin(row) + (row.total ?? 0);

/** How long its attempts took together, from the first one's beginning. */
const spanOf = row => row.time === null ? 0 : Math.max(...(row.tries ?? [row]).map(end)) - begin(row.tries?.[0] ?? row);

const sizeOf = row => row.response_decoded_bytes ?? row.response_body_bytes;

function section(title, content) {
  return content ? [make('h3', {}, title), content] : [];
}

/** The messages of a WebSocket, an event stream or a gRPC call as a talk: the client on the left. */
function talk(messages, goTo) {
  if (!messages?.length) return null;
  return make('ol', {class: 'talk'}, ...messages.slice(0, 1000).map(message => make('li', {class: message.from},
    make('p', {class: 'soft'}, `${message.from} · ${message.kind}${message.type ? ' ' + message.type : ''} · ${bytes(message.bytes)} `,
      message.packet ? make('button', {type: 'button', class: 'plain', onclick: () => goTo(message.packet)}, `packet ${message.packet}`) : null),
    make('pre', {}, message.text ?? (message.base64 ? hex(message.base64) : '')))));
}

function headers(values) {
  const entries = Object.entries(values ?? {});
  if (!entries.length) return null;
  return make('table', {class: 'headers'}, ...entries.flatMap(([name, value]) =>
    [value].flat().map(one => make('tr', {}, make('th', {}, name), make('td', {}, one)))));
}

function hex(base64) {
  const content = Uint8Array.from(atob(base64).slice(0, 4096), letter => letter.charCodeAt(0));
  const lines = [];
  for (let at = 0; at < content.length; at += 16) {
    lines.push(at.toString(16).padStart(4, '0') + '  ' + [...content.subarray(at, at + 16)].map(byte => byte.toString(16).padStart(2, '0')).join(' '));
  }
  return lines.join('\n');
}

function curl(one) {
  const quote = text => `'${String(text).replaceAll("'", `'\\''`)}'`;
  const lines = [`curl ${quote(one.url)}`];
  if (one.method && one.method !== 'GET') lines.push(`-X ${quote(one.method)}`);
  for (const [name, value] of Object.entries(one.request_headers ?? {})) {
    if (!/^(host|content-length)$/i.test(name) && !name.startsWith(':')) {
      for (const each of [value].flat()) lines.push(`-H ${quote(`${name}: ${each}`)}`);
    }
  }
  const text = one.request_text;
  if (typeof text === 'string' && text) lines.push(`--data-binary ${quote(text)}`);
  return lines.join(' \\\n  ');
}
