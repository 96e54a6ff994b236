/** The way to a first token, step by step, each in every language and all with the same parameters. */
import type { Text } from '../../text/en.ts';
import { authorizationAddress, type ExampleName, exampleRequest } from '../requests.ts';
import { authorizationSnippets } from './authorization.ts';
import { type LanguageSnippet, requestSnippets } from './request.ts';
import type { SnippetValues } from './values.ts';

interface Step {
  readonly id: string;
  /** The key of its title in the catalogue. */
  readonly name: keyof Text['snippets'];
  readonly tabs: readonly LanguageSnippet[];
}

export function stepsToFirstToken(values: SnippetValues): readonly Step[] {
  const steps: readonly Step[] = [
    {
      id: 'snippet-authorize',
      name: 'authorize',
      tabs: authorizationSnippets(authorizationAddress(values, { state: 'anything-you-like', challenge: '' })),
    },
    requestStep(values, 'token', 'exchange'),
    requestStep(values, 'whoami', 'whoami'),
    requestStep(values, 'refresh', 'refresh'),
  ];
  return values.isConfidential ? [...steps, requestStep(values, 'client', 'client')] : steps;
}

/** For an application without users. */
export function machineStep(values: SnippetValues): Step {
  return requestStep(values, 'clientOnly', 'client');
}

function requestStep(values: SnippetValues, name: Step['name'], example: ExampleName): Step {
  return { id: `snippet-${name}`, name, tabs: requestSnippets(exampleRequest(values, example)) };
}
