/** Answered requests of applications, beside the refused ones: a bounded list for each application. */

/** `answers` is how many requests that were alike stand in the row; the other columns are those of the newest. */
export const answeredRequests = `
create table answered_requests (
  id bigint primary key,
  client_id bigint not null,
  endpoint text not null,
  kind text not null,
  family_id bigint,
  answers bigint not null,
  happened_at bigint not null,
  milliseconds bigint not null,
  trace_id text not null,
  address text,
  user_agent text
);
create index answered_requests_by_client on answered_requests (client_id, id)
`;
