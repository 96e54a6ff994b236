/** One application, for administrators: its owner, its scopes, and whether it is suspended. */
import type { ClientKind } from '../../protocol/clients/kind.ts';
import type { OwnLimitName } from '../../protocol/clients/own-limits.ts';
import { MOST_COUNTED } from '../../protocol/counting.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { applicationPath } from '../applications/frame.ts';
import { DOCS_PATHS } from '../docs/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { field } from '../parts/field.ts';
import { mergedForm, postForm, type Shown } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { adminFrame, administeredPath, eventsPath, personPath } from './admin-frame.ts';
import { type AdministeredApplication, applicationChips } from './applications.ts';
import { approvalSection, type WaitingApplication } from './approval.ts';

interface AdministeredApplicationPage {
  readonly application: Omit<AdministeredApplication, 'tokenAt' | 'refusedCount'> &
    Pick<WaitingApplication, 'waitingFor' | 'judging' | 'since' | 'logoPath'> & {
      readonly description: string;
      readonly kind: ClientKind;
      readonly homepageUrl: string;
      readonly policyUrl: string;
      readonly termsUrl: string;
      readonly scope: readonly string[];
      readonly redirectUris: readonly string[];
      readonly userCount: number;
      readonly suspendedBecause: string | null;
      /** Since when it may manage everything; null where it may not. */
      readonly adminAt: number | null;
      /** Whether it belongs to an administrator, and can keep a secret. */
      readonly isOfAdministrator: boolean;
      readonly isConfidential: boolean;
      readonly limits: readonly {
        readonly name: OwnLimitName;
        readonly typed: string;
        readonly usual: number;
        readonly fault?: FieldFault | undefined;
      }[];
      /** Of the form of the limits. */
      readonly shown: Shown;
      /** The version that is shown, so that a mark is about this very one. */
      readonly updatedAt: number;
    };
}

export function administeredApplicationPage(context: PageContext, { application }: AdministeredApplicationPage): Html {
  const words = context.text.administeredPage;
  const { clientId, owner } = application;
  const by = html`<a href="${personPath(owner.id)}">${named(owner.nickname)}</a>`;
  return adminFrame(context, 'applications', {
    title: application.name,
    heading: html`<div class="subject">${emblem(application, 'large')}<div class="subject-words"><h1>${named(application.name)}</h1>
<p class="subject-line">${words.by(by)} · ${applicationChips(context.text, application)}</p></div></div>`,
    actions: html`${buttonLink(applicationPath(clientId), 'quiet', words.openPortal)}${buttonLink(eventsPath({ application: clientId }), 'secondary', words.showEvents)}`,
    body: html`${suspended(context, application)}
${approvalSection(context, application)}
${facts(context, application)}
${marks(context, application)}
${management(context, application)}
${limits(context, application)}
${application.suspendedAt === null && suspension(context, clientId)}`,
  });
}

type Application = AdministeredApplicationPage['application'];

function suspended(context: PageContext, { clientId, suspendedAt, suspendedBecause }: Application): Html | null {
  if (suspendedAt === null) return null;
  const words = context.text.administeredPage;
  return html`<section class="section"><h2>${words.suspendedSince(moment(context, suspendedAt))}</h2>
${notice('warning', html`<p><strong>${words.because}:</strong> <bdi class="name">${suspendedBecause}</bdi></p>`)}
<p>${words.liftExplained}</p>
${postForm(context, {
  action: `${administeredPath(clientId)}/lift`,
  body: html`<div class="actions">${button({ weight: 'secondary', label: words.lift })}</div>`,
})}</section>`;
}

function facts(context: PageContext, application: Application): Html {
  const {
    administeredPage: words,
    administeredList,
    applicationForm,
    applications,
    kinds,
    parts,
    moments,
  } = context.text;
  const { description, kind, scope, redirectUris } = application;
  const link = (label: string, address: string) =>
    html`<div><dt>${label}</dt><dd>${address === '' ? parts.none : webLink(address)}</dd></div>`;
  return html`<section class="section"><h2>${words.about}</h2>
<dl class="facts wide">
<div><dt>client_id</dt><dd><code dir="ltr">${application.clientId}</code></dd></div>
<div><dt>${administeredList.created}</dt><dd>${moment(context, application.createdAt)}</dd></div>
<div><dt>${words.users}</dt><dd>${moments.upTo(application.userCount, MOST_COUNTED)}</dd></div>
<div><dt>${applications.type}</dt><dd>${kinds[kind].title}</dd></div>
<div><dt>${applicationForm.description}</dt><dd>${description === '' ? parts.none : named(description)}</dd></div>
${link(words.homepage, application.homepageUrl)}
${link(applicationForm.policy, application.policyUrl)}
${link(applicationForm.terms, application.termsUrl)}
<div><dt>${words.scopes}</dt><dd><code>${scope.join(' ')}</code></dd></div>
<div><dt>${words.redirectUris}</dt><dd><ul class="plain">${redirectUris.map((uri) => html`<li><code dir="ltr">${uri}</code></li>`)}</ul></dd></div>
</dl></section>`;
}

/** Who may have the right is told where it cannot be given. */
function management(context: PageContext, application: Application): Html {
  const words = context.text.administeredPage;
  const { clientId, name, adminAt, isOfAdministrator, isConfidential } = application;
  const path = `${administeredPath(clientId)}/management`;
  const docs = html`<a href="${DOCS_PATHS.api}">${words.manageDocs}</a>`;
  const act = (decision: 'give' | 'take', label: string) =>
    html`<div class="actions">${askFirst(context, {
      id: 'management',
      label,
      title: words.manageAsk[decision](named(name)),
      lost: words.manageLost[decision],
      action: path,
      hidden: [['decision', decision]],
      submit: label,
    })}</div>`;
  if (adminAt !== null) {
    return html`<section class="section"><h2>${words.management}</h2>
<p>${words.mayManageSince(moment(context, adminAt))}${isOfAdministrator ? null : html` ${words.manageDormant}`} ${docs}</p>
${act('take', words.takeManagement)}</section>`;
  }
  const mayHave = isOfAdministrator && isConfidential;
  return html`<section class="section"><h2>${words.management}</h2>
<p>${mayHave ? words.manageExplained : words.manageForbidden} ${docs}</p>
${mayHave && act('give', words.giveManagement)}</section>`;
}

function limits(context: PageContext, { clientId, limits: all, shown }: Application): Html {
  const { text } = context;
  const words = text.administeredPage;
  const one = ({ name, typed, usual, fault }: Application['limits'][number]) =>
    field(text, {
      ...{ id: name, name, label: text.application.limits[name], hint: words.limitHint(text.moments.numeral(usual)) },
      ...{ value: typed, fault, autocomplete: 'off', optional: true, monospace: true },
    });
  return html`<section class="section"><h2>${words.limit}</h2><p>${words.limitExplained}</p>
${mergedForm(context, {
  action: `${administeredPath(clientId)}/limit`,
  class: 'stack narrow',
  shown,
  fields: Object.fromEntries(all.map(({ name }) => [name, { id: name, label: text.application.limits[name] }])),
  body: html`${all.map(one)}
<div class="actions">${button({ weight: 'secondary', label: words.limitSubmit })}</div>`,
})}</section>`;
}

/** What administrators say of it: each row tells what the mark does, and asks once more. */
function marks(context: PageContext, { clientId, name, isVerified, isFirstParty, updatedAt }: Application): Html {
  const words = context.text.administeredPage;
  const row = (mark: 'verified' | 'first_party', isSet: boolean) => {
    const own = words.marks[mark];
    const question = isSet ? own.remove : own.set;
    return html`<li><div><strong>${own.title}</strong> <span class="chip${isSet && ' good'}">${isSet ? own.isSet : own.isNotSet}</span><p class="hint">${own.explained}</p></div><div>${askFirst(
      context,
      {
        id: `mark-${mark}`,
        label: question.label,
        title: question.title(named(name)),
        lost: question.lost,
        action: `${administeredPath(clientId)}/marks`,
        hidden: [
          ['mark', mark],
          ['set', isSet ? 'no' : 'yes'],
          ['seen', String(updatedAt)],
        ],
        submit: question.label,
      },
    )}</div></li>`;
  };
  return html`<section class="section"><h2>${words.marksTitle}</h2>
<ul class="act-rows">${row('verified', isVerified)}
${row('first_party', isFirstParty)}</ul>
<p class="hint">${words.marksEnd}</p></section>`;
}

function suspension(context: PageContext, clientId: string): Html {
  const words = context.text.administeredPage;
  return html`<section class="section danger-zone"><h2>${words.suspend}</h2>
<p>${words.suspendExplained}</p>
<div class="actions">${buttonLink(`${administeredPath(clientId)}/suspend`, 'danger', words.suspend)}</div></section>`;
}
