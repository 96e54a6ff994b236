/** Migrations of a version that does not exist: they only add, as every migration must that is applied under load. */
import type { Migration } from '../../../src/storage/migrations.ts';

export const SCRATCH: readonly Migration[] = [
  {
    number: 9001,
    name: 'scratch-columns',
    text: `alter table clients add column scratch_note text;
      alter table families add column scratch_mark bigint;
      alter table pairs add column scratch_mark bigint`,
  },
  {
    number: 9002,
    name: 'scratch-table',
    text: `create table scratch_uses (pair_id bigint primary key, at bigint not null);
      insert into scratch_uses (pair_id, at) select id, issued_at from pairs;
      create index scratch_uses_by_age on scratch_uses (at)`,
  },
  {
    number: 9003,
    name: 'scratch-fill',
    text: `update clients set scratch_note = name;
      create index scratch_clients_by_note on clients (scratch_note)`,
  },
];

/** Undoes them, in any state in which an interrupted run may have left them. */
export const UNDO: readonly { readonly number: number; readonly texts: readonly string[] }[] = [
  { number: 9003, texts: ['drop index scratch_clients_by_note'] },
  { number: 9002, texts: ['drop table scratch_uses'] },
  {
    number: 9001,
    texts: [
      'alter table pairs drop column scratch_mark',
      'alter table families drop column scratch_mark',
      'alter table clients drop column scratch_note',
    ],
  },
];

/** Each fails unless its migration has been applied as a whole. */
export const SIGNS: readonly { readonly number: number; readonly text: string }[] = [
  {
    number: 9001,
    text: `select (select count(scratch_note) from clients) + (select count(scratch_mark) from families)
      + (select count(scratch_mark) from pairs)`,
  },
  { number: 9002, text: 'select count(*) from scratch_uses' },
];
