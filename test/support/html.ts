/** Reads forms and text out of a page, as far as the contract for scripts promises them. */

export type Field = { name: string; value: string; type: string; checked: boolean };
export type Form = { action: string; method: string; fields: Field[]; buttons: Field[] };

export function forms(page: string): Form[] {
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, attributes = '', content = '']) => {
    const own = attributesOf(attributes);
    const controls = controlsOf(content);
    return {
      action: own.action ?? '',
      method: (own.method ?? 'get').toLowerCase(),
      fields: controls.filter((field) => !isButton(field)),
      buttons: controls.filter(isButton),
    };
  });
}

/** The one form that has all these fields or buttons. */
export function formWith(page: string, ...names: string[]): Form {
  const found = forms(page).filter((form) => {
    const present = new Set([...form.fields, ...form.buttons].map((field) => field.name));
    return names.every((name) => present.has(name));
  });
  const [form] = found;
  if (!form) throw new Error(`no form with ${names.join(', ')} on this page: ${text(page)}`);
  return form;
}

/** The one form that posts to this path. */
export function formTo(page: string, path: string | RegExp): Form {
  const matches = (action: string) => (typeof path === 'string' ? action === path : path.test(action));
  const form = forms(page).find(({ action, method }) => method === 'post' && matches(action));
  if (!form) throw new Error(`no form that posts to ${path} on this page: ${text(page)}`);
  return form;
}

export function hasField(form: Form, name: string): boolean {
  return form.fields.some((field) => field.name === name);
}

/** What a browser would send without the user touching anything but the button. */
export function entries(form: Form, button?: { name: string; value: string }): [string, string][] {
  const sent = form.fields.filter((field) => field.name && (!isTickable(field) || field.checked));
  const pairs = sent.map(({ name, value }): [string, string] => [name, value]);
  return button ? [...pairs, [button.name, button.value]] : pairs;
}

/** The words of a page, without its tags. */
export function text(page: string): string {
  const bare = page.replace(/<(script|style)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>/g, ' ');
  return decodeEntities(bare).replace(/\s+/g, ' ').trim();
}

export function links(page: string): string[] {
  return [...page.matchAll(/<a\b([^>]*)>/gi)].map(([, attributes = '']) => attributesOf(attributes).href ?? '');
}

function isButton({ type }: Field): boolean {
  return type === 'submit' || type === 'button' || type === 'reset';
}

function isTickable({ type }: Field): boolean {
  return type === 'checkbox' || type === 'radio';
}

function controlsOf(content: string): Field[] {
  const pattern = /<(input|button)\b([^>]*)>|<textarea\b([^>]*)>(.*?)<\/textarea>|<select\b([^>]*)>(.*?)<\/select>/gis;
  return [...content.matchAll(pattern)].flatMap((match) => {
    const [, tag, simple, area, areaText = '', select, options = ''] = match;
    if (area !== undefined) {
      return [
        {
          name: attributesOf(area).name ?? '',
          value: decodeEntities(areaText.replace(/^\r?\n/, '')),
          type: 'textarea',
          checked: false,
        },
      ];
    }
    if (select !== undefined)
      return [{ name: attributesOf(select).name ?? '', value: chosen(options), type: 'select', checked: false }];
    const own = attributesOf(simple ?? '');
    if ('disabled' in own) return [];
    const type = own.type?.toLowerCase() ?? (tag?.toLowerCase() === 'button' ? 'submit' : 'text');
    const value = own.value ?? (type === 'checkbox' || type === 'radio' ? 'on' : '');
    return [{ name: own.name ?? '', value, type, checked: 'checked' in own }];
  });
}

function chosen(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/gi)].map(([, attributes = '', label = '']) => ({
    own: attributesOf(attributes),
    label: decodeEntities(label.trim()),
  }));
  const option = all.find(({ own }) => 'selected' in own) ?? all[0];
  return option?.own.value ?? option?.label ?? '';
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of source.matchAll(
    /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g,
  )) {
    attributes[name.toLowerCase()] = decodeEntities(double ?? single ?? bare ?? '');
  }
  return attributes;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' };

export function decodeEntities(source: string): string {
  return source.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return NAMED[name] ?? whole;
  });
}
