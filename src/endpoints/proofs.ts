/** Whom a route can need, how that is proved, and what a handler is handed then. */
import { type AccountVisitor, requireAccount, type Visitor } from '../http/browser/visitor.ts';
import type { Reply } from '../http/route.ts';
import { accept, type Result } from '../protocol/result.ts';
import {
  type AdministratorContext,
  type ApplicationContext,
  type PersonContext,
  requireAdministrator,
  requireApplication,
  requirePerson,
} from './admin/administrator.ts';
import { type ManagedClient, type OwnedClient, requireManaged, requireOwned } from './applications/managed.ts';
import { type ResourceContext, requireResource } from './resources/context.ts';
import {
  requireManagedWebhook,
  requireManagedWebhooks,
  requireServiceWebhook,
  requireServiceWebhooks,
  type WebhookContext,
  type WebhooksContext,
} from './webhooks/context.ts';

export interface VisitorContext {
  readonly visitor: Visitor;
}

export interface AccountContext {
  readonly visitor: AccountVisitor;
}

/** What the handler of a route is handed, for each need. */
export interface Contexts {
  /** No session is looked up: programs, pictures, health. */
  readonly nobody: undefined;
  /** A browser, signed in or not. */
  readonly visitor: VisitorContext;
  /** An anonymous visitor is sent to sign in, and back to here. */
  readonly account: AccountContext;
  /** For other accounts the page does not exist. */
  readonly administrator: AdministratorContext;
  /** An application that this account may manage; every other one does not exist. */
  readonly 'managed application': ManagedClient;
  /** The same, and it is this account's own. */
  readonly 'owned application': OwnedClient;
  readonly 'administered account': PersonContext;
  readonly 'administered application': ApplicationContext;
  readonly 'administered resource': ResourceContext;
  /** Webhooks of an application that this account may manage, and one of them. */
  readonly 'managed webhooks': WebhooksContext;
  readonly 'managed webhook': WebhookContext;
  /** Those of the whole service, for administrators. */
  readonly 'service webhooks': WebhooksContext;
  readonly 'service webhook': WebhookContext;
}

export type Need = keyof Contexts;

type Proof<Context> = (visitor: Visitor) => Result<Context, Reply> | Promise<Result<Context, Reply>>;

export const PROOFS: { readonly [N in Exclude<Need, 'nobody'>]: Proof<Contexts[N]> } = {
  visitor: (visitor) => accept({ visitor }),
  account: (visitor) => {
    const known = requireAccount(visitor);
    return known.ok ? accept({ visitor: known.value }) : known;
  },
  administrator: requireAdministrator,
  'managed application': requireManaged,
  'owned application': requireOwned,
  'administered account': requirePerson,
  'administered application': requireApplication,
  'administered resource': requireResource,
  'managed webhooks': requireManagedWebhooks,
  'managed webhook': requireManagedWebhook,
  'service webhooks': requireServiceWebhooks,
  'service webhook': requireServiceWebhook,
};
