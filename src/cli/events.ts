/** `latchkey events`: the audit log, newest first, filtered. */
import { findPerson } from '../accounts/administration.ts';
import { askLog, followLog, type LoggedEvent } from '../accounts/history.ts';
import { nearest } from '../config/nearest.ts';
import { accountsIn } from '../protocol/audit/detail.ts';
import { isCalendarTime } from '../protocol/calendar.ts';
import { EVENT_GROUPS, EVENT_KINDS, kindsOf } from '../protocol/event.ts';
import { NotNow } from '../protocol/not-now.ts';
import { holderOf } from '../storage/tables/clients/search.ts';
import type { World } from '../world.ts';
import { checkpoint, verify } from './audit/verify.ts';
import { act, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { listing } from './output/list.ts';

const MOST_AT_ONCE = 1_000_000;
const USUAL_LIMIT = 100;

const show = act({
  says: 'Shows what happened, newest first: the audit log.',
  output: 'answer',
  options: {
    kind: {
      says: 'Only this kind, such as account.signed_in, or this group of kinds, such as account.',
      value: 'KIND',
      repeats: true,
    },
    account: { says: 'Only what concerns this account.', value: 'NAME' },
    client: { says: 'Only what concerns this application.', value: 'CLIENT_ID' },
    since: { says: 'Only what happened since: 2026-11-15, 2026-11-15T14:05:00Z, or 90m, 24h, 7d ago.', value: 'TIME' },
    until: { says: 'Only what happened before: a date, a moment, or a time ago.', value: 'TIME' },
    after: {
      says: 'Only what came after the event with this number, oldest first; the last ten seconds are left for the next call.',
      value: 'ID',
    },
    follow: { says: 'Goes on printing what happens, oldest first, until it is stopped.' },
    limit: { says: `At most so many; ${USUAL_LIMIT} unless said otherwise, and with --follow no end.`, value: 'N' },
    json: { says: 'Prints JSON, one event a line.' },
  },
  run: async (call) => {
    const { kind, account, client, since, until, after, follow, limit } = call.options;
    const unknown = kind.find((word) => kindsOf(word).length === 0);
    if (unknown !== undefined) return call.wrong(unknownKind(unknown));
    const usual = follow ? Number.POSITIVE_INFINITY : USUAL_LIMIT;
    const most = limit === undefined ? usual : readLimit(limit);
    if (most === undefined) return call.wrong(`--limit must be a whole number from 1 to ${MOST_AT_ONCE}.`);
    for (const [name, time] of Object.entries({ since, until }))
      if (time !== undefined && !isTime(time)) {
        return call.wrong(
          `--${name} must be a date, a moment such as 2026-11-15T14:05:00Z, or a time ago such as 24h.`,
        );
      }
    if (after !== undefined && !/^\d{1,16}$/.test(after)) return call.wrong('--after must be the number of an event.');
    if (follow && until !== undefined) return call.wrong('Give one of --follow and --until.');
    return await withWorld(call.settings, async (world) => {
      const start = since === undefined ? 0 : timeOf(since, world.now());
      const end = until === undefined ? null : timeOf(until, world.now());
      if (end !== null && start > end) return call.wrong(`--since ${since} is later than --until ${until}.`);
      const filter = {
        kinds: kind.length === 0 ? null : kind.flatMap(kindsOf),
        accountName: account ?? null,
        clientId: client ?? null,
        since: start,
        until: end,
        most,
      };
      const say = listing(call);
      // Oldest first only where the reader goes on from a number: the newest are what people want to see first.
      const events = await (after === undefined && !follow
        ? askLog(world, filter)
        : followLog(world, filter, {
            after: after === undefined ? null : Number(after),
            isEndless: follow,
            onLost: (reason) => call.tell(`${reason} Waiting until it answers again.`),
          }));
      if (!events) return call.fail(`There is no user ${account}.`);
      if (client !== undefined && (await holderOf(world.database, client)) === 'nobody')
        return call.fail(`There is no application ${client}, and none was deleted.`);
      for await (const event of events) {
        const detail = await namedDetail(world, event).catch((error: unknown) => {
          if (!follow || !(error instanceof NotNow)) throw error;
          // Where names cannot be looked up now, numbers are better than an end.
          return event.detail;
        });
        say(factsOf(event), rowOf(event, detail));
      }
      return 0;
    });
  },
});

export const command: Group = {
  says: 'Shows what happened, and proves that nobody changed it.',
  bare: show,
  acts: { verify, checkpoint },
};

/** There are a hundred of them: those of the group, if that is known, else the groups. */
function unknownKind(word: string): string {
  const near = nearest(word, [...EVENT_KINDS, ...EVENT_GROUPS]);
  const meant = near === undefined ? '' : ` did you mean ${near}?`;
  const [group = ''] = word.split('.');
  const ofGroup = kindsOf(group);
  const known = ofGroup.length > 0 ? `Of ${group} there are ${ofGroup.join(', ')}.` : GROUPS_SAID;
  return `--kind: there is no ${JSON.stringify(word)}:${meant} ${known}`;
}

const GROUPS_SAID = `Write a group (${EVENT_GROUPS.join(', ')}) or one of its kinds, such as account.signed_in; docs/operating.md lists them.`;

function factsOf(event: LoggedEvent) {
  return {
    id: event.id,
    at: moment(event.at),
    kind: event.kind,
    account_id: event.accountId,
    nickname: event.nickname || null,
    client_id: event.clientId,
    client_name: event.clientName,
    address: event.address,
    user_agent: event.userAgent,
    detail: event.detail,
    traceparent: event.traceparent,
  };
}

/** For people to read; programs are given the detail as it is kept. */
async function namedDetail(world: World, { kind, detail }: LoggedEvent): Promise<string | null> {
  let named = detail;
  for (const id of accountsIn(kind, detail)) {
    const person = await findPerson(world, id);
    const told = personWords(id, person?.nickname ?? '');
    named =
      named?.replace(new RegExp(`\\b(by administrator|by|to|from) ${id}\\b`), (_, side) => `${side} ${told}`) ?? null;
  }
  return named;
}

function personWords(id: number, nickname: string): string {
  return `${nickname || 'deleted'} (${id})`;
}

function rowOf({ id, at, kind, accountId, nickname, clientId, address }: LoggedEvent, detail: string | null) {
  const account = accountId === null ? null : personWords(accountId, nickname ?? '');
  return { at: moment(at), kind, account, client_id: clientId, address, detail, id };
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function readLimit(text: string): number | undefined {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MOST_AT_ONCE ? limit : undefined;
}

const AGO = /^(\d{1,6})([smhd])$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function isTime(text: string): boolean {
  return AGO.test(text) || (MOMENT.test(text) && isCalendarTime(text));
}

function timeOf(text: string, now: number): number {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (SECONDS[unit] ?? 0);
  return Math.floor(Date.parse(text) / 1000);
}
