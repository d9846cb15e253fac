// The span of the time axis that lists are limited to, in words, with a button to lift it.
import {make, seconds} from './parts.js';

export class SpanNote {
  constructor(console) {
    this.words = make('span');
    this.element = make('p', {class: 'spannote', role: 'status', hidden: true}, this.words,
      make('button', {type: 'button', onclick: () => console.select(null, null)}, 'Show all times'));
  }

  show(span) {
    this.element.hidden = !span;
    this.words.textContent = span ? `Only ${seconds(span.from)} to ${seconds(span.to)}` : '';
  }
}
