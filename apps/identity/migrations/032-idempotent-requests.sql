-- The first answer to a request that carries an Idempotency-Key; without one while the request is still at work.
create table idempotent_requests (
  actor text not null,
  key text not null,
  request_digest text not null,
  status integer,
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (actor, key)
);

create index idempotent_requests_created_at_idx on idempotent_requests (created_at);
