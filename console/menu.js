// A menu beside what it is about: with the pointer, with the context-menu key, or from a button.
import {make} from './parts.js';

const menuBox = make('div', {class: 'menu', role: 'menu', hidden: true});
let menuOwner = null;
document.body.append(menuBox);

/**
 * Opens a menu.
 * @param where an event of the pointer, or an element to be beside
 * @param items `[words, deed]`; null is a line between items
 */
export function openMenu(where, title, items) {
  menuOwner = document.activeElement;
  menuBox.setAttribute('aria-label', title);
  menuBox.replaceChildren(make('p', {class: 'soft', role: 'presentation'}, title), ...items.filter(item => item !== undefined).map(item => item === null ? make('hr')
    : make('button', {type: 'button', role: 'menuitem', onclick: () => { closeMenu(); item[1](); }}, item[0])));
  menuBox.hidden = false;
  const box = where instanceof Element ? where.getBoundingClientRect() : {left: where.clientX, bottom: where.clientY};
  // The key for menus has no place of its own.
  const left = box.left || menuOwner?.getBoundingClientRect().left || 8;
  const top = box.bottom || menuOwner?.getBoundingClientRect().top || 8;
  const own = menuBox.getBoundingClientRect();
  menuBox.style.setProperty('left', `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`);
  menuBox.style.setProperty('top', `${Math.max(8, Math.min(top + 4, innerHeight - own.height - 8))}px`);
  menuBox.querySelector('button')?.focus();
}

function closeMenu() {
  if (menuBox.hidden) return;
  menuBox.hidden = true;
  menuOwner?.focus?.();
}

menuBox.addEventListener('keydown', event => {
  const all = [...menuBox.querySelectorAll('button')];
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (event.key === 'Escape' || event.key === 'Tab') closeMenu();
  else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
});
document.addEventListener('pointerdown', event => {
  if (!menuBox.contains(event.target)) menuBox.hidden = true;
});
