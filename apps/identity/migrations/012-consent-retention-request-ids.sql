-- Whether the user is asked before a client gets a code, and whether the installation vouches for it (then never).
-- Clients so far were created by the console, and work without a question.
alter table clients
  add column needs_consent boolean not null default false,
  add column is_trusted boolean not null default false;

-- Until when a token is on record: as long as its refresh token lives, so that a second use of that is noticed.
-- The default is for instances of the version before, which may still run.
alter table access_tokens add column keep_until timestamptz(3) not null default now() + interval '30 days';
update access_tokens set keep_until = greatest(expires_at,
  (select max(refresh_tokens.expires_at) from refresh_tokens where access_token_id = access_tokens.id));
create index access_tokens_keep_until_idx on access_tokens (keep_until);
create index token_families_created_at_idx on token_families (created_at);

-- The request that an entry comes from, as in the answer's X-Request-Id and in the log.
alter table audit_entries add column request_id text;
