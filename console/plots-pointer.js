// What pointers and keys do on a plot: point at a time, select a span, look closer, open a point.

/** A press that moves less than this, in pixels, is a click. */
const slack = 4;

export function attachPointer(figure, host) {
  const {box} = figure;
  let press = null;
  const spot = event => {
    const frame = box.getBoundingClientRect();
    const scale = host.width / Math.max(1, frame.width);
    return {x: (event.clientX - frame.left) * scale, y: (event.clientY - frame.top) * scale};
  };
  const isClick = at => !press || Math.abs(at.x - press.x) < slack && Math.abs(at.y - press.y) < slack;

  // Before the first answer there is no axis to point at.
  const on = (type, handle, options) => box.addEventListener(type, event => { if (host.axis) handle(event); }, options);

  on('pointerdown', event => {
    if (event.button) return;
    box.setPointerCapture(event.pointerId);
    press = {...spot(event), zooms: figure.zoomsBoth && !event.shiftKey, before: host.span};
  });
  on('pointermove', event => {
    const at = spot(event);
    if (press && !isClick(at)) {
      if (press.zooms) host.setBox({figure, x0: press.x, y0: press.y, x1: at.x, y1: at.y});
      else host.preview(host.axis.time(press.x), host.axis.time(at.x));
    }
    host.pointAt(host.axis.time(at.x), figure, press ? null : figure.near(at.x, at.y));
  });
  on('pointerup', event => {
    const at = spot(event);
    const [start, wasClick] = [press, isClick(at)];
    press = null;
    if (!start) return;
    if (wasClick) return figure.near(at.x, at.y)?.open();
    if (start.zooms) host.lookAtBox(figure, start, at);
    else host.selectSpan(host.axis.time(start.x), host.axis.time(at.x));
  });
  on('pointercancel', () => {
    if (press) host.restore(press.before);
    press = null;
  });
  on('pointerleave', () => { if (!press) host.pointAt(null, figure, null); });
  on('dblclick', () => host.look(null, null));
  on('wheel', event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    host.zoom(event.deltaY < 0 ? 0.7 : 1 / 0.7, host.axis.time(spot(event).x));
  }, {passive: false});
  on('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(event, figure, host)) event.preventDefault();
  });
}

/** Whether a key meant something. */
function pressed(event, figure, host) {
  const {axis} = host;
  const middle = (axis.from + axis.to) / 2;
  const width = axis.to - axis.from;
  const cursor = host.cursor ?? (host.span ? host.span.to : axis.from);
  switch (event.key) {
    case 'ArrowLeft': case 'ArrowRight': case 'Home': case 'End': case 'PageUp': case 'PageDown': {
      const steps = {ArrowLeft: -width / 100, ArrowRight: width / 100, PageUp: -width / 10, PageDown: width / 10, Home: -Infinity, End: Infinity};
      const time = Math.min(axis.to, Math.max(axis.from, cursor + steps[event.key]));
      if (event.shiftKey) {
        host.anchor ??= cursor;
        host.preview(host.anchor, time);
        host.selectSoon(host.anchor, time);
      } else host.anchor = null;
      host.pointAt(time, figure, null);
      return true;
    }
    case 'ArrowUp': case 'ArrowDown': {
      const point = figure.step(event.key === 'ArrowDown' ? 1 : -1);
      if (point) host.pointAt(point.time, figure, point);
      return Boolean(point);
    }
    case 'Enter':
      if (figure.lit) figure.lit.open();
      else if (host.span) host.look(host.span.from, host.span.to);
      return true;
    case 'Escape':
      host.anchor = null;
      if (host.span) host.selectSpan(null, null); else host.look(null, null);
      return true;
    case '+': case '=': host.zoom(0.5, host.cursor ?? middle); return true;
    case '-': host.zoom(2, host.cursor ?? middle); return true;
    default: return false;
  }
}
