// What crosses a link, in the last minute: a number for each direction, and a drawing.
import {bytes, largest, make} from './parts.js';

const historyLength = 60;

export class Throughput {
  constructor() { this.history = new Map(); }

  /** Notes the counters of a link, and says what they have become since the last time. */
  of(link) {
    const now = performance.now();
    const numbers = ['uplink', 'downlink'].map(name => Number(link.statistics?.[name + '-left-bytes'] ?? 0));
    const seen = this.history.get(link.name) ?? {rates: []};
    if (seen.at && now > seen.at) {
      const passed = (now - seen.at) / 1000;
      seen.rates.push(numbers.map((number, index) => Math.max(0, number - seen.numbers[index]) / passed));
      if (seen.rates.length > historyLength) seen.rates.shift();
    }
    Object.assign(seen, {at: now, numbers});
    this.history.set(link.name, seen);
    const [up, down] = (seen.rates.at(-1) ?? [0, 0]).map(rate => `${bytes(rate)}/s`);
    return {words: `↑ ${up}   ↓ ${down}`, drawing: drawing(seen.rates)};
  }
}

/** Bytes a second: up above the line, down below it. */
function drawing(rates) {
  const most = Math.max(1, largest(rates.flat()));
  const result = make('svg', {viewBox: `0 0 ${historyLength} 32`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Throughput of the last minute: up above the line, down below it'});
  result.append(make('rect', {class: 'axis', x: 0, y: 15.75, width: historyLength, height: 0.5}));
  rates.forEach((rate, index) => {
    const x = historyLength - rates.length + index;
    const [up, down] = rate.map(value => value / most * 15);
    result.append(make('rect', {class: 'up', x, y: 16 - up, width: 0.8, height: up}), make('rect', {class: 'down', x, y: 16, width: 0.8, height: down}));
  });
  return result;
}
