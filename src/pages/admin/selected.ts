/** The page before several accounts are disabled or signed out: who they are, what ends, and a way back. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { textArea } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface Selected {
  readonly act: 'disable' | 'sign_out';
  readonly people: readonly { readonly id: number; readonly nickname: string }[];
  readonly includesOneself: boolean;
  /** Where they were ticked. */
  readonly list: string;
  readonly reason: string;
  readonly fault: FieldFault | undefined;
}

const ACTIONS = { disable: 'disable', sign_out: 'sign-out' } as const;

export function selectedPage(context: PageContext, page: Selected): Html {
  const { text } = context;
  const words = text.selectedPeople;
  const own = words[page.act];
  const count = page.people.length;
  return adminFrame(context, 'people', {
    title: own.title(count),
    lead: own.lead,
    body: html`${page.includesOneself && notice('info', words.withoutYou)}
<ul class="plain selected-people">${page.people.map(({ id, nickname }) => html`<li><a href="${personPath(id)}">${named(nickname)}</a></li>\n`)}</ul>
${
  count === 0
    ? html`<div class="actions">${buttonLink(page.list, 'secondary', words.back)}</div>`
    : postForm(context, {
        action: `/admin/people/selected/${ACTIONS[page.act]}`,
        class: 'stack narrow',
        hidden: [['list', page.list], ...page.people.map(({ id }) => ['person', String(id)] as const)],
        body: html`${notice('warning', html`<ul>${own.losses.map((loss) => html`<li>${loss}</li>`)}</ul>`)}
${page.act === 'disable' && reason(context, page)}
<div class="actions">${button({ weight: 'danger', label: own.submit(count) })}${buttonLink(page.list, 'secondary', words.back)}</div>`,
      })
}`,
  });
}

function reason({ text }: PageContext, page: Selected): Html {
  return textArea(text, {
    ...{ id: 'reason', name: 'reason', label: text.disabling.reason, hint: text.selectedPeople.reasonHint },
    ...{ value: page.reason, optional: true, fault: page.fault },
  });
}
