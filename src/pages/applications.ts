/** The developer's list of applications, with an empty state that says how to begin. */
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { day } from './parts/moment.ts';
import { named, nameWithPicture } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import { type Pager, pager, table } from './parts/table.ts';
import type { Text } from './text/en.ts';

export interface ApplicationSummary {
  readonly clientId: string;
  readonly name: string;
  readonly isConfidential: boolean;
  readonly redirectUriCount: number;
  readonly userCount: number;
  readonly createdAt: number;
}

export interface Applications {
  readonly applications: readonly ApplicationSummary[];
  readonly pages: Pager;
}

export function applicationsPage(shell: Shell, page: Applications): Html {
  const { text } = shell;
  const words = text.applications;
  const register = buttonLink('/oauth/applications/new', 'primary', words.register);
  const isEmpty = page.applications.length === 0;
  return deskFrame(shell, {
    title: words.title,
    place: 'applications',
    lead: words.lead,
    actions: !isEmpty && register,
    body: isEmpty
      ? emptyState({ title: words.emptyTitle, text: words.emptyText, action: register })
      : html`${table({
          caption: words.title,
          columns: [
            { title: words.name },
            { title: words.type },
            { title: words.redirectUris, isNumber: true },
            { title: words.users, isNumber: true },
            { title: words.created },
          ],
          rows: page.applications.map((application) => row(shell, application)),
        })}${pager(text, page.pages)}`,
  });
}

function row(shell: Shell, application: ApplicationSummary): readonly (Html | string)[] {
  return [
    nameWithPicture(
      application.clientId,
      'application',
      html`<a href="${applicationPath(application.clientId)}">${named(application.name)}</a>`,
      html`<span class="mono">${cutInTheMiddle(application.clientId)}</span>`,
    ),
    typeChip(shell.text, application.isConfidential),
    shell.text.moments.numeral(application.redirectUriCount),
    shell.text.moments.numeral(application.userCount),
    day(shell, application.createdAt),
  ];
}

export function typeChip({ applications: words }: Text, isConfidential: boolean): Html {
  return isConfidential
    ? html`<span class="chip" title="${words.confidentialTitle}">${words.confidential}</span>`
    : html`<span class="chip" title="${words.publicTitle}">${words.public}</span>`;
}

export function applicationPath(clientId: string): string {
  return `/oauth/applications/${encodeURIComponent(clientId)}`;
}

/** Both ends tell identifiers apart; the middle does not. */
export function cutInTheMiddle(identifier: string): string {
  const letters = Array.from(identifier);
  return letters.length <= 20 ? identifier : `${letters.slice(0, 9).join('')}…${letters.slice(-6).join('')}`;
}
