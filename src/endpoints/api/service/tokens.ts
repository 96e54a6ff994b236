/** The operations of the management API on single tokens: whose is it, and end it. */
import { integer, moment, named, nullable, object, oneOf, text } from '../../../protocol/api/shape.ts';
import { IDENTIFIER_MAX_CHARACTERS } from '../../../protocol/resources/resource.ts';
import { accept } from '../../../protocol/result.ts';
import { describeToken, findToken } from '../../../tokens/describe.ts';
import { endTokens } from '../../../tokens/revoke.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, CLIENT_ID, isoOrNull } from '../parts.ts';
import { problem } from '../replies.ts';

const SENT = object({ token: text({ says: 'An access or refresh token.', least: 1, most: 1024, isSecret: true }) });

const TOKEN = named(
  'Token',
  object({
    kind: oneOf('What it is.', ['access', 'refresh']),
    state: oneOf('`superseded`: a refresh token that works for the leeway alone.', ['live', 'superseded', 'ended']),
    client_id: CLIENT_ID,
    account_id: nullable(ACCOUNT_ID),
    nickname: nullable(text({ says: 'Of the account; null for an application’s own token.', most: 255 })),
    scope: text({ says: 'What it allows, separated by spaces.', most: 10_000 }),
    resource: nullable(
      text({
        says: 'The identifier of the API that it is for; null for none in particular.',
        most: IDENTIFIER_MAX_CHARACTERS,
      }),
    ),
    issued_at: nullable(moment('When it was issued.')),
    expires_at: nullable(moment('When it ends by itself.')),
    first_used_at: nullable(
      moment(
        'When it was first used; null before, and always for an application’s own token, of which it is not recorded.',
      ),
    ),
    family: integer('The number of all tokens that came from the same authorization.', {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    }),
  }),
);

const describeOne = operation({
  id: 'describeToken',
  method: 'POST',
  path: '/tokens/describe',
  tag: 'tokens',
  says: 'Says whose a token is and whether it works, without using or ending it.',
  needs: 'all',
  body: SENT,
  problems: ['not-found'],
  answer: { status: 200, says: 'What is known of it.', shape: TOKEN },
  async run({ world, body }) {
    const found = await findToken(world, body.token);
    if (!found) return problem('not-found', 'No token of this service.');
    const { issuedAt, expiresAt, firstUsedAt, ...facts } = describeToken(found, world.now());
    const times = {
      issued_at: isoOrNull(issuedAt),
      expires_at: isoOrNull(expiresAt),
      first_used_at: isoOrNull(firstUsedAt),
    };
    return accept({ body: { ...facts, ...times } });
  },
});

const revokeOne = operation({
  id: 'revokeToken',
  method: 'POST',
  path: '/tokens/revoke',
  tag: 'tokens',
  says: 'Ends a token and all that came from the same authorization. Succeeds also where it had ended before.',
  needs: 'all',
  body: SENT,
  problems: ['not-found'],
  answer: { status: 204, says: 'It does not work any more.', shape: null },
  async run({ world, caller, body }) {
    const found = await findToken(world, body.token);
    if (!found) return problem('not-found', 'No token of this service.');
    const isDone = await endTokens(world, found.record, caller.actor.source, 'revoked_by_operator', caller.actor);
    return isDone ? accept({}) : problem('insufficient-scope');
  },
});

export const TOKEN_OPERATIONS: readonly Operation[] = [describeOne, revokeOne];
