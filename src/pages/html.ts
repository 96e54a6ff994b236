/** The template tag behind every page: every value is text and is escaped, unless it is already Html. */

export type Child = Html | string | number | false | null | undefined | readonly Child[];

const FOCUS = ' autofocus';

/** Markup that is safe to send. Only a template literal in our own source can make one, so there is no `raw()`. */
export class Html {
  #text: string;
  /** Where in the text the focus is asked for; -1 where it is not. */
  #focusAt = -1;

  constructor(strings: TemplateStringsArray, values: readonly Child[]) {
    if (!literals.has(strings)) insistOnLiteral(strings);
    this.#text = strings[0] ?? '';
    for (let index = 0; index < values.length; index += 1) {
      this.#append(values[index]);
      this.#text += strings[index + 1] ?? '';
    }
  }

  #append(child: Child): void {
    if (child instanceof Html) this.#appendHtml(child);
    else if (typeof child !== 'object' || child === null) this.#text += write(child);
    else for (const item of child) this.#append(item);
  }

  /** Of two parts that ask for the focus the first keeps it: a document may give it to one element only. */
  #appendHtml(part: Html): void {
    const at = part.#focusAt;
    if (at !== -1 && this.#focusAt !== -1) {
      this.#text += part.#text.slice(0, at) + part.#text.slice(at + FOCUS.length);
      return;
    }
    if (at !== -1) this.#focusAt = this.#text.length + at;
    this.#text += part.#text;
  }

  /** Attributes go through the same escaping as the template tag. */
  static ofAttributes(pairs: Attributes): Html {
    let text = '';
    for (const name in pairs) {
      const value = pairs[name];
      if (value === true) text += ` ${write(name)}`;
      else if (value !== false && value !== null && value !== undefined) text += ` ${write(name)}="${write(value)}"`;
    }
    const made = html``;
    made.#text = text;
    return made;
  }

  static ofFocus(): Html {
    const made = html``;
    made.#text = FOCUS;
    made.#focusAt = 0;
    return made;
  }

  toString(): string {
    return this.#text;
  }
}

/** Those that were looked at: a page has a hundred of them, and each is the same object every time. */
const literals = new WeakSet<TemplateStringsArray>();

/** A template literal's strings carry `raw` and are frozen; a list put together at run time is a defect. */
function insistOnLiteral(strings: TemplateStringsArray): void {
  if (!Array.isArray(strings.raw) || !Object.isFrozen(strings)) throw new TypeError('Html is made by the html tag');
  literals.add(strings);
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  /** Written by `firstFocus`, which is what keeps it to one in a document. */
  readonly autofocus?: never;
};

export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return new Html(strings, values);
}

/** A whole document, ready to send. */
export function render(page: Html): string {
  return `<!doctype html>\n${page.toString()}\n`;
}

/** Attributes with a leading space each; true writes the bare name, false, null and undefined write nothing. */
export function attributes(pairs: Attributes): Html {
  return Html.ofAttributes(pairs);
}

/**
 * The attribute that gives an element the focus when the page opens, with a leading space. However many parts of a page ask
 * for it, the first in the page has it. What opens over the page has a focus of its own and writes the attribute itself.
 */
export const firstFocus: Html = Html.ofFocus();

function write(value: Exclude<Child, object>): string {
  if (typeof value === 'string') return escapeText(value);
  return typeof value === 'number' ? String(value) : '';
}

const SPECIAL = /[&<>"']/;
const EVERY_SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  // Most texts contain none of these characters, and the test costs half as much as a replacement without a match.
  if (!SPECIAL.test(text)) return text;
  return text.replace(EVERY_SPECIAL, (character) => ENTITIES[character] ?? '');
}
