// The axes of plots: from times and values to places, and back, with ticks at round numbers.

/** A round number, 1, 2 or 5 times a power of ten, that is at least this large. */
export function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-12)));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= value * 0.9999) ?? 10 * power;
}

/** A time since the first packet, with as many digits as steps of this length need. */
export function clock(time, step, longest = time) {
  const digits = unit => Math.min(9, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  if (Math.abs(time) < step * 1e-6) return '0 s';
  if (time >= 600) {
    const rest = (time % 60).toFixed(digits(1));
    return `${Math.floor(time / 60)}:${rest.padStart(digits(1) ? digits(1) + 3 : 2, '0')} min`;
  }
  if (step >= 0.1 || longest >= 1) return `${time.toFixed(digits(1))} s`;
  return step >= 1e-5 ? `${(time * 1e3).toFixed(digits(1e-3))} ms` : `${(time * 1e6).toFixed(digits(1e-6))} µs`;
}

/** The time axis that all plots share, in seconds since the first packet. */
export class TimeAxis {
  constructor(from, to, left, right) {
    Object.assign(this, {from, to: Math.max(to, from + 1e-9), left, right});
    this.step = roundStep((this.to - this.from) / Math.max(2, (right - left) / 110));
  }

  x(time) { return this.left + (time - this.from) / (this.to - this.from) * (this.right - this.left); }

  time(x) {
    const share = (x - this.left) / (this.right - this.left);
    return this.from + Math.min(1, Math.max(0, share)) * (this.to - this.from);
  }

  contains(time) { return time >= this.from && time <= this.to; }

  ticks() {
    const times = [];
    for (let at = Math.ceil(this.from / this.step - 1e-9); at * this.step <= this.to * (1 + 1e-12); at += 1) times.push(at * this.step);
    return times;
  }

  words(time) { return clock(time, this.step / 20, this.to); }
  tickWords(time) { return clock(time, this.step, this.to); }
}

/** The axis of values of one plot. It is logarithmic where the values differ so much that the low ones would not be seen. */
export class ValueAxis {
  constructor(low, high, top, bottom, isLogarithmic = false) {
    Object.assign(this, {top, bottom, isLogarithmic});
    if (isLogarithmic) {
      this.low = 10 ** Math.floor(Math.log10(low) + 1e-9);
      this.high = 10 ** Math.max(Math.log10(this.low) + 1, Math.ceil(Math.log10(high) - 1e-9));
      return;
    }
    this.step = roundStep((high - low) / Math.max(2, (bottom - top) / 45)) || 1;
    this.low = Math.floor(low / this.step + 1e-9) * this.step;
    this.high = Math.max(this.low + this.step, Math.ceil(high / this.step - 1e-9) * this.step);
  }

  /** Exactly these ends. */
  static exactly(low, high, top, bottom) {
    const axis = new ValueAxis(low, high, top, bottom);
    return Object.assign(axis, {low, high});
  }

  y(value) {
    const share = this.isLogarithmic
      ? Math.log10(Math.max(value, this.low) / this.low) / Math.log10(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return this.bottom - Math.min(1.5, Math.max(-0.5, share)) * (this.bottom - this.top);
  }

  value(y) { return this.low + (this.bottom - y) / (this.bottom - this.top) * (this.high - this.low); }

  ticks() {
    const values = [];
    if (this.isLogarithmic) {
      const decades = Math.round(Math.log10(this.high / this.low));
      const apart = Math.max(1, Math.ceil(decades / Math.max(1, (this.bottom - this.top) / 22)));
      for (let power = 0; power <= decades; power += apart) values.push(this.low * 10 ** power);
      return values;
    }
    for (let at = Math.ceil(this.low / this.step - 1e-9); at * this.step <= this.high * (1 + 1e-9); at += 1) values.push(at * this.step + 0);
    return values;
  }
}
