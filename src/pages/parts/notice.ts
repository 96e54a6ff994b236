/** Notices (information, success, warning, problem), distinguished by more than colour; and empty states. */
import { type Child, type Html, html } from '../html.ts';
import { doneIcon, infoIcon, lightedKeyhole, problemIcon, warningIcon } from './icon.ts';

type NoticeKind = 'info' | 'done' | 'warning' | 'problem';

const ICONS: Readonly<Record<NoticeKind, Html>> = {
  info: infoIcon,
  done: doneIcon,
  warning: warningIcon,
  problem: problemIcon,
};

/** A problem interrupts a screen reader, success is announced when it pauses; the others are part of the page. */
const ROLES: Readonly<Record<NoticeKind, Html | null>> = {
  info: null,
  warning: null,
  done: html` role="status"`,
  problem: html` role="alert"`,
};

/** `more` are further attributes. */
export function notice(kind: NoticeKind, body: Child, more: Html | null = null): Html {
  return html`<div class="notice ${kind}"${ROLES[kind]}${more}>${ICONS[kind]}<div class="notice-body">${body}</div></div>`;
}

interface EmptyState {
  readonly title: string;
  /** What the list is for, and why it is empty. */
  readonly text: Child;
  /** The next step. */
  readonly action?: Child;
}

export function emptyState(empty: EmptyState): Html {
  return html`<div class="empty">${lightedKeyhole}
<h2>${empty.title}</h2>
<p>${empty.text}</p>
${empty.action && html`<div class="empty-action">${empty.action}</div>`}
</div>`;
}
