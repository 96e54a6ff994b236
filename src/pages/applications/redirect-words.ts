/** What a registered redirect URI matches, and which one it resembles, in words. */
import type { NearDuplicate, RedirectPreview } from '../../protocol/clients/redirect-preview.ts';
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

export function previewWords({ redirectUris: words }: Text, preview: RedirectPreview): Html | string {
  switch (preview.kind) {
    case 'exact':
      return words.exact;
    case 'any_port': {
      const port = html`<em>${words.portPlace}</em>`;
      return words.anyPort(html`<code dir="ltr">${preview.origin}:${port}${preview.rest}</code>`);
    }
    case 'scheme':
      return words.scheme(html`<code dir="ltr">${preview.scheme}:</code>`);
    case 'code_page':
      return words.codePage;
  }
}

export function nearWords({ redirectUris: words }: Text, near: NearDuplicate): string {
  const names: Readonly<Record<string, string>> = words.differences;
  const told = [...new Set(near.differences.map((difference) => names[difference] ?? difference))];
  return words.near(near.like + 1, told.join(words.and));
}
