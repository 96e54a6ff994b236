/** The template tag behind every page: whatever it is given is text and gets escaped, unless it is already Html. */

export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Markup that is safe to send. Only a template literal in our own source can make one, so there is no `raw()`. */
export class Html {
  readonly #text: string;

  constructor(strings: TemplateStringsArray, values: readonly Child[]) {
    // A template literal's strings carry `raw` and are frozen; a list put together at run time is a defect.
    if (!Array.isArray(strings.raw) || !Object.isFrozen(strings)) throw new TypeError('Html is made by the html tag');
    let text = strings[0] ?? '';
    for (let index = 0; index < values.length; index += 1) text += write(values[index]) + (strings[index + 1] ?? '');
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return new Html(strings, values);
}

/** A whole document, ready to send. */
export function render(page: Html): string {
  return `<!doctype html>\n${page.toString()}\n`;
}

/** Attributes with a leading space each; true writes the bare name, false, null and undefined write nothing. */
export function attributes(pairs: Readonly<Record<string, string | number | boolean | null | undefined>>): Html[] {
  const written: Html[] = [];
  for (const [name, value] of Object.entries(pairs)) {
    if (value === true) written.push(html` ${name}`);
    else if (value !== false && value !== null && value !== undefined) written.push(html` ${name}="${value}"`);
  }
  return written;
}

function write(child: Child): string {
  if (child === null || child === undefined || child === false) return '';
  if (child instanceof Html) return child.toString();
  if (typeof child === 'string') return escapeText(child);
  if (typeof child === 'number') return String(child);
  let text = '';
  for (const item of child) text += write(item);
  return text;
}

const SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}
