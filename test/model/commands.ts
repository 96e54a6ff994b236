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

export const allCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(who, who).map(([user, client]) =>
    command({
      says: `${NAMES[user]} authorizes ${APPLICATIONS[client]}`,
      check: (expected) => model.mayAuthorize(expected, user, client),
      run: async (expected, core) => {
        model.authorize(expected, user, client);
        await real.authorize(core, user, client);
      },
    }),
  ),
  fc.tuple(back, mostly, mostly).map(([age, isOwn, isRightRedirect]) =>
    command({
      says: `exchange of code ${age} from the newest${isOwn ? '' : ' by the other application'}${isRightRedirect ? '' : ' with another redirect URI'}`,
      check: ({ codes }) => codes.length > age,
      run: async (expected, core) => {
        const which = expected.codes.length - 1 - age;
        const client = clientOf(expected.codes[which]?.consent.client, isOwn);
        const answer = model.exchange(expected, { which, client }, isRightRedirect);
        assert.equal(await real.exchangeCode(core, { which, client }, isRightRedirect), answer);
      },
    }),
  ),
  ...[1, 2, 3].map(() =>
    fc.tuple(back, mostly).map(([age, isOwn]) =>
      command({
        says: `refresh with pair ${age} from the newest${isOwn ? '' : ' by the other application'}`,
        check: ({ pairs }) => pairs.length > age,
        run: async (expected, core) => {
          const which = expected.pairs.length - 1 - age;
          const client = clientOf(expected.pairs[which]?.family.consent.client, isOwn);
          const answer = model.refresh(expected, { which, client });
          assert.equal(await real.refresh(core, { which, client }), answer);
        },
      }),
    ),
  ),
  ...[1, 2].map(() =>
    back.map((age) =>
      command({
        says: `use of pair ${age} from the newest`,
        check: ({ pairs }) => pairs.length > age,
        run: async (expected, core) => {
          const which = expected.pairs.length - 1 - age;
          const answer = model.use(expected, which);
          assert.equal(await real.use(core, which), answer);
        },
      }),
    ),
  ),
  fc.tuple(back, mostly, fc.boolean()).map(([age, isOwn, isAccess]) =>
    command({
      says: `revocation of the ${isAccess ? 'access' : 'refresh'} token of pair ${age} from the newest${isOwn ? '' : ' by the other application'}`,
      check: ({ pairs }) => pairs.length > age,
      run: async (expected, core) => {
        const which = expected.pairs.length - 1 - age;
        const client = clientOf(expected.pairs[which]?.family.consent.client, isOwn);
        const answer = model.revoke(expected, { which, client });
        assert.equal(await real.revoke(core, { which, client }, isAccess), answer);
      },
    }),
  ),
  ...[1, 2].map(() =>
    fc.constantFrom(...SPANS).map((seconds) =>
      command({
        says: `${seconds} seconds pass`,
        run: async (expected, core) => {
          expected.now += seconds;
          core.now += seconds;
        },
      }),
    ),
  ),
  // Found by chance, the very second in which something ends would take millions of sequences.
  ...[1, 2].map(() =>
    fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(-1, 0, 1)).map(([age, seconds]) =>
      command({
        says: `time passes until the leeway of pair ${age} from the newest ends${around(seconds)}`,
        check: (expected) => leewayEnd(expected, age) + seconds > expected.now,
        run: async (expected, core) => {
          expected.now = leewayEnd(expected, age) + seconds;
          core.now = expected.now;
        },
      }),
    ),
  ),
  fc.constant(command({ says: 'restart', run: (_expected, core) => real.restart(core) })),
  fc.tuple(who, who).map(([user, client]) =>
    command({
      says: `${NAMES[user]} takes the consent to ${APPLICATIONS[client]} back`,
      run: async (expected, core) => {
        model.withdraw(expected, user, client);
        await real.withdraw(core, user, client);
      },
    }),
  ),
  who.map((user) =>
    command({
      says: `${NAMES[user]} is disabled`,
      run: async (expected, core) => {
        model.disable(expected, user);
        await real.disable(core, user);
      },
    }),
  ),
  who.map((user) =>
    command({
      says: `${NAMES[user]} is enabled`,
      run: async (expected, core) => {
        const found = expected.users[user];
        if (found) found.isDisabled = false;
        await real.enable(core, user);
      },
    }),
  ),
  who.map((client) =>
    command({
      says: `${APPLICATIONS[client]} is deleted`,
      // Early in a sequence it would leave little to do.
      check: ({ pairs }) => pairs.length > 3,
      run: async (expected, core) => {
        const found = expected.clients[client];
        if (found) found.isDeleted = true;
        await real.remove(core, client);
      },
    }),
  ),
];

/** When the refresh token of a superseded pair becomes a stolen one; the past for all others. */
function leewayEnd({ pairs, terms }: model.Model, age: number): number {
  const supersededAt = pairs[pairs.length - 1 - age]?.supersededAt;
  return supersededAt === undefined ? 0 : supersededAt + terms.leewaySeconds;
}

function around(seconds: number): string {
  return seconds === 0 ? '' : seconds > 0 ? ', and a second more' : ', less a second';
}

function clientOf(owner: number | undefined, isOwn: boolean): number {
  return isOwn ? (owner ?? 0) : 1 - (owner ?? 0);
}
