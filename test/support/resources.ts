/** Resources for tests: made by the command line, and what they ask the service. */
import assert from 'node:assert/strict';
import { type Application, createApplication, createUser, signedIn } from './actors.ts';
import type { Stage } from './grant.ts';
import { type Answer, json } from './http-client.ts';
import type { Service } from './service.ts';
import { token } from './token-client.ts';

export interface ResourceCredentials {
  readonly identifier: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export const NOTES = 'https://notes.example/api';
export const FILES = 'https://files.example/api';

/** What the catalogue of a service needs for the resources below. */
export const RESOURCE_SCOPES = JSON.stringify({
  'notes:read': { description: 'Read your notes' },
  'notes:write': { description: 'Change your notes' },
  'files:read': { description: 'Read your files' },
});

export interface ResourceStage extends Stage {
  readonly notes: ResourceCredentials;
  readonly files: ResourceCredentials;
}

/** Ada, her application Quill, which may ask for everything, and two APIs. */
export async function resourceStage(service: Service): Promise<ResourceStage> {
  const ada = await createUser(service);
  const scope = 'profile email offline_access notes:read notes:write files:read';
  const [browser, quill, notes, files] = await Promise.all([
    signedIn(service, ada),
    createApplication(service, { owner: ada, scope }),
    createResource(service, { identifier: NOTES, name: 'Notes', scope: 'notes:read notes:write' }),
    createResource(service, { identifier: FILES, name: 'Files', scope: 'files:read notes:read' }),
  ]);
  return { service, ada, browser, quill, notes, files };
}

export async function createResource(
  service: Service,
  wish: {
    readonly identifier: string;
    readonly name: string;
    readonly scope: string;
    readonly more?: readonly string[];
  },
): Promise<ResourceCredentials> {
  const { identifier, name, scope, more = [] } = wish;
  const words = ['--identifier', identifier, '--name', name, '--scope', scope, ...more, '--json'];
  const outcome = await service.cliHere(['resources', 'create', ...words]);
  assert.equal(outcome.code, 0, `resources create failed: ${outcome.stderr}`);
  const made: ResourceCredentials = JSON.parse(outcome.stdout);
  assert.deepEqual(Object.keys(made), ['identifier', 'client_id', 'client_secret']);
  return made;
}

/** The resource asks about a token that somebody showed to it. */
export function ask(service: Service, resource: ResourceCredentials, shown: string): Promise<Answer> {
  const { client_id, client_secret } = resource;
  return token(service.url, { client_id, client_secret, token: shown }, { path: '/oauth/introspect' });
}

export async function answerOf(
  service: Service,
  resource: ResourceCredentials,
  shown: string,
): Promise<Record<string, unknown>> {
  const answer = await ask(service, resource, shown);
  assert.equal(answer.status, 200, answer.body);
  return json(answer);
}

/** A token of the application's own, for a resource or for none. */
export async function machineToken(
  { service, quill }: { readonly service: Service; readonly quill: Application },
  more: Record<string, string> = {},
): Promise<Answer> {
  const { client_id, client_secret } = quill;
  return await token(service.url, { grant_type: 'client_credentials', client_id, client_secret, ...more });
}
