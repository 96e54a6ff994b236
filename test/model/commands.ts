/** The commands of which random sequences are made: each is done to the model and to the core, and the answers compared. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as model from './model.ts';
import * as real from './real.ts';

type Command = fc.AsyncCommand<model.Model, real.Real>;

interface Doing {
  /** As it is told in a counter-example. */
  readonly says: string;
  readonly check?: (expected: model.Model) => boolean;
  readonly run: (expected: model.Model, core: real.Real) => Promise<void>;
}

function command({ says, check = () => true, run }: Doing): Command {
  return { check, run, toString: () => says };
}

const who = fc.nat({ max: 1 });
/** Mostly the newest: what was just issued is where the interesting things happen. */
const back = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.nat({ max: 5 }) },
);
const mostly = fc.nat({ max: 9 }).map((lot) => lot > 0);

const NAMES = ['Ada', 'Ben'];
const APPLICATIONS = ['Quill', 'Inkwell'];

/** The leeway, a code's life, an access token's and a refresh token's, and the seconds around each. */
const SPANS = [1, 29, 30, 31, 599, 600, 86_399, 86_400, 10_367_999, 10_368_000];

const authorizing = fc.tuple(who, who).map(([user, client]) =>
  command({
    says: `${NAMES[user]} authorizes ${APPLICATIONS[client]}`,
    check: (expected) => model.mayAuthorize(expected, user, client),
    run: async (expected, core) => {
      model.authorize(expected, user, client);
      await real.authorize(core, user, client);
    },
  }),
);

const exchanging = fc.tuple(back, mostly, mostly).map(([age, isOwn, isRightRedirect]) =>
  command({
    says: `exchange of code ${age} from the newest${by(isOwn)}${isRightRedirect ? '' : ' with another redirect URI'}`,
    check: ({ codes }) => codes.length > age,
    run: async (expected, core) => {
      const which = expected.codes.length - 1 - age;
      const client = clientOf(expected.codes[which]?.consent.client, isOwn);
      const answer = model.exchange(expected, { which, client }, isRightRedirect);
      assert.equal(await real.exchangeCode(core, { which, client }, isRightRedirect), answer);
    },
  }),
);

const refreshing = fc.tuple(back, mostly).map(([age, isOwn]) =>
  command({
    says: `refresh with pair ${age} from the newest${by(isOwn)}`,
    check: ({ pairs }) => pairs.length > age,
    run: async (expected, core) => {
      const which = expected.pairs.length - 1 - age;
      const client = clientOf(expected.pairs[which]?.family.consent.client, isOwn);
      const answer = model.refresh(expected, { which, client });
      assert.equal(await real.refresh(core, { which, client }), answer);
    },
  }),
);

const using = back.map((age) =>
  command({
    says: `use of pair ${age} from the newest`,
    check: ({ pairs }) => pairs.length > age,
    run: async (expected, core) => {
      const which = expected.pairs.length - 1 - age;
      const answer = model.use(expected, which);
      assert.equal(await real.use(core, which), answer);
    },
  }),
);

const revoking = fc.tuple(back, mostly, fc.boolean()).map(([age, isOwn, isAccess]) =>
  command({
    says: `revocation of the ${isAccess ? 'access' : 'refresh'} token of pair ${age} from the newest${by(isOwn)}`,
    check: ({ pairs }) => pairs.length > age,
    run: async (expected, core) => {
      const which = expected.pairs.length - 1 - age;
      const client = clientOf(expected.pairs[which]?.family.consent.client, isOwn);
      const answer = model.revoke(expected, { which, client });
      assert.equal(await real.revoke(core, { which, client }, isAccess), answer);
    },
  }),
);

const waiting = fc.constantFrom(...SPANS).map((seconds) =>
  command({
    says: `${seconds} seconds pass`,
    run: async (expected, core) => {
      expected.now += seconds;
      core.now += seconds;
    },
  }),
);

/** What a client does every day: it refreshes and uses what it got. */
const rotating = back.map((age) =>
  command({
    says: `refresh with pair ${age} from the newest, and use of what it brought`,
    check: ({ pairs }) => pairs.length > age,
    run: async (expected, core) => {
      const which = expected.pairs.length - 1 - age;
      const client = clientOf(expected.pairs[which]?.family.consent.client, true);
      const answer = model.refresh(expected, { which, client });
      assert.equal(await real.refresh(core, { which, client }), answer);
      const used = model.use(expected, expected.pairs.length - 1);
      assert.equal(await real.use(core, core.pairs.length - 1), used);
    },
  }),
);

/** By chance alone, the very second in which a leeway ends would be met once in thousands of sequences. */
const presentingLate = fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(-1, 0, 1)).map(([lot, seconds]) =>
  command({
    says: `old refresh token ${lot} when its leeway ends${around(seconds)}`,
    check: (expected) => lateOnes(expected, seconds).length > lot,
    run: async (expected, core) => {
      const pair = lateOnes(expected, seconds)[lot];
      if (!pair) return;
      expected.now = leewayEnd(expected, pair) + seconds;
      core.now = expected.now;
      const which = expected.pairs.indexOf(pair);
      const { client } = pair.family.consent;
      const answer = model.refresh(expected, { which, client });
      assert.equal(await real.refresh(core, { which, client }), answer);
    },
  }),
);

const restarting = fc.constant(command({ says: 'restart', run: (_expected, core) => real.restart(core) }));

const withdrawing = fc.tuple(who, who).map(([user, client]) =>
  command({
    says: `${NAMES[user]} takes the consent to ${APPLICATIONS[client]} back`,
    run: async (expected, core) => {
      model.withdraw(expected, user, client);
      await real.withdraw(core, user, client);
    },
  }),
);

const disabling = fc.tuple(who, fc.boolean()).map(([user, isEnabled]) =>
  command({
    says: `${NAMES[user]} is ${isEnabled ? 'enabled' : 'disabled'}`,
    run: async (expected, core) => {
      const found = expected.users[user];
      if (!isEnabled) model.disable(expected, user);
      else if (found) found.isDisabled = false;
      await (isEnabled ? real.enable : real.disable)(core, user);
    },
  }),
);

const deleting = who.map((client) =>
  command({
    says: `${APPLICATIONS[client]} is deleted`,
    run: async (expected, core) => {
      const found = expected.clients[client];
      if (found) found.isDeleted = true;
      await real.remove(core, client);
    },
  }),
);

/** What ends everything is rare, so that there is something to end. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: authorizing },
  { weight: 10, arbitrary: exchanging },
  { weight: 16, arbitrary: refreshing },
  { weight: 12, arbitrary: using },
  { weight: 10, arbitrary: rotating },
  { weight: 10, arbitrary: presentingLate },
  { weight: 3, arbitrary: waiting },
  { weight: 2, arbitrary: restarting },
  { weight: 2, arbitrary: revoking },
  { weight: 1, arbitrary: withdrawing },
  { weight: 2, arbitrary: disabling },
  { weight: 1, arbitrary: deleting },
);

function by(isOwn: boolean): string {
  return isOwn ? '' : ' by the other application';
}

type Pair = model.Model['pairs'][number];

/** When the refresh token of a superseded pair becomes a stolen one; the past for all others. */
function leewayEnd({ terms }: model.Model, { supersededAt }: Pair): number {
  return supersededAt === undefined ? 0 : supersededAt + terms.leewaySeconds;
}

/** The pairs whose leeway ends later than now, the newest first. */
function lateOnes(expected: model.Model, seconds: number): readonly Pair[] {
  return expected.pairs.filter((pair) => leewayEnd(expected, pair) + seconds >= expected.now).toReversed();
}

function around(seconds: number): string {
  return seconds === 0 ? '' : seconds > 0 ? ', and a second more' : ', less a second';
}

function clientOf(owner: number | undefined, isOwn: boolean): number {
  return isOwn ? (owner ?? 0) : 1 - (owner ?? 0);
}
