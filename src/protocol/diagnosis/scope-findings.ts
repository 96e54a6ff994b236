/** What can be said about a scope that was refused: which names, and what each of them lacks. */
import { likeliest } from '../difference.ts';
import { type Fact, factIn } from '../refusals/facts.ts';
import type { Circumstances, Finding } from './finding.ts';

export function findingsOfScope(facts: readonly Fact[], around: Circumstances): readonly Finding[] {
  const scope = factIn(facts, 'scope');
  if (scope === undefined) return [];
  const sign = /["\\]|[^\x20-\x7e]/.exec(scope)?.[0];
  if (sign !== undefined) return [{ kind: 'scope_sign', sign }];
  const names = scope.split(' ').filter((name) => name !== '');
  const granted = factIn(facts, 'granted');
  return granted === undefined
    ? findingsOfAsked(names, factIn(facts, 'allowed') ?? '', around)
    : [{ kind: 'scope_not_granted', names: names.filter((name) => !granted.split(' ').includes(name)) }];
}

function findingsOfAsked(names: readonly string[], allowed: string, around: Circumstances): readonly Finding[] {
  const unknown = names.filter((name) => !around.catalogue.includes(name));
  const barred = names.filter((name) => around.catalogue.includes(name) && !allowed.split(' ').includes(name));
  const joined = unknown.find((name) => name.includes(','));
  const findings: Finding[] = [];
  if (joined !== undefined) findings.push({ kind: 'scope_sign', sign: ',' });
  else if (unknown.length > 0) findings.push({ kind: 'scope_unknown', names: unknown });
  for (const name of joined === undefined ? unknown : []) {
    const meant = likeliest(name, around.catalogue);
    if (meant !== undefined) findings.push({ kind: 'value_near', sent: name, meant });
  }
  if (barred.length > 0) findings.push({ kind: 'scope_not_allowed', names: barred });
  const isAllowedNow = names.length > 0 && names.every((name) => around.scope.includes(name));
  return isAllowedNow ? [...findings, { kind: 'scope_allowed_now' }] : findings;
}
