/** Sentences in which names of the protocol stand between backticks, as in the printed documents. */
import { type Html, html } from '../html.ts';

export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code dir="ltr">${part}</code>` : part))}`;
}

/** What follows the first sentence; empty where nothing does. */
export function afterFirstSentence(text: string): string {
  return text.slice(firstSentence(text).length).trim();
}

/** The first sentence, for lists. A full stop inside a name, such as `http://127.0.0.1`, does not end it. */
export function firstSentence(text: string): string {
  return /^.*?[.?!](?=\s+[\p{Lu}`]|\s*$)/su.exec(text)?.[0] ?? text;
}
