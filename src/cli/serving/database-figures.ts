/** The figures of the database and of the queue of passwords, looked up when /metrics is read. */
import type { Source } from '../../metrics.ts';
import type { RememberedFigures } from '../../storage/database.ts';
import type { World } from '../../world.ts';

export function sourcesOfPasswords({ passwords }: World): readonly Source[] {
  return [
    {
      name: 'latchkey_password_queue',
      help: 'Passwords that are being hashed, and those that wait for it.',
      type: 'gauge',
      read: () => [
        { value: passwords.load.running, labels: { state: 'running' } },
        { value: passwords.load.waiting, labels: { state: 'waiting' } },
      ],
    },
    {
      name: 'latchkey_passwords_total',
      help: 'Passwords that were hashed, and those that were refused because too many waited.',
      type: 'counter',
      read: () => [
        { value: passwords.load.begun, labels: { outcome: 'hashed' } },
        { value: passwords.load.refused, labels: { outcome: 'refused' } },
      ],
    },
    {
      name: 'latchkey_password_wait_seconds_total',
      help: 'How long all passwords together have waited to be hashed.',
      type: 'counter',
      read: () => [{ value: passwords.load.waitedSeconds }],
    },
  ];
}

export function sourcesOfDatabase({ database }: World): readonly Source[] {
  const pools = () => database.figures?.().pools ?? [];
  const ofMemory = (read: (remembered: RememberedFigures) => number) => {
    const remembered = database.figures?.().remembered;
    return remembered === undefined ? [] : [{ value: read(remembered) }];
  };
  return [
    {
      name: 'latchkey_database_connections',
      help: 'Connections to PostgreSQL by what they are for: how many there may be, and how many are open.',
      type: 'gauge',
      read: () =>
        pools().flatMap(({ role, size, open }) => [
          { value: size, labels: { role, state: 'most' } },
          { value: open, labels: { role, state: 'open' } },
        ]),
    },
    {
      name: 'latchkey_database_calls',
      help: 'Statements that PostgreSQL has not answered yet, those that wait for a connection included.',
      type: 'gauge',
      read: () => pools().map(({ role, calls }) => ({ value: calls, labels: { role } })),
    },
    {
      name: 'latchkey_remembered_entries',
      help: 'Lookups that are remembered, with their rows.',
      type: 'gauge',
      read: () => ofMemory(({ entries }) => entries),
    },
    {
      name: 'latchkey_remembered_bytes',
      help: 'What the remembered rows take, as reckoned.',
      type: 'gauge',
      read: () => ofMemory(({ bytes }) => bytes),
    },
    {
      name: 'latchkey_remembered_reads_total',
      help: 'Lookups that were answered with remembered rows (hit), and those that were not (miss).',
      type: 'counter',
      read: () => {
        const remembered = database.figures?.().remembered;
        if (remembered === undefined) return [];
        return [
          { value: remembered.hits, labels: { outcome: 'hit' } },
          { value: remembered.misses, labels: { outcome: 'miss' } },
        ];
      },
    },
  ];
}
