/** The developer's list of applications, with an empty state that says how to begin. */
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { day, numeral } from './parts/moment.ts';
import { named, nameWithPicture } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import { type Pager, pager, table } from './parts/table.ts';

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
  const register = buttonLink('/oauth/applications/new', 'primary', 'Register application');
  const isEmpty = page.applications.length === 0;
  return deskFrame(shell, {
    title: 'Your applications',
    place: 'applications',
    lead: 'Programs and websites of yours that ask people for access.',
    actions: !isEmpty && register,
    body: isEmpty
      ? emptyState({
          title: 'Register your first application',
          text: 'You give it a name and the address users come back to. You get a client_id and a client_secret, and commands to request your first token with.',
          action: register,
        })
      : html`${table({
          caption: 'Your applications',
          columns: [
            { title: 'Name' },
            { title: 'Type' },
            { title: 'Redirect URIs', isNumber: true },
            { title: 'Users', isNumber: true },
            { title: 'Created' },
          ],
          rows: page.applications.map((application) => row(shell, application)),
        })}${pager(page.pages)}`,
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
    typeChip(application.isConfidential),
    numeral(application.redirectUriCount),
    numeral(application.userCount),
    day(application.createdAt, shell.now),
  ];
}

export function typeChip(isConfidential: boolean): Html {
  return isConfidential
    ? html`<span class="chip" title="Keeps a secret on a server">confidential</span>`
    : html`<span class="chip" title="Runs on the user's device and has no secret">public</span>`;
}

export function applicationPath(clientId: string): string {
  return `/oauth/applications/${encodeURIComponent(clientId)}`;
}

/** Both ends tell identifiers apart; the middle does not. */
export function cutInTheMiddle(identifier: string): string {
  const letters = Array.from(identifier);
  return letters.length <= 20 ? identifier : `${letters.slice(0, 9).join('')}…${letters.slice(-6).join('')}`;
}
