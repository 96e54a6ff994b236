/** An answer as a developer reads it: its body indented, what differs from the answer before marked, headers folded. */
import { type Exchange, statusLine } from '../../protocol/playground/wire.ts';
import { type Child, type Html, html } from '../html.ts';
import { codeBlock } from '../parts/copy.ts';
import type { Text } from '../text/en.ts';

interface Answered {
  readonly exchange: Exchange;
  /** The one before it at the same address; undefined for the first. */
  readonly before: Exchange | undefined;
  readonly id: string;
  readonly number: number;
}

export function answerBlock(text: Text, { exchange, before, id, number }: Answered): Html {
  const words = text.playground.run;
  const { status, headers, body } = exchange.answer;
  const fields = objectIn(body);
  // An error beside a success differs in everything, and marks would say nothing.
  const known = before?.answer.status === status ? objectIn(before.answer.body) : undefined;
  const changed = new Set(fields && known ? Object.keys(fields).filter((name) => isChanged(fields, known, name)) : []);
  const shown: Child = fields ? indented(fields, changed) : body;
  return html`${codeBlock(text, {
    id: `${id}-answer`,
    title: html`${words.answer} · <span translate="no">${statusLine(status)}</span>`,
    text: shown,
    what: `${words.answerWhat} ${number}`,
  })}
${changed.size > 0 && html`<p class="hint">${words.changed(html`<mark>${words.lit}</mark>`)}</p>`}
<details class="rules"><summary>${words.headers(headers.length)}</summary>
<pre class="wire-headers" dir="ltr"><code>${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code></pre></details>`;
}

type Fields = Readonly<Record<string, unknown>>;

function isChanged(fields: Fields, known: Fields, name: string): boolean {
  return JSON.stringify(fields[name]) !== JSON.stringify(known[name]);
}

/** More members, or members within members, have no answers of ours: what the browser sent back is not one of them. */
const MOST_MEMBERS = 100;
const DEEPEST = 3;

/** Undefined for a body that is no JSON object, or none of ours: indenting costs the square of its depth. */
function objectIn(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    // Checked: an object that is neither null nor a list.
    return isWithin(value, DEEPEST) && Object.keys(value).length <= MOST_MEMBERS ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has at most so many levels; it goes no deeper than that to find out. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

function indented(fields: Fields, changed: ReadonlySet<string>): Html {
  const names = Object.keys(fields);
  if (names.length === 0) return html`{}`;
  const lines = names.map((name, index) => {
    const value = JSON.stringify(fields[name], null, 2).replaceAll('\n', '\n  ');
    const shown: Child = changed.has(name) ? html`<mark>${value}</mark>` : value;
    return html`  <span class="json-name">${JSON.stringify(name)}</span>: ${shown}${index < names.length - 1 && ','}\n`;
  });
  return html`{\n${lines}}`;
}
