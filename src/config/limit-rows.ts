/** The rows of the table of settings that set limits: how often somebody may try, and how much is done at once. */
import { type Row, wholeNumber } from './values.ts';

export const LIMIT_ROWS = {
  signInsPerAccount: {
    fallback: '10',
    parse: wholeNumber(1, 1_000_000),
    says: 'Sign-ins tried for one account, in 15 minutes.',
  },
  signInsPerNetwork: {
    fallback: '100',
    parse: wholeNumber(1, 1_000_000),
    says: 'Sign-ins tried from one network (IPv4 address, IPv6 /64), in 15 minutes.',
  },
  signUpsPerNetwork: {
    fallback: '20',
    parse: wholeNumber(1, 1_000_000),
    says: 'Accounts created from one network, in an hour.',
  },
  failuresPerNetwork: {
    fallback: '300',
    parse: wholeNumber(1, 1_000_000),
    says: 'Failed client authentications, codes and tokens from one network, in a minute.',
  },
  leakReportsPerNetwork: {
    fallback: '60',
    parse: wholeNumber(1, 1_000_000),
    says: 'Reports of leaked tokens and secrets from one network, in an hour.',
  },
  tokenRequestsPerClient: {
    fallback: '6000',
    parse: wholeNumber(1, 100_000_000),
    says: 'Token requests of one application for each kind of grant, in a minute.',
  },
  apiRequestsPerCaller: {
    fallback: '1200',
    parse: wholeNumber(1, 100_000_000),
    says: 'Requests to the management API of one application, for one account or for itself, in a minute.',
  },
  codesPerConsent: {
    fallback: '10',
    parse: wholeNumber(0, 1000),
    says: 'Codes for one user of an application, in an hour, before the user is asked again; 0 never asks, and limits neither codes nor answers to the consent page.',
  },
  requestsAtOnce: {
    fallback: '512',
    parse: wholeNumber(1, 100_000),
    says: 'Requests at work at once; further ones wait in line for half a second, then are answered with 503.',
  },
  connectionsAtOnce: {
    fallback: '10000',
    parse: wholeNumber(1, 1_000_000),
    says: 'Connections open at once, a quarter of them from one network that is no trusted proxy; further ones are closed.',
  },
  drainSeconds: {
    fallback: '1',
    parse: wholeNumber(0, 15),
    says: 'How long, once told to stop, everybody is still served while /health/ready says 503; give load balancers time to notice.',
  },
} satisfies Record<string, Row<number>>;
