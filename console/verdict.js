// How a verdict looks: a mark and a word, so that its color is not needed.
import {make} from './parts.js';

export const verdictMarks = {PASS: '✓', FAIL: '✕', WARN: '▲', 'N/A': '–', INCONCLUSIVE: '?', ERROR: '!'};

export const verdictWords = kind => kind ? `${verdictMarks[kind] ?? ''}\u00a0${kind}` : '';

export function verdictCell(kind) {
  return make('td', {class: 'v-' + (kind ?? 'none').toLowerCase().replace('/', '')}, verdictWords(kind));
}
