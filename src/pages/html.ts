/** The template tag behind every page: every value is text and is escaped, unless it is already Html. */

export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Markup that is safe to send. Only a template literal in our own source can make one, so there is no `raw()`. */
export class Html {
  #text: string;

  constructor(strings: TemplateStringsArray, values: readonly Child[]) {
    if (!literals.has(strings)) insistOnLiteral(strings);
    let text = strings[0] ?? '';
    for (let index = 0; index < values.length; index += 1) text += write(values[index]) + (strings[index + 1] ?? '');
    this.#text = text;
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

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

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

function write(child: Child): string {
  if (typeof child === 'string') return escapeText(child);
  if (child === null || child === undefined || child === false) return '';
  if (child instanceof Html) return child.toString();
  if (typeof child === 'number') return String(child);
  let text = '';
  for (const item of child) text += write(item);
  return text;
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
