// "Decode as": which protocols the numbers of ports and protocols stand for.
import {call} from './api.js';
import {make} from './parts.js';

export class DecodeAs {
  constructor() {
    this.list = make('ul', {class: 'words'});
    this.table = make('select', {'aria-label': 'Table', onchange: () => this.offer()});
    this.number = make('input', {'aria-label': 'Number, or a range', placeholder: '8080 or 8000-8099', size: 14});
    this.protocol = make('select', {'aria-label': 'Protocol'});
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    const close = make('button', {type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => this.dialog.close()}, '×');
    this.dialog = make('dialog', {class: 'decode', 'aria-label': 'Decode as'}, close, make('h2', {}, 'Decode as'),
      make('p', {class: 'soft'}, 'What you say here goes before what Headwind recognizes. All packets are decoded anew.'), this.list,
      make('form', {class: 'buttons', onsubmit: event => { event.preventDefault(); this.add(); }}, this.table, this.number, this.protocol, make('button', {type: 'submit', class: 'main'}, 'Decode')), this.problem);
    document.body.append(this.dialog);
  }

  /** @param suggestion `[table, number]` of the packet that is shown */
  async open(suggestion) {
    const {words, tables} = await call('decoding');
    this.tables = tables;
    this.said = words;
    this.table.replaceChildren(...Object.keys(tables).map(name => make('option', {value: name, selected: name === suggestion?.[0]}, name)));
    this.number.value = suggestion?.[1] ?? '';
    this.offer();
    this.list.replaceChildren(...words.map((word, place) => make('li', {}, make('code', {}, word), ' ',
      make('button', {type: 'button', onclick: () => this.set(words.filter((_, other) => other !== place))}, 'Remove'))));
    this.problem.hidden = true;
    if (!this.dialog.open) this.dialog.showModal();
  }

  offer() {
    this.protocol.replaceChildren(...this.tables[this.table.value].map(name => make('option', {value: name}, name)));
  }

  add() { this.set([...this.said, `${this.table.value}==${this.number.value.trim()},${this.protocol.value}`]); }

  async set(words) {
    try {
      await call('decoding', {method: 'POST', form: {words: words.join('\n')}});
      // Everything that is shown was made from the old words.
      location.reload();
    } catch (error) {
      this.problem.textContent = error.message;
      this.problem.hidden = false;
    }
  }
}
