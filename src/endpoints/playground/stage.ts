/** What every handler of the playground begins with: the application, its owner, and the run of their session. */
import type { Client } from '../../clients/find.ts';
import type { AccountVisitor } from '../../http/browser/visitor.ts';
import type { SnippetValues } from '../../pages/docs/snippets/values.ts';
import type { PlaygroundPage } from '../../pages/playground/steps.ts';
import {
  type PlaygroundCall,
  playgroundCallback,
  RUN_RANDOM_BYTES,
  type Run,
  type RunOwner,
  readRun,
  STAND_IN_SECRET,
  startRun,
} from '../../protocol/playground/run.ts';
import type { World } from '../../world.ts';
import { countedSubject, type ManagedClient } from '../applications/managed.ts';

export interface PlaygroundContext {
  readonly visitor: AccountVisitor;
  readonly client: Client;
  readonly call: PlaygroundCall;
  readonly subject: SnippetValues;
}

export function stageOf({ visitor, client }: ManagedClient): PlaygroundContext {
  const { settings } = visitor.world;
  return {
    visitor,
    client,
    call: {
      accountId: visitor.account.id,
      clientId: client.id,
      callback: playgroundCallback(settings.url, client.publicId),
    },
    subject: snippetValuesOf(visitor.world, client),
  };
}

/** With a placeholder for the secret, which nobody can read back. */
export function snippetValuesOf({ settings }: World, client: Client): SnippetValues {
  return {
    clientId: client.publicId,
    name: client.name,
    redirectUri: client.redirectUris[0] ?? '',
    scope: client.scope.join(' '),
    isConfidential: client.isConfidential,
    sendsIssuer: client.sendsIss,
    secret: STAND_IN_SECRET,
    baseUrl: settings.url,
  };
}

/** Read last: an act of the run may have changed how many people use the application. */
export async function playedOf({ visitor, client, subject }: PlaygroundContext): Promise<PlaygroundPage> {
  return { application: await countedSubject(visitor.world, client), subject };
}

export function newRun(stage: PlaygroundContext): Run {
  const { world } = stage.visitor;
  return startRun(ownerOf(stage), world.now(), world.randomBytes(RUN_RANDOM_BYTES));
}

export function runOf(stage: PlaygroundContext, state: string | undefined): Run | undefined {
  return readRun(ownerOf(stage), state, stage.visitor.world.now());
}

function ownerOf({ visitor, client }: PlaygroundContext): RunOwner {
  return { derive: (what, text) => visitor.derive(`playground/${what}`, text), clientId: client.publicId };
}
