/** What the pages of the playground share: their frame, the steps, and the snippets of client libraries. */
import { applicationPath } from './applications.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Child, type Html, html } from './html.ts';
import { codeTabs } from './parts/code-tabs.ts';
import { identicon } from './parts/identicon.ts';
import { named } from './parts/name.ts';
import { librariesFor } from './snippets-libraries.ts';
import type { Subject } from './snippets-subject.ts';
import type { Text } from './text/en.ts';

export type Step = keyof Text['playground']['step'];

const STEPS: readonly Step[] = ['ask', 'catch', 'exchange', 'use'];

export interface PlaygroundFrame {
  readonly subject: Subject;
  /** Null where no run is possible. */
  readonly step: Step | null;
  readonly body: Child;
}

export function playgroundPath(clientId: string): string {
  return `${applicationPath(clientId)}/test`;
}

export function playgroundFrame(shell: Shell, { subject, step, body }: PlaygroundFrame): Html {
  const words = shell.text.playground;
  const name = named(subject.name);
  return deskFrame(shell, {
    title: words.title(subject.name),
    place: 'applications',
    heading: html`<div class="subject">${identicon(subject.clientId, 'application', 'large')}<div><h1>${words.heading(name)}</h1>
<p class="subject-line"><a href="${applicationPath(subject.clientId)}">${name}</a></p></div></div>`,
    lead: words.lead,
    body: html`${step && steps(shell.text, step)}
${body}`,
  });
}

function steps({ playground }: Text, current: Step): Html {
  const reached = STEPS.indexOf(current);
  const items = STEPS.map(
    (step, index) =>
      html`<li${index === reached && html` aria-current="step"`}${index < reached && html` class="is-done"`}>${playground.step[step]}</li>`,
  );
  return html`<nav class="steps" aria-label="${playground.steps}"><ol>${items}</ol></nav>`;
}

export function librarySection(shell: Shell, subject: Subject): Html {
  const words = shell.text.playground.libraries;
  const tabs = librariesFor(subject).map(({ name, write }) => ({ label: name, text: write(subject) }));
  return html`<section class="section"><h2>${words.title}</h2>
<p>${words.lead} ${subject.isConfidential && words.secret(html`<code>${subject.secret}</code>`)}</p>
${codeTabs(shell.text, { id: 'library', legend: words.legend, what: words.what, tabs })}</section>`;
}
