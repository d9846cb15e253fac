// One's own profile: sliders, and the YAML beside them. Each follows the other.
import {call} from './api.js';
import {make} from './parts.js';

/** Scales of the sliders: from 0 to 100 to a value and back. */
const sliderScales = {
  bandwidth: {
    label: 'Rate', words: value => value === null ? 'unlimited' : bitRate(value),
    value: at => at >= 100 ? null : twoDigits(8000 * 10 ** (at / 99 * 5.1)), at: value => value === null ? 100 : Math.log10(Math.max(8000, value) / 8000) / 5.1 * 99,
  },
  delay: {label: 'Delay', words: value => milliseconds(value), value: at => curve(at, 5000), at: value => uncurve(value, 5000)},
  jitter: {label: 'Jitter', words: value => '± ' + milliseconds(value), value: at => curve(at, 1000), at: value => uncurve(value, 1000)},
  loss: {label: 'Loss', words: value => `${value} %`, value: at => Number((at <= 50 ? at / 5 : 10 + (at - 50) * 1.8).toFixed(1)), at: value => value <= 10 ? value * 5 : 50 + (value - 10) / 1.8},
};
const twoDigits = value => Number(value.toPrecision(2));
const curve = (at, most) => Math.round((at / 100) ** 3 * most);
const uncurve = (value, most) => Math.cbrt(Math.min(1, value / most)) * 100;
const milliseconds = value => value >= 1000 ? `${value / 1000} s` : `${value} ms`;

function bitRate(value) {
  for (const [size, unit] of [[1e9, 'Gbps'], [1e6, 'Mbps'], [1e3, 'kbps']]) if (value >= size) return `${Number((value / size).toPrecision(4))} ${unit}`;
  return `${value} bps`;
}

export class ProfileEditor {
  constructor(deeds) {
    this.deeds = deeds;
    this.sliders = {};
    this.text = make('textarea', {'aria-label': 'The profile as YAML', spellcheck: 'false', rows: 11, oninput: () => this.check(true), 'aria-describedby': 'profile-problems'});
    this.problems = make('ul', {id: 'profile-problems', class: 'problems', role: 'status'});
    this.words = make('p', {class: 'soft'});
    this.useButton = make('button', {type: 'button', class: 'main', onclick: () => this.deeds.use(this.profile)}, 'Switch');
    this.thenButton = make('button', {type: 'button', 'aria-haspopup': 'menu', onclick: () => this.deeds.then(this.profile, this.thenButton)}, 'Then …');
    this.saveButton = make('button', {type: 'button', onclick: () => this.save()}, 'Save as file');
    this.box = make('section', {class: 'editor', hidden: true, 'aria-label': 'Your own profile', onkeydown: event => {
      if (event.key === 'Escape') this.close();
    }}, make('div', {class: 'ways'}, this.way('downlink', '↓ Downlink'), this.way('uplink', '↑ Uplink')),
    make('div', {class: 'yaml'}, this.text, this.problems, this.words,
      make('div', {class: 'buttons'}, this.useButton, this.thenButton, this.saveButton, make('button', {type: 'button', onclick: () => this.close()}, 'Close'))));
  }

  way(name, title) {
    this.sliders[name] = {};
    const rows = Object.entries(sliderScales).map(([key, scale]) => {
      const output = make('output', {}, '');
      const input = make('input', {type: 'range', min: 0, max: 100, step: 0.5, 'aria-label': `${scale.label}, ${name}`, oninput: () => this.slid(name, key)});
      this.sliders[name][key] = {input, output};
      return make('label', {class: 'slider'}, make('span', {}, scale.label), input, output);
    });
    return make('fieldset', {}, make('legend', {}, title), ...rows);
  }

  /** Opens it on a profile; without one, on a new profile. */
  open(profile) {
    this.box.hidden = false;
    this.text.value = profile?.yaml ?? 'name: My Network\nsummary: \ndownlink: { bandwidth: 1 Mbps, delay: 50 ms }\nuplink: { bandwidth: 1 Mbps, delay: 50 ms }\n';
    this.check(true);
    this.text.focus({preventScroll: true});
  }

  close() { this.box.hidden = true; }

  /** A slider has moved: its direction is written anew; the other lines stay. */
  slid(way, moved) {
    const values = Object.fromEntries(Object.entries(sliderScales).map(([key, scale]) => [key, scale.value(Number(this.sliders[way][key].input.value))]));
    if (moved === 'jitter' && values.jitter > values.delay) { values.delay = values.jitter; this.set(way, 'delay', values.delay); }
    if (moved === 'delay' && values.jitter > values.delay) { values.jitter = values.delay; this.set(way, 'jitter', values.jitter); }
    this.label(way, values);
    const pairs = [];
    if (values.bandwidth !== null) pairs.push(`bandwidth: ${bitRate(values.bandwidth)}`);
    if (values.delay) pairs.push(`delay: ${milliseconds(values.delay)}`);
    if (values.jitter) pairs.push(`jitter: ${milliseconds(values.jitter)}`);
    // What has no slider stays.
    const old = new RegExp(`^${way}: *\\{(.*)\\} *$`, 'm').exec(this.text.value);
    const rest = old ? flowPairs(old[1]).filter(pair => !/^(bandwidth|delay|jitter|loss) *:/.test(pair)) : [];
    if (values.loss) pairs.push(`loss: ${values.loss} %`);
    const all = [...pairs, ...rest];
    const line = all.length ? `${way}: { ${all.join(', ')} }` : '';
    const lines = this.text.value.split('\n');
    const at = lines.findIndex(one => one.startsWith(way + ':'));
    let end = at + 1;
    while (at >= 0 && end < lines.length && /^\s+\S/.test(lines[end])) end += 1;
    if (at >= 0) lines.splice(at, end - at, ...(line ? [line] : []));
    else if (line) lines.splice(Math.max(0, lines.findLastIndex(one => /^(name|summary|source|downlink):/.test(one)) + 1), 0, line);
    this.text.value = lines.join('\n');
    this.check(false);
  }

  set(way, key, value) { this.sliders[way][key].input.value = sliderScales[key].at(value); }

  label(way, values) {
    for (const [key, scale] of Object.entries(sliderScales)) {
      this.sliders[way][key].output.textContent = scale.words(values[key]);
      this.sliders[way][key].input.setAttribute('aria-valuetext', scale.words(values[key]));
    }
  }

  /** Checks the text a moment after the last change. */
  check(movesSliders) {
    clearTimeout(this.timer);
    this.movesSliders = movesSliders || (this.movesSliders ?? false);
    this.timer = setTimeout(async () => {
      const text = this.text.value;
      const answer = await call('profiles/check', {method: 'POST', form: {yaml: text}});
      if (text !== this.text.value) return;
      this.profile = answer.problems.length ? null : answer;
      this.text.setAttribute('aria-invalid', Boolean(answer.problems.length));
      this.problems.replaceChildren(...answer.problems.map(problem => make('li', {}, make('button', {type: 'button', class: 'plain', onclick: () => this.pointTo(problem)},
        `line ${problem.line}, column ${problem.column}`), ' ', problem.message)));
      this.words.textContent = this.profile ? `✓ ↓ ${this.profile.downlink.words} · ↑ ${this.profile.uplink.words}` : '';
      if (this.profile && this.movesSliders) this.follow(this.profile);
      this.movesSliders = false;
      this.refresh();
    }, 150);
  }

  /** Sets the sliders as the text says. */
  follow(profile) {
    for (const way of ['downlink', 'uplink']) {
      const {bandwidth, delay, jitter, words} = profile[way];
      const loss = /(?:^|, )loss ([\d.]+) %/.exec(words);
      const values = {bandwidth, delay: delay * 1000, jitter: jitter * 1000, loss: loss ? Number(loss[1]) : 0};
      for (const key of Object.keys(sliderScales)) this.set(way, key, values[key]);
      this.label(way, {...values, delay: Number(values.delay.toPrecision(6)), jitter: Number(values.jitter.toPrecision(6))});
    }
  }

  pointTo({line, column}) {
    const lines = this.text.value.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(at, Math.max(at + 1, at + (lines[line - 1]?.length ?? 0) - column + 1));
  }

  refresh() {
    this.useButton.disabled = this.thenButton.disabled = !this.profile || !this.deeds.canUse();
    this.saveButton.disabled = !this.profile;
  }

  save() {
    const link = make('a', {download: this.profile.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') + '.yaml'});
    link.href = URL.createObjectURL(new Blob([this.text.value], {type: 'text/yaml'}));
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** The pairs of a YAML flow mapping, separated at the commas that are not within brackets. */
function flowPairs(text) {
  const pairs = [''];
  let depth = 0;
  for (const letter of text) {
    if ('{['.includes(letter)) depth += 1;
    if ('}]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) pairs.push(''); else pairs[pairs.length - 1] += letter;
  }
  return pairs.map(pair => pair.trim()).filter(Boolean);
}
