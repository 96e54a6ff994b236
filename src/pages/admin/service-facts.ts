/** What the service knows about itself: version, age, size of the database, last backup, work that waits. */
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { byteSize } from '../parts/byte-size.ts';
import { ago, moment } from '../parts/moment.ts';

export interface ServiceFacts {
  readonly version: string;
  readonly runtime: string;
  readonly startedAt: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly databaseBytes: number;
  readonly backedUpAt: number | null;
  readonly jobs: { readonly dead: number; readonly running: number; readonly waiting: number };
  readonly unwritten: number;
}

/** From here on a backup is told as old. */
const OLD_BACKUP_SECONDS = 7 * 86_400;

export function serviceFacts(context: PageContext, service: ServiceFacts): Html {
  const { text } = context;
  const words = text.today;
  const { numeral } = text.moments;
  const fact = (label: string, value: Child) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<section class="section"><h2>${words.service}</h2>
<dl class="facts wide">
${fact(words.version, html`Latchkey ${service.version} · Node.js ${service.runtime}`)}
${fact(words.started, html`${moment(context, service.startedAt)} (${ago(context, service.startedAt)})`)}
${fact(words.database, `${words.engines[service.engine]} · ${byteSize(text, service.databaseBytes)}`)}
${fact(words.backup, backup(context, service))}
${fact(words.jobs, words.jobCounts(numeral(service.jobs.waiting), numeral(service.jobs.running)))}
${fact(words.deadJobs, service.jobs.dead === 0 ? text.parts.none : html`<span class="chip bad">${numeral(service.jobs.dead)}</span> ${words.seeJobs(html`<code>latchkey jobs</code>`)}`)}
${fact(words.unwritten, numeral(service.unwritten))}
</dl></section>`;
}

/** What the service cannot know it does not claim. */
function backup(context: PageContext, { engine, backedUpAt }: ServiceFacts): Child {
  const words = context.text.today;
  if (engine === 'postgres') return words.backupElsewhere;
  if (backedUpAt === null) return words.backupUnknown(html`<code>latchkey backup</code>`);
  const isOld = context.now - backedUpAt > OLD_BACKUP_SECONDS;
  return html`${moment(context, backedUpAt)} (${ago(context, backedUpAt)})${isOld && html` <span class="chip warm">${words.backupOld}</span>`}`;
}
