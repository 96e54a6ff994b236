/** `latchkey events verify` and `latchkey events checkpoint`: the proof that nobody changed the log. */
import { readFileSync } from 'node:fs';
import { makeCheckpoint } from '../../audit/checkpoint.ts';
import { type AuditFault, type Verified, verifyEvents } from '../../audit/verify.ts';
import { isSignedBy, signWithPem } from '../../keys/checkpoint-signature.ts';
import { checkpointText, parseCheckpoint, type SignedCheckpoint } from '../../protocol/audit/checkpoint.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { JSON_OPTION } from '../output/answer.ts';

export const verify = act({
  says: 'Proves that no event was changed or removed since it was sealed; exit code 1 where one was.',
  options: {
    checkpoint: {
      says: 'A checkpoint that was kept elsewhere, or the last of several, a line each: then a missing tail shows, too.',
      value: 'FILE',
    },
    'public-key': { says: 'The Ed25519 key (PEM) that must have signed the checkpoint.', value: 'FILE' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { checkpoint: file, 'public-key': keyFile, json } = call.options;
    if (keyFile !== undefined && file === undefined) return call.wrong('--public-key needs --checkpoint.');
    const read = file === undefined ? accept(null) : readSigned(file, keyFile);
    if (!read.ok) return call.fail(read.refusal);
    const signature = read.value && signatureOf(read.value, keyFile);
    return await withWorld(call.settings, async (world) => {
      const verified = await verifyEvents(world, read.value);
      const { faults, ...figures } = verified;
      if (json) call.print(JSON.stringify({ ok: faults.length === 0, ...namesOf(figures), signature, faults }));
      else for (const line of linesOf(verified, signature)) call.print(line);
      return faults.length === 0 ? 0 : 1;
    });
  },
});

export const checkpoint = act({
  says: 'Seals what can be sealed and prints a checkpoint of the chain, to be kept elsewhere.',
  options: {
    key: { says: 'Signs it with this private Ed25519 key (PEM).', value: 'FILE' },
    json: { says: 'Prints JSON, as it does without.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const pem = call.options.key === undefined ? undefined : readText(call.options.key);
      if (call.options.key !== undefined && pem === undefined) return call.fail(unreadable(call.options.key));
      const made = await makeCheckpoint(world);
      if (!made)
        return call.fail('There is no event to be sealed yet: an event is sealed ten seconds after it happened.');
      const signature = pem === undefined ? undefined : signWithPem(checkpointText(made), pem);
      if (pem !== undefined && signature === undefined)
        return call.fail(
          `${call.options.key} holds no private Ed25519 key in PEM; openssl genpkey -algorithm ed25519 makes one.`,
        );
      call.print(JSON.stringify({ ...made, ...(signature === undefined ? {} : { signature }) }));
      return 0;
    }),
});

function readSigned(file: string, keyFile: string | undefined): Result<SignedCheckpoint, string> {
  const text = readText(file);
  if (text === undefined) return refuse(unreadable(file));
  const read = lastOf(text);
  if (!read.ok) return refuse(`${file} is no checkpoint that latchkey events checkpoint printed.`);
  if (keyFile === undefined) return read;
  const pem = readText(keyFile);
  if (pem === undefined) return refuse(unreadable(keyFile));
  const isGood = isSignedBy(checkpointText(read.value), read.value.signature ?? '', pem);
  if (isGood === undefined) return refuse(`${keyFile} holds no Ed25519 key in PEM.`);
  return isGood ? read : refuse(`${file} is not signed by the key of ${keyFile}.`);
}

/** A file to which every day's checkpoint is added has a line for each. */
function lastOf(text: string): Result<SignedCheckpoint, 'malformed'> {
  const whole = parseCheckpoint(text);
  return whole.ok ? whole : parseCheckpoint(text.trimEnd().split('\n').at(-1) ?? '');
}

/** One that does not fit the key is refused before anything is proved with it. */
type Signature = 'valid' | 'unchecked' | 'none';

function signatureOf({ signature }: SignedCheckpoint, keyFile: string | undefined): Signature {
  if (signature === undefined) return 'none';
  return keyFile === undefined ? 'unchecked' : 'valid';
}

const SIGNATURES: Readonly<Record<Signature, string>> = {
  valid: 'The signature of the checkpoint is valid.',
  unchecked:
    'The signature of the checkpoint was not checked: name the key that must have made it (--public-key FILE).',
  none: 'The checkpoint is not signed: it proves as much as the place where it was kept.',
};

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function unreadable(file: string): string {
  return `${file} cannot be read.`;
}

function namesOf({ isCheckpointTooOld, ...figures }: Omit<Verified, 'faults'>) {
  return { ...figures, checkpoint_too_old: isCheckpointTooOld };
}

function linesOf(verified: Verified, signature: Signature | null): readonly string[] {
  const { faults, events, proved, swept, waiting, blocks, isCheckpointTooOld } = verified;
  return [
    ...faults.map(sentence),
    `${events} events in ${blocks} blocks: ${proved} proved, ${swept} swept when their time had passed, ${waiting} not sealed yet.`,
    ...(signature === null ? [] : [SIGNATURES[signature]]),
    ...(isCheckpointTooOld ? ['The checkpoint is older than everything that is kept, and says nothing.'] : []),
    faults.length === 0 ? 'Nothing was changed or removed.' : 'The log is not what it was.',
  ];
}

function sentence(fault: AuditFault): string {
  switch (fault.kind) {
    case 'event_changed':
      return `Event ${fault.event} was changed after it was sealed.`;
    case 'event_removed':
      return `Event ${fault.event} was removed before its time.`;
    case 'event_inserted':
      return `Event ${fault.event} was written into a time that was sealed already.`;
    case 'block_changed':
      return `Block ${fault.block} of the chain was changed, or does not follow from the one before it.`;
    case 'block_missing':
      return `Block ${fault.block} of the chain is missing.`;
    case 'anchor_unfounded':
      return 'The chain begins later than the retention of events allows.';
    case 'checkpoint_other_chain':
      return 'The checkpoint belongs to another installation, or the chain was begun anew.';
    case 'checkpoint_differs':
      return 'The chain has another block in the place of the one that the checkpoint names.';
    case 'tail_missing':
      return 'The chain ends before the block that the checkpoint names: its tail was cut, or an old backup restored.';
  }
}
