// A conversation as a drawing: packets from end to end in time, with what was lost on the way.
import {call} from './api.js';
import {make, place, seconds} from './parts.js';

export class Conversation {
  constructor(box, console) {
    this.console = console;
    this.box = box;
    this.choice = make('select', {'aria-label': 'Conversation', onchange: () => this.open(Number(this.choice.value))});
    this.words = make('p', {class: 'soft', role: 'status'});
    this.area = make('div', {class: 'area', tabindex: '0', role: 'region', 'aria-label': 'The conversation as a drawing'});
    box.append(make('div', {class: 'bar'}, this.choice, this.words,
      make('button', {type: 'button', onclick: () => this.console.filter(`tcp.stream == ${this.stream}`)}, 'These packets')), this.area);
  }

  async shown() {
    if (!this.console.state.source) { this.words.textContent = 'There are no packets: name a file or a link.'; return; }
    await this.list();
    const wanted = place.read().get('stream');
    await this.open(Number(wanted ?? this.stream ?? this.choice.value ?? 0));
  }

  changed(state) {
    if (this.box.hidden || !state.source?.live || this.isLoading || state.source.packets === this.packets) return;
    this.shown().catch(() => {});
  }

  async list() {
    const {rows} = await call('streams?from=0&count=1000');
    if (rows.length === this.choice.options.length) return;
    this.choice.replaceChildren(...rows.map(row => make('option', {value: row.stream}, `${row.stream}: ${row.client} → ${row.server}, ${row.packets} packets`)));
  }

  async open(stream) {
    if (!this.choice.options.length) { this.words.textContent = 'There is no TCP conversation.'; return; }
    this.stream = stream;
    this.choice.value = stream;
    place.write({stream});
    this.isLoading = true;
    this.packets = this.console.state.source?.packets;
    try {
      this.draw(await call(`streams/${stream}/packets?count=500`));
    } catch (error) {
      this.words.textContent = error.message;
    } finally {
      this.isLoading = false;
    }
  }

  draw(answer) {
    const {packets} = answer;
    const lost = packets.filter(packet => packet.lost).length;
    this.words.textContent = `${packets.length < answer.total ? `the first ${packets.length} of ` : ''}${answer.total} packets${lost ? ` · ${lost} lost here` : ''}`;
    const row = 30;
    const [left, right] = [110, 590];
    const height = packets.length * row + 50;
    const drawing = make('svg', {viewBox: `0 0 900 ${height}`, class: 'ladder', role: 'list', 'aria-label': 'Packets from end to end'},
      make('text', {x: left, y: 16, class: 'end'}, `client ${answer.client}`), make('text', {x: right, y: 16, class: 'end'}, `server ${answer.server}`),
      make('line', {class: 'rail', x1: left, x2: left, y1: 24, y2: height}), make('line', {class: 'rail', x1: right, x2: right, y1: 24, y2: height}));
    packets.forEach((packet, index) => drawing.append(this.arrow(packet, 40 + index * row, left, right)));
    this.area.replaceChildren(drawing);
  }

  arrow(packet, y, left, right) {
    const from = packet.from_client ? left : right;
    const way = packet.from_client ? 1 : -1;
    const end = packet.lost ? from + way * (right - left) * 0.6 : packet.from_client ? right : left;
    const slope = packet.lost ? 8 : 14;
    const kind = packet.lost ? 'gone' : packet.kind ? 'again' : packet.from_client ? 'sent' : 'received';
    const time = packet.since ?? packet.far;
    const says = [packet.flags, packet.length ? `${packet.length} bytes` : null, packet.kind?.replaceAll('_', ' '), packet.lost ? '✕ lost here' : packet.fate].filter(Boolean).join(' · ');
    const group = make('g', {class: 'arrow ' + kind, role: 'listitem', tabindex: '0', 'aria-label': `${time?.toFixed(6)} s, ${packet.from_client ? 'client to server' : 'server to client'}: ${says}`,
      onclick: () => packet.number && this.console.goTo(packet.number),
      onkeydown: event => { if (event.key === 'Enter' && packet.number) this.console.goTo(packet.number); }},
    make('rect', {class: 'touch', x: 0, y: y - 12, width: 900, height: 28}),
    make('text', {x: left - 12, y: y + 4, class: 'when'}, time === null ? '' : seconds(time)),
    make('line', {x1: from, y1: y, x2: end, y2: y + slope}),
    packet.lost ? make('path', {d: `M${end - 5} ${y + slope - 5}l10 10m0 -10l-10 10`}) : make('path', {d: `M${end - way * 9} ${y + slope - 5}L${end} ${y + slope}L${end - way * 9} ${y + slope + 4}`}),
    make('text', {x: right + 14, y: y + 8, class: 'says'}, `${packet.number ?? ''}  ${says}`));
    return group;
  }
}
