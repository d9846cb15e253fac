// "Follow stream": what both ends of a conversation said, in order.
import {call} from './api.js';
import {bytes, count, make} from './parts.js';

/** How much is asked for first, and how much more each time. */
const portion = 1 << 20;

export class Follow {
  constructor(console) {
    this.console = console;
    const select = (label, values, deed) => make('select', {'aria-label': label, onchange: deed}, ...Object.entries(values).map(([value, words]) => make('option', {value}, words)));
    this.layer = select('What is followed', {tcp: 'TCP: the bytes', http: 'HTTP: heads and decoded bodies'}, () => this.load());
    this.side = select('Whose words', {both: 'both ends', first: 'only →', second: 'only ←'}, () => this.draw());
    this.form = select('How they are shown', {text: 'text', hex: 'hex'}, () => this.draw());
    this.find = make('input', {type: 'search', placeholder: 'Find', 'aria-label': 'Find in the conversation', onkeydown: event => {
      if (event.key === 'Enter') { event.preventDefault(); this.next(); }
    }});
    this.words = make('p', {class: 'soft', role: 'status'});
    this.more = make('button', {type: 'button', hidden: true, onclick: () => { this.size += portion; this.load(); }}, 'More');
    this.pane = make('div', {class: 'talks', tabindex: '0', role: 'region', 'aria-label': 'The conversation'});
    const close = make('button', {type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => this.dialog.close()}, '×');
    this.title = make('h2', {});
    this.dialog = make('dialog', {class: 'follow', 'aria-label': 'Follow stream'}, close, this.title,
      make('div', {class: 'bar'}, this.layer, this.side, this.form, this.find, this.words, this.more), this.pane);
    document.body.append(this.dialog);
  }

  open(kind, stream) {
    this.stream = stream;
    this.kind = kind;
    this.size = portion;
    this.layer.hidden = kind === 'udp';
    if (!this.dialog.open) this.dialog.showModal();
    this.load();
  }

  async load() {
    const layer = this.kind === 'udp' ? 'udp' : this.layer.value;
    this.words.textContent = 'Reading …';
    this.pane.replaceChildren();
    try {
      const answer = await call(`streams/${this.stream}/follow?layer=${layer}&bytes=${this.size}`);
      const [head, ...rows] = answer.rows;
      this.rows = rows.map(row => ({...row, content: Uint8Array.from(atob(row.base64 ?? ''), letter => letter.charCodeAt(0))}));
      this.title.textContent = `${this.kind}.stream ${this.stream}: ${head.nodes[0]} → ${head.nodes[1]}`;
      this.more.hidden = answer.complete;
      this.isWhole = answer.complete;
      this.draw();
    } catch (error) {
      this.rows = [];
      this.title.textContent = `${this.kind}.stream ${this.stream}`;
      this.words.textContent = error.status === 404 ? `Nothing of ${layer.toUpperCase()} is in this conversation.` : error.message;
    }
  }

  draw() {
    const chosen = this.side.value;
    const rows = this.rows.filter(row => chosen === 'both' || row.node === (chosen === 'first' ? 0 : 1));
    const sizes = [0, 1].map(node => this.rows.filter(row => row.node === node).reduce((sum, row) => sum + row.content.length, 0));
    this.words.textContent = `→ ${bytes(sizes[0])} · ← ${bytes(sizes[1])}${this.isWhole ? '' : ' · not all is shown'}`;
    this.pane.replaceChildren(...rows.map(row => make('section', {class: 'said n' + row.node},
      make('p', {class: 'soft'}, `${row.node ? '←' : '→'} ${row.missing ? '' : bytes(row.content.length)} `,
        row.packet ? make('button', {type: 'button', class: 'plain', onclick: () => { this.dialog.close(); this.console.goTo(row.packet); }}, `packet ${row.packet}`) : null),
      row.missing ? make('p', {class: 'problem'}, `${count(row.missing)} bytes are missing in the capture`)
        : make('pre', {}, this.form.value === 'hex' ? hexText(row.content) : plainText(row.content)))));
  }

  /** Goes to the next piece that has the text. */
  next() {
    const text = this.find.value.toLowerCase();
    const all = [...this.pane.querySelectorAll('pre')];
    const hits = all.filter(one => text && one.textContent.toLowerCase().includes(text));
    const at = (hits.indexOf(this.hit) + 1) % (hits.length || 1);
    this.hit?.classList.remove('hit');
    this.hit = hits[at];
    this.hit?.classList.add('hit');
    this.hit?.scrollIntoView({block: 'center'});
    this.words.textContent = hits.length ? `${at + 1} of ${hits.length} pieces` : 'not found';
  }
}

/** UTF-8 where it is; otherwise a point for each byte that is not printable, as tshark shows it. */
function plainText(content) {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(content);
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) return text;
  } catch { /* It is no text. */ }
  return Array.from(content, byte => (byte >= 0x20 && byte < 0x7f) || byte === 10 || byte === 13 || byte === 9 ? String.fromCharCode(byte) : '.').join('');
}

function hexText(content) {
  const lines = [];
  for (let start = 0; start < content.length; start += 16) {
    const row = [...content.subarray(start, start + 16)];
    const hex = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ').padEnd(48);
    lines.push(`${start.toString(16).padStart(8, '0')}  ${hex} ${row.map(byte => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.').join('')}`);
  }
  return lines.join('\n');
}
