// The body of a message: JSON as a tree beside its bytes, pictures, text, or bytes.
import {callBytes, saved} from './api.js';
import {BytesView} from './bytes-view.js';
import {byteOffsets, parseSource} from './json-source.js';
import {JSONTree} from './json-tree.js';
import {bytes, make} from './parts.js';

/** Longer documents are shown as text only. */
const mostJSON = 8 << 20;
/** How much of a text is shown. */
const mostText = 1 << 20;

/** @param one an exchange as the API gives it; `party` is request or response. Null if there is no body. */
export function bodyOf(one, party) {
  const size = one[party + '_decoded_bytes'] || one[party + '_body_bytes'];
  if (!size) return null;
  const box = make('div', {class: 'body'}, make('p', {class: 'soft'}, `Reading ${bytes(size)} …`));
  content(one, party).then(content => draw(box, content, one[party + '_type'] ?? '')).catch(error => {
    box.replaceChildren(make('p', {class: 'problem'}, error.message));
  });
  return box;
}

/** A saved page has the body in its answer, where JSON has lost its spaces. */
async function content(one, party) {
  if (!saved) return callBytes(`exchanges/${one.number}/body?of=${party}`);
  const [json, base64] = [one[party + '_json'], one[party + '_base64']];
  if (base64) return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new TextEncoder().encode(json === null || json === undefined ? one[party + '_text'] ?? '' : JSON.stringify(json));
}

function draw(box, content, type) {
  const views = {};
  const text = decoded(content);
  const root = text !== null && content.length <= mostJSON && /^\s*[[{"]/.test(text) ? parseSource(text) : null;
  if (root) views.Tree = () => documentView(root, text, content);
  // Types that cannot hold a script.
  if (/^image\/(png|jpeg|gif|webp)\b/.test(type)) views.Picture = () => picture(type, content);
  if (text !== null) views.Text = () => make('pre', {tabindex: '0'}, text.length > mostText ? `${text.slice(0, mostText)}…` : text);
  views.Bytes = () => hexView(content, () => {}).box;
  const names = Object.keys(views);
  const tabs = make('div', {class: 'buttons', role: 'tablist', 'aria-label': 'How the body is shown'});
  const pane = make('div', {});
  const show = name => {
    for (const tab of tabs.children) tab.setAttribute('aria-selected', tab.textContent === name);
    pane.replaceChildren(views[name]());
  };
  tabs.append(...names.map(name => make('button', {type: 'button', role: 'tab', 'aria-selected': false, onclick: () => show(name)}, name)));
  box.replaceChildren(...(names.length > 1 ? [tabs] : []), pane);
  show(names[0]);
}

/** The tree above the bytes: what is under the pointer in one lights up in the other. */
function documentView(root, text, content) {
  const offsets = byteOffsets(text);
  // A byte order mark is no part of the text.
  const shift = content.length - offsets[text.length];
  const place = make('span', {class: 'soft', 'aria-live': 'polite'});
  const view = hexView(content, (at, isChosen) => {
    let [low, high] = [0, text.length];
    while (low < high) { const middle = (low + high + 1) >> 1; if (offsets[middle] + shift <= at) low = middle; else high = middle - 1; }
    const value = tree.valueAt(low);
    if (!value) return;
    if (isChosen) tree.reveal(value); else light(value);
  });
  const light = value => {
    const [start, end] = value ? [offsets[value.start] + shift, offsets[value.end] + shift] : [0, 0];
    view.mark(start, end);
    place.textContent = value ? `${path(value)} · bytes ${start} to ${end - 1}` : '';
  };
  const tree = new JSONTree(root, light);
  return make('div', {class: 'document'}, tree.bar, tree.box, place, view.box);
}

/** As in jq: `.results[0].from_user`. */
function path(value) {
  let words = '';
  for (let one = value; one.parent; one = one.parent) {
    const isName = /^[A-Za-z_]\w*$/.test(one.key);
    words = (one.parent.kind === 'array' ? `[${one.key}]` : isName ? `.${one.key}` : `[${JSON.stringify(one.key)}]`) + words;
  }
  return words || '.';
}

function hexView(content, point) {
  const view = new BytesView(make('div', {class: 'hexdump', tabindex: '0', role: 'region', 'aria-label': 'Bytes of the body'}), {
    hover: at => point(at, false), choose: at => point(at, true), leave: () => {},
  });
  view.show(content);
  return view;
}

function picture(type, content) {
  let binary = '';
  for (let at = 0; at < content.length; at += 8192) binary += String.fromCharCode(...content.subarray(at, at + 8192));
  return make('img', {src: `data:${type.split(';')[0]};base64,${btoa(binary)}`, alt: 'The body'});
}

/** Bytes as text, or null if they are not UTF-8 without controls. */
function decoded(content) {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(content);
    return /[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 4096)) ? null : text;
  } catch {
    return null;
  }
}
