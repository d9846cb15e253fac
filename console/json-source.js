// JSON with the place of each value in its text (RFC 8259), so that a value can be shown in the bytes that it came from.

/** Deeper documents are shown as text. */
const mostDepth = 400;
const token = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/**
 * Reads a JSON text.
 * @returns a value: `{kind, start, end, from?, key?, text?, entries?}`; kinds are object, array, string, number, boolean and null. `start` and
 *   `end` count UTF-16 units; `from` is where the name begins. Null if the text is not JSON.
 */
export function parseSource(text) {
  token.lastIndex = 0;
  const next = () => {
    const found = token.exec(text);
    return found && {mark: found[1], literal: found[2] ?? found[3] ?? found[4], isText: found[2] !== undefined, end: token.lastIndex,
      start: token.lastIndex - (found[1] ?? found[2] ?? found[3] ?? found[4]).length};
  };
  const value = (one, depth) => {
    if (!one || depth > mostDepth) return null;
    if (one.literal !== undefined) return leaf(one);
    if (one.mark === '[' || one.mark === '{') return list(one, depth);
    return null;
  };
  const list = (open, depth) => {
    const isObject = open.mark === '{';
    const entries = [];
    let one = next();
    if (one?.mark === (isObject ? '}' : ']')) return {kind: isObject ? 'object' : 'array', start: open.start, end: one.end, entries};
    for (;;) {
      let key = String(entries.length);
      const from = one?.start;
      if (isObject) {
        if (!one?.isText || next()?.mark !== ':') return null;
        key = JSON.parse(one.literal);
        one = next();
      }
      const entry = value(one, depth + 1);
      if (!entry) return null;
      entry.key = key;
      // A place in the name of a value is one in the value.
      entry.from = from;
      entries.push(entry);
      const mark = next();
      if (mark?.mark === (isObject ? '}' : ']')) return {kind: isObject ? 'object' : 'array', start: open.start, end: mark.end, entries};
      if (mark?.mark !== ',') return null;
      one = next();
    }
  };
  const root = value(next(), 0);
  return root && /^[ \t\n\r]*$/.test(text.slice(root.end)) ? root : null;
}

function leaf({literal, isText, start, end}) {
  if (isText) return {kind: 'string', start, end, text: literal};
  return {kind: literal === 'null' ? 'null' : literal === 'true' || literal === 'false' ? 'boolean' : 'number', start, end, text: literal};
}

/** The offset in UTF-8 of each UTF-16 unit of a text, and of its end. */
export function byteOffsets(text) {
  const offsets = new Uint32Array(text.length + 1);
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    offsets[index] = at;
    const unit = text.charCodeAt(index);
    // Both halves of a surrogate pair make four bytes.
    at += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  offsets[text.length] = at;
  return offsets;
}
