// Packets in three panes: the list, the tree of one packet, and its bytes.
import {call} from './api.js';
import {colorRule, colorRules, linkWords} from './coloring.js';
import {DecodeAs} from './decode-as.js';
import {Dissection} from './dissection.js';
import {Follow} from './follow.js';
import {VirtualList} from './list.js';
import {openMenu} from './menu.js';
import {count, make, place} from './parts.js';
import {SpanNote} from './span.js';

const two = value => String(value).padStart(2, '0');
const fraction = row => (row.time % 1).toFixed(6).slice(1);

const timeFormats = {
  since: ['since the start', row => row.since.toFixed(6)],
  delta: ['since the previous one', (row, before) => (before ? row.since - before.since : 0).toFixed(6)],
  time: ['time of day', row => {
    const date = new Date(row.time * 1000);
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${fraction(row)}`;
  }],
  utc: ['date and time, UTC', row => new Date(Math.floor(row.time) * 1000).toISOString().slice(0, 19).replace('T', ' ') + fraction(row)],
  epoch: ['since 1970', row => row.time.toFixed(6)],
};

const packetColumns = [['no', 'No.'], ['time', 'Time'], ['from', 'Source'], ['to', 'Destination'], ['protocol', 'Protocol'], ['length', 'Length'], ['link', 'On the link'], ['words', 'Info']];

/** The columns that come after those of one's own. */
const lastColumns = 2;

export class Packets {
  constructor(box, console) {
    this.console = console;
    this.job = null;
    this.fields = null;
    this.marks = new Map();
    this.columns = (place.read().get('columns') ?? '').split(',').filter(Boolean);
    this.values = new Map();
    this.format = place.read().get('time') in timeFormats ? place.read().get('time') : 'since';
    this.build(box);
  }

  build(box) {
    this.input = make('input', {
      type: 'search', placeholder: 'Filter: http.response.code >= 500  ( / )', 'aria-label': 'Display filter', spellcheck: 'false',
      autocomplete: 'off', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'names', 'aria-autocomplete': 'list',
    });
    this.names = make('ul', {id: 'names', role: 'listbox', hidden: true, 'aria-label': 'Fields'});
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    this.progress = make('p', {class: 'soft', role: 'status'});
    this.stop = make('button', {type: 'button', hidden: true, onclick: () => this.cancel()}, 'Stop');
    this.times = make('select', {'aria-label': 'Time format', onchange: () => {
      this.format = this.times.value;
      place.write({time: this.format});
      this.list.draw();
    }}, ...Object.entries(timeFormats).map(([value, [text]]) => make('option', {value, selected: value === this.format}, text)));
    this.number = make('input', {type: 'number', min: 1, placeholder: 'Go to', 'aria-label': 'Go to packet', title: 'Go to packet ( g or Ctrl-G )'});
    this.note = new SpanNote(this.console);
    const bar = make('div', {class: 'bar'},
      make('div', {class: 'filter'}, this.input, this.names), this.note.element, this.stop, this.progress, this.times, this.number);
    this.head = make('div', {class: 'row head'});
    this.head.addEventListener('dragover', event => { if ([...event.dataTransfer.types].includes('application/x-headwind-field')) event.preventDefault(); });
    this.head.addEventListener('drop', event => {
      event.preventDefault();
      this.addColumn(event.dataTransfer.getData('application/x-headwind-field'));
    });
    const rows = make('div', {id: 'packet-rows'});
    this.finder = this.makeFinder();
    this.dissection = new Dissection({
      apply: text => this.apply(text), filter: () => this.input.value.trim(), column: name => this.addColumn(name),
      prepare: text => { this.input.value = text; this.input.focus(); this.check(); }, converse: stream => this.console.converse(stream),
      follow: (kind, stream) => this.follow.open(kind, stream), decodeAs: suggestion => this.decodeAs.open(suggestion),
    });
    this.follow = new Follow(this.console);
    this.decodeAs = new DecodeAs();
    const legend = make('p', {class: 'legend colors', 'aria-label': 'Colors'}, ...colorRules.map(([rule, words]) => make('span', {class: 'c-' + rule}, words)));
    this.table = make('div', {class: 'table'}, this.head, rows, legend);
    box.append(bar, this.problem, this.finder, this.table, this.dissection.box);
    this.drawHead();
    this.list = new VirtualList(rows, {
      label: 'Packets',
      cells: row => this.makeCells(row),
      fill: (row, item, index) => this.fill(row, item, index),
      fetch: async (from, size) => {
        if (this.savedRows) return this.savedRows.slice(from, from + size);
        const filter = this.job ? `&filter=${this.job}` : '';
        const {rows: found, complete} = await call(`packets?from=${from}&count=${size}${filter}&wait=false`);
        this.markRows(found);
        if (!complete) this.summarize({rows: found, from, path: `packets?from=${from}&count=${size}${filter}`});
        return found;
      },
      choose: index => this.choose(index),
    });
    this.input.addEventListener('keydown', event => this.inputKey(event));
    this.input.addEventListener('input', () => this.complete());
    this.input.addEventListener('search', () => { if (!this.input.value) this.apply(''); });
    this.input.addEventListener('blur', () => setTimeout(() => this.closeNames(), 150));
    this.number.addEventListener('keydown', event => {
      if (event.key === 'Enter' && this.number.value) this.goTo(Number(this.number.value));
    });
    rows.addEventListener('contextmenu', event => this.rowMenu(event));
    document.addEventListener('keydown', event => this.key(event, box));
  }

  /** Wireshark's keys. */
  key(event, box) {
    if (box.hidden) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isTyping = event.target.matches('input, textarea, select');
    if (isCommand && event.key === 'f') this.openFinder();
    else if ((isCommand && event.key === 'g') || (event.key === 'g' && !isTyping)) this.number.focus();
    else if (isCommand && event.key === 'ArrowDown') this.list.select(Math.min(this.list.total - 1, this.list.chosen + 1));
    else if (isCommand && event.key === 'ArrowUp') this.list.select(Math.max(0, this.list.chosen - 1));
    else if (event.key === 'F3') this.findNext(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  makeCells(row) {
    row.cells = [...packetColumns.slice(0, -lastColumns).map(([name]) => name), ...this.columns.map(() => 'field'), 'link', 'words'].map(name => {
      const cell = make('span', {class: name, role: 'gridcell'});
      row.append(cell);
      return cell;
    });
  }

  fill(row, item, index) {
    const marks = item && this.marks.get(item.number);
    row.className = 'row ' + (item ? 'c-' + colorRule(item, marks) : 'coming');
    const words = item ? item.info ?? '…' : '…';
    const link = item ? item.fate ?? (marks ?? []).map(kind => linkWords[kind]).filter(Boolean).join(', ') : '';
    if (link) this.table.classList.add('fates');
    const texts = item ? [item.number, timeFormats[this.format][1](item, index ? this.list.item(index - 1) : null), item.source ?? '', item.destination ?? '', item.protocol ?? '', item.length,
      ...this.columns.map(name => this.value(item.number, name)), link, words] : [index + 1, '', '', '', '', '', ...this.columns.map(() => ''), '', words];
    texts.forEach((text, at) => { if (row.cells[at].textContent !== String(text)) row.cells[at].textContent = text; });
    row.title = item ? [words, link && `On the link: ${link}`, item.line].filter(Boolean).join('\n') : '';
  }

  /** Asks for what packets say that depends on earlier ones; those that are in sight come first. */
  async summarize(wish) {
    this.unsaid ??= [];
    this.unsaid.push(wish);
    // What was scrolled over long ago is fetched again if it is seen.
    if (this.unsaid.length > 20) this.list.pages.delete(Math.floor(this.unsaid.shift().from / VirtualList.page));
    if (this.isSummarizing) return;
    this.isSummarizing = true;
    while (this.unsaid.length) {
      const seen = new Set(this.list.rows.filter(row => !row.hidden).map(row => this.list.item(row.index)));
      const at = this.unsaid.findLastIndex(({rows: some}) => some.some(row => seen.has(row)));
      const [next] = this.unsaid.splice(at < 0 ? this.unsaid.length - 1 : at, 1);
      try {
        const {rows: found} = await call(next.path);
        const byNumber = new Map(found.map(row => [row.number, row]));
        for (const row of next.rows) Object.assign(row, byNumber.get(row.number));
        this.list.draw();
      } catch { /* A filter or a way to decode that is gone: its rows are, too. */ }
    }
    this.isSummarizing = false;
  }

  /** Asks what TCP's analysis and the link say about these packets. */
  async markRows(rows) {
    const unknown = rows.filter(row => !this.marks.has(row.number));
    if (!unknown.length) return;
    const [from, to] = [unknown[0].since, unknown.at(-1).since].map(value => Math.round(value * 1e9));
    if (this.marks.size > 50000) this.marks.clear();
    for (const row of unknown) this.marks.set(row.number, null);
    try {
      const {marks, complete} = await call(`marks?from=${from}&to=${to + 1}&count=1000&wait=false`);
      for (const {number, kind} of marks) this.marks.set(number, [...new Set([...(this.marks.get(number) ?? []), kind])]);
      if (marks.length) this.list.draw();
      if (complete === false) this.askAgain(unknown);
    } catch { /* Without marks the list is still a list. */ }
  }

  /** The packets are still being looked at: asks again about those that are in sight by then. */
  askAgain(rows) {
    for (const row of rows) if (!this.marks.get(row.number)) this.marks.delete(row.number);
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      const shown = this.list.rows.filter(row => !row.hidden).map(row => this.list.item(row.index)).filter(Boolean);
      this.markRows(shown);
    }, 400);
  }

  rowMenu(event) {
    const index = event.target.closest('.row')?.index ?? this.list.chosen;
    const item = this.list.item(index);
    if (!item) return;
    event.preventDefault();
    this.list.select(index);
    const {source: from, destination: to} = item;
    const field = text => `${/^(..:){5}..$/.test(text) ? 'eth' : text.includes(':') ? 'ipv6' : 'ip'}.addr == ${text}`;
    openMenu(event, `Packet ${item.number}`, [
      from && [`Only ${from}`, () => this.apply(field(from))],
      from && to && [`Only between ${from} and ${to}`, () => this.apply(`${field(from)} && ${field(to)}`)],
      ['Follow stream', async () => {
        await this.dissection.open(item.number);
        if (this.dissection.stream) this.apply(this.dissection.stream.filter);
      }],
    ].filter(Boolean));
  }

  // Columns of one's own.

  drawHead() {
    const title = ([name, words]) => make('span', {class: name}, words);
    this.head.replaceChildren(...packetColumns.slice(0, -lastColumns).map(title),
      ...this.columns.map(name => make('span', {class: 'field', title: name}, name, make('button', {type: 'button', class: 'plain', 'aria-label': `Remove the column ${name}`, onclick: () => this.setColumns(this.columns.filter(other => other !== name))}, ' ×'))),
      ...packetColumns.slice(-lastColumns).map(title));
    this.table.style.setProperty('--fields', this.columns.map(() => 'minmax(4rem, 9rem)').join(' ') || ' ');
  }

  addColumn(name) {
    if (name && name !== 'text' && !this.columns.includes(name)) this.setColumns([...this.columns, name]);
  }

  setColumns(names) {
    this.columns = names;
    place.write({columns: names.join(',')});
    this.drawHead();
    for (const row of this.list.rows) row.remove();
    this.list.rows = [];
    this.list.draw();
  }

  /** What a packet says in a field; it comes with the packet's tree, one after the other. */
  value(number, name) {
    const known = this.values.get(number);
    if (known) return known.get(name) ?? '';
    this.wanted ??= new Set();
    this.wanted.add(number);
    this.readValues();
    return '…';
  }

  async readValues() {
    if (this.isReading) return;
    this.isReading = true;
    while (this.wanted.size) {
      const number = [...this.wanted].at(-1);
      this.wanted.delete(number);
      const values = new Map();
      try {
        const tree = await call('packets/' + number);
        for (const node of tree.nodes) if (!values.has(node.field)) values.set(node.field, /^[\w.]+ == (.*)$/s.exec(node.filter ?? '')?.[1] ?? node.text.replace(/^[^:]*: /, ''));
      } catch (error) {
        if (error.status === 409) { await new Promise(resolve => setTimeout(resolve, 100)); continue; }
      }
      if (this.values.size > 5000) this.values.clear();
      this.values.set(number, values);
      this.list.draw();
    }
    this.isReading = false;
  }

  // Find.

  makeFinder() {
    this.findText = make('input', {type: 'search', 'aria-label': 'Find packets', placeholder: 'Find a text in the bytes, or a filter', onkeydown: event => {
      if (event.key === 'Enter') { event.preventDefault(); this.findNext(event.shiftKey ? -1 : 1); }
      if (event.key === 'Escape') { this.finder.hidden = true; this.list.box.focus(); }
    }});
    this.findKind = make('select', {'aria-label': 'Find what'}, make('option', {value: 'text'}, 'text'), make('option', {value: 'filter'}, 'display filter'));
    this.findWords = make('p', {class: 'soft', role: 'status'});
    const button = (words, step) => make('button', {type: 'button', onclick: () => this.findNext(step)}, words);
    return make('div', {class: 'bar', hidden: true, role: 'search'}, this.findText, this.findKind, button('Previous', -1), button('Next', 1), this.findWords);
  }

  openFinder() {
    this.finder.hidden = false;
    this.findText.focus();
    this.findText.select();
  }

  /** Goes to the next packet, or the previous one, that is found among those that are shown. */
  async findNext(step) {
    const text = this.findText.value.trim();
    if (!text) return this.openFinder();
    const shown = this.input.value.trim();
    const sought = this.findKind.value === 'filter' ? text : `frame contains ${JSON.stringify(text)}`;
    const filter = shown ? `(${shown}) && (${sought})` : sought;
    try {
      if (this.found?.filter !== filter) this.found = {filter, ...await call('filters', {method: 'POST', form: {filter}}), filter};
      let job = this.found;
      for (let times = 0; times < 100 && !job.complete; times += 1) {
        await new Promise(resolve => setTimeout(resolve, 50));
        job = await call('filters/' + this.found.id);
      }
      this.found.complete = job.complete;
      const number = this.list.item(this.list.chosen)?.number ?? 0;
      const rank = number ? (await call(`filters/${this.found.id}/rank?packet=${number}`)).rank : 0;
      const isHit = (await call(`packets?from=${rank}&count=1&filter=${this.found.id}`)).rows[0]?.number === number;
      const wanted = step > 0 ? rank + (isHit ? 1 : 0) : rank - 1;
      const at = job.hits ? (wanted + job.hits) % job.hits : -1;
      const [hit] = at < 0 ? [] : (await call(`packets?from=${at}&count=1&filter=${this.found.id}`)).rows;
      this.findWords.textContent = hit ? `${count(at + 1)} of ${count(job.hits)}` : 'not found';
      if (hit) await this.goTo(hit.number);
    } catch (error) {
      this.found = null;
      this.findWords.textContent = error.message;
    }
  }

  async shown() {
    const address = place.read();
    if (!this.hasBegun) {
      this.hasBegun = true;
      const [filter, packet] = [address.get('filter'), Number(address.get('packet'))];
      this.changed(this.console.state);
      this.isSpanned = Boolean(this.console.span);
      if (filter || this.isSpanned) await this.apply(filter ?? '');
      if (packet) await this.goTo(packet);
    }
    this.list.draw();
  }

  /** Lists only the packets of a span of the time axis, or of all of it. */
  spanned(span) {
    this.isSpanned = Boolean(span);
    this.note.show(span);
    if (this.hasBegun) this.apply(this.input.value);
  }

  /** The filter that is asked for: what was typed, and the span. */
  wholeFilter(text) {
    const {span} = this.console;
    if (!this.isSpanned || !span) return text;
    const times = `frame.time_relative >= ${span.from.toFixed(9)} && frame.time_relative <= ${span.to.toFixed(9)}`;
    return text.trim() ? `(${text}) && ${times}` : times;
  }

  changed(state) {
    if (!state.source || !this.hasBegun || this.savedRows) return;
    if (!this.job) {
      if (state.source.packets !== this.list.total) {
        const follows = this.follows && state.source.live;
        this.list.resize(state.source.packets);
        if (follows) this.list.moveTo(Infinity);
      }
      this.progress.textContent = '';
      this.stop.hidden = true;
      return;
    }
    const job = state.filters.find(job => job.id === this.job);
    if (job) this.progressed(job, state);
  }

  /** Shows how far the filter is. */
  progressed(job, state) {
    if (job.hits !== this.list.total) this.list.resize(job.hits);
    const isRunning = !job.complete && !job.cancelled && job.examined < state.source.packets;
    this.stop.hidden = !isRunning;
    const share = state.source.packets ? Math.floor(job.examined / state.source.packets * 100) : 100;
    this.progress.textContent = `${count(job.hits)} of ${count(job.examined)}${isRunning ? ` · ${share} %` : ''}`
      + (job.trouble ? ` · ${job.trouble}` : '');
  }

  // The filter.

  async apply(text) {
    this.input.value = text;
    this.closeNames();
    this.problem.hidden = true;
    this.input.removeAttribute('aria-invalid');
    const old = this.job;
    this.note.show(this.isSpanned ? this.console.span : null);
    if (this.console.isSaved) return this.listSaved();
    try {
      const filter = this.wholeFilter(text);
      // Errors are told in the characters that were typed.
      if (text.trim() && filter !== text) await call('filters/check?' + new URLSearchParams({filter: text}));
      const job = filter.trim() ? await call('filters', {method: 'POST', form: {filter}}) : null;
      this.job = job && job.id;
      place.write({filter: text.trim()});
      this.list.chosen = -1;
      this.list.resize(job ? job.hits : this.console.state.source?.packets ?? 0, true);
      if (old) call('filters/' + old, {method: 'DELETE'}).catch(() => {});
      if (job) this.begin(job.id).catch(() => {}); else this.changed(this.console.state);
    } catch (error) {
      this.complain(text, error);
    }
  }

  /** A saved page has its packets with it, and nobody to filter them: it lists those of the span. */
  async listSaved() {
    const {span} = this.console;
    const {rows} = await call('packets');
    this.savedRows = this.isSpanned ? rows.filter(row => row.since >= span.from && row.since <= span.to) : null;
    this.list.chosen = -1;
    this.list.resize(this.savedRows?.length ?? rows.length, true);
  }

  /** Asks for the first hits at once, and now and then for more, should an event be missed. */
  async begin(id) {
    for (let times = 0; this.job === id; times += 1) {
      const job = await call('filters/' + id);
      if (this.job !== id) return;
      this.progressed(job, this.console.state);
      if (job.complete || job.cancelled) return;
      await new Promise(resolve => setTimeout(resolve, Math.min(500, 60 * 2 ** times)));
    }
  }

  complain(text, error) {
    this.input.setAttribute('aria-invalid', 'true');
    this.problem.replaceChildren();
    if (error.start !== undefined) {
      const scalars = [...text];
      this.problem.append(make('code', {}, scalars.slice(0, error.start).join(''),
        make('mark', {}, scalars.slice(error.start, Math.max(error.end, error.start + 1)).join('') || '␣'),
        scalars.slice(Math.max(error.end, error.start + 1)).join('')));
    }
    this.problem.append(make('span', {}, error.message));
    for (const name of error.suggestions ?? []) {
      this.problem.append(make('button', {type: 'button', onclick: () => {
        const scalars = [...text];
        this.apply(scalars.slice(0, error.start).join('') + name + scalars.slice(error.end).join(''));
      }}, name));
    }
    this.problem.hidden = false;
  }

  async cancel() {
    if (this.job) await call('filters/' + this.job, {method: 'DELETE'}).catch(() => {});
    this.stop.hidden = true;
    this.job = null;
    this.apply('');
  }

  /** The word that the caret is in, with its place. */
  word() {
    const end = this.input.selectionStart;
    const before = /[a-z0-9_.]*$/i.exec(this.input.value.slice(0, end))[0];
    return {start: end - before.length, end, text: before};
  }

  async complete() {
    const {text} = this.word();
    this.check();
    if (text.length < 2) return this.closeNames();
    this.fields ??= await call('fields');
    const wanted = text.toLowerCase();
    const found = this.fields.filter(field => field.name.startsWith(wanted) && field.name !== wanted).slice(0, 12);
    this.names.replaceChildren(...found.map((field, index) => make('li', {
      role: 'option', id: `name-${index}`, 'aria-selected': 'false', onmousedown: event => { event.preventDefault(); this.take(field.name); },
    }, make('b', {}, field.name), make('span', {class: 'soft'}, field.label))));
    this.at = -1;
    this.names.hidden = !found.length;
    this.input.setAttribute('aria-expanded', Boolean(found.length));
  }

  /** Says what is wrong a moment after the last key. */
  check() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const text = this.input.value;
      try {
        if (text.trim()) await call('filters/check?' + new URLSearchParams({filter: text}));
        this.problem.hidden = true;
        this.input.removeAttribute('aria-invalid');
      } catch (error) {
        if (text === this.input.value) this.complain(text, error);
      }
    }, 400);
  }

  take(name) {
    const {start, end} = this.word();
    this.input.setRangeText(name, start, end, 'end');
    this.closeNames();
    this.check();
  }

  closeNames() {
    this.names.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  inputKey(event) {
    const all = this.names.hidden ? [] : [...this.names.children];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (all.length && step) {
      event.preventDefault();
      this.at = (this.at + step + all.length) % all.length;
      all.forEach((item, index) => item.setAttribute('aria-selected', index === this.at));
      all[this.at].scrollIntoView({block: 'nearest'});
      this.input.setAttribute('aria-activedescendant', all[this.at].id);
    } else if (all.length && (event.key === 'Tab' || (event.key === 'Enter' && this.at >= 0))) {
      event.preventDefault();
      this.take(all[Math.max(0, this.at)].firstChild.textContent);
    } else if (event.key === 'Enter') {
      clearTimeout(this.timer);
      this.apply(this.input.value);
      this.list.box.focus();
    } else if (event.key === 'Escape') {
      if (this.names.hidden) this.list.box.focus(); else this.closeNames();
      event.preventDefault();
    }
  }

  // One packet.

  async goTo(number) {
    if (this.job) {
      await this.examined(number);
      const {rank} = await call(`filters/${this.job}/rank?packet=${number}`).catch(() => ({rank: -1}));
      const [row] = rank < 0 ? [] : (await call(`packets?from=${rank}&count=1&filter=${this.job}`)).rows;
      if (row?.number === number) return this.list.select(rank);
      // It is not listed, so the filter and the span go.
      this.input.value = '';
      if (this.isSpanned) this.console.select(null, null);
      await this.apply('');
    }
    if (this.savedRows) {
      const at = this.savedRows.findIndex(row => row.number === number);
      if (at >= 0) return this.list.select(at);
      this.console.select(null, null);
      await this.apply('');
    }
    // The numbers of a capture of both ends have gaps, so the place is found by halving.
    let [low, high] = [0, Math.max(this.list.total, this.console.state.source?.packets ?? 0) - 1];
    let guess = Math.min(high, number - 1);
    while (low <= high) {
      const row = await this.list.get(guess) ?? (await call(`packets?from=${guess}&count=1`)).rows[0];
      if (!row) return;
      if (row.number === number) break;
      if (row.number < number) low = guess + 1; else high = guess - 1;
      guess = (low + high) >> 1;
    }
    if (this.list.total <= guess) this.list.resize(guess + 1);
    this.list.select(guess);
  }

  /** Waits a moment for the filter to come as far as this packet. */
  async examined(number) {
    for (let times = 0; times < 40; times += 1) {
      const job = await call('filters/' + this.job).catch(() => ({complete: true}));
      if (job.complete || job.cancelled || job.examined >= number) return;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  async choose(index) {
    this.follows = index === this.list.total - 1;
    const filter = this.job ? `&filter=${this.job}` : '';
    const wish = this.wish = Symbol();
    const row = this.list.item(index) ?? this.savedRows?.[index] ?? (await call(`packets?from=${index}&count=1${filter}`)).rows[0];
    if (!row || wish !== this.wish) return;
    place.write({packet: row.number});
    this.dissection.open(row.number);
  }
}
