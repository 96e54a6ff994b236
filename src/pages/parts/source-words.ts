/** From where a request came: its program and its address, as far as they are known. */
import type { Source } from '../../protocol/event.ts';
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { deviceWords } from './device-words.ts';

/** `Quill 2.1 (203.0.113.9)`; null where neither is known. */
export function sourceWords(text: Text, { address, userAgent }: Source): Html | null {
  const device = userAgent === null ? null : html`<bdi class="name">${deviceWords(text, userAgent)}</bdi>`;
  const where = address === null ? null : html`<span class="mono">${address}</span>`;
  if (device && where) return html`${device} (${where})`;
  return device ?? where;
}
