/** Pictures that people upload of themselves, apart from the accounts: those are read at every request. */

/** `picture_digest` names the picture that is shown; null where the drawn one, or an address, stands in for it. */
export const pictures = `
alter table accounts add column picture_digest text;

create table pictures (
  account_id bigint primary key references accounts (id),
  content_type text not null,
  content text not null,
  digest text not null,
  created_at bigint not null
);
create index pictures_by_digest on pictures (digest)
`;
