// Optional comfort: copy buttons, showing a password, more rows for redirect URIs, a chosen picture shown at once, lists
// that follow what happens. Every page works without it.
'use strict';

// The texts are on the page, in its language; this file contains none.
const region = document.querySelector('[data-announce]');
const words = region.dataset;

const select = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = window.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
};

// The clipboard is not available on plain http; then the text is selected, to be copied with the keyboard.
const copy = async (button) => {
  const source = document.getElementById(button.dataset.copy);
  const label = button.querySelector('[data-copy-label]');
  button.first ??= label.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    label.textContent = words.copied;
    region.textContent = words.copied;
  } catch {
    select(source);
    label.textContent = words.selected;
    region.textContent = words.selectedAloud;
  }
  button.classList.add('is-done');
  clearTimeout(button.timer);
  button.timer = setTimeout(() => {
    label.textContent = button.first;
    button.classList.remove('is-done');
  }, 2000);
};

const reveal = (button) => {
  const input = document.getElementById(button.dataset.reveal);
  const isShown = input.type === 'text';
  input.type = isShown ? 'password' : 'text';
  button.setAttribute('aria-pressed', String(!isShown));
  button.firstChild.textContent = isShown ? words.show : words.hide;
  input.focus();
};

// Spare rows are on the page already; after the last one, its copy is appended.
const addRow = (button) => {
  const rows = button.closest('fieldset').querySelector('[data-rows]');
  const spare = rows.querySelector('.spare');
  const row = spare ?? appendCopy(rows);
  row.classList.remove('spare');
  row.querySelector('input').focus();
};

const appendCopy = (rows) => {
  const row = rows.lastElementChild.cloneNode(true);
  const number = rows.children.length + 1;
  const input = row.querySelector('input');
  const label = row.querySelector('label');
  row.classList.remove('has-fault');
  for (const line of row.querySelectorAll('.fault, .hint')) line.remove();
  input.value = '';
  input.id = `redirect_uri_${number}`;
  input.removeAttribute('aria-describedby');
  input.removeAttribute('aria-invalid');
  label.htmlFor = input.id;
  label.textContent = words.row.replace('#', number);
  rows.append(row);
  return row;
};

// A chosen picture is shown where the old one is. One that the service would refuse is cropped to a square and made
// smaller first, so that a photo of any size and kind will do; what cannot be read is left to the service to explain.
const MOST_PICTURE_BYTES = 262144;
const LEAST_PIXELS = 32;
const MOST_PIXELS = 512;
const MOST_STRETCH = 1.25;
const SMALLER = [0.75, 0.5, 0.375, 0.25];

const fits = (file, { width, height }) => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isSized = short >= LEAST_PIXELS && long <= MOST_PIXELS && long <= MOST_STRETCH * short;
  return isSized && file.type === 'image/png' && file.size <= MOST_PICTURE_BYTES;
};

const drawSquare = (image, side) => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const from = Math.min(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, (image.width - from) / 2, (image.height - from) / 2, from, from, 0, 0, side, side);
  return canvas;
};

const shrink = async (image, most, name) => {
  const side = Math.max(LEAST_PIXELS, Math.min(most, image.width, image.height));
  for (const part of [1, ...SMALLER]) {
    const canvas = drawSquare(image, Math.max(LEAST_PIXELS, Math.round(side * part)));
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob && blob.size <= MOST_PICTURE_BYTES) return new File([blob], name, { type: 'image/png' });
  }
  return null;
};

const showChosen = async (input) => {
  const [file] = input.files;
  if (!file) return;
  try {
    const image = await createImageBitmap(file);
    const small = fits(file, image) ? null : await shrink(image, Number(input.dataset.picture), file.name.replace(/(\.[^.]*)?$/, '.png'));
    if (small) {
      const carrier = new DataTransfer();
      carrier.items.add(small);
      input.files = carrier.files;
    }
    const canvas = drawSquare(image, 256);
    const shown = input.closest('.picture-now').querySelector('.identicon');
    canvas.setAttribute('class', shown.getAttribute('class'));
    canvas.setAttribute('aria-hidden', 'true');
    shown.replaceWith(canvas);
    region.textContent = words.pictureReady;
    input.form.querySelector('.hint .needs-script').textContent = words.pictureReady;
    input.form.querySelector('button').className = 'button primary';
  } catch {
    // Not a picture that this browser can read.
  }
};

for (const input of document.querySelectorAll('[data-picture]')) {
  input.accept = 'image/png,image/jpeg,image/webp';
  input.addEventListener('change', () => {
    input.busy = showChosen(input).finally(() => {
      input.busy = undefined;
    });
  });
}

// Tabs and navigation are wider than a phone: scroll to the current one, clear of the arrows at the edges.
const BESIDE_ARROW = 40;
for (const tab of document.querySelectorAll('.tabs [aria-current], .navigation [aria-current]')) {
  const strip = tab.closest('nav');
  const excess = tab.getBoundingClientRect().right - strip.getBoundingClientRect().right;
  const before = tab.getBoundingClientRect().left - strip.getBoundingClientRect().left;
  if (excess > -BESIDE_ARROW) strip.scrollLeft += excess + BESIDE_ARROW;
  else if (before < BESIDE_ARROW) strip.scrollLeft += before - BESIDE_ARROW;
}

// Where everything fits there is no arrow: one of a row that was wider keeps how it was seen last.
const fitting = new ResizeObserver((changes) => {
  for (const { target } of changes) target.classList.toggle('fits', target.scrollWidth <= target.clientWidth + 1);
});
for (const strip of document.querySelectorAll('.tabs, .navigation')) fitting.observe(strip);

// A list that grows: while the page is in sight it is asked for what is newer, and the oldest lines go. Ends by itself.
const FOLLOW_MS = 3000;
const MOST_FOLLOWED = 600;
const MOST_LINES = 200;

const askForNewer = async (list, button) => {
  const address = new URL(button.dataset.follow, location.href);
  address.searchParams.set('after', list.querySelector('[data-event]')?.dataset.event ?? '0');
  const answer = await fetch(address, { credentials: 'same-origin', redirect: 'error' });
  if (!answer.ok) throw new Error(answer.statusText);
  const lines = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('[data-event]');
  for (const line of lines) localTimes(line);
  list.prepend(...lines);
  for (const line of [...list.children].slice(MOST_LINES)) line.remove();
};

const stopFollowing = (button) => {
  clearInterval(button.timer);
  button.setAttribute('aria-pressed', 'false');
  button.firstChild.textContent = button.first;
};

const follow = (button) => {
  if (button.getAttribute('aria-pressed') === 'true') return stopFollowing(button);
  const list = document.getElementById('log');
  let times = 0;
  button.first ??= button.firstChild.textContent;
  button.firstChild.textContent = button.dataset.following;
  button.setAttribute('aria-pressed', 'true');
  const look = async () => {
    if (document.hidden) return;
    times += 1;
    try {
      await askForNewer(list, button);
    } catch {
      times = MOST_FOLLOWED;
    }
    if (times >= MOST_FOLLOWED) stopFollowing(button);
  };
  button.timer = setInterval(look, FOLLOW_MS);
  look();
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy], [data-reveal], [data-add-row], [data-follow]');
  if (!button) return;
  if (button.dataset.follow) return follow(button);
  if (button.dataset.copy) copy(button);
  else if (button.dataset.reveal) reveal(button);
  else addRow(button);
});

// What was done is told once: a reload, a bookmark or a copied address does not tell it again.
const here = new URL(location.href);
if (here.searchParams.has('done')) {
  here.searchParams.delete('done');
  history.replaceState(history.state, '', here);
}

// Ctrl+K or ⌘K leads to the search from wherever the focus is.
document.addEventListener('keydown', (event) => {
  const field = document.querySelector('[data-search]');
  if (!field || event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// The pressed button looks busy until the next page, and the form is not sent again meanwhile: a double click is one wish.
// The answer may open another program or be a file, so the state ends by itself; and with a page that is come back to.
const BUSY_MS = 3000;
const sent = new Set();

const wait = (form, button) => {
  // What only closes a dialog sends nothing.
  if ((button?.formMethod || form.method) === 'post') sent.add(form);
  button?.setAttribute('aria-busy', 'true');
  setTimeout(() => goOn(form, button), BUSY_MS);
};

const goOn = (form, button) => {
  sent.delete(form);
  button?.removeAttribute('aria-busy');
};

window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  sent.clear();
  for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
});

// Password fields are hidden again before they are sent: browsers offer to save them, and never keep them as form text.
document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (sent.has(target)) {
    event.preventDefault();
    return;
  }
  const busy = target.querySelector('[data-picture]')?.busy;
  if (busy) {
    event.preventDefault();
    busy.then(() => target.requestSubmit(submitter));
    return;
  }
  for (const button of event.target.querySelectorAll('[data-reveal][aria-pressed="true"]')) reveal(button);
  wait(target, submitter);
});

// Times are written in UTC on the server, which does not know where the reader is; here they are told in the reader's zone.
const { lang } = document.documentElement;
const clock = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
// Without its "UTC" a time is shorter. Nothing moves for it, since no page is shown before this script ran (blocking="render").
const localTimes = (root) => {
  for (const time of root.querySelectorAll('[data-clock]')) {
    // As the service writes them: en-GB alone has a month of four letters.
    const local = clock.format(new Date(time.dateTime)).replace(/\sг\./, '').replace('Sept', 'Sep');
    if (time.dataset.clock === 'text') time.textContent = local;
    else time.title = local;
  }
};
localTimes(document);

// A list of what happens is fetched again while somebody looks at it: one request at a time, none where the page is
// hidden, none after half an hour, none while something in the list is open or has the focus.
const live = document.querySelector('[data-live]');
const liveSwitch = document.querySelector('[data-live-switch]');
const LIVE_EVERY_MS = 3000;
const LIVE_FOR_MS = 1800000;
const liveSince = Date.now();

const isOn = () => liveSwitch.getAttribute('aria-pressed') === 'true';

const lookAgain = async () => {
  if (Date.now() - liveSince > LIVE_FOR_MS) liveSwitch.setAttribute('aria-pressed', 'false');
  const isHeld = document.hidden || live.contains(document.activeElement) || live.querySelector('details[open]');
  if (isOn() && !isHeld) {
    try {
      const answer = await fetch(location.href);
      if (answer.ok && !answer.redirected) renew(await answer.text());
    } catch {
      // The service may be restarting; the next time tells.
    }
  }
  setTimeout(lookAgain, LIVE_EVERY_MS);
};

const renew = (markup) => {
  const next = new DOMParser().parseFromString(markup, 'text/html').querySelector('[data-live]');
  if (!next || !isOn()) return;
  const known = new Set(Array.from(live.querySelectorAll('[data-id]'), (item) => item.dataset.id));
  for (const item of next.querySelectorAll('[data-id]')) {
    if (!known.has(item.dataset.id)) item.classList.add('is-new');
  }
  localTimes(next);
  live.replaceChildren(...next.childNodes);
};

if (live && liveSwitch) {
  liveSwitch.addEventListener('click', () => liveSwitch.setAttribute('aria-pressed', String(!isOn())));
  setTimeout(lookAgain, LIVE_EVERY_MS);
}
