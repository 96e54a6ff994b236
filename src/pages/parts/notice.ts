/** A notice: information, something done, a warning or a problem, told by icon and words and only then by colour. */
import { type Child, type Html, html } from '../html.ts';
import { doneIcon, infoIcon, problemIcon, warningIcon } from './icon.ts';

export type NoticeKind = 'info' | 'done' | 'warning' | 'problem';

const ICONS: Readonly<Record<NoticeKind, Html>> = {
  info: infoIcon,
  done: doneIcon,
  warning: warningIcon,
  problem: problemIcon,
};

/** A problem interrupts a screen reader, something done is told when it pauses; the others are part of the page. */
const ROLES: Readonly<Record<NoticeKind, Html | null>> = {
  info: null,
  warning: null,
  done: html` role="status"`,
  problem: html` role="alert"`,
};

export function notice(kind: NoticeKind, body: Child): Html {
  return html`<div class="notice ${kind}"${ROLES[kind]}>${ICONS[kind]}<div class="notice-body">${body}</div></div>`;
}

export interface EmptyState {
  readonly title: string;
  /** What this place is for and why there is nothing yet. */
  readonly text: Child;
  /** The one next step. */
  readonly action?: Child;
}

export function emptyState(empty: EmptyState): Html {
  return html`<div class="empty">
<h2>${empty.title}</h2>
<p>${empty.text}</p>
${empty.action && html`<div class="empty-action">${empty.action}</div>`}
</div>`;
}
