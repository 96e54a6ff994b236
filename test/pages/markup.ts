/** A strict parser of our own markup: every tag with its attributes, and the text between them. */

export interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where it begins in the document. */
  readonly at: number;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:="([^"]*)")?/g;

export function tagsOf(document: string): readonly Tag[] {
  return [...document.matchAll(TAG)].map((match) => ({
    name: match[2] ?? '',
    isClosing: match[1] === '/',
    attributes: new Map(
      [...(match[3] ?? '').matchAll(ATTRIBUTE)].map((pair) => [pair[1] ?? '', unescaped(pair[2] ?? '')]),
    ),
    at: match.index,
  }));
}

/** What remains without the well-formed tags: text, so it must not contain an angle bracket. */
export function textOf(document: string): string {
  return document.replace('<!doctype html>', '').replace(TAG, '');
}

/** The skeleton of a document: names of tags and attributes, without any value. Where a line may break depends on the text. */
export function skeletonOf(document: string): string {
  return tagsOf(document)
    .filter(({ name, attributes }) => name !== 'wbr' || attributes.size > 0)
    .map((tag) => `${tag.isClosing ? '/' : ''}${tag.name}[${[...tag.attributes.keys()].join(' ')}]`)
    .join('\n');
}

/** Each form with the markup inside it. */
export function formsOf(document: string): readonly { readonly open: Tag; readonly inner: string }[] {
  return tagsOf(document)
    .filter((tag) => tag.name === 'form' && !tag.isClosing)
    .map((open) => ({ open, inner: document.slice(open.at, document.indexOf('</form>', open.at)) }));
}

export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
