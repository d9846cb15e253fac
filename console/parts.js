// What every part of the page uses: elements, words for numbers, and the address that says what is shown.

/** An element with attributes and children. Text is always text: nothing here takes markup. */
export function make(name, attributes = {}, ...children) {
  const svg = ['svg', 'g', 'path', 'rect', 'line', 'text', 'circle', 'title', 'polyline', 'defs', 'marker'].includes(name);
  const element = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key.startsWith('aria-') && typeof value === 'boolean') element.setAttribute(key, String(value));
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** Changes a text only if it differs, so that screen readers and selections are left in peace. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A duration in seconds, in few words. */
export function seconds(value) {
  if (value === null || value === undefined) return '';
  if (value < 0.0000005) return '0 s';
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  if (value < 1) return `${Number((value * 1000).toPrecision(3))} ms`;
  return value < 100 ? `${Number(value.toPrecision(3))} s` : `${Math.round(value)} s`;
}

/** A number of bytes, in few words. */
export function bytes(value) {
  if (value === null || value === undefined) return '';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let place = 0;
  while (value >= 1000 && place < units.length - 1) { value /= 1000; place += 1; }
  return `${Number(value.toPrecision(3))} ${units[place]}`;
}

/** Puts a text into the clipboard, and says so on the button. */
export async function copyText(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = '✓ Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

export const count = value => value.toLocaleString('en');

/** The largest number of a list of any length. */
export function largest(values) {
  let result = 0;
  for (const value of values) if (value > result) result = value;
  return result;
}

/** What is shown is in the fragment of the address, so that it can be bookmarked and sent. */
export const place = {
  read() { return new URLSearchParams(location.hash.slice(1)); },
  write(changes) {
    const values = this.read();
    for (const [key, value] of Object.entries(changes)) {
      if (value === null || value === undefined || value === '') values.delete(key); else values.set(key, value);
    }
    history.replaceState(null, '', '#' + values);
  },
};
