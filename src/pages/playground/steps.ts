/** What the pages of the playground share: their frame and the steps. */
import { type ApplicationSubject as Application, applicationFrame, applicationPath } from '../applications/frame.ts';
import type { SnippetValues } from '../docs/snippets/values.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

type Step = keyof Text['playground']['step'];

const STEPS: readonly Step[] = ['ask', 'catch', 'exchange', 'use'];

/** The application as its pages show it, and its values for snippets. */
export interface PlaygroundPage {
  readonly application: Application;
  readonly subject: SnippetValues;
}

interface PlaygroundFrame {
  /** Null where no run is possible. */
  readonly step: Step | null;
  readonly body: Child;
}

export function playgroundPath(clientId: string): string {
  return `${applicationPath(clientId)}/test`;
}

export function playgroundFrame(
  context: PageContext,
  { application }: PlaygroundPage,
  { step, body }: PlaygroundFrame,
): Html {
  return applicationFrame(context, application, {
    tab: 'test',
    body: html`${application.kind !== 'machine' && html`<p class="lead">${context.text.playground.lead}</p>`}
${step && steps(context.text, step)}
${body}`,
  });
}

function steps({ playground }: Text, current: Step): Html {
  const reached = STEPS.indexOf(current);
  const items = STEPS.map(
    (step, index) =>
      html`<li${index === reached && html` aria-current="step"`}${index < reached && html` class="is-done"`}>${playground.step[step]}</li>`,
  );
  return html`<nav class="walk" aria-label="${playground.steps}"><ol>${items}</ol></nav>`;
}
