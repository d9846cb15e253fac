// Numbers of plots in words, and the shapes of what is marked: no kind is told by its color alone.
import {make} from './parts.js';

/** Bits per second, as profiles write them. */
export function rate(bitsPerSecond) {
  const units = ['bps', 'kbps', 'Mbps', 'Gbps'];
  let [value, place] = [bitsPerSecond, 0];
  while (value >= 1000 && place < units.length - 1) { value /= 1000; place += 1; }
  return `${Number(value.toPrecision(3))} ${units[place]}`;
}

/** A number and its noun. */
export const several = (value, noun, plural = noun + 's') => `${value.toLocaleString('en')} ${value === 1 ? noun : plural}`;

/** Paths of shapes around the origin, about ten pixels wide. */
export const shapes = {
  cross: 'M-4-4L4 4M-4 4L4-4', plus: 'M-5 0H5M0-5V5', up: 'M0-5L5 4H-5Z', down: 'M0 5L5-4H-5Z', diamond: 'M0-5L5 0L0 5L-5 0Z',
  square: 'M-4-4H4V4H-4Z', circle: 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z', bar: 'M-1.5-5H1.5V5H-1.5Z', hourglass: 'M-4-5H4L-4 5H4Z',
  bow: 'M-5-4V4L5-4V4Z', dot: 'M-2.5 0A2.5 2.5 0 1 0 2.5 0A2.5 2.5 0 1 0-2.5 0Z', chevron: 'M-5 3L0-4L5 3', ring: 'M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0ZM-3.5 3.5L3.5-3.5',
};

/** A path of many shapes, each at `[x, y]`. */
export function stamped(shape, places) {
  const parts = shapes[shape].split(/(?=M)/);
  return places.map(([x, y]) => parts.map(part => {
    const [, dx, dy, rest] = /^M(-?[\d.]+)[ ]?(-?[\d.]+)(.*)$/.exec(part);
    return `M${(x + Number(dx)).toFixed(1)} ${(y + Number(dy)).toFixed(1)}` + relative(rest, Number(dx), Number(dy));
  }).join('')).join('');
}

/** The rest of a path whose places count from the origin, as steps from place to place. */
function relative(path, x, y) {
  const [startX, startY] = [x, y];
  return path.replace(/([LHVAZ])([^LHVAZ]*)/g, (_, letter, text) => {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    const [fromX, fromY] = [x, y];
    if (letter === 'Z') { [x, y] = [startX, startY]; return 'z'; }
    if (letter === 'H') { x = numbers[0]; return `h${x - fromX}`; }
    if (letter === 'V') { y = numbers[0]; return `v${y - fromY}`; }
    [x, y] = numbers.slice(-2);
    if (letter === 'L') return `l${x - fromX} ${y - fromY}`;
    return `a${numbers.slice(0, 5).join(' ')} ${x - fromX} ${y - fromY}`;
  });
}

/** What can be marked, in the lane where it is drawn: its words, its shape and its color. */
export const markLanes = [
  ['Link', {lost: ['lost on the link', 'cross', 'fail'], corrupted: ['corrupted', 'hourglass', 'warn'], duplicated: ['duplicated', 'bow', 'error'], reordered: ['reordered', 'chevron', 'error']}],
  ['Sent again', {retransmission: ['retransmission', 'up', 'warn'], fast_retransmission: ['fast retransmission', 'diamond', 'warn'], spurious_retransmission: ['spurious retransmission', 'down', 'soft']}],
  ['Order', {lost_segment: ['previous segment missing', 'square', 'error'], out_of_order: ['out of order', 'chevron', 'error'], duplicate_ack: ['duplicate ACK', 'plus', 'soft']}],
  ['Window', {zero_window: ['zero window', 'hourglass', 'fail'], window_full: ['window full', 'bow', 'warn'], keep_alive: ['keep-alive', 'dot', 'soft']}],
  ['Reset', {reset: ['reset', 'ring', 'fail']}],
];
export const markKinds = Object.assign({}, ...markLanes.map(([, kinds]) => kinds));

/** Those that are also drawn in the plots of traffic. */
export const graveMarks = ['lost', 'retransmission', 'fast_retransmission', 'reset', 'zero_window'];

/** A line of a legend: the shape, or a swatch of what is drawn, and what it means. */
export function legend(entries) {
  return make('ul', {class: 'keys'}, ...entries.map(({shape, swatch, words, color}) => make('li', {},
    make('svg', {viewBox: '-9 -7 18 14', 'aria-hidden': 'true'},
      make('path', {class: `k-${color} ${shape ? 'shape' : swatch}`, d: shape ? shapes[shape] : {area: 'M-9 6V-2L0-5L9 0V6Z', line: 'M-9 0H9', bars: 'M-6-5V5M0-3V6M6-6V3', dashed: 'M-9 0H9'}[swatch]})),
    words)));
}
