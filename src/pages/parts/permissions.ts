/** Permissions for users: grouped by subject, with read and write access marked. */
import { ACCOUNT_GROUP, APPLICATIONS_GROUP } from '../../config/scope-catalogue.ts';
import { type Access, type Described, groupScopes } from '../../protocol/authorize/scope-groups.ts';
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { scopeWords } from '../text/texts.ts';

export interface ShownScope extends Described {
  /** The operator's description for users; empty for a scope that was removed from the catalogue. */
  readonly description: string;
}

const MOST_WITHOUT_HEADINGS = 4;

/** `row` writes one permission; `index` counts through all groups. */
export function permissionGroups<Scope extends ShownScope>(
  text: Text,
  scopes: readonly Scope[],
  row: (scope: Scope & { readonly access: Access | null }, index: number) => Html,
): Html {
  const groups = groupScopes(scopes);
  // A single heading would only repeat what the page already says, and a few rows need none.
  const hasHeadings = groups.length > 1 && scopes.length > MOST_WITHOUT_HEADINGS;
  let count = 0;
  const rows = groups.map((group, place) => {
    const members = group.scopes.map((scope) => {
      count += 1;
      return row(scope, count);
    });
    if (!hasHeadings) return members;
    const id = `scope_group_${place + 1}`;
    return html`<div class="scope-group" role="group" aria-labelledby="${id}"><p class="scope-group-title" id="${id}">${groupWords(text, group.title)}</p>
<div class="choices">${members}</div></div>`;
  });
  return hasHeadings ? html`${rows}` : html`<div class="choices">${rows}</div>`;
}

/** What it allows; changing something is marked, looking is not. */
export function permissionWords(text: Text, scope: ShownScope & { readonly access: Access | null }): Html {
  return html`<span class="scope-words">${scopeWords(text, scope)}</span>${
    scope.access === 'write' && html` <span class="chip warm">${text.access.write}</span>`
  }`;
}

/** The operator's own headings stay as they are; the shipped ones are translated. */
function groupWords({ access: { groups } }: Text, title: string | null): string {
  if (title === null) return groups.other;
  if (title === ACCOUNT_GROUP) return groups.account;
  return title === APPLICATIONS_GROUP ? groups.applications : title;
}
